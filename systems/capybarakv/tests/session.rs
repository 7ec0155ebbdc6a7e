//! A program on a store: accounts with their histories, and transfers between them in transactions.
//!
//! The program is verified (`cargo certus verify -p capybarakv --test session`), with the permissions that it should have: to
//! change nothing that it finds after a crash, and to go once from the accounts before a transfer to those behind it. That crashes
//! are as the model of devices has them is what is tested here.

use capybarakv::{Geometry, KvError, KvStore};
use pmcopy::PmCopy;
use power::device_t::Device;
use power::mapped_t::MappedFile;
use power::storage_t::PowerStorage;
use power_mock::MockDevice;
use vstd::prelude::*;

verus! {

use capybarakv::abstract_spec_t::*;
use capybarakv::recovery_v::*;
use capybarakv::setup_v::*;
use journal::recovery_v::*;
use power::permission_t::*;

/// Accounts by their numbers, and the right to permit.
struct Accounts<D: Device> {
    store: KvStore<D, u64, u64, Change>,
    authority: Tracked<Authority>,
}

/// What happened to an account: which other one it was about, and how much came from it or went to it.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Change {
    pub other: u64,
    pub came: u64,
    pub went: u64,
}

/// An account that something happened to.
spec fn changed(accounts: Map<u64, Entry<u64, Change>>, number: u64, change: Change) -> Map<u64, Entry<u64, Change>> {
    let account = accounts[number];
    let item = (account.item + change.came - change.went) as u64;
    accounts.insert(number, Entry { item, list: account.list.push(change) })
}

/// A transfer.
spec fn transferred(accounts: Map<u64, Entry<u64, Change>>, from: u64, to: u64, amount: u64) -> Map<u64, Entry<u64, Change>> {
    let paid = changed(accounts, from, Change { other: to, came: 0, went: amount });
    changed(paid, to, Change { other: from, came: amount, went: 0 })
}

/// The permission to go once from one content of the store to another.
spec fn step(geometry: Geometry, from: Map<u64, Entry<u64, Change>>, to: Map<u64, Entry<u64, Change>>) -> Transitions {
    operation(
        looking(look::<u64, u64, Change>()),
        |old: Option<Option<Stored<u64, u64, Change>>>, new: Option<Option<Stored<u64, u64, Change>>>|
            old == Some(Some(Stored { geometry, map: from })) && new == Some(Some(Stored { geometry, map: to })),
    )
}

impl<D: Device> Accounts<D> {
    /// What holds between operations: nothing is pending.
    spec fn inv(&self) -> bool {
        &&& self.store.inv()
        &&& self.store@.on_commit == self.store@.on_abort
        &&& self.authority@.id() == self.store.id()
        &&& self.store.quiet().transitions() == same_recovery(looking(look::<u64, u64, Change>()))
    }

    /// The accounts, as a crash leaves them.
    spec fn view(&self) -> Map<u64, Entry<u64, Change>> {
        self.store@.on_abort
    }

