//! Parts of a map whose holders may change the values.
// @when resource

/// The type of who has values for himself.
macro_rules! submap {
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

        /// A part of a map: nobody else has a part with one of its keys, and with the whole map its values may be changed.
        #[verifier::reject_recursive_types(K)]
        pub tracked struct $submap<K, V> {
            r: Resource<$part<K, V>>,
        }

        impl<K, V> $submap<K, V> {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool {
                self.r.value() == $part::owning(self@)
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
            pub proof fn dummy() -> (tracked result: $submap<K, V>) {
                let tracked (_auth, submap) = $auth::new($map::empty());
                submap
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

            /// Takes the part, and leaves the one without keys.
            pub proof fn take(tracked &mut self) -> (tracked result: $submap<K, V>)
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
            pub proof fn combine(tracked &mut self, tracked other: $submap<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.union_prefer_right(other@),
                    old(self)@.dom().disjoint(other@.dom()),
            {
                broadcast use lemma_values;

                self.disjoint(&other);
                use_type_invariant(&*self);
                use_type_invariant(&other);
                lemma_join_owning(self@, other@);
                incorporate(&mut self.r, other.r);
            }

            /// Adds a key.
            pub proof fn combine_points_to(tracked &mut self, tracked other: $points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@.insert(other.key(), other.value()),
                    !old(self)@.contains_key(other.key()),
            {
                let (k, v) = other@;
                let tracked other = other.submap();
                assert(other@.dom().contains(k));
                self.combine(other);
                assert(self@ =~= old(self)@.insert(k, v));
            }

            /// Two parts have no key in common.
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

            /// No key of it is in a part whose values stay.
            pub proof fn disjoint_persistent(tracked &mut self, tracked other: &$persistent<K, V>)
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

            /// A key that another has is not one of it.
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

            /// A key whose value stays is not one of it.
            pub proof fn disjoint_persistent_points_to(tracked &mut self, tracked other: &$persistent_points_to<K, V>)
                requires
                    old(self).id() == other.id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(self)@ == old(self)@,
                    !final(self)@.contains_key(other.key()),
            {
                other.lemma_map_view();
                self.disjoint_persistent(&other.submap);
            }

            /// Gives some keys away.
            pub proof fn split(tracked &mut self, s: $set<K>) -> (tracked result: $submap<K, V>)
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
                lemma_join_owning(kept, given);
                assert(kept.union_prefer_right(given) =~= self@);
                $submap { r: split_mut(&mut self.r, $part::owning(kept), $part::owning(given)) }
            }

            /// The same, where the keys that it has are named.
            pub proof fn split_with_olddom(tracked &mut self, s: $set<K>, olddom: $set<K>) -> (tracked result: $submap<
                K,
                V,
            >)
                requires
                    olddom == old(self)@.dom(),
                    s <= olddom,
                ensures
                    final(self).id() == old(self).id(),
                    result.id() == final(self).id(),
                    old(self)@ == final(self)@.union_prefer_right(result@),
                    result@.dom() == s,
                    final(self)@.dom() == olddom - s,
            {
                self.split(s)
            }

            /// Gives a key away.
            pub proof fn split_points_to(tracked &mut self, k: K) -> (tracked result: $points_to<K, V>)
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

            /// Changes values, with the whole map.
            pub proof fn update(tracked &mut self, tracked auth: &mut $auth<K, V>, m: $map<K, V>)
                requires
                    m.dom() <= old(self)@.dom(),
                    old(self).id() == old(auth).id(),
                ensures
                    final(self).id() == old(self).id(),
                    final(auth).id() == old(auth).id(),
                    final(self)@ == old(self)@.union_prefer_right(m),
                    final(auth)@ == old(auth)@.union_prefer_right(m),
            {
                broadcast use lemma_values;

                use_type_invariant(&*self);
                use_type_invariant(&*auth);
                lemma_may_change(auth@, self@, m);
                let mine = $part::owning(self@.union_prefer_right(m));
                let whole = $part::all(auth@.union_prefer_right(m));
                update_and_redistribute(&mut self.r, &mut auth.r, mine, whole);
            }

            /// Its only key.
            pub proof fn points_to(tracked self) -> (tracked r: $points_to<K, V>)
                requires
                    self.is_points_to(),
                ensures
                    self@ == $map::<K, V>::empty().insert(r.key(), r.value()),
                    self.id() == r.id(),
            {
                lemma_one_key(self@);
                $points_to { submap: self }
            }

            /// Gives up changing the values. From then on all may know them.
            pub proof fn persist(tracked self) -> (tracked r: $persistent<K, V>)
                ensures
                    self@ == r@,
                    self.id() == r.id(),
            {
                broadcast use lemma_values;

                use_type_invariant(&self);
                lemma_may_persist(self@);
                $persistent { r: self.r.update($part::knowing(self@)) }
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use submap;
