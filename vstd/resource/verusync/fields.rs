//! Strategies of fields with one value.
// @when ::verusync verusync::

#[allow(unused_imports)]
use super::strategy::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What one owner has of a value that cannot be divided.
pub enum Only<V> {
    /// Nothing.
    Nothing,
    /// The value.
    Value(V),
    /// What two of them would be.
    Twice,
}

impl<V> Only<V> {
    /// Parts put together.
    pub open spec fn op(self, other: Self) -> Self {
        match (self, other) {
            (Only::Nothing, _) => other,
            (_, Only::Nothing) => self,
            _ => Only::Twice,
        }
    }

    /// The parts of a value that may be there.
    pub open spec fn of(value: Option<V>) -> Self {
        match value {
            Some(v) => Only::Value(v),
            None => Only::Nothing,
        }
    }

    /// What is known of a value that may be there by who has the part.
    pub open spec fn is_in(self, value: Option<V>) -> bool {
        match self {
            Only::Nothing => true,
            Only::Value(v) => value == Some(v),
            Only::Twice => false,
        }
    }

    /// What is left without the part.
    pub open spec fn out_of(self, value: Option<V>) -> Option<V> {
        if self is Nothing {
            value
        } else {
            None
        }
    }

    /// Whether the part can be added.
    pub open spec fn may_go_to(self, value: Option<V>) -> bool {
        match self {
            Only::Nothing => true,
            Only::Value(_) => value is None,
            Only::Twice => false,
        }
    }

    /// The value with the part.
    pub open spec fn into(self, value: Option<V>) -> Option<V> {
        match self {
            Only::Value(v) => Some(v),
            _ => value,
        }
    }
}

/// `variable`: one token with the value, which is always there. An update removes the token and adds another one.
pub struct Variable<V> {
    v: V,
}

impl<V> Strategy for Variable<V> {
    type Part = Only<V>;
    type Field = V;
    type Rest = Option<V>;

    open spec fn op(a: Only<V>, b: Only<V>) -> Only<V> {
        a.op(b)
    }

    open spec fn unit() -> Only<V> {
        Only::Nothing
    }

    open spec fn whole(field: V) -> Only<V> {
        Only::Value(field)
    }

    open spec fn whole_rest(rest: Option<V>) -> Only<V> {
        Only::of(rest)
    }

    open spec fn may_remove(part: Only<V>) -> bool {
        true
    }

    open spec fn holds(field: V, part: Only<V>) -> bool {
        part.is_in(Some(field))
    }

    open spec fn remove(field: V, part: Only<V>) -> Option<V> {
        part.out_of(Some(field))
    }

    open spec fn rest_holds(rest: Option<V>, part: Only<V>) -> bool {
        part.is_in(rest)
    }

    open spec fn may_add(rest: Option<V>, part: Only<V>) -> bool {
        part.may_go_to(rest) && part.into(rest) is Some
    }

    open spec fn add(rest: Option<V>, part: Only<V>) -> V {
        part.into(rest)->0
    }

    proof fn associative(a: Only<V>, b: Only<V>, c: Only<V>) {
    }

    proof fn commutative(a: Only<V>, b: Only<V>) {
    }

    proof fn op_unit(a: Only<V>) {
    }

    proof fn removes(field: V, part: Only<V>, others: Only<V>) {
    }

    proof fn shows(rest: Option<V>, part: Only<V>, others: Only<V>) {
    }

    proof fn adds(rest: Option<V>, part: Only<V>) {
    }
}

/// `option`: one token with the value, or none.
pub struct Optional<V> {
    v: V,
}

impl<V> Strategy for Optional<V> {
    type Part = Only<V>;
    type Field = Option<V>;
    type Rest = Option<V>;

    open spec fn op(a: Only<V>, b: Only<V>) -> Only<V> {
        a.op(b)
    }

    open spec fn unit() -> Only<V> {
        Only::Nothing
    }

    open spec fn whole(field: Option<V>) -> Only<V> {
        Only::of(field)
    }

    open spec fn whole_rest(rest: Option<V>) -> Only<V> {
        Only::of(rest)
    }

    open spec fn may_remove(part: Only<V>) -> bool {
        true
    }

    open spec fn holds(field: Option<V>, part: Only<V>) -> bool {
        part.is_in(field)
    }

