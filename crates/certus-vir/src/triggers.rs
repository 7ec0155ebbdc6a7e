//! Automatic triggers: whether a quantifier without written triggers has any.
//!
//! Guide pages `forall` and `trigger-annotations`: a quantifier whose variables stand in no term that may be a trigger is refused. A
//! term may be one if the solver has it as a term of its own: calls, constructors, fields and operators on bits. These are
//! no such terms, and nothing that has one of them inside is: arithmetic, comparisons, connectives, casts, conditions, and
//! calls of spec closures. What a `let`, a match arm or a further quantifier binds is not looked into. A term is left out as
//! well if the body has the same term with something larger in the place of a variable: each instance would bring in the
//! next.

use std::collections::{HashMap, HashSet};

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

/// How many pairs of terms are compared, at most, their parts included. Beyond it no term counts as one that feeds itself.
const COMPARISONS: usize = 1_000_000;

/// The first of the bound names that no trigger can have, if there is one.
///
/// `all` is for `#![all_triggers]`, which takes extensional equalities too.
pub fn uncovered<'b>(body: &Expr, bound: &'b [Bound], all: bool) -> Option<&'b Bound> {
    let mut terms = Terms { bound, all, nodes: Vec::new(), numbers: HashMap::new(), others: 0 };
    terms.gather(body);
    let covering = terms.triggers();
    let is_covered = |name: &Bound| covering.iter().any(|&term| terms.covers(term, name));
    bound.iter().find(|name| !is_covered(name))
}

/// The number of a term: equal terms have the same, wherever they stand and whatever their types are.
type Term = usize;

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Head {
    /// A variable or type parameter.
    Name(Bound),
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
    HasResolved,
    Bits(BinaryOp),
    BitNot,
    ExtEq,
    /// Something else; no two are the same.
    Other(u32),
}

/// A term by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    head: Head,
    args: Vec<Term>,
    /// Whether it may be a trigger, or stand in one.
    pure: bool,
    /// Whether a bound name is in it.
    has_bound: bool,
}

/// The terms of a body, each once, after its parts.
struct Terms<'b> {
    bound: &'b [Bound],
    all: bool,
    nodes: Vec<Node>,
    numbers: HashMap<Node, Term>,
    /// How many heads of form `Other` there are.
    others: u32,
}

