//! What `==` and the order of strings may be relied on for. Nothing here is trusted.
// @when laws_cmp

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::{lemma_text_cmp_equal, lemma_text_cmp_reversed, lemma_text_cmp_transitive, text_cmp};
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::string::String;

verus! {

/// `==` of strings is an equivalence.
pub broadcast proof fn lemma_string_obeys_eq_spec()
    ensures
        #[trigger] obeys_eq::<String>(),
{
    reveal(obeys_eq_spec_properties);
}

/// Strings are equal if they have the same characters.
pub broadcast proof fn lemma_string_obeys_view_eq()
    ensures
        #[trigger] obeys_view_eq::<String>(),
{
    reveal(obeys_view_eq);
}

/// Strings have a total order, which all comparisons compute.
pub broadcast proof fn lemma_string_obeys_cmp_spec()
    ensures
        #[trigger] obeys_cmp::<String>(),
{
    reveal(obeys_eq_spec_properties);
    reveal(obeys_partial_cmp_spec_properties);
    reveal(obeys_cmp_partial_ord);
    reveal(obeys_cmp_ord);
    assert forall|x: String, y: String|
        #![trigger x.partial_cmp_spec(&y)]
        (x.partial_cmp_spec(&y) == Some(Ordering::Equal) <==> x.eq_spec(&y)) && (x.partial_cmp_spec(&y) == Some(Ordering::Less)
            <==> y.partial_cmp_spec(&x) == Some(Ordering::Greater)) by {
        lemma_text_cmp_equal(x@, y@);
        lemma_text_cmp_reversed(x@, y@);
    }
    assert forall|x: String, y: String, z: String|
        x.partial_cmp_spec(&y) == Some(Ordering::Less) && #[trigger] y.partial_cmp_spec(&z) == Some(
            Ordering::Less,
        ) implies #[trigger] x.partial_cmp_spec(&z) == Some(Ordering::Less) by {
        lemma_text_cmp_transitive(x@, y@, z@);
    }
    assert forall|x: String, y: String, z: String|
        x.partial_cmp_spec(&y) == Some(Ordering::Greater) && #[trigger] y.partial_cmp_spec(&z) == Some(
            Ordering::Greater,
        ) implies #[trigger] x.partial_cmp_spec(&z) == Some(Ordering::Greater) by {
        lemma_text_cmp_reversed(y@, x@);
        lemma_text_cmp_reversed(z@, y@);
        lemma_text_cmp_reversed(z@, x@);
        lemma_text_cmp_transitive(z@, y@, x@);
    }
}

} // verus!
