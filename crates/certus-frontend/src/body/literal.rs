//! Literals. HIR holds integers in 128 bits, wrapped or zero when they do not fit; the digits are read from the source.

use certus_diagnostics::{Language, Rust, Span, Unsupported};
use certus_tree::{ExprKind, IntTy, Literal, Ty};
use num_bigint::BigUint;
use ra_ap_hir_def::hir::{self, PatId};
use ra_ap_syntax::SyntaxKind;

use super::Builder;

impl<'db> Builder<'db> {
    /// A literal as an expression; `negated` tells that a minus sign stands before it.
    pub(super) fn literal_expr(
        &mut self,
        id: hir::ExprId,
        literal: &hir::Literal,
        span: Span,
        negated: bool,
    ) -> ExprKind {
        if self.has_carriage_return(id) {
            let text = "a raw string over several lines is not supported in a file whose lines end with `\\r\\n`: rustc reads `\\n`";
            self.error(Unsupported::LineEnd, text, span);
        }
        let text = self.literal_text(id);
        ExprKind::Literal(self.literal(literal, text.as_deref(), self.infer.expr_ty(id), span, negated))
    }

    /// A literal as a pattern, with its sign.
    pub(super) fn literal_pat(&mut self, pat: PatId, id: hir::ExprId, literal: &hir::Literal, span: Span) -> Literal {
        let negated =
            self.pat_node(pat).is_some_and(|node| node.value.text().to_string().trim_start().starts_with('-'));
        let text = self.literal_text(id);
        let read = self.literal(literal, text.as_deref(), self.infer.pat_ty(pat), span, negated);
        signed(read, negated)
    }

    /// A literal at an end of a range pattern.
    pub(super) fn range_literal(&mut self, id: hir::ExprId, literal: &hir::Literal, span: Span) -> Literal {
        let negated =
            self.expr_node(id).is_some_and(|node| node.value.text().to_string().trim_start().starts_with('-'));
        let text = self.literal_text(id);
        let read = self.literal(literal, text.as_deref(), self.infer.expr_ty(id), span, negated);
        signed(read, negated)
    }

    /// Whether the literal is a raw string with a line end that rustc reads as another one. rustc replaces `\r\n` by `\n`
    /// when it reads a file, and rust-analyzer when an editor gives it a text; here nobody does.
    fn has_carriage_return(&self, id: hir::ExprId) -> bool {
        let Some(node) = self.expr_node(id) else { return false };
        let mut tokens = node.value.descendants_with_tokens().filter_map(|e| e.into_token());
        tokens.any(|token| token.text().contains('\r') && token.text().trim_start_matches(['b', 'c']).starts_with('r'))
    }

    /// The digits with their prefix and suffix: `0xff_u8`. `None` where no digits were written, as in a byte literal.
    fn literal_text(&self, id: hir::ExprId) -> Option<String> {
        let node = self.expr_node(id)?;
        let token = node.value.descendants_with_tokens().filter_map(|e| e.into_token());
        token
            .filter(|t| matches!(t.kind(), SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER))
            .map(|t| t.text().to_string())
            .next()
    }

    /// The value of a literal, of the type that was inferred for it: `1` may be a float. Strings are checked for what rustc
    /// would read in another way.
    fn literal(
        &mut self,
        literal: &hir::Literal,
        text: Option<&str>,
        ty: ra_ap_hir_ty::next_solver::Ty<'db>,
        span: Span,
        negated: bool,
    ) -> Literal {
        match literal {
            hir::Literal::Int(value, _) => self.integer(*value as u128, text, ty, span, negated),
            hir::Literal::Uint(value, _) => self.integer(*value, text, ty, span, negated),
            hir::Literal::Bool(value) => Literal::Bool(*value),
            hir::Literal::Char(value) => Literal::Char(*value),
            hir::Literal::String(value) => {
                self.check_literal(value.as_str(), span);
                Literal::Str(value.as_str().to_string())
            }
            hir::Literal::ByteString(value) | hir::Literal::CString(value) => Literal::ByteStr(value.to_vec()),
            hir::Literal::Float(value, _) => Literal::Float(value.to_string()),
        }
    }

