//! Functions: modes, parameters, results and bodies.
//!
//! ```text
//! pub open spec fn f(tracked x: int) -> int { e }
//!     ->  #[doc = "certus:mode spec"] #[doc = "certus:publish open"] #[doc = "certus:params proof"]
//!         pub fn f(x: int) -> int { e' }
//! ```
//!
//! The mode decides how the body is read: the body of a `spec`, `proof` or `axiom` function is ghost code. What can be
//! said about a signature without knowing any other item (a body that must not be there, a name bound twice) is said here;
//! all else is for the lowering.

use crate::emit::{Site, doc};
use crate::placement::Spot;
use crate::visitor::Rewriter;
use crate::{Code, Mode};
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Block, Expr, FnArgKind, FnMode, ItemFn, Pat, Publish, ReturnType, Signature, Stmt, TraitItem,
    TraitItemFn, Type, Visibility,
};

/// The item that contains a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a module, a block or an `impl` of a type.
    Free,
    /// In an `impl` of a trait.
    TraitImpl,
    /// In a trait.
    Trait,
    /// The function an `assume_specification` makes.
    Assumed,
}

/// The mode a function is in, written or implied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FnKind {
    /// A `spec fn`.
    Spec,
    /// A `proof fn`.
    Proof,
    /// An `axiom fn`.
    Axiom,
    /// An `fn` that runs.
    Exec,
}

/// The parts of a signature that become the beginning of its body.
pub(crate) struct Front {
    /// Statements that open `Ghost` and `Tracked` parameters.
    opened: Vec<Stmt>,
    /// The clauses.
    headers: Vec<Stmt>,
    code: Code,
    kind: FnKind,
    uninterp: bool,
}

impl Front {
    /// The statements a body begins with.
    pub(crate) fn into_stmts(self) -> Vec<Stmt> {
        let mut stmts = self.opened;
        stmts.extend(self.headers);
        stmts
    }
}

impl Rewriter {
    /// Rewrites a free function or one of an `impl`. `bodiless` is the place of the semicolon if there is no body.
    pub(crate) fn function(
        &mut self,
        attrs: &mut Vec<Attribute>,
        vis: &Visibility,
        sig: &mut Signature,
        block: &mut Block,
        bodiless: Option<Span>,
        place: Place,
    ) {
        let keyword = sig.fn_token.span;
        let front = self.signature(attrs, vis, sig, place);
        self.check_body(&front, bodiless.is_some(), keyword);
        let mut stmts = front.opened;
        stmts.extend(front.headers);
        if let Some(semi) = bodiless {
            attrs.push(doc("certus:no_body", keyword, false));
            stmts.push(no_method_body(semi));
            block.stmts = stmts;
        } else if self.mode == Mode::Interface && front.kind != FnKind::Spec && !crate::opaque_results::is_one(attrs) {
            stmts.push(no_method_body(keyword));
            block.stmts = stmts;
        } else {
            self.about(attrs, |this| this.within(front.code, |this| this.visit_block_mut(block)));
            block.stmts.splice(0..0, stmts);
        }
    }

    /// Rewrites a free function.
    pub(crate) fn item_fn(&mut self, item: &mut ItemFn) {
        let semi = item.semi_token.take().map(|t| t.span);
        let (attrs, vis, sig) = (&mut item.attrs, &item.vis, &mut item.sig);
        let is_main = sig.ident == "main";
        let main_mode = matches!(sig.mode, FnMode::Spec(_) | FnMode::SpecChecked(_) | FnMode::Proof(_));
        if is_main && main_mode {
            self.error(sig.ident.span(), Language::MainNotExec, "`main` function should be #[verifier::exec]");
        }
        self.function(attrs, vis, sig, &mut item.block, semi, Place::Free);
    }

