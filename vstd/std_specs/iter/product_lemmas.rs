//! Products of parts and of other orders, and bounds of products.
// @when lemma_product

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::multiset::*;
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

/// The product with one item more.
pub broadcast proof fn lemma_product_push<N: Number>(items: Seq<N>, item: N)
    ensures
        #[trigger] product_of(items.push(item)) == product_of(items) * item.number(),
{
    assert(items.push(item).drop_last() =~= items);
}

/// The product of a concatenation is that of the products.
pub broadcast proof fn lemma_product_add<N: Number>(left: Seq<N>, right: Seq<N>)
    ensures
        #[trigger] product_of(left + right) == product_of(left) * product_of(right),
    decreases right.len(),
{
    if right.len() == 0 {
        assert(left + right =~= left);
    } else {
        let front = right.drop_last();
        lemma_product_add(left, front);
        assert((left + right).drop_last() =~= left + front);
        let (a, b, c) = (product_of(left), product_of(front), right.last().number());
        assert((a * b) * c == a * (b * c)) by (nonlinear_arith);
    }
}

/// The product is the first item times the product of the others.
pub proof fn lemma_product_first<N: Number>(items: Seq<N>)
    requires
        items.len() > 0,
    ensures
        product_of(items) == items[0].number() * product_of(items.drop_first()),
{
    let one = Seq::<N>::empty().push(items[0]);
    lemma_product_push(Seq::<N>::empty(), items[0]);
    assert(product_of(Seq::<N>::empty()) == 1);
    assert(one + items.drop_first() =~= items);
    lemma_product_add(one, items.drop_first());
}

/// The product is that of the first `n` items times that of the others.
pub proof fn lemma_product_split<N: Number>(items: Seq<N>, n: int)
    requires
        0 <= n <= items.len(),
    ensures
        product_of(items) == product_of(items.take(n)) * product_of(items.skip(n)),
{
    assert(items.take(n) + items.skip(n) =~= items);
    lemma_product_add(items.take(n), items.skip(n));
}

/// An item that is taken out is a factor of the product.
pub proof fn lemma_product_remove<N: Number>(items: Seq<N>, at: int)
    requires
        0 <= at < items.len(),
    ensures
        product_of(items) == items[at].number() * product_of(items.remove(at)),
{
    let (before, after) = (items.take(at), items.skip(at + 1));
    lemma_product_split(items, at);
    lemma_product_first(items.skip(at));
    assert(items.skip(at).drop_first() =~= after);
    assert(before + after =~= items.remove(at));
    lemma_product_add(before, after);
    let (a, b, c) = (product_of(before), items[at].number(), product_of(after));
    assert(a * (b * c) == b * (a * c)) by (nonlinear_arith);
}

/// The product in the other direction is the same.
pub proof fn lemma_product_reverse<N: Number>(items: Seq<N>)
    ensures
        product_of(items.reverse()) == product_of(items),
    decreases items.len(),
{
    if items.len() > 0 {
        let rest = items.drop_first();
        lemma_product_first(items);
        lemma_product_reverse(rest);
        assert(items.reverse().drop_last() =~= rest.reverse());
        let (a, b) = (product_of(rest), items[0].number());
        assert(a * b == b * a) by (nonlinear_arith);
    } else {
        assert(items.reverse() =~= items);
    }
}

/// The product in any order is the same.
pub proof fn lemma_product_permutation<N: Number>(left: Seq<N>, right: Seq<N>)
    requires
        left.to_multiset() == right.to_multiset(),
    ensures
        product_of(left) == product_of(right),
    decreases left.len(),
{
    broadcast use group_to_multiset_ensures;

    assert(left.to_multiset().len() == left.len() && right.to_multiset().len() == right.len());
    if left.len() > 0 {
        let last = left.last();
        assert(left.to_multiset().count(last) > 0);
        assert(right.contains(last));
        let at = choose|at: int| 0 <= at < right.len() && right[at] == last;
        assert(left.remove(left.len() - 1) =~= left.drop_last());
        assert(left.drop_last().to_multiset() =~= right.remove(at).to_multiset());
        lemma_product_permutation(left.drop_last(), right.remove(at));
        lemma_product_remove(right, at);
        let (a, b) = (product_of(left.drop_last()), last.number());
        assert(a * b == b * a) by (nonlinear_arith);
    }
}

/// A product with a factor of zero is zero.
pub proof fn lemma_product_of_zero<N: Number>(items: Seq<N>, at: int)
    requires
        0 <= at < items.len(),
        items[at].number() == 0,
    ensures
        product_of(items) == 0,
{
    lemma_product_remove(items, at);
}

