//! What a definition is: rust-analyzer's identity of it.

use ra_ap_hir_def::builtin_derive::BuiltinDeriveImplMethod;
use ra_ap_hir_def::{
    AdtId, BuiltinDeriveImplId, ConstId, DefWithBodyId, FunctionId, ImplId, ModuleId, StaticId, TraitId,
};

/// What a [`DefId`](certus_tree::DefId) stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A function or method.
    Function(FunctionId),
    /// A struct, enum or union.
    Adt(AdtId),
    /// A constant or associated constant.
    Const(ConstId),
    /// A static.
    Static(StaticId),
    /// A trait.
    Trait(TraitId),
    /// An impl.
    Impl(ImplId),
    /// A module or crate root.
    Module(ModuleId),
    /// The impl that a built-in derive stands for.
    DerivedImpl(BuiltinDeriveImplId),
    /// A method of such an impl.
    DerivedFn(BuiltinDeriveImplId, BuiltinDeriveImplMethod),
}

impl Key {
    /// The definition that owns a body; `None` for the discriminant of a variant.
    pub(crate) fn from_body(owner: DefWithBodyId) -> Option<Key> {
        match owner {
            DefWithBodyId::FunctionId(id) => Some(Key::Function(id)),
            DefWithBodyId::ConstId(id) => Some(Key::Const(id)),
            DefWithBodyId::StaticId(id) => Some(Key::Static(id)),
            DefWithBodyId::VariantId(_) => None,
        }
    }

    /// What owns the body of the definition, if it can have one.
    pub(crate) fn with_body(self) -> Option<DefWithBodyId> {
        match self {
            Key::Function(id) => Some(id.into()),
            Key::Const(id) => Some(id.into()),
            Key::Static(id) => Some(id.into()),
            _ => None,
        }
    }
}
