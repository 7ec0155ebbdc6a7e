//! Questions about what a library says as a whole, whose answer should be no: does a contradiction follow where these of its
//! statements are in use, and the terms are there that their triggers ask for, of arbitrary values?
//!
//! Each function here gives a function with goals of kind [`GoalKind::Contradiction`]. It has to be put into the program
//! before it is asked about, for its type parameters are those of the obligation.

use std::collections::{BTreeMap, BTreeSet};

use crate::expr::{Binder, Expr, Trigger, Var};
use crate::goal::{Clause, GoalKind};
use crate::item::{AxiomSource, Function, Param, Program, TraitBound, TypeParam};
use crate::mask::{Mask, Openings};
use crate::mode::Mode;
use crate::passes::vacuity::{absurd, is_false};
use crate::stmt::{CallPart, CallStmt, Stmt, StmtKind};
use crate::subst::Subst;
use crate::ty::{Name, Path, Ty};
use crate::unwind::Unwind;

/// A module that is not there, from which only open definitions are seen.
const OUTSIDE: &str = "outside";

/// What is known to everybody who asks for it.
pub fn broadcasts(program: &Program) -> Vec<Path> {
    let all = program.functions.values().filter(|function| function.broadcast.is_some() && function.group.is_none());
    all.map(|function| function.path.clone()).collect()
}

/// Those among them that are believed. The others follow from these.
pub fn axioms(program: &Program) -> Vec<Path> {
    let is_believed = |path: &Path| program.functions.get(path).is_some_and(|f| f.source == AxiomSource::Trusted);
    broadcasts(program).into_iter().filter(is_believed).collect()
}

/// The groups of such statements, with what is in each, groups within it replaced by what is in them.
pub fn groups(program: &Program) -> Vec<(Path, Vec<Path>)> {
    let all = program.functions.values().filter(|function| function.group.is_some());
    all.map(|function| (function.path.clone(), members(program, &function.path))).collect()
}

fn members(program: &Program, group: &Path) -> Vec<Path> {
    let (mut found, mut seen, mut todo) = (BTreeSet::new(), BTreeSet::new(), vec![group.clone()]);
    while let Some(path) = todo.pop() {
        let Some(function) = program.functions.get(&path).filter(|_| seen.insert(path.clone())) else { continue };
        match &function.group {
            Some(members) => todo.extend(members.iter().cloned()),
            None if function.broadcast.is_some() => {
                found.insert(path);
            }
            None => {}
        }
    }
    found.into_iter().collect()
}

/// All of `uses` and one statement is in use, and the terms of its triggers are there, first of arbitrary values, then of such
/// that meet its preconditions.
pub fn of_trigger(program: &Program, path: &Path, uses: &[Path]) -> Option<Function> {
    let function = program.functions.get(path)?;
    let mut question = Question::new(format!("{OUTSIDE}::trigger<{path}>"), function, uses);
    question.function.uses.push(path.clone());
    question.mention(function, false);
    question.ask();
    if question.assume_requires() {
        question.ask();
    }
    Some(question.finish())
}

/// Two groups are in use, and the terms of all their triggers are there. Values are `shared`, one for each type and each
/// place among the parameters of that type, so that the statements speak of the same; or each statement has its own, and
/// they meet its preconditions.
pub fn of_groups(program: &Program, groups: [&(Path, Vec<Path>); 2], shared: bool) -> Option<Function> {
    let [(one, members), (other, others)] = groups;
    let members: BTreeSet<&Path> = members.iter().chain(others).collect();
    let first = program.functions.get(*members.first()?)?;
    let form = if shared { "shared" } else { "own" };
    let name = format!("{OUTSIDE}::groups<{one} {other} {form}>");
    let mut question = Question::new(name, first, &[one.clone(), other.clone()]);
    for function in members.into_iter().filter_map(|path| program.functions.get(path)) {
        question.mention(function, shared);
    }
    if !shared {
        question.assume_requires();
    }
    question.ask();
    Some(question.finish())
}

/// A function whose contract is believed is called with arbitrary values that meet its preconditions: a contradiction before
/// the call, and one behind it. `None` where nothing is believed, or where it never returns on purpose.
pub fn of_contract(program: &Program, path: &Path, uses: &[Path]) -> Option<Function> {
    let function = program.functions.get(path)?;
    let clauses = || function.requires.iter().chain(&function.ensures);
    let is_believed = function.mode != Mode::Spec && function.check.is_none() && function.group.is_none();
    if !is_believed || function.ensures.is_empty() || clauses().any(|clause| is_false(&clause.expr)) {
        return None;
    }
    let span = function.span;
    let argument = |param: &Param| Expr::var(&param.var, param.ty.clone(), span);
    let call = CallStmt {
        callee: path.clone(),
        type_args: function.type_params.iter().map(|param| Ty::Param(param.name.clone())).collect(),
        args: function.params.iter().map(argument).collect(),
        dest: Some(Var { name: "result%".into(), index: 1 }),
        within: Openings::default(),
        part: CallPart::Whole,
        span,
    };
    let absurd = || absurd(GoalKind::Contradiction, span, span, None);
    let question = Function::new(format!("{OUTSIDE}::contract<{path}>").into(), Mode::Proof, span);
    Some(Function {
        // No parameter has this name.
        ret: Param { var: Var { name: "nothing%".into(), index: 0 }, ..question.ret.clone() },
        type_params: function.type_params.clone(),
        bounds: function.bounds.clone(),
        params: function.params.clone(),
        requires: function.requires.clone(),
        opens: Mask::any(span),
        unwind: Unwind::May,
        check: Some(vec![absurd(), Stmt::new(StmtKind::Call(call), span), absurd()]),
        uses: uses.to_vec(),
        module: OUTSIDE.into(),
        ..question
    })
}

