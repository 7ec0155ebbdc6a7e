//! The functions of `verus_builtin`: what the keep form writes for operators and statements of ghost code.
//!
//! The names are those of the keep form; a user who calls them directly gets the same meaning. Operators follow guide
//! pages `operators` and `spec-expressions`, `==` and `=~=` guide page `extensional_equality`, `is` and `->` reference
//! page `reference-is`, chains reference page `reference-chained-op`. A name that is not listed is
//! `unsupported/builtin`.

use certus_diagnostics::{Code, Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, ExprKind as T, Known};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, IntKind, Prover, QuantKind, Stmt, StmtKind, Ty, UnaryOp};
use num_bigint::BigInt;

use super::arith::bit_operation;
use super::float;
use super::literal::parse_int;
use super::real;
use super::{Fx, Position, Slot};
use crate::builtins::NO_BODY;
use crate::error::{Result, fail};
use crate::syntax::string_argument;

impl Fx<'_, '_> {
    /// A call of a function of `verus_builtin` by its name.
    /// Errs with `language/mode` where exec code uses what only ghost code has, and with `language/clause-position` for
    /// a clause that is not at the start of a body, where it would have no code to speak about.
    pub(super) fn builtin_call(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let span = e.span;
        if let Some(statement) = self.proof_statement(name, args, span)? {
            return Ok(statement);
        }
        if name == Known::NoMethodBody {
            return fail(Language::NoBody, NO_BODY, span);
        }
        if crate::builtins::is_clause(name) {
            return fail(Language::ClausePosition, format!("`{name}` is allowed at the start of a body only"), span);
        }
        if !EXEC_CODE.contains(&name) && !self.is_ghost() {
            let text = "cannot use spec-mode expression in executable context";
            return Err(Diagnostic::error(Language::Mode, text, span).with_help(crate::error::GHOST_ONLY).into());
        }
        match (name, args) {
            (Known::Forall, [f]) => self.quantifier(QuantKind::Forall, f, span),
            (Known::Exists, [f]) => self.quantifier(QuantKind::Exists, f, span),
            (Known::Choose | Known::ChooseTuple, [f]) => self.choose(f, e),
            (Known::Trigger, [inner]) => self.trigger_mark(inner),
            (Known::WithTrigger, [triggers, body]) => self.with_trigger(triggers, body),
            (Known::WithTriggers, [triggers, body]) => self.with_triggers(triggers, body),
            (Known::AutoTrigger, [inner]) => self.auto_trigger(inner),
            (Known::AllTriggers, [inner]) => self.all_triggers(inner),
            (Known::GhostLet | Known::TrackedLet | Known::OpenGhost | Known::OpenTracked, [_]) if !self.is_ghost() => {
                // Code that runs would have to make the value.
                fail(Language::Mode, "cannot use spec-mode expression in executable context", span)
            }
            (Known::GhostLet, [inner]) => self.knowing(|fx| fx.expr(inner)),
            (Known::TrackedLet, [inner]) => self.using(true, |fx| fx.expr(inner)),
            (Known::Truncate, [inner]) => self.expr(inner),
            (Known::SpecLiteralInt | Known::SpecLiteralNat | Known::SpecLiteralInteger, _) if !self.is_ghost() => {
                let text = format!("cannot call function `verus_builtin::{name}` with mode spec");
                fail(Language::Mode, text, span)
            }
            (Known::Lit | Known::SpecLiteralInt | Known::SpecLiteralNat | Known::SpecLiteralInteger, [_]) => {
                self.spec_literal(e)
            }
            (Known::Returned, [inner]) => self.returned(inner, e),
            (Known::Cast, [inner]) => {
                self.cast_copies(inner, span)?;
                self.cast(inner, e)
            }
            (Known::Old | Known::Final, [inner]) => self.old_or_final(name, inner, e),
            (Known::HasResolved | Known::AfterBorrow | Known::MutRefCurrent | Known::MutRefFuture, [inner]) => {
                self.of_borrow(name, inner, e)
            }
            (Known::RealFloor, [inner]) => Ok(real::floor(self.expr(inner)?, span)),
            (Known::ArrayElementAt, [array, index]) => self.array_element(array, index, e),
            (Known::DecreasesTo, [from, to]) => self.decreases_to(from, to, span),
            (Known::IsVariant, [value, _]) => self.is_variant(value, e),
            (Known::GetUnionField, [value, field]) => self.union_field(value, field, e),
            (Known::GetVariantField, [value, variant, field]) => self.variant_field(value, variant, field, e),
            // The wrappers are there for rustc; the value is what is inside.
            (Known::Ghost, [inner]) => {
                let value = self.knowing(|fx| fx.expr(inner))?;
                self.retype(value, &e.ty, span)
            }
            (Known::Tracked, [inner]) => {
                let value = self.using(true, |fx| fx.expr(inner))?;
                self.retype(value, &e.ty, span)
            }
            (Known::GhostNew | Known::TrackedNew, [inner]) if self.is_ghost() => {
                let value = self.expr(inner)?;
                self.retype(value, &e.ty, span)
            }
            (Known::GhostNew | Known::TrackedNew, _) => {
                fail(Language::Mode, "cannot perform operation with mode spec", span)
            }
            (
                Known::OpenGhost
                | Known::OpenTracked
                | Known::GhostView
                | Known::TrackedView
                | Known::GhostBorrow
                | Known::TrackedBorrow
                | Known::TrackedGet,
                [inner],
            ) => {
                let value = self.expr(inner)?;
                self.retype(value, &e.ty, span)
            }
            (Known::MutRefTracked, [inner]) => self.tracked_reference(inner, e),
            (Known::ShrRefStructWrap, _) => self.struct_wrap(args, e),
            (Known::CallRequires | Known::FnRequires, [_, _]) => self.call_relation(args, span),
            (Known::CallEnsures | Known::FnEnsures, [_, _, _]) => self.call_relation(args, span),
            (Known::ArchWordBits, []) => Ok(Expr::new(ExprKind::ArchBits, Ty::Int(IntKind::Nat), span)),
            (name, [_, ..]) if name.is_choose() => self.choose(&args[0], e),
            (name, [f]) if name.is_fnspec() => self.lambda(f, e),
            (Known::ClosureToFnProof, [f]) => self.proof_closure(f, e),
            (name, _) if name.is_chain() => self.chain(e).map(|(value, _)| value),
            _ => self.operator(name, args, e),
        }
    }

