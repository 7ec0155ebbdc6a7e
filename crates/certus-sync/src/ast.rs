//! A machine as it was read: a tree of steps for each operation.
//!
//! The nodes keep expressions, patterns and types as the parser of the language read them. Nothing here was checked yet.

use proc_macro2::{Ident, Span};
use verus_syn::{Attribute, Block, Expr, Generics, ImplItemFn, Item, Pat, Type};

use crate::element::{Binding, Element, Verb};
use crate::strategy::Strategy;

/// A declaration `state_machine! { Name { .. } }`.
pub(crate) struct Machine {
    /// The attributes before the name.
    pub(crate) attrs: Vec<Attribute>,
    /// The name, which is that of the module.
    pub(crate) name: Ident,
    /// Its type parameters.
    pub(crate) generics: Generics,
    /// The fields of its state.
    pub(crate) fields: Vec<Field>,
    /// Its operations, in order.
    pub(crate) operations: Vec<Operation>,
    /// The type of the labels of its transitions.
    pub(crate) label: Option<Item>,
    /// The type of the labels of its initializations.
    pub(crate) init_label: Option<Item>,
    /// The functions marked `#[invariant]`.
    pub(crate) invariants: Vec<ImplItemFn>,
    /// The functions marked `#[inductive(..)]`.
    pub(crate) lemmas: Vec<Lemma>,
    /// The other functions.
    pub(crate) functions: Vec<ImplItemFn>,
    /// Whether its state is handed out in tokens (`tokenized_state_machine!`).
    pub(crate) tokenized: bool,
}

/// A lemma that an operation keeps the invariant.
pub(crate) struct Lemma {
    /// The operation that the attribute names.
    pub(crate) operation: Ident,
    /// The function.
    pub(crate) function: ImplItemFn,
}

/// A field of the state.
pub(crate) struct Field {
    /// What stands before it and is not for this crate.
    pub(crate) attrs: Vec<Attribute>,
    /// Its name.
    pub(crate) name: Ident,
    /// Its type.
    pub(crate) ty: Type,
    /// The types of its parts, as its strategy has them: `K` and `V` of `Map<K, V>`.
    pub(crate) arguments: Vec<Type>,
    /// How it is handed out; [`Strategy::PLAIN`] in a machine without tokens.
    pub(crate) strategy: Strategy,
}

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `init!`: a predicate of first states.
    Init,
    /// `transition!`: a relation of a state and the next one.
    Transition,
    /// `readonly!`: a transition that changes nothing.
    Readonly,
    /// `property!`: claims about one state.
    Property,
}

/// One `init!`, `transition!`, `readonly!` or `property!`.
pub(crate) struct Operation {
    /// Which of them.
    pub(crate) kind: Kind,
    /// Its name.
    pub(crate) name: Ident,
    /// Its parameters.
    pub(crate) params: Vec<Param>,
    /// Its steps.
    pub(crate) body: Body,
}

/// A parameter of an operation.
#[derive(Clone)]
pub(crate) struct Param {
    /// Its name.
    pub(crate) name: Ident,
    /// Its type, in which `Self` is the type of the state by its name.
    pub(crate) ty: Type,
    /// Its type as it was written.
    pub(crate) written: Type,
}

/// Steps between braces.
pub(crate) struct Body {
    /// The braces.
    pub(crate) span: Span,
    /// The steps. What one binds is known to those after it.
    pub(crate) steps: Vec<Step>,
}

/// One step, with its place from its first word to its semicolon.
pub(crate) struct Step {
    /// The place.
    pub(crate) span: Span,
    /// What it says.
    pub(crate) what: What,
}

/// Who has to see to it that a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// Whoever takes the transition (`require`).
    Require,
    /// The machine, by its invariant (`assert`).
    Assert,
}

/// What a step says.
pub(crate) enum What {
    /// `{ .. }`.
    Block(Body),
    /// `let pat: ty = value;`, with `birds_eye` before it or not.
    Let { pat: Pat, ty: Option<Type>, value: Expr, birds_eye: bool },
    /// `require let pat = value;` or `assert let pat = value;`.
    Find { demand: Demand, pat: Pat, ty: Option<Type>, value: Expr, birds_eye: bool },
    /// `if condition { .. } else { .. }`.
    If { condition: Expr, then: Body, otherwise: Body },
    /// `match value { .. }`.
    Match { value: Expr, arms: Vec<Arm> },
    /// `require condition;`.
    Require(Expr),
    /// `assert condition by { .. };`.
    Assert(Expr, Option<Block>),
    /// `init field = value;`.
    Init { field: Ident, value: Expr },
    /// `update field.x[i] = value;`.
    Update { field: Ident, place: Vec<Place>, value: Expr },
    /// `add field += element by { .. };` and its relatives.
    Change { field: Ident, verb: Verb, element: Element, proof: Option<Block> },
}

