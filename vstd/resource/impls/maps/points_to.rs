//! Parts of a map that have one key, whose value may be changed.
// @when resource

/// The type of who has one value for himself.
macro_rules! points_to {
    (
        $auth:ident,
        $submap:ident,
        $persistent:ident,
        $points_to:ident,
        $persistent_points_to:ident,
        $map:ident
    ) => {
        verus! {

        /// A part of a map that has one key.
        #[verifier::reject_recursive_types(K)]
        pub tracked struct $points_to<K, V> {
            submap: $submap<K, V>,
        }

        impl<K, V> $points_to<K, V> {
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

            /// The part of two keys.
            pub proof fn combine(tracked self, tracked other: $points_to<K, V>) -> (tracked r: $submap<K, V>)
                requires
                    self.id() == other.id(),
                ensures
                    r.id() == self.id(),
                    r@ == $map::<K, V>::empty().insert(self.key(), self.value()).insert(other.key(), other.value()),
                    self.key() != other.key(),
            {
                let tracked mut r = self.submap();
                r.combine_points_to(other);
                r
            }

            /// Another part has another key.
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

            /// Another part has other keys.
            pub proof fn disjoint_submap(tracked &mut self, tracked other: &$submap<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other.dom().contains(final(self).key()),
            {
                self.lemma_map_view();
                self.submap.disjoint(other);
            }

            /// A part whose values stay has other keys.
            pub proof fn disjoint_persistent_submap(tracked &mut self, tracked other: &$persistent<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other.dom().contains(final(self).key()),
            {
                self.lemma_map_view();
                self.submap.disjoint_persistent(other);
            }

            /// A key whose value stays is another.
            pub proof fn disjoint_persistent(tracked &mut self, tracked other: &$persistent_points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self).key() != other.key(),
            {
                other.lemma_map_view();
                self.disjoint_persistent_submap(&other.submap);
            }

            /// Changes the value, with the whole map.
            pub proof fn update(tracked &mut self, tracked auth: &mut $auth<K, V>, v: V)
                requires
                    old(self).id() == old(auth).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(auth).id() == old(auth).id(),
                    final(self).key() == old(self).key(),
                    final(self)@ == (final(self).key(), v),
                    final(auth)@ == old(auth)@.union_prefer_right($map::<K, V>::empty().insert(final(self).key(), v)),
            {
                self.lemma_map_view();
                let m = one(self.key(), v);
                assert(self.submap@.union_prefer_right(m) =~= m);
                assert(m.dom() =~= self.submap@.dom());
                use_type_invariant(&*self);
                self.submap.update(auth, m);
            }

            /// The part as one that may have several keys.
            pub proof fn submap(tracked self) -> (tracked r: $submap<K, V>)
                ensures
                    r.id() == self.id(),
                    r@ == $map::<K, V>::empty().insert(self.key(), self.value()),
            {
                self.lemma_map_view();
                self.submap
            }

            /// Gives up changing the value. From then on all may know it.
            pub proof fn persist(tracked self) -> (tracked r: $persistent_points_to<K, V>)
                ensures
                    self@ == r@,
                    self.id() == r.id(),
            {
                use_type_invariant(&self);
                $persistent_points_to { submap: self.submap.persist() }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use points_to;
