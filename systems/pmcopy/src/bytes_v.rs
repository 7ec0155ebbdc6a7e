//! Facts about numbers as bytes, and about sequences of two parts.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;

/// The numbers that have so many bytes.
pub open spec fn bound(n: nat) -> nat
    decreases n,
{
    if n == 0 {
        1
    } else {
        256 * bound((n - 1) as nat)
    }
}

/// There are as many bytes as asked for.
pub proof fn lemma_low_bytes_len(x: nat, n: nat)
    ensures
        low_bytes(x, n).len() == n,
    decreases n,
{
    if n > 0 {
        lemma_low_bytes_len(x / 256, (n - 1) as nat);
    }
}

/// Bytes tell numbers apart that have no more of them.
pub proof fn lemma_low_bytes_injective(x: nat, y: nat, n: nat)
    requires
        x < bound(n),
        y < bound(n),
        low_bytes(x, n) == low_bytes(y, n),
    ensures
        x == y,
    decreases n,
{
    if n > 0 {
        let m = (n - 1) as nat;
        let (a, b) = (seq![(x % 256) as u8], seq![(y % 256) as u8]);
        lemma_split(a, low_bytes(x / 256, m), b, low_bytes(y / 256, m));
        assert(a[0] == b[0]);
        lemma_low_bytes_injective(x / 256, y / 256, m);
    }
}

/// The number that bytes stand for, the lowest first.
pub open spec fn number_of(bytes: Seq<u8>) -> nat
    decreases bytes.len(),
{
    if bytes.len() == 0 {
        0
    } else {
        bytes[0] as nat + 256 * number_of(bytes.skip(1))
    }
}

/// Any bytes are the lowest of their number, which has no more of them.
pub proof fn lemma_number_of(bytes: Seq<u8>)
    ensures
        number_of(bytes) < bound(bytes.len()),
        low_bytes(number_of(bytes), bytes.len()) == bytes,
    decreases bytes.len(),
{
    if bytes.len() > 0 {
        lemma_number_of(bytes.skip(1));
        assert(seq![bytes[0]] + bytes.skip(1) =~= bytes);
    } else {
        assert(bytes =~= seq![]);
    }
}

/// Sequences are equal that have the same elements. (What a macro writes cannot have `=~=` in it.)
pub proof fn lemma_equal<A>(a: Seq<A>, b: Seq<A>)
    requires
        a =~= b,
    ensures
        a == b,
{
}

/// Sequences of two parts are equal in their parts, where the first ones are as long as each other.
pub proof fn lemma_split<A>(a: Seq<A>, c: Seq<A>, b: Seq<A>, d: Seq<A>)
    requires
        a + c == b + d,
        a.len() == b.len(),
    ensures
        a == b,
        c == d,
{
    let n = a.len() as int;
    assert(a =~= (a + c).take(n));
    assert(b =~= (b + d).take(n));
    assert(c =~= (a + c).skip(n));
    assert(d =~= (b + d).skip(n));
}

} // verus!
