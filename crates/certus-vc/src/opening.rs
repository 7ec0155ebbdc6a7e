//! Opens a goal: the conjuncts that it consists of, through the definitions of the predicates in it.
//!
//! For example, with `spec fn ok(n: Node) -> bool { n.low <= n.high && n.high < 100 }` the goal
//! `forall|i| 0 <= i < s.len() ==> ok(s[i])` has the conjuncts `s[i].low <= s[i].high` and `s[i].high < 100`, of an arbitrary
//! `i` under the condition `0 <= i < s.len()`. If one of them is not proved, the goal is not.
//!
//! Together the conjuncts are at least as strong as the goal: where there is a choice, as in `a || b`, one side becomes the
//! condition of the other. So each of them follows from the goal where its conditions hold.

use certus_diagnostics::Span;
use certus_vir::instances::Types;
use certus_vir::subst::{Subst, each_free};
use certus_vir::{
    BinaryOp, Binder, Const, Expr, ExprKind, Function, Goal, Library, Path, Program, QuantKind, Ty, UnaryOp, Var, visit,
};

use crate::obligation::{Obligation, Step};

/// How many conjuncts a goal is opened into at most; what is left is opened further on demand.
const MOST: usize = 48;

/// How many calls may be within one another.
const MOST_CALLS: usize = 8;

/// A call that was replaced by the definition of its function.
#[derive(Clone, Debug)]
pub struct OpenedCall {
    /// The function.
    pub path: Path,
    /// The place of the call.
    pub span: Span,
}

/// A conjunct of a goal.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// The conjunct under its conditions, over the variables of the obligation.
    pub goal: Expr,
    /// The place where it is written: in the clause, or in the definition of the last of `calls`.
    pub span: Span,
    /// Whether it is the negation of what is written there.
    pub is_negated: bool,
    /// The calls that lead to it, the outermost first.
    pub calls: Vec<OpenedCall>,
    /// The variables that are written in it, with what they stand for; none if it is written in the clause itself.
    pub values: Vec<(Var, Expr)>,
    /// The call that it is, if that has not been opened.
    rest: Option<Rest>,
}

/// A part of a goal that can be opened.
#[derive(Clone, Debug)]
struct Rest {
    expr: Expr,
    place: Place,
}

/// What is known of a part of a goal.
#[derive(Clone, Debug, Default)]
struct Place {
    /// What the variables and the type parameters stand for.
    subst: Subst,
    is_negated: bool,
    /// The conditions, over the variables of the obligation, the first one first.
    conditions: Vec<Expr>,
    calls: Vec<OpenedCall>,
    /// The pattern and the body, of an arm of a `match`.
    arm: Option<Span>,
}

