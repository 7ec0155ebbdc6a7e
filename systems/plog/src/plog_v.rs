//! Logs on storage: what they do, and that no crash can harm them.

use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::encoding_v::*;
use crate::error::PlogError;
use crate::layout_v::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::corruption_v::*;
use power::device_t::*;
use power::permission_v::*;
use power::storage_v::*;
use power::tentative_v::*;
use power::words_v::*;
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
    pub(crate) quiet: Tracked<Blanket>,
}

/// The logs in a storage with what was appended tentatively.
pub open spec fn logs_with(s: Seq<u8>, areas: Seq<Area>, metas: Seq<Meta>, pending: Seq<u64>) -> Logs {
    Seq::new(
        areas.len(),
        |i: int|
            AbstractLog {
                head: metas[i].head as int,
                log: areas[i].content(s, metas[i].at as int, 0, metas[i].len as int),
                pending: areas[i].content(s, metas[i].at as int, metas[i].len as int, pending[i] as int),
                capacity: areas[i].capacity as int,
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

/// Whether a permission allows to go from one state of the logs to another.
pub open spec fn allows_step(permission: Permission, from: Logs, to: Logs) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered(pre) == Some(from) && recovered(post) == Some(to) ==> #[trigger] permission.permits(pre, post)
}

impl<D: Device> Plog<D> {
    /// The storage that it is on.
    pub closed spec fn id(&self) -> Loc {
        self.storage.id()
    }

    /// What does not change of it.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.storage.constants()
    }

    /// The logs.
    pub closed spec fn view(&self) -> Logs {
        logs_with(self.storage@.read_state, self.areas@, self.metas@, self.pending@)
    }

    /// What is durable of the storage.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.storage@.durable_state
    }

    pub(crate) closed spec fn shape(&self) -> Shape {
        Shape { areas: self.areas@, metas: self.metas@, current: self.current }
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& has_shape(self.storage@.durable_state, self.shape())
        &&& agree_outside(self.storage@.durable_state, self.storage@.read_state, self.shape().unread())
        &&& is_pending(self.pending@, self.metas@, self.areas@)
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
            match result {
                Ok(pos) => {
                    let log = old(self)@[which as int];
                    &&& which < old(self)@.len()
                    &&& pos == log.tail() + log.pending.len()
                    &&& final(self)@ == old(self)@.update(which as int, log.append(bytes@))
                },
                Err(error) => {
                    &&& final(self)@ == old(self)@
                    &&& error.is_of_append(old(self)@, which as int, bytes@.len() as int)
                },
            },
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
            // Without an overflow, also when the area is larger than half of all addresses.
            let offset = if used < area.capacity - meta.at { meta.at + used } else { used - (area.capacity - meta.at) };
            self.put(which, offset, bytes);
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
            assert(is_meta(meta, area));
            assert forall|addr: int| area.has(addr) && area.distance(meta.at as int, addr) >= meta.len implies #[trigger] shape.unread()(addr) by {
                lemma_areas_apart(self.areas@, durable.len() as int, which as int, which as int);
                assert forall|i: int| 0 <= i < shape.areas.len() implies !#[trigger] shape.holds(i, addr) by {
                    lemma_areas_apart(self.areas@, durable.len() as int, which as int, i);
                }
            }
        }
        let room = area.capacity - offset;
        let addr = area.start + offset;
        if bytes.len() as u64 <= room {
            write_quietly(&mut self.storage, addr, bytes, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
        } else {
            let first = slice_subrange(bytes, 0, room as usize);
            let rest = slice_subrange(bytes, room as usize, bytes.len());
            write_quietly(&mut self.storage, addr, first, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
            write_quietly(&mut self.storage, area.start, rest, Ghost(recovery()), Ghost(shape.unread()), Tracked(quiet));
        }
        proof {
            lemma_unread(durable, self.storage@.durable_state, shape);
        }
    }

    /// Replaces the metadata of all logs at once: the copy that does not count is written and everything is flushed, and
    /// then the Boolean is flipped.
    fn install(&mut self, metas: Vec<Meta>, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            are_metas(metas@, old(self).areas@),
            permission.id() == old(self).id(),
            allows_step(
                permission,
                logs_in(old(self).storage@.read_state, old(self).areas@, old(self).metas@),
                logs_in(old(self).storage@.read_state, old(self).areas@, metas@),
            ),
        ensures
            has_shape(final(self).storage@.durable_state, final(self).shape()),
            final(self).storage@.is_flushed(),
            final(self).quiet == old(self).quiet,
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).areas == old(self).areas,
            final(self).metas == metas,
            final(self).pending == old(self).pending,
            final(self).storage@.read_state.len() == old(self).storage@.read_state.len(),
            forall|addr: int|
                metadata_len(old(self).areas@.len() as int) <= addr < final(self).storage@.read_state.len() ==> #[trigger] final(self).storage@.read_state[addr] == old(self).storage@.read_state[addr],
    {
        let ghost shape = self.shape();
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let ghost n = self.areas@.len() as int;
        let tracked quiet = self.quiet.borrow();
        proof {
            self.storage.lemma_lengths();
            lemma_shape(durable, shape);
            lemma_unreachable(durable, shape);
            lemma_unread(durable, read, shape);
        }
        let next = !self.current;
        let n = self.areas.len() as u64;
        let bytes = encode_metas(&metas);
        let at = 40 + 16 * n;
        let slot = at + 8 + if next { 24 * n + 8 } else { 0 };
        write_checked(
            &mut self.storage,
            slot,
            &bytes,
            slot + 24 * n,
            Ghost(recovery()),
            Ghost(shape.unread()),
            Tracked(quiet),
        );
        self.storage.flush();
        let ghost written = self.storage@.durable_state;
        let word = to_bytes(cdb(next));
        proof {
            let after = Shape { areas: shape.areas, metas: metas@, current: next };
            let flipped = write_bytes(written, at as int, word@);
            self.storage.lemma_lengths();
            lemma_cdb_value(next);
            lemma_unread(durable, written, shape);
            lemma_flip(written, shape, metas@);
            lemma_recovered(written, shape);
            lemma_recovered(flipped, after);
            lemma_logs_agree(written, read, after);
            lemma_aligned_word_is_atomic(self.storage.constants().chunk, at as int);
            assert(permission.permits(written, flipped));
            lemma_may_commit(permission, self.storage.constants().chunk, written, at as int, word@);
        }
        self.storage.write(at, &word, Tracked(permission));
        self.storage.flush();
        proof {
            self.storage.lemma_lengths();
        }
        self.metas = metas;
        self.current = next;
    }

    /// The logs with what was pending, as metadata say that have it.
    proof fn lemma_joined(&self, s: Seq<u8>, metas: Seq<Meta>)
        requires
            self.inv(),
            s == self.storage@.read_state,
            are_metas(metas, self.areas@),
            forall|i: int|
                0 <= i < metas.len() ==> (#[trigger] metas[i]).head == self.metas@[i].head && metas[i].at == self.metas@[i].at
                    && metas[i].len == self.metas@[i].len + self.pending@[i],
        ensures
            logs_in(s, self.areas@, metas) == commit(self@),
            crash(commit(self@)) == commit(self@),
    {
        let (a, b) = (logs_in(s, self.areas@, metas), commit(self@));
        assert forall|i: int| 0 <= i < a.len() implies #[trigger] a[i] == b[i] by {
            assert(a[i].log =~= b[i].log);
        }
        assert(a =~= b);
        assert(crash(b) =~= b);
    }

    /// Makes everything durable that was appended, in all logs at once: a crash leaves all or nothing of it.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_step(permission, crash(old(self)@), crash(commit(old(self)@))),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@ == commit(old(self)@),
    {
        let ghost before = *self;
        let ghost read = self.storage@.read_state;
        proof {
            self.storage.lemma_lengths();
            lemma_shape(self.durable(), self.shape());
        }
        let metas = joined(&self.metas, &self.pending, Ghost(self.areas@));
        proof {
            assert(logs_in(read, self.areas@, self.metas@) =~= crash(self@));
            self.lemma_joined(read, metas@);
        }
        self.install(metas, Tracked(permission));
        self.pending = zeros(self.areas.len());
        proof {
            let now = self.storage@.read_state;
            lemma_shape(self.durable(), self.shape());
            lemma_logs_agree(now, read, self.shape());
            assert(crash(self@) =~= logs_in(now, self.areas@, self.metas@));
            assert forall|i: int| 0 <= i < self@.len() implies #[trigger] self@[i] == crash(self@)[i] by {
                assert(self@[i].pending =~= Seq::empty());
            }
            assert(self@ =~= commit(before@));
        }
    }
}

