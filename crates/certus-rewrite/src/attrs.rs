//! Attributes of the language: documentation strings on items, calls inside expressions.
//!
//! Stable rustc knows none of our tool attributes, so nothing of them may remain in the form:
//!
//! ```text
//! #[verifier::rlimit(10)] fn f()        ->  #[doc = "certus:attr verifier::rlimit(10)"] fn f()
//! #[verifier(opaque, inline)] fn f()    ->  two doc strings, one a name
//! #[verifier::spinoff_prover] { s }     ->  { I::expr_attr("verifier::spinoff_prover"); s }
//! #[trigger] e                          ->  I::trigger(e)
//! ```
//!
//! On an expression a doc string would be lost (the front end's tree has no attributes on expressions), hence the calls.
//! A name that is not in [`KNOWN`] is an error here: nobody after this crate sees attributes as such.

use crate::Mode;
use crate::attribute::Marker;
use crate::emit::{Site, doc, stmt};
use crate::literals::Bare;
use crate::placement::Spot;
use crate::spans;
use crate::text::text_of;

use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::punctuated::Punctuated;
use verus_syn::{AttrStyle, Attribute, Expr, Meta, Stmt, Token};

/// Attributes that are about warnings and documentation alone, and conditions, which count before the statement is rewritten.
const HARMLESS: [&str; 11] =
    ["allow", "warn", "deny", "forbid", "expect", "doc", "must_use", "rustfmt", "clippy", "cfg", "cfg_attr"];

/// Attributes that only another library `vstd` has, on functions which its own verifier knows by them.
const FOREIGN: &[&str] = &["tracked_swap_primitive", "tracked_take_option_primitive"];

/// The attributes of the language, by the name after `verifier::`.
const KNOWN: &[&str] = &[
    "accept_recursive_types",
    "all_triggers",
    "allow",
    "allow_complex_invariants",
    "allow_in_spec",
    "assume",
    "assume_termination",
    "atomic",
    "auto_ext_equal",
    "auto_trigger",
    "bit_vector",
    "broadcast_forall",
    "broadcast_use_by_default_when_this_crate_is_imported",
    "custom_err",
    "decreases_by",
    "deny",
    "deprecated_postcondition_mut_ref_style",
    "epr_mode",
    "exec",
    "exec_allows_no_decreases_clause",
    "ext_equal",
    "external",
    "external_body",
    "external_derive",
    "external_fn_specification",
    "external_trait_blanket",
    "external_trait_extension",
    "external_trait_private_bound",
    "external_trait_specification",
    "external_type_specification",
    "impls_cannot_extend_spec",
    "inline",
    "integer_ring",
    "invariant_block",
    "loop_isolation",
    "memoize",
    "nonlinear",
    "opaque",
    "opaque_outside_module",
    "proof",
    "proof_block",
    "proof_note",
    "prophetic",
    "recommends_by",
    "reject_recursive_types",
    "reject_recursive_types_in_ground_variants",
    "returns",
    "rlimit",
    "sealed",
    "spec",
    "spinoff_prover",
    "trigger",
    "truncate",
    "type_invariant",
    "verify",
    "when_used_as_spec",
];

/// What attributes before an expression ask for.
pub(crate) struct Marks {
    /// The first token of the attributes, and of the expression they make.
    first: Span,
    /// The place of `#[trigger]`.
    trigger: Option<Span>,
    /// The place of `#[verifier::truncate]`.
    truncate: Option<Span>,
    /// Inner `trigger`, `auto` and `all_triggers` attributes.
    triggers: Vec<Attribute>,
    /// Other attributes, as text, with their places.
    notes: Vec<(String, Span)>,
}

impl Marks {
    /// The place of `truncate`.
    pub(crate) fn truncates(&self) -> Option<Span> {
        self.truncate
    }
}

/// Moves a note on the formula of an `assert` or `assume` to the statement: `assume(#[verifier::proof_note("small")] (x < 9))`.
fn lift_notes(expr: &mut Expr) {
    let formula = match expr {
        Expr::Assert(assert) => &mut assert.expr,
        Expr::Assume(assume) => &mut assume.expr,
        _ => return,
    };
    let is_note = |attr: &Attribute| {
        let mut names = attr.path().segments.iter().map(|segment| segment.ident.to_string());
        names.next().is_some_and(|name| name == "verifier")
            && names.next().is_some_and(|name| name == "proof_note" || name == "custom_err")
    };
    let (notes, others): (Vec<_>, Vec<_>) = formula.replace_attrs(Vec::new()).into_iter().partition(is_note);
    formula.replace_attrs(others);
    let mut attrs = expr.replace_attrs(Vec::new());
    attrs.extend(notes);
    expr.replace_attrs(attrs);
}