    /// Rewrites a method of a trait, and appends the result to `out`.
    pub(crate) fn trait_fn(&mut self, mut item: TraitItemFn, out: &mut Vec<TraitItem>) {
        let published = match &item.sig.publish {
            Publish::Open(p) => Some(p.token.span),
            Publish::OpenRestricted(p) => Some(p.open_token.span),
            Publish::Closed(p) => Some(p.token.span),
            Publish::Uninterp(_) | Publish::Default => None,
        };
        if let (Some(span), None) = (published, &item.default) {
            let message = "trait function declarations cannot be open or closed, as they don't have a body";
            self.error(span, Language::PublishWithoutBody, message);
        }
        if item.default.is_none() {
            self.no_patterns(&item.sig);
        }
        if let FnMode::ProofAxiom(axiom) = &item.sig.mode {
            let text = "an `axiom` cannot be declared in a trait; write `proof`, which each impl proves";
            self.error(axiom.axiom_token.span, Language::Syntax, text);
        }
        let front = self.signature(&mut item.attrs, &Visibility::Inherited, &mut item.sig, Place::Trait);
        if let Some(block) = &mut item.default {
            self.check_body(&front, false, item.sig.fn_token.span);
            if self.mode == Mode::Interface && front.kind != FnKind::Spec {
                block.stmts = vec![no_method_body(item.sig.fn_token.span)];
            } else {
                let attrs = &item.attrs;
                self.about(attrs, |this| this.within(front.code, |this| this.visit_block_mut(block)));
            }
            let mut stmts = front.opened;
            stmts.extend(front.headers);
            block.stmts.splice(0..0, stmts);
            out.push(TraitItem::Fn(item));
            return;
        }
        // With clauses, a function holds them that is read like any other.
        if front.headers.is_empty() && !front.opened.is_empty() && front.kind != FnKind::Exec {
            let text = "only exec functions can use Ghost(x) or Tracked(x) parameters";
            self.error(item.sig.ident.span(), Language::GhostParameter, text);
        }
        let hidden = (!front.headers.is_empty()).then(|| {
            let mut stmts = front.opened;
            stmts.extend(front.headers);
            spec_method(&item, stmts)
        });
        for input in &mut item.sig.inputs {
            match &mut input.kind {
                FnArgKind::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
                FnArgKind::Typed(typed) => {
                    if let Pat::Ident(pat) = &mut *typed.pat {
                        pat.mutability = None;
                    }
                }
                _ => {}
            }
        }
        out.push(TraitItem::Fn(item));
        out.extend(hidden);
    }

    /// Reports `mut` on a parameter of a function without a body, as rustc does.
    fn no_patterns(&mut self, sig: &Signature) {
        for input in &sig.inputs {
            let found = match &input.kind {
                FnArgKind::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability,
                FnArgKind::Receiver(_) => None,
                FnArgKind::Typed(typed) => match &*typed.pat {
                    Pat::Ident(pat) => pat.mutability,
                    _ => None,
                },
            };
            if let Some(found) = found {
                let text = "a parameter of a function without a body cannot be `mut`";
                self.error(found.span, Language::Syntax, text);
            }
        }
    }

    /// Whether a body is there exactly when the mode wants one.
    fn check_body(&mut self, front: &Front, bodiless: bool, keyword: Span) {
        match (front.kind, bodiless) {
            (FnKind::Axiom, false) => self.error(keyword, Language::AxiomWithBody, "an `axiom` should not have a body"),
            (FnKind::Proof, true) => {
                self.error(keyword, Language::ProofWithoutBody, "a `proof` function must have a body");
            }
            (FnKind::Spec, false) if front.uninterp => {
                self.error(keyword, Language::UninterpWithBody, "function is marked `uninterp` but it has a body");
            }
            _ => {}
        }
    }

