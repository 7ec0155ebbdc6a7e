//! Arithmetic of functions made by `exec_spec_unverified!`: it gives what specifications say of mathematical integers, or
//! panics.
// @when contrib

/// Machine integers.
pub trait ExecSpecNumber: Copy + PartialEq {
    /// The sum.
    fn sum(self, other: Self) -> Option<Self>;

    /// The difference.
    fn difference(self, other: Self) -> Option<Self>;

    /// The product.
    fn product(self, other: Self) -> Option<Self>;

    /// The quotient, rounded so that the remainder is not negative.
    fn quotient(self, other: Self) -> Option<Self>;

    /// The remainder, which is not negative.
    fn remainder(self, other: Self) -> Option<Self>;

    /// The number with the other sign.
    fn negated(self) -> Option<Self>;

    /// The bits moved to the left, of which none is lost.
    fn to_left(self, by: u32) -> Option<Self>;

    /// The bits moved to the right.
    fn to_right(self, by: u32) -> Option<Self>;
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(
            impl ExecSpecNumber for $ty {
                fn sum(self, other: Self) -> Option<Self> {
                    self.checked_add(other)
                }

                fn difference(self, other: Self) -> Option<Self> {
                    self.checked_sub(other)
                }

                fn product(self, other: Self) -> Option<Self> {
                    self.checked_mul(other)
                }

                fn quotient(self, other: Self) -> Option<Self> {
                    self.checked_div_euclid(other)
                }

                fn remainder(self, other: Self) -> Option<Self> {
                    self.checked_rem_euclid(other)
                }

                fn negated(self) -> Option<Self> {
                    self.checked_neg()
                }

                fn to_left(self, by: u32) -> Option<Self> {
                    self.checked_shl(by).filter(|moved| moved.checked_shr(by) == Some(self))
                }

                fn to_right(self, by: u32) -> Option<Self> {
                    self.checked_shr(by)
                }
            }
        )*
    };
}

numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

fn given<T>(result: Option<T>) -> T {
    result.expect("the result of an operator in a specification is no number of this type")
}

/// `a + b`.
pub fn add<T: ExecSpecNumber>(a: T, b: T) -> T {
    given(a.sum(b))
}

/// `a - b`.
pub fn sub<T: ExecSpecNumber>(a: T, b: T) -> T {
    given(a.difference(b))
}

/// `a * b`.
pub fn mul<T: ExecSpecNumber>(a: T, b: T) -> T {
    given(a.product(b))
}

/// `a / b`.
pub fn div<T: ExecSpecNumber>(a: T, b: T) -> T {
    given(a.quotient(b))
}

/// `a % b`.
pub fn rem<T: ExecSpecNumber>(a: T, b: T) -> T {
    given(a.remainder(b))
}

/// `-a`.
pub fn neg<T: ExecSpecNumber>(a: T) -> T {
    given(a.negated())
}

/// `a << b`.
pub fn shl<T: ExecSpecNumber, U: TryInto<u32>>(a: T, b: U) -> T {
    given(b.try_into().ok().and_then(|by| a.to_left(by)))
}

/// `a >> b`.
pub fn shr<T: ExecSpecNumber, U: TryInto<u32>>(a: T, b: U) -> T {
    given(b.try_into().ok().and_then(|by| a.to_right(by)))
}