impl Rewriter {
    /// Replaces the language's attributes of an item, field or variant by documentation strings. The names of the
    /// attributes found are returned without their `verifier::`.
    pub(crate) fn item_attrs(&mut self, attrs: &mut Vec<Attribute>) -> Vec<String> {
        let mut names = Vec::new();
        let mut kept = Vec::new();
        for mut attr in std::mem::take(attrs) {
            let inner = matches!(attr.style, AttrStyle::Inner(_));
            let span = attr.pound_token.span;
            if let Some(texts) = self.verifier_attr(&attr) {
                for text in texts {
                    kept.push(doc(&format!("certus:attr {text}"), span, inner));
                    names.push(text.strip_prefix("verifier::").unwrap_or(&text).to_string());
                }
            } else if attr.path().is_ident("is_variant") || attr.path().is_ident("via_fn") {
                let name = text_of(attr.path().to_token_stream());
                kept.push(doc(&format!("certus:attr {name}"), span, inner));
                names.push(name);
            } else {
                if let Some(derived) = drop_derives(&mut attr) {
                    kept.push(doc(&format!("certus:attr {derived}"), span, inner));
                }
                kept.push(attr);
            }
        }
        *attrs = kept;
        names
    }

    /// Refuses an attribute of the language behind a condition where no item has it: this crate does not evaluate conditions, and
    /// the attribute would be lost.
    pub(crate) fn no_condition(&mut self, attr: &Attribute) {
        if let Meta::List(list) = &attr.meta
            && list.path.is_ident("cfg_attr")
            && list.tokens.clone().into_iter().any(|tree| matches!(tree, TokenTree::Ident(word) if word == "verifier"))
        {
            let what = "an attribute of the language behind a condition in a body";
            self.errors.push(crate::errors::RewriteError::unsupported(attr.pound_token.span, what));
        }
    }

    /// The texts of an attribute of the language (`verifier::x(..)`), one each; nothing when it is Rust's.
    pub(crate) fn verifier_attr(&mut self, attr: &Attribute) -> Option<Vec<String>> {
        let path = attr.path();
        let head = path.segments.first()?.ident.to_string();
        match (head.as_str(), path.segments.len()) {
            ("verifier", 1) => {
                let Meta::List(list) = &attr.meta else {
                    self.unknown(attr.pound_token.span);
                    return Some(Vec::new());
                };
                let items = split_commas(list.tokens.clone());
                Some(self.known(items, "verifier::", attr))
            }
            _ if path.segments.last().is_some_and(|s| Marker::named(&s.ident.to_string()).is_some()) => {
                let message = "this attribute is for code outside of `verus!`; inside, clauses stand in the signature and \
                               hints are attributes `#[verifier::..]`";
                self.error(attr.pound_token.span, Language::AttributeInVerus, message);
                Some(Vec::new())
            }
            // Of the formatter of the language.
            ("verusfmt", _) => Some(Vec::new()),
            ("verifier", _) | ("verus", _) => Some(self.known(vec![attr.meta.to_token_stream()], "", attr)),
            _ => None,
        }
    }

    /// The texts of the known attributes; one error for all others.
    fn known(&mut self, items: Vec<TokenStream>, prefix: &str, attr: &Attribute) -> Vec<String> {
        let count = items.len();
        let is_of_foreign = matches!(self.mode, Mode::KeepForeign(_));
        let mut texts: Vec<String> = items.into_iter().map(|item| format!("{prefix}{}", text_of(item))).collect();
        texts.retain(|text| match text.strip_prefix("verifier::") {
            Some(rest) => {
                let (name, arguments) = rest.split_at(rest.find(['(', '=', ' ', ':']).unwrap_or(rest.len()));
                // Empty parentheses have a meaning for one attribute only, which requires arguments.
                let wants_list = name == "auto_ext_equal";
                let is_form = arguments.starts_with('(') && (wants_list || arguments != "()");
                let is_known = KNOWN.contains(&name) || (is_of_foreign && FOREIGN.contains(&name));
                is_known && (is_form || (arguments.is_empty() && !wants_list))
            }
            None => true,
        });
        if texts.len() < count {
            self.unknown(attr.pound_token.span);
        }
        if is_of_foreign {
            texts.retain(|text| !FOREIGN.iter().any(|name| text.strip_prefix("verifier::") == Some(name)));
        }
        texts
    }

