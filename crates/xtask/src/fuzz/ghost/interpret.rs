//! The plain interpreter of ghost terms.
//!
//! Everything is done in the plainest way: sequences are vectors, sets and maps are those of the standard library, quantifiers go
//! through their domain. Both operands of a connective must have a value, although the language asks for less, because a term without
//! a value may be anything.

use num_bigint::BigInt;

use super::{Sort, Term, Value};

/// What is known at a place: the recursive function, and variables with their values.
pub(super) struct Env<'a> {
    /// The recursive function of the case.
    pub(super) recursion: &'a (i64, Term),
    /// The values of the variables in scope.
    pub(super) vars: Vec<(String, Value)>,
    /// Steps that are left; a term that needs more has no value here.
    pub(super) steps: usize,
}

impl Env<'_> {
    /// The value of a term, unless the language leaves it open.
    pub(super) fn value(&mut self, term: &Term) -> Option<Value> {
        self.steps = self.steps.checked_sub(1)?;
        Some(match term {
            Term::Int(n) => Value::Int(BigInt::from(*n)),
            Term::Bool(b) => Value::Bool(*b),
            Term::Var(name) => self.vars.iter().rev().find(|(other, _)| other == name)?.1.clone(),
            Term::Arithmetic(op, a, b) => Value::Int(arithmetic(op, self.int(a)?, self.int(b)?)?),
            Term::Negated(a) => Value::Int(-self.int(a)?),
            Term::Cast(_, low, high, a) => {
                let n = self.int(a)?;
                if n < *low || n > *high {
                    return None;
                }
                Value::Int(n)
            }
            Term::Compare(op, a, b) => Value::Bool(compare(op, &self.int(a)?, &self.int(b)?)),
            Term::Chain(a, b, c) => {
                let (a, b, c) = (self.int(a)?, self.int(b)?, self.int(c)?);
                Value::Bool(a <= b && b < c)
            }
            Term::Connect(op, a, b) => {
                // Both sides have to have a value: specifications are total, but this interpreter is not.
                let (a, b) = (self.bool(a)?, self.bool(b)?);
                Value::Bool(match *op {
                    "&&" => a && b,
                    "||" => a || b,
                    "==>" => !a || b,
                    _ => a == b,
                })
            }
            Term::Not(a) => Value::Bool(!self.bool(a)?),
            Term::If(c, a, b) => return if self.bool(c)? { self.value(a) } else { self.value(b) },
            Term::Let(name, a, b) => {
                let value = self.value(a)?;
                return self.with(name, value, b);
            }
            Term::Match(c, some, name, then, other) => {
                if !self.bool(c)? {
                    return self.value(other);
                }
                let value = self.value(some)?;
                return self.with(name, value, then);
            }
            Term::Quantifier(all, name, low, high, body) => {
                let mut holds = Vec::new();
                for i in *low..*high {
                    holds.push(self.with(name, Value::Int(i.into()), body)? == Value::Bool(true));
                }
                Value::Bool(if *all { holds.iter().all(|b| *b) } else { holds.iter().any(|b| *b) })
            }
            Term::Choose(name, low, high, body) => {
                let mut fitting = Vec::new();
                for i in *low..*high {
                    if self.with(name, Value::Int(i.into()), body)? == Value::Bool(true) {
                        fitting.push(i);
                    }
                }
                let [one] = fitting[..] else { return None };
                Value::Int(one.into())
            }
            Term::Call(n) => Value::Int(self.call(n)?),
            _ => return self.collection(term),
        })
    }

    /// The value of a term over collections.
    fn collection(&mut self, term: &Term) -> Option<Value> {
        Some(match term {
            Term::Seq(parts) => Value::Seq(parts.iter().map(|part| self.int(part)).collect::<Option<_>>()?),
            Term::SeqNew(n, name, body) => {
                let mut all = Vec::new();
                for i in 0..*n {
                    let Value::Int(part) = self.with(name, Value::Int(i.into()), body)? else { return None };
                    all.push(part);
                }
                Value::Seq(all)
            }
            Term::Push(s, x) => {
                let mut s = self.seq(s)?;
                s.push(self.int(x)?);
                Value::Seq(s)
            }
            Term::Concat(s, t) => Value::Seq([self.seq(s)?, self.seq(t)?].concat()),
            Term::Update(s, i, x) => {
                let (mut s, i, x) = (self.seq(s)?, usize::try_from(self.int(i)?).ok()?, self.int(x)?);
                *s.get_mut(i)? = x;
                Value::Seq(s)
            }
            Term::Subrange(s, i, j) => {
                let s = self.seq(s)?;
                let (i, j) = (usize::try_from(self.int(i)?).ok()?, usize::try_from(self.int(j)?).ok()?);
                Value::Seq(s.get(i..j)?.to_vec())
            }
            Term::Index(s, i) => {
                let (s, i) = (self.seq(s)?, usize::try_from(self.int(i)?).ok()?);
                Value::Int(s.get(i)?.clone())
            }
            Term::Len(s) => Value::Int(match self.value(s)? {
                Value::Seq(s) => s.len().into(),
                Value::Set(s) => s.len().into(),
                _ => return None,
            }),
            Term::Set(parts) => Value::Set(parts.iter().map(|part| self.int(part)).collect::<Option<_>>()?),
            Term::SetOp(op, a, b) => {
                let (Value::Set(a), Value::Set(b)) = (self.value(a)?, self.value(b)?) else { return None };
                Value::Set(match *op {
                    "union" => &a | &b,
                    "intersect" => &a & &b,
                    _ => &a - &b,
                })
            }
            Term::SetChange(op, s, x) => {
                let Value::Set(mut s) = self.value(s)? else { return None };
                let x = self.int(x)?;
                if *op == "insert" {
                    s.insert(x)
                } else {
                    s.remove(&x)
                };
                Value::Set(s)
            }
            Term::Contains(_, s, x) => {
                let (s, x) = (self.value(s)?, self.int(x)?);
                Value::Bool(match s {
                    Value::Seq(s) => s.contains(&x),
                    Value::Set(s) => s.contains(&x),
                    Value::Map(m) => m.contains_key(&x),
                    _ => return None,
                })
            }
            Term::Map(parts) => {
                let mut all = std::collections::BTreeMap::new();
                for (key, value) in parts {
                    all.insert(self.int(key)?, self.int(value)?);
                }
                Value::Map(all)
            }
            Term::MapInsert(m, k, v) => {
                let Value::Map(mut m) = self.value(m)? else { return None };
                m.insert(self.int(k)?, self.int(v)?);
                Value::Map(m)
            }
            Term::MapRemove(m, k) => {
                let Value::Map(mut m) = self.value(m)? else { return None };
                m.remove(&self.int(k)?);
                Value::Map(m)
            }
            Term::MapIndex(m, k) => {
                let Value::Map(m) = self.value(m)? else { return None };
                Value::Int(m.get(&self.int(k)?)?.clone())
            }
            Term::Same(a, b) => Value::Bool(self.value(a)? == self.value(b)?),
            _ => return None,
        })
    }

    /// The value of a term with one more variable.
    fn with(&mut self, name: &str, value: Value, body: &Term) -> Option<Value> {
        self.vars.push((name.into(), value));
        let result = self.value(body);
        self.vars.pop();
        result
    }

    fn int(&mut self, term: &Term) -> Option<BigInt> {
        if let Value::Int(n) = self.value(term)? { Some(n) } else { None }
    }

    fn bool(&mut self, term: &Term) -> Option<bool> {
        if let Value::Bool(b) = self.value(term)? { Some(b) } else { None }
    }

    fn seq(&mut self, term: &Term) -> Option<Vec<BigInt>> {
        if let Value::Seq(s) = self.value(term)? { Some(s) } else { None }
    }

    /// The recursive function, for small arguments.
    fn call(&mut self, n: &Term) -> Option<BigInt> {
        let n = self.int(n)?;
        let recursion = self.recursion;
        let mut x = BigInt::from(recursion.0);
        if n > BigInt::from(5) {
            return None;
        }
        let mut k = BigInt::from(1);
        while k <= n {
            let vars = vec![("n".to_owned(), Value::Int(k.clone())), ("x".to_owned(), Value::Int(x))];
            let outer = std::mem::replace(&mut self.vars, vars);
            let next = self.int(&recursion.1);
            self.vars = outer;
            x = next?;
            k += 1;
        }
        Some(x)
    }
}

