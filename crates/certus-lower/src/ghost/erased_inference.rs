//! Whether rustc infers the same types once ghost code is erased.
//!
//! Ghost code is not compiled (`docs/notes/erased-form.md`). Where it alone determines the type of a number, as in
//! `let mut v = Vec::new(); v.push(1); proof { of_bytes(v@) }`, rustc takes `i32`, and another program runs than was proved.
//!
//! The walk here follows inference through the code that runs. A type is *determined* if that code determines it: by what
//! is written, or by what it is compared with, assigned to or passed to. The program may have other types than were proved
//! where ghost code mentions a variable of an undetermined type, or is an argument of a generic function or type whose
//! arguments are undetermined without it. Such a program is compared with what rustc compiles. What the walk does not
//! follow counts as undetermined, so it finds more than it must.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use certus_tree::{
    self as tree, CallKind, ConstArg, DefId, Expr, ExprId, ExprKind as T, Generics, Item, Known, Library, LocalId, Ty,
};
use certus_vir::Mode;

use super::Walk;
use crate::context::{Context, Entry};
use crate::error::Result;

impl Walk<'_, '_> {
    /// Whether ghost code may determine the type of something in a function that runs, after the walk has found that code.
    pub(super) fn ghost_determines_types(&mut self, entry: &Rc<Entry>, body: &tree::Body) -> Result<bool> {
        let returns = match &entry.item {
            Item::Function(function) => !has_opaque(&function.ret),
            _ => true,
        };
        let ghost = std::mem::take(&mut self.ghost);
        let modes = &self.modes;
        let mut walk = ErasedInference {
            cx: &mut *self.cx,
            body,
            ghost: &ghost,
            is_ghost_local: &|local| modes.of_local(local).is_some_and(|mode| mode != Mode::Exec),
            determined: body.annotated.clone(),
            wrappers: HashMap::new(),
            changed: false,
            returns,
            diverges: diverges(&body.value),
            is_checking: false,
            is_undetermined: false,
        };
        body.params.iter().for_each(|pat| walk.bind(pat, true));
        loop {
            walk.changed = false;
            walk.visit(&body.value, returns)?;
            if !walk.changed {
                break;
            }
        }
        walk.is_checking = true;
        walk.visit(&body.value, returns)?;
        Ok(walk.is_undetermined || walk.wrappers.values().any(|is_determined| !is_determined))
    }
}

/// The walk, repeated until nothing more is determined.
struct ErasedInference<'w, 'a> {
    cx: &'w mut Context<'a>,
    body: &'w tree::Body,
    /// The outermost expressions of ghost code.
    ghost: &'w HashSet<ExprId>,
    is_ghost_local: &'w dyn Fn(LocalId) -> bool,
    /// The variables whose types are determined.
    determined: BTreeSet<LocalId>,
    /// The wrappers that are made of values whose types ghost code determines, and whether code that runs determines them too.
    wrappers: HashMap<ExprId, bool>,
    /// Whether a variable was determined in this round.
    changed: bool,
    /// Whether the type of the result is known, in the function or closure around the current point.
    returns: bool,
    /// Whether control leaves somewhere. rustc may then take `()` for a type that nothing determines.
    diverges: bool,
    /// The last round, in which ghost code is looked at.
    is_checking: bool,
    /// Whether ghost code was found that may determine a type.
    is_undetermined: bool,
}

