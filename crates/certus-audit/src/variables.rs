//! Compares the types of variables.
//!
//! They differ if only ghost code determines a type, because rustc compiles the program without ghost code. So they are
//! compared first: other differences follow from them.
//!
//! For example, in
//!
//! ```text
//! let x = 2_000_000_000;
//! proof { of_u64(x); }
//! ```
//!
//! the verifier infers `u64` for `x`, because of the call in the proof block. rustc does not see the proof block and
//! infers `i32`. The error is `language/untold-type`, at `x`.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_gate::{MirBinding, MirOperand, MirType};
use certus_tree::Local;

use crate::compare::UNTOLD;
use crate::content::Content;
use crate::origins::{Origins, is_renamed};
use crate::show;

impl Content<'_, '_> {
    /// Compares the types of the variables with names.
    pub(crate) fn variables(&self) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut reported: HashSet<Span> = HashSet::new();
        for &body in self.bodies {
            let origins = Origins::of(body);
            for (name, binding) in &body.names {
                let ours: Vec<&Local> = self.body.locals.iter().filter(|local| is_renamed(&local.name, name)).collect();
                let ty = match binding {
                    // A captured variable is a part of a variable outside of the closure.
                    MirBinding::Place(place) if place.local == 1 && origins.body.closure.is_some() => continue,
                    MirBinding::Place(place) => origins.type_of_place(place),
                    MirBinding::Const(value) => origins.type_of(&MirOperand::Const(value.clone())),
                };
                let (Some(first), Some(ty)) = (ours.first(), ty) else { continue };
                // What the expansion of `format_args!` calls so.
                if name == "args" && self.formats() && is_formatted(&ty) {
                    continue;
                }
                // A variable of ghost code, which rustc does not know.
                if matches!(&ty, MirType::Tuple(parts) if parts.is_empty()) {
                    continue;
                }
                let fits = |local: &Local| {
                    let ours = self.names.audit.program.normalize(&local.ty, self.names.owner);
                    // A guard sees the variables of its pattern through a reference.
                    self.names.is_type(&ours, &ty)
                        || matches!(&ty, MirType::Ref(false, inner) if self.names.is_type(&ours, inner))
                };
                if !ours.iter().any(|local| fits(local)) && reported.insert(first.span) {
                    let known = self.names.audit.program.normalize(&first.ty, self.names.owner);
                    let known = show::ty(self.names.audit.program, &known);
                    let message = format!(
                        "`{}` has type `{known}` when the program is verified, but type `{ty}` when it is compiled, \
                         without its ghost code",
                        first.name
                    );
                    let error = Diagnostic::error(Language::UntoldType, message, first.span);
                    out.push((name, error.with_help(UNTOLD)));
                }
            }
        }
        // The variables of an expanded loop; the variable that the source names has its type.
        let is_named = |name: &str| !name.starts_with("certus_");
        let any = out.iter().any(|(name, _)| is_named(name));
        out.into_iter().filter(|(name, _)| !any || is_named(name)).map(|(_, error)| error).collect()
    }
}

/// Whether a type is one of the two that `format_args!` gives to its variables: references to the arguments, and what writes
/// them.
fn is_formatted(ty: &MirType) -> bool {
    let is_reference = |part: &MirType| matches!(part, MirType::Ref(false, _));
    match ty {
        MirType::Tuple(parts) => parts.iter().all(is_reference),
        other => other.to_string().contains("core::fmt::rt::Argument"),
    }
}
