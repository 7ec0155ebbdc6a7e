//! Values of constants that code and specifications share.
//!
//! Guide page `const`. Such a value is computed by exec code, and is a mathematical expression as well: so it is made of
//! literals, operators, constructors and other constants. Variables and matches of specifications are ghost, and a
//! specification calls no exec function.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, Body, CallKind, ExprKind as T, Known, visit};

use certus_vir::Mode;

use crate::context::Context;
use crate::error::{Result, fail};

impl Context<'_> {
    /// Errs with `language/mode` and `language/pure` for the value of a constant that only exec code can compute.
    /// `const A: u8 = 1 + B;` is fine, `const A: u8 = f();` is an error, for which `exec const` is the way out.
    pub(crate) fn check_dual_constant(&mut self, body: &Body) -> Result<()> {
        self.shared_value(&body.value)
    }

    fn shared_value(&mut self, e: &tree::Expr) -> Result<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.shared_form(e)?;
            let mut result = Ok(());
            visit::children(e, &mut |part| {
                if result.is_ok() {
                    result = self.shared_value(part);
                }
            });
            result
        })
    }

    /// The same for an expression without its parts.
    fn shared_form(&mut self, e: &tree::Expr) -> Result<()> {
        match &e.kind {
            T::Local(_) | T::Let(..) | T::Match(..) => mode("expression has mode spec, expected mode exec", e.span),
            T::Call { callee: CallKind::Fn { def, resolved, .. }, callee_span, .. } => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                if matches!(self.known(target), Some(Known::Ghost | Known::Tracked)) {
                    return mode("Ghost(...) or Tracked(...) can only be used in exec mode", e.span);
                }
                let path = self.path(target);
                mode(&format!("cannot call function `{path}` with mode exec"), *callee_span)
            }
            T::Const(def, _, resolved) => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                match self.const_mode(target)? {
                    Some(Mode::Exec) => mode("cannot read const with mode exec", e.span),
                    _ => Ok(()),
                }
            }
            T::Index(..) | T::If(_, _, None) => pure(e.span),
            T::Literal(_)
            | T::ConstParam(..)
            | T::FnItem(..)
            | T::CtorFn(..)
            | T::Call { callee: CallKind::Value(_), .. }
            | T::Ctor { .. }
            | T::Tuple(_)
            | T::Array(_)
            | T::Repeat(_)
            | T::Field(..)
            | T::TupleField(..)
            | T::Deref(_)
            | T::Ref { .. }
            | T::RawRef(..)
            | T::Adjust(..)
            | T::Cast(_)
            | T::Unary(..)
            | T::Binary(..)
            | T::Logic(..)
            | T::Assign(..)
            | T::AssignPat(..)
            | T::Block(..)
            | T::Unsafe(_)
            | T::ConstBlock(_)
            | T::Async(_)
            | T::If(..)
            | T::Loop(..)
            | T::While(..)
            | T::For(..)
            | T::Break(..)
            | T::Continue(_)
            | T::Return(_)
            | T::Try(_)
            | T::Await(_)
            | T::Range(..)
            | T::Closure { .. }
            | T::FormatArgs(..)
            | T::Unsupported(_) => Ok(()),
        }
    }
}

fn mode(text: &str, span: Span) -> Result<()> {
    Err(Diagnostic::error(Language::Mode, text, span)
        .with_help("an `exec const` may have any value: code alone uses it, and `ensures` says what is known of it")
        .into())
}

fn pure(span: Span) -> Result<()> {
    fail(Language::Pure, "expected pure mathematical expression", span)
}
