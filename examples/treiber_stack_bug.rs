//! The stack of `treiber_stack.rs` with a bug: `push` looks at the head again after it has written it into its node, and
//! compares with what it saw last. Nodes that were pushed in between are lost, and popped ones come back.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::prelude::*;
use vstd::shared::*;
use vstd::simple_pptr::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// What is in the memory of a node.
#[derive(Clone, Copy)]
pub struct Node {
    pub value: u64,
    /// The address of the next node, or zero.
    pub next: usize,
}

global size_of Node == 16;

tokenized_state_machine! { Nodes {
    fields {
        /// What each node was made with, by its address.
        #[sharding(variable)]
        pub known: Map<usize, Node>,

        #[sharding(persistent_map)]
        pub facts: Map<usize, Node>,
    }

    init! {
        start() {
            init known = Map::empty();
            init facts = Map::empty();
        }
    }

    transition! {
        make(at: usize, node: Node) {
            require !pre.known.contains_key(at);
            update known = pre.known.insert(at, node);
        }
    }

    transition! {
        learn(at: usize) {
            require pre.known.contains_key(at);
            add facts (union)= [at => pre.known[at]];
        }
    }

    property! {
        is_so(at: usize) {
            have facts >= [at => let node];
            assert pre.known.contains_key(at) && pre.known[at] == node;
        }
    }

    #[invariant]
    pub fn facts_are_known(&self) -> bool {
        forall|at: usize| #[trigger] self.facts.contains_key(at) ==> self.known.contains_key(at) && self.known[at]
            == self.facts[at]
    }

    #[inductive(start)]
    fn start_inductive(post: Self) {
    }

    #[inductive(make)]
    fn make_inductive(pre: Self, post: Self, at: usize, node: Node) {
    }

    #[inductive(learn)]
    fn learn_inductive(pre: Self, post: Self, at: usize) {
    }
} }

/// What belongs to a value.
pub trait Belongs<G> {
    spec fn belongs(value: u64, g: G) -> bool;
}

/// The first address of a list.
pub open spec fn first(list: Seq<usize>) -> usize {
    if list.len() > 0 {
        list[0]
    } else {
        0
    }
}

/// What is in a stack.
pub tracked struct Contents<G> {
    /// The addresses of the nodes, from the head on.
    pub ghost list: Seq<usize>,
    /// All nodes that there ever were.
    pub tracked nodes: Map<usize, Shared<PointsTo<Node>>>,
    pub tracked known: Nodes::known,
    /// What belongs to the values in the list.
    pub tracked owned: Map<usize, G>,
}

impl<G> Contents<G> {
    /// Whether the list begins here, and each node leads to the next one.
    pub open spec fn is_list(self, head: usize) -> bool {
        &&& head == first(self.list)
        &&& self.list.no_duplicates()
        &&& forall|i: int| 0 <= i < self.list.len() ==> #[trigger] self.list[i] != 0
        &&& forall|i: int| 0 <= i < self.list.len() ==> self.known.value().contains_key(#[trigger] self.list[i])
        &&& forall|i: int|
            0 <= i < self.list.len() ==> self.known.value()[#[trigger] self.list[i]].next == first(
                self.list.skip(i + 1),
            )
    }

    /// Whether each node is shared, and is what is known of it.
    pub open spec fn are_nodes_shared(self) -> bool {
        forall|at: usize| #[trigger] self.known.value().contains_key(at) ==> self.nodes.contains_key(at) && {
            let perm = self.nodes[at]@;
            &&& perm.addr() == at
            &&& perm.is_init()
            &&& perm.value() == self.known.value()[at]
        }
    }

    /// Whether there is something that belongs to each value.
    pub open spec fn owns<B: Belongs<G>>(self) -> bool {
        forall|i: int| 0 <= i < self.list.len() ==> self.owned.contains_key(#[trigger] self.list[i]) && B::belongs(
            self.known.value()[self.list[i]].value,
            self.owned[self.list[i]],
        )
    }
}

