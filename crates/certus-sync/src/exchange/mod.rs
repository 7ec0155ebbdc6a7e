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
use quote::{ToTokens, quote_spanned};

pub(crate) use elements::collection;
pub(crate) use steps::exchanged;

use crate::ast::{Kind, Machine, Operation, Step};
use crate::params;
use crate::spans;
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
                let constant = self.of_instance(constant, span);
                self.ensures.push(quote_spanned!(span=> #constant == #value));
                return;
            }
            (_, Hold::Stored) => {
                let ty = &field.ty;
                (quote_spanned!(span=> #ty), Flow::In, quote_spanned!(span=> #name == #value))
            }
            (Form::Variable, _) => {
                let (id, of) = (self.of_token(number, "instance_id", &name), self.of_token(number, "value", &name));
                (token, Flow::Out, quote_spanned!(span=> (#id == #instance && #of == #value)))
            }
            (Form::Count, _) => {
                let (id, of) = (self.of_token(number, "instance_id", &name), self.of_token(number, "count", &name));
                (token, Flow::Out, quote_spanned!(span=> (#id == #instance && #of == #value)))
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
                let after = self.of_token(number, "value", &quote_spanned!(span=> *final(#name)));
                self.ensures.push(quote_spanned!(span=> #after == #value));
            }
            self.part(number, Part { name, ty, flow: Flow::Changed, is_token: true });
        } else if self.reads.is_read(number) {
            self.part(number, Part { name, ty, flow: Flow::Borrowed, is_token: true });
        }
    }

    /// A value of the type of a field, so that literals have it.
    fn typed(&self, number: usize, value: &TokenStream) -> TokenStream {
        let Some(field) = self.machine.fields.get(number) else { return value.clone() };
        spans::of_type(value, &field.ty, self.operation.name.span())
    }

    fn part(&mut self, number: usize, part: Part) {
        if let Some(parts) = self.parts.get_mut(number) {
            parts.push(part);
        }
    }

    /// The contract, with what it says of instances first.
    fn finish(self) -> Contract {
        let instance = self.instance();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (number, parts) in self.parts.iter().enumerate() {
            for Part { name, flow, .. } in parts.iter().filter(|part| part.is_token) {
                let span = name.span();
                let is_ours = |token: TokenStream| {
                    let id = self.of_token(number, "instance_id", &token);
                    quote_spanned!(span=> #id == #instance)
                };
                match flow {
                    Flow::In | Flow::Borrowed => before.push(is_ours(name.to_token_stream())),
                    Flow::Changed => {
                        before.push(is_ours(quote_spanned!(span=> *::verus_builtin::old(#name))));
                        after.push(is_ours(quote_spanned!(span=> *final(#name))));
                    }
                    Flow::Out => after.push(is_ours(name.to_token_stream())),
                    Flow::Lent | Flow::Known => {}
                }
            }
        }
        let Exchange { parts, mut requires, mut ensures, .. } = self;
        let parts: Vec<Part> = parts.into_iter().flatten().collect();
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
        let span = self.operation.name.span();
        self.of_instance(&Ident::new("id", span), span)
    }

    /// A function of the instance. Its path is written: a method may be one of a trait of the program.
    fn of_instance(&self, function: &Ident, span: Span) -> TokenStream {
        let (instance, object) = (params::path(self.machine, "Instance", span), self.object());
        quote_spanned!(span=> #instance::#function(&#object))
    }

    /// The same for a token of a field.
    fn of_token(&self, number: usize, function: &str, token: &impl ToTokens) -> TokenStream {
        let Some(field) = self.machine.fields.get(number) else { return TokenStream::new() };
        let span = self.operation.name.span();
        let (ty, function) = (params::path(self.machine, &field.name.to_string(), span), Ident::new(function, span));
        quote_spanned!(span=> #ty::#function(&#token))
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
