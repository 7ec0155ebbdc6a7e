//! The holder of a whole map.
// @when resource

/// The type of who has the whole map.
macro_rules! map_authority {
    ($auth:ident, $submap:ident, $points_to:ident, $part:ident, $map:ident, $set:ident) => {
        verus! {

        /// The whole map. Whoever has it knows all values, and may add keys; to change or remove values he also needs the
        /// part of the map that has them.
        #[verifier::reject_recursive_types(K)]
        pub tracked struct $auth<K, V> {
            r: Resource<$part<K, V>>,
        }

        impl<K, V> $auth<K, V> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                self.r.value() == $part::all(self@)
            }

            /// Which map it is.
            pub closed spec fn id(self) -> Loc {
                self.r.loc()
            }

            /// The map.
            pub closed spec fn view(self) -> $map<K, V> {
                self.r.value().map()
            }

            /// The keys.
            pub open spec fn dom(self) -> $set<K> {
                self@.dom()
            }

            /// `auth[key]`: the value at a key.
            pub open spec fn spec_index(self, key: K) -> V
                recommends
                    self.dom().contains(key),
            {
                self@[key]
            }

            /// A new map, and the part of it that has all its values.
            pub proof fn new(m: $map<K, V>) -> (tracked result: ($auth<K, V>, $submap<K, V>))
                ensures
                    result.0.id() == result.1.id(),
                    result.0@ == m,
                    result.1@ == m,
            {
                broadcast use {lemma_at, lemma_op_at, lemma_values};

                let whole = $part::op($part::all(m), $part::owning(m));
                assert forall|k: K| #[trigger] whole.fits(k) by {}
                let tracked (all, parts) = Resource::alloc(whole).split($part::all(m), $part::owning(m));
                ($auth { r: all }, $submap { r: parts })
            }

            /// Any map, where one is wanted of which nothing is asked.
            pub proof fn dummy() -> (tracked result: $auth<K, V>) {
                let tracked (auth, _submap) = Self::new($map::empty());
                auth
            }

            /// Takes the map, and leaves another.
            pub proof fn take(tracked &mut self) -> (tracked result: $auth<K, V>)
                ensures
                    result == *old(self),
            {
                let tracked mut other = Self::dummy();
                tracked_swap(self, &mut other);
                other
            }

            /// The part that has no keys.
            pub proof fn empty(tracked &self) -> (tracked result: $submap<K, V>)
                ensures
                    result.id() == self.id(),
                    result@ == $map::<K, V>::empty(),
            {
                broadcast use lemma_values;

                $submap { r: Resource::create_unit(self.id()) }
            }

            /// Adds keys, and gives the part that has them.
            pub proof fn insert_map(tracked &mut self, m: $map<K, V>) -> (tracked result: $submap<K, V>)
                requires
                    old(self)@.dom().disjoint(m.dom()),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union_prefer_right(m),
                    result.id() == final(self).id(),
                    result@ == m,
            {
                broadcast use lemma_values;

                use_type_invariant(&*self);
                let tracked mut result = self.empty();
                use_type_invariant(&result);
                lemma_may_insert(self@, m);
                let whole = $part::all(self@.union_prefer_right(m));
                update_and_redistribute(&mut self.r, &mut result.r, whole, $part::owning(m));
                result
            }

            /// Adds a key, and gives the part that has it.
            pub proof fn insert(tracked &mut self, k: K, v: V) -> (tracked result: $points_to<K, V>)
                requires
                    !old(self)@.contains_key(k),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(k, v),
                    result.id() == final(self).id(),
                    result@ == (k, v),
            {
                let tracked result = self.insert_map(one(k, v));
                assert(self@ =~= old(self)@.insert(k, v));
                lemma_one_key(result@);
                result.points_to()
            }

            /// Removes the keys of a part.
            pub proof fn delete(tracked &mut self, tracked submap: $submap<K, V>)
                requires
                    submap.id() == old(self).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.remove_keys(submap@.dom()),
            {
                broadcast use lemma_values;

                use_type_invariant(&*self);
                use_type_invariant(&submap);
                let tracked mut submap = submap;
                let m = submap@;
                lemma_may_remove(self@, m);
                let whole = $part::all(self@.remove_keys(m.dom()));
                update_and_redistribute(&mut self.r, &mut submap.r, whole, $part::unit());
            }

            /// Removes a key.
            pub proof fn delete_points_to(tracked &mut self, tracked p: $points_to<K, V>)
                requires
                    p.id() == old(self).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.remove(p.key()),
            {
                let k = p.key();
                self.delete(p.submap());
                assert(self@ =~= old(self)@.remove(k));
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use map_authority;
