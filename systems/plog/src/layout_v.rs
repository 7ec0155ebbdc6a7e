//! Where things are: a header, a table of areas, a record with the metadata of all logs, and the areas.
//!
//! | Address | What | Protected by |
//! |---|---|---|
//! | 0 | a [`Header`], 24 bytes, which says that there are `n` logs | CRC behind it |
//! | 32 | an [`Area`] for each log, `16 n` bytes | CRC behind them |
//! | `40 + 16 n` | the Boolean that says which metadata count | it is a CDB |
//! | `48 + 16 n` | a [`Meta`] for each log, `24 n` bytes | CRC behind them |
//! | `56 + 40 n` | the same once more | CRC behind them |
//! | `64 + 64 n` and more | the areas | nothing: what is in a log is the business of its user |
//!
//! They are stored as they are in memory, as numbers of eight bytes, the lowest first. All arithmetic with addresses of this
//! crate is here, but for [`crate::size_spec_t`], which says how many bytes all of it takes.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::prelude::*;

verus! {

use crate::size_spec_t::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::corruption_spec_t::*;
use power::corruption_v::*;
use power::layout_v::WORD;

/// What the first eight bytes are: "certplog".
pub const MAGIC: u64 = 0x676f_6c70_7472_6563;

/// The version of this layout.
pub const VERSION: u64 = 1;

/// Where the header is.
pub const HEADER: u64 = 0;

/// Where the table is.
pub const TABLE: u64 = 32;

/// What a storage with logs begins with.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// [`VERSION`].
    pub version: u64,
    /// The number of logs.
    pub logs: u64,
}

/// The part of the storage that a log has.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Area {
    /// Its first address.
    pub start: u64,
    /// The number of its bytes.
    pub capacity: u64,
}

/// The metadata of a log.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Meta {
    /// The position of the first byte.
    pub head: u64,
    /// Where in the area that byte is.
    pub at: u64,
    /// The number of bytes.
    pub len: u64,
}

/// The header that says that there are `n` logs.
pub open spec fn header(n: nat) -> Header {
    Header { magic: MAGIC, version: VERSION, logs: n as u64 }
}

/// How many bytes the table of `n` areas takes with its checksum.
pub open spec fn table_len(n: int) -> int {
    16 * n + WORD
}

/// Where the Boolean is that says which metadata of `n` logs count: behind header and table.
pub open spec fn flag_at(n: int) -> int {
    TABLE + table_len(n)
}

/// How many bytes a copy of the metadata of `n` logs takes with its checksum.
pub open spec fn copy_len(n: int) -> int {
    24 * n + WORD
}

/// Where one of the two copies of the metadata of `n` logs is.
pub open spec fn copy_at(n: int, current: bool) -> int {
    flag_at(n) + WORD + if current { copy_len(n) } else { 0 }
}

/// The addresses from one on.
pub open spec fn from(first: int) -> spec_fn(int) -> bool {
    |addr: int| first <= addr
}

/// The addresses of the Boolean of `n` logs.
pub open spec fn flag_addrs(n: int) -> spec_fn(int) -> bool {
    range(flag_at(n), WORD as int)
}

/// The addresses of one of the two copies of the metadata of `n` logs, checksum included.
pub open spec fn copy_addrs(n: int, current: bool) -> spec_fn(int) -> bool {
    range(copy_at(n, current), copy_len(n))
}

/// The addresses of all metadata of `n` logs.
pub open spec fn metadata_addrs(n: int) -> spec_fn(int) -> bool {
    range(HEADER as int, metadata_len(n))
}

/// How many bytes all metadata of `n` logs take: behind them the areas may begin.
pub fn metadata_size(n: u64) -> (len: u64)
    requires
        n <= MAX_LOGS,
    ensures
        len == metadata_len(n as int),
{
    64 + 64 * n
}

/// Where the Boolean is that says which metadata of `n` logs count.
pub fn flag_address(n: u64) -> (addr: u64)
    requires
        n <= MAX_LOGS,
    ensures
        addr == flag_at(n as int),
        addr % 8 == 0,
{
    TABLE + 16 * n + WORD as u64
}