    /// Reports an unknown attribute, once for each attribute in the source.
    fn unknown(&mut self, span: Span) {
        self.error(span, Language::UnknownAttribute, "unrecognized verifier attribute");
    }

    /// Takes the language's attributes off an expression.
    pub(crate) fn take_marks(&mut self, expr: &mut Expr) -> Option<Marks> {
        lift_notes(expr);
        let attrs = expr.replace_attrs(Vec::new());
        if attrs.is_empty() || matches!(expr, Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_)) {
            expr.replace_attrs(attrs);
            return None;
        }
        let first = attrs[0].pound_token.span;
        let spot = Spot::of(expr);
        let mut marks = Marks { first, trigger: None, truncate: None, triggers: Vec::new(), notes: Vec::new() };
        let of_assert_forall = matches!(expr, Expr::AssertForall(_));
        let mut kept = Vec::new();
        for attr in attrs {
            let span = attr.pound_token.span;
            let inner = matches!(attr.style, AttrStyle::Inner(_));
            if is_trigger_attr(&attr) && inner {
                if of_assert_forall { kept.push(attr) } else { marks.triggers.push(attr) }
            } else if attr.path().is_ident("trigger") {
                self.check_bare_trigger(&attr);
                marks.trigger = Some(span);
            } else if let Some(texts) = self.verifier_attr(&attr) {
                for text in texts {
                    self.placed(&text, if inner && spot == Spot::Expression { Spot::Clause } else { spot }, span);
                    if text == "verifier::truncate" {
                        marks.truncate = Some(span);
                    } else {
                        marks.notes.push((text, span));
                    }
                }
            } else {
                if !inner {
                    self.check_lost(&attr, expr);
                }
                self.no_condition(&attr);
                kept.push(attr);
            }
        }
        expr.replace_attrs(kept);
        Some(marks)
    }

    /// Reports an attribute that rustc would not see, as nothing is left of the statement that it stands on.
    fn check_lost(&mut self, attr: &Attribute, expr: &Expr) {
        let lost = matches!(expr, Expr::Assert(_) | Expr::Assume(_) | Expr::AssertForall(_) | Expr::RevealHide(_));
        if !lost || HARMLESS.iter().any(|name| attr.path().segments.first().is_some_and(|s| s.ident == name)) {
            return;
        }
        let name = attr.path().to_token_stream().to_string();
        let message = format!("the attribute `{name}` has no effect on a statement of a proof");
        self.error(attr.pound_token.span, Language::MisplacedAttribute, message);
    }

    /// `#[trigger]` marks the next term and has no argument.
    fn check_bare_trigger(&mut self, attr: &Attribute) {
        if let Meta::List(list) = &attr.meta
            && !list.tokens.is_empty()
        {
            let message = "invalid trigger attribute: to provide a trigger expression, use the #![trigger <expr>] \
                           attribute";
            self.error(attr.pound_token.span, Language::InvalidTrigger, message);
        }
    }

    /// Adds the marks that [`Rewriter::take_marks`] removed, as calls around the rewritten expression.
    pub(crate) fn put_marks(&mut self, marks: Option<Marks>, expr: &mut Expr) {
        let Some(marks) = marks else { return };
        let last = spans::last(expr);
        let site = |op| Site { first: marks.first, op, last };
        if !marks.triggers.is_empty() {
            let tokens = self.with_triggers(marks.triggers, expr.to_token_stream(), site(marks.first));
            *expr = Expr::Verbatim(tokens);
        }
        if let Some(op) = marks.truncate {
            *expr = Expr::Verbatim(site(op).call(Known::Truncate, expr.to_token_stream()));
        }
        if let Some(op) = marks.trigger {
            *expr = Expr::Verbatim(site(op).call(Known::Trigger, expr.to_token_stream()));
        }
        if marks.notes.is_empty() {
            return;
        }
        let notes = note_stmts(Known::ExprAttr, &marks.notes);
        if let Expr::Block(block) = expr {
            block.block.stmts.splice(0..0, notes);
            return;
        }
        let tokens = quote_spanned!(marks.first=> #(#notes)* #expr);
        *expr = Expr::Verbatim(crate::emit::group(Delimiter::Brace, marks.first, last, tokens).into());
    }

    /// `I::with_trigger((a, b), body)` and its relatives, from inner attributes; the first is outermost.
    pub(crate) fn with_triggers(&mut self, attrs: Vec<Attribute>, body: TokenStream, site: Site) -> TokenStream {
        let mut tokens = body;
        for attr in attrs.into_iter().rev() {
            let span = attr.pound_token.span;
            let site = Site { op: span, ..site };
            if attr.path().is_ident("auto") {
                self.check_no_arguments(&attr);
                tokens = site.call(Known::AutoTrigger, tokens);
            } else if attr.path().is_ident("all_triggers") {
                self.check_no_arguments(&attr);
                tokens = site.call(Known::AllTriggers, tokens);
            } else if attr.path().is_ident("trigger") {
                let Some(terms) = self.trigger_terms(&attr) else { continue };
                let terms = crate::emit::list(terms, true, span);
                let tuple = crate::emit::group(Delimiter::Parenthesis, span, spans::last_of(&terms), terms);
                tokens = site.call(Known::WithTrigger, crate::emit::pair(tuple.into(), tokens, span));
            } else if let Some(texts) = self.verifier_attr(&attr) {
                texts.iter().for_each(|text| self.placed(text, Spot::Clause, span));
                let notes: Vec<_> = texts.into_iter().map(|text| (text, span)).collect();
                let notes = note_stmts(Known::ExprAttr, &notes);
                let inner = quote_spanned!(span=> #(#notes)* #tokens);
                tokens = crate::emit::group(Delimiter::Brace, site.first, site.last, inner).into();
            } else {
                self.error(span, Language::ExpectedTrigger, "expected trigger");
            }
        }
        tokens
    }

    /// `#![auto]` and `#![all_triggers]` take no argument.
    fn check_no_arguments(&mut self, attr: &Attribute) {
        if !matches!(attr.meta, Meta::Path(_)) {
            self.error(attr.pound_token.span, Language::UnexpectedToken, "unexpected token, expected `]`");
        }
    }

    /// The terms of one `#![trigger a, b]`, rewritten; nothing, and an error, when they do not parse.
    fn trigger_terms(&mut self, attr: &Attribute) -> Option<Vec<TokenStream>> {
        let Meta::List(list) = &attr.meta else { return None };
        let span = attr.pound_token.span;
        match list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            Ok(terms) if terms.iter().any(|term| !is_unit(term)) => Some(
                terms
                    .into_iter()
                    .map(|mut term| {
                        self.expr(&mut term, Bare::Context);
                        term.to_token_stream()
                    })
                    .collect(),
            ),
            Ok(_) => {
                self.error(span, Language::ExpectedTrigger, "expected a trigger expression after `trigger`");
                None
            }
            Err(error) => {
                self.error(error.span(), Language::Syntax, error.to_string());
                None
            }
        }
    }
}

