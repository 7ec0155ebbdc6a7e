//! The state of a notary on storage: made, found again, advanced. No key is here, so whatever is written was made of public data.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::NotaryError;
use crate::layout_v::*;
use crate::recovery_v::*;
use pmcopy::PmBytes;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::chunks_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;
use power::writes_v::*;
use vstd::resource::Loc;

/// The state of a notary on storage, which is durable between operations.
pub struct Ledger<D: Device> {
    storage: PowerStorage<D>,
    public: [u8; 32],
    entry: Entry,
    current: bool,
    quiet: Tracked<Blanket>,
}

/// Whether a permission allows to go from one book to another.
pub open spec fn allows_step(permission: Permission, from: Book, to: Book) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered(pre) == Some(from) && recovered(post) == Some(to) ==> #[trigger] permission.permits(pre, post)
}

impl<D: Device> Ledger<D> {
    /// The storage that it is on.
    pub closed spec fn id(&self) -> Loc {
        self.storage.id()
    }

    /// What does not change of it.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.storage.constants()
    }

    /// What is durable of it.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.storage@.durable_state
    }

    /// What is kept.
    pub closed spec fn view(&self) -> Book {
        self.shape().book()
    }

    closed spec fn shape(&self) -> Shape {
        Shape { public: self.public, entry: self.entry, current: self.current }
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.storage@.is_flushed()
        &&& has_shape(self.storage@.durable_state, self.shape())
        &&& self.quiet@.id() == self.storage.id()
        &&& allows_quiet(self.quiet@, recovery())
    }

    /// What is kept is what is recovered after a crash.
    pub proof fn lemma_recovered(&self)
        requires
            self.inv(),
        ensures
            recovered(self.durable()) == Some(self@),
            self@.public.len() == PUBLIC_LEN,
            self@.state.hash.len() == HASH_LEN,
    {
        lemma_recovered(self.storage@.durable_state, self.shape());
    }

    /// The public key.
    pub fn public(&self) -> (public: &[u8; 32])
        ensures
            public@ == self@.public,
    {
        &self.public
    }

    /// The state.
    pub fn entry(&self) -> (entry: &Entry)
        ensures
            entry.state() == self@.state,
    {
        &self.entry
    }

    /// Makes a hash the next one, durably. If the machine crashes, the state is as before or as behind it: the entry that does not
    /// count is written and flushed, and then the Boolean is flipped.
    pub fn advance(&mut self, hash: [u8; 32], Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            old(self)@.state.timestamp < u64::MAX,
            permission.id() == old(self).id(),
            allows_step(permission, old(self)@, Book { state: old(self)@.state.advance(hash@), ..old(self)@ }),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@ == (Book { state: old(self)@.state.advance(hash@), ..old(self)@ }),
    {
        let ghost (durable, shape) = (self.storage@.durable_state, self.shape());
        let tracked quiet = self.quiet.borrow();
        let entry = Entry { timestamp: self.entry.timestamp + 1, hash };
        let next = !self.current;
        proof {
            lemma_unreachable(durable, shape);
            entry.lemma_len();
            reveal(stores);
            reveal(has_shape);
        }
        write_checked::<D, Option<Book>>(
            &mut self.storage,
            entry_address(next),
            as_bytes(&entry),
            Ghost(recovery()),
            Ghost(entry_addrs(next)),
            Tracked(quiet),
        );
        self.storage.flush();
        let ghost written = self.storage@.durable_state;
        let word = cdb(next);
        proof {
            let after = Shape { entry, current: next, ..shape };
            self.storage.lemma_lengths();
            lemma_cdb_value(next);
            lemma_unread(durable, written, shape);
            lemma_flip(written, shape, entry);
            lemma_recovered(written, shape);
            lemma_recovered(write_bytes(written, FLAG as int, cdb_bytes(next)), after);
            lemma_aligned_word_is_atomic(self.storage.constants().chunk, FLAG as int);
            lemma_may_commit(permission, self.storage.constants().chunk, written, FLAG as int, cdb_bytes(next));
        }
        self.storage.write(FLAG, as_bytes(&word), Tracked(permission));
        self.storage.flush();
        self.entry = entry;
        self.current = next;
    }

    /// Finds what a storage holds, after [`setup`] or any crash since. Writes nothing.
    pub fn start(storage: PowerStorage<D>, Tracked(quiet): Tracked<Blanket>) -> (result: Result<Ledger<D>, NotaryError>)
        requires
            storage@.is_flushed(),
            quiet.id() == storage.id(),
            allows_quiet(quiet, recovery()),
        ensures
            match result {
                Ok(ledger) => ledger.id() == storage.id(),
                Err(error) => error != NotaryError::WrongKey,
            },
            recovered(storage@.durable_state) matches Some(book) ==> match result {
                Ok(ledger) => ledger.inv() && ledger.constants() == storage.constants() && ledger@ == book,
                Err(error) => !storage.constants().is_intact(),
            },
            storage.constants().is_intact() && result is Ok ==> recovered(storage@.durable_state) is Some,
    {
        let ghost s = storage@.durable_state;
        let ghost shape = choose|shape: Shape| has_shape(s, shape);
        proof {
            reveal(has_shape);
        }
        if storage.len() < STORE_LEN {
            return Err(NotaryError::TooShort);
        }
        let Some(header) = read_any::<D, Header>(&storage, HEADER) else {
            return Err(NotaryError::NotANotary);
        };
        if header.magic != MAGIC {
            return Err(NotaryError::NotANotary);
        }
        if header.version != VERSION {
            return Err(NotaryError::OtherVersion);
        }
        let Some(current) = read_cdb(&storage, FLAG) else {
            return Err(NotaryError::Corrupted);
        };
        let Some(entry) = read_any::<D, Entry>(&storage, entry_address(current)) else {
            return Err(NotaryError::Corrupted);
        };
        let ledger = Ledger { storage, public: header.public, entry, current, quiet: Tracked(quiet) };
        proof {
            if storage.constants().is_intact() {
                assert(has_shape(s, ledger.shape()));
            }
        }
        Ok(ledger)
    }
}

