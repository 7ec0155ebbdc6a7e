//! How values are read.

use pmcopy::PmCopy;
use vstd::array::array_as_slice;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::*;
use crate::operations_spec_t::*;
use crate::rows_v::*;
use crate::values_v::*;
use capybarakv::KvError;
use capybarakv::order_v::*;
use power::device_t::*;

impl<D: Device, K: PmCopy, const N: usize, O: KeyOrder<K>> ValueStore<D, K, N, O> {
    /// The length of the value of a key, in bytes. For errors see [`reads_len`].
    pub fn value_len(&self, key: &K) -> (result: Result<usize, ValueError>)
        requires
            self.inv(),
        ensures
            reads_len(self@, *key, result, self.constants().is_intact()),
    {
        proof {
            lemma_values(self.store@.on_commit);
        }
        match self.store.read(key) {
            Ok(item) => Ok(item.bytes as usize),
            Err(error) => Err(ValueError::Store(error)),
        }
    }

    /// The value of a key. For errors see [`reads`].
    pub fn get(&self, key: &K) -> (result: Result<Vec<u8>, ValueError>)
        requires
            self.inv(),
        ensures
            reads(self@, *key, bytes_of(result), self.constants().is_intact()),
    {
        let len = self.value_len(key)?;
        let bytes = self.read_part(key, 0, len)?;
        assert(bytes@ =~= self@.on_commit[*key]);
        Ok(bytes)
    }

    /// So many bytes of the value of a key from one on; the first one has the number 0. No other rows are read. For errors see [`reads_range`].
    pub fn get_range(&self, key: &K, from: usize, n: usize) -> (result: Result<Vec<u8>, ValueError>)
        requires
            self.inv(),
        ensures
            reads_range(self@, *key, from as int, n as int, bytes_of(result), self.constants().is_intact()),
    {
        let len = self.value_len(key)?;
        if from > len || n > len - from {
            return Err(ValueError::OutOfBounds { len });
        }
        self.read_part(key, from, n)
    }

    /// Bytes that the value of a key has.
    fn read_part(&self, key: &K, from: usize, n: usize) -> (result: Result<Vec<u8>, ValueError>)
        requires
            self.inv(),
            self@.on_commit.contains_key(*key),
            from + n <= self@.on_commit[*key].len(),
        ensures
            match result {
                Ok(bytes) => bytes@ == self@.on_commit[*key].subrange(from as int, from + n),
                Err(error) => error == ValueError::Store(KvError::Corrupted) && !self.constants().is_intact(),
            },
    {
        let ghost entry = self.store@.on_commit[*key];
        let ghost (value, list, len) = (value_of(entry), entry.list, entry.item.bytes as int);
        let mut bytes: Vec<u8> = Vec::with_capacity(n);
        proof {
            lemma_values(self.store@.on_commit);
            assert(is_value(entry));
            assert(bytes@ =~= value.subrange(from as int, from as int));
        }
        if n == 0 {
            return Ok(bytes);
        }
        let mut column = from % N;
        let ghost mut row: int = from as int / N as int;
        proof {
            vstd::arithmetic::div_mod::lemma_fundamental_div_mod(from as int, N as int);
            vstd::arithmetic::mul::lemma_mul_is_commutative(N as int, row);
            lemma_row(row, column as int, len, N as int);
        }
        let mut rest = of_store(self.store.elements(key, from / N))?;
        while bytes.len() < n
            invariant
                0 < N,
                rest.inv(),
                rest.constants() == self.constants(),
                value == joined(list, len),
                list.len() == row_count(len, N as int),
                from + n <= len <= MAX_LEN,
                0 <= row <= list.len(),
                rest@ == list.skip(row),
                column < N,
                bytes@.len() <= n,
                bytes@.len() < n ==> row * N + column == from + bytes@.len(),
                bytes@ == value.subrange(from as int, from + bytes@.len()),
            decreases n - bytes@.len(),
        {
            proof {
                lemma_row(row, column as int, len, N as int);
            }
            let Some(next) = rest.next() else {
                return Err(ValueError::Store(KvError::Corrupted));
            };
            let element = of_store(next)?;
            let left = n - bytes.len();
            let end = if left < N - column { column + left } else { N };
            let ghost before = bytes@;
            bytes.extend_from_slice(slice_subrange(array_as_slice(&element), column, end));
            proof {
                lemma_part(list, len, row, column as int, end as int);
                vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(N as int, row, 1);
                assert(bytes@ =~= before + list[row]@.subrange(column as int, end as int));
                assert(bytes@ =~= value.subrange(from as int, from + bytes@.len()));
                assert(list.skip(row).drop_first() =~= list.skip(row + 1));
                row = row + 1;
            }
            column = 0;
        }
        Ok(bytes)
    }
}

} // verus!
