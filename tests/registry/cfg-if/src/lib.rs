//! Code for the target.

use vstd::prelude::*;

cfg_if::cfg_if! {
    if #[cfg(target_pointer_width = "64")] {
        verus! {

        /// The number of bytes of an address.
        pub const WIDTH: u32 = 8;

        } // verus!
    } else {
        verus! {

        /// The number of bytes of an address.
        pub const WIDTH: u32 = 4;

        } // verus!
    }
}

verus! {

pub fn bits() -> (r: u32)
    ensures
        r == 8 * WIDTH,
        r == 32 || r == 64,
{
    8 * WIDTH
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_the_target() {
        assert_eq!(super::bits(), usize::BITS);
    }
}
