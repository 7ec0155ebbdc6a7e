//! Types at instances: substitution, associated types, which impl a call means, whether a bound holds.

use std::collections::BTreeMap;
use std::rc::Rc;

use certus_known::Known;

use crate::callable;
use crate::item::{DEFAULT_BODY, Function, Program, Sizedness, TraitBound, TraitImpl, TypeParam};
use crate::ty::{Name, POINTER, Path, Ty};

/// Types for type parameters.
pub type TySubst = Rc<BTreeMap<Name, Ty>>;

/// How deep the search for impls goes before it gives up (and the bound counts as not known to hold).
const SEARCH_DEPTH: u32 = 16;

/// The trait of types whose size is known.
const SIZED: &str = Known::Sized.path();

/// What is known of types: the program, and the function that is verified with the bounds of its parameters.
#[derive(Clone, Copy)]
pub struct Types<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function that is verified.
    pub own: Option<&'a Function>,
    /// Whether impls are left out that the function is a part of the proof of.
    pub proved_only: bool,
}

/// The substitution of a list of parameters.
pub fn substitution(params: &[TypeParam], args: &[Ty]) -> TySubst {
    Rc::new(params.iter().zip(args).map(|(p, a)| (p.name.clone(), a.clone())).collect())
}

impl<'a> Types<'a> {
    /// The type under a substitution, with known associated types put in.
    pub fn norm(&self, subst: &TySubst, ty: &Ty) -> Ty {
        let ty = if subst.is_empty() { ty.clone() } else { ty.subst(&|name| subst.get(name).cloned()) };
        self.resolve(&ty, SEARCH_DEPTH)
    }

    /// The same for a list.
    pub fn norm_all(&self, subst: &TySubst, tys: &[Ty]) -> Vec<Ty> {
        tys.iter().map(|t| self.norm(subst, t)).collect()
    }