/// Where one of the two copies of the metadata of `n` logs is.
pub fn copy_address(n: u64, current: bool) -> (addr: u64)
    requires
        n <= MAX_LOGS,
    ensures
        addr == copy_at(n as int, current),
{
    let first = flag_address(n) + WORD as u64;
    if current { first + 24 * n + WORD as u64 } else { first }
}

/// The area for a log of this capacity behind an address, at a line of the cache; nothing if there are no such addresses.
pub fn area_behind(end: u64, capacity: u64) -> (area: Option<Area>)
    ensures
        match area {
            Some(area) => {
                &&& area.start == end + padding(end as int)
                &&& area.capacity == capacity
                &&& area.end() <= u64::MAX
            },
            None => end + padding(end as int) + capacity > u64::MAX,
        },
{
    let pad = (LINE - end % LINE) % LINE;
    if pad > u64::MAX - end || capacity > u64::MAX - (end + pad) {
        return None;
    }
    Some(Area { start: end + pad, capacity })
}

impl Area {
    /// The address behind it.
    pub open spec fn end(self) -> int {
        self.start + self.capacity
    }

    /// The address behind it.
    pub fn address_behind(&self) -> (end: u64)
        requires
            self.end() <= u64::MAX,
        ensures
            end == self.end(),
    {
        self.start + self.capacity
    }

    /// Whether it has room for something, behind an address and within `len` bytes.
    pub fn lies_between(&self, from: u64, len: u64) -> (lies: bool)
        ensures
            lies == (0 < self.capacity && from <= self.start && self.end() <= len),
    {
        0 < self.capacity && from <= self.start && self.start <= len && self.capacity <= len - self.start
    }

    /// Whether an address is in it.
    pub open spec fn has(self, addr: int) -> bool {
        self.start <= addr < self.end()
    }

    /// Where in the area the byte `k` behind the head is, if the head is at `at`: at the end it goes on at the start.
    pub open spec fn wrap(self, at: int, k: int) -> int {
        if at + k < self.capacity { at + k } else { at + k - self.capacity }
    }

    /// The address of that byte.
    pub open spec fn spot(self, at: int, k: int) -> int {
        self.start + self.wrap(at, k)
    }

    /// Where in the area that byte is.
    pub fn offset(&self, at: u64, k: u64) -> (offset: u64)
        requires
            at < self.capacity,
            k <= self.capacity,
        ensures
            offset == self.wrap(at as int, k as int),
            offset < self.capacity,
    {
        let room = self.capacity - at;
        // This way there is no overflow, however large the area.
        if k < room { at + k } else { k - room }
    }

    /// The address of that byte.
    pub fn address(&self, at: u64, k: u64) -> (addr: u64)
        requires
            at < self.capacity,
            k <= self.capacity,
            self.end() <= u64::MAX,
        ensures
            addr == self.spot(at as int, k as int),
    {
        self.start + self.offset(at, k)
    }

    /// How many bytes there are from that byte to the end of the area.
    pub fn room_from(&self, at: u64, k: u64) -> (room: u64)
        requires
            at < self.capacity,
            k <= self.capacity,
        ensures
            0 < room,
            room == self.capacity - self.wrap(at as int, k as int),
    {
        self.capacity - self.offset(at, k)
    }

    /// What is counted from the head may be counted from a byte behind it.
    pub proof fn lemma_content_from(self, s: Seq<u8>, at: int, by: int, k: int, len: int)
        requires
            0 <= at < self.capacity,
            0 <= by,
            0 <= k,
            0 <= len,
            by + k + len <= self.capacity,
        ensures
            self.content(s, self.wrap(at, by), k, len) == self.content(s, at, by + k, len),
    {
        assert(self.content(s, self.wrap(at, by), k, len) =~= self.content(s, at, by + k, len));
    }

    /// A part of a mask has no more ones than the mask, also where it goes on at the start of the area.
    pub proof fn lemma_content_weight(self, mask: Seq<u8>, at: int, k: int, len: int)
        requires
            0 <= at < self.capacity,
            0 <= k,
            0 <= len,
            k + len <= self.capacity,
            self.end() <= mask.len(),
        ensures
            weight(self.content(mask, at, k, len)) <= weight(mask),
    {
        let addr = self.spot(at, k);
        let room = self.capacity - self.wrap(at, k);
        let content = self.content(mask, at, k, len);
        if len <= room {
            assert(content =~= read_bytes(mask, addr, len));
            lemma_weight_of_part(mask, addr, len);
        } else {
            let (first, rest) = (read_bytes(mask, addr, room), read_bytes(mask, self.start as int, len - room));
            assert(content =~= first + rest);
            lemma_weight_add(first, rest);
            lemma_weight_of_parts(mask, self.start as int, len - room, addr, room);
        }
    }