    open spec fn remove(field: Option<V>, part: Only<V>) -> Option<V> {
        part.out_of(field)
    }

    open spec fn rest_holds(rest: Option<V>, part: Only<V>) -> bool {
        part.is_in(rest)
    }

    open spec fn may_add(rest: Option<V>, part: Only<V>) -> bool {
        part.may_go_to(rest)
    }

    open spec fn add(rest: Option<V>, part: Only<V>) -> Option<V> {
        part.into(rest)
    }

    proof fn associative(a: Only<V>, b: Only<V>, c: Only<V>) {
    }

    proof fn commutative(a: Only<V>, b: Only<V>) {
    }

    proof fn op_unit(a: Only<V>) {
    }

    proof fn removes(field: Option<V>, part: Only<V>, others: Only<V>) {
    }

    proof fn shows(rest: Option<V>, part: Only<V>, others: Only<V>) {
    }

    proof fn adds(rest: Option<V>, part: Only<V>) {
    }
}

/// `bool`: one token if the field is true.
pub struct Flag;

/// A truth value as a value that may be there.
pub open spec fn if_true(field: bool) -> Option<()> {
    if field {
        Some(())
    } else {
        None
    }
}

impl Strategy for Flag {
    type Part = Only<()>;
    type Field = bool;
    type Rest = bool;

    open spec fn op(a: Only<()>, b: Only<()>) -> Only<()> {
        a.op(b)
    }

    open spec fn unit() -> Only<()> {
        Only::Nothing
    }

    open spec fn whole(field: bool) -> Only<()> {
        Only::of(if_true(field))
    }

    open spec fn whole_rest(rest: bool) -> Only<()> {
        Only::of(if_true(rest))
    }

    open spec fn may_remove(part: Only<()>) -> bool {
        true
    }

    open spec fn holds(field: bool, part: Only<()>) -> bool {
        part is Nothing || (part is Value && field)
    }

    open spec fn remove(field: bool, part: Only<()>) -> bool {
        field && part is Nothing
    }

    open spec fn rest_holds(rest: bool, part: Only<()>) -> bool {
        part is Nothing || (part is Value && rest)
    }

    open spec fn may_add(rest: bool, part: Only<()>) -> bool {
        part is Nothing || (part is Value && !rest)
    }

    open spec fn add(rest: bool, part: Only<()>) -> bool {
        rest || part is Value
    }

    proof fn associative(a: Only<()>, b: Only<()>, c: Only<()>) {
    }

    proof fn commutative(a: Only<()>, b: Only<()>) {
    }

    proof fn op_unit(a: Only<()>) {
    }

    proof fn removes(field: bool, part: Only<()>, others: Only<()>) {
    }

    proof fn shows(rest: bool, part: Only<()>, others: Only<()>) {
    }

    proof fn adds(rest: bool, part: Only<()>) {
    }
}

/// `not_tokenized`: no tokens. An operation may change the field in any way that the invariant allows.
pub struct Untracked<V> {
    v: V,
}

impl<V> Strategy for Untracked<V> {
    type Part = ();
    type Field = V;
    type Rest = V;

    open spec fn op(a: (), b: ()) -> () {
        ()
    }

    open spec fn unit() -> () {
        ()
    }

    open spec fn whole(field: V) -> () {
        ()
    }

    open spec fn whole_rest(rest: V) -> () {
        ()
    }

    open spec fn may_remove(part: ()) -> bool {
        true
    }

    open spec fn holds(field: V, part: ()) -> bool {
        true
    }

    open spec fn remove(field: V, part: ()) -> V {
        field
    }

    open spec fn rest_holds(rest: V, part: ()) -> bool {
        true
    }

    open spec fn may_add(rest: V, part: ()) -> bool {
        true
    }

    open spec fn add(rest: V, part: ()) -> V {
        rest
    }

    proof fn associative(a: (), b: (), c: ()) {
    }

    proof fn commutative(a: (), b: ()) {
    }

    proof fn op_unit(a: ()) {
    }

    proof fn removes(field: V, part: (), others: ()) {
    }

    proof fn shows(rest: V, part: (), others: ()) {
    }

    proof fn adds(rest: V, part: ()) {
    }
}

} // verus!