impl Terms<'_> {
    /// Adds the terms of an expression, and gives its number.
    fn gather(&mut self, e: &Expr) -> Term {
        deep(|| self.gather_inner(e))
    }

    fn gather_inner(&mut self, e: &Expr) -> Term {
        match &*e.kind {
            ExprKind::Checked(inner) => self.gather(inner),
            // A cast that changes nothing.
            ExprKind::Unary(UnaryOp::Clip(kind), inner)
                if inner.ty.int_kind().is_some_and(|from| from.is_within(*kind)) =>
            {
                self.gather(inner)
            }
            ExprKind::Var(var) => self.pure(Head::Name(Bound::Var(var.clone())), Vec::new()),
            ExprKind::Old(var) => self.pure(Head::Old(var.clone()), Vec::new()),
            ExprKind::Const(value) => self.pure(Head::Const(value.clone()), Vec::new()),
            ExprKind::Bound(kind, high) => self.pure(Head::Limit(*kind, *high), Vec::new()),
            // A function as a value.
            ExprKind::TypeConst(Ty::FnItem(path, _)) => self.pure(Head::Function(path.clone()), Vec::new()),
            ExprKind::Call(path, tys, args) => {
                let mut parts = Vec::new();
                tys.iter().for_each(|ty| self.type_params(ty, &mut parts));
                parts.extend(self.operands(args));
                self.pure(Head::Call(path.clone()), parts)
            }
            ExprKind::Ctor(path, variant, fields) => {
                let args = self.operands(fields.iter().map(|(_, value)| value));
                self.pure(Head::Ctor(path.clone(), variant.clone()), args)
            }
            ExprKind::Unary(op, operand) => {
                let arg = self.gather(operand);
                let head = match op {
                    UnaryOp::Field(path, variant, field) => Head::Field(path.clone(), variant.clone(), field.clone()),
                    UnaryOp::MutCurrent => Head::MutCurrent,
                    UnaryOp::MutFinal => Head::MutFinal,
                    UnaryOp::HasResolved => Head::HasResolved,
                    UnaryOp::BitNot(_) => Head::BitNot,
                    UnaryOp::Not
                    | UnaryOp::Neg
                    | UnaryOp::Clip(_)
                    | UnaryOp::InRange(_)
                    | UnaryOp::IsVariant(..)
                    | UnaryOp::BoolToInt
                    | UnaryOp::RealNeg
                    | UnaryOp::IntToReal
                    | UnaryOp::Floor => return self.other(vec![arg]),
                };
                self.pure(head, vec![arg])
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::If(condition, then, otherwise) => {
                let args = self.operands([condition, then, otherwise]);
                self.other(args)
            }
            ExprKind::Apply(function, args) => {
                let args = self.operands(std::iter::once(function).chain(args));
                self.other(args)
            }
            ExprKind::Arm(_)
            | ExprKind::Let(..)
            | ExprKind::Quant(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::ArchBits
            | ExprKind::TypeConst(_) => self.other(Vec::new()),
        }
    }

    fn operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> Vec<Term> {
        operands.into_iter().map(|operand| self.gather(operand)).collect()
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Term {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, ExtEq, Ge, Gt, HeightLt, Implies};
        use BinaryOp::{Le, Lt, Mod, Mul, Or, Shl, Shr, Sub};
        let mut args = self.operands([left, right]);
        match op {
            BitAnd | BitOr | BitXor | Shr | Shl(_) => self.pure(Head::Bits(op), args),
            ExtEq { .. } if self.all => {
                self.type_params(&left.ty, &mut args);
                self.pure(Head::ExtEq, args)
            }
            BinaryOp::WithCurrent | BinaryOp::Real(_) => self.other(args),
            ExtEq { .. } | And | Or | Implies | Eq | Add | Sub | Mul | Div | Mod | Lt | Le | Gt | Ge | HeightLt => {
                self.other(args)
            }
        }
    }

    /// The type parameters in a type, as terms.
    fn type_params(&mut self, ty: &Ty, found: &mut Vec<Term>) {
        if let Ty::Param(name) = ty {
            found.push(self.pure(Head::Name(Bound::Type(name.clone())), Vec::new()));
        }
        ty.parts().for_each(|part| self.type_params(part, found));
    }

    /// A term that may stand in a trigger, if its parts may.
    fn pure(&mut self, head: Head, args: Vec<Term>) -> Term {
        let pure = args.iter().all(|&arg| self.nodes[arg].pure); // Parts are numbered before.
        self.add(head, args, pure)
    }

    /// A term that stands in no trigger.
    fn other(&mut self, args: Vec<Term>) -> Term {
        self.others += 1;
        self.add(Head::Other(self.others), args, false)
    }

    fn add(&mut self, head: Head, args: Vec<Term>, pure: bool) -> Term {
        let is_bound = matches!(&head, Head::Name(name) if self.bound.contains(name));
        let has_bound = is_bound || args.iter().any(|&arg| self.nodes[arg].has_bound); // Parts are numbered before.
        let node = Node { head, args, pure, has_bound };
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        self.numbers.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The terms that may be triggers.
    fn triggers(&self) -> Vec<Term> {
        let mut of_head: HashMap<&Head, Vec<Term>> = HashMap::new();
        let applications = self.nodes.iter().enumerate().filter(|(_, node)| node.is_application());
        for (number, node) in applications.clone() {
            of_head.entry(&node.head).or_default().push(number);
        }
        let mut left = COMPARISONS;
        let mut feeds_itself = |number: Term, head: &Head| {
            of_head.get(head).into_iter().flatten().any(|&other| self.instance(number, other, &mut left) == Some(true))
        };
        let candidates = applications.filter(|(_, node)| node.pure && node.has_bound);
        candidates.filter(|(number, node)| !feeds_itself(*number, &node.head)).map(|(number, _)| number).collect()
    }

    /// Whether a term has a bound name in it.
    fn covers(&self, term: Term, name: &Bound) -> bool {
        let (mut seen, mut todo) = (HashSet::new(), vec![term]);
        while let Some(at) = todo.pop() {
            let node = &self.nodes[at]; // Numbers of this table.
            if matches!(&node.head, Head::Name(found) if found == name) {
                return true;
            }
            todo.extend(node.args.iter().filter(|&&arg| self.nodes[arg].has_bound && seen.insert(arg)));
        }
        false
    }

    /// Whether a term is an instance of another for some values of the bound names; the answer says whether one of these
    /// values is an application. `None` also when nothing is `left` of the comparisons.
    fn instance(&self, template: Term, term: Term, left: &mut usize) -> Option<bool> {
        let (mut grows, mut todo) = (false, vec![(template, term)]);
        while let Some((template, term)) = todo.pop() {
            *left = left.checked_sub(1)?;
            let (pattern, node) = (&self.nodes[template], &self.nodes[term]); // Numbers of this table.
            match &pattern.head {
                _ if !pattern.has_bound => match template == term {
                    true => continue,
                    false => return None,
                },
                Head::Name(_) => grows |= !matches!(node.head, Head::Name(_) | Head::Old(_)),
                head if *head == node.head && pattern.args.len() == node.args.len() => {
                    todo.extend(pattern.args.iter().copied().zip(node.args.iter().copied()));
                }
                _ => return None,
            }
        }
        Some(grows)
    }
}

impl Node {
    /// Whether it can be a trigger if it is pure: tuples are no terms of the solver's own that one would look for.
    fn is_application(&self) -> bool {
        match &self.head {
            Head::Name(_) | Head::Old(_) => false,
            Head::Ctor(path, _) => !path.starts_with("tuple%"),
            _ => true,
        }
    }
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

    #[test]
    fn deep_and_wide_bodies_are_looked_through() {
        // On a stack as large as the command's: a deep expression is also dropped level by level.
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(look_through_deep_and_wide_bodies);
        thread.expect("a thread can be started").join().expect("what it asserts holds");
    }

    fn look_through_deep_and_wide_bodies() {
        let sum = (0..20_000).fold(x(), |sum, _| next(sum));
        assert!(!has_trigger(&p(sum.clone())));
        assert!(has_trigger(&binary(BinaryOp::And, p(sum), binary(BinaryOp::Lt, f(x()), int(0)))));
        let nested = (0..5_000).fold(x(), |inner, _| f(inner));
        assert!(has_trigger(&p(nested)));
        let wide = (0..5_000).map(|n| p(f(binary(BinaryOp::Add, x(), int(n))))).reduce(implies);
        assert!(wide.is_some_and(|wide| !has_trigger(&wide)));
    }
}
