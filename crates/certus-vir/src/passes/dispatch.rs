//! Which impls a use of a trait at some types can mean.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::callable;
use crate::instances::has_projection;
use crate::item::{Program, Sizedness, TraitBound, TraitImpl, TypeParam};
use crate::mode::Mode;
use crate::ty::{Name, POINTER, Path, Ty};
use certus_known::Library;

type Binding = HashMap<Name, Ty>;

/// How many bounds are followed one by one. Of what comes after them any impl of the trait may be meant.
const LIMIT: usize = 1000;

/// How many associated types are followed one into the other.
const DEPTH: usize = 16;

/// A type of which nothing is known: any type may be meant.
fn anything() -> Ty {
    Ty::Proj("%anything".into(), Vec::new(), "%anything".into())
}

/// The impls of the trait whose arguments may match these types, by their numbers in [`Program::impls`], with those that
/// their own bounds need. Types that are not known (a type parameter) match a blanket impl only: what a bound of the
/// function around them promises is counted where that function gets its type arguments.
pub fn impls_of(program: &Program, trait_: &Path, args: &[Ty]) -> Vec<usize> {
    let mut found = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut todo = vec![(trait_.clone(), args.iter().map(|t| normalize(program, t)).collect::<Vec<_>>())];
    while let Some((trait_, mut args)) = todo.pop() {
        if seen.len() > LIMIT {
            args.iter_mut().for_each(|arg| *arg = anything());
        }
        if !seen.insert((trait_.clone(), args.clone())) {
            continue;
        }
        let extension = program.traits.get(&trait_).and_then(|t| t.extension.clone());
        todo.extend(extension.map(|extension| (extension, args.clone())));
        for (number, candidate) in program.impls.iter().enumerate() {
            let Some(fit) = matches(program, candidate, &trait_, &args) else { continue };
            found.insert(number);
            todo.extend(hidden(candidate, &args, &fit).map(|args| (trait_.clone(), args)));
            todo.extend(candidate.bounds.iter().map(|b| instance(program, b, &fit.binding)));
        }
    }
    found.into_iter().collect()
}

/// What a call of a trait's function at these types can mean: the functions of the impls that match, and the impls that
/// those need for their own bounds.
/// An impl without the function has the code of a trait from outside, such as `Iterator::nth`, or is derived. That may call every
/// function of the impl, so the impl is needed as a whole. Of a trait of the language it is a function that nobody verifies.
pub fn targets_of(program: &Program, declared: &Path, trait_: &Path, args: &[Ty]) -> (Vec<(usize, Path)>, Vec<usize>) {
    let (mut functions, mut needed) = (Vec::new(), Vec::new());
    let runs = program.functions.get(declared).is_some_and(|function| function.mode == Mode::Exec);
    let mut seen = HashSet::new();
    let mut todo = vec![args.iter().map(|t| normalize(program, t)).collect::<Vec<_>>()];
    while let Some(mut args) = todo.pop() {
        if seen.len() > LIMIT {
            args.iter_mut().for_each(|arg| *arg = anything());
        }
        if !seen.insert(args.clone()) {
            continue;
        }
        for (number, candidate) in program.impls.iter().enumerate() {
            let Some(fit) = matches(program, candidate, trait_, &args) else { continue };
            todo.extend(hidden(candidate, &args, &fit));
            let own = candidate.functions.iter().find(|(d, _)| d == declared);
            let is_outside = is_outside(declared, trait_);
            match own.filter(|(_, target)| !(is_outside && target.ends_with(crate::DEFAULT_BODY))) {
                Some((_, target)) => functions.push((number, target.clone())),
                None => {
                    let is_code = candidate.derived || (is_outside && !candidate.functions.is_empty());
                    needed.extend((runs && is_code).then_some(number));
                }
            }
            for bound in &candidate.bounds {
                let (trait_, args) = instance(program, bound, &fit.binding);
                needed.extend(impls_of(program, &trait_, &args));
            }
        }
    }
    needed.sort_unstable();
    needed.dedup();
    (functions, needed)
}

/// Whether a trait comes from outside: it is of the standard library, or another trait declares the contract of its function.
fn is_outside(declared: &Path, trait_: &Path) -> bool {
    let of_trait = declared.strip_prefix(&**trait_).is_some_and(|rest| rest.starts_with("::"));
    !of_trait || Library::of(trait_).is_some_and(Library::is_standard)
}

/// The trait's arguments for the type that an `impl Trait` stands for.
fn hidden(candidate: &TraitImpl, args: &[Ty], fit: &Fit) -> Option<Vec<Ty>> {
    let ty = candidate.hidden.as_ref()?.subst(&|n| fit.binding.get(n).cloned());
    Some(std::iter::once(ty).chain(args.iter().skip(1).cloned()).collect())
}

