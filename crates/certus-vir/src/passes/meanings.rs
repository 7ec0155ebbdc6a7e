//! Functions without a definition of which an axiom of the library says what they mean, for types that implement a trait.
//!
//! `key_obeys_cmp_spec::<K>()` has a meaning for each `K: Ord`: an axiom gives it by `cmp_spec` of `K`. The function itself
//! has no such bound, as code names it of types without an order, too. So no bound shows that it depends on the impls of the
//! trait. An impl whose `cmp_spec` is defined by the function would say that something holds if and only if it does not.
//!
//! So a function of such an impl must not mention the function, directly or not. The search looks at paths and not at type
//! arguments: it finds more than there is. The library has no impls of this kind.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::{Diagnostic, Language};

use crate::expr::{Expr, ExprKind, Trigger};
use crate::item::{AxiomSource, Body, Function, Program, is_library};
use crate::mode::Mode;
use crate::ty::{Path, Ty};
use crate::visit;

/// Errs with `language/cyclic-definition` for each function of an impl that depends on what an axiom defines by it.
pub(crate) fn check(program: &Program) -> Vec<Diagnostic> {
    let meanings = Meanings::of(program);
    let mut found: BTreeMap<&Path, Diagnostic> = BTreeMap::new();
    for start in meanings.axioms.keys() {
        let given_by =
            reach(meanings.of_axioms(start), |path| meanings.depends_on(path), |path| meanings.declared.contains(path));
        let dependents = meanings.dependents(start);
        let of_impls = given_by.iter().flat_map(|path| meanings.impls.get(path)).flatten();
        for root in of_impls.copied().filter(|root| dependents.contains(*root)) {
            let Some(function) = program.functions.get(root) else { continue };
            let message = "found a cyclic self-reference in a definition, which may result in nontermination";
            let help = format!(
                "an axiom of the library says what `{start}` means by functions of impls, and this is one of them"
            );
            let error = Diagnostic::error(Language::CyclicDefinition, message, function.span).with_help(help);
            found.entry(root).or_insert(error);
        }
    }
    found.into_values().collect()
}

struct Meanings<'a> {
    program: &'a Program,
    /// The functions, each with the axioms that give its meaning.
    axioms: BTreeMap<&'a Path, Vec<&'a Function>>,
    /// The functions that traits declare.
    declared: BTreeSet<&'a Path>,
    /// The functions that impls outside of the library have for each function of a trait.
    impls: BTreeMap<&'a Path, Vec<&'a Path>>,
    /// Which functions depend on a function.
    users: BTreeMap<Path, BTreeSet<Path>>,
}

