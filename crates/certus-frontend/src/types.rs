//! Types: from rust-analyzer's to the tree's.
//!
//! Lifetimes are left out: they do not change what a program computes, and rustc has checked them. Whatever has no form
//! in the tree becomes the unknown type, and the reader remembers it, so that the item or body is refused as a whole.

use std::cell::Cell;

use certus_tree::{ConstArg, DefId, GenericParam, IntTy, Mutability, Ty};
use ra_ap_hir_def::hir::generics::GenericParams;
use ra_ap_hir_def::{
    CallableDefId, ConstParamId, GenericDefId, ItemContainerId, Lookup, TypeOrConstParamId, TypeParamId,
    signatures::{FunctionSignature, TypeAliasSignature},
};
use ra_ap_hir_ty::ImplTraitId;
use ra_ap_hir_ty::consteval::{allocation_as_isize, allocation_as_usize};
use ra_ap_hir_ty::db::{GeneralConstId, HirDatabase as _};
use ra_ap_hir_ty::next_solver as solver;
use ra_ap_hir_ty::next_solver::{AliasTyKind, ConstKind, GenericArgs, TyKind};
use ra_ap_rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind as _};
use ra_ap_rustc_type_ir::{self as ir};

use crate::key::Key;
use crate::loaded::Loaded;

/// The number of a parameter that is not known; see [`unknown`].
pub(crate) const UNKNOWN_PARAM: u32 = u32::MAX;

/// What stands where no type is known. A body with one in it does not pass the gate, except for generic arguments of a
/// function that is only named, never called.
pub(crate) fn unknown() -> Ty {
    Ty::Param(UNKNOWN_PARAM, "_".into())
}

/// One conversion; remembers whether every type was known.
pub(crate) struct TypeReader<'a, 'db> {
    /// Gives out the numbers of the definitions that types name.
    pub(crate) loaded: &'db Loaded,
    /// Numbers the closures of the body the types belong to.
    pub(crate) closures: &'a dyn Fn(ra_ap_hir_def::hir::ExprId) -> u32,
    /// Set when a type was not known.
    pub(crate) saw_unknown: Cell<bool>,
}

impl<'a, 'db> TypeReader<'a, 'db> {
    /// A reader for types outside of any body.
    pub(crate) fn new(loaded: &'db Loaded) -> Self {
        TypeReader { loaded, closures: &|_| 0, saw_unknown: Cell::new(false) }
    }

    /// The only way to make an unknown type here, so that it can never go unnoticed.
    fn unknown(&self) -> Ty {
        self.saw_unknown.set(true);
        unknown()
    }

    /// A type. Names of definitions get their numbers here, in the order in which types name them.
    ///
    /// What falls to the last line is an error, a type that inference left open, or one of unstable Rust (coroutines, patterns as
    /// types): none of them may come through as some type.
    pub(crate) fn ty(&self, ty: solver::Ty<'db>) -> Ty {
        let one = |ty| Box::new(self.ty(ty));
        match ty.kind() {
            TyKind::Bool => Ty::Bool,
            TyKind::Char => Ty::Char,
            TyKind::Str => Ty::Str,
            TyKind::Never => Ty::Never,
            TyKind::Int(int) => Ty::Int(signed(int)),
            TyKind::Uint(int) => Ty::Int(unsigned(int)),
            TyKind::Float(float) => Ty::Float(float.bit_width() as u32),
            TyKind::Adt(adt, args) => Ty::Adt(self.loaded.def(Key::Adt(adt.def_id())), self.args(args)),
            TyKind::Ref(_, ty, mutability) => Ty::Ref(mutable(mutability), one(ty)),
            TyKind::RawPtr(ty, mutability) => Ty::RawPtr(mutable(mutability), one(ty)),
            TyKind::Tuple(tys) => Ty::Tuple(tys.iter().map(|t| self.ty(t)).collect()),
            TyKind::Slice(ty) => Ty::Slice(one(ty)),
            TyKind::Array(ty, len) => Ty::Array(one(ty), self.constant(len)),
            TyKind::Param(param) => {
                let (index, name) = self.type_param(param.id);
                Ty::Param(index, name)
            }
            TyKind::FnDef(callee, args) => Ty::FnDef(self.callable(callee.0), self.args(args)),
            TyKind::FnPtr(sig, _) => {
                let sig = sig.skip_binder();
                let inputs = sig.inputs().iter().map(|t| self.ty(*t)).collect();
                Ty::FnPtr(inputs, one(sig.output()))
            }
            TyKind::Closure(id, _) => Ty::Closure((self.closures)(id.0.loc(self.loaded.db()).expr)),
            TyKind::Dynamic(bounds, _) => self.dynamic(bounds),
            TyKind::Alias(alias) => self.alias(alias),
            _ => self.unknown(),
        }
    }

