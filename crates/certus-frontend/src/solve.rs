//! Questions to the trait solver.
//!
//! Whether a bound holds, through which impl, and what a projection stands for. An answer is given only when it is
//! certain: an ambiguous bound does not hold, and a type with something open in it is not normalised. Choosing the
//! wrong impl would give a call the contract of another function.
//!
//! rust-analyzer's own search for the function of an impl (`lookup_impl_method`) gives the function of the trait back where it
//! finds none, without a reason. So the solver is asked here: whether the bound holds, and then which of the impls it holds
//! for, each with its bounds.

use certus_tree::{ConstArg, IntTy};
use ra_ap_hir_def::TraitId;
use ra_ap_hir_def::builtin_type::{BuiltinFloat, BuiltinInt, BuiltinType, BuiltinUint};
use ra_ap_hir_ty::ImplTraitId;
use ra_ap_hir_ty::db::{HirDatabase as _, InternedOpaqueTyId};
use ra_ap_hir_ty::next_solver::infer::traits::{Obligation, ObligationCause};
use ra_ap_hir_ty::next_solver::infer::{DbInternerInferExt as _, InferCtxt};
use ra_ap_hir_ty::next_solver::obligation_ctxt::ObligationCtxt;
use ra_ap_hir_ty::next_solver::{
    AliasTy, AliasTyKind, AnyImplId, Binder, BoundExistentialPredicates, Const, ConstKind, DbInterner,
    ExistentialPredicate, ExistentialTraitRef, GenericArg, GenericArgs, ImplTraitIdx, Mutability, ParamEnv, Region,
    ScalarInt, TraitRef, Ty, TyKind, TypingMode, ValTreeKind,
};
use ra_ap_hir_ty::traits::implements_trait_unique_with_args;
use ra_ap_hir_ty::{GenericPredicates, ParamEnvAndCrate, Span};
use ra_ap_rustc_type_ir::TypeVisitableExt as _;
use ra_ap_rustc_type_ir::inherent::{GenericArgs as _, IntoKind as _, Ty as _};

use crate::key::Key;
use crate::loaded::Loaded;

