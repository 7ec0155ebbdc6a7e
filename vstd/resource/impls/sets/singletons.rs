//! Parts of a set that have one element.
// @when resource

/// The types of who has one element for himself, and of who knows one that stays.
macro_rules! singletons {
    (
        $auth:ident,
        $subset:ident,
        $persistent:ident,
        $singleton:ident,
        $persistent_singleton:ident,
        $points_to:ident,
        $persistent_points_to:ident,
        $set:ident
    ) => {
        verus! {

        /// A part of a set that has one element.
        #[verifier::reject_recursive_types(T)]
        pub tracked struct $singleton<T> {
            map: $points_to<T, ()>,
        }

        impl<T> $singleton<T> {
            /// Which set it is a part of.
            pub closed spec fn id(self) -> Loc {
                self.map.id()
            }

            /// The element.
            pub closed spec fn view(self) -> T {
                self.map.key()
            }

            /// The whole set has the element.
            pub proof fn agree(tracked &self, tracked auth: &$auth<T>)
                requires
                    self.id() == auth.id(),
                ensures
                    auth@.contains(self@),
            {
                self.map.agree(&auth.map);
            }

            /// The part of two elements.
            pub proof fn combine(tracked self, tracked other: $singleton<T>) -> (tracked r: $subset<T>)
                requires
                    self.id() == other.id(),
                ensures
                    r.id() == self.id(),
                    r@ == $set::<T>::empty().insert(self@).insert(other@),
                    self@ != other@,
            {
                $subset { map: self.map.combine(other.map) }
            }

            /// Another part has another element.
            pub proof fn disjoint(tracked &mut self, tracked other: &$singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@ != other@,
            {
                self.map.disjoint(&other.map);
            }

            /// An element that stays is another.
            pub proof fn disjoint_persistent(tracked &mut self, tracked other: &$persistent_singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@ != other@,
            {
                self.map.disjoint_persistent(&other.map);
            }

            /// Another part has other elements.
            pub proof fn disjoint_subset(tracked &mut self, tracked other: &$subset<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other@.contains(final(self)@),
            {
                self.map.disjoint_submap(&other.map);
            }

            /// A part that stays has other elements.
            pub proof fn disjoint_persistent_subset(tracked &mut self, tracked other: &$persistent<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other@.contains(final(self)@),
            {
                self.map.disjoint_persistent_submap(&other.map);
            }

            /// The part as one that may have several elements.
            pub proof fn subset(tracked self) -> (tracked r: $subset<T>)
                ensures
                    r.id() == self.id(),
                    r@ == $set::<T>::empty().insert(self@),
            {
                $subset { map: self.map.submap() }
            }

            /// Gives up removing the element. From then on all may know it.
            pub proof fn persist(tracked self) -> (tracked r: $persistent_singleton<T>)
                ensures
                    self@ == r@,
                    self.id() == r.id(),
            {
                $persistent_singleton { map: self.map.persist() }
            }
        }

        /// A part of a set that has one element, which is never removed. Any number of holders may have it.
        #[verifier::reject_recursive_types(T)]
        pub tracked struct $persistent_singleton<T> {
            map: $persistent_points_to<T, ()>,
        }

        impl<T> $persistent_singleton<T> {
            /// Which set it is a part of.
            pub closed spec fn id(self) -> Loc {
                self.map.id()
            }

            /// The element.
            pub closed spec fn view(self) -> T {
                self.map.key()
            }

            /// The same once more.
            pub proof fn duplicate(tracked &self) -> (tracked result: $persistent_singleton<T>)
                ensures
                    result@ == self@,
                    result.id() == self.id(),
            {
                $persistent_singleton { map: self.map.duplicate() }
            }

            /// The whole set has the element.
            pub proof fn agree(tracked &self, tracked auth: &$auth<T>)
                requires
                    self.id() == auth.id(),
                ensures
                    auth@.contains(self@),
            {
                self.map.agree(&auth.map);
            }

            /// The part of both elements, which may be the same.
            pub proof fn combine(tracked self, tracked other: $persistent_singleton<T>) -> (tracked r: $persistent<T>)
                requires
                    self.id() == other.id(),
                ensures
                    r.id() == self.id(),
                    r@ == $set::<T>::empty().insert(self@).insert(other@),
                    self@ != other@ ==> r@.len() == 2,
                    self@ == other@ ==> r@.len() == 1,
            {
                $persistent { map: self.map.combine(other.map) }
            }

            /// An element that may be removed is another.
            pub proof fn disjoint(tracked &mut self, tracked other: &$singleton<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@ != other@,
            {
                self.map.disjoint(&other.map);
            }

            /// A part whose elements may be removed has other elements.
            pub proof fn disjoint_subset(tracked &mut self, tracked other: &$subset<T>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !other@.contains(final(self)@),
            {
                self.map.disjoint_submap(&other.map);
            }

            /// The part as one that may have several elements.
            pub proof fn subset(tracked self) -> (tracked r: $persistent<T>)
                ensures
                    r.id() == self.id(),
                    r@ == $set::<T>::empty().insert(self@),
            {
                $persistent { map: self.map.submap() }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use singletons;
