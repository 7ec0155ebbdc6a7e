//! Numbers as sequences of digits, of either order and to any base, and from one base to another. Nothing here is
//! trusted; which order is the default is left open.
// @when endian

#[allow(unused_imports)]
use crate::arithmetic::div_mod::*;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::arithmetic::power2::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::marker::PhantomData;

verus! {

broadcast use group_seq_lemmas;

/// A base to write numbers to.
pub trait Base {
    /// How many digits there are.
    spec fn base() -> nat;

    /// There are at least two.
    proof fn base_min()
        ensures
            Self::base() > 1,
    ;
}

/// The first number that takes more than `len` digits.
pub open spec fn base_upper_bound_excl<B: Base>(len: nat) -> int {
    pow(B::base() as int, len)
}

/// A base whose digits are groups of bits.
pub trait BasePow2: Base {
    /// How many bits a digit has.
    spec fn bits() -> nat;

    /// There are at least two, and a digit is any that they make.
    proof fn bits_to_base()
        ensures
            Self::bits() > 1,
            Self::base() == pow2(Self::bits()),
    ;
}

/// A base in which a digit to the base `BIG` is several digits.
pub trait CompatibleSmallerBaseFor<BIG: BasePow2>: BasePow2 {
    /// The larger digit divides evenly.
    proof fn compatible()
        ensures
            BIG::bits() > Self::bits() && BIG::bits() % Self::bits() == 0,
    ;
}

/// Which digit comes first: the least significant one, or the most.
pub enum Endian {
    /// The least significant one.
    Little,
    /// The most significant one.
    Big,
}

/// The order of digits wherever none is said. Of it nothing is known but that it is the same everywhere.
pub uninterp spec fn endianness() -> Endian;

/// A number, as its digits in either order; the most significant ones may be 0.
#[verifier::ext_equal]
pub struct EndianNat<B: Base> {
    /// The order of the digits.
    pub endian: Endian,
    /// The digits.
    pub digits: Seq<int>,
    /// For the base, of which there is no value.
    pub phantom: PhantomData<B>,
}

impl<B: Base> EndianNat<B> {
    // ------------------------------------------------------------------------------------------ Digits

    /// Whether these are digits to the base.
    pub open spec fn in_bounds(s: Seq<int>) -> bool {
        forall|i: int| 0 <= i < s.len() ==> 0 <= #[trigger] s[i] < B::base()
    }

    /// Whether the digits are digits to the base.
    pub open spec fn wf(self) -> bool {
        Self::in_bounds(self.digits)
    }

    /// The number with these digits in this order.
    pub open spec fn new(endian: Endian, digits: Seq<int>) -> Self
        recommends
            Self::in_bounds(digits),
    {
        EndianNat { endian, digits, phantom: PhantomData }
    }

    /// The number with these digits in the default order.
    pub open spec fn new_default(digits: Seq<int>) -> Self
        recommends
            Self::in_bounds(digits),
    {
        Self::new(endianness(), digits)
    }

    /// The same order, other digits.
    spec fn with(self, digits: Seq<int>) -> Self {
        EndianNat { digits, ..self }
    }

    /// How many digits there are.
    pub open spec fn len(self) -> nat {
        self.digits.len()
    }

    /// The digit at a position, in the order that they stand in.
    pub open spec fn index(self, i: int) -> int
        recommends
            0 <= i < self.digits.len(),
    {
        self.digits[i]
    }

    /// The digit that stands first.
    pub open spec fn first(self) -> nat
        recommends
            self.digits.len() > 0,
    {
        self.digits[0] as nat
    }

    /// The digit that stands last.
    pub open spec fn last(self) -> nat
        recommends
            self.digits.len() > 0,
    {
        self.digits[self.digits.len() - 1] as nat
    }

    /// The least significant digit.
    pub open spec fn least(self) -> nat
        recommends
            self.digits.len() > 0,
    {
        if self.endian is Little { self.first() } else { self.last() }
    }

    /// The most significant digit.
    pub open spec fn most(self) -> nat
        recommends
            self.digits.len() > 0,
    {
        if self.endian is Little { self.last() } else { self.first() }
    }

    // ------------------------------------------------------------------------------------------ Parts

    /// Without the `n` digits that stand first.
    pub open spec fn skip(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        EndianNat { digits: self.digits.skip(n as int), ..self }
    }

    /// The `n` digits that stand first.
    pub open spec fn take(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        EndianNat { digits: self.digits.take(n as int), ..self }
    }

    /// Without the `n` least significant digits.
    pub open spec fn skip_least(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        if self.endian is Little { self.skip(n) } else { self.take((self.len() - n) as nat) }
    }

    /// Without the `n` most significant digits.
    pub open spec fn skip_most(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        if self.endian is Little { self.take((self.len() - n) as nat) } else { self.skip(n) }
    }

    /// The `n` least significant digits.
    pub open spec fn take_least(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        if self.endian is Little { self.take(n) } else { self.skip((self.len() - n) as nat) }
    }

    /// The `n` most significant digits.
    pub open spec fn take_most(self, n: nat) -> Self
        recommends
            0 <= n <= self.digits.len(),
    {
        if self.endian is Little { self.skip((self.len() - n) as nat) } else { self.take(n) }
    }

    /// Without the digit that stands first.
    pub open spec fn drop_first(self) -> Self
        recommends
            self.len() > 0,
    {
        EndianNat { digits: self.digits.drop_first(), ..self }
    }

    /// Without the digit that stands last.
    pub open spec fn drop_last(self) -> Self
        recommends
            self.len() > 0,
    {
        EndianNat { digits: self.digits.drop_last(), ..self }
    }

    /// Without the least significant digit.
    pub open spec fn drop_least(self) -> Self
        recommends
            self.len() > 0,
    {
        if self.endian is Little { self.drop_first() } else { self.drop_last() }
    }

    /// Without the most significant digit.
    pub open spec fn drop_most(self) -> Self
        recommends
            self.len() > 0,
    {
        if self.endian is Little { self.drop_last() } else { self.drop_first() }
    }

    // ------------------------------------------------------------------------------------------ More digits

    /// The digits of the one, then those of the other.
    pub open spec fn append(self, other: Self) -> Self
        recommends
            self.endian == other.endian,
    {
        Self::new(self.endian, self.digits + other.digits)
    }

    /// With the digits of the other as the least significant ones.
    pub open spec fn append_least(self, other: Self) -> Self
        recommends
            self.endian == other.endian,
    {
        if self.endian is Little { other.append(self) } else { self.append(other) }
    }

    /// With the digits of the other as the most significant ones.
    pub open spec fn append_most(self, other: Self) -> Self
        recommends
            self.endian == other.endian,
    {
        if self.endian is Little { self.append(other) } else { other.append(self) }
    }

    /// With a digit that stands before the others.
    pub open spec fn push_first(self, n: int) -> Self
        recommends
            n < B::base(),
    {
        EndianNat { digits: seq![n] + self.digits, ..self }
    }

    /// With a digit that stands after the others.
    pub open spec fn push_last(self, n: int) -> Self
        recommends
            n < B::base(),
    {
        EndianNat { digits: self.digits.push(n), ..self }
    }

    /// With a digit that is less significant than the others.
    pub open spec fn push_least(self, n: int) -> Self
        recommends
            n < B::base(),
    {
        if self.endian is Little { self.push_first(n) } else { self.push_last(n) }
    }

    /// With a digit that is more significant than the others.
    pub open spec fn push_most(self, n: int) -> Self
        recommends
            n < B::base(),
    {
        if self.endian is Little { self.push_last(n) } else { self.push_first(n) }
    }

    /// A number is its least significant digit and the others.
    proof fn lemma_least(self)
        requires
            self.len() > 0,
            self.wf(),
        ensures
            self.drop_least().wf(),
            self.drop_least().len() == self.len() - 1,
            self.drop_least().endian == self.endian,
            self.least() < B::base(),
            self.drop_least().push_least(self.least() as int) == self,
    {
        let rest = self.drop_least().digits;
        if self.endian is Little {
            assert forall|i: int| 0 <= i < rest.len() implies 0 <= #[trigger] rest[i] < B::base() by {
                assert(rest[i] == self.digits[i + 1]);
            }
        }
        assert(self.drop_least().push_least(self.least() as int).digits =~= self.digits);
    }

    /// A number with a new least significant digit is that digit and the number.
    proof fn lemma_push_least(self, n: int)
        requires
            self.wf(),
            0 <= n < B::base(),
        ensures
            self.push_least(n).wf(),
            self.push_least(n).least() == n,
            self.push_least(n).drop_least() == self,
    {
        let all = self.push_least(n);
        assert(all.drop_least().digits =~= self.digits);
        assert forall|i: int| 0 <= i < all.digits.len() implies 0 <= #[trigger] all.digits[i] < B::base() by {
            if self.endian is Little && i > 0 {
                assert(all.digits[i] == self.digits[i - 1]);
            }
        }
    }

    // ------------------------------------------------------------------------------------------ The number

    /// The number, from its least significant digit on.
    #[verifier::opaque]
    pub open spec fn to_nat(self) -> nat
        decreases self.len(),
    {
        if self.len() == 0 {
            0
        } else {
            self.least() + B::base() * self.drop_least().to_nat()
        }
    }

    /// What `to_nat` computes in one step.
    proof fn lemma_to_nat(self)
        ensures
            self.len() == 0 ==> self.to_nat() == 0,
            self.len() > 0 ==> self.to_nat() == self.least() + B::base() * self.drop_least().to_nat(),
    {
        reveal(EndianNat::to_nat);
    }

    /// So many digits do not make more than that.
    pub broadcast proof fn to_nat_properties(self)
        requires
            self.wf(),
        ensures
            #[trigger] self.to_nat() < base_upper_bound_excl::<B>(self.len()),
        decreases self.len(),
    {
        let b = B::base() as int;
        self.lemma_to_nat();
        if self.len() == 0 {
            lemma_pow0(b);
        } else {
            let rest = self.drop_least();
            self.lemma_least();
            rest.to_nat_properties();
            lemma_pow_next(b, rest.len());
            lemma_mul_inequality(rest.to_nat() as int + 1, pow(b, rest.len()), b);
            lemma_mul_is_distributive_add_other_way(b, rest.to_nat() as int, 1);
        }
    }

    /// Digits appended as the least significant ones move the others up.
    pub proof fn to_nat_append_least(endian: Self, other: Self)
        requires
            endian.wf(),
            other.wf(),
            endian.endian == other.endian,
        ensures
            endian.append_least(other).to_nat() == (endian.to_nat() * base_upper_bound_excl::<B>(other.len()))
                + other.to_nat(),
        decreases other.len(),
    {
        let b = B::base() as int;
        let all = endian.append_least(other);
        other.lemma_to_nat();
        if other.len() == 0 {
            lemma_pow0(b);
            assert(all.digits =~= endian.digits);
        } else {
            let rest = other.drop_least();
            other.lemma_least();
            Self::to_nat_append_least(endian, rest);
            assert(all.drop_least().digits =~= endian.append_least(rest).digits);
            assert(all.least() == other.least());
            all.lemma_to_nat();
            lemma_pow_next(b, rest.len());
            lemma_mul_is_distributive_add(b, endian.to_nat() * pow(b, rest.len()), rest.to_nat() as int);
            lemma_mul_is_associative(endian.to_nat() as int, pow(b, rest.len()), b);
        }
    }

    /// The number `n` with `len` digits in the default order.
    pub open spec fn from_nat(n: nat, len: nat) -> Self
        recommends
            n < base_upper_bound_excl::<B>(len),
        decreases len,
    {
        if len == 0 {
            Self::new_default(Seq::empty())
        } else {
            Self::from_nat(n / B::base(), (len - 1) as nat).push_least((n % B::base()) as int)
        }
    }

    /// What `from_nat` computes in one step.
    proof fn lemma_from_nat(n: nat, len: nat)
        ensures
            len == 0 ==> Self::from_nat(n, len) == Self::new_default(Seq::empty()),
            len > 0 ==> Self::from_nat(n, len) == Self::from_nat(n / B::base(), (len - 1) as nat).push_least(
                (n % B::base()) as int,
            ),
    {
    }

    /// A number without its last digit needs one digit less.
    proof fn lemma_shorter(n: nat, len: nat)
        requires
            len > 0,
            n < base_upper_bound_excl::<B>(len),
        ensures
            0 <= n % B::base() < B::base(),
            0 <= n / B::base() < base_upper_bound_excl::<B>((len - 1) as nat),
            n == n % B::base() + B::base() * (n / B::base()),
    {
        let b = B::base() as int;
        let rest = (len - 1) as nat;
        B::base_min();
        lemma_pow_next(b, rest);
        lemma_fundamental_div_mod(n as int, b);
        lemma_mod_bound(n as int, b);
        lemma_div_pos_is_pos(n as int, b);
        if n as int / b >= pow(b, rest) {
            lemma_mul_inequality(pow(b, rest), n as int / b, b);
        }
    }

    /// The digits of a number are digits, and as many as were asked for.
    pub broadcast proof fn from_nat_properties(n: nat, len: nat)
        requires
            n < base_upper_bound_excl::<B>(len),
        ensures
            #![trigger Self::from_nat(n, len)]
            Self::from_nat(n, len).len() == len,
            Self::from_nat(n, len).endian == endianness(),
            Self::from_nat(n, len).wf(),
        decreases len,
    {
        Self::lemma_from_nat(n, len);
        if len > 0 {
            Self::lemma_shorter(n, len);
            Self::from_nat_properties(n / B::base(), (len - 1) as nat);
            Self::from_nat(n / B::base(), (len - 1) as nat).lemma_push_least((n % B::base()) as int);
        }
    }

    /// A number is found again from its digits.
    pub broadcast proof fn from_nat_to_nat(n: nat, len: nat)
        requires
            n < base_upper_bound_excl::<B>(len),
        ensures
            #[trigger] Self::from_nat(n, len).to_nat() == n,
        decreases len,
    {
        Self::lemma_from_nat(n, len);
        Self::from_nat(n, len).lemma_to_nat();
        Self::from_nat_properties(n, len);
        if len == 0 {
            lemma_pow0(B::base() as int);
        } else {
            let rest = (len - 1) as nat;
            Self::lemma_shorter(n, len);
            Self::from_nat_properties(n / B::base(), rest);
            Self::from_nat(n / B::base(), rest).lemma_push_least((n % B::base()) as int);
            Self::from_nat_to_nat(n / B::base(), rest);
        }
    }

    /// Digits are found again from their number.
    pub broadcast proof fn to_nat_from_nat(endian_nat: Self)
        requires
            endian_nat.wf(),
            endian_nat.endian == endianness(),
        ensures
            #[trigger] Self::from_nat(endian_nat.to_nat(), endian_nat.len()) == endian_nat,
        decreases endian_nat.len(),
    {
        let n = endian_nat.to_nat();
        endian_nat.lemma_to_nat();
        Self::lemma_from_nat(n, endian_nat.len());
        if endian_nat.len() == 0 {
            assert(endian_nat.digits =~= Seq::<int>::empty());
        } else {
            let rest = endian_nat.drop_least();
            endian_nat.lemma_least();
            Self::to_nat_from_nat(rest);
            lemma_mul_is_commutative(B::base() as int, rest.to_nat() as int);
            lemma_fundamental_div_mod_converse(
                n as int,
                B::base() as int,
                rest.to_nat() as int,
                endian_nat.least() as int,
            );
        }
    }

    /// One number, as many digits, the default order: the same digits.
    pub broadcast proof fn to_nat_injective(n1: Self, n2: Self)
        requires
            n1.wf(),
            n2.wf(),
            n1.endian == endianness(),
            n2.endian == endianness(),
            n1.len() == n2.len(),
            #[trigger] n1.to_nat() == #[trigger] n2.to_nat(),
        ensures
            n1 == n2,
    {
        Self::to_nat_from_nat(n1);
        Self::to_nat_from_nat(n2);
    }

    /// Different numbers have different digits.
    pub broadcast proof fn from_nat_injective(n1: nat, len1: nat, n2: nat, len2: nat)
        requires
            n1 < base_upper_bound_excl::<B>(len1),
            n2 < base_upper_bound_excl::<B>(len2),
            #[trigger] Self::from_nat(n1, len1) == #[trigger] Self::from_nat(n2, len2),
        ensures
            n1 == n2,
    {
        Self::from_nat_to_nat(n1, len1);
        Self::from_nat_to_nat(n2, len2);
    }

    /// The number, from its most significant digit on.
    #[verifier::opaque]
    pub open spec fn to_nat_most(self) -> nat
        decreases self.len(),
    {
        if self.len() == 0 {
            0
        } else {
            (self.most() * pow(B::base() as int, (self.len() - 1) as nat) + self.drop_most().to_nat_most()) as nat
        }
    }

    /// Both ways to compute the number are the same.
    pub broadcast proof fn to_nat_eq_to_nat_most(self)
        requires
            self.wf(),
        ensures
            #[trigger] self.to_nat() == #[trigger] self.to_nat_most(),
        decreases self.len(),
    {
        reveal(EndianNat::to_nat_most);
        self.lemma_to_nat();
        if self.len() > 0 {
            let rest = self.drop_most();
            let top = self.with(seq![self.most() as int]);
            if self.endian is Big {
                assert forall|i: int| 0 <= i < rest.digits.len() implies 0 <= #[trigger] rest.digits[i] < B::base() by {
                    assert(rest.digits[i] == self.digits[i + 1]);
                }
            }
            assert(top.append_least(rest).digits =~= self.digits);
            Self::to_nat_append_least(top, rest);
            rest.to_nat_eq_to_nat_most();
            top.lemma_single();
        }
    }

    /// One digit is the number.
    proof fn lemma_single(self)
        requires
            self.len() == 1,
            self.wf(),
        ensures
            self.to_nat() == self.digits[0],
    {
        self.lemma_to_nat();
        self.drop_least().lemma_to_nat();
        lemma_mul_by_zero_is_zero(B::base() as int);
    }

    // ------------------------------------------------------------------------------------------ From base to base

    /// How many digits to the base `B` a digit to the base `BIG` is.
    pub open spec fn exp<BIG>() -> nat where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG> {
        BIG::bits() / B::bits()
    }

    /// So many small digits can stand for what a large one can.
    pub broadcast proof fn exp_properties<BIG>() where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG>
        ensures
            #![trigger Self::exp()]
            base_upper_bound_excl::<B>(Self::exp()) == BIG::base(),
            Self::exp() > 0,
    {
        let (large, small) = (BIG::bits() as int, B::bits() as int);
        B::compatible();
        B::bits_to_base();
        BIG::bits_to_base();
        lemma_fundamental_div_mod(large, small);
        lemma_div_pos_is_pos(large, small);
        if large / small == 0 {
            lemma_mul_by_zero_is_zero(small);
        }
        lemma_pow_multiplies(2, small as nat, (large / small) as nat);
        lemma_pow2(small as nat);
        lemma_pow2(large as nat);
        assert(small * (large / small) == large);
    }

    /// Each digit to the larger base written as several to the smaller one.
    pub open spec fn from_big<BIG>(n: EndianNat<BIG>) -> Self where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG>
        decreases n.len(),
    {
        if n.len() == 0 {
            Self::new(n.endian, Seq::empty())
        } else {
            Self::from_big(n.drop_least()).append_least(Self::from_nat(n.least(), Self::exp()))
        }
    }

    /// To write a number to a smaller base does not change it.
    pub broadcast proof fn from_big_properties<BIG>(n: EndianNat<BIG>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n.wf(),
            n.endian == endianness(),
        ensures
            #![trigger Self::from_big(n)]
            Self::from_big(n).wf(),
            Self::from_big(n).endian == endianness(),
            Self::from_big(n).len() == n.len() * Self::exp(),
            Self::from_big(n).to_nat() == n.to_nat(),
        decreases n.len(),
    {
        n.lemma_to_nat();
        Self::from_big(n).lemma_to_nat();
        let each = Self::exp::<BIG>();
        if n.len() == 0 {
            lemma_mul_by_zero_is_zero(each as int);
        } else {
            let (rest, low) = (n.drop_least(), Self::from_nat(n.least(), each));
            n.lemma_least();
            broadcast use EndianNat::exp_properties;
            Self::from_big_properties(rest);
            Self::from_nat_properties(n.least(), each);
            Self::from_nat_to_nat(n.least(), each);
            Self::to_nat_append_least(Self::from_big(rest), low);
            lemma_wf_append(Self::from_big(rest), low);
            lemma_mul_is_commutative(rest.to_nat() as int, BIG::base() as int);
            lemma_mul_is_distributive_add_other_way(each as int, rest.len() as int, 1);
        }
    }

    /// Each so many digits read as one to a larger base, where they come out even.
    #[verifier::opaque]
    pub open spec fn to_big<BIG>(n: EndianNat<B>) -> EndianNat<BIG> where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        recommends
            n.len() % Self::exp() == 0,
        decreases n.len(),
        when n.len() % Self::exp() == 0
        via Self::to_big_decreases
    {
        if n.len() == 0 {
            EndianNat::new(n.endian, Seq::empty())
        } else {
            Self::to_big(n.skip_least(Self::exp())).append_least(
                EndianNat::new(n.endian, seq![n.take_least(Self::exp()).to_nat() as int]),
            )
        }
    }

    #[via_fn]
    proof fn to_big_decreases<BIG>(n: EndianNat<B>) where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG> {
        broadcast use EndianNat::exp_properties;
        if n.len() > 0 {
            Self::lemma_split::<BIG>(n);
        }
    }

    /// Digits that come out even are those of one large digit, and others that come out even.
    proof fn lemma_split<BIG>(n: EndianNat<B>) where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG>
        requires
            n.len() > 0,
            n.len() % Self::exp::<BIG>() == 0,
        ensures
            0 < Self::exp::<BIG>() <= n.len(),
            n.take_least(Self::exp::<BIG>()).len() == Self::exp::<BIG>(),
            n.skip_least(Self::exp::<BIG>()).len() == n.len() - Self::exp::<BIG>(),
            n.skip_least(Self::exp::<BIG>()).len() % Self::exp::<BIG>() == 0,
            n.skip_least(Self::exp::<BIG>()).len() / Self::exp::<BIG>() == n.len() / Self::exp::<BIG>() - 1,
            n.skip_least(Self::exp::<BIG>()).append_least(n.take_least(Self::exp::<BIG>())) == n,
            n.wf() ==> n.take_least(Self::exp::<BIG>()).wf() && n.skip_least(Self::exp::<BIG>()).wf(),
    {
        let each = Self::exp::<BIG>();
        broadcast use EndianNat::exp_properties;
        lemma_mod_is_zero(n.len(), each);
        lemma_mod_sub_multiples_vanish(n.len() as int, each as int);
        lemma_fundamental_div_mod(n.len() as int, each as int);
        lemma_mul_is_distributive_sub(each as int, n.len() as int / each as int, 1);
        lemma_mul_is_commutative(each as int, n.len() as int / each as int - 1);
        let (low, high) = (n.take_least(each), n.skip_least(each));
        assert(high.len() as int == (n.len() as int / each as int - 1) * each);
        lemma_div_non_zero(n.len() as int, each as int);
        lemma_div_by_multiple(n.len() as int / each as int - 1, each as int);
        assert(high.append_least(low).digits =~= n.digits);
        if n.wf() {
            lemma_wf_parts(n, high, low);
        }
    }

    /// What `to_big` computes in one step.
    proof fn lemma_to_big<BIG>(n: EndianNat<B>) where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG>
        requires
            n.len() % Self::exp::<BIG>() == 0,
        ensures
            n.len() == 0 ==> Self::to_big::<BIG>(n) == EndianNat::<BIG>::new(n.endian, Seq::empty()),
            n.len() > 0 ==> Self::to_big::<BIG>(n) == Self::to_big::<BIG>(
                n.skip_least(Self::exp::<BIG>()),
            ).append_least(
                EndianNat::new(n.endian, seq![n.take_least(Self::exp::<BIG>()).to_nat() as int]),
            ),
    {
        reveal(EndianNat::to_big);
    }

    /// To read a number to a larger base does not change it.
    pub broadcast proof fn to_big_properties<BIG>(n: EndianNat<B>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n.wf(),
            n.endian == endianness(),
            n.len() % Self::exp() == 0,
        ensures
            #![trigger Self::to_big(n)]
            Self::to_big(n).wf(),
            Self::to_big(n).endian == endianness(),
            Self::to_big(n).len() == n.len() / Self::exp(),
            Self::to_big(n).to_nat() == n.to_nat(),
        decreases n.len(),
    {
        let each = Self::exp::<BIG>();
        n.lemma_to_nat();
        Self::to_big(n).lemma_to_nat();
        Self::lemma_to_big::<BIG>(n);
        broadcast use EndianNat::exp_properties;
        if n.len() == 0 {
            lemma_div_basics_1(each as int);
        } else {
            let (rest, low) = (n.skip_least(each), n.take_least(each));
            let digit = EndianNat::<BIG>::new(n.endian, seq![low.to_nat() as int]);
            Self::lemma_split::<BIG>(n);
            Self::to_big_properties(rest);
            low.to_nat_properties();
            digit.lemma_single();
            lemma_pow1(BIG::base() as int);
            Self::to_nat_append_least(rest, low);
            EndianNat::to_nat_append_least(Self::to_big(rest), digit);
            lemma_wf_append(Self::to_big(rest), digit);
        }
    }

    /// Digits read to the larger base and written to the smaller one are the same.
    pub broadcast proof fn to_big_from_big<BIG>(n: EndianNat<B>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n.wf(),
            n.endian == endianness(),
            n.len() % Self::exp() == 0,
        ensures
            #[trigger] Self::from_big(Self::to_big(n)) == n,
    {
        broadcast use EndianNat::exp_properties;
        Self::to_big_properties(n);
        Self::from_big_properties(Self::to_big(n));
        let each = Self::exp::<BIG>() as int;
        lemma_fundamental_div_mod(n.len() as int, each);
        let count = n.len() as int / each;
        lemma_div_pos_is_pos(n.len() as int, each);
        lemma_mul_is_commutative(each, count);
        Self::to_nat_injective(Self::from_big(Self::to_big(n)), n);
    }

    /// Digits written to the smaller base and read to the larger one are the same.
    pub broadcast proof fn from_big_to_big<BIG>(n: EndianNat<BIG>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n.wf(),
            n.endian == endianness(),
        ensures
            #[trigger] Self::to_big(Self::from_big(n)) == n,
    {
        let each = Self::exp::<BIG>() as int;
        broadcast use EndianNat::exp_properties;
        Self::from_big_properties(n);
        lemma_mod_multiples_basic(n.len() as int, each);
        lemma_div_by_multiple(n.len() as int, each);
        Self::to_big_properties(Self::from_big(n));
        EndianNat::to_nat_injective(Self::to_big(Self::from_big(n)), n);
    }

    /// Different digits to the smaller base are different ones to the larger one.
    pub broadcast proof fn to_big_injective<BIG>(n1: EndianNat<B>, n2: EndianNat<B>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n1.wf(),
            n2.wf(),
            n1.endian == endianness(),
            n2.endian == endianness(),
            n1.len() % Self::exp() == 0,
            n2.len() % Self::exp() == 0,
            #[trigger] Self::to_big(n1) == #[trigger] Self::to_big(n2),
        ensures
            n1 == n2,
    {
        Self::to_big_from_big(n1);
        Self::to_big_from_big(n2);
    }

    /// Different digits to the larger base are different ones to the smaller one.
    pub broadcast proof fn from_big_injective<BIG>(n1: EndianNat<BIG>, n2: EndianNat<BIG>) where
        BIG: BasePow2,
        B: CompatibleSmallerBaseFor<BIG>,

        requires
            n1.wf(),
            n2.wf(),
            n1.endian == endianness(),
            n2.endian == endianness(),
            #[trigger] Self::from_big(n1) == #[trigger] Self::from_big(n2),
        ensures
            n1 == n2,
    {
        Self::from_big_to_big(n1);
        Self::from_big_to_big(n2);
    }

    /// As many digits as one large digit takes are one large digit.
    pub proof fn to_big_single<BIG>(x: EndianNat<B>) where BIG: BasePow2, B: CompatibleSmallerBaseFor<BIG>
        requires
            x.len() == Self::exp(),
            x.len() > 0,
        ensures
            Self::to_big(x).len() == 1,
            Self::to_big(x).index(0) == x.to_nat() as int,
    {
        let rest = x.skip_least(x.len());
        lemma_mod_self_0(x.len() as int);
        lemma_small_mod(0, x.len());
        assert(x.take_least(x.len()).digits =~= x.digits);
        Self::lemma_to_big::<BIG>(x);
        Self::lemma_to_big::<BIG>(rest);
    }
}

/// A power is the power before, multiplied by the base.
proof fn lemma_pow_next(b: int, e: nat)
    ensures
        pow(b, e + 1) == pow(b, e) * b,
{
    lemma_pow1(b);
    lemma_pow_adds(b, e, 1);
}

/// Digits appended to digits are digits.
proof fn lemma_wf_append<B: Base>(high: EndianNat<B>, low: EndianNat<B>)
    requires
        high.wf(),
        low.wf(),
    ensures
        high.append_least(low).wf(),
{
    let (first, second) = if high.endian is Little { (low.digits, high.digits) } else { (high.digits, low.digits) };
    let all = high.append_least(low).digits;
    assert forall|i: int| 0 <= i < all.len() implies 0 <= #[trigger] all[i] < B::base() by {
        if i < first.len() {
            assert(all[i] == first[i]);
        } else {
            assert(all[i] == second[i - first.len()]);
        }
    }
}

/// Parts of digits are digits.
proof fn lemma_wf_parts<B: Base>(all: EndianNat<B>, high: EndianNat<B>, low: EndianNat<B>)
    requires
        all.wf(),
        high.append_least(low) == all,
    ensures
        high.wf(),
        low.wf(),
{
    let (first, second) = if high.endian is Little { (low.digits, high.digits) } else { (high.digits, low.digits) };
    assert forall|i: int| 0 <= i < first.len() implies 0 <= #[trigger] first[i] < B::base() by {
        assert(first[i] == all.digits[i]);
    }
    assert forall|i: int| 0 <= i < second.len() implies 0 <= #[trigger] second[i] < B::base() by {
        assert(second[i] == all.digits[i + first.len()]);
    }
}

// ---------------------------------------------------------------------------------------------- The bases

impl Base for u8 {
    open spec fn base() -> nat {
        0x100
    }

    proof fn base_min() {
    }
}

impl BasePow2 for u8 {
    open spec fn bits() -> nat {
        8
    }

    proof fn bits_to_base() {
        lemma2_to64();
    }
}

impl Base for u64 {
    open spec fn base() -> nat {
        0x1_0000_0000_0000_0000
    }

    proof fn base_min() {
    }
}

impl BasePow2 for u64 {
    open spec fn bits() -> nat {
        64
    }

    proof fn bits_to_base() {
        lemma2_to64();
    }
}

impl Base for usize {
    open spec fn base() -> nat {
        usize::MAX as nat + 1
    }

    proof fn base_min() {
    }
}

impl BasePow2 for usize {
    open spec fn bits() -> nat {
        usize::BITS as nat
    }

    proof fn bits_to_base() {
        lemma2_to64();
    }
}

impl CompatibleSmallerBaseFor<u64> for u8 {
    proof fn compatible() {
    }
}

impl CompatibleSmallerBaseFor<usize> for u8 {
    proof fn compatible() {
    }
}

/// What relates numbers and their digits.
pub broadcast group group_endian_nat_axioms {
    EndianNat::from_nat_properties,
    EndianNat::to_nat_properties,
    EndianNat::from_nat_to_nat,
    EndianNat::to_nat_from_nat,
    EndianNat::to_nat_injective,
    EndianNat::from_nat_injective,
    EndianNat::to_nat_eq_to_nat_most,
    EndianNat::exp_properties,
    EndianNat::to_big_properties,
    EndianNat::from_big_properties,
    EndianNat::from_big_to_big,
    EndianNat::to_big_from_big,
    EndianNat::to_big_injective,
    EndianNat::from_big_injective,
}

} // verus!
