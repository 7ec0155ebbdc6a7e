//! The modes of values: of places, calls and constructors.
//!
//! They are asked for from the bottom up: a place has the mode of the variable that it is in, as far as its
//! fields let it; a call that of the function's result; a constructor the least of its parts. Reference page
//! `reference-var-modes`.

use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Known};
use certus_vir::Mode;

use super::Walk;
use crate::error::Result;

/// The mode of a field of a value of a mode.
pub(super) fn field(whole: Mode, own: Option<Mode>) -> Mode {
    match (whole, own) {
        (Mode::Spec, _) | (_, Some(Mode::Spec)) => Mode::Spec,
        (Mode::Proof, _) | (_, Some(Mode::Proof)) => Mode::Proof,
        (Mode::Exec, _) => Mode::Exec,
    }
}

/// The less able of two modes of ghost code.
/// `(tracked_a, ghost_b)` is spec as a whole, and so is `if c { tracked_a } else { ghost_b }`.
pub(super) fn join(a: Mode, b: Mode) -> Mode {
    if a == Mode::Spec || b == Mode::Spec { Mode::Spec } else { Mode::Proof }
}

impl Walk<'_, '_> {
    /// The modes of a function, of its parameters as its callers see them, and of its result.
    /// The result of a `proof` function is `spec` unless it says `tracked`.
    pub(super) fn signature(&mut self, def: DefId) -> Result<(Mode, Vec<Mode>, Mode)> {
        let mode = self.cx.mode_of(def)?;
        let params = self.cx.param_modes(def)?;
        let ret = match mode {
            Mode::Proof => self.cx.entry(def)?.attrs.ret.unwrap_or(Mode::Spec),
            mode => mode,
        };
        Ok((mode, params, ret))
    }

    /// The function that a call calls: the impl's where it is known.
    pub(super) fn callee(callee: &CallKind) -> Option<DefId> {
        match callee {
            CallKind::Fn { def, resolved, .. } => Some(resolved.as_ref().map_or(*def, |(def, _)| *def)),
            CallKind::Value(_) => None,
        }
    }