    fn resolve(&self, ty: &Ty, depth: u32) -> Ty {
        let all = |tys: &[Ty]| tys.iter().map(|t| self.resolve(t, depth)).collect::<Vec<_>>();
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::Const(_) => ty.clone(),
            Ty::Data(path, args) => Ty::Data(path.clone(), all(args)),
            Ty::SpecFn(args, ret) => Ty::SpecFn(all(args), Box::new(self.resolve(ret, depth))),
            Ty::Ref(inner) => Ty::Ref(Box::new(self.resolve(inner, depth))),
            Ty::Boxed(path, inner) => Ty::Boxed(path.clone(), Box::new(self.resolve(inner, depth))),
            Ty::MutRef(inner) => Ty::MutRef(Box::new(self.resolve(inner, depth))),
            Ty::FnItem(path, args) => Ty::FnItem(path.clone(), all(args)),
            Ty::Proj(trait_, args, name) => {
                let args = all(args);
                let fixed = |b: &'a TraitBound| {
                    let (_, ty) = b.assoc.iter().find(|(n, _)| n == name)?;
                    (b.trait_ == *trait_ && b.args == args).then_some(ty)
                };
                if let Some(ty) = self.own.and_then(|f| f.bounds.iter().find_map(fixed)) {
                    return ty.clone();
                }
                let known = depth.checked_sub(1).and_then(|depth| {
                    let (found, subst) = self.find_impl(trait_, &args, depth)?;
                    let (_, ty) = found.types.iter().find(|(n, _)| n == name)?;
                    Some(self.resolve(&ty.subst(&|n| subst.get(n).cloned()), depth))
                });
                let known = known.or_else(|| self.assumed(trait_, &args, name));
                let known = known.or_else(|| {
                    let (output, depth) = (callable::output(self.program, trait_, &args, name)?, depth.checked_sub(1)?);
                    Some(self.resolve(&output, depth))
                });
                known.unwrap_or_else(|| Ty::Proj(trait_.clone(), args, name.clone()))
            }
        }
    }

    /// What a bound of the verified function says that an associated type is.
    fn assumed(&self, trait_: &Path, args: &[Ty], name: &Name) -> Option<Ty> {
        let bounds = self.own.into_iter().flat_map(|f| &f.bounds);
        let of = bounds.filter(|b| b.trait_ == *trait_ && b.args == args).flat_map(|b| &b.assoc);
        of.into_iter().find(|(n, _)| n == name).map(|(_, ty)| ty.clone())
    }

    /// The impl of a trait for these arguments, with the types of its parameters, when one is known to apply.
    fn find_impl(&self, trait_: &Path, args: &[Ty], depth: u32) -> Option<(&'a TraitImpl, BTreeMap<Name, Ty>)> {
        let unproved = self.own.filter(|_| self.proved_only).map_or(&[][..], |f| &f.unproved_impls);
        let fits = |(number, candidate): (usize, &'a TraitImpl)| {
            let found = candidate.trait_ == *trait_ && candidate.args.len() == args.len();
            let subst = found.then(|| self.applied(candidate, args, depth)).flatten()?;
            (!unproved.contains(&number)).then_some((candidate, subst))
        };
        self.program.impls.iter().enumerate().find_map(fits)
    }

    /// The types of an impl's parameters where it is known to be the impl for these arguments. A parameter may follow from
    /// what a bound says of an associated type (`impl<A: V<X = B>, B> T for P<A>`).
    fn applied(&self, candidate: &TraitImpl, args: &[Ty], depth: u32) -> Option<BTreeMap<Name, Ty>> {
        let mut subst = unify_all(&candidate.params, &candidate.args, args)?;
        let is_unbound = |subst: &BTreeMap<Name, Ty>| candidate.params.iter().any(|p| !subst.contains_key(&p.name));
        let is_param = |name: &Name| candidate.params.iter().any(|p| p.name == *name);
        // Each round that is needed binds a parameter.
        for _ in &candidate.params {
            if !is_unbound(&subst) {
                break;
            }
            for (bound, (name, told)) in candidate.bounds.iter().flat_map(|b| b.assoc.iter().map(move |a| (b, a))) {
                let args = bound.args.iter().map(|t| t.subst(&|n| subst.get(n).cloned())).collect();
                let found = self.resolve(&Ty::Proj(bound.trait_.clone(), args, name.clone()), depth);
                if !unify(told, &found, &is_param, &mut subst) {
                    return None;
                }
            }
        }
        if is_unbound(&subst) {
            return None;
        }
        // An associated type in the impl's arguments is compared by what it is.
        let is_same = |(pattern, ty): (&Ty, &Ty)| {
            !has_projection(pattern) || self.resolve(&pattern.subst(&|n| subst.get(n).cloned()), depth) == *ty
        };
        let is_it = candidate.args.iter().zip(args).all(is_same);
        (is_it && self.bounds_hold(&candidate.params, &candidate.bounds, &subst, depth)).then_some(subst)
    }

    /// What a call of a trait's function means for these type arguments: the impl's function and its type arguments.
    /// `None` when it is not a trait's function or the impl is not known.
    pub fn resolve_call(&self, path: &Path, args: &[Ty]) -> Option<(Path, Vec<Ty>)> {
        let meant = |candidate: &'a TraitImpl| {
            let (_, target) = candidate.functions.iter().find(|(declared, _)| declared == path)?;
            let (of_trait, of_method) = args.split_at_checked(candidate.args.len())?;
            let subst = self.applied(candidate, of_trait, SEARCH_DEPTH)?;
            // A default body takes the arguments that the trait's function takes.
            if target.strip_suffix(DEFAULT_BODY) == Some(path) {
                return Some((target.clone(), args.to_vec()));
            }
            let of_impl = candidate.params.iter().filter_map(|p| subst.get(&p.name).cloned());
            Some((target.clone(), of_impl.chain(of_method.iter().cloned()).collect()))
        };
        self.program.impls.iter().find_map(meant)
    }

    /// Whether bounds on parameters are known to hold under a substitution; parameters are sized unless they say so.
    pub fn bounds_hold(
        &self,
        params: &[TypeParam],
        bounds: &[TraitBound],
        subst: &BTreeMap<Name, Ty>,
        depth: u32,
    ) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let sized = |p: &TypeParam| p.maybe_unsized || subst.get(&p.name).is_none_or(|t| self.sized(t, depth));
        let holds = |bound: &TraitBound| {
            let put = |t: &Ty| self.resolve(&t.subst(&|n| subst.get(n).cloned()), depth);
            let args: Vec<Ty> = bound.args.iter().map(put).collect();
            if &*bound.trait_ == SIZED {
                return args.first().is_some_and(|t| self.sized(t, depth));
            }
            let is_fixed = |(name, ty): &(Name, Ty)| {
                let found = Ty::Proj(bound.trait_.clone(), args.clone(), name.clone());
                self.resolve(&found, depth) == put(ty)
            };
            if !bound.assoc.iter().all(is_fixed) {
                return false;
            }
            let own = self.own.is_some_and(|f| f.bounds.iter().any(|b| b.trait_ == bound.trait_ && b.args == args));
            let is = |(name, ty): &(Name, Ty)| {
                self.resolve(&Ty::Proj(bound.trait_.clone(), args.clone(), name.clone()), depth) == put(ty)
            };
            let is_known = || self.find_impl(&bound.trait_, &args, depth).is_some();
            (own || callable::holds(self.program, &bound.trait_, &args) || is_known()) && bound.assoc.iter().all(is)
        };
        params.iter().all(sized) && bounds.iter().all(|bound| self.implied(bound, bounds) || holds(bound))
    }

    /// Whether a bound is on a supertrait of another one in the list, so that it holds where that one does: supertraits
    /// have no cycles. Of a trait that nothing is said about (`Eq`) no impl is known, but that it is there wherever `Ord` is.
    fn implied(&self, bound: &TraitBound, bounds: &[TraitBound]) -> bool {
        let asks = |by: &TraitBound| {
            let Some(asking) = self.program.traits.get(&by.trait_) else { return false };
            let subst = substitution(&asking.params, &by.args);
            let on_self = |asked: &TraitBound| match (asked.args.first(), asking.params.first()) {
                (Some(Ty::Param(name)), Some(own)) => *name == own.name,
                _ => false,
            };
            let is_it = |asked: &TraitBound| {
                let args = asked.args.iter().map(|t| t.subst(&|n| subst.get(n).cloned()));
                asked.trait_ == bound.trait_ && args.eq(bound.args.iter().cloned())
            };
            by.trait_ != bound.trait_ && asking.bounds.iter().filter(|b| on_self(b)).any(is_it)
        };
        bound.assoc.is_empty() && bounds.iter().any(asks)
    }

    /// Whether values of the type have a size that is known at compile time; false when in doubt.
    fn sized(&self, ty: &Ty, depth: u32) -> bool {
        self.sized_within(ty, depth, &mut Vec::new())
    }

    /// The same, where the types in `open` are the ones being looked at: a type that contains itself does so behind a
    /// pointer, which has a size if all else has.
    ///
    /// An associated type has a size where its trait says so. Nothing else is known of it, so a bound of the function
    /// that is verified (`where T::Item: Sized`) does not help.
    fn sized_within(&self, ty: &Ty, depth: u32, open: &mut Vec<Ty>) -> bool {
        if open.contains(ty) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match ty {
            Ty::Data(path, _) if matches!(&**path, "str" | "slice") || path.starts_with("dyn") => false,
            Ty::Data(path, _) if **path == *POINTER => true,
            Ty::Data(path, args) => {
                open.push(ty.clone());
                let known = self.program.datatypes.get(path);
                let subst = known.map(|data| substitution(&data.params, args)).unwrap_or_default();
                let variants = known.and_then(|data| data.variants.as_ref());
                let last = variants.into_iter().flatten().filter_map(|v| v.fields.last());
                let mut fields = last.map(|f| self.norm(&subst, &f.ty));
                let all = fields.all(|t| self.sized_within(&t, depth, open));
                let all = all
                    && match known.filter(|_| variants.is_none()).map(|data| data.sized) {
                        Some(Sizedness::Never) => false,
                        Some(Sizedness::WithArguments) => args.iter().all(|t| self.sized_within(t, depth, open)),
                        Some(Sizedness::Always) => true,
                        None => variants.is_some() || args.iter().all(|t| self.sized_within(t, depth, open)),
                    };
                open.pop();
                all
            }
            Ty::Param(name) => {
                let of_own = self.own.and_then(|f| f.type_params.iter().find(|p| p.name == *name));
                of_own.is_some_and(|p| !p.maybe_unsized)
            }
            Ty::Proj(trait_, _, name) => {
                // The type that is projected to exists only where the trait is implemented, which keeps to this bound.
                let is_it = |ty: &Ty| matches!(ty, Ty::Proj(t, _, n) if t == trait_ && n == name);
                let bounds = self.program.traits.get(trait_).map(|t| &t.assoc_bounds);
                bounds.into_iter().flatten().any(|b| &*b.trait_ == SIZED && b.args.first().is_some_and(is_it))
            }
            // A pointer has a size whatever it points to.
            Ty::Ref(_) | Ty::Boxed(..) | Ty::MutRef(_) => true,
            Ty::Bool | Ty::Int(_) | Ty::Real | Ty::SpecFn(..) | Ty::FnItem(..) | Ty::Const(_) => true,
        }
    }
}

