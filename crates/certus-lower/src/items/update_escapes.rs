//! Where an atomic update may go.
//!
//! The block of a caller uses what the caller has, and the caller gets it back when the function returns. A function that
//! panics does not return: it is left with the update unresolved. If the update is elsewhere by then, as in an invariant, another
//! thread could still run the block, while what the block uses is back with its owner. So where a function may unwind, an
//! update that it has stays in its variables, in functions that keep it so, and in the macros that open it. A function that
//! promises `no_unwind` may give it away: so one thread can help another one.
//!
//! The types of values tell: a value has an update if its type names [`Known::AtomicUpdate`], and a function takes one if the type of a
//! parameter does, as it is declared. What such a function does with it is checked there.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, Body, CallKind, DefId, ExprKind as T, Item, Known, LocalId, Mutability, Stmt, Ty};
use certus_vir::Mode;

use crate::context::{Context, Entry};
use crate::error::Result;
use crate::syntax::string_argument;

/// The mark of a block in which an invariant is open.
const OPENED: &str = "verus::internal(open_invariant)";

impl Context<'_> {
    /// Checks the body of a function that has an update and may unwind. Errs with `language/logical-atomicity`.
    pub(super) fn check_update_stays(&mut self, entry: &Entry, mode: Mode, no_unwind: bool, body: &Body) -> Result<()> {
        let Item::Function(function) = &entry.item else { return Ok(()) };
        let has_update = function.params.iter().any(|param| self.has_update(&param.ty));
        if !has_update || mode == Mode::Spec || (mode == Mode::Exec && no_unwind) {
            return Ok(());
        }
        let mut walk = Walk { cx: self, body, is_open: false, errors: Vec::new() };
        walk.expr(&body.value)?;
        if walk.errors.is_empty() { Ok(()) } else { Err(walk.errors.into()) }
    }

    /// Whether a value of the type has an update that could be moved out of it.
    fn has_update(&mut self, ty: &Ty) -> bool {
        match ty {
            Ty::Adt(def, args) => {
                let wraps = self.builtin(*def) != Some(Known::Ghost);
                self.known(*def) == Some(Known::AtomicUpdate) || (wraps && args.iter().any(|ty| self.has_update(ty)))
            }
            Ty::Tuple(parts) => parts.iter().any(|ty| self.has_update(ty)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Ref(Mutability::Mut, inner) => self.has_update(inner),
            _ => false,
        }
    }
}

struct Walk<'w, 'a> {
    cx: &'w mut Context<'a>,
    body: &'w Body,
    /// In a block in which an invariant is open.
    is_open: bool,
    errors: Vec<Diagnostic>,
}

impl Walk<'_, '_> {
    fn error(&mut self, span: Span) {
        let text = "an atomic update cannot be given away by a function that may unwind: another thread could use it after a \
                    panic";
        let help = "promise `no_unwind`, or keep the update in a variable";
        self.errors.push(Diagnostic::error(Language::LogicalAtomicity, text, span).with_help(help));
    }