impl Loaded {
    /// The assumptions in scope at a definition: in `fn f<T: Ord>` that `T: Ord` holds. A module and what else has no
    /// generics has none.
    pub(crate) fn env(&self, at: Key) -> ParamEnvAndCrate<'_> {
        let krate = at.module(self).krate(self.db());
        let param_env = match at.generic(self) {
            Some(def) => self.db().trait_environment(def),
            None => ParamEnv::empty(DbInterner::new_with(self.db(), krate)),
        };
        ParamEnvAndCrate { param_env, krate }
    }

    /// The interner of the user's crate.
    pub(crate) fn interner(&self) -> DbInterner<'_> {
        DbInterner::new_with(self.db(), self.crates().own())
    }

    /// True when a trait bound holds.
    pub(crate) fn holds<'db>(&'db self, env: ParamEnvAndCrate<'db>, trait_: TraitId, args: GenericArgs<'db>) -> bool {
        implements_trait_unique_with_args(self.db(), env, trait_, args)
    }

    /// The impl that a trait bound holds through; `None` for a where-clause, a built-in rule, or when it does not hold.
    pub(crate) fn select<'db>(
        &'db self,
        env: ParamEnvAndCrate<'db>,
        trait_: TraitId,
        args: GenericArgs<'db>,
    ) -> Option<(AnyImplId, GenericArgs<'db>)> {
        let interner = DbInterner::new_with(self.db(), env.krate);
        let infcx = interner.infer_ctxt().build(TypingMode::non_body_analysis());
        let trait_ref = TraitRef::new_from_args(interner, trait_.into(), args);
        let trait_ref = infcx.at(&ObligationCause::dummy(), env.param_env).deeply_normalize(trait_ref).ok()?;
        if trait_ref.self_ty().is_ty_error() || !self.holds(env, trait_, trait_ref.args) {
            return None;
        }
        let mut candidates = self.numbering().impls().for_type(self.db(), trait_, trait_ref.self_ty());
        candidates.find_map(|id| Some((id, self.matching(env, id, trait_ref)?)))
    }

    /// The arguments with which an impl is the given one; `None` when it is another.
    ///
    /// For `impl<T: Copy> Get for Vec<T>` and the wanted `Vec<u8>: Get` the answer is `[u8]`: fresh variables stand for the
    /// parameters, the header is made equal to the wanted bound, and the bounds of the impl must hold with what comes out. An
    /// argument that stays open means that more than one fits, and so that none does.
    fn matching<'db>(
        &'db self,
        env: ParamEnvAndCrate<'db>,
        id: AnyImplId,
        wanted: TraitRef<'db>,
    ) -> Option<GenericArgs<'db>> {
        let interner = DbInterner::new_with(self.db(), env.krate);
        let infcx = interner.infer_ctxt().build(TypingMode::non_body_analysis());
        let cause = ObligationCause::dummy();
        let (args, header) = match id {
            AnyImplId::ImplId(id) => {
                let args = infcx.fresh_args_for_item(Span::Dummy, id.into());
                (args, self.db().impl_trait(id)?.instantiate(interner, args))
            }
            AnyImplId::BuiltinDeriveImplId(id) => {
                let args = infcx.fresh_args_for_item(Span::Dummy, id.into());
                (args, ra_ap_hir_ty::builtin_derive::impl_trait(interner, id).instantiate(interner, args))
            }
        };
        let mut ocx = ObligationCtxt::new(&infcx);
        let header = infcx.at(&cause, env.param_env).deeply_normalize(header.skip_norm_wip()).ok()?;
        for obligation in infcx.at(&cause, env.param_env).eq(wanted, header).ok()?.obligations {
            ocx.register_obligation(obligation);
        }
        if let AnyImplId::ImplId(id) = id {
            let bounds = GenericPredicates::query_all(self.db(), id.into());
            for clause in bounds.iter_instantiated(interner, args.as_slice()) {
                let predicate = clause.skip_norm_wip().as_predicate();
                ocx.register_obligation(Obligation::new(interner, cause, env.param_env, predicate));
            }
        }
        if !ocx.evaluate_obligations_error_on_ambiguity().is_empty() {
            return None;
        }
        let args = infcx.resolve_vars_if_possible(args);
        (!args.has_non_region_infer()).then_some(args)
    }

    /// Replaces projections that are known; the type itself when something in it is not. With `impl Iterator for Few` of
    /// items `u8`, `Option<<Few as Iterator>::Item>` becomes `Option<u8>`.
    pub(crate) fn normalized<'db>(&'db self, env: ParamEnvAndCrate<'db>, ty: Ty<'db>) -> Ty<'db> {
        let interner = DbInterner::new_with(self.db(), env.krate);
        let infcx: InferCtxt<'db> = interner.infer_ctxt().build(TypingMode::non_body_analysis());
        let result = infcx.at(&ObligationCause::dummy(), env.param_env).deeply_normalize(ty);
        result.ok().map(|ty| infcx.resolve_vars_if_possible(ty)).filter(|ty| !ty.has_non_region_infer()).unwrap_or(ty)
    }
}