    /// True for the types of the wrappers, which exec code passes to proof code.
    /// An exec variable is only looked at in proof code; one of these types is used as in exec code.
    pub(super) fn is_wrapper(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Ref(_, inner) => self.is_wrapper(inner),
            tree::Ty::Adt(def, _) => self.cx.known(*def).is_some_and(Known::is_wrapper),
            _ => false,
        }
    }

    /// The variable that a place is in, through fields, references and overloaded dereferences.
    /// The first argument of a call counts as the place that its result is in, as it is for overloaded dereferences.
    pub(super) fn root(e: &tree::Expr) -> Option<tree::LocalId> {
        match &e.kind {
            T::Local(id) => Some(*id),
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => Self::root(base),
            T::Ref { expr, .. } => Self::root(expr),
            T::Index(base, _) => Self::root(base),
            T::Call { args, .. } => args.first().and_then(Self::root),
            _ => None,
        }
    }

    /// The mode of what an assignment writes to.
    /// `s.g = e` with a `ghost` field `g` takes any `e`; with a `tracked` one `e` must be tracked.
    pub(super) fn written_mode(&mut self, target: &tree::Expr) -> Result<Mode> {
        let whole = match Self::root(target) {
            Some(id) => self.modes.get(&id).copied().unwrap_or(Mode::Exec),
            None => Mode::Exec,
        };
        if self.through_ghost(target) {
            return Ok(Mode::Spec);
        }
        let mut mode = whole;
        let mut place = target;
        loop {
            place = match &place.kind {
                T::Field(base, index) => {
                    if let Some(adt) = base_adt(&base.ty) {
                        mode = field(mode, self.cx.field_mode(adt, 0, *index)?);
                    }
                    base
                }
                T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => base,
                T::Ref { expr, .. } => expr,
                _ => return Ok(mode),
            };
        }
    }

    /// True for a place inside of a `Ghost`, which any value may be written to.
    fn through_ghost(&mut self, e: &tree::Expr) -> bool {
        let inner = match &e.kind {
            T::Field(base, _) | T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => base,
            T::Ref { expr, .. } => expr,
            T::Call { args, .. } => match args.first() {
                Some(arg) => arg,
                None => return false,
            },
            _ => return false,
        };
        let mut ty = &inner.ty;
        while let tree::Ty::Ref(_, below) = ty {
            ty = below;
        }
        let is_ghost = matches!(ty, tree::Ty::Adt(def, _) if self.cx.known(*def) == Some(Known::Ghost));
        is_ghost || self.through_ghost(inner)
    }

    /// The mode of a value in proof code. Of an exec variable, a wrapper gives what is in it, and a number is as good as a
    /// literal: it exists when the code runs, and there is nothing in it to use up.
    pub(super) fn mode(&mut self, e: &tree::Expr) -> Result<Mode> {
        let mode = self.place_mode(e)?;
        let is_scalar = matches!(e.ty, tree::Ty::Bool | tree::Ty::Char | tree::Ty::Int(_));
        if mode != Mode::Exec {
            return Ok(mode);
        }
        Ok(if is_scalar || self.is_wrapper(&e.ty) { Mode::Proof } else { Mode::Spec })
    }

    /// The same, where a part of an exec variable is still [`Mode::Exec`]. A form that is missing here gives mathematics, which
    /// stands for no tracked value.
    pub(super) fn place_mode(&mut self, e: &tree::Expr) -> Result<Mode> {
        Ok(match &e.kind {
            T::Local(id) => self.modes.get(id).copied().unwrap_or(Mode::Spec),
            T::Field(base, index) => {
                let whole = self.place_mode(base)?;
                let own = match base_adt(&base.ty) {
                    Some(adt) => self.cx.field_mode(adt, 0, *index)?,
                    None => None,
                };
                // A `tracked` field of an exec value is still only a part of it.
                if whole == Mode::Exec && own == Some(Mode::Proof) { Mode::Proof } else { field(whole, own) }
            }
            T::TupleField(base, _) | T::Deref(base) | T::Adjust(_, base) => self.place_mode(base)?,
            T::Ref { expr, .. } => self.place_mode(expr)?,
            T::Block(_, block) if block.stmts.is_empty() => match &block.tail {
                Some(tail) => self.place_mode(tail)?,
                None => Mode::Proof,
            },
            T::Literal(_) => Mode::Proof,
            T::Const(def, ..) => {
                let spec = self.cx.const_mode(*def)? == Some(Mode::Spec);
                if spec { Mode::Spec } else { Mode::Proof }
            }
            T::Call { callee, args, .. } => self.call_mode(callee, args, e)?,
            T::Ctor { adt, variant, fields, base, .. } => {
                let mut mode = Mode::Proof;
                for part in fields {
                    if self.cx.field_mode(*adt, *variant, part.field)? != Some(Mode::Spec) {
                        mode = join(mode, self.mode(&part.value)?);
                    }
                }
                match base {
                    Some(base) if self.base_is_used(*adt, fields)? => join(mode, self.mode(base)?),
                    _ => mode,
                }
            }
            T::Tuple(items) => {
                let mut mode = Mode::Proof;
                for item in items {
                    mode = join(mode, self.mode(item)?);
                }
                mode
            }
            T::If(_, then, Some(otherwise)) => join(self.mode(then)?, self.mode(otherwise)?),
            T::Match(scrutinee, arms) => {
                let inner = self.mode(scrutinee)?;
                let mut mode = Mode::Proof;
                for arm in arms {
                    self.bind(&arm.pat, inner)?;
                    mode = join(mode, self.mode(&arm.body)?);
                }
                mode
            }
            _ => Mode::Spec,
        })
    }

    /// The mode of a call's result in proof code.
    /// A function that is not a proof function gives a `spec` value there, since it does not run.
    fn call_mode(&mut self, callee: &CallKind, args: &[tree::Expr], e: &tree::Expr) -> Result<Mode> {
        let Some(def) = Self::callee(callee) else { return Ok(Mode::Spec) };
        if let Some(name) = self.cx.builtin(def) {
            return Ok(match name {
                Known::Tracked | Known::Ghost | Known::TrackedLet | Known::OpenTracked => Mode::Proof,
                Known::TrackedGet
                | Known::TrackedBorrow
                | Known::TrackedBorrowMut
                | Known::TrackedNew
                | Known::Cast => match args.first() {
                    Some(arg) => self.mode(arg)?,
                    None => Mode::Spec,
                },
                Known::NoMethodBody | Known::Lit => Mode::Proof,
                Known::SpecLiteralInt | Known::SpecLiteralNat | Known::SpecLiteralInteger => Mode::Proof,
                name if self.cx.keeps_mode(name, &e.ty) => {
                    let mut mode = Mode::Proof;
                    for arg in args {
                        mode = join(mode, self.mode(arg)?);
                    }
                    mode
                }
                _ => Mode::Spec,
            });
        }
        let (mode, _, ret) = self.signature(def)?;
        Ok(if mode == Mode::Proof && ret == Mode::Proof { Mode::Proof } else { Mode::Spec })
    }

    /// Whether proof code within an expression uses a tracked value as tracked, or leaves the function.
    /// With an operation in it, an expression is shown in its parts and not marked as a whole. What is not known counts as
    /// an operation, for that shows more.
    pub(super) fn has_operation(&mut self, e: &tree::Expr) -> Result<bool> {
        if let Some(known) = self.operations.get(&e.id) {
            return Ok(*known);
        }
        let mut found = match &e.kind {
            T::Return(_) | T::Break(..) | T::Continue(_) | T::Try(_) => true,
            T::Assign(_, target, _) => {
                self.check_write(target);
                // A ghost part of something that is owned can be written while its owner is there only.
                Self::root(target).and_then(|id| self.modes.get(&id).copied()) != Some(Mode::Spec)
            }
            T::AssignPat(..) => true,
            T::Call { callee, args, .. } => {
                self.check_references(callee, args)?;
                self.call_operates(callee, &e.ty)?
            }
            T::Match(scrutinee, arms) => self.takes_apart(scrutinee, arms.iter().any(|arm| binds(&arm.pat)))?,
            T::Let(pat, scrutinee) => self.takes_apart(scrutinee, binds(pat))?,
            // These use nothing up by themselves.
            T::Literal(_) | T::Local(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) => false,
            T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::Field(..) => false,
            T::TupleField(..) | T::Index(..) | T::Deref(_) | T::Ref { .. } | T::RawRef(..) | T::Adjust(..) => false,
            T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Block(..) | T::Unsafe(_) => false,
            T::ConstBlock(_) | T::Async(_) | T::If(..) | T::Loop(..) | T::While(..) | T::For(..) => false,
            T::Await(_) | T::Range(..) | T::Closure { .. } | T::FormatArgs(_) | T::Unsupported(_) => false,
        };
        // All parts are looked at, because they are checked on the way.
        let mut children = Vec::new();
        certus_tree::visit::children(e, &mut |child| children.push(child));
        for child in children {
            found |= self.has_operation(child)?;
        }
        self.operations.insert(e.id, found);
        Ok(found)
    }

    /// A call that takes something tracked, or that never comes back and is owned to: after it nothing runs.
    /// `proof_fn(tracked p)` is one; `spec_fn(p)` only looks at `p`.
    fn call_operates(&mut self, callee: &CallKind, ty: &tree::Ty) -> Result<bool> {
        let Some(def) = Self::callee(callee) else { return Ok(false) };
        if let Some(name) = self.cx.builtin(def) {
            return Ok(matches!(
                name,
                Known::TrackedLet | Known::OpenTracked | Known::TrackedGet | Known::TrackedBorrowMut
            ));
        }
        let (mode, params, ret) = self.signature(def)?;
        let never = mode == Mode::Proof && ret == Mode::Proof && *ty == tree::Ty::Never;
        Ok(never || (mode != Mode::Spec && params.contains(&Mode::Proof)))
    }

    /// What a reference points to can be written if the reference is owned; a `spec` copy of it is none.
    fn check_write(&mut self, target: &tree::Expr) {
        let mut place = target;
        loop {
            place = match &place.kind {
                T::Deref(inner) => {
                    let is_copy = match &inner.kind {
                        T::Local(id) => self.modes.get(id) == Some(&Mode::Spec),
                        _ => false,
                    };
                    if is_copy && matches!(inner.ty, tree::Ty::Ref(tree::Mutability::Mut, _)) {
                        self.wrong("cannot mutate through a spec-mode mutable reference", target.span);
                    }
                    inner
                }
                T::Field(base, _) | T::TupleField(base, _) | T::Adjust(_, base) => base,
                T::Ref { expr, .. } => expr,
                _ => return,
            };
        }
    }

    /// A function that takes `&mut` as `spec` may write whatever it likes through it, which only a `spec` variable may
    /// suffer.
    pub(super) fn check_references(&mut self, callee: &CallKind, args: &[tree::Expr]) -> Result<()> {
        let Some(def) = Self::callee(callee) else { return Ok(()) };
        if self.cx.builtin(def).is_some() {
            return Ok(());
        }
        let (mode, params, _) = self.signature(def)?;
        for (arg, param) in args.iter().zip(params) {
            let T::Ref { mutability: tree::Mutability::Mut, expr, .. } = &arg.kind else { continue };
            let root = Self::root(expr).and_then(|id| self.modes.get(&id).copied());
            let owned = root.is_some_and(|root| root != Mode::Spec);
            if mode == Mode::Proof && param == Mode::Spec && owned {
                self.wrong("mutable borrow is not allowed in spec context", arg.span);
            }
        }
        Ok(())
    }

    /// Whether a pattern that binds something takes a tracked value apart.
    /// Each component of a tuple is asked for itself: what is tracked in it is moved, whatever the others are.
    fn takes_apart(&mut self, scrutinee: &tree::Expr, binds: bool) -> Result<bool> {
        if !binds {
            return Ok(false);
        }
        match &scrutinee.kind {
            T::Tuple(items) => {
                for item in items {
                    if self.takes_apart(item, true)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(self.mode(scrutinee)? == Mode::Proof),
        }
    }

    /// Whether a struct takes a field that is not ghost from its base.
    /// A base that gives ghost fields only is only looked at.
    pub(super) fn base_is_used(&mut self, adt: DefId, given: &[tree::FieldValue]) -> Result<bool> {
        let entry = self.cx.entry(adt)?;
        let tree::Item::Adt(item) = &entry.item else { return Ok(true) };
        let count = item.variants.first().map_or(0, |v| v.fields.len());
        for index in 0..count as u32 {
            let own = self.cx.field_mode(adt, 0, index)?;
            if own != Some(Mode::Spec) && !given.iter().any(|f| f.field == index) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a pattern binds a variable.
fn binds(pat: &tree::Pat) -> bool {
    use tree::PatKind as P;
    match &pat.kind {
        P::Binding { .. } => true,
        P::Variant { fields, .. } | P::Tuple(fields) => fields.iter().any(|f| binds(&f.pat)),
        P::Deref(inner) => binds(inner),
        P::Or(pats) => pats.iter().any(binds),
        P::Slice(before, rest, after) => before.iter().chain(rest.as_deref()).chain(after).any(binds),
        P::Wild | P::Literal(_) | P::Const(..) | P::Range(..) | P::Place(_) | P::Unsupported(_) => false,
    }
}

/// The struct that a value is, below references.
fn base_adt(ty: &tree::Ty) -> Option<DefId> {
    match ty {
        tree::Ty::Ref(_, inner) => base_adt(inner),
        tree::Ty::Adt(def, _) => Some(*def),
        _ => None,
    }
}
