//! Ghost cases as programs.
//!
//! Quantifiers have the trigger `tr(i)`, a function that is always true. Where a claim has one, `tr` is asserted of every number
//! of the small domain before, so that a false `forall` and a true `exists` can be found by instances.

use super::{Ghost, Term};

/// The case as a program; one claim, if it is given, is made wrong by claiming the contrary.
pub(in super::super) fn program(ghost: &Ghost, wrong: Option<usize>) -> String {
    let mut out = String::from("use vstd::prelude::*;\nverus! {\n\nspec fn tr(i: int) -> bool { true }\n\n");
    let (base, step) = &*ghost.recursion;
    out.push_str(&format!(
        "spec fn f(n: int) -> int decreases n {{\n    if n <= 0 {{ ({base} as int) }} else {{ let x = f(n - 1); {} }}\n}}\n",
        text(step)
    ));
    for (i, claim) in ghost.claims.iter().enumerate() {
        // The contrary of what holds; where the claim is wrong, what does not hold.
        let negated = claim.holds == (wrong == Some(i));
        let body = if negated { format!("!({})", text(&claim.term)) } else { text(&claim.term) };
        let by = if claim.compute { " by (compute)" } else { "" };
        let hints: String = (-4..14).map(|k| format!("assert(tr({k})); ")).collect();
        let hints = if body.contains("tr(") { hints } else { String::new() };
        out.push_str(&format!(
            "\nproof fn claim_{i}() {{\n    reveal_with_fuel(f, 7);\n    {hints}\n    assert({body}){by};\n}}\n"
        ));
    }
    out.push_str("\n} // verus!\n");
    out
}

/// Terms with commas between them.
fn list<'a>(terms: impl IntoIterator<Item = &'a Term>) -> String {
    terms.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// A term, with parentheses around whatever could be read otherwise.
fn text(term: &Term) -> String {
    match term {
        Term::Int(n) => format!("({n}int)"),
        Term::Bool(b) => b.to_string(),
        Term::Var(name) => name.clone(),
        Term::Arithmetic(op, a, b) | Term::Compare(op, a, b) | Term::Connect(op, a, b) => {
            format!("({} {op} {})", text(a), text(b))
        }
        Term::Negated(a) => format!("(-{})", text(a)),
        Term::Cast(ty, _, _, a) => format!("({} as {ty} as int)", text(a)),
        Term::Chain(a, b, c) => format!("({} <= {} < {})", text(a), text(b), text(c)),
        Term::Not(a) => format!("(!{})", text(a)),
        Term::If(c, a, b) => format!("(if {} {{ {} }} else {{ {} }})", text(c), text(a), text(b)),
        Term::Let(name, a, b) => format!("({{ let {name} = {}; {} }})", text(a), text(b)),
        Term::Match(c, some, name, then, other) => format!(
            "(match (if {} {{ Some({}) }} else {{ None::<int> }}) {{ Some({name}) => {}, None => {} }})",
            text(c),
            text(some),
            text(then),
            text(other)
        ),
        Term::Seq(parts) if parts.is_empty() => "Seq::<int>::empty()".into(),
        Term::Seq(parts) => format!("seq![{}]", list(parts)),
        Term::SeqNew(n, name, body) => format!("Seq::<int>::new({n}nat, |{name}: int| {})", text(body)),
        Term::Push(s, x) => format!("{}.push({})", text(s), text(x)),
        Term::Concat(s, t) => format!("({} + {})", text(s), text(t)),
        Term::Update(s, i, x) => format!("{}.update({}, {})", text(s), text(i), text(x)),
        Term::Subrange(s, i, j) => format!("{}.subrange({}, {})", text(s), text(i), text(j)),
        Term::Index(s, i) | Term::MapIndex(s, i) => format!("{}[{}]", text(s), text(i)),
        Term::Len(s) => format!("({}.len() as int)", text(s)),
        Term::Set(parts) if parts.is_empty() => "Set::<int>::empty()".into(),
        Term::Set(parts) => format!("set![{}]", list(parts)),
        Term::SetOp(op, a, b) | Term::SetChange(op, a, b) => format!("{}.{op}({})", text(a), text(b)),
        Term::Contains(sort, s, x) => format!("{}.{}({})", text(s), sort.contains(), text(x)),
        Term::Map(parts) if parts.is_empty() => "Map::<int, int>::empty()".into(),
        Term::Map(parts) => {
            let inner: String =
                parts.iter().map(|(key, value)| format!(".insert({}, {})", text(key), text(value))).collect();
            format!("Map::<int, int>::empty(){inner}")
        }
        Term::MapInsert(m, k, v) => format!("{}.insert({}, {})", text(m), text(k), text(v)),
        Term::MapRemove(m, k) => format!("{}.remove({})", text(m), text(k)),
        Term::Same(a, b) => format!("({} =~= {})", text(a), text(b)),
        Term::Quantifier(true, name, low, high, body) => format!(
            "(forall|{name}: int| #![trigger tr({name})] tr({name}) && {low} <= {name} < {high} ==> {})",
            text(body)
        ),
        Term::Quantifier(false, name, low, high, body) => format!(
            "(exists|{name}: int| #![trigger tr({name})] tr({name}) && {low} <= {name} < {high} && {})",
            text(body)
        ),
        Term::Choose(name, low, high, body) => format!(
            "(choose|{name}: int| #![trigger tr({name})] tr({name}) && {low} <= {name} < {high} && {})",
            text(body)
        ),
        Term::Call(n) => format!("f({})", text(n)),
    }
}