/// A function of an impl that a trait's function may mean.
pub struct Target {
    /// The function.
    pub path: Path,
    /// Its type arguments.
    pub args: Vec<Ty>,
    /// Whether no other function can be meant.
    pub is_certain: bool,
}

/// What a trait's function can mean at these types. Nothing for a function that is not a trait's.
pub fn functions_of(program: &Program, declared: &Path, args: &[Ty]) -> Vec<Target> {
    let args: Vec<Ty> = args.iter().map(|t| normalize(program, t)).collect();
    let meant = |candidate: &TraitImpl| {
        let (_, target) = candidate.functions.iter().find(|(d, _)| d == declared)?;
        let fit = matches(program, candidate, &candidate.trait_, &args)?;
        let is_certain = fit.is_certain && is_alone(program, candidate, &fit, &args);
        if target.ends_with(crate::DEFAULT_BODY) {
            return Some(Target { path: target.clone(), args: args.clone(), is_certain });
        }
        let param = |p: &TypeParam| fit.binding.get(&p.name).cloned().unwrap_or_else(anything);
        let of_impl = candidate.params.iter().map(param);
        let of_method = args.iter().skip(candidate.args.len()).cloned();
        Some(Target { path: target.clone(), args: of_impl.chain(of_method).collect(), is_certain })
    };
    program.impls.iter().filter_map(meant).collect()
}

/// The type with the associated types that are known put in.
pub fn normalize(program: &Program, ty: &Ty) -> Ty {
    normalize_within(program, ty, DEPTH)
}

fn normalize_within(program: &Program, ty: &Ty, depth: usize) -> Ty {
    let all = |tys: &[Ty]| tys.iter().map(|t| normalize_within(program, t, depth)).collect::<Vec<_>>();
    let boxed = |ty: &Ty| Box::new(normalize_within(program, ty, depth));
    match ty {
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::Const(_) => ty.clone(),
        Ty::Data(path, tys) => Ty::Data(path.clone(), all(tys)),
        Ty::SpecFn(tys, ret) => Ty::SpecFn(all(tys), boxed(ret)),
        Ty::Ref(ty) => Ty::Ref(boxed(ty)),
        Ty::Boxed(path, ty) => Ty::Boxed(path.clone(), boxed(ty)),
        Ty::MutRef(ty) => Ty::MutRef(boxed(ty)),
        Ty::FnItem(path, tys) => Ty::FnItem(path.clone(), all(tys)),
        Ty::Proj(trait_, tys, name) => {
            let tys = all(tys);
            let unknown = || Ty::Proj(trait_.clone(), tys.clone(), name.clone());
            let Some(depth) = depth.checked_sub(1) else { return unknown() };
            let told = program.impls.iter().find_map(|candidate| {
                let fit = matches_within(program, candidate, trait_, &tys, depth)?;
                let (_, ty) = candidate.types.iter().find(|(n, _)| n == name)?;
                let is_it = fit.is_certain && is_alone(program, candidate, &fit, &tys);
                is_it.then(|| ty.subst(&|n| fit.binding.get(n).cloned()))
            });
            let told = told.or_else(|| callable::output(program, trait_, &tys, name));
            told.map_or_else(unknown, |told| normalize_within(program, &told, depth))
        }
    }
}

/// Whether no other impl of the trait than one that matches could be meant, whatever the parameters in the types stand for.
/// An impl without bounds holds for all types that match and have a size where it asks for one, and impls do not overlap:
/// beside `impl<T> A for T` there may be `impl<T> A for [T]`.
fn is_alone(program: &Program, candidate: &TraitImpl, fit: &Fit, args: &[Ty]) -> bool {
    let has_size =
        |p: &TypeParam| p.maybe_unsized || fit.binding.get(&p.name).is_some_and(|ty| size(program, ty) == Some(true));
    if candidate.bounds.is_empty() && candidate.params.iter().all(has_size) {
        return true;
    }
    let others = program.impls.iter().filter(|other| !std::ptr::eq(*other, candidate));
    let could_be = |other: &TraitImpl| {
        other.trait_ == candidate.trait_ && other.args.iter().zip(args).all(|(a, b)| could_be_one(a, b))
    };
    !others.into_iter().any(could_be)
}

/// Whether values of a type have a size that is known when the program is compiled; `None` where that is not seen here.
fn size(program: &Program, ty: &Ty) -> Option<bool> {
    match ty {
        Ty::Data(path, _) if matches!(&**path, "str" | "slice") => Some(false),
        Ty::Data(path, args) => match program.datatypes.get(path).map(|datatype| datatype.sized) {
            Some(Sizedness::Always) => Some(true),
            Some(Sizedness::Never) => Some(false),
            Some(Sizedness::WithArguments) => args.iter().all(|ty| size(program, ty) == Some(true)).then_some(true),
            None => matches!(&**path, "array" | POINTER).then_some(true),
        },
        Ty::Param(_) | Ty::Proj(..) => None,
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::SpecFn(..) | Ty::FnItem(..) | Ty::Const(_) => Some(true),
        Ty::Ref(_) | Ty::Boxed(..) | Ty::MutRef(_) => Some(true),
    }
}

