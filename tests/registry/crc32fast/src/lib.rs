//! Blocks that are read back only as they were written.

use crc32fast::Hasher;
use vstd::prelude::*;

verus! {

/// The checksum of a sequence of bytes.
pub uninterp spec fn crc(bytes: Seq<u8>) -> u32;

pub assume_specification[ crc32fast::hash ](buf: &[u8]) -> (r: u32)
    ensures
        r == crc(buf@),
;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExHasher(Hasher);

pub uninterp spec fn hashed(hasher: Hasher) -> Seq<u8>;

pub assume_specification[ Hasher::new ]() -> (r: Hasher)
    ensures
        hashed(r) == Seq::<u8>::empty(),
;

pub assume_specification[ Hasher::update ](hasher: &mut Hasher, buf: &[u8])
    ensures
        hashed(*final(hasher)) == hashed(*old(hasher)) + buf@,
;

pub assume_specification[ Hasher::finalize ](hasher: Hasher) -> (r: u32)
    ensures
        r == crc(hashed(hasher)),
;

pub struct Block {
    pub bytes: Vec<u8>,
    pub sum: u32,
}

impl Block {
    pub open spec fn valid(&self) -> bool {
        self.sum == crc(self.bytes@)
    }

    pub fn new(bytes: Vec<u8>) -> (r: Block)
        ensures
            r.valid(),
            r.bytes == bytes,
    {
        let sum = crc32fast::hash(&bytes);
        Block { bytes, sum }
    }

    pub fn check(&self) -> (r: bool)
        ensures
            r == self.valid(),
    {
        let mut hasher = Hasher::new();
        hasher.update(self.bytes.as_slice());
        proof {
            assert(hashed(hasher) =~= self.bytes@);
        }
        hasher.finalize() == self.sum
    }
}

} // verus!

#[cfg(test)]
mod tests {
    use super::Block;

    #[test]
    fn a_changed_block_is_not_valid() {
        let mut block = Block::new(vec![1, 2, 3]);
        assert!(block.check());
        block.bytes[0] = 7;
        assert!(!block.check());
    }
}
