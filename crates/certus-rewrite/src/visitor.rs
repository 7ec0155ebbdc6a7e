//! The visitor of both modes: its state, and the treatment of each kind of node.
//!
//! The generated walk of the parser crate handles most nodes. This file and `exprs.rs` interrupt it where the kind of
//! code changes (a type or a pattern inside ghost code is Rust again, and so is an item) and where a node has a keep
//! form.

use crate::errors::RewriteError;
use crate::literals::Bare;
use crate::{Code, Mode};
use certus_codes::Language;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::Span;
use verus_syn::{Attribute, Block, Expr, ExprLit, GenericArgument, Item, Lit, Macro, Meta, Pat, Type};

/// The state of a walk over one item or expression.
pub(crate) struct Rewriter {
    /// [`Mode::Keep`] or [`Mode::Interface`]: the entry points reject the other modes.
    pub(crate) mode: Mode,
    /// The code the node being visited belongs to.
    pub(crate) code: Code,
    /// In the body of a function that is not verified.
    pub(crate) unverified: bool,
    /// Everything found so far.
    pub(crate) errors: Vec<RewriteError>,
}

impl Rewriter {
    /// A visitor for a mode and a kind of code.
    pub(crate) fn new(mode: Mode, code: Code) -> Self {
        Rewriter { mode, code, unverified: false, errors: Vec::new() }
    }

    /// Runs `work` with the code set to `code`.
    pub(crate) fn within<T>(&mut self, code: Code, work: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.code, code);
        let result = work(self);
        self.code = saved;
        result
    }

    /// Runs `work` on an item with these attributes, which has nothing to be verified if one says so.
    pub(crate) fn about<T>(&mut self, attrs: &[Attribute], work: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.unverified;
        self.unverified |= attrs.iter().any(is_unverified);
        let result = work(self);
        self.unverified = saved;
        result
    }

    /// True inside ghost code.
    pub(crate) fn ghost(&self) -> bool {
        self.code == Code::Ghost
    }

    /// Records an error of the language.
    pub(crate) fn error(&mut self, span: Span, code: impl Into<certus_codes::Code>, message: impl Into<String>) {
        self.errors.push(RewriteError::new(span, code, message));
    }

    /// Reports an unsupported construct.
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        self.errors.push(RewriteError::unsupported(span, what));
    }
}

/// Whether a documentation string stands for `external` or `external_body`.
fn is_unverified(attr: &Attribute) -> bool {
    let Meta::NameValue(pair) = &attr.meta else { return false };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return false };
    let text = text.value();
    matches!(text.as_str(), "certus:attr verifier::external" | "certus:attr verifier::external_body")
}

impl VisitMut for Rewriter {
    /// Rewrites an expression. The stack grows if it is deeply nested.
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.expr(expr, Bare::Context);
    }

    /// Rewrites the statements of a block.
    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        let count = stmts.len();
        for (i, stmt) in stmts.into_iter().enumerate() {
            self.stmt(stmt, i + 1 == count, &mut block.stmts);
        }
    }

    /// An item inside of a body is exec code again, unless it says otherwise.
    fn visit_item_mut(&mut self, item: &mut Item) {
        self.within(Code::Exec, |this| visit_mut::visit_item_mut(this, item));
    }

    /// A type inside of ghost code is Rust again.
    fn visit_type_mut(&mut self, ty: &mut Type) {
        self.within(Code::Exec, |this| this.ty(ty));
    }

    /// Literals in patterns stay Rust's.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        self.within(Code::Exec, |this| visit_mut::visit_pat_mut(this, pat));
    }

    /// A constant argument of a type is Rust again.
    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        self.within(Code::Exec, |this| visit_mut::visit_generic_argument_mut(this, argument));
    }

    /// Whatever may have attributes of the language has none any more when it comes here.
    fn visit_attribute_mut(&mut self, attr: &mut Attribute) {
        if matches!(attr.path().segments.first(), Some(first) if first.ident == "verifier" || first.ident == "verus") {
            let message = "an attribute of the language has no effect here";
            self.error(attr.pound_token.span, Language::MisplacedAttribute, message);
        }
    }

    /// Macros expand later, and rewrite their own arguments.
    fn visit_macro_mut(&mut self, _: &mut Macro) {}
}
