//! Capture-avoiding substitution, and the variables of an expression.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::expr::{Binder, Expr, ExprKind, Trigger, Var};
use crate::ty::{Name, Ty};
use crate::visit;

/// What to put for variables, for initial values ([`ExprKind::Old`]) and for type parameters. Whatever has no entry
/// stays as it is.
#[derive(Clone, Debug, Default)]
pub struct Subst {
    vars: HashMap<Var, Expr>,
    olds: HashMap<Var, Expr>,
    tys: HashMap<Name, Ty>,
    /// Variables that are free in the replacements: a binder of one of these names is renamed.
    range: HashSet<Var>,
    strip_checked: bool,
}

impl Subst {
    /// The substitution that changes nothing.
    pub fn new() -> Subst {
        Subst::default()
    }

    /// Puts `value` for the variable.
    pub fn var(&mut self, var: &Var, value: Expr) {
        if is_var(&value, var) {
            self.vars.remove(var);
            return;
        }
        self.range.extend(free_vars(&value));
        self.vars.insert(var.clone(), value);
    }

    /// Puts `value` for the initial value of the variable.
    pub fn old(&mut self, var: &Var, value: Expr) {
        self.range.extend(free_vars(&value));
        self.olds.insert(var.clone(), value);
    }

    /// Puts `ty` for the type parameter.
    pub fn ty(&mut self, name: &Name, ty: Ty) {
        self.tys.insert(name.clone(), ty);
    }

    /// Replaces `Checked(e)` by `e` on the way.
    pub fn strip_checked(mut self) -> Subst {
        self.strip_checked = true;
        self
    }

    /// The type with its parameters replaced.
    pub fn apply_ty(&self, ty: &Ty) -> Ty {
        if self.tys.is_empty() { ty.clone() } else { ty.subst(&|name| self.tys.get(name).cloned()) }
    }

    /// The expression with everything replaced.
    pub fn apply(&self, expr: &Expr) -> Expr {
        visit::deep(|| self.apply_once(expr))
    }

    fn apply_once(&self, expr: &Expr) -> Expr {
        let ty = self.apply_ty(&expr.ty);
        let kind = match &*expr.kind {
            ExprKind::Var(var) => return self.leaf(expr, self.vars.get(var), ty),
            ExprKind::Old(var) => return self.leaf(expr, self.olds.get(var), ty),
            ExprKind::Checked(e) if self.strip_checked => return self.apply(e),
            ExprKind::Call(path, tys, args) => {
                let tys = tys.iter().map(|t| self.apply_ty(t)).collect();
                ExprKind::Call(path.clone(), tys, args.iter().map(|e| self.apply(e)).collect())
            }
            ExprKind::TypeConst(ty) => ExprKind::TypeConst(self.apply_ty(ty)),
            ExprKind::Let(binder, value, body) => {
                let value = self.apply(value);
                let (inner, binders) = self.enter(std::slice::from_ref(binder), &[body]);
                let [binder] = <[Binder; 1]>::try_from(binders).unwrap_or_else(|_| [binder.clone()]);
                ExprKind::Let(binder, value, inner.apply(body))
            }
            ExprKind::Quant(quantifier, binders, trigger, body) => {
                let (inner, binders) = self.enter(binders, &scope(trigger, &[body]));
                ExprKind::Quant(*quantifier, binders, inner.trigger(trigger), inner.apply(body))
            }
            ExprKind::Choose(binders, trigger, condition, result) => {
                let (inner, binders) = self.enter(binders, &scope(trigger, &[condition, result]));
                let trigger = inner.trigger(trigger);
                ExprKind::Choose(binders, trigger, inner.apply(condition), inner.apply(result))
            }
            ExprKind::Lambda(binders, body) => {
                let (inner, binders) = self.enter(binders, &[body]);
                ExprKind::Lambda(binders, inner.apply(body))
            }
            // These bind nothing and have no types in them.
            ExprKind::Const(_)
            | ExprKind::Ctor(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..)
            | ExprKind::Apply(..)
            | ExprKind::ArchBits
            | ExprKind::Bound(..)
            | ExprKind::Arm(_)
            | ExprKind::Checked(_) => return Expr { ty, ..visit::map_children(expr, &mut |e| self.apply(e)) },
        };
        Expr::new(kind, ty, expr.span)
    }

