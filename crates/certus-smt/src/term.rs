//! Terms of the solver's language.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use num_bigint::BigInt;
use num_bigint::Sign;

/// A symbol as it is printed.
pub(crate) type Sym = Rc<str>;
/// A sort as it is printed.
pub(crate) type Sort = Rc<str>;
/// A bound variable.
pub(crate) type Bound = (Sym, Sort);
/// A term; cheap to clone.
pub(crate) type Term = Rc<Node>;

/// What a symbol may do in a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Interpreted by the solver: not in a trigger at all.
    Interpreted,
    /// A call: may be chosen as a trigger.
    Free,
    /// A field of a value: may be chosen, if no call is at hand.
    Field,
    /// An operator on bits: may be chosen, if nothing else is at hand.
    Bits,
    /// A contract of a closure: the same.
    Contract,
    /// May be a trigger when the user says so, and may occur inside of such a one.
    Given,
    /// The call of a spec closure: the same.
    Apply,
    /// A tuple: the same, and may occur inside of one that is chosen.
    Tuple,
    /// An extensional equality: as [`Role::Given`], and `#![all_triggers]` chooses it.
    Extensional,
    /// A constructor: may be chosen, if no call is at hand.
    Constructor,
    /// May occur inside of a trigger only (conversions between two views of an integer, clipping).
    Inner,
}

impl Role {
    /// Whether the user may give a trigger that begins with it.
    pub(crate) fn is_given(self) -> bool {
        !matches!(self, Role::Interpreted | Role::Inner)
    }

    /// Whether the solver looks for terms that begin with it.
    pub(crate) fn is_searched(self) -> bool {
        matches!(self, Role::Free | Role::Field | Role::Bits | Role::Contract | Role::Apply)
    }
}

/// The forms of terms.
#[derive(Debug)]
pub(crate) enum Kind {
    /// An integer literal.
    Lit(BigInt),
    /// A bound variable.
    Var(Sym),
    /// A constant, or a function applied.
    App(Sym, Role, Vec<Term>),
    /// A quantified formula.
    Quant(Quant),
    /// `let variable = value in body`.
    Let(Sym, Term, Term),
}

/// A quantified formula: no bound name is bound again within it.
#[derive(Debug, Clone)]
pub(crate) struct Quant {
    /// Universal or existential.
    pub forall: bool,
    /// Bound variables.
    pub binders: Vec<Bound>,
    /// Multi-patterns, each of which covers the bound variables.
    pub patterns: Vec<Vec<Term>>,
    /// The formula.
    pub body: Term,
    /// The name under which the solver counts its instances.
    pub qid: Option<Sym>,
}

/// A term with what is asked about it most.
#[derive(Debug)]
pub(crate) struct Node {
    /// Its form.
    pub kind: Kind,
    /// Its sort.
    pub sort: Sort,
    /// Variables that are not bound in it, sorted.
    pub free: Rc<[Sym]>,
    /// Whether a `let` is in it.
    pub has_let: bool,
    /// Whether a quantifier is in it.
    pub has_quant: bool,
    /// How many parts it has when it is printed, which repeats what is shared.
    pub size: u64,
}

impl Node {
    /// Whether one of these variables is free in the term.
    pub(crate) fn mentions_any(&self, vars: &[Sym]) -> bool {
        self.free.iter().any(|v| vars.contains(v))
    }

    /// Whether it is the constant `true` or `false`.
    fn is_const(&self, value: bool) -> bool {
        let name = if value { "true" } else { "false" };
        matches!(&self.kind, Kind::App(sym, _, args) if args.is_empty() && &**sym == name)
    }

    /// Whether it is a single symbol or literal.
    pub(crate) fn is_atom(&self) -> bool {
        match &self.kind {
            Kind::Lit(_) | Kind::Var(_) => true,
            Kind::App(_, _, args) => args.is_empty(),
            _ => false,
        }
    }
}