/// Calls `I::NAME("text");`, one for each attribute.
pub(crate) fn note_stmts(function: Known, notes: &[(String, Span)]) -> Vec<Stmt> {
    let call = |(text, span): &(String, Span)| {
        let site = Site::at(*span);
        stmt(site.call(function, site.string(text)), *span)
    };
    notes.iter().map(call).collect()
}

/// `()`, as in `#![trigger()]`, which names nothing.
fn is_unit(term: &Expr) -> bool {
    matches!(term, Expr::Tuple(tuple) if tuple.elems.is_empty())
}

/// `#![trigger ..]`, `#![auto]` and `#![all_triggers]`.
fn is_trigger_attr(attr: &Attribute) -> bool {
    ["trigger", "auto", "all_triggers"].iter().any(|name| attr.path().is_ident(name))
}

/// The tokens of each element of a comma-separated list.
fn split_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut items = vec![TokenStream::new()];
    for tree in tokens {
        match &tree {
            TokenTree::Punct(p) if p.as_char() == ',' => items.push(TokenStream::new()),
            _ => items.last_mut().into_iter().for_each(|item| item.extend([tree.clone()])),
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// Takes the derives that only verification knows out of a `derive` attribute; their text when there were any.
fn drop_derives(attr: &mut Attribute) -> Option<String> {
    let Meta::List(list) = &mut attr.meta else { return None };
    if !list.path.is_ident("derive") {
        return None;
    }
    let items = split_commas(list.tokens.clone());
    let ours =
        |item: &TokenStream| matches!(text_of(item.clone()).rsplit("::").next(), Some("Structural" | "StructuralEq"));
    let (dropped, kept): (Vec<_>, Vec<_>) = items.into_iter().partition(ours);
    if dropped.is_empty() {
        return None;
    }
    let names: Vec<String> = dropped.into_iter().map(text_of).collect();
    list.tokens = crate::emit::list(kept, false, attr.pound_token.span);
    Some(format!("derive({})", names.join(", ")))
}
