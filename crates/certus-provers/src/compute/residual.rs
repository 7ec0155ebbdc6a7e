//! Converts values back to expressions: the remaining goal.

use certus_diagnostics::Span;
use certus_vir::subst::Subst;
use certus_vir::{Binder, Expr, ExprKind, Known, Name, Path, Ty, UnaryOp, Var, visit};

use super::code::Origin;
use super::machine::Machine;
use super::value::{Head, Id, Node};

/// The maximal size of the remaining goal. Each part counts as often as it occurs.
const MAX_SIZE: usize = 10_000;

/// Makes expressions from the values of a machine.
pub(super) struct Residual<'m, 'p> {
    machine: &'m Machine<'p>,
    span: Span,
}

/// The value as an expression of this type; `None` if it is too large, or a part of it is no expression.
pub(super) fn expression(machine: &Machine<'_>, id: Id, ty: &Ty, span: Span) -> Option<Expr> {
    let residual = Residual { machine, span };
    if residual.is_small(id) { residual.expr(id, ty) } else { None }
}

impl Residual<'_, '_> {
    /// Whether the expression for the value would be small enough.
    fn is_small(&self, id: Id) -> bool {
        let mut todo = vec![id];
        let mut seen = 0;
        while let Some(id) = todo.pop() {
            seen += 1;
            if seen + todo.len() > MAX_SIZE {
                return false;
            }
            let values = &self.machine.values;
            match values.node(id) {
                Node::Ctor(_, _, parts) | Node::Closure(_, parts) | Node::Stuck(_, _, parts) => todo.extend(parts),
                Node::Seq(..) => todo.extend(values.as_seq(id).into_iter().flat_map(|(_, items)| items.iter())),
                Node::Map(..) => {
                    let items = values.as_map(id).into_iter().flat_map(|(_, items)| items.iter());
                    todo.extend(items.flat_map(|(key, value)| [key, value]));
                }
                Node::Set(..) => todo.extend(values.as_set(id).into_iter().flat_map(|(_, items)| items.keys())),
                Node::Bool(_) | Node::Int(_) | Node::Real(_) | Node::Text(_) => {}
            }
        }
        true
    }

    fn make(&self, kind: ExprKind, ty: &Ty) -> Expr {
        Expr::new(kind, ty.clone(), self.span)
    }

    /// A call of a function of the library.
    fn call(&self, function: Known, tys: &[Ty], args: Vec<Expr>, ty: &Ty) -> Expr {
        self.make(ExprKind::Call(function.path().into(), tys.to_vec(), args), ty)
    }

    /// The value as an expression of this type.
    fn expr(&self, id: Id, ty: &Ty) -> Option<Expr> {
        visit::deep(|| self.expr_once(id, ty))
    }

    /// A value whose type follows from the value itself.
    fn own(&self, id: Id) -> Option<Expr> {
        let int = Ty::int();
        let ty = match self.machine.values.node(id) {
            Node::Bool(_) => &Ty::Bool,
            Node::Int(_) => &int,
            Node::Real(_) => &Ty::Real,
            Node::Closure(number, _) => &self.machine.lambdas.get(*number as usize)?.origin.expr.ty,
            _ => self.machine.values.ty_of(self.machine.values.type_of(id)?),
        };
        self.expr(id, ty)
    }

    /// The values as expressions of their own types.
    fn all(&self, ids: &[Id]) -> Option<Vec<Expr>> {
        ids.iter().map(|id| self.own(*id)).collect()
    }

