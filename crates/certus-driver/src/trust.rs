//! The assumptions of a crate, each with the author's reason.
//!
//! For example, `#[verifier::external_body]` on a function is an assumption: Certus trusts its contract.

mod allowed;
mod counts;
mod reasons;
mod uses;

use std::mem::ManuallyDrop;

use certus_diagnostics::{Assumption, Level, Sources};
use certus_frontend::{Kind, Loaded};
use certus_lower::{Trust, TrustKind, Trusted};
use certus_session::{ProgramOptions, Report, Sink};
use certus_tree::Program as _;

use crate::run::lower_checked;
use crate::{Fault, crates};

pub use allowed::{Allowed, Differences};
pub use counts::Counts;
pub use uses::UsedBy;

/// Why the functions of tokens need no reason of the author.
const OF_TOKENS: &str = "the safety conditions and inductive lemmas of the machine are proved, and `vstd::resource::verusync` \
                         proves that its tokens mean what they say then";

/// The assumptions of a crate and of the libraries that it uses.
#[derive(Debug)]
pub struct Trusts {
    /// The name of the crate.
    pub name: String,
    /// The crate's own items.
    pub own: Listed,
    /// The items of a library that is not ours (`--vstd=PATH`).
    pub library: Option<Listed>,
    /// The names of the verified crates that it depends on. Certus trusts their specifications in this run.
    pub dependencies: Vec<String>,
}

/// The trusted items of one crate.
#[derive(Debug)]
pub struct Listed {
    /// The items, in source order.
    pub items: Vec<Item>,
    /// The number of proof functions with a proof.
    pub lemmas: usize,
}

/// A trusted item, with its place.
#[derive(Debug)]
pub struct Item {
    /// The kind and the name of the item.
    pub trusted: Trusted,
    /// The path of its file.
    pub file: String,
    /// Its line, from 1; 0 for an item of no file.
    pub line: usize,
    /// Its column, from 1; 0 for an item of no file.
    pub column: usize,
    /// The author's reason, if there is one.
    pub reason: Option<String>,
    /// The functions that use it, if the caller asked for them and they are known.
    pub uses: Option<UsedBy>,
}

impl Listed {
    fn new(found: Trust, sources: &Sources) -> Listed {
        let items = found.items.into_iter().map(|trusted| Item::new(trusted, sources)).collect();
        Listed { items, lemmas: found.lemmas }
    }
}

impl Item {
    pub(crate) fn new(trusted: Trusted, sources: &Sources) -> Item {
        let Some(file) = sources.file(trusted.span.file) else {
            return Item { trusted, file: String::new(), line: 0, column: 0, reason: None, uses: None };
        };
        let place = file.position(trusted.span.start);
        let reason = match trusted.kind {
            TrustKind::Token => Some(OF_TOKENS.to_owned()),
            _ => reasons::reason(file, place.line),
        };
        let path = file.path.display().to_string();
        Item { trusted, file: path, line: place.line, column: place.column, reason, uses: None }
    }

    /// The item as a record.
    pub(crate) fn assumption(self) -> Assumption {
        Assumption {
            kind: self.trusted.kind.name().to_owned(),
            path: self.trusted.path.to_string(),
            file_name: self.file,
            line: self.line,
            column: self.column,
        }
    }
}

/// Lists the assumptions of a crate; `with_uses`, also the functions that use each.
///
/// # Errors
///
/// [`Fault::Setup`] if the crate cannot be loaded; [`Fault::Rejected`] if it has errors, which are reported: then the
/// list would be incomplete.
pub fn trust(options: &ProgramOptions, with_uses: bool, sink: &mut dyn Sink) -> Result<Trusts, Fault> {
    // A loaded program is large, and the process ends soon.
    let loaded = ManuallyDrop::new(crates::load(options, true)?);
    let mut report = Report::new(sink);
    let mut problems = loaded.diagnostics();
    let mut found = if problems.is_empty() { certus_lower::trusted(&*loaded) } else { Trust::default() };
    problems.append(&mut found.diagnostics);
    problems.extend(loaded.late_diagnostics());
    if report.show_all(&problems, loaded.sources()) {
        return Err(Fault::Rejected);
    }
    let mut own = Listed::new(found, loaded.sources());
    if with_uses {
        let uses = uses(options, &loaded, &mut report)?;
        own.items.iter_mut().for_each(|item| item.uses = uses.of(&item.trusted));
    }
    let library = loaded.has_foreign_library().then(|| certus_lower::trusted_library(&*loaded));
    let dependencies = loaded.dependencies().iter().filter(|known| known.kind == Kind::Verified);
    Ok(Trusts {
        name: loaded.name().to_owned(),
        own,
        library: library.map(|found| Listed::new(found, loaded.sources())),
        dependencies: dependencies.map(|known| known.name.clone()).collect(),
    })
}

/// The functions that use each item.
fn uses(options: &ProgramOptions, loaded: &Loaded, report: &mut Report<'_>) -> Result<uses::Uses, Fault> {
    let lowering = certus_lower::Options { is_library: options.is_vstd, ..Default::default() };
    let (lowered, mut problems) = lower_checked(&lowering, loaded);
    // `certus verify` reports the warnings.
    problems.retain(|problem| problem.level == Level::Error);
    match report.show_all(&problems, loaded.sources()) {
        true => Err(Fault::Rejected),
        false => Ok(uses::Uses::new(&lowered)),
    }
}
