//! Automatic triggers: which terms to take when the user does not say.
//!
//! The preferences are those of Verus, so that a program that Verus proves finds the same instances here: as few terms as
//! possible, then the best [`Score`], and everything that is equally good.

use std::collections::{HashMap, HashSet};
use std::ops::Add;

use super::matchable;
use crate::term::{self, Kind, Role, Sym, Term};

/// How many groups of the same merit are taken.
const MAX_ALTERNATIVES: usize = 16;

/// How many groups are taken when the user wants all.
const MAX_GROUPS: usize = 64;

/// How many candidates are looked at.
const MAX_CANDIDATES: usize = 200;

/// How many groups are tried before the first one that covers all variables is good enough.
const MAX_TRIED: usize = 10_000;

/// Triggers that were chosen.
pub(crate) struct Chosen {
    /// The multi-patterns.
    pub groups: Vec<Vec<Term>>,
    /// Whether there was no choice.
    pub is_confident: bool,
}

/// How good a term is as a trigger: less is better, and what comes first counts most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// Operators on bits in it.
    bits: usize,
    /// Contracts of closures in it.
    contracts: usize,
    /// 1 if it has no call: fields and constructors name no fact that one would look for.
    without_calls: usize,
    /// How deep inside of others the variables stand: below a connective or `==` it starts from 0, below a comparison or
    /// arithmetic from 1.
    depth: usize,
    /// The symbols in it.
    size: usize,
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score {
            bits: self.bits + other.bits,
            contracts: self.contracts + other.contracts,
            without_calls: self.without_calls + other.without_calls,
            depth: self.depth + other.depth,
            size: self.size + other.size,
        }
    }
}

/// A subterm that could be a trigger.
struct Candidate {
    term: Term,
    text: String,
    /// Which of the variables it covers.
    covers: Vec<bool>,
    score: Score,
}

/// What counts as a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// The language's own: no calls of spec closures, nothing below further quantifiers, and nothing that feeds itself.
    Language,
    /// Whatever the solver can match, for formulas that no user wrote.
    Solver,
}

/// Chooses triggers for a formula that binds these variables.
///
/// `all` takes every smallest group that covers everything, extensional equalities too. `None` when nothing covers some
/// variable.
pub(crate) fn choose(body: &Term, vars: &[Sym], all: bool) -> Option<Chosen> {
    let body = term::expand_lets(body);
    [Rules::Language, Rules::Solver].into_iter().find_map(|rules| choose_by(&body, vars, all, rules))
}

fn choose_by(body: &Term, vars: &[Sym], all: bool, rules: Rules) -> Option<Chosen> {
    let candidates = collect(body, vars, all, rules);
    if all {
        let groups = every_group(&candidates, vars.len());
        return (!groups.is_empty()).then_some(Chosen { groups, is_confident: true });
    }
    let full: Vec<&Candidate> = candidates.iter().filter(|c| c.covers.iter().all(|covered| *covered)).collect();
    if let Some(best) = full.iter().map(|c| c.score).min() {
        let equal = full.iter().filter(|c| c.score == best).take(MAX_ALTERNATIVES);
        let groups = equal.map(|c| vec![c.term.clone()]).collect();
        // What has another candidate inside was no choice.
        let is_minimal = |c: &&&Candidate| !full.iter().any(|o| o.text != c.text && contains(&c.term, &o.text));
        let is_confident = full.iter().filter(is_minimal).count() == 1 && rules == Rules::Language;
        return Some(Chosen { groups, is_confident });
    }
    Some(Chosen { groups: Covers::of(&candidates, vars.len()).best()?, is_confident: false })
}

/// Candidates in the order of the text, each once with its best score.
fn collect(body: &Term, vars: &[Sym], all: bool, rules: Rules) -> Vec<Candidate> {
    let mut collector = Collector { vars, all, rules, bound: Vec::new(), found: Vec::new(), places: HashMap::new() };
    collector.visit(body, 0);
    let mut found = collector.found;
    if rules == Rules::Language {
        found.retain(|c| {
            let mut feeds = false;
            term::visit(body, &mut |t| {
                feeds |= instance(&c.term, t, vars) == Some(true);
                !feeds
            });
            !feeds
        });
    }
    found
}

