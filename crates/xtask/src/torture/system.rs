//! The systems that have a list of mistakes.

use std::iter::once;

/// A verified system with a list of mistakes in its code.
#[derive(Debug, PartialEq)]
pub(crate) struct System {
    /// The name, which is that of its folder in `systems`.
    pub(crate) name: &'static str,
    /// The packages that are verified with a mistake: those that the list has files of.
    verified: &'static [&'static str],
    /// The packages whose tests run.
    tested: &'static [&'static str],
    /// Variables of the environment that make the tests large.
    pub(crate) sizes: &'static [&'static str],
}

/// All of them.
pub(crate) const ALL: [System; 5] = [
    System {
        name: "capybarakv",
        verified: &["power", "capybarakv", "capybaravalues"],
        tested: &["capybarakv", "capybaravalues", "capybara"],
        sizes: &["CAPYBARAKV_TORTURE", "CAPYBARAVALUES_TORTURE", "CAPYBARA_TORTURE"],
    },
    System {
        name: "capybarans",
        verified: &["capybarans"],
        tested: &["capybarans", "capybarans-service"],
        sizes: &["CAPYBARANS_TORTURE"],
    },
    System { name: "journal", verified: &["journal"], tested: &["journal"], sizes: &["JOURNAL_TORTURE"] },
    System { name: "pagetable", verified: &["pagetable"], tested: &["pagetable"], sizes: &[] },
    System { name: "plog", verified: &["pmcopy", "power", "plog"], tested: &["plog"], sizes: &["PLOG_TORTURE"] },
];

/// The system of a name.
pub(crate) fn named(name: &str) -> Option<&'static System> {
    ALL.iter().find(|system| system.name == name)
}

/// The names, for a message.
pub(crate) fn names() -> String {
    ALL.map(|system| format!("`{}`", system.name)).join(", ")
}

impl System {
    /// The file with the mistakes.
    pub(crate) fn list(&self) -> String {
        format!("systems/{}/mutants.toml", self.name)
    }

    /// The page that `--write` writes.
    pub(crate) fn page(&self) -> String {
        format!("docs/bench/{}-mutants.md", self.name)
    }

    /// Options of cargo that choose the verified packages.
    pub(crate) fn verified_packages(&self) -> Vec<&'static str> {
        chosen(self.verified)
    }

    /// Options of cargo that choose the tested packages.
    pub(crate) fn tested_packages(&self) -> Vec<&'static str> {
        chosen(self.tested)
    }

    /// Whether a mistake in this file of `systems` is in a verified package.
    pub(crate) fn verifies(&self, file: &str) -> bool {
        self.verified.iter().any(|package| file.strip_prefix(package).is_some_and(|rest| rest.starts_with('/')))
    }
}

fn chosen(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().flat_map(|name| once("-p").chain(once(*name))).collect()
}
