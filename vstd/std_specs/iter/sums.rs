//! Sums and products of the items of an iterator.
// @when .sum( .sum::< .product( .product::< sum_of product_of has_sums has_products
//!
//! trusted: the items are added up or multiplied from the first one on, beginning with 0 or 1.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::integers::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

/// The sum of these numbers.
pub open spec fn sum_of<N: Number>(items: Seq<N>) -> int
    decreases items.len(),
{
    if items.len() == 0 {
        0
    } else {
        sum_of(items.drop_last()) + items.last().number()
    }
}

/// The product of these numbers.
pub open spec fn product_of<N: Number>(items: Seq<N>) -> int
    decreases items.len(),
{
    if items.len() == 0 {
        1
    } else {
        product_of(items.drop_last()) * items.last().number()
    }
}

/// Whether the sums of the first numbers, and of all, lie between these bounds.
pub open spec fn has_sums_within<N: Number>(items: Seq<N>, least: int, most: int) -> bool {
    forall|n: int| 0 <= n <= items.len() ==> least <= #[trigger] sum_of(items.take(n)) <= most
}

/// Whether the products of the first numbers, and of all, lie between these bounds.
pub open spec fn has_products_within<N: Number>(items: Seq<N>, least: int, most: int) -> bool {
    forall|n: int| 0 <= n <= items.len() ==> least <= #[trigger] product_of(items.take(n)) <= most
}

/// Whether two sequences stand for the same numbers.
pub open spec fn have_same_numbers<M: Number, N: Number>(left: Seq<M>, right: Seq<N>) -> bool {
    &&& left.len() == right.len()
    &&& forall|i: int| #![trigger left[i]] #![trigger right[i]] 0 <= i < left.len() ==> left[i].number() == right[i].number()
}

/// The sum of the same numbers is the same.
pub broadcast proof fn lemma_same_sum<M: Number, N: Number>(left: Seq<M>, right: Seq<N>)
    requires
        have_same_numbers(left, right),
    ensures
        #[trigger] sum_of(left) == #[trigger] sum_of(right),
    decreases left.len(),
{
    if left.len() > 0 {
        lemma_same_sum(left.drop_last(), right.drop_last());
    }
}

/// The product of the same numbers is the same.
pub broadcast proof fn lemma_same_product<M: Number, N: Number>(left: Seq<M>, right: Seq<N>)
    requires
        have_same_numbers(left, right),
    ensures
        #[trigger] product_of(left) == #[trigger] product_of(right),
    decreases left.len(),
{
    if left.len() > 0 {
        lemma_same_product(left.drop_last(), right.drop_last());
    }
}

/// The sums of the same numbers lie between the same bounds.
pub broadcast proof fn lemma_same_sums_within<M: Number, N: Number>(left: Seq<M>, right: Seq<N>, least: int, most: int)
    requires
        have_same_numbers(left, right),
    ensures
        #[trigger] has_sums_within(left, least, most) == #[trigger] has_sums_within(right, least, most),
{
    assert forall|n: int| 0 <= n <= left.len() implies #[trigger] sum_of(left.take(n)) == sum_of(right.take(n)) by {
        lemma_same_sum(left.take(n), right.take(n));
    }
    assert forall|n: int| 0 <= n <= left.len() implies #[trigger] sum_of(right.take(n)) == sum_of(left.take(n)) by {
        lemma_same_sum(left.take(n), right.take(n));
    }
}

/// The sum of all is the greatest one, where no number is negative.
pub broadcast proof fn lemma_sums_of_naturals<N: Number>(items: Seq<N>, least: int, most: int)
    requires
        least <= 0,
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        #[trigger] has_sums_within(items, least, most) == (sum_of(items) <= most),
    decreases items.len(),
{
    assert(items.take(items.len() as int) =~= items);
    if items.len() > 0 {
        let front = items.drop_last();
        assert(front.take(front.len() as int) =~= front);
        lemma_sums_of_naturals(front, 0, sum_of(front));
        assert forall|n: int| 0 <= n < items.len() implies 0 <= #[trigger] sum_of(items.take(n)) <= sum_of(front) by {
            assert(items.take(n) =~= front.take(n));
        }
    }
}

/// The products of the same numbers lie between the same bounds.
pub broadcast proof fn lemma_same_products_within<M: Number, N: Number>(left: Seq<M>, right: Seq<N>, least: int, most: int)
    requires
        have_same_numbers(left, right),
    ensures
        #[trigger] has_products_within(left, least, most) == #[trigger] has_products_within(right, least, most),
{
    assert forall|n: int| 0 <= n <= left.len() implies #[trigger] product_of(left.take(n)) == product_of(right.take(n)) by {
        lemma_same_product(left.take(n), right.take(n));
    }
    assert forall|n: int| 0 <= n <= left.len() implies #[trigger] product_of(right.take(n)) == product_of(left.take(n)) by {
        lemma_same_product(left.take(n), right.take(n));
    }
}

/// The sum of numbers between two bounds lies between as many times the bounds.
pub proof fn lemma_sum_of_bounds<N: Number>(items: Seq<N>, least: int, most: int)
    requires
        forall|i: int| 0 <= i < items.len() ==> least <= (#[trigger] items[i]).number() <= most,
    ensures
        items.len() * least <= sum_of(items) <= items.len() * most,
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_sum_of_bounds(items.drop_last(), least, most);
        assert(items.len() * least == (items.len() - 1) * least + least) by (nonlinear_arith);
        assert(items.len() * most == (items.len() - 1) * most + most) by (nonlinear_arith);
    } else {
        assert(items.len() * least == 0 && items.len() * most == 0) by (nonlinear_arith)
            requires
                items.len() == 0,
        ;
    }
}

/// Integers that are given are added up and multiplied as long as the results fit.
pub broadcast axiom fn axiom_integers_are_summed<N: MachineInteger>(items: Seq<N>)
    ensures
        #![trigger can_be_summed::<N, N>(items)]
        #![trigger can_be_multiplied::<N, N>(items)]
        can_be_summed::<N, N>(items) == has_sums_within(items, N::least(), N::most()),
        forall|sum: N| #[trigger] is_sum::<N, N>(items, sum) == (sum.number() == sum_of(items)),
        can_be_multiplied::<N, N>(items) == has_products_within(items, N::least(), N::most()),
        forall|product: N| #[trigger] is_product::<N, N>(items, product) == (product.number() == product_of(items)),
;

/// So are integers that are lent.
pub broadcast axiom fn axiom_lent_integers_are_summed<N: MachineInteger>(items: Seq<&N>)
    ensures
        #![trigger can_be_summed::<&N, N>(items)]
        #![trigger can_be_multiplied::<&N, N>(items)]
        can_be_summed::<&N, N>(items) == has_sums_within(items, N::least(), N::most()),
        forall|sum: N| #[trigger] is_sum::<&N, N>(items, sum) == (sum.number() == sum_of(items)),
        can_be_multiplied::<&N, N>(items) == has_products_within(items, N::least(), N::most()),
        forall|product: N| #[trigger] is_product::<&N, N>(items, product) == (product.number() == product_of(items)),
;

/// What is known of sums and products.
pub broadcast group group_iter_sum_axioms {
    lemma_same_sum,
    lemma_same_product,
    lemma_same_sums_within,
    lemma_same_products_within,
    lemma_sums_of_naturals,
    axiom_integers_are_summed,
    axiom_lent_integers_are_summed,
}

} // verus!
