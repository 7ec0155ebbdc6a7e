//! Functions of the library on sequences, sets, maps, options and integers.

use super::{Answer, Machine, Stop, stop};
use crate::contracts::values::{Lambda, Value, same};
use num_bigint::BigInt;
use std::rc::Rc;

fn index(value: &Value) -> Option<usize> {
    match value {
        Value::Int(n, _) => usize::try_from(n.clone()).ok(),
        _ => None,
    }
}

/// Whether a value is among others.
fn among(values: &[Value], wanted: &Value) -> Result<bool, Stop> {
    let mut unknown = false;
    for value in values {
        match same(value, wanted) {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    if unknown { stop("the equality of values that are not known") } else { Ok(false) }
}

pub(super) fn set_of(values: Vec<Value>) -> Answer {
    let mut set = Vec::new();
    for value in values {
        if !among(&set, &value)? {
            set.push(value);
        }
    }
    Ok(Value::Set(set))
}

/// `s[i]`.
pub(super) fn element(base: Value, at: Value) -> Answer {
    match base {
        Value::Seq(values) => match index(&at).and_then(|at| values.into_iter().nth(at)) {
            Some(Value::Unknown) => stop("a value that is not known"),
            Some(value) => Ok(value),
            None => stop("an index out of range"),
        },
        Value::Map(pairs) => {
            for (key, value) in pairs {
                match same(&key, &at) {
                    Some(true) => return Ok(value),
                    Some(false) => {}
                    None => return stop("the equality of values that are not known"),
                }
            }
            stop("a key that is not in the map")
        }
        _ => stop("an index of an unknown value"),
    }
}

/// A function of the library.
pub(super) fn function(machine: &mut Machine, owner: Option<&str>, name: &str, args: Vec<Value>) -> Answer {
    match (owner, name, &args[..]) {
        (Some("Seq"), "empty", []) => Ok(Value::Seq(Vec::new())),
        (Some("Set"), "empty", []) => Ok(Value::Set(Vec::new())),
        (Some("Map"), "empty", []) => Ok(Value::Map(Vec::new())),
        (Some("Seq"), "new", [n, Value::Function(f)]) => {
            let Some(n) = index(n).filter(|n| *n < 5000) else { return stop("a long sequence") };
            (0..n).map(|i| machine.invoke(f, vec![Value::int(i)])).collect::<Result<_, _>>().map(Value::Seq)
        }
        (_, "Ghost" | "Tracked", [value]) => Ok(value.clone()),
        (None | Some("math"), "min" | "max", [Value::Int(a, _), Value::Int(b, _)]) => {
            Ok(Value::int(if (a < b) == (name == "min") { a.clone() } else { b.clone() }))
        }
        (None | Some("math"), "abs", [Value::Int(a, _)]) => Ok(Value::int(BigInt::from(a.magnitude().clone()))),
        (None | Some("power"), "pow", [Value::Int(base, _), Value::Int(to, _)]) => match u32::try_from(to.clone()) {
            Ok(to) if to < 600 => Ok(Value::int(base.pow(to))),
            _ => stop("a large power"),
        },
        (None | Some("power2"), "pow2", [Value::Int(to, _)]) => match u32::try_from(to.clone()) {
            Ok(to) if to < 600 => Ok(Value::int(BigInt::from(1) << to)),
            _ => stop("a large power"),
        },
        (Some("Vec" | "slice" | "Seq" | "Option" | "Result"), _, [first, rest @ ..]) => {
            method(machine, first.clone(), name, rest.to_vec())
        }
        _ => stop(format!("the function {}{name}", owner.map(|o| format!("{o}::")).unwrap_or_default())),
    }
}

/// A method of the library.
pub(super) fn method(machine: &mut Machine, receiver: Value, name: &str, args: Vec<Value>) -> Answer {
    match receiver {
        Value::Seq(values) => sequence(machine, values, name, &args),
        Value::Set(values) => set(values, name, &args),
        Value::Map(pairs) => map(pairs, name, &args),
        Value::Bag(values) => match (name, &args[..]) {
            ("len", []) => Ok(Value::int(values.len())),
            ("contains", [wanted]) => among(&values, wanted).map(Value::Bool),
            ("count", [wanted]) => values
                .iter()
                .map(|value| same(value, wanted).map(usize::from))
                .sum::<Option<usize>>()
                .map_or_else(|| stop("unknown values"), |n| Ok(Value::int(n))),
            _ => stop(format!("the method {name} of a multiset")),
        },
        Value::Data { ty, variant, fields } if ty == "Option" || ty == "Result" => {
            let first = fields.into_iter().next().map(|(_, value)| value);
            match (name, variant.as_str(), first) {
                ("is_some" | "is_Some", _, _) => Ok(Value::Bool(variant == "Some")),
                ("is_none" | "is_None", _, _) => Ok(Value::Bool(variant == "None")),
                ("is_ok" | "is_Ok", _, _) => Ok(Value::Bool(variant == "Ok")),
                ("is_err" | "is_Err", _, _) => Ok(Value::Bool(variant == "Err")),
                ("unwrap" | "get_Some_0" | "get_Ok_0", "Some" | "Ok", Some(value)) => Ok(value),
                ("unwrap_err" | "get_Err_0", "Err", Some(value)) => Ok(value),
                _ => stop(format!("the method {name} of {ty}")),
            }
        }
        Value::Text(text) if name == "is_ascii" => Ok(Value::Bool(text.is_ascii())),
        Value::Function(lambda) if name == "spec_call" => machine.invoke(&lambda, args),
        other => stop(format!("the method {name} of {}", what(&other))),
    }
}

fn what(value: &Value) -> &str {
    match value {
        Value::Int(..) => "an integer",
        Value::Data { .. } => "a type of the program",
        Value::Text(_) => "a text",
        Value::Unknown => "an unknown value",
        _ => "another value",
    }
}

fn sequence(machine: &mut Machine, mut values: Vec<Value>, name: &str, args: &[Value]) -> Answer {
    let len = values.len();
    let at = |value: &Value, most: usize| match index(value).filter(|at| *at <= most) {
        Some(at) => Ok(at),
        None => stop("an index out of range"),
    };
    match (name, args) {
        ("len" | "spec_len", []) => Ok(Value::int(len)),
        ("is_empty", []) => Ok(Value::Bool(len == 0)),
        ("index" | "spec_index", [at]) => element(Value::Seq(values), at.clone()),
        ("view", []) => Ok(Value::Seq(values)),
        ("deep_view", []) if values.iter().all(|v| matches!(v, Value::Int(..) | Value::Bool(_) | Value::Char(_))) => {
            Ok(Value::Seq(values))
        }
        ("push", [value]) => {
            values.push(value.clone());
            Ok(Value::Seq(values))
        }
        ("subrange", [from, to]) => {
            let to = at(to, len)?;
            let from = at(from, to)?;
            Ok(Value::Seq(values[from..to].to_vec()))
        }
        ("take", [to]) => Ok(Value::Seq(values[..at(to, len)?].to_vec())),
        ("skip", [from]) => Ok(Value::Seq(values[at(from, len)?..].to_vec())),
        ("update", [i, value]) if len > 0 => {
            let i = at(i, len - 1)?;
            values[i] = value.clone();
            Ok(Value::Seq(values))
        }
        ("insert", [i, value]) => {
            let i = at(i, len)?;
            values.insert(i, value.clone());
            Ok(Value::Seq(values))
        }
        ("remove", [i]) if len > 0 => {
            let i = at(i, len - 1)?;
            values.remove(i);
            Ok(Value::Seq(values))
        }
        ("add", [Value::Seq(more)]) => {
            values.extend(more.iter().cloned());
            Ok(Value::Seq(values))
        }
        ("first", []) if len > 0 => Ok(values.swap_remove(0)),
        ("last", []) if len > 0 => Ok(values.swap_remove(len - 1)),
        ("drop_first", []) if len > 0 => Ok(Value::Seq(values[1..].to_vec())),
        ("drop_last", []) if len > 0 => Ok(Value::Seq(values[..len - 1].to_vec())),
        ("reverse", []) => {
            values.reverse();
            Ok(Value::Seq(values))
        }
        ("contains", [wanted]) => among(&values, wanted).map(Value::Bool),
        ("to_set", []) => set_of(values),
        ("to_multiset", []) => Ok(Value::Bag(values)),
        ("no_duplicates", []) => {
            let Value::Set(set) = set_of(values)? else { return stop("a set") };
            Ok(Value::Bool(set.len() == len))
        }
        ("is_prefix_of", [Value::Seq(of)]) if len > of.len() => Ok(Value::Bool(false)),
        ("is_prefix_of", [Value::Seq(of)]) => machine.equal(&Value::Seq(values), &Value::Seq(of[..len].to_vec())),
        (_, [Value::Function(f)]) => with_function(machine, values, name, f),
        ("fold_left", [start, Value::Function(f)]) => {
            values.into_iter().try_fold(start.clone(), |sum, value| machine.invoke(f, vec![sum, value]))
        }
        ("fold_right", [Value::Function(f), start]) => {
            values.into_iter().rev().try_fold(start.clone(), |sum, value| machine.invoke(f, vec![value, sum]))
        }
        _ => stop(format!("the method {name} of a sequence")),
    }
}

fn with_function(machine: &mut Machine, values: Vec<Value>, name: &str, f: &Rc<Lambda>) -> Answer {
    match name {
        "map" => {
            let pairs = values.into_iter().enumerate();
            let mapped = pairs.map(|(i, value)| machine.invoke(f, vec![Value::int(i), value]));
            mapped.collect::<Result<_, _>>().map(Value::Seq)
        }
        "map_values" => {
            values.into_iter().map(|value| machine.invoke(f, vec![value])).collect::<Result<_, _>>().map(Value::Seq)
        }
        "filter" => {
            let mut kept = Vec::new();
            for value in values {
                if machine.test(f, vec![value.clone()])? {
                    kept.push(value);
                }
            }
            Ok(Value::Seq(kept))
        }
        "all" | "any" => {
            let mut found = Vec::new();
            for value in values {
                found.push(machine.test(f, vec![value])?);
            }
            Ok(Value::Bool(if name == "all" { found.iter().all(|b| *b) } else { found.contains(&true) }))
        }
        _ => stop(format!("the method {name} of a sequence")),
    }
}

fn set(values: Vec<Value>, name: &str, args: &[Value]) -> Answer {
    let without = |values: Vec<Value>, others: &[Value], keep: bool| {
        let mut kept = Vec::new();
        for value in values {
            if among(others, &value)? == keep {
                kept.push(value);
            }
        }
        Ok(Value::Set(kept))
    };
    match (name, args) {
        ("len", []) => Ok(Value::int(values.len())),
        ("finite", []) => Ok(Value::Bool(true)),
        ("contains", [wanted]) => among(&values, wanted).map(Value::Bool),
        ("insert", [value]) => set_of(values.into_iter().chain([value.clone()]).collect()),
        ("remove", [value]) => without(values, std::slice::from_ref(value), false),
        ("union", [Value::Set(more)]) => set_of(values.into_iter().chain(more.iter().cloned()).collect()),
        ("intersect", [Value::Set(more)]) => without(values, more, true),
        ("difference", [Value::Set(less)]) => without(values, less, false),
        ("subset_of", [Value::Set(of)]) => {
            let Value::Set(outside) = without(values, of, false)? else { return stop("a set") };
            Ok(Value::Bool(outside.is_empty()))
        }
        _ => stop(format!("the method {name} of a set")),
    }
}

fn map(mut pairs: Vec<(Value, Value)>, name: &str, args: &[Value]) -> Answer {
    let keys: Vec<Value> = pairs.iter().map(|(key, _)| key.clone()).collect();
    match (name, args) {
        ("len", []) => Ok(Value::int(keys.len())),
        ("dom", []) => Ok(Value::Set(keys)),
        ("contains_key", [key]) => among(&keys, key).map(Value::Bool),
        ("index" | "spec_index", [key]) => element(Value::Map(pairs), key.clone()),
        ("insert" | "remove", [key, ..]) => {
            if among(&keys, key)? {
                pairs.retain(|(other, _)| same(other, key) != Some(true));
            }
            pairs.extend(args.get(1).map(|value| (key.clone(), value.clone())));
            Ok(Value::Map(pairs))
        }
        _ => stop(format!("the method {name} of a map")),
    }
}
