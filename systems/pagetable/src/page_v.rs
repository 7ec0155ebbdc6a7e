//! Pages: virtual addresses with sizes.

use vstd::prelude::*;

verus! {

use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::word_v::offset_bits;

/// How large a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 4 KiB.
    Small,
    /// 2 MiB.
    Large,
    /// 1 GiB.
    Huge,
}

impl Size {
    /// The level of the entries that lead to pages of this size.
    pub open spec fn spec_level(self) -> u64 {
        match self {
            Size::Small => 1,
            Size::Large => 2,
            Size::Huge => 3,
        }
    }

    /// The level of the entries that lead to pages of this size.
    #[verifier::when_used_as_spec(spec_level)]
    #[inline]
    pub fn level(self) -> (level: u64)
        ensures
            level == self.level(),
    {
        match self {
            Size::Small => 1,
            Size::Large => 2,
            Size::Huge => 3,
        }
    }

    /// The size whose pages entries of a level lead to.
    #[inline]
    pub(crate) fn of(level: u64) -> (size: Size)
        requires
            1 <= level <= 3,
        ensures
            size.level() == level,
    {
        match level {
            1 => Size::Small,
            2 => Size::Large,
            _ => Size::Huge,
        }
    }
}

/// How many pages of 4 KiB an entry of a level is for.
pub open spec fn small_pages(level: int) -> int {
    if level == 1 {
        1
    } else if level == 2 {
        0x200
    } else if level == 3 {
        0x4_0000
    } else {
        0x800_0000
    }
}

/// The bits below the address of a page are a remainder.
pub(crate) proof fn lemma_offset(address: u64, level: u64)
    requires
        1 <= level <= 3,
    ensures
        address & offset_bits(level) == translated(address) % size(level as int),
        address & offset_bits(level) == address as int % size(level as int),
{
    let bits = (address % 0x1_0000_0000_0000) as u64;
    assert(address & 0xfff == bits % 0x1000 && address & 0x1f_ffff == bits % 0x20_0000 && address & 0x3fff_ffff == bits % 0x4000_0000)
        by (bit_vector)
        requires
            bits == address % 0x1_0000_0000_0000,
    ;
}

/// Whether an address is canonical.
#[inline]
pub(crate) fn check_canonical(address: u64) -> (is: bool)
    ensures
        is == is_canonical(address),
{
    !(0x8000_0000_0000..0xffff_8000_0000_0000).contains(&address)
}

/// A page: a canonical virtual address, which is a multiple of the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    size: Size,
    /// The number of the first page of 4 KiB in it, of 36 bits.
    number: u64,
}

impl Page {
    /// What is known of every one.
    #[verifier::type_invariant]
    pub closed spec fn inv(self) -> bool {
        &&& self.number < 0x10_0000_0000
        &&& self.number as int % small_pages(self.size.level() as int) == 0
    }

    /// The size.
    pub closed spec fn spec_size(self) -> Size {
        self.size
    }

    /// The place of its entry.
    pub closed spec fn slot(self) -> Slot {
        let level = self.size.level() as int;
        Slot { level, number: self.number as int / small_pages(level) }
    }

    /// The page of a size at an address, if the address is canonical and a multiple of the size.
    #[inline]
    pub fn new(size: Size, address: u64) -> (page: Option<Page>)
        ensures
            match page {
                Some(page) => {
                    &&& page.size() == size
                    &&& is_canonical(address)
                    &&& page.slot().start() == translated(address)
                },
                None => !is_canonical(address) || translated(address) % crate::slot_spec_t::size(size.level() as int) != 0,
            },
    {
        if !check_canonical(address) || address & offset_bits(size.level()) != 0 {
            proof {
                lemma_offset(address, size.level());
            }
            return None;
        }
        let page = Page::around(size, address);
        proof {
            lemma_offset(address, size.level());
            lemma_first(page.slot(), translated(address));
        }
        Some(page)
    }

    /// The page of a size in which a canonical address is.
    #[inline]
    pub fn around(size: Size, address: u64) -> (page: Page)
        requires
            is_canonical(address),
        ensures
            page.size() == size,
            page.slot().covers(translated(address)),
            page.slot().is_page(),
    {
        let number = (address >> 12) & (match size {
            Size::Small => 0xf_ffff_ffff,
            Size::Large => 0xf_ffff_fe00,
            Size::Huge => 0xf_fffc_0000,
        });
        proof {
            let bits = translated(address) as u64;
            assert(((address >> 12) & 0xf_ffff_ffff) == bits / 0x1000 && ((address >> 12) & 0xf_ffff_fe00) == bits / 0x20_0000 * 0x200 && (
            (address >> 12) & 0xf_fffc_0000) == bits / 0x4000_0000 * 0x4_0000) by (bit_vector)
                requires
                    bits == address % 0x1_0000_0000_0000,
            ;
        }
        let page = Page { size, number };
        proof {
            lemma_covers(page.slot(), translated(address));
        }
        page
    }

    /// The size.
    #[verifier::when_used_as_spec(spec_size)]
    #[inline]
    pub fn size(self) -> (size: Size)
        ensures
            size == self.size(),
    {
        self.size
    }

    /// The level of its entry.
    #[inline]
    pub fn level(self) -> (level: u64)
        ensures
            level == self.slot().level,
            1 <= level <= 3,
            level == self.size().level(),
    {
        self.size.level()
    }

