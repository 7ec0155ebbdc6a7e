//! Rejects surface syntax of the language in the attribute form, outside of its macros and attributes.
//!
//! A marked item is compiled as it is, so all of it must be plain Rust. The parser reads some plain Rust differently:
//! `assert(x)` is an assertion for the parser, and a call of a function for rustc. To verify one and compile the other
//! would be wrong. Such text is an error at its place.

use super::functions::is_empty;
use crate::errors::RewriteError;
use certus_codes::Language;
use certus_visit::visit::{self, Visit};
use proc_macro2::Span;
use verus_syn::spanned::Spanned;
use verus_syn::{
    AssumeSpecification, BinOp, BroadcastUse, Expr, ExprCall, ExprClosure, ExprForLoop, FnArg, Global, Item,
    ItemBroadcastGroup, Local, PatTupleStruct, Path, ReturnType, Type, UnOp,
};

/// One error for each piece of surface syntax in an item.
pub(super) fn check(item: &Item) -> Vec<RewriteError> {
    let mut plain = Plain { errors: Vec::new() };
    plain.visit_item(item);
    plain.errors
}

/// The visitor that looks for surface syntax.
struct Plain {
    errors: Vec<RewriteError>,
}

impl Plain {
    /// Reports surface syntax at a place.
    fn refuse(&mut self, span: Span) {
        let message = "code outside of `verus!` is plain Rust: write specifications in `#[verus_spec(..)]`, proofs in \
                       `proof! { .. }`, and ghost variables in `proof_decl! { .. }`";
        self.errors.push(RewriteError::new(span, Language::NotPlainRust, message));
    }
}

/// The constructors that only ghost code and the form of the macro may use.
fn is_wrapper(path: &Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident == "Ghost" || s.ident == "Tracked") && path.segments.len() == 1
}

