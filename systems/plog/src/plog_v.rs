//! Logs on storage: what they do, and that no crash can harm them.

use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::operations_v::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::corruption_v::*;
use power::device_t::*;
use power::permission_v::*;
use power::storage_v::*;
use power::tentative_v::*;
use power::writes_v::*;
use vstd::resource::Loc;
use vstd::slice::*;

/// Logs that were started.
pub struct Plog<D: Device> {
    pub(crate) storage: PowerStorage<D>,
    pub(crate) areas: Vec<Area>,
    /// Of what is committed.
    pub(crate) metas: Vec<Meta>,
    /// How many bytes of each log are behind what is committed.
    pub(crate) pending: Vec<u64>,
    /// Which of the two copies of the metadata counts.
    pub(crate) current: bool,
    /// Room for the metadata of the next commit.
    pub(crate) next: Vec<Meta>,
    pub(crate) quiet: Tracked<Blanket>,
}

/// The logs in a storage with what was appended tentatively.
pub open spec fn logs_with(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, pending: Seq<u64>) -> Logs {
    Seq::new(
        areas.len(),
        |i: int|
            AbstractLog {
                pending: areas[i].content(s, metas[i].at as int, metas[i].len as int, pending[i] as int),
                ..log_in(s, areas[i], metas[i])
            },
    )
}

/// Whether there is room for what is pending.
pub open spec fn is_pending(pending: Seq<u64>, metas: Seq<Meta>, areas: Seq<Area>) -> bool {
    &&& pending.len() == areas.len()
    &&& forall|i: int|
        #![trigger pending[i]]
        0 <= i < areas.len() ==> metas[i].len + pending[i] <= areas[i].capacity && metas[i].head + metas[i].len
            + pending[i] <= u64::MAX
}

/// What a crash leaves of the logs is what the metadata say.
pub proof fn lemma_crash(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, pending: Seq<u64>)
    ensures
        crash(logs_with(s, areas, metas, pending)) == logs_in(s, areas, metas),
{
    assert(crash(logs_with(s, areas, metas, pending)) =~= logs_in(s, areas, metas));
}

/// The logs are the same in contents that agree behind the metadata.
pub proof fn lemma_logs_with_agree(s: Seq<u8>, t: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, pending: Seq<u64>)
    requires
        are_areas(areas, s.len() as int),
        are_metas(metas, areas),
        is_pending(pending, metas, areas),
        forall|addr: int|
            #![trigger s[addr]]
            #![trigger t[addr]]
            metadata_len(areas.len() as int) <= addr < s.len() ==> s[addr] == t[addr],
    ensures
        logs_with(s, areas, metas, pending) == logs_with(t, areas, metas, pending),
{
    let (a, b) = (logs_with(s, areas, metas, pending), logs_with(t, areas, metas, pending));
    assert forall|i: int| 0 <= i < a.len() implies #[trigger] a[i] == b[i] by {
        lemma_areas_apart(areas, s.len() as int, i, i);
        assert(is_meta(metas[i], areas[i]));
        assert(a[i].log =~= b[i].log);
        assert(a[i].pending =~= b[i].pending);
    }
    assert(a =~= b);
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
        logs_with(self.storage@.read_state, self.areas@, self.metas@, self.pending@)
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
        &&& has_shape(self.storage@.durable_state, self.shape())
        &&& agree_outside(self.storage@.durable_state, self.storage@.read_state, self.shape().unread())
        &&& is_pending(self.pending@, self.metas@, self.areas@)
        &&& self.next@.len() == self.areas@.len()
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
        assert(logs_in(read, self.areas@, self.metas@) =~= crash(self@));
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
        proof {
            self.storage.lemma_lengths();
            lemma_shape(self.durable(), self.shape());
            lemma_areas_apart(self.areas@, self.durable().len() as int, which as int, which as int);
        }
        let area = self.areas[which];
        let meta = self.metas[which];
        let pending = self.pending[which];
        assert(is_meta(meta, area));
        let used = meta.len + pending;
        let len = bytes.len() as u64;
        if len > area.capacity - used {
            return Err(PlogError::Full { available: area.capacity - used });
        }
        let position = meta.head + used;
        if len > u64::MAX - position {
            return Err(PlogError::Exhausted);
        }
        if len > 0 {
            self.put(which, area.offset(meta.at, used), bytes);
        }
        self.pending.set(which, pending + len);
        proof {
            let k = used as int;
            let log = before@[which as int];
            let (s, t) = (before.storage@.read_state, self.storage@.read_state);
            assert forall|i: int| 0 <= i < before@.len() implies #[trigger] self@[i] == before@.update(which as int, log.append(bytes@))[i] by {
                let (a, m) = (self.areas@[i], self.metas@[i]);
                assert(is_meta(m, a));
                assert forall|j: int| 0 <= j < m.len + before.pending@[i] implies t[#[trigger] a.spot(m.at as int, j)] == s[a.spot(m.at as int, j)] by {
                    lemma_areas_apart(self.areas@, s.len() as int, which as int, i);
                }
                assert(self@[i].log =~= before@[i].log);
                if i == which {
                    assert(self@[i].pending =~= log.pending + bytes@);
                } else {
                    assert(self@[i].pending =~= before@[i].pending);
                }
            }
            assert(self@ =~= before@.update(which as int, log.append(bytes@)));
        }
        Ok(position)
    }

    /// Writes bytes into an area, from an offset on, and from its start on when they come to its end.
    fn put(&mut self, which: usize, offset: u64, bytes: &[u8])
        requires
            old(self).inv(),
            which < old(self).areas@.len(),
            offset < old(self).areas@[which as int].capacity,
            ({
                let (area, meta, pending) = (
                    old(self).areas@[which as int],
                    old(self).metas@[which as int],
                    old(self).pending@[which as int],
                );
                &&& area.start + offset == area.spot(meta.at as int, meta.len + pending)
                &&& meta.len + pending + bytes@.len() <= area.capacity
            }),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).areas == old(self).areas,
            final(self).metas == old(self).metas,
            final(self).pending == old(self).pending,
            final(self).storage@.read_state.len() == old(self).storage@.read_state.len(),
            ({
                let area = old(self).areas@[which as int];
                let (s, t) = (old(self).storage@.read_state, final(self).storage@.read_state);
                let first = area.capacity - offset;
                forall|addr: int| 0 <= addr < s.len() ==> #[trigger] t[addr] == if area.start + offset <= addr < area.end() && addr - area.start - offset < bytes@.len() {
                    bytes@[addr - area.start - offset]
                } else if area.start <= addr && addr - area.start + first < bytes@.len() {
                    bytes@[addr - area.start + first]
                } else { s[addr] }
            }),
    {
        let area = self.areas[which];
        let ghost meta = self.metas@[which as int];
        let ghost shape = self.shape();
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let tracked quiet = self.quiet.borrow();
        proof {
            self.storage.lemma_lengths();
            lemma_shape(durable, shape);
            lemma_unreachable(durable, shape);
            lemma_areas_apart(self.areas@, durable.len() as int, which as int, which as int);
            assert(is_meta(meta, area));
            assert forall|addr: int| area.has(addr) && area.distance(meta.at as int, addr) >= meta.len implies #[trigger] shape.unread()(addr) by {
                assert forall|i: int| 0 <= i < shape.areas.len() implies !#[trigger] shape.holds(i, addr) by {
                    lemma_areas_apart(self.areas@, durable.len() as int, which as int, i);
                }
            }
        }
        let room = area.capacity - offset;
        let addr = area.start + offset;
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
        }
    }
}

} // verus!
