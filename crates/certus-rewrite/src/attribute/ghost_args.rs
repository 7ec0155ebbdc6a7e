//! Ghost arguments of calls, ghost results, ghost fields.
//!
//! ```text
//! proof_with!{ Tracked(a), Ghost(b) } f(x)          ->  _VERUS_VERIFIED_f(x, Tracked(a), Ghost(b))
//! proof_with!{ Ghost(b) => Ghost(z) } let y = f(x); ->  let (r, o) = _VERUS_VERIFIED_f(x, Ghost(b));
//!                                                       let y = r; let Ghost(z) = o;
//! proof_with!{ Ghost(b) => Ghost(z) } f(x)          ->  { let (r, o) = ..; proof { z = o@; } r }
//! proof_with!{ |= Ghost(z) } e                      ->  (e, Ghost(z))
//! proof_with!{ p: Tracked(a) } S { x }              ->  S { x, p: Tracked(a) }
//! ```
//!
//! (Before each of these calls stands the one that was written, `I::stands_for(|| f(x));`, in a closure that is never
//! called; the lowering compares the two.)
//!
//! On a `let` the results are new variables, which live as long as those of the `let`; on an expression they go to
//! variables that exist.

use super::Forms;
use super::bodies::VERIFIED;
use super::markers::{prefixed, statement};
use crate::emit::group;
use crate::spans;
use certus_codes::Language;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::quote_spanned;
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::punctuated::Punctuated;
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, ExprBlock, ExprStruct, FieldValue, LocalInit, Pat, Stmt, Token};

/// The arguments of `with` or `proof_with!`.
struct With {
    /// The ghost arguments of the call.
    inputs: Vec<Expr>,
    /// The ghost fields of a struct literal.
    fields: Vec<FieldValue>,
    /// The pattern for the ghost results of the call.
    outputs: Option<Pat>,
    /// The ghost result after `|=`.
    follows: Option<Expr>,
}

impl With {
    /// `a, b, field: c, => pat |= e`, each part optional.
    fn parse(input: ParseStream) -> verus_syn::Result<With> {
        let mut with = With { inputs: Vec::new(), fields: Vec::new(), outputs: None, follows: None };
        while !input.is_empty() && !input.peek(Token![=>]) && !input.peek(Token![|=]) {
            if input.peek(verus_syn::Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
                with.fields.push(input.parse()?);
            } else {
                with.inputs.push(input.parse()?);
            }
            if input.peek(Token![,]) {
                input.parse::<Token![,]>()?;
            } else {
                break;
            }
        }
        if input.peek(Token![=>]) {
            input.parse::<Token![=>]>()?;
            with.outputs = Some(Pat::parse_single(input)?);
            input.parse::<Option<Token![,]>>()?;
        }
        if input.peek(Token![|=]) {
            input.parse::<Token![|=]>()?;
            with.follows = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(with)
    }
}

/// The call in an expression that ghost arguments belong to.
fn call_in(expr: &mut Expr) -> Option<&mut Expr> {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) => Some(expr),
        Expr::Block(block) if is_compared(block) => Some(expr),
        Expr::Paren(e) => call_in(&mut e.expr),
        Expr::Group(e) => call_in(&mut e.expr),
        Expr::Try(e) => call_in(&mut e.expr),
        _ => None,
    }
}

/// Whether a block is a call with ghost arguments and the one that was written.
fn is_compared(block: &ExprBlock) -> bool {
    let [Stmt::Expr(Expr::Call(first), Some(_)), Stmt::Expr(_, None)] = block.block.stmts.as_slice() else {
        return false;
    };
    matches!(&*first.func, Expr::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "stands_for"))
}

/// The literal of a struct in an expression that ghost fields belong to.
fn literal_in(expr: &mut Expr) -> Option<&mut ExprStruct> {
    match expr {
        Expr::Struct(e) => Some(e),
        Expr::Paren(e) => literal_in(&mut e.expr),
        Expr::Group(e) => literal_in(&mut e.expr),
        _ => None,
    }
}

/// The patterns of the results: those of a tuple, or the one there is.
fn outputs_of(pat: Pat) -> Vec<Pat> {
    match pat {
        Pat::Tuple(tuple) => tuple.elems.into_iter().collect(),
        Pat::Paren(paren) => outputs_of(*paren.pat),
        pat => vec![pat],
    }
}

