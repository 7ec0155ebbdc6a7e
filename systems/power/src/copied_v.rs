//! Values on storage, as their bytes in memory (PoWER paper, section 5.1.1): a value is taken out of bytes that were read only
//! when their checksum has shown that they are the bytes that were stored.

use pmcopy::{MaybeCorrupted, PmCopy};
use vstd::prelude::*;

verus! {

use crate::bytes_v::*;
use crate::checked_v::*;
use crate::device_t::*;
use crate::storage_v::*;
use pmcopy::memory_t::size_of;

/// Whether a value is stored at an address.
pub open spec fn stores<T: PmCopy>(s: Seq<u8>, addr: int, value: T) -> bool {
    &&& in_bounds(s, addr, T::spec_size_of() as int)
    &&& read_bytes(s, addr, T::spec_size_of() as int) == value.spec_to_bytes()
}

/// What is stored at an address is one value.
pub proof fn lemma_stores_one<T: PmCopy>(s: Seq<u8>, addr: int, a: T, b: T)
    requires
        stores(s, addr, a),
        stores(s, addr, b),
    ensures
        a == b,
{
    T::lemma_injective(a, b);
}

/// The value at an address, checked against the checksum that is stored elsewhere. Nothing if there is corruption.
pub fn read_value<D: Device, T: PmCopy>(storage: &PowerStorage<D>, addr: u64, crc_addr: u64) -> (value: Option<T>)
    requires
        has_crc(storage@.read_state, addr as int, T::spec_size_of() as int, crc_addr as int),
        exists|stored: T| stores(storage@.read_state, addr as int, stored),
    ensures
        value matches Some(stored) ==> stores(storage@.read_state, addr as int, stored),
        storage.constants().is_intact() ==> value is Some,
{
    match read_checked(storage, addr, size_of::<T>(), crc_addr) {
        Some(bytes) => {
            let ghost stored = choose|stored: T| stores(storage@.read_state, addr as int, stored);
            Some(MaybeCorrupted::<T>::of_bytes(&bytes).extract(Ghost(stored)))
        },
        None => None,
    }
}

} // verus!