struct Collector<'v> {
    vars: &'v [Sym],
    all: bool,
    rules: Rules,
    /// Variables of quantifiers further in; what mentions them is no trigger of this one.
    bound: Vec<Sym>,
    found: Vec<Candidate>,
    /// Where each text is among those found.
    places: HashMap<String, usize>,
}

impl Collector<'_> {
    fn visit(&mut self, t: &Term, depth: usize) {
        if !t.mentions_any(self.vars) {
            return;
        }
        match &t.kind {
            Kind::App(sym, role, args) => {
                if self.may_begin(*role) && !t.mentions_any(&self.bound) && self.is_pure(t) {
                    self.add(t, depth);
                }
                let inside = depth_inside(sym, *role, t, depth);
                args.iter().for_each(|arg| self.visit(arg, inside));
            }
            Kind::Quant(q) if self.rules == Rules::Solver => {
                let outer = self.bound.len();
                self.bound.extend(q.binders.iter().map(|(name, _)| name.clone()));
                self.visit(&q.body, depth);
                self.bound.truncate(outer);
            }
            Kind::Lit(_) | Kind::Var(_) | Kind::Let(..) | Kind::Quant(_) => {}
        }
    }

    /// Whether a candidate may begin with a symbol.
    fn may_begin(&self, role: Role) -> bool {
        match role {
            Role::Free | Role::Field | Role::Bits | Role::Contract | Role::Constructor => true,
            Role::Extensional => self.all,
            Role::Interpreted | Role::Given | Role::Apply | Role::Tuple | Role::Inner => false,
        }
    }

    /// Whether everything in a term may stand in a candidate.
    fn is_pure(&self, t: &Term) -> bool {
        let mut pure = matchable(t, &|_| false);
        if self.rules == Rules::Language {
            term::visit(t, &mut |part| {
                pure &= match &part.kind {
                    Kind::App(_, Role::Given | Role::Apply, args) => args.is_empty(),
                    Kind::App(_, Role::Extensional, _) => self.all,
                    _ => true,
                };
                pure
            });
        }
        pure
    }

    fn add(&mut self, t: &Term, depth: usize) {
        let text = term::text(t);
        let score = score(t, self.vars, depth);
        if let Some(candidate) = self.places.get(&text).and_then(|at| self.found.get_mut(*at)) {
            candidate.score = candidate.score.min(score);
        } else if self.found.len() < MAX_CANDIDATES {
            let covers = self.vars.iter().map(|v| t.free.contains(v)).collect();
            self.places.insert(text.clone(), self.found.len());
            self.found.push(Candidate { term: t.clone(), text, covers, score });
        }
    }
}

/// The depth of what stands in a term that is at this depth itself.
fn depth_inside(sym: &Sym, role: Role, t: &Term, depth: usize) -> usize {
    match role {
        // A conversion is not something that the user wrote.
        Role::Inner => depth,
        Role::Extensional => 0,
        Role::Interpreted if matches!(&**sym, "and" | "or" | "xor" | "=>" | "=") => 0,
        Role::Interpreted if &**sym == "not" && !is_inequality(t) => 0,
        Role::Interpreted | Role::Given | Role::Apply => 1,
        Role::Free | Role::Field | Role::Bits | Role::Contract | Role::Constructor | Role::Tuple => depth + 1,
    }
}

/// Whether a negation is that of an equation.
fn is_inequality(t: &Term) -> bool {
    let is_equation = |t: &Term| matches!(&t.kind, Kind::App(sym, Role::Interpreted, _) if &**sym == "=");
    matches!(&t.kind, Kind::App(_, _, args) if args.iter().any(is_equation))
}

fn score(t: &Term, vars: &[Sym], depth: usize) -> Score {
    let mut score = Score { depth: depth + var_depth(t, vars), without_calls: 1, ..Score::default() };
    term::visit(t, &mut |part| {
        match &part.kind {
            Kind::App(_, Role::Inner, _) => {}
            Kind::App(_, role, args) => {
                score.size += 1;
                score.bits += usize::from(*role == Role::Bits);
                score.contracts += usize::from(*role == Role::Contract);
                if *role == Role::Free && !args.is_empty() {
                    score.without_calls = 0;
                }
            }
            _ => score.size += 1,
        }
        true
    });
    score
}

/// How deep the deepest variable stands in a term.
fn var_depth(t: &Term, vars: &[Sym]) -> usize {
    match &t.kind {
        Kind::App(_, role, args) => {
            let deepest = args.iter().filter(|arg| arg.mentions_any(vars)).map(|arg| var_depth(arg, vars)).max();
            deepest.map_or(0, |deepest| deepest + usize::from(*role != Role::Inner))
        }
        _ => 0,
    }
}

