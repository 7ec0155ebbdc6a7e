//! Products. Nothing here is trusted.
// @when arithmetic

#[allow(unused_imports)]
use super::internals::mul_internals::{mul_pos, mul_recursive};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A product is repeated addition, for any factors.
pub broadcast proof fn lemma_mul_is_mul_recursive(x: int, y: int)
    ensures
        #[trigger] (x * y) == mul_recursive(x, y),
{
    if x >= 0 {
        lemma_mul_is_mul_pos(x, y);
    } else {
        lemma_mul_is_mul_pos(-x, y);
        lemma_mul_unary_negation(x, y);
    }
}

/// A product is repeated addition, when there is a number of times to add.
pub proof fn lemma_mul_is_mul_pos(x: int, y: int)
    requires
        x >= 0,
    ensures
        x * y == mul_pos(x, y),
    decreases x,
{
    if x > 0 {
        lemma_mul_is_mul_pos(x - 1, y);
        lemma_mul_is_distributive_sub_other_way(y, x, 1);
    }
}

/// Products with 0 and with 1.
pub proof fn lemma_mul_basics(x: int)
    ensures
        0 * x == 0,
        x * 0 == 0,
        x * 1 == x,
        1 * x == x,
{
}

/// 0 times a number is 0.
pub broadcast proof fn lemma_mul_basics_1(x: int)
    ensures
        #[trigger] (0 * x) == 0,
{
}

/// A number times 0 is 0.
pub broadcast proof fn lemma_mul_basics_2(x: int)
    ensures
        #[trigger] (x * 0) == 0,
{
}

/// A number times 1 is the number.
pub broadcast proof fn lemma_mul_basics_3(x: int)
    ensures
        #[trigger] (x * 1) == x,
{
}

/// 1 times a number is the number.
pub broadcast proof fn lemma_mul_basics_4(x: int)
    ensures
        #[trigger] (1 * x) == x,
{
}

/// Products with 0 and with 1.
pub broadcast group group_mul_basics {
    lemma_mul_basics_1,
    lemma_mul_basics_2,
    lemma_mul_basics_3,
    lemma_mul_basics_4,
}

/// A product is 0 only if one of its factors is.
pub broadcast proof fn lemma_mul_nonzero(x: int, y: int)
    ensures
        #[trigger] (x * y) != 0 <==> x != 0 && y != 0,
{
    assert(x * y != 0 <==> x != 0 && y != 0) by (nonlinear_arith);
}

/// Products with 0, from either side.
pub broadcast proof fn lemma_mul_by_zero_is_zero(x: int)
    ensures
        #![trigger x * 0]
        #![trigger 0 * x]
        x * 0 == 0 && 0 * x == 0,
{
}

/// Products may be bracketed either way.
pub broadcast proof fn lemma_mul_is_associative(x: int, y: int, z: int)
    ensures
        #![trigger x * (y * z)]
        #![trigger (x * y) * z]
        x * (y * z) == (x * y) * z,
{
    assert(x * (y * z) == (x * y) * z) by (nonlinear_arith);
}

/// Factors may change places.
pub broadcast proof fn lemma_mul_is_commutative(x: int, y: int)
    ensures
        #[trigger] (x * y) == y * x,
{
    assert(x * y == y * x) by (nonlinear_arith);
}

/// A product that is not negative, of factors that are not 0, is no smaller than either.
pub broadcast proof fn lemma_mul_ordering(x: int, y: int)
    requires
        x != 0,
        y != 0,
        0 <= x * y,
    ensures
        #[trigger] (x * y) >= x && x * y >= y,
{
    assert(x * y >= x && x * y >= y) by (nonlinear_arith)
        requires
            x != 0,
            y != 0,
            0 <= x * y,
    ;
}

/// A larger factor makes no smaller product.
pub broadcast proof fn lemma_mul_inequality(x: int, y: int, z: int)
    requires
        x <= y,
        z >= 0,
    ensures
        #[trigger] (x * z) <= #[trigger] (y * z),
{
    assert(x * z <= y * z) by (nonlinear_arith)
        requires
            x <= y,
            z >= 0,
    ;
}

/// A larger factor makes a larger product.
pub broadcast proof fn lemma_mul_strict_inequality(x: int, y: int, z: int)
    requires
        x < y,
        z > 0,
    ensures
        #[trigger] (x * z) < #[trigger] (y * z),
{
    assert(x * z < y * z) by (nonlinear_arith)
        requires
            x < y,
            z > 0,
    ;
}

