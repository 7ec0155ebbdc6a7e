//! The second checker on its way beside the solver: its set-up, its run, and its errors at places of the source.

use std::path::PathBuf;
use std::thread::JoinHandle;

use certus_diagnostics::{Class, Diagnostic, Label, Note, Span};
use certus_frontend::{Expanded, Loaded};
use certus_gate::{Compiler, Complaint, GateError, Library, Program, Store, check};

use crate::cli::Verify;
use crate::report::Reporter;
use crate::terminal::errln;

/// rustc being asked who it is, while the front end works.
pub(crate) struct Finding(JoinHandle<Result<Compiler, GateError>>);

impl Finding {
    /// Begins to look for rustc.
    pub(crate) fn start() -> Finding {
        Finding(std::thread::spawn(Compiler::find))
    }
}

/// rustc at work on a program.
pub(crate) struct Running {
    thread: JoinHandle<Result<Vec<Complaint>, GateError>>,
    expanded: Expanded,
}

/// Why the check could not begin.
pub(crate) enum Trouble {
    /// The set-up is wrong.
    Gate(GateError),
    /// The program has no text for rustc.
    Program(Box<Diagnostic>),
}

impl From<GateError> for Trouble {
    fn from(error: GateError) -> Trouble {
        Trouble::Gate(error)
    }
}

/// Gives the program to rustc. What takes long and is done once, the libraries, is done here with a word about it.
pub(crate) fn start(
    finding: Finding,
    options: &Verify,
    loaded: &Loaded,
    marks: &[certus_tree::GhostMark],
    reporter: &mut Reporter,
) -> Result<Running, Trouble> {
    let mut expanded = loaded.expanded(marks).map_err(Trouble::Program)?;
    log(options, "program.rs", &expanded.text);
    // A thread that panicked found nothing.
    let lost = || GateError::Failed { status: "panic".into(), detail: "the search for rustc failed".into() };
    let compiler = finding.0.join().map_err(|_| lost())??;
    let libraries = libraries(&compiler, options, loaded, reporter)?;
    let mut cfgs: Vec<String> = vec!["verus_keep_ghost".into(), "verus_keep_ghost_body".into()];
    cfgs.extend(options.program.cfg.iter().cloned());
    let program = Program {
        text: std::mem::take(&mut expanded.text),
        name: loaded.name().to_string(),
        edition: options.program.edition.clone(),
        cfgs,
        libraries,
    };
    let thread = std::thread::spawn(move || check(&compiler, &program));
    Ok(Running { thread, expanded })
}

/// Writes a text that rustc is given into the directory of the log, if there is one.
fn log(options: &Verify, name: &str, text: &str) {
    let Some(directory) = &options.log else { return };
    let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(directory.join(name), text));
    if let Err(error) = written {
        errln!("warning: cannot write the log in `{}`: {error}", directory.display());
    }
}

/// The libraries that the program may name, made if they are not there.
fn libraries(
    compiler: &Compiler,
    options: &Verify,
    loaded: &Loaded,
    reporter: &mut Reporter,
) -> Result<Vec<Library>, Trouble> {
    let cache = certus_solve::setup::Environment::from_process().cache_dir.ok_or(GateError::NoCacheDirectory)?;
    let cache: PathBuf = std::path::absolute(&cache).unwrap_or(cache);
    let store = Store::new(&cache, compiler);
    let print = certus_frontend::library_fingerprint();
    let mut word = |what: &str| {
        reporter.notice(&format!("preparing {what} for {} (once)", compiler.version()));
    };
    let builtin = match store.get("verus_builtin", print, &[]) {
        Some(library) => library,
        None => {
            word("the language's own library");
            store.make("verus_builtin", print, certus_frontend::builtin_text(), &[])?
        }
    };
    let needs = [builtin.clone()];
    let macros = match store.get("verus_builtin_macros", print, &needs) {
        Some(library) => library,
        None => store.make("verus_builtin_macros", print, &certus_gate::macro_names(), &needs)?,
    };
    let mut all = vec![builtin, macros];
    if loaded.has_library("vstd") {
        let vstd = match store.get("vstd", print, &all) {
            Some(library) => library,
            None => {
                word("vstd");
                let text = certus_frontend::library_declarations("vstd").map_err(|e| lost_library(&e.to_string()))?;
                let text = text.transpose().map_err(Trouble::Program)?.unwrap_or_default();
                log(options, "vstd.rs", &text);
                store.make("vstd", print, &text, &all)?
            }
        };
        all.push(vstd);
    }
    Ok(all)
}

