//! A distributed lock: nodes hand it on by messages, each with a higher epoch than the last.
//!
//! The protocol is the lock service of IronFleet. Here the usual prover checks that the invariant is inductive;
//! `distributed_lock_epr.rs` has the same protocol with a proof that is found by itself.

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

    /// The lock was given to the node, and it has not taken it yet.
    pub open spec fn pending(self, n: int, epoch: nat) -> bool {
        self.transfer(n, epoch) && self.hosts[n].epoch < epoch
    }

    /// What holds always.
    pub open spec fn invariant(self) -> bool {
        &&& forall|n: int, epoch: nat| #[trigger] self.transfer(n, epoch) ==> self.hosts.contains_key(n)
        &&& forall|n: int, m: int| #[trigger] self.held(n) && #[trigger] self.held(m) ==> n == m
        &&& forall|n: int, m: int, epoch: nat| #[trigger] self.held(n) && #[trigger] self.transfer(m, epoch)
            ==> epoch <= self.hosts[n].epoch
        &&& forall|n: int, m: int, epoch: nat| #[trigger] self.transfer(m, epoch) && self.pending(m, epoch)
            ==> !#[trigger] self.held(n)
        &&& forall|n: int, m: int, e: nat, f: nat| #[trigger] self.transfer(n, e) && self.pending(n, e)
            && #[trigger] self.transfer(m, f) ==> f <= e && (e == f ==> n == m)
        &&& forall|n: int, m: int, epoch: nat| #[trigger] self.transfer(n, epoch) && #[trigger] self.transfer(m, epoch)
            ==> n == m
        &&& forall|n: int, epoch: nat| #[trigger] self.locked(n, epoch) ==> self.transfer(n, epoch)
    }
}

/// The invariant holds at the beginning.
pub proof fn lemma_init(s: State, first: int)
    requires s.init(first),
    ensures s.invariant(),
{
}

/// Every step keeps it.
pub proof fn lemma_next(s: State, t: State)
    requires s.invariant(), s.next(t),
    ensures t.invariant(),
{
    if exists|from: int, to: int| #[trigger] s.grant(t, from, to) {
        let (from, to) = choose|from: int, to: int| #[trigger] s.grant(t, from, to);
        let new = s.hosts[from].epoch + 1;
        assert forall|n: int, epoch: nat| #[trigger] t.transfer(n, epoch) implies
            s.transfer(n, epoch) || n == to && epoch == new by {}
        assert forall|n: int, epoch: nat| #[trigger] t.locked(n, epoch) implies s.locked(n, epoch) by {}
        assert forall|n: int| !#[trigger] t.held(n) by {
            assert(s.held(from));
            assert(t.held(n) ==> s.held(n));
        }
    } else {
        let (a, now) = choose|n: int, epoch: nat| #[trigger] s.accept(t, n, epoch);
        assert forall|n: int, epoch: nat| #[trigger] t.transfer(n, epoch) implies s.transfer(n, epoch) by {}
        assert forall|n: int, epoch: nat| #[trigger] t.locked(n, epoch) implies
            s.locked(n, epoch) || n == a && epoch == now by {}
        assert forall|n: int| #[trigger] t.held(n) implies n == a by {
            assert(s.transfer(a, now) && s.pending(a, now));
            assert(!s.held(n));
        }
        assert forall|n: int, epoch: nat| #[trigger] s.transfer(n, epoch) implies t.transfer(n, epoch) by {}
    }
}

/// What holds always is enough: at most one node has the lock in an epoch.
pub proof fn lemma_safe(s: State)
    requires s.invariant(),
    ensures s.safe(),
{
}

} // verus!

fn main() {}
