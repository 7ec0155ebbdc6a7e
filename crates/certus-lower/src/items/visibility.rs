//! What the published part of an item may mention: nothing that is hidden from those who see it.
//!
//! Reference page `reference-spec-signature`. A client must be able to read what is published; a definition that
//! mentions something private would leave the client with a name it cannot unfold, and would make the private part a
//! promise.

use certus_diagnostics::Span;
use certus_tree::{self as tree, Item, Visibility};
use certus_vir::{Body, Expr, ExprKind, Function, Mode, Path, Publish, Ty, UnaryOp, visit};

use super::rules::within;
use crate::context::{Context, Result, language};

/// Who sees something.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Scope {
    Everyone,
    Module(Path),
}

impl Context<'_> {
    /// Checks the preconditions and the open definition of a function of this crate.
    pub(super) fn check_visibility(&mut self, function: &Function, visibility: &Visibility) -> Result<()> {
        let own = match visibility {
            Visibility::Public => Scope::Everyone,
            Visibility::Module(module) => Scope::Module(module.as_str().into()),
        };
        if own == Scope::Everyone && function.mode != Mode::Spec {
            for clause in &function.requires {
                self.check_published(&clause.expr, &own, "'requires' clause of public function")?;
            }
            for clause in &function.ensures {
                self.check_datatypes(&clause.expr, &own)?;
            }
        }
        let Body::Spec(body) = &function.body else { return Ok(()) };
        let scope = match &function.publish {
            Publish::Open => own,
            Publish::Module(module) if within(&function.module, module) => Scope::Module(module.clone()),
            _ => return Ok(()),
        };
        self.check_published(body, &scope, "pub open spec function")
    }

    /// Errs with `language/visibility` at the place of the use.
    fn check_published(&mut self, expr: &Expr, scope: &Scope, place: &str) -> Result<()> {
        let mut uses: Vec<(Use, Span)> = Vec::new();
        visit::walk(expr, &mut |e| match &*e.kind {
            ExprKind::Call(path, ..) => uses.push((Use::Function(path.clone()), e.span)),
            ExprKind::TypeConst(Ty::FnItem(path, _)) => uses.push((Use::Function(path.clone()), e.span)),
            ExprKind::Ctor(path, ..) => uses.push((Use::Datatype(path.clone(), "constructor"), e.span)),
            ExprKind::Unary(UnaryOp::Field(path, ..), _) => {
                uses.push((Use::Datatype(path.clone(), "field expression"), e.span));
            }
            _ => {}
        });
        for (used, span) in uses {
            match used {
                Use::Function(path) => self.check_function_use(&path, scope, place, span)?,
                Use::Datatype(path, what) => self.check_datatype_use(&path, scope, what, span)?,
            }
        }
        Ok(())
    }

    /// A postcondition may speak of private functions, which clients see as unknown ones, but not of private fields.
    fn check_datatypes(&mut self, expr: &Expr, scope: &Scope) -> Result<()> {
        let mut fields: Vec<(Path, Span)> = Vec::new();
        visit::walk(expr, &mut |e| {
            if let ExprKind::Unary(UnaryOp::Field(path, ..), _) = &*e.kind {
                fields.push((path.clone(), e.span));
            }
        });
        fields.into_iter().try_for_each(|(path, span)| self.check_datatype_use(&path, scope, "field expression", span))
    }

    /// Items of libraries were checked with their crate, and functions of traits are as visible as the trait.
    fn check_function_use(&mut self, path: &Path, scope: &Scope, place: &str, span: Span) -> Result<()> {
        let Some(def) = self.defs.get(path).copied() else { return Ok(()) };
        let entry = self.entry(def)?;
        if !self.tree.is_local(def) || covers(&entry.def().visibility, scope) {
            return Ok(());
        }
        let what = if matches!(entry.item, Item::Const(_)) { "const" } else { "function" };
        if let Item::Function(tree::Function { trait_method: Some(_), .. })
        | Item::Const(tree::Const { trait_const: Some(_), .. }) = &entry.item
        {
            return Ok(());
        }
        language("visibility", format!("in {place}, cannot refer to private {what}"), span)
    }

    /// A struct with a field that the reader does not see is opaque to the reader, whatever the field that is used.
    fn check_datatype_use(&mut self, path: &Path, scope: &Scope, what: &str, span: Span) -> Result<()> {
        let Some(def) = self.adts.get(path).copied() else { return Ok(()) };
        let entry = self.entry(def)?;
        let Item::Adt(adt) = &entry.item else { return Ok(()) };
        if !self.tree.is_local(def) {
            return Ok(());
        }
        if !covers(&adt.def.visibility, scope) {
            return language("visibility", format!("disallowed: {what} for a non-visible datatype"), span);
        }
        let is_struct = adt.kind == certus_tree::AdtKind::Struct;
        let fields = adt.variants.iter().flat_map(|v| &v.fields);
        if is_struct && fields.into_iter().any(|f| !covers(&f.visibility, scope)) {
            return language("visibility", format!("disallowed: {what} for an opaque datatype"), span);
        }
        Ok(())
    }
}

enum Use {
    Function(Path),
    Datatype(Path, &'static str),
}

/// True when everyone in the scope sees an item of this visibility.
fn covers(visibility: &Visibility, scope: &Scope) -> bool {
    match (visibility, scope) {
        (Visibility::Public, _) => true,
        (Visibility::Module(_), Scope::Everyone) => false,
        (Visibility::Module(module), Scope::Module(scope)) => within(scope, module),
    }
}