/// A part with its conditions. A part is an expression, and whether it is negated.
type Under<'e> = (Option<(&'e Expr, bool)>, (&'e Expr, bool));

/// How an expression is opened.
enum Way<'e> {
    /// It is the conjunction of these.
    All([Under<'e>; 2]),
    /// What follows from a condition.
    One(Under<'e>),
    /// It is about arbitrary values.
    Arbitrary(&'e [Binder], &'e Expr),
    Let(&'e Binder, &'e Expr, &'e Expr),
    /// A function without a name that is applied to arguments; it is over the variables of the obligation.
    Apply(Vec<Binder>, Expr, &'e [Expr]),
    /// A call of a function with a visible definition.
    Call,
    /// It is not opened.
    No,
}

/// A goal that is opened.
#[derive(Clone, Debug)]
pub struct Opening<'p> {
    program: &'p Program,
    /// The obligation with this goal only.
    alone: Obligation,
    conjuncts: Vec<Conjunct>,
    /// Arbitrary values.
    vars: Vec<Binder>,
    /// Local definitions, and the calls that were opened.
    defs: Vec<(Binder, Expr)>,
    /// The calls among `defs`. Triggers match them as they did before.
    mentions: Vec<Var>,
    /// The conjuncts before these, which are known.
    known: Vec<Expr>,
    /// The place of the call, if the goal is one or the negation of one.
    call: Option<Span>,
}

impl<'p> Opening<'p> {
    /// Opens a goal; `None` if nothing can be opened.
    pub fn new(program: &'p Program, obligation: &Obligation, index: usize) -> Option<Opening<'p>> {
        let alone = obligation.only_goal(index)?;
        let goal = alone.goals.first()?.expr.clone();
        let bare = bare(&goal, false).0;
        let call = matches!(&*bare.kind, ExprKind::Call(..)).then_some(bare.span);
        let mut opening = Opening {
            program,
            alone,
            call,
            conjuncts: Vec::new(),
            vars: Vec::new(),
            defs: Vec::new(),
            mentions: Vec::new(),
            known: Vec::new(),
        };
        let mut conjuncts = Vec::new();
        opening.expand(&goal, false, &Place::default(), MOST, &mut conjuncts);
        opening.conjuncts = conjuncts;
        opening.open_calls();
        let is_opened = opening.conjuncts.len() > 1 || opening.conjuncts.iter().any(|c| !c.calls.is_empty());
        is_opened.then_some(opening)
    }

    /// Opens one conjunct further. Those before it are known. `None` if it cannot be opened.
    pub fn further(&self, index: usize) -> Option<Opening<'p>> {
        let mut opening = self.clone();
        let (before, from) = self.conjuncts.split_at_checked(index)?;
        let one = from.first()?;
        opening.known.extend(before.iter().map(|conjunct| conjunct.goal.clone()));
        let Rest { expr, place } = one.rest.as_ref()?;
        opening.conjuncts = opening.opened(expr, place, MOST)?;
        opening.open_calls();
        Some(opening)
    }

    /// The conjuncts, in order.
    pub fn conjuncts(&self) -> &[Conjunct] {
        &self.conjuncts
    }

    /// The obligation with the conjuncts as its goals, in their order. Each one is known after it. The second value is the
    /// number of steps in the goal's block before the first of them.
    pub fn obligation(&self) -> Option<(Obligation, usize)> {
        let mut opened = self.alone.clone();
        let (block, place) = opened.place(0)?;
        let original = opened.goals.pop()?;
        let mentions = self.mentions.iter().map(|var| Step::Mention(var.clone()));
        let known = self.known.iter().map(|expr| Step::Assume(expr.clone()));
        let goals = (0..self.conjuncts.len()).map(Step::Goal);
        let steps: Vec<Step> = mentions.chain(known).chain(goals).collect();
        opened.blocks.get_mut(block)?.steps.splice(place..=place, steps);
        let goal = |one: &Conjunct| Goal { expr: one.goal.clone(), span: one.span, ..original.clone() };
        opened.goals = self.conjuncts.iter().map(goal).collect();
        opened.vars.extend(self.vars.iter().cloned());
        opened.defs.extend(self.defs.iter().cloned());
        Some((opened, place))
    }

    /// The place of the call, if the goal is one or the negation of one.
    pub fn call(&self) -> Option<Span> {
        self.call
    }

    /// The variables for arbitrary values.
    pub fn arbitrary(&self) -> &[Binder] {
        &self.vars
    }

    /// Opens calls, level by level, while there is room.
    fn open_calls(&mut self) {
        for _ in 0..MOST_CALLS {
            let mut is_changed = false;
            let before = std::mem::take(&mut self.conjuncts);
            let mut left = before.len();
            let mut all = Vec::new();
            for one in before {
                left -= 1;
                let room = MOST.saturating_sub(all.len() + left);
                match one.rest.as_ref().and_then(|rest| self.opened(&rest.expr, &rest.place, room)) {
                    Some(parts) => {
                        is_changed = true;
                        all.extend(parts);
                    }
                    None => all.push(one),
                }
            }
            self.conjuncts = all;
            if !is_changed {
                break;
            }
        }
    }

    /// The conjuncts of a part that was left as it is; `None` if there is no room.
    fn opened(&mut self, expr: &Expr, place: &Place, room: usize) -> Option<Vec<Conjunct>> {
        let mut parts = Vec::new();
        if room < 2 || place.calls.len() >= MOST_CALLS {
            return None;
        }
        match &*expr.kind {
            ExprKind::Call(path, tys, args) => {
                let (function, tys, body) = self.callee(path, tys, place)?;
                let mut inner = Place { arm: None, ..place.clone() };
                inner.calls.push(OpenedCall { path: function.path.clone(), span: expr.span });
                inner.subst = Subst::new().strip_checked();
                function.type_params.iter().zip(tys).for_each(|(param, ty)| inner.subst.ty(&param.name, ty));
                for (param, arg) in function.params.iter().zip(args) {
                    inner.subst.var(&param.var, place.subst.apply(arg));
                }
                let when = function.termination.as_ref().and_then(|termination| termination.when.as_ref());
                inner.conditions.extend(when.map(|when| inner.subst.apply(when)));
                let mention = self.define("call", Ty::Bool, place.subst.apply(expr));
                self.mentions.push(mention);
                self.expand(body, place.is_negated, &inner, room, &mut parts);
            }
            _ => self.expand(expr, place.is_negated, place, room, &mut parts),
        }
        // What does not fit is worth a question of its own.
        Some(parts)
    }

    /// The function that is called, with its type arguments and its definition, if it can be opened here.
    fn callee(&self, path: &Path, tys: &[Ty], place: &Place) -> Option<(&'p Function, Vec<Ty>, &'p Expr)> {
        let own = self.program.functions.get(&self.alone.function);
        let types = Types { program: self.program, own, proved_only: false };
        let tys: Vec<Ty> = tys.iter().map(|ty| types.norm(&Default::default(), &place.subst.apply_ty(ty))).collect();
        let (path, tys) = types.resolve_call(path, &tys).unwrap_or_else(|| (path.clone(), tys));
        let function = self.program.functions.get(&path)?;
        let body = self.alone.definition(self.program, &path)?;
        let root = |module: &str| module.split("::").next().unwrap_or_default().to_owned();
        let (of, here) = (root(&function.module), root(&self.alone.module));
        // A definition of the library says less to its user than the call.
        let is_foreign = of != here && Library::of(&format!("{of}::")).is_some();
        let is_again = function.cycle > 0 && place.calls.iter().any(|call| call.path == path);
        let is_closed = is_foreign || is_again || self.alone.is_hidden(self.program, &path);
        (!is_closed).then_some((function, tys, body))
    }

    /// Adds the conjuncts of an expression. Calls are left.
    fn expand(&mut self, expr: &Expr, is_negated: bool, place: &Place, room: usize, out: &mut Vec<Conjunct>) {
        visit::deep(|| self.expand_once(expr, is_negated, place, room, out));
    }

    fn expand_once(&mut self, whole: &Expr, is_told: bool, place: &Place, room: usize, out: &mut Vec<Conjunct>) {
        let (expr, is_negated) = bare(whole, is_told);
        let way = self.way(expr, is_negated, place);
        if out.len() + 1 >= room && !matches!(way, Way::No) {
            return self.push(expr, is_negated, place, true, out);
        }
        match way {
            Way::All(parts) => {
                for part in parts {
                    self.under(part, place, room, out);
                }
            }
            Way::One(part) => self.under(part, place, room, out),
            Way::Arbitrary(binders, body) => {
                let mut inner = place.clone();
                for binder in binders {
                    let ty = place.subst.apply_ty(&binder.ty);
                    let var = self.fresh(&binder.var.name);
                    self.vars.push(Binder { var: var.clone(), ty: ty.clone() });
                    inner.subst.var(&binder.var, Expr::var(&var, ty, expr.span));
                }
                self.expand(body, is_negated, &inner, room, out);
            }
            Way::Let(binder, value, body) => {
                let ty = place.subst.apply_ty(&binder.ty);
                let var = self.define(&binder.var.name, ty.clone(), place.subst.apply(value));
                let mut inner = place.clone();
                inner.subst.var(&binder.var, Expr::var(&var, ty, value.span));
                self.expand(body, is_negated, &inner, room, out);
            }
            Way::Apply(binders, body, args) => {
                let mut inner = Place { subst: Subst::new().strip_checked(), ..place.clone() };
                for (binder, arg) in binders.iter().zip(args) {
                    inner.subst.var(&binder.var, place.subst.apply(arg));
                }
                self.expand(&body, is_negated, &inner, room, out);
            }
            Way::Call => self.push(expr, is_negated, place, true, out),
            // Here `a != b` is told as it is written.
            Way::No => self.push(unmarked(whole), is_told, place, false, out),
        }
    }

    /// Adds the conjuncts of a part with a condition.
    fn under(&mut self, part: Under<'_>, place: &Place, room: usize, out: &mut Vec<Conjunct>) {
        let (condition, (expr, is_negated)) = part;
        let mut inner = Place { arm: None, ..place.clone() };
        if let Some((condition, is_false)) = condition {
            let (condition, is_false) = bare(condition, is_false);
            let value = place.subst.apply(condition);
            inner.conditions.push(if is_false { Expr::not(value) } else { value });
            let is_one_file = condition.span.file == expr.span.file && condition.span.end <= expr.span.start;
            inner.arm = (is_one_file && !is_false).then(|| condition.span.to(expr.span));
        }
        self.expand(expr, is_negated, &inner, room, out);
    }

    /// Adds a conjunct.
    fn push(&self, expr: &Expr, is_negated: bool, place: &Place, is_open: bool, out: &mut Vec<Conjunct>) {
        let constant = match &*expr.kind {
            ExprKind::Const(Const::Bool(truth)) => Some(*truth != is_negated),
            _ => None,
        };
        if constant == Some(true) {
            return;
        }
        let value = place.subst.apply(expr);
        let claim = if is_negated { Expr::not(value) } else { value };
        let goal = place.conditions.iter().rev().fold(claim, |goal, condition| Expr::implies(condition.clone(), goal));
        let mut values: Vec<(Var, Expr)> = Vec::new();
        each_free(expr, &mut |e| {
            if let ExprKind::Var(var) = &*e.kind
                && !place.calls.is_empty()
                && values.iter().all(|(known, _)| known != var)
            {
                values.push((var.clone(), place.subst.apply(e)));
            }
        });
        let rest = is_open.then(|| Rest { expr: expr.clone(), place: Place { is_negated, ..place.clone() } });
        out.push(Conjunct {
            goal,
            span: place.arm.filter(|_| constant.is_some()).unwrap_or(expr.span),
            is_negated,
            calls: place.calls.clone(),
            values,
            rest,
        });
    }

    /// How an expression is opened. It is no negation.
    fn way<'e>(&self, expr: &'e Expr, is_negated: bool, place: &Place) -> Way<'e> {
        use BinaryOp::{And, Eq, Implies, Or};
        let (claimed, refuted) = (is_negated, !is_negated);
        match &*expr.kind {
            ExprKind::Binary(op @ (And | Or), a, b) if (*op == Or) == is_negated => {
                Way::All([(None, (a, claimed)), (None, (b, claimed))])
            }
            ExprKind::Binary(And | Or, a, b) => {
                // One of them suffices. The one that says more is looked at, where the other does not help.
                match (self.opens(a, is_negated, place), self.opens(b, is_negated, place)) {
                    (false, true) => Way::One((Some((a, refuted)), (b, claimed))),
                    (true, false) => Way::One((Some((b, refuted)), (a, claimed))),
                    _ => Way::No,
                }
            }
            ExprKind::Binary(Implies, a, b) if is_negated => Way::All([(None, (a, false)), (None, (b, true))]),
            ExprKind::Binary(Implies, a, b) => Way::One((Some((a, false)), (b, false))),
            ExprKind::Binary(Eq, a, b) if *a.ty.value() == Ty::Bool => {
                let opens = |e| self.opens(e, false, place) || self.opens(e, true, place);
                let (known, claim) = match (opens(a), opens(b)) {
                    (false, true) => (a, b),
                    (true, false) => (b, a),
                    _ => return Way::No,
                };
                Way::All([(Some((known, false)), (claim, claimed)), (Some((known, true)), (claim, refuted))])
            }
            ExprKind::If(condition, then, otherwise) => {
                Way::All([(Some((condition, false)), (then, claimed)), (Some((condition, true)), (otherwise, claimed))])
            }
            ExprKind::Let(binder, value, body) => Way::Let(binder, value, body),
            ExprKind::Quant(kind, binders, _, body) if (*kind == QuantKind::Exists) == is_negated => {
                Way::Arbitrary(binders, body)
            }
            ExprKind::Apply(callee, args) => {
                let callee = place.subst.apply(callee);
                match &*bare(&callee, false).0.kind {
                    ExprKind::Lambda(binders, body) => Way::Apply(binders.clone(), body.clone(), args),
                    _ => Way::No,
                }
            }
            ExprKind::Call(path, tys, _) if self.callee(path, tys, place).is_some() => Way::Call,
            _ => Way::No,
        }
    }

    /// Whether an expression can be opened.
    fn opens(&self, expr: &Expr, is_negated: bool, place: &Place) -> bool {
        visit::deep(|| {
            let (expr, is_negated) = bare(expr, is_negated);
            !matches!(self.way(expr, is_negated, place), Way::No)
        })
    }

    /// A new variable with this definition.
    fn define(&mut self, name: &str, ty: Ty, value: Expr) -> Var {
        let var = self.fresh(name);
        self.defs.push((Binder { var: var.clone(), ty }, value));
        var
    }

    /// A variable with a new name.
    fn fresh(&self, name: &str) -> Var {
        let number = self.vars.len() + self.defs.len();
        Var { name: format!("{}%o{number}", name.split(['@', '%']).next().unwrap_or(name)).into(), index: 0 }
    }
}

/// The expression without the marks around it.
fn unmarked(mut expr: &Expr) -> &Expr {
    while let ExprKind::Arm(inner) | ExprKind::Checked(inner) = &*expr.kind {
        expr = inner;
    }
    expr
}

/// The expression without the negations and the marks around it, and whether it is negated.
fn bare(mut expr: &Expr, mut is_negated: bool) -> (&Expr, bool) {
    loop {
        match &*expr.kind {
            ExprKind::Arm(inner) | ExprKind::Checked(inner) => expr = inner,
            ExprKind::Unary(UnaryOp::Not, inner) => {
                expr = inner;
                is_negated = !is_negated;
            }
            _ => return (expr, is_negated),
        }
    }
}
