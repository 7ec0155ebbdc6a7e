use vstd::prelude::*;

macro_rules! epr_model {
    ($($tokens:tt)*) => { epr_items! { $($tokens)* } };
}
macro_rules! epr_items {
    () => {};
    ($(#[$meta:meta])* sort $name:ident($concrete:ty) ordered by $le:ident via $lemma:ident; $($rest:tt)*) => {
        epr_items! { $(#[$meta])* sort $name($concrete); }
        ::vstd::prelude::verus! {
            pub closed spec fn $le(a: $name, b: $name) -> bool {
                a.value <= b.value
            }
            pub proof fn $lemma()
                ensures
                    forall|a: $name, b: $name| #![all_triggers] $le(a, b) || $le(b, a),
                    forall|a: $name, b: $name| #![all_triggers] $le(a, b) && $le(b, a) ==> a == b,
                    forall|a: $name, b: $name, c: $name| #![all_triggers] $le(a, b) && $le(b, c) ==> $le(a, c),
            {
            }
        }
        epr_items! { $($rest)* }
    };
    ($(#[$meta:meta])* sort $name:ident($concrete:ty); $($rest:tt)*) => {
        ::vstd::prelude::verus! {
            $(#[$meta])*
            pub struct $name { value: $concrete }
            impl $name {
                pub closed spec fn of(value: $concrete) -> $name { $name { value } }
                pub closed spec fn value(self) -> $concrete { self.value }
            }
        }
        epr_items! { $($rest)* }
    };
    ($(#[$meta:meta])* relation $name:ident($($param:ident: $ty:ty),* $(,)?) $body:block $($rest:tt)*) => {
        epr_items! { $(#[$meta])* function $name($($param: $ty),*) -> bool $body $($rest)* }
    };
    ($(#[$meta:meta])* function $name:ident($($param:ident: $ty:ty),* $(,)?) -> $result:ty $body:block $($rest:tt)*) => {
        ::vstd::prelude::verus! {
            $(#[$meta])*
            pub closed spec fn $name($($param: $ty),*) -> $result $body
        }
        epr_items! { $($rest)* }
    };
}

mod protocol {
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
}

}

mod model {
    use super::protocol::*;
    use super::steps;
    use vstd::prelude::*;

    epr_model! {
        sort Node(int);
        sort Epoch(nat) ordered by le via le_is_an_order;
        sort System(State);
        relation held(s: System, n: Node) { s.value.held(n.value) }
        function epoch(s: System, n: Node) -> Epoch { Epoch { value: s.value.hosts[n.value].epoch } }
        relation transfer(s: System, n: Node, e: Epoch) { s.value.transfer(n.value, e.value) }
        relation locked(s: System, n: Node, e: Epoch) { s.value.locked(n.value, e.value) }
    }
    verus! {
    pub proof fn steps_are_steps(s: State, t: State)
        ensures
            forall|n: int| #[trigger] s.init(n) ==> steps::init(System::of(s), Node::of(n)),
            s.next(t) ==> steps::next(System::of(s), System::of(t)),
            steps::safe(System::of(s)) ==> s.safe(),
    {
        let (a, b) = (System::of(s), System::of(t));
        if exists|from: int, to: int| #[trigger] s.grant(t, from, to) {
            let (from, to) = choose|from: int, to: int| #[trigger] s.grant(t, from, to);
            assert(steps::grant(a, b, Node::of(from), Node::of(to), Epoch::of(s.hosts[from].epoch + 1)));
        }
        if exists|n: int, epoch: nat| #[trigger] s.accept(t, n, epoch) {
            let (n, epoch) = choose|n: int, epoch: nat| #[trigger] s.accept(t, n, epoch);
            assert(steps::accept(a, b, Node::of(n), Epoch::of(epoch)));
        }
        if steps::safe(a) {
            assert forall|n: int, m: int, epoch: nat| #[trigger] s.locked(n, epoch) && #[trigger] s.locked(m, epoch) implies n == m by {
                assert(locked(a, Node::of(n), Epoch::of(epoch)) && locked(a, Node::of(m), Epoch::of(epoch)));
            }
        }
    }
    }
}

mod steps {
    #![verifier::epr_mode]
    use super::model::*;
    use vstd::prelude::*;
    verus! {
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
        ||| exists|n: Node, e: Epoch| #[trigger] accept(s, t, n, e)
    }
    pub open spec fn safe(s: System) -> bool {
        forall|n: Node, m: Node, e: Epoch| #[trigger] locked(s, n, e) && #[trigger] locked(s, m, e) ==> n == m
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
        requires init(s, first),
        ensures inductive(s),
    {}
    pub proof fn lemma_next(s: System, t: System)
        requires inductive(s), next(s, t),
        ensures inductive(t),
    { le_is_an_order(); }
    pub proof fn lemma_safe(s: System)
        requires inductive(s),
        ensures safe(s),
    {}
    }
}
fn main() {}
