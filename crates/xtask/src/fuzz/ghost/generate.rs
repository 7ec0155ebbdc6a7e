//! Generates ghost terms.
//!
//! A claim is kept if the interpreter gives it a value. Claims that are to be computed have no quantifiers. Divisors and indices are
//! not guarded; what has no value is simply made again.

use std::rc::Rc;

use num_bigint::BigInt;

use super::super::random::Dice;
use super::super::types::INTS;
use super::interpret::Env;
use super::{Claim, Ghost, Sort, Term, Value};

/// What the generator knows at a place of a term.
struct Maker {
    /// The source of random choices.
    dice: Dice,
    /// The variables in scope.
    vars: Vec<(String, Sort)>,
    /// The number of names so far.
    names: usize,
    /// Whether the recursive function may be called.
    calls: bool,
    /// Whether quantifiers may be made.
    binders: bool,
}

/// The ghost case of this number.
pub(in super::super) fn ghost(seed: u64) -> Ghost {
    let dice = Dice::new(seed ^ 0x6057);
    let mut maker = Maker { dice, vars: Vec::new(), names: 0, calls: false, binders: false };
    let base = maker.small();
    maker.vars = vec![("n".into(), Sort::Int), ("x".into(), Sort::Int)];
    let step = maker.int(2);
    let recursion = Rc::new((base, step));
    maker.calls = true;
    let mut claims = Vec::new();
    for _ in 0..60 {
        if claims.len() == 3 {
            break;
        }
        let compute = maker.dice.chance(30);
        maker.binders = !compute;
        maker.vars.clear();
        let term = maker.bool(4);
        let mut env = Env { recursion: &recursion, vars: Vec::new(), steps: 3000 };
        if let Some(Value::Bool(holds)) = env.value(&term) {
            claims.push(Claim { term, holds, compute });
        }
    }
    Ghost { recursion, claims }
}

