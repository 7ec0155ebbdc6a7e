//! Logs on storage: what they do, and that no crash can harm them.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::corruption_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;
use vstd::resource::Loc;
use vstd::slice::*;

/// Logs that were started.
pub struct Plog<D: Device> {
    pub(crate) storage: PowerStorage<D>,
    pub(crate) areas: Vec<Area>,
    /// Of what is committed.
    pub(crate) metas: Vec<Meta>,
    /// With what is pending: what the next commit makes durable.
    pub(crate) next: Vec<Meta>,
    /// Which of the two copies of the metadata counts.
    pub(crate) current: bool,
    pub(crate) quiet: Tracked<Blanket>,
}

/// Whether a permission allows to go from one state of the logs to another.
pub open spec fn allows_step(permission: Permission, from: Logs, to: Logs) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered(pre) == Some(from) && recovered(post) == Some(to) ==> #[trigger] permission.permits(pre, post)
}

impl<D: Device> Plog<D> {
    /// The storage that it is on.
    pub open(crate) spec fn id(&self) -> Loc {
        self.storage.id()
    }

    /// What does not change of it.
    pub open(crate) spec fn constants(&self) -> DeviceConstants {
        self.storage.constants()
    }

    /// The logs.
    pub open(crate) spec fn view(&self) -> Logs {
        logs_with(self.storage@.read_state, self.areas@, self.metas@, self.next@)
    }

    /// What is durable of the storage.
    pub open(crate) spec fn durable(&self) -> Seq<u8> {
        self.storage@.durable_state
    }

    pub(crate) open spec fn shape(&self) -> Shape {
        Shape { areas: self.areas@, metas: self.metas@, current: self.current }
    }

    /// What holds between operations.
    pub open(crate) spec fn inv(&self) -> bool {
        self.is_on(self.shape())
    }

    /// What holds where the durable metadata say this, and those of the logs may be others by now.
    pub(crate) open spec fn is_on(&self, shape: Shape) -> bool {
        &&& has_shape(self.storage@.durable_state, shape)
        &&& agree_outside(self.storage@.durable_state, self.storage@.read_state, shape.unread())
        &&& shape == Shape { metas: shape.metas, ..self.shape() }
        &&& are_areas(self.areas@, self.storage@.read_state.len() as int)
        &&& are_metas(self.next@, self.areas@)
        &&& is_ahead(self.next@, self.metas@)
        &&& self.quiet@.id() == self.storage.id()
        &&& allows_quiet(self.quiet@, recovery())
    }

    /// After a crash, what is recovered are the logs without what is pending.
    pub proof fn lemma_recovered(&self)
        requires
            self.inv(),
        ensures
            recovered(self.durable()) == Some(crash(self@)),
    {
        let (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        lemma_unread(durable, read, self.shape());
        lemma_recovered(durable, self.shape());
        lemma_crash(read, self.areas@, self.metas@, self.next@);
    }

    /// Appends bytes to a log, tentatively: they are durable, and can be read, after the next commit. Gives the position
    /// of the first of them.
    pub fn tentatively_append(&mut self, which: usize, bytes: &[u8]) -> (result: Result<u64, PlogError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            appends(old(self)@, which as int, bytes@, final(self)@, result),
    {
        if which >= self.areas.len() {
            return Err(PlogError::NoSuchLog);
        }
        let ghost before = *self;
        let area = self.areas[which];
        let meta = self.next[which];
        let len = bytes.len() as u64;
        if len > area.capacity - meta.len {
            return Err(PlogError::Full { available: area.capacity - meta.len });
        }
        let position = meta.head + meta.len;
        if len > u64::MAX - position {
            return Err(PlogError::Exhausted);
        }
        if len > 0 {
            self.put(which, bytes);
        }
        self.next.set(which, Meta { len: meta.len + len, ..meta });
        proof {
            let after = before@.update(which as int, before@[which as int].append(bytes@));
            assert forall|i: int| 0 <= i < before@.len() implies #[trigger] self@[i] == after[i] by {
                assert(self@[i].log =~= after[i].log);
                assert(self@[i].pending =~= after[i].pending);
            }
            assert(self@ =~= after);
        }
        Ok(position)
    }

    /// Writes bytes behind those of a log, and from the start of its area on when they come to its end.
    fn put(&mut self, which: usize, bytes: &[u8])
        requires
            old(self).inv(),
            which < old(self).areas@.len(),
            old(self).next@[which as int].len + bytes@.len() <= old(self).areas@[which as int].capacity,
            0 < bytes@.len(),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).areas == old(self).areas,
            final(self).metas == old(self).metas,
            final(self).next == old(self).next,
            forall|i: int, k: int|
                0 <= i < old(self).areas@.len() && 0 <= k < old(self).areas@[i].capacity ==> {
                    let at = #[trigger] old(self).areas@[i].spot(old(self).metas@[i].at as int, k);
                    let behind = k - old(self).next@[i].len;
                    final(self).storage@.read_state[at] == if i == which && 0 <= behind < bytes@.len() {
                        bytes@[behind]
                    } else {
                        old(self).storage@.read_state[at]
                    }
                },
    {
        let (area, meta) = (self.areas[which], self.next[which]);
        let ghost before = *self;
        let ghost shape = self.shape();
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let tracked quiet = self.quiet.borrow();
        proof {
            self.storage.lemma_lengths();
            lemma_unreachable(durable, shape);
            lemma_areas_apart(self.areas@, durable.len() as int, which as int, which as int);
            assert forall|addr: int| area.has(addr) && area.distance(meta.at as int, addr) >= meta.len implies #[trigger] shape.unread()(addr) by {
                assert forall|i: int| 0 <= i < shape.areas.len() implies !#[trigger] shape.holds(i, addr) by {
                    lemma_areas_apart(self.areas@, durable.len() as int, which as int, i);
                }
            }
        }
        let addr = area.address(meta.at, meta.len);
        let room = area.room_from(meta.at, meta.len);
        if bytes.len() as u64 <= room {
            write_quietly::<D, Option<Logs>>(&mut self.storage, addr, bytes, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
        } else {
            let first = slice_subrange(bytes, 0, room as usize);
            let rest = slice_subrange(bytes, room as usize, bytes.len());
            write_quietly::<D, Option<Logs>>(&mut self.storage, addr, first, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
            write_quietly::<D, Option<Logs>>(&mut self.storage, area.start, rest, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
        }
        proof {
            lemma_unread(durable, self.storage@.durable_state, shape);
            assert forall|i: int, k: int| 0 <= i < shape.areas.len() && 0 <= k < shape.areas[i].capacity implies {
                let at = #[trigger] shape.areas[i].spot(shape.metas[i].at as int, k);
                let behind = k - before.next@[i].len;
                self.storage@.read_state[at] == if i == which && 0 <= behind < bytes@.len() { bytes@[behind] } else { read[at] }
            } by {
                lemma_areas_apart(shape.areas, durable.len() as int, which as int, i);
            }
        }
    }
}

} // verus!
