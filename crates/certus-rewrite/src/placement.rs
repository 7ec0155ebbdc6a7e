//! Checks the places of attributes on statements, expressions and small items.
//!
//! Lowering checks functions, types, fields, constants, traits, impls and modules, because their modes are known there.
//! The attributes that are checked here are not visible in lowering. Without this check, an attribute in a wrong place
//! would be ignored silently, although its author expects an effect.

use crate::visitor::Rewriter;
use certus_codes::Language;
use proc_macro2::Span;
use verus_syn::{Attribute, Expr};

/// The constructs that can have attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A parameter of a function.
    Parameter,
    /// A `let` of exec code.
    Let,
    /// A `let` whose variable is ghost code.
    GhostLet,
    /// `while`, `loop` or `for`.
    Loop,
    /// `assert` or `assume` in any of their forms but the next.
    Assertion,
    /// `assert forall`.
    AssertForall,
    /// The clauses of a contract, as `#![..]` at their beginning.
    Clause,
    /// `e as T`.
    Cast,
    /// Any other expression.
    Expression,
    /// A variant of an enum.
    Variant,
    /// An item without a definition in the tree: `use`, `type`, `extern`, a macro call.
    Item,
    /// An associated type of a trait or impl. A bound on a trait counts on all of it, so no part is `external`.
    AssocType,
    /// `#![..]` at the beginning of `verus! { .. }`, where there is no item that it could be about.
    Head,
}

impl Spot {
    /// What an expression is to attributes.
    pub(crate) fn of(expr: &Expr) -> Spot {
        match expr {
            Expr::Assert(_) | Expr::Assume(_) => Spot::Assertion,
            Expr::AssertForall(_) => Spot::AssertForall,
            Expr::Cast(_) => Spot::Cast,
            Expr::Paren(paren) => Spot::of(&paren.expr),
            Expr::Group(group) => Spot::of(&group.expr),
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => Spot::Loop,
            _ => Spot::Expression,
        }
    }

    /// The names, after `verifier::`, of the attributes that have a meaning here.
    fn names(self) -> &'static [&'static str] {
        match self {
            Spot::Parameter => &["spec", "proof", "exec"],
            Spot::Let => &["spec", "proof", "exec"],
            Spot::GhostLet => &["spec", "proof", "exec", "prophetic"],
            Spot::Loop => &["loop_isolation", "allow_complex_invariants", "assume_termination"],
            Spot::Assertion => &["proof_note", "custom_err", "spinoff_prover"],
            Spot::AssertForall => &["proof_note", "custom_err"],
            Spot::Clause => &["proof_note", "custom_err"],
            Spot::Cast => &["truncate"],
            Spot::Expression | Spot::Head | Spot::Variant => &[],
            Spot::Item => &["external", "verify", "allow", "deny"],
            Spot::AssocType => &["verify", "allow", "deny"],
        }
    }

    /// The name of the place in messages.
    fn word(self) -> &'static str {
        match self {
            Spot::Parameter => "a parameter",
            Spot::Let => "a `let` of exec code",
            Spot::GhostLet => "a `let`",
            Spot::Loop => "a loop",
            Spot::Assertion => "an assertion",
            Spot::AssertForall => "an `assert forall`",
            Spot::Clause => "a clause",
            Spot::Cast => "a cast",
            Spot::Expression => "this expression",
            Spot::Variant => "a variant",
            Spot::Item => "this item",
            Spot::AssocType => "an associated type",
            Spot::Head => "a whole `verus!`: write it on a module, or at the beginning of the file",
        }
    }
}

impl Rewriter {
    /// Reports `misplaced-attribute` for an attribute, in the form of [`Rewriter::verifier_attr`], that has no meaning
    /// at this place.
    pub(crate) fn placed(&mut self, text: &str, spot: Spot, span: Span) {
        let Some(rest) = text.strip_prefix("verifier::") else { return };
        let name = rest.split(['(', '=', ' ', ':']).next().unwrap_or_default();
        if !spot.names().contains(&name) {
            let message = format!("the attribute `{name}` has no effect on {}", spot.word());
            self.error(span, Language::MisplacedAttribute, message);
        }
    }

    /// [`Rewriter::item_attrs`] for items without a definition in the tree.
    pub(crate) fn small_attrs(&mut self, attrs: &mut Vec<Attribute>, spot: Spot) {
        for attr in attrs.iter() {
            self.placed_attr(attr, spot);
        }
        // Its errors are those that were recorded a moment ago.
        let errors = self.errors.len();
        self.item_attrs(attrs);
        self.errors.truncate(errors);
    }

    /// Reports a problem with an attribute at a place.
    pub(crate) fn placed_attr(&mut self, attr: &Attribute, spot: Spot) {
        for text in self.verifier_attr(attr).unwrap_or_default() {
            self.placed(&text, spot, attr.pound_token.span);
        }
        if !matches!(spot, Spot::Item | Spot::Head) {
            self.no_condition(attr);
        }
    }
}
