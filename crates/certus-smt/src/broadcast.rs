//! Broadcast functions: proved statements that are known without a call.

use certus_diagnostics::Unsupported;
use std::collections::{BTreeMap, BTreeSet};

use certus_vc::{Obligation, Step};
use certus_vir::{
    BinaryOp, Binder, Expr, ExprKind, Function, Name, Path, Program, Prover, QuantKind, TraitBound, Trigger, Ty,
    UnaryOp, visit,
};

use crate::encoder::{Encoder, Feature};
use crate::error::Res;
use crate::names;
use crate::recursion::MAX_INLINE;
use crate::term::{self, Term};
use crate::value::Env;
use certus_vir::instances::{TySubst, Types, substitution, unify};

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

    fn all(&self) -> Vec<Path> {
        self.everywhere.iter().chain(self.steps.keys()).cloned().collect()
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

impl<'a> Encoder<'a> {
    /// The functions that were reached, and those that were stated.
    pub(crate) fn known(&self) -> BTreeSet<Path> {
        let stated = self.broadcasts.made.iter().map(|(path, _)| path);
        self.functions.keys().map(|(path, _)| path).chain(stated).cloned().collect()
    }

    /// Rule `broadcast`: the statement of a broadcast function is stated at the type arguments at which everything
    /// that one of its triggers asks for was reached. False when there is nothing new.
    pub(crate) fn add_broadcasts(&mut self) -> Res<bool> {
        if self.broadcasts.matched == Some(self.features.len()) {
            return Ok(false);
        }
        self.broadcasts.matched = Some(self.features.len());
        let mut any = false;
        let program = self.types.program;
        for path in self.broadcasts.all() {
            let Some(function) = program.functions.get(&path) else {
                continue;
            };
            if !self.broadcasts.wants.contains_key(&path) {
                let wants = self.wants(function)?;
                self.broadcasts.wants.insert(path.clone(), wants);
            }
            for args in self.matches(function)? {
                if self.broadcasts.made.insert((path.clone(), args.clone())) {
                    self.count_instance(&path, &args, Some(function.span))?;
                    self.state_broadcast(function, &args)?;
                    any = true;
                }
            }
        }
        // What was stated may have brought in more.
        Ok(any || !self.work.is_empty())
    }

    fn state_broadcast(&mut self, function: &Function, args: &[Ty]) -> Res<()> {
        let env = Env::new(substitution(&function.type_params, args));
        let clauses = |all: &[certus_vir::Clause]| Expr::and_all(all.iter().map(|c| c.expr.clone()), function.span);
        let body = match function.requires.as_slice() {
            [] => clauses(&function.ensures),
            requires => Expr::implies(clauses(requires), clauses(&function.ensures)),
        };
        let binder = |p: &certus_vir::Param| Binder { var: p.var.clone(), ty: p.ty.clone() };
        let binders: Vec<Binder> = function.params.iter().map(binder).collect();
        let trigger = function.broadcast.as_ref().map_or(Trigger::Auto, |b| b.trigger.clone());
        if let Some(origins) = &mut self.origins {
            origins.stated = Some((function.span, function.path.to_string()));
        }
        let fact = if binders.is_empty() {
            self.formula(&env, &body)?
        } else {
            self.quantifier(&env, QuantKind::Forall, &binders, &trigger, &body, function.span)?
        };
        let uses: Vec<Path> = self.broadcasts.steps.get(&function.path).into_iter().flatten().cloned().collect();
        let premise = if uses.is_empty() {
            term::boolean(true)
        } else {
            term::or(uses.iter().map(|path| self.in_use(path)).collect::<Vec<_>>())
        };
        // After what the functions themselves state.
        let owner = format!("~{}", names::instance(&function.path, args));
        self.out.axiom(&owner, term::implies(premise, fact));
        Ok(())
    }

    /// Rule `broadcast-use`: the constant that stands for a step which brings in a broadcast function or group.
    pub(crate) fn in_use(&mut self, path: &Path) -> Term {
        let sym = self.symbol(&format!("use {path}"), &format!("use<{}>", names::path(path)));
        self.out.function(&sym, Vec::new(), &"Bool".into());
        term::constant(&sym, "Bool")
    }

    /// The type arguments at which one of the triggers was reached, in the order in which that came.
    fn matches(&self, function: &Function) -> Res<Vec<Vec<Ty>>> {
        let is_param = |name: &Name| function.type_params.iter().any(|p| p.name == *name);
        // What a trait states of its types is so because of their impls.
        let declared = self.types.program.traits.values().find(|t| t.functions.contains(&function.path));
        let mut bounds = function.bounds.clone();
        bounds.extend(declared.map(|t| TraitBound {
            trait_: t.path.clone(),
            args: t.params.iter().map(|p| Ty::Param(p.name.clone())).collect(),
            assoc: Vec::new(),
        }));
        let mut found: Vec<Vec<Ty>> = Vec::new();
        for group in self.broadcasts.wants.get(&function.path).into_iter().flatten() {
            let mut partial: Vec<BTreeMap<Name, Ty>> = vec![BTreeMap::new()];
            for want in group {
                let mut next: Vec<BTreeMap<Name, Ty>> = Vec::new();
                for subst in &partial {
                    let fits = |have: &Feature| {
                        let mut subst = subst.clone();
                        unify_feature(want, have, &is_param, &mut subst).then_some(subst)
                    };
                    for subst in self.features.iter().filter_map(fits) {
                        if !next.contains(&subst) {
                            next.push(subst);
                        }
                    }
                }
                if next.len() > MAX_MATCHES {
                    let message = format!("`{}` matches too many types", function.name);
                    return Err(self.unsupported(Unsupported::PolymorphicRecursion, message, Some(function.span)));
                }
                partial = next;
            }
            for subst in partial {
                let args: Option<Vec<Ty>> = function.type_params.iter().map(|p| subst.get(&p.name).cloned()).collect();
                let Some(args) = args.filter(|args| !found.contains(args)) else {
                    continue;
                };
                let all = substitution(&function.type_params, &args);
                let types = Types { proved_only: true, ..self.types };
                let holds = types.bounds_hold(&function.type_params, &bounds, &all, 16);
                if holds && group.iter().all(|want| self.features.contains(&self.put(want, &all))) {
                    found.push(args);
                }
            }
        }
        Ok(found)
    }

    /// A feature under a substitution.
    fn put(&self, want: &Feature, subst: &TySubst) -> Feature {
        let ty = |t: &Ty| self.types.norm(subst, t);
        match want {
            Feature::Call(path, args) => Feature::Call(path.clone(), self.types.norm_all(subst, args)),
            Feature::Data(path, args) => Feature::Data(path.clone(), self.types.norm_all(subst, args)),
            Feature::ExtEq(t, deep) => Feature::ExtEq(ty(t).value().clone(), *deep),
            Feature::Apply(t) => Feature::Apply(plain(&ty(t))),
            Feature::Height(t) => Feature::Height(ty(t).value().clone()),
        }
    }

    /// What each trigger of a broadcast function asks for. Where none is given, every call in the statement counts as
    /// a trigger of its own; the trigger is chosen when the statement is made.
    fn wants(&self, function: &Function) -> Res<Vec<Vec<Feature>>> {
        let none = TySubst::default();
        let trigger = function.broadcast.as_ref().map(|b| &b.trigger);
        let mut wants = Vec::new();
        if let Some(Trigger::Given(groups)) = trigger {
            for group in groups {
                let mut features = BTreeSet::new();
                for e in group {
                    self.features_of(e, &none, MAX_INLINE, &mut features)?;
                }
                wants.push(features.into_iter().collect());
            }
            return Ok(wants);
        }
        let mut features = BTreeSet::new();
        for clause in function.ensures.iter().chain(&function.requires) {
            self.features_of(&clause.expr, &none, MAX_INLINE, &mut features)?;
        }
        Ok(features.into_iter().map(|feature| vec![feature]).collect())
    }

    fn features_of(&self, expr: &Expr, subst: &TySubst, depth: u32, out: &mut BTreeSet<Feature>) -> Res<()> {
        let mut calls = Vec::new();
        visit::walk(expr, &mut |e| {
            let ty = |e: &Expr| self.types.norm(subst, &e.ty);
            match &*e.kind {
                ExprKind::Call(path, args, _) => calls.push((path.clone(), self.types.norm_all(subst, args), e.span)),
                ExprKind::Ctor(..) => out.extend(data_feature(&ty(e))),
                ExprKind::Unary(UnaryOp::Field(..), operand) => out.extend(data_feature(&ty(operand))),
                ExprKind::Binary(BinaryOp::ExtEq { deep }, a, _) if !matches!(ty(a).value(), Ty::Param(_)) => {
                    out.insert(Feature::ExtEq(ty(a).value().clone(), *deep));
                }
                ExprKind::Binary(BinaryOp::HeightLt, a, _) => {
                    out.insert(Feature::Height(ty(a)));
                }
                ExprKind::Apply(callee, _) => {
                    out.insert(Feature::Apply(plain(&ty(callee))));
                }
                _ => {}
            }
        });
        for (path, args, span) in calls {
            let key = (path, args);
            match self.inlined(&key) {
                Some((body, inner)) => {
                    let Some(depth) = depth.checked_sub(1) else {
                        return Err(self.unsupported(
                            Unsupported::Inline,
                            "inline functions call each other",
                            Some(span),
                        ));
                    };
                    self.features_of(body, &inner, depth, out)?;
                }
                None => {
                    out.insert(Feature::Call(key.0, key.1));
                }
            }
        }
        Ok(())
    }
}

fn data_feature(ty: &Ty) -> Option<Feature> {
    match ty.value() {
        Ty::Data(path, args) => Some(Feature::Data(path.clone(), args.clone())),
        _ => None,
    }
}

fn plain(ty: &Ty) -> Ty {
    match ty.value() {
        Ty::SpecFn(args, ret) => {
            Ty::SpecFn(args.iter().map(|t| t.value().clone()).collect(), Box::new(ret.value().clone()))
        }
        other => other.clone(),
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
        (Feature::Apply(p), Feature::Apply(t)) => unify(p, t, is_param, subst),
        // A box has the height of its content, so the type arguments are for the rest of the trigger to find.
        (Feature::Height(_), Feature::Height(_)) => true,
        _ => false,
    }
}
