//! Ghost code with effects: the mode of what each expression gives.
//!
//! `want` is what the context would use the value as. It decides how an expression is meant (a borrow needs a place, the
//! fields of a constructor need their modes); whether the value is good enough is asked by [`Checker::tracked`].

use certus_diagnostics::Span;
use certus_tree::{self as tree, Block, CallKind, DefId, ExprKind as T, FieldValue, Known, Mutability, Stmt, Ty};
use certus_vir::Mode;

use super::generic_future::Holds;
use super::{Checker, Flow, walk};
use crate::error::Result;
use crate::syntax::below_references;

impl Checker<'_, '_> {
    /// An expression whose value must be tracked.
    /// Errs with `language/mode` for `tracked_fn(ghost_value)`: a permission could be used twice.
    pub(super) fn tracked(&mut self, e: &tree::Expr) -> Result<Flow> {
        let flow = self.proof(e, Mode::Proof)?;
        if flow.mode == Mode::Spec && e.ty != Ty::Never {
            self.mode_error("expression has mode spec, expected mode proof", walk::value_span(e));
        }
        Ok(flow)
    }

    /// The initial value of a ghost variable. A mutable borrow may stand here, as the variable may be the only one that
    /// knows the new value.
    pub(super) fn ghost_init(&mut self, e: &tree::Expr) -> Result<Flow> {
        let borrow = matches!(&e.kind, T::Ref { mutability: Mutability::Mut, .. });
        self.proof(e, if borrow { Mode::Proof } else { Mode::Spec })
    }

