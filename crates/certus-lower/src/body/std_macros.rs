//! The macros of the standard library: `assert!` and its like, `panic!` and its like, formatting and printing.
//!
//! Our declarations of the macros (`std-api/core/macros.rs`) lead to the functions that are looked for here.
//!
//! - Code must not panic, so a macro that panics is a goal (`GoalKind::Panic`): of `assert!` and its like the condition,
//!   which is known afterwards, of the others `false`.
//! - `format!` gives some string, and printing gives nothing.
//! - Formatting takes its arguments by reference, and calls the functions that write them. When, how often and with which
//!   formatter they are called is up to the standard library, so nothing is known of it.
//!
//! In `println!("{}", x + 1)` the sum must not overflow, and the type of `x` may be one of the program, whose `fmt` is then
//! called.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, FormatUse, Item, Known, Mutability, UnOp};
use certus_vir::{BinaryOp, Expr, Goal, GoalKind, StmtKind, Ty};

use super::Fx;
use crate::error::{Result, fail};

/// The function that a macro that panics calls, with its arguments.
struct Panics<'e> {
    known: Known,
    args: &'e [tree::Expr],
}

impl Fx<'_, '_> {
    /// A call that panics, outside of `assert!` and its like: it must not be reached.
    pub(super) fn panicking_call(&mut self, def: DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Option<Expr>> {
        let Some(known) = self.cx.known(def).filter(|known| known.is_panicking()) else { return Ok(None) };
        let name = self.macro_name(e.span);
        self.may_panic(&name, known.is_failed_assertion(), e.span)?;
        self.operands(args.iter())?;
        self.no_panic(Expr::bool(false, e.span), format!("`{name}` must not be reached"), e.span);
        self.emit(StmtKind::Unreachable, e.span);
        Ok(Some(Expr::unit(e.span)))
    }

    /// `if !c { PANIC }` as `assert!(c)`, `assert_eq!` and `assert_ne!` write it: `c` is proved, and known afterwards. The
    /// message is read for what is wrong with it; it is never made.
    pub(super) fn assertion(&mut self, cond: &tree::Expr, then: &tree::Expr, e: &tree::Expr) -> Result<bool> {
        let Some(Panics { known, args }) = self.panics(then) else { return Ok(false) };
        if !known.is_failed_assertion() {
            return Ok(false);
        }
        let name = self.macro_name(e.span);
        self.may_panic(&name, true, e.span)?;
        let holds = match &cond.kind {
            T::Unary(UnOp::Not, inner) => self.expr(inner)?,
            _ => Expr::not(self.expr(cond)?),
        };
        self.expect_bool(&holds, "this condition")?;
        let what = match known {
            Known::AssertFailed => format!("what `{name}` asks for is not proved"),
            _ => format!("the condition of `{name}` is not proved"),
        };
        self.no_panic(holds.clone(), what, e.span);
        let (mut message, ()) = self.collect(|fx| {
            let mut messages = Vec::new();
            args.iter().for_each(|arg| messages_in(arg, &mut messages));
            messages.into_iter().try_for_each(|message| fx.expr(message).map(|_| ()))
        })?;
        if !message.is_empty() {
            message.push(certus_vir::Stmt::new(StmtKind::Unreachable, e.span));
            self.emit(StmtKind::If(Expr::not(holds), message, Vec::new()), e.span);
        }
        Ok(true)
    }

    /// Calls of the macros that do not panic: `print!`, `format!` and their like.
    pub(super) fn printing_call(&mut self, def: DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Option<Expr>> {
        let known = self.cx.known(def);
        if matches!(known, Some(Known::IoPrint | Known::IoEprint | Known::FmtFormat)) && self.exits().no_unwind() {
            let text = "printing and formatting may panic, which is not supported where nothing may unwind";
            return fail(Unsupported::Unwind, text, e.span);
        }
        match (known, args) {
            (Some(Known::IoPrint | Known::IoEprint), _) => {
                self.no_ghost(&self.macro_name(e.span), "print", e.span)?;
                self.operands(args.iter())?;
                Ok(Some(Expr::unit(e.span)))
            }
            (Some(Known::FmtFormat), _) if self.cx.specification_of(def)?.is_none() => {
                self.no_ghost(&self.macro_name(e.span), "format", e.span)?;
                self.operands(args.iter())?;
                let ty = self.cx.ty(&e.ty, e.span)?;
                Ok(Some(self.arbitrary(ty, e.span)))
            }
            (Some(Known::MustUse), [arg]) => self.expr(arg).map(Some),
            _ => Ok(None),
        }
    }

    /// `format_args!(..)`: its arguments are evaluated, and some text is the result.
    pub(super) fn format_args(&mut self, items: &[tree::Expr], uses: &[FormatUse], e: &tree::Expr) -> Result<Expr> {
        self.no_ghost(&self.macro_name(e.span), "format", e.span)?;
        let mut values: Vec<Expr> = Vec::new();
        for item in items {
            let value = self.keeping(&mut values, |fx| fx.format_arg(item))?;
            values.push(value);
        }
        for written in uses {
            if let (Some(value), None) = (values.get(written.arg as usize), &written.callee) {
                self.format_number(value, e.span);
            }
            if let (Some(value), Some(callee)) = (values.get(written.arg as usize), &written.callee)
                && !self.is_written_by_standard(&written.ty)
            {
                self.written(value.clone(), callee, e.span)?;
            }
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(self.arbitrary(ty, e.span))
    }

    /// The goal that the standard library does not panic on a width or a precision that is an argument, `{:w$}` or `{:.*}`: it is at
    /// most 65535.
    fn format_number(&mut self, value: &Expr, span: Span) {
        let number = Expr { ty: value.ty.value().clone(), ..value.clone() };
        let expr = Expr::binary(BinaryOp::Le, number, Expr::int(u16::MAX, span), span);
        let note = Some("a width or a precision of a format is at most 65535, or the program panics".to_owned());
        self.emit(StmtKind::Assert(Goal { kind: GoalKind::Panic, expr, span, related: Vec::new(), note }), span);
    }

    /// An argument, which is only looked at: of a mutable reference the current value.
    fn format_arg(&mut self, item: &tree::Expr) -> Result<Expr> {
        match self.mut_param(item) {
            Some((_, current, ty)) => Ok(Expr::var(&current, ty, item.span)),
            None => self.expr(item),
        }
    }

    /// Whether nothing but the standard library writes values of a type.
    fn is_written_by_standard(&self, ty: &tree::Ty) -> bool {
        let (parts, of) = match ty {
            tree::Ty::Adt(def, args) => (args.as_slice(), self.cx.is_standard(*def)),
            tree::Ty::Tuple(parts) => (parts.as_slice(), true),
            tree::Ty::Ref(_, inner) | tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => {
                return self.is_written_by_standard(inner);
            }
            other => (&[][..], self.cx.is_of_standard(other)),
        };
        of && parts.iter().all(|part| self.is_written_by_standard(part))
    }

    /// A call of the function that writes a value. It happens if and when the standard library formats, so nothing of what
    /// it ensures is known: the call stands in a branch of which nothing is known either.
    fn written(&mut self, value: Expr, callee: &CallKind, span: Span) -> Result<()> {
        let CallKind::Fn { def, args, resolved, .. } = callee else { return Ok(()) };
        let (found, found_args) = resolved.as_ref().map_or((*def, args), |(def, args)| (*def, args));
        let (target, type_args) = match self.cx.is_said_by_trait(*def, found)? {
            true => (*def, args),
            false => (found, found_args),
        };
        let (target, _) = self.cx.callable(target, false, span)?;
        let entry = self.cx.entry(target)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        let [this, formatter] = function.params.as_slice() else { return Ok(()) };
        let at = self.owner().def;
        let this = self.cx.tree.normalize(&this.ty.subst(type_args), at);
        let formatter = self.cx.tree.normalize(&formatter.ty.subst(type_args), at);
        let ret = self.cx.tree.normalize(&function.ret.subst(type_args), at);
        let (stmts, ()) = self.collect(|fx| {
            let value = fx.retype(value, &this, span)?;
            let formatter = match &formatter {
                tree::Ty::Ref(Mutability::Mut, inner) => Ty::MutRef(Box::new(fx.cx.ty(inner, span)?)),
                other => fx.cx.ty(other, span)?,
            };
            let formatter = fx.arbitrary(formatter, span);
            let ret = fx.cx.ty(&ret, span)?;
            fx.emit_call((target, type_args.clone()), vec![value, formatter], ret, span)?;
            Ok(())
        })?;
        let happens = self.arbitrary(Ty::Bool, span);
        self.emit(StmtKind::If(happens, stmts, Vec::new()), span);
        Ok(())
    }

    /// A goal that a macro does not panic.
    fn no_panic(&mut self, expr: Expr, what: String, span: Span) {
        let goal = Goal { kind: GoalKind::Panic, expr, span, related: Vec::new(), note: Some(what) };
        self.emit(StmtKind::Assert(goal), span);
    }

    /// The call that ends a block, if it panics.
    fn panics<'e>(&mut self, e: &'e tree::Expr) -> Option<Panics<'e>> {
        match &e.kind {
            T::Block(None, block) => {
                let last = block.stmts.last().and_then(|stmt| match stmt {
                    tree::Stmt::Expr(e, _) => Some(e),
                    tree::Stmt::Let { .. } => None,
                });
                self.panics(block.tail.as_deref().or(last)?)
            }
            T::Adjust(_, inner) => self.panics(inner),
            T::Call { callee: CallKind::Fn { def, .. }, args, .. } => {
                let known = self.cx.known(*def).filter(|known| known.is_panicking())?;
                Some(Panics { known, args })
            }
            _ => None,
        }
    }

    /// Errs where code does not run, and in constants, which have no place for a goal of this kind.
    fn may_panic(&mut self, name: &str, is_assertion: bool, span: Span) -> Result<()> {
        if matches!(self.cx.entry(self.owner().def)?.item, Item::Const(_)) {
            let text = format!("`{name}` is not supported in constants");
            let help = "prove it in a `proof fn`, or call a `const fn` that asks for it in its `requires`";
            return Err(Diagnostic::error(Unsupported::Constant, text, span).with_help(help).into());
        }
        if self.is_ghost() {
            let text = format!("`{name}` panics when the program runs, so it cannot stand in ghost code");
            let help = match is_assertion {
                true => "write `assert(..)`, without `!`: it is proved, and does not run",
                false => "write `assert(false)` where a proof cannot come",
            };
            return Err(Diagnostic::error(Language::Mode, text, span).with_help(help).into());
        }
        Ok(())
    }

    /// Errs with `language/mode` in ghost code.
    fn no_ghost(&self, name: &str, verb: &str, span: Span) -> Result<()> {
        if self.is_ghost() {
            let text = format!("`{name}` runs, so it cannot stand in ghost code: ghost code does not {verb}");
            return fail(Language::Mode, text, span);
        }
        self.needs_effects(&format!("`{name}`"), span)
    }

    /// The macro that the source calls at a place, for messages.
    fn macro_name(&self, span: Span) -> String {
        let text = self.cx.tree.sources().text(span);
        let path = text.split_once('!').map_or("", |(path, _)| path.trim());
        let name = path.rsplit("::").next().unwrap_or_default();
        match !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            true => format!("{name}!"),
            false => "this macro".to_string(),
        }
    }
}

/// The texts that are formatted in the arguments of a call that panics.
fn messages_in<'e>(e: &'e tree::Expr, out: &mut Vec<&'e tree::Expr>) {
    match &e.kind {
        T::FormatArgs(..) => out.push(e),
        T::Ctor { fields, .. } => fields.iter().for_each(|field| messages_in(&field.value, out)),
        T::Call { args, .. } => args.iter().for_each(|arg| messages_in(arg, out)),
        T::Adjust(_, inner) => messages_in(inner, out),
        _ => {}
    }
}
