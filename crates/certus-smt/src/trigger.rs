//! Triggers: what may be one, and which to take when the user does not say.

use std::collections::HashSet;

use crate::rules::height::BELOW;
use crate::rules::stored::viewed;
use crate::term::{self, Kind, Role, Sym, Term};

/// How many single triggers of the same merit are taken.
const MAX_ALTERNATIVES: usize = 4;

/// How many groups are taken when the user wants all.
const MAX_GROUPS: usize = 64;

/// How many candidates are looked at.
const MAX_CANDIDATES: usize = 200;

/// Triggers that were chosen.
pub(crate) struct Chosen {
    /// The multi-patterns.
    pub groups: Vec<Vec<Term>>,
    /// Whether there was no choice.
    pub is_confident: bool,
}

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
        Kind::App(_, Role::Free | Role::Given | Role::Extensional | Role::Constructor, args) if !args.is_empty() => {}
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
        Kind::App(_, role, args) => (*role == Role::Free && !args.is_empty()) || args.iter().any(has_match),
        Kind::Let(_, value, body) => has_match(value) || has_match(body),
    }
}

/// A subterm that could be a trigger.
struct Candidate {
    term: Term,
    text: String,
    /// Which of the variables it covers.
    covers: Vec<bool>,
    size: usize,
    /// Whether instances of the formula bring in ever larger matches.
    loops: bool,
}

/// Chooses triggers for a formula that binds these variables: as few as possible.
///
/// One term that covers all variables is best; the smallest ones, and those of them first that do not feed themselves.
/// Several of equal merit are all taken. Failing that, one group of several terms. `all` takes every smallest group
/// that covers everything, extensional equalities too. A constructor, `Some(x)`, is taken where nothing else covers a variable. `None` when nothing covers
/// some variable.
pub(crate) fn choose(body: &Term, vars: &[Sym], all: bool) -> Option<Chosen> {
    let body = term::expand_lets(body);
    let functions = |role| role == Role::Free || all && role == Role::Extensional;
    let terms = |role| matches!(role, Role::Free | Role::Constructor);
    choose_of(&body, vars, all, &functions).or_else(|| choose_of(&body, vars, all, &terms))
}

/// The same among the terms whose outermost symbol has one of these roles.
fn choose_of(body: &Term, vars: &[Sym], all: bool, is_wanted: &dyn Fn(Role) -> bool) -> Option<Chosen> {
    let mut candidates = collect(body, vars, is_wanted);
    mark_loops(&mut candidates, body, vars);
    let covers_all = |c: &Candidate| c.covers.iter().all(|covered| *covered);
    let full: Vec<&Candidate> = candidates.iter().filter(|c| covers_all(c)).collect();
    // The smallest ones: none of the others is a part of them.
    let is_minimal = |c: &Candidate| !full.iter().any(|o| o.text != c.text && contains(&c.term, &o.text));
    let minimal: Vec<&Candidate> = full.iter().copied().filter(|c| is_minimal(c)).collect();
    if all {
        let groups = every_group(&candidates, vars.len());
        return (!groups.is_empty()).then_some(Chosen { groups, is_confident: true });
    }
    if let Some(best) = minimal.iter().map(|c| (c.loops, c.size)).min() {
        let mut groups: Vec<Vec<Term>> = Vec::new();
        for c in minimal.iter().filter(|c| (c.loops, c.size) == best).take(MAX_ALTERNATIVES) {
            groups.push(vec![c.term.clone()]);
        }
        let is_confident = minimal.len() == 1 && !best.0;
        return Some(Chosen { groups, is_confident });
    }
    let group = cover(&candidates, vars.len())?;
    Some(Chosen { groups: vec![group], is_confident: false })
}

/// Candidates in the order of the text, each once.
fn collect(body: &Term, vars: &[Sym], is_wanted: &dyn Fn(Role) -> bool) -> Vec<Candidate> {
    let mut collector = Collector { vars, is_wanted, bound: Vec::new(), found: Vec::new(), seen: HashSet::new() };
    collector.visit(body);
    collector.found
}

struct Collector<'v> {
    vars: &'v [Sym],
    /// Which symbols a candidate may begin with.
    is_wanted: &'v dyn Fn(Role) -> bool,
    /// Variables of quantifiers further in; what mentions them is no trigger of this one.
    bound: Vec<Sym>,
    found: Vec<Candidate>,
    seen: HashSet<String>,
}

