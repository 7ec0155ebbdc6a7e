//! A value that is computed once.

use once_cell::unsync::OnceCell;
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExOnceCell<T>(OnceCell<T>);

/// What may be in the cell.
pub uninterp spec fn allows<T>(cell: OnceCell<T>, value: T) -> bool;

pub assume_specification<T>[ OnceCell::<T>::get ](this: &OnceCell<T>) -> (r: Option<&T>)
    ensures
        r matches Some(value) ==> allows(*this, *value),
;

pub assume_specification<T>[ OnceCell::<T>::set ](this: &OnceCell<T>, value: T) -> (r: Result<(), T>)
    requires
        allows(*this, value),
;

pub fn square(cell: &OnceCell<u64>, of: u32) -> (r: u64)
    requires
        forall|v: u64| allows(*cell, v) <==> v == of * of,
    ensures
        r == of * of,
{
    match cell.get() {
        Some(known) => *known,
        None => {
            assert(of * of <= 0xffff_ffff * 0xffff_ffff) by (nonlinear_arith)
                requires
                    of <= 0xffff_ffff,
            ;
            let square = (of as u64) * (of as u64);
            let _ = cell.set(square);
            square
        },
    }
}

} // verus!

#[cfg(test)]
mod tests {
    use once_cell::unsync::OnceCell;

    #[test]
    fn it_is_computed_once() {
        let cell = OnceCell::new();
        assert_eq!(super::square(&cell, 7), 49);
        assert_eq!(super::square(&cell, 7), 49);
        assert_eq!(cell.get(), Some(&49));
    }
}
