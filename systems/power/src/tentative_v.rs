//! Tentative writes as operations (PoWER paper, section 3.3): to write where recovery does not look, with what is left of
//! that knowledge for the next write.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::checked_v::*;
use crate::crc_v::*;
use crate::device_t::*;
use crate::layout_v::*;
use crate::permission_t::*;
use crate::storage_t::*;
use crate::words_v::*;
use crate::writes_v::*;

/// Whether a blanket permission allows all that recovery does not see.
pub open spec fn allows_quiet<T>(blanket: Blanket, recover: spec_fn(Seq<u8>) -> T) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        pre.len() == post.len() && recover(post) == recover(pre) ==> #[trigger] blanket.transitions()(pre, post)
}

/// Whether recovery does not look at `addrs`, and a permission allows to write there.
pub open spec fn may_scribble<T>(
    quiet: Blanket,
    recover: spec_fn(Seq<u8>) -> T,
    state: Seq<u8>,
    addrs: spec_fn(int) -> bool,
) -> bool {
    allows_quiet(quiet, recover) && is_unreachable(recover, state, addrs)
}

/// A storage after writes that recovery does not see.
pub open spec fn only_scribbled<D: Device>(pre: PowerStorage<D>, post: PowerStorage<D>, addrs: spec_fn(int) -> bool) -> bool {
    &&& post.id() == pre.id()
    &&& post.constants() == pre.constants()
    &&& post@.is_of_len(pre@.read_state.len() as int)
    &&& agree_outside(pre@.durable_state, post@.durable_state, addrs)
}

/// Writes where recovery does not look.
pub fn write_quietly<D: Device, T>(
    storage: &mut PowerStorage<D>,
    addr: u64,
    bytes: &[u8],
    Ghost(recover): Ghost<spec_fn(Seq<u8>) -> T>,
    Ghost(addrs): Ghost<spec_fn(int) -> bool>,
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        in_bounds(old(storage)@.read_state, addr as int, bytes@.len() as int),
        quiet.id() == old(storage).id(),
        may_scribble(*quiet, recover, old(storage)@.durable_state, addrs),
        forall|i: int| addr <= i < behind(addr as int, bytes@.len() as int) ==> #[trigger] addrs(i),
    ensures
        only_scribbled(*old(storage), *final(storage), addrs),
        may_scribble(*quiet, recover, final(storage)@.durable_state, addrs),
        recover(final(storage)@.durable_state) == recover(old(storage)@.durable_state),
        final(storage)@.read_state == write_bytes(old(storage)@.read_state, addr as int, bytes@),
{
    let ghost before = storage@.durable_state;
    let ghost size = storage.constants().chunk;
    let tracked permission = quiet.once();
    proof {
        storage.lemma_lengths();
        lemma_may_write_tentatively(permission, recover, size, before, addr as int, bytes@, addrs);
    }
    storage.write(addr, bytes, Tracked(permission));
    proof {
        storage.lemma_lengths();
        lemma_tentative_write(recover, size, storage@.durable_state, before, addr as int, bytes@, addrs);
        lemma_still_unreachable(recover, before, storage@.durable_state, addrs);
    }
}

/// Writes data, and their checksum behind them, where recovery does not look.
pub fn write_checked<D: Device, T>(
    storage: &mut PowerStorage<D>,
    addr: u64,
    data: &[u8],
    Ghost(recover): Ghost<spec_fn(Seq<u8>) -> T>,
    Ghost(addrs): Ghost<spec_fn(int) -> bool>,
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        in_bounds(old(storage)@.read_state, addr as int, checked_len(data@.len() as int)),
        quiet.id() == old(storage).id(),
        may_scribble(*quiet, recover, old(storage)@.durable_state, addrs),
        forall|i: int| addr <= i < behind(addr as int, checked_len(data@.len() as int)) ==> #[trigger] addrs(i),
    ensures
        only_scribbled(*old(storage), *final(storage), addrs),
        may_scribble(*quiet, recover, final(storage)@.durable_state, addrs),
        recover(final(storage)@.durable_state) == recover(old(storage)@.durable_state),
        checked_at(final(storage)@.read_state, addr as int, data@.len() as int) == Some(data@),
        agree_outside(old(storage)@.read_state, final(storage)@.read_state, checked_range(addr as int, data@.len() as int)),
{
    let ghost before = storage@.read_state;
    proof {
        storage.lemma_lengths();
    }
    let sum = crc(data);
    let at = address_behind(addr, data.len());
    write_quietly::<D, T>(storage, addr, data, Ghost(recover), Ghost(addrs), Tracked(quiet));
    proof {
        lemma_word_of_bytes(spec_crc(data@));
        let first = storage@.read_state;
        lemma_read_back(before, addr as int, data@);
        lemma_read_back(first, at as int, crc_bytes(data@));
        lemma_read_beside_write(first, at as int, crc_bytes(data@), addr as int, data@.len() as int);
    }
    write_quietly::<D, T>(storage, at, as_bytes(&sum), Ghost(recover), Ghost(addrs), Tracked(quiet));
}

} // verus!