    /// Makes a signature plain Rust; its modes and attributes become documentation strings in `attrs`.
    pub(crate) fn signature(
        &mut self,
        attrs: &mut Vec<Attribute>,
        vis: &Visibility,
        sig: &mut Signature,
        place: Place,
    ) -> Front {
        let names = self.item_attrs(attrs);
        let kind = self.fn_mode(attrs, sig, &names);
        let uninterp = matches!(sig.publish, Publish::Uninterp(_));
        self.publish(attrs, &mut sig.publish, vis, kind == FnKind::Spec, place);
        if let Some(broadcast) = sig.broadcast.take() {
            attrs.push(doc("certus:broadcast", broadcast.span, false));
            let lists = crate::wants::of(sig);
            attrs.extend(lists.iter().map(|list| doc(&format!("certus:when {list}"), broadcast.span, false)));
        }
        self.check_signature(sig, kind);
        let mut opened = Vec::new();
        self.params(attrs, sig, kind, place, &mut opened);
        let result = self.result(attrs, sig);
        self.visit_generics_mut(&mut sig.generics);
        let output = sig.output.clone();
        returns_receiver(sig, &output);
        let headers = self.headers(&mut sig.spec, result, &output);
        let code = if kind == FnKind::Exec { Code::Exec } else { Code::Ghost };
        Front { opened, headers, code, kind, uninterp }
    }

    /// The mode, from the keyword or an attribute; its doc string is added to `attrs`.
    fn fn_mode(&mut self, attrs: &mut Vec<Attribute>, sig: &mut Signature, names: &[String]) -> FnKind {
        let mode = std::mem::replace(&mut sig.mode, FnMode::Default);
        let (word, kind, span) = match &mode {
            FnMode::Spec(m) => ("spec", FnKind::Spec, m.spec_token.span),
            FnMode::SpecChecked(m) => ("spec_checked", FnKind::Spec, m.spec_token.span),
            FnMode::Proof(m) => ("proof", FnKind::Proof, m.proof_token.span),
            FnMode::ProofAxiom(m) => ("axiom", FnKind::Axiom, m.axiom_token.span),
            FnMode::Exec(m) => ("exec", FnKind::Exec, m.exec_token.span),
            FnMode::Default => {
                let at = sig.fn_token.span;
                let has = |name: &str| names.iter().any(|n| n == name);
                match () {
                    () if has("spec") => ("spec", FnKind::Spec, at),
                    () if has("proof") => ("proof", FnKind::Proof, at),
                    () if has("exec") => ("exec", FnKind::Exec, at),
                    () => return FnKind::Exec,
                }
            }
        };
        attrs.push(doc(&format!("certus:mode {word}"), span, false));
        kind
    }

    /// Records `open`, `closed` and `uninterp`, and removes them.
    pub(crate) fn publish(
        &mut self,
        attrs: &mut Vec<Attribute>,
        publish: &mut Publish,
        vis: &Visibility,
        spec: bool,
        place: Place,
    ) {
        let publish = std::mem::replace(publish, Publish::Default);
        let (text, span) = match &publish {
            Publish::Default => match vis {
                Visibility::Restricted(vis) if spec && place == Place::Free => {
                    ("unsaid".to_string(), vis.pub_token.span)
                }
                _ => return,
            },
            Publish::Closed(p) => ("closed".to_string(), p.token.span),
            Publish::Open(p) => ("open".to_string(), p.token.span),
            Publish::Uninterp(p) => ("uninterp".to_string(), p.token.span),
            Publish::OpenRestricted(p) => {
                let path = crate::text::text_of(p.path.to_token_stream());
                (format!("open_in {path}"), p.open_token.span)
            }
        };
        if !spec {
            let message = "only `spec` functions can be marked `open`, `closed`, or `uninterp`";
            self.error(span, Language::PublishNotSpec, message);
        } else if matches!(publish, Publish::Open(_)) && matches!(vis, Visibility::Inherited) && place == Place::Free {
            self.error(span, Language::OpenNotPub, "function is marked `open` but not marked `pub`");
        }
        attrs.push(doc(&format!("certus:publish {text}"), span, false));
    }

    /// Reports parts of a signature that are not allowed in its mode, or have no form.
    fn check_signature(&mut self, sig: &Signature, kind: FnKind) {
        if let Some(keyword) = &sig.asyncness
            && kind != FnKind::Exec
        {
            self.unsupported(keyword.span, "`async` on a function that does not run");
        }
        if let Some(variadic) = &sig.variadic {
            self.unsupported(variadic.dots.spans[0], "a variadic function");
        }
        if let Some(keyword) = &sig.unsafety
            && kind != FnKind::Exec
        {
            self.error(keyword.span, Language::UnsafeNotExec, "'unsafe' only makes sense on exec-mode functions");
        }
        if let Some(returns) = &sig.spec.returns
            && kind == FnKind::Spec
        {
            self.error(returns.token.span, Language::ReturnsOnSpec, "spec functions cannot have `returns` clause");
        }
    }

