//! Types with trait objects in them.
//!
//! An object carries the functions of its trait. So whatever mentions a type with an object in it depends on the trait, also
//! where the type only stands behind a quantifier, or is an argument of a function: `forall|r: R| ..` in the contract of a
//! function of `T` makes `T` depend on itself if there is a `dyn T` in `R`.

use std::collections::HashSet;

use crate::expr::{Expr, ExprKind};
use crate::item::Program;
use crate::stmt::{Stmt, StmtKind};
use crate::ty::{Path, Ty};
use crate::{Binder, DYN, visit};

/// The datatypes that have an object in them.
pub(super) struct Holders(HashSet<Path>);

impl Holders {
    /// Those of a program.
    pub(super) fn of(program: &Program) -> Holders {
        let mut found = Holders(program.datatypes.keys().filter(|path| path.ends_with(DYN)).cloned().collect());
        loop {
            let before = found.0.len();
            for datatype in program.datatypes.values() {
                let mut fields = datatype.variants.iter().flatten().flat_map(|variant| &variant.fields);
                if fields.any(|field| found.is_in(&field.ty)) {
                    found.0.insert(datatype.path.clone());
                }
            }
            if found.0.len() == before {
                return found;
            }
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a type mentions one of them.
    fn is_in(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Data(path, _) if self.0.contains(path)) || ty.parts().any(|part| self.is_in(part))
    }

    /// The types with an object that an expression mentions.
    pub(super) fn of_expr(&self, expr: &Expr) -> Vec<Ty> {
        let mut found = Vec::new();
        if self.is_empty() {
            return found;
        }
        visit::walk(expr, &mut |e| {
            found.push(e.ty.clone());
            match &*e.kind {
                ExprKind::Let(binder, ..) => found.push(binder.ty.clone()),
                ExprKind::Quant(_, binders, ..) | ExprKind::Choose(binders, ..) | ExprKind::Lambda(binders, _) => {
                    found.extend(types(binders));
                }
                ExprKind::Call(_, tys, _) => found.extend(tys.iter().cloned()),
                ExprKind::TypeConst(ty) => found.push(ty.clone()),
                _ => {}
            }
        });
        found.retain(|ty| self.is_in(ty));
        found
    }

    /// Those that a statement mentions by itself.
    pub(super) fn of_stmt(&self, stmt: &Stmt) -> Vec<Ty> {
        let mut found = match &stmt.kind {
            _ if self.is_empty() => Vec::new(),
            StmtKind::Declare(binder, _) => vec![binder.ty.clone()],
            StmtKind::Call(call) => call.type_args.clone(),
            StmtKind::Aside { binders, .. } => types(binders).collect(),
            _ => Vec::new(),
        };
        found.retain(|ty| self.is_in(ty));
        found
    }
}

fn types(binders: &[Binder]) -> impl Iterator<Item = Ty> {
    binders.iter().map(|binder| binder.ty.clone())
}
