//! Parts of a map whose values stay.
// @when resource

/// The type of who knows values that stay.
macro_rules! persistent_submap {
    (
        $auth:ident,
        $submap:ident,
        $persistent:ident,
        $points_to:ident,
        $persistent_points_to:ident,
        $part:ident,
        $map:ident,
        $set:ident
    ) => {
        verus! {

        /// A part of a map whose values never change. Any number of holders may have it.
        #[verifier::reject_recursive_types(K)]
        pub tracked struct $persistent<K, V> {
            r: Resource<$part<K, V>>,
        }

        impl<K, V> $persistent<K, V> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                self.r.value() == $part::knowing(self@)
            }

            /// Whether it has one key.
            pub open spec fn is_points_to(self) -> bool {
                &&& self@.dom().finite()
                &&& self@.len() == 1
            }

            /// Which map it is a part of.
            pub closed spec fn id(self) -> Loc {
                self.r.loc()
            }

            /// The part.
            pub closed spec fn view(self) -> $map<K, V> {
                self.r.value().values()
            }

            /// The keys.
            pub open spec fn dom(self) -> $set<K> {
                self@.dom()
            }

            /// `submap[key]`: the value at a key.
            pub open spec fn spec_index(self, key: K) -> V
                recommends
                    self.dom().contains(key),
            {
                self@[key]
            }

            /// A part of any map, where one is wanted of which nothing is asked.
            pub proof fn dummy() -> (tracked result: $persistent<K, V>) {
                $submap::dummy().persist()
            }

            /// The part that has no keys.
            pub proof fn empty(tracked &self) -> (tracked result: $persistent<K, V>)
                ensures
                    result.id() == self.id(),
                    result@ == $map::<K, V>::empty(),
            {
                broadcast use {lemma_at, lemma_values};

                lemma_same_part($part::<K, V>::unit(), $part::knowing($map::empty()));
                $persistent { r: Resource::create_unit(self.id()) }
            }

            /// The same once more.
            pub proof fn duplicate(tracked &self) -> (tracked result: $persistent<K, V>)
                ensures
                    result.id() == self.id(),
                    result@ == self@,
            {
                use_type_invariant(self);
                lemma_join_knowing(self@, self@);
                assert(self@.union_prefer_right(self@) =~= self@);
                $persistent { r: duplicate(&self.r) }
            }

            /// It is a part of the whole map.
            pub proof fn agree(tracked &self, tracked auth: &$auth<K, V>)
                requires
                    self.id() == auth.id(),
                ensures
                    self@ <= auth@,
            {
                use_type_invariant(self);
                use_type_invariant(auth);
                let tracked both = auth.r.join_shared(&self.r);
                both.validate();
                lemma_claims_agree(auth.r.value(), self.r.value(), both.value());
            }

            /// Adds another part.
            pub proof fn combine(tracked &mut self, tracked other: $persistent<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union_prefer_right(other@),
                    old(self)@.agrees(other@),
            {
                broadcast use lemma_values;

                self.intersection_agrees(&other);
                use_type_invariant(&*self);
                use_type_invariant(&other);
                lemma_join_knowing(self@, other@);
                incorporate(&mut self.r, other.r);
            }

            /// Adds a key.
            pub proof fn combine_points_to(tracked &mut self, tracked other: $persistent_points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(other.key(), other.value()),
                    old(self)@.contains_key(other.key()) ==> old(self)@[other.key()] == other.value(),
            {
                let (k, v) = other@;
                let tracked other = other.submap();
                assert(other@.dom().contains(k));
                self.combine(other);
                assert(self@ =~= old(self)@.insert(k, v));
            }

            /// No key of it is in a part whose values may be changed.
            pub proof fn disjoint(tracked &mut self, tracked other: &$submap<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@.dom().disjoint(other@.dom()),
            {
                use_type_invariant(&*self);
                use_type_invariant(other);
                self.r.validate_2(&other.r);
                lemma_owning_is_disjoint(self@, other@);
            }

            /// Two parts have the same values at the keys of both.
            pub proof fn intersection_agrees(tracked &mut self, tracked other: &$persistent<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@.agrees(other@),
            {
                use_type_invariant(&*self);
                use_type_invariant(other);
                self.r.validate_2(&other.r);
                lemma_owning_is_disjoint(self@, other@);
            }

            /// A key whose value may be changed is not one of it.
            pub proof fn disjoint_points_to(tracked &mut self, tracked other: &$points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !final(self)@.contains_key(other.key()),
            {
                other.lemma_map_view();
                self.disjoint(&other.submap);
            }

            /// It has the same value at a key that it has too.
            pub proof fn intersection_agrees_points_to(tracked &mut self, tracked other: &$persistent_points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    final(self)@.contains_key(other.key()) ==> final(self)@[other.key()] == other.value(),
            {
                other.lemma_map_view();
                self.intersection_agrees(&other.submap);
            }

            /// Gives some keys away.
            pub proof fn split(tracked &mut self, s: $set<K>) -> (tracked result: $persistent<K, V>)
                requires
                    s <= old(self)@.dom(),
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.union_prefer_right(result@),
                    result@.dom() =~= s,
                    final(self)@.dom() =~= old(self)@.dom() - s,
            {
                broadcast use lemma_values;

                use_type_invariant(&*self);
                let (kept, given) = (self@.remove_keys(s), self@.restrict(s));
                lemma_join_knowing(kept, given);
                assert(kept.union_prefer_right(given) =~= self@);
                $persistent { r: split_mut(&mut self.r, $part::knowing(kept), $part::knowing(given)) }
            }

            /// Gives a key away.
            pub proof fn split_points_to(tracked &mut self, k: K) -> (tracked result: $persistent_points_to<K, V>)
                requires
                    old(self)@.contains_key(k),
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.insert(result.key(), result.value()),
                    result.key() == k,
                    final(self)@ == old(self)@.remove(k),
            {
                let tracked result = self.split($set::empty().insert(k));
                let v = result@[k];
                assert(result@ =~= one(k, v));
                assert(self@.insert(k, v) =~= old(self)@);
                assert(self@ =~= old(self)@.remove(k));
                lemma_one_key(result@);
                result.points_to()
            }

            /// Its only key.
            pub proof fn points_to(tracked self) -> (tracked r: $persistent_points_to<K, V>)
                requires
                    self.is_points_to(),
                ensures
                    self@ == $map::<K, V>::empty().insert(r.key(), r.value()),
                    self.id() == r.id(),
            {
                lemma_one_key(self@);
                $persistent_points_to { submap: self }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use persistent_submap;
