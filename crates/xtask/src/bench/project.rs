//! Generated projects of realistic shape: a bounded queue, recursive functions with lemmas, loops over vectors and
//! enumerations, 12 functions to prove in 235 lines, again and again in modules of their own.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Fault;
use super::subjects::{Role, Subject};

/// A module of the project; `$K` is its number.
const MODULE: &str = include_str!("project/module.txt");

/// The projects: lines in thousands, modules.
const SIZES: [(usize, usize); 2] = [(1, 4), (10, 43)];

/// Functions of a module that are proved.
const FUNCTIONS: u64 = 12;

/// The text at the place of the edit in a function.
const PLACE: &str = "    if a >= b { (a, true) }";

/// The text at the place of the edit in a specification.
const DEFINITION: &str = "Entry::Deposit { amount } => balance + amount,";

/// The state that earlier runs left in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Before {
    /// The run uses no cache.
    #[default]
    Nothing,
    /// The same program was verified.
    Same,
    /// The same but for the body of one function of this file was verified.
    Edited(PathBuf),
    /// The same but for one definition that a specification of this file uses was verified.
    Respecified(PathBuf),
    /// The same, with this file open in an editor. What is measured is the time from a save with a wrong edit to the error.
    Saved(PathBuf),
}

/// Which state a project was in before, by the file that is edited.
type After = fn(PathBuf) -> Before;

/// The kinds of edits, with what they add to a subject's name.
const EDITS: [(&str, After); 3] =
    [("_edited", Before::Edited), ("_respecified", Before::Respecified), ("_saved", Before::Saved)];

/// The projects, each without the cache, again, and after edits.
pub(crate) fn subjects(scratch: &Path) -> Result<Vec<Subject>, Fault> {
    let mut all = Vec::new();
    for (thousands, modules) in SIZES {
        let subject = |name: &str, folder: &Path, before: Before| Subject {
            name: format!("project_{thousands}k{name}"),
            file: folder.join("lib.rs"),
            verified: FUNCTIONS * modules as u64,
            role: Role::Project,
            before,
            ..Subject::default()
        };
        let folder = scratch.join(format!("project_{thousands}k"));
        write(&folder, modules)?;
        all.push(subject("", &folder, Before::Nothing));
        all.push(subject("_again", &folder, Before::Same));
        for (name, before) in EDITS {
            let folder = scratch.join(format!("project_{thousands}k{name}"));
            write(&folder, modules)?;
            all.push(subject(name, &folder, before(folder.join("m1.rs"))));
        }
    }
    Ok(all)
}

fn write(folder: &Path, modules: usize) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let mut root = "//! A generated project.\n".to_owned();
    for number in 0..modules {
        std::fs::write(folder.join(format!("m{number}.rs")), module(number))?;
        root += &format!("pub mod m{number};\n");
    }
    Ok(std::fs::write(folder.join("lib.rs"), root)?)
}

fn module(number: usize) -> String {
    MODULE.replace("$K", &number.to_string())
}

/// Edits one function so that its query is one that was never asked, with an assertion that is right or wrong.
pub(crate) fn edit(file: &Path, is_right: bool) -> Result<(), Fault> {
    let least = u128::from(!is_right);
    replace(file, PLACE, &|number| format!("    assert(a + {number} >= {});\n{PLACE}", number + least))
}

/// Edits a definition so that the queries of those that use it are ones that were never asked.
pub(crate) fn respecify(file: &Path) -> Result<(), Fault> {
    replace(file, DEFINITION, &|number| DEFINITION.replace("balance +", &format!("{number} - {number} + balance +")))
}

fn replace(file: &Path, place: &str, with: &dyn Fn(u128) -> String) -> Result<(), Fault> {
    let number = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let text = module(1);
    let edited = text.replace(place, &with(number));
    if edited == text {
        return Err("the place of the edit is not in the module".into());
    }
    Ok(std::fs::write(file, edited)?)
}

/// Undoes the edits.
pub(crate) fn restore(file: &Path) -> Result<(), Fault> {
    Ok(std::fs::write(file, module(1))?)
}