fn lost_library(detail: &str) -> GateError {
    GateError::Failed { status: "front end".into(), detail: format!("vstd could not be loaded: {detail}") }
}

impl Running {
    /// Waits for rustc; its errors as diagnostics.
    pub(crate) fn finish(self, options: &Verify, loaded: &Loaded) -> Result<Vec<Diagnostic>, GateError> {
        let lost = || GateError::Failed { status: "panic".into(), detail: "the run of rustc failed".into() };
        let complaints = self.thread.join().map_err(|_| lost())??;
        let mut found: Vec<Diagnostic> = Vec::new();
        for complaint in complaints.iter().filter(|c| counts(c, options)) {
            let diagnostic = diagnostic(complaint, loaded, &self.expanded);
            let same = |d: &Diagnostic| {
                d.code == diagnostic.code && d.message == diagnostic.message && d.primary == diagnostic.primary
            };
            if !found.iter().any(same) {
                found.push(diagnostic);
            }
        }
        found.sort_by_key(|d| d.primary.as_ref().map(|l| l.span));
        Ok(found)
    }
}

/// Whether an error says that the program is wrong.
///
/// E0080 says that computing a constant failed, for instance by overflow. That it does not is for the solver to prove.
fn counts(complaint: &Complaint, options: &Verify) -> bool {
    let code = complaint.code.as_deref().unwrap_or_default();
    let ownership = OWNERSHIP.contains(&code) || (complaint.code.is_none() && complaint.message.contains("lifetime"));
    code != "E0080" && !(options.no_lifetime && ownership)
}

/// The errors of the borrow checker, which `--no-lifetime` leaves out.
const OWNERSHIP: &[&str] = &[
    "E0373", "E0381", "E0382", "E0384", "E0499", "E0501", "E0502", "E0503", "E0505", "E0506", "E0507", "E0508",
    "E0509", "E0510", "E0515", "E0521", "E0597", "E0621", "E0700", "E0713", "E0716",
];

/// An error of rustc at its place in the source.
fn diagnostic(complaint: &Complaint, loaded: &Loaded, expanded: &Expanded) -> Diagnostic {
    let place = |label: &certus_gate::Label| -> Option<Span> { loaded.locate(expanded, label.range.clone()) };
    if complaint.not_expanded {
        let span = complaint.primary.as_ref().and_then(place);
        let text = "this macro call cannot be shown to rustc: the macro comes to specifications in a way that is not \
                    supported";
        return match span {
            Some(span) => Diagnostic::error(Class::Unsupported, "macro", text, span),
            None => Diagnostic::error_without_span(Class::Unsupported, "macro", text),
        };
    }
    let name = complaint.code.as_deref().unwrap_or("rustc");
    let message = complaint.message.clone();
    let mut diagnostic = match complaint.primary.as_ref().and_then(|l| Some((place(l)?, l))) {
        Some((span, label)) => Diagnostic::error(Class::Rust, name, message, span).with_label(label.text.clone()),
        None => Diagnostic::error_without_span(Class::Rust, name, message),
    };
    for label in &complaint.secondary {
        if let Some(span) = place(label) {
            diagnostic.secondary.push(Label { span, text: label.text.clone() });
        }
    }
    for (is_help, message) in &complaint.notes {
        diagnostic.notes.push(Note { is_help: *is_help, message: message.clone(), labels: Vec::new() });
    }
    diagnostic
}
