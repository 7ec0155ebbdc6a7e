//! Random values: mostly small ones and those at the ends of ranges, so that many meet a precondition.

use super::eval::Machine;
use super::program::{Program, has};
use super::types::{Scope, Ty};
use super::values::Value;
use num_bigint::BigInt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;
use verus_syn::Expr;

/// Draws values of types of one program.
pub struct Source<'a> {
    pub program: &'a Program,
    pub rng: ChaCha8Rng,
    /// Numbers that the function and its contract mention.
    pub numbers: Vec<BigInt>,
    /// How large the values are now: 0 for small ones only.
    pub size: u32,
}

impl Source<'_> {
    pub fn below(&mut self, n: usize) -> usize {
        (self.rng.next_u64() % n as u64) as usize
    }

    fn number(&mut self, least: Option<BigInt>, most: Option<BigInt>) -> BigInt {
        let small: BigInt = (self.below(6)).into();
        let signed = if least.is_none() || least.as_ref().is_some_and(|n| *n < 0.into()) { -1 } else { 0 };
        let mut choice = self.below(if self.size == 0 { 4 } else { 8 });
        if self.size == 0 && choice == 3 {
            choice = 7;
        }
        let n = match choice {
            0..=1 => small,
            2 if signed != 0 => -small,
            2 => small * 3,
            3 => least.clone().unwrap_or_default() + self.below(3),
            4 => most.clone().unwrap_or_else(|| 1_000_000.into()) - self.below(3),
            5 => most.clone().unwrap_or_else(|| 1000.into()) / 2 + self.below(3) - 1,
            6 => (BigInt::from(self.rng.next_u64()) * self.rng.next_u64()) >> self.below(128),
            _ if self.numbers.is_empty() => self.below(100).into(),
            _ => {
                let at = self.below(self.numbers.len());
                self.numbers[at].clone() + self.below(3) - 1
            }
        };
        let n = least.map_or(n.clone(), |least| n.max(least));
        most.map_or(n.clone(), |most| n.min(most))
    }

    fn character(&mut self) -> char {
        const SOME: [char; 12] = ['a', 'b', 'z', 'A', ' ', '0', '9', '\n', 'é', '€', '𝄞', '\u{10ffff}'];
        SOME[self.below(if self.size == 0 { 4 } else { SOME.len() })]
    }

    /// A value; nothing if there is none at this depth, or if it breaks the invariant of its type.
    pub fn value(&mut self, ty: &Ty, depth: u32) -> Option<Value> {
        if depth > 8 {
            return None;
        }
        Some(match ty {
            Ty::Machine(kind) => {
                let (least, most) = super::eval::bounds(*kind);
                Value::Int(self.number(Some(least), Some(most)), Some(*kind))
            }
            Ty::Exact(nat) => Value::int(self.number(nat.then(|| 0.into()), None)),
            Ty::Bool => Value::Bool(self.below(2) == 0),
            Ty::Char => Value::Char(self.character()),
            Ty::Text => {
                let n = self.below(6);
                Value::Text((0..n).map(|_| self.character()).collect())
            }
            Ty::Tuple(tys) => Value::Tuple(tys.iter().map(|ty| self.value(ty, depth + 1)).collect::<Option<_>>()?),
            Ty::Array(ty, n) => Value::Seq(self.list(ty, *n, depth)?),
            Ty::Seq(ty) => {
                let n = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 10][self.below(11)];
                Value::Seq(self.list(ty, n, depth)?)
            }
            Ty::Shared(ty) => self.value(ty, depth)?,
            Ty::Mut(ty) => Value::Mut(Box::new(self.value(ty, depth)?), Box::new(Value::Unknown)),
            Ty::Ghost(ty) => self.value(ty, depth).unwrap_or(Value::Unknown),
            Ty::Data(name, args) => self.data(name, args, depth)?,
            Ty::Opaque => return None,
        })
    }

    /// Elements; in every third list in order, for that is what many functions want.
    fn list(&mut self, ty: &Ty, n: usize, depth: u32) -> Option<Vec<Value>> {
        let mut values = (0..n).map(|_| self.value(ty, depth + 1)).collect::<Option<Vec<_>>>()?;
        if self.below(3) == 0 && matches!(ty, Ty::Machine(_) | Ty::Exact(_)) {
            values.sort_by_key(|value| match value {
                Value::Int(n, _) => n.clone(),
                _ => BigInt::default(),
            });
        }
        Some(values)
    }

    fn data(&mut self, name: &str, args: &[Ty], depth: u32) -> Option<Value> {
        let def = self.program.definition(name)?.clone();
        // Deep values end with the first variant that has an end.
        let first = self.below(def.variants.len());
        for i in 0..def.variants.len() {
            let index = (first + i) % def.variants.len();
            let parts = self.program.fields(&def, index, args).into_iter();
            let fields: Option<Vec<_>> = parts.map(|(name, ty)| Some((name, self.value(&ty, depth + 1)?))).collect();
            if let Some(fields) = fields {
                let value = Value::Data { ty: name.into(), variant: def.variants[index].0.clone(), fields };
                return self.is_valid(name, args, &value).then_some(value);
            }
        }
        None
    }

    /// Whether a value meets the invariant of its type.
    fn is_valid(&self, name: &str, args: &[Ty], value: &Value) -> bool {
        let methods = self.program.methods.iter().filter(|((owner, _), _)| owner == name);
        let mut invariants = methods.flat_map(|(_, found)| found).filter(|f| has(&f.attrs, "type_invariant"));
        invariants.all(|invariant| {
            let scope = Scope::from([("Self".to_string(), Ty::Data(name.into(), args.to_vec()))]);
            let mut machine = Machine::new(self.program, scope, vec![("self".into(), value.clone())]);
            let method = &invariant.sig.ident;
            let call: Result<Expr, _> = verus_syn::parse_str(&format!("self.{method}()"));
            call.is_ok_and(|call| machine.holds(&call).unwrap_or(false))
        })
    }
}
