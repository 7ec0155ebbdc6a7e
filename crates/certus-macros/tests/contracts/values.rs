//! Values of a program, as its contracts see them, and their text between the test and the compiled program.

use super::program::Program;
use super::types::{Kind, Ty};
use num_bigint::BigInt;
use std::fmt;
use std::rc::Rc;

/// A value. Integers know the type of machine integers that they came from, for operators on bits.
#[derive(Clone)]
pub enum Value {
    /// A value that is not known where the program has run: of ghost code, or opaque.
    Unknown,
    Bool(bool),
    Int(BigInt, Option<Kind>),
    Char(char),
    Text(String),
    Tuple(Vec<Value>),
    Seq(Vec<Value>),
    Set(Vec<Value>),
    Map(Vec<(Value, Value)>),
    Bag(Vec<Value>),
    Data {
        ty: String,
        variant: String,
        fields: Vec<(String, Value)>,
    },
    /// A mutable reference: what is there now, and when the borrow ends.
    Mut(Box<Value>, Box<Value>),
    Function(Rc<Lambda>),
}

/// A function of ghost code, with the variables that it captured.
pub struct Lambda {
    pub inputs: Vec<verus_syn::Pat>,
    pub body: verus_syn::Expr,
    pub env: Vec<(String, Value)>,
}

impl Value {
    pub fn int(n: impl Into<BigInt>) -> Value {
        Value::Int(n.into(), None)
    }

    /// What a reference refers to.
    pub fn now(self) -> Value {
        match self {
            Value::Mut(now, _) => now.now(),
            other => other,
        }
    }
}

/// `None` if neither is certain.
fn all_same(pairs: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for pair in pairs {
        match pair {
            Some(false) => return Some(false),
            None => all = None,
            Some(true) => {}
        }
    }
    all
}

/// Whether each of some values is in a second list, as often as in the first.
fn same_elements(a: &[Value], b: &[Value]) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    let mut rest: Vec<&Value> = b.iter().collect();
    for x in a {
        let mut at = None;
        for (i, y) in rest.iter().enumerate() {
            if same(x, y)? {
                at = Some(i);
                break;
            }
        }
        match at {
            Some(i) => rest.remove(i),
            None => return Some(false),
        };
    }
    Some(true)
}

/// Whether two values are equal, if that is known.
pub fn same(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Mut(a, _), b) => same(a, b),
        (a, Value::Mut(b, _)) => same(a, b),
        (Value::Bool(a), Value::Bool(b)) => Some(a == b),
        (Value::Int(a, _), Value::Int(b, _)) => Some(a == b),
        (Value::Char(a), Value::Char(b)) => Some(a == b),
        (Value::Text(a), Value::Text(b)) => Some(a == b),
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => all_same(a.iter().zip(b).map(|(a, b)| same(a, b))),
        (Value::Seq(a), Value::Seq(b)) if a.len() != b.len() => Some(false),
        (Value::Seq(a), Value::Seq(b)) => all_same(a.iter().zip(b).map(|(a, b)| same(a, b))),
        (Value::Set(a), Value::Set(b)) | (Value::Bag(a), Value::Bag(b)) => same_elements(a, b),
        (Value::Map(a), Value::Map(b)) => {
            let pairs = |map: &[(Value, Value)]| -> Vec<Value> {
                map.iter().map(|(k, v)| Value::Tuple(vec![k.clone(), v.clone()])).collect()
            };
            same_elements(&pairs(a), &pairs(b))
        }
        (
            Value::Data { ty: a_ty, variant: a_variant, fields: a },
            Value::Data { ty: b_ty, variant: b_variant, fields: b },
        ) if a_ty == b_ty => {
            if a_variant != b_variant {
                return Some(false);
            }
            all_same(a.iter().map(|(name, a)| {
                let b = b.iter().find(|(other, _)| other == name)?;
                same(a, &b.1)
            }))
        }
        _ => None,
    }
}

