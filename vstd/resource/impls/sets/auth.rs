//! The holder of a whole set.
// @when resource

/// The type of who has the whole set.
macro_rules! set_authority {
    ($auth:ident, $subset:ident, $singleton:ident, $map_auth:ident, $set:ident) => {
        verus! {

        /// The whole set. Whoever has it knows all elements, and may add some; to remove elements he also needs the part of
        /// the set that has them.
        #[verifier::reject_recursive_types(T)]
        pub tracked struct $auth<T> {
            map: $map_auth<T, ()>,
        }

        impl<T> $auth<T> {
            /// Which set it is.
            pub closed spec fn id(self) -> Loc {
                self.map.id()
            }

            /// The set.
            pub closed spec fn view(self) -> $set<T> {
                self.map@.dom()
            }

            /// A new set, and the part of it that has all its elements.
            pub proof fn new(s: $set<T>) -> (tracked result: ($auth<T>, $subset<T>))
                ensures
                    result.0.id() == result.1.id(),
                    result.0@ == s,
                    result.1@ == s,
            {
                let tracked (map, submap) = $map_auth::new(keys(s));
                ($auth { map }, $subset { map: submap })
            }

            /// Any set, where one is wanted of which nothing is asked.
            pub proof fn dummy() -> (tracked result: $auth<T>) {
                $auth { map: $map_auth::dummy() }
            }

            /// Takes the set, and leaves another.
            pub proof fn take(tracked &mut self) -> (tracked result: $auth<T>)
                ensures
                    result == *old(self),
            {
                let tracked mut other = Self::dummy();
                tracked_swap(self, &mut other);
                other
            }

            /// The part that has no elements.
            pub proof fn empty(tracked &self) -> (tracked result: $subset<T>)
                ensures
                    result.id() == self.id(),
                    result@ == $set::<T>::empty(),
            {
                $subset { map: self.map.empty() }
            }

            /// Adds elements, and gives the part that has them.
            pub proof fn insert_set(tracked &mut self, s: $set<T>) -> (tracked result: $subset<T>)
                requires
                    old(self)@.disjoint(s),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union(s),
                    result.id() == final(self).id(),
                    result@ == s,
            {
                let tracked map = self.map.insert_map(keys(s));
                assert(self@ =~= old(self)@.union(s));
                $subset { map }
            }

            /// Adds an element, and gives the part that has it.
            pub proof fn insert(tracked &mut self, v: T) -> (tracked result: $singleton<T>)
                requires
                    !old(self)@.contains(v),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(v),
                    result.id() == final(self).id(),
                    result@ == v,
            {
                $singleton { map: self.map.insert(v, ()) }
            }

            /// Removes the elements of a part.
            pub proof fn delete(tracked &mut self, tracked f: $subset<T>)
                requires
                    f.id() == old(self).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.difference(f@),
            {
                self.map.delete(f.map);
                assert(self@ =~= old(self)@.difference(f@));
            }

            /// Removes an element.
            pub proof fn delete_singleton(tracked &mut self, tracked p: $singleton<T>)
                requires
                    p.id() == old(self).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.remove(p@),
            {
                self.map.delete_points_to(p.map);
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use set_authority;