struct_with_invariants! {
    /// A stack of values.
    pub struct Stack<G, B: Belongs<G>> {
        head: AtomicUsize<_, Contents<G>, _>,
        instance: Tracked<Nodes::Instance>,
        belongs: Ghost<Option<B>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        invariant on head with (instance, belongs) is (v: usize, g: Contents<G>) {
            &&& g.known.instance_id() == instance@.id()
            &&& g.is_list(v)
            &&& g.are_nodes_shared()
            &&& g.owns::<B>()
        }
    }
}

impl<G, B: Belongs<G>> Stack<G, B> {
    /// A stack without values.
    pub fn new() -> Self {
        let tracked (Tracked(instance), Tracked(known), _) = Nodes::Instance::start();
        let instance = Tracked(instance);
        let belongs = Ghost(None);
        let tracked contents = Contents {
            list: Seq::empty(),
            nodes: Map::tracked_empty(),
            known,
            owned: Map::tracked_empty(),
        };
        let head = AtomicUsize::new(Ghost((instance, belongs)), 0, Tracked(contents));
        Stack { head, instance, belongs }
    }

    /// Puts a node on the top, unless another thread is faster: then it gives back what it got.
    fn try_push(
        &self,
        node: PPtr<Node>,
        value: u64,
        Tracked(perm): Tracked<PointsTo<Node>>,
        Tracked(g): Tracked<G>,
    ) -> (back: Option<(Tracked<PointsTo<Node>>, Tracked<G>)>)
        requires
            perm.pptr() == node,
            B::belongs(value, g),
        ensures
            back matches Some(back) ==> back.0@.pptr() == node && back.1@ == g,
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut perm = perm;
        let next = self.head.load();
        node.write(Tracked(&mut perm), Node { value, next });
        let at = node.addr();
        let next = self.head.load();
        let tracked mut back = None;
        let result = atomic_with_ghost!( // FAILS
            self.head => compare_exchange(next, at);
            returning res;
            ghost contents => {
                if res is Ok {
                    perm.is_nonnull();
                    if contents.known.value().contains_key(at) {
                        // No node is where another one is.
                        perm.is_distinct(contents.nodes.tracked_borrow(at).borrow());
                    }
                    let ghost before = contents;
                    let ghost new = perm.value();
                    let tracked Contents { list, nodes, known, owned } = contents;
                    let tracked (mut nodes, mut known, mut owned) = (nodes, known, owned);
                    instance.make(at, new, &mut known);
                    nodes.tracked_insert(at, Shared::new(perm));
                    owned.tracked_insert(at, g);
                    contents = Contents { list: seq![at] + list, nodes, known, owned };
                    assert(contents.list.skip(1) =~= before.list);
                    assert forall|i: int| 1 <= i < contents.list.len() implies #[trigger] contents.list[i]
                        == before.list[i - 1] && contents.list.skip(i + 1) =~= before.list.skip(i) by {}
                } else {
                    back = Some((perm, g));
                }
            }
        );
        if result.is_ok() {
            None
        } else {
            let tracked (perm, g) = back.tracked_unwrap();
            Some((Tracked(perm), Tracked(g)))
        }
    }

    /// Puts a value on the top.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn push(&self, value: u64, Tracked(g): Tracked<G>)
        requires
            B::belongs(value, g),
    {
        let (node, perm) = PPtr::new(Node { value, next: 0 });
        let mut perm = perm;
        let mut owned = Tracked(g);
        loop
            invariant
                perm@.pptr() == node,
                B::belongs(value, owned@),
        {
            match self.try_push(node, value, perm, owned) {
                None => {
                    return;
                },
                Some((p, g)) => {
                    perm = p;
                    owned = g;
                },
            }
        }
    }

    /// Takes the value from the top, unless another thread is faster (`Err`). There is none on an empty stack.
    fn try_pop(&self) -> (res: Result<Option<(u64, Tracked<G>)>, ()>)
        ensures
            res matches Ok(Some(popped)) ==> B::belongs(popped.0, popped.1@),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut seen = None;
        let at = atomic_with_ghost!(
            self.head => load();
            returning at;
            ghost contents => {
                if at > 0 {
                    assert(contents.list[0] == at);
                    let tracked fact = instance.learn(at, &contents.known);
                    seen = Some((contents.nodes.tracked_borrow(at).clone(), fact));
                }
            }
        );
        if at == 0 {
            return Ok(None);
        }
        let tracked (shared, fact) = seen.tracked_unwrap();
        let node = *PPtr::<Node>::from_addr(at).borrow(Tracked(shared.borrow()));
        let tracked mut taken = None;
        let result = atomic_with_ghost!(
            self.head => compare_exchange(at, node.next);
            returning res;
            ghost contents => {
                if res is Ok {
                    // The node is what it was.
                    instance.is_so(at, &contents.known, &fact);
                    let ghost before = contents;
                    assert(before.list[0] == at);
                    let tracked Contents { list, nodes, known, owned } = contents;
                    let tracked mut owned = owned;
                    taken = Some(owned.tracked_remove(at));
                    contents = Contents { list: list.skip(1), nodes, known, owned };
                    assert forall|i: int| 0 <= i < contents.list.len() implies #[trigger] contents.list[i]
                        == before.list[i + 1] && contents.list.skip(i + 1) =~= before.list.skip(i + 2) by {}
                }
            }
        );
        if result.is_ok() {
            Ok(Some((node.value, Tracked(taken.tracked_unwrap()))))
        } else {
            Err(())
        }
    }

    /// Takes the value from the top. There is none on an empty stack.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn pop(&self) -> (res: Option<(u64, Tracked<G>)>)
        ensures
            res matches Some(popped) ==> B::belongs(popped.0, popped.1@),
    {
        loop {
            if let Ok(popped) = self.try_pop() {
                return popped;
            }
        }
    }
}

