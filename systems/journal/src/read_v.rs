//! Reads of the area: those of `power`, with addresses of the area. What is pending is not read.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::prelude::*;

verus! {

use crate::journal_v::*;
use crate::layout_v::*;
use crate::recovery_v::*;
use power::bytes_spec_t::*;
use power::checked_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::layout_v::WORD;
use power::layout_v::checked_len;
use power::storage_t::PowerStorage;

impl Format {
    /// What has a checksum in the area has it in the storage.
    pub proof fn lemma_checked(self, s: Seq<u8>, addr: int, len: int)
        requires
            self.fits(s.len() as int),
            0 <= len,
            in_bounds(self.of(s), addr, checked_len(len)),
        ensures
            in_bounds(s, self.at(addr), checked_len(len)),
            checked_at(self.of(s), addr, len) == checked_at(s, self.at(addr), len),
    {
        self.lemma_read(s, addr, len);
        self.lemma_read(s, addr + len, WORD as int);
    }
}

impl<D: Device> Journal<D> {
    /// How the storage is divided.
    pub fn format(&self) -> (format: Format)
        ensures
            format == self@.format,
    {
        self.format
    }

    /// What is at an address, perhaps corrupted.
    pub fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>)
        requires
            self.can_read(),
            in_bounds(self@.read, addr as int, len as int),
        ensures
            bytes@.len() == len,
            self.media().may_read(self@.read, addr as int, bytes@),
    {
        proof {
            self.lemma_fits();
            self.format.lemma_read(self.storage@.read_state, addr as int, len as int);
            self.format.lemma_read(self.constants().corruption, addr as int, len as int);
        }
        self.storage.read(self.format.address(addr), len)
    }

    /// The bytes at an address, if their checksum is behind them; see [`read_checked`](power::checked_v::read_checked).
    pub fn read_checked(&self, addr: u64, len: usize) -> (data: Option<Vec<u8>>)
        requires
            self.can_read(),
            in_bounds(self@.read, addr as int, checked_len(len as int)),
        ensures
            data matches Some(bytes) ==> bytes@.len() == len,
            checked_at(self@.read, addr as int, len as int) matches Some(truth) ==> match data {
                Some(bytes) => bytes@ == truth,
                None => !self.constants().is_intact(),
            },
            self.constants().is_intact() && data is Some ==> checked_at(self@.read, addr as int, len as int) is Some,
    {
        proof {
            self.lemma_fits();
            self.format.lemma_checked(self.storage@.read_state, addr as int, len as int);
        }
        read_checked(&self.storage, self.format.address(addr), len)
    }

    /// The truth value at an address; see [`read_cdb`](power::checked_v::read_cdb).
    pub fn read_cdb(&self, addr: u64) -> (b: Option<bool>)
        requires
            self.can_read(),
            in_bounds(self@.read, addr as int, WORD as int),
        ensures
            cdb_at(self@.read, addr as int) is Some && b is Some ==> b == cdb_at(self@.read, addr as int),
            self.constants().is_intact() ==> b == cdb_at(self@.read, addr as int),
    {
        proof {
            self.lemma_fits();
            self.format.lemma_read(self.storage@.read_state, addr as int, WORD as int);
        }
        read_cdb(&self.storage, self.format.address(addr))
    }

    /// The value at an address; see [`read_value`](power::copied_v::read_value).
    pub fn read_value<T: PmCopy>(&self, addr: u64) -> (value: Option<T>)
        requires
            self.can_read(),
            exists|stored: T| stores(self@.read, addr as int, stored),
        ensures
            value matches Some(stored) ==> stores(self@.read, addr as int, stored),
            self.constants().is_intact() ==> value is Some,
    {
        proof {
            self.lemma_fits();
            reveal(stores);
            self.format.lemma_checked(self.storage@.read_state, addr as int, T::spec_size_of() as int);
            let stored = choose|stored: T| stores(self@.read, addr as int, stored);
            assert(stores(self.storage@.read_state, self.format.at(addr as int), stored));
        }
        read_value::<D, T>(&self.storage, self.format.address(addr))
    }

    /// The value at an address, if there is one; see [`read_any`](power::copied_v::read_any).
    pub fn read_any<T: AnyBitPattern>(&self, addr: u64) -> (value: Option<T>)
        requires
            self.can_read(),
            in_bounds(self@.read, addr as int, checked_len(T::spec_size_of() as int)),
        ensures
            forall|stored: T| #[trigger]
                stores(self@.read, addr as int, stored) ==> match value {
                    Some(value) => value == stored,
                    None => !self.constants().is_intact(),
                },
            self.constants().is_intact() ==> (value matches Some(value) ==> stores(self@.read, addr as int, value)),
    {
        proof {
            self.lemma_fits();
            reveal(stores);
            self.format.lemma_checked(self.storage@.read_state, addr as int, T::spec_size_of() as int);
            assert forall|stored: T| #[trigger] stores(self@.read, addr as int, stored) implies stores(
                self.storage@.read_state,
                self.format.at(addr as int),
                stored,
            ) by {}
        }
        read_any::<D, T>(&self.storage, self.format.address(addr))
    }
}

} // verus!
