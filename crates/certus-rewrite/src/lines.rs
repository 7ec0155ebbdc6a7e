//! Classifies the lines of a file: code that runs, proof, or trusted.
//!
//! The rules are those of the guide's page `reference/stats.md`. They use the syntax only: no name is resolved and no
//! macro is expanded, so the result for a file does not depend on its use.
//!
//! For example, in a proof block of three lines in an exec function, all three lines are proof. A line `x + 1; assert(x
//! > 0);` is code, because it has a part that runs.

use certus_codes::Language;
use std::ops::Range;

use certus_visit::visit::{self, Visit};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use verus_syn::spanned::Spanned;
use verus_syn::{Attribute, DataMode, Expr, FnMode, Item, UnOp};

use crate::RewriteError;

/// What a line, or a part of one, is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// Names and modules, and the calls of `verus!` themselves.
    Frame,
    /// Specifications and proofs.
    Proof,
    /// What runs and is verified.
    Code,
    /// What is not verified.
    Trusted,
}

/// The kind of each line of a file, in order; `None` for a line without any token.
/// A line that has parts of several kinds is of the greatest of them: trusted before code before proof.
/// Errs when the text cannot be parsed.
pub fn lines(text: &str, trusted: bool) -> Result<Vec<Option<LineKind>>, RewriteError> {
    stacker::grow(64 << 20, || {
        let wrong = |error: verus_syn::Error| RewriteError::new(error.span(), Language::Syntax, error.to_string());
        let tokens: TokenStream = text.parse().map_err(|e: proc_macro2::LexError| wrong(e.into()))?;
        let file: verus_syn::File = verus_syn::parse2(tokens.clone()).map_err(wrong)?;
        let mut painter = Painter { painted: Vec::new(), verified: false, error: None };
        file.items.iter().for_each(|item| painter.visit_item(item));
        if let Some(error) = painter.error {
            return Err(wrong(error));
        }
        let mut kinds = vec![LineKind::Frame; text.len() + 1];
        for (range, kind) in painter.painted {
            kinds.get_mut(range).into_iter().flatten().for_each(|place| *place = kind);
        }
        let mut lines = vec![None; text.lines().count()];
        mark(tokens, text, &mut |from, to, at| {
            let kind = kinds.get(at).copied().unwrap_or(LineKind::Frame);
            let kind = if trusted && kind != LineKind::Frame { LineKind::Trusted } else { kind };
            for line in lines.iter_mut().take(to).skip(from.saturating_sub(1)) {
                *line = Some(line.map_or(kind, |other: LineKind| other.max(kind)));
            }
        });
        Ok(lines)
    })
}

/// Calls `found` with the first and the last line of each token that is no comment, and its first byte.
fn mark(tokens: TokenStream, text: &str, found: &mut impl FnMut(usize, usize, usize)) {
    for token in tokens {
        // A documentation comment is an attribute at its place.
        let start = token.span().byte_range().start;
        if text.get(start..).is_some_and(|rest| rest.starts_with("//") || rest.starts_with("/*")) {
            continue;
        }
        let (spans, inner) = match token {
            TokenTree::Group(group) => (vec![group.span_open(), group.span_close()], Some(group.stream())),
            other => (vec![other.span()], None),
        };
        for span in spans {
            found(span.start().line, span.end().line, span.byte_range().start);
        }
        if let Some(inner) = inner {
            mark(inner, text, found);
        }
    }
}

/// Collects the kinds of parts of a file; a later one is for a part of an earlier one.
struct Painter {
    /// Parts of the file with their kinds; later ones overwrite earlier ones.
    painted: Vec<(Range<usize>, LineKind)>,
    /// Whether the items around are in `verus!`, or marked as verified.
    verified: bool,
    /// The first part that could not be parsed.
    error: Option<verus_syn::Error>,
}

/// Whether one of the attributes is `verifier::name` for one of the names, in any of its spellings.
fn has(attrs: &[Attribute], names: &[&str]) -> bool {
    attrs.iter().any(|attr| {
        let written = attr.meta.to_token_stream().to_string().replace(' ', "");
        let inner = written.strip_prefix("verifier::").or_else(|| {
            let inner = written.strip_prefix("verifier(").or_else(|| written.strip_prefix("verus_verify("))?;
            inner.strip_suffix(')')
        });
        inner.is_some_and(|inner| names.iter().any(|name| inner == *name || inner.starts_with(&format!("{name}("))))
    })
}

