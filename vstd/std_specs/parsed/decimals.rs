//! Numbers that decimal digits write.
// @when lemma_decimal_push lemma_decimal_add lemma_decimal_leading lemma_decimal_bound

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

/// A digit more is added to ten times the number.
pub broadcast proof fn lemma_decimal_push(digits: Seq<char>, digit: char)
    ensures
        #[trigger] decimal_value(digits.push(digit)) == 10 * decimal_value(digits) + (digit as u32 - '0' as u32),
{
    assert(digits.push(digit).drop_last() =~= digits);
}

/// A number in two parts: the first one counts as many tens as the second one has digits.
pub proof fn lemma_decimal_add(left: Seq<char>, right: Seq<char>)
    ensures
        decimal_value(left + right) == decimal_value(left) * pow(10, right.len()) + decimal_value(right),
    decreases right.len(),
{
    if right.len() == 0 {
        lemma_pow0(10);
        assert(left + right =~= left);
    } else {
        let front = right.drop_last();
        lemma_decimal_add(left, front);
        assert((left + right).drop_last() =~= left + front);
        lemma_pow1(10);
        lemma_pow_adds(10, 1, front.len());
        let (a, b) = (decimal_value(left), pow(10, front.len()));
        assert(10 * (a * b) == a * (10 * b)) by (nonlinear_arith);
    }
}

/// A number with a zero before it is the same.
pub proof fn lemma_decimal_leading_zero(digits: Seq<char>)
    ensures
        decimal_value(seq!['0'] + digits) == decimal_value(digits),
{
    let zero = seq!['0'];
    assert(zero.drop_last() =~= Seq::<char>::empty());
    assert(zero.last() == '0');
    assert(decimal_value(zero.drop_last()) == 0);
    assert(decimal_value(zero) == 0);
    lemma_decimal_add(zero, digits);
    assert(0 * pow(10, digits.len()) == 0);
}

/// A number is less than as many tens as it has digits.
pub proof fn lemma_decimal_bound(digits: Seq<char>)
    requires
        forall|i: int| 0 <= i < digits.len() ==> '0' <= #[trigger] digits[i] <= '9',
    ensures
        0 <= decimal_value(digits) < pow(10, digits.len()),
    decreases digits.len(),
{
    if digits.len() == 0 {
        lemma_pow0(10);
    } else {
        let front = digits.drop_last();
        assert forall|i: int| 0 <= i < front.len() implies '0' <= #[trigger] front[i] <= '9' by {
            assert(front[i] == digits[i]);
        }
        lemma_decimal_bound(front);
        lemma_pow1(10);
        lemma_pow_adds(10, 1, front.len());
        assert('0' <= digits[digits.len() - 1] <= '9');
    }
}

} // verus!
