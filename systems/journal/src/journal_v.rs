//! A journal that was started: what is pending, and what is written directly.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::JournalError;
use crate::layout_v::*;
use crate::log_v::*;
use crate::operations_spec_t::*;
use crate::recovery_v::*;
use pmcopy::PmBytes;
use power::atomic_t::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::replay_v::*;
use power::storage_t::*;
use power::tentative_v::*;
use power::writes_v::*;
use vstd::resource::Loc;

/// A journal that was started.
pub struct Journal<D: Device> {
    pub(crate) storage: PowerStorage<D>,
    pub(crate) format: Format,
    /// Which log counts.
    pub(crate) second: bool,
    /// It has no entries.
    pub(crate) is_settled: bool,
    /// What the metadata say. The log that counts is installed, but that may not be durable.
    pub(crate) shape: Ghost<Shape>,
    /// The entries that are pending, as they will be stored.
    pub(crate) log: Vec<u8>,
    pub(crate) quiet: Tracked<Blanket>,
}

/// Whether a permission allows to go from what is recovered to something else.
pub open spec fn allows_step(permission: Permission, from: Recovered, to: Recovered) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        pre.len() == post.len() && recovered(pre) == Some(from) && recovered(post) == Some(to) ==> #[trigger] permission.permits(pre, post)
}

/// Whether the proof of a permission was done when what is recovered went from one to the other.
pub open spec fn is_completed<C: Callback>(callback: C, from: Recovered, to: Recovered, completion: C::Completion) -> bool {
    exists|pre: Seq<u8>, post: Seq<u8>| #[trigger]
        callback.completes(pre, post, completion) && pre != post && recovered(pre) == Some(from) && recovered(post) == Some(to)
}

impl<D: Device> Journal<D> {
    /// The storage that it is on.
    pub open(crate) spec fn id(&self) -> Loc {
        self.storage.id()
    }

    /// What does not change of it.
    pub open(crate) spec fn constants(&self) -> DeviceConstants {
        self.storage.constants()
    }

    /// What of that the area has.
    pub open(crate) spec fn media(&self) -> DeviceConstants {
        let constants = self.storage.constants();
        DeviceConstants { corruption: self.format.of(constants.corruption), ..constants }
    }

    /// The permission that it was started with.
    pub open(crate) spec fn quiet(&self) -> Blanket {
        self.quiet@
    }

    /// The journal.
    pub open(crate) spec fn view(&self) -> JournalView {
        JournalView {
            format: self.format,
            durable: self.shape@.area(self.storage@.durable_state),
            read: self.format.of(self.storage@.read_state),
            entries: entries(self.log@, self.format.area as int)->0,
            room: self.format.capacity - self.log@.len(),
        }
    }

    /// What is durable of the storage.
    pub open(crate) spec fn durable(&self) -> Seq<u8> {
        self.storage@.durable_state
    }

    /// What holds between operations.
    pub open(crate) spec fn inv(&self) -> bool {
        &&& has_shape(self.storage@.durable_state, self.shape@)
        &&& self.shape@.format == self.format
        &&& self.shape@.second == self.second
        &&& self.is_settled ==> self.shape@.log.len() == 0
        &&& entries(self.log@, self.format.area as int) is Some
        &&& self.log@.len() <= self.format.capacity
        &&& self.quiet@.id() == self.storage.id()
        &&& allows_quiet(self.quiet@, recovery())
    }

    /// Whether there is nothing to install, so that a start has nothing to do.
    pub open(crate) spec fn is_settled(&self) -> bool {
        self.shape@.log.len() == 0
    }

