//! The exchange of tokens that an operation is: what it takes, what it gives, and what it says of both.
//!
//! | Step | in the exchange |
//! |---|---|
//! | `require c` | whoever asks for the step knows `c` |
//! | `assert c` | whoever asked for it knows `c` afterwards |
//! | `update f = v`, and reading `pre.f` | the token of `f`, as `&mut` or as `&` |
//! | `remove`, `have` | a token that is consumed, or looked at |
//! | `add` | a new token |
//! | `deposit`, `withdraw`, `guard` | the thing that is stored, consumed, given, or lent |
//! | `birds_eye let` | the values of the fields that it reads, as ghost results |
//!
//! A condition is said under the branches that lead to it, and in the scope of the names that it uses (`frames.rs`). What
//! was asserted before a condition is assumed by it. Fields without tokens are not a part of the exchange, and neither are
//! steps that have to do with those alone (`steps.rs`).

mod elements;
mod frames;
mod reads;
mod steps;
mod values;
mod walk;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

pub(crate) use elements::collection;
pub(crate) use steps::exchanged;

use crate::ast::{Kind, Machine, Operation, Step};
use crate::strategy::{Form, Hold};
use reads::Reads;

/// How a token or a thing goes from one side to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It is consumed.
    In,
    /// It is looked at.
    Borrowed,
    /// It is changed.
    Changed,
    /// It is new.
    Out,
    /// It is lent, for as long as what is looked at is.
    Lent,
    /// It is a ghost value that becomes known.
    Known,
}

/// One token, one collection of tokens, one stored thing, or one value.
pub(crate) struct Part {
    /// The name of the parameter or of the result.
    pub(crate) name: Ident,
    /// Its type, without the reference.
    pub(crate) ty: TokenStream,
    /// Where it goes.
    pub(crate) flow: Flow,
    /// Whether it is a single token, which belongs to one instance.
    is_token: bool,
}

/// What an operation exchanges.
pub(crate) struct Exchange<'m> {
    machine: &'m Machine,
    operation: &'m Operation,
    reads: Reads,
    /// The parts, by field.
    parts: Vec<Vec<Part>>,
    /// The steps that find names by a pattern, each with the value that matches it.
    found: Vec<(&'m Step, TokenStream)>,
    requires: Vec<TokenStream>,
    ensures: Vec<TokenStream>,
}

/// The contract of an exchange.
pub(crate) struct Contract {
    /// What is exchanged, in the order of the fields.
    pub(crate) parts: Vec<Part>,
    /// What has to be known before.
    pub(crate) requires: Vec<TokenStream>,
    /// What is known afterwards. It speaks of the results by their names.
    pub(crate) ensures: Vec<TokenStream>,
}

/// The contract of an operation.
pub(crate) fn contract(machine: &Machine, operation: &Operation) -> Contract {
    let parts = machine.fields.iter().map(|_| Vec::new()).collect();
    let reads = Reads::of(machine, operation);
    let (requires, ensures) = (Vec::new(), Vec::new());
    let mut exchange = Exchange { machine, operation, reads, parts, found: Vec::new(), requires, ensures };
    exchange.walk();
    exchange.whole_fields();
    exchange.finish()
}

