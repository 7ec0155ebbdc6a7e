//! Ghost code at random: terms of the specification language over mathematical integers, truth values and collections.
//!
//! There is nothing to run, so a plain interpreter says what a term is. It shares nothing with the verifier. Where the language
//! leaves a value open (division by zero, an index out of range, a cast that does not fit), the interpreter has none, and the term
//! is not used.

mod generate;
mod interpret;
mod print;

use std::rc::Rc;

use num_bigint::BigInt;

pub(super) use generate::ghost;
pub(super) use print::program;

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    /// `int`.
    Int,
    /// `bool`.
    Bool,
    /// `Seq<int>`.
    Seq,
    /// `Set<int>`.
    Set,
    /// `Map<int, int>`.
    Map,
}

/// A term. Collections are of `int`.
#[derive(Clone, Debug)]
enum Term {
    /// An integer literal.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A variable.
    Var(String),
    /// `+ - * / %`.
    Arithmetic(&'static str, Box<Term>, Box<Term>),
    /// `-a`.
    Negated(Box<Term>),
    /// `x as T as int`, for a machine type with these bounds.
    Cast(&'static str, BigInt, BigInt, Box<Term>),
    /// A comparison of integers.
    Compare(&'static str, Box<Term>, Box<Term>),
    /// `a <= b < c`.
    Chain(Box<Term>, Box<Term>, Box<Term>),
    /// `&& || ==> <==>`.
    Connect(&'static str, Box<Term>, Box<Term>),
    /// `!a`.
    Not(Box<Term>),
    /// `if c { a } else { b }`.
    If(Box<Term>, Box<Term>, Box<Term>),
    /// `{ let x = a; b }`.
    Let(String, Box<Term>, Box<Term>),
    /// `match` on an integer option that a condition makes: `Some(value)` or `None`, and what each gives.
    Match(Box<Term>, Box<Term>, String, Box<Term>, Box<Term>),
    /// `seq![..]`.
    Seq(Vec<Term>),
    /// `Seq::new(n, |i: int| body)`.
    SeqNew(i64, String, Box<Term>),
    /// `s.push(a)`.
    Push(Box<Term>, Box<Term>),
    /// `s + t`.
    Concat(Box<Term>, Box<Term>),
    /// `s.update(i, a)`.
    Update(Box<Term>, Box<Term>, Box<Term>),
    /// `s.subrange(i, j)`.
    Subrange(Box<Term>, Box<Term>, Box<Term>),
    /// `s[i]`.
    Index(Box<Term>, Box<Term>),
    /// `s.len()`.
    Len(Box<Term>),
    /// `set![..]`.
    Set(Vec<Term>),
    /// `union intersect difference`.
    SetOp(&'static str, Box<Term>, Box<Term>),
    /// `insert remove`.
    SetChange(&'static str, Box<Term>, Box<Term>),
    /// `contains` of a sequence or set, `contains_key` of a map.
    Contains(Sort, Box<Term>, Box<Term>),
    /// `map![..]`.
    Map(Vec<(Term, Term)>),
    /// `m.insert(k, v)`.
    MapInsert(Box<Term>, Box<Term>, Box<Term>),
    /// `m.remove(k)`.
    MapRemove(Box<Term>, Box<Term>),
    /// `m[k]`.
    MapIndex(Box<Term>, Box<Term>),
    /// `a =~= b` of collections.
    Same(Box<Term>, Box<Term>),
    /// `forall` or `exists` from a number up to another.
    Quantifier(bool, String, i64, i64, Box<Term>),
    /// `choose` within bounds, where just one number fits.
    Choose(String, i64, i64, Box<Term>),
    /// The recursive function of the case.
    Call(Box<Term>),
}

/// A value of a term.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    /// An integer.
    Int(BigInt),
    /// A Boolean.
    Bool(bool),
    /// A sequence.
    Seq(Vec<BigInt>),
    /// A set.
    Set(std::collections::BTreeSet<BigInt>),
    /// A map.
    Map(std::collections::BTreeMap<BigInt, BigInt>),
}

/// A ghost case: a recursive function and a few claims that are true.
#[derive(Clone, Debug)]
pub(super) struct Ghost {
    /// `f(n)` is `base` for `n <= 0`, else this term over `n` and `x`, which is `f(n - 1)`.
    recursion: Rc<(i64, Term)>,
    /// The claims.
    claims: Vec<Claim>,
}

#[derive(Clone, Debug)]
struct Claim {
    /// The Boolean term of the claim.
    term: Term,
    /// Whether the term is true; otherwise its negation is claimed.
    holds: bool,
    /// Whether it is proved by computation.
    compute: bool,
}

impl Ghost {
    /// How many claims it makes.
    pub(super) fn count(&self) -> usize {
        self.claims.len()
    }
}
