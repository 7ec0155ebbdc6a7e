//! Contracts of the operator traits.
//!
//! An implementation says with `obeys_*_spec` whether its operator gives what `*_spec` says; nothing is assumed of one
//! that does not. `*_req` is what the operator asks for.
// @when ops f32 f64
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_*_spec`, so every one meets
//! the contracts.

#[allow(unused_imports)]
#[cfg(feature = "alloc")]
use std::string::String;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The traits of operators with one operand.
macro_rules! unary_operators {
    ($($t:ident $proxy:ident $spec_trait:ident $impl_trait:ident $f:ident $obeys:ident $req:ident $spec:ident;)*) => {
        verus! {
        $(
            #[verifier::external_trait_specification]
            #[verifier::external_trait_extension($spec_trait via $impl_trait)]
            pub trait $proxy {
                type ExternalTraitSpecificationFor: core::ops::$t;

                type Output;

                /// Whether the operator gives what is said here.
                spec fn $obeys() -> bool;

                /// What the operator asks for.
                spec fn $req(self) -> bool where Self: Sized;

                /// What the operator gives.
                spec fn $spec(self) -> Self::Output where Self: Sized;

                fn $f(self) -> (ret: Self::Output)
                    requires
                        self.$req(),
                    ensures
                        Self::$obeys() ==> ret == self.$spec(),
                ;
            }
        )*
        }
    };
}

/// The traits of operators with two operands.
macro_rules! binary_operators {
    ($($t:ident $proxy:ident $spec_trait:ident $impl_trait:ident $f:ident $obeys:ident $req:ident $spec:ident;)*) => {
        verus! {
        $(
            #[verifier::external_trait_specification]
            #[verifier::external_trait_extension($spec_trait via $impl_trait)]
            pub trait $proxy<Rhs = Self> {
                type ExternalTraitSpecificationFor: core::ops::$t<Rhs>;

                type Output;

                /// Whether the operator gives what is said here.
                spec fn $obeys() -> bool;

                /// What the operator asks for.
                spec fn $req(self, rhs: Rhs) -> bool where Self: Sized;

                /// What the operator gives.
                spec fn $spec(self, rhs: Rhs) -> Self::Output where Self: Sized;

                fn $f(self, rhs: Rhs) -> (ret: Self::Output)
                    requires
                        self.$req(rhs),
                    ensures
                        Self::$obeys() ==> ret == self.$spec(rhs),
                ;
            }
        )*
        }
    };
}

/// The traits of operators that assign.
macro_rules! assign_operators {
    ($($t:ident $proxy:ident $spec_trait:ident $impl_trait:ident $f:ident $obeys:ident $req:ident $spec:ident;)*) => {
        verus! {
        $(
            #[verifier::external_trait_specification]
            #[verifier::external_trait_extension($spec_trait via $impl_trait)]
            pub trait $proxy<Rhs = Self> {
                type ExternalTraitSpecificationFor: core::ops::$t<Rhs>;

                /// Whether the operator does what is said here.
                spec fn $obeys() -> bool;

                /// What the operator asks for.
                spec fn $req(&self, rhs: Rhs) -> bool;

                /// What the operator leaves behind.
                spec fn $spec(&self, rhs: Rhs) -> &Self;

                fn $f(&mut self, rhs: Rhs)
                    requires
                        old(self).$req(rhs),
                    ensures
                        Self::$obeys() ==> *final(self) == *old(self).$spec(rhs),
                ;
            }
        )*
        }
    };
}

unary_operators! {
    Neg ExNeg NegSpec NegSpecImpl neg obeys_neg_spec neg_req neg_spec;
    Not ExNot NotSpec NotSpecImpl not obeys_not_spec not_req not_spec;
}

binary_operators! {
    Add ExAdd AddSpec AddSpecImpl add obeys_add_spec add_req add_spec;
    Sub ExSub SubSpec SubSpecImpl sub obeys_sub_spec sub_req sub_spec;
    Mul ExMul MulSpec MulSpecImpl mul obeys_mul_spec mul_req mul_spec;
    Div ExDiv DivSpec DivSpecImpl div obeys_div_spec div_req div_spec;
    Rem ExRem RemSpec RemSpecImpl rem obeys_rem_spec rem_req rem_spec;
    BitAnd ExBitAnd BitAndSpec BitAndSpecImpl bitand obeys_bitand_spec bitand_req bitand_spec;
    BitOr ExBitOr BitOrSpec BitOrSpecImpl bitor obeys_bitor_spec bitor_req bitor_spec;
    BitXor ExBitXor BitXorSpec BitXorSpecImpl bitxor obeys_bitxor_spec bitxor_req bitxor_spec;
    Shl ExShl ShlSpec ShlSpecImpl shl obeys_shl_spec shl_req shl_spec;
    Shr ExShr ShrSpec ShrSpecImpl shr obeys_shr_spec shr_req shr_spec;
}

assign_operators! {
    AddAssign ExAddAssign AddAssignSpec AddAssignSpecImpl add_assign obeys_add_assign_spec add_assign_req add_assign_spec;
    SubAssign ExSubAssign SubAssignSpec SubAssignSpecImpl sub_assign obeys_sub_assign_spec sub_assign_req sub_assign_spec;
    MulAssign ExMulAssign MulAssignSpec MulAssignSpecImpl mul_assign obeys_mul_assign_spec mul_assign_req mul_assign_spec;
    DivAssign ExDivAssign DivAssignSpec DivAssignSpecImpl div_assign obeys_div_assign_spec div_assign_req div_assign_spec;
    RemAssign ExRemAssign RemAssignSpec RemAssignSpecImpl rem_assign obeys_rem_assign_spec rem_assign_req rem_assign_spec;
    BitAndAssign ExBitAndAssign BitAndAssignSpec BitAndAssignSpecImpl bitand_assign obeys_bitand_assign_spec bitand_assign_req bitand_assign_spec;
    BitOrAssign ExBitOrAssign BitOrAssignSpec BitOrAssignSpecImpl bitor_assign obeys_bitor_assign_spec bitor_assign_req bitor_assign_spec;
    BitXorAssign ExBitXorAssign BitXorAssignSpec BitXorAssignSpecImpl bitxor_assign obeys_bitxor_assign_spec bitxor_assign_req bitxor_assign_spec;
    ShlAssign ExShlAssign ShlAssignSpec ShlAssignSpecImpl shl_assign obeys_shl_assign_spec shl_assign_req shl_assign_spec;
    ShrAssign ExShrAssign ShrAssignSpec ShrAssignSpecImpl shr_assign obeys_shr_assign_spec shr_assign_req shr_assign_spec;
}

verus! {

// What `+` does with a string is said in `supplement`.

#[cfg(feature = "alloc")]
impl AddSpecImpl<&str> for String {
    open spec fn obeys_add_spec() -> bool {
        false
    }

    open spec fn add_req(self, rhs: &str) -> bool {
        true
    }

    open spec fn add_spec(self, rhs: &str) -> String {
        self
    }
}

// What floating-point operators give; see `vstd::float`. The relations have no definition.

/// That `-x` gives `o`.
pub uninterp spec fn neg_ensures<A>(x: A, o: A) -> bool;

/// That `x + y` gives `o`.
pub uninterp spec fn add_ensures<A>(x: A, y: A, o: A) -> bool;

/// That `x - y` gives `o`.
pub uninterp spec fn sub_ensures<A>(x: A, y: A, o: A) -> bool;

/// That `x * y` gives `o`.
pub uninterp spec fn mul_ensures<A>(x: A, y: A, o: A) -> bool;

/// That `x / y` gives `o`.
pub uninterp spec fn div_ensures<A>(x: A, y: A, o: A) -> bool;

} // verus!