/// Bounds of the factors give a bound of the product.
pub broadcast proof fn lemma_mul_upper_bound(x: int, xbound: int, y: int, ybound: int)
    requires
        x <= xbound,
        y <= ybound,
        0 <= x,
        0 <= y,
    ensures
        #[trigger] (x * y) <= #[trigger] (xbound * ybound),
{
    lemma_mul_inequality(x, xbound, y);
    lemma_mul_inequality(y, ybound, xbound);
    lemma_mul_is_commutative(xbound, y);
    lemma_mul_is_commutative(xbound, ybound);
}

/// Strict bounds of positive factors give a bound of the product.
pub broadcast proof fn lemma_mul_strict_upper_bound(x: int, xbound: int, y: int, ybound: int)
    requires
        x < xbound,
        y < ybound,
        0 < x,
        0 < y,
    ensures
        #[trigger] (x * y) <= #[trigger] ((xbound - 1) * (ybound - 1)),
{
    lemma_mul_upper_bound(x, xbound - 1, y, ybound - 1);
}

/// Multiplication by a positive number keeps order, when it stands on the left.
pub broadcast proof fn lemma_mul_left_inequality(x: int, y: int, z: int)
    requires
        0 < x,
    ensures
        y <= z ==> #[trigger] (x * y) <= #[trigger] (x * z),
        y < z ==> x * y < x * z,
{
    assert(y <= z ==> x * y <= x * z) by (nonlinear_arith)
        requires
            0 < x,
    ;
    assert(y < z ==> x * y < x * z) by (nonlinear_arith)
        requires
            0 < x,
    ;
}

/// A factor that is not 0 may be taken from both sides of an equation.
pub broadcast proof fn lemma_mul_equality_converse(m: int, x: int, y: int)
    requires
        m != 0,
        #[trigger] (m * x) == #[trigger] (m * y),
    ensures
        x == y,
{
    assert(x == y) by (nonlinear_arith)
        requires
            m != 0,
            m * x == m * y,
    ;
}

/// A positive factor may be taken from both sides of an inequality.
pub broadcast proof fn lemma_mul_inequality_converse(x: int, y: int, z: int)
    requires
        #[trigger] (x * z) <= #[trigger] (y * z),
        z > 0,
    ensures
        x <= y,
{
    assert(x <= y) by (nonlinear_arith)
        requires
            x * z <= y * z,
            z > 0,
    ;
}

/// A factor that is not negative may be taken from both sides of a strict inequality.
pub broadcast proof fn lemma_mul_strict_inequality_converse(x: int, y: int, z: int)
    requires
        #[trigger] (x * z) < #[trigger] (y * z),
        z >= 0,
    ensures
        x < y,
{
    assert(x < y) by (nonlinear_arith)
        requires
            x * z < y * z,
            z >= 0,
    ;
}

/// Multiplication distributes over addition.
pub broadcast proof fn lemma_mul_is_distributive_add(x: int, y: int, z: int)
    ensures
        #[trigger] (x * (y + z)) == x * y + x * z,
{
    assert(x * (y + z) == x * y + x * z) by (nonlinear_arith);
}

/// Multiplication distributes over addition, from the right.
pub broadcast proof fn lemma_mul_is_distributive_add_other_way(x: int, y: int, z: int)
    ensures
        #[trigger] ((y + z) * x) == y * x + z * x,
{
    assert((y + z) * x == y * x + z * x) by (nonlinear_arith);
}

/// Multiplication distributes over subtraction.
pub broadcast proof fn lemma_mul_is_distributive_sub(x: int, y: int, z: int)
    ensures
        #[trigger] (x * (y - z)) == x * y - x * z,
{
    assert(x * (y - z) == x * y - x * z) by (nonlinear_arith);
}

/// Multiplication distributes over subtraction, from the right.
pub broadcast proof fn lemma_mul_is_distributive_sub_other_way(x: int, y: int, z: int)
    ensures
        #[trigger] ((y - z) * x) == y * x - z * x,
{
    assert((y - z) * x == y * x - z * x) by (nonlinear_arith);
}

/// The four ways to distribute.
pub broadcast group group_mul_is_distributive {
    lemma_mul_is_distributive_add,
    lemma_mul_is_distributive_add_other_way,
    lemma_mul_is_distributive_sub,
    lemma_mul_is_distributive_sub_other_way,
}

