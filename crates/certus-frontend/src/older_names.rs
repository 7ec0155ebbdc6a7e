//! Other names of the crates of the language: `builtin` and `builtin_macros`, which they had before, and those of the crate of
//! state machines, whose macros are in the crate of all macros here.
//!
//! A crate may use them unless it has a dependency, or a module or type in its root, of that name.

use ra_ap_base_db::Crate;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_expand::name::Name;

use crate::loaded::Loaded;

/// Each with the name of the crate here.
const OLDER_NAMES: [(&str, &str); 4] = [
    ("builtin", "verus_builtin"),
    ("builtin_macros", "verus_builtin_macros"),
    ("state_machines_macros", "verus_builtin_macros"),
    ("verus_state_machines_macros", "verus_builtin_macros"),
];

/// The crates of the language under the other names that these texts use.
pub(crate) fn dependencies<T: Copy>(crates: &[(&str, T)], texts: &[&str]) -> Vec<(&'static str, T)> {
    let of = |name: &str| crates.iter().find(|(other, _)| *other == name).map(|(_, id)| *id);
    let used = OLDER_NAMES.iter().filter(|(older, _)| texts.iter().any(|text| mentions(text, older)));
    used.filter_map(|(older, name)| Some((*older, of(name)?))).collect()
}

impl Loaded {
    /// The declarations by which rustc knows these names in a crate with this text.
    pub(crate) fn older_names(&self, krate: Crate, text: &str) -> String {
        let known = &krate.data(self.db()).dependencies;
        let of = |name: &str| known.iter().find(|known| known.name.as_str() == name).map(|known| known.crate_id);
        let mut out = String::new();
        for (older, name) in OLDER_NAMES {
            // Another crate of this name comes first.
            let is_it = of(older).is_some() && of(older) == of(name);
            // So does an item of the crate's root.
            let def_map = crate_def_map(self.db(), krate);
            let is_taken = def_map[def_map.root_module_id()].scope.get(&Name::new_root(older)).types.is_some();
            if is_it && !is_taken && mentions(text, older) {
                out.push_str(&format!("\nextern crate {name} as {older};\n"));
            }
        }
        out
    }
}

/// Whether a text has these words, with no more letters on either side.
fn mentions(text: &str, words: &str) -> bool {
    let is_letter = |c: char| c == '_' || c.is_alphanumeric();
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + words.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_count() {
        assert!(mentions("use builtin::*;", "builtin"));
        assert!(mentions("builtin", "builtin"));
        assert!(!mentions("use verus_builtin::*; use builtin_macros::*;", "builtin"));
        assert!(mentions("use verus_builtin::*; use builtin_macros::*;", "builtin_macros"));
    }

    #[test]
    fn a_name_that_is_not_used_is_no_dependency() {
        let crates = [("core", 0), ("verus_builtin", 1), ("verus_builtin_macros", 2)];
        assert_eq!(dependencies(&crates, &["use builtin::*;"]), [("builtin", 1)]);
        assert_eq!(dependencies(&crates, &["use vstd::prelude::*;"]), []);
    }
}
