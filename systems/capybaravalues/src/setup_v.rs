//! How a storage becomes one with a store of values.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::length_v::Length;
use crate::values_v::*;
use capybarakv::abstract_spec_t::*;
use capybarakv::operations_spec_t::is_of_setup;
use capybarakv::{Geometry, KvError};
use journal::install_v::allows_all;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;

/// What the first half of the number of the types of a store of values is: "valu". The other half is yours.
pub const MARK: u64 = 0x7661_6c75_0000_0000;

/// The number for the types of a store of values whose keys have a number that you choose. A store of `capybarakv` that other programs
/// made has another one, unless it was chosen to be the same.
pub fn types_for(number: u32) -> (types: u64)
    ensures
        types == MARK + number,
{
    MARK + number as u64
}

/// The geometry of a store of values with so many keys, so many lengths of values, and so many rows of `N` bytes.
/// A transaction needs a free length for each value that it puts, and free rows for its bytes.
pub fn geometry_for<K: PmCopy, const N: usize>(keys: u64, lengths: u64, rows: u64, number: u32) -> (geometry: Geometry)
    ensures
        geometry.is_for::<K, Length, [u8; N]>(),
        geometry.keys == keys,
        geometry.items == lengths,
        geometry.elements == rows,
        geometry.types == MARK + number,
{
    Geometry::of::<K, Length, [u8; N]>(keys, lengths, rows, types_for(number))
}

/// Makes a store without values, whatever the storage held before. The journal has room for `capacity` bytes of entries, which
/// bounds a transaction. Whoever asks for it must permit anything, as there is nothing to keep.
pub fn setup<D: Device, K: PmCopy, const N: usize>(
    storage: &mut PowerStorage<D>,
    geometry: &Geometry,
    capacity: u64,
    Tracked(all): Tracked<&Blanket>,
) -> (result: Result<(), KvError>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
        geometry.is_for::<K, Length, [u8; N]>(),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        match result {
            Ok(()) => {
                &&& final(storage)@.is_flushed()
                &&& recovered_values::<K, N>(final(storage)@.durable_state) == Some(
                    StoredValues { geometry: *geometry, map: Map::<K, Seq<u8>>::empty() },
                )
            },
            Err(error) => {
                &&& final(storage)@ == old(storage)@
                &&& is_of_setup(error, *geometry, capacity, old(storage)@.read_state.len() as int)
            },
        },
{
    let ghost empty = Map::<K, Entry<Length, [u8; N]>>::empty();
    assert(values_of(empty) =~= Map::<K, Seq<u8>>::empty());
    capybarakv::setup_v::setup::<D, K, Length, [u8; N]>(storage, geometry, capacity, Tracked(all))
}

} // verus!
