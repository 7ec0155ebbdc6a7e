//! The interner of `interner.rs` with a bug: a thread that did not find a name gives it a number without looking again
//! when it has the lock. Two threads may give one name two numbers.
//~ fails

use std::sync::Arc;
use vstd::hash_map::StringHashMap;
use vstd::prelude::*;
use vstd::resource::map::*;
use vstd::resource::Loc;
use vstd::rwlock::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// A name has this number, and the number this name.
pub tracked struct Known {
    tracked number: GhostPersistentPointsTo<Seq<char>, nat>,
    tracked name: GhostPersistentPointsTo<nat, Seq<char>>,
}

impl Known {
    /// Whether it says so in these two maps.
    pub closed spec fn says(self, maps: (Loc, Loc), name: Seq<char>, number: nat) -> bool {
        &&& self.number.id() == maps.0
        &&& self.number@ == (name, number)
        &&& self.name.id() == maps.1
        &&& self.name@ == (number, name)
    }

    /// The same once more.
    pub proof fn duplicate(tracked &self) -> (tracked res: Known)
        ensures
            forall|maps: (Loc, Loc), name: Seq<char>, number: nat| #[trigger]
                self.says(maps, name, number) ==> res.says(maps, name, number),
    {
        Known { number: self.number.duplicate(), name: self.name.duplicate() }
    }
}

/// All names and numbers.
tracked struct Facts {
    tracked numbers: GhostMapAuth<Seq<char>, nat>,
    tracked names: GhostMapAuth<nat, Seq<char>>,
    /// What is known of each number.
    tracked known: Map<nat, Known>,
}

/// What is in the lock.
struct Names {
    numbers: StringHashMap<usize>,
    names: Vec<String>,
    facts: Tracked<Facts>,
}

impl Names {
    /// The maps of names to numbers, and of numbers to names.
    spec fn maps(self) -> (Loc, Loc) {
        (self.facts@.numbers.id(), self.facts@.names.id())
    }

    /// Whether a name is where its number says, and each name has a number.
    spec fn is_right(self) -> bool {
        let (numbers, names) = (self.numbers@, self.names@);
        &&& forall|name: Seq<char>| #[trigger]
            numbers.contains_key(name) ==> numbers[name] < names.len() && names[numbers[name] as int]@ == name
        &&& forall|i: int|
            0 <= i < names.len() ==> numbers.contains_key((#[trigger] names[i])@) && numbers[names[i]@] == i
    }

    /// Whether the facts say just this.
    spec fn is_known(self) -> bool {
        let facts = self.facts@;
        &&& forall|name: Seq<char>| #[trigger]
            facts.numbers@.contains_key(name) <==> self.numbers@.contains_key(name)
        &&& forall|name: Seq<char>| #[trigger]
            facts.numbers@.contains_key(name) ==> facts.numbers@[name] == self.numbers@[name]
        &&& forall|i: nat| #[trigger] facts.names@.contains_key(i) <==> i < self.names@.len()
        &&& forall|i: nat| #[trigger] facts.names@.contains_key(i) ==> facts.names@[i] == self.names@[i as int]@
        &&& forall|i: nat|
            i < self.names@.len() ==> #[trigger] facts.known.contains_key(i) && facts.known[i].says(
                self.maps(),
                self.names@[i as int]@,
                i,
            )
    }

    /// The number of a name, if it has one.
    fn find(&self, name: &str) -> (number: Option<(usize, Tracked<Known>)>)
        requires
            self.is_right(),
            self.is_known(),
        ensures
            match number {
                Some(found) => found.1@.says(self.maps(), name@, found.0 as nat),
                None => !self.numbers@.contains_key(name@),
            },
    {
        match self.numbers.get(name) {
            Some(number) => {
                let number = *number;
                let tracked known = self.facts.borrow().known.tracked_borrow(number as nat).duplicate();
                Some((number, Tracked(known)))
            },
            None => None,
        }
    }

    /// Gives a name a number.
    fn add(&mut self, name: &str) -> (added: (usize, Tracked<Known>))
        requires
            old(self).is_right(),
            old(self).is_known(),
            !old(self).numbers@.contains_key(name@),
        ensures
            final(self).is_right(),
            final(self).is_known(),
            final(self).maps() == old(self).maps(),
            added.1@.says(final(self).maps(), name@, added.0 as nat),
    {
        let number = self.names.len();
        let text = name.to_owned();
        self.numbers.insert(text.clone(), number);
        self.names.push(text);
        let tracked facts = self.facts.borrow_mut();
        let tracked known = Known {
            number: facts.numbers.insert(name@, number as nat).persist(),
            name: facts.names.insert(number as nat, name@).persist(),
        };
        proof {
            facts.known.tracked_insert(number as nat, known.duplicate());
        }
        (number, Tracked(known))
    }
}

/// The names are those of the interner with these maps.
ghost struct Of {
    maps: (Loc, Loc),
}

impl RwLockPredicate<Names> for Of {
    closed spec fn inv(self, names: Names) -> bool {
        &&& names.maps() == self.maps
        &&& names.is_right()
        &&& names.is_known()
    }
}

/// Numbers for names.
pub struct Interner {
    names: RwLock<Names, Of>,
}

/// A name, as its number.
pub struct Symbol {
    number: usize,
    known: Tracked<Known>,
    maps: Ghost<(Loc, Loc)>,
    name: Ghost<Seq<char>>,
}

impl Symbol {
    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        self.known@.says(self.maps@, self.name@, self.number as nat)
    }