    /// Finds accounts again.
    fn open(device: D) -> (result: Result<Accounts<D>, KvError>)
        requires
            device.state().writes.len() == 0,
            recovered_store::<u64, u64, Change>(device.state().settled) matches Some(stored) && stored.geometry.types == 1,
        ensures
            match result {
                Ok(accounts) => accounts.inv() && accounts@ == (recovered_store::<u64, u64, Change>(device.state().settled)->0).map,
                Err(error) => error == KvError::Corrupted && !device.constants().is_intact(),
            },
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked quiet = authority.permit_all(same_recovery(looking(look::<u64, u64, Change>())));
        let store = KvStore::start(storage, 1, Tracked(quiet))?;
        Ok(Accounts { store, authority: Tracked(authority) })
    }

    /// Makes what was changed durable.
    fn commit(&mut self)
        requires
            old(self).store.inv(),
            old(self).authority@.id() == old(self).store.id(),
            old(self).store.quiet().transitions() == same_recovery(looking(look::<u64, u64, Change>())),
        ensures
            final(self).inv(),
            final(self)@ == old(self).store@.on_commit,
    {
        let ghost store = self.store@;
        let tracked permission = self.authority.borrow().permit(step(store.geometry, store.on_abort, store.on_commit));
        self.store.commit(Tracked(permission));
    }

    /// Opens an account.
    fn open_account(&mut self, number: u64, amount: u64) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            match result {
                Ok(()) => final(self)@ == old(self)@.insert(number, Entry { item: amount, list: seq![] }),
                Err(_) => final(self)@ == old(self)@,
            },
    {
        self.store.create(&number, &amount)?;
        self.commit();
        Ok(())
    }

    /// Changes both accounts of a transfer, or finds out why that cannot be.
    fn change(&mut self, from: u64, to: u64, amount: u64) -> (result: Result<bool, KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).store.inv(),
            final(self).store.is_same(&old(self).store),
            final(self).authority == old(self).authority,
            final(self).store@.on_abort == old(self).store@.on_abort,
            result == Ok::<bool, KvError>(true) ==> {
                &&& final(self).store@.on_commit == transferred(old(self)@, from, to, amount)
                &&& old(self)@.contains_key(from)
                &&& amount <= old(self)@[from].item
            },
    {
        let rest = self.store.read(&from)?;
        if rest < amount {
            return Ok(false);
        }
        self.store.update(&from, &(rest - amount))?;
        self.store.append(&from, &Change { other: to, came: 0, went: amount })?;
        let ghost paid = changed(old(self)@, from, Change { other: to, came: 0, went: amount });
        assert(self.store@.on_commit =~= paid);
        let sum = self.store.read(&to)?;
        if sum > u64::MAX - amount {
            return Ok(false);
        }
        self.store.update(&to, &(sum + amount))?;
        self.store.append(&to, &Change { other: from, came: amount, went: 0 })?;
        assert(self.store@.on_commit =~= changed(paid, to, Change { other: from, came: amount, went: 0 }));
        Ok(true)
    }

    /// Transfers an amount. A crash leaves the accounts before it or behind it.
    fn transfer(&mut self, from: u64, to: u64, amount: u64) -> (result: Result<bool, KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self)@ == if result == Ok::<bool, KvError>(true) { transferred(old(self)@, from, to, amount) } else { old(self)@ },
    {
        let result = self.change(from, to, amount);
        match result {
            Ok(true) => self.commit(),
            _ => self.store.abort(),
        }
        result
    }

    /// What is in an account.
    fn balance(&self, number: u64) -> (result: Result<u64, KvError>)
        requires
            self.inv(),
        ensures
            result matches Ok(amount) ==> self@.contains_key(number) && amount == self@[number].item,
    {
        self.store.read(&number)
    }

    /// What happened to an account.
    fn history(&self, number: u64) -> (result: Result<Vec<Change>, KvError>)
        requires
            self.inv(),
        ensures
            result matches Ok(changes) ==> self@.contains_key(number) && changes@ == self@[number].list,
    {
        self.store.read_list(&number)
    }

    /// Forgets the oldest changes of an account.
    fn forget(&mut self, number: u64, n: usize) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            match result {
                Ok(()) => final(self)@ == old(self)@.insert(
                    number,
                    Entry { list: old(self)@[number].list.skip(n as int), ..old(self)@[number] },
                ),
                Err(_) => final(self)@ == old(self)@,
            },
    {
        self.store.trim(&number, n)?;
        self.commit();
        Ok(())
    }
}

/// Makes a store for accounts.
fn create<D: Device>(device: D, keys: u64, items: u64, elements: u64, capacity: u64) -> (result: Result<(), KvError>)
    requires
        device.state().writes.len() == 0,
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    setup::<D, u64, u64, Change>(&mut storage, &Geometry::of::<u64, u64, Change>(keys, items, elements, 1), capacity, Tracked(&all))
}

} // verus!

/// How many accounts there are, and how much is in each at first.
const ACCOUNTS: u64 = 3;
const AMOUNT: u64 = 100;

