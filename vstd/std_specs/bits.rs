//! Zeros and ones at the ends of machine integers, and how many ones there are.
// @when leading_ trailing_ count_ones count_zeros std_specs::bits
//!
//! trusted: the functions of the standard library count the bits that their names say.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// How often 2 divides a positive number; 0 for 0.
pub open spec fn factors_of_two(n: nat) -> nat
    decreases n,
{
    if n == 0 || n % 2 == 1 {
        0
    } else {
        1 + factors_of_two(n / 2)
    }
}

/// The number of binary digits; none for 0.
pub open spec fn bit_length(n: nat) -> nat
    decreases n,
{
    if n == 0 {
        0
    } else {
        1 + bit_length(n / 2)
    }
}

/// The number of binary digits that are 1.
pub open spec fn ones(n: nat) -> nat
    decreases n,
{
    if n == 0 {
        0
    } else {
        n % 2 + ones(n / 2)
    }
}

/// There are no more ones than digits.
pub broadcast proof fn lemma_ones_bound(n: nat)
    ensures
        #[trigger] ones(n) <= bit_length(n),
    decreases n,
{
    if n != 0 {
        lemma_ones_bound(n / 2);
    }
}

} // verus!

/// What programs know of one type.
macro_rules! bits_of {
    (
        $t:ident $module:ident $width:literal $last:literal $one:literal $max:literal $zeros:ident
        $trailing_zeros:ident $leading_zeros:ident $trailing_ones:ident $leading_ones:ident $count_ones:ident
        $axiom_trailing_zeros:ident $axiom_leading_zeros:ident $axiom_trailing_ones:ident $axiom_leading_ones:ident
        $shr_step:ident
    ) => {
        pub use $module::*;

        mod $module {
            #[allow(unused_imports)]
            use super::*;

            verus! {

            /// The zeros below the lowest one.
            pub closed spec fn $trailing_zeros(i: $t) -> u32 {
                if i == 0 {
                    $width
                } else {
                    factors_of_two(i as nat) as u32
                }
            }

            /// The zeros above the highest one.
            #[verifier::opaque]
            pub open spec fn $leading_zeros(i: $t) -> $zeros {
                ($width - bit_length(i as nat)) as $zeros
            }

            /// The ones below the lowest zero.
            pub open spec fn $trailing_ones(i: $t) -> u32 {
                $trailing_zeros(!i) as u32
            }

            /// The ones above the highest zero.
            pub open spec fn $leading_ones(i: $t) -> u32 {
                $leading_zeros(!i) as u32
            }

            /// The ones.
            pub open spec fn $count_ones(i: $t) -> u32 {
                ones(i as nat) as u32
            }

            #[verifier::when_used_as_spec($trailing_zeros)]
            pub assume_specification[ $t::trailing_zeros ](i: $t) -> (r: u32)
                ensures
                    r == $trailing_zeros(i),
            ;

            #[verifier::when_used_as_spec($trailing_ones)]
            pub assume_specification[ $t::trailing_ones ](i: $t) -> (r: u32)
                ensures
                    r == $trailing_ones(i),
            ;

            pub assume_specification[ $t::leading_zeros ](i: $t) -> (r: u32)
                ensures
                    r == $leading_zeros(i),
            ;

            #[verifier::when_used_as_spec($leading_ones)]
            pub assume_specification[ $t::leading_ones ](i: $t) -> (r: u32)
                ensures
                    r == $leading_ones(i),
            ;

            #[verifier::when_used_as_spec($count_ones)]
            pub assume_specification[ $t::count_ones ](i: $t) -> (r: u32)
                ensures
                    r == $count_ones(i),
            ;

            /// By induction on the digits: those of `i` are those of its half, one place higher.
            proof fn lemma_low(i: $t)
                requires
                    i != 0,
                ensures
                    factors_of_two(i as nat) < $width,
                    (i >> factors_of_two(i as nat) as $t) & $one == 1,
                    i << sub($width, factors_of_two(i as nat) as $t) == 0,
                    forall|j: $t| j < factors_of_two(i as nat) ==> #[trigger] (i >> j) & $one == 0,
                decreases i,
            {
                let half = i / 2;
                assert(i >> 0 == i && i << $width == 0 && i & 1 == i % 2) by (bit_vector);
                if i % 2 == 0 {
                    lemma_low(half);
                    assert(factors_of_two(i as nat) == 1 + factors_of_two(half as nat));
                    let k = factors_of_two(half as nat) as $t;
                    assert(k < $last && (i >> add(k, 1)) & 1 == 1 && i << sub($width, add(k, 1)) == 0) by (bit_vector)
                        requires
                            half == i / 2,
                            i % 2 == 0,
                            k < $width,
                            (half >> k) & 1 == 1,
                            half << sub($width, k) == 0,
                    ;
                    assert forall|j: $t| j < factors_of_two(i as nat) implies #[trigger] (i >> j) & $one == 0 by {
                        if j > 0 {
                            let below = sub(j, 1);
                            assert((half >> below) & 1 == 0);
                            crate::bits::$shr_step(i, j);
                            assert(i >> j == half >> below);
                        }
                    }
                }
            }

            /// The same for the digits at the other end.
            proof fn lemma_high(i: $t)
                ensures
                    bit_length(i as nat) <= $width,
                    i >> bit_length(i as nat) as $t == 0,
                    i != 0 ==> bit_length(i as nat) > 0 && (i >> sub(bit_length(i as nat) as $t, 1)) & $one == 1,
                decreases i,
            {
                let half = i / 2;
                if i != 0 {
                    lemma_high(half);
                    let k = bit_length(half as nat) as $t;
                    assert(bit_length(i as nat) == 1 + k);
                    assert(k < $width && i >> add(k, 1) == 0 && (i >> k) & 1 == 1) by (bit_vector)
                        requires
                            i != 0,
                            half == i / 2,
                            k <= $width,
                            half >> k == 0,
                            half == 0 ==> k == 0,
                            half != 0 ==> k > 0 && (half >> sub(k, 1)) & 1 == 1,
                    ;
                } else {
                    assert(i >> 0 == 0) by (bit_vector)
                        requires
                            i == 0,
                    ;
                }
            }

            /// Which bits they are.
            pub broadcast proof fn $axiom_trailing_zeros(i: $t)
                ensures
                    0 <= #[trigger] $trailing_zeros(i) <= $width,
                    i == 0 <==> $trailing_zeros(i) == $width,
                    0 <= $trailing_zeros(i) < $width ==> (i >> $trailing_zeros(i) as $t) & $one == $one,
                    i << sub($width, $trailing_zeros(i) as $t) == 0,
                    forall|j: $t| 0 <= j < $trailing_zeros(i) ==> #[trigger] (i >> j) & $one == 0,
            {
                if i != 0 {
                    lemma_low(i);
                } else {
                    assert(i << 0 == 0 && forall|j: $t| #[trigger] (i >> j) & $one == 0) by (bit_vector)
                        requires
                            i == 0,
                    ;
                }
            }

            /// Which bits they are.
            pub broadcast proof fn $axiom_trailing_ones(i: $t)
                ensures
                    0 <= #[trigger] $trailing_ones(i) <= $width,
                    i == $max <==> $trailing_ones(i) == $width,
                    0 <= $trailing_ones(i) < $width ==> (i >> $trailing_ones(i) as $t) & $one == 0,
                    (!i) << sub($width, $trailing_ones(i) as $t) == 0,
                    forall|j: $t| 0 <= j < $trailing_ones(i) ==> #[trigger] (i >> j) & $one == $one,
            {
                $axiom_trailing_zeros(!i);
                lemma_complement(i);
                assert forall|j: $t| 0 <= j < $trailing_ones(i) implies #[trigger] (i >> j) & $one == $one by {
                    assert(((!i) >> j) & $one == 0);
                }
            }

            /// Which bits they are.
            pub broadcast proof fn $axiom_leading_zeros(i: $t)
                ensures
                    0 <= #[trigger] $leading_zeros(i) <= $width,
                    i == 0 <==> $leading_zeros(i) == $width,
                    0 <= $leading_zeros(i) < $width ==> (i >> sub($last, $leading_zeros(i) as $t)) & $one != 0,
                    i >> sub($width, $leading_zeros(i) as $t) == 0,
                    forall|j: $t| $width - $leading_zeros(i) <= j < $width ==> #[trigger] (i >> j) & $one == 0,
            {
                reveal($leading_zeros);
                lemma_high(i);
                let length = bit_length(i as nat) as $t;
                assert forall|j: $t| length <= j < $width implies #[trigger] (i >> j) & $one == 0 by {
                    assert((i >> j) & $one == 0) by (bit_vector)
                        requires
                            i >> length == 0,
                            length <= j < $width,
                    ;
                }
            }

            /// Which bits they are.
            pub broadcast proof fn $axiom_leading_ones(i: $t)
                ensures
                    0 <= #[trigger] $leading_ones(i) <= $width,
                    i == $max <==> $leading_ones(i) == $width,
                    0 <= $leading_ones(i) < $width ==> (i >> sub($last, $leading_ones(i) as $t)) & $one == 0,
                    (!i) >> sub($width, $leading_ones(i) as $t) == 0,
                    forall|j: $t| $width - $leading_ones(i) <= j < $width ==> #[trigger] (i >> j) & $one == $one,
            {
                $axiom_leading_zeros(!i);
                lemma_complement(i);
                assert forall|j: $t| $width - $leading_ones(i) <= j < $width implies #[trigger] (i >> j) & $one
                    == $one by {
                    assert(((!i) >> j) & $one == 0);
                }
            }

            /// Each bit of the complement is the other one.
            proof fn lemma_complement(i: $t)
                ensures
                    !i == 0 <==> i == $max,
                    forall|j: $t| #![trigger (i >> j) & $one] #![trigger ((!i) >> j) & $one]
                        j < $width ==> (i >> j) & $one == 1 - (((!i) >> j) & $one),
            {
                assert(!i == 0 <==> i == $max) by (bit_vector);
                assert forall|j: $t| #![trigger (i >> j) & $one] #![trigger ((!i) >> j) & $one]
                    j < $width implies (i >> j) & $one == 1 - (((!i) >> j) & $one) by {
                    assert((i >> j) & $one == 1 - (((!i) >> j) & $one)) by (bit_vector)
                        requires
                            j < $width,
                    ;
                }
            }

            }
        }
    };
}

