//! Automatic triggers: whether a quantifier without written triggers has any.
//!
//! Guide pages `forall` and `trigger-annotations`: a quantifier whose variables stand in no term that may be a trigger is refused. A
//! term may be one if the solver has it as a term of its own: calls, constructors, fields and operators on bits. These are
//! no such terms, and nothing that has one of them inside is: arithmetic, comparisons, connectives, casts, conditions, and
//! calls of spec closures. What a `let`, a match arm or a further quantifier binds is not looked into. A term is left out as
//! well if the body has the same term with something larger in the place of a variable: each instance would bring in the
//! next.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::expr::{BinaryOp, Const, Expr, ExprKind, UnaryOp, Var};
use crate::ty::{IntKind, Name, Path, Ty};
use crate::visit::deep;

/// What a quantifier binds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// A variable.
    Var(Var),
    /// A type parameter; broadcast functions are facts for all types.
    Type(Name),
}

/// The first of the bound names that no trigger can have, if there is one.
///
/// `all` is for `#![all_triggers]`, which takes extensional equalities too.
pub fn uncovered<'b>(body: &Expr, bound: &'b [Bound], all: bool) -> Option<&'b Bound> {
    let mut terms =
        Terms { bound: bound.iter().collect(), all, by_head: HashMap::new(), pure: HashSet::new(), count: 0 };
    terms.gather(body);
    let feeds_itself = |term: &Rc<Term>| {
        let Term::App(head, _) = &**term else { return false };
        terms
            .by_head
            .get(head)
            .is_some_and(|others| others.iter().any(|other| terms.instance(term, other).is_some_and(|grows| grows)))
    };
    let mut covered = HashSet::new();
    for term in terms.pure.iter().filter(|term| !feeds_itself(term)) {
        terms.add_bound(term, &mut covered);
    }
    bound.iter().find(|name| !covered.contains(name))
}

/// A term without places and types, so that equal terms are the same.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Term {
    /// A variable or type parameter.
    Name(Bound),
    /// An application.
    App(Head, Vec<Rc<Term>>),
}

/// What is applied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Head {
    Const(Const),
    /// The value of a variable when the function began.
    Old(Var),
    /// The bound of a range.
    Limit(IntKind, bool),
    Function(Path),
    Call(Path),
    Ctor(Path, Name),
    Field(Path, Name, Name),
    MutCurrent,
    MutFinal,
    Bits(BinaryOp),
    BitNot,
    ExtEq,
    /// Something else; no two are the same.
    Other(u32),
}

/// The terms of a body.
struct Terms<'b> {
    bound: HashSet<&'b Bound>,
    all: bool,
    /// All applications, those that cannot be triggers too.
    by_head: HashMap<Head, HashSet<Rc<Term>>>,
    /// The applications that may be triggers and have a bound name.
    pure: HashSet<Rc<Term>>,
    /// How many heads of form `Other` there are.
    count: u32,
}

