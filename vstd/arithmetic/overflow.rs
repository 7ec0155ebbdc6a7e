//! Sums and products that remember that they overflowed, and of what value.
//!
//! A program adds and multiplies as it likes and looks once, at the end, whether the result fits; the specification
//! speaks of the exact result all the way.

#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use crate::prelude::*;
#[allow(unused_imports)]
use crate::std_specs::num::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// A number of a type, or one that is too large for it.
macro_rules! checked_numbers {
    ($(($name:ident, $t:ident))*) => {
        verus! {

        $(
        /// The result of sums and products of numbers of the type, exact in specifications.
        pub struct $name {
            number: Option<$t>,
            // What the number would be where there is none.
            exact: Ghost<nat>,
        }

        impl View for $name {
            type V = nat;

            closed spec fn view(&self) -> nat {
                match self.number {
                    Some(number) => number as nat,
                    // There is none for numbers that fit, whatever stands here.
                    None => if self.exact@ > $t::MAX {
                        self.exact@
                    } else {
                        ($t::MAX + 1) as nat
                    },
                }
            }
        }

        impl Clone for $name {
            fn clone(&self) -> (result: Self)
                ensures
                    result@ == self@,
            {
                $name { number: self.number, exact: Ghost(self.exact@) }
            }
        }

        impl $name {
            /// A number that fits.
            pub closed spec fn spec_new(v: $t) -> $name {
                $name { number: Some(v), exact: Ghost(0) }
            }

            /// A number that fits.
            #[verifier::when_used_as_spec(spec_new)]
            pub fn new(v: $t) -> (result: Self)
                ensures
                    result@ == v,
            {
                $name { number: Some(v), exact: Ghost(0) }
            }

            /// A number that is too large.
            pub fn new_overflowed(Ghost(i): Ghost<int>) -> (result: Self)
                requires
                    i > $t::MAX,
                ensures
                    result@ == i,
            {
                $name { number: None, exact: Ghost(i as nat) }
            }

            /// Whether the number is too large for the type.
            pub open spec fn spec_is_overflowed(&self) -> bool {
                self@ > $t::MAX
            }

            /// Whether the number is too large for the type.
            #[verifier::when_used_as_spec(spec_is_overflowed)]
            pub fn is_overflowed(&self) -> (result: bool)
                ensures
                    result == self.spec_is_overflowed(),
            {
                self.number.is_none()
            }

            /// The number, which fits.
            pub fn unwrap(&self) -> (result: $t)
                requires
                    !self.is_overflowed(),
                ensures
                    result == self@,
            {
                self.number.unwrap()
            }

            /// The number if it fits.
            pub fn to_option(&self) -> (result: Option<$t>)
                ensures
                    match result {
                        Some(v) => self@ == v && v <= $t::MAX,
                        None => self@ > $t::MAX,
                    },
            {
                self.number
            }

            /// The sum with a number.
            pub fn add_value(&self, v2: $t) -> (result: Self)
                ensures
                    result@ == self@ + v2,
            {
                match self.number {
                    Some(v1) => match v1.checked_add(v2) {
                        Some(sum) => $name::new(sum),
                        None => $name::new_overflowed(Ghost(v1 + v2)),
                    },
                    None => $name::new_overflowed(Ghost((self@ + v2) as int)),
                }
            }

            /// The sum of two.
            pub fn add_checked(&self, v2: &$name) -> (result: Self)
                ensures
                    result@ == self@ + v2@,
            {
                match v2.number {
                    Some(v2) => self.add_value(v2),
                    None => $name::new_overflowed(Ghost((self@ + v2@) as int)),
                }
            }

            /// The product with a number.
            pub fn mul_value(&self, v2: $t) -> (result: Self)
                ensures
                    result@ == self@ as int * v2 as int,
            {
                match self.number {
                    Some(v1) => match v1.checked_mul(v2) {
                        Some(product) => $name::new(product),
                        None => $name::new_overflowed(Ghost(v1 * v2)),
                    },
                    None => {
                        if v2 == 0 {
                            $name::new(0)
                        } else {
                            proof {
                                lemma_mul_increases(v2 as int, self@ as int);
                                lemma_mul_is_commutative(v2 as int, self@ as int);
                            }
                            $name::new_overflowed(Ghost((self@ * v2) as int))
                        }
                    },
                }
            }

            /// The product of two.
            pub fn mul_checked(&self, v2: &Self) -> (result: Self)
                ensures
                    result@ == self@ as int * v2@ as int,
            {
                match v2.number {
                    Some(v2) => self.mul_value(v2),
                    None => match self.number {
                        Some(0) => {
                            proof {
                                assert(self@ as int * v2@ as int == 0) by (nonlinear_arith)
                                    requires
                                        self@ == 0,
                                ;
                            }
                            $name::new(0)
                        },
                        _ => {
                            proof {
                                lemma_mul_increases(self@ as int, v2@ as int);
                            }
                            $name::new_overflowed(Ghost((self@ * v2@) as int))
                        },
                    },
                }
            }
        }
        )*

        }
    };
}

checked_numbers! {
    (CheckedU8, u8)
    (CheckedU16, u16)
    (CheckedU32, u32)
    (CheckedU64, u64)
    (CheckedU128, u128)
    (CheckedUsize, usize)
}
