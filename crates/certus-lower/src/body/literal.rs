//! Literals, and what is known of their contents.
//!
//! A string literal is a value of which nothing is known but that the same text is the same value. What it holds becomes
//! known where the proof asks for it (`reveal_strlit`, `reveal_byteslit`), in terms of the library, so that programs
//! with long texts do not pay for what no proof looks at.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, ExprKind as T, Known, Literal};
use certus_vir::{Const, Expr, ExprKind, IntKind, StmtKind, Ty};
use num_bigint::BigInt;

use super::Fx;
use super::float;
use crate::context::Context;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// A literal is a constant of its type. A number that does not fit would be another one when the program runs, so it is an
    /// error here, in ghost code as well.
    pub(super) fn literal(&mut self, literal: &Literal, e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&e.ty, e.span)?;
        let value = match literal {
            Literal::Int(digits) => Const::Int(parse_int(digits, e.span)?),
            Literal::Bool(b) => Const::Bool(*b),
            Literal::Char(c) => Const::Int((*c as u32).into()),
            Literal::Str(s) => Const::Str(s.as_str().into()),
            Literal::ByteStr(bytes) if is_byte_array(&ty, bytes.len()) => Const::Bytes(bytes.as_slice().into()),
            Literal::ByteStr(_) => return fail(Unsupported::CString, "C strings are not supported", e.span),
            Literal::Float(digits) => return float::literal(digits, ty, e.span),
        };
        if let (Const::Int(n), Some(kind)) = (&value, ty.int_kind()) {
            self.cx.check_literal(n, kind, e.span)?;
        }
        Ok(Expr::new(ExprKind::Const(value), ty, e.span))
    }

    /// `reveal_strlit("text")` and `reveal_byteslit(b"text")`: how many characters or bytes the literal has, and which.
    /// Errs with `language/mode` in exec code and with `language/literal` for anything but a literal.
    pub(super) fn reveal_literal(&mut self, arg: &tree::Expr, is_text: bool, span: Span) -> Result<Expr> {
        let what = if is_text { "reveal_strlit" } else { "reveal_byteslit" };
        self.needs_effects(what, span)?;
        if !self.is_ghost() {
            return fail(Language::Mode, format!("cannot call function `{what}` with mode proof"), span);
        }
        let facts = match (&arg.kind, is_text) {
            (T::Literal(Literal::Str(text)), true) => {
                let literal = self.expr(arg)?;
                self.text_facts(&literal, text, span)?
            }
            (T::Literal(Literal::ByteStr(bytes)), false) => {
                let literal = self.expr(arg)?;
                self.byte_facts(&literal, bytes, span)?
            }
            (_, true) => return fail(Language::Literal, "string literal expected", arg.span),
            (_, false) => return fail(Language::Literal, "byte-string literal expected", arg.span),
        };
        self.emit(StmtKind::Assume(Expr::and_all(facts, span)), span);
        Ok(Expr::unit(span))
    }

    /// The library says what its two functions have to do with the view of the text.
    /// Of `reveal_strlit("ab")` these are `"ab".len() == 2`, `"ab".get_char(0) == 'a'` and `"ab".get_char(1) == 'b'`,
    /// in the words of the library.
    fn text_facts(&mut self, literal: &Expr, text: &str, span: Span) -> Result<Vec<Expr>> {
        let nat = Ty::Int(IntKind::Nat);
        let length = self.library(Known::StrsliceLen, Vec::new(), vec![literal.clone()], nat.clone(), span)?;
        let count = number(text.chars().count(), nat, span);
        let mut facts = vec![Expr::eq(length, count)];
        let char_ty = Ty::Int(IntKind::Char);
        for (i, c) in text.chars().enumerate() {
            let args = vec![literal.clone(), number(i, Ty::int(), span)];
            let at = self.library(Known::StrsliceGetChar, Vec::new(), args, char_ty.clone(), span)?;
            facts.push(Expr::eq(at, number(c as u32, char_ty.clone(), span)));
        }
        Ok(facts)
    }

    /// How many bytes there are is part of the type.
    fn byte_facts(&mut self, literal: &Expr, bytes: &[u8], span: Span) -> Result<Vec<Expr>> {
        let Ty::Data(_, types) = literal.ty.value().clone() else { return Ok(Vec::new()) };
        let byte_ty = Ty::Int(IntKind::U(8));
        let mut facts = Vec::new();
        for (i, byte) in bytes.iter().enumerate() {
            let args = vec![literal.clone(), number(i, Ty::int(), span)];
            let at = self.library(Known::ArrayElement, types.clone(), args, byte_ty.clone(), span)?;
            facts.push(Expr::eq(at, number(*byte, byte_ty.clone(), span)));
        }
        Ok(facts)
    }
}

/// A number of a type that is known to have it.
fn number(value: impl Into<BigInt>, ty: Ty, span: Span) -> Expr {
    Expr { ty, ..Expr::int(value, span) }
}

/// True for `&[u8; N]` with this N.
fn is_byte_array(ty: &Ty, length: usize) -> bool {
    let Ty::Data(path, args) = ty.value() else { return false };
    &**path == "array" && args[..] == [Ty::Int(IntKind::U(8)), Ty::Const(length.into())]
}

/// Decimal digits with an optional sign.
pub(crate) fn parse_int(digits: &str, span: Span) -> Result<BigInt> {
    match digits.parse::<BigInt>() {
        Ok(n) => Ok(n),
        Err(_) => fail(Language::Literal, format!("`{digits}` is not an integer"), span),
    }
}

impl Context<'_> {
    /// Fails when a literal does not fit its type on every target that the program is for: one of `usize` has 32 bits
    /// unless a `global` says that there are 64. Errs with `language/literal-range`.
    pub(crate) fn check_literal(&mut self, n: &BigInt, kind: IntKind, span: Span) -> Result<()> {
        let (low, high) = match kind {
            IntKind::Usize => IntKind::U(self.least_word_bits()?).bounds(),
            IntKind::Isize => IntKind::I(self.least_word_bits()?).bounds(),
            other => other.bounds(),
        };
        if low.is_none_or(|low| *n >= low) && high.is_none_or(|high| *n <= high) {
            return Ok(());
        }
        let error = Diagnostic::error(Language::LiteralRange, "integer literal out of range", span);
        Err(match kind {
            IntKind::Usize | IntKind::Isize => error.with_help(
                "on some targets an address has 32 bits; `global size_of usize == 8;` says that the program is not for these",
            ),
            _ => error,
        }
        .into())
    }
}
