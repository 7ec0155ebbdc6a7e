//! What `==` of vectors may be relied on for.
// @when std_specs::cmp laws_eq laws_cmp
//! Nothing here is trusted.

#[allow(unused_imports)]
use crate::laws_eq::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::{PartialEqSpec, PartialEqSpecImpl};
#[allow(unused_imports)]
pub use crate::std_specs::cmp::{all_compared, compared};
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use super::{VecAdditionalSpecFns, axiom_spec_len};
use std::vec::Vec;

verus! {

broadcast use {axiom_spec_len, group_seq_lemmas};

/// `==` is an equivalence, if that of the elements is.
pub broadcast proof fn lemma_vec_obeys_eq_spec<T: PartialEq>()
    requires
        obeys_eq::<T>(),
    ensures
        #[trigger] obeys_eq::<Vec<T>>(),
{
    reveal(obeys_eq_spec_properties);
    assert forall|x: Vec<T>, y: Vec<T>| #[trigger] PartialEqSpec::eq_spec(&x, &y) implies PartialEqSpec::eq_spec(&y, &x) by {
        assert forall|i: int| 0 <= i < y.len() implies #[trigger] y[i].eq_spec(&x[i]) by {
            assert(x[i].eq_spec(&y[i]));
        }
    }
    assert forall|x: Vec<T>, y: Vec<T>, z: Vec<T>|
        PartialEqSpec::eq_spec(&x, &y) && #[trigger] PartialEqSpec::eq_spec(&y, &z) implies #[trigger] PartialEqSpec::eq_spec(&x, &z) by {
        assert forall|i: int| 0 <= i < x.len() implies #[trigger] x[i].eq_spec(&z[i]) by {
            assert(x[i].eq_spec(&y[i]) && y[i].eq_spec(&z[i]));
        }
    }
}

/// `==` says that the elements are the same, if that of the elements does.
pub broadcast proof fn lemma_vec_obeys_view_eq<T: PartialEq + View>()
    requires
        obeys_concrete_eq::<T>(),
    ensures
        #[trigger] obeys_view_eq::<Vec<T>>(),
{
    reveal(obeys_concrete_eq);
    reveal(obeys_view_eq);
    assert forall|x: Vec<T>, y: Vec<T>| #[trigger] PartialEqSpec::eq_spec(&x, &y) <==> x@ == y@ by {
        if PartialEqSpec::eq_spec(&x, &y) {
            assert forall|i: int| 0 <= i < x@.len() implies #[trigger] x@[i] == y@[i] by {
                assert(x[i].eq_spec(&y[i]));
            }
            assert(x@ =~= y@);
        }
    }
}

/// `==` says that the elements have one description, if that of the elements does.
pub broadcast proof fn lemma_vec_obeys_deep_eq<T: PartialEq + DeepView>()
    requires
        obeys_deep_eq::<T>(),
    ensures
        #[trigger] obeys_deep_eq::<Vec<T>>(),
{
    reveal(obeys_deep_eq);
    assert forall|x: Vec<T>, y: Vec<T>| #[trigger] PartialEqSpec::eq_spec(&x, &y) <==> x.deep_view() == y.deep_view() by {
        let (dx, dy) = (x.deep_view(), y.deep_view());
        if PartialEqSpec::eq_spec(&x, &y) {
            assert forall|i: int| 0 <= i < dx.len() implies #[trigger] dx[i] == dy[i] by {
                assert(x[i].eq_spec(&y[i]));
            }
            assert(dx =~= dy);
        } else if dx == dy {
            assert(dx.len() == x.len() && dy.len() == y.len());
            assert forall|i: int| 0 <= i < x.len() implies #[trigger] x[i].eq_spec(&y[i]) by {
                assert(dx[i] == dy[i]);
            }
        }
    }
}

} // verus!
