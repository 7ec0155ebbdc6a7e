//! Which broadcast functions are in use, and at which types their statements are due.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::Unsupported;
use certus_vc::{Obligation, Step};
use certus_vir::instances::{TySubst, Types, substitution, unify};
use certus_vir::{
    BinaryOp, Expr, ExprKind, Function, Name, Path, Program, Prover, TraitBound, Trigger, Ty, UnaryOp, visit,
};

use crate::error::Res;
use crate::reached::Feature;
use crate::view::{MAX_INLINE, View};
use crate::vocabulary::{Vocabulary, plain_fn};

/// How deep groups may be within groups.
const MAX_GROUPS: u32 = 64;

/// How many ways to instantiate one function are followed.
const MAX_MATCHES: usize = 500;

/// The broadcast functions in use.
#[derive(Default)]
pub(crate) struct Broadcasts {
    /// Functions known everywhere.
    everywhere: BTreeSet<Path>,
    /// Functions known where a step says so, with the paths in such steps that bring them in.
    steps: BTreeMap<Path, BTreeSet<Path>>,
    /// What their triggers ask for, by function.
    wants: BTreeMap<Path, Vec<Vec<Feature>>>,
    /// Statements made so far.
    made: BTreeSet<(Path, Vec<Ty>)>,
    /// How many features there were when the triggers were last matched, if they were.
    matched: Option<usize>,
}

impl Broadcasts {
    /// Those of an obligation, groups replaced by their members. A function is not known to itself, and the special
    /// provers know none.
    pub(crate) fn of(program: &Program, obligation: &Obligation) -> Broadcasts {
        let mut found = Broadcasts::default();
        if obligation.prover != Prover::Default {
            return found;
        }
        for path in &obligation.uses {
            found.everywhere.extend(members(program, path));
        }
        for step in obligation.blocks.iter().flat_map(|b| &b.steps) {
            if let Step::Use(path) = step {
                for member in members(program, path) {
                    found.steps.entry(member).or_default().insert(path.clone());
                }
            }
        }
        found.everywhere.remove(&obligation.function);
        found.steps.remove(&obligation.function);
        found.steps.retain(|path, _| !found.everywhere.contains(path));
        found
    }

    /// The next broadcast functions to look at: all in use when something new was reached, and none otherwise.
    pub(crate) fn due(&mut self, words: &Vocabulary<'_>) -> Vec<Path> {
        let count = words.reached().features().len();
        if self.matched == Some(count) {
            return Vec::new();
        }
        self.matched = Some(count);
        self.everywhere.iter().chain(self.steps.keys()).cloned().collect()
    }

    /// True the first time it is asked with this function at these type arguments.
    pub(crate) fn is_new(&mut self, path: &Path, args: &[Ty]) -> bool {
        self.made.insert((path.clone(), args.to_vec()))
    }

    /// The paths in the steps that bring a function in; none of one that is known everywhere.
    pub(crate) fn uses(&self, path: &Path) -> Vec<Path> {
        self.steps.get(path).into_iter().flatten().cloned().collect()
    }

    /// The functions that were stated.
    pub(crate) fn stated(&self) -> impl Iterator<Item = &Path> {
        self.made.iter().map(|(path, _)| path)
    }

    /// What the triggers of a function ask for.
    fn wants_of(&mut self, view: &View<'_>, function: &Function) -> Res<&[Vec<Feature>]> {
        if !self.wants.contains_key(&function.path) {
            let wants = wants(view, function)?;
            self.wants.insert(function.path.clone(), wants);
        }
        Ok(self.wants.get(&function.path).map_or(&[], Vec::as_slice))
    }

    /// The type arguments at which one of the triggers was reached, in the order in which that came.
    pub(crate) fn matches(&mut self, words: &Vocabulary<'_>, function: &Function) -> Res<Vec<Vec<Ty>>> {
        let view = words.view();
        let is_param = |name: &Name| function.type_params.iter().any(|p| p.name == *name);
        // What a trait states of its types is so because of their impls.
        let declared = view.program().traits.values().find(|t| t.functions.contains(&function.path));
        let mut bounds = function.bounds.clone();
        bounds.extend(declared.map(|t| TraitBound {
            trait_: t.path.clone(),
            args: t.params.iter().map(|p| Ty::Param(p.name.clone())).collect(),
            assoc: Vec::new(),
        }));
        let mut found: Vec<Vec<Ty>> = Vec::new();
        for group in self.wants_of(view, function)? {
            let mut partial: Vec<BTreeMap<Name, Ty>> = vec![BTreeMap::new()];
            for want in group {
                let mut next: Vec<BTreeMap<Name, Ty>> = Vec::new();
                for subst in &partial {
                    let fits = |have: &Feature| {
                        let mut subst = subst.clone();
                        unify_feature(want, have, &is_param, &mut subst).then_some(subst)
                    };
                    for subst in words.reached().features().iter().filter_map(fits) {
                        if !next.contains(&subst) {
                            next.push(subst);
                        }
                    }
                }
                if next.len() > MAX_MATCHES {
                    let message = format!("`{}` matches too many types", function.name);
                    return Err(view.unsupported(Unsupported::PolymorphicRecursion, message, Some(function.span)));
                }
                partial = next;
            }
            for subst in partial {
                let args: Option<Vec<Ty>> = function.type_params.iter().map(|p| subst.get(&p.name).cloned()).collect();
                let Some(args) = args.filter(|args| !found.contains(args)) else {
                    continue;
                };
                let all = substitution(&function.type_params, &args);
                let types = Types { proved_only: true, ..*view.types() };
                let holds = types.bounds_hold(&function.type_params, &bounds, &all, 16);
                if holds && group.iter().all(|want| words.reached().features().contains(&put(view, want, &all))) {
                    found.push(args);
                }
            }
        }
        Ok(found)
    }
}