    /// `dyn Auto` without a principal trait has nothing to call and is not known. Auto traits beside one come after its arguments.
    fn dynamic(&self, bounds: solver::BoundExistentialPredicates<'db>) -> Ty {
        match bounds.principal() {
            Some(principal) => {
                let principal = principal.skip_binder();
                let auto =
                    bounds.auto_traits().into_iter().map(|of| Ty::Dyn(self.loaded.def(Key::Trait(of.0)), Vec::new()));
                let args = self.args(principal.args).into_iter().chain(auto).collect();
                Ty::Dyn(self.loaded.def(Key::Trait(principal.def_id.0)), args)
            }
            None => self.unknown(),
        }
    }

    /// A projection that is still there after inference belongs to a type parameter: it stays a type of its own.
    fn alias(&self, alias: solver::AliasTy<'db>) -> Ty {
        let db = self.loaded.db();
        match alias.kind {
            AliasTyKind::Projection { def_id } => {
                let ItemContainerId::TraitId(trait_) = def_id.0.lookup(db).container else { return self.unknown() };
                let name = TypeAliasSignature::of(db, def_id.0).name.as_str().to_string();
                Ty::Projection(self.loaded.def(Key::Trait(trait_)), self.args(alias.args), name)
            }
            AliasTyKind::Opaque { def_id } => match def_id.0.loc(db) {
                ImplTraitId::ReturnTypeImplTrait(function, index) => {
                    let index = index.into_raw().into_u32();
                    Ty::Opaque(self.loaded.def(Key::Function(function)), index, self.args(alias.args))
                }
                ImplTraitId::TypeAliasImplTrait(..) => self.unknown(),
            },
            _ => self.unknown(),
        }
    }

    /// Generic arguments, lifetimes left out: those of the parent first, as in [`certus_tree::Generics`].
    pub(crate) fn args(&self, args: GenericArgs<'db>) -> Vec<Ty> {
        args.iter()
            .filter_map(|arg| arg.ty().map(|t| self.ty(t)).or_else(|| arg.konst().map(|c| Ty::Const(self.constant(c)))))
            .collect()
    }

    /// A constant in a type: 3 in `[u8; 3]`, and `N` in `[u8; N]`. One that inference left open
    /// counts as an unknown type. One whose value has no form in the tree does not, and what needs the value errs.
    pub(crate) fn constant(&self, value: solver::Const<'db>) -> ConstArg {
        match value.kind() {
            ConstKind::Param(param) => {
                let (index, name) = self.const_param(param.id);
                ConstArg::Param(index, name)
            }
            ConstKind::Value(value) => {
                let Some(leaf) = value.try_to_leaf() else { return ConstArg::Unknown };
                let value_ty = value.ty;
                let signed = matches!(value_ty.kind(), TyKind::Int(_));
                let unsigned = || i128::try_from(leaf.to_uint_unchecked()).ok();
                let value = if signed { Some(leaf.to_int_unchecked()) } else { unsigned() };
                // A number that the tree has no room for must not become another one.
                value.map_or(ConstArg::Unknown, |n| number(n, value_ty))
            }
            ConstKind::Error(_) | ConstKind::Infer(_) => {
                self.saw_unknown.set(true);
                ConstArg::Unknown
            }
            ConstKind::Unevaluated(written) => self.computed(written).unwrap_or(ConstArg::Unknown),
            _ => ConstArg::Unknown,
        }
    }

    /// The value of an expression in a type, such as `N * 2` in `[u8; N * 2]` with a known `N`; rust-analyzer runs it. Its bytes
    /// are read as its type says.
    fn computed(&self, written: solver::UnevaluatedConst<'db>) -> Option<ConstArg> {
        let db = self.loaded.db();
        let value = match written.def.0 {
            GeneralConstId::ConstId(id) => db.const_eval(id, written.args, None),
            GeneralConstId::StaticId(id) => db.const_eval_static(id),
            GeneralConstId::AnonConstId(id) => db.anon_const_eval(id, written.args, None),
        };
        let value = value.ok()?;
        let ty = value.ty;
        let computed = match ty.kind() {
            TyKind::Int(_) => allocation_as_isize(value),
            _ => i128::try_from(allocation_as_usize(value)).ok()?,
        };
        Some(number(computed, ty))
    }

    /// The function or type that a callable definition is or constructs.
    pub(crate) fn callable(&self, callable: CallableDefId) -> DefId {
        let key = match callable {
            CallableDefId::FunctionId(id) => Key::Function(id),
            CallableDefId::StructId(id) => Key::Adt(id.into()),
            CallableDefId::EnumVariantId(id) => Key::Adt(id.lookup(self.loaded.db()).parent.into()),
        };
        self.loaded.def(key)
    }

