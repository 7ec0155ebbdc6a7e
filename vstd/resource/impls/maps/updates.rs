//! How the parts of a map may be put together and change.
// @when resource

/// What is made of the parts of a map, and the changes that nobody else sees.
macro_rules! updates_of_map {
    ($part:ident, $map:ident, $set:ident) => {
        verus! {

        /// Parts of different keys, put together.
        proof fn lemma_join_owning<K, V>(a: $map<K, V>, b: $map<K, V>)
            requires
                a.dom().disjoint(b.dom()),
            ensures
                $part::op($part::owning(a), $part::owning(b)) == $part::owning(a.union_prefer_right(b)),
        {
            broadcast use {lemma_at, lemma_op_at};

            lemma_same_part(
                $part::op($part::owning(a), $part::owning(b)),
                $part::owning(a.union_prefer_right(b)),
            );
        }

        /// Parts that agree, put together.
        proof fn lemma_join_knowing<K, V>(a: $map<K, V>, b: $map<K, V>)
            requires
                a.agrees(b),
            ensures
                $part::op($part::knowing(a), $part::knowing(b)) == $part::knowing(a.union_prefer_right(b)),
        {
            broadcast use {lemma_at, lemma_op_at};

            lemma_same_part(
                $part::op($part::knowing(a), $part::knowing(b)),
                $part::knowing(a.union_prefer_right(b)),
            );
        }

        /// Nobody else has what one has for oneself.
        proof fn lemma_owning_is_disjoint<K, V>(a: $map<K, V>, b: $map<K, V>)
            ensures
                $part::op($part::owning(a), $part::owning(b)).valid() ==> a.dom().disjoint(b.dom()),
                $part::op($part::owning(a), $part::knowing(b)).valid() ==> a.dom().disjoint(b.dom()),
                $part::op($part::knowing(a), $part::owning(b)).valid() ==> a.dom().disjoint(b.dom()),
                $part::op($part::knowing(a), $part::knowing(b)).valid() ==> a.agrees(b),
        {
            broadcast use {lemma_at, lemma_op_at};

            let owned_both = $part::op($part::owning(a), $part::owning(b));
            let owned_left = $part::op($part::owning(a), $part::knowing(b));
            let owned_right = $part::op($part::knowing(a), $part::owning(b));
            let known_both = $part::op($part::knowing(a), $part::knowing(b));
            assert forall|k: K| #[trigger] a.dom().contains(k) && b.dom().contains(k) implies {
                &&& !owned_both.fits(k)
                &&& !owned_left.fits(k)
                &&& !owned_right.fits(k)
                &&& known_both.fits(k) ==> a[k] == b[k]
            } by {}
        }

        /// Who has the whole map may add keys.
        proof fn lemma_may_insert<K, V>(whole: $map<K, V>, m: $map<K, V>)
            requires
                whole.dom().disjoint(m.dom()),
            ensures
                frame_preserving_update(
                    $part::op($part::all(whole), $part::unit()),
                    $part::op($part::all(whole.union_prefer_right(m)), $part::owning(m)),
                ),
        {
            broadcast use {lemma_at, lemma_op_at};

            let a = $part::op($part::all(whole), $part::unit());
            let b = $part::op($part::all(whole.union_prefer_right(m)), $part::owning(m));
            assert forall|c: $part<K, V>| $part::op(a, c).valid() implies #[trigger] $part::op(b, c).valid() by {
                assert forall|k: K| #[trigger] $part::op(b, c).fits(k) by {
                    assert($part::op(a, c).fits(k));
                }
            }
        }

        /// Who has the whole map and some values may remove them.
        proof fn lemma_may_remove<K, V>(whole: $map<K, V>, m: $map<K, V>)
            ensures
                frame_preserving_update(
                    $part::op($part::all(whole), $part::owning(m)),
                    $part::op($part::all(whole.remove_keys(m.dom())), $part::unit()),
                ),
        {
            broadcast use {lemma_at, lemma_op_at};

            let a = $part::op($part::all(whole), $part::owning(m));
            let b = $part::op($part::all(whole.remove_keys(m.dom())), $part::unit());
            assert forall|c: $part<K, V>| $part::op(a, c).valid() implies #[trigger] $part::op(b, c).valid() by {
                assert forall|k: K| #[trigger] $part::op(b, c).fits(k) by {
                    assert($part::op(a, c).fits(k));
                }
            }
        }

        /// Who has the whole map and some values may change them.
        proof fn lemma_may_change<K, V>(whole: $map<K, V>, mine: $map<K, V>, m: $map<K, V>)
            requires
                m.dom() <= mine.dom(),
            ensures
                frame_preserving_update(
                    $part::op($part::owning(mine), $part::all(whole)),
                    $part::op(
                        $part::owning(mine.union_prefer_right(m)),
                        $part::all(whole.union_prefer_right(m)),
                    ),
                ),
        {
            broadcast use {lemma_at, lemma_op_at};

            let a = $part::op($part::owning(mine), $part::all(whole));
            let b = $part::op($part::owning(mine.union_prefer_right(m)), $part::all(whole.union_prefer_right(m)));
            assert forall|c: $part<K, V>| $part::op(a, c).valid() implies #[trigger] $part::op(b, c).valid() by {
                assert forall|k: K| #[trigger] $part::op(b, c).fits(k) by {
                    assert($part::op(a, c).fits(k));
                }
            }
        }

        /// Who has some values may give up changing them.
        proof fn lemma_may_persist<K, V>(m: $map<K, V>)
            ensures
                frame_preserving_update($part::owning(m), $part::knowing(m)),
        {
            broadcast use {lemma_at, lemma_op_at};

            let (a, b) = ($part::owning(m), $part::knowing(m));
            assert forall|c: $part<K, V>| $part::op(a, c).valid() implies #[trigger] $part::op(b, c).valid() by {
                assert forall|k: K| #[trigger] $part::op(b, c).fits(k) by {
                    assert($part::op(a, c).fits(k));
                }
            }
        }

        /// The map of one key.
        spec fn one<K, V>(k: K, v: V) -> $map<K, V> {
            $map::empty().insert(k, v)
        }

        /// A map with one key has no other.
        proof fn lemma_one_key<K, V>(m: $map<K, V>)
            requires
                m.dom().finite(),
                m.len() == 1,
            ensures
                m.dom().contains(m.dom().choose()),
                m == one(m.dom().choose(), m[m.dom().choose()]),
                m.dom() == $set::empty().insert(m.dom().choose()),
        {
            let k = m.dom().choose();
            assert(m.dom().remove(k).len() == 0);
            assert(m.dom() =~= $set::empty().insert(k));
            assert(m =~= one(k, m[k]));
        }

        } // verus!
    };
}

pub(in crate::resource::impls) use updates_of_map;