/// Whether a term is the pattern with some values for the variables; the answer says whether one of the values is larger
/// than a variable, so that each instance would bring in the next match.
fn instance(pattern: &Term, t: &Term, vars: &[Sym]) -> Option<bool> {
    match (&pattern.kind, &t.kind) {
        (Kind::Var(name), _) if vars.contains(name) => Some(!t.is_atom() || matches!(t.kind, Kind::Lit(_))),
        // A conversion around a variable is not something that the user wrote.
        (Kind::App(_, Role::Inner, args), _) if args.len() == 1 && is_variable(&args[0], vars) => {
            let inner = match &t.kind {
                Kind::App(_, Role::Inner, args) if args.len() == 1 => &args[0],
                _ => t,
            };
            instance(&args[0], inner, vars)
        }
        (Kind::App(f, _, patterns), Kind::App(g, _, terms)) if f == g && patterns.len() == terms.len() => {
            patterns.iter().zip(terms).try_fold(false, |grows, (pattern, t)| Some(grows | instance(pattern, t, vars)?))
        }
        _ => (!pattern.mentions_any(vars) && term::text(pattern) == term::text(t)).then_some(false),
    }
}

fn is_variable(t: &Term, vars: &[Sym]) -> bool {
    matches!(&t.kind, Kind::Var(name) if vars.contains(name))
}

/// The search for several terms that cover all variables together.
struct Covers<'c> {
    candidates: &'c [Candidate],
    count: usize,
    /// The best groups until now, by the numbers of their terms, with their number of terms and score.
    found: Vec<Vec<usize>>,
    best: Option<(usize, Score)>,
    tried: usize,
}

impl<'c> Covers<'c> {
    fn of(candidates: &'c [Candidate], count: usize) -> Covers<'c> {
        Covers { candidates, count, found: Vec::new(), best: None, tried: 0 }
    }

    /// The groups with the fewest terms; of these, those with the best sum of scores. `None` if no term covers some variable.
    fn best(mut self) -> Option<Vec<Vec<Term>>> {
        // Without this all groups that cover the other variables would be tried.
        if (0..self.count).any(|var| !self.candidates.iter().any(|c| c.covers.get(var) == Some(&true))) {
            return None;
        }
        self.extend(&mut Vec::new());
        let mut seen = HashSet::new();
        self.found.iter_mut().for_each(|group| group.sort_unstable());
        self.found.sort();
        let terms = |group: &Vec<usize>| group.iter().map(|&at| self.candidates[at].term.clone()).collect(); // Numbers of candidates.
        let groups: Vec<Vec<Term>> =
            self.found.iter().filter(|group| seen.insert((*group).clone())).take(MAX_ALTERNATIVES).map(terms).collect();
        Some(groups)
    }

    /// Tries each term that covers the first variable that is still missing.
    fn extend(&mut self, group: &mut Vec<usize>) {
        let covers = |at: &usize, var: usize| self.candidates[*at].covers.get(var) == Some(&true); // Numbers of candidates.
        let Some(missing) = (0..self.count).find(|var| !group.iter().any(|at| covers(at, *var))) else {
            return self.keep_if_best(group);
        };
        if self.best.is_some_and(|(len, _)| len <= group.len() || self.tried > MAX_TRIED) {
            return;
        }
        for at in 0..self.candidates.len() {
            if self.candidates[at].covers.get(missing) == Some(&true) {
                self.tried += 1;
                group.push(at);
                self.extend(group);
                group.pop();
            }
        }
    }

    fn keep_if_best(&mut self, group: &[usize]) {
        let score = group.iter().fold(Score::default(), |sum, &at| sum + self.candidates[at].score); // Numbers of candidates.
        let this = (group.len(), score);
        if self.best.is_none_or(|best| this < best) {
            self.best = Some(this);
            self.found.clear();
        }
        if self.best == Some(this) && self.found.len() < MAX_CANDIDATES {
            self.found.push(group.to_vec());
        }
    }
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

fn contains(t: &Term, text: &str) -> bool {
    let mut found = false;
    term::visit(t, &mut |part| {
        found = found || term::text(part) == text;
        !found
    });
    found
}
