//! Where rows are: the tables are divided into segments, one for the setup of a store and one for each time that it has grown. A
//! segment has a part of each table, one behind the other; here such a part is called an extent. The extents of a store
//! have numbers: `3 * s` is the one of the main table in segment `s`, and the next two are those of the items and the lists.

use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::layout_v::*;

/// The number of extents.
pub open spec fn extents() -> int {
    3 * SEGMENTS
}

impl Segment {
    /// A segment without rows.
    pub open spec fn is_empty(self) -> bool {
        self.keys == 0 && self.items == 0 && self.elements == 0
    }
}

impl Geometry {
    /// How many rows an extent has.
    pub closed spec fn count(self, e: int) -> int {
        let Segment { keys, items, elements } = self.segments@[e / 3];
        if e % 3 == 0 {
            keys as int
        } else if e % 3 == 1 {
            items as int
        } else {
            elements as int
        }
    }

    /// The bytes of a row of an extent.
    pub open spec fn width(self, e: int) -> int {
        if e % 3 == 0 {
            self.row_len()
        } else if e % 3 == 1 {
            self.item_row_len()
        } else {
            self.node_len()
        }
    }

    /// Where an extent begins.
    pub closed spec fn begin(self, e: int) -> int
        decreases e,
    {
        if e <= 0 {
            MAIN as int
        } else {
            self.begin(e - 1) + self.count(e - 1) * self.width(e - 1)
        }
    }

    /// How many rows of its table there are from an extent on.
    pub closed spec fn total(self, e: int) -> int
        decreases extents() + 3 - e,
    {
        if e >= extents() {
            0
        } else {
            self.count(e) + self.total(e + 3)
        }
    }

    /// The extent of a row, and its number there; rows are counted from an extent on.
    pub closed spec fn find(self, e: int, n: int) -> (int, int)
        decreases extents() + 3 - e,
    {
        if n < self.count(e) || e + 3 >= extents() {
            (e, n)
        } else {
            self.find(e + 3, n - self.count(e))
        }
    }

    /// Where a row is; the number of the table is the one of its first extent.
    pub closed spec fn slot(self, table: int, n: int) -> int {
        let (e, k) = self.find(table, n);
        self.begin(e) + k * self.width(e)
    }

    /// Whether the extents have all rows.
    pub open spec fn is_divided(self) -> bool {
        self.keys == self.total(0) && self.items == self.total(1) && self.elements == self.total(2)
    }

