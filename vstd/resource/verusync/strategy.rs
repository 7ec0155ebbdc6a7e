//! What a sharding strategy is: how a field is divided into parts, and what operations do with it.
// @when ::verusync verusync::

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// How a field is divided. An operation removes some parts, looks at others, and adds some; the field in between is a `Rest`.
pub trait Strategy: Sized {
    /// Some of the parts of the field.
    type Part;

    /// What is in the field.
    type Field;

    /// What is in the field after parts were removed.
    type Rest;

    /// Parts put together.
    spec fn op(a: Self::Part, b: Self::Part) -> Self::Part;

    /// No parts.
    spec fn unit() -> Self::Part;

    /// All parts of the field.
    spec fn whole(field: Self::Field) -> Self::Part;

    /// All parts that are left.
    spec fn whole_rest(rest: Self::Rest) -> Self::Part;

    /// Whether operations may remove these parts at all.
    spec fn may_remove(part: Self::Part) -> bool;

    /// What an operation knows of the field when it removes these parts.
    spec fn holds(field: Self::Field, part: Self::Part) -> bool;

    /// The field without the parts.
    spec fn remove(field: Self::Field, part: Self::Part) -> Self::Rest;

    /// What an operation knows of the field when it looks at these parts (`have`).
    spec fn rest_holds(rest: Self::Rest, part: Self::Part) -> bool;

    /// The safety condition for adding these parts.
    spec fn may_add(rest: Self::Rest, part: Self::Part) -> bool;

    /// The field with the parts.
    spec fn add(rest: Self::Rest, part: Self::Part) -> Self::Field;

    /// Brackets do not matter.
    proof fn associative(a: Self::Part, b: Self::Part, c: Self::Part)
        ensures
            Self::op(a, Self::op(b, c)) == Self::op(Self::op(a, b), c),
    ;

    /// The order does not matter.
    proof fn commutative(a: Self::Part, b: Self::Part)
        ensures
            Self::op(a, b) == Self::op(b, a),
    ;

    /// No parts add nothing.
    proof fn op_unit(a: Self::Part)
        ensures
            Self::op(a, Self::unit()) == a,
    ;

    /// Who has parts knows of the field; without them, the parts that others have are left.
    proof fn removes(field: Self::Field, part: Self::Part, others: Self::Part)
        requires
            Self::op(part, others) == Self::whole(field),
        ensures
            Self::holds(field, part),
            Self::may_remove(part) ==> others == Self::whole_rest(Self::remove(field, part)),
    ;

    /// Who has parts of what is left knows of it.
    proof fn shows(rest: Self::Rest, part: Self::Part, others: Self::Part)
        requires
            Self::op(part, others) == Self::whole_rest(rest),
        ensures
            Self::rest_holds(rest, part),
    ;

    /// If it is safe to add parts, they are there together with those that are left.
    proof fn adds(rest: Self::Rest, part: Self::Part)
        requires
            Self::may_add(rest, part),
        ensures
            Self::whole(Self::add(rest, part)) == Self::op(part, Self::whole_rest(rest)),
    ;
}

/// Parts of a field. They can be there if they are parts of some value of the field.
pub struct Parts<S: Strategy> {
    /// The parts.
    pub part: S::Part,
}

impl<S: Strategy> Parts<S> {
    /// Whether this field has these parts, and others.
    pub open spec fn of_field(self, field: S::Field, others: S::Part) -> bool {
        S::op(self.part, others) == S::whole(field)
    }
}

impl<S: Strategy> ResourceAlgebra for Parts<S> {
    open spec fn valid(self) -> bool {
        exists|field: S::Field, others: S::Part| #[trigger] self.of_field(field, others)
    }

    open spec fn op(a: Self, b: Self) -> Self {
        Parts { part: S::op(a.part, b.part) }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        S::associative(a.part, b.part, c.part);
    }

    proof fn commutative(a: Self, b: Self) {
        S::commutative(a.part, b.part);
    }

    proof fn valid_op(a: Self, b: Self) {
        let both = Parts::<S> { part: S::op(a.part, b.part) };
        let (field, others) = choose|field: S::Field, others: S::Part| #[trigger] both.of_field(field, others);
        S::associative(a.part, b.part, others);
        assert(a.of_field(field, S::op(b.part, others)));
    }
}

impl<S: Strategy> PCM for Parts<S> {
    open spec fn unit() -> Self {
        Parts { part: S::unit() }
    }

    proof fn op_unit(self) {
        S::op_unit(self.part);
    }

    proof fn unit_valid() {
        let field = arbitrary::<S::Field>();
        let nothing = Parts::<S> { part: S::unit() };
        S::commutative(S::unit(), S::whole(field));
        S::op_unit(S::whole(field));
        assert(nothing.of_field(field, S::whole(field)));
    }
}

/// How a field stores values. Nobody has parts of it.
pub trait Store: Sized {
    /// What is in the field.
    type Field;

    /// Names of stored values.
    type Key;

    /// Stored values.
    type Value;

    /// The stored values, by name.
    spec fn stored(field: Self::Field) -> IMap<Self::Key, Self::Value>;

    /// The safety condition of `deposit`.
    spec fn may_deposit(field: Self::Field, values: IMap<Self::Key, Self::Value>) -> bool;

    /// The field with more values.
    spec fn deposit(field: Self::Field, values: IMap<Self::Key, Self::Value>) -> Self::Field;

    /// The safety condition of `withdraw`.
    spec fn may_withdraw(field: Self::Field, values: IMap<Self::Key, Self::Value>) -> bool;

    /// The field without these values.
    spec fn withdraw(field: Self::Field, values: IMap<Self::Key, Self::Value>) -> Self::Field;

    /// The safety condition of `guard`.
    spec fn may_guard(field: Self::Field, values: IMap<Self::Key, Self::Value>) -> bool;

    /// Values that may be put in are put in.
    proof fn deposits(field: Self::Field, values: IMap<Self::Key, Self::Value>)
        requires
            Self::may_deposit(field, values),
        ensures
            Self::stored(field).dom().disjoint(values.dom()),
            Self::stored(Self::deposit(field, values)) == Self::stored(field).union_prefer_right(values),
    ;

    /// Values that may be taken out are there, and are taken out.
    proof fn withdraws(field: Self::Field, values: IMap<Self::Key, Self::Value>)
        requires
            Self::may_withdraw(field, values),
        ensures
            values.submap_of(Self::stored(field)),
            Self::stored(Self::withdraw(field, values)) == Self::stored(field).remove_keys(values.dom()),
    ;

    /// Values that may be lent are there.
    proof fn guards(field: Self::Field, values: IMap<Self::Key, Self::Value>)
        requires
            Self::may_guard(field, values),
        ensures
            values.submap_of(Self::stored(field)),
    ;
}

} // verus!