impl Loaded {
    /// Generic arguments of a trait or function for the solver, as seen from a definition; `None` when a type has no
    /// form there.
    pub(crate) fn solver_args<'db>(
        &'db self,
        args: &[certus_tree::Ty],
        at: Key,
        of: Option<TraitId>,
    ) -> Option<GenericArgs<'db>> {
        let Some(trait_) = of else {
            let all: Option<Vec<GenericArg<'db>>> = args.iter().map(|ty| self.solver_arg(ty, None, at)).collect();
            return Some(GenericArgs::new_from_slice(&all?));
        };
        self.solver_args_of(GenericArgs::identity_for_item(self.interner(), trait_.into()), args, at)
    }

    /// The arguments for these parameters. Lifetimes are erased; types and constants are given in order.
    fn solver_args_of<'db>(
        &'db self,
        params: GenericArgs<'db>,
        args: &[certus_tree::Ty],
        at: Key,
    ) -> Option<GenericArgs<'db>> {
        let mut given = args.iter();
        let fill = |param: GenericArg<'db>| match param.region() {
            Some(_) => Some(Region::new_erased(self.interner()).into()),
            None => given.next().and_then(|ty| self.solver_arg(ty, Some(param), at)),
        };
        let all: Option<Vec<GenericArg<'db>>> = params.iter().map(fill).collect();
        Some(GenericArgs::new_from_slice(&all?))
    }

    /// Constants are generic arguments too, of the type of their parameter; lifetimes are not kept in the tree.
    ///
    /// The type matters: for `A<3>` of `struct A<const N: u8>`, an impl `Tr for A<3>` is not found with the constant 3 of type
    /// `usize`.
    fn solver_arg<'db>(
        &'db self,
        ty: &certus_tree::Ty,
        param: Option<GenericArg<'db>>,
        at: Key,
    ) -> Option<GenericArg<'db>> {
        let certus_tree::Ty::Const(value) = ty else { return Some(self.solver_ty(ty, at)?.into()) };
        let of = match param.and_then(|param| param.konst()).map(|param| param.kind()) {
            Some(ConstKind::Param(param)) => Some(self.db().const_param_ty(param.id)),
            _ => None,
        };
        Some(self.solver_const(value, of, at)?.into())
    }

    /// A constant of a type, or of `usize`; `None` for a value that does not fit or is not known.
    fn solver_const<'db>(&'db self, value: &ConstArg, of: Option<Ty<'db>>, at: Key) -> Option<Const<'db>> {
        match value {
            ConstArg::Value(value) | ConstArg::Wide(value) => typed_const(self.interner(), *value, of),
            ConstArg::Param(index, _) => self.parameter(*index, at)?.konst(),
            ConstArg::Unknown => None,
        }
    }

    /// A generic parameter in scope of a definition, by its index in the tree.
    fn parameter<'db>(&'db self, index: u32, at: Key) -> Option<GenericArg<'db>> {
        let identity = GenericArgs::identity_for_item(self.interner(), at.generic(self)?.into());
        identity.iter().filter(|arg| arg.region().is_none()).nth(index as usize)
    }

    /// A type of the tree for the solver; `None` for the types of closures.
    pub(crate) fn solver_ty<'db>(&'db self, ty: &certus_tree::Ty, at: Key) -> Option<Ty<'db>> {
        use certus_tree::Ty as T;
        let interner = self.interner();
        let erased = Region::new_erased(interner);
        let all = |tys: &[T]| tys.iter().map(|t| self.solver_ty(t, at)).collect::<Option<Vec<_>>>();
        let of = |def: &certus_tree::DefId, args: &[T]| -> Option<(Key, GenericArgs<'db>)> {
            let key = self.key(*def)?;
            let params = GenericArgs::identity_for_item(interner, key.generic(self)?.into());
            Some((key, self.solver_args_of(params, args, at)?))
        };
        Some(match ty {
            T::Bool => Ty::from_builtin_type(interner, BuiltinType::Bool),
            T::Char => Ty::from_builtin_type(interner, BuiltinType::Char),
            T::Str => Ty::from_builtin_type(interner, BuiltinType::Str),
            T::Never => Ty::new(interner, TyKind::Never),
            T::Int(int) => builtin_int(interner, *int),
            T::Float(32) => Ty::from_builtin_type(interner, BuiltinType::Float(BuiltinFloat::F32)),
            T::Float(_) => Ty::from_builtin_type(interner, BuiltinType::Float(BuiltinFloat::F64)),
            T::Adt(def, args) => match of(def, args)? {
                (Key::Adt(id), args) => Ty::new_adt(interner, id, args),
                _ => return None,
            },
            T::Ref(m, ty) => Ty::new(interner, TyKind::Ref(erased, self.solver_ty(ty, at)?, solver_mutability(*m))),
            T::RawPtr(m, ty) => Ty::new(interner, TyKind::RawPtr(self.solver_ty(ty, at)?, solver_mutability(*m))),
            T::Tuple(tys) => Ty::new_tup(interner, &all(tys)?),
            T::Slice(ty) => Ty::new(interner, TyKind::Slice(self.solver_ty(ty, at)?)),
            T::Array(ty, len) => {
                Ty::new(interner, TyKind::Array(self.solver_ty(ty, at)?, self.solver_const(len, None, at)?))
            }
            T::Param(index, _) => self.parameter(*index, at)?.ty()?,
            T::Projection(def, args, name) => {
                let (Key::Trait(id), args) = of(def, args)? else { return None };
                let name = ra_ap_hir_expand::name::Name::new_root(name);
                let alias = id.trait_items(self.db()).associated_type_by_name(&name)?;
                let kind = AliasTyKind::Projection { def_id: alias.into() };
                Ty::new(interner, TyKind::Alias(AliasTy::new_from_args(interner, kind, args)))
            }
            T::Opaque(def, number, args) => {
                let (Key::Function(id), args) = of(def, args)? else { return None };
                let number = ImplTraitIdx::from_raw((*number).into());
                let opaque = InternedOpaqueTyId::new(self.db(), ImplTraitId::ReturnTypeImplTrait(id, number));
                let kind = AliasTyKind::Opaque { def_id: opaque.into() };
                Ty::new(interner, TyKind::Alias(AliasTy::new_from_args(interner, kind, args)))
            }
            T::Dyn(def, args) if args.is_empty() => {
                let Key::Trait(id) = self.key(*def)? else { return None };
                let none = GenericArgs::new_from_slice(&[]);
                let of = ExistentialTraitRef::new_from_args(interner, id.into(), none);
                let bound = Binder::dummy(ExistentialPredicate::Trait(of));
                Ty::new(interner, TyKind::Dynamic(BoundExistentialPredicates::new_from_slice(&[bound]), erased))
            }
            T::FnDef(..) | T::FnPtr(..) | T::Closure(_) | T::Dyn(..) | T::Const(_) => return None,
        })
    }
}

