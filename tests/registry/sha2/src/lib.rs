//! Messages with their hash.

use sha2::{Digest, Sha256};
use vstd::prelude::*;

verus! {

/// The hash of a message.
pub uninterp spec fn sha256(message: Seq<u8>) -> Seq<u8>;

/// What hashes. The type of the crate has parameters that are of no interest here.
#[verifier::external_body]
pub struct Hasher {
    inner: Sha256,
}

impl Hasher {
    /// What was hashed so far.
    pub uninterp spec fn view(&self) -> Seq<u8>;

    #[verifier::external_body]
    pub fn new() -> (r: Hasher)
        ensures
            r@ == Seq::<u8>::empty(),
    {
        Hasher { inner: Sha256::new() }
    }

    #[verifier::external_body]
    pub fn update(&mut self, more: &[u8])
        ensures
            final(self)@ == old(self)@ + more@,
    {
        self.inner.update(more);
    }

    #[verifier::external_body]
    pub fn finalize(self) -> (r: [u8; 32])
        ensures
            r@ == sha256(self@),
    {
        self.inner.finalize().into()
    }
}

pub fn of_two(a: &[u8], b: &[u8]) -> (r: [u8; 32])
    ensures
        r@ == sha256(a@ + b@),
{
    let mut hasher = Hasher::new();
    hasher.update(a);
    hasher.update(b);
    assert(hasher@ =~= a@ + b@);
    hasher.finalize()
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn parts_are_joined() {
        assert_eq!(super::of_two(b"ab", b"c"), super::of_two(b"a", b"bc"));
        assert_eq!(super::of_two(b"ab", b"c")[0], 0xba);
    }
}