impl Collector<'_> {
    fn visit(&mut self, t: &Term) {
        if !t.mentions_any(self.vars) {
            return;
        }
        match &t.kind {
            Kind::App(_, role, args) => {
                let is_candidate = (self.is_wanted)(*role) && !t.mentions_any(&self.bound) && matchable(t, &|_| false);
                if is_candidate && self.found.len() < MAX_CANDIDATES {
                    self.add(t);
                }
                args.iter().for_each(|arg| self.visit(arg));
            }
            Kind::Quant(q) => {
                let outer = self.bound.len();
                self.bound.extend(q.binders.iter().map(|(name, _)| name.clone()));
                self.visit(&q.body);
                self.bound.truncate(outer);
            }
            Kind::Lit(_) | Kind::Var(_) | Kind::Let(..) => {}
        }
    }

    fn add(&mut self, t: &Term) {
        let text = term::text(t);
        if self.seen.insert(text.clone()) {
            let covers = self.vars.iter().map(|v| t.free.contains(v)).collect();
            self.found.push(Candidate { term: t.clone(), text, covers, size: size(t), loops: false });
        }
    }
}

/// Marks candidates `f(.. x ..)` where the formula also has an `f` of something larger than `x` there: each instance
/// would bring in the next match.
fn mark_loops(candidates: &mut [Candidate], body: &Term, vars: &[Sym]) {
    for c in candidates {
        let mut loops = false;
        term::visit(body, &mut |t| {
            loops |= feeds(&c.term, t, vars);
            !loops
        });
        c.loops = loops;
    }
}

/// Whether a term matches a pattern with some variable bound to a larger term that it occurs in.
fn feeds(pattern: &Term, t: &Term, vars: &[Sym]) -> bool {
    let (Kind::App(f, _, ps), Kind::App(g, _, ts)) = (&pattern.kind, &t.kind) else {
        return false;
    };
    let grows = |p: &Term, t: &Term| match &p.kind {
        Kind::Var(name) if vars.contains(name) => !t.is_atom() && t.mentions_any(vars),
        _ => feeds(p, t, vars),
    };
    f == g && ps.len() == ts.len() && ps.iter().zip(ts).any(|(p, t)| grows(p, t))
}

/// Several terms that cover all variables together: first the one that covers most of what is missing.
fn cover(candidates: &[Candidate], count: usize) -> Option<Vec<Term>> {
    let mut covered = vec![false; count];
    let mut group: Vec<Term> = Vec::new();
    while covered.contains(&false) {
        let gain = |c: &Candidate| c.covers.iter().zip(&covered).filter(|(new, old)| **new && !**old).count();
        let best = candidates.iter().filter(|c| gain(c) > 0);
        // Of equal ones `min_by_key` takes the first, which stands first in the formula.
        let best = best.min_by_key(|c| (std::cmp::Reverse(gain(c)), c.loops, c.size))?;
        covered.iter_mut().zip(&best.covers).for_each(|(old, new)| *old |= *new);
        group.push(best.term.clone());
    }
    Some(group)
}

/// Every group that covers all variables and of which no term can be left out, of terms none of which has a smaller
/// one with the same variables inside.
fn every_group(candidates: &[Candidate], count: usize) -> Vec<Vec<Term>> {
    let is_least = |c: &&Candidate| {
        !candidates.iter().any(|o| o.text != c.text && o.covers == c.covers && contains(&c.term, &o.text))
    };
    let least: Vec<&Candidate> = candidates.iter().filter(is_least).collect();
    let mut groups = Vec::new();
    let mut todo: Vec<(Vec<&Candidate>, usize)> = vec![(Vec::new(), 0)];
    while let Some((group, next)) = todo.pop() {
        let needed = |without: Option<usize>| {
            let kept = || group.iter().enumerate().filter(|(n, _)| Some(*n) != without);
            (0..count).all(|v| kept().any(|(_, c)| c.covers.get(v) == Some(&true)))
        };
        if needed(None) {
            if !(0..group.len()).any(|n| needed(Some(n))) && groups.len() < MAX_GROUPS {
                groups.push(group.iter().map(|c| c.term.clone()).collect());
            }
            continue;
        }
        if group.len() < count && todo.len() < MAX_CANDIDATES {
            for (at, c) in least.iter().enumerate().skip(next).rev() {
                todo.push(([&group[..], &[*c]].concat(), at + 1));
            }
        }
    }
    groups
}

fn size(t: &Term) -> usize {
    match &t.kind {
        // A conversion is not something that the user wrote.
        Kind::App(_, Role::Inner, args) => args.iter().map(size).sum(),
        Kind::App(_, _, args) => 1 + args.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn contains(t: &Term, text: &str) -> bool {
    let mut found = false;
    term::visit(t, &mut |part| {
        found = found || term::text(part) == text;
        !found
    });
    found
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
