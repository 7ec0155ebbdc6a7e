//! The state at the head of a loop.

use certus_vir::{Expr, ExprKind, FieldStep, LoopStmt, MUT_CURRENT, Name, Path, Ty, UnaryOp, Var, visit};

use crate::names::Env;
use crate::walk::Walker;

/// The state at the head of a loop. The variables that the loop changes have arbitrary values, except for the fields
/// that it does not change.
pub(crate) struct Head {
    /// The values of the variables in scope.
    pub(crate) env: Env,
    /// Values that are defined by an expression over the values before the loop.
    pub(crate) defs: Vec<(Var, Expr)>,
    /// Equations for the parts that the loop does not change.
    pub(crate) facts: Vec<Expr>,
}

impl Walker<'_> {
    /// Makes the state at the head of the loop from the state before it. The walk does not enter that state yet.
    pub(crate) fn havoc(&mut self, l: &LoopStmt) -> Head {
        let mut head = Head { env: self.state.env.clone(), defs: Vec::new(), facts: Vec::new() };
        for (binder, paths) in &l.modified {
            let Some(before) = self.state.env.get(&binder.var).cloned() else { continue };
            let ty = self.names.ty(&before).unwrap_or(&binder.ty).clone();
            let base = Expr::var(&before, ty.clone(), l.head_span);
            let paths: Vec<&[FieldStep]> = paths.iter().map(|p| &p[..]).collect();
            let value = self.partly(&binder.var, &base, &paths, &mut head.facts);
            let name = match value.map(|e| ((*e.kind).clone(), e)) {
                None => self.names.fresh(&binder.var, &ty),
                Some((ExprKind::Var(name), _)) => name,
                Some((_, value)) => {
                    let name = self.names.fresh(&binder.var, &ty);
                    head.defs.push((name.clone(), value));
                    name
                }
            };
            head.env.insert(binder.var.clone(), name);
        }
        // A variable that the list omits is arbitrary as a whole.
        let mut unlisted = visit::assigned(&l.body);
        unlisted.extend(l.condition.iter().flat_map(|(stmts, _)| visit::assigned(stmts)));
        unlisted.retain(|var| l.modified.iter().all(|(binder, _)| binder.var != *var));
        for var in unlisted {
            if let Some(ty) = self.ty(&var) {
                let name = self.names.fresh(&var, &ty);
                head.env.insert(var, name);
            }
        }
        head
    }

    /// The value of `base` with arbitrary values at the paths; `None` if the loop may change all of it.
    fn partly(&mut self, var: &Var, base: &Expr, paths: &[&[FieldStep]], facts: &mut Vec<Expr>) -> Option<Expr> {
        let (path, variant, _) = paths.first()?.first()?;
        let same = |p: &&[FieldStep]| p.first().is_some_and(|(d, v, _)| d == path && v == variant);
        if !paths.iter().all(same) {
            return None;
        }
        if let Ty::MutRef(inner) = base.ty.value() {
            return (&**path == MUT_CURRENT).then(|| self.mut_ref(var, base, inner, paths, facts));
        }
        let mut fields = Vec::new();
        for (field, ty) in self.only_variant(base.ty.value(), path, variant)? {
            let op = UnaryOp::Field(path.clone(), variant.clone(), field.clone());
            let read = Expr::new(ExprKind::Unary(op, base.clone()), ty.clone(), base.span);
            let below: Vec<&[FieldStep]> = paths.iter().filter(|p| p[0].2 == field).map(|p| &p[1..]).collect();
            let value = if below.is_empty() {
                read
            } else {
                let value = self.partly(var, &read, &below, facts);
                value.unwrap_or_else(|| Expr::var(&self.names.fresh(var, &ty), ty, base.span))
            };
            fields.push((field, value));
        }
        Some(Expr::new(ExprKind::Ctor(path.clone(), variant.clone(), fields), base.ty.clone(), base.span))
    }

    /// A mutable reference whose current value changes. Its final value stays the same.
    fn mut_ref(&mut self, var: &Var, base: &Expr, inner: &Ty, paths: &[&[FieldStep]], facts: &mut Vec<Expr>) -> Expr {
        let view = |op: UnaryOp, of: &Expr| Expr::new(ExprKind::Unary(op, of.clone()), inner.clone(), base.span);
        let name = self.names.fresh(var, &base.ty);
        let new = Expr::var(&name, base.ty.clone(), base.span);
        facts.push(Expr::eq(view(UnaryOp::MutFinal, &new), view(UnaryOp::MutFinal, base)));
        let below: Vec<&[FieldStep]> = paths.iter().map(|p| &p[1..]).collect();
        if let Some(current) = self.partly(var, &view(UnaryOp::MutCurrent, base), &below, facts) {
            facts.push(Expr::eq(view(UnaryOp::MutCurrent, &new), current));
        }
        new
    }

    /// The fields of a datatype with a single variant. A value of another datatype may have any variant after the loop.
    fn only_variant(&self, ty: &Ty, path: &Path, variant: &Name) -> Option<Vec<(Name, Ty)>> {
        let Ty::Data(data, args) = ty else { return None };
        if data != path {
            return None;
        }
        let Some(datatype) = self.program.datatypes.get(path) else {
            let tuple = path.starts_with("tuple%");
            return tuple
                .then(|| (0..).zip(args).map(|(i, ty): (u32, _)| (i.to_string().into(), ty.clone())).collect());
        };
        let [only] = datatype.variants.as_deref()? else { return None };
        if only.name != *variant {
            return None;
        }
        let arg = |name: &Name| datatype.params.iter().position(|p| p.name == *name).and_then(|i| args.get(i)).cloned();
        Some(only.fields.iter().map(|f| (f.name.clone(), f.ty.subst(&arg))).collect())
    }
}