    /// `mut_ref_tracked(r)`: the same reference, as one to `Tracked`. Errs with `language/mode` where nothing is tracked.
    fn tracked_reference(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if !self.is_ghost() {
            return fail(Language::Mode, "`mut_ref_tracked` must be in a 'proof' block", e.span);
        }
        if self.is_knowing() {
            return fail(Language::Mode, "mutable borrow is not allowed in spec context", e.span);
        }
        let reference = self.expr(inner)?;
        self.retype(reference, &e.ty, e.span)
    }

    /// The initial value of a variable. This is the one place in code that runs where a ghost value may stand: the mark on
    /// it makes a ghost variable.
    pub(super) fn initial(&mut self, init: &tree::Expr) -> Result<Expr> {
        let name = self.marker(init);
        let T::Call { args, .. } = &init.kind else { return self.expr(init) };
        match (name, &args[..]) {
            (Some(Known::GhostLet), [inner]) => self.knowing(|fx| fx.expr(inner)),
            (Some(Known::TrackedLet), [inner]) => self.using(true, |fx| fx.expr(inner)),
            (Some(known @ (Known::OpenGhost | Known::OpenTracked)), [inner]) => {
                let value = self.opened(known, inner)?;
                self.retype(value, &init.ty, init.span)
            }
            _ => self.expr(init),
        }
    }

    /// The wrapper that a pattern opens. A pattern binds a ghost variable where the wrapper is in a `ghost` or `tracked` field:
    /// opening it is ghost code then. Errs with `language/mode` where `Tracked(x)` opens what is only known.
    fn opened(&mut self, known: Known, wrapper: &tree::Expr) -> Result<Expr> {
        let T::Local(id) = &wrapper.kind else { return self.expr(wrapper) };
        match self.mode_of_local(*id) {
            Some(certus_vir::Mode::Spec) if known == Known::OpenGhost => self.knowing(|fx| fx.expr(wrapper)),
            Some(certus_vir::Mode::Spec | certus_vir::Mode::Proof) => self.using(true, |fx| fx.expr(wrapper)),
            _ => self.expr(wrapper),
        }
    }