/// The bytes of the storage.
const SIZE: usize = 64 + 2 * 192 + 256 + 4 * 48 + 7 * 16 + 20 * 48;

/// An account: how much is in it, and what happened to it.
type Account = (u64, Vec<Change>);

/// All accounts.
fn all<D: Device>(accounts: &Accounts<D>) -> Vec<Account> {
    let account =
        |number: u64| (accounts.balance(number).expect("good media"), accounts.history(number).expect("good media"));
    (0..ACCOUNTS).map(account).collect()
}

/// The accounts that are found.
fn restart(content: Vec<u8>, chunk: usize) -> Vec<Account> {
    all(&Accounts::open(MockDevice::new(content, chunk)).expect("accounts"))
}

/// What is left when everything is flushed.
fn last(history: &power_mock::Shared) -> Vec<u8> {
    let mut last = Vec::new();
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}

/// Makes accounts on a device.
fn open_accounts<D: Device>(device: D) {
    let mut accounts = Accounts::open(device).expect("a store");
    for number in 0..ACCOUNTS {
        accounts.open_account(number, AMOUNT).expect("there is room");
    }
    assert_eq!(accounts.open_account(0, 1), Err(KvError::KeyExists));
}

#[test]
fn every_crash_leaves_a_transfer_done_or_not() {
    for chunk in [8, 64, 512] {
        let device = MockDevice::new(vec![0xa5; SIZE], chunk);
        let history = device.history();
        create(device, 4, 7, 20, 160).expect("the device is large enough");
        let device = MockDevice::new(last(&history), chunk);
        let history = device.history();
        open_accounts(device);
        let device = MockDevice::new(last(&history), chunk);
        let history = device.history();
        let mut accounts = Accounts::open(device).expect("accounts");
        let mut before = vec![(AMOUNT, Vec::new()); 3];
        let mut counts = [0; 2];
        for (from, to, amount) in [(0, 1, 30), (1, 2, 130), (2, 0, 1), (2, 2, 5)] {
            let first = history.borrow().events().len();
            assert_eq!(accounts.transfer(from, to, amount), Ok(true));
            let mut behind = before.clone();
            behind[from as usize].0 -= amount;
            behind[from as usize].1.push(Change { other: to, came: 0, went: amount });
            behind[to as usize].0 += amount;
            behind[to as usize].1.push(Change { other: from, came: amount, went: 0 });
            history.borrow().for_each_crash(6, |events, left| {
                if events >= first {
                    let found = restart(left, chunk);
                    assert!(found == before || found == behind, "chunks of {chunk} bytes: {found:?}");
                    counts[usize::from(found == behind)] += 1;
                }
            });
            before = behind;
        }
        assert_eq!(accounts.transfer(0, 1, 1_000), Ok(false));
        assert_eq!(accounts.transfer(0, 7, 1), Err(KvError::KeyNotFound));
        let found = all(&accounts);
        assert_eq!(found, before);
        assert_eq!(found.iter().map(|(amount, _)| amount).sum::<u64>(), ACCOUNTS * AMOUNT);
        accounts.forget(2, 3).expect("there were so many");
        before[2].1.drain(..3);
        assert_eq!(all(&accounts), before);
        assert_eq!(accounts.forget(2, 9), Err(KvError::OutOfBounds { len: before[2].1.len() }));
        assert!(counts[0] > 10 && counts[1] > 10, "chunks of {chunk} bytes: {counts:?}");
    }
}

#[test]
fn a_file_keeps_accounts() {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let path = folder.path().join("accounts");
    let open = || MappedFile::new(power_media::Mapping::open(&path, SIZE as u64).expect("a file in a new folder"));
    create(open(), 4, 7, 20, 160).expect("the file is large enough");
    open_accounts(open());
    assert_eq!(Accounts::open(open()).expect("accounts").transfer(1, 0, 7), Ok(true));
    let found: Vec<u64> =
        restart(std::fs::read(&path).expect("the file"), 8).into_iter().map(|(amount, _)| amount).collect();
    assert_eq!(found, [107, 93, 100]);
}