/// Makes a storage one with a new notary. Whoever asks for it must permit anything, as there is nothing to keep.
pub fn setup<D: Device>(storage: &mut PowerStorage<D>, public: [u8; 32], Tracked(all): Tracked<&Blanket>) -> (result: Result<
    (),
    NotaryError,
>)
    requires
        all.id() == old(storage).id(),
        forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] all.transitions()(pre, post),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        match result {
            Ok(()) => {
                &&& final(storage)@.is_flushed()
                &&& recovered(final(storage)@.durable_state) == Some(Book { public: public@, state: State::initial() })
            },
            Err(error) => {
                &&& final(storage)@ == old(storage)@
                &&& error == NotaryError::TooShort
                &&& old(storage)@.read_state.len() < STORE_LEN
            },
        },
{
    proof {
        storage.lemma_lengths();
    }
    if storage.len() < STORE_LEN {
        return Err(NotaryError::TooShort);
    }
    let header = Header { magic: MAGIC, version: VERSION, public };
    let entry: Entry = Entry { timestamp: 0, hash: [0; 32] };
    let word = cdb(false);
    let ghost nothing = |s: Seq<u8>| ();
    let ghost addrs = all_addrs();
    proof {
        reveal(stores);
        lemma_cdb_value(false);
        header.lemma_len();
        entry.lemma_len();
    }
    write_checked::<D, ()>(storage, HEADER, as_bytes(&header), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost first = storage@.read_state;
    write_checked::<D, ()>(storage, entry_address(false), as_bytes(&entry), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost second = storage@.read_state;
    write_quietly::<D, ()>(storage, FLAG, as_bytes(&word), Ghost(nothing), Ghost(addrs), Tracked(all));
    storage.flush();
    proof {
        let last = storage@.read_state;
        let shape = Shape { public, entry, current: false };
        storage.lemma_lengths();
        lemma_stores_agree(first, second, entry_addrs(false), HEADER as int, header);
        lemma_stores_agree(second, last, flag_addrs(), HEADER as int, header);
        lemma_stores_agree(second, last, flag_addrs(), entry_at(false), entry);
        lemma_read_back(second, FLAG as int, cdb_bytes(false));
        reveal(has_shape);
        assert(has_shape(last, shape));
        lemma_recovered(last, shape);
        assert(shape.book().state.hash =~= State::initial().hash);
    }
    Ok(())
}

} // verus!