    /// `None` for what is not a statement of a proof. All of them need a place in the order of execution, so none is
    /// allowed in pure code.
    fn proof_statement(&mut self, name: Known, args: &[tree::Expr], span: Span) -> Result<Option<Expr>> {
        let done = match (name, args) {
            (Known::Assert, [arg]) => self.assert(arg, span)?,
            (Known::Assume, [arg]) => {
                let expr = self.condition_of(arg)?;
                self.assume(expr, span)?
            }
            (Known::Admit, []) => self.assume(Expr::bool(false, span), span)?,
            (Known::Calculation, [_, _]) if !self.is_ghost() => {
                let text = "cannot use `calc!` in exec mode: write `proof { calc! { .. } }`";
                return fail(Language::Mode, text, span);
            }
            (Known::AssertBy | Known::Calculation, [arg, proof]) => self.assert_by(arg, proof, span)?,
            (Known::AssertForallBy, [arg]) => self.assert_forall(arg, span)?,
            (Known::AssertNonlinearBy, [arg]) => self.isolated(Prover::Nonlinear, arg, span)?,
            (Known::AssertBitvectorBy, [arg]) => self.isolated(Prover::BitVector, arg, span)?,
            (Known::AssertIntegerRingBy, [arg]) => self.isolated(Prover::IntegerRing, arg, span)?,
            (Known::AssertBitVector, [arg]) => self.assert_with(Prover::BitVector, arg, span)?,
            (Known::AssertByCompute, [arg]) => self.assert_with(Prover::Compute, arg, span)?,
            (Known::AssertByComputeOnly, [arg]) => self.assert_with(Prover::ComputeOnly, arg, span)?,
            (Known::Reveal, [path, fuel]) => self.reveal(path, fuel, span)?,
            (Known::RevealStrlit, [literal]) => self.reveal_literal(literal, true, span)?,
            (Known::RevealByteslit, [literal]) => self.reveal_literal(literal, false, span)?,
            (Known::BroadcastUse, [path]) => self.broadcast_use(path, span)?,
            (Known::UseTypeInvariant, [arg]) => {
                self.use_invariant(arg, span)?;
                Expr::unit(span)
            }
            // What it names is compared where modes are checked.
            (Known::ProofBlock | Known::ExprAttr | Known::LoopAttr | Known::StandsFor, _) => Expr::unit(span),
            (Known::LetAttr, [_]) => {
                match args.first().and_then(literal_text).as_deref() {
                    Some("mode spec") => self.mark_next_let(certus_vir::Mode::Spec),
                    Some("mode proof") => self.mark_next_let(certus_vir::Mode::Proof),
                    // Read where modes are checked.
                    Some("verifier::prophetic") => {}
                    text => crate::attrs::check_statement(text.unwrap_or_default(), span)?,
                }
                Expr::unit(span)
            }
            _ => return Ok(None),
        };
        Ok(Some(done))
    }

    /// `add`, `sub` and `mul` are the functions that wrap: the exact result cut to its type. All other operators of
    /// ghost code are exact.
    fn operator(&mut self, name: Known, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let span = e.span;
        if name == Known::Imply && args.len() == 2 {
            return self.implication(args, span);
        }
        let values = self.operands(args.iter())?;
        let ty = self.cx.ty(&e.ty, span)?;
        match (name, &values[..]) {
            (Known::SpecEq | Known::Equal | Known::Iff, [a, b]) => {
                self.spec_equality(BinaryOp::Eq, a.clone(), b.clone(), span)
            }
            (Known::ExtEqual, [a, b]) => {
                self.spec_equality(BinaryOp::ExtEq { deep: false }, a.clone(), b.clone(), span)
            }
            (Known::ExtEqualDeep, [a, b]) => {
                self.spec_equality(BinaryOp::ExtEq { deep: true }, a.clone(), b.clone(), span)
            }
            _ if float::is_operation(name) => self.float_operation(name, values, ty, span),
            (Known::SpecNeg, [a]) if float::is_float(a) => match args {
                [tree::Expr { kind: T::Literal(tree::Literal::Float(digits)), .. }] => {
                    float::literal(&format!("-{digits}"), ty, span)
                }
                _ => self.float_operation(name, values, ty, span),
            },
            (Known::SpecNeg, [a]) if real::is_real(a) => Ok(real::negation(a.clone(), span)),
            (Known::SpecNeg, [a]) => {
                self.integers(&values, span)?;
                Ok(Expr::new(ExprKind::Unary(UnaryOp::Neg, a.clone()), ty, span))
            }
            (Known::ClippedAdd | Known::ClippedSub | Known::ClippedMul, [a, b]) => {
                let op = match name {
                    Known::ClippedAdd => BinaryOp::Add,
                    Known::ClippedSub => BinaryOp::Sub,
                    _ => BinaryOp::Mul,
                };
                self.integers(&values, span)?;
                let Some(kind) = ty.int_kind() else {
                    return fail(Unsupported::Operator, "this is not supported", span);
                };
                let exact = Expr::binary(op, a.clone(), b.clone(), span);
                Ok(Expr::new(ExprKind::Unary(UnaryOp::Clip(kind), exact), ty, span))
            }
            (Known::UnsignedMax | Known::SignedMax | Known::SignedMin, [bits]) => bound(name, bits, ty, span),
            (_, [a, b]) => self.binary_operator(name, a.clone(), b.clone(), ty, e),
            _ => fail(Unsupported::Builtin, format!("`{name}` is not supported"), span),
        }
    }

