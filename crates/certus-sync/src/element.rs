//! What is added to a field, removed from it, or compared with it: `Some(x)`, `[k => v]`, `set { x }` and so on.

use verus_syn::{Expr, Pat};

use crate::strategy::Form;

/// What a step does with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// `have field >= element`: it is there.
    Have,
    /// `add field += element`: it is there afterwards, and was not before.
    Add,
    /// `add field (union)= element`: it is there afterwards.
    Join,
    /// `remove field -= element`: it was there.
    Remove,
    /// `guard field >= element`: it is stored, and stays so.
    Guard,
    /// `deposit field += element`: it is stored afterwards.
    Deposit,
    /// `withdraw field -= element`: it was stored.
    Withdraw,
}

/// The element.
pub(crate) enum Element {
    /// `true`.
    True,
    /// `Some(value)`.
    Some(Binding),
    /// `[key => value]`.
    Pair(Box<Expr>, Binding),
    /// `{ value }`, a multiset of one value.
    Multiset(Box<Expr>),
    /// `set { value }`.
    Set(Box<Expr>),
    /// `(value)`, of the type of the field.
    Whole(Box<Expr>),
}

/// A value that is given or found.
pub(crate) enum Binding {
    /// An expression.
    Value(Box<Expr>),
    /// `let pattern`: the value is what is there.
    Pattern(Box<Pat>),
}

impl Verb {
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Verb::Have => "have",
            Verb::Add | Verb::Join => "add",
            Verb::Remove => "remove",
            Verb::Guard => "guard",
            Verb::Deposit => "deposit",
            Verb::Withdraw => "withdraw",
        }
    }

    /// Whether it is about what is stored.
    pub(crate) fn is_about_storage(self) -> bool {
        matches!(self, Verb::Guard | Verb::Deposit | Verb::Withdraw)
    }

    /// Whether the field is another one afterwards.
    pub(crate) fn changes(self) -> bool {
        !matches!(self, Verb::Have | Verb::Guard)
    }

    /// Whether the element becomes a part of the field.
    pub(crate) fn puts(self) -> bool {
        matches!(self, Verb::Add | Verb::Join | Verb::Deposit)
    }
}

impl Element {
    /// The pattern in it.
    pub(crate) fn pattern(&self) -> Option<&Pat> {
        match self {
            Element::Some(binding) | Element::Pair(_, binding) => binding.pattern(),
            _ => None,
        }
    }

    /// The expressions in it.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match self {
            Element::True => Vec::new(),
            Element::Some(binding) => binding.value().into_iter().collect(),
            Element::Pair(key, binding) => std::iter::once(&**key).chain(binding.value()).collect(),
            Element::Multiset(value) | Element::Set(value) | Element::Whole(value) => vec![value],
        }
    }

    /// Its form of writing and its type, for messages.
    pub(crate) fn described(&self) -> (&'static str, &'static str) {
        match self {
            Element::True => ("true", "bool"),
            Element::Some(_) => ("Some(..)", "Option"),
            Element::Pair(..) => ("[.. => ..]", "Map"),
            Element::Multiset(_) => ("{ .. }", "Multiset"),
            Element::Set(_) => ("set { .. }", "Set"),
            Element::Whole(_) => ("( .. )", "value"),
        }
    }

    /// Whether a field of this form has such elements.
    pub(crate) fn is_of(&self, form: Form) -> bool {
        match self {
            Element::True => form == Form::Bool,
            Element::Some(_) => form == Form::Option,
            Element::Pair(..) => matches!(form, Form::Map | Form::IMap),
            Element::Multiset(_) => form == Form::Multiset,
            Element::Set(_) => matches!(form, Form::Set | Form::ISet),
            Element::Whole(_) => !form.is_single(),
        }
    }
}