impl Forms<'_> {
    /// Parses the arguments of `with`.
    fn parse_with(&mut self, tokens: TokenStream) -> Option<With> {
        match With::parse.parse2(tokens) {
            Ok(with) => {
                if with.inputs.is_empty() && with.fields.is_empty() && with.outputs.is_none() && with.follows.is_none()
                {
                    self.error(Span::call_site(), Language::WithOnNoCall, "`with` says nothing");
                    return None;
                }
                if !with.fields.is_empty() && (!with.inputs.is_empty() || with.outputs.is_some()) {
                    let message = "Misuse of `with`: cannot have both ghost/tracked fields and function inputs/outputs";
                    self.error(with.fields[0].member.span(), Language::WithOnNoCall, message);
                    return None;
                }
                Some(with)
            }
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                None
            }
        }
    }

    /// Adds the ghost arguments to a statement, and appends the result to `out`.
    pub(super) fn with_on_statement(&mut self, tokens: TokenStream, span: Span, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        let attrs = match &stmt {
            Stmt::Local(local) => local.attrs.clone(),
            Stmt::Expr(e, _) => e.clone().replace_attrs(Vec::new()),
            _ => Vec::new(),
        };
        if !crate::conditions::of(&attrs).is_empty() {
            self.error(
                span,
                Language::Syntax,
                "a statement whose call has ghost arguments or results cannot have a `cfg`",
            );
        }
        match &mut stmt {
            Stmt::Local(local) => {
                let Some(LocalInit { expr, .. }) = &mut local.init else { return self.not_a_call(span) };
                let Some(mut with) = self.parse_with(tokens) else { return };
                let outputs = with.outputs.take();
                self.apply(with, outputs.is_some(), span, expr);
                let Some(pat) = outputs else {
                    out.push(stmt);
                    return;
                };
                let Some(call) = call_in(expr) else { return self.not_a_call(span) };
                let value = self.fresh(span);
                let names: Vec<(Pat, Ident)> = outputs_of(pat).into_iter().map(|p| (p, self.fresh(span))).collect();
                let all = names.iter().map(|(_, name)| name);
                let called = std::mem::replace(call, verus_syn::parse_quote_spanned!(span=> #value));
                let mut pieces = quote_spanned!(span=> let (#value, #(#all),*) = #called;);
                pieces = match names.as_slice() {
                    [(Pat::Wild(_), _)] => {
                        *call = verus_syn::parse_quote_spanned!(span=> (#called).0);
                        TokenStream::new()
                    }
                    _ => pieces,
                };
                self.push_parsed(pieces, out);
                out.push(stmt);
                for (pat, name) in names.iter().filter(|(pat, _)| !matches!(pat, Pat::Wild(_))) {
                    self.push_parsed(quote_spanned!(span=> let #pat = #name;), out);
                }
            }
            Stmt::Expr(expr, _) => {
                match expr {
                    Expr::Return(e) => match &mut e.expr {
                        Some(e) => self.with_on_expression(tokens, span, e),
                        None => self.not_a_call(span),
                    },
                    Expr::Assign(e) => self.with_on_expression(tokens, span, &mut e.right),
                    expr => self.with_on_expression(tokens, span, expr),
                }
                out.push(stmt);
            }
            Stmt::Item(_) | Stmt::Macro(_) => {
                self.not_a_call(span);
                out.push(stmt);
            }
        }
    }

    /// Gives an expression its ghost arguments.
    pub(super) fn with_on_expression(&mut self, tokens: TokenStream, span: Span, expr: &mut Expr) {
        let Some(mut with) = self.parse_with(tokens) else { return };
        let (outputs, follows) = (with.outputs.take(), with.follows.take());
        self.apply(with, outputs.is_some(), span, expr);
        if let Some(pat) = outputs {
            match call_in(expr) {
                Some(call) => self.assign_results(pat, span, call),
                None => self.not_a_call(span),
            }
        }
        if let Some(follows) = follows {
            let follows = match follows {
                Expr::Tuple(tuple) => tuple.elems,
                follows => Punctuated::from_iter([follows]),
            };
            for result in follows.iter().filter(|e| !is_wrapped(e)) {
                let message = "a ghost result is `Ghost(..)` or `Tracked(..)`";
                self.error(result.span(), Language::WithExec, message);
            }
            // The result is at the place of the value.
            let value = std::mem::replace(expr, Expr::Verbatim(TokenStream::new()));
            let (first, last) = (spans::first(&value), spans::last(&value));
            let tuple = group(Delimiter::Parenthesis, first, last, quote_spanned!(first=> #value, #follows));
            match verus_syn::parse2(tuple.into()) {
                Ok(tuple) => *expr = tuple,
                Err(error) => self.errors.extend(crate::errors::syntax_errors(error)),
            }
        }
    }

    /// Adds arguments to the call and fields to the literal. A call with ghost `results` is one of the verified function
    /// also when it has no ghost arguments.
    fn apply(&mut self, with: With, results: bool, span: Span, expr: &mut Expr) {
        let With { inputs, fields, outputs: _, follows } = with;
        if follows.is_some() {
            self.error(span, Language::WithOnNoCall, "ghost results are given with the value of a function");
        }
        if !fields.is_empty() {
            let Some(literal) = literal_in(expr) else {
                let message = "with ghost/tracked fields cannot be applied to what is not a struct literal";
                return self.error(span, Language::WithOnNoCall, message);
            };
            if !literal.fields.empty_or_trailing() {
                literal.fields.push_punct(Token![,](span));
            }
            for field in fields {
                if !matches!(field.expr, Expr::Call(_)) || !is_wrapped(&field.expr) {
                    let message =
                        "A ghost/tracked field must be a tracked/ghost expression: `Ghost(..)` or `Tracked(..)`";
                    self.error(field.expr.span(), Language::GhostField, message);
                }
                literal.fields.push(field);
            }
            return;
        }
        if inputs.is_empty() && !results {
            return;
        }
        match call_in(expr) {
            Some(call) => self.verified_call(call, inputs, span),
            None => self.not_a_call(span),
        }
    }

    /// Turns a call into one of the verified function. The original call comes before it, so that lowering can compare
    /// both: each name could resolve to another function.
    fn verified_call(&mut self, call: &mut Expr, inputs: Vec<Expr>, span: Span) {
        let Some(written) = self.as_written(call, span) else { return };
        self.rename(call, inputs, span);
        let called = std::mem::replace(call, Expr::Verbatim(TokenStream::new()));
        *call = verus_syn::parse_quote_spanned! {span=>
            { ::verus_builtin::internal::stands_for(|| #written); #called }
        };
    }

    /// A copy of the call for the comparison only. Arguments that could leave the function are replaced by an arbitrary
    /// value.
    fn as_written(&mut self, call: &Expr, span: Span) -> Option<Expr> {
        let mut written = call.clone();
        let args = match &mut written {
            Expr::Call(call) => &mut call.args,
            Expr::MethodCall(call) if !is_simple(&call.receiver) => {
                self.unsupported(span, "ghost arguments for a method of what is not a variable, a field or a call");
                return None;
            }
            Expr::MethodCall(call) => &mut call.args,
            _ => {
                self.not_a_call(span);
                return None;
            }
        };
        for arg in args.iter_mut().filter(|arg| !is_simple(arg)) {
            *arg = verus_syn::parse_quote_spanned!(span=> ::verus_builtin::internal::any());
        }
        Some(written)
    }

    /// Renames the callee of a call, and appends the ghost arguments.
    fn rename(&mut self, call: &mut Expr, inputs: Vec<Expr>, span: Span) {
        let args = match call {
            Expr::Call(call) => {
                let Expr::Path(path) = &mut *call.func else {
                    return self.unsupported(span, "ghost arguments for a function that has no name");
                };
                if let Some(last) = path.path.segments.last_mut() {
                    last.ident = prefixed(VERIFIED, &last.ident);
                }
                &mut call.args
            }
            Expr::MethodCall(call) => {
                call.method = prefixed(VERIFIED, &call.method);
                &mut call.args
            }
            _ => return self.not_a_call(span),
        };
        if !args.empty_or_trailing() {
            args.push_punct(Token![,](span));
        }
        for input in inputs {
            if !is_wrapped(&input) {
                let message =
                    "a ghost argument is `Ghost(..)`, `Tracked(..)`, or a call of a function of one of the two";
                self.error(input.span(), Language::WithExec, message);
            }
            args.push(input);
        }
    }

    /// A call whose ghost results go to variables that exist.
    fn assign_results(&mut self, pat: Pat, span: Span, call: &mut Expr) {
        let called = std::mem::replace(call, Expr::Verbatim(TokenStream::new()));
        let outputs = outputs_of(pat);
        if let [Pat::Wild(_)] = outputs.as_slice() {
            *call = verus_syn::parse_quote_spanned!(span=> (#called).0);
            return;
        }
        let value = self.fresh(span);
        let names: Vec<Ident> = outputs.iter().map(|_| self.fresh(span)).collect();
        let mut assigned = TokenStream::new();
        for (pat, name) in outputs.iter().zip(&names) {
            match target(pat) {
                Some(Some((true, variable))) => {
                    assigned.extend(quote_spanned!(span=> #variable = ::verus_builtin::Tracked::get(#name);))
                }
                Some(Some((false, variable))) => {
                    assigned.extend(quote_spanned!(span=> #variable = ::verus_builtin::Ghost::view(#name);))
                }
                Some(None) => {}
                None => self.unsupported(pat.span(), "this pattern for a ghost result"),
            }
        }
        let block = quote_spanned!(span=> { let (#value, #(#names),*) = #called; proof { #assigned } #value });
        match verus_syn::parse2(block) {
            Ok(block) => *call = block,
            Err(error) => self.errors.extend(crate::errors::syntax_errors(error)),
        }
    }

    /// Parses statements, and appends them to `out`.
    fn push_parsed(&mut self, tokens: TokenStream, out: &mut Vec<Stmt>) {
        match statement(tokens) {
            Ok(stmts) => out.extend(stmts),
            Err(error) => self.errors.extend(crate::errors::syntax_errors(error)),
        }
    }
}

/// Whether an expression is nothing at run time: `Ghost(..)`, `Tracked(..)`, `Ghost::assume_new()`, or a variable, which
/// is of such a type or does not fit.
fn is_wrapped(expr: &Expr) -> bool {
    let wrapper = |name: &Ident| name == "Ghost" || name == "Tracked";
    match expr {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let segments: Vec<&Ident> = path.path.segments.iter().map(|s| &s.ident).collect();
                match segments.as_slice() {
                    [.., name] if wrapper(name) => true,
                    [.., name, method] => wrapper(name) && *method == "assume_new" && call.args.is_empty(),
                    _ => false,
                }
            }
            _ => false,
        },
        Expr::Paren(e) => is_wrapped(&e.expr),
        Expr::Path(path) => path.path.get_ident().is_some(),
        _ => false,
    }
}

/// Whether an expression can be written twice, once for a comparison only: it does not leave the function or bind
/// names.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(e) => is_simple(&e.base),
        Expr::Paren(e) => is_simple(&e.expr),
        Expr::Group(e) => is_simple(&e.expr),
        Expr::Reference(e) => is_simple(&e.expr),
        Expr::Unary(e) => is_simple(&e.expr),
        Expr::Cast(e) => is_simple(&e.expr),
        Expr::Index(e) => is_simple(&e.expr) && is_simple(&e.index),
        Expr::Binary(e) => is_simple(&e.left) && is_simple(&e.right),
        Expr::Call(e) => is_simple(&e.func) && e.args.iter().all(is_simple),
        Expr::MethodCall(e) => is_simple(&e.receiver) && e.args.iter().all(is_simple),
        Expr::Tuple(e) => e.elems.iter().all(is_simple),
        _ => false,
    }
}

/// The variable to which a result is assigned, and whether it is tracked: `Some(None)` for `_`, `None` for any other
/// pattern.
fn target(pat: &Pat) -> Option<Option<(bool, &Ident)>> {
    match pat {
        Pat::Wild(_) => Some(None),
        Pat::TupleStruct(pat) => {
            let tracked = match pat.path.get_ident()?.to_string().as_str() {
                "Tracked" => true,
                "Ghost" => false,
                _ => return None,
            };
            let variable = crate::exprs::plain_ident(pat.elems.first()?)?;
            (pat.elems.len() == 1).then_some(Some((tracked, variable)))
        }
        _ => None,
    }
}
