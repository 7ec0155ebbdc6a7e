//! Triggers: what may be one.

mod choose;

pub(crate) use choose::choose;

use crate::rules::height::BELOW;
use crate::rules::stored::viewed;
use crate::term::{self, Kind, Role, Term};

/// What is wrong with a trigger that the user gave.
pub(crate) enum Flaw {
    /// It is no call, field access or operator.
    Form,
    /// It has something inside that the solver interprets.
    Interpreted,
}

/// A trigger that the user gave, without conversions around it; with the integer operators in it.
pub(crate) fn given(t: &Term) -> Result<(Term, Vec<(String, usize)>), Flaw> {
    let expanded = term::expand_lets(t);
    let mut inner = &expanded;
    while let Some(next) = viewed(inner) {
        inner = next;
    }
    // `decreases_to!(a => b)` stands for the height of `b`: whoever asks for it wants to know what it is below.
    if let Kind::App(sym, _, args) = &inner.kind
        && &**sym == BELOW
        && let Some(small) = args.first()
    {
        inner = small;
    }
    let operators = std::cell::RefCell::new(Vec::new());
    match &inner.kind {
        Kind::App(_, Role::Inner, args) if !args.is_empty() => {}
        Kind::App(_, role, args) if !args.is_empty() && role.is_given() => {}
        Kind::App(_, Role::Interpreted, _) if is_arithmetic(inner) || is_variant_test(inner) => {}
        _ => return Err(Flaw::Form),
    }
    let allowed = |t: &Term| {
        if let (true, Kind::App(sym, _, args)) = (is_arithmetic(t), &t.kind) {
            operators.borrow_mut().push((sym.to_string(), args.len()));
            return true;
        }
        false
    };
    let parts = match &inner.kind {
        Kind::App(_, _, args) if is_variant_test(inner) => &args[..],
        _ => std::slice::from_ref(inner),
    };
    if !parts.iter().all(|part| matchable(part, &allowed)) {
        return Err(Flaw::Interpreted);
    }
    Ok((inner.clone(), operators.into_inner()))
}

fn is_arithmetic(t: &Term) -> bool {
    match &t.kind {
        Kind::App(sym, Role::Interpreted, args) => {
            !args.is_empty() && &*t.sort == "Int" && matches!(&**sym, "+" | "-" | "*" | "div" | "mod")
        }
        _ => false,
    }
}

/// Whether a term is `x is V`, which the solver matches although it interprets it.
fn is_variant_test(t: &Term) -> bool {
    matches!(&t.kind, Kind::App(sym, Role::Interpreted, args) if sym.starts_with("(_ is ") && args.len() == 1)
}

/// Whether a term can be matched: functions, variables and literals only, but for what `also` allows.
fn matchable(t: &Term, also: &dyn Fn(&Term) -> bool) -> bool {
    match &t.kind {
        Kind::Lit(_) | Kind::Var(_) => true,
        Kind::App(sym, Role::Interpreted, args) if args.is_empty() => matches!(&**sym, "true" | "false"),
        Kind::App(_, role, args) => (*role != Role::Interpreted || also(t)) && args.iter().all(|a| matchable(a, also)),
        Kind::Quant(_) | Kind::Let(..) => false,
    }
}

/// Whether the solver finds no match for a trigger that this term is a part of, although it has no variable: there is a
/// comparison, a connective or a condition in it.
pub(crate) fn spoils_triggers(t: &Term) -> bool {
    !matchable(t, &is_arithmetic)
}

/// Whether a term has a part that a trigger could match.
pub(crate) fn has_match(t: &Term) -> bool {
    match &t.kind {
        Kind::Lit(_) | Kind::Var(_) | Kind::Quant(_) => false,
        Kind::App(_, role, args) => (role.is_searched() && !args.is_empty()) || args.iter().any(has_match),
        Kind::Let(_, value, body) => has_match(value) || has_match(body),
    }
}

/// The terms of a group as the user would write them, more or less.
pub(crate) fn readable(group: &[Term]) -> Vec<String> {
    group.iter().map(readable_term).collect()
}

fn readable_term(t: &Term) -> String {
    match &t.kind {
        Kind::Var(name) => name.split('$').next().unwrap_or(name).to_owned(),
        Kind::App(_, Role::Inner, args) if args.len() == 1 => args.iter().map(readable_term).collect(),
        Kind::App(sym, _, args) => {
            let plain = sym.trim_matches('|').split('<').next().unwrap_or(sym);
            let plain = plain.split('!').next().unwrap_or(plain).trim_end_matches('.');
            let name = plain.rsplit('.').next().unwrap_or(plain);
            let args: Vec<String> = args.iter().map(readable_term).collect();
            // A spec closure is called as a function is.
            if let ("apply", Some((function, rest @ [_, ..]))) = (name, args.split_first()) {
                return format!("{function}({})", rest.join(", "));
            }
            if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
        }
        _ => term::text(t),
    }
}
