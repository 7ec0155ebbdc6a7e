//! A program with two stores that threads share: people, and orders of people. An order is only of a person that there is, whatever
//! threads do and whenever the machine stops.
//!
//! The program is verified (`cargo certus verify -p capybarakv --test shared`). An atomic invariant owns what is known of both stores.
//! Whoever added a person, or saw it, has a completion that says so, and needs it to order; no thread waits for another one, and no
//! transaction covers both stores. Then processes with threads are killed, and a program that adds the person last must be seen.

use capybarakv::concurrent_spec_t::{Change, Query};
use capybarakv::concurrent_v::ConcurrentStore;
use capybarakv::{Geometry, KvError, PersistentStore, size_for};
use power::device_t::Device;
use power::mapped_t::MappedFile;
use power_media::Mapping;
use power_mock::{Killed, Random, Said, say, size};
use std::path::Path;
use vstd::prelude::*;

verus! {

use capybarakv::abstract_spec_t::*;
use capybarakv::concurrent_spec_t::*;
use capybarakv::recovery_v::*;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;
use vstd::resource::set::*;

/// What the keys of one store have.
type Entries = Contents<u64, u64, u64>;

/// That a person is there, which stays so.
type Known = GhostPersistentSingleton<u64>;

/// Whether a completion says that a person is there.
spec fn says(completion: Option<Known>, person: u64, name: Loc) -> bool {
    completion matches Some(known) && known@ == person && known.id() == name
}

/// Whether each order is one of a person. The item of an order is the number of the person.
spec fn is_honest(people: Entries, orders: Entries) -> bool {
    forall|order: u64| #[trigger] orders.contains_key(order) ==> people.contains_key(orders[order].item)
}

/// What is known of both stores.
tracked struct Books {
    people: GhostVar<Entries>,
    orders: GhostVar<Entries>,
    known: GhostSetAuth<u64>,
    all: GhostPersistentSubset<u64>,
}

/// The names of the variables.
ghost struct Names {
    people: Loc,
    orders: Loc,
    known: Loc,
}

/// Honest books.
ghost struct Honest;

impl InvariantPredicate<Names, Books> for Honest {
    closed spec fn inv(names: Names, books: Books) -> bool {
        &&& books.people.id() == names.people
        &&& books.orders.id() == names.orders
        &&& books.known.id() == names.known
        &&& books.all.id() == names.known
        &&& books.known@ == books.people@.dom()
        &&& books.all@ == books.known@
        &&& is_honest(books.people@, books.orders@)
    }
}

/// The books of a shop.
type Shelf = AtomicInvariant<Names, Books, Honest>;

/// Adds a person.
tracked struct Join<'a> {
    books: &'a Shelf,
    credit: OpenInvariantCredit,
}

impl<'a> MutLinearizer<ChangeOf<u64, u64, u64>> for Join<'a> {
    type Completion = Option<Known>;

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.books.namespace()]
    }

    closed spec fn pre(self, op: ChangeOf<u64, u64, u64>) -> bool {
        op.change is Create && op.terms.state == self.books.constant().people && op.terms.shards.len() == 1
    }

    closed spec fn post(self, op: ChangeOf<u64, u64, u64>, r: Result<(), KvError>, c: Option<Known>) -> bool {
        r is Ok ==> says(c, op.change.key(), self.books.constant().known)
    }

    proof fn apply(
        tracked self,
        op: ChangeOf<u64, u64, u64>,
        tracked r: &mut Held<u64, u64, u64>,
        new_state: Entries,
        e: &Result<(), KvError>,
    ) -> (tracked out: Option<Known>) {
        let person = op.change.key();
        let tracked Join { books, credit } = self;
        let tracked mut out = None;
        lemma_alone(r@, person);
        open_atomic_invariant_in_proof!(credit => books => b => {
            r.update(&mut b.people, new_state);
            if e is Ok {
                let tracked known = b.known.insert(person).persist();
                out = Some(known.duplicate());
                b.all.combine_points_to(known);
                assert(b.all@ =~= b.known@);
                assert(b.known@ =~= b.people@.dom());
            }
        });
        out
    }

    proof fn peek(tracked &self, op: ChangeOf<u64, u64, u64>, tracked r: &Held<u64, u64, u64>) {
    }
}

