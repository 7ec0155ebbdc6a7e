//! Parts of a set that stay.
// @when resource

/// The type of who knows elements that stay.
macro_rules! persistent_subset {
    (
        $auth:ident,
        $subset:ident,
        $persistent:ident,
        $singleton:ident,
        $persistent_singleton:ident,
        $persistent_submap:ident,
        $set:ident
    ) => {
        verus! {

        /// A part of a set that is never removed. Any number of holders may have it.
        #[verifier::reject_recursive_types(T)]
        pub tracked struct $persistent<T> {
            map: $persistent_submap<T, ()>,
        }

        impl<T> $persistent<T> {
            /// Whether it has one element.
            pub open spec fn is_singleton(self) -> bool {
                &&& self@.finite()
                &&& self@.len() == 1
            }

            /// Which set it is a part of.
            pub closed spec fn id(self) -> Loc {
                self.map.id()
            }

            /// The part.
            pub closed spec fn view(self) -> $set<T> {
                self.map@.dom()
            }

            /// A part of any set, where one is wanted of which nothing is asked.
            pub proof fn dummy() -> (tracked result: $persistent<T>) {
                $persistent { map: $persistent_submap::dummy() }
            }

            /// The part that has no elements.
            pub proof fn empty(tracked &self) -> (tracked result: $persistent<T>)
                ensures
                    result.id() == self.id(),
                    result@ == $set::<T>::empty(),
            {
                $persistent { map: self.map.empty() }
            }

            /// The same once more.
            pub proof fn duplicate(tracked &self) -> (tracked result: $persistent<T>)
                ensures
                    result@ == self@,
                    result.id() == self.id(),
            {
                $persistent { map: self.map.duplicate() }
            }

            /// It is a part of the whole set.
            pub proof fn agree(tracked &self, tracked auth: &$auth<T>)
                requires
                    self.id() == auth.id(),
                ensures
                    self@ <= auth@,
            {
                self.map.agree(&auth.map);
            }

            /// Adds another part.
            pub proof fn combine(tracked &mut self, tracked other: $persistent<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union(other@),
            {
                self.map.combine(other.map);
                assert(self@ =~= old(self)@.union(other@));
            }

            /// Adds an element.
            pub proof fn combine_points_to(tracked &mut self, tracked other: $persistent_singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(other@),
            {
                self.map.combine_points_to(other.map);
            }

            /// No element of it is in a part that may be removed.
            pub proof fn disjoint(tracked &mut self, tracked other: &$subset<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@.disjoint(other@),
            {
                self.map.disjoint(&other.map);
            }

            /// An element that may be removed is not one of it.
            pub proof fn disjoint_singleton(tracked &mut self, tracked other: &$singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !final(self)@.contains(other@),
            {
                self.map.disjoint_points_to(&other.map);
            }

            /// Gives some elements away.
            pub proof fn split(tracked &mut self, s: $set<T>) -> (tracked result: $persistent<T>)
                requires
                    s <= old(self)@,
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.union(result@),
                    result@ =~= s,
                    final(self)@ =~= old(self)@ - s,
            {
                let tracked map = self.map.split(s);
                assert(old(self)@ =~= self@.union(map@.dom()));
                $persistent { map }
            }

            /// Gives an element away.
            pub proof fn split_singleton(tracked &mut self, v: T) -> (tracked result: $persistent_singleton<T>)
                requires
                    old(self)@.contains(v),
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.insert(result@),
                    result@ == v,
                    final(self)@ =~= old(self)@.remove(v),
            {
                $persistent_singleton { map: self.map.split_points_to(v) }
            }

            /// Its only element.
            pub proof fn singleton(tracked self) -> (tracked r: $persistent_singleton<T>)
                requires
                    self.is_singleton(),
                ensures
                    self@ == $set::<T>::empty().insert(r@),
                    self.id() == r.id(),
            {
                $persistent_singleton { map: self.map.points_to() }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use persistent_subset;
