//! Calls of functions and of mathematical functions, and uses of constants.
//!
//! A call of a spec function is a term; a call of a proof or exec function is a statement, after which its contract is
//! known and nothing else. What may call what follows guide page `modes`. A call through a trait is that of the impl
//! where the front end found one.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, CallKind, DefId, Item, Known, Mutability};
use certus_vir::{CallPart, CallStmt, Expr, ExprKind, Mode, StmtKind, Ty, UnaryOp};

use super::Fx;
use crate::error::{Result, fail};
use crate::paths::check_of_constant;
use crate::syntax::below_references;

/// Pointers whose value is what they point to, as their trait functions are named.
const SHARED: [Known; 10] = [
    Known::BoxDeref,
    Known::BoxAsRef,
    Known::RcClone,
    Known::RcDeref,
    Known::RcAsRef,
    Known::RcBorrow,
    Known::ArcClone,
    Known::ArcDeref,
    Known::ArcAsRef,
    Known::ArcBorrow,
];

/// A function with its generic arguments.
type Instance = (DefId, Vec<tree::Ty>);

impl Fx<'_, '_> {
    /// Asked in this order: functions of the language, accessors, functions whose meaning is built in, everything else.
    /// Errs with `language/decreases-by`: such a lemma's contract is empty and its body belongs to another function.
    pub(super) fn call(
        &mut self,
        e: &tree::Expr,
        callee: &CallKind,
        args: &[tree::Expr],
        callee_span: Span,
    ) -> Result<Expr> {
        let (def, type_args, resolved, is_told) = match callee {
            CallKind::Fn { def, args, resolved, is_told } => (*def, args, resolved, *is_told),
            CallKind::Value(callee) if self.is_update(callee) => return self.call_update(args, e),
            CallKind::Value(callee) => return self.apply(callee, args, e),
        };
        self.cx.mention(def)?;
        let (def, resolved) = match self.cx.extension_function(def)? {
            Some(function) => (function, &None),
            None => {
                self.cx.not_of_spec_impl(def, callee_span)?;
                (def, resolved)
            }
        };
        let (declared, declared_args) = (def, type_args);
        if let Some(name) = self.cx.builtin(def) {
            if let Some(accessor) = self.cx.entry(def)?.attrs.accessor.clone() {
                return self.accessor(&accessor, def, args, e, callee_span);
            }
            return self.builtin_call(name, args, e);
        }
        let (def, type_args) = match resolved {
            Some((def, args)) => (*def, args),
            None => (def, type_args),
        };
        let entry = self.cx.entry(def)?;
        if let Some(accessor) = entry.attrs.accessor.clone() {
            return self.accessor(&accessor, def, args, e, callee_span);
        }
        self.no_opening(def, callee_span)?;
        self.runs(def, callee_span)?;
        self.awaits(def, type_args, callee_span)?;
        if let Some(value) = self.panicking_call(def, args, e)? {
            return Ok(value);
        }
        if let Some(value) = self.subslice(def, args, e)? {
            return self.retype(value, &e.ty, e.span);
        }
        if let Some(value) = self.known_std_call(def, args, e)? {
            return Ok(value);
        }
        if let Some(value) = self.printing_call(def, args, e)? {
            return Ok(value);
        }
        if let Some(value) = self.structural_equality(declared, declared_args, args, e)? {
            return Ok(value);
        }
        if let Some(value) = self.clone_by_copy(declared, declared_args, args, e)? {
            return Ok(value);
        }
        if let Some(value) = self.math_operator(def, args, e)? {
            return Ok(value);
        }
        if entry.attrs.decreases_by {
            let text = "cannot call a decreases_by/recommends_by function directly";
            return fail(Language::DecreasesBy, text, callee_span);
        }
        if entry.attrs.broadcast
            && matches!(&entry.item, Item::Function(tree::Function { params, .. }) if params.is_empty())
        {
            let text =
                "a broadcast function without parameters cannot be called: bring it into use with `broadcast use`";
            return fail(Language::Broadcast, text, callee_span);
        }
        self.wrapper_bounds(def, type_args, callee_span)?;
        if resolved.is_none() {
            self.cx.provided_by_known(declared, declared_args, self.owner().def, callee_span)?;
        }
        let (def, type_args) = match self.cx.means_proxy(declared, def)? {
            true => (declared, declared_args),
            false => (def, type_args),
        };
        let inherited = match self.is_ghost() {
            true => self.cx.stand_in_of_impl((declared, declared_args), (def, type_args))?,
            false => None,
        };
        let (def, type_args) = inherited.as_ref().map_or((def, type_args), |(def, args)| (*def, args));
        let (def, mode) = self.cx.callable(def, self.is_ghost(), callee_span)?;
        self.check_mode(def, mode, callee_span)?;
        if mode == Mode::Spec || (self.is_ghost() && mode == Mode::Exec) {
            return self.spec_call(def, type_args, args, mode, e);
        }
        self.needs_effects(&format!("a call of a {} function", mode.name()), e.span)?;
        if !self.is_ghost() && !is_told {
            self.type_args_without_ghost(declared, args, callee_span)?;
        }
        self.effect_call((def, type_args.clone()), args, e)
    }