/// The permission for a number in memory belongs to its address.
struct Address;

impl Belongs<PointsTo<u64>> for Address {
    open spec fn belongs(value: u64, perm: PointsTo<u64>) -> bool {
        perm.addr() == value && perm.is_init()
    }
}

/// Puts boxes with the numbers below `n` on the stack, and takes as many off. The result is the sum of what it got.
fn exchange(stack: &Stack<PointsTo<u64>, Address>, n: u64) -> (sum: u64) {
    let mut sum: u64 = 0;
    for i in 0..n {
        let (number, Tracked(perm)) = PPtr::new(i);
        stack.push(number.addr() as u64, Tracked(perm));
        if let Some((at, perm)) = stack.pop() {
            let number = PPtr::<u64>::from_addr(at as usize);
            sum = sum.wrapping_add(number.into_inner(perm));
        }
    }
    sum
}

/// Threads exchange numbers. The result is the sum of what all got.
fn exchange_all(threads: usize, n: u64) -> (sum: Option<u64>)
    requires
        threads <= 64,
        n <= 100_000,
{
    let stack: Arc<Stack<PointsTo<u64>, Address>> = Arc::new(Stack::new());
    let mut handles: Vec<JoinHandle<u64>> = Vec::new();
    for _ in 0..threads {
        let stack = stack.clone();
        handles.push(spawn(move || exchange(&stack, n)));
    }
    let mut sum: u64 = 0;
    while handles.len() > 0
        decreases handles@.len(),
    {
        match handles.pop().unwrap().join() {
            Ok(part) => {
                sum = sum.wrapping_add(part);
            },
            Err(_) => {
                return None;
            },
        }
    }
    Some(sum)
}

} // verus!

/// Each number is popped once.
fn main() {
    assert_eq!(exchange_all(3, 20_000), Some(3 * (20_000 * 19_999 / 2)));
}
