//! What the steps of an exchange read of the state before it, and where they read it from: a token, the instance, or a
//! result.

use certus_visit::visit::{self, Visit};
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Expr, ExprField, Member};

use super::Exchange;
use super::steps::exchanged;
use crate::ast::{Body, Machine, Operation, What};
use crate::spans;
use crate::strategy::Form;

/// For each field, how the exchange uses it as a whole.
pub(super) struct Reads {
    /// It is read where only tokens are known.
    read: Vec<bool>,
    /// It is updated.
    written: Vec<bool>,
    /// A `birds_eye let` reads it.
    birds_eye: Vec<bool>,
}

/// The number of the field in `pre.field`.
fn field_of(machine: &Machine, expr: &Expr) -> Option<usize> {
    let Expr::Field(ExprField { base, member: Member::Named(name), .. }) = expr else { return None };
    let Expr::Path(path) = &**base else { return None };
    (path.qself.is_none() && path.path.is_ident("pre")).then(|| machine.field(name))?
}

impl Reads {
    /// What an operation reads.
    pub(super) fn of(machine: &Machine, operation: &Operation) -> Reads {
        let none = vec![false; machine.fields.len()];
        let mut reads = Reads { read: none.clone(), written: none.clone(), birds_eye: none };
        reads.body(machine, &operation.body);
        reads
    }

    fn body(&mut self, machine: &Machine, body: &Body) {
        for step in exchanged(machine, body) {
            let slots = match &step.what {
                What::Let { birds_eye: true, .. } | What::Find { birds_eye: true, .. } => &mut self.birds_eye,
                _ => &mut self.read,
            };
            for expr in step.what.expressions() {
                Found { machine, slots }.visit_expr(expr);
            }
            if let What::Init { field, .. } | What::Update { field, .. } = &step.what
                && let Some(slot) = machine.field(field).and_then(|number| self.written.get_mut(number))
            {
                *slot = true;
            }
            for inner in step.what.bodies() {
                self.body(machine, inner);
            }
        }
    }

    /// Whether the token of the field is looked at.
    pub(super) fn is_read(&self, number: usize) -> bool {
        self.read.get(number) == Some(&true)
    }

    /// Whether the token of the field is changed.
    pub(super) fn is_written(&self, number: usize) -> bool {
        self.written.get(number) == Some(&true)
    }

    /// Whether the value of the field is not known before the exchange, and is after it.
    pub(super) fn is_unknown(&self, machine: &Machine, number: usize) -> bool {
        let form = machine.fields.get(number).map(|field| field.strategy.form);
        self.birds_eye.get(number) == Some(&true)
            && match form {
                Some(Form::Variable) => !self.is_read(number) && !self.is_written(number),
                Some(Form::Constant) | None => false,
                Some(_) => true,
            }
    }
}

struct Found<'r> {
    machine: &'r Machine,
    slots: &'r mut Vec<bool>,
}

impl<'a> Visit<'a> for Found<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Some(slot) = field_of(self.machine, expr).and_then(|number| self.slots.get_mut(number)) {
            *slot = true;
        }
        visit::visit_expr(self, expr);
    }
}

impl Exchange<'_> {
    /// An expression of a step, which reads tokens, constants and results in place of the state.
    pub(super) fn read(&self, expr: &Expr) -> TokenStream {
        let mut expr = expr.clone();
        Replaced { exchange: self }.visit_expr_mut(&mut expr);
        expr.to_token_stream()
    }

    /// The value of a field before the exchange.
    pub(super) fn value_before(&self, number: usize, span: Span) -> TokenStream {
        let Some(field) = self.machine.fields.get(number) else { return TokenStream::new() };
        let mut token = self.whole_name(number);
        token.set_span(span);
        match field.strategy.form {
            Form::Constant => self.of_instance(&Ident::new(&field.name.to_string(), span), span),
            Form::Variable if self.reads.is_written(number) => {
                self.of_token(number, "value", &quote_spanned!(span=> *::verus_builtin::old(#token)))
            }
            Form::Variable if self.reads.is_read(number) => self.of_token(number, "value", &token),
            _ => {
                let mut known = self.known_name(number);
                known.set_span(span);
                quote_spanned!(span=> #known)
            }
        }
    }
}

struct Replaced<'e, 'm> {
    exchange: &'e Exchange<'m>,
}

impl VisitMut for Replaced<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match field_of(self.exchange.machine, expr) {
            Some(number) => *expr = Expr::Verbatim(self.exchange.value_before(number, spans::of(expr))),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