    /// How far behind the head an address is.
    pub open spec fn distance(self, at: int, addr: int) -> int {
        if addr - self.start >= at { addr - self.start - at } else { addr - self.start + self.capacity - at }
    }

    /// The `len` bytes from `k` behind the head on.
    pub open spec fn content(self, s: Seq<u8>, at: int, k: int, len: int) -> Seq<u8> {
        Seq::new(len as nat, |i: int| s[self.spot(at, k + i)])
    }
}

/// Areas lie one behind the other.
pub proof fn lemma_end_grows(capacities: Seq<u64>, i: int, j: int)
    requires
        0 <= i <= j <= capacities.len(),
    ensures
        end_of(capacities, i) <= end_of(capacities, j),
    decreases j,
{
    if i < j {
        lemma_end_grows(capacities, i, j - 1);
    }
}

/// Where one of `n` areas may begin, behind those before.
pub open spec fn free_from(n: int, areas: Seq<Area>, i: int) -> int {
    if i == 0 { metadata_len(n) } else { areas[i - 1].end() }
}

/// Whether one of `n` areas has room for something, and lies behind the one before it.
pub open spec fn is_area(n: int, areas: Seq<Area>, i: int) -> bool {
    0 < areas[i].capacity && free_from(n, areas, i) <= areas[i].start
}

/// Whether areas lie one behind the other, within `len` bytes, behind the metadata.
pub open spec fn are_areas(areas: Seq<Area>, len: int) -> bool {
    let n = areas.len() as int;
    &&& n <= MAX_LOGS
    &&& metadata_len(n) <= free_from(n, areas, n) <= len
    &&& forall|i: int| 0 <= i < n ==> #[trigger] is_area(n, areas, i)
}

/// Whether this may be the metadata of a log in an area.
pub open spec fn is_meta(meta: Meta, area: Area) -> bool {
    &&& meta.at < area.capacity
    &&& meta.len <= area.capacity
    &&& meta.head + meta.len <= u64::MAX
}

/// Whether these may be the metadata of logs in areas.
pub open spec fn are_metas(metas: Seq<Meta>, areas: Seq<Area>) -> bool {
    &&& metas.len() == areas.len()
    &&& forall|i: int| #![trigger metas[i]] #![trigger areas[i]] 0 <= i < areas.len() ==> is_meta(metas[i], areas[i])
}

/// Areas have nothing in common, and nothing with the metadata.
pub proof fn lemma_areas_apart(areas: Seq<Area>, len: int, i: int, j: int)
    requires
        are_areas(areas, len),
        0 <= i < areas.len(),
        0 <= j < areas.len(),
    ensures
        metadata_len(areas.len() as int) <= areas[j].start,
        0 < areas[j].capacity,
        areas[j].end() <= len,
        i < j ==> areas[i].end() <= areas[j].start,
        j < i ==> areas[j].end() <= areas[i].start,
{
    let n = areas.len() as int;
    assert(is_area(n, areas, i) && is_area(n, areas, j));
    lemma_free_grows(areas, len, 0, j);
    lemma_free_grows(areas, len, j + 1, if j < i { i } else { n });
    lemma_free_grows(areas, len, i + 1, if i < j { j } else { n });
}

/// Behind more areas there is no less.
pub proof fn lemma_free_grows(areas: Seq<Area>, len: int, i: int, j: int)
    requires
        are_areas(areas, len),
        0 <= i <= j <= areas.len(),
    ensures
        free_from(areas.len() as int, areas, i) <= free_from(areas.len() as int, areas, j) <= len,
    decreases areas.len() - i,
{
    let n = areas.len() as int;
    if i < n {
        assert(is_area(n, areas, i));
        lemma_free_grows(areas, len, i + 1, if i < j { j } else { n });
    }
}

} // verus!