    /// Goals and effects on the right stand under the condition on the left, as for `&&`.
    fn implication(&mut self, args: &[tree::Expr], span: Span) -> Result<Expr> {
        let [premise, conclusion] = args else {
            return fail(Unsupported::Builtin, "`imply` takes two arguments", span);
        };
        let premise = self.expr(premise)?;
        let (stmts, conclusion) = self.collect(|fx| fx.expr(conclusion))?;
        if stmts.is_empty() {
            return Ok(Expr::binary(BinaryOp::Implies, premise, conclusion, span));
        }
        // What the right side does happens only where the left side holds.
        let result = self.arbitrary(Ty::Bool, span);
        let ExprKind::Var(var) = &*result.kind else { return Ok(result) };
        let assign = |value| Stmt::new(StmtKind::Assign(var.clone(), value), span);
        let mut then = stmts;
        then.push(assign(conclusion));
        self.emit(StmtKind::If(premise, then, vec![assign(Expr::bool(true, span))]), span);
        Ok(result)
    }

    /// Integers of different types are equal when they are the same number. Otherwise types must agree up to
    /// decorations; errs with `unsupported/equality`.
    fn spec_equality(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let same = a.ty.value() == b.ty.value() || (a.ty.int_kind().is_some() && b.ty.int_kind().is_some());
        if !same && !similar(&a.ty, &b.ty) {
            return fail(Unsupported::Equality, "equality between these types is not supported", span);
        }
        Ok(Expr::binary(op, a, b, span))
    }

    /// Errs with `unsupported/operator` where an operand is no integer: VIR has these operators on integers only.
    fn integers(&self, values: &[Expr], span: Span) -> Result<()> {
        if values.iter().all(|v| v.ty.int_kind().is_some()) {
            return Ok(());
        }
        fail(Unsupported::Operator, "this operator is supported on integers only", span)
    }

    /// Operators of ghost code on `int` and `nat`: division is Euclidean and total, and by zero it gives some value
    /// that nothing is known about.
    fn binary_operator(&mut self, name: Known, a: Expr, b: Expr, ty: Ty, e: &tree::Expr) -> Result<Expr> {
        let span = e.span;
        if float::is_float(&a) || float::is_float(&b) {
            return self.float_operation(name, vec![a, b], ty, span);
        }
        if let Some(value) = self.overloaded(name, &a, &b, &ty, span) {
            return Ok(value);
        }
        if real::is_real(&a) || real::is_real(&b) {
            return real::operator(name, a, b, span);
        }
        let op = match name {
            Known::SpecAdd => BinaryOp::Add,
            Known::SpecSub => BinaryOp::Sub,
            Known::SpecMul => BinaryOp::Mul,
            Known::SpecDiv => BinaryOp::Div,
            Known::SpecRem => BinaryOp::Mod,
            Known::SpecLt => BinaryOp::Lt,
            Known::SpecLe => BinaryOp::Le,
            Known::SpecGt => BinaryOp::Gt,
            Known::SpecGe => BinaryOp::Ge,
            Known::SpecBitAnd => return Ok(bit_operation(BinaryOp::BitAnd, a, b, ty, span)),
            Known::SpecBitOr => return Ok(bit_operation(BinaryOp::BitOr, a, b, ty, span)),
            Known::SpecBitXor => return Ok(bit_operation(BinaryOp::BitXor, a, b, ty, span)),
            Known::SpecShr => BinaryOp::Shr,
            Known::SpecShl => match ty.int_kind() {
                Some(kind) => BinaryOp::Shl(kind),
                None => return fail(Unsupported::Operator, "`<<` is not supported on this type", span),
            },
            _ => return fail(Unsupported::Builtin, format!("`{name}` is not supported"), span),
        };
        self.integers(&[a.clone(), b.clone()], span)?;
        // The result of `u / v` and `u % v` has a ranged type; division by zero is unspecified, so it may leave it.
        let partial = matches!(op, BinaryOp::Div | BinaryOp::Mod);
        let value = Expr::binary(op, a, b, span);
        match ty.int_kind() {
            Some(kind) if partial && kind != IntKind::Int => {
                Ok(Expr::new(ExprKind::Unary(UnaryOp::Clip(kind), value), ty, span))
            }
            _ => Ok(Expr { ty, ..value }),
        }
    }

    /// The value of a `returns` clause, which may differ from the result in references. Errs with `language/returns-type` for
    /// any other type, whatever impls of `Returned` there are.
    fn returned(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let value = self.expr(inner)?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        if value.ty.value() != ty.value() {
            let text = "type of `returns` clause does not match function return type";
            return fail(Language::ReturnsType, text, inner.span);
        }
        self.retype(value, &e.ty, e.span)
    }