    /// Whether there are no rows from a segment on.
    pub closed spec fn ends(self, s: int) -> bool {
        forall|i: int| s <= i < SEGMENTS ==> (#[trigger] self.segments@[i]).is_empty()
    }

    /// Extents lie one behind the other.
    pub(crate) proof fn lemma_begin(self, e: int, f: int)
        requires
            0 <= e <= f,
            f <= extents(),
        ensures
            MAIN <= self.begin(e) <= self.begin(f),
        decreases f,
    {
        if 0 < f {
            vstd::arithmetic::mul::lemma_mul_nonnegative(self.count(f - 1), self.width(f - 1));
            self.lemma_begin(if e < f { e } else { f - 1 }, f - 1);
        }
    }

    /// There are no fewer rows from an extent on than it has.
    pub(crate) proof fn lemma_total(self, e: int)
        requires
            0 <= e,
        ensures
            0 <= self.total(e),
        decreases extents() + 3 - e,
    {
        if e < extents() {
            self.lemma_total(e + 3);
        }
    }

    /// A row is found in an extent of its table.
    pub(crate) proof fn lemma_find(self, e: int, n: int)
        requires
            0 <= e < extents(),
            0 <= n < self.total(e),
        ensures
            ({
                let (f, k) = self.find(e, n);
                &&& e <= f < extents()
                &&& f % 3 == e % 3
                &&& 0 <= k < self.count(f)
                &&& n - k == self.total(e) - self.total(f)
            }),
        decreases extents() + 3 - e,
    {
        if n >= self.count(e) {
            assert(e + 3 < extents() || self.total(e + 3) == 0);
            self.lemma_find(e + 3, n - self.count(e));
        }
    }

    /// A row lies in its extent.
    pub proof fn lemma_slot(self, table: int, n: int)
        requires
            0 <= table < 3,
            0 <= n < self.total(table),
        ensures
            MAIN <= self.slot(table, n),
            self.slot(table, n) + self.width(table) <= self.size(),
    {
        let (e, k) = self.find(table, n);
        self.lemma_find(table, n);
        self.lemma_begin(0, e);
        self.lemma_begin(e + 1, extents());
        lemma_in_line(k, self.count(e), self.width(e));
    }

    /// Different rows have no address in common.
    pub proof fn lemma_slots_apart(self, t: int, a: int, u: int, b: int)
        requires
            0 <= t < 3,
            0 <= a < self.total(t),
            0 <= u < 3,
            0 <= b < self.total(u),
            t != u || a != b,
        ensures
            self.slot(t, a) + self.width(t) <= self.slot(u, b) || self.slot(u, b) + self.width(u) <= self.slot(t, a),
    {
        let ((e, i), (f, k)) = (self.find(t, a), self.find(u, b));
        self.lemma_find(t, a);
        self.lemma_find(u, b);
        lemma_in_line(i, self.count(e), self.width(e));
        lemma_in_line(k, self.count(f), self.width(f));
        if e < f {
            self.lemma_begin(e + 1, f);
        } else if f < e {
            self.lemma_begin(f + 1, e);
        } else {
            lemma_apart(i, k, self.width(e));
        }
    }

    /// A row lies beside the rows of other tables.
    pub(crate) proof fn lemma_beside(self, t: int, a: int)
        requires
            self.is_possible(),
            0 <= t < 3,
            0 <= a < self.total(t),
        ensures
            MAIN <= self.slot(t, a),
            self.slot(t, a) + self.width(t) <= self.size(),
            self.width(t) == if t == 0 { self.row_len() } else if t == 1 { self.item_row_len() } else { self.node_len() },
            t != 0 ==> forall|row: int| 0 <= row < self.keys ==> is_beside(self.slot(t, a), self.width(t), #[trigger] self.row(row), self.row_len()),
            t != 1 ==> forall|item: int| 0 <= item < self.items ==> is_beside(self.slot(t, a), self.width(t), #[trigger] self.item(item), self.item_row_len()),
            t != 2 ==> forall|node: int| 0 <= node < self.elements ==> is_beside(self.slot(t, a), self.width(t), #[trigger] self.node(node), self.node_len()),
    {
        self.lemma_slot(t, a);
        assert forall|u: int, b: int| 0 <= u < 3 && u != t && 0 <= b < self.total(u) implies is_beside(
            self.slot(t, a),
            self.width(t),
            #[trigger] self.slot(u, b),
            self.width(u),
        ) by {
            self.lemma_slots_apart(t, a, u, b);
        }
    }

    /// Where a row of the first segment is.
    pub(crate) proof fn lemma_first(self, table: int, n: int)
        requires
            self.is_possible(),
            0 <= table < 3,
            0 <= n < self.total(table),
        ensures
            ({
                let part = self.segments@[0];
                let items = MAIN + part.keys * self.row_len();
                let lists = items + part.items * self.item_row_len();
                &&& table == 0 && n < part.keys ==> self.row(n) == MAIN + n * self.row_len()
                &&& table == 1 && n < part.items ==> self.item(n) == items + n * self.item_row_len()
                &&& table == 2 && n < part.elements ==> self.node(n) == lists + n * self.node_len()
                &&& 0 <= part.keys * self.row_len()
                &&& 0 <= part.items * self.item_row_len()
                &&& 0 <= n * self.width(table)
            }),
            self.slot(table, n) + self.width(table) <= self.size(),
            self.width(table) == if table == 0 { self.row_len() } else if table == 1 { self.item_row_len() } else { self.node_len() },
    {
        self.lemma_slot(table, n);
        self.lemma_next(0);
        vstd::arithmetic::mul::lemma_mul_nonnegative(n, self.width(table));
    }

    /// The bytes of everything; nothing if the tables may not be so large.
    pub fn needed(&self) -> (size: Option<u64>)
        ensures
            match size {
                Some(size) => self.is_possible() && size == self.size(),
                None => !self.is_possible(),
            },
    {
        if self.keys >= NONE as u64 || self.items >= NONE as u64 || self.elements >= NONE as u64 {
            return None;
        }
        let row_len = self.key_len.checked_add(KEY + SUM_LEN)?;
        let item_len = self.item_len.checked_add(SUM_LEN)?;
        let node_len = self.element_len.checked_add(ELEMENT + SUM_LEN)?;
        let (mut at, mut keys, mut items, mut elements) = (MAIN, 0u64, 0u64, 0u64);
        for s in 0..SEGMENTS
            invariant
                row_len == self.row_len(),
                item_len == self.item_row_len(),
                node_len == self.node_len(),
                at == self.begin(3 * s),
                keys + self.total(3 * s) == self.total(0),
                items + self.total(3 * s + 1) == self.total(1),
                elements + self.total(3 * s + 2) == self.total(2),
                keys <= s * u32::MAX,
                items <= s * u32::MAX,
                elements <= s * u32::MAX,
        {
            let part = self.segments[s];
            proof {
                self.lemma_next(s as int);
                self.lemma_begin(3 * s + 1, extents());
                self.lemma_begin(3 * s + 2, extents());
                self.lemma_begin(3 * s + 3, extents());
            }
            at = (part.keys as u64).checked_mul(row_len)?.checked_add(at)?;
            at = (part.items as u64).checked_mul(item_len)?.checked_add(at)?;
            at = (part.elements as u64).checked_mul(node_len)?.checked_add(at)?;
            keys += part.keys as u64;
            items += part.items as u64;
            elements += part.elements as u64;
        }
        let is_divided = keys == self.keys && items == self.items && elements == self.elements;
        if is_divided { Some(at) } else { None }
    }

    /// The next segment.
    pub(crate) proof fn lemma_next(self, s: int)
        requires
            0 <= s < SEGMENTS,
        ensures
            ({
                let part = self.segments@[s];
                let items = self.begin(3 * s) + part.keys * self.row_len();
                let lists = items + part.items * self.item_row_len();
                &&& self.begin(3 * s + 1) == items
                &&& self.begin(3 * s + 2) == lists
                &&& self.begin(3 * s + 3) == lists + part.elements * self.node_len()
                &&& self.total(3 * s) == part.keys + self.total(3 * s + 3)
                &&& self.total(3 * s + 1) == part.items + self.total(3 * s + 4)
                &&& self.total(3 * s + 2) == part.elements + self.total(3 * s + 5)
                &&& 0 <= part.keys * self.row_len()
                &&& 0 <= part.items * self.item_row_len()
                &&& 0 <= part.elements * self.node_len()
            }),
    {
        let part = self.segments@[s];
        reveal_with_fuel(Geometry::begin, 4);
        vstd::arithmetic::mul::lemma_mul_nonnegative(part.keys as int, self.row_len());
        vstd::arithmetic::mul::lemma_mul_nonnegative(part.items as int, self.item_row_len());
        vstd::arithmetic::mul::lemma_mul_nonnegative(part.elements as int, self.node_len());
    }

    /// Where a row is, wherever it is.
    pub(crate) fn far(&self, table: u8, n: u32) -> (at: u64)
        requires
            self.is_possible(),
            table < 3,
            n < self.total(table as int),
        ensures
            at == self.slot(table as int, n as int),
            at + self.width(table as int) <= self.size(),
    {
        proof {
            self.lemma_slot(table as int, n as int);
            self.lemma_find(table as int, n as int);
            self.lemma_begin(0, 0);
        }
        let row_len = KEY + self.key_len + SUM_LEN;
        let item_len = self.item_len + SUM_LEN;
        let node_len = ELEMENT + self.element_len + SUM_LEN;
        let (mut at, mut rest) = (MAIN, n);
        for s in 0..SEGMENTS
            invariant
                self.is_possible(),
                table < 3,
                row_len == self.row_len(),
                item_len == self.item_row_len(),
                node_len == self.node_len(),
                at == self.begin(3 * s),
                self.find(table as int, n as int) == self.find(3 * s + table, rest as int),
                rest < self.total(3 * s + table),
                self.slot(table as int, n as int) + self.width(table as int) <= self.size(),
        {
            let part = self.segments[s];
            proof {
                self.lemma_next(s as int);
                self.lemma_find(3 * s + table, rest as int);
                self.lemma_begin(3 * s + 3, extents());
                if rest < self.count(3 * s + table) {
                    lemma_in_line(rest as int, self.count(3 * s + table), self.width(3 * s + table));
                }
            }
            let items = at + part.keys as u64 * row_len;
            let lists = items + part.items as u64 * item_len;
            let (begin, count, len) = match table {
                0 => (at, part.keys, row_len),
                1 => (items, part.items, item_len),
                _ => (lists, part.elements, node_len),
            };
            if rest < count {
                return begin + rest as u64 * len;
            }
            rest -= count;
            at = lists + part.elements as u64 * node_len;
        }
        // Not reached: the row is in one of the segments.
        0
    }

    /// The bytes of so many rows.
    pub open spec fn growth(self, keys: int, items: int, elements: int) -> int {
        keys * self.row_len() + items * self.item_row_len() + elements * self.node_len()
    }

    /// Whether this is a geometry with the rows of another one where they are, and more behind all of them.
    pub open spec fn extends(self, before: Geometry) -> bool {
        &&& self.is_possible()
        &&& before.is_possible()
        &&& before.size() <= self.size()
        &&& before.keys <= self.keys
        &&& before.items <= self.items
        &&& before.elements <= self.elements
        &&& self.key_len == before.key_len
        &&& self.item_len == before.item_len
        &&& self.element_len == before.element_len
        &&& forall|row: int| 0 <= row < before.keys ==> #[trigger] self.row(row) == before.row(row)
        &&& forall|item: int| 0 <= item < before.items ==> #[trigger] self.item(item) == before.item(item)
        &&& forall|node: int| 0 <= node < before.elements ==> #[trigger] self.node(node) == before.node(node)
        &&& forall|row: int| before.keys <= row < self.keys ==> before.size() <= #[trigger] self.row(row)
    }

    /// The first segment that has no rows, and no segment behind it has.
    fn end(&self) -> (s: usize)
        ensures
            s <= SEGMENTS,
            self.ends(s as int),
            s == SEGMENTS ==> !self.ends(SEGMENTS - 1),
    {
        let mut s = SEGMENTS;
        while s > 0
            invariant
                s <= SEGMENTS,
                self.ends(s as int),
            decreases s,
        {
            let part = self.segments[s - 1];
            if part.keys != 0 || part.items != 0 || part.elements != 0 {
                assert(!self.segments@[s - 1].is_empty());
                return s;
            }
            s -= 1;
        }
        s
    }

    /// The geometry with so many more rows, in a segment of their own.
    ///
    /// # Errors
    /// The last segment has rows, or there would be too many rows or bytes.
    pub fn with_more(&self, keys: u64, items: u64, elements: u64) -> (result: Result<Geometry, KvError>)
        requires
            self.is_possible(),
        ensures
            match result {
                Ok(new) => {
                    &&& new.extends(*self)
                    &&& new.is_grown(*self, keys as int, items as int, elements as int)
                    &&& new.size() == self.size() + self.growth(keys as int, items as int, elements as int)
                },
                Err(KvError::OutOfSegments) => !self.ends(SEGMENTS - 1),
                Err(error) => error == KvError::TooLarge && !self.may_grow(keys as int, items as int, elements as int),
            },
    {
        let s = self.end();
        if s == SEGMENTS {
            return Err(KvError::OutOfSegments);
        }
        let none = NONE as u64;
        let is_less = keys < none - self.keys && items < none - self.items && elements < none - self.elements;
        if !is_less {
            return Err(KvError::TooLarge);
        }
        let part = Segment { keys: keys as u32, items: items as u32, elements: elements as u32 };
        let mut new = *self;
        new.keys = self.keys + keys;
        new.items = self.items + items;
        new.elements = self.elements + elements;
        new.segments[s] = part;
        proof {
            self.lemma_more(new, s as int, part);
        }
        match new.needed() {
            Some(_) => Ok(new),
            None => Err(KvError::TooLarge),
        }
    }

    /// Before a segment nothing changes when it gets rows; behind it there are none.
    proof fn lemma_same(self, new: Geometry, s: int, part: Segment, e: int)
        requires
            0 <= s < SEGMENTS,
            self.ends(s),
            new.segments@ == self.segments@.update(s, part),
            new.key_len == self.key_len,
            new.item_len == self.item_len,
            new.element_len == self.element_len,
            0 <= e <= extents(),
        ensures
            e <= 3 * s ==> new.begin(e) == self.begin(e),
            e >= 3 * s ==> self.begin(e) == self.begin(3 * s),
            e >= 3 * s + 3 ==> new.begin(e) == new.begin(3 * s + 3),
        decreases e,
    {
        if e > 0 {
            self.lemma_same(new, s, part, e - 1);
            if e > 3 * s {
                assert(self.segments@[(e - 1) / 3].is_empty());
            }
        }
    }

    /// The rows of a table when a segment behind all others gets some.
    proof fn lemma_same_rows(self, new: Geometry, s: int, part: Segment, e: int)
        requires
            0 <= s < SEGMENTS,
            self.ends(s),
            new.segments@ == self.segments@.update(s, part),
            0 <= e < extents() + 3,
        ensures
            e < 3 * s + 3 ==> new.total(e) == self.total(e) + new.count(3 * s + e % 3),
            e >= 3 * s ==> self.total(e) == 0,
            e >= 3 * s + 3 ==> new.total(e) == 0,
        decreases extents() + 3 - e,
    {
        if e < extents() {
            self.lemma_same_rows(new, s, part, e + 3);
            if e >= 3 * s {
                assert(self.segments@[e / 3].is_empty());
            }
        }
    }

    /// Where a row is when a segment behind all others gets some.
    proof fn lemma_same_slot(self, new: Geometry, s: int, part: Segment, e: int, n: int)
        requires
            0 <= s < SEGMENTS,
            self.ends(s),
            new.segments@ == self.segments@.update(s, part),
            0 <= e < 3 * s + 3,
            0 <= n < new.total(e),
        ensures
            n < self.total(e) ==> new.find(e, n) == self.find(e, n) && self.find(e, n).0 < 3 * s,
            n >= self.total(e) ==> 3 * s <= new.find(e, n).0 < extents(),
            0 <= new.find(e, n).1,
        decreases extents() - e,
    {
        new.lemma_find(e, n);
        self.lemma_same_rows(new, s, part, e);
        self.lemma_same_rows(new, s, part, e + 3);
        self.lemma_total(e + 3);
        if e < 3 * s && n >= new.count(e) {
            self.lemma_same_slot(new, s, part, e + 3, n - new.count(e));
        }
    }

    /// A segment behind all others gets rows.
    proof fn lemma_more(self, new: Geometry, s: int, part: Segment)
        requires
            self.is_possible(),
            0 <= s < SEGMENTS,
            self.ends(s),
            new.segments@ == self.segments@.update(s, part),
            new.key_len == self.key_len,
            new.item_len == self.item_len,
            new.element_len == self.element_len,
            new.keys == self.keys + part.keys,
            new.items == self.items + part.items,
            new.elements == self.elements + part.elements,
        ensures
            new.is_divided(),
            new.size() == self.size() + self.growth(part.keys as int, part.items as int, part.elements as int),
            new.is_possible() ==> new.extends(self),
    {
        self.lemma_same(new, s, part, 3 * s);
        self.lemma_same(new, s, part, extents());
        new.lemma_next(s);
        self.lemma_same_rows(new, s, part, 0);
        self.lemma_same_rows(new, s, part, 1);
        self.lemma_same_rows(new, s, part, 2);
        if new.is_possible() {
            assert forall|t: int, n: int| 0 <= t < 3 && 0 <= n < self.total(t) implies #[trigger] new.slot(t, n) == self.slot(t, n) by {
                self.lemma_same_slot(new, s, part, t, n);
                self.lemma_find(t, n);
                self.lemma_same(new, s, part, self.find(t, n).0);
            }
            assert forall|row: int| self.keys <= row < new.keys implies self.size() <= #[trigger] new.row(row) by {
                self.lemma_same_slot(new, s, part, 0, row);
                let (e, k) = new.find(0, row);
                new.lemma_begin(3 * s, e);
                vstd::arithmetic::mul::lemma_mul_nonnegative(k, new.width(e));
            }
        }
    }
}

/// One of some places of one length, one behind the other, lies in them.
proof fn lemma_in_line(n: int, count: int, len: int)
    requires
        0 <= n < count,
        0 <= len,
    ensures
        0 <= n * len,
        n * len + len <= count * len,
{
    vstd::arithmetic::mul::lemma_mul_inequality(0, n, len);
    vstd::arithmetic::mul::lemma_mul_inequality(n + 1, count, len);
    vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(len, n, 1);
}

/// Places of one length, one behind the other, have no address in common.
proof fn lemma_apart(a: int, b: int, len: int)
    requires
        0 <= len,
        a != b,
    ensures
        a * len + len <= b * len || b * len + len <= a * len,
{
    if a < b {
        vstd::arithmetic::mul::lemma_mul_inequality(a + 1, b, len);
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(len, a, 1);
    } else {
        vstd::arithmetic::mul::lemma_mul_inequality(b + 1, a, len);
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(len, b, 1);
    }
}

} // verus!