/// Metadata that have what is pending.
fn joined(metas: &[Meta], pending: &[u64], Ghost(areas): Ghost<Seq<Area>>) -> (all: Vec<Meta>)
    requires
        are_metas(metas@, areas),
        is_pending(pending@, metas@, areas),
    ensures
        are_metas(all@, areas),
        forall|i: int|
            0 <= i < all@.len() ==> (#[trigger] all@[i]).head == metas@[i].head && all@[i].at == metas@[i].at && all@[i].len
                == metas@[i].len + pending@[i],
{
    let mut all: Vec<Meta> = Vec::with_capacity(metas.len());
    for i in 0..metas.len()
        invariant
            all@.len() == i,
            are_metas(metas@, areas),
            is_pending(pending@, metas@, areas),
            forall|j: int|
                0 <= j < i ==> (#[trigger] all@[j]).head == metas@[j].head && all@[j].at == metas@[j].at && all@[j].len
                    == metas@[j].len + pending@[j],
    {
        let meta = metas[i];
        assert(is_meta(meta, areas[i as int]));
        all.push(Meta { len: meta.len + pending[i], ..meta });
    }
    all
}

/// As many zeros.
fn zeros(n: usize) -> (zeros: Vec<u64>)
    ensures
        zeros@ == Seq::new(n as nat, |i: int| 0u64),
{
    let mut zeros = Vec::with_capacity(n);
    for i in 0..n
        invariant
            zeros@ == Seq::new(i as nat, |i: int| 0u64),
    {
        zeros.push(0);
        assert(zeros@ =~= Seq::new(i as nat + 1, |i: int| 0u64));
    }
    zeros
}

} // verus!