impl ErasedInference<'_, '_> {
    /// Walks an expression; `expected` says that its context determines its type. Gives whether the type is determined.
    fn visit(&mut self, e: &Expr, expected: bool) -> Result<bool> {
        if self.ghost.contains(&e.id) {
            if self.is_checking {
                self.find_undetermined(e);
            }
            return Ok(expected);
        }
        if self.is_checking
            && !is_safe(&e.ty, self.diverges)
            && let T::Call { callee: CallKind::Fn { def, .. }, .. } = &e.kind
            && is_wrapper(self.cx, *def)
        {
            *self.wrappers.entry(e.id).or_default() |= expected || self.body.written.contains(&e.id);
        }
        let own = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.visit_inner(e, expected))?;
        Ok(own || expected || is_safe(&e.ty, self.diverges))
    }

    /// The forms of expressions. `written` says that the type is written in the source, as in `x as u8` or `f::<u8>()`: then no
    /// inference is needed.
    fn visit_inner(&mut self, e: &Expr, expected: bool) -> Result<bool> {
        let written = self.body.written.contains(&e.id);
        match &e.kind {
            T::Literal(tree::Literal::Int(_) | tree::Literal::Float(_)) => Ok(written),
            T::Literal(_) | T::ConstParam(..) => Ok(true),
            T::Local(local) => {
                if expected {
                    self.determine(*local);
                }
                Ok(self.determined.contains(local))
            }
            T::Const(_, args, _) | T::FnItem(_, args) | T::CtorFn(_, _, args) => Ok(written || args.is_empty()),
            T::Call { callee: CallKind::Fn { def, args: generic, .. }, args, .. } => {
                self.call(*def, generic, args, written, expected)
            }
            T::Call { callee: CallKind::Value(callee), args, .. } => {
                let determined = self.visit(callee, false)?;
                self.each(args, determined)?;
                Ok(determined)
            }
            T::Ctor { adt, variant, args, fields, base } => {
                let fields: Vec<(u32, &Expr)> = fields.iter().map(|field| (field.field, &field.value)).collect();
                let base = base.iter().try_fold(false, |_, base| self.visit(base, expected))?;
                self.constructor((*adt, *variant), args, &fields, written || expected || base)
            }
            T::Tuple(items) => {
                let mut all = true;
                for item in items {
                    all &= self.visit(item, expected)?;
                }
                Ok(all)
            }
            T::Array(items) => self.same(&items.iter().collect::<Vec<_>>(), expected),
            T::Repeat(inner) | T::Deref(inner) | T::RawRef(_, inner) | T::Unary(_, inner) => {
                self.visit(inner, expected)
            }
            T::Ref { expr, .. } => self.visit(expr, expected),
            T::Field(inner, _) | T::TupleField(inner, _) | T::Try(inner) => self.visit(inner, false),
            // A step to another type.
            T::Adjust(_, inner) => {
                let determined = self.visit(inner, false)?;
                Ok(determined && inner.ty != Ty::Never)
            }
            T::Cast(inner) => {
                self.visit(inner, false)?;
                Ok(written)
            }
            T::Index(of, at) => {
                self.visit(at, is_usize(&at.ty))?;
                self.visit(of, expected)
            }
            T::Binary(op, a, b) => self.operator(*op, a, b, expected),
            T::Assign(Some(op), a, b) => self.operator(*op, a, b, false).map(|_| true),
            T::Assign(None, a, b) => self.same(&[a, b], false).map(|_| true),
            T::AssignPat(pat, value) => {
                let determined = self.visit(value, false)?;
                self.bind(pat, determined);
                Ok(true)
            }
            T::Range(from, to, _) => {
                let ends: Vec<&Expr> = from.iter().chain(to).map(|end| &**end).collect();
                self.same(&ends, expected)
            }
            T::Closure { params, body, .. } => self.closure(params, body, written),
            _ => self.flow(e, expected),
        }
    }

    /// Forms that say where control goes.
    fn flow(&mut self, e: &Expr, expected: bool) -> Result<bool> {
        match &e.kind {
            T::Block(_, block) | T::Unsafe(block) | T::ConstBlock(block) => self.block(block, expected),
            T::If(condition, then, otherwise) => {
                self.visit(condition, false)?;
                match otherwise {
                    Some(otherwise) => self.same(&[then, otherwise], expected),
                    None => self.visit(then, false),
                }
            }
            T::Let(pat, scrutinee) => {
                let determined = self.visit(scrutinee, false)?;
                self.bind(pat, determined);
                Ok(true)
            }
            T::Match(scrutinee, arms) => {
                let determined = self.visit(scrutinee, false)?;
                for arm in arms {
                    self.bind(&arm.pat, determined);
                    if let Some(guard) = &arm.guard {
                        self.visit(guard, false)?;
                    }
                }
                self.same(&arms.iter().map(|arm| &arm.body).collect::<Vec<_>>(), expected)
            }
            T::Loop(_, block) => self.block(block, false).map(|_| false),
            T::While(_, condition, block) => {
                self.visit(condition, false)?;
                self.block(block, false)
            }
            T::For(_, pat, iterable, block) => {
                let of_range = matches!(plain(iterable).kind, T::Range(..)) && self.is_bound(pat);
                let determined = self.visit(iterable, of_range)?;
                self.bind(pat, determined);
                self.block(block, false)
            }
            T::Return(value) => value.iter().try_for_each(|e| self.visit(e, self.returns).map(drop)).map(|()| false),
            _ => {
                let mut parts = Vec::new();
                certus_tree::visit::children(e, &mut |part| parts.push(part));
                parts.into_iter().try_for_each(|part| self.visit(part, false).map(drop))?;
                Ok(false)
            }
        }
    }

    /// Expressions of one type: if one is determined, all are.
    fn same(&mut self, all: &[&Expr], expected: bool) -> Result<bool> {
        let mut open = Vec::new();
        for &e in all {
            if !self.visit(e, expected)? {
                open.push(e);
            }
        }
        let determined = expected || open.len() < all.len();
        if determined {
            open.into_iter().try_for_each(|e| self.visit(e, true).map(drop))?;
        }
        Ok(determined)
    }

    /// Expressions whose types are all determined by their context, or none.
    fn each(&mut self, all: &[Expr], expected: bool) -> Result<()> {
        all.iter().try_for_each(|e| self.visit(e, expected).map(drop))
    }

    /// An operator on numbers: but for shifts, both operands are of the type of the result, or are compared.
    fn operator(&mut self, op: tree::BinOp, a: &Expr, b: &Expr, expected: bool) -> Result<bool> {
        use tree::BinOp::*;
        match op {
            Shl | Shr => {
                self.visit(b, false)?;
                self.visit(a, expected)
            }
            Eq | Ne | Lt | Le | Gt | Ge => self.same(&[a, b], false).map(|_| true),
            Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor => self.same(&[a, b], expected),
        }
    }

    /// The type of a block is that of its value.
    fn block(&mut self, block: &tree::Block, expected: bool) -> Result<bool> {
        for stmt in &block.stmts {
            match stmt {
                tree::Stmt::Let { pat, init, else_, .. } => {
                    if let Some(init) = init {
                        self.bind_to(pat, init)?;
                    }
                    else_.iter().try_for_each(|e| self.visit(e, false).map(drop))?;
                }
                tree::Stmt::Expr(e, _) => drop(self.visit(e, false)?),
            }
        }
        match &block.tail {
            Some(tail) => self.visit(tail, expected),
            None => Ok(true),
        }
    }

    /// A pattern with the value that it takes apart.
    fn bind_to(&mut self, pat: &tree::Pat, value: &Expr) -> Result<()> {
        if let (tree::PatKind::Tuple(fields), T::Tuple(items)) = (&pat.kind, &value.kind) {
            for (number, item) in items.iter().enumerate() {
                match fields.iter().find(|field| field.field as usize == number) {
                    Some(field) => self.bind_to(&field.pat, item)?,
                    None => drop(self.visit(item, false)?),
                }
            }
            return Ok(());
        }
        let determined = self.visit(value, self.is_bound(pat))?;
        self.bind(pat, determined);
        Ok(())
    }

    /// Whether a pattern is a variable whose type is determined.
    fn is_bound(&self, pat: &tree::Pat) -> bool {
        matches!(&pat.kind, tree::PatKind::Binding { local, .. } if self.determined.contains(local))
    }

    /// The variables of a pattern, of a value whose type is determined or not.
    fn bind(&mut self, pat: &tree::Pat, determined: bool) {
        use tree::PatKind as P;
        if !determined {
            return;
        }
        match &pat.kind {
            P::Binding { local, sub, .. } => {
                self.determine(*local);
                sub.iter().for_each(|sub| self.bind(sub, true));
            }
            P::Variant { fields, .. } | P::Tuple(fields) => fields.iter().for_each(|f| self.bind(&f.pat, true)),
            P::Deref(inner) => self.bind(inner, true),
            P::Or(pats) => pats.iter().for_each(|pat| self.bind(pat, true)),
            P::Slice(before, rest, after) => {
                before.iter().chain(rest.as_deref()).chain(after).for_each(|pat| self.bind(pat, true));
            }
            _ => {}
        }
    }

    /// Notes that the type of a variable is determined.
    fn determine(&mut self, local: LocalId) {
        self.changed |= self.determined.insert(local);
    }

    /// A closure is determined if its parameters and its result are.
    fn closure(&mut self, params: &[tree::ClosureParam], body: &Expr, has_result: bool) -> Result<bool> {
        let outer = std::mem::replace(&mut self.returns, has_result);
        let result = self.visit(body, has_result);
        self.returns = outer;
        Ok(result? && params.iter().all(|param| self.is_bound(&param.pat)))
    }

    /// A call: which generic arguments are determined, and by them the other arguments and the result.
    fn call(&mut self, def: DefId, actual: &[Ty], args: &[Expr], written: bool, expected: bool) -> Result<bool> {
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(false) };
        let parts: Vec<(&Ty, &Expr)> = function.params.iter().map(|param| &param.ty).zip(args).collect();
        let mut known = TypeArgs::of(actual, written, self.diverges);
        if expected {
            known.determine(self.cx, &function.ret);
        }
        self.arguments(&mut known, &parts)?;
        // Of the numbers, only `usize` is an index of what the standard library has.
        if let [_, at] = args
            && is_usize(&at.ty)
            && matches!(self.cx.known(def), Some(Known::IndexIndex | Known::IndexMutIndexMut))
            && actual.first().is_some_and(|of| self.is_standard(of))
        {
            self.visit(at, true)?;
        }
        if self.is_checking {
            let by_wrapper = parts.iter().any(|(ty, _)| self.has_wrapper(ty) && !known.determines(ty));
            self.is_undetermined |= by_wrapper || (!written && self.is_chosen_by_wrapper(&function.generics, actual));
        }
        Ok(known.determines(&function.ret))
    }

    /// A value with fields.
    fn constructor(
        &mut self,
        (adt, variant): (DefId, u32),
        actual: &[Ty],
        fields: &[(u32, &Expr)],
        determined: bool,
    ) -> Result<bool> {
        let entry = self.cx.entry(adt)?;
        let Item::Adt(item) = &entry.item else { return Ok(false) };
        let declared = item.variants.get(variant as usize).map_or(&[][..], |variant| &variant.fields);
        let mut parts = Vec::new();
        for (number, value) in fields {
            match declared.get(*number as usize) {
                Some(field) => parts.push((&field.ty, *value)),
                None => drop(self.visit(value, false)?),
            }
        }
        let mut known = TypeArgs::of(actual, determined, self.diverges);
        self.arguments(&mut known, &parts)?;
        if self.is_checking {
            for (number, _) in fields {
                let Some(field) = declared.get(*number as usize) else { continue };
                let is_ghost = self.cx.field_mode(adt, variant, *number)?.is_some();
                self.is_undetermined |= (is_ghost || self.has_wrapper(&field.ty)) && !known.determines(&field.ty);
            }
            self.is_undetermined |= !determined && self.is_chosen_by_wrapper(&item.generics, actual);
        }
        Ok((0..actual.len()).all(|number| known.is_determined(number)))
    }

    /// Arguments with the types of their parameters: those that are determined determine what is generic, and are determined by it.
    fn arguments(&mut self, known: &mut TypeArgs, parts: &[(&Ty, &Expr)]) -> Result<()> {
        let mut open = Vec::new();
        for (ty, arg) in parts {
            let expected = known.determines(ty);
            if self.visit(arg, expected)? {
                known.determine(self.cx, ty);
            } else {
                open.push((*ty, *arg));
            }
        }
        for (ty, arg) in open {
            if known.determines(ty) {
                self.visit(arg, true)?;
            }
        }
        Ok(())
    }

    /// Whether a bound names an argument with a wrapper in it, of a type that ghost code may have determined: by the bound it determines the
    /// other arguments.
    fn is_chosen_by_wrapper(&mut self, generics: &Generics, actual: &[Ty]) -> bool {
        let mut all = (0..).zip(actual);
        all.any(|(number, ty)| !is_safe(ty, self.diverges) && self.has_wrapper(ty) && has_clause(generics, number))
    }

    /// Looks through ghost code for variables whose types nothing else determines.
    fn find_undetermined(&mut self, e: &Expr) {
        if let T::Local(local) = &e.kind
            && !self.determined.contains(local)
            && !(self.is_ghost_local)(*local)
            && !is_safe(&e.ty, self.diverges)
        {
            self.is_undetermined = true;
        }
        if !self.is_undetermined {
            certus_tree::visit::children(e, &mut |part| self.find_undetermined(part));
        }
    }

    /// Whether `Ghost` or `Tracked` is in a type.
    fn has_wrapper(&mut self, ty: &Ty) -> bool {
        let mut found = false;
        each_type(ty, &mut |ty| {
            found |= matches!(ty, Ty::Adt(def, _) if is_wrapper(self.cx, *def));
        });
        found
    }

    /// Whether the type is built in, or one of the standard library.
    fn is_standard(&mut self, ty: &Ty) -> bool {
        match ty {
            Ty::Adt(def, _) => Library::of(&self.cx.path(*def)).is_some_and(Library::is_standard),
            _ => true,
        }
    }
}