/// Attributes of trusted items.
const TRUSTED: [&str; 8] = [
    "external",
    "external_body",
    "external_fn_specification",
    "external_trait_specification",
    "external_trait_extension",
    "external_type_specification",
    "assume_specification",
    "axiom",
];

/// Whether an item outside of `verus!` is verified all the same.
fn is_marked(attrs: &[Attribute]) -> bool {
    let names = ["verus_verify", "verus_spec"];
    attrs
        .iter()
        .any(|attr| names.iter().any(|name| attr.path().is_ident(name)) || has(std::slice::from_ref(attr), &["verify"]))
}

/// Whether a function of this mode is ghost.
fn is_ghost(mode: &FnMode) -> bool {
    !matches!(mode, FnMode::Exec(_) | FnMode::Default)
}

impl Painter {
    /// Gives the lines of a part of the file a kind.
    fn paint(&mut self, part: &impl Spanned, kind: LineKind) {
        self.painted.push((part.span().byte_range(), kind));
    }

    /// The kind of code that runs, here.
    fn code(&self) -> LineKind {
        if self.verified { LineKind::Code } else { LineKind::Trusted }
    }

    /// Classifies a function of any item; `whole` is all of it. Returns whether its parts are classified further.
    fn function(&mut self, whole: &impl Spanned, attrs: &[Attribute], sig: &verus_syn::Signature) -> bool {
        let trusted = has(attrs, &TRUSTED) || matches!(sig.mode, FnMode::ProofAxiom(_));
        let kind = match () {
            () if trusted || !self.verified => LineKind::Trusted,
            () if is_ghost(&sig.mode) => LineKind::Proof,
            () => LineKind::Code,
        };
        self.paint(whole, kind);
        let attributes = attrs.iter().filter(|attr| attr.path().is_ident("verus_spec"));
        attributes.filter(|_| kind == LineKind::Code).for_each(|attr| self.paint(attr, LineKind::Proof));
        // An `assume` counts as one in proofs too.
        kind != LineKind::Trusted
    }

    /// The items of a call of `verus!`.
    fn verus(&mut self, tokens: &TokenStream) {
        match verus_syn::parse2::<Items>(tokens.clone()) {
            Ok(items) => {
                let before = std::mem::replace(&mut self.verified, true);
                items.0.iter().for_each(|item| self.visit_item(item));
                self.verified = before;
            }
            Err(error) => drop(self.error.get_or_insert(error)),
        }
    }
}

/// Whether the arguments of a macro of this name are items of the language.
pub(crate) fn takes_items(path: &verus_syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "verus" || last.ident == "verus_keep_ghost")
}

/// A file without its outermost attributes.
pub(crate) struct Items(Vec<Item>);

impl Items {
    /// The items.
    pub(crate) fn items(&self) -> &[Item] {
        &self.0
    }
}

impl verus_syn::parse::Parse for Items {
    /// Parses the items in `verus!`.
    fn parse(input: verus_syn::parse::ParseStream<'_>) -> verus_syn::Result<Items> {
        input.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(Items(items))
    }
}

