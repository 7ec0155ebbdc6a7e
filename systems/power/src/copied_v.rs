//! Values on storage, as their bytes in memory with a checksum behind them (PoWER paper, section 5.1.1). A value of a type of
//! which not all bytes are those of a value is taken out of bytes that were read only when their checksum has shown that
//! they are the bytes that were stored.

use pmcopy::{AnyBitPattern, MaybeCorrupted, PmCopy, value_of, values_of};
use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::checked_v::*;
use crate::device_t::*;
use crate::layout_v::*;
use crate::storage_t::*;
use pmcopy::PmBytes;
use pmcopy::arrays_t::*;
use pmcopy::arrays_v::*;
use pmcopy::memory_t::size_of;

/// Whether a value is stored at an address, with its checksum behind it.
#[verifier::opaque]
pub open spec fn stores<T: PmBytes>(s: Seq<u8>, addr: int, value: T) -> bool {
    checked_at(s, addr, T::spec_size_of() as int) == Some(value.spec_to_bytes())
}

/// Whether values are stored at an address, with their checksum behind all of them.
#[verifier::opaque]
pub open spec fn stores_all<T: PmBytes>(s: Seq<u8>, addr: int, all: Seq<T>) -> bool {
    checked_at(s, addr, (all.len() * T::spec_size_of()) as int) == Some(bytes_of_all(all))
}

/// What is stored at an address is one value.
pub proof fn lemma_stores_one<T: PmBytes>(s: Seq<u8>, addr: int, a: T, b: T)
    requires
        stores(s, addr, a),
        stores(s, addr, b),
    ensures
        a == b,
{
    reveal(stores);
    T::lemma_injective(a, b);
}

/// What is stored at an address is one sequence of so many values.
pub proof fn lemma_stores_one_all<T: PmBytes>(s: Seq<u8>, addr: int, a: Seq<T>, b: Seq<T>)
    requires
        stores_all(s, addr, a),
        stores_all(s, addr, b),
        a.len() == b.len(),
    ensures
        a == b,
{
    reveal(stores_all);
    lemma_all_injective(a, b);
}

/// What is stored is so in contents that differ elsewhere only.
pub proof fn lemma_stores_agree<T: PmBytes>(a: Seq<u8>, b: Seq<u8>, addrs: spec_fn(int) -> bool, addr: int, value: T)
    requires
        agree_outside(a, b, addrs),
        stores(a, addr, value),
        forall|i: int| addr <= i < behind(addr, checked_len(T::spec_size_of() as int)) ==> !#[trigger] addrs(i),
    ensures
        stores(b, addr, value),
{
    reveal(stores);
    lemma_checked_agrees(a, b, addrs, addr, T::spec_size_of() as int);
}

/// The same of several values.
pub proof fn lemma_stores_all_agree<T: PmBytes>(a: Seq<u8>, b: Seq<u8>, addrs: spec_fn(int) -> bool, addr: int, all: Seq<T>)
    requires
        agree_outside(a, b, addrs),
        stores_all(a, addr, all),
        forall|i: int|
            addr <= i < behind(addr, checked_len((all.len() * T::spec_size_of()) as int)) ==> !#[trigger] addrs(i),
    ensures
        stores_all(b, addr, all),
{
    reveal(stores_all);
    lemma_all_len(all);
    lemma_checked_agrees(a, b, addrs, addr, (all.len() * T::spec_size_of()) as int);
}

/// The value at an address. Nothing if there is corruption.
pub fn read_value<D: Device, T: PmCopy>(storage: &PowerStorage<D>, addr: u64) -> (value: Option<T>)
    requires
        exists|stored: T| stores(storage@.read_state, addr as int, stored),
    ensures
        value matches Some(stored) ==> stores(storage@.read_state, addr as int, stored),
        storage.constants().is_intact() ==> value is Some,
{
    proof {
        reveal(stores);
    }
    match read_checked(storage, addr, size_of::<T>()) {
        Some(bytes) => {
            let ghost stored = choose|stored: T| stores(storage@.read_state, addr as int, stored);
            Some(MaybeCorrupted::<T>::of_bytes(&bytes).extract(Ghost(stored)))
        },
        None => None,
    }
}

/// The value at an address, if there is one: nothing is presupposed of what is there, as any bytes are those of a value.
pub fn read_any<D: Device, T: AnyBitPattern>(storage: &PowerStorage<D>, addr: u64) -> (value: Option<T>)
    requires
        in_bounds(storage@.read_state, addr as int, checked_len(T::spec_size_of() as int)),
    ensures
        forall|stored: T| #[trigger]
            stores(storage@.read_state, addr as int, stored) ==> match value {
                Some(value) => value == stored,
                None => !storage.constants().is_intact(),
            },
        storage.constants().is_intact() ==> (value matches Some(value) ==> stores(
            storage@.read_state,
            addr as int,
            value,
        )),
{
    proof {
        reveal(stores);
        assert forall|a: T, b: T| #[trigger] a.spec_to_bytes() == #[trigger] b.spec_to_bytes() implies a == b by {
            T::lemma_injective(a, b);
        }
    }
    let bytes = read_checked(storage, addr, size_of::<T>())?;
    Some(value_of(&bytes))
}

/// The `n` values at an address, if there are any, in the same way.
pub fn read_all<D: Device, T: AnyBitPattern>(storage: &PowerStorage<D>, addr: u64, n: usize) -> (values: Option<Vec<T>>)
    requires
        in_bounds(storage@.read_state, addr as int, checked_len((n * T::spec_size_of()) as int)),
        n * T::spec_size_of() <= usize::MAX,
    ensures
        values matches Some(values) ==> values@.len() == n,
        forall|stored: Seq<T>| #[trigger]
            stores_all(storage@.read_state, addr as int, stored) && stored.len() == n ==> match values {
                Some(values) => values@ == stored,
                None => !storage.constants().is_intact(),
            },
        storage.constants().is_intact() ==> (values matches Some(values) ==> stores_all(
            storage@.read_state,
            addr as int,
            values@,
        )),
{
    proof {
        reveal(stores_all);
        assert forall|a: Seq<T>, b: Seq<T>| #[trigger] bytes_of_all(a) == #[trigger] bytes_of_all(b) && a.len() == b.len() implies a == b by {
            lemma_all_injective(a, b);
        }
    }
    let bytes = read_checked(storage, addr, n * size_of::<T>())?;
    Some(values_of(&bytes, n))
}

} // verus!
