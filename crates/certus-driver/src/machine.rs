//! Finds a state machine of a crate by its name, for `certus machine`.
//!
//! Only the syntax of the crate's files is read: nothing is type-checked, expanded or proved.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use certus_rewrite::{MachineDeclaration, MachineOutline, RewriteError};

/// Why there is no machine to show.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// The root file of the crate cannot be read.
    #[error("{0}")]
    Read(#[from] certus_frontend::LoadError),
    /// Files or declarations that break the rules: an error each, with its place.
    #[error("{}", .0.join("\nerror: "))]
    Wrong(Vec<String>),
    /// The crate has no machine at all.
    #[error("`{0}` has no state machine")]
    None(String),
    /// The crate has machines, but none of this name.
    #[error("there is no state machine `{name}`{}", help(meant.as_deref(), all))]
    Unknown {
        /// What the user asked for.
        name: String,
        /// The machine with the most similar name.
        meant: Option<String>,
        /// The names of all machines.
        all: Vec<String>,
    },
    /// Several machines have this name.
    #[error("there are several state machines `{name}`: at {}; name the file of one of them", places.join(", "))]
    Same {
        /// The name.
        name: String,
        /// Their places.
        places: Vec<String>,
    },
    /// No name was given, and there are several.
    #[error("`{file}` has several state machines: {}; name one of them", all.join(", "))]
    Several {
        /// The file.
        file: String,
        /// Their names.
        all: Vec<String>,
    },
}

/// What to do about a name that no machine has.
fn help(meant: Option<&str>, all: &[String]) -> String {
    match meant {
        Some(meant) => format!(": did you mean `{meant}`?"),
        None => format!(": there is {}", all.join(", ")),
    }
}

/// What the machine of this name in the crate with this root file consists of, and how long its expansion takes. Without a
/// name, it is the only machine.
pub fn machine(root: &Path, name: Option<&str>) -> Result<(MachineOutline, Duration), MachineError> {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for (path, text) in certus_frontend::files(root)? {
        match certus_rewrite::machine_declarations(&text) {
            Ok(machines) => found.extend(machines.into_iter().map(|machine| (path.clone(), machine))),
            Err(error) => wrong.push(message(root, &path, &error)),
        }
    }
    let names = || {
        let mut names: Vec<String> = found.iter().map(|(_, machine)| machine.name.clone()).collect();
        names.dedup();
        names
    };
    let of_name = |(_, machine): &&(PathBuf, MachineDeclaration)| name.is_none_or(|name| machine.name == name);
    let chosen: Vec<_> = found.iter().filter(of_name).collect();
    // The machine may be in the file that cannot be read.
    if !wrong.is_empty() && chosen.is_empty() {
        return Err(MachineError::Wrong(wrong));
    }
    let file = || root.display().to_string();
    match (chosen.as_slice(), name) {
        ([(path, machine)], _) => {
            let wrong = |errors: Vec<RewriteError>| {
                MachineError::Wrong(errors.iter().map(|error| message(root, path, error)).collect())
            };
            let outline = machine.outline().map_err(wrong)?;
            let began = Instant::now();
            drop(machine.expanded());
            Ok((outline, began.elapsed()))
        }
        ([], _) if found.is_empty() => Err(MachineError::None(file())),
        ([], name) => {
            let (name, all) = (name.unwrap_or_default().to_owned(), names());
            let meant = certus_frontend::closest(&name, all.iter().map(String::as_str)).map(str::to_owned);
            Err(MachineError::Unknown { name, meant, all })
        }
        (several, Some(name)) => {
            let places = several.iter().map(|(path, machine)| place(root, path, machine.span)).collect();
            Err(MachineError::Same { name: name.to_owned(), places })
        }
        (_, None) => Err(MachineError::Several { file: file(), all: names() }),
    }
}

/// An error with its place and its code.
fn message(root: &Path, path: &Path, error: &RewriteError) -> String {
    format!("{}: {} ({})", place(root, path, error.span), error.message, error.code)
}

/// A place as `file:line:column`.
fn place(root: &Path, path: &Path, span: certus_rewrite::Span) -> String {
    let start = span.start();
    format!("{}:{}:{}", certus_frontend::shown(path, root), start.line, start.column + 1)
}