    /// The name.
    pub closed spec fn name(&self) -> Seq<char> {
        self.name@
    }

    /// Which interner it is from.
    pub closed spec fn maps(&self) -> (Loc, Loc) {
        self.maps@
    }

    /// The number. It belongs to the name.
    pub closed spec fn number(&self) -> nat {
        self.number as nat
    }

    /// Equal names have equal numbers, and equal numbers equal names.
    pub proof fn lemma_same(tracked &self, tracked other: &Symbol)
        requires
            self.maps() == other.maps(),
        ensures
            self.name() == other.name() <==> self.number() == other.number(),
    {
        use_type_invariant(self);
        use_type_invariant(other);
        let tracked mut known = self.known.borrow().duplicate();
        known.number.intersection_agrees(&other.known.borrow().number);
        known.name.intersection_agrees(&other.known.borrow().name);
    }

    /// Whether two names are equal. This compares the numbers.
    pub fn same(&self, other: &Symbol) -> (res: bool)
        requires
            self.maps() == other.maps(),
        ensures
            res == (self.name() == other.name()),
    {
        proof {
            self.lemma_same(other);
        }
        self.number == other.number
    }
}

impl Interner {
    /// Which interner it is.
    pub closed spec fn maps(&self) -> (Loc, Loc) {
        self.names.pred().maps
    }

    /// An interner without names.
    pub fn new() -> Self {
        let tracked (numbers, _) = GhostMapAuth::new(Map::empty());
        let tracked (names, _) = GhostMapAuth::new(Map::empty());
        let ghost maps = (numbers.id(), names.id());
        let tracked facts = Facts { numbers, names, known: Map::tracked_empty() };
        let names = Names { numbers: StringHashMap::new(), names: Vec::new(), facts: Tracked(facts) };
        Interner { names: RwLock::new(names, Ghost(Of { maps })) }
    }

    /// The symbol of a name.
    pub fn intern(&self, name: &str) -> (symbol: Symbol)
        ensures
            symbol.name() == name@,
            symbol.maps() == self.maps(),
    {
        let handle = self.names.acquire_read();
        let found = handle.borrow().find(name);
        handle.release_read();
        let (number, known) = match found {
            Some(found) => found,
            None => {
                let (mut names, handle) = self.names.acquire_write();
                let found = names.add(name); // FAILS
                handle.release_write(names);
                found
            },
        };
        Symbol { number, known, maps: Ghost(self.maps()), name: Ghost(name@) }
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: &Symbol) -> (name: String)
        requires
            symbol.maps() == self.maps(),
        ensures
            name@ == symbol.name(),
    {
        proof {
            use_type_invariant(symbol);
        }
        let handle = self.names.acquire_read();
        let names = handle.borrow();
        proof {
            symbol.known.borrow().name.agree(&names.facts.borrow().names);
        }
        let name = names.names[symbol.number].clone();
        handle.release_read();
        name
    }
}

