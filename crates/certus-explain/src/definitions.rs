//! The definitions that an obligation can see, and short names for them.

use certus_vc::Obligation;
use certus_vir::{Body, Expr, Path, Program};

/// A path as code in the crate of an obligation writes it: without the crate's own prefix.
pub(crate) fn short<'p>(path: &'p str, obligation: &Obligation) -> &'p str {
    let own = obligation.module.split("::").next().unwrap_or(&obligation.module);
    let rest = path.strip_prefix(own).and_then(|rest| rest.strip_prefix("::"));
    rest.unwrap_or(path)
}

/// The definition of a function, hidden or not, if it is visible to the obligation.
pub(crate) fn definition<'p>(program: &'p Program, obligation: &Obligation, path: &Path) -> Option<&'p Expr> {
    let function = program.functions.get(path)?;
    let Body::Spec(body) = &function.body else { return None };
    let is_seen = function.publish.is_seen_from(&obligation.module) && !obligation.undefined.contains(path);
    is_seen.then_some(body)
}