    /// What is known of the value of an expression of ghost code; `want` is the mode that its context needs.
    pub(super) fn proof(&mut self, e: &tree::Expr, want: Mode) -> Result<Flow> {
        let flow = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.proof_once(e, want))?;
        self.values.insert(e.id, flow.mode);
        Ok(flow)
    }

    /// The forms of ghost code. A value is tracked only if everything that it is made of is: a permission must have one owner
    /// at each moment (reference page `reference-var-modes`).
    fn proof_once(&mut self, e: &tree::Expr, want: Mode) -> Result<Flow> {
        if let Some(id) = Self::path(e) {
            return self.variable(id, e);
        }
        Ok(match &e.kind {
            T::Literal(_) | T::ConstParam(..) => Flow::FREE,
            T::Const(def, ..) => match self.cx.const_mode(*def)? {
                Some(Mode::Spec) => Flow::spec(false),
                _ => Flow::FREE,
            },
            T::Local(_) | T::CtorFn(..) => Flow::spec(false),
            T::FnItem(..) => Flow::spec(self.formula(e)?),
            T::Call { callee, args, .. } => self.called(callee, args, e, want)?,
            T::Ctor { adt, variant, fields, base, .. } => {
                self.constructor((*adt, *variant), fields, base.as_deref(), want)?
            }
            T::Tuple(items) | T::Array(items) => {
                let mut flow = Flow::FREE;
                for item in items {
                    flow = flow.and(self.proof(item, want)?);
                }
                flow
            }
            T::Field(base, index) => {
                let own = match below_references(&base.ty) {
                    Ty::Adt(adt, _) => self.cx.field_mode(*adt, 0, *index)?,
                    _ => None,
                };
                let flow = self.proof(base, want)?;
                if own == Some(Mode::Spec) { Flow::spec(flow.prophetic) } else { flow }
            }
            T::Ref { mutability: Mutability::Mut, expr, .. } => self.mutable_borrow(expr, want, e.span)?,
            // What runs keeps its place while ghost code looks at it; rustc sees the borrow.
            T::Ref { expr, .. } if self.is_exec_place(expr)? => Flow::FREE,
            T::TupleField(inner, _) | T::Deref(inner) | T::Adjust(_, inner) | T::Ref { expr: inner, .. } => {
                self.proof(inner, want)?
            }
            T::Logic(_, a, b) => {
                let first = self.proof(a, Mode::Spec)?;
                let second = self.under(first, |c| c.proof(b, Mode::Spec))?;
                Flow::spec(first.prophetic || second.prophetic)
            }
            T::Cast(a) => self.proof(a, want)?,
            T::Unary(_, a) | T::Repeat(a) => Flow::spec(self.proof(a, Mode::Spec)?.prophetic),
            T::Binary(_, a, b) | T::Index(a, b) => {
                let first = self.proof(a, Mode::Spec)?;
                Flow::spec(first.and(self.proof(b, Mode::Spec)?).prophetic)
            }
            T::Assign(_, target, value) => {
                self.assignment(target, value, e.span)?;
                Flow::FREE
            }
            T::Block(_, block) | T::Unsafe(block) => {
                if self.is_proof(block) {
                    self.mode_error("already in proof mode", e.span);
                }
                self.statements(block, want)?
            }
            T::If(cond, then, otherwise) => self.branch(cond, then, otherwise.as_deref(), want)?,
            T::Let(pat, value) => {
                let flow = self.proof(value, Mode::Proof)?;
                self.declare(pat, flow.mode, flow.prophetic);
                Flow::spec(flow.prophetic)
            }
            T::Match(scrutinee, arms) => self.matching(scrutinee, arms, want)?,
            T::Return(value) => {
                self.not_conditional("return", e.span);
                value.iter().try_for_each(|v| self.result(v))?;
                Flow::FREE
            }
            // The loop of an `atomically` block. Any other was refused when the body was lowered.
            T::Loop(_, block) => {
                self.not_conditional("loop", e.span);
                self.statements(block, Mode::Spec)?;
                Flow::FREE
            }
            T::Break(_, None) | T::Continue(_) => {
                self.not_conditional("`break` or `continue`", e.span);
                Flow::FREE
            }
            T::While(..) | T::For(..) => {
                self.not_conditional("loop", e.span);
                Flow::FREE
            }
            // Values that are only known. Jumps were refused when the body was lowered.
            T::Closure { .. } | T::Try(_) | T::Break(..) => Flow::spec(self.formula(e)?),
            T::RawRef(_, place) => self.made_of(std::iter::once(&**place))?,
            T::Range(from, to, _) => self.made_of(from.iter().chain(to).map(|end| &**end))?,
            // These are refused when the body is lowered, before it is read here.
            T::AssignPat(..) | T::ConstBlock(_) | T::Async(_) | T::Await(_) | T::FormatArgs(..) | T::Unsupported(_) => {
                Flow::spec(self.formula(e)?)
            }
        })
    }

    /// A call, of a function or of a value.
    fn called(&mut self, callee: &CallKind, args: &[tree::Expr], e: &tree::Expr, want: Mode) -> Result<Flow> {
        match callee {
            CallKind::Value(callee) if self.is_update(callee) => self.call_of_update(args, e.span),
            CallKind::Value(callee) if self.cx.is_proof_closure(&callee.ty) => self.call_of_closure(callee, args, e),
            CallKind::Value(callee) => self.made_of(std::iter::once(&**callee).chain(args)),
            CallKind::Fn { .. } if let Some(pointer) = self.cx.dereferenced(e) => self.proof(pointer, want),
            CallKind::Fn { def, resolved, .. } => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                match self.cx.builtin(*def).or_else(|| self.cx.of_language(target)) {
                    Some(name) => self.proof_builtin(name, args, e, want),
                    None if self.cx.known(target) == Some(Known::Atomically) => self.atomic_block(args, e.span),
                    None => self.proof_call(target, args, e),
                }
            }
        }
    }

    /// A value that is only known, made of these.
    fn made_of<'e>(&mut self, parts: impl Iterator<Item = &'e tree::Expr>) -> Result<Flow> {
        let mut prophetic = false;
        for part in parts {
            prophetic |= self.proof(part, Mode::Spec)?.prophetic;
        }
        Ok(Flow::spec(prophetic))
    }

    /// A variable, or a part of one, `e`.
    /// Code that runs keeps its variables, and drops what is in them. So ghost code may have a tracked copy of what is
    /// copied, and take what has no destructor; anything else it may borrow.
    fn variable(&mut self, id: tree::LocalId, e: &tree::Expr) -> Result<Flow> {
        let Some(variable) = self.vars.get(&id).copied() else { return Ok(Flow::spec(false)) };
        let mode = match self.place_mode(e)? {
            Mode::Exec if !self.may_be_taken(&e.ty)? => Mode::Spec,
            Mode::Exec => Mode::Proof,
            mode => mode,
        };
        Ok(Flow { mode, prophetic: variable.prophetic })
    }

    /// An `if` of ghost code. Both branches run under the condition: where that depends on the future, so does everything that
    /// they decide.
    fn branch(
        &mut self,
        cond: &tree::Expr,
        then: &tree::Expr,
        otherwise: Option<&tree::Expr>,
        want: Mode,
    ) -> Result<Flow> {
        let condition = self.proof(cond, Mode::Spec)?;
        let flow = self.under(condition, |c| {
            let then = c.proof(then, want)?;
            let otherwise = otherwise.map_or(Ok(Flow::FREE), |e| c.proof(e, want))?;
            Ok::<_, crate::error::Failed>(then.and(otherwise))
        })?;
        Ok(Flow { prophetic: flow.prophetic || condition.prophetic, ..flow })
    }

    /// A match in proof code. What the arms do happens under a condition, which limits them where it depends on the
    /// future.
    /// The parts of a tracked value are tracked, of a ghost one ghost. The arms agree on a mode: the least of theirs.
    fn matching(&mut self, scrutinee: &tree::Expr, arms: &[tree::Arm], want: Mode) -> Result<Flow> {
        let whole = self.proof(scrutinee, Mode::Proof)?;
        let mut condition = whole;
        let mut result: Option<Flow> = None;
        for arm in arms {
            self.declare(&arm.pat, whole.mode, whole.prophetic);
            if let Some(guard) = &arm.guard {
                // Whether a later arm is reached depends on this guard too.
                condition = condition.and(self.under(condition, |c| c.proof(guard, Mode::Spec))?);
            }
            let flow = self.under(condition, |c| c.proof(&arm.body, want))?;
            result = Some(result.map_or(flow, |known| known.and(flow)));
        }
        let result = result.unwrap_or(Flow::FREE);
        Ok(Flow { prophetic: result.prophetic || condition.prophetic, ..result })
    }

    /// The statements of a proof block.
    pub(super) fn proof_block(&mut self, block: &Block) -> Result<Flow> {
        self.statements(block, Mode::Spec)
    }

    /// The value of a block is that of its last expression; the mode that is wanted is wanted of that one only.
    fn statements(&mut self, block: &Block, want: Mode) -> Result<Flow> {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { pat, init, .. } => {
                    let (mode, prophetic) = match init {
                        Some(init) => self.proof_init(init)?,
                        None => (self.next_let.take().unwrap_or(Mode::Spec), false),
                    };
                    self.declare(pat, mode, prophetic);
                }
                Stmt::Expr(e, _) => {
                    self.proof(e, Mode::Spec)?;
                }
            }
        }
        block.tail.as_ref().map_or(Ok(Flow::FREE), |e| self.proof(e, want))
    }

    /// The mode and the prophecy of the value that a `let` without a mode of its own starts with.
    fn proof_init(&mut self, init: &tree::Expr) -> Result<(Mode, bool)> {
        let (mode, value) = self.marked_init(init);
        if mode != Some(Mode::Proof) {
            return Ok((Mode::Spec, self.ghost_init(value)?.prophetic));
        }
        let flow = self.tracked(value)?;
        if flow.prophetic {
            self.prophetic_error("a tracked variable", value.span);
        }
        Ok((Mode::Proof, false))
    }

    /// A ghost field may have any value, unless it becomes a part of a tracked whole: that may be asked for its fields.
    fn constructor(
        &mut self,
        (adt, variant): (DefId, u32),
        fields: &[FieldValue],
        base: Option<&tree::Expr>,
        want: Mode,
    ) -> Result<Flow> {
        let entry = self.cx.entry(adt)?;
        let mut flow = Flow::FREE;
        for field in fields {
            let own = self.cx.field_mode(adt, variant, field.field)?;
            if own == Some(Mode::Spec) {
                let part = self.proof(&field.value, Mode::Spec)?;
                if part.prophetic && want == Mode::Proof {
                    self.prophetic_error("a field of a tracked value", field.value.span);
                }
                flow.prophetic |= part.prophetic;
            } else {
                flow = flow.and(self.proof(&field.value, want)?);
            }
        }
        if let Some(base) = base {
            let rest = self.proof(base, want)?;
            flow = if self.cx.takes_from_base(adt, variant, fields)? {
                flow.and(rest)
            } else {
                Flow { prophetic: flow.prophetic || rest.prophetic, ..flow }
            };
        }
        if entry.attrs.mode == Some(Mode::Spec) {
            flow.mode = Mode::Spec;
        }
        Ok(flow)
    }

    /// The result of a proof function is tracked only where it says so.
    /// A spec function gives a value that is only known, also from tracked arguments, which it does not use up.
    fn proof_call(&mut self, def: DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Flow> {
        let entry = self.cx.entry(def)?;
        if self.cx.mode_of(def)? != Mode::Proof || entry.attrs.accessor.is_some() {
            let mut prophetic = entry.attrs.prophetic.is_some() || self.cx.may_foretell(def)?;
            for arg in args {
                prophetic |= self.argument(arg)?.prophetic;
            }
            if e.ty == Ty::Never && self.cx.mode_of(def)? == Mode::Spec {
                self.mode_error("never-to-any coercion is not allowed in spec mode", e.span);
            }
            return Ok(Flow::spec(prophetic));
        }
        self.swaps(def, args)?;
        let modes = self.cx.param_modes(def)?;
        let gives_tracked = entry.attrs.ret == Some(Mode::Proof) && e.ty != Ty::unit();
        let uses_tracked = modes.contains(&Mode::Proof) || gives_tracked;
        if uses_tracked {
            self.not_conditional("call of a proof-mode function with tracked parameters", e.span);
        }
        let mut prophetic = false;
        for (i, arg) in args.iter().enumerate() {
            let flow = match modes.get(i) {
                Some(Mode::Proof) => self.tracked(arg)?,
                _ => self.spec_operand(arg)?,
            };
            if flow.prophetic && uses_tracked {
                self.prophetic_error("argument to proof-mode function with tracked parameters", arg.span);
            }
            prophetic |= flow.prophetic;
        }
        Ok(Flow { mode: self.cx.given_mode(def)?, prophetic })
    }

    /// The library's functions that change values of any type behind references.
    /// `tracked_swap(&mut a, &mut b)` writes through both; where one may lead to data of exec code, that is
    /// `language/mode`.
    fn swaps(&mut self, def: DefId, args: &[tree::Expr]) -> Result<()> {
        let path = self.cx.path(def);
        if self.cx.tree.has_foreign_library() && !self.cx.tree.is_local(def) {
            // Which functions of that one change values is not known.
            let changed = args.iter().filter(|arg| matches!(arg.ty, Ty::Ref(Mutability::Mut, _)));
            return changed.into_iter().try_for_each(|arg| self.swapped(arg));
        }
        let known = Known::of(&path);
        if known == Some(Known::TrackedSwap) {
            return args.iter().try_for_each(|arg| self.swapped(arg));
        }
        if matches!(known, Some(Known::OptionTrackedTake | Known::OptionTrackedTakeDeclared)) {
            // What is there is a value of the type within: where none can be at run time, none is.
            let within = args.first().map(|arg| below_references(&arg.ty).clone());
            if let Some(Ty::Adt(_, inner)) = &within
                && let Some(inner) = inner.first()
                && self.cx.is_ghost_type(inner)?
            {
                return Ok(());
            }
            return args.iter().try_for_each(|arg| self.swapped(arg));
        }
        Ok(())
    }

    /// An argument of a function of specifications. A method on `&mut self` gets its receiver by a reference that
    /// nobody wrote.
    fn argument(&mut self, arg: &tree::Expr) -> Result<Flow> {
        match &arg.kind {
            T::Ref { expr, implicit: true, .. } => self.spec_operand(expr),
            _ => self.spec_operand(arg),
        }
    }

    /// An argument that is specification. A proof closure is not called in it.
    fn spec_operand(&mut self, arg: &tree::Expr) -> Result<Flow> {
        let outer = std::mem::replace(&mut self.in_operand, true);
        let flow = self.proof(arg, Mode::Spec);
        self.in_operand = outer;
        flow
    }

    /// A call of a function of the language itself. What no arm names is a formula: its operands are spec code, and its
    /// value may depend on the future if theirs do.
    fn proof_builtin(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr, want: Mode) -> Result<Flow> {
        Ok(match (name, args) {
            (Known::Lit | Known::SpecLiteralInt | Known::SpecLiteralNat | Known::SpecLiteralInteger, _) => Flow::FREE,
            (Known::ArchWordBits | Known::NoMethodBody, _) => Flow::FREE,
            (
                Known::Assert
                | Known::Assume
                | Known::Reveal
                | Known::BroadcastUse
                | Known::ProofBlock
                | Known::ExprAttr,
                _,
            ) => Flow::FREE,
            (Known::RevealStrlit | Known::RevealByteslit, _) => Flow::FREE,
            (Known::Decreases, _) => {
                args.iter().try_for_each(|arg| self.measure(arg))?;
                Flow::FREE
            }
            (
                Known::Requires
                | Known::Ensures
                | Known::Recommends
                | Known::Returns
                | Known::DecreasesWhen
                | Known::DecreasesBy,
                _,
            ) => Flow::FREE,
            (Known::LetAttr, _) => {
                self.let_attr(e);
                Flow::FREE
            }
            (Known::AssertBy | Known::Calculation, [_, proof]) => self.aside(proof)?,
            (
                Known::AssertForallBy
                | Known::AssertNonlinearBy
                | Known::AssertBitvectorBy
                | Known::AssertIntegerRingBy,
                [arg],
            ) => self.aside(arg)?,
            (Known::Ghost | Known::GhostNew, [inner]) => {
                let flow = self.proof(inner, Mode::Spec)?;
                if flow.prophetic && want == Mode::Proof {
                    self.prophetic_error("'Ghost' wrapper", inner.span);
                }
                Flow { mode: Mode::Proof, ..flow }
            }
            (
                Known::Tracked | Known::TrackedNew | Known::Truncate | Known::Trigger | Known::Cast | Known::Returned,
                [inner],
            ) => self.proof(inner, want)?,
            (name, [a, b]) if self.cx.keeps_mode(name, &e.ty) => {
                let first = self.proof(a, want)?;
                first.and(self.proof(b, want)?)
            }
            (
                Known::TrackedGet
                | Known::TrackedBorrow
                | Known::TrackedBorrowMut
                | Known::TrackedDeref
                | Known::TrackedDerefMut,
                [inner],
            ) => match &inner.kind {
                T::Ref { expr, .. } => self.proof(expr, want)?,
                _ => self.proof(inner, want)?,
            },
            (Known::MutRefTracked, [inner]) => {
                // Whoever gets it may write what is there.
                self.swapped(inner)?;
                self.tracked(inner)?
            }
            (Known::ShrRefStructWrap, [part, whole, ..]) => self.struct_wrap(part, whole, e.span)?,
            (
                Known::Final
                | Known::Old
                | Known::HasResolved
                | Known::AfterBorrow
                | Known::MutRefCurrent
                | Known::MutRefFuture,
                _,
            ) => Flow::spec(self.formula(e)?),
            (Known::ClosureToFnProof, [closure]) => self.proof_closure(closure, e)?,
            (Known::UseTypeInvariant, [arg]) => {
                self.tracked(arg)?;
                Flow::FREE
            }
            (Known::Imply, [a, b]) => {
                let first = self.proof(a, Mode::Spec)?;
                let second = self.under(first, |c| c.proof(b, Mode::Spec))?;
                Flow::spec(first.prophetic || second.prophetic)
            }
            _ => {
                let mut prophetic = false;
                for arg in args {
                    prophetic |= self.argument(arg)?.prophetic;
                }
                Flow::spec(prophetic || self.contract_foretells(name, args))
            }
        })
    }

    /// Whether what a function of the language says of the contract of a value depends on the future. Preconditions of values do
    /// not (`prophetic_items`, and the rules on closures), and postconditions only through references in the arguments.
    fn contract_foretells(&mut self, name: Known, args: &[tree::Expr]) -> bool {
        match name {
            Known::CallEnsures | Known::FnEnsures => self.cx.future_of_call(args) != Holds::No,
            Known::CallValue => true,
            _ => false,
        }
    }

    /// A tracked reference to a struct around a tracked part. Neither it nor the ghost fields may depend on the future.
    fn struct_wrap(&mut self, part: &tree::Expr, whole: &tree::Expr, span: Span) -> Result<Flow> {
        if self.aside {
            self.mode_error("`shr_ref_struct_wrap` is not allowed in 'assert ... by' statement", span);
            return Ok(Flow::FREE);
        }
        self.not_conditional("`shr_ref_struct_wrap` operator", span);
        let flows = [self.tracked(part)?, self.proof(whole, Mode::Spec)?];
        if flows.iter().any(|flow| flow.prophetic) {
            self.prophetic_error("`shr_ref_struct_wrap`", span);
        }
        Ok(Flow { mode: Mode::Proof, ..Flow::FREE })
    }

    /// The block after a call of a logically atomic function: proof code with the update, which is only known, and the function
    /// that it calls.
    fn atomic_block(&mut self, args: &[tree::Expr], span: Span) -> Result<Flow> {
        self.not_conditional("`atomically` block", span);
        let [T::Closure { params, body, .. }] = &args.iter().map(|arg| &arg.kind).collect::<Vec<_>>()[..] else {
            return Ok(Flow::spec(true));
        };
        params.iter().for_each(|param| self.declare(&param.pat, Mode::Spec, false));
        let function = params.first().and_then(|param| crate::syntax::variable(&param.pat));
        let outer = (std::mem::replace(&mut self.update, function), std::mem::replace(&mut self.in_operand, false));
        let result = match &crate::syntax::below_never(body).kind {
            T::Block(_, block) => self.statements(block, Mode::Spec),
            _ => self.proof(body, Mode::Spec),
        };
        (self.update, self.in_operand) = outer;
        result.map(|_| Flow::FREE)
    }

    /// Whether a value is the function that the block around it calls.
    fn is_update(&self, e: &tree::Expr) -> bool {
        matches!(&e.kind, T::Local(id) if Some(*id) == self.update)
    }

    /// A call of that function takes a tracked value and gives one. Neither depends on the future.
    fn call_of_update(&mut self, args: &[tree::Expr], span: Span) -> Result<Flow> {
        self.not_conditional("call of the update function", span);
        for arg in args {
            if self.tracked(arg)?.prophetic {
                self.prophetic_error("argument of the update function", arg.span);
            }
        }
        Ok(Flow::FREE)
    }

    /// A closure of proof code, which is tracked: what it captures is. Its body is code of its own, with a result of its own.
    fn proof_closure(&mut self, closure: &tree::Expr, e: &tree::Expr) -> Result<Flow> {
        self.not_conditional("closure", e.span);
        let T::Closure { params, body, .. } = &closure.kind else { return Ok(Flow::spec(true)) };
        let said = self.cx.proof_closure(&e.ty, e.span)?;
        for (param, mode) in params.iter().zip(&said.params) {
            self.declare(&param.pat, *mode, false);
        }
        self.closure_contract(params, body)?;
        let outer = (self.tracked_result, self.in_operand);
        (self.tracked_result, self.in_operand) = (said.ret == Mode::Proof && body.ty != Ty::unit(), false);
        let result = self.result(body);
        (self.tracked_result, self.in_operand) = outer;
        result.map(|()| Flow::FREE)
    }

    /// A call of a proof closure uses the closure, and its tracked arguments, as tracked values. What comes of it does not depend
    /// on the future.
    fn call_of_closure(&mut self, callee: &tree::Expr, args: &[tree::Expr], e: &tree::Expr) -> Result<Flow> {
        let said = self.cx.proof_closure(&callee.ty, callee.span)?;
        self.not_conditional("call of a proof closure", e.span);
        if self.in_operand {
            let text = "cannot call a `proof_fn` closure, which has mode proof, in an argument of mode spec";
            self.mode_error_with(text, "call it in a `let` before", e.span);
        }
        if self.tracked(callee)?.prophetic {
            self.prophetic_error("a proof closure that is called", callee.span);
        }
        for (i, arg) in args.iter().enumerate() {
            let flow = match said.params.get(i) {
                Some(Mode::Proof) => self.tracked(arg)?,
                _ => self.spec_operand(arg)?,
            };
            if flow.prophetic {
                self.prophetic_error("argument of a proof closure", arg.span);
            }
        }
        Ok(Flow { mode: said.ret, prophetic: false })
    }

    /// A proof on the side stands for as many cases as its claim has, so it uses up nothing: all variables are of mode
    /// spec in it, its own too.
    fn aside(&mut self, proof: &tree::Expr) -> Result<Flow> {
        let outer = std::mem::replace(&mut self.aside, true);
        let body = match &proof.kind {
            T::Closure { params, body, .. } => {
                params.iter().for_each(|p| self.declare(&p.pat, Mode::Spec, false));
                body
            }
            _ => proof,
        };
        let result = match &body.kind {
            T::Block(_, block) => self.proof_block(block).map(|_| ()),
            _ => self.proof(body, Mode::Spec).map(|_| ()),
        };
        self.aside = outer;
        result.map(|()| Flow::FREE)
    }
}
