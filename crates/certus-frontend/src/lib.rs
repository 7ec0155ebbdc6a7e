//! rust-analyzer behind one door: crates in, typed tree out.
//!
//! [`load`] reads the user's crate, sets up the libraries it may name and hands out a [`Loaded`], which answers the
//! questions of [`certus_tree::Program`] on demand. No type of rust-analyzer leaves this crate.
//!
//! rust-analyzer is made for code that is being written: it goes on where a compiler stops. Every body therefore passes
//! a gate (`body::gate`) before it is handed out: one unknown type, one unresolved name, one complaint of the type
//! inference, and the body is an error. Stock rustc must accept the program as well before anything is verified; what
//! is known to slip through here is listed in the documentation of the gate.
//!
//! An error of this crate has the class `rust` where the program is not valid Rust, `unsupported` where the tree has no
//! form for it, and `internal` where the machinery failed.

mod ahead;
mod attrs;
mod body;
mod configuration;
mod crates;
mod database;
mod dependencies;
mod diagnose;
mod expanded;
mod expander;
mod features;
mod foreign;
mod ghost_imports;
mod globs;
mod graph;
mod ids;
mod impls;
mod index;
mod inner;
mod items;
mod key;
mod lexemes;
mod libraries;
mod lifetimes;
mod load;
mod loaded;
mod markers;
mod misspelled;
mod modules;
mod numbering;
mod older_names;
mod on_two;
mod opaque;
mod paths;
mod place;
mod procedural;
mod program;
mod reload;
mod reserved;
mod rewrite_errors;
mod settled;
mod shape;
mod solve;
mod spans;
mod spelling;
mod stray;
mod syntax_hints;
mod tokens;
mod type_hints;
mod types;
mod undeclared;
mod unmet;
mod unread;
mod written;

use std::path::PathBuf;

pub use crates::{Known, Named};
pub use expanded::{Expanded, Reporting, without_items};
pub use foreign::foreign_form;
pub use graph::{GHOST_CFGS, LIBRARY_CFGS};
pub use index::{Index, Target};
pub use lexemes::{LexemeKind, lexemes};
pub use loaded::Loaded;
pub use misspelled::closest;
pub use procedural::MacroLibrary;
pub use settled::{Settle, SettledFile, SettledFiles};

/// The text of the crate `verus_builtin`, which is plain Rust as it stands.
pub fn builtin_text() -> &'static str {
    libraries::BUILTIN.first().map_or("", |file| file.text)
}

/// The files of `vstd`: their paths from the root of the repository, and their texts.
pub fn vstd_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    libraries::VSTD.iter().map(|file| (file.path, file.text))
}

/// Changes whenever the text of a library for rustc may change.
pub fn library_fingerprint() -> &'static str {
    libraries::FINGERPRINT
}

/// The edition of the user's crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// Rust 2015: of crates that nobody verifies.
    Edition2015,
    /// Rust 2018.
    Edition2018,
    /// Rust 2021.
    #[default]
    Edition2021,
    /// Rust 2024.
    Edition2024,
}

impl Edition {
    /// As rustc writes it.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Edition2015 => "2015",
            Edition::Edition2018 => "2018",
            Edition::Edition2021 => "2021",
            Edition::Edition2024 => "2024",
        }
    }

    /// The edition that rustc calls so.
    pub fn named(name: &str) -> Option<Edition> {
        [Edition::Edition2015, Edition::Edition2018, Edition::Edition2021, Edition::Edition2024]
            .into_iter()
            .find(|e| e.name() == name)
    }
}

/// Which libraries are set up besides the standard ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Libraries {
    /// Makes `vstd` available even when no file names it.
    pub always_vstd: bool,
    /// Loads libraries whole, also the parts that no file names.
    pub whole: bool,
    /// The program is `vstd` itself: it has that name, and no other `vstd` is loaded beside it. Whoever sets this takes
    /// the program for the library that the verifier looks items up in by their paths.
    pub is_vstd: bool,
}

/// What is believed of a crate that the program uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// What it specifies, since it is verified on its own.
    #[default]
    Verified,
    /// Nothing: nobody verifies it. It gives names, types and signatures.
    External,
    /// What it specifies. It is the library `vstd` of somebody else, in place of the one that is brought along. What of
    /// it cannot be read is no error of a program that does not use it.
    Library,
    /// Nothing: it is a crate of procedural macros. What they expand to is part of the crates that call them.
    Macros,
}

/// A crate that the program uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    /// What is believed of it.
    pub kind: Kind,
    /// The environment that `env!` sees in it.
    pub env: Vec<(String, String)>,
    /// Its name. Two may have one name, as two versions of one package do.
    pub name: String,
    /// Its root file.
    pub root_file: PathBuf,
    /// Further files of it, beside those that the module declarations in its text name: a macro may declare modules or
    /// include a file. Those that cannot be read are left out.
    pub files: Vec<PathBuf>,
    /// Its edition.
    pub edition: Edition,
    /// Its configuration flags.
    pub cfgs: Vec<String>,
    /// The crates that it uses itself.
    pub needs: Vec<Need>,
    /// What cargo built of it, where it is a crate of macros.
    pub macros: Option<MacroLibrary>,
    /// Where rustc runs when it compiles it.
    pub directory: Option<PathBuf>,
}

