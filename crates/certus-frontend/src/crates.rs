//! The crates of the user, as they are known once they are in the graph: the one under verification, and those that it
//! depends on.

use std::path::PathBuf;

use ra_ap_base_db::{Crate, Env, FileId};

use crate::shape::Shape;
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

/// The crate under verification and those that it depends on. The libraries are none of them, unless it is one itself.
pub(crate) struct Crates {
    own: Crate,
    name: String,
    root: FileId,
    dependencies: Vec<Known>,
    shape: Shape,
}

impl Crates {
    /// The crate `own` has this name and this root file; `dependencies` are in the order in which the options have them.
    pub(crate) fn new(own: Crate, name: String, root: FileId, dependencies: Vec<Known>, shape: Shape) -> Crates {
        Crates { own, name, root, dependencies, shape }
    }

    /// The crate under verification; the bodies of all others are not verified here.
    pub(crate) fn own(&self) -> Crate {
        self.own
    }

    /// Its name, with which the paths of its items begin.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its root file.
    pub(crate) fn root(&self) -> FileId {
        self.root
    }

    /// The files that it was read from, by their absolute paths.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.shape.files
    }

    /// Its configuration flags, those that verification sets not among them.
    pub(crate) fn cfgs(&self) -> &[String] {
        &self.shape.options.cfgs
    }

    /// The crates that it depends on, each after those that it uses.
    pub(crate) fn dependencies(&self) -> &[Known] {
        &self.dependencies
    }

    /// The names that the text of a crate may use: of a dependency by its number, or of the crate under verification.
    ///
    /// An expansion may name a crate that the source does not, so each crate before it has an alias as well:
    /// `__certus_crate_name`.
    pub(crate) fn named(&self, number: Option<usize>) -> Vec<Named> {
        let (needs, count) = match number.and_then(|number| Some((number, self.dependencies.get(number)?))) {
            Some((number, known)) => (&known.needs, number),
            None => (&self.shape.options.needs, self.dependencies.len()),
        };
        let used = needs.iter().map(|need| Named { name: need.name.clone(), number: need.number });
        let all = self.dependencies.iter().take(count).enumerate();
        let all = all.map(|(number, known)| Named { name: format!("{ALIAS}{}", known.name), number });
        used.chain(all).collect()
    }

    /// What is known of a crate; `None` for the one under verification and for the libraries.
    pub(crate) fn dependency(&self, krate: Crate) -> Option<&Known> {
        self.dependencies.iter().find(|known| known.krate == krate)
    }

    /// Whether no file of our own library was left out, for there was none to leave out or nobody asked for it.
    pub(crate) fn has_whole_library(&self) -> bool {
        self.shape.options.libraries.whole || self.is_vstd() || self.library().is_some()
    }

    /// Whether the crate under verification is the library `vstd` itself.
    pub(crate) fn is_vstd(&self) -> bool {
        self.shape.options.libraries.is_vstd
    }

    /// Whether the crate is none of the libraries.
    pub(crate) fn is_own(&self, krate: Crate) -> bool {
        krate == self.own || self.dependency(krate).is_some()
    }

    /// Whether all items of the crate are verified, whoever wrote them. No dependency is: what it specifies is known from its
    /// own text alone.
    pub(crate) fn verifies_all(&self, krate: Crate) -> bool {
        krate == self.own && self.shape.options.verifies_all
    }

    /// Whether nobody verifies the crate. Macros are not verified either; what they write is.
    pub(crate) fn is_external(&self, krate: Crate) -> bool {
        self.dependency(krate).is_some_and(|known| matches!(known.kind, Kind::External | Kind::Macros))
    }

    /// Whether there are crates that nobody verifies and whose items code can name.
    pub(crate) fn has_external(&self) -> bool {
        self.dependencies.iter().any(|known| known.kind == Kind::External)
    }

    /// Whether there are crates of macros.
    pub(crate) fn has_macros(&self) -> bool {
        self.dependencies.iter().any(|known| known.kind == Kind::Macros)
    }

    /// The crate that takes the place of our `vstd`: one that the program depends on, or the one under verification.
    pub(crate) fn library(&self) -> Option<Crate> {
        self.trusted_library().or_else(|| self.shape.is_other_vstd.then_some(self.own))
    }

    /// The crate that takes the place of our `vstd` if the program only depends on it.
    pub(crate) fn trusted_library(&self) -> Option<Crate> {
        self.dependencies.iter().find(|known| known.kind == Kind::Library).map(|known| known.krate)
    }

    /// The crates whose specifications are believed, as their authors verify them; the one under verification first.
    pub(crate) fn verified(&self) -> Vec<Crate> {
        let verified = self.dependencies.iter().filter(|known| !matches!(known.kind, Kind::External | Kind::Macros));
        std::iter::once(self.own).chain(verified.map(|known| known.krate)).collect()
    }

    /// What the database was made for.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }
}