/// A function that grows.
struct Question {
    function: Function,
    stmts: Vec<Stmt>,
    /// What the values of statements have to meet, in the end.
    requires: Vec<Expr>,
    /// How many statements have come, and how many variables.
    statements: usize,
    variables: u32,
    /// Values that are shared.
    shared: BTreeMap<(Ty, usize), Var>,
}

impl Question {
    fn new(path: String, place: &Function, uses: &[Path]) -> Question {
        let function = Function::new(path.into(), Mode::Proof, place.span);
        let function = Function { uses: uses.to_vec(), module: OUTSIDE.into(), ..function };
        let (stmts, requires, shared) = (Vec::new(), Vec::new(), BTreeMap::new());
        Question { function, stmts, requires, statements: 0, variables: 0, shared }
    }

    /// The terms of a statement's triggers are there.
    fn mention(&mut self, other: &Function, shared: bool) {
        let mut subst = self.types(other, shared).strip_checked();
        self.statements += 1;
        let mut places: BTreeMap<Ty, usize> = BTreeMap::new();
        for param in &other.params {
            let ty = subst.apply_ty(&param.ty);
            let place = places.entry(ty.clone()).or_default();
            let var = self.value(&ty, shared.then_some(*place));
            *place += 1;
            let value = Expr::var(&var, ty, other.span);
            subst.old(&param.var, value.clone());
            subst.var(&param.var, value);
        }
        let put = |clauses: &[Clause]| clauses.iter().map(|clause| subst.apply(&clause.expr)).collect::<Vec<_>>();
        let given = other.broadcast.as_ref().map(|broadcast| &broadcast.trigger);
        let terms = match given {
            Some(Trigger::Given(groups)) => groups.iter().flatten().map(|term| subst.apply(term)).collect(),
            _ => put(&other.ensures),
        };
        self.requires.extend(put(&other.requires));
        for term in terms {
            let var = self.value(&term.ty, None);
            let equation = Expr::eq(Expr::var(&var, term.ty.clone(), other.span), term);
            self.stmts.push(Stmt::new(StmtKind::Assume(equation), other.span));
        }
    }

    /// The type parameters of another function as some of this one. Those that nothing is known of may be shared.
    fn types(&mut self, other: &Function, shared: bool) -> Subst {
        let mut subst = Subst::new();
        let is_shared = shared && other.bounds.is_empty();
        for (place, param) in other.type_params.iter().enumerate() {
            let name: Name = match (is_shared, param.maybe_unsized) {
                (true, false) => format!("T{place}").into(),
                (true, true) => format!("U{place}").into(),
                (false, _) => format!("{}{}", param.name, self.statements).into(),
            };
            subst.ty(&param.name, Ty::Param(name.clone()));
            if self.function.type_params.iter().all(|known| known.name != name) {
                self.function.type_params.push(TypeParam { name, maybe_unsized: param.maybe_unsized });
            }
        }
        for bound in &other.bounds {
            let args = bound.args.iter().map(|ty| subst.apply_ty(ty)).collect();
            let assoc = bound.assoc.iter().map(|(name, ty)| (name.clone(), subst.apply_ty(ty))).collect();
            self.function.bounds.push(TraitBound { trait_: bound.trait_.clone(), args, assoc });
        }
        subst
    }

    /// An arbitrary value: a new one, or the one that is shared at a place.
    fn value(&mut self, ty: &Ty, place: Option<usize>) -> Var {
        let known = place.and_then(|place| self.shared.get(&(ty.clone(), place)));
        if let Some(var) = known {
            return var.clone();
        }
        self.variables += 1;
        let var = Var { name: "any".into(), index: self.variables };
        let binder = Binder { var: var.clone(), ty: ty.clone() };
        self.stmts.push(Stmt::new(StmtKind::Declare(binder, None), self.function.span));
        if let Some(place) = place {
            self.shared.insert((ty.clone(), place), var.clone());
        }
        var
    }

    /// The values meet the preconditions; false when there are none.
    fn assume_requires(&mut self) -> bool {
        let requires = std::mem::take(&mut self.requires);
        let is_any = !requires.is_empty();
        let span = self.function.span;
        self.stmts.extend(requires.into_iter().map(|expr| Stmt::new(StmtKind::Assume(expr), span)));
        is_any
    }

    fn ask(&mut self) {
        let span = self.function.span;
        self.stmts.push(absurd(GoalKind::Contradiction, span, span, None));
    }

    fn finish(self) -> Function {
        Function { check: Some(self.stmts), ..self.function }
    }
}