    /// Its index counts the parameters of the impl or trait first.
    fn type_param(&self, id: TypeParamId) -> (u32, String) {
        self.loaded.param(id.into())
    }

    /// The index and name of a const parameter.
    pub(crate) fn const_param(&self, id: ConstParamId) -> (u32, String) {
        self.loaded.param(id.into())
    }
}

impl Loaded {
    /// The impl or trait whose generics a definition inherits. Variants and fields inherit none: their generics are the type's.
    pub(crate) fn generic_parent(&self, def: GenericDefId) -> Option<GenericDefId> {
        let container = match def {
            GenericDefId::FunctionId(id) => id.lookup(self.db()).container,
            GenericDefId::ConstId(id) => id.lookup(self.db()).container,
            GenericDefId::TypeAliasId(id) => id.lookup(self.db()).container,
            _ => return None,
        };
        match container {
            ItemContainerId::ImplId(id) => Some(id.into()),
            ItemContainerId::TraitId(id) => Some(id.into()),
            _ => None,
        }
    }

    /// Parameters made of `impl Trait` in the place of an argument have no name of their own and are called `impl%` and
    /// their index: two of them are two types.
    fn param(&self, id: TypeOrConstParamId) -> (u32, String) {
        let inherited =
            self.generic_parent(id.parent).map_or(0, |p| GenericParams::of(self.db(), p).len_type_or_consts());
        let params = GenericParams::of(self.db(), id.parent);
        let local = id.local_id.into_raw().into_u32();
        let name = params.iter_type_or_consts().nth(local as usize).and_then(|(_, data)| data.name());
        let index = inherited as u32 + local;
        let name = name.map_or_else(|| format!("impl%{index}"), |n| n.as_str().to_string());
        (index, name)
    }

    /// The generic parameters in scope of a definition, inherited ones first, and how many are inherited.
    pub(crate) fn generic_params(&self, def: GenericDefId) -> (Vec<GenericParam>, usize) {
        let mut out = Vec::new();
        let parent = self.generic_parent(def);
        let mut inherited = 0;
        for owner in parent.into_iter().chain([def]) {
            inherited = if owner == def { out.len() } else { 0 };
            for (local_id, data) in GenericParams::of(self.db(), owner).iter_type_or_consts() {
                let name = data.name().map_or_else(|| format!("impl%{}", out.len()), |n| n.as_str().to_string());
                let is_const = data.const_param().is_some();
                let const_ty = is_const.then(|| {
                    let id = ConstParamId::from_unchecked(TypeOrConstParamId { parent: owner, local_id });
                    TypeReader::new(self).ty(ra_ap_hir_ty::db::HirDatabase::const_param_ty(self.db(), id))
                });
                out.push(GenericParam { name, is_const, const_ty });
            }
        }
        (out, inherited)
    }

    /// The name of a function.
    pub(crate) fn function_name(&self, id: ra_ap_hir_def::FunctionId) -> String {
        FunctionSignature::of(self.db(), id).name.as_str().to_string()
    }
}

/// A number in a type. Where `usize` has 32 bits there may be no such number.
fn number(value: i128, ty: solver::Ty<'_>) -> ConstArg {
    let fits = match ty.kind() {
        TyKind::Uint(ir::UintTy::Usize) => u32::try_from(value).is_ok(),
        TyKind::Int(ir::IntTy::Isize) => i32::try_from(value).is_ok(),
        _ => true,
    };
    if fits { ConstArg::Value(value) } else { ConstArg::Wide(value) }
}

/// The tree's word for a signed machine integer.
fn signed(int: ir::IntTy) -> IntTy {
    match int {
        ir::IntTy::Isize => IntTy::Isize,
        ir::IntTy::I8 => IntTy::I8,
        ir::IntTy::I16 => IntTy::I16,
        ir::IntTy::I32 => IntTy::I32,
        ir::IntTy::I64 => IntTy::I64,
        ir::IntTy::I128 => IntTy::I128,
    }
}

/// The tree's word for an unsigned machine integer.
fn unsigned(int: ir::UintTy) -> IntTy {
    match int {
        ir::UintTy::Usize => IntTy::Usize,
        ir::UintTy::U8 => IntTy::U8,
        ir::UintTy::U16 => IntTy::U16,
        ir::UintTy::U32 => IntTy::U32,
        ir::UintTy::U64 => IntTy::U64,
        ir::UintTy::U128 => IntTy::U128,
    }
}

/// The tree's word for a mutability.
pub(crate) fn mutable(mutability: solver::Mutability) -> Mutability {
    match mutability {
        solver::Mutability::Not => Mutability::Shared,
        solver::Mutability::Mut => Mutability::Mut,
    }
}
