//! More on pieces of ghost state. Nothing here is trusted.
// @when resource

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::*;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_seq_lemmas, group_set_lemmas, group_map_lemmas};

/// All values put together.
pub open spec fn combine_values<P: PCM>(values: Seq<P>) -> P
    decreases values.len(),
{
    if values.len() == 0 {
        P::unit()
    } else {
        P::op(values[0], combine_values(values.skip(1)))
    }
}

/// The laws of a monoid, for all values.
pub proof fn lemma_pcm_properties<P: PCM>()
    ensures
        forall|a: P, b: P| (#[trigger] P::op(a, b)).valid() ==> a.valid(),
        forall|a: P, b: P| (#[trigger] P::op(a, b)) == P::op(b, a),
        forall|a: P| (#[trigger] P::op(a, P::unit())) == a,
        P::valid(P::unit()),
{
    assert forall|a: P, b: P| (#[trigger] P::op(a, b)).valid() implies a.valid() by {
        P::valid_op(a, b);
    }
    assert forall|a: P, b: P| (#[trigger] P::op(a, b)) == P::op(b, a) by {
        P::commutative(a, b);
    }
    assert forall|a: P| (#[trigger] P::op(a, P::unit())) == a by {
        a.op_unit();
    }
    P::unit_valid();
}

/// Brackets do not matter, for all values.
pub proof fn lemma_pcm_associative<P: PCM>()
    ensures
        forall|a: P, b: P, c: P| (#[trigger] P::op(a, P::op(b, c))) == P::op(P::op(a, b), c),
{
    assert forall|a: P, b: P, c: P| (#[trigger] P::op(a, P::op(b, c))) == P::op(P::op(a, b), c) by {
        P::associative(a, b, c);
    }
}

/// A part that adds nothing can be had twice.
pub proof fn copy_duplicable_part<P: PCM>(tracked r: &Resource<P>, new_value: P) -> (tracked out: Resource<P>)
    requires
        r.value() == P::op(r.value(), new_value),
    ensures
        out.loc() == r.loc(),
        out.value() == new_value,
{
    P::commutative(r.value(), new_value);
    r.duplicate_previous(new_value)
}

/// What is the same when it is there twice can be had twice.
pub proof fn duplicate<P: PCM>(tracked r: &Resource<P>) -> (tracked other: Resource<P>)
    requires
        P::op(r.value(), r.value()) == r.value(),
    ensures
        other.loc() == r.loc(),
        other.value() == r.value(),
{
    copy_duplicable_part(r, r.value())
}

/// Takes another part in.
pub proof fn incorporate<P: PCM>(tracked r1: &mut Resource<P>, tracked r2: Resource<P>)
    requires
        old(r1).loc() == r2.loc(),
    ensures
        final(r1).loc() == old(r1).loc(),
        final(r1).value() == P::op(old(r1).value(), r2.value()),
{
    let tracked r = r1.extract();
    let tracked mut both = r.join(r2);
    tracked_swap(r1, &mut both);
}

/// Gives a part away.
pub proof fn split_mut<P: PCM>(tracked r: &mut Resource<P>, left: P, right: P) -> (tracked other: Resource<P>)
    requires
        old(r).value() == P::op(left, right),
    ensures
        final(r).loc() == old(r).loc(),
        other.loc() == old(r).loc(),
        final(r).value() == left,
        other.value() == right,
{
    let tracked whole = r.extract();
    let tracked (mut kept, given) = whole.split(left, right);
    tracked_swap(r, &mut kept);
    given
}

/// A change that nobody sees.
pub proof fn update_mut<P: PCM>(tracked r: &mut Resource<P>, new_value: P)
    requires
        frame_preserving_update(old(r).value(), new_value),
    ensures
        final(r).loc() == old(r).loc(),
        final(r).value() == new_value,
{
    let tracked old_part = r.extract();
    let tracked mut new_part = old_part.update(new_value);
    tracked_swap(r, &mut new_part);
}

/// Divides two parts another way.
pub proof fn redistribute<P: PCM>(tracked r1: &mut Resource<P>, tracked r2: &mut Resource<P>, v1: P, v2: P)
    requires
        old(r1).loc() == old(r2).loc(),
        P::op(old(r1).value(), old(r2).value()) == P::op(v1, v2),
    ensures
        final(r1).loc() == old(r1).loc(),
        final(r2).loc() == old(r1).loc(),
        final(r1).value() == v1,
        final(r2).value() == v2,
{
    let tracked p1 = r1.extract();
    let tracked p2 = r2.extract();
    let tracked (mut q1, mut q2) = p1.join(p2).split(v1, v2);
    tracked_swap(r1, &mut q1);
    tracked_swap(r2, &mut q2);
}

/// Changes two parts so that nobody else sees it.
pub proof fn update_and_redistribute<P: PCM>(
    tracked r1: &mut Resource<P>,
    tracked r2: &mut Resource<P>,
    v1: P,
    v2: P,
)
    requires
        old(r1).loc() == old(r2).loc(),
        frame_preserving_update(P::op(old(r1).value(), old(r2).value()), P::op(v1, v2)),
    ensures
        final(r1).loc() == old(r1).loc(),
        final(r2).loc() == old(r1).loc(),
        final(r1).value() == v1,
        final(r2).value() == v2,
{
    let tracked p1 = r1.extract();
    let tracked p2 = r2.extract();
    let tracked (mut q1, mut q2) = p1.join(p2).update(P::op(v1, v2)).split(v1, v2);
    tracked_swap(r1, &mut q1);
    tracked_swap(r2, &mut q2);
}

/// Three parts together can exist.
pub proof fn validate_3<P: PCM>(
    tracked r1: &mut Resource<P>,
    tracked r2: &mut Resource<P>,
    tracked r3: &Resource<P>,
)
    requires
        old(r1).loc() == r3.loc(),
        old(r2).loc() == r3.loc(),
    ensures
        final(r1).loc() == r3.loc(),
        final(r2).loc() == r3.loc(),
        final(r1).value() == old(r1).value(),
        final(r2).value() == old(r2).value(),
        P::op(final(r1).value(), P::op(final(r2).value(), r3.value())).valid(),
{
    let (v1, v2) = (r1.value(), r2.value());
    let tracked p1 = r1.extract();
    let tracked p2 = r2.extract();
    let tracked mut both = p1.join(p2);
    both.validate_2(r3);
    P::associative(v1, v2, r3.value());
    let tracked (mut q1, mut q2) = both.split(v1, v2);
    tracked_swap(r1, &mut q1);
    tracked_swap(r2, &mut q2);
}

/// Four parts together can exist.
pub proof fn validate_4<P: PCM>(
    tracked r1: &mut Resource<P>,
    tracked r2: &mut Resource<P>,
    tracked r3: &mut Resource<P>,
    tracked r4: &Resource<P>,
)
    requires
        old(r1).loc() == r4.loc(),
        old(r2).loc() == r4.loc(),
        old(r3).loc() == r4.loc(),
    ensures
        final(r1).loc() == r4.loc(),
        final(r2).loc() == r4.loc(),
        final(r3).loc() == r4.loc(),
        final(r1).value() == old(r1).value(),
        final(r2).value() == old(r2).value(),
        final(r3).value() == old(r3).value(),
        P::op(final(r1).value(), P::op(final(r2).value(), P::op(final(r3).value(), r4.value()))).valid(),
{
    let (v1, v2) = (r1.value(), r2.value());
    let tracked p1 = r1.extract();
    let tracked p2 = r2.extract();
    let tracked mut both = p1.join(p2);
    validate_3(&mut both, r3, r4);
    P::associative(v1, v2, P::op(r3.value(), r4.value()));
    let tracked (mut q1, mut q2) = both.split(v1, v2);
    tracked_swap(r1, &mut q1);
    tracked_swap(r2, &mut q2);
}

/// Five parts together can exist.
pub proof fn validate_5<P: PCM>(
    tracked r1: &mut Resource<P>,
    tracked r2: &mut Resource<P>,
    tracked r3: &mut Resource<P>,
    tracked r4: &mut Resource<P>,
    tracked r5: &Resource<P>,
)
    requires
        old(r1).loc() == r5.loc(),
        old(r2).loc() == r5.loc(),
        old(r3).loc() == r5.loc(),
        old(r4).loc() == r5.loc(),
    ensures
        final(r1).loc() == r5.loc(),
        final(r2).loc() == r5.loc(),
        final(r3).loc() == r5.loc(),
        final(r4).loc() == r5.loc(),
        final(r1).value() == old(r1).value(),
        final(r2).value() == old(r2).value(),
        final(r3).value() == old(r3).value(),
        final(r4).value() == old(r4).value(),
        P::op(
            final(r1).value(),
            P::op(final(r2).value(), P::op(final(r3).value(), P::op(final(r4).value(), r5.value()))),
        ).valid(),
{
    let (v1, v2) = (r1.value(), r2.value());
    let tracked p1 = r1.extract();
    let tracked p2 = r2.extract();
    let tracked mut both = p1.join(p2);
    validate_4(&mut both, r3, r4, r5);
    P::associative(v1, v2, P::op(r3.value(), P::op(r4.value(), r5.value())));
    let tracked (mut q1, mut q2) = both.split(v1, v2);
    tracked_swap(r1, &mut q1);
    tracked_swap(r2, &mut q2);
}

/// Takes the parts from `from` on out of the map, and puts them together.
proof fn join_parts<P: PCM>(
    tracked m: &mut Map<int, Resource<P>>,
    loc: Loc,
    values: Seq<P>,
    from: int,
) -> (tracked all: Resource<P>)
    requires
        0 <= from <= values.len(),
        forall|i: int| from <= i < values.len() ==> #[trigger] old(m).dom().contains(i),
        forall|i: int|
            from <= i < values.len() ==> (#[trigger] old(m)[i]).loc() == loc && old(m)[i].value() == values[i],
    ensures
        all.loc() == loc,
        all.value() == combine_values(values.skip(from)),
        forall|i: int| #[trigger]
            final(m).dom().contains(i) <==> old(m).dom().contains(i) && !(from <= i < values.len()),
        forall|i: int| #[trigger] final(m).dom().contains(i) ==> final(m)[i] == old(m)[i],
    decreases values.len() - from,
{
    let rest = values.skip(from);
    if from == values.len() {
        Resource::create_unit(loc)
    } else {
        assert(old(m).dom().contains(from));
        assert(m[from].loc() == loc);
        let tracked first = m.tracked_remove(from);
        let tracked others = join_parts(m, loc, values, from + 1);
        assert(rest.skip(1) =~= values.skip(from + 1));
        first.join(others)
    }
}

/// Takes a part apart, and puts the pieces into the map at the indexes from `from` on.
proof fn store_parts<P: PCM>(
    tracked m: &mut Map<int, Resource<P>>,
    values: Seq<P>,
    from: int,
    tracked all: Resource<P>,
)
    requires
        0 <= from <= values.len(),
        all.value() == combine_values(values.skip(from)),
    ensures
        forall|i: int| #[trigger]
            final(m).dom().contains(i) <==> old(m).dom().contains(i) || from <= i < values.len(),
        forall|i: int|
            from <= i < values.len() ==> (#[trigger] final(m)[i]).loc() == all.loc() && final(m)[i].value()
                == values[i],
        forall|i: int|
            old(m).dom().contains(i) && !(from <= i < values.len()) ==> #[trigger] final(m)[i] == old(m)[i],
    decreases values.len() - from,
{
    let rest = values.skip(from);
    if from < values.len() {
        assert(rest.skip(1) =~= values.skip(from + 1));
        let tracked (first, others) = all.split(values[from], combine_values(rest.skip(1)));
        m.tracked_insert(from, first);
        store_parts(m, values, from + 1, others);
    }
}

/// All the parts in a map, and a shared one, together can exist.
pub proof fn validate_multiple<P: PCM>(
    tracked m: &mut Map<int, Resource<P>>,
    values: Seq<P>,
    tracked shared: &Resource<P>,
)
    requires
        values.len() > 0,
        forall|i|
            #![trigger old(m).dom().contains(i)]
            0 <= i < values.len() ==> old(m).dom().contains(i),
        forall|i|
            #![trigger old(m)[i]]
            0 <= i < values.len() ==> old(m)[i].loc() == shared.loc() && old(m)[i].value() == values[i],
    ensures
        forall|i|
            #![trigger final(m).dom().contains(i)]
            0 <= i < values.len() ==> final(m).dom().contains(i),
        forall|i|
            #![trigger final(m)[i]]
            0 <= i < values.len() ==> final(m)[i].loc() == shared.loc() && final(m)[i].value() == values[i],
        P::op(combine_values::<P>(values), shared.value()).valid(),
{
    assert(values.skip(0) =~= values);
    let tracked mut all = join_parts(m, shared.loc(), values, 0);
    all.validate_2(shared);
    store_parts(m, values, 0, all);
}

} // verus!
