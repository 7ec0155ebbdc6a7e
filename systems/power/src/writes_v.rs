//! How to see that a write is permitted (PoWER paper, section 3.3): mostly by where it goes, not by what it writes.
//!
//! - A *tentative* write goes where recovery does not look.
//! - A *committing* write lies in one chunk, so that a crash leaves the old or the new state and nothing between.
//! - A *recovery* write goes where recovery writes again; see [`crate::replay_v`].

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::chunks_spec_t::*;
use crate::chunks_v::*;
use crate::layout_v::*;
use crate::permission_t::*;
use crate::storage_t::*;

/// Whether recovery from `state` does not depend on what stands at these addresses.
pub open spec fn is_unreachable<T>(recover: spec_fn(Seq<u8>) -> T, state: Seq<u8>, addrs: spec_fn(int) -> bool) -> bool {
    forall|other: Seq<u8>| #[trigger] agree_outside(state, other, addrs) ==> recover(other) == recover(state)
}

/// What was unreachable stays so when only what stands there changed: one tentative write after the other.
pub proof fn lemma_still_unreachable<T>(
    recover: spec_fn(Seq<u8>) -> T,
    before: Seq<u8>,
    after: Seq<u8>,
    addrs: spec_fn(int) -> bool,
)
    requires
        is_unreachable(recover, before, addrs),
        agree_outside(before, after, addrs),
    ensures
        is_unreachable(recover, after, addrs),
        recover(after) == recover(before),
{
    assert forall|other: Seq<u8>| #[trigger] agree_outside(after, other, addrs) implies recover(other) == recover(
        after,
    ) by {
        assert(agree_outside(before, other, addrs));
    }
}

/// However much of a tentative write a crash lets happen, recovery gives the same.
pub proof fn lemma_tentative_write<T>(
    recover: spec_fn(Seq<u8>) -> T,
    size: int,
    post: Seq<u8>,
    pre: Seq<u8>,
    addr: int,
    bytes: Seq<u8>,
    addrs: spec_fn(int) -> bool,
)
    requires
        is_unreachable(recover, pre, addrs),
        forall|i: int| addr <= i < behind(addr, bytes.len() as int) ==> #[trigger] addrs(i),
        partial_write(size, post, pre, addr, bytes),
    ensures
        agree_outside(pre, post, addrs),
        recover(post) == recover(pre),
{
    lemma_partial_outside(size, post, pre, addr, bytes);
}

/// A tentative write is permitted to whoever may go between states that are recovered to the same.
pub proof fn lemma_may_write_tentatively<T>(
    permission: Permission,
    recover: spec_fn(Seq<u8>) -> T,
    size: int,
    durable: Seq<u8>,
    addr: int,
    bytes: Seq<u8>,
    addrs: spec_fn(int) -> bool,
)
    requires
        forall|pre: Seq<u8>, post: Seq<u8>|
            pre.len() == post.len() && recover(post) == recover(pre) ==> #[trigger] permission.permits(pre, post),
        is_unreachable(recover, durable, addrs),
        forall|i: int| addr <= i < behind(addr, bytes.len() as int) ==> #[trigger] addrs(i),
    ensures
        may_write(permission, size, durable, addr, bytes),
{
    assert forall|post: Seq<u8>| #[trigger] partial_write(size, post, durable, addr, bytes) implies permission.permits(
        durable,
        post,
    ) by {
        lemma_tentative_write(recover, size, post, durable, addr, bytes, addrs);
    }
}

/// A committing write is permitted to whoever may go to the state with all of it.
pub proof fn lemma_may_commit(permission: Permission, size: int, durable: Seq<u8>, addr: int, bytes: Seq<u8>)
    requires
        is_atomic(size, addr, bytes.len() as int),
        permission.permits(durable, write_bytes(durable, addr, bytes)),
    ensures
        may_write(permission, size, durable, addr, bytes),
{
    assert forall|post: Seq<u8>| #[trigger] partial_write(size, post, durable, addr, bytes) implies permission.permits(
        durable,
        post,
    ) by {
        lemma_atomic_write(size, post, durable, addr, bytes);
    }
}

} // verus!