    /// An operator on a datatype is its method of the same name: `s + t` is `s.spec_add(t)`.
    fn overloaded(&mut self, name: Known, a: &Expr, b: &Expr, ty: &Ty, span: Span) -> Option<Expr> {
        let Ty::Data(datatype, args) = a.ty.value().clone() else { return None };
        let def = self.cx.tree.lookup(&format!("{datatype}::{name}"))?;
        self.cx.request(def);
        let path = self.cx.path(def);
        let call = ExprKind::Call(path, args, vec![a.clone(), b.clone()]);
        Some(Expr::new(call, ty.clone(), span))
    }

    /// What specifications say of borrows: their end, and the values now and then.
    /// `has_resolved(v)` is that nobody writes through the references in `v` any more, and `after_borrow(x)` the value that
    /// `x` has when its borrows end: of both, the variable may be borrowed at this point. Errs with `language/old-or-final`
    /// where `after_borrow` is asked for anything else than a part of a variable: a value has no borrows.
    fn of_borrow(&mut self, name: Known, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if name == Known::AfterBorrow && !super::borrow::is_variable_part(inner) {
            let text = "`after_borrow` expects a local variable, possibly with dereferences or field accesses";
            return fail(Language::OldOrFinal, text, e.span);
        }
        let value = self.foretelling(|fx| fx.purely(|fx| fx.expr(inner)))?;
        match (name, value.ty.clone()) {
            (Known::HasResolved, _) => Ok(Expr::new(ExprKind::Unary(UnaryOp::HasResolved, value), Ty::Bool, e.span)),
            (Known::AfterBorrow, _) => self.retype(value, &e.ty, e.span),
            (Known::MutRefFuture, Ty::MutRef(refers_to)) => {
                Ok(Expr::new(ExprKind::Unary(UnaryOp::MutFinal, value), *refers_to, e.span))
            }
            _ => Ok(super::borrow::current_of(&value, e.span)),
        }
    }

    /// `lit::<T>("digits")`.
    fn spec_literal(&mut self, e: &tree::Expr) -> Result<Expr> {
        let Some(digits) = string_argument(e).map(str::to_string) else {
            return fail(Language::Literal, "this literal cannot be read", e.span);
        };
        let ty = self.cx.ty(&e.ty, e.span)?;
        if *ty.value() == Ty::Real {
            return real::literal(&digits, e.span);
        }
        if float::width(&ty).is_some() {
            if !digits.contains(['.', 'e', 'E']) {
                let text = format!("an integer is no floating-point number: write `{digits}.0`");
                return fail(Language::Literal, text, e.span);
            }
            return float::literal(&digits, ty, e.span);
        }
        let n = parse_int(&decimal(&digits), e.span)?;
        let Some(kind) = ty.int_kind() else {
            return fail(Language::Literal, "the type of this literal is not an integer type", e.span);
        };
        self.cx.check_literal(&n, kind, e.span)?;
        Ok(Expr::new(ExprKind::Const(Const::Int(n)), ty, e.span))
    }

    /// Guide page `mutable-references`. What `old` or `final` of a parameter points to: the first half of the pair that was
    /// passed, and the second. Neither changes while the body runs, so both mean the same at every point. Code that runs has
    /// neither; whoever lowers the call itself says so.
    pub(super) fn old_or_final_value(&mut self, e: &tree::Expr) -> Result<Option<Expr>> {
        let (Some(name @ (Known::Old | Known::Final)), T::Call { args, .. }) = (self.marker(e), &e.kind) else {
            return Ok(None);
        };
        let ([inner], true) = (&args[..], self.is_ghost()) else { return Ok(None) };
        let (pair, inner) = self.passed_pair(name, inner, e.span)?;
        let op = if name == Known::Old { UnaryOp::MutCurrent } else { UnaryOp::MutFinal };
        Ok(Some(Expr::new(ExprKind::Unary(op, pair), inner, e.span)))
    }

    /// `old` or `final` without a dereference: the reference itself. The one that was passed is the pair, and the final one
    /// has no meaning. Errs with `language/old-or-final`; in a body see `read_local`.
    fn old_or_final(&mut self, name: Known, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if let (tree::Ty::Ref(tree::Mutability::Shared, _), Some(value)) = (&e.ty, self.old_or_final_value(e)?) {
            // Where a shared reference is wanted, Rust dereferences by itself.
            return self.retype(value, &e.ty, e.span);
        }
        let (pair, _) = self.passed_pair(name, inner, e.span)?;
        if name == Known::Final {
            let text = "the result of `final` must be dereferenced, as in `*final(x)` or `final(x).field`";
            return fail(Language::OldOrFinal, text, e.span);
        }
        if self.position() == Position::Body {
            let text = "the result of `old` as a whole is not supported in a body; dereference it, as in `*old(x)`";
            return fail(Unsupported::MutRef, text, e.span);
        }
        Ok(pair)
    }