bits_of! {
    u8 u8_bits 8 7 1u8 0xffu8 u32
    u8_trailing_zeros u8_leading_zeros u8_trailing_ones u8_leading_ones u8_count_ones
    axiom_u8_trailing_zeros axiom_u8_leading_zeros axiom_u8_trailing_ones axiom_u8_leading_ones
    lemma_u8_shr_step
}

bits_of! {
    u16 u16_bits 16 15 1u16 0xffffu16 u32
    u16_trailing_zeros u16_leading_zeros u16_trailing_ones u16_leading_ones u16_count_ones
    axiom_u16_trailing_zeros axiom_u16_leading_zeros axiom_u16_trailing_ones axiom_u16_leading_ones
    lemma_u16_shr_step
}

bits_of! {
    u32 u32_bits 32 31 1u32 0xffff_ffffu32 u32
    u32_trailing_zeros u32_leading_zeros u32_trailing_ones u32_leading_ones u32_count_ones
    axiom_u32_trailing_zeros axiom_u32_leading_zeros axiom_u32_trailing_ones axiom_u32_leading_ones
    lemma_u32_shr_step
}

bits_of! {
    u64 u64_bits 64 63 1u64 0xffff_ffff_ffff_ffffu64 int
    u64_trailing_zeros u64_leading_zeros u64_trailing_ones u64_leading_ones u64_count_ones
    axiom_u64_trailing_zeros axiom_u64_leading_zeros axiom_u64_trailing_ones axiom_u64_leading_ones
    lemma_u64_shr_step
}

verus! {

/// Which bits the zeros and ones at the ends are.
pub broadcast group group_bits_axioms {
    axiom_u8_trailing_zeros,
    axiom_u8_trailing_ones,
    axiom_u8_leading_zeros,
    axiom_u8_leading_ones,
    axiom_u16_trailing_zeros,
    axiom_u16_trailing_ones,
    axiom_u16_leading_zeros,
    axiom_u16_leading_ones,
    axiom_u32_trailing_zeros,
    axiom_u32_trailing_ones,
    axiom_u32_leading_zeros,
    axiom_u32_leading_ones,
    axiom_u64_trailing_zeros,
    axiom_u64_trailing_ones,
    axiom_u64_leading_zeros,
    axiom_u64_leading_ones,
}

} // verus!