/// Whether two types could be one, if parameters and associated types were known.
fn could_be_one(a: &Ty, b: &Ty) -> bool {
    let all = |a: &[Ty], b: &[Ty]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| could_be_one(a, b));
    match (a, b) {
        (Ty::Param(_) | Ty::Proj(..), _) | (_, Ty::Param(_) | Ty::Proj(..)) => true,
        (Ty::Data(p, a), Ty::Data(q, b)) | (Ty::FnItem(p, a), Ty::FnItem(q, b)) => p == q && all(a, b),
        (Ty::SpecFn(a, ra), Ty::SpecFn(b, rb)) => all(a, b) && could_be_one(ra, rb),
        (Ty::Ref(a), Ty::Ref(b)) | (Ty::MutRef(a), Ty::MutRef(b)) => could_be_one(a, b),
        (Ty::Boxed(p, a), Ty::Boxed(q, b)) => p == q && could_be_one(a, b),
        (a, b) => a == b,
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

/// An impl that may be the one for some types.
struct Fit {
    binding: Binding,
    /// Whether the types match as far as they are written out, and the types of all parameters follow.
    is_certain: bool,
}

fn matches(program: &Program, candidate: &TraitImpl, trait_: &Path, args: &[Ty]) -> Option<Fit> {
    matches_within(program, candidate, trait_, args, DEPTH)
}

/// A function of the trait takes the trait's arguments first, then its own.
fn matches_within(program: &Program, candidate: &TraitImpl, trait_: &Path, args: &[Ty], depth: usize) -> Option<Fit> {
    if candidate.trait_ != *trait_ || candidate.args.len() > args.len() {
        return None;
    }
    let mut fit = Fit { binding: Binding::new(), is_certain: true };
    if !candidate.args.iter().zip(args).all(|(p, t)| unify(candidate, p, t, &mut fit)) {
        return None;
    }
    // Parameters that only an associated type of another one tells. Each round that is needed binds one.
    for _ in &candidate.params {
        if candidate.params.iter().all(|p| fit.binding.contains_key(&p.name)) {
            break;
        }
        for (bound, (name, told)) in candidate.bounds.iter().flat_map(|b| b.assoc.iter().map(move |a| (b, a))) {
            let args = bound.args.iter().map(|t| t.subst(&|n| fit.binding.get(n).cloned())).collect();
            let found = Ty::Proj(bound.trait_.clone(), args, name.clone());
            match normalize_within(program, &found, depth) {
                Ty::Proj(..) => {}
                found => {
                    unify(candidate, told, &found, &mut fit);
                }
            }
        }
    }
    for param in &candidate.params {
        if !param.maybe_unsized && fit.binding.get(&param.name).is_some_and(|ty| size(program, ty) == Some(false)) {
            return None;
        }
        let binding = fit.binding.entry(param.name.clone());
        if let std::collections::hash_map::Entry::Vacant(entry) = binding {
            entry.insert(anything());
            fit.is_certain = false;
        }
    }
    Some(fit)
}

/// Whether the types may be one.
fn unify(candidate: &TraitImpl, pattern: &Ty, ty: &Ty, fit: &mut Fit) -> bool {
    let mut all =
        |ps: &[Ty], ts: &[Ty]| ps.len() == ts.len() && ps.iter().zip(ts).all(|(p, t)| unify(candidate, p, t, fit));
    match (pattern, ty) {
        (Ty::Param(name), _) if candidate.params.iter().any(|p| p.name == *name) => match fit.binding.get(name) {
            Some(known) if known == ty => true,
            Some(known) => {
                fit.is_certain = false;
                (has_projection(known) || has_projection(ty)) && could_be_one(known, ty)
            }
            None => {
                fit.binding.insert(name.clone(), ty.clone());
                true
            }
        },
        // What an associated type is may depend on what is not known here: it may match.
        (Ty::Proj(..), _) | (_, Ty::Proj(..)) => {
            fit.is_certain = false;
            true
        }
        (Ty::Data(a, ps), Ty::Data(b, ts)) | (Ty::FnItem(a, ps), Ty::FnItem(b, ts)) => a == b && all(ps, ts),
        (Ty::SpecFn(ps, p), Ty::SpecFn(ts, t)) => all(ps, ts) && unify(candidate, p, t, fit),
        (Ty::Ref(p), Ty::Ref(t)) | (Ty::MutRef(p), Ty::MutRef(t)) => unify(candidate, p, t, fit),
        (Ty::Boxed(a, p), Ty::Boxed(b, t)) => a == b && unify(candidate, p, t, fit),
        (a, b) => a == b,
    }
}