fn node(kind: Kind, sort: Sort) -> Term {
    let mut free: Vec<Sym> = Vec::new();
    let (mut has_let, mut has_quant, mut size) = (false, false, 1u64);
    let mut add = |t: &Term, without: &[Sym]| {
        free.extend(t.free.iter().filter(|v| !without.contains(v)).cloned());
        has_let |= t.has_let;
        has_quant |= t.has_quant;
        size = size.saturating_add(t.size);
    };
    match &kind {
        Kind::Lit(_) => {}
        Kind::Var(sym) => free.push(sym.clone()),
        Kind::App(_, _, args) => args.iter().for_each(|a| add(a, &[])),
        Kind::Quant(q) => {
            let bound: Vec<Sym> = q.binders.iter().map(|b| b.0.clone()).collect();
            add(&q.body, &bound);
            q.patterns.iter().flatten().for_each(|p| add(p, &bound));
            has_quant = true;
        }
        Kind::Let(sym, value, body) => {
            add(value, &[]);
            add(body, std::slice::from_ref(sym));
            has_let = true;
        }
    }
    free.sort();
    free.dedup();
    Rc::new(Node { kind, sort, free: free.into(), has_let, has_quant, size })
}

/// An integer literal.
pub(crate) fn lit(value: impl Into<BigInt>) -> Term {
    node(Kind::Lit(value.into()), "Int".into())
}

/// A bound variable.
pub(crate) fn var(name: &Sym, sort: &Sort) -> Term {
    node(Kind::Var(name.clone()), sort.clone())
}

/// An application; a constant has no arguments.
pub(crate) fn app(name: &str, role: Role, args: Vec<Term>, sort: &str) -> Term {
    node(Kind::App(name.into(), role, args), sort.into())
}

/// A declared constant.
pub(crate) fn constant(name: &str, sort: &str) -> Term {
    app(name, Role::Free, Vec::new(), sort)
}

/// A Boolean operator or predicate of the solver.
pub(crate) fn logic(name: &str, args: Vec<Term>) -> Term {
    app(name, Role::Interpreted, args, "Bool")
}

/// An integer operator of the solver.
pub(crate) fn arith(name: &str, args: Vec<Term>) -> Term {
    app(name, Role::Interpreted, args, "Int")
}

/// A truth value.
pub(crate) fn boolean(value: bool) -> Term {
    logic(if value { "true" } else { "false" }, Vec::new())
}

/// Conjunction, nested ones flattened.
pub(crate) fn and(terms: impl IntoIterator<Item = Term>) -> Term {
    junction("and", true, terms)
}

/// Disjunction, nested ones flattened.
pub(crate) fn or(terms: impl IntoIterator<Item = Term>) -> Term {
    junction("or", false, terms)
}

fn junction(name: &str, neutral: bool, terms: impl IntoIterator<Item = Term>) -> Term {
    let mut all: Vec<Term> = Vec::new();
    for t in terms {
        match &t.kind {
            Kind::App(sym, Role::Interpreted, args) if &**sym == name => all.extend(args.iter().cloned()),
            _ if t.is_const(neutral) => {}
            _ if t.is_const(!neutral) => return t,
            _ => all.push(t),
        }
    }
    match all.len() {
        0 => boolean(neutral),
        1 => all.swap_remove(0),
        _ => logic(name, all),
    }
}

/// Negation; a double one goes away.
pub(crate) fn not(t: Term) -> Term {
    match &t.kind {
        Kind::App(sym, Role::Interpreted, args) if &**sym == "not" => args[0].clone(), // `not` has one operand.
        _ if t.is_const(true) => boolean(false),
        _ if t.is_const(false) => boolean(true),
        _ => logic("not", vec![t]),
    }
}

/// Implication.
pub(crate) fn implies(premise: Term, conclusion: Term) -> Term {
    if premise.is_const(true) || conclusion.is_const(true) {
        return conclusion;
    }
    if premise.is_const(false) {
        return boolean(true);
    }
    logic("=>", vec![premise, conclusion])
}

/// Equality of terms of one sort.
pub(crate) fn eq(a: Term, b: Term) -> Term {
    debug_assert_eq!(a.sort, b.sort, "{} = {}", text(&a), text(&b));
    if a.is_const(true) {
        return b;
    }
    if b.is_const(true) {
        return a;
    }
    if a.is_const(false) {
        return not(b);
    }
    if b.is_const(false) {
        return not(a);
    }
    if let (Kind::Lit(x), Kind::Lit(y)) = (&a.kind, &b.kind) {
        return boolean(x == y);
    }
    logic("=", vec![a, b])
}