/// The symbols of all names, in their order.
fn intern_all(interner: &Interner, names: &Vec<String>) -> (symbols: Vec<Symbol>)
    ensures
        symbols@.len() == names@.len(),
        forall|i: int|
            0 <= i < symbols@.len() ==> (#[trigger] symbols@[i]).name() == names@[i]@ && symbols@[i].maps()
                == interner.maps(),
{
    let mut symbols: Vec<Symbol> = Vec::new();
    for i in 0..names.len()
        invariant
            symbols@.len() == i,
            forall|k: int|
                0 <= k < i ==> (#[trigger] symbols@[k]).name() == names@[k]@ && symbols@[k].maps() == interner.maps(),
    {
        symbols.push(interner.intern(names[i].as_str()));
    }
    symbols
}

/// So many names, each of them twice.
fn some_names(n: usize) -> (names: Vec<String>)
    ensures
        names@.len() == n,
{
    let mut names: Vec<String> = Vec::new();
    for i in 0..n
        invariant
            names@.len() == i,
    {
        let mut name = String::from("a");
        let mut rest = i / 2;
        while rest > 0
            decreases rest,
        {
            name.push(if rest % 2 == 1 { 'x' } else { 'y' });
            rest = rest / 2;
        }
        names.push(name);
    }
    names
}

/// Threads that intern the same names. All get the same symbols.
fn intern_by_all(threads: usize, n: usize)
    requires
        threads <= 64,
        n <= 100_000,
{
    let interner = Arc::new(Interner::new());
    let names = Arc::new(some_names(n));
    let mut handles: Vec<JoinHandle<Vec<Symbol>>> = Vec::new();
    for _ in 0..threads
        invariant
            names@.len() == n,
            forall|k: int, symbols: Vec<Symbol>|
                0 <= k < handles@.len() && #[trigger] handles@[k].predicate(symbols) ==> are_symbols(
                    symbols@,
                    names@,
                    interner.maps(),
                ),
    {
        let (interner1, names1) = (interner.clone(), names.clone());
        handles.push(
            spawn(move || -> (symbols: Vec<Symbol>)
                ensures
                    are_symbols(symbols@, names1@, interner1.maps()),
                { intern_all(&interner1, &names1) }),
        );
    }
    let own = intern_all(&interner, &names);
    while handles.len() > 0
        invariant
            are_symbols(own@, names@, interner.maps()),
            forall|k: int, symbols: Vec<Symbol>|
                0 <= k < handles@.len() && #[trigger] handles@[k].predicate(symbols) ==> are_symbols(
                    symbols@,
                    names@,
                    interner.maps(),
                ),
        decreases handles@.len(),
    {
        if let Ok(symbols) = handles.pop().unwrap().join() {
            for i in 0..own.len()
                invariant
                    are_symbols(own@, names@, interner.maps()),
                    are_symbols(symbols@, names@, interner.maps()),
            {
                let is_same = own[i].same(&symbols[i]);
                let name = interner.name(&symbols[i]);
                assert!(is_same && name.eq(&names[i]));
            }
        }
    }
}

/// Whether these are the symbols of the names.
spec fn are_symbols(symbols: Seq<Symbol>, names: Seq<String>, maps: (Loc, Loc)) -> bool {
    &&& symbols.len() == names.len()
    &&& forall|i: int|
        0 <= i < symbols.len() ==> (#[trigger] symbols[i]).name() == names[i]@ && symbols[i].maps() == maps
}

} // verus!

/// All threads get the same symbols.
fn main() {
    intern_by_all(4, 2_000);
}
