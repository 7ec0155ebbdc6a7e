//! # Rule `string`
//!
//! ```smt
//! (declare-const str%H str.)                   ; for a literal of text, and bytes%H for one of bytes
//! (assert (distinct str%H str%I ..))           ; for all literals of one sort
//! ```
//!
//! True because literals that are written differently are different values, once escapes are read. What is in one is for the
//! library to say.
//!
//! # Rule `constant-parameter`
//!
//! ```smt
//! (declare-const const%N T)
//! RANGE(T, const%N)
//! ```
//!
//! True because a constant parameter of the verified function is some value of its type, the same wherever it is named.
//! The value of a function item's type is known by the type: it is such a constant too, without a range.

use certus_vir::{Const, Expr, IntKind, Ty};

use crate::error::Res;
use crate::names;
use crate::rules::real;
use crate::term::{self, Term};
use crate::value::Val;
use crate::vocabulary::Vocabulary;

impl Vocabulary<'_> {
    /// A literal; those of text and bytes by rule `string`.
    pub(crate) fn literal(&mut self, value: &Const) -> Res<Term> {
        match value {
            Const::Bool(value) => Ok(term::boolean(*value)),
            Const::Int(value) => Ok(term::lit(value.clone())),
            Const::Real(value) => Ok(real::literal(value)),
            Const::Str(text) => {
                let ty = Ty::Data("str".into(), Vec::new());
                self.text_constant(&ty, &format!("str {text}"), &format!("str%{}", names::digest(text)))
            }
            Const::Bytes(bytes) => {
                let ty = Ty::Data("array".into(), vec![Ty::Int(IntKind::U(8)), Ty::Const(bytes.len().into())]);
                let text = bytes.escape_ascii().to_string();
                self.text_constant(&ty, &format!("bytes {text}"), &format!("bytes%{}", names::digest(&text)))
            }
        }
    }

    /// Rule `string`: a constant, another one for another text.
    fn text_constant(&mut self, ty: &Ty, entity: &str, name: &str) -> Res<Term> {
        let sort = self.sort(ty)?;
        let sym = self.theory().symbol(entity, name);
        self.theory().declare_text(&sym, &sort);
        Ok(term::constant(&sym, &sort))
    }

    /// Rule `constant-parameter`: the value of a constant type. `e` is the expression that has it.
    pub(crate) fn type_constant(&mut self, of: &Ty, e: &Expr) -> Res<Val> {
        let is_bool = *e.ty.value() == Ty::Bool;
        if let Ty::Const(value) = of {
            let zero = num_bigint::BigInt::default();
            return Ok(Val::plain(if is_bool { term::boolean(*value != zero) } else { term::lit(value.clone()) }));
        }
        // The type of a function item is the item itself.
        let sort = self.sort(if matches!(of, Ty::FnItem(..)) { of } else { &e.ty })?;
        let theory = self.theory();
        let sym = theory.symbol(&format!("constant {of:?}"), &format!("const%{}", names::ty(of)));
        let value = theory.constant(&sym, &sort);
        if let Some(kind) = e.ty.int_kind()
            && theory.once(&format!("range of constant {of:?}"))
        {
            let range = theory.range(kind, &value);
            theory.state(&sym, range);
        }
        Ok(Val::plain(value))
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn string_literals_are_known_by_what_is_written_only() {
        let text = |s: &str| Expr::new(ExprKind::Const(Const::Str(s.into())), data("str", &[]), sp());
        let bytes = |s: &[u8]| {
            let ty = data("array", &[u8(), Ty::Const(s.len().into())]);
            Expr::new(ExprKind::Const(Const::Bytes(s.into())), ty, sp())
        };
        let mut w = World::new();
        w.goal(eq(text("a"), text("a"))).goal(eq(bytes(b"a\xff"), bytes(b"a\xff")));
        w.goal(not(eq(text("a"), text("c")))).goal(not(eq(bytes(b"a\xff"), bytes(b"a\xfd"))));
        w.check(eq(text("a"), text("b"))).fails(&[4]);
        let mut w = World::new();
        w.check(eq(bytes(b"a\xff"), bytes(b"a\xfe"))).fails(&[0]);
        // Another value may be any of them.
        let mut w = World::new();
        let other = w.var("s", data("str", &[]));
        w.check(not(eq(other, text("a")))).fails(&[0]);
    }

    #[test]
    fn constant_parameter_is_some_value_of_its_type() {
        let mut w = World::new();
        w.own().type_params = type_params(&["N", "M"]);
        let value = |name: &str, ty: Ty| Expr::new(ExprKind::TypeConst(param(name)), ty, sp());
        w.check(lt(value("N", u8()), n(256))).check(eq(value("N", u8()), value("N", u8())));
        w.check(lt(value("N", u8()), n(255))).check(eq(value("N", u8()), value("M", u8())));
        // One that is known is that number.
        w.check(eq(Expr::new(ExprKind::TypeConst(Ty::Const(7.into())), u8(), sp()), n(7)));
        w.fails(&[2, 3]);
    }
}
