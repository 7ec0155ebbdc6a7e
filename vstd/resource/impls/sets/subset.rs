//! Parts of a set that only one holder has.
// @when resource

/// The type of who has elements for himself.
macro_rules! subset {
    (
        $auth:ident,
        $subset:ident,
        $persistent:ident,
        $singleton:ident,
        $persistent_singleton:ident,
        $submap:ident,
        $set:ident
    ) => {
        verus! {

        /// A part of a set: nobody else has a part with one of its elements, and with the whole set they may be removed.
        #[verifier::reject_recursive_types(T)]
        pub tracked struct $subset<T> {
            map: $submap<T, ()>,
        }

        impl<T> $subset<T> {
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
            pub proof fn dummy() -> (tracked result: $subset<T>) {
                $subset { map: $submap::dummy() }
            }

            /// The part that has no elements.
            pub proof fn empty(tracked &self) -> (tracked result: $subset<T>)
                ensures
                    result.id() == self.id(),
                    result@ == $set::<T>::empty(),
            {
                $subset { map: self.map.empty() }
            }

            /// Takes the part, and leaves the one without elements.
            pub proof fn take(tracked &mut self) -> (tracked result: $subset<T>)
                ensures
                    old(self).id() == final(self).id(),
                    final(self)@.is_empty(),
                    result == *old(self),
                    result.id() == final(self).id(),
            {
                let tracked mut other = self.empty();
                tracked_swap(self, &mut other);
                other
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
            pub proof fn combine(tracked &mut self, tracked other: $subset<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union(other@),
                    old(self)@.disjoint(other@),
            {
                self.map.combine(other.map);
                assert(self@ =~= old(self)@.union(other@));
            }

            /// Adds an element.
            pub proof fn combine_singleton(tracked &mut self, tracked other: $singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(other@),
                    !old(self)@.contains(other@),
            {
                self.map.combine_points_to(other.map);
            }

            /// Two parts have no element in common.
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

            /// No element of it is in a part that stays.
            pub proof fn disjoint_persistent(tracked &mut self, tracked other: &$persistent<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@.disjoint(other@),
            {
                self.map.disjoint_persistent(&other.map);
            }

            /// An element that another has is not one of it.
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

            /// An element that stays is not one of it.
            pub proof fn disjoint_persistent_singleton(tracked &mut self, tracked other: &$persistent_singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !final(self)@.contains(other@),
            {
                self.map.disjoint_persistent_points_to(&other.map);
            }

            /// Gives some elements away.
            pub proof fn split(tracked &mut self, s: $set<T>) -> (tracked result: $subset<T>)
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
                $subset { map }
            }

            /// Gives an element away.
            pub proof fn split_singleton(tracked &mut self, v: T) -> (tracked result: $singleton<T>)
                requires
                    old(self)@.contains(v),
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.insert(result@),
                    result@ == v,
                    final(self)@ =~= old(self)@.remove(v),
            {
                $singleton { map: self.map.split_points_to(v) }
            }

            /// Its only element.
            pub proof fn singleton(tracked self) -> (tracked r: $singleton<T>)
                requires
                    self.is_singleton(),
                ensures
                    self@ == $set::<T>::empty().insert(r@),
                    self.id() == r.id(),
            {
                $singleton { map: self.map.points_to() }
            }

            /// Gives up removing the elements. From then on all may know them.
            pub proof fn persist(tracked self) -> (tracked r: $persistent<T>)
                ensures
                    self@ == r@,
                    self.id() == r.id(),
            {
                $persistent { map: self.map.persist() }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use subset;
