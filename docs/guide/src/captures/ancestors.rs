use vstd::prelude::*;

verus! {

uninterp spec fn parent(x: int) -> int;

uninterp spec fn known(x: int) -> bool;

proof fn ancestors(x: int)
    requires
        known(x),
        forall|i: int| #[trigger] known(i) ==> known(parent(i)),
{
    assert(known(parent(parent(x))));
    assert(x > 0);
}

proof fn grandparent(x: int)
    requires
        known(x),
        forall|i: int| #[trigger] known(i) ==> known(parent(i)),
    ensures
        known(parent(parent(x))),
{
}

fn main() {
}

} // verus!
