//! Functions that exist at run time: clauses and modes are gone, ghost parameters have no size.
//!
//! ```text
//! fn f(x: u8, Ghost(g): Ghost<int>) -> (r: u8) requires p ensures q { s }
//!     ->  fn f(x: u8, g: Ghost<int>) -> u8 { s' }
//! ```
//!
//! A parameter of another mode than the function's, `fn f(tracked x: T)`, would have to go at every call as well, and syntax
//! does not tell which calls are of this function: it is an error.

use super::{Eraser, stub};
use certus_codes::Language;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::Span;
use verus_syn::{Attribute, Block, FnArgKind, FnMode, Item, ItemFn, Pat, Publish, ReturnType, Signature, Stmt};

/// Whether a function exists at run time.
fn runs(mode: &FnMode, names: &[String]) -> bool {
    match mode {
        FnMode::Exec(_) => true,
        FnMode::Default => !names.iter().any(|name| name == "spec" || name == "proof"),
        _ => false,
    }
}

/// A declaration without a body has names for parameters only.
pub(super) fn declare_only(sig: &mut Signature) {
    for input in &mut sig.inputs {
        match &mut input.kind {
            FnArgKind::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
            FnArgKind::Typed(typed) => {
                if let Pat::Ident(pat) = &mut *typed.pat {
                    pat.mutability = None;
                }
            }
            FnArgKind::Receiver(_) => {}
        }
    }
}

impl Eraser {
    /// A function of a module or a block; a stub when it is a specification.
    pub(super) fn free_function(&mut self, item: &mut ItemFn) -> Option<Item> {
        let bodiless = item.semi_token.take().map(|t| t.span);
        let describes =
            |attr: &Attribute| attr.path().segments.last().is_some_and(|s| s.ident == "external_fn_specification");
        if item.attrs.iter().any(describes) {
            self.ghost(item);
            return Some(Item::Verbatim(stub(&item.attrs, &item.vis, &item.sig.ident)));
        }
        let whole = (!matches!(item.sig.mode, FnMode::Exec(_) | FnMode::Default)).then(|| item.clone());
        if self.function(&mut item.attrs, &mut item.sig, Some(&mut item.block), bodiless) {
            return Some(Item::Fn(item.clone()));
        }
        self.ghost(whole.as_ref().unwrap_or(item));
        if item.sig.ident == "main" {
            let message = "`main` function should be #[verifier::exec]";
            self.rewriter.error(item.sig.ident.span(), Language::MainNotExec, message);
        }
        Some(Item::Verbatim(stub(&item.attrs, &item.vis, &item.sig.ident)))
    }

    /// Erases the ghost parts of a function; false if the whole function is ghost.
    pub(super) fn function(
        &mut self,
        attrs: &mut Vec<Attribute>,
        sig: &mut Signature,
        block: Option<&mut Block>,
        bodiless: Option<Span>,
    ) -> bool {
        let names = self.attrs(attrs);
        if !runs(&sig.mode, &names) {
            return false;
        }
        if let Some(span) = bodiless {
            self.rewriter.error(span, Language::ExecWithoutBody, "a function without a body cannot be compiled");
        }
        attrs.extend(super::documents::contract(sig));
        let outer = std::mem::replace(&mut self.touched, false);
        let guards = self.signature(sig);
        let constrained = std::mem::take(&mut self.constrained);
        if let Some(block) = block {
            self.visit_block_mut(block);
            self.numbers(&sig.output, block);
            block.stmts.splice(0..0, guards);
        }
        self.constrained = constrained;
        if std::mem::replace(&mut self.touched, outer) {
            attrs.push(super::warnings::allowed(sig.fn_token.span));
        }
        true
    }

    /// The errors for numbers whose type may follow from ghost code only.
    fn numbers(&mut self, output: &ReturnType, block: &Block) {
        for (name, span) in super::numbers::unconstrained(&self.concrete, &self.constrained, output, block) {
            let message = format!(
                "the type of `{name}` may be inferred from ghost code only, which is not compiled: annotate it"
            );
            self.rewriter.error(span, Language::UntoldType, message);
        }
    }

    /// Converts a signature to plain Rust, and returns the statements for the beginning of the body.
    fn signature(&mut self, sig: &mut Signature) -> Vec<Stmt> {
        let mut guards = Vec::new();
        sig.publish = Publish::Default;
        sig.broadcast = None;
        sig.mode = FnMode::Default;
        if !crate::attribute::is_empty(&sig.spec) {
            let spec = std::mem::replace(&mut sig.spec, crate::attribute::no_clauses());
            self.ghost(&spec);
        }
        for input in &mut sig.inputs {
            let own = match &mut input.kind {
                FnArgKind::Receiver(receiver) => &mut receiver.attrs,
                FnArgKind::Typed(typed) => &mut typed.attrs,
            };
            let names = self.attrs(own);
            let of_mode = names.iter().any(|name| matches!(name.as_str(), "spec" | "ghost" | "proof" | "tracked"));
            let place = input.tracked.take().map(|keyword| keyword.span);
            if let Some(span) = place.or(of_mode.then_some(sig.fn_token.span)) {
                let message = "a ghost parameter of a function that is compiled is written `Ghost(x): Ghost<T>` or \
                               `Tracked(x): Tracked<T>`";
                self.rewriter.error(span, Language::GhostParameter, message);
            }
            match &mut input.kind {
                FnArgKind::Receiver(receiver) => self.visit_type_mut(&mut receiver.ty),
                FnArgKind::Typed(typed) => {
                    self.visit_type_mut(&mut typed.ty);
                    self.pattern(&mut typed.pat, &mut guards);
                }
            }
        }
        self.output(&mut sig.output);
        self.visit_generics_mut(&mut sig.generics);
        guards
    }

    /// The result without name and mode.
    pub(super) fn output(&mut self, output: &mut ReturnType) {
        let ReturnType::Type(_, tracked, named, ty) = output else { return };
        if let Some(keyword) = tracked.take() {
            let message = "the ghost result of a function that is compiled is of a type `Ghost<T>` or `Tracked<T>`";
            self.rewriter.error(keyword.span, Language::GhostResult, message);
        }
        *named = None;
        self.visit_type_mut(ty);
    }
}