    /// Errs with `language/literal-range`: in rustc this is a lint that may be switched off, and a wrapped value would
    /// make proofs about another number.
    fn integer(
        &mut self,
        value: u128,
        text: Option<&str>,
        ty: ra_ap_hir_ty::next_solver::Ty<'db>,
        span: Span,
        negated: bool,
    ) -> Literal {
        // Byte literals and the numbers that macros of the compiler make have no digits in the source.
        let digits = match text {
            Some(text) => parse_integer(text),
            None => Some(BigUint::from(value)),
        };
        let Some(digits) = digits else {
            self.error(Rust::Syntax, "this is not a valid integer literal", span);
            return Literal::Int("0".into());
        };
        let (read, _) = self.try_ty(ty);
        if let Ty::Float(_) = read {
            return Literal::Float(text.unwrap_or("0").to_string());
        }
        if let Ty::Int(int) = read
            && digits > largest(int, negated)
        {
            let message = format!("integer literal out of range for `{}`", int.name());
            self.error(Language::LiteralRange, message, span);
        }
        Literal::Int(digits.to_string())
    }
}

/// Puts the minus sign of a pattern into its literal; there is no negation in patterns.
fn signed(literal: Literal, negated: bool) -> Literal {
    match literal {
        Literal::Int(digits) if negated && digits != "0" => Literal::Int(format!("-{digits}")),
        Literal::Float(digits) if negated && !digits.starts_with('-') => Literal::Float(format!("-{digits}")),
        literal => literal,
    }
}

/// The value of an integer literal as written: base prefix, `_` and suffix allowed.
pub(super) fn parse_integer(text: &str) -> Option<BigUint> {
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (text.get(2..)?, 16),
        Some("0o" | "0O") => (text.get(2..)?, 8),
        Some("0b" | "0B") => (text.get(2..)?, 2),
        _ => (text, 10),
    };
    let end = digits.find(|c: char| c != '_' && !c.is_digit(radix)).unwrap_or(digits.len());
    let digits: String = digits.get(..end)?.chars().filter(|c| *c != '_').collect();
    BigUint::parse_bytes(digits.as_bytes(), radix)
}

/// The largest magnitude of a literal of a type.
fn largest(int: IntTy, negated: bool) -> BigUint {
    let (bits, is_signed) = match int {
        IntTy::U8 => (8u32, false),
        IntTy::U16 => (16, false),
        IntTy::U32 => (32, false),
        IntTy::U64 | IntTy::Usize => (64, false),
        IntTy::U128 => (128, false),
        IntTy::I8 => (8, true),
        IntTy::I16 => (16, true),
        IntTy::I32 => (32, true),
        IntTy::I64 | IntTy::Isize => (64, true),
        IntTy::I128 => (128, true),
    };
    let one = BigUint::from(1u32);
    let power = one.clone() << (bits - u32::from(is_signed));
    if is_signed && negated { power } else { power - one }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_bases() {
        assert_eq!(parse_integer("0xFF_u8"), Some(255u32.into()));
        assert_eq!(parse_integer("1_000usize"), Some(1000u32.into()));
        assert_eq!(parse_integer("0b101"), Some(5u32.into()));
        assert_eq!(parse_integer("0o17i32"), Some(15u32.into()));
        assert_eq!(
            parse_integer("340282366920938463463374607431768211455").map(|n| n.to_string()).as_deref(),
            Some("340282366920938463463374607431768211455")
        );
        assert_eq!(parse_integer("x"), None);
    }

    #[test]
    fn ranges_of_types() {
        assert_eq!(largest(IntTy::I8, true), 128u32.into());
        assert_eq!(largest(IntTy::I8, false), 127u32.into());
        assert_eq!(largest(IntTy::U8, false), 255u32.into());
    }
}
