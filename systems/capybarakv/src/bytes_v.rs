//! Strings of bytes of different lengths as keys, items and elements: each has room for as many as its type says.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::array::array_as_slice;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

/// The number of bytes that count, whatever a storage says.
pub open spec fn clamped(len: u64, max: int) -> int {
    if len <= max { len as int } else { max }
}

/// Whether the bytes from one on are 0.
pub open spec fn is_zero_from(bytes: Seq<u8>, from: int) -> bool {
    forall|i: int| from <= i < bytes.len() ==> #[trigger] bytes[i] == 0
}

} // verus!

/// A type of strings of up to so many bytes.
macro_rules! strings {
    ($(#[$doc:meta])* $name:ident, $max:literal) => {
        verus! {

        $(#[$doc])*
        #[repr(C)]
        #[derive(PmCopy, AnyBitPattern)]
        pub struct $name {
            len: u64,
            bytes: [u8; $max],
        }

        impl $name {
            /// The string.
            pub closed spec fn view(&self) -> Seq<u8> {
                self.bytes@.take(clamped(self.len, $max))
            }

            /// Whether it is the one value with these bytes.
            pub closed spec fn is_canonical(&self) -> bool {
                self.len <= $max && is_zero_from(self.bytes@, self.len as int)
            }

            /// Values that were made of strings are equal if the strings are.
            pub proof fn lemma_equal(a: Self, b: Self)
                requires
                    a.is_canonical(),
                    b.is_canonical(),
                    a@ == b@,
                ensures
                    a == b,
            {
                assert(a@.len() == a.len && b@.len() == b.len);
                assert forall|i: int| 0 <= i < $max implies #[trigger] a.bytes@[i] == b.bytes@[i] by {
                    if i < a.len {
                        assert(a@[i] == a.bytes@[i] && b@[i] == b.bytes@[i]);
                    } else {
                        assert(a.bytes@[i] == 0 && b.bytes@[i] == 0);
                    }
                }
                assert(a.bytes =~= b.bytes);
            }

            /// The value for a string; nothing if there is no room for it.
            pub fn new(string: &[u8]) -> (result: Option<Self>)
                ensures
                    match result {
                        Some(made) => made@ == string@ && made.is_canonical(),
                        None => string@.len() > $max,
                    },
            {
                let n = string.len();
                if n > $max {
                    return None;
                }
                let mut bytes = [0u8; $max];
                for i in 0..n
                    invariant
                        n == string@.len() <= $max,
                        bytes@.take(i as int) == string@.take(i as int),
                        is_zero_from(bytes@, i as int),
                {
                    bytes[i] = string[i];
                    assert(bytes@.take(i + 1) =~= string@.take(i + 1));
                }
                let made = $name { len: n as u64, bytes };
                assert(made@ =~= string@);
                Some(made)
            }

            /// The string.
            pub fn as_slice(&self) -> (string: &[u8])
                ensures
                    string@ == self@,
            {
                let n = if self.len <= $max { self.len as usize } else { $max };
                slice_subrange(array_as_slice(&self.bytes), 0, n)
            }
        }

        } // verus!
    };
}

strings! {
    /// A string of up to 64 bytes.
    Bytes64, 64
}

strings! {
    /// A string of up to 256 bytes.
    Bytes256, 256
}

strings! {
    /// A string of up to 1024 bytes.
    Bytes1024, 1024
}

strings! {
    /// A string of up to 4096 bytes.
    Bytes4096, 4096
}
