//! The types that generated programs use, the values that were seen of them, and what a specification says of a value.
//!
//! The two forms of a program share the types; only the form for the verifier shows values, as conjunctions over the parts of
//! a place: `r.0 == 3 && r.1 is Some && (r.1->0) == -4`. So a claim never rests on an equality that a type defines itself.

use std::rc::Rc;

/// A machine integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int {
    /// As it is written.
    pub(super) name: &'static str,
    /// Whether there are negative values.
    pub(super) signed: bool,
    /// The width.
    pub(super) bits: u32,
}

/// All machine integers; sizes are those of a 64-bit target.
pub(super) const INTS: [Int; 12] = [
    Int { name: "u8", signed: false, bits: 8 },
    Int { name: "i8", signed: true, bits: 8 },
    Int { name: "u16", signed: false, bits: 16 },
    Int { name: "i16", signed: true, bits: 16 },
    Int { name: "u32", signed: false, bits: 32 },
    Int { name: "i32", signed: true, bits: 32 },
    Int { name: "u64", signed: false, bits: 64 },
    Int { name: "i64", signed: true, bits: 64 },
    Int { name: "usize", signed: false, bits: 64 },
    Int { name: "isize", signed: true, bits: 64 },
    Int { name: "u128", signed: false, bits: 128 },
    Int { name: "i128", signed: true, bits: 128 },
];

/// The place of `usize` in [`INTS`].
pub(super) const USIZE: Int = INTS[8];

impl Int {
    /// The least value.
    pub(super) fn low(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The greatest value, or the greatest `i128` for `u128`: what is beyond counts as not known to fit.
    pub(super) fn high(self) -> i128 {
        match (self.signed, self.bits) {
            (_, 128) => i128::MAX,
            (true, bits) => (1 << (bits - 1)) - 1,
            (false, bits) => (1 << bits) - 1,
        }
    }
}

/// A datatype of a case.
#[derive(PartialEq, Debug)]
pub(super) struct Decl {
    /// How the case's functions name it.
    pub(super) name: String,
    /// For a struct one, with the struct's name.
    pub(super) variants: Vec<Variant>,
    /// Whether it is an enum.
    pub(super) is_enum: bool,
    /// It derives `Clone` and `Copy`.
    pub(super) copy: bool,
    /// It has an `==` whose meaning specifications know.
    pub(super) eq: bool,
}

/// A constructor.
#[derive(PartialEq, Debug)]
pub(super) struct Variant {
    /// The name of the constructor.
    pub(super) name: String,
    /// Without names for tuple-like ones.
    pub(super) named: bool,
    /// The fields with their names and types.
    pub(super) fields: Vec<(String, Ty)>,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ty {
    /// A machine integer.
    Int(Int),
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// A tuple.
    Tuple(Vec<Ty>),
    /// An array and its length.
    Array(Box<Ty>, usize),
    /// A vector.
    Vec(Box<Ty>),
    /// An option.
    Option(Box<Ty>),
    /// A result.
    Result(Box<Ty>, Box<Ty>),
    /// A datatype of the case.
    Named(Rc<Decl>),
    /// `String`.
    Text,
    /// A shared reference.
    Ref(Box<Ty>),
    /// A mutable reference.
    Mut(Box<Ty>),
}

/// A value that was seen: a word, or a constructor (`tuple`, `seq`, or the name of a variant) with its parts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// A number, a character, or another word.
    Word(String),
    /// The name of a constructor and its parts.
    Parts(String, Vec<Value>),
}

impl Ty {
    /// The type as it is written in a program.
    pub(super) fn text(&self) -> String {
        match self {
            Ty::Int(int) => int.name.into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Tuple(parts) if parts.len() == 1 => format!("({},)", parts[0].text()),
            Ty::Tuple(parts) => format!("({})", parts.iter().map(Ty::text).collect::<Vec<_>>().join(", ")),
            Ty::Array(of, len) => format!("[{}; {len}]", of.text()),
            Ty::Vec(of) => format!("Vec<{}>", of.text()),
            Ty::Option(of) => format!("Option<{}>", of.text()),
            Ty::Result(good, bad) => format!("Result<{}, {}>", good.text(), bad.text()),
            Ty::Named(decl) => decl.name.clone(),
            Ty::Text => "String".into(),
            Ty::Ref(of) => format!("&{}", of.text()),
            Ty::Mut(of) => format!("&mut {}", of.text()),
        }
    }

    /// Whether values are copied when they are read.
    pub(super) fn copy(&self) -> bool {
        match self {
            Ty::Int(_) | Ty::Bool | Ty::Char | Ty::Ref(_) => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::copy),
            Ty::Array(of, _) | Ty::Option(of) => of.copy(),
            Ty::Result(good, bad) => good.copy() && bad.copy(),
            Ty::Named(decl) => decl.copy,
            Ty::Vec(_) | Ty::Text | Ty::Mut(_) => false,
        }
    }