    /// Makes the parameters plain; their modes become a doc string, their wrappers statements in `opened`.
    fn params(
        &mut self,
        attrs: &mut Vec<Attribute>,
        sig: &mut Signature,
        kind: FnKind,
        place: Place,
        opened: &mut Vec<Stmt>,
    ) {
        let mut words = Vec::new();
        let mut conditional = None;
        for input in &mut sig.inputs {
            let mut word = if input.tracked.take().is_some() { "proof" } else { "default" };
            let own = match &mut input.kind {
                FnArgKind::Receiver(receiver) => &mut receiver.attrs,
                FnArgKind::Typed(typed) => &mut typed.attrs,
            };
            for attr in std::mem::take(own) {
                match self.verifier_attr(&attr) {
                    None => own.push(attr),
                    Some(texts) => {
                        for text in texts {
                            self.placed(&text, Spot::Parameter, attr.pound_token.span);
                            word = match text.as_str() {
                                "verifier::spec" => "spec",
                                "verifier::proof" => "proof",
                                "verifier::exec" => "exec",
                                _ => word,
                            };
                        }
                    }
                }
            }
            conditional = conditional.or_else(|| Some(crate::conditions::of(own).first()?.pound_token.span));
            words.push(word);
            match &mut input.kind {
                FnArgKind::Receiver(receiver) => {
                    if kind == FnKind::Spec
                        && receiver.reference.is_none()
                        && let Some(keyword) = &receiver.mutability
                    {
                        self.error(keyword.span, Language::SpecMutParam, "mut argument not allowed for spec functions");
                    }
                    self.visit_type_mut(&mut receiver.ty);
                }
                FnArgKind::Typed(typed) => {
                    self.visit_type_mut(&mut typed.ty);
                    self.visit_pat_mut(&mut typed.pat);
                    if matches!(&*typed.pat, Pat::Wild(_)) && kind == FnKind::Exec && place == Place::Free {
                        self.param_pattern(typed.pat.span());
                    }
                    self.open_parameter(&mut typed.pat, opened);
                    self.check_param(&typed.pat, kind);
                }
            }
        }
        if words.iter().any(|word| *word != "default") {
            if let Some(span) = conditional {
                // The modes are one list, in the order of the parameters.
                self.unsupported(span, "a `cfg` on a parameter beside parameters with modes");
            }
            attrs.push(doc(&format!("certus:params {}", words.join(" ")), sig.paren_token.span.open(), false));
        }
    }

    /// Only names may be parameters; those of a spec function may not be `mut`.
    fn check_param(&mut self, pat: &Pat, kind: FnKind) {
        match pat {
            Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => {
                if let Some(keyword) = &p.mutability
                    && kind == FnKind::Spec
                {
                    self.error(keyword.span, Language::SpecMutParam, "mut argument not allowed for spec functions");
                }
            }
            Pat::Wild(_) => {}
            _ => self.param_pattern(pat.span()),
        }
    }

    /// The error for a parameter that is not a name.
    fn param_pattern(&mut self, span: Span) {
        self.error(span, Language::ParamPattern, "expected a plain identifier pattern as parameter");
    }