impl Terms<'_> {
    /// Adds the terms of an expression. Gives its term, and whether it may stand in a trigger.
    fn gather(&mut self, e: &Expr) -> (Rc<Term>, bool) {
        deep(|| self.gather_inner(e))
    }

    fn gather_inner(&mut self, e: &Expr) -> (Rc<Term>, bool) {
        let (head, args, pure) = match &*e.kind {
            ExprKind::Var(var) => return (Rc::new(Term::Name(Bound::Var(var.clone()))), true),
            ExprKind::Checked(inner) => return self.gather(inner),
            ExprKind::Old(var) => return (Rc::new(Term::App(Head::Old(var.clone()), Vec::new())), true),
            ExprKind::Const(value) => (Head::Const(value.clone()), Vec::new(), true),
            ExprKind::Bound(kind, high) => (Head::Limit(*kind, *high), Vec::new(), true),
            // A function as a value.
            ExprKind::TypeConst(Ty::FnItem(path, _)) => (Head::Function(path.clone()), Vec::new(), true),
            ExprKind::Call(path, tys, args) => {
                let mut types = Vec::new();
                tys.iter().for_each(|ty| type_params(ty, &mut types));
                let (args, pure) = self.operands(args);
                (Head::Call(path.clone()), types.into_iter().chain(args).collect(), pure)
            }
            ExprKind::Ctor(path, variant, fields) => {
                let (args, pure) = self.operands(fields.iter().map(|(_, value)| value));
                if path.starts_with("tuple%") {
                    return (Rc::new(Term::App(Head::Ctor(path.clone(), variant.clone()), args)), pure);
                }
                (Head::Ctor(path.clone(), variant.clone()), args, pure)
            }
            ExprKind::Unary(op, operand) => self.unary(op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::If(condition, then, otherwise) => {
                let (args, _) = self.operands([condition, then, otherwise]);
                (self.other(), args, false)
            }
            ExprKind::Apply(function, args) => {
                let (args, _) = self.operands(std::iter::once(function).chain(args));
                (self.other(), args, false)
            }
            ExprKind::Arm(_)
            | ExprKind::Let(..)
            | ExprKind::Quant(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::ArchBits
            | ExprKind::TypeConst(_) => (self.other(), Vec::new(), false),
        };
        let term = Rc::new(Term::App(head.clone(), args));
        self.by_head.entry(head).or_default().insert(term.clone());
        if pure && self.has_bound(&term) {
            self.pure.insert(term.clone());
        }
        (term, pure)
    }

    fn operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> (Vec<Rc<Term>>, bool) {
        let mut pure = true;
        let mut terms = Vec::new();
        for operand in operands {
            let (term, is_pure) = self.gather(operand);
            pure &= is_pure;
            terms.push(term);
        }
        (terms, pure)
    }

    fn unary(&mut self, op: &UnaryOp, operand: &Expr) -> (Head, Vec<Rc<Term>>, bool) {
        let (term, pure) = self.gather(operand);
        let head = match op {
            UnaryOp::Field(path, variant, field) => Head::Field(path.clone(), variant.clone(), field.clone()),
            UnaryOp::MutCurrent => Head::MutCurrent,
            UnaryOp::MutFinal => Head::MutFinal,
            UnaryOp::BitNot(_) => Head::BitNot,
            UnaryOp::Not
            | UnaryOp::Neg
            | UnaryOp::Clip(_)
            | UnaryOp::InRange(_)
            | UnaryOp::IsVariant(..)
            | UnaryOp::BoolToInt => return (self.other(), vec![term], false),
        };
        (head, vec![term], pure)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> (Head, Vec<Rc<Term>>, bool) {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, ExtEq, Ge, Gt, HeightLt, Implies};
        use BinaryOp::{Le, Lt, Mod, Mul, Or, Shl, Shr, Sub};
        let (args, pure) = self.operands([left, right]);
        let head = match op {
            BitAnd | BitOr | BitXor | Shr | Shl(_) => Head::Bits(op),
            ExtEq { .. } if self.all => Head::ExtEq,
            ExtEq { .. } | And | Or | Implies | Eq | Add | Sub | Mul | Div | Mod | Lt | Le | Gt | Ge | HeightLt => {
                return (self.other(), args, false);
            }
        };
        (head, args, pure)
    }

    fn other(&mut self) -> Head {
        self.count += 1;
        Head::Other(self.count)
    }

    fn has_bound(&self, term: &Term) -> bool {
        match term {
            Term::Name(name) => self.bound.contains(name),
            Term::App(_, args) => args.iter().any(|arg| self.has_bound(arg)),
        }
    }

    /// Adds the bound names in a term.
    fn add_bound(&self, term: &Term, found: &mut HashSet<Bound>) {
        match term {
            Term::Name(name) if self.bound.contains(name) => {
                found.insert(name.clone());
            }
            Term::Name(_) => {}
            Term::App(_, args) => args.iter().for_each(|arg| self.add_bound(arg, found)),
        }
    }

    /// Whether a term is an instance of another for some values of the bound names; the answer says whether one of these
    /// values is an application.
    fn instance(&self, template: &Term, term: &Term) -> Option<bool> {
        match (template, term) {
            (Term::Name(name), _) if self.bound.contains(name) => {
                Some(matches!(term, Term::App(head, _) if !matches!(head, Head::Old(_))))
            }
            (Term::Name(a), Term::Name(b)) => (a == b).then_some(false),
            (Term::App(f, params), Term::App(g, args)) if f == g && params.len() == args.len() => {
                let mut grows = false;
                for (param, arg) in params.iter().zip(args) {
                    grows |= self.instance(param, arg)?;
                }
                Some(grows)
            }
            _ => None,
        }
    }
}

fn type_params(ty: &Ty, found: &mut Vec<Rc<Term>>) {
    if let Ty::Param(name) = ty {
        found.push(Rc::new(Term::Name(Bound::Type(name.clone()))));
    }
    ty.parts().for_each(|part| type_params(part, found));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{binary, forall, int, name, nowhere, spec_call, var};
    use crate::expr::Binder;

    fn x() -> Expr {
        var("x", Ty::int())
    }

    fn p(arg: Expr) -> Expr {
        spec_call("p", vec![arg], Ty::Bool)
    }

    fn f(arg: Expr) -> Expr {
        spec_call("f", vec![arg], Ty::int())
    }

    fn next(e: Expr) -> Expr {
        binary(BinaryOp::Add, e, int(1))
    }

    fn has_trigger(body: &Expr) -> bool {
        uncovered(body, &[Bound::Var(name("x"))], false).is_none()
    }

    fn implies(a: Expr, b: Expr) -> Expr {
        binary(BinaryOp::Implies, a, b)
    }

    #[test]
    fn a_call_is_a_trigger_and_arithmetic_is_none() {
        assert!(has_trigger(&p(x())));
        assert!(has_trigger(&binary(BinaryOp::Lt, f(x()), int(3))));
        assert!(!has_trigger(&binary(BinaryOp::Lt, next(x()), int(3))));
        assert!(!has_trigger(&p(next(x()))));
        assert!(!has_trigger(&p(int(3))));
    }

    #[test]
    fn a_term_that_feeds_itself_is_left_out() {
        assert!(!has_trigger(&implies(p(x()), p(next(x())))));
        // `f(x)` stays: nothing larger is its argument.
        assert!(has_trigger(&implies(p(x()), p(f(x())))));
        assert!(has_trigger(&binary(BinaryOp::Eq, f(f(x())), f(x()))), "`f(f(x))` has nothing larger beside it");
        let next_of = |e| f(next(e));
        assert!(!has_trigger(&binary(BinaryOp::Lt, f(x()), next_of(x()))));
        let both = implies(p(x()), p(var("y", Ty::int())));
        assert!(has_trigger(&both), "`y` is no larger than `x`");
    }

    #[test]
    fn what_binds_is_not_looked_into() {
        let y = || Binder { var: name("y"), ty: Ty::int() };
        assert!(!has_trigger(&forall(vec![y()], p(x()))));
        let local = Expr::new(ExprKind::Let(y(), int(1), p(x())), Ty::Bool, nowhere());
        assert!(!has_trigger(&local));
        assert!(has_trigger(&implies(local, p(x()))));
        let arm = Expr::new(ExprKind::Arm(p(x())), Ty::Bool, nowhere());
        assert!(!has_trigger(&arm));
    }

    #[test]
    fn calls_of_spec_closures_are_none() {
        let closure = var("c", Ty::SpecFn(vec![Ty::int()], Box::new(Ty::Bool)));
        let apply = |arg| Expr::new(ExprKind::Apply(closure.clone(), vec![arg]), Ty::Bool, nowhere());
        assert!(!has_trigger(&apply(x())));
        assert!(has_trigger(&apply(f(x()))));
    }

    #[test]
    fn every_bound_name_must_be_covered() {
        let body = spec_call("p", vec![x()], Ty::Bool);
        let bound = [Bound::Var(name("x")), Bound::Type("A".into())];
        assert_eq!(uncovered(&body, &bound, false), Some(&Bound::Type("A".into())));
        let of_type =
            Expr::new(ExprKind::Call("p".into(), vec![Ty::Param("A".into())], vec![x()]), Ty::Bool, nowhere());
        assert_eq!(uncovered(&of_type, &bound, false), None);
    }

    #[test]
    fn all_triggers_take_extensional_equalities() {
        let body = binary(BinaryOp::ExtEq { deep: false }, x(), int(3));
        assert!(!has_trigger(&body));
        assert!(uncovered(&body, &[Bound::Var(name("x"))], true).is_none());
    }
}
