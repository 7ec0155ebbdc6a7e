//! Regions: parts of one storage that are thought about one by one (PoWER paper, section 3.1).
//!
//! Devices of their own, such as two files, are regions without further ado: each is a [`PowerStorage`]. This is for parts
//! of one device: a region begins at a multiple of the chunk size, and has a view like that of a storage. What is written to
//! one is not seen in the others, and a permission for the storage can be made from what is to be permitted in one region.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::chunks_spec_t::*;
use crate::chunks_v::*;
use crate::device_t::*;
use crate::layout_v::*;
use crate::permission_t::*;
use crate::storage_t::*;
use crate::view_spec_t::*;

impl Region {
    /// Its content.
    pub open spec fn of(self, s: Seq<u8>) -> Seq<u8> {
        read_bytes(s, self.start as int, self.len as int)
    }

    /// What is read in it, and what will be durable of it.
    pub open spec fn view_of(self, view: StorageView) -> StorageView {
        StorageView { read_state: self.of(view.read_state), durable_state: self.of(view.durable_state) }
    }

    /// The transitions of the storage that are transitions of this region, and change nothing else.
    pub open spec fn lift(self, transitions: Transitions) -> Transitions {
        |pre: Seq<u8>, post: Seq<u8>|
            agree_outside(pre, post, self.addrs()) && transitions(self.of(pre), self.of(post))
    }

    /// A part of a write within the region is a part of it as the region sees it, and nothing elsewhere.
    pub proof fn lemma_partial_write(self, size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>)
        requires
            self.is_aligned(size),
            self.end() <= pre.len(),
            self.has(addr, bytes.len() as int),
            partial_write(size, post, pre, self.at(addr), bytes),
        ensures
            partial_write(size, self.of(post), self.of(pre), addr, bytes),
            agree_outside(pre, post, self.addrs()),
    {
        let at = self.at(addr);
        let whole = write_bytes(pre, at, bytes);
        lemma_partial_outside(size, post, pre, at, bytes);
        let first = self.first_chunk(size);
        assert forall|chunk: int|
            #[trigger] agree_on_chunk(self.of(post), self.of(pre), size, chunk) || agree_on_chunk(
                self.of(post),
                write_bytes(self.of(pre), addr, bytes),
                size,
                chunk,
            ) by {
            assert forall|i: int| 0 <= i < self.len && #[trigger] chunk_of(size, i) == chunk implies chunk_of(
                size,
                self.at(i),
            ) == first + chunk by {
                self.lemma_chunk(size, i);
            }
            assert(agree_on_chunk(post, pre, size, first + chunk) || agree_on_chunk(post, whole, size, first + chunk));
        }
    }

    /// A region that is apart sees nothing of what changes in this one.
    pub proof fn lemma_apart(self, other: Region, pre: Seq<u8>, post: Seq<u8>)
        requires
            self.is_apart(other),
            agree_outside(pre, post, self.addrs()),
            other.end() <= pre.len(),
        ensures
            other.of(post) == other.of(pre),
    {
    }

    /// A permission for the region is one for the storage.
    pub proof fn lemma_may_write(self, permission: Permission, transitions: Transitions, size: int, durable: Seq<u8>, addr: int, bytes: Seq<u8>)
        requires
            self.is_aligned(size),
            self.end() <= durable.len(),
            self.has(addr, bytes.len() as int),
            permission.transitions() == self.lift(transitions),
            forall|post: Seq<u8>| #[trigger]
                partial_write(size, post, self.of(durable), addr, bytes) ==> post == self.of(durable) || transitions(
                    self.of(durable),
                    post,
                ),
        ensures
            may_write(permission, size, durable, self.at(addr), bytes),
    {
        assert forall|post: Seq<u8>| #[trigger]
            partial_write(size, post, durable, self.at(addr), bytes) implies permission.permits(durable, post) by {
            self.lemma_partial_write(size, post, durable, addr, bytes);
            if self.of(post) == self.of(durable) {
                self.lemma_same(durable, post);
            }
        }
    }

    /// What agrees in a region and outside of it is the same.
    proof fn lemma_same(self, pre: Seq<u8>, post: Seq<u8>)
        requires
            self.end() <= pre.len(),
            agree_outside(pre, post, self.addrs()),
            self.of(pre) == self.of(post),
        ensures
            pre == post,
    {
        assert forall|i: int| 0 <= i < pre.len() implies #[trigger] pre[i] == post[i] by {
            if self.addrs()(i) {
                assert(self.of(post)[i - self.start] == post[i]);
            }
        }
    }

    /// What is at an address of the region, perhaps corrupted.
    pub fn read<D: Device>(&self, storage: &PowerStorage<D>, addr: u64, len: usize) -> (bytes: Vec<u8>)
        requires
            self.end() <= storage@.read_state.len(),
            self.has(addr as int, len as int),
        ensures
            bytes@.len() == len,
            storage.constants().may_read(storage@.read_state, self.at(addr as int), bytes@),
    {
        proof {
            storage.lemma_lengths();
        }
        storage.read(self.address(addr), len)
    }

    /// Issues a write in the region.
    pub fn write<D: Device>(
        &self,
        storage: &mut PowerStorage<D>,
        addr: u64,
        bytes: &[u8],
        Ghost(transitions): Ghost<Transitions>,
        Tracked(permission): Tracked<Permission>,
    )
        requires
            self.is_aligned(old(storage).constants().chunk),
            self.end() <= old(storage)@.read_state.len(),
            self.has(addr as int, bytes@.len() as int),
            permission.id() == old(storage).id(),
            permission.transitions() == self.lift(transitions),
            forall|post: Seq<u8>| #[trigger]
                partial_write(
                    old(storage).constants().chunk,
                    post,
                    self.of(old(storage)@.durable_state),
                    addr as int,
                    bytes@,
                ) ==> post == self.of(old(storage)@.durable_state) || transitions(
                    self.of(old(storage)@.durable_state),
                    post,
                ),
        ensures
            final(storage).id() == old(storage).id(),
            final(storage).constants() == old(storage).constants(),
            self.view_of(final(storage)@).can_result_from_write(
                self.view_of(old(storage)@),
                old(storage).constants().chunk,
                addr as int,
                bytes@,
            ),
            agree_outside(old(storage)@.read_state, final(storage)@.read_state, self.addrs()),
            agree_outside(old(storage)@.durable_state, final(storage)@.durable_state, self.addrs()),
    {
        let ghost before = storage@;
        let ghost chunk = storage.constants().chunk;
        proof {
            storage.lemma_lengths();
            self.lemma_may_write(permission, transitions, chunk, before.durable_state, addr as int, bytes@);
        }
        storage.write(self.address(addr), bytes, Tracked(permission));
        proof {
            self.lemma_partial_write(chunk, storage@.durable_state, before.durable_state, addr as int, bytes@);
            lemma_read_around_write(
                before.read_state,
                self.at(addr as int),
                bytes@,
                self.start as int,
                self.len as int,
            );
        }
    }
}

} // verus!