/// Orders for a person that is there.
tracked struct Order<'a> {
    books: &'a Shelf,
    credit: OpenInvariantCredit,
    known: Known,
}

impl<'a> MutLinearizer<ChangeOf<u64, u64, u64>> for Order<'a> {
    type Completion = ();

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.books.namespace()]
    }

    closed spec fn pre(self, op: ChangeOf<u64, u64, u64>) -> bool {
        &&& op.terms.state == self.books.constant().orders
        &&& op.change matches Change::Create { item, .. } && item == self.known@
        &&& self.known.id() == self.books.constant().known
    }

    proof fn apply(
        tracked self,
        op: ChangeOf<u64, u64, u64>,
        tracked r: &mut Held<u64, u64, u64>,
        new_state: Entries,
        e: &Result<(), KvError>,
    ) -> (tracked out: ()) {
        let tracked Order { books, credit, known } = self;
        open_atomic_invariant_in_proof!(credit => books => b => {
            known.agree(&b.known);
            r.update(&mut b.orders, new_state);
        });
    }

    proof fn peek(tracked &self, op: ChangeOf<u64, u64, u64>, tracked r: &Held<u64, u64, u64>) {
    }
}

/// Sees whether a person is there.
tracked struct Visit<'a> {
    books: &'a Shelf,
    credit: OpenInvariantCredit,
}

impl<'a> ReadLinearizer<QueryOf<u64, u64, u64>> for Visit<'a> {
    type Completion = Option<Known>;

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.books.namespace()]
    }

    closed spec fn pre(self, op: QueryOf<u64, u64, u64>) -> bool {
        op.query is Contains && op.terms.state == self.books.constant().people
    }

    closed spec fn post(self, op: QueryOf<u64, u64, u64>, r: Result<Answer<u64, u64>, KvError>, c: Option<Known>) -> bool {
        r == Ok::<Answer<u64, u64>, KvError>(Answer::Contains(true)) ==> says(c, op.query.key(), self.books.constant().known)
    }

    proof fn apply(
        tracked self,
        op: QueryOf<u64, u64, u64>,
        tracked r: &Held<u64, u64, u64>,
        e: &Result<Answer<u64, u64>, KvError>,
    ) -> (tracked out: Option<Known>) {
        let tracked Visit { books, credit } = self;
        let tracked mut out = None;
        open_atomic_invariant_in_proof!(credit => books => b => {
            r.agree(&b.people);
            if *e == Ok::<Answer<u64, u64>, KvError>(Answer::Contains(true)) {
                out = Some(b.all.duplicate().split_singleton(op.query.key()));
            }
        });
        out
    }

    proof fn peek(tracked &self, op: QueryOf<u64, u64, u64>, tracked r: &Held<u64, u64, u64>) {
    }
}

/// One shard has all keys.
proof fn lemma_alone(map: Entries, key: u64)
    ensures
        shard_of(key, 1) == 0,
        part(map, 1, 0) == map,
{
    assert(part(map, 1, 0) =~= map);
}

/// A shop that threads share.
struct Shop<D: Device> {
    people: ConcurrentStore<D, u64, u64, u64>,
    orders: ConcurrentStore<D, u64, u64, u64>,
    books: Tracked<Shelf>,
}

/// What recovery finds in a store.
spec fn found(content: Seq<u8>) -> Option<Stored<u64, u64, u64>> {
    recovered_store::<u64, u64, u64>(content)
}