    /// Removes the name and the mode of the result, and returns the parameter of the `ensures` closure.
    fn result(&mut self, attrs: &mut Vec<Attribute>, sig: &mut Signature) -> Option<TokenStream> {
        let ReturnType::Type(_, tracked, named, ty) = &mut sig.output else { return None };
        if let Some(keyword) = tracked.take() {
            attrs.push(doc("certus:ret proof", keyword.span, false));
        }
        self.visit_type_mut(ty);
        let (_, pat, colon) = *named.take()?;
        let names: Vec<&Ident> = sig
            .inputs
            .iter()
            .filter_map(|input| match &input.kind {
                FnArgKind::Typed(typed) => crate::exprs::plain_ident(&typed.pat),
                FnArgKind::Receiver(_) => None,
            })
            .collect();
        let mut bound = Binders(Vec::new());
        certus_visit::visit::Visit::visit_pat(&mut bound, &pat);
        for name in bound.0.iter().filter(|name| names.contains(name)) {
            let message = "return value name collides with a parameter name";
            self.error(name.span(), Language::ReturnNameCollision, message);
        }
        let mut tokens = pat.to_token_stream();
        colon.to_tokens(&mut tokens);
        match &**ty {
            ty if crate::clauses::nameable(ty) => ty.to_tokens(&mut tokens),
            Type::Never(never) => tokens.extend(quote_spanned!(never.bang_token.span=> ())),
            ty => {
                verus_syn::token::Underscore(ty.span()).to_tokens(&mut tokens);
                if sig.spec.ensures.is_some() {
                    self.unsupported(ty.span(), "a postcondition on a result of an `impl` type");
                }
            }
        }
        Some(tokens)
    }
}

/// Collects the names a pattern binds.
struct Binders(Vec<Ident>);

impl certus_visit::visit::Visit<'_> for Binders {
    fn visit_pat_ident(&mut self, pat: &verus_syn::PatIdent) {
        self.0.push(pat.ident.clone());
    }
}

/// `::verus_builtin::no_method_body()` as the value of a body.
pub(crate) fn no_method_body(span: Span) -> Stmt {
    Stmt::Expr(Expr::Verbatim(Site::at(span).call(Known::NoMethodBody, TokenStream::new())), None)
}

/// The hidden method that holds the clauses of a trait method without a body.
fn spec_method(item: &TraitItemFn, mut stmts: Vec<Stmt>) -> TraitItem {
    let span = item.sig.ident.span();
    let name = crate::enums::plain(&item.sig.ident);
    let mut sig = item.sig.clone();
    sig.ident = Ident::new(&format!("__certus_spec_{name}"), span);
    let sized: verus_syn::WherePredicate = verus_syn::parse_quote_spanned!(span=> Self: Sized);
    let clause = sig.generics.where_clause.get_or_insert_with(|| verus_syn::WhereClause {
        where_token: verus_syn::token::Where(span),
        predicates: verus_syn::punctuated::Punctuated::new(),
    });
    if !clause.predicates.empty_or_trailing() {
        clause.predicates.push_punct(verus_syn::token::Comma(span));
    }
    clause.predicates.push_value(sized);
    let close = sig.paren_token.span.close();
    stmts.push(no_method_body(close));
    let mut attrs: Vec<Attribute> = item.attrs.iter().filter(|a| a.path().is_ident("doc")).cloned().collect();
    attrs.push(verus_syn::parse_quote_spanned!(span=> #[doc(hidden)]));
    attrs.push(doc(&format!("certus:spec_of {name}"), span, false));
    let default = Some(Block { brace_token: verus_syn::token::Brace(close), stmts });
    TraitItem::Fn(TraitItemFn { attrs, sig, default, semi_token: None })
}

/// `returns self` of a method with `&self` that gives a value is `returns *self`: a specification does not tell a value from a
/// shared reference to it.
fn returns_receiver(sig: &mut Signature, output: &ReturnType) {
    let by_reference =
        sig.receiver().is_some_and(|receiver| receiver.reference.is_some() && receiver.mutability.is_none());
    let gives_value = matches!(output, ReturnType::Type(_, _, _, ty) if !matches!(**ty, Type::Reference(_)));
    let Some(returns) = sig.spec.returns.as_mut().filter(|_| by_reference && gives_value) else { return };
    if let Some(value) = returns.exprs.exprs.first_mut()
        && matches!(value, Expr::Path(path) if path.path.is_ident("self"))
    {
        *value = verus_syn::parse_quote_spanned!(value.span()=> *#value);
    }
}