impl<'a> Meanings<'a> {
    fn of(program: &'a Program) -> Meanings<'a> {
        let mut impls: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
        let functions = program.impls.iter().flat_map(|implementation| &implementation.functions);
        let is_own = |path: &Path| !program.functions.get(path).is_some_and(|f| is_library(&f.module));
        for (declared, target) in functions.filter(|(_, target)| is_own(target)) {
            impls.entry(declared).or_default().push(target);
        }
        let declared: BTreeSet<&Path> = program.traits.values().flat_map(|t| &t.functions).collect();
        let mut axioms: BTreeMap<&Path, Vec<&Function>> = BTreeMap::new();
        let is_axiom = |f: &&Function| {
            f.mode == Mode::Proof && f.source == AxiomSource::Trusted && is_library(&f.module) && !f.bounds.is_empty()
        };
        for axiom in program.functions.values().filter(is_axiom) {
            for (path, tys) in heads(axiom) {
                let Some((path, function)) = program.functions.get_key_value(path) else { continue };
                let has_meaning =
                    function.mode == Mode::Spec && matches!(function.body, Body::None) && !declared.contains(path);
                if has_meaning && lacks_bound(axiom, function, tys) {
                    axioms.entry(path).or_default().push(axiom);
                }
            }
        }
        let mut meanings = Meanings { program, axioms, declared, impls, users: BTreeMap::new() };
        if !meanings.axioms.is_empty() && !meanings.impls.is_empty() {
            let names = program.functions.keys().chain(meanings.impls.keys().copied());
            let edges = names.flat_map(|path| meanings.depends_on(path).into_iter().map(move |on| (on, path)));
            let mut users: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
            edges.for_each(|(on, path)| _ = users.entry(on).or_default().insert(path.clone()));
            meanings.users = users;
        }
        meanings
    }

    /// All functions that depend on one, directly or not.
    fn dependents(&self, start: &Path) -> BTreeSet<Path> {
        reach([start.clone()].into(), |path| self.users.get(path).cloned().unwrap_or_default(), |_| false)
    }

    /// The functions that the axioms about a function name.
    fn of_axioms(&self, path: &Path) -> BTreeSet<Path> {
        let axioms = self.axioms.get(path).into_iter().flatten();
        let clauses = axioms.flat_map(|axiom| axiom.requires.iter().chain(&axiom.ensures));
        clauses.flat_map(|clause| calls(&clause.expr)).filter(|other| other != path).collect()
    }

    /// What the meaning of a function depends on.
    fn depends_on(&self, path: &Path) -> BTreeSet<Path> {
        let mut found = self.of_axioms(path);
        found.extend(self.impls.get(path).into_iter().flatten().map(|path| (*path).clone()));
        let Some(function) = self.program.functions.get(path) else { return found };
        let contract = function.requires.iter().chain(&function.ensures).filter(|_| function.mode != Mode::Spec);
        let body = match &function.body {
            Body::Spec(body) => Some(body),
            Body::None => None,
        };
        found.extend(contract.map(|clause| &clause.expr).chain(body).flat_map(calls));
        found
    }
}

/// All functions on the ways from some, with these. What is behind a function with `is_end` is not looked at.
fn reach(
    from: BTreeSet<Path>,
    next: impl Fn(&Path) -> BTreeSet<Path>,
    is_end: impl Fn(&Path) -> bool,
) -> BTreeSet<Path> {
    let mut todo: Vec<Path> = from.iter().cloned().collect();
    let mut seen = from;
    while let Some(path) = todo.pop() {
        if !is_end(&path) {
            todo.extend(next(&path).into_iter().filter(|path| seen.insert(path.clone())));
        }
    }
    seen
}

/// Whether an axiom has a bound on a parameter that stands for one of the function, which has no such bound.
fn lacks_bound(axiom: &Function, function: &Function, tys: &[Ty]) -> bool {
    axiom.bounds.iter().any(|bound| {
        let Some(of) = bound.args.first() else { return false };
        let here = function.type_params.iter().zip(tys).filter(|(_, ty)| has_part(ty, of));
        let mut here = here.peekable();
        here.peek().is_some()
            && here.all(|(param, _)| {
                let has_it = |own: &crate::item::TraitBound| {
                    own.trait_ == bound.trait_
                        && own.args.first().is_some_and(|ty| matches!(ty, Ty::Param(name) if *name == param.name))
                };
                !function.bounds.iter().any(has_it)
            })
    })
}

/// Whether a type is the other one, or has it as a part.
fn has_part(ty: &Ty, part: &Ty) -> bool {
    ty == part || ty.parts().any(|inner| has_part(inner, part))
}

/// The functions that the terms are calls of that bring in an axiom, with the type arguments.
fn heads(axiom: &Function) -> impl Iterator<Item = (&Path, &[Ty])> {
    let groups = match axiom.broadcast.as_ref().map(|broadcast| &broadcast.trigger) {
        Some(Trigger::Given(groups)) => groups.as_slice(),
        Some(Trigger::Auto | Trigger::All) | None => &[],
    };
    groups.iter().flatten().filter_map(|term| match &*term.kind {
        ExprKind::Call(path, tys, _) => Some((path, tys.as_slice())),
        _ => None,
    })
}

/// The functions that an expression calls, and those that are values in it.
fn calls(expr: &Expr) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    visit::walk(expr, &mut |e| {
        if let ExprKind::Call(path, tys, _) = &*e.kind {
            found.insert(path.clone());
            tys.iter().for_each(|ty| ty.each_fn_item(&mut |path, _| _ = found.insert(path.clone())));
        }
    });
    found
}
