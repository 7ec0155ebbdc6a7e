//! Short names of definitions.

use certus_vc::Obligation;

/// A path as code in the crate of an obligation writes it: without the crate's own prefix.
pub(crate) fn short<'p>(path: &'p str, obligation: &Obligation) -> &'p str {
    let own = obligation.module.split("::").next().unwrap_or(&obligation.module);
    let rest = path.strip_prefix(own).and_then(|rest| rest.strip_prefix("::"));
    rest.unwrap_or(path)
}