    fn expr(&mut self, e: &tree::Expr) -> Result<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expr_once(e))
    }

    fn expr_once(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Call { callee, args, .. } => {
                if args.iter().any(|arg| self.cx.has_update(&arg.ty)) && !self.keeps(callee)? {
                    self.error(e.span);
                }
                if self.is_block(callee) {
                    return args.iter().try_for_each(|arg| match &arg.kind {
                        T::Closure { body, .. } => self.expr(body),
                        _ => self.expr(arg),
                    });
                }
                if self.only_speaks(callee) {
                    // A closure that is an argument is a formula.
                    let others = args.iter().filter(|arg| !matches!(arg.kind, T::Closure { .. }));
                    return others.into_iter().try_for_each(|arg| self.expr(arg));
                }
            }
            T::Ctor { adt, fields, base, .. } => {
                let is_plain = matches!(self.cx.known(*adt), Some(Known::Option | Known::Result));
                let mut values = fields.iter().map(|field| &field.value).chain(base.as_deref());
                if !is_plain && values.any(|value| self.cx.has_update(&value.ty)) {
                    self.error(e.span);
                }
            }
            T::Assign(_, target, value) => {
                let stays = matches!(target.kind, T::Local(_)) && !self.is_open;
                if !stays && self.cx.has_update(&value.ty) {
                    self.error(e.span);
                }
            }
            T::AssignPat(_, value) if self.cx.has_update(&value.ty) => self.error(e.span),
            T::Closure { body, .. } => {
                let mut own = HashSet::new();
                crate::syntax::declared(e, &mut own);
                self.captures(body, &own);
            }
            T::Block(_, block) => {
                let outer = self.is_open;
                self.is_open |= self.opens(block);
                let done = self.children(e);
                self.is_open = outer;
                return done;
            }
            _ => {}
        }
        self.children(e)
    }

    fn children(&mut self, e: &tree::Expr) -> Result<()> {
        let mut inner = Vec::new();
        tree::visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().try_for_each(|child| self.expr(child))
    }

    /// Whether a block is one in which an invariant is open.
    fn opens(&self, block: &tree::Block) -> bool {
        matches!(block.stmts.first(), Some(Stmt::Expr(first, _)) if string_argument(first) == Some(OPENED))
    }

    /// A closure keeps what it captures. The block of a call does not: it has run when the call is over.
    fn captures(&mut self, body: &tree::Expr, own: &HashSet<LocalId>) {
        let mut todo = vec![body];
        while let Some(e) = todo.pop() {
            if let T::Local(id) = &e.kind
                && !own.contains(id)
                && let Some(local) = self.body.locals.get(id.0 as usize)
                && self.cx.has_update(&local.ty)
            {
                self.error(e.span);
            }
            tree::visit::children(e, &mut |part| todo.push(part));
        }
    }

    /// Whether a call stands for the block after a call. What the block uses is used when that call is over.
    fn is_block(&mut self, callee: &CallKind) -> bool {
        matches!(callee, CallKind::Fn { def, .. } if self.cx.known(*def) == Some(Known::Atomically))
    }

    /// Whether a function of the language takes closures as formulas.
    fn only_speaks(&mut self, callee: &CallKind) -> bool {
        let CallKind::Fn { def, .. } = callee else { return false };
        self.cx.builtin(*def).is_some_and(|name| name != Known::ClosureToFnProof)
    }

    /// Whether a function that is called with an update keeps it, gives it back, or opens it.
    fn keeps(&mut self, callee: &CallKind) -> Result<bool> {
        let CallKind::Fn { def, resolved, .. } = callee else { return Ok(false) };
        if self.cx.builtin(*def).is_some() {
            return Ok(true);
        }
        let called = resolved.as_ref().map_or(*def, |(def, _)| *def);
        let macros = [Known::OpenAtomicUpdateBegin, Known::OpenAtomicUpdateEnd];
        if self.cx.known(called).is_some_and(|known| macros.contains(&known)) {
            return Ok(true);
        }
        if self.cx.mode_of(called)? == Mode::Spec || self.is_of_option(*def)? {
            return Ok(true);
        }
        let entry = self.cx.entry(called)?;
        let Item::Function(function) = &entry.item else { return Ok(false) };
        let takes = function.params.iter().any(|param| self.cx.has_update(&param.ty));
        let is_checked = self.cx.tree.is_local(called) && !entry.attrs.external_body && !entry.attrs.is_axiom;
        Ok(takes && is_checked && !self.promises_no_unwind(called)?)
    }

    /// Whether a function is one of the library's about `Option` and `Result`, which give back what is in them.
    fn is_of_option(&mut self, def: DefId) -> Result<bool> {
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(false) };
        let of = [Known::OptionAdditionalFns, Known::ResultAdditionalFns];
        Ok(function
            .trait_method
            .is_some_and(|(trait_, _)| self.cx.known(trait_).is_some_and(|known| of.contains(&known))))
    }

    /// Whether a function promises not to unwind, and so need not keep an update.
    fn promises_no_unwind(&mut self, def: DefId) -> Result<bool> {
        if self.cx.mode_of(def)? != Mode::Exec {
            return Ok(false);
        }
        let Some(body) = self.cx.tree.body(def)? else { return Ok(true) };
        let T::Block(_, block) = &crate::syntax::below_never(&body.value).kind else { return Ok(false) };
        Ok(block.stmts.iter().any(|stmt| match stmt {
            Stmt::Expr(e, _) => self.is_promise(e),
            Stmt::Let { .. } => false,
        }))
    }

    fn is_promise(&mut self, e: &tree::Expr) -> bool {
        let T::Call { callee: CallKind::Fn { def, .. }, .. } = &e.kind else { return false };
        matches!(self.cx.builtin(*def), Some(Known::NoUnwind | Known::NoUnwindWhen))
    }
}