    fn expr_once(&self, id: Id, ty: &Ty) -> Option<Expr> {
        let values = &self.machine.values;
        let of = |index: usize| match ty.value() {
            Ty::Data(_, args) => args.get(index),
            _ => None,
        };
        Some(match values.node(id) {
            Node::Bool(value) => Expr::bool(*value, self.span),
            Node::Int(value) => self.make(ExprKind::Const(certus_vir::Const::Int(value.clone())), ty),
            Node::Real(value) => self.make(ExprKind::Const(certus_vir::Const::Real(value.clone())), ty),
            Node::Text(text) => self.make(ExprKind::Const(certus_vir::Const::Str(text.clone())), ty),
            Node::Ctor(path, variant, fields) => self.ctor(path, variant, fields, ty)?,
            Node::Seq(..) => {
                let element = of(0)?;
                let tys = std::slice::from_ref(element);
                let empty = self.call(Known::SeqEmpty, tys, Vec::new(), ty);
                values.as_seq(id)?.1.iter().try_fold(empty, |seq, item| {
                    Some(self.call(Known::SeqPush, tys, vec![seq, self.expr(*item, element)?], ty))
                })?
            }
            Node::Map(..) => {
                let tys = [of(0)?.clone(), of(1)?.clone()];
                let empty = self.call(Known::MapEmpty, &tys, Vec::new(), ty);
                values.as_map(id)?.1.iter().try_fold(empty, |map, (key, value)| {
                    let args = vec![map, self.expr(*key, &tys[0])?, self.expr(*value, &tys[1])?];
                    Some(self.call(Known::MapInsert, &tys, args, ty))
                })?
            }
            Node::Set(..) => {
                let element = of(0)?;
                let tys = std::slice::from_ref(element);
                let empty = self.call(Known::SetEmpty, tys, Vec::new(), ty);
                values.as_set(id)?.1.keys().try_fold(empty, |set, item| {
                    Some(self.call(Known::SetInsert, tys, vec![set, self.expr(*item, element)?], ty))
                })?
            }
            Node::Closure(number, captured) => {
                self.captured(&self.machine.lambdas.get(*number as usize)?.origin, captured)?
            }
            Node::Stuck(head, own, args) => self.standing(head, values.ty_of(*own), args)?,
        })
    }

    /// A value of a datatype. Its fields have the types of the declaration.
    fn ctor(&self, path: &Path, variant: &Name, fields: &[Id], ty: &Ty) -> Option<Expr> {
        let datatype = self.machine.program.datatypes.get(path)?;
        let declared = datatype.variants.as_ref()?.iter().find(|v| v.name == *variant)?;
        let Ty::Data(_, args) = ty.value() else { return None };
        let of = |name: &Name| args.get(datatype.params.iter().position(|p| p.name == *name)?).cloned();
        let field = |(field, id): (&certus_vir::Field, &Id)| {
            Some((
                field.name.clone(),
                self.expr(*id, &self.machine.types.norm(&Default::default(), &field.ty.subst(&of)))?,
            ))
        };
        let fields = declared.fields.iter().zip(fields).map(field).collect::<Option<Vec<_>>>()?;
        Some(self.make(ExprKind::Ctor(path.clone(), variant.clone(), fields), ty))
    }

