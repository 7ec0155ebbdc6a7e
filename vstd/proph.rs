//! Prophecies: ghost values that are not known before they are resolved.
//!
//! trusted: a prophecy is resolved once, since resolving takes it, and to what does not depend on a prophecy that
//! is resolved later.

#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

/// Its value is what it will be resolved to, in code that runs.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct Prophecy<T> {
    v: Ghost<T>,
}

impl<T> Prophecy<T> where T: Structural {
    /// What it will be resolved to.
    pub uninterp spec fn view(self) -> T;

    /// A new prophecy.
    #[inline(always)]
    #[verifier::external_body]
    pub exec fn new() -> (proph_var: Self) {
        Prophecy { v: Ghost::assume_new() }
    }

    /// Its value is known from now on.
    #[inline(always)]
    #[verifier::external_body]
    pub exec fn resolve(self, v: &T)
        ensures
            self@ == *v,
    {
    }
}

/// Its value is what it will be resolved to.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub tracked struct ProphecyGhost<T> {
    t: Ghost<T>,
}

impl<T> ProphecyGhost<T> {
    /// What it will be resolved to.
    #[verifier::prophetic]
    pub uninterp spec fn value(&self) -> T;

    /// A new prophecy.
    pub axiom fn new() -> (tracked proph_var: Self)
    ;

    /// Its value is known from now on.
    pub proof fn resolve(tracked self, value: T)
        ensures
            self.value() == value,
    {
        let tracked other = ProphecyGhost::<()>::new();
        self.resolve_dependent(&other, |nothing: ()| value);
    }

    /// Its value is made from two that are not resolved yet.
    pub axiom fn resolve_dependent_2<U, V>(
        tracked self,
        tracked u: &ProphecyGhost<U>,
        tracked v: &ProphecyGhost<V>,
        f: spec_fn(U, V) -> T,
    )
        ensures
            self.value() == f(u.value(), v.value()),
    ;

    /// Its value is made from three that are not resolved yet.
    pub proof fn resolve_dependent_3<U, V, W>(
        tracked self,
        tracked u: &ProphecyGhost<U>,
        tracked v: &ProphecyGhost<V>,
        tracked w: &ProphecyGhost<W>,
        f: spec_fn(U, V, W) -> T,
    )
        ensures
            self.value() == f(u.value(), v.value(), w.value()),
    {
        let tracked pair = ProphecyGhost::<(U, V)>::new();
        self.resolve_dependent_2(&pair, w, |p: (U, V), c: W| f(p.0, p.1, c));
        pair.resolve_dependent_2(u, v, |a: U, b: V| (a, b));
    }

    /// Its value is made from one that is not resolved yet.
    pub proof fn resolve_dependent<U>(tracked self, tracked u: &ProphecyGhost<U>, f: spec_fn(U) -> T)
        ensures
            self.value() == f(u.value()),
    {
        self.resolve_dependent_2(u, u, |a: U, b: U| f(a));
    }
}

/// Its value is the sequence of what it will be resolved to, step by step.
pub tracked struct ProphecySeq<T> {
    tracked var: ProphecyGhost<Seq<T>>,
}

impl<T> ProphecySeq<T> {
    /// What it will be resolved to, from now on.
    #[verifier::prophetic]
    pub closed spec fn seq(&self) -> Seq<T> {
        self.var.value()
    }

    /// A new prophecy.
    pub proof fn new() -> (tracked proph_var: Self) {
        ProphecySeq { var: ProphecyGhost::new() }
    }

    /// The next element is known from now on.
    pub proof fn resolve_cons(tracked &mut self, v: T)
        ensures
            old(self).seq() == Seq::<T>::empty().push(v) + final(self).seq(),
    {
        let tracked mut rest = ProphecyGhost::<Seq<T>>::new();
        tracked_swap(&mut self.var, &mut rest);
        rest.resolve_dependent(&self.var, |s: Seq<T>| Seq::<T>::empty().push(v) + s);
    }

    /// Nothing comes any more.
    pub proof fn resolve_nil(tracked self)
        ensures
            self.seq() == Seq::<T>::empty(),
    {
        let tracked ProphecySeq { var } = self;
        var.resolve(Seq::<T>::empty());
    }
}

} // verus!