/// A part of a field.
pub(crate) enum Place {
    /// `.name`.
    Field(Ident),
    /// `[index]`.
    Index(Box<Expr>),
}

/// An arm of a `match`.
pub(crate) struct Arm {
    /// Its pattern.
    pub(crate) pat: Pat,
    /// Its condition.
    pub(crate) guard: Option<Expr>,
    /// Its steps.
    pub(crate) body: Body,
}

impl Machine {
    /// The number of the field of this name.
    pub(crate) fn field(&self, name: &Ident) -> Option<usize> {
        self.fields.iter().position(|field| field.name == *name)
    }

    /// The operation of this name.
    pub(crate) fn operation(&self, name: &Ident) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == *name)
    }

    /// The type of the labels of operations of this kind, if they have labels.
    pub(crate) fn label_of(&self, kind: Kind) -> Option<&Item> {
        match kind {
            Kind::Init => self.init_label.as_ref(),
            Kind::Transition | Kind::Readonly => self.label.as_ref(),
            Kind::Property => None,
        }
    }
}

impl Kind {
    /// Whether the operation needs a lemma that it keeps the invariant.
    pub(crate) fn needs_lemma(self) -> bool {
        matches!(self, Kind::Init | Kind::Transition)
    }

    /// Whether it is a step from a state to the next one.
    pub(crate) fn is_step(self) -> bool {
        matches!(self, Kind::Transition | Kind::Readonly)
    }
}

impl What {
    /// The word with which the step begins.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            What::Block(_) => "block",
            What::Let { .. } | What::Find { .. } => "let",
            What::If { .. } => "if",
            What::Match { .. } => "match",
            What::Require(_) => "require",
            What::Assert(..) => "assert",
            What::Init { .. } => "init",
            What::Update { .. } => "update",
            What::Change { verb, .. } => verb.word(),
        }
    }

    /// The steps below it.
    pub(crate) fn bodies(&self) -> Vec<&Body> {
        match self {
            What::Block(body) => vec![body],
            What::If { then, otherwise, .. } => vec![then, otherwise],
            What::Match { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
            _ => Vec::new(),
        }
    }

    /// The patterns by which it binds names.
    pub(crate) fn patterns(&self) -> Vec<&Pat> {
        match self {
            What::Let { pat, .. } | What::Find { pat, .. } => vec![pat],
            What::Match { arms, .. } => arms.iter().map(|arm| &arm.pat).collect(),
            What::Change { element, .. } => element.pattern().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The expressions in it, those of the steps below it not among them.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match self {
            What::Block(_) => Vec::new(),
            What::Let { value, .. } | What::Find { value, .. } | What::Init { value, .. } => vec![value],
            What::If { condition, .. } => vec![condition],
            What::Match { value, arms } => {
                std::iter::once(value).chain(arms.iter().filter_map(|arm| arm.guard.as_ref())).collect()
            }
            What::Require(condition) | What::Assert(condition, _) => vec![condition],
            What::Update { place, value, .. } => {
                let indices = place.iter().filter_map(|place| match place {
                    Place::Field(_) => None,
                    Place::Index(index) => Some(&**index),
                });
                indices.chain(std::iter::once(value)).collect()
            }
            What::Change { element, .. } => element.expressions(),
        }
    }
}

impl Body {
    /// Calls `visit` with each step, a step before those below it.
    pub(crate) fn each<'b>(&'b self, visit: &mut dyn FnMut(&'b Step)) {
        for step in &self.steps {
            visit(step);
            for body in step.what.bodies() {
                body.each(visit);
            }
        }
    }
}

impl Binding {
    /// The pattern, if it is one.
    pub(crate) fn pattern(&self) -> Option<&Pat> {
        match self {
            Binding::Value(_) => None,
            Binding::Pattern(pat) => Some(pat),
        }
    }

    /// The expression, if it is one.
    pub(crate) fn value(&self) -> Option<&Expr> {
        match self {
            Binding::Value(value) => Some(value),
            Binding::Pattern(_) => None,
        }
    }
}