    /// An operation that remains as it is.
    fn standing(&self, head: &Head, ty: &Ty, args: &[Id]) -> Option<Expr> {
        let kind = match (head, args) {
            (Head::Var(var), _) => ExprKind::Var(var.clone()),
            (Head::Old(var), _) => ExprKind::Old(var.clone()),
            (Head::Bytes(bytes), _) => ExprKind::Const(certus_vir::Const::Bytes(bytes.clone())),
            (Head::ArchBits, _) => ExprKind::ArchBits,
            (Head::TypeConst(of), _) => ExprKind::TypeConst(self.machine.values.ty_of(*of).clone()),
            (Head::Bound(kind, is_high), _) => ExprKind::Bound(*kind, *is_high),
            (Head::Call(path, tys), _) => {
                let function = self.machine.program.functions.get(path)?;
                let of = |name: &Name| tys.get(function.type_params.iter().position(|p| p.name == *name)?).cloned();
                let put = |ty: &Ty| self.machine.types.norm(&Default::default(), &ty.subst(&of));
                let all = args.iter().zip(&function.params).map(|(id, param)| self.expr(*id, &put(&param.ty)));
                ExprKind::Call(path.clone(), tys.clone(), all.collect::<Option<Vec<_>>>()?)
            }
            (Head::Unary(op), [a]) => {
                let a = match op {
                    UnaryOp::Not => self.expr(*a, &Ty::Bool)?,
                    _ => self.own(*a)?,
                };
                ExprKind::Unary(op.clone(), a)
            }
            (Head::Binary(op), [a, b]) => {
                let (a, b) = self.operands(*a, *b)?;
                ExprKind::Binary(*op, a, b)
            }
            (Head::If, [condition, then, otherwise]) => {
                let condition = self.expr(*condition, &Ty::Bool)?;
                ExprKind::If(condition, self.expr(*then, ty)?, self.expr(*otherwise, ty)?)
            }
            (Head::Apply, [function, args @ ..]) => {
                let function = self.own(*function)?;
                let Ty::SpecFn(params, _) = function.ty.value() else { return None };
                let all = args.iter().zip(params).map(|(id, ty)| self.expr(*id, ty)).collect::<Option<Vec<_>>>()?;
                ExprKind::Apply(function, all)
            }
            (Head::Suspended(number), _) => {
                return self.captured(&self.machine.suspensions.get(*number as usize)?.origin, args);
            }
            _ => return None,
        };
        Some(self.make(kind, ty))
    }

    /// The operands of an operator. If one of them determines the type of both, the other one gets that type.
    fn operands(&self, a: Id, b: Id) -> Option<(Expr, Expr)> {
        let values = &self.machine.values;
        let is_plain = |id: Id| matches!(values.node(id), Node::Text(_));
        match (is_plain(a), is_plain(b)) {
            (true, false) => {
                let b = self.own(b)?;
                Some((self.expr(a, &b.ty)?, b))
            }
            (false, true) => {
                let a = self.own(a)?;
                let b = self.expr(b, &a.ty)?;
                Some((a, b))
            }
            _ => {
                let all = self.all(&[a, b])?;
                let [a, b] = <[Expr; 2]>::try_from(all).ok()?;
                Some((a, b))
            }
        }
    }

    /// An expression with the values of its captured variables. If a quantifier has a captured variable in a trigger in
    /// which the value is not allowed, the value gets a name.
    fn captured(&self, origin: &Origin, values: &[Id]) -> Option<Expr> {
        let mut subst = Subst::new();
        let mut named = Vec::new();
        let may_be_in_trigger = has_quantifier(&origin.expr);
        for (binder, id) in origin.captured.iter().zip(values) {
            let value = self.expr(*id, &binder.ty)?;
            if !may_be_in_trigger || is_term(&value) {
                subst.var(&binder.var, value);
                continue;
            }
            // No variable of a program has such a name. A name always has the same value, so an inner one may shadow an
            // outer one.
            let var = Var { name: "computed%".into(), index: id.0 };
            let ty = binder.ty.clone();
            subst.var(&binder.var, self.make(ExprKind::Var(var.clone()), &ty));
            named.push((Binder { var, ty }, value));
        }
        let whole = subst.apply(&origin.expr);
        let with = |body: Expr, (binder, value)| {
            let ty = body.ty.clone();
            self.make(ExprKind::Let(binder, value, body), &ty)
        };
        Some(named.into_iter().fold(whole, with))
    }
}

/// Whether an expression contains a quantifier, whose triggers may contain its captured variables.
fn has_quantifier(expr: &Expr) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |part| found |= matches!(&*part.kind, ExprKind::Quant(..)));
    found
}

/// Whether an expression may be a part of a trigger: it contains no condition, comparison or quantifier.
fn is_term(expr: &Expr) -> bool {
    let mut is_term = true;
    visit::walk(expr, &mut |part| {
        is_term &= match &*part.kind {
            ExprKind::If(..) | ExprKind::Let(..) | ExprKind::Quant(..) | ExprKind::Choose(..) => false,
            ExprKind::Binary(..) | ExprKind::Unary(..) => part.ty != Ty::Bool,
            _ => true,
        };
    });
    is_term
}