/// A crate that another one uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The name that it is used under.
    pub name: String,
    /// Its number among the dependencies of the program.
    pub number: usize,
}

/// What to load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The root file of the crate.
    pub root_file: PathBuf,
    /// Its edition.
    pub edition: Edition,
    /// Its name; the stem of the root file when not given.
    pub crate_name: Option<String>,
    /// Configuration flags: `name` or `key="value"`.
    pub cfgs: Vec<String>,
    /// The libraries.
    pub libraries: Libraries,
    /// Other crates, each after those that it needs.
    pub dependencies: Vec<Dependency>,
    /// Those that the crate uses itself.
    pub needs: Vec<Need>,
    /// The environment that `env!` sees.
    pub env: Vec<(String, String)>,
    /// Where rustc runs when it compiles the crate; macros can ask for it.
    pub directory: Option<PathBuf>,
    /// Items of the crate are verified that no macro or attribute of the language marks, unless one is `external`.
    pub verifies_all: bool,
}

/// Why a program cannot be loaded at all. What is wrong inside the program is a diagnostic instead.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The root file is missing or not readable as text.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A path that is not text.
    #[error("the path `{}` is not valid Unicode", .0.display())]
    NotUtf8(PathBuf),
    /// The program would be taken for a library that the verifier knows by its name.
    #[error("a crate may not have the name of the library `{0}`; choose another with --crate-name")]
    ReservedName(String),
    /// A target that types have no known layout on.
    #[error("programs for a target whose pointers have {0} bits cannot be verified")]
    PointerWidth(u32),
    /// Two crates are used under one name, or a name is none.
    #[error("`{0}` cannot be the name of a dependency")]
    DependencyName(String),
    /// A crate that uses one that does not come before it.
    #[error("`{name}` uses `{needs}`, which is not among the crates before it")]
    DependencyOrder {
        /// The crate.
        name: String,
        /// What it uses.
        needs: String,
    },
    /// A fault of the front end.
    #[error("internal error while loading: {0}")]
    Internal(String),
}

/// The files of a crate by their absolute paths, with their texts: its root file and those that its modules are in.
/// Errs when the root file cannot be read.
pub fn files(root_file: &std::path::Path) -> Result<std::collections::BTreeMap<PathBuf, String>, LoadError> {
    modules::read_crate(root_file, &[], &[]).map_err(|source| LoadError::Read { path: root_file.to_path_buf(), source })
}

/// The path of a file of a crate relative to the user's directory, in the style of the given root file.
pub fn shown(path: &std::path::Path, root_file: &std::path::Path) -> String {
    let absolute = std::path::absolute(root_file).unwrap_or_else(|_| root_file.to_path_buf());
    let inside = absolute.parent().and_then(|dir| path.strip_prefix(dir).ok());
    match (inside, root_file.parent()) {
        (Some(inside), Some(dir)) => dir.join(inside).display().to_string(),
        _ => path.display().to_string(),
    }
}

/// Loads a program. Nothing is type-checked yet.
pub fn load(options: &Options) -> Result<Loaded, LoadError> {
    load_with_settled(options, &|_, _| SettledFiles::new())
}

/// The same, with what is known of the files that were read, by their absolute paths: which of their functions are as they
/// were when they were proved. Those are not among the local items of the program.
pub fn load_with_settled(options: &Options, settle: &Settle<'_>) -> Result<Loaded, LoadError> {
    load::load(options, settle)
}

/// The text of a library, or what of it has none.
pub type LibraryText = Result<String, Box<certus_diagnostics::Diagnostic>>;

/// A library as one text for rustc, by its name, without the bodies of its functions; `None` when there is no such
/// library. The whole library is loaded for it, whatever programs use of it.
/// Errs as [`load`] does, or with the place of the library that has no form.
pub fn library_declarations(name: &str) -> Result<Option<LibraryText>, LoadError> {
    let libraries = Libraries { always_vstd: true, whole: true, is_vstd: false };
    let options = Options { root_file: "/empty.rs".into(), libraries, ..Options::default() };
    let files = [(options.root_file.clone(), String::new())].into();
    Ok(load::load_texts(&options, &files, &[], SettledFiles::new())?.library_declarations(name))
}

/// The stack that typing deeply nested programs may need; see [`on_big_stack`].
const STACK_SIZE: usize = 1 << 30;

/// Runs a piece of work on a thread with a stack large enough for the recursion of the front end and of what follows
/// it. The memory is only reserved: untouched pages cost nothing. Panics of the work go on in the caller.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        // Without the thread there is no way to go on; the message says what the system lacks.
        let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        match worker.map(|w| w.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(payload)) => std::panic::resume_unwind(payload),
            Err(error) => std::panic::resume_unwind(Box::new(format!("cannot start a thread: {error}"))),
        }
    })
}