impl Maker {
    fn small(&mut self) -> i64 {
        i64::try_from(self.dice.between(-4, 9)).unwrap_or(0)
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A variable of this sort, if one is in scope.
    fn variable(&mut self, sort: Sort) -> Option<Term> {
        let all: Vec<String> =
            self.vars.iter().filter(|(_, other)| *other == sort).map(|(name, _)| name.clone()).collect();
        if all.is_empty() { None } else { Some(Term::Var(self.dice.pick(&all).clone())) }
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        match sort {
            Sort::Int => self.int(depth),
            Sort::Bool => self.bool(depth),
            Sort::Seq => self.seq(depth),
            Sort::Set => self.set(depth),
            Sort::Map => self.map(depth),
        }
    }

    fn boxed(&mut self, sort: Sort, depth: usize) -> Box<Term> {
        Box::new(self.term(sort, depth))
    }

    /// An integer term.
    fn int(&mut self, depth: usize) -> Term {
        if depth == 0 || self.dice.chance(15) {
            if self.dice.chance(60)
                && let Some(var) = self.variable(Sort::Int)
            {
                return var;
            }
            return Term::Int(self.small());
        }
        let below = depth - 1;
        match self.dice.below(100) {
            0..40 => {
                let op = *self.dice.pick(&["+", "-", "*", "/", "%"]);
                Term::Arithmetic(op, self.boxed(Sort::Int, below), self.boxed(Sort::Int, below))
            }
            40..45 => Term::Negated(self.boxed(Sort::Int, below)),
            45..52 => {
                let int = *self.dice.pick(&INTS[..8]);
                Term::Cast(int.name, BigInt::from(int.low()), BigInt::from(int.high()), self.boxed(Sort::Int, below))
            }
            52..62 => self.branch(Sort::Int, below),
            62..72 => Term::Index(self.boxed(Sort::Seq, below), Box::new(Term::Int(self.dice.below(3) as i64))),
            72..78 => Term::Len(self.boxed(Sort::Seq, below)),
            78..84 => Term::MapIndex(self.boxed(Sort::Map, below), self.boxed(Sort::Int, 0)),
            84..92 if self.calls => Term::Call(Box::new(Term::Int(self.dice.below(5) as i64))),
            92..95 if self.binders => {
                let name = self.fresh();
                let low = self.small();
                self.vars.push((name.clone(), Sort::Int));
                let body = self.bool(1);
                self.vars.pop();
                Term::Choose(name, low, low + 3, Box::new(body))
            }
            _ => Term::Len(self.boxed(Sort::Set, 1)),
        }
    }

    /// `if`, `let` or `match`.
    fn branch(&mut self, sort: Sort, below: usize) -> Term {
        match self.dice.below(3) {
            0 => Term::If(self.boxed(Sort::Bool, below), self.boxed(sort, below), self.boxed(sort, below)),
            1 => {
                let of = *self.dice.pick(&[Sort::Int, Sort::Bool, Sort::Seq, Sort::Set, Sort::Map]);
                let (name, value) = (self.fresh(), self.boxed(of, below));
                self.vars.push((name.clone(), of));
                let body = self.boxed(sort, below);
                self.vars.pop();
                Term::Let(name, value, body)
            }
            _ => {
                let (condition, some) = (self.boxed(Sort::Bool, below), self.boxed(Sort::Int, below));
                let name = self.fresh();
                self.vars.push((name.clone(), Sort::Int));
                let then = self.boxed(sort, below);
                self.vars.pop();
                Term::Match(condition, some, name, then, self.boxed(sort, below))
            }
        }
    }

    /// A truth value.
    fn bool(&mut self, depth: usize) -> Term {
        if depth == 0 {
            if let Some(var) = self.variable(Sort::Bool) {
                return var;
            }
            return Term::Bool(self.dice.chance(50));
        }
        let below = depth - 1;
        match self.dice.below(100) {
            0..30 => {
                let op = *self.dice.pick(&["==", "!=", "<", "<=", ">", ">="]);
                Term::Compare(op, self.boxed(Sort::Int, below), self.boxed(Sort::Int, below))
            }
            30..35 => {
                Term::Chain(self.boxed(Sort::Int, below), self.boxed(Sort::Int, below), self.boxed(Sort::Int, below))
            }
            35..50 => {
                let op = *self.dice.pick(&["&&", "||", "==>", "<==>"]);
                Term::Connect(op, self.boxed(Sort::Bool, below), self.boxed(Sort::Bool, below))
            }
            50..55 => Term::Not(self.boxed(Sort::Bool, below)),
            55..62 => self.branch(Sort::Bool, below),
            62..76 => {
                let sort = *self.dice.pick(&[Sort::Seq, Sort::Set, Sort::Map]);
                Term::Contains(sort, self.boxed(sort, below), self.boxed(Sort::Int, below.min(1)))
            }
            76..86 => {
                let sort = *self.dice.pick(&[Sort::Seq, Sort::Set, Sort::Map]);
                Term::Same(self.boxed(sort, below), self.boxed(sort, below))
            }
            _ if self.binders => {
                let (name, low) = (self.fresh(), self.small());
                let high = low + self.dice.below(4) as i64;
                self.vars.push((name.clone(), Sort::Int));
                let body = self.bool(below);
                self.vars.pop();
                Term::Quantifier(self.dice.chance(50), name, low, high, Box::new(body))
            }
            _ => Term::Compare("<=", self.boxed(Sort::Int, below), self.boxed(Sort::Int, below)),
        }
    }

    /// A sequence; indices stay small so that many are in range.
    fn seq(&mut self, depth: usize) -> Term {
        let below = depth.saturating_sub(1);
        if self.dice.chance(30)
            && let Some(var) = self.variable(Sort::Seq)
        {
            return var;
        }
        match self.dice.below(if depth == 0 { 2 } else { 9 }) {
            0..3 => Term::Seq((0..self.dice.below(4)).map(|_| self.int(below)).collect()),
            3 => {
                let name = self.fresh();
                self.vars.push((name.clone(), Sort::Int));
                let body = self.boxed(Sort::Int, below);
                self.vars.pop();
                Term::SeqNew(self.dice.below(4) as i64, name, body)
            }
            4 => Term::Push(self.boxed(Sort::Seq, below), self.boxed(Sort::Int, below)),
            5 => Term::Concat(self.boxed(Sort::Seq, below), self.boxed(Sort::Seq, below)),
            6 => {
                let at = Term::Int(self.dice.below(3) as i64);
                Term::Update(self.boxed(Sort::Seq, below), Box::new(at), self.boxed(Sort::Int, below))
            }
            7 => {
                let (from, len) = (self.dice.below(2) as i64, self.dice.below(3) as i64);
                let (from, to) = (Box::new(Term::Int(from)), Box::new(Term::Int(from + len)));
                Term::Subrange(self.boxed(Sort::Seq, below), from, to)
            }
            _ => self.branch(Sort::Seq, below),
        }
    }

    /// A set.
    fn set(&mut self, depth: usize) -> Term {
        let below = depth.saturating_sub(1);
        match self.dice.below(if depth == 0 { 2 } else { 7 }) {
            0..3 => Term::Set((0..self.dice.below(4)).map(|_| self.int(below)).collect()),
            3 | 4 => {
                let op = *self.dice.pick(&["union", "intersect", "difference"]);
                Term::SetOp(op, self.boxed(Sort::Set, below), self.boxed(Sort::Set, below))
            }
            5 => {
                let op = *self.dice.pick(&["insert", "remove"]);
                Term::SetChange(op, self.boxed(Sort::Set, below), self.boxed(Sort::Int, below))
            }
            _ => self.branch(Sort::Set, below),
        }
    }

    /// A map; its keys are literals or variables.
    fn map(&mut self, depth: usize) -> Term {
        let below = depth.saturating_sub(1);
        match self.dice.below(if depth == 0 { 2 } else { 6 }) {
            0..3 => Term::Map((0..self.dice.below(3)).map(|_| (self.int(0), self.int(below))).collect()),
            3 | 4 => {
                Term::MapInsert(self.boxed(Sort::Map, below), self.boxed(Sort::Int, 0), self.boxed(Sort::Int, below))
            }
            _ => Term::MapRemove(self.boxed(Sort::Map, below), self.boxed(Sort::Int, 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::program;
    use super::ghost;

    #[test]
    fn the_same_number_gives_the_same_claims() {
        for seed in 0..30 {
            assert_eq!(program(&ghost(seed), None), program(&ghost(seed), None));
        }
    }

    #[test]
    fn most_numbers_give_claims() {
        let with = (0..50).filter(|seed| ghost(*seed).count() == 3).count();
        assert!(with > 40, "{with}");
    }
}
