//! Parts of a map that have one key, whose value stays.
// @when resource

/// The type of who knows one value that stays.
macro_rules! persistent_points_to {
    ($auth:ident, $submap:ident, $persistent:ident, $points_to:ident, $persistent_points_to:ident, $map:ident) => {
        verus! {

        /// A part of a map that has one key, whose value never changes. Any number of holders may have it.
        #[verifier::reject_recursive_types(K)]
        pub tracked struct $persistent_points_to<K, V> {
            submap: $persistent<K, V>,
        }

        impl<K, V> $persistent_points_to<K, V> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                self.submap.is_points_to()
            }

            /// Which map it is a part of.
            pub closed spec fn id(self) -> Loc {
                self.submap.id()
            }

            /// The key and its value.
            pub open spec fn view(self) -> (K, V) {
                (self.key(), self.value())
            }

            /// The key.
            pub closed spec fn key(self) -> K {
                self.submap@.dom().choose()
            }

            /// The value at the key.
            pub closed spec fn value(self) -> V {
                self.submap@[self.key()]
            }

            /// The part as a map.
            proof fn lemma_map_view(tracked &self)
                ensures
                    self.submap@ == one(self.key(), self.value()),
                    self.submap@.dom().contains(self.key()),
            {
                use_type_invariant(self);
                lemma_one_key(self.submap@);
            }

            /// What `p@` is.
            pub proof fn lemma_view(self)
                ensures
                    self@ == (self.key(), self.value()),
            {
            }

            /// The same once more.
            pub proof fn duplicate(tracked &self) -> (tracked result: $persistent_points_to<K, V>)
                ensures
                    result.id() == self.id(),
                    result@ == self@,
            {
                use_type_invariant(self);
                $persistent_points_to { submap: self.submap.duplicate() }
            }

            /// The whole map has the value at the key.
            pub proof fn agree(tracked &self, tracked auth: &$auth<K, V>)
                requires
                    self.id() == auth.id(),
                ensures
                    auth@.contains_pair(self.key(), self.value()),
            {
                self.lemma_map_view();
                self.submap.agree(auth);
            }

            /// The part of both keys, which may be the same.
            pub proof fn combine(
                tracked self,
                tracked other: $persistent_points_to<K, V>,
            ) -> (tracked submap: $persistent<K, V>)
                requires
                    self.id() == other.id(),
                ensures
                    submap.id() == self.id(),
                    submap@ == $map::<K, V>::empty().insert(self.key(), self.value()).insert(
                        other.key(),
                        other.value(),
                    ),
                    self.key() != other.key() ==> submap@.len() == 2,
                    self.key() == other.key() ==> submap@.len() == 1,
            {
                let tracked mut submap = self.submap();
                submap.combine_points_to(other);
                submap
            }

            /// A key whose value may be changed is another.
            pub proof fn disjoint(tracked &mut self, tracked other: &$points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self).key() != other.key(),
            {
                other.lemma_map_view();
                self.disjoint_submap(&other.submap);
            }

            /// A part whose values may be changed has other keys.
            pub proof fn disjoint_submap(tracked &mut self, tracked other: &$submap<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other@.contains_key(final(self).key()),
            {
                self.lemma_map_view();
                self.submap.disjoint(other);
            }

            /// Two parts with the same key have the same value.
            pub proof fn intersection_agrees(tracked &mut self, tracked other: &$persistent_points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self).key() == other.key() ==> final(self).value() == other.value(),
            {
                other.lemma_map_view();
                self.intersection_agrees_submap(&other.submap);
            }

            /// A part that has the key has the same value there.
            pub proof fn intersection_agrees_submap(tracked &mut self, tracked other: &$persistent<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    other@.contains_key(final(self).key()) ==> other@[final(self).key()] == final(self).value(),
            {
                self.lemma_map_view();
                self.submap.intersection_agrees(other);
            }

            /// The part as one that may have several keys.
            pub proof fn submap(tracked self) -> (tracked r: $persistent<K, V>)
                ensures
                    r.id() == self.id(),
                    r@ == $map::<K, V>::empty().insert(self.key(), self.value()),
            {
                self.lemma_map_view();
                self.submap
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use persistent_points_to;
