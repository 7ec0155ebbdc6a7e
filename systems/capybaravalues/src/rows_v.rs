//! Values as rows of one length, and rows as values.

use vstd::array::ref_mut_array_unsizing_coercion;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

use crate::abstract_spec_t::*;
use crate::length_v::Length;
use capybarakv::abstract_spec_t::*;
use vstd::arithmetic::div_mod::*;

/// A byte of a value is in a row that the value has.
pub(crate) proof fn lemma_row(row: int, column: int, len: int, width: int)
    requires
        0 <= row,
        0 <= column < width,
        row * width + column < len,
    ensures
        row < row_count(len, width),
        (row * width + column) / width == row,
{
    vstd::arithmetic::mul::lemma_mul_nonnegative(row, width);
    lemma_fundamental_div_mod_converse(row * width + column, width, row, column);
    lemma_div_is_ordered(row * width + column, len - 1, width);
}

/// A part of a row is a part of the value.
pub(crate) proof fn lemma_part<const N: usize>(rows: Seq<[u8; N]>, len: int, row: int, from: int, to: int)
    requires
        0 <= row < rows.len(),
        0 <= from <= to <= N,
        row * N + to <= len,
    ensures
        joined(rows, len).subrange(row * N + from, row * N + to) == rows[row]@.subrange(from, to),
{
    vstd::arithmetic::mul::lemma_mul_nonnegative(row, N as int);
    let (part, expected) = (joined(rows, len).subrange(row * N + from, row * N + to), rows[row]@.subrange(from, to));
    assert forall|i: int| 0 <= i < to - from implies #[trigger] part[i] == expected[i] by {
        lemma_fundamental_div_mod_converse(row * N + from + i, N as int, row, from + i);
    }
    assert(part =~= expected);
}

/// One more row behind full ones.
proof fn lemma_push<const N: usize>(rows: Seq<[u8; N]>, row: [u8; N], n: int)
    requires
        0 < n <= N,
    ensures
        joined(rows.push(row), rows.len() * N + n) == joined(rows, (rows.len() * N) as int) + row@.take(n),
        row_count(rows.len() * N + n, N as int) == rows.len() + 1,
        rows.len() * N + N == (rows.len() + 1) * N,
{
    let (full, more) = ((rows.len() * N) as int, rows.push(row));
    vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(N as int, rows.len() as int, 1);
    lemma_fundamental_div_mod_converse(full + n - 1, N as int, rows.len() as int, n - 1);
    lemma_part(more, full + n, rows.len() as int, 0, n);
    assert forall|i: int| 0 <= i < full implies more[i / (N as int)] == #[trigger] rows[i / (N as int)] by {
        lemma_fundamental_div_mod(i, N as int);
        lemma_multiply_divide_lt(i, N as int, rows.len() as int);
        lemma_div_pos_is_pos(i, N as int);
    }
    assert(joined(more, full + n).take(full) =~= joined(rows, full));
    assert(joined(more, full + n) =~= joined(rows, full) + row@.take(n));
}

/// Bytes in a row. Behind them are zeros.
fn padded<const N: usize>(bytes: &[u8]) -> (row: [u8; N])
    requires
        bytes@.len() <= N,
    ensures
        row@.take(bytes@.len() as int) == bytes@,
{
    let mut row = [0u8; N];
    let (head, _) = ref_mut_array_unsizing_coercion(&mut row).split_at_mut(bytes.len());
    head.copy_from_slice(bytes);
    assert(row@.take(bytes@.len() as int) =~= bytes@);
    row
}

/// The rows of a value.
pub(crate) fn cut<const N: usize>(value: &[u8]) -> (rows: Vec<[u8; N]>)
    requires
        0 < N,
    ensures
        rows@.len() == row_count(value@.len() as int, N as int),
        joined(rows@, value@.len() as int) == value@,
{
    let mut rows: Vec<[u8; N]> = Vec::new();
    let mut start: usize = 0;
    assert(joined(rows@, 0) =~= value@.take(0));
    while start < value.len()
        invariant
            0 < N,
            start <= value@.len(),
            start < value@.len() ==> start == rows@.len() * N,
            rows@.len() == row_count(start as int, N as int),
            joined(rows@, start as int) == value@.take(start as int),
        decreases value@.len() - start,
    {
        let left = value.len() - start;
        let n = if left < N { left } else { N };
        let bytes = slice_subrange(value, start, start + n);
        let row = padded::<N>(bytes);
        proof {
            lemma_push(rows@, row, n as int);
            assert(value@.take(start as int) + bytes@ =~= value@.take(start + n));
        }
        rows.push(row);
        start += n;
    }
    assert(value@.take(start as int) =~= value@);
    rows
}

/// What the lists of values take together is what the values need.
pub(crate) proof fn lemma_total<K, const N: usize>(map: Map<K, Entry<Length, [u8; N]>>)
    requires
        are_values(map),
    ensures
        total(map) == total_rows(values_of(map), N as int),
    decreases map.len(),
{
    let key = map.dom().choose();
    assert(values_of(map).dom() =~= map.dom());
    if map.len() > 0 && map.contains_key(key) {
        lemma_total(map.remove(key));
        assert(values_of(map.remove(key)) =~= values_of(map).remove(key));
    }
}

} // verus!
