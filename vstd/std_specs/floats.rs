//! What the operators of floating-point numbers do.
// @when f32 f64
//!
//! trusted: the relations have no definition, so they may be what holds of the target; the comparisons and operators
//! never panic. The `obeys_*_spec` of these types are not true: a NaN does not equal itself, and results are not
//! determined by their operands.

#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use crate::std_specs::ops::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cmp::Ordering;

/// The operators that compute.
macro_rules! computes {
    ($($t:ident $trait:ident $f:ident $spec_trait:ident $req:ident $relation:ident;)*) => {
        verus! {

        $(
        pub assume_specification[ <$t as core::ops::$trait>::$f ](x: $t, y: $t) -> (o: $t)
            requires
                <$t as $spec_trait>::$req(x, y),
            ensures
                $relation::<$t>(x, y, o),
        ;
        )*

        }
    };
}

computes! {
    f32 Add add AddSpec add_req add_ensures;
    f32 Sub sub SubSpec sub_req sub_ensures;
    f32 Mul mul MulSpec mul_req mul_ensures;
    f32 Div div DivSpec div_req div_ensures;
    f64 Add add AddSpec add_req add_ensures;
    f64 Sub sub SubSpec sub_req sub_ensures;
    f64 Mul mul MulSpec mul_req mul_ensures;
    f64 Div div DivSpec div_req div_ensures;
}

/// The operators that compare, and the sign.
macro_rules! compares {
    ($($t:ident)*) => {
        verus! {

        $(
        pub assume_specification[ <$t as core::ops::Neg>::neg ](x: $t) -> (o: $t)
            requires
                <$t as NegSpec>::neg_req(x),
            ensures
                neg_ensures::<$t>(x, o),
        ;

        pub assume_specification[ <$t as PartialEq<$t>>::eq ](x: &$t, y: &$t) -> (o: bool)
            ensures
                eq_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialEq<$t>>::ne ](x: &$t, y: &$t) -> (o: bool)
            ensures
                ne_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialOrd<$t>>::partial_cmp ](x: &$t, y: &$t) -> (o: Option<Ordering>)
            ensures
                partial_cmp_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialOrd<$t>>::lt ](x: &$t, y: &$t) -> (o: bool)
            ensures
                lt_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialOrd<$t>>::le ](x: &$t, y: &$t) -> (o: bool)
            ensures
                le_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialOrd<$t>>::gt ](x: &$t, y: &$t) -> (o: bool)
            ensures
                gt_ensures::<$t>(*x, *y, o),
        ;

        pub assume_specification[ <$t as PartialOrd<$t>>::ge ](x: &$t, y: &$t) -> (o: bool)
            ensures
                ge_ensures::<$t>(*x, *y, o),
        ;
        )*

        }
    };
}

compares! { f32 f64 }
