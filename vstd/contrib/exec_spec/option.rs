//! Counterparts of `Option`.
// @when contrib

use super::{DeepViewClone, ExecSpecEq, ToOwned, ToRef};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

verus! {

impl<'a, T: Sized + DeepView> ToRef<&'a Option<T>> for &'a Option<T> {
    #[inline(always)]
    fn get_ref(self) -> &'a Option<T> {
        self
    }
}

impl<'a, T: DeepView + DeepViewClone> ToOwned<Option<T>> for &'a Option<T> {
    #[inline(always)]
    fn get_owned(self) -> Option<T> {
        self.deep_clone()
    }
}

impl<T: DeepViewClone> DeepViewClone for Option<T> {
    #[inline(always)]
    fn deep_clone(&self) -> Self {
        match self {
            Some(value) => Some(value.deep_clone()),
            None => None,
        }
    }
}

impl<'a, T: DeepView> ExecSpecEq<'a> for &'a Option<T> where &'a T: ExecSpecEq<'a, Other = &'a T> {
    type Other = &'a Option<T>;

    #[inline(always)]
    fn exec_eq(this: Self, other: Self::Other) -> bool {
        match (this, other) {
            (Some(value), Some(other)) => <&'a T>::exec_eq(value, other),
            (None, None) => true,
            _ => false,
        }
    }
}

/// `unwrap` of options.
pub trait ExecSpecOptionUnwrap<'a>: Sized + DeepView {
    /// What is inside.
    type Elem: DeepView + DeepViewClone;

    /// Whether there is something inside.
    spec fn is_some_spec(&self) -> bool;

    /// A copy of what is inside.
    fn exec_unwrap(self) -> Self::Elem
        requires
            self.is_some_spec(),
    ;
}

impl<'a, T> ExecSpecOptionUnwrap<'a> for &'a Option<T> where T: DeepView + DeepViewClone {
    type Elem = T;

    open spec fn is_some_spec(&self) -> bool {
        self.is_some()
    }

    #[inline(always)]
    fn exec_unwrap(self) -> (res: Self::Elem)
        ensures
            res.deep_view() == self.deep_view()->0,
    {
        match self {
            Some(value) => value.deep_clone(),
            None => super::give_up("there is nothing in the option"),
        }
    }
}

} // verus!
