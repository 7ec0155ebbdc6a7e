//! The steps of an exchange in order: each adds conditions, parts and frames.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

use super::frames::{Frame, Side, framed, leave};
use super::steps::exchanged;
use super::{Exchange, Flow, Part};
use crate::ast::{Arm, Body, Demand, Step, What};
use crate::element::{Binding, Element, Verb};
use crate::spans;
use crate::strategy::Form;

impl<'m> Exchange<'m> {
    /// All steps.
    pub(super) fn walk(&mut self) {
        let operation = self.operation;
        self.body(&operation.body, &mut Vec::new());
    }

    fn body(&mut self, body: &'m Body, frames: &mut Vec<Frame>) {
        for step in exchanged(self.machine, body) {
            self.step(step, frames);
        }
    }

    /// A body in a frame of its own.
    fn inner(&mut self, frame: Option<Frame>, body: &'m Body, frames: &mut Vec<Frame>) {
        let base = frames.len();
        frames.extend(frame);
        self.body(body, frames);
        leave(frames, base, body.span);
    }

    fn step(&mut self, step: &'m Step, frames: &mut Vec<Frame>) {
        let span = step.span;
        match &step.what {
            What::Block(body) => self.inner(None, body, frames),
            What::Let { pat, ty, value, .. } => frames.push(Frame::Let {
                pat: pat.to_token_stream(),
                ty: ty.as_ref().map(ToTokens::to_token_stream),
                value: self.read(value),
            }),
            What::Find { demand, pat, ty, value, .. } => {
                let value = self.read(value);
                let value = match ty {
                    Some(ty) => spans::of_type(&value, ty, span),
                    None => quote_spanned!(span=> (#value)),
                };
                self.find(*demand, &pat.to_token_stream(), &value, step, frames);
            }
            What::If { condition, then, otherwise } => {
                let condition = self.read(condition);
                let condition = quote_spanned!(span=> (#condition));
                let before = frames.len();
                let taken = Frame::If { condition: condition.clone(), is_taken: true };
                self.inner(Some(taken), then, frames);
                // What one branch asserts is no part of the other.
                let claims = frames.split_off(before);
                self.inner(Some(Frame::If { condition, is_taken: false }), otherwise, frames);
                frames.extend(claims);
            }
            What::Match { value, arms } => {
                let value = self.read(value);
                let pats: Vec<TokenStream> = arms.iter().map(|arm| self.arm(arm)).collect();
                let before = frames.len();
                let mut claims = Vec::new();
                for (number, arm) in arms.iter().enumerate() {
                    let frame = Frame::Arm { value: value.clone(), arms: pats.clone(), number };
                    self.inner(Some(frame), &arm.body, frames);
                    claims.extend(frames.split_off(before));
                }
                frames.extend(claims);
            }
            What::Require(condition) => {
                let condition = self.grouped(condition);
                self.before(frames, condition, step);
            }
            What::Assert(condition, _) => {
                let condition = self.grouped(condition);
                self.after(frames, condition.clone(), step);
                frames.push(Frame::Claim(condition));
            }
            What::Init { .. } | What::Update { .. } => {}
            What::Change { field, verb, element, .. } => {
                if let Some(number) = self.machine.field(field) {
                    self.change(step, number, *verb, element, frames);
                }
            }
        }
    }

    /// A pattern with its guard.
    pub(super) fn arm(&self, arm: &Arm) -> TokenStream {
        let pat = &arm.pat;
        let span = spans::of(pat);
        let guard = arm.guard.as_ref().map(|guard| {
            let guard = self.read(guard);
            quote_spanned!(span=> if #guard)
        });
        quote_spanned!(span=> #pat #guard)
    }

    fn grouped(&self, condition: &verus_syn::Expr) -> TokenStream {
        let (span, condition) = (spans::of(condition), self.read(condition));
        quote_spanned!(span=> (#condition))
    }

    /// Something has to be known before.
    fn before(&mut self, frames: &[Frame], condition: TokenStream, step: &Step) {
        self.requires.push(framed(frames, Side::Before, condition, step.span));
    }

    /// Something is known afterwards.
    fn after(&mut self, frames: &[Frame], condition: TokenStream, step: &Step) {
        self.ensures.push(framed(frames, Side::After, condition, step.span));
    }

    /// A value matches a pattern, whose names are known to the steps that follow.
    fn find(&mut self, demand: Demand, pat: &TokenStream, value: &TokenStream, step: &Step, frames: &mut Vec<Frame>) {
        let span = step.span;
        let matches = quote_spanned!(span=> (match #value { #pat => { true } _ => { false } }));
        match demand {
            Demand::Require => self.before(frames, matches, step),
            Demand::Assert => {
                self.after(frames, matches.clone(), step);
                frames.push(Frame::Claim(matches));
            }
        }
        frames.push(Frame::Find { pat: pat.clone(), value: value.clone() });
    }

    /// A part of a field goes from one side to the other.
    fn change(&mut self, step: &'m Step, number: usize, verb: Verb, element: &Element, frames: &mut Vec<Frame>) {
        let Some(field) = self.machine.fields.get(number) else { return };
        let (span, form) = (step.span, field.strategy.form);
        let name = self.part_name(number, span);
        let flow = match verb {
            Verb::Remove | Verb::Deposit => Flow::In,
            Verb::Have => Flow::Borrowed,
            Verb::Add | Verb::Join | Verb::Withdraw => Flow::Out,
            Verb::Guard => Flow::Lent,
        };
        let is_whole = matches!(element, Element::Whole(_)) && form != Form::Count;
        let ty = match (verb.is_about_storage(), is_whole) {
            (true, true) => field.ty.to_token_stream(),
            (true, false) => field.arguments.last().to_token_stream(),
            (false, true) => super::collection(self.machine, number),
            (false, false) => self.token_type(number),
        };
        let is_reference = matches!(flow, Flow::Borrowed | Flow::Lent);
        let thing = if is_reference { quote_spanned!(span=> *#name) } else { quote_spanned!(span=> #name) };
        let is_token = !verb.is_about_storage() && !is_whole;
        self.part(number, Part { name: name.clone(), ty, flow, is_token });
        if let Some(condition) = self.element_is(element, number, verb, &thing, &name, span) {
            match flow {
                Flow::In | Flow::Borrowed => self.before(frames, condition, step),
                _ => self.after(frames, condition, step),
            }
        }
        if let Element::Some(Binding::Pattern(pat)) | Element::Pair(_, Binding::Pattern(pat)) = element {
            let value = if verb.is_about_storage() { thing } else { self.of_token(number, "value", &name) };
            // What is found in storage is what the machine asserts; what is found in a token is required of it.
            let demand = if verb == Verb::Withdraw { Demand::Assert } else { Demand::Require };
            self.found.push((step, value.clone()));
            self.find(demand, &pat.to_token_stream(), &value, step, frames);
        }
    }
}
