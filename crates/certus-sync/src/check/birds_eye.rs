//! `birds_eye let`: what is known of the whole state, and may depend on what others hold.
//!
//! Nobody knows such a value when they ask for the step. So no condition that the step has for them may depend on it: neither
//! `require`, `have`, `remove` and `deposit`, nor `guard`, whose element must be the same for as long as it is guarded. What
//! depends on it is taken to be everything after it, and everything after an `assert` that may speak of it. A value found by
//! `withdraw` is of the same kind.

use crate::ast::{Body, Demand, Kind, Machine, Step, What};
use crate::element::Verb;
use crate::errors::Errors;

/// Reports conditions that may depend on such a value.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        let mut walk = Walk { tokenized: machine.tokenized, is_init: operation.kind == Kind::Init, errors };
        walk.body(&operation.body, None, &mut None);
    }
}

/// What made the value: the word for messages.
type Origin = Option<&'static str>;

struct Walk<'e> {
    tokenized: bool,
    is_init: bool,
    errors: &'e mut Errors,
}

impl Walk<'_> {
    /// Steps in the scope of a value of this origin. `claimed` is the origin of a value that an earlier `assert` may be about.
    fn body(&mut self, body: &Body, mut scope: Origin, claimed: &mut Origin) {
        for step in &body.steps {
            scope = self.step(step, scope, claimed);
        }
    }

    /// One step. The answer is the scope of those after it.
    fn step(&mut self, step: &Step, scope: Origin, claimed: &mut Origin) -> Origin {
        match &step.what {
            What::Let { birds_eye, .. } => return scope.or(self.opened(step, *birds_eye)),
            What::Find { demand, birds_eye, .. } => {
                if *demand == Demand::Require && *birds_eye {
                    let text = "`require birds_eye let` is not allowed: nobody who asks for the step knows the value";
                    self.errors.transition(step.span, text);
                    return scope;
                }
                let scope = scope.or(self.opened(step, *birds_eye));
                match demand {
                    Demand::Require => self.condition(step, scope, *claimed),
                    Demand::Assert => *claimed = scope.or(*claimed),
                }
                return scope;
            }
            What::Assert(..) => *claimed = scope.or(*claimed),
            What::Require(_) => self.condition(step, scope, *claimed),
            What::Change { verb: Verb::Guard, .. } => {
                if let Some(origin) = scope {
                    let text = format!(
                        "`guard` is not allowed in the scope of a `{origin}` binding: what is guarded must be determined \
                         by what is known before the step"
                    );
                    self.errors.transition(step.span, text);
                }
            }
            What::Change { verb: Verb::Have | Verb::Remove | Verb::Deposit, .. } => {
                self.condition(step, scope, *claimed);
            }
            What::Change { verb: Verb::Withdraw, element, .. } if element.pattern().is_some() => {
                return scope.or(Some("withdraw"));
            }
            What::Block(body) => self.body(body, scope, claimed),
            what => {
                let before = *claimed;
                for body in what.bodies() {
                    let mut inside = before;
                    self.body(body, scope, &mut inside);
                    *claimed = claimed.or(inside);
                }
            }
        }
        scope
    }

    /// The scope that a `birds_eye let` opens, if it may stand here.
    fn opened(&mut self, step: &Step, birds_eye: bool) -> Origin {
        if !birds_eye {
            return None;
        }
        let text = match (self.tokenized, self.is_init) {
            (true, false) => return Some("birds_eye"),
            (false, _) => {
                "`birds_eye` makes sense for tokenized state machines only; is this one meant to be a \
                 `tokenized_state_machine!`?"
            }
            (true, true) => "`birds_eye` has no effect in an `init!`",
        };
        self.errors.transition(step.span, text);
        None
    }

    /// A condition that whoever asks for the step has to know.
    fn condition(&mut self, step: &Step, scope: Origin, claimed: Origin) {
        let word = match &step.what {
            What::Find { .. } => "require",
            what => what.word(),
        };
        let text = match (scope, claimed) {
            (Some(origin), _) => format!("`{word}` is not allowed in the scope of a `{origin}` binding"),
            (None, Some(origin)) => {
                format!("`{word}` is not allowed after an `assert` in the scope of a `{origin}` binding")
            }
            (None, None) => return,
        };
        self.errors.transition(step.span, format!("{text}: conditions of a step cannot depend on it"));
    }
}
