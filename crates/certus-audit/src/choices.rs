//! Compares the branches of both sides: the values and variants of patterns, and conditions.
//!
//! For example, `match x { Some(7) => a, _ => b }` tests the variants of `Option` and the value 7. In MIR these are two
//! switches:
//!
//! ```text
//! _2 = discriminant(_1);
//! switchInt(move _2) -> [1: bb2, otherwise: bb1];
//! switchInt(copy ((_1 as Some).0: u8)) -> [7: bb3, otherwise: bb1];
//! ```
//!
//! Each value in a switch must be one that a pattern tests. The targets are not compared.

use certus_diagnostics::Diagnostic;
use certus_gate::{MirCall, MirConst, MirOperand, MirPath, MirRvalue, MirStep, MirType};
use certus_tree::{Expr, ExprKind as T, Ty};

use crate::calls::Callee;
use crate::content::Content;
use crate::nodes::{Test, What};
use crate::origins::{Origins, Value, word};

impl Content<'_, '_> {
    /// Compares the values and variants that patterns test.
    pub(crate) fn choices(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for origins in all_origins {
            for step in &origins.body.steps {
                let MirStep::Switch(of, values) = step else { continue };
                let Some(ty) = origins.type_of(of) else {
                    out.push(self.difference("the type of a choice of rustc's is not known"));
                    continue;
                };
                if ty == word("bool") || self.is_discriminant(origins, of) {
                    continue;
                }
                for value in values {
                    let found = match (&ty, value.parse::<u32>().ok().and_then(char::from_u32)) {
                        (ty, Some(c)) if *ty == word("char") => MirConst::Char(c),
                        (ty, _) => MirConst::Int(value.clone(), name_of(ty)),
                    };
                    let known = self.tests().any(|test| match test {
                        Test::Literal(literal, ty) => {
                            self.fits(origins).is_literal(literal, ty, false, &found)
                                || self.fits(origins).is_wrapped(literal, ty, &found)
                        }
                        Test::Const(def, ty) => self.is_value_of(origins, *def, ty, &found),
                        _ => false,
                    });
                    if !known {
                        let message = format!("rustc compares with the value `{value}` here, but Certus does not");
                        out.push(self.difference(&message));
                    }
                }
            }
        }
        out.extend(self.variants(all_origins));
        out
    }

    /// Whether a value is the discriminant of an enum. The numbers in such a switch are rustc's choice; the types whose
    /// variants are told apart are compared on their own.
    fn is_discriminant(&self, origins: &Origins<'_>, of: &MirOperand) -> bool {
        match origins.operand(of) {
            Value::Step(step) => {
                matches!(origins.body.steps.get(step), Some(MirStep::Assign(_, MirRvalue::Discriminant(_))))
            }
            _ => false,
        }
    }

    /// Compares the types whose variants are tested.
    fn variants(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for origins in all_origins {
            for step in &origins.body.steps {
                let MirStep::Assign(_, MirRvalue::Discriminant(of)) = step else { continue };
                let Some(ty) = origins.type_of_place(of) else {
                    out.push(self.difference("the type of a choice of rustc's is not known"));
                    continue;
                };
                let tested =
                    self.tests().any(|test| matches!(test, Test::Variant(ours, ..) if self.names.is_type(ours, &ty)));
                // `?` and loops test variants of other types, and casts read discriminants.
                let cast = self.nodes().any(|node| match node.what {
                    What::Cast(Expr { kind: T::Cast(inner), .. }) => self.names.is_type(&self.ty(inner), &ty),
                    _ => false,
                });
                let is_own = self.of_own_call(origins, of);
                if !(tested || cast || is_own) {
                    let message = "rustc distinguishes variants of a type here, but Certus does not";
                    out.push(self.difference(message));
                }
            }
        }
        out
    }

    /// Whether a place has the result of a call that only rustc's side has: `Try::branch`, or `Iterator::next` of a
    /// loop.
    pub(crate) fn of_own_call(&self, origins: &Origins<'_>, of: &MirPath) -> bool {
        let value = match origins.place(of) {
            Value::Named(_, Some(held)) => *held,
            value => value,
        };
        let Value::Step(step) = value else { return false };
        let Some(MirStep::Call(_, call, _)) = origins.body.steps.get(step) else { return false };
        let loops = self.ours.iter().flat_map(|unit| &unit.calls).any(|call| matches!(call.callee, Callee::Loop(..)));
        match origins.body.calls.get(*call) {
            // Replacements of ghost code are ignored.
            Some(MirCall::Function(function, _)) if self.names.is_added(function) => true,
            Some(MirCall::Function(_, name)) => name.ends_with("Try>::branch") || (loops && name.ends_with("::next")),
            _ => false,
        }
    }

    /// Compares the conditions of branches: each `switchInt` on a `bool` must be on a value that some `if`, `while`, guard or
    /// operator of the tree has as its condition. The other direction is not asked, since rustc need not branch.
    pub(crate) fn conditions(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let ours: Vec<&Expr> = self.ours.iter().flat_map(|unit| &unit.conditions).copied().collect();
        let is_pattern = |test: &Test<'_>| matches!(test, Test::Literal(_, Ty::Bool) | Test::Const(_, Ty::Bool));
        let has_pattern = self.tests().any(is_pattern);
        let mut out = Vec::new();
        for origins in all_origins {
            for step in &origins.body.steps {
                let MirStep::Switch(of, _) = step else { continue };
                if origins.type_of(of).is_none_or(|ty| ty != word("bool")) {
                    continue;
                }
                let value = origins.operand(of);
                let own = match &value {
                    // A flag for moved values, or the result of `&&` or `||`.
                    Value::Join | Value::Unknown | Value::Const(_) => true,
                    Value::Step(at) => match origins.body.steps.get(*at) {
                        Some(MirStep::Call(_, call, args)) => {
                            matches!(origins.body.calls.get(*call), Some(MirCall::Function(function, _))
                                if self.names.is_added(function) || self.names.is_operator(function))
                                || self.is_string_test(origins, *call, args)
                        }
                        Some(step) => self.is_test(origins, step),
                        None => false,
                    },
                    Value::Named(..) | Value::Param | Value::Field(..) | Value::Deref(_) | Value::Ref(_) => has_pattern,
                    Value::Index(..) | Value::Part => has_pattern,
                };
                let fits = self.fits(origins);
                if !own && !ours.iter().any(|e| fits.value(e, &value)) {
                    out.push(self.difference(&format!("rustc branches on `{of}` here, but Certus does not")));
                }
            }
        }
        out
    }
}

/// The name of a built-in type.
fn name_of(ty: &MirType) -> String {
    match ty {
        MirType::Path(path) => match path.as_slice() {
            [certus_gate::MirSegment { kind: certus_gate::MirSegmentKind::Name(name), .. }] => name.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