/// The solver's word for a mutability.
fn solver_mutability(mutability: certus_tree::Mutability) -> Mutability {
    match mutability {
        certus_tree::Mutability::Shared => Mutability::Not,
        certus_tree::Mutability::Mut => Mutability::Mut,
    }
}

/// The solver's form of a machine integer type.
fn builtin_int<'db>(interner: DbInterner<'db>, int: IntTy) -> Ty<'db> {
    use BuiltinType::{Int, Uint};
    let builtin = match int {
        IntTy::I8 => Int(BuiltinInt::I8),
        IntTy::I16 => Int(BuiltinInt::I16),
        IntTy::I32 => Int(BuiltinInt::I32),
        IntTy::I64 => Int(BuiltinInt::I64),
        IntTy::I128 => Int(BuiltinInt::I128),
        IntTy::Isize => Int(BuiltinInt::Isize),
        IntTy::U8 => Uint(BuiltinUint::U8),
        IntTy::U16 => Uint(BuiltinUint::U16),
        IntTy::U32 => Uint(BuiltinUint::U32),
        IntTy::U64 => Uint(BuiltinUint::U64),
        IntTy::U128 => Uint(BuiltinUint::U128),
        IntTy::Usize => Uint(BuiltinUint::Usize),
    };
    Ty::from_builtin_type(interner, builtin)
}

/// A constant of a type that is `bool`, `char` or a machine integer; of `usize`, if no type is given. `None` for a value that the
/// type does not have, for another type, and for `isize`, of which the target decides.
fn typed_const<'db>(interner: DbInterner<'db>, value: i128, of: Option<Ty<'db>>) -> Option<Const<'db>> {
    let usize_ = || Some(Const::from_target_usize(interner, u64::try_from(value).ok()?));
    let Some(ty) = of else { return usize_() };
    let scalar = match ty.kind() {
        TyKind::Bool => ScalarInt::from(u8::try_from(value).ok()? == 1),
        TyKind::Char => ScalarInt::from(u32::try_from(value).ok().and_then(char::from_u32)?),
        TyKind::Uint(uint) => match uint.bit_width() {
            Some(8) => ScalarInt::from(u8::try_from(value).ok()?),
            Some(16) => ScalarInt::from(u16::try_from(value).ok()?),
            Some(32) => ScalarInt::from(u32::try_from(value).ok()?),
            Some(64) => ScalarInt::from(u64::try_from(value).ok()?),
            Some(_) => ScalarInt::from(u128::try_from(value).ok()?),
            None => return usize_(),
        },
        TyKind::Int(int) => match int.bit_width()? {
            8 => ScalarInt::from(i8::try_from(value).ok()?),
            16 => ScalarInt::from(i16::try_from(value).ok()?),
            32 => ScalarInt::from(i32::try_from(value).ok()?),
            64 => ScalarInt::from(i64::try_from(value).ok()?),
            _ => ScalarInt::from(value),
        },
        _ => return None,
    };
    Some(Const::new_valtree(interner, ty, ValTreeKind::Leaf(scalar)))
}