/// Types for the parameters that make the patterns equal to the types; all parameters that occur are bound.
pub fn unify_all(params: &[TypeParam], patterns: &[Ty], tys: &[Ty]) -> Option<BTreeMap<Name, Ty>> {
    let mut subst = BTreeMap::new();
    let is_param = |name: &Name| params.iter().any(|p| p.name == *name);
    let all = patterns.iter().zip(tys).all(|(p, t)| unify(p, t, &is_param, &mut subst));
    all.then_some(subst)
}

/// True for a type with an associated type in it.
pub(crate) fn has_projection(ty: &Ty) -> bool {
    matches!(ty, Ty::Proj(..)) || ty.parts().any(has_projection)
}

/// One-way matching. An associated type in the pattern matches everything: what it is follows from the parameters, and is
/// compared when they are known.
pub fn unify(pattern: &Ty, ty: &Ty, is_param: &dyn Fn(&Name) -> bool, subst: &mut BTreeMap<Name, Ty>) -> bool {
    let mut all =
        |ps: &[Ty], ts: &[Ty]| ps.len() == ts.len() && ps.iter().zip(ts).all(|(p, t)| unify(p, t, is_param, subst));
    match (pattern, ty) {
        (Ty::Param(name), _) if is_param(name) => match subst.get(name) {
            Some(bound) => bound == ty,
            None => {
                subst.insert(name.clone(), ty.clone());
                true
            }
        },
        (Ty::Proj(..), _) => true,
        (Ty::Data(a, ps), Ty::Data(b, ts)) | (Ty::FnItem(a, ps), Ty::FnItem(b, ts)) => a == b && all(ps, ts),
        (Ty::SpecFn(ps, p), Ty::SpecFn(ts, t)) => all(ps, ts) && unify(p, t, is_param, subst),
        (Ty::Ref(p), Ty::Ref(t)) | (Ty::MutRef(p), Ty::MutRef(t)) => unify(p, t, is_param, subst),
        (Ty::Boxed(a, p), Ty::Boxed(b, t)) => a == b && unify(p, t, is_param, subst),
        _ => pattern == ty,
    }
}

/// How many parts a type has: what grows without end under polymorphic recursion.
pub fn size(ty: &Ty) -> usize {
    let all = |tys: &[Ty]| tys.iter().map(size).sum::<usize>();
    match ty {
        Ty::Bool | Ty::Int(_) | Ty::Real | Ty::Param(_) | Ty::Const(_) => 1,
        Ty::Data(_, args) | Ty::FnItem(_, args) | Ty::Proj(_, args, _) => 1 + all(args),
        Ty::SpecFn(args, ret) => 1 + all(args) + size(ret),
        Ty::Ref(inner) | Ty::Boxed(_, inner) | Ty::MutRef(inner) => 1 + size(inner),
    }
}
