//! Casts of enums to numbers.
//!
//! If the source names a variant directly, rustc counts from the last variant before it with an explicit number. For
//! `enum E { A, B = 7, C }` it computes `E::C as u8` as `(E::B::{constant#0} + 1) as u8`, and `E::A as u8` as `0 as
//! u8`. For another value it reads the discriminant.

use certus_gate::{MirConst, MirOperand, MirRvalue, MirSegmentKind, MirStep, MirType};
use certus_tree::{Adt, Expr, ExprKind as T, Item};

use crate::fits::Fits;
use crate::nodes::plain;
use crate::origins::Value;

impl<'m> Fits<'_, 'm> {
    /// Whether an operand is the discriminant of an expression.
    pub(crate) fn is_number_of(&self, e: &Expr, operand: &'m MirOperand) -> bool {
        match self.origins.operand(operand) {
            Value::Step(step) => match self.origins.body.steps.get(step) {
                Some(MirStep::Assign(_, found)) => self.gives_number_of(e, found),
                _ => false,
            },
            Value::Const(found) => self.is_counted(e, found),
            _ => false,
        }
    }

    /// Whether a statement computes the discriminant of an expression.
    pub(crate) fn gives_number_of(&self, e: &Expr, found: &'m MirRvalue) -> bool {
        match found {
            MirRvalue::Discriminant(of) => self.value(e, &self.origins.place(of)),
            MirRvalue::Use(operand) => self.is_number_of(e, operand),
            _ => self.is_sum(e, found),
        }
    }

    /// Whether a statement adds the right distance to the number of an earlier variant.
    pub(crate) fn is_sum(&self, e: &Expr, found: &MirRvalue) -> bool {
        let MirRvalue::Binary(name, MirOperand::Const(MirConst::Path(path, _)), MirOperand::Const(added)) = found
        else {
            return false;
        };
        let (MirConst::Int(added, _), MirType::Path(path)) = (added, path) else { return false };
        let [of @ .., variant, number] = path.as_slice() else { return false };
        let is_number = matches!(&number.kind, MirSegmentKind::Part(part) if part == "{constant#0}");
        let MirSegmentKind::Name(variant) = &variant.kind else { return false };
        let ty = self.names.audit.program.normalize(&e.ty, self.names.owner);
        let Some((adt, index)) = self.named_variant(e) else { return false };
        let from = adt.variants.iter().position(|known| known.name.trim_start_matches("r#") == variant);
        let steps = from.and_then(|from| index.checked_sub(from));
        name == "Add"
            && is_number
            && steps.is_some_and(|steps| *added == steps.to_string())
            && self.names.is_type(&ty, &MirType::Path(of.to_vec()))
    }

    /// Whether a number is the index of the variant that the expression names.
    pub(crate) fn is_counted(&self, e: &Expr, found: &MirConst) -> bool {
        let MirConst::Int(text, _) = found else { return false };
        self.named_variant(e).is_some_and(|(adt, index)| {
            let number = adt.variants.get(index).and_then(|variant| variant.discriminant);
            *text == index.to_string() && number.is_none_or(|number| number == index as i128)
        })
    }

    /// The variant that an expression names directly.
    fn named_variant(&self, e: &Expr) -> Option<(Adt, usize)> {
        let T::Ctor { adt, variant, .. } = &plain(e).kind else { return None };
        match self.names.audit.program.item(*adt) {
            Ok(Item::Adt(known)) => Some((known, *variant as usize)),
            _ => None,
        }
    }
}
