//! The order in which measures go down.

use certus_diagnostics::{Diagnostic, Language, Span};

use crate::expr::{BinaryOp, Expr};
use crate::ty::{DYN, POINTER, Ty};

/// The error for a part of a measure whose type has no values that go down: integers and values of datatypes can (reference page
/// `reference-decreases`). What is no datatype is in no value of its own type.
pub fn wrong_type(part: &Expr) -> Option<Diagnostic> {
    let is_fine = match part.ty.value() {
        Ty::Int(_) => true,
        Ty::Data(path, _) => {
            let is_primitive = matches!(&**path, "array" | "slice" | "str" | POINTER);
            !(is_primitive || path.ends_with(DYN) || path.contains("{closure#"))
        }
        _ => false,
    };
    if is_fine {
        return None;
    }
    let text = "values of this type do not go down: a measure is an integer, or a value of a datatype such as an enum or a sequence";
    let error = Diagnostic::error(Language::Type, text, part.span);
    Some(match &part.ty {
        Ty::MutRef(_) => {
            error.with_help("the measure is the reference, and not the value: write `*old(..)` in `decreases`")
        }
        _ => error,
    })
}

/// Whether two parts of measures at the same position can be compared: both are integers, or none is.
pub(crate) fn is_same_kind(a: &Expr, b: &Expr) -> bool {
    a.ty.int_kind().is_some() == b.ty.int_kind().is_some()
}

/// The condition that `new` is below `old` in the lexicographic order (reference page `decreases_to!`): at the first
/// place where they are not equal, `new` is smaller. Where `old` ends first it is above (`i` is above `i, 100 * i`);
/// where `new` ends first it is not below.
pub fn lexicographic(new: &[Expr], old: &[Expr], span: Span) -> Expr {
    match (new, old) {
        ([], _) => Expr::bool(false, span),
        (_, []) => Expr::bool(true, span),
        ([n, new @ ..], [o, old @ ..]) => {
            let less = Expr::binary(BinaryOp::HeightLt, n.clone(), o.clone(), span);
            if new.is_empty() || !comparable(&n.ty, &o.ty) {
                return less;
            }
            let equal = Expr::binary(BinaryOp::Eq, n.clone(), o.clone(), span);
            let rest = lexicographic(new, old, span);
            let rest = if old.is_empty() { equal } else { Expr::binary(BinaryOp::And, equal, rest, span) };
            Expr::binary(BinaryOp::Or, less, rest, span)
        }
    }
}

/// True when the two may be equal: values of one type, or integers. Values of other types are never taken as equal.
fn comparable(a: &Ty, b: &Ty) -> bool {
    (a.int_kind().is_some() && b.int_kind().is_some()) || a.value() == b.value()
}