    /// Whether `==` may be used between two values.
    pub(super) fn has_eq(&self) -> bool {
        match self {
            Ty::Int(_) | Ty::Bool | Ty::Char => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::has_eq),
            Ty::Option(of) => of.has_eq(),
            Ty::Named(decl) => decl.eq,
            _ => false,
        }
    }
}

/// Reads what the compiled program printed of one value.
pub(super) fn read_value(text: &str) -> Option<Value> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let value = read(&mut words)?;
    words.next().is_none().then_some(value)
}

/// Reads one value; nothing at a closing parenthesis or the end.
fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Value> {
    match words.next()? {
        ")" => None,
        "(" => {
            let name = words.next()?.to_owned();
            let mut parts = Vec::new();
            while let Some(part) = read(words) {
                parts.push(part);
            }
            Some(Value::Parts(name, parts))
        }
        word => Some(Value::Word(word.into())),
    }
}

/// What has to hold of `place` if it has this value: conjuncts of the specification language.
pub(super) fn says(place: &str, ty: &Ty, value: &Value, out: &mut Vec<String>) {
    match (ty, value) {
        (Ty::Ref(of) | Ty::Mut(of), _) => says(&format!("(*{place})"), of, value, out),
        (Ty::Bool, Value::Word(word)) if word == "true" => out.push(place.into()),
        (Ty::Bool, _) => out.push(format!("!{place}")),
        (Ty::Char, Value::Word(word)) => out.push(format!("{place} as u32 == {word}")),
        (_, Value::Word(word)) => out.push(format!("{place} == {word}")),
        (Ty::Tuple(types), Value::Parts(_, parts)) => {
            for (i, (ty, part)) in types.iter().zip(parts).enumerate() {
                says(&format!("{place}.{i}"), ty, part, out);
            }
        }
        (Ty::Array(of, _), Value::Parts(_, parts)) => says_all(place, of, parts, out),
        (Ty::Vec(of), Value::Parts(_, parts)) => {
            out.push(format!("{place}@.len() == {}", parts.len()));
            says_all(place, of, parts, out);
        }
        (Ty::Text, Value::Parts(_, parts)) => {
            out.push(format!("{place}@.len() == {}", parts.len()));
            says_all(place, &Ty::Char, parts, out);
        }
        (Ty::Option(of), Value::Parts(name, parts)) => {
            out.push(format!("{place} is {name}"));
            if let [part] = &parts[..] {
                says(&format!("({place}->0)"), of, part, out);
            }
        }
        (Ty::Result(good, bad), Value::Parts(name, parts)) => {
            out.push(format!("{place} is {name}"));
            if let [part] = &parts[..] {
                says(&format!("({place}->{name}_0)"), if name == "Ok" { good } else { bad }, part, out);
            }
        }
        (Ty::Named(decl), Value::Parts(name, parts)) => {
            if decl.is_enum {
                out.push(format!("{place} is {name}"));
            }
            let Some(variant) = decl.variants.iter().find(|variant| variant.name == *name) else { return };
            for ((field, ty), part) in variant.fields.iter().zip(parts) {
                let inner =
                    if decl.is_enum { format!("({place}->{name}_{field})") } else { format!("{place}.{field}") };
                says(&inner, ty, part, out);
            }
        }
        (Ty::Int(_) | Ty::Char, Value::Parts(..)) => {}
    }
}

/// The same of the elements of a sequence.
fn says_all(place: &str, of: &Ty, parts: &[Value], out: &mut Vec<String>) {
    for (i, part) in parts.iter().enumerate() {
        says(&format!("{place}@[{i}]"), of, part, out);
    }
}

#[cfg(test)]
mod tests {
    use super::{INTS, Ty, Value, read_value, says};

    #[test]
    fn bounds_of_integers() {
        assert_eq!((INTS[0].low(), INTS[0].high()), (0, 255));
        assert_eq!((INTS[1].low(), INTS[1].high()), (-128, 127));
        assert_eq!((INTS[11].low(), INTS[11].high()), (i128::MIN, i128::MAX));
    }

    #[test]
    fn a_value_is_read_back() {
        let value = read_value("( tuple 3 ( Some -4 ) )").unwrap();
        let inner = Value::Parts("Some".into(), vec![Value::Word("-4".into())]);
        assert_eq!(value, Value::Parts("tuple".into(), vec![Value::Word("3".into()), inner]));
        let ty = Ty::Tuple(vec![Ty::Int(INTS[0]), Ty::Option(Box::new(Ty::Int(INTS[1])))]);
        let mut said = Vec::new();
        says("r", &ty, &value, &mut said);
        assert_eq!(said, ["r.0 == 3", "r.1 is Some", "(r.1->0) == -4"]);
    }

    #[test]
    fn what_is_cut_off_is_no_value() {
        assert_eq!(read_value("3 4"), None);
    }
}
