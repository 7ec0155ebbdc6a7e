//! The programs that are measured.

use std::path::{Path, PathBuf};

use super::project::{self, Before};
use super::{Fault, calls, machines, pushes, references};

/// A program and how a run on it must end; a run that ends otherwise is not a measurement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subject {
    /// Unique, and the same in every commit, so that history can be read.
    pub(crate) name: String,
    /// The root file of the program.
    pub(crate) file: PathBuf,
    /// Further arguments of `certus verify`.
    pub(crate) arguments: Vec<String>,
    /// The exit status that it must have.
    pub(crate) status: i32,
    /// How many functions must be proved, at least.
    pub(crate) verified: u64,
    /// The role of the numbers.
    pub(crate) role: Role,
    /// The state of the cache before a run.
    pub(crate) before: Before,
}

/// The role of a program's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// The numbers of a single program.
    #[default]
    Single,
    /// The program has a seeded bug; the name is that of the program without it.
    BugOf(String),
    /// A generated project.
    Project,
    /// A state machine with this number of fields and transitions.
    Machine(usize),
    /// A point of the memory-reasoning series: pushes to each of the lists.
    Pushes(usize),
}

/// The name of the empty file.
pub(crate) const EMPTY: &str = "empty";
/// The name of the file with one function.
pub(crate) const TRIVIAL: &str = "trivial";
/// The name of the library of specifications.
pub(crate) const LIBRARY: &str = "library";
/// The name of the linked list.
pub(crate) const LINKED_LIST: &str = "linked_list";

/// One function whose proof takes one step.
const TRIVIAL_TEXT: &str = "use vstd::prelude::*;

verus! {

fn larger(a: u64, b: u64) -> (r: u64)
    ensures r >= a, r >= b, r == a || r == b,
{
    if a > b { a } else { b }
}

} // verus!
";

/// All programs, in the order of the tables. Those that are not in `examples/` are written to `scratch`.
pub(crate) fn all(root: &Path, scratch: &Path) -> Result<Vec<Subject>, Fault> {
    let mut all = Vec::new();
    for (name, text, verified) in [(EMPTY, "", 0), (TRIVIAL, TRIVIAL_TEXT, 1)] {
        let file = scratch.join(format!("{name}.rs"));
        std::fs::write(&file, text)?;
        all.push(Subject { name: name.to_owned(), file, verified, ..Subject::default() });
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root.join("examples"))? {
        files.push(entry?.path());
    }
    all.extend(examples(&files));
    for count in pushes::COUNTS {
        let name = format!("pushes_{count}");
        let file = scratch.join(format!("{name}.rs"));
        std::fs::write(&file, pushes::program(count))?;
        // As in the paper, the lists are proved once and only their user is measured.
        let arguments = vec!["--module".to_owned(), "user".to_owned()];
        all.push(Subject { name, file, arguments, verified: 1, role: Role::Pushes(count), ..Subject::default() });
    }
    for count in calls::COUNTS {
        let name = format!("calls_{count}");
        let file = scratch.join(format!("{name}.rs"));
        std::fs::write(&file, calls::program(count))?;
        all.push(Subject { name, file, verified: 1, ..Subject::default() });
    }
    for series in references::ALL {
        for count in series.counts {
            let name = series.subject(count);
            let file = scratch.join(format!("{name}.rs"));
            std::fs::write(&file, series.program(count))?;
            all.push(Subject { name, file, verified: 1, ..Subject::default() });
        }
    }
    all.extend(state_machines(scratch)?);
    all.extend(project::subjects(scratch)?);
    let arguments = vec!["--is-vstd".to_owned()];
    all.push(Subject {
        name: LIBRARY.to_owned(),
        file: root.join("vstd/lib.rs"),
        arguments,
        verified: 1000,
        ..Subject::default()
    });
    Ok(all)
}

/// State machines of growing size, and some of them with a bug.
fn state_machines(scratch: &Path) -> Result<Vec<Subject>, Fault> {
    let subject = |name: String, text: String| -> Result<Subject, Fault> {
        let file = scratch.join(format!("{name}.rs"));
        std::fs::write(&file, text)?;
        Ok(Subject { name, file, ..Subject::default() })
    };
    let mut all = Vec::new();
    for count in machines::COUNTS {
        let proof = subject(machines::subject(count), machines::program(count, false))?;
        all.push(Subject { verified: 2 * count as u64, role: Role::Machine(count), ..proof });
    }
    for count in machines::BUGS {
        let of = machines::subject(count);
        let bug = subject(format!("{of}_bug"), machines::program(count, true))?;
        all.push(Subject { status: 1, role: Role::BugOf(of), ..bug });
    }
    Ok(all)
}

/// The examples: the linked list, then each pair of a program and its copy with a bug. The list is named even when it
/// is missing, so that its absence is seen.
pub(crate) fn examples(files: &[PathBuf]) -> Vec<Subject> {
    let stem = |file: &PathBuf| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = files.first().and_then(|file| file.parent()).unwrap_or(Path::new("examples"));
    let mut bugs: Vec<String> =
        files.iter().map(stem).filter_map(|s| s.strip_suffix("_bug").map(str::to_owned)).collect();
    bugs.sort();
    let proof = |name: &str| {
        let file = folder.join(format!("{name}.rs"));
        Subject { name: name.to_owned(), file, verified: 1, ..Subject::default() }
    };
    let mut all = vec![proof(LINKED_LIST)];
    all.extend(bugs.iter().filter(|name| *name != LINKED_LIST).map(|name| proof(name)));
    all.extend(bugs.iter().map(|of| {
        let name = format!("{of}_bug");
        Subject { status: 1, verified: 0, role: Role::BugOf(of.clone()), ..proof(&name) }
    }));
    all
}