impl Visit<'_> for Plain {
    /// Rejects ghost expressions: quantifiers, `matches`, `is`, `->`, `assert` and the like.
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Assume(_)
            | Expr::Assert(_)
            | Expr::AssertForall(_)
            | Expr::RevealHide(_)
            | Expr::View(_)
            | Expr::BigAnd(_)
            | Expr::BigOr(_)
            | Expr::Is(_)
            | Expr::IsNot(_)
            | Expr::Has(_)
            | Expr::HasNot(_)
            | Expr::Matches(_)
            | Expr::GetField(_)
            | Expr::Final(_) => self.refuse(crate::spans::first(expr)),
            _ => visit::visit_expr(self, expr),
        }
    }

    /// Rejects binary operators of the language, such as `==>`.
    fn visit_bin_op(&mut self, op: &BinOp) {
        if crate::operators::is_ghost(op) {
            self.refuse(op.span());
        }
    }

    /// Rejects prefix operators of the language, such as `forall`.
    fn visit_un_op(&mut self, op: &UnOp) {
        if matches!(op, UnOp::Proof(_) | UnOp::Forall(_) | UnOp::Exists(_) | UnOp::Choose(_)) {
            self.refuse(op.span());
        }
    }

    /// Rejects calls that the parser reads as constructs of the language.
    fn visit_expr_call(&mut self, call: &ExprCall) {
        if let Expr::Path(path) = &*call.func
            && is_wrapper(&path.path)
        {
            self.refuse(path.path.span());
        }
        if call.atomically.is_some() {
            self.refuse(call.paren_token.span.open());
        }
        visit::visit_expr_call(self, call);
    }

    /// Rejects `atomically` on a method call.
    fn visit_expr_method_call(&mut self, call: &verus_syn::ExprMethodCall) {
        if call.atomically.is_some() {
            self.refuse(call.paren_token.span.open());
        }
        visit::visit_expr_method_call(self, call);
    }

    /// Rejects patterns that open `Ghost` and `Tracked`.
    fn visit_pat_tuple_struct(&mut self, pat: &PatTupleStruct) {
        if is_wrapper(&pat.path) {
            self.refuse(pat.path.span());
        }
        visit::visit_pat_tuple_struct(self, pat);
    }

    /// Rejects `proof_fn` closures, and modes and clauses of closures.
    fn visit_expr_closure(&mut self, closure: &ExprClosure) {
        if let Some(keyword) = &closure.proof_fn {
            self.refuse(keyword.span);
        } else if closure.options.is_some() || closure.inputs.iter().any(|input| input.tracked_token.is_some()) {
            self.refuse(closure.or1_token.span);
        }
        visit::visit_expr_closure(self, closure);
    }

    /// Rejects clauses and the iterator's name of `for` loops.
    fn visit_expr_for_loop(&mut self, e: &ExprForLoop) {
        if let Some(named) = &e.expr_name {
            self.refuse(named.0.span());
        }
        visit::visit_expr_for_loop(self, e);
    }

    /// Rejects `let ghost` and `let tracked`.
    fn visit_local(&mut self, local: &Local) {
        if let Some(span) = local.ghost.as_ref().map(|t| t.span).or(local.tracked.as_ref().map(|t| t.span)) {
            self.refuse(span);
        }
        visit::visit_local(self, local);
    }

    /// Rejects `tracked` parameters.
    fn visit_fn_arg(&mut self, arg: &FnArg) {
        if let Some(keyword) = &arg.tracked {
            self.refuse(keyword.span);
        }
        visit::visit_fn_arg(self, arg);
    }

    /// Rejects named and `tracked` results.
    fn visit_return_type(&mut self, output: &ReturnType) {
        if let ReturnType::Type(arrow, tracked, named, _) = output
            && (tracked.is_some() || named.is_some())
        {
            self.refuse(arrow.spans[0]);
        }
        visit::visit_return_type(self, output);
    }

    /// Rejects types of the language, such as `spec_fn`.
    fn visit_type(&mut self, ty: &Type) {
        match ty {
            Type::FnSpec(_) | Type::FnProof(_) => self.refuse(ty.span()),
            _ => visit::visit_type(self, ty),
        }
    }

    /// Rejects modes of functions.
    fn visit_fn_mode(&mut self, mode: &verus_syn::FnMode) {
        use verus_syn::FnMode::*;
        match mode {
            Default => {}
            Spec(m) => self.refuse(m.spec_token.span),
            SpecChecked(m) => self.refuse(m.spec_token.span),
            Proof(m) => self.refuse(m.proof_token.span),
            ProofAxiom(m) => self.refuse(m.axiom_token.span),
            Exec(m) => self.refuse(m.exec_token.span),
        }
    }

    /// Rejects modes of fields and types.
    fn visit_data_mode(&mut self, mode: &verus_syn::DataMode) {
        use verus_syn::DataMode::*;
        match mode {
            Default => {}
            Ghost(m) => self.refuse(m.ghost_token.span),
            Tracked(m) => self.refuse(m.tracked_token.span),
            Exec(m) => self.refuse(m.exec_token.span),
        }
    }

    /// Rejects `open`, `closed` and `uninterp`.
    fn visit_publish(&mut self, publish: &verus_syn::Publish) {
        use verus_syn::Publish::*;
        match publish {
            Default => {}
            Closed(p) => self.refuse(p.token.span),
            Open(p) => self.refuse(p.token.span),
            OpenRestricted(p) => self.refuse(p.open_token.span),
            Uninterp(p) => self.refuse(p.token.span),
        }
    }

    /// Rejects `broadcast` and clauses in a signature.
    fn visit_signature(&mut self, sig: &verus_syn::Signature) {
        if !is_empty(&sig.spec) || sig.broadcast.is_some() {
            self.refuse(sig.fn_token.span);
            return;
        }
        visit::visit_signature(self, sig);
    }

    /// Rejects clauses of a constant.
    fn visit_item_const(&mut self, item: &verus_syn::ItemConst) {
        if item.ensures.is_some() || item.block.is_some() {
            self.refuse(item.const_token.span);
        }
        visit::visit_item_const(self, item);
    }

    /// Rejects clauses of a static.
    fn visit_item_static(&mut self, item: &verus_syn::ItemStatic) {
        if item.ensures.is_some() || item.block.is_some() {
            self.refuse(item.static_token.span);
        }
        visit::visit_item_static(self, item);
    }

    /// Rejects clauses of an associated constant.
    fn visit_impl_item_const(&mut self, item: &verus_syn::ImplItemConst) {
        if item.ensures.is_some() || item.block.is_some() {
            self.refuse(item.const_token.span);
        }
        visit::visit_impl_item_const(self, item);
    }

    /// Rejects `requires`.
    fn visit_requires(&mut self, clause: &verus_syn::Requires) {
        self.refuse(clause.token.span);
    }

    /// Rejects `ensures`.
    fn visit_ensures(&mut self, clause: &verus_syn::Ensures) {
        self.refuse(clause.token.span);
    }

    /// Rejects `invariant`.
    fn visit_invariant(&mut self, clause: &verus_syn::Invariant) {
        self.refuse(clause.token.span);
    }

    /// Rejects `invariant_except_break`.
    fn visit_invariant_except_break(&mut self, clause: &verus_syn::InvariantExceptBreak) {
        self.refuse(clause.token.span);
    }

    /// Rejects `invariant_ensures`.
    fn visit_invariant_ensures(&mut self, clause: &verus_syn::InvariantEnsures) {
        self.refuse(clause.token.span);
    }

    /// Rejects `decreases`.
    fn visit_decreases(&mut self, clause: &verus_syn::Decreases) {
        self.refuse(clause.token.span);
    }

    /// Rejects `opens_invariants`.
    fn visit_signature_invariants(&mut self, clause: &verus_syn::SignatureInvariants) {
        self.refuse(clause.token.span);
    }

    /// Rejects `broadcast group`.
    fn visit_item_broadcast_group(&mut self, item: &ItemBroadcastGroup) {
        self.refuse(item.broadcast_group_tokens.0.span);
    }

    /// Rejects `broadcast use`.
    fn visit_broadcast_use(&mut self, item: &BroadcastUse) {
        self.refuse(item.broadcast_use_tokens.0.span);
    }

    /// Rejects `global`.
    fn visit_global(&mut self, item: &Global) {
        self.refuse(item.global_token.span);
    }

    /// Rejects `assume_specification`.
    fn visit_assume_specification(&mut self, item: &AssumeSpecification) {
        self.refuse(item.assume_specification.span);
    }
}