/// The broadcast functions that a path stands for.
fn members(program: &Program, path: &Path) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![(path.clone(), MAX_GROUPS)];
    while let Some((path, depth)) = todo.pop() {
        let Some(function) = program.functions.get(&path).filter(|_| seen.insert(path.clone())) else {
            continue;
        };
        match &function.group {
            Some(group) if depth > 0 => todo.extend(group.iter().map(|p| (p.clone(), depth - 1))),
            _ if function.broadcast.is_some() => {
                found.insert(path);
            }
            _ => {}
        }
    }
    found
}

/// A feature under a substitution.
fn put(view: &View<'_>, want: &Feature, subst: &TySubst) -> Feature {
    let ty = |t: &Ty| view.types().norm(subst, t);
    match want {
        Feature::Call(path, args) => Feature::Call(path.clone(), view.types().norm_all(subst, args)),
        Feature::Data(path, args) => Feature::Data(path.clone(), view.types().norm_all(subst, args)),
        Feature::ExtEq(t, deep) => Feature::ExtEq(ty(t).value().clone(), *deep),
        Feature::Apply(t) => Feature::Apply(plain_fn(&ty(t))),
        Feature::Height(t) => Feature::Height(ty(t).value().clone()),
        Feature::Resolved(t) => Feature::Resolved(ty(t).value().clone()),
    }
}

/// What each trigger of a broadcast function asks for. Where none is given, every call in the statement counts as
/// a trigger of its own; the trigger is chosen when the statement is made.
fn wants(view: &View<'_>, function: &Function) -> Res<Vec<Vec<Feature>>> {
    let none = TySubst::default();
    let trigger = function.broadcast.as_ref().map(|b| &b.trigger);
    let mut wants = Vec::new();
    if let Some(Trigger::Given(groups)) = trigger {
        for group in groups {
            let mut features = BTreeSet::new();
            for e in group {
                features_of(view, e, &none, MAX_INLINE, &mut features)?;
            }
            wants.push(features.into_iter().collect());
        }
        return Ok(wants);
    }
    let mut features = BTreeSet::new();
    for clause in function.ensures.iter().chain(&function.requires) {
        features_of(view, &clause.expr, &none, MAX_INLINE, &mut features)?;
    }
    Ok(features.into_iter().map(|feature| vec![feature]).collect())
}

fn features_of(view: &View<'_>, expr: &Expr, subst: &TySubst, depth: u32, out: &mut BTreeSet<Feature>) -> Res<()> {
    let mut calls = Vec::new();
    visit::walk(expr, &mut |e| {
        let ty = |e: &Expr| view.types().norm(subst, &e.ty);
        match &*e.kind {
            ExprKind::Call(path, args, _) => calls.push((path.clone(), view.types().norm_all(subst, args), e.span)),
            ExprKind::Ctor(..) => out.extend(data_feature(&ty(e))),
            ExprKind::Unary(UnaryOp::Field(..), operand) => out.extend(data_feature(&ty(operand))),
            ExprKind::Binary(BinaryOp::ExtEq { deep }, a, _) if !matches!(ty(a).value(), Ty::Param(_)) => {
                out.insert(Feature::ExtEq(ty(a).value().clone(), *deep));
            }
            ExprKind::Binary(BinaryOp::HeightLt, a, _) => {
                out.insert(Feature::Height(ty(a)));
            }
            ExprKind::Unary(UnaryOp::HasResolved, operand) => {
                out.insert(Feature::Resolved(ty(operand).value().clone()));
            }
            ExprKind::Apply(callee, _) => {
                out.insert(Feature::Apply(plain_fn(&ty(callee))));
            }
            _ => {}
        }
    });
    for (path, args, span) in calls {
        let key = (path, args);
        match view.inlined(&key) {
            Some((body, inner)) => {
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(view.too_deep(span));
                };
                features_of(view, body, &inner, depth, out)?;
            }
            None => {
                out.insert(Feature::Call(key.0, key.1));
            }
        }
    }
    Ok(())
}

fn data_feature(ty: &Ty) -> Option<Feature> {
    match ty.value() {
        Ty::Data(path, args) => Some(Feature::Data(path.clone(), args.clone())),
        _ => None,
    }
}

fn unify_feature(
    want: &Feature,
    have: &Feature,
    is_param: &dyn Fn(&Name) -> bool,
    subst: &mut BTreeMap<Name, Ty>,
) -> bool {
    let mut all =
        |ps: &[Ty], ts: &[Ty]| ps.len() == ts.len() && ps.iter().zip(ts).all(|(p, t)| unify(p, t, is_param, subst));
    match (want, have) {
        (Feature::Call(f, ps), Feature::Call(g, ts)) | (Feature::Data(f, ps), Feature::Data(g, ts)) => {
            f == g && all(ps, ts)
        }
        (Feature::ExtEq(p, d), Feature::ExtEq(t, e)) => d == e && unify(p, t, is_param, subst),
        (Feature::Apply(p), Feature::Apply(t)) | (Feature::Resolved(p), Feature::Resolved(t)) => {
            unify(p, t, is_param, subst)
        }
        // A box has the height of its content, so the type arguments are for the rest of the trigger to find.
        (Feature::Height(_), Feature::Height(_)) => true,
        _ => false,
    }
}