    /// The pair that was passed for a parameter, and the type that it points to. Errs with `language/old-or-final` for
    /// `final` in the older style.
    fn passed_pair(&mut self, name: Known, inner: &tree::Expr, span: Span) -> Result<(Expr, Ty)> {
        // A library that is not ours may say so or not.
        let is_foreign = self.cx.tree.is_foreign(self.owner().def);
        if name == Known::Final && self.owner().final_in_post && !is_foreign {
            let text = "`final` cannot be used in a function under `deprecated_postcondition_mut_ref_style`: its parameters in \
                        postconditions mean their final values already (set the attribute to `false` for this function)";
            return fail(Language::OldOrFinal, text, span);
        }
        let reference = match self.as_local(inner) {
            Some(Slot::MutParam { pair, .. }) => Expr::var(&pair.var, pair.ty, span),
            _ if name == Known::Old => self.of_old(|fx| fx.expr(inner))?,
            _ => self.foretelling(|fx| fx.purely(|fx| fx.expr(inner)))?,
        };
        match reference.ty.clone() {
            Ty::MutRef(refers_to) => Ok((reference, *refers_to)),
            _ => {
                let text = format!("mismatched types: `{name}` takes a mutable reference");
                let help = "write the reference alone, as in `old(v).len()`; a parameter that is passed by value keeps its \
                            value, and needs no `old`";
                Err(Diagnostic::error(Code::Rustc("E0308".to_string()), text, span).with_help(help).into())
            }
        }
    }

    /// Errs with `language/variant` for a name that is no variant: a test that is silently false would make proofs hold
    /// that say nothing. An enum with one variant has no test.
    fn is_variant(&mut self, value: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let T::Call { args, .. } = &e.kind else { return fail(Unsupported::Is, "this is not supported", e.span) };
        let name = args.get(1).and_then(literal_text).unwrap_or_default();
        let tree::Ty::Adt(def, _) = below_shared(&value.ty) else {
            return Err(no_variants(&name, &value.ty, e.span).into());
        };
        let entry = self.cx.entry(*def)?;
        let tree::Item::Adt(adt) = &entry.item else { return fail(Unsupported::Is, "this is not supported", e.span) };
        let is_union = adt.kind == tree::AdtKind::Union;
        let fields = || adt.variants.iter().flat_map(|v| &v.fields);
        let is_known =
            if is_union { fields().any(|f| f.name == name) } else { adt.variants.iter().any(|v| v.name == name) };
        if !is_known {
            return fail(Language::Variant, format!("no variant `{name}` for this datatype"), e.span);
        }
        if self.cx.is_opaque(*def)? {
            return fail(Language::OpaqueType, "disallowed: variant test for an opaque datatype", e.span);
        }
        let single = if is_union { fields().count() == 1 } else { adt.variants.len() == 1 };
        let path = self.cx.path(*def);
        // Numbers, wrappers and boxes are declared as structs, but their values are others.
        let meant = self.cx.ty(below_shared(&value.ty), value.span)?;
        if !matches!(&meant, Ty::Data(found, _) if *found == path) {
            return fail(Language::Variant, "expected type to be datatype", e.span);
        }
        let value = self.expr(value)?;
        if single {
            return Ok(Expr::bool(true, e.span));
        }
        Ok(Expr::new(ExprKind::Unary(UnaryOp::IsVariant(path, name.as_str().into()), value), Ty::Bool, e.span))
    }