/// A product of zero has a factor of zero.
pub proof fn lemma_product_is_zero<N: Number>(items: Seq<N>)
    requires
        product_of(items) == 0,
    ensures
        exists|i: int| 0 <= i < items.len() && (#[trigger] items[i]).number() == 0,
    decreases items.len(),
{
    if items.len() > 0 {
        let (front, last) = (items.drop_last(), items.last());
        let (a, b) = (product_of(front), last.number());
        assert(a * b == 0 ==> a == 0 || b == 0) by (nonlinear_arith);
        if b == 0 {
            assert(items[items.len() - 1].number() == 0);
        } else {
            lemma_product_is_zero(front);
            let i = choose|i: int| 0 <= i < front.len() && (#[trigger] front[i]).number() == 0;
            assert(items[i].number() == 0);
        }
    }
}

/// The product of items that are not negative is not negative.
pub proof fn lemma_product_nonnegative<N: Number>(items: Seq<N>)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        product_of(items) >= 0,
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_product_nonnegative(items.drop_last());
        let (a, b) = (product_of(items.drop_last()), items.last().number());
        assert(a * b >= 0) by (nonlinear_arith)
            requires
                a >= 0,
                b >= 0,
        ;
    }
}

/// The product of items that are positive is positive.
pub proof fn lemma_product_positive<N: Number>(items: Seq<N>)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() > 0,
    ensures
        product_of(items) > 0,
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_product_positive(items.drop_last());
        let (a, b) = (product_of(items.drop_last()), items.last().number());
        assert(a * b > 0) by (nonlinear_arith)
            requires
                a > 0,
                b > 0,
        ;
    }
}

/// Where all items are positive, fewer of the first ones have at most as great a product.
pub proof fn lemma_product_take_monotone<N: Number>(items: Seq<N>, fewer: int, more: int)
    requires
        0 <= fewer <= more <= items.len(),
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() > 0,
    ensures
        product_of(items.take(fewer)) <= product_of(items.take(more)) <= product_of(items),
    decreases items.len() - fewer,
{
    assert(items.take(items.len() as int) =~= items);
    if fewer < items.len() {
        let next = items.take(fewer + 1);
        assert(next.drop_last() =~= items.take(fewer));
        lemma_product_positive(items.take(fewer));
        let (a, b) = (product_of(items.take(fewer)), items[fewer].number());
        assert(a <= a * b) by (nonlinear_arith)
            requires
                a > 0,
                b > 0,
        ;
        if fewer < more {
            lemma_product_take_monotone(items, fewer + 1, more);
        } else {
            lemma_product_take_monotone(items, fewer + 1, fewer + 1);
        }
    }
}

/// The product of all is the greatest one, where all items are positive.
pub proof fn lemma_products_of_positives<N: Number>(items: Seq<N>, least: int, most: int)
    requires
        least <= 1,
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() > 0,
    ensures
        has_products_within(items, least, most) == (product_of(items) <= most),
{
    assert(items.take(items.len() as int) =~= items);
    assert forall|n: int| 0 <= n <= items.len() implies 1 <= #[trigger] product_of(items.take(n)) <= product_of(items) by {
        lemma_product_positive(items.take(n));
        lemma_product_take_monotone(items, n, n);
    }
    if has_products_within(items, least, most) {
        assert(product_of(items.take(items.len() as int)) <= most);
    }
}

/// The product of items that are all the same number is a power of it.
pub proof fn lemma_product_of_equal<N: Number>(items: Seq<N>, number: int)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() == number,
    ensures
        product_of(items) == pow(number, items.len()),
    decreases items.len(),
{
    if items.len() == 0 {
        lemma_pow0(number);
    } else {
        lemma_product_of_equal(items.drop_last(), number);
        lemma_pow1(number);
        lemma_pow_adds(number, (items.len() - 1) as nat, 1);
    }
}

/// The products of one item more lie between the bounds if those of the others do and the whole product does.
pub proof fn lemma_products_within_push<N: Number>(items: Seq<N>, item: N, least: int, most: int)
    ensures
        has_products_within(items.push(item), least, most) == (has_products_within(items, least, most) && least <= product_of(
            items,
        ) * item.number() <= most),
{
    let all = items.push(item);
    lemma_product_push(items, item);
    assert(all.take(all.len() as int) =~= all);
    if has_products_within(all, least, most) {
        assert forall|n: int| 0 <= n <= items.len() implies least <= #[trigger] product_of(items.take(n)) <= most by {
            assert(all.take(n) =~= items.take(n));
            assert(least <= product_of(all.take(n)) <= most);
        }
        assert(least <= product_of(all.take(all.len() as int)) <= most);
    }
    if has_products_within(items, least, most) && least <= product_of(items) * item.number() <= most {
        assert forall|n: int| 0 <= n <= all.len() implies least <= #[trigger] product_of(all.take(n)) <= most by {
            if n < all.len() {
                assert(all.take(n) =~= items.take(n));
            }
        }
    }
}

} // verus!