impl<D: Device> Shop<D> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        let names = self.books@.constant();
        &&& self.people.terms().state == names.people
        &&& self.people.terms().shards.len() == 1
        &&& self.orders.terms().state == names.orders
        &&& self.orders.terms().shards.len() == 1
    }

    /// The name of what is known of people.
    closed spec fn names(&self) -> Names {
        self.books@.constant()
    }

    /// Finds a shop again. That its books are honest is what the invariant said of what a crash leaves.
    fn open(people: D, orders: D) -> (result: Result<Shop<D>, KvError>)
        requires
            people.state().writes.len() == 0,
            orders.state().writes.len() == 0,
            found(people.state().settled) is Some,
            found(orders.state().settled) is Some,
            is_honest((found(people.state().settled)->0).map, (found(orders.state().settled)->0).map),
    {
        Shop::share(PersistentStore::open(people, 1)?, PersistentStore::open(orders, 2)?)
    }

    /// Shares both stores.
    fn share(people: PersistentStore<D, u64, u64, u64>, orders: PersistentStore<D, u64, u64, u64>) -> (result: Result<Shop<D>, KvError>)
        requires
            people.inv(),
            orders.inv(),
            is_honest(people@.on_abort, orders@.on_abort),
    {
        let (people, Tracked(people_var)) = ConcurrentStore::new(people);
        let (orders, Tracked(orders_var)) = ConcurrentStore::new(orders);
        let tracked (known, all) = GhostSetAuth::new(people_var@.dom());
        let ghost names = Names { people: people_var.id(), orders: orders_var.id(), known: known.id() };
        let tracked books = Books { people: people_var, orders: orders_var, known, all: all.persist() };
        let tracked books = AtomicInvariant::new(names, books, 0);
        Ok(Shop { people, orders, books: Tracked(books) })
    }

    /// Adds a person.
    fn join(&self, person: u64, age: u64) -> (result: (Result<(), KvError>, Tracked<Option<Known>>))
        ensures
            result.0 is Ok ==> says(result.1@, person, self.names().known),
    {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked join = Join { books: self.books.borrow(), credit };
        self.people.change::<Join<'_>>(&Change::Create { key: person, item: age }, Tracked(join))
    }

    /// Orders for a person that is known.
    fn order(&self, number: u64, person: u64, Tracked(known): Tracked<Known>) -> (result: Result<(), KvError>)
        requires
            known@ == person,
            known.id() == self.names().known,
    {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked order = Order { books: self.books.borrow(), credit, known };
        self.orders.change::<Order<'_>>(&Change::Create { key: number, item: person }, Tracked(order)).0
    }

    /// Adds a person that orders.
    fn join_and_order(&self, person: u64, number: u64) -> (result: Result<(), KvError>) {
        let (result, Tracked(known)) = self.join(person, 7);
        result?;
        self.order(number, person, Tracked(known.tracked_unwrap()))
    }

    /// Orders for a person if it is there.
    fn order_if_known(&self, person: u64, number: u64) -> (result: Result<(), KvError>) {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked visit = Visit { books: self.books.borrow(), credit };
        let (answer, Tracked(known)) = self.people.query::<Visit<'_>>(&Query::Contains { key: person }, Tracked(visit));
        match answer {
            Ok(Answer::Contains(true)) => self.order(number, person, Tracked(known.tracked_unwrap())),
            Ok(_) => Err(KvError::KeyNotFound),
            Err(error) => Err(error),
        }
    }

    /// What an order says.
    fn person_of(&self, number: u64) -> (result: Result<u64, KvError>) {
        let tracked look = Look {  };
        match self.orders.query::<Look>(&Query::Item { key: number }, Tracked(look)).0 {
            Ok(Answer::Item(person)) => Ok(person),
            Ok(_) => Err(KvError::NotAStore),
            Err(error) => Err(error),
        }
    }

    /// Whether a person is there.
    fn has_person(&self, person: u64) -> (result: bool) {
        let tracked look = Look {  };
        let (answer, _) = self.people.query::<Look>(&Query::Contains { key: person }, Tracked(look));
        matches!(answer, Ok(Answer::Contains(true)))
    }
}

/// Learns nothing of the moment.
tracked struct Look {}

impl ReadLinearizer<QueryOf<u64, u64, u64>> for Look {
    type Completion = ();

    proof fn apply(tracked self, op: QueryOf<u64, u64, u64>, tracked r: &Held<u64, u64, u64>, e: &Result<Answer<u64, u64>, KvError>) -> (
        tracked out: ()) {
    }

    proof fn peek(tracked &self, op: QueryOf<u64, u64, u64>, tracked r: &Held<u64, u64, u64>) {
    }
}

