//! Integers: ranges, the two views of a ranged integer, the target's width, clipping.
//!
//! Where a program speaks of an integer as such it is an `Int`. Where an integer is only kept (in a field, as an element,
//! as an argument of a mathematical function, where a type parameter stands) it is an element of the sort of its range,
//! which the arithmetic solver never sees unless a proof looks at it.

use certus_vir::{IntKind, Ty};
use num_bigint::BigInt;

use crate::encoder::Encoder;
use crate::names;
use crate::term::{self, Kind, Role, Sort, Term};
use crate::value::Val;

impl Encoder<'_> {
    /// The range with the target's width put in, where the program fixes it.
    pub(crate) fn fixed(&self, kind: IntKind) -> IntKind {
        match (kind, self.types.program.arch_bits) {
            (IntKind::Usize, Some(bits)) => IntKind::U(bits),
            (IntKind::Isize, Some(bits)) => IntKind::I(bits),
            _ => kind,
        }
    }

    /// Rule `range`: that an integer lies in a range.
    pub(crate) fn range(&mut self, kind: IntKind, t: &Term) -> Term {
        let kind = self.fixed(kind);
        if let Kind::Lit(value) = &t.kind
            && let Some(known) = contains(kind, value)
        {
            return term::boolean(known);
        }
        let between = |low: Term, high: Term| term::logic("<=", vec![low, t.clone(), high]);
        match kind {
            IntKind::Int => term::boolean(true),
            IntKind::Usize => {
                let high = self.arch_constant("usize.hi");
                term::and([term::logic("<=", vec![term::lit(0), t.clone()]), term::logic("<", vec![t.clone(), high])])
            }
            IntKind::Isize => {
                let high = self.arch_constant("isize.hi");
                let low = term::arith("-", vec![high.clone()]);
                term::and([term::logic("<=", vec![low, t.clone()]), term::logic("<", vec![t.clone(), high])])
            }
            // The surrogates are no characters.
            IntKind::Char => {
                term::or([between(term::lit(0), term::lit(0xD7FF)), between(term::lit(0xE000), term::lit(0x10_FFFF))])
            }
            IntKind::Nat | IntKind::U(_) | IntKind::I(_) => match kind.bounds() {
                (Some(low), Some(high)) => between(term::lit(low), term::lit(high)),
                (Some(low), None) => term::logic("<=", vec![term::lit(low), t.clone()]),
                _ => term::boolean(true),
            },
        }
    }

    /// The lowest or highest value of a range.
    pub(crate) fn bound(&mut self, kind: IntKind, high: bool) -> Term {
        match (self.fixed(kind), high) {
            (IntKind::Usize, true) => {
                let end = self.arch_constant("usize.hi");
                term::arith("-", vec![end, term::lit(1)])
            }
            (IntKind::Isize, true) => {
                let end = self.arch_constant("isize.hi");
                term::arith("-", vec![end, term::lit(1)])
            }
            (IntKind::Isize, false) => {
                let end = self.arch_constant("isize.hi");
                term::arith("-", vec![end])
            }
            (kind, high) => {
                let (low, top) = kind.bounds();
                // `int` has no bounds and `nat` no highest; nobody asks, and any value is as good.
                term::lit(if high { top } else { low }.unwrap_or_default())
            }
        }
    }

    /// Rule `arch`: the pointer width is 32 or 64 bits, and `usize.hi` and `isize.hi` are the first values above.
    pub(crate) fn arch_constant(&mut self, name: &str) -> Term {
        if name == "arch.bits"
            && let Some(bits) = self.types.program.arch_bits
        {
            return term::lit(bits);
        }
        let constant = |name: &str| term::constant(name, "Int");
        if self.once("arch") {
            let mut widths = Vec::new();
            for bits in [32_u32, 64] {
                let unsigned = BigInt::from(1) << bits;
                let signed = BigInt::from(1) << (bits - 1);
                widths.push(term::and([
                    term::eq(constant("arch.bits"), term::lit(bits)),
                    term::eq(constant("isize.hi"), term::lit(signed)),
                    term::eq(constant("usize.hi"), term::lit(unsigned)),
                ]));
            }
            for name in ["arch.bits", "isize.hi", "usize.hi"] {
                self.out.function(&name.into(), Vec::new(), &"Int".into());
            }
            self.out.axiom("arch", term::or(widths));
        }
        constant(name)
    }

    /// Rule `stored`: the sort in which integers of a range are kept. `v` gives the integer, always in the range; `mk`
    /// of it gives the element back; `v` of `mk` of an integer is the integer when it lies in the range (and an
    /// arbitrary one of the range otherwise, so that the axioms have a model whatever `mk` is applied to).
    pub(crate) fn stored_kind(&mut self, kind: IntKind) -> Sort {
        let name = names::stored(kind);
        let sort: Sort = name.as_str().into();
        if self.once(&format!("stored {name}")) {
            self.out.sort(&sort);
            let int: Sort = "Int".into();
            self.out.function(&format!("{name}.v").into(), vec![sort.clone()], &int);
            self.out.function(&format!("{name}.mk").into(), vec![int.clone()], &sort);
            let x = term::var(&"x".into(), &sort);
            let value = view(kind, x.clone());
            let inside = self.range(kind, &value);
            let back = term::eq(make(kind, value.clone()), x);
            let fact = term::and([inside, back]);
            self.out.axiom(&name, term::forall(vec![("x".into(), sort.clone())], vec![value], fact));
            let i = term::var(&"i".into(), &int);
            let made = make(kind, i.clone());
            let fact = term::implies(self.range(kind, &i), term::eq(view(kind, made.clone()), i));
            self.out.axiom(&name, term::forall(vec![("i".into(), int)], vec![made], fact));
        }
        sort
    }

    /// The integer of a value.
    pub(crate) fn concrete(&mut self, value: Val) -> Term {
        let Some(kind) = value.stored else {
            return value.term;
        };
        if let Kind::App(sym, _, args) = &value.term.kind
            && **sym == format!("{}.mk", names::stored(kind))
            && let Some(inner) = args.first()
            && let Kind::Lit(number) = &inner.kind
            && contains(self.fixed(kind), number) == Some(true)
        {
            return inner.clone();
        }
        view(kind, value.term)
    }

    /// A value as it is kept: of the sort of its range when it is a ranged integer, as it is otherwise.
    pub(crate) fn store(&mut self, value: Val, ty: &Ty) -> Term {
        let kept = ty.int_kind().filter(|kind| *kind != IntKind::Int);
        let value = match value.stored {
            // Kept as a number of another range, as a cast leaves it.
            Some(from) if ty.int_kind().is_some() && kept != Some(from) => {
                Val { term: self.concrete(value), stored: None }
            }
            _ => value,
        };
        match ty.int_kind() {
            Some(kind) if kind != IntKind::Int && value.stored.is_none() => {
                self.stored_kind(kind);
                if let Kind::App(sym, _, args) = &value.term.kind
                    && **sym == format!("{}.v", names::stored(kind))
                    && let Some(inner) = args.first()
                {
                    return inner.clone();
                }
                make(kind, value.term)
            }
            _ => value.term,
        }
    }

    /// Rule `clip`: an unspecified value of the range that is the argument itself when that lies in it.
    pub(crate) fn clip(&mut self, kind: IntKind, from: Option<IntKind>, t: Term) -> Term {
        let kind = self.fixed(kind);
        if kind == IntKind::Int || from.is_some_and(|from| within(self.fixed(from), kind)) {
            return t;
        }
        if let Kind::Lit(value) = &t.kind
            && contains(kind, value) == Some(true)
        {
            return t;
        }
        let name = format!("{kind}.clip");
        if self.once(&name) {
            let int: Sort = "Int".into();
            self.out.function(&name.as_str().into(), vec![int.clone()], &int);
            let x = term::var(&"x".into(), &int);
            let clipped = term::app(&name, Role::Inner, vec![x.clone()], "Int");
            let same = term::implies(self.range(kind, &x), term::eq(clipped.clone(), x));
            let fact = term::and([self.range(kind, &clipped), same]);
            self.out.axiom(&name, term::forall(vec![("x".into(), int)], vec![clipped], fact));
        }
        term::app(&name, Role::Inner, vec![t], "Int")
    }
}

