//! Methods and functions of types of the standard library that are not declared.
//!
//! The declarations (`std-api/`) lack many. A name that they lack may be a mistake or not: only rustc knows, and it is not asked
//! about a program that verified code does not type. So it is not said that Rust has no such method.

use certus_diagnostics::{Diagnostic, Span, Unsupported};
use ra_ap_base_db::Crate;
use ra_ap_hir_def::hir::generics::GenericParams;
use ra_ap_hir_def::hir::{Expr, ExprOrPatId};
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::resolver::TypeNs;
use ra_ap_hir_def::{AdtId, HasModule as _, ModuleDefId};
use ra_ap_hir_ty::next_solver::{StoredTy, TyKind};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use super::Builder;

/// What to do with a function that is not declared.
const HELP: &str = "Certus knows what its declarations of the standard library list. If Rust has this function, call it in a function of your \
                    own, with `#[verifier::external_body]` and an `ensures`";

impl Builder<'_> {
    /// The error for a method that a value of a type of the standard library does not seem to have; `None` for other types, and where
    /// a trait of the program has such a method, which is then meant.
    pub(crate) fn unlisted_method(&self, receiver: &StoredTy, name: &str, span: Span) -> Option<Diagnostic> {
        let mut ty = receiver.as_ref();
        while let TyKind::Ref(_, inner, _) = ty.kind() {
            ty = inner;
        }
        let is_listed = match ty.kind() {
            TyKind::Adt(adt, _) => self.is_standard(adt.def_id()),
            TyKind::Bool | TyKind::Char | TyKind::Str | TyKind::Int(_) | TyKind::Uint(_) | TyKind::Float(_) => true,
            TyKind::Slice(_) | TyKind::Array(..) | TyKind::RawPtr(..) => true,
            _ => false,
        };
        if self.has_trait_with(name) {
            return None;
        }
        let message = format!("no method `{name}` of `{}` is declared for verified code", self.shown(receiver));
        is_listed.then(|| Diagnostic::error(Unsupported::UndeclaredStd, message, span).with_help(HELP))
    }

    /// The error for `u8::name` and the like; `None` for paths of other types.
    pub(crate) fn unlisted_item(&self, id: ExprOrPatId, text: &str, span: Span) -> Option<Diagnostic> {
        let ExprOrPatId::ExprId(id) = id else { return None };
        let Expr::Path(path) = &self.body[id] else { return None };
        let (head, rest, _) = self.resolver.resolve_path_in_type_ns(self.loaded.db(), path)?;
        let is_listed = match head {
            TypeNs::BuiltinType(_) => true,
            // With parameters left out, the name may belong to one of several types, and which is not told.
            TypeNs::AdtId(adt) => {
                let params = GenericParams::of(self.loaded.db(), adt.into());
                self.is_standard(adt) && params.len_type_or_consts() == 0
            }
            _ => false,
        };
        let message = format!("`{text}` is not declared for verified code");
        (is_listed && rest.is_some())
            .then(|| Diagnostic::error(Unsupported::UndeclaredStd, message, span).with_help(HELP))
    }

    /// Whether a trait of the user's crates has a function of this name.
    fn has_trait_with(&self, name: &str) -> bool {
        let db = self.loaded.db();
        let is_function = |def: ModuleDefId| match def {
            ModuleDefId::TraitId(id) => id.trait_items(db).items.iter().any(|(item, _)| item.as_str() == name),
            _ => false,
        };
        self.loaded.crates().verified().into_iter().any(|krate| {
            crate_def_map(db, krate).modules().any(|(_, module)| module.scope.declarations().any(is_function))
        })
    }

    /// Whether a type is one of the standard library.
    fn is_standard(&self, adt: AdtId) -> bool {
        let of: Crate = adt.module(self.loaded.db()).krate(self.loaded.db());
        ["core", "alloc", "std"].contains(&&*self.loaded.crate_name(of))
    }
}