    /// Whether what does not change is the same as of another one.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.id() == other.id()
        &&& self.constants() == other.constants()
        &&& self.media() == other.media()
        &&& self.quiet() == other.quiet()
        &&& self@.format == other@.format
    }

    /// Whether the area lies within the storage.
    pub open(crate) spec fn fits(&self) -> bool {
        self.format.fits(self.storage@.read_state.len() as int)
    }

    /// Whether the area may be read, which is so in every journal that was started, also if it is no journal that is recovered.
    pub open spec fn can_read(&self) -> bool {
        self.inv() || self.fits()
    }

    /// How many bytes may be read.
    pub proof fn lemma_area_len(&self)
        requires
            self.can_read(),
        ensures
            self@.read.len() == self@.format.area,
    {
        self.lemma_fits();
    }

    /// The area lies within the addresses that there are.
    pub proof fn lemma_format(&self)
        requires
            self.can_read(),
        ensures
            self@.format.is_possible(),
    {
        self.lemma_fits();
    }

    /// The area lies within the storage.
    pub(crate) proof fn lemma_fits(&self)
        requires
            self.can_read(),
        ensures
            self.format.fits(self.storage@.read_state.len() as int),
            self.storage@.is_of_len(self.storage@.read_state.len() as int),
            self.constants().are_valid(self.storage@.read_state.len() as int),
    {
        self.storage.lemma_lengths();
        reveal(has_shape);
    }

    /// After a crash, what is recovered is the durable content of the area, without what is pending.
    pub proof fn lemma_recovered(&self)
        requires
            self.inv(),
        ensures
            recovered(self.durable()) == Some(self@.found(self@.durable)),
            self@.durable.len() == self@.format.area,
            self@.read.len() == self@.format.area,
            self.media().are_valid(self@.format.area as int),
            self.constants().is_intact() ==> self.media().is_intact(),
            self.quiet().id() == self.id(),
            allows_quiet(self.quiet(), recovery()),
    {
        self.storage.lemma_lengths();
        reveal(has_shape);
        lemma_recovered(self.storage@.durable_state, self.shape@);
        lemma_install_outside(self.format.of(self.storage@.durable_state), self.shape@.entries());
        power::corruption_v::lemma_weight_of_part(
            self.constants().corruption,
            self.format.start(),
            self.format.area as int,
        );
    }

    /// The bytes that are left for entries of this transaction.
    pub fn room(&self) -> (room: u64)
        requires
            self.inv(),
        ensures
            room == self@.room,
    {
        self.format.capacity - self.log.len() as u64
    }

    /// Makes a write to the area pending. It is done with the others by the next commit.
    pub fn append(&mut self, addr: u64, bytes: &[u8]) -> (result: Result<(), JournalError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).durable() == old(self).durable(),
            appends(old(self)@, addr as int, bytes@, final(self)@, result),
    {
        let area = self.format.area;
        let len = bytes.len() as u64;
        if len > area || addr > area - len {
            return Err(JournalError::OutOfRange { len: area });
        }
        let room = self.room();
        if !entry_fits(len, room) {
            return Err(JournalError::Full { room });
        }
        let place = Place { addr, len };
        let ghost log = self.log@;
        self.log.extend_from_slice(as_bytes(&place));
        self.log.extend_from_slice(bytes);
        proof {
            place.lemma_len();
            lemma_push(log, area as int, place, bytes@);
            assert(self.log@ =~= log + entry(place, bytes@));
        }
        Ok(())
    }

    /// Gives up what is pending. What was written directly stays.
    pub fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).durable() == old(self).durable(),
            final(self)@ == old(self)@.abort(),
    {
        self.log.clear();
    }

    /// Writes to bytes of the area that are free: those that the user's recovery does not look at, whatever they are. They are
    /// durable after the next commit, and a crash before may leave a part of them.
    pub fn write<T>(
        &mut self,
        addr: u64,
        bytes: &[u8],
        Ghost(look): Ghost<spec_fn(Recovered) -> T>,
        Ghost(free): Ghost<spec_fn(int) -> bool>,
    )
        requires
            old(self).inv(),
            in_bounds(old(self)@.read, addr as int, bytes@.len() as int),
            allows_quiet(old(self).quiet(), looking(look)),
            is_unreachable(look_at(look, old(self)@.format), old(self)@.durable, free),
            forall|i: int| addr <= i < addr + bytes@.len() ==> #[trigger] free(i),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == (JournalView {
                durable: final(self)@.durable,
                read: write_bytes(old(self)@.read, addr as int, bytes@),
                ..old(self)@
            }),
            agree_outside(old(self)@.durable, final(self)@.durable, free),
            agree_outside(old(self)@.durable, old(self)@.read, free) ==> agree_outside(
                final(self)@.durable,
                final(self)@.read,
                free,
            ),
            is_unreachable(look_at(look, old(self)@.format), final(self)@.durable, free),
    {
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let ghost (format, shape) = (self.format, self.shape@);
        let tracked quiet = self.quiet.borrow();
        proof {
            self.storage.lemma_lengths();
            reveal(has_shape);
            lemma_free_unreachable(durable, shape, look, free);
        }
        let at = self.format.address(addr);
        write_quietly::<D, Option<T>>(
            &mut self.storage,
            at,
            bytes,
            Ghost(looking(look)),
            Ghost(format.lift(free)),
            Tracked(quiet),
        );
        proof {
            self.storage.lemma_lengths();
            let after = self.storage@.durable_state;
            lemma_loose(durable, after, shape);
            format.lemma_lift(durable, after, free);
            lemma_install_agrees(format.of(durable), format.of(after), shape.entries(), free);
            lemma_read_around_write(read, at as int, bytes@, format.start(), format.area as int);
            lemma_still_unreachable(look_at(look, format), shape.area(durable), shape.area(after), free);
        }
    }
}

} // verus!
