//! Small functions on integers.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The smaller of two numbers.
pub open spec fn min(x: int, y: int) -> int {
    if x <= y {
        x
    } else {
        y
    }
}

/// The larger of two numbers.
pub open spec fn max(x: int, y: int) -> int {
    if x >= y {
        x
    } else {
        y
    }
}

/// The largest of three numbers.
pub open spec fn max3(x: int, y: int, z: int) -> int {
    max(max(x, y), z)
}

/// The number, or 0 in place of a negative one.
pub open spec fn clip(x: int) -> nat {
    if x >= 0 {
        x as nat
    } else {
        0
    }
}

/// How far the number is from 0.
pub open spec fn abs(x: int) -> nat {
    if x >= 0 {
        x as nat
    } else {
        (-x) as nat
    }
}

/// `x + y` as a function, for use in triggers.
pub open spec fn add(x: int, y: int) -> int {
    x + y
}

/// `x - y` as a function, for use in triggers.
pub open spec fn sub(x: int, y: int) -> int {
    x - y
}

/// `x / y` as a function, for use in triggers.
pub open spec fn div(x: int, y: int) -> int {
    x / y
}

} // verus!