/// `a < b`, or `a <= b`.
pub(crate) fn less(strict: bool, a: Term, b: Term) -> Term {
    if let (Kind::Lit(x), Kind::Lit(y)) = (&a.kind, &b.kind) {
        return boolean(if strict { x < y } else { x <= y });
    }
    logic(if strict { "<" } else { "<=" }, vec![a, b])
}

/// Choice.
pub(crate) fn ite(c: Term, a: Term, b: Term) -> Term {
    if c.is_const(true) {
        return a;
    }
    if c.is_const(false) {
        return b;
    }
    let sort = a.sort.clone();
    app("ite", Role::Interpreted, vec![c, a, b], &sort)
}

/// `let`; a value that is a single symbol, or whose variable does not occur, is put in its place.
pub(crate) fn let_in(name: &Sym, value: Term, body: Term) -> Term {
    if value.is_atom() || !body.free.contains(name) {
        return subst(&body, &|sym| (sym == name).then(|| value.clone()));
    }
    let sort = body.sort.clone();
    node(Kind::Let(name.clone(), value, body), sort)
}

/// A quantified formula; without bound variables it is its body.
pub(crate) fn quant(q: Quant) -> Term {
    if q.binders.is_empty() || q.body.is_const(q.forall) {
        return q.body;
    }
    node(Kind::Quant(q), "Bool".into())
}

/// A universal formula with one pattern.
pub(crate) fn forall(binders: Vec<Bound>, pattern: Vec<Term>, body: Term) -> Term {
    quant(Quant { forall: true, binders, patterns: vec![pattern], body, qid: None })
}

/// Rebuilds a term with `f` of each direct part (patterns included).
pub(crate) fn map(t: &Term, f: &mut dyn FnMut(&Term) -> Term) -> Term {
    let kind = match &t.kind {
        Kind::Lit(_) | Kind::Var(_) => return t.clone(),
        Kind::App(_, _, args) if args.is_empty() => return t.clone(),
        Kind::App(sym, role, args) => Kind::App(sym.clone(), *role, args.iter().map(f).collect()),
        Kind::Quant(q) => {
            let patterns = q.patterns.iter().map(|p| p.iter().map(&mut *f).collect()).collect();
            let body = f(&q.body);
            Kind::Quant(Quant { forall: q.forall, binders: q.binders.clone(), patterns, body, qid: q.qid.clone() })
        }
        Kind::Let(sym, value, body) => Kind::Let(sym.clone(), f(value), f(body)),
    };
    node(kind, t.sort.clone())
}

/// Gives names to the quantifiers that have none.
pub(crate) fn name_quantifiers(t: &Term, name: &mut dyn FnMut(&Quant) -> Sym) -> Term {
    if !t.has_quant {
        return t.clone();
    }
    let inner = map(t, &mut |part| name_quantifiers(part, name));
    match &inner.kind {
        Kind::Quant(q) if q.qid.is_none() => quant(Quant { qid: Some(name(q)), ..q.clone() }),
        _ => inner,
    }
}

/// Replaces free variables. Binders are taken not to clash with what is put in.
pub(crate) fn subst(t: &Term, value: &dyn Fn(&Sym) -> Option<Term>) -> Term {
    if let Kind::Var(sym) = &t.kind {
        return value(sym).unwrap_or_else(|| t.clone());
    }
    if t.free.iter().all(|v| value(v).is_none()) {
        return t.clone();
    }
    if let Kind::Quant(q) = &t.kind {
        let is_bound = |sym: &Sym| q.binders.iter().any(|(name, _)| name == sym);
        return map(t, &mut |part| subst(part, &|sym| if is_bound(sym) { None } else { value(sym) }));
    }
    map(t, &mut |part| subst(part, value))
}

