//! The types of variables on both sides.
//!
//! They differ where ghost code alone tells a type, for rustc compiles the program without it. So they are compared first:
//! everything else that then differs follows from that.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_gate::{MirBinding, MirOperand, MirType};
use certus_tree::Local;

use crate::compare::UNTOLD;
use crate::content::Content;
use crate::flow::{Flow, is_renamed};
use crate::show;

impl Content<'_, '_> {
    /// The types of the variables that have names.
    pub(crate) fn variables(&self) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut reported: HashSet<Span> = HashSet::new();
        for &body in self.bodies {
            let flow = Flow::of(body);
            for (name, binding) in &body.names {
                let ours: Vec<&Local> = self.body.locals.iter().filter(|local| is_renamed(&local.name, name)).collect();
                let ty = match binding {
                    // What a closure captures is a part of a variable outside.
                    MirBinding::Place(place) if place.local == 1 && flow.body.closure.is_some() => continue,
                    MirBinding::Place(place) => flow.type_of_place(place),
                    MirBinding::Const(value) => flow.type_of(&MirOperand::Const(value.clone())),
                };
                let (Some(first), Some(ty)) = (ours.first(), ty) else { continue };
                // A variable of ghost code, which rustc knows nothing of.
                if matches!(&ty, MirType::Tuple(parts) if parts.is_empty()) {
                    continue;
                }
                let fits = |local: &Local| {
                    let ours = self.names.audit.program.normalize(&local.ty, self.names.owner);
                    // A guard sees what its pattern binds through a reference.
                    self.names.is_type(&ours, &ty)
                        || matches!(&ty, MirType::Ref(false, inner) if self.names.is_type(&ours, inner))
                };
                if !ours.iter().any(|local| fits(local)) && reported.insert(first.span) {
                    let known = self.names.audit.program.normalize(&first.ty, self.names.owner);
                    let known = show::ty(self.names.audit.program, &known);
                    let message = format!(
                        "`{}` is of type `{known}` here, and of type `{ty}` where the program is compiled, without its \
                         ghost code",
                        first.name
                    );
                    let error = Diagnostic::error(Language::UntoldType, message, first.span);
                    out.push((name, error.with_help(UNTOLD)));
                }
            }
        }
        // What a loop is written with has the type of the variable that the source names.
        let is_named = |name: &str| !name.starts_with("certus_");
        let any = out.iter().any(|(name, _)| is_named(name));
        out.into_iter().filter(|(name, _)| !any || is_named(name)).map(|(_, error)| error).collect()
    }
}