impl Exchange<'_> {
    /// The parts of fields that one token has, and those of an initialization.
    fn whole_fields(&mut self) {
        for number in 0..self.machine.fields.len() {
            match self.operation.kind {
                Kind::Init => self.initialized(number),
                _ => self.stepped(number),
            }
        }
    }

    /// The value that a field has at first: everything that stands for it is given, and what is stored is taken.
    fn initialized(&mut self, number: usize) {
        let Some(field) = self.machine.fields.get(number) else { return };
        let Some(value) = self.value_after(number).map(|value| self.typed(number, &value)) else { return };
        let (span, strategy) = (field.name.span(), field.strategy);
        let (name, instance) = (self.whole_name(number), self.instance());
        let token = self.token_type(number);
        let (ty, flow, condition) = match (strategy.form, strategy.hold) {
            (Form::NotTokenized, _) => return,
            (Form::Constant, _) => {
                let constant = &field.name;
                let object = self.object();
                self.ensures.push(quote_spanned!(span=> #object.#constant() == #value));
                return;
            }
            (_, Hold::Stored) => {
                let ty = &field.ty;
                (quote_spanned!(span=> #ty), Flow::In, quote_spanned!(span=> #name == #value))
            }
            (Form::Variable, _) => {
                (token, Flow::Out, quote_spanned!(span=> (#name.instance_id() == #instance && #name.value() == #value)))
            }
            (Form::Count, _) => {
                (token, Flow::Out, quote_spanned!(span=> (#name.instance_id() == #instance && #name.count() == #value)))
            }
            (form, _) => {
                let condition = elements::equals(form, &value, &quote_spanned!(span=> #name), &instance, span);
                (collection(self.machine, number), Flow::Out, condition)
            }
        };
        match flow {
            Flow::In => self.requires.push(condition),
            _ => self.ensures.push(condition),
        }
        self.part(number, Part { name, ty, flow, is_token: false });
    }

    /// The token of a field that is read or updated as a whole, and a value that becomes known.
    fn stepped(&mut self, number: usize) {
        let Some(field) = self.machine.fields.get(number) else { return };
        let span = field.name.span();
        if self.reads.is_unknown(self.machine, number) {
            let ty = &field.ty;
            let part = Part {
                name: self.known_name(number),
                ty: quote_spanned!(span=> #ty),
                flow: Flow::Known,
                is_token: false,
            };
            if let Some(parts) = self.parts.get_mut(number) {
                parts.insert(0, part);
            }
        }
        if field.strategy.form != Form::Variable {
            return;
        }
        let (name, ty) = (self.whole_name(number), self.token_type(number));
        if self.reads.is_written(number) {
            if let Some(value) = self.value_after(number).map(|value| self.typed(number, &value)) {
                self.ensures.push(quote_spanned!(span=> final(#name).value() == #value));
            }
            self.part(number, Part { name, ty, flow: Flow::Changed, is_token: true });
        } else if self.reads.is_read(number) {
            self.part(number, Part { name, ty, flow: Flow::Borrowed, is_token: true });
        }
    }

    /// A value of the type of a field, so that literals have it.
    fn typed(&self, number: usize, value: &TokenStream) -> TokenStream {
        let Some(field) = self.machine.fields.get(number) else { return value.clone() };
        let (span, ty) = (self.operation.name.span(), &field.ty);
        quote_spanned!(span=> ({ let tmp_e: #ty = #value; tmp_e }))
    }

    fn part(&mut self, number: usize, part: Part) {
        if let Some(parts) = self.parts.get_mut(number) {
            parts.push(part);
        }
    }

    /// The contract, with what it says of instances first.
    fn finish(self) -> Contract {
        let instance = self.instance();
        let Exchange { parts, mut requires, mut ensures, .. } = self;
        let parts: Vec<Part> = parts.into_iter().flatten().collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for Part { name, flow, .. } in parts.iter().filter(|part| part.is_token) {
            let span = name.span();
            match flow {
                Flow::In | Flow::Borrowed => before.push(quote_spanned!(span=> #name.instance_id() == #instance)),
                Flow::Changed => {
                    before.push(quote_spanned!(span=> ::verus_builtin::old(#name).instance_id() == #instance));
                    after.push(quote_spanned!(span=> final(#name).instance_id() == #instance));
                }
                Flow::Out => after.push(quote_spanned!(span=> #name.instance_id() == #instance)),
                Flow::Lent | Flow::Known => {}
            }
        }
        before.append(&mut requires);
        after.append(&mut ensures);
        Contract { parts, requires: before, ensures: after }
    }

    /// The instance: a result of an initialization, and `self` of a step.
    fn object(&self) -> TokenStream {
        let span = self.operation.name.span();
        match self.operation.kind {
            Kind::Init => quote_spanned!(span=> instance),
            _ => quote_spanned!(span=> self),
        }
    }

    /// What its tokens have in common.
    fn instance(&self) -> TokenStream {
        let (span, object) = (self.operation.name.span(), self.object());
        quote_spanned!(span=> #object.id())
    }

    /// The type of the tokens of a field.
    fn token_type(&self, number: usize) -> TokenStream {
        elements::token(self.machine, number)
    }

    /// The name of the parameter for a whole field.
    fn whole_name(&self, number: usize) -> Ident {
        self.field_ident(number, "param_token_", self.operation.name.span())
    }

    /// The name of the result for a value that becomes known.
    fn known_name(&self, number: usize) -> Ident {
        self.field_ident(number, "original_field_", self.operation.name.span())
    }

    /// The name of the next part of a field.
    fn part_name(&self, number: usize, span: Span) -> Ident {
        let before = self.parts.get(number).map_or(0, Vec::len);
        self.field_ident(number, &format!("param_token_{before}_"), span)
    }

    fn field_ident(&self, number: usize, prefix: &str, span: Span) -> Ident {
        let name = self.machine.fields.get(number).map(|field| field.name.to_string()).unwrap_or_default();
        Ident::new(&format!("{prefix}{}", name.trim_start_matches("r#")), span)
    }
}