fn view(kind: IntKind, t: Term) -> Term {
    term::app(&format!("{}.v", names::stored(kind)), Role::Inner, vec![t], "Int")
}

fn make(kind: IntKind, t: Term) -> Term {
    let sort = names::stored(kind);
    term::app(&format!("{sort}.mk"), Role::Inner, vec![t], &sort)
}

/// The variable in a conversion of a bare variable to its stored form.
pub(crate) fn made_of_variable(t: &Term) -> Option<&term::Sym> {
    match &t.kind {
        Kind::App(sym, Role::Inner, args) if sym.ends_with(".mk") => match &args.first()?.kind {
            Kind::Var(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The operand, when the term is the integer of a stored one.
pub(crate) fn viewed(t: &Term) -> Option<&Term> {
    match &t.kind {
        Kind::App(sym, Role::Inner, args) if sym.ends_with(".v") || sym.ends_with(".mk") => args.first(),
        _ => None,
    }
}

/// Whether a number lies in a range, where that does not depend on the target.
pub(crate) fn contains(kind: IntKind, value: &BigInt) -> Option<bool> {
    let inside = |kind: IntKind| {
        let (low, high) = kind.bounds();
        low.is_none_or(|low| low <= *value) && high.is_none_or(|high| *value <= high)
    };
    match kind {
        IntKind::Usize | IntKind::Isize => {
            let (narrow, wide) = if kind.is_signed() {
                (inside(IntKind::I(32)), inside(IntKind::I(64)))
            } else {
                (inside(IntKind::U(32)), inside(IntKind::U(64)))
            };
            (narrow == wide).then_some(narrow)
        }
        IntKind::Char => {
            let surrogate = BigInt::from(0xD800) <= *value && *value <= BigInt::from(0xDFFF);
            Some(inside(kind) && !surrogate)
        }
        _ => Some(inside(kind)),
    }
}

/// Whether every value of the first range is one of the second, whatever the target is.
fn within(from: IntKind, to: IntKind) -> bool {
    if from == to || to == IntKind::Int {
        return true;
    }
    if to == IntKind::Char {
        return false;
    }
    let (low, high) = match from {
        IntKind::Usize => IntKind::U(64).bounds(),
        IntKind::Isize => IntKind::I(64).bounds(),
        _ => from.bounds(),
    };
    let fits = |bound: Option<BigInt>, end: Option<BigInt>| match bound {
        Some(bound) => contains(to, &bound) == Some(true),
        None => end.is_none(),
    };
    let (to_low, to_high) = match to {
        // Bounds exist though they depend on the target.
        IntKind::Usize | IntKind::Isize => (Some(BigInt::from(0)), Some(BigInt::from(0))),
        _ => to.bounds(),
    };
    fits(low, to_low) && fits(high, to_high)
}