impl Program {
    /// Appends a value's text for the compiled program. Parts of ghost code have none.
    pub fn encode(&self, ty: &Ty, value: &Value, out: &mut String) -> Option<()> {
        match (ty, value) {
            (Ty::Ghost(_), _) => {}
            (Ty::Machine(_), Value::Int(n, _)) => out.push_str(&format!("{n} ")),
            (Ty::Bool, Value::Bool(b)) => out.push_str(if *b { "1 " } else { "0 " }),
            (Ty::Char, Value::Char(c)) => out.push_str(&format!("{} ", u32::from(*c))),
            (Ty::Text, Value::Text(text)) => {
                out.push_str(&format!("{} ", text.chars().count()));
                text.chars().for_each(|c| out.push_str(&format!("{} ", u32::from(c))));
            }
            (Ty::Tuple(tys), Value::Tuple(values)) => {
                tys.iter().zip(values).try_for_each(|(ty, value)| self.encode(ty, value, out))?;
            }
            (Ty::Array(ty, _), Value::Seq(values)) => {
                values.iter().try_for_each(|value| self.encode(ty, value, out))?;
            }
            (Ty::Seq(ty), Value::Seq(values)) => {
                out.push_str(&format!("{} ", values.len()));
                values.iter().try_for_each(|value| self.encode(ty, value, out))?;
            }
            (Ty::Shared(ty), value) => self.encode(ty, value, out)?,
            (Ty::Mut(ty), Value::Mut(now, _)) => self.encode(ty, now, out)?,
            (Ty::Data(name, args), Value::Data { variant, fields, .. }) => {
                let def = self.definition(name)?;
                let index = def.variants.iter().position(|(other, _)| other == variant)?;
                if def.is_enum {
                    out.push_str(&format!("{index} "));
                }
                for ((_, ty), (_, value)) in self.fields(def, index, args).iter().zip(fields) {
                    self.encode(ty, value, out)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// The value whose text comes next. The compiled program says of each part what it is.
pub fn decode<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Value> {
    let word = words.next()?;
    Some(match word {
        "?" => Value::Unknown,
        "t" | "f" => Value::Bool(word == "t"),
        "c" => Value::Char(character(words)?),
        "&" => Value::Mut(Box::new(decode(words)?), Box::new(Value::Unknown)),
        "s" => {
            let n = number(words)?;
            Value::Text((0..n).map(|_| character(words)).collect::<Option<String>>()?)
        }
        "[" => Value::Seq(several(words)?),
        "(" => Value::Tuple(several(words)?),
        "e" => Value::Set(several(words)?),
        "m" => {
            let n = number(words)?;
            Value::Map((0..n).map(|_| Some((decode(words)?, decode(words)?))).collect::<Option<_>>()?)
        }
        "{" => {
            let (ty, variant) = (words.next()?.to_string(), words.next()?.to_string());
            let n = number(words)?;
            let fields = (0..n).map(|_| Some((words.next()?.to_string(), decode(words)?))).collect::<Option<_>>()?;
            Value::Data { ty, variant, fields }
        }
        name => {
            let kind = Kind::named(name)?;
            Value::Int(words.next()?.parse().ok()?, Some(kind))
        }
    })
}

fn number<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<usize> {
    words.next()?.parse().ok()
}

fn several<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Vec<Value>> {
    let n = number(words)?;
    (0..n).map(|_| decode(words)).collect()
}

fn character<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<char> {
    char::from_u32(words.next()?.parse().ok()?)
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unknown => f.write_str("?"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n, _) => write!(f, "{n}"),
            Value::Char(c) => write!(f, "{c:?}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Tuple(parts) => parts.iter().fold(&mut f.debug_tuple(""), |out, part| out.field(part)).finish(),
            Value::Seq(parts) | Value::Set(parts) | Value::Bag(parts) => f.debug_list().entries(parts).finish(),
            Value::Map(parts) => f.debug_map().entries(parts.iter().map(|(k, v)| (k, v))).finish(),
            Value::Data { variant, fields, .. } => {
                fields.iter().fold(&mut f.debug_struct(variant), |out, (name, v)| out.field(name, v)).finish()
            }
            Value::Mut(now, _) => write!(f, "&mut {now:?}"),
            Value::Function(_) => f.write_str("|..|"),
        }
    }
}
