//! The crates of the user that a program depends on, as they are known once they are in the graph.

use ra_ap_base_db::{Crate, Env};

use crate::{Kind, Need};

/// In the environment of a crate, its number among those of the user; the one under verification has none.
pub(crate) const NUMBER: &str = "certus:crate";

/// What comes before the name of a crate of the user where the text for rustc names it, so that nothing else is named so.
pub(crate) const ALIAS: &str = "__certus_crate_";

/// A crate that the program depends on.
#[derive(Clone, Debug)]
pub struct Known {
    /// The name that no other crate of the program has. Paths begin with it.
    pub name: String,
    /// Its edition.
    pub edition: crate::Edition,
    /// Its configuration flags.
    pub cfgs: Vec<String>,
    /// The crates that it uses.
    pub needs: Vec<Need>,
    /// What is believed of it.
    pub kind: Kind,
    pub(crate) krate: Crate,
}

/// The names that the text of a crate names others by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As the text says.
    pub name: String,
    /// The number of the crate among the dependencies.
    pub number: usize,
}

/// The number of the crate that an environment belongs to, with 0 for the one under verification.
pub(crate) fn number_of(env: &Env) -> usize {
    env.get(NUMBER).and_then(|number| number.parse::<usize>().ok()).map_or(0, |number| number + 1)
}