    /// The virtual address.
    #[inline]
    pub fn address(self) -> (address: u64)
        ensures
            is_canonical(address),
            translated(address) == self.slot().start(),
    {
        proof {
            use_type_invariant(self);
        }
        let number = self.number;
        let low = number << 12;
        assert(low == number * 0x1000 && low < 0x1_0000_0000_0000 && (low >= 0x8000_0000_0000 ==> (low | 0xffff_0000_0000_0000)
            % 0x1_0000_0000_0000 == low && (low | 0xffff_0000_0000_0000) >= 0xffff_8000_0000_0000)) by (bit_vector)
            requires
                low == number << 12,
                number < 0x10_0000_0000,
        ;
        if low < 0x8000_0000_0000 { low } else { low | 0xffff_0000_0000_0000 }
    }

    /// The number of the place of a level that leads here.
    #[inline]
    pub(crate) fn above(self, level: u64) -> (number: u64)
        requires
            self.slot().level <= level <= 4,
        ensures
            number == self.slot().up(level as int).number,
    {
        proof {
            use_type_invariant(self);
            self.lemma_up(level as int);
            let number = self.number;
            assert(number >> 0 == number && number >> 9 == number / 0x200 && number >> 18 == number / 0x4_0000 && number >> 27 == number
                / 0x800_0000) by (bit_vector);
        }
        self.number >> ((level - 1) * 9)
    }

    /// The index of the entry of a level that leads here, in its table.
    #[inline]
    pub(crate) fn index(self, level: u64) -> (index: usize)
        requires
            self.slot().level <= level <= 4,
        ensures
            index == self.slot().up(level as int).index(),
            index < 512,
    {
        let number = self.above(level);
        assert(number & 511 == number % 512) by (bit_vector);
        (number & 511) as usize
    }

    /// The page of 4 KiB behind the place of a level that leads here, if there are addresses behind.
    #[inline]
    pub(crate) fn behind(self, level: u64) -> (page: Option<Page>)
        requires
            self.slot().level <= level <= 4,
        ensures
            match page {
                Some(page) => {
                    &&& page.size() is Small
                    &&& page.slot().is_page()
                    &&& page.slot().start() == self.slot().up(level as int).end()
                },
                None => self.slot().up(level as int).end() >= crate::slot_spec_t::size(5),
            },
    {
        proof {
            use_type_invariant(self);
            self.lemma_up(level as int);
        }
        let shift = (level - 1) * 9;
        let number = ((self.number >> shift) + 1) << shift;
        proof {
            let from = self.number;
            assert((shift == 0 ==> number == from + 1) && (shift == 9 ==> number == (from / 0x200 + 1) * 0x200) && (shift == 18 ==> number == (
            from / 0x4_0000 + 1) * 0x4_0000) && (shift == 27 ==> number == (from / 0x800_0000 + 1) * 0x800_0000)) by (bit_vector)
                requires
                    number == add(from >> shift, 1) << shift,
                    from < 0x10_0000_0000,
            ;
        }
        proof {
            let up = self.slot().up(level as int).number;
            assert(level == 1 || level == 2 || level == 3 || level == 4);
            assert(level == 1 ==> number == up + 1);
            assert(level == 2 ==> number == (up + 1) * 0x200);
            assert(level == 3 ==> number == (up + 1) * 0x4_0000);
            assert(level == 4 ==> number == (up + 1) * 0x800_0000);
        }
        if number < 0x10_0000_0000 { Some(Page { size: Size::Small, number }) } else { None }
    }

    /// A page whose entry is in the table below the place of a level that leads here.
    #[inline]
    pub(crate) fn part(self, level: u64, index: u64) -> (page: Page)
        requires
            self.slot().level <= level <= 4,
            2 <= level,
            index < 512,
        ensures
            page.slot() == self.slot().up(level as int).child(index as int),
    {
        proof {
            use_type_invariant(self);
            self.lemma_up(level as int);
        }
        let shift = (level - 1) * 9;
        let number = ((self.number >> shift) << shift) | (index << (shift - 9));
        proof {
            let from = self.number;
            let low = sub(shift, 9);
            assert((shift == 9 ==> number == from / 0x200 * 0x200 + index) && (shift == 18 ==> number == from / 0x4_0000 * 0x4_0000 + index * 0x200)
                && (shift == 27 ==> number == from / 0x800_0000 * 0x800_0000 + index * 0x4_0000)) by (bit_vector)
                requires
                    number == ((from >> shift) << shift) | (index << low),
                    low == sub(shift, 9),
                    from < 0x10_0000_0000,
                    index < 512,
            ;
            let up = self.slot().up(level as int).number;
            assert(level == 2 || level == 3 || level == 4);
            assert(level == 2 ==> number == up * 0x200 + index);
            assert(level == 3 ==> number == up * 0x4_0000 + index * 0x200);
            assert(level == 4 ==> number == up * 0x800_0000 + index * 0x4_0000);
        }
        let page = Page { size: Size::of(level - 1), number };
        proof {
            let up = self.slot().up(level as int).number;
            assert(page.slot().level == level - 1);
            assert(level == 2 ==> page.slot().number == number as int / 1);
            assert(level == 3 ==> page.slot().number == number as int / 0x200);
            assert(level == 4 ==> page.slot().number == number as int / 0x4_0000);
            assert(page.slot().number == up * 512 + index);
        }
        page
    }

    /// The places above are for more pages of 4 KiB each.
    proof fn lemma_up(self, level: int)
        requires
            self.slot().level <= level <= 4,
        ensures
            self.slot().up(level).number == self.number as int / small_pages(level),
    {
    }

    /// There can be a page here.
    pub proof fn lemma_slot(tracked &self)
        ensures
            self.slot().is_page(),
            self.slot().level == self.size().level(),
            self.slot().up(4).parent() == Slot::root(),
    {
        use_type_invariant(&*self);
        self.lemma_up(4);
        lemma_covers(self.slot(), self.slot().start());
    }
}

} // verus!