    /// The replacement keeps its own type but stands where the variable stood, with the decorations that the variable has there:
    /// of a value of type `Ghost<&mut T>` nothing is resolved, whatever is in it.
    fn leaf(&self, expr: &Expr, value: Option<&Expr>, ty: Ty) -> Expr {
        match value {
            Some(value) if value.ty.value() == ty.value() => Expr { span: expr.span, ty, ..value.clone() },
            Some(value) => Expr { span: expr.span, ..value.clone() },
            None => Expr { ty, ..expr.clone() },
        }
    }

    fn trigger(&self, trigger: &Trigger) -> Trigger {
        match trigger {
            Trigger::Given(groups) => {
                Trigger::Given(groups.iter().map(|g| g.iter().map(|e| self.apply(e)).collect()).collect())
            }
            other => other.clone(),
        }
    }

    /// The substitution below binders, and the binders, renamed where they would capture a variable of a replacement.
    fn enter(&self, binders: &[Binder], bodies: &[&Expr]) -> (Subst, Vec<Binder>) {
        let mut inner = self.clone();
        let mut renamed = Vec::new();
        for binder in binders {
            inner.vars.remove(&binder.var);
            let ty = self.apply_ty(&binder.ty);
            let mut var = binder.var.clone();
            if inner.range.contains(&var) {
                let taken: BTreeSet<Var> = bodies.iter().flat_map(|e| free_vars(e)).collect();
                while inner.range.contains(&var) || taken.contains(&var) || binders.iter().any(|b| b.var == var) {
                    var.index += 1;
                }
                inner.var(&binder.var, Expr::var(&var, ty.clone(), bodies[0].span));
            }
            renamed.push(Binder { var, ty });
        }
        (inner, renamed)
    }
}

fn scope<'a>(trigger: &'a Trigger, bodies: &[&'a Expr]) -> Vec<&'a Expr> {
    let mut all = bodies.to_vec();
    if let Trigger::Given(groups) = trigger {
        all.extend(groups.iter().flatten());
    }
    all
}

fn is_var(expr: &Expr, var: &Var) -> bool {
    matches!(&*expr.kind, ExprKind::Var(v) if v == var)
}

/// The variables that occur free; initial values ([`ExprKind::Old`]) are not among them.
pub fn free_vars(expr: &Expr) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    collect(expr, &mut Vec::new(), &mut |e| {
        if let ExprKind::Var(var) = &*e.kind {
            found.insert(var.clone());
        }
    });
    found
}

/// Calls `f` on every free occurrence of a variable ([`ExprKind::Var`]) and every initial value ([`ExprKind::Old`]).
pub fn each_free(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    collect(expr, &mut Vec::new(), f);
}

fn collect(expr: &Expr, bound: &mut Vec<Var>, f: &mut dyn FnMut(&Expr)) {
    visit::deep(|| collect_once(expr, bound, f));
}

fn collect_once(expr: &Expr, bound: &mut Vec<Var>, f: &mut dyn FnMut(&Expr)) {
    match &*expr.kind {
        ExprKind::Var(var) if bound.contains(var) => {}
        ExprKind::Var(_) | ExprKind::Old(_) => f(expr),
        ExprKind::Let(binder, value, body) => {
            collect(value, bound, f);
            bound.push(binder.var.clone());
            collect(body, bound, f);
            bound.pop();
        }
        ExprKind::Quant(_, binders, ..) | ExprKind::Choose(binders, ..) | ExprKind::Lambda(binders, _) => {
            let outside = bound.len();
            bound.extend(binders.iter().map(|b| b.var.clone()));
            visit::children(expr, &mut |e| collect(e, bound, f));
            bound.truncate(outside);
        }
        _ => visit::children(expr, &mut |e| collect(e, bound, f)),
    }
}
