//! Tokens: tracked values that stand for parts of the state of a protocol, and collections of them.
// @when tokens tokenized_state_machine state_machine
//!
//! A protocol that runs several times has several *instances*. Each token belongs to one instance, and says what a part of the
//! state of that instance is. The traits of this module say which kind of part that is: a value, a value for a key, a number
//! that can be divided, an element of a set. A type of tokens implements one of them, so that proofs can be written for all
//! types of that kind. The collections are tracked values that hold many tokens of one instance. Nothing here is trusted.

mod maps;
mod multisets;
mod sets;

pub use maps::{IMapToken, MapToken};
pub use multisets::MultisetToken;
pub use sets::{ISetToken, SetToken};

#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Tells the instances of a protocol apart.
pub type InstanceId = Loc;

/// A token that says which value a part of the state has.
pub trait ValueToken<Value>: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// The value.
    spec fn value(&self) -> Value;

    /// Two tokens of one instance say the same.
    proof fn agree(tracked &self, tracked other: &Self)
        requires
            self.instance_id() == other.instance_id(),
        ensures
            self.value() == other.value(),
    ;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that no second one of the same instance can exist beside.
pub trait UniqueValueToken<Value>: ValueToken<Value> {
    /// Two tokens are of different instances.
    proof fn unique(tracked &mut self, tracked other: &Self)
        ensures
            final(self).instance_id() != other.instance_id(),
            *final(self) == *old(self),
    ;
}

/// A token that says which value there is for a key.
pub trait KeyValueToken<Key, Value>: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// The key.
    spec fn key(&self) -> Key;

    /// The value for the key.
    spec fn value(&self) -> Value;

    /// Two tokens of one instance say the same of the same key.
    proof fn agree(tracked &self, tracked other: &Self)
        requires
            self.instance_id() == other.instance_id(),
            self.key() == other.key(),
        ensures
            self.value() == other.value(),
    ;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that no second one of the same instance and key can exist beside.
pub trait UniqueKeyValueToken<Key, Value>: KeyValueToken<Key, Value> {
    /// Two tokens are of different instances or for different keys.
    proof fn unique(tracked &mut self, tracked other: &Self)
        ensures
            final(self).instance_id() != other.instance_id() || final(self).key() != other.key(),
            *final(self) == *old(self),
    ;
}

/// A token that stands for a number of equal pieces.
pub trait CountToken: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// How many pieces it stands for.
    spec fn count(&self) -> nat;

    /// Adds the pieces of another token.
    proof fn join(tracked &mut self, tracked other: Self)
        requires
            old(self).instance_id() == other.instance_id(),
        ensures
            final(self).instance_id() == old(self).instance_id(),
            final(self).count() == old(self).count() + other.count(),
    ;

    /// Gives some pieces away, as a token of their own.
    proof fn split(tracked &mut self, count: nat) -> (tracked token: Self)
        requires
            count <= old(self).count(),
        ensures
            final(self).instance_id() == old(self).instance_id(),
            final(self).count() == old(self).count() - count,
            token.instance_id() == old(self).instance_id(),
            token.count() == count,
    ;

    /// Lends some of the pieces.
    proof fn weaken_shared(tracked &self, count: nat) -> (tracked s: &Self)
        requires
            count <= self.count(),
        ensures
            s.instance_id() == self.instance_id(),
            s.count() == count,
    ;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that says that a number, which never falls, is at least `count`.
pub trait MonotonicCountToken: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// What the number is at least.
    spec fn count(&self) -> nat;

    /// Another token, which says less.
    proof fn weaken(tracked &self, count: nat) -> (tracked s: Self)
        requires
            count <= self.count(),
        ensures
            s.instance_id() == self.instance_id(),
            s.count() == count,
    ;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that says that a set or a multiset has an element.
pub trait ElementToken<Element>: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// The element.
    spec fn element(&self) -> Element;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that no second one of the same instance and element can exist beside.
pub trait UniqueElementToken<Element>: ElementToken<Element> {
    /// Two tokens of one instance are for different elements.
    proof fn unique(tracked &mut self, tracked other: &Self)
        ensures
            final(self).instance_id() == other.instance_id() ==> final(self).element() != other.element(),
            *final(self) == *old(self),
    ;
}

/// A token that says nothing but that it is there.
pub trait SimpleToken: Sized {
    /// The instance that it belongs to.
    spec fn instance_id(&self) -> InstanceId;

    /// A token of an instance of which nothing is known.
    proof fn arbitrary() -> (tracked s: Self);
}

/// A token that no second one of the same instance can exist beside.
pub trait UniqueSimpleToken: SimpleToken {
    /// Two tokens are of different instances.
    proof fn unique(tracked &mut self, tracked other: &Self)
        ensures
            final(self).instance_id() != other.instance_id(),
            *final(self) == *old(self),
    ;
}

/// Whether there is a token exactly if there is a value, and then of this instance and with this value.
pub open spec fn option_value_eq_option_token<Value, Token: ValueToken<Value>>(
    opt_value: Option<Value>,
    opt_token: Option<Token>,
    instance_id: InstanceId,
) -> bool {
    match opt_token {
        Some(token) => opt_value == Some(token.value()) && token.instance_id() == instance_id,
        None => opt_value is None,
    }
}

/// Whether there is a token of this instance and with this value, if there is a value.
pub open spec fn option_value_le_option_token<Value, Token: ValueToken<Value>>(
    opt_value: Option<Value>,
    opt_token: Option<Token>,
    instance_id: InstanceId,
) -> bool {
    opt_value is Some ==> option_value_eq_option_token(opt_value, opt_token, instance_id)
}

/// Whether there is a token exactly if `b`, and then of this instance.
pub open spec fn bool_value_eq_option_token<Token: SimpleToken>(
    b: bool,
    opt_token: Option<Token>,
    instance_id: InstanceId,
) -> bool {
    match opt_token {
        Some(token) => b && token.instance_id() == instance_id,
        None => !b,
    }
}

/// Whether there is a token of this instance, if `b`.
pub open spec fn bool_value_le_option_token<Token: SimpleToken>(
    b: bool,
    opt_token: Option<Token>,
    instance_id: InstanceId,
) -> bool {
    b ==> bool_value_eq_option_token(b, opt_token, instance_id)
}

} // verus!
