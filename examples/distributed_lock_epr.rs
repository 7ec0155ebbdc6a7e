//! A distributed lock: nodes hand it on by messages, each with a higher epoch than the last.
//!
//! The protocol is that of `distributed_lock.rs`. Here that the invariant is inductive is shown in EPR mode, without a word
//! of proof: `mod model` says what the relations of the proof are in the protocol, and that each step of the protocol is
//! one of the proof.

use vstd::prelude::*;

verus! {

/// What a node knows.
pub struct Host {
    pub held: bool,
    pub epoch: nat,
}

/// Messages are never taken back, so they are facts: who was given the lock in which epoch, and who said to have it.
pub enum Message {
    Transfer { to: int, epoch: nat },
    Locked { by: int, epoch: nat },
}

/// The nodes and what was sent.
pub struct State {
    pub hosts: Map<int, Host>,
    pub sent: Set<Message>,
}

impl State {
    pub open spec fn held(self, n: int) -> bool {
        self.hosts.contains_key(n) && self.hosts[n].held
    }

    pub open spec fn transfer(self, n: int, epoch: nat) -> bool {
        self.sent.contains(Message::Transfer { to: n, epoch })
    }

    pub open spec fn locked(self, n: int, epoch: nat) -> bool {
        self.sent.contains(Message::Locked { by: n, epoch })
    }

    /// One node holds the lock, nothing was sent.
    pub open spec fn init(self, first: int) -> bool {
        &&& self.hosts.contains_key(first)
        &&& forall|n: int| #[trigger] self.hosts.contains_key(n) ==> self.hosts[n] == Host { held: n == first, epoch: 0 }
        &&& self.sent =~= Set::empty()
    }

    /// A node that holds the lock gives it to another, with the next epoch.
    pub open spec fn grant(self, next: State, from: int, to: int) -> bool {
        let epoch = self.hosts[from].epoch + 1;
        &&& self.held(from)
        &&& self.hosts.contains_key(to)
        &&& next.hosts == self.hosts.insert(from, Host { held: false, ..self.hosts[from] })
        &&& next.sent == self.sent.insert(Message::Transfer { to, epoch })
    }

    /// A node takes the lock that it was given, if it has not had it in this epoch, and says so.
    pub open spec fn accept(self, next: State, n: int, epoch: nat) -> bool {
        &&& self.hosts.contains_key(n)
        &&& self.transfer(n, epoch)
        &&& self.hosts[n].epoch < epoch
        &&& next.hosts == self.hosts.insert(n, Host { held: true, epoch })
        &&& next.sent == self.sent.insert(Message::Locked { by: n, epoch })
    }

    pub open spec fn next(self, next: State) -> bool {
        ||| exists|from: int, to: int| #[trigger] self.grant(next, from, to)
        ||| exists|n: int, epoch: nat| #[trigger] self.accept(next, n, epoch)
    }

    /// In no epoch do two nodes say that they have the lock.
    pub open spec fn safe(self) -> bool {
        forall|n: int, m: int, epoch: nat| #[trigger] self.locked(n, epoch) && #[trigger] self.locked(m, epoch) ==> n == m
    }
}

/// The types and relations of the proof.
mod model {
    use super::{State, steps};
    use vstd::prelude::*;

    vstd::epr_model! {
        sort Node(int);
        sort Epoch(nat) ordered by le, le_is_an_order;
        sort System(State);
        relation held(s: System, n: Node) { s.value.held(n.value) }
        function epoch(s: System, n: Node) -> Epoch { Epoch { value: s.value.hosts[n.value].epoch } }
        relation transfer(s: System, n: Node, e: Epoch) { s.value.transfer(n.value, e.value) }
        relation locked(s: System, n: Node, e: Epoch) { s.value.locked(n.value, e.value) }
    }

    /// Each step of the protocol is one of the proof.
    pub proof fn steps_are_steps(s: State, t: State)
        ensures
            forall|n: int| #[trigger] s.init(n) ==> steps::init(System::of(s), Node::of(n)),
            forall|from: int, to: int| #[trigger] s.grant(t, from, to) ==> exists|new: Epoch|
                #[trigger] steps::grant(System::of(s), System::of(t), Node::of(from), Node::of(to), new),
            forall|n: int, e: nat| #[trigger] s.accept(t, n, e) ==>
                steps::accept(System::of(s), System::of(t), Node::of(n), Epoch::of(e)),
            steps::safe(System::of(s)) ==> s.safe(),
    {
        let next = |from: int| Epoch::of(s.hosts[from].epoch + 1);
        assert forall|from: int, to: int| #[trigger] s.grant(t, from, to) implies
            steps::grant(System::of(s), System::of(t), Node::of(from), Node::of(to), next(from)) by {}
        assert forall|n: int, e: nat| #[trigger] s.locked(n, e) implies
            locked(System::of(s), Node::of(n), Epoch::of(e)) by {}
    }
}

/// The protocol on sorts and relations, and the proof of it.
mod steps {
    #![verifier::epr_mode]

    use super::model::*;
    use vstd::prelude::*;

    pub open spec fn init(s: System, first: Node) -> bool {
        &&& forall|n: Node| #[trigger] held(s, n) ==> n == first
        &&& forall|n: Node, e: Epoch| !#[trigger] transfer(s, n, e)
        &&& forall|n: Node, e: Epoch| !#[trigger] locked(s, n, e)
    }

    pub open spec fn grant(s: System, t: System, from: Node, to: Node, new: Epoch) -> bool {
        &&& held(s, from)
        &&& !le(new, epoch(s, from))
        &&& forall|n: Node| #[trigger] held(t, n) <==> held(s, n) && n != from
        &&& forall|n: Node| #[trigger] epoch(t, n) == epoch(s, n)
        &&& forall|n: Node, e: Epoch| #[trigger] transfer(t, n, e) <==> transfer(s, n, e) || n == to && e == new
        &&& forall|n: Node, e: Epoch| #[trigger] locked(t, n, e) <==> locked(s, n, e)
    }

    pub open spec fn accept(s: System, t: System, by: Node, now: Epoch) -> bool {
        &&& transfer(s, by, now)
        &&& !le(now, epoch(s, by))
        &&& forall|n: Node| #[trigger] held(t, n) <==> held(s, n) || n == by
        &&& forall|n: Node| #[trigger] epoch(t, n) == if n == by { now } else { epoch(s, n) }
        &&& forall|n: Node, e: Epoch| #[trigger] transfer(t, n, e) <==> transfer(s, n, e)
        &&& forall|n: Node, e: Epoch| #[trigger] locked(t, n, e) <==> locked(s, n, e) || n == by && e == now
    }

    pub open spec fn next(s: System, t: System) -> bool {
        ||| exists|from: Node, to: Node, new: Epoch| #[trigger] grant(s, t, from, to, new)
        ||| exists|by: Node, now: Epoch| #[trigger] accept(s, t, by, now)
    }

    pub closed spec fn pending(s: System, n: Node, e: Epoch) -> bool {
        transfer(s, n, e) && !le(e, epoch(s, n))
    }

    pub closed spec fn inductive(s: System) -> bool {
        &&& forall|n: Node, m: Node| held(s, n) && held(s, m) ==> n == m
        &&& forall|n: Node, m: Node, e: Epoch| held(s, n) && transfer(s, m, e) ==> le(e, epoch(s, n))
        &&& forall|n: Node, m: Node, e: Epoch| pending(s, n, e) ==> !held(s, m)
        &&& forall|n: Node, m: Node, e: Epoch, f: Epoch| pending(s, n, e) && transfer(s, m, f) ==> le(f, e)
        &&& forall|n: Node, m: Node, e: Epoch| transfer(s, n, e) && transfer(s, m, e) ==> n == m
        &&& forall|n: Node, e: Epoch| locked(s, n, e) ==> transfer(s, n, e)
    }

    pub proof fn lemma_init(s: System, first: Node)
        requires
            init(s, first),
        ensures
            inductive(s),
    {
    }

    pub proof fn lemma_next(s: System, t: System)
        requires
            inductive(s),
            next(s, t),
        ensures
            inductive(t),
    {
        le_is_an_order();
    }

    pub open spec fn safe(s: System) -> bool {
        forall|n: Node, m: Node, e: Epoch| #[trigger] locked(s, n, e) && #[trigger] locked(s, m, e) ==> n == m
    }

    pub proof fn lemma_safe(s: System)
        requires
            inductive(s),
        ensures
            safe(s),
    {
    }
}

use model::{Node, System};

impl State {
    /// What holds always, said in the words of the proof.
    pub closed spec fn good(self) -> bool {
        steps::inductive(System::of(self))
    }
}

/// It holds at the beginning.
pub proof fn lemma_init(s: State, first: int)
    requires
        s.init(first),
    ensures
        s.good(),
{
    model::steps_are_steps(s, s);
    steps::lemma_init(System::of(s), Node::of(first));
}

/// Every step keeps it.
pub proof fn lemma_next(s: State, t: State)
    requires
        s.good(),
        s.next(t),
    ensures
        t.good(),
{
    model::steps_are_steps(s, t);
    steps::lemma_next(System::of(s), System::of(t));
}

/// It is enough: at most one node has the lock in an epoch.
pub proof fn lemma_safe(s: State)
    requires
        s.good(),
    ensures
        s.safe(),
{
    model::steps_are_steps(s, s);
    steps::lemma_safe(System::of(s));
}

} // verus!

fn main() {}