    /// Errs with `unsupported/async` for `.await` of something that is not known to be a future.
    fn awaits(&mut self, def: DefId, type_args: &[tree::Ty], span: Span) -> Result<()> {
        let at = self.owner().def;
        match (self.cx.tree.known(def), type_args.first()) {
            (Some(Known::AwaitFuture), Some(ty)) => self.cx.awaitable(ty, at, span),
            _ => Ok(()),
        }
    }

    /// The wrappers dereference to what is there in ghost code only, which code that is generic in a type cannot know.
    /// Errs with `language/wrapper-bound`.
    fn wrapper_bounds(&mut self, def: DefId, type_args: &[tree::Ty], span: Span) -> Result<()> {
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        for clause in &function.generics.clauses {
            let args: Vec<tree::Ty> = clause.args.iter().map(|ty| ty.subst(type_args)).collect();
            let at = self.owner().def;
            if let Some((wrapper, asked)) = self.cx.relies_on_wrapper(clause.trait_, &args, at)? {
                let text = format!(
                    "`{wrapper}<A>` cannot be used where `{asked}` is asked for: generic code would dereference the \
                     wrapper at run time"
                );
                return fail(Language::WrapperBound, text, span);
            }
        }
        Ok(())
    }

    /// The rules on which code may call what.
    /// Exec code cannot compute a spec function; ghost code cannot run an exec one, for it is erased; and a proof needs
    /// a place in the order of execution. Errs with `language/mode`.
    fn check_mode(&mut self, def: DefId, mode: Mode, span: Span) -> Result<()> {
        let wrong = match mode {
            Mode::Spec => !self.is_ghost(),
            Mode::Proof => !self.is_ghost() || self.is_pure(),
            Mode::Exec => self.is_ghost() && !self.cx.usable_as_spec(def)?,
        };
        if !wrong {
            return Ok(());
        }
        let path = self.cx.path(def);
        let error =
            Diagnostic::error(Language::Mode, format!("cannot call function `{path}` with mode {}", mode.name()), span);
        Err(error.with_help(crate::error::call_help(mode)).into())
    }

    /// An exec function in ghost code is its twin, the spec function made of its `returns` clause.
    /// `f(x)` in a specification is a term: `f` is total, and has a value also where its `recommends` does not hold.
    fn spec_call(
        &mut self,
        def: DefId,
        type_args: &[tree::Ty],
        args: &[tree::Expr],
        mode: Mode,
        e: &tree::Expr,
    ) -> Result<Expr> {
        let values = self.knowing(|fx| fx.operands(args.iter()))?;
        let tys = self.cx.tys(type_args, e.span)?;
        self.cx.request(def);
        let path = if mode == Mode::Exec { self.cx.spec_twin(def)? } else { self.cx.path(def) };
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(Expr::new(ExprKind::Call(path, tys, values), ty, e.span))
    }

    /// A call of a proof or exec function.
    /// Arguments for ghost parameters are ghost code. For `&mut` arguments the places take the final value of the pair
    /// after the call, which is what the callee's postcondition speaks of. A callee that never returns makes what
    /// follows unreachable.
    /// Of `f(a, &mut x)` come the values of `a` and of the pair for `x`, `call f`, which shows the precondition and
    /// gives the postcondition, and the new value of `x`. Ghost arguments may not read `x` (`rust/E0502`).
    fn effect_call(&mut self, (def, type_args): Instance, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        if self.cx.entry(def)?.attrs.logically_atomic {
            return self.atomic_call((def, type_args), args, e);
        }
        let modes = self.cx.param_modes(def)?;
        self.check_borrowed(args, &modes)?;
        let (values, targets) = self.arguments(args, &modes)?;
        for target in &targets {
            self.parts_survive(&target.place, def, e.span)?;
        }
        self.begin_call(&targets, e.span)?;
        let ret = self.cx.result_ty(def, &type_args, e, self.owner().def)?;
        let result = self.contract((def, type_args), values, ret, e.span)?;
        self.give_back_all(&targets, e.span)?;
        if e.ty == tree::Ty::Never {
            self.emit(StmtKind::Unreachable, e.span);
            return Ok(Expr::unit(e.span));
        }
        Ok(result)
    }

