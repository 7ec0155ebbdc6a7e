//! Which impls a use of a trait at some types can mean.

use std::collections::HashMap;

use crate::callable;
use crate::item::{Program, TraitBound, TraitImpl, TypeParam};
use crate::ty::{Name, Path, Ty};

type Binding = HashMap<Name, Ty>;

/// The impls of the trait whose arguments match these types, by their numbers in [`Program::impls`], with those that
/// their own bounds need. Types that are not known (a type parameter) match a blanket impl only: what a bound of the
/// function around them promises is counted where that function gets its type arguments.
pub fn impls_of(program: &Program, trait_: &Path, args: &[Ty]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut todo = vec![(trait_.clone(), args.iter().map(|t| normalize(program, t)).collect::<Vec<_>>())];
    while let Some((trait_, args)) = todo.pop() {
        let extension = program.traits.get(&trait_).and_then(|t| t.extension.clone());
        todo.extend(extension.map(|extension| (extension, args.clone())));
        for (number, candidate) in program.impls.iter().enumerate() {
            let Some(binding) = matches(candidate, &trait_, &args) else { continue };
            if found.contains(&number) {
                continue;
            }
            found.push(number);
            todo.extend(candidate.bounds.iter().map(|b| instance(program, b, &binding)));
        }
    }
    found.sort_unstable();
    found
}

/// What a call of a trait's function at these types can mean: the functions of the impls that match, and the impls that
/// those need for their own bounds.
pub fn targets_of(program: &Program, declared: &Path, trait_: &Path, args: &[Ty]) -> (Vec<(usize, Path)>, Vec<usize>) {
    let args: Vec<Ty> = args.iter().map(|t| normalize(program, t)).collect();
    let (mut functions, mut needed) = (Vec::new(), Vec::new());
    for (number, candidate) in program.impls.iter().enumerate() {
        let Some(binding) = matches(candidate, trait_, &args) else { continue };
        let target = candidate.functions.iter().find(|(d, _)| d == declared);
        functions.extend(target.map(|(_, target)| (number, target.clone())));
        for bound in &candidate.bounds {
            let (trait_, args) = instance(program, bound, &binding);
            needed.extend(impls_of(program, &trait_, &args));
        }
    }
    needed.sort_unstable();
    needed.dedup();
    (functions, needed)
}

/// What a trait's function can mean at these types: functions of impls with their type arguments. Nothing for a function
/// that is not a trait's.
pub fn functions_of(program: &Program, declared: &Path, args: &[Ty]) -> Vec<(Path, Vec<Ty>)> {
    let args: Vec<Ty> = args.iter().map(|t| normalize(program, t)).collect();
    let meant = |candidate: &TraitImpl| {
        let (_, target) = candidate.functions.iter().find(|(d, _)| d == declared)?;
        let binding = matches(candidate, &candidate.trait_, &args)?;
        if target.ends_with(crate::DEFAULT_BODY) {
            return Some((target.clone(), args.clone()));
        }
        let param = |p: &TypeParam| binding.get(&p.name).cloned().unwrap_or_else(|| Ty::Param(p.name.clone()));
        let of_impl = candidate.params.iter().map(param);
        let of_method = args.iter().skip(candidate.args.len()).cloned();
        Some((target.clone(), of_impl.chain(of_method).collect()))
    };
    program.impls.iter().filter_map(meant).collect()
}

/// The type with the associated types that are known put in.
pub fn normalize(program: &Program, ty: &Ty) -> Ty {
    let all = |tys: &[Ty]| tys.iter().map(|t| normalize(program, t)).collect::<Vec<_>>();
    match ty {
        Ty::Bool | Ty::Int(_) | Ty::Param(_) | Ty::Const(_) => ty.clone(),
        Ty::Data(path, tys) => Ty::Data(path.clone(), all(tys)),
        Ty::SpecFn(tys, ret) => Ty::SpecFn(all(tys), Box::new(normalize(program, ret))),
        Ty::Ref(ty) => Ty::Ref(Box::new(normalize(program, ty))),
        Ty::Boxed(path, ty) => Ty::Boxed(path.clone(), Box::new(normalize(program, ty))),
        Ty::MutRef(ty) => Ty::MutRef(Box::new(normalize(program, ty))),
        Ty::FnItem(path, tys) => Ty::FnItem(path.clone(), all(tys)),
        Ty::Proj(trait_, tys, name) => {
            let tys = all(tys);
            let known = program.impls.iter().find_map(|candidate| {
                let binding = matches(candidate, trait_, &tys)?;
                let (_, ty) = candidate.types.iter().find(|(n, _)| n == name)?;
                Some(ty.subst(&|n| binding.get(n).cloned()))
            });
            let known = known.or_else(|| callable::output(program, trait_, &tys, name));
            known.unwrap_or_else(|| Ty::Proj(trait_.clone(), tys, name.clone()))
        }
    }
}

/// The bound of an item for these type arguments of the item.
pub fn instance_for(program: &Program, params: &[TypeParam], bound: &TraitBound, args: &[Ty]) -> (Path, Vec<Ty>) {
    let binding: Binding = params.iter().map(|p| p.name.clone()).zip(args.iter().cloned()).collect();
    instance(program, bound, &binding)
}

fn instance(program: &Program, bound: &TraitBound, binding: &Binding) -> (Path, Vec<Ty>) {
    let args = bound.args.iter().map(|t| normalize(program, &t.subst(&|n| binding.get(n).cloned()))).collect();
    (bound.trait_.clone(), args)
}

fn matches(candidate: &TraitImpl, trait_: &Path, args: &[Ty]) -> Option<Binding> {
    if candidate.trait_ != *trait_ || candidate.args.len() > args.len() {
        return None;
    }
    let mut binding = Binding::new();
    // A function of the trait takes the trait's arguments first, then its own.
    candidate.args.iter().zip(args).all(|(p, t)| unify(candidate, p, t, &mut binding)).then_some(binding)
}

fn unify(candidate: &TraitImpl, pattern: &Ty, ty: &Ty, binding: &mut Binding) -> bool {
    let mut all =
        |ps: &[Ty], ts: &[Ty]| ps.len() == ts.len() && ps.iter().zip(ts).all(|(p, t)| unify(candidate, p, t, binding));
    match (pattern, ty) {
        (Ty::Param(name), _) if candidate.params.iter().any(|p| p.name == *name) => match binding.get(name) {
            Some(known) => known == ty,
            None => {
                binding.insert(name.clone(), ty.clone());
                true
            }
        },
        // What an associated type is may depend on what is not known here: it may match.
        (Ty::Proj(..), _) | (_, Ty::Proj(..)) => true,
        (Ty::Data(a, ps), Ty::Data(b, ts)) | (Ty::FnItem(a, ps), Ty::FnItem(b, ts)) => a == b && all(ps, ts),
        (Ty::SpecFn(ps, p), Ty::SpecFn(ts, t)) => all(ps, ts) && all(&[(**p).clone()], &[(**t).clone()]),
        (Ty::Ref(p), Ty::Ref(t)) | (Ty::MutRef(p), Ty::MutRef(t)) => all(&[(**p).clone()], &[(**t).clone()]),
        (Ty::Boxed(a, p), Ty::Boxed(b, t)) => a == b && all(&[(**p).clone()], &[(**t).clone()]),
        (a, b) => a == b,
    }
}
