//! Tokens for the elements of a set.
// @when tokens tokenized_state_machine state_machine

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::tokens::{ElementToken, InstanceId};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas, group_map_lemmas, group_set_lemmas};

} // verus!

/// A type of collections of tokens, one for each element of a set.
macro_rules! set_of_tokens {
    ($(#[$doc:meta])* $name:ident, $map:ident, $set:ident) => {
        verus! {

        $(#[$doc])*
        #[verifier::reject_recursive_types(Element)]
        pub tracked struct $name<Element, Token> where Token: ElementToken<Element> {
            ghost instance: InstanceId,
            tracked tokens: $map<Element, Token>,
        }

        impl<Element, Token> $name<Element, Token> where Token: ElementToken<Element> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                forall|e: Element| #[trigger] self.tokens.dom().contains(e) ==> {
                    &&& self.tokens[e].instance_id() == self.instance
                    &&& self.tokens[e].element() == e
                }
            }

            /// The instance that the tokens belong to.
            pub closed spec fn instance_id(self) -> InstanceId {
                self.instance
            }

            /// The elements that there is a token for.
            pub closed spec fn set(self) -> $set<Element> {
                self.tokens.dom()
            }

            /// Whether there is a token for an element.
            #[verifier::inline]
            pub open spec fn contains(self, element: Element) -> bool {
                self.set().contains(element)
            }

            /// No tokens.
            pub proof fn empty(instance_id: InstanceId) -> (tracked s: Self)
                ensures
                    s.instance_id() == instance_id,
                    s.set() == $set::<Element>::empty(),
            {
                $name { instance: instance_id, tokens: $map::tracked_empty() }
            }

            /// Puts a token in, in place of what was there for its element.
            pub proof fn insert(tracked &mut self, tracked token: Token)
                requires
                    old(self).instance_id() == token.instance_id(),
                ensures
                    final(self).instance_id() == old(self).instance_id(),
                    final(self).set() == old(self).set().insert(token.element()),
            {
                use_type_invariant(&*self);
                self.tokens.tracked_insert(token.element(), token);
            }

            /// Takes the token for an element out.
            pub proof fn remove(tracked &mut self, element: Element) -> (tracked token: Token)
                requires
                    old(self).set().contains(element),
                ensures
                    final(self).instance_id() == old(self).instance_id(),
                    final(self).set() == old(self).set().remove(element),
                    token.instance_id() == final(self).instance_id(),
                    token.element() == element,
            {
                use_type_invariant(&*self);
                self.tokens.tracked_remove(element)
            }

            /// All the tokens.
            pub proof fn into_map(tracked self) -> (tracked map: $map<Element, Token>)
                ensures
                    map.dom() == self.set(),
                    forall|key: Element|
                        #![trigger map.dom().contains(key)]
                        #![trigger map.index(key)]
                        map.dom().contains(key) ==> {
                            &&& map[key].instance_id() == self.instance_id()
                            &&& map[key].element() == key
                        },
            {
                use_type_invariant(&self);
                self.tokens
            }

            /// A collection of tokens that are known one by one.
            pub proof fn from_map(instance_id: InstanceId, tracked map: $map<Element, Token>) -> (tracked s: Self)
                requires
                    forall|key: Element| #[trigger] map.dom().contains(key) ==> map[key].instance_id() == instance_id,
                    forall|key: Element| #[trigger] map.dom().contains(key) ==> map[key].element() == key,
                ensures
                    s.instance_id() == instance_id,
                    s.set() == map.dom(),
            {
                $name { instance: instance_id, tokens: map }
            }
        }

        } // verus!
    };
}

set_of_tokens! {
    /// Tokens of one instance, one for each element of a set that may be infinite.
    ISetToken, IMap, ISet
}

set_of_tokens! {
    /// Tokens of one instance, one for each element of a set.
    SetToken, Map, Set
}