/// Which generic arguments of a function or type are determined.
struct TypeArgs(Vec<bool>);

impl TypeArgs {
    /// Those of types that nothing could change, or all.
    fn of(actual: &[Ty], all: bool, diverges: bool) -> TypeArgs {
        TypeArgs(actual.iter().map(|ty| all || is_safe(ty, diverges)).collect())
    }

    /// Whether a type argument is determined; one that is not there has nothing to determine.
    fn is_determined(&self, number: usize) -> bool {
        self.0.get(number).copied().unwrap_or(true)
    }

    /// Whether all parameters in a type are determined.
    fn determines(&self, ty: &Ty) -> bool {
        let mut all = true;
        each_type(ty, &mut |ty| {
            if let Ty::Param(number, _)
            | Ty::Const(ConstArg::Param(number, _))
            | Ty::Array(_, ConstArg::Param(number, _)) = ty
            {
                all &= self.is_determined(*number as usize);
            }
        });
        all
    }

    /// A type is determined: so are the parameters in it, but for those whose associated types it names. What is in a wrapper
    /// may have come from ghost code.
    fn determine(&mut self, cx: &mut Context<'_>, ty: &Ty) {
        if matches!(ty, Ty::Projection(..) | Ty::Opaque(..)) || matches!(ty, Ty::Adt(def, _) if is_wrapper(cx, *def)) {
            return;
        }
        if let Ty::Param(number, _) | Ty::Const(ConstArg::Param(number, _)) | Ty::Array(_, ConstArg::Param(number, _)) =
            ty
            && let Some(known) = self.0.get_mut(*number as usize)
        {
            *known = true;
        }
        ty.parts().for_each(|part| self.determine(cx, part));
    }
}

