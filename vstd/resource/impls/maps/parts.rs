//! What the resources of a map are parts of.
// @when resource

/// The algebra of the parts of a map, and what its parts say of each other.
macro_rules! parts_of_map {
    ($part:ident, $map:ident, $set:ident) => {
        verus! {

        /// A part: the whole map, if the holder has it, and claims to some keys.
        #[verifier::reject_recursive_types(K)]
        struct $part<K, V> {
            whole: Option<ExclusiveRA<$map<K, V>>>,
            claims: $map<K, Claim<V>>,
        }

        impl<K, V> $part<K, V> {
            /// The claim to a key.
            spec fn at(self, k: K) -> Option<Claim<V>> {
                self.claims.get(k)
            }

            /// The whole map.
            spec fn map(self) -> $map<K, V> {
                self.whole->0->Exclusive_0
            }

            /// The claim to a key, if there is one, can exist and agrees with the whole map, if that is there.
            spec fn fits(self, k: K) -> bool {
                &&& self.at(k).valid()
                &&& self.whole is Some && self.at(k) is Some ==> self.map().contains_pair(k, claimed(self.at(k)->0))
            }

            /// The part of who has the whole map, and no claims.
            spec fn all(m: $map<K, V>) -> Self {
                $part { whole: Some(ExclusiveRA::Exclusive(m)), claims: $map::empty() }
            }

            /// The part of who has these values for himself.
            spec fn owning(m: $map<K, V>) -> Self {
                $part { whole: None, claims: m.map_values(|v: V| owned(v)) }
            }

            /// The part of who knows these values, which stay.
            spec fn knowing(m: $map<K, V>) -> Self {
                $part { whole: None, claims: m.map_values(|v: V| agreed(v)) }
            }

            /// The values that are claimed.
            spec fn values(self) -> $map<K, V> {
                self.claims.map_values(|c: Claim<V>| claimed(c))
            }
        }

        /// Parts are the same when their claims are.
        proof fn lemma_same_part<K, V>(a: $part<K, V>, b: $part<K, V>)
            requires
                a.whole == b.whole,
                forall|k: K| #[trigger] a.at(k) == b.at(k),
            ensures
                a == b,
        {
            assert forall|k: K| #[trigger] a.claims.dom().contains(k) == b.claims.dom().contains(k) by {
                assert(a.at(k) == b.at(k));
            }
            assert forall|k: K| #[trigger] a.claims.dom().contains(k) implies a.claims[k] == b.claims[k] by {
                assert(a.at(k) == b.at(k));
            }
            assert(a.claims =~= b.claims);
        }

        /// Claims are put together key by key.
        broadcast proof fn lemma_op_at<K, V>(a: $part<K, V>, b: $part<K, V>, k: K)
            ensures
                #[trigger] $part::op(a, b).at(k) == Option::<Claim<V>>::op(a.at(k), b.at(k)),
        {
        }

        /// The claims of each kind of part.
        broadcast proof fn lemma_at<K, V>(m: $map<K, V>, k: K)
            ensures
                #![trigger $part::all(m).at(k)]
                #![trigger $part::owning(m).at(k)]
                #![trigger $part::knowing(m).at(k)]
                $part::all(m).at(k) is None,
                $part::owning(m).at(k) == (if m.dom().contains(k) { Some(owned(m[k])) } else { None }),
                $part::knowing(m).at(k) == (if m.dom().contains(k) { Some(agreed(m[k])) } else { None }),
        {
        }

        /// The values of each kind of part.
        broadcast proof fn lemma_values<K, V>(m: $map<K, V>)
            ensures
                #![trigger $part::owning(m).values()]
                #![trigger $part::knowing(m).values()]
                $part::owning(m).values() == m,
                $part::knowing(m).values() == m,
        {
            assert($part::owning(m).values() =~= m);
            assert($part::knowing(m).values() =~= m);
        }

        impl<K, V> ResourceAlgebra for $part<K, V> {
            closed spec fn valid(self) -> bool {
                &&& self.whole.valid()
                &&& forall|k: K| #[trigger] self.fits(k)
            }

            closed spec fn op(a: Self, b: Self) -> Self {
                $part {
                    whole: Option::<ExclusiveRA<$map<K, V>>>::op(a.whole, b.whole),
                    claims: a.claims.union_prefer_right(b.claims).map_entries(
                        |k: K, c: Claim<V>| Option::<Claim<V>>::op(a.at(k), b.at(k))->0,
                    ),
                }
            }

            proof fn associative(a: Self, b: Self, c: Self) {
                broadcast use lemma_op_at;

                assert forall|k: K| #[trigger]
                    Self::op(a, Self::op(b, c)).at(k) == Self::op(Self::op(a, b), c).at(k) by {
                    Option::<Claim<V>>::associative(a.at(k), b.at(k), c.at(k));
                }
                Option::<ExclusiveRA<$map<K, V>>>::associative(a.whole, b.whole, c.whole);
                lemma_same_part(Self::op(a, Self::op(b, c)), Self::op(Self::op(a, b), c));
            }

            proof fn commutative(a: Self, b: Self) {
                broadcast use lemma_op_at;

                assert forall|k: K| #[trigger] Self::op(a, b).at(k) == Self::op(b, a).at(k) by {
                    Option::<Claim<V>>::commutative(a.at(k), b.at(k));
                }
                Option::<ExclusiveRA<$map<K, V>>>::commutative(a.whole, b.whole);
                lemma_same_part(Self::op(a, b), Self::op(b, a));
            }

            proof fn valid_op(a: Self, b: Self) {
                broadcast use lemma_op_at;

                assert forall|k: K| #[trigger] a.fits(k) by {
                    assert(Self::op(a, b).fits(k));
                    Option::<Claim<V>>::valid_op(a.at(k), b.at(k));
                }
            }
        }

        impl<K, V> PCM for $part<K, V> {
            closed spec fn unit() -> Self {
                Self::owning($map::empty())
            }

            proof fn op_unit(self) {
                broadcast use {lemma_op_at, lemma_at};

                lemma_same_part(Self::op(self, Self::unit()), self);
            }

            proof fn unit_valid() {
                broadcast use lemma_at;

                assert forall|k: K| #[trigger] Self::unit().fits(k) by {}
            }
        }

        /// A part agrees with what it is a part of.
        proof fn lemma_part_of<K, V>(a: $part<K, V>, b: $part<K, V>)
            requires
                incl(a, b),
                b.valid(),
            ensures
                a.whole is Some ==> b.whole == a.whole,
                forall|k: K| (#[trigger] a.at(k)) is Some ==> {
                    &&& b.at(k) is Some
                    &&& claimed(b.at(k)->0) == claimed(a.at(k)->0)
                    &&& b.fits(k)
                },
        {
            broadcast use lemma_op_at;

            let c = choose|c: $part<K, V>| #[trigger] $part::op(a, c) == b;
            assert forall|k: K| (#[trigger] a.at(k)) is Some implies {
                &&& b.at(k) is Some
                &&& claimed(b.at(k)->0) == claimed(a.at(k)->0)
                &&& b.fits(k)
            } by {
                assert($part::op(a, c).fits(k));
            }
        }

        /// The values of a part are those of the whole map.
        proof fn lemma_claims_agree<K, V>(all: $part<K, V>, a: $part<K, V>, both: $part<K, V>)
            requires
                incl(all, both),
                incl(a, both),
                both.valid(),
                all.whole is Some,
            ensures
                a.values() <= all.map(),
        {
            lemma_part_of(all, both);
            lemma_part_of(a, both);
            let values = a.values();
            assert forall|k: K| #[trigger] values.dom().contains(k) implies all.map().contains_pair(k, values[k]) by {
                assert(a.at(k) is Some);
            }
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use parts_of_map;