/// The term with every `let` put in place.
pub(crate) fn expand_lets(t: &Term) -> Term {
    if !t.has_let {
        return t.clone();
    }
    if let Kind::Let(name, value, body) = &t.kind {
        let (value, body) = (expand_lets(value), expand_lets(body));
        return subst(&body, &|sym| (sym == name).then(|| value.clone()));
    }
    map(t, &mut expand_lets)
}

/// Calls `f` on the term and, where it says so, on the parts of it (not on patterns).
pub(crate) fn visit(t: &Term, f: &mut dyn FnMut(&Term) -> bool) {
    if !f(t) {
        return;
    }
    match &t.kind {
        Kind::Lit(_) | Kind::Var(_) => {}
        Kind::App(_, _, args) => args.iter().for_each(|a| visit(a, f)),
        Kind::Quant(q) => visit(&q.body, f),
        Kind::Let(_, value, body) => {
            visit(value, f);
            visit(body, f);
        }
    }
}

/// The printed term.
pub(crate) fn text(t: &Term) -> String {
    let mut out = String::new();
    write(t, &mut out);
    out
}

/// Prints a term.
pub(crate) fn write(t: &Term, out: &mut String) {
    match &t.kind {
        Kind::Lit(value) if value.sign() == Sign::Minus => {
            // Writing to a string cannot fail; the same below.
            let _ = write!(out, "(- {})", value.magnitude());
        }
        Kind::Lit(value) => {
            let _ = write!(out, "{value}");
        }
        Kind::Var(sym) => out.push_str(sym),
        Kind::App(sym, _, args) if args.is_empty() => out.push_str(sym),
        Kind::App(sym, Role::Interpreted, parts) if &**sym == "and" => write_conjunction(parts, out),
        Kind::App(sym, _, args) => {
            let _ = write!(out, "({sym}");
            for arg in args {
                out.push(' ');
                write(arg, out);
            }
            out.push(')');
        }
        Kind::Quant(q) => write_quant(q, out),
        Kind::Let(sym, value, body) => {
            let _ = write!(out, "(let (({sym} ");
            write(value, out);
            out.push_str(")) ");
            write(body, out);
            out.push(')');
        }
    }
}

/// Prints a conjunction: every part once, and comparisons that follow upon each other as one chain.
fn write_conjunction(parts: &[Term], out: &mut String) {
    let mut texts: Vec<String> = Vec::new();
    // The comparison that the last text is, and what stands at its end.
    let mut open: Option<(Sym, String)> = None;
    for part in parts {
        if let Kind::App(sym, Role::Interpreted, args) = &part.kind
            && matches!(&**sym, "<=" | "<")
            && let [first, .., last] = args.as_slice()
        {
            let last = text(last);
            if let (Some((of, end)), Some(chain)) = (&open, texts.last_mut())
                && of == sym
                && *end == text(first)
            {
                chain.pop();
                for next in &args[1..] {
                    // There are two at least.
                    let _ = write!(chain, " {}", text(next));
                }
                chain.push(')');
                open = Some((sym.clone(), last));
                continue;
            }
            open = Some((sym.clone(), last));
        } else {
            open = None;
        }
        texts.push(text(part));
    }
    let mut seen = BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    let _ = match texts.as_slice() {
        [one] => write!(out, "{one}"),
        all => write!(out, "(and {})", all.join(" ")),
    };
}

fn write_quant(q: &Quant, out: &mut String) {
    out.push_str(if q.forall { "(forall (" } else { "(exists (" });
    for (index, (name, sort)) in q.binders.iter().enumerate() {
        let space = if index > 0 { " " } else { "" };
        let _ = write!(out, "{space}({name} {sort})");
    }
    out.push_str(") ");
    let has_marks = !q.patterns.is_empty() || q.qid.is_some();
    if has_marks {
        out.push_str("(! ");
    }
    write(&q.body, out);
    for pattern in &q.patterns {
        out.push_str(" :pattern (");
        for (index, part) in pattern.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            write(part, out);
        }
        out.push(')');
    }
    if let Some(qid) = &q.qid {
        let _ = write!(out, " :qid {qid}");
    }
    out.push_str(if has_marks { "))" } else { ")" });
}