/// Whether a bound names a parameter.
fn has_clause(generics: &Generics, number: usize) -> bool {
    generics.clauses.iter().flat_map(|clause| &clause.args).any(|ty| {
        let mut found = false;
        each_type(ty, &mut |ty| found |= matches!(ty, Ty::Param(of, _) if *of as usize == number));
        found
    })
}

/// Whether a type that code does not determine is this one, or rustc refuses the code: it falls back to `i32` and `f64`, and to `()`
/// where control leaves (`diverges`). References to arrays and the like may be another type's before a coercion.
fn is_safe(ty: &Ty, diverges: bool) -> bool {
    let all = |tys: &[Ty]| tys.iter().all(|ty| is_safe(ty, diverges));
    match ty {
        Ty::Int(int) => int.name() == "i32",
        Ty::Float(width) => *width == 64,
        Ty::Never => true,
        Ty::Tuple(tys) => (!diverges || tys.is_empty()) && all(tys),
        _ if diverges => false,
        Ty::Bool | Ty::Char | Ty::Str | Ty::Param(..) => true,
        Ty::Adt(_, args) => all(args),
        Ty::Ref(_, inner) | Ty::RawPtr(_, inner) => is_safe(inner, diverges),
        _ => false,
    }
}

/// Whether a part of the code does not come to its end.
fn diverges(e: &Expr) -> bool {
    let mut found = e.ty == Ty::Never || matches!(e.kind, T::Try(_) | T::Return(_) | T::Break(..) | T::Continue(_));
    certus_tree::visit::children(e, &mut |part| {
        found = found || stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || diverges(part))
    });
    found
}

/// Whether it is `Ghost` or `Tracked`, whose contents are erased.
fn is_wrapper(cx: &mut Context<'_>, def: DefId) -> bool {
    matches!(cx.builtin(def), Some(Known::Ghost | Known::Tracked))
}

fn is_usize(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(int) if int.name() == "usize")
}

/// Whether `impl Trait` is in a type: then the body determines it.
fn has_opaque(ty: &Ty) -> bool {
    let mut found = false;
    each_type(ty, &mut |ty| found |= matches!(ty, Ty::Opaque(..)));
    found
}

/// Calls `f` with a type and all types in it.
fn each_type(ty: &Ty, f: &mut dyn FnMut(&Ty)) {
    f(ty);
    ty.parts().for_each(|part| each_type(part, f));
}

/// An expression without implicit steps and blocks around it.
fn plain(e: &Expr) -> &Expr {
    match &e.kind {
        T::Adjust(_, inner) => plain(inner),
        T::Block(None, block) if block.stmts.is_empty() => block.tail.as_deref().map_or(e, plain),
        _ => e,
    }
}