/// The four ways to distribute, and the factors changed over.
pub proof fn lemma_mul_is_distributive(x: int, y: int, z: int)
    ensures
        x * (y + z) == x * y + x * z,
        x * (y - z) == x * y - x * z,
        (y + z) * x == y * x + z * x,
        (y - z) * x == y * x - z * x,
        x * (y + z) == (y + z) * x,
        x * (y - z) == (y - z) * x,
        x * y == y * x,
        x * z == z * x,
{
    broadcast use group_mul_is_commutative_and_distributive;

}

/// Factors change places, and products distribute.
pub broadcast group group_mul_is_commutative_and_distributive {
    lemma_mul_is_commutative,
    group_mul_is_distributive,
}

/// A product of positive factors is positive.
pub broadcast proof fn lemma_mul_strictly_positive(x: int, y: int)
    ensures
        (0 < x && 0 < y) ==> (0 < #[trigger] (x * y)),
{
    assert((0 < x && 0 < y) ==> (0 < x * y)) by (nonlinear_arith);
}

/// A factor above 1 makes a positive number larger.
pub broadcast proof fn lemma_mul_strictly_increases(x: int, y: int)
    requires
        1 < x,
        0 < y,
    ensures
        y < #[trigger] (x * y),
{
    assert(y < x * y) by (nonlinear_arith)
        requires
            1 < x,
            0 < y,
    ;
}

/// A positive factor makes a positive number no smaller.
pub broadcast proof fn lemma_mul_increases(x: int, y: int)
    requires
        0 < x,
        0 < y,
    ensures
        y <= #[trigger] (x * y),
{
    assert(y <= x * y) by (nonlinear_arith)
        requires
            0 < x,
            0 < y,
    ;
}

/// A product of factors that are not negative is not negative.
pub broadcast proof fn lemma_mul_nonnegative(x: int, y: int)
    requires
        0 <= x,
        0 <= y,
    ensures
        0 <= #[trigger] (x * y),
{
    assert(0 <= x * y) by (nonlinear_arith)
        requires
            0 <= x,
            0 <= y,
    ;
}

/// A sign may be moved out of a product.
pub broadcast proof fn lemma_mul_unary_negation(x: int, y: int)
    ensures
        #![trigger (-x) * y]
        #![trigger x * (-y)]
        (-x) * y == -(x * y) == x * (-y),
{
    assert((-x) * y == -(x * y)) by (nonlinear_arith);
    assert(-(x * y) == x * (-y)) by (nonlinear_arith);
}

/// Two signs cancel.
pub broadcast proof fn lemma_mul_cancels_negatives(x: int, y: int)
    ensures
        #[trigger] (x * y) == (-x) * (-y),
{
    assert(x * y == (-x) * (-y)) by (nonlinear_arith);
}

/// What is known of products. It starts often; ask for it in small proofs only.
pub broadcast group group_mul_properties {
    group_mul_basics,
    lemma_mul_strict_inequality,
    lemma_mul_inequality,
    group_mul_is_commutative_and_distributive,
    lemma_mul_is_associative,
    lemma_mul_ordering,
    lemma_mul_nonzero,
    lemma_mul_nonnegative,
    lemma_mul_strictly_increases,
    lemma_mul_increases,
}

/// What `group_mul_properties` promises.
pub proof fn lemma_mul_properties_prove_mul_properties_auto()
    ensures
        forall|x: int, y: int| #[trigger] (x * y) == y * x,
        forall|x: int| #![trigger x * 1] #![trigger 1 * x] x * 1 == 1 * x == x,
        forall|x: int, y: int, z: int| x < y && z > 0 ==> #[trigger] (x * z) < #[trigger] (y * z),
        forall|x: int, y: int, z: int| x <= y && z >= 0 ==> #[trigger] (x * z) <= #[trigger] (y * z),
        forall|x: int, y: int, z: int| #[trigger] (x * (y + z)) == x * y + x * z,
        forall|x: int, y: int, z: int| #[trigger] (x * (y - z)) == x * y - x * z,
        forall|x: int, y: int, z: int| #![trigger x * (y * z)] #![trigger (x * y) * z] x * (y * z) == (x * y) * z,
        forall|x: int, y: int| #[trigger] (x * y) != 0 <==> x != 0 && y != 0,
        forall|x: int, y: int| 0 <= x && 0 <= y ==> 0 <= #[trigger] (x * y),
        forall|x: int, y: int| 1 < x && 0 < y ==> y < #[trigger] (x * y),
        forall|x: int, y: int| 0 < x && 0 < y ==> y <= #[trigger] (x * y),
{
    broadcast use group_mul_properties;

}

} // verus!