/// Division is Euclidean.
fn arithmetic(op: &str, a: BigInt, b: BigInt) -> Option<BigInt> {
    let zero = BigInt::from(0);
    if matches!(op, "/" | "%") {
        if b == zero {
            return None;
        }
        let mut rest = &a % &b;
        if rest < zero {
            rest += if b < zero { -&b } else { b.clone() };
        }
        return Some(if op == "%" { rest } else { (a - rest) / b });
    }
    Some(match op {
        "+" => a + b,
        "-" => a - b,
        _ => a * b,
    })
}

/// A comparison of integers.
fn compare(op: &str, a: &BigInt, b: &BigInt) -> bool {
    match op {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        _ => a >= b,
    }
}

impl Sort {
    /// The method that asks whether a collection has something.
    pub(super) fn contains(self) -> &'static str {
        if self == Sort::Map { "contains_key" } else { "contains" }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::arithmetic;

    #[test]
    fn division_is_euclidean() {
        let n = |n: i64| BigInt::from(n);
        for a in -7..8 {
            for b in [-3, -2, -1, 1, 2, 3] {
                let (q, r) = (arithmetic("/", n(a), n(b)).unwrap(), arithmetic("%", n(a), n(b)).unwrap());
                assert_eq!(q.clone() * n(b) + r.clone(), n(a));
                assert!(r >= n(0) && r < n(b.abs()), "{a} {b} {q} {r}");
            }
        }
        assert_eq!(arithmetic("/", n(1), n(0)), None);
    }
}
