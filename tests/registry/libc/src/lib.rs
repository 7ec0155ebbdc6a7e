//! Functions of C.

use vstd::prelude::*;

verus! {

pub assume_specification[ libc::abs ](i: libc::c_int) -> (r: libc::c_int)
    requires
        i != i32::MIN,
    ensures
        r == (if i < 0 { -i } else { i as int }),
;

pub fn distance(a: i32, b: i32) -> (r: i32)
    requires
        -1000 < a < 1000,
        -1000 < b < 1000,
    ensures
        r == if a < b { b - a } else { a - b },
{
    unsafe { libc::abs(a - b) }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn distances_are_positive() {
        assert_eq!(super::distance(3, 5), 2);
        assert_eq!(super::distance(5, 3), 2);
    }
}
