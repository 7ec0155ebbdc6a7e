//! Tokens for the elements of a multiset.
// @when tokens tokenized_state_machine state_machine

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::tokens::{ElementToken, InstanceId};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_multiset_axioms, group_seq_lemmas};

/// Tokens of one instance, as many for each element as a multiset has of it.
pub tracked struct MultisetToken<Element, Token> where Token: ElementToken<Element> {
    ghost instance: InstanceId,
    ghost element_type: PhantomData<Element>,
    tracked tokens: Seq<Token>,
}

impl<Element, Token> MultisetToken<Element, Token> where Token: ElementToken<Element> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        forall|i: int|
            0 <= i < self.tokens.len() ==> (#[trigger] self.tokens[i]).instance_id() == self.instance
    }

    /// What the tokens say, one by one.
    spec fn elements(self) -> Seq<Element> {
        self.tokens.map_values(|token: Token| token.element())
    }

    /// The instance that the tokens belong to.
    pub closed spec fn instance_id(self) -> InstanceId {
        self.instance
    }

    /// How many tokens there are for each element.
    pub closed spec fn multiset(self) -> Multiset<Element> {
        self.elements().to_multiset()
    }

    /// No tokens.
    pub proof fn empty(instance_id: InstanceId) -> (tracked s: Self)
        ensures
            s.instance_id() == instance_id,
            s.multiset() == Multiset::<Element>::empty(),
    {
        let tracked s = MultisetToken {
            instance: instance_id,
            element_type: PhantomData,
            tokens: Seq::tracked_empty(),
        };
        assert(s.elements() =~= Seq::empty());
        assert(s.multiset() =~= Multiset::empty()) by {
            s.elements().to_multiset_ensures();
        }
        s
    }

    /// Puts a token in.
    pub proof fn insert(tracked &mut self, tracked token: Token)
        requires
            old(self).instance_id() == token.instance_id(),
        ensures
            final(self).instance_id() == old(self).instance_id(),
            final(self).multiset() == old(self).multiset().insert(token.element()),
    {
        use_type_invariant(&*self);
        to_multiset_build(self.elements(), token.element());
        self.tokens.tracked_push(token);
        assert(self.elements() =~= old(self).elements().push(token.element()));
    }

    /// Takes a token for an element out.
    pub proof fn remove(tracked &mut self, element: Element) -> (tracked token: Token)
        requires
            old(self).multiset().contains(element),
        ensures
            final(self).instance_id() == old(self).instance_id(),
            final(self).multiset() == old(self).multiset().remove(element),
            token.instance_id() == final(self).instance_id(),
            token.element() == element,
    {
        use_type_invariant(&*self);
        to_multiset_contains(self.elements(), element);
        let i = self.elements().index_of(element);
        to_multiset_remove(self.elements(), i);
        let tracked token = self.tokens.tracked_remove(i);
        assert(self.elements() =~= old(self).elements().remove(i));
        token
    }
}

} // verus!
