//! Pointers that share a value, and count themselves. The memory of the value has the count beside it. The machine
//! stores the permission for the memory; each pointer has a token with which it may look at it. Whoever drops the last
//! pointer gets the permission, and with it the value and the memory.

use vstd::atomic_ghost::*;
use vstd::multiset::*;
use vstd::prelude::*;
use vstd::simple_pptr::*;

verus! {

tokenized_state_machine! { RefCount<P> {
    fields {
        /// How many pointers there are.
        #[sharding(variable)]
        pub count: nat,

        #[sharding(storage_option)]
        pub storage: Option<P>,

        /// The right to put the memory in, before there is a pointer.
        #[sharding(option)]
        pub unused: Option<()>,

        /// One for each pointer.
        #[sharding(multiset)]
        pub pointers: Multiset<P>,
    }

    init! {
        initialize() {
            init count = 0;
            init storage = None;
            init unused = Some(());
            init pointers = Multiset::empty();
        }
    }

    transition! {
        put(perm: P) {
            remove unused -= Some(());
            update count = 1;
            deposit storage += Some(perm);
            add pointers += { perm };
        }
    }

    transition! {
        point(perm: P) {
            have pointers >= { perm };
            add pointers += { perm };
            update count = pre.count + 1;
        }
    }

    transition! {
        drop(perm: P) {
            require pre.count > 1;
            remove pointers -= { perm };
            update count = (pre.count - 1) as nat;
        }
    }

    transition! {
        drop_last(perm: P) {
            require pre.count == 1;
            remove pointers -= { perm };
            update count = 0;
            withdraw storage -= Some(perm);
        }
    }

    property! {
        look(perm: P) {
            have pointers >= { perm };
            guard storage >= Some(perm);
        }
    }

    property! {
        is_counted(perm: P) {
            have pointers >= { perm };
            assert pre.count >= 1;
        }
    }

    #[invariant]
    pub fn all_are_counted(&self) -> bool {
        self.count == self.pointers.len()
    }

    #[invariant]
    pub fn stored_while_pointed_to(&self) -> bool {
        &&& self.unused is Some ==> self.count == 0 && self.storage is None
        &&& forall|perm: P| #[trigger] self.pointers.count(perm) > 0 ==> self.storage == Some(perm)
    }

    #[inductive(initialize)]
    fn initialize_inductive(post: Self) {
    }

    #[inductive(put)]
    fn put_inductive(pre: Self, post: Self, perm: P) {
    }

    #[inductive(point)]
    fn point_inductive(pre: Self, post: Self, perm: P) {
    }

    #[inductive(drop)]
    fn drop_inductive(pre: Self, post: Self, perm: P) {
    }

    #[inductive(drop_last)]
    fn drop_last_inductive(pre: Self, post: Self, perm: P) {
        // The one that goes was the only one.
        assert(post.pointers.len() == 0);
    }
} }

struct_with_invariants! {
    /// What is in the memory.
    struct Shared<T> {
        count: AtomicU64<_, RefCount::count<PointsTo<Shared<T>>>, _>,
        instance: Tracked<RefCount::Instance<PointsTo<Shared<T>>>>,
        value: T,
    }

    spec fn wf(&self) -> bool {
        invariant on count with (instance) is (v: u64, g: RefCount::count<PointsTo<Shared<T>>>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// A pointer to a value that others may point to.
pub struct Rc<T> {
    ptr: PPtr<Shared<T>>,
    instance: Tracked<RefCount::Instance<PointsTo<Shared<T>>>>,
    token: Tracked<RefCount::pointers<PointsTo<Shared<T>>>>,
}

impl<T> Rc<T> {
    #[verifier::type_invariant]
    spec fn wf(self) -> bool {
        let perm = self.token@.element();
        &&& self.token@.instance_id() == self.instance@.id()
        &&& perm.pptr() == self.ptr
        &&& perm.is_init()
        &&& perm.value().wf()
        &&& perm.value().instance == self.instance
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.token@.element().value().value
    }

    /// Puts a value on the heap.
    pub fn new(value: T) -> (rc: Self)
        ensures
            rc@ == value,
    {
        let tracked (Tracked(instance), Tracked(count), Tracked(unused), _) = RefCount::Instance::initialize(None);
        let instance: Tracked<RefCount::Instance<PointsTo<Shared<T>>>> = Tracked(instance);
        let count = AtomicU64::new(Ghost(instance), 0, Tracked(count));
        let (ptr, Tracked(perm)) = PPtr::new(Shared { count, instance: instance.clone(), value });
        let tracked mut token = None;
        atomic_with_ghost!(
            ptr.borrow(Tracked(&perm)).count => store(1);
            ghost g => {
                token = Some(instance.borrow().put(perm, &mut g, perm, unused.tracked_unwrap()));
            }
        );
        Rc { ptr, instance, token: Tracked(token.tracked_unwrap()) }
    }

    /// Looks at the value.
    pub fn borrow(&self) -> (value: &T)
        ensures
            *value == self@,
    {
        proof {
            use_type_invariant(self);
        }
        let tracked perm = self.instance.borrow().look(self.token@.element(), self.token.borrow());
        &self.ptr.borrow(Tracked(perm)).value
    }

    /// Another pointer to the value, unless there are too many or another thread was faster.
    fn try_clone(&self) -> (rc: Option<Self>)
        ensures
            rc matches Some(other) ==> other@ == self@,
    {
        proof {
            use_type_invariant(self);
        }
        let ghost perm = self.token@.element();
        let tracked now = self.instance.borrow().look(perm, self.token.borrow());
        let shared = self.ptr.borrow(Tracked(now));
        let count = shared.count.load();
        if count == u64::MAX {
            return None;
        }
        let tracked mut token = None;
        let result = atomic_with_ghost!(
            shared.count => compare_exchange(count, count + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    token = Some(self.instance.borrow().point(perm, &mut g, self.token.borrow()));
                }
            }
        );
        if result.is_err() {
            return None;
        }
        Some(Rc { ptr: self.ptr, instance: self.instance.clone(), token: Tracked(token.tracked_unwrap()) })
    }

    /// Another pointer to the value.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn clone(&self) -> (rc: Self)
        ensures
            rc@ == self@,
    {
        loop {
            if let Some(rc) = self.try_clone() {
                return rc;
            }
        }
    }

    /// Ends the pointer. The last one gives the value.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn dispose(self) -> (res: Option<T>)
        ensures
            res matches Some(value) ==> value == self@,
    {
        proof {
            use_type_invariant(&self);
        }
        let Rc { ptr, instance, token: Tracked(token) } = self;
        let ghost perm = token.element();
        let tracked mut token = Some(token);
        let tracked mut last: Option<PointsTo<Shared<T>>> = None;
        loop
            invariant
                token == Some(self.token@),
                perm == self.token@.element(),
                self.wf(),
                ptr == self.ptr,
                instance == self.instance,
        {
            let count = {
                let tracked now = instance.borrow().look(perm, token.tracked_borrow());
                let shared = ptr.borrow(Tracked(now));
                atomic_with_ghost!(
                    shared.count => load();
                    ghost g => {
                        instance.borrow().is_counted(perm, &g, token.tracked_borrow());
                    }
                )
            };
            let tracked now = instance.borrow().look(perm, token.tracked_borrow());
            let shared = ptr.borrow(Tracked(now));
            let result = atomic_with_ghost!(
                shared.count => compare_exchange(count, count - 1);
                returning res;
                ghost g => {
                    if res is Ok {
                        if count == 1 {
                            let tracked mine = token.tracked_take();
                            let tracked all = instance.borrow().drop_last(perm, &mut g, mine);
                            last = Some(all);
                        } else {
                            instance.borrow().drop(perm, &mut g, token.tracked_take());
                        }
                    }
                }
            );
            if result.is_ok() {
                if count == 1 {
                    let tracked perm = last.tracked_unwrap();
                    return Some(ptr.into_inner(Tracked(perm)).value);
                }
                return None;
            }
        }
    }
}

fn main() {
    let first = Rc::new(42u64);
    let second = first.clone();
    let v = *second.borrow();
    assert(v == 42);
    let a = first.dispose();
    let b = second.dispose();
    assert(a is None || a == Some(42u64));
    assert(b is None || b == Some(42u64));
}

} // verus!
