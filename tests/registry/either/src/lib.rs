//! A value of one of two types, as the crate `either` has it.

use either::Either;
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(L)]
#[verifier::accept_recursive_types(R)]
pub struct ExEither<L, R>(Either<L, R>);

pub assume_specification<L, R>[ Either::<L, R>::is_left ](either: &Either<L, R>) -> (r: bool)
    ensures
        r == (*either is Left),
;

pub assume_specification<L, R>[ Either::<L, R>::flip ](either: Either<L, R>) -> (r: Either<R, L>)
    ensures
        r == (match either {
            Either::Left(l) => Either::Right(l),
            Either::Right(r) => Either::Left(r),
        }),
;

/// A number, or the length of a text that is none.
pub fn size(of: Either<u32, Vec<u8>>) -> (r: usize)
    ensures
        of matches Either::Left(n) ==> r == n,
        of matches Either::Right(text) ==> r == text.len(),
{
    match of.flip() {
        Either::Left(text) => text.len(),
        Either::Right(n) => n as usize,
    }
}

pub fn small(n: u64) -> (r: Either<u8, u64>)
    ensures
        r is Left <==> n < 256,
        r matches Either::Right(m) ==> m == n,
{
    let r = if n < 256 {
        Either::Left(n as u8)
    } else {
        Either::Right(n)
    };
    let left = r.is_left();
    assert(left == (n < 256));
    r
}

} // verus!

#[cfg(test)]
mod tests {
    use either::Either;

    #[test]
    fn tells_sides_apart() {
        assert_eq!(super::size(Either::Left(3)), 3);
        assert_eq!(super::size(Either::Right(vec![1, 2])), 2);
        assert!(super::small(255).is_left());
        assert!(super::small(256).is_right());
    }
}