    /// A call that no call in the text stands for, as a statement; its result.
    pub(super) fn emit_call(&mut self, called: Instance, args: Vec<Expr>, ret: Ty, span: Span) -> Result<Expr> {
        self.runs_other(span);
        self.contract(called, args, ret, span)
    }

    /// The contract of a function for these arguments, as a statement; its result.
    fn contract(&mut self, (def, type_args): Instance, args: Vec<Expr>, ret: Ty, span: Span) -> Result<Expr> {
        let tys = self.cx.tys(&type_args, span)?;
        self.cx.request(def);
        let callee = match self.cx.inherited_default(def, &type_args, self.owner().def)? {
            Some(default) => default,
            None => self.cx.path(def),
        };
        let dest = self.fresh("tmp%");
        self.add_given(certus_vir::Binder { var: dest.clone(), ty: ret.clone() });
        let call = CallStmt {
            callee,
            type_args: tys,
            args,
            dest: Some(dest.clone()),
            within: self.openings(),
            part: CallPart::Whole,
            span,
        };
        self.emit(StmtKind::Call(call), span);
        Ok(Expr::var(&dest, ret, span))
    }

    /// A value applied to arguments: an exec function, or a mathematical one.
    /// Guide page `spec_closures`. A mathematical function is total and has no contract, so there is nothing to prove.
    /// `g(x)` of `g: spec_fn(int) -> bool` is a term. Errs with `language/mode` in code that runs, which has no such
    /// value.
    fn apply(&mut self, callee: &tree::Expr, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&callee.ty, callee.span)?;
        if !matches!(ty.value(), Ty::SpecFn(..)) {
            return self.call_value(callee, args, e);
        }
        if !self.is_ghost() {
            return fail(Language::Mode, "a spec closure cannot be called in exec code", e.span);
        }
        let values = self.operands(std::iter::once(callee).chain(args))?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        let Some((callee, args)) = values.split_first() else {
            return fail(Unsupported::ClosureCall, "calling this value is not supported", e.span);
        };
        Ok(Expr::new(ExprKind::Apply(callee.clone(), args.to_vec()), ty, e.span))
    }

    /// A generated accessor: `is VARIANT` or `get VARIANT FIELD`.
    /// A field of a variant that the value is not gives some value of the field's type (reference page `reference-is`);
    /// for this reason exec code may not ask.
    /// `e->V_f` is the field, `e is V` a test. Errs with `language/mode` in exec code, and with `language/opaque-type` for
    /// a field of a type whose fields are hidden.
    fn accessor(
        &mut self,
        text: &str,
        def: DefId,
        args: &[tree::Expr],
        e: &tree::Expr,
        callee_span: Span,
    ) -> Result<Expr> {
        if !self.is_ghost() {
            let path = self.cx.path(def);
            return fail(Language::Mode, format!("cannot call function `{path}` with mode spec"), callee_span);
        }
        let [arg] = args else { return fail(Unsupported::Accessor, "this is not supported", e.span) };
        let tree::Ty::Adt(adt, _) = below_references(&arg.ty) else {
            return fail(Unsupported::Accessor, "this is not supported", e.span);
        };
        if self.cx.is_opaque(*adt)? {
            return fail(Language::OpaqueType, "disallowed: field expression for an opaque datatype", e.span);
        }
        let path = self.cx.path(*adt);
        let value = self.expr(arg)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        match &words[..] {
            ["is", variant] => {
                let op = UnaryOp::IsVariant(path, (*variant).into());
                Ok(Expr::new(ExprKind::Unary(op, value), Ty::Bool, e.span))
            }
            ["get", variant, field] => {
                let ty = self.cx.ty(&e.ty, e.span)?;
                let op = UnaryOp::Field(path, (*variant).into(), (*field).into());
                Ok(Expr::new(ExprKind::Unary(op, value), ty, e.span))
            }
            _ => fail(Unsupported::Accessor, "this is not supported", e.span),
        }
    }

    /// Functions of the standard library whose meaning is part of the language.
    /// These give back what they are given: a box is its contents, and a clone of a scalar or of a shared reference is
    /// a copy.
    fn known_std_call(&mut self, def: DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Option<Expr>> {
        if self.cx.tree.is_local(def) {
            return Ok(None);
        }
        let known = self.cx.known(def);
        let same = match (known, args) {
            // Where it matters that an allocation may fail, it is a call like any other.
            (Some(Known::BoxNew | Known::RcNew | Known::ArcNew), [arg])
                if self.is_ghost() || !self.exits().is_strict() =>
            {
                Some(arg)
            }
            (Some(known), [arg]) if SHARED.contains(&known) => Some(arg),
            // In ghost code the wrappers are what is in them.
            (Some(Known::GhostDeref | Known::TrackedDeref), [arg]) if self.is_ghost() => Some(arg),
            (_, [arg]) if self.cx.is_clone(def)? => {
                let below = match &arg.ty {
                    tree::Ty::Ref(_, inner) => inner,
                    _ => return Ok(None),
                };
                let plain = matches!(
                    **below,
                    tree::Ty::Ref(Mutability::Shared, _)
                        | tree::Ty::RawPtr(..)
                        | tree::Ty::Bool
                        | tree::Ty::Int(_)
                        | tree::Ty::Float(_)
                        | tree::Ty::Char
                );
                plain.then_some(arg)
            }
            _ => None,
        };
        match same {
            Some(arg) => {
                let value = self.expr(arg)?;
                Ok(Some(self.retype(value, &e.ty, e.span)?))
            }
            None => Ok(None),
        }
    }

    /// An operator of `core::ops` on `int` and `nat`, as exec code spells it.
    fn math_operator(&mut self, def: DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Option<Expr>> {
        let known = self.cx.known(def);
        if let (Some(Known::IntNeg), [arg]) = (known, args) {
            let value = self.expr(arg)?;
            return Ok(Some(Expr::new(ExprKind::Unary(UnaryOp::Neg, value), Ty::int(), e.span)));
        }
        let op = match known {
            Some(Known::IntAdd | Known::NatAdd) => certus_vir::BinaryOp::Add,
            Some(Known::IntSub | Known::NatSub) => certus_vir::BinaryOp::Sub,
            Some(Known::IntMul | Known::NatMul) => certus_vir::BinaryOp::Mul,
            _ => return Ok(None),
        };
        let values = self.operands(args.iter())?;
        let ([a, b], ty) = (&values[..], self.cx.ty(&e.ty, e.span)?) else { return Ok(None) };
        let exact = Expr::binary(op, a.clone(), b.clone(), e.span);
        Ok(Some(match ty.int_kind() {
            Some(certus_vir::IntKind::Nat) => {
                Expr::new(ExprKind::Unary(UnaryOp::Clip(certus_vir::IntKind::Nat), exact), ty, e.span)
            }
            _ => exact,
        }))
    }

    /// A constant or static as an expression.
    pub(super) fn constant(
        &mut self,
        def: DefId,
        args: &[tree::Ty],
        resolved: Option<&Instance>,
        e: &tree::Expr,
    ) -> Result<Expr> {
        self.constant_value(def, args, resolved, &e.ty, e.span)
    }

    /// A constant of a trait for a type of the standard library, which could have one of that name itself, unknown to our
    /// declarations: it would come first. Errs with `unsupported/trait-const` unless the path names the trait.
    fn is_told_apart(&mut self, def: DefId, args: &[tree::Ty], span: Span) -> Result<()> {
        let entry = self.cx.entry(def)?;
        let Item::Const(item) = &entry.item else { return Ok(()) };
        let Some(parent) = item.def.parent else { return Ok(()) };
        let (trait_, this) = match &self.cx.entry(parent)?.item {
            Item::Trait(of) => (of.def.id, args.first().cloned()),
            Item::Impl(of) => match &of.trait_ {
                Some((trait_, _)) => (*trait_, Some(of.self_ty.clone())),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        if self.cx.is_standard(trait_) || !this.is_some_and(|ty| self.cx.is_of_standard(&ty)) {
            return Ok(());
        }
        let text = self.cx.tree.sources().text(span);
        if text.starts_with('<') && text.contains(" as ") {
            return Ok(());
        }
        let text = format!(
            "the type could have a constant `{}` itself: write `<TYPE as TRAIT>::{}`",
            item.def.name, item.def.name
        );
        fail(Unsupported::TraitConst, text, span)
    }

    /// Errs with `language/mode` where a spec constant is read in exec code or an exec one in ghost code. In its own
    /// contract an exec constant is the variable of its value: read by name it would be assumed to meet what is being
    /// proved.
    pub(super) fn constant_value(
        &mut self,
        def: DefId,
        args: &[tree::Ty],
        resolved: Option<&Instance>,
        ty: &tree::Ty,
        span: Span,
    ) -> Result<Expr> {
        self.is_told_apart(def, args, span)?;
        let (def, args) = match resolved {
            Some((def, args)) => (*def, args.as_slice()),
            None => (def, args),
        };
        let ty = self.cx.ty(ty, span)?;
        if let Some(value) = self.cx.machine_constant(def, &ty, span)? {
            return Ok(value);
        }
        let entry = self.cx.entry(def)?;
        if self.is_ghost()
            && !self.reads_itself(def)
            && let Some(twin) = self.cx.stand_in(def)?
        {
            return self.stand_in_of_constant(twin, args, ty, span);
        }
        let Item::Const(item) = &entry.item else {
            return fail(Unsupported::Constant, "this constant is not supported", span);
        };
        if let Some(specification) = self.cx.specification_of(def)? {
            return self.assumed_constant(def, specification, ty, span);
        }
        self.cx.check_known(def, "function", span)?;
        let what = if item.kind == tree::ConstKind::Const { "const" } else { "static" };
        let mode = self.cx.const_mode(def)?;
        match (mode, self.is_ghost()) {
            (Some(Mode::Exec), true) if !self.reads_itself(def) => {
                let text = format!("cannot read {what} with mode exec");
                let help = "code alone uses it: declare it without `exec`, then specifications may use it too";
                return Err(Diagnostic::error(Language::Mode, text, span).with_help(help).into());
            }
            (Some(Mode::Spec), false) => {
                return fail(Language::Mode, format!("cannot read {what} with mode spec"), span);
            }
            (None | Some(Mode::Proof | Mode::Exec), _) | (Some(Mode::Spec), true) => {}
        }
        if self.reads_itself(def)
            && let Some(ret) = self.exits().result()
            && mode == Some(Mode::Exec)
        {
            return Ok(Expr::var(&ret.var, ret.ty.clone(), span));
        }
        self.cx.request(def);
        let path = self.cx.path(def);
        let tys = self.cx.tys(args, span)?;
        // An exec constant is evaluated anew at each use: two uses need not be equal. A static is one value.
        let anew = mode == Some(Mode::Exec) && item.kind == tree::ConstKind::Const && !self.is_pure();
        let value = match anew {
            true => self.arbitrary(ty, span),
            false => Expr::new(ExprKind::Call(path, tys, Vec::new()), ty, span),
        };
        if !self.is_ghost() && item.kind == tree::ConstKind::Const {
            self.runs_constant(def, span)?;
        }
        if mode == Some(Mode::Exec) && !self.is_pure() {
            let check = check_of_constant(&self.cx.path(def));
            self.read_constant(check);
            for known in self.cx.const_facts(def, &value)? {
                self.emit(StmtKind::Assume(known), span);
            }
        }
        Ok(value)
    }

    /// A constant is computed where it is used, as far as anybody knows. Errs with `unsupported/opens-invariants` where it calls
    /// functions and some invariants must not be opened.
    fn runs_constant(&mut self, def: DefId, span: Span) -> Result<()> {
        let body = self.cx.tree.body(def)?;
        if body.is_some_and(|body| !may_call(&body.value)) {
            return Ok(());
        }
        self.runs_other(span);
        if self.exits().is_restricted() {
            let text =
                "a constant whose value is computed by calls is not supported where some invariants must not be opened";
            return fail(Unsupported::OpensInvariants, text, span);
        }
        Ok(())
    }

    /// The spec constant that an exec constant means in ghost code.
    fn stand_in_of_constant(&mut self, twin: DefId, args: &[tree::Ty], ty: Ty, span: Span) -> Result<Expr> {
        self.cx.mention(twin)?;
        self.cx.request(twin);
        let tys = self.cx.tys(args, span)?;
        Ok(Expr::new(ExprKind::Call(self.cx.path(twin), tys, Vec::new()), ty, span))
    }

    /// A constant whose specification is trusted.
    fn assumed_constant(&mut self, def: DefId, specification: DefId, ty: Ty, span: Span) -> Result<Expr> {
        self.cx.request(specification);
        let facts = self.cx.assume_constant(def, specification)?;
        let value = Expr::new(ExprKind::Call(self.cx.path(def), Vec::new(), Vec::new()), ty, span);
        if !self.is_pure() {
            for known in facts.about(&value) {
                self.emit(StmtKind::Assume(known), span);
            }
        }
        Ok(value)
    }

    /// True while the contract or value of this very constant is lowered.
    /// Its contract must not be assumed then; see `constant_value`.
    fn reads_itself(&self, def: DefId) -> bool {
        self.owner().def == def
    }
}

/// Whether there is a call in an expression, or another constant, which may have one.
fn may_call(e: &tree::Expr) -> bool {
    let mut found = matches!(&e.kind, tree::ExprKind::Call { .. } | tree::ExprKind::Const(..));
    tree::visit::children(e, &mut |child| found |= may_call(child));
    found
}