impl<'ast> Visit<'ast> for Painter {
    /// Classifies the lines of an item.
    fn visit_item(&mut self, item: &'ast Item) {
        let before = self.verified;
        match item {
            Item::Use(_) | Item::ExternCrate(_) => return,
            Item::Mod(module) => {
                let attributes = module.attrs.iter().filter(|_| has(&module.attrs, &TRUSTED));
                attributes.for_each(|_| self.painted.push((item.span().byte_range(), LineKind::Trusted)));
                self.verified |= is_marked(&module.attrs);
                if !has(&module.attrs, &TRUSTED) {
                    module.content.iter().flat_map(|(_, items)| items).for_each(|item| self.visit_item(item));
                }
            }
            Item::Macro(call) if call.ident.is_none() && takes_items(&call.mac.path) => self.verus(&call.mac.tokens),
            Item::Fn(function) => {
                self.verified |= is_marked(&function.attrs);
                if self.function(item, &function.attrs, &function.sig) {
                    visit::visit_item(self, item);
                }
            }
            Item::Impl(block) => {
                self.verified |= is_marked(&block.attrs);
                let modes = block.items.iter().filter_map(|member| match member {
                    verus_syn::ImplItem::Fn(function) => Some(is_ghost(&function.sig.mode)),
                    _ => None,
                });
                self.block(item, &block.attrs, modes.collect());
            }
            Item::Trait(block) => {
                self.verified |= is_marked(&block.attrs);
                let modes = block.items.iter().filter_map(|member| match member {
                    verus_syn::TraitItem::Fn(function) => Some(is_ghost(&function.sig.mode)),
                    _ => None,
                });
                self.block(item, &block.attrs, modes.collect());
            }
            Item::Struct(data) => self.data(item, &data.attrs, Some(&data.mode)),
            Item::Enum(data) => self.data(item, &data.attrs, Some(&data.mode)),
            Item::Union(data) => self.data(item, &data.attrs, None),
            Item::Const(constant) => self.constant(item, &constant.attrs, &constant.mode),
            Item::Static(constant) => self.constant(item, &constant.attrs, &constant.mode),
            Item::BroadcastUse(_) | Item::BroadcastGroup(_) => self.paint(item, LineKind::Proof),
            Item::AssumeSpecification(_) | Item::Global(_) => self.paint(item, LineKind::Trusted),
            _ => self.paint(item, self.code()),
        }
        self.verified = before;
    }

    /// Classifies the lines of a function of an impl.
    fn visit_impl_item_fn(&mut self, function: &'ast verus_syn::ImplItemFn) {
        if self.function(function, &function.attrs, &function.sig) {
            visit::visit_impl_item_fn(self, function);
        }
    }
    /// Classifies the lines of a function of a trait.
    fn visit_trait_item_fn(&mut self, function: &'ast verus_syn::TraitItemFn) {
        if self.function(function, &function.attrs, &function.sig) {
            visit::visit_trait_item_fn(self, function);
        }
    }

    // Clauses and proofs in code that runs.
    /// The clauses of a signature are proof.
    fn visit_signature_spec(&mut self, spec: &'ast verus_syn::SignatureSpec) {
        // The clauses of a signature have no tokens around them, and may come in any order.
        visit::visit_signature_spec(self, spec);
        spec.recommends.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.default_ensures.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.returns.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.decreases.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.invariants.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.unwind.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.prover.iter().for_each(|part| self.paint(part, LineKind::Proof));
        spec.atomic_spec.iter().for_each(|part| self.paint(part, LineKind::Proof));
    }
    /// `requires` is proof.
    fn visit_requires(&mut self, part: &'ast verus_syn::Requires) {
        self.paint(part, LineKind::Proof);
    }
    /// `ensures` is proof.
    fn visit_ensures(&mut self, part: &'ast verus_syn::Ensures) {
        self.paint(part, LineKind::Proof);
    }
    /// `invariant` is proof.
    fn visit_invariant(&mut self, part: &'ast verus_syn::Invariant) {
        self.paint(part, LineKind::Proof);
    }
    /// `invariant_ensures` is proof.
    fn visit_invariant_ensures(&mut self, part: &'ast verus_syn::InvariantEnsures) {
        self.paint(part, LineKind::Proof);
    }
    /// `invariant_except_break` is proof.
    fn visit_invariant_except_break(&mut self, part: &'ast verus_syn::InvariantExceptBreak) {
        self.paint(part, LineKind::Proof);
    }
    /// `decreases` is proof.
    fn visit_decreases(&mut self, part: &'ast verus_syn::Decreases) {
        self.paint(part, LineKind::Proof);
    }

