//! Tokens for the keys of a map.
// @when tokens tokenized_state_machine state_machine

use core::marker::PhantomData;

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
use crate::tokens::{InstanceId, KeyValueToken};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas, group_map_lemmas, group_set_lemmas};

} // verus!

/// A type of collections of tokens, one for each key of a map.
macro_rules! map_of_tokens {
    ($(#[$doc:meta])* $name:ident, $map:ident, $set:ident) => {
        verus! {

        $(#[$doc])*
        #[verifier::reject_recursive_types(Key)]
        pub tracked struct $name<Key, Value, Token> where Token: KeyValueToken<Key, Value> {
            ghost instance: InstanceId,
            ghost value_type: PhantomData<Value>,
            tracked tokens: $map<Key, Token>,
        }

        impl<Key, Value, Token> $name<Key, Value, Token> where Token: KeyValueToken<Key, Value> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                forall|k: Key| #[trigger] self.tokens.dom().contains(k) ==> {
                    &&& self.tokens[k].instance_id() == self.instance
                    &&& self.tokens[k].key() == k
                }
            }

            /// The instance that the tokens belong to.
            pub closed spec fn instance_id(self) -> InstanceId {
                self.instance
            }

            /// What the tokens say: the value for each key that there is a token for.
            pub closed spec fn map(self) -> $map<Key, Value> {
                self.tokens.map_values(|token: Token| token.value())
            }

            /// The keys that there is a token for.
            #[verifier::inline]
            pub open spec fn dom(self) -> $set<Key> {
                self.map().dom()
            }

            /// `tokens[k]`: the value for a key.
            #[verifier::inline]
            pub open spec fn spec_index(self, k: Key) -> Value {
                self.map()[k]
            }

            /// The value for a key.
            #[verifier::inline]
            pub open spec fn index(self, k: Key) -> Value {
                self.map()[k]
            }

            /// No tokens.
            pub proof fn empty(instance_id: InstanceId) -> (tracked s: Self)
                ensures
                    s.instance_id() == instance_id,
                    s.map() == $map::<Key, Value>::empty(),
            {
                let tracked s = $name { instance: instance_id, value_type: PhantomData, tokens: $map::tracked_empty() };
                assert(s.map() =~= $map::<Key, Value>::empty());
                s
            }

            /// Puts a token in, in place of what was there for its key.
            pub proof fn insert(tracked &mut self, tracked token: Token)
                requires
                    old(self).instance_id() == token.instance_id(),
                ensures
                    final(self).instance_id() == old(self).instance_id(),
                    final(self).map() == old(self).map().insert(token.key(), token.value()),
            {
                use_type_invariant(&*self);
                self.tokens.tracked_insert(token.key(), token);
                assert(self.map() =~= old(self).map().insert(token.key(), token.value()));
            }

            /// Takes the token for a key out.
            pub proof fn remove(tracked &mut self, key: Key) -> (tracked token: Token)
                requires
                    old(self).map().dom().contains(key),
                ensures
                    final(self).instance_id() == old(self).instance_id(),
                    final(self).map() == old(self).map().remove(key),
                    token.instance_id() == final(self).instance_id(),
                    token.key() == key,
                    token.value() == old(self).map()[key],
            {
                use_type_invariant(&*self);
                let tracked token = self.tokens.tracked_remove(key);
                assert(self.map() =~= old(self).map().remove(key));
                token
            }

            /// All the tokens.
            pub proof fn into_map(tracked self) -> (tracked map: $map<Key, Token>)
                ensures
                    map.dom() == self.map().dom(),
                    forall|key: Key|
                        #![trigger map.dom().contains(key)]
                        #![trigger map.index(key)]
                        map.dom().contains(key) ==> {
                            &&& map[key].instance_id() == self.instance_id()
                            &&& map[key].key() == key
                            &&& map[key].value() == self.map()[key]
                        },
            {
                use_type_invariant(&self);
                assert(self.map().dom() =~= self.tokens.dom());
                self.tokens
            }

            /// A collection of tokens that are known one by one.
            pub proof fn from_map(instance_id: InstanceId, tracked map: $map<Key, Token>) -> (tracked s: Self)
                requires
                    forall|key: Key| #[trigger] map.dom().contains(key) ==> map[key].instance_id() == instance_id,
                    forall|key: Key| #[trigger] map.dom().contains(key) ==> map[key].key() == key,
                ensures
                    s.instance_id() == instance_id,
                    s.map().dom() == map.dom(),
                    forall|key: Key| #[trigger] map.dom().contains(key) ==> s.map()[key] == map[key].value(),
            {
                let tracked s = $name { instance: instance_id, value_type: PhantomData, tokens: map };
                assert(s.map().dom() =~= map.dom());
                s
            }
        }

        } // verus!
    };
}

map_of_tokens! {
    /// Tokens of one instance, one for each key of a map that may be infinite.
    IMapToken, IMap, ISet
}

map_of_tokens! {
    /// Tokens of one instance, one for each key of a map.
    MapToken, Map, Set
}