    /// `get_variant_field(e, "V", "f")`: what `e->V_f` stands for, with the names as texts and the type written by the
    /// user. Errs with `language/variant` where there is no such field and with `language/type` where it is of another
    /// type.
    fn variant_field(
        &mut self,
        value: &tree::Expr,
        variant: &tree::Expr,
        field: &tree::Expr,
        e: &tree::Expr,
    ) -> Result<Expr> {
        let (Some(variant), Some(field)) = (literal_text(variant), literal_text(field)) else {
            return fail(Language::Variant, "the variant and the field must be literals", e.span);
        };
        let tree::Ty::Adt(def, args) = below_shared(&value.ty) else {
            return fail(Language::Variant, format!("no variant `{variant}` for this type"), e.span);
        };
        let entry = self.cx.entry(*def)?;
        let tree::Item::Adt(adt) = &entry.item else {
            return fail(Unsupported::Accessor, "this is not supported", e.span);
        };
        if adt.kind == tree::AdtKind::Union {
            return fail(Language::Variant, "this datatype is a union; consider `get_union_field` instead", e.span);
        }
        if adt.kind != tree::AdtKind::Enum || self.cx.type_entry(*def)?.attrs.external_body {
            return fail(Unsupported::VariantField, "`get_variant_field` is supported on enums only", e.span);
        }
        let Some(of) = adt.variants.iter().find(|v| v.name == variant) else {
            return fail(Language::Variant, format!("no variant `{variant}` for this datatype"), e.span);
        };
        let Some(declared) = of.fields.iter().find(|f| f.name == field) else {
            return fail(Language::Variant, format!("no field `{field}` for this variant"), e.span);
        };
        if declared.ty.subst(args) != e.ty {
            return fail(Language::Type, "field has the wrong type", e.span);
        }
        let path = self.cx.path(*def);
        let value = self.expr(value)?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        let op = UnaryOp::Field(path, variant.as_str().into(), field.as_str().into());
        Ok(Expr::new(ExprKind::Unary(op, value), ty, e.span))
    }

    /// `a <= b < c`: every operand once, left to right; gives the truth of the links so far and the last operand.
    fn chain(&mut self, e: &tree::Expr) -> Result<(Expr, Option<Expr>)> {
        let T::Call { callee: tree::CallKind::Fn { def, .. }, args, .. } = &e.kind else {
            return fail(Unsupported::Chain, "this chain of comparisons is not supported", e.span);
        };
        let Some(name) = self.cx.builtin(*def) else {
            return fail(Unsupported::Chain, "this chain of comparisons is not supported", e.span);
        };
        match (name, &args[..]) {
            (Known::ChainEnd, [chain]) => self.chain(chain),
            (Known::Chain, [first]) => {
                let first = self.expr(first)?;
                Ok((Expr::bool(true, e.span), Some(first)))
            }
            (_, [chain, next]) => {
                let (so_far, last) = self.chain(chain)?;
                let Some(last) = last else { return fail(Unsupported::Chain, "this chain is not supported", e.span) };
                let mut kept = [so_far, last];
                let next = self.keeping(&mut kept, |fx| fx.expr(next))?;
                let [so_far, last] = kept;
                let is_real = real::is_real(&last) || real::is_real(&next);
                let is_float = float::is_float(&last) || float::is_float(&next);
                let op = match name {
                    Known::ChainEq if is_float => {
                        let link = self.spec_equality(BinaryOp::Eq, last, next.clone(), e.span)?;
                        return Ok((joined(so_far, link, e.span), Some(next)));
                    }
                    _ if is_float => {
                        let link = self.float_operation(name, vec![last, next.clone()], Ty::Bool, e.span)?;
                        return Ok((joined(so_far, link, e.span), Some(next)));
                    }
                    _ if is_real => {
                        let link = real::operator(name, last, next.clone(), e.span)?;
                        return Ok((joined(so_far, link, e.span), Some(next)));
                    }
                    Known::ChainLt => BinaryOp::Lt,
                    Known::ChainLe => BinaryOp::Le,
                    Known::ChainGt => BinaryOp::Gt,
                    Known::ChainGe => BinaryOp::Ge,
                    Known::ChainEq => BinaryOp::Eq,
                    _ => return fail(Unsupported::Chain, format!("`{name}` is not supported"), e.span),
                };
                self.integers(&[last.clone(), next.clone()], e.span)?;
                let link = Expr::binary(op, last, next.clone(), e.span);
                Ok((joined(so_far, link, e.span), Some(next)))
            }
            _ => fail(Unsupported::Chain, "this chain of comparisons is not supported", e.span),
        }
    }

    /// `with_triggers(((a, b), (c,)), e)`: a tuple of triggers, each a tuple of terms. Errs with `language/invalid-trigger`.
    fn with_triggers(&mut self, triggers: &tree::Expr, body: &tree::Expr) -> Result<Expr> {
        let wrong =
            |e: &tree::Expr| fail(Language::InvalidTrigger, "expected tuple arguments to with_triggers", e.span);
        let T::Tuple(groups) = &triggers.kind else { return wrong(triggers) };
        for group in groups {
            if !matches!(group.kind, T::Tuple(_)) {
                return wrong(group);
            }
            self.trigger_group(group)?;
        }
        self.expr(body)
    }