/// Makes an empty shop.
fn create<D: Device>(people: D, orders: D, keys: u64, capacity: u64) -> (result: Result<Shop<D>, KvError>)
    requires
        people.state().writes.len() == 0,
        orders.state().writes.len() == 0,
        keys <= 0xffff,
{
    let people = PersistentStore::create(people, &Geometry::of::<u64, u64, u64>(keys, keys + 1, 0, 1), capacity)?;
    let orders = PersistentStore::create(orders, &Geometry::of::<u64, u64, u64>(keys, keys + 1, 0, 2), capacity)?;
    Shop::share(people, orders)
}

} // verus!

/// The processes that are killed.
static KILLED: Killed = Killed::new("CAPYBARAKV_TORTURE_FILE");

/// How many people and orders there may be, and the bytes of the journals.
const KEYS: u64 = 4_000;
const CAPACITY: u64 = 40;

/// The threads of a process.
const THREADS: u64 = 3;

fn devices(folder: &Path) -> (MappedFile, MappedFile) {
    let geometry = Geometry::of::<u64, u64, u64>(KEYS, KEYS + 1, 0, 1);
    let bytes = size_for(&geometry, CAPACITY).expect("it is small").next_multiple_of(8);
    let file = |name: &str| MappedFile::new(Mapping::open(&folder.join(name), bytes).expect("a file"));
    (file("people"), file("orders"))
}

fn reopened(folder: &Path) -> Shop<MappedFile> {
    let (people, orders) = devices(folder);
    Shop::open(people, orders).unwrap_or_else(|error| panic!("{error:?}"))
}

impl<D: Device> Shop<D> {
    fn close(self) {
        self.people.close();
        self.orders.close();
    }

    /// An order of nobody, if there is one, and how many orders there are.
    fn dishonest(&self) -> (Option<u64>, u64) {
        let people: Vec<_> = (0..KEYS).filter_map(|order| Some((order, self.person_of(order).ok()?))).collect();
        let wrong = people.iter().find(|(_, person)| !self.has_person(*person)).map(|(order, _)| *order);
        (wrong, people.len() as u64)
    }
}

/// Adds people and orders until it is killed, with several threads. Who does not wait orders before the person is there.
fn work(folder: &Path, waits: bool) -> ! {
    let shop = reopened(folder);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let shop = &shop;
            scope.spawn(move || {
                for number in (thread..KEYS / 2).step_by(THREADS as usize) {
                    if waits {
                        let _ = shop.join_and_order(number, number);
                    } else {
                        let _ = shop.order(number, number, Tracked::assume_new());
                        let _ = shop.join(number, 7);
                    }
                    // The person may be of another thread, which has just added it.
                    let _ = shop.order_if_known(number + 1, KEYS / 2 + number);
                    say("did", number);
                }
            });
        }
    });
    loop {
        say("did", KEYS);
    }
}

fn kill(test: &str, waits: bool, kills: usize) -> Result<u64, String> {
    if let Some(folder) = KILLED.file() {
        work(&folder, waits);
    }
    let _alone = KILLED.alone();
    let (mut said, mut random, mut count) = (Said::default(), Random(5), 0);
    for _ in 0..kills {
        let folder = tempfile::tempdir().expect("a folder");
        let (people, orders) = devices(folder.path());
        create(people, orders, KEYS, CAPACITY).unwrap_or_else(|error| panic!("{error:?}")).close();
        for _ in 0..4 {
            KILLED.kill_one(test, folder.path(), 1 + random.below(12), &mut said, &mut random);
            let shop = reopened(folder.path());
            let (wrong, orders) = shop.dishonest();
            shop.close();
            count += orders;
            if let Some(order) = wrong {
                return Err(format!("order {order} is of nobody"));
            }
        }
    }
    Ok(count)
}

#[test]
fn orders_are_of_people() {
    let count = kill("orders_are_of_people", true, size("CAPYBARAKV_TORTURE", 6, 400)).expect("all is well");
    assert!(count > 100, "only {count} orders");
}

/// The test above can fail. The verifier does not take this program: without a completion it cannot order.
#[test]
fn orders_of_nobody_are_seen() {
    let wrong = kill("orders_of_nobody_are_seen", false, 400).expect_err("an order came before its person");
    assert!(wrong.contains("is of nobody"), "{wrong}");
}