    // Ghost statements in code that runs.
    /// `let ghost` and `let tracked` are proof.
    fn visit_local(&mut self, local: &'ast verus_syn::Local) {
        if local.ghost.is_some() || local.tracked.is_some() {
            self.paint(local, LineKind::Proof);
        } else {
            visit::visit_local(self, local);
        }
    }
    /// A proof statement is proof.
    fn visit_stmt(&mut self, stmt: &'ast verus_syn::Stmt) {
        // The semicolon belongs to the statement.
        if let verus_syn::Stmt::Expr(expr, _) = stmt {
            match expr {
                Expr::Assume(_) => self.paint(stmt, LineKind::Trusted),
                Expr::Call(call) if call.func.to_token_stream().to_string() == "admit" => {
                    self.paint(stmt, LineKind::Trusted)
                }
                Expr::Assert(_) | Expr::AssertForall(_) | Expr::RevealHide(_) => self.paint(stmt, LineKind::Proof),
                Expr::Unary(unary) if matches!(unary.op, UnOp::Proof(_)) => self.paint(stmt, LineKind::Proof),
                _ => visit::visit_stmt(self, stmt),
            }
        } else {
            visit::visit_stmt(self, stmt);
        }
    }
    /// `proof`, `assert` and `reveal` are proof; `assume` and `admit` are trusted.
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assume(_) => self.paint(expr, LineKind::Trusted),
            Expr::Assert(_) | Expr::AssertForall(_) | Expr::RevealHide(_) => self.paint(expr, LineKind::Proof),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Proof(_)) => self.paint(expr, LineKind::Proof),
            _ => visit::visit_expr(self, expr),
        }
    }
    /// A macro of proofs is proof.
    fn visit_macro(&mut self, call: &'ast verus_syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string());
        if matches!(name.as_deref(), Some("proof" | "proof_decl" | "proof_with" | "calc")) {
            self.paint(call, LineKind::Proof);
        }
    }
}

impl Painter {
    /// An impl or a trait: the lines around its functions are ghost if all its functions are.
    fn block(&mut self, item: &Item, attrs: &[Attribute], ghost: Vec<bool>) {
        if has(attrs, &TRUSTED) {
            return self.paint(item, LineKind::Trusted);
        }
        let is_ghost = !ghost.is_empty() && ghost.iter().all(|ghost| *ghost);
        self.paint(item, if is_ghost && self.verified { LineKind::Proof } else { self.code() });
        visit::visit_item(self, item);
    }

    /// Classifies the lines of a datatype.
    fn data(&mut self, item: &Item, attrs: &[Attribute], mode: Option<&DataMode>) {
        let ghost = matches!(mode, Some(DataMode::Ghost(_) | DataMode::Tracked(_)));
        let verified = self.verified || is_marked(attrs);
        self.paint(
            item,
            match () {
                () if has(attrs, &TRUSTED) || !verified => LineKind::Trusted,
                () if ghost => LineKind::Proof,
                () => LineKind::Code,
            },
        );
    }

    /// Classifies the lines of a constant.
    fn constant(&mut self, item: &Item, attrs: &[Attribute], mode: &FnMode) {
        let trusted = has(attrs, &TRUSTED) || !(self.verified || is_marked(attrs));
        self.paint(
            item,
            match () {
                () if trusted => LineKind::Trusted,
                () if is_ghost(mode) => LineKind::Proof,
                () => LineKind::Code,
            },
        );
        if !trusted && !is_ghost(mode) {
            visit::visit_item(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineKind, lines};

    /// Each line begins with the letter of its kind, counted by hand.
    fn check(program: &str, trusted: bool) {
        let text: String = program.lines().map(|line| format!("{}\n", line.get(2..).unwrap_or(""))).collect();
        let found = lines(&text, trusted).expect("the program can be parsed");
        for ((line, found), number) in program.lines().zip(found).zip(1..) {
            let letter = match found {
                Some(LineKind::Trusted) => 'T',
                Some(LineKind::Proof) => 'P',
                Some(LineKind::Code) => 'C',
                Some(LineKind::Frame) => 'O',
                None => '.',
            };
            assert!(line.starts_with(letter), "line {number} is `{letter}`: {line}");
        }
    }

    #[test]
    fn lines_are_what_was_counted_by_hand() {
        check(include_str!("../tests/lines.txt"), false);
    }

    #[test]
    fn a_trusted_file_is_trusted_but_for_its_frame() {
        check("O use a::b;\n. // c\nO verus! {\nT proof fn p() {}\nT fn f() { let x = 1; }\nO }\n", true);
    }

    #[test]
    fn what_cannot_be_parsed_is_an_error() {
        assert!(lines("fn f( {", false).is_err());
        assert!(lines("fn f() { 1 + }", false).is_err());
        assert!(lines("verus! { spec fn f() -> }", false).is_err());
    }
}