    /// `decreases_to!(a, b => c, d)`: the right is lexicographically smaller than the left.
    /// Reference page `reference-decreases-to`.
    fn decreases_to(&mut self, from: &tree::Expr, to: &tree::Expr, span: Span) -> Result<Expr> {
        let mut list = |e: &tree::Expr| match &e.kind {
            T::Tuple(items) => items.iter().map(|i| self.expr(i)).collect::<Result<Vec<_>>>(),
            _ => Ok(vec![self.expr(e)?]),
        };
        let (from, to) = (list(from)?, list(to)?);
        Ok(certus_vir::measure::lexicographic(&to, &from, span))
    }
}

/// What exec code may call besides the statements of proofs: marks that switch to ghost code or change nothing. Everything
/// else of `verus_builtin` is mathematics, and exec code that used it could not be compiled.
const EXEC_CODE: [Known; 11] = [
    Known::Ghost,
    Known::Tracked,
    Known::GhostLet,
    Known::TrackedLet,
    Known::Truncate,
    Known::GhostNew,
    Known::TrackedNew,
    Known::OpenGhost,
    Known::OpenTracked,
    Known::ExtraDependency,
    Known::LetAttr,
];

/// Types whose values are the same although the decorations inside differ.
fn similar(a: &Ty, b: &Ty) -> bool {
    match (a.value(), b.value()) {
        (Ty::Data(p, xs), Ty::Data(q, ys)) => {
            p == q && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| similar(x, y))
        }
        (x, y) => x == y,
    }
}

/// The type of which variants are asked: a shared reference stands for its value. A mutable one is a value of its own,
/// which has none.
pub(super) fn below_shared(ty: &tree::Ty) -> &tree::Ty {
    match ty {
        tree::Ty::Ref(tree::Mutability::Shared, inner) => below_shared(inner),
        _ => ty,
    }
}

/// The error for `e is V` where the type of `e` has no variants.
fn no_variants(name: &str, ty: &tree::Ty, span: Span) -> Diagnostic {
    let error = Diagnostic::error(Language::Variant, format!("no variant `{name}` for this type"), span);
    match below_shared(ty) {
        tree::Ty::Ref(..) => error
            .with_help(format!("the value is behind a mutable reference: write `*` before it, as in `*x is {name}`")),
        _ => error,
    }
}

/// The text of a string literal, below steps that nobody wrote.
pub(super) fn literal_text(e: &tree::Expr) -> Option<String> {
    match &e.kind {
        T::Literal(tree::Literal::Str(text)) => Some(text.clone()),
        T::Ref { expr, .. } | T::Deref(expr) | T::Adjust(_, expr) => literal_text(expr),
        _ => None,
    }
}

/// Decimal digits for digits in any base with `_` between them.
fn decimal(digits: &str) -> String {
    let clean: String = digits.chars().filter(|c| *c != '_' && !c.is_whitespace()).collect();
    let (sign, body) = match clean.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", clean.as_str()),
    };
    let radix = match body.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => return clean,
    };
    match num_bigint::BigInt::parse_bytes(&body.as_bytes()[2..], radix) {
        Some(n) => format!("{sign}{n}"),
        None => clean,
    }
}

/// Widths up to this many bits have bounds that are written out.
const MAX_WIDTH: u32 = 1024;

/// The end of the range of so many bits: of a number, or of the width of the target. The ranges of no bits hold 0 alone.
/// Errs with `unsupported/bounds` for any other width.
fn bound(name: Known, bits: &Expr, ty: Ty, span: Span) -> Result<Expr> {
    let value = match &*bits.kind {
        ExprKind::ArchBits => {
            let kind = if name == Known::UnsignedMax { IntKind::Usize } else { IntKind::Isize };
            return Ok(Expr::new(ExprKind::Bound(kind, name != Known::SignedMin), ty, span));
        }
        ExprKind::Const(Const::Int(width)) => u32::try_from(width).ok().filter(|width| *width <= MAX_WIDTH),
        _ => None,
    };
    let Some(width) = value else {
        let text = format!("`{name}` is supported for literals up to {MAX_WIDTH} and `arch_word_bits()`");
        return fail(Unsupported::Bounds, text, span);
    };
    let power = |bits: u32| BigInt::from(1) << bits;
    let number = match (name, width) {
        (_, 0) => BigInt::from(0),
        (Known::UnsignedMax, bits) => power(bits) - 1,
        (Known::SignedMax, bits) => power(bits - 1) - 1,
        (_, bits) => -power(bits - 1),
    };
    Ok(Expr { ty, ..Expr::int(number, span) })
}

/// The links of a chain so far with one more.
fn joined(so_far: Expr, link: Expr, span: Span) -> Expr {
    let is_first = matches!(&*so_far.kind, ExprKind::Const(Const::Bool(true)));
    if is_first { link } else { Expr::and_all([so_far, link], span) }
}
