//! Runs rustc on the program while the solver works, and turns its errors into diagnostics at places of the source.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread::JoinHandle;

use certus_audit::Extent;
use certus_diagnostics::{Code, Diagnostic, Internal, Label, Language, Note, Rust, Span, Unsupported};
use certus_frontend::{Expanded, GHOST_CFGS, Kind, Loaded, Reporting};
use certus_gate::{
    Checked, Compiler, Complaint, Declarations, Extern, GateError, Library, Made, MirPlace, Processes, Program, Store,
    Waiting, check, macro_names,
};
use certus_lower::Lowered;
use certus_tree::{DefId, Program as _};

use certus_session::{Log, Options, Sink};

use crate::Fault;
use crate::prestart::Rustc;

/// A running rustc process.
pub(crate) struct Running {
    rustc: Rustc,
    /// The processes end with the check, also if nobody waits for its result.
    _processes: EndOnDrop,
    thread: JoinHandle<Result<Checked, GateError>>,
    text: Arc<String>,
    expanded: Expanded,
    /// The runs in which rustc reports its expansions of macros by example.
    reporting: Vec<(Reporting, JoinHandle<Result<Checked, GateError>>)>,
    /// The run on the program without its ghost code, if it is audited.
    bare: Option<Bare>,
}

/// Ends processes when it is dropped.
struct EndOnDrop(Processes);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A rustc process that compiles the program without its ghost code, for the audit.
struct Bare {
    /// Which parts of the bodies to compare.
    extent: Extent,
    thread: JoinHandle<Result<Checked, GateError>>,
    text: Arc<String>,
    expanded: Expanded,
}

/// The reason why rustc has no result.
pub(crate) enum Trouble {
    /// The set-up is wrong, or rustc failed.
    Gate(Fault),
    /// Certus cannot write the program's text for rustc.
    Program(Box<Diagnostic>),
}

impl From<GateError> for Trouble {
    fn from(error: GateError) -> Trouble {
        Trouble::Gate(error.into())
    }
}

/// Passes the program to rustc. If the libraries have no metadata for this rustc yet, it makes the metadata, with a
/// notice.
pub(crate) fn start(
    mut rustc: Rustc,
    (options, log): (&Options, &Log),
    loaded: &Loaded,
    lowered: &Lowered,
    sink: &mut dyn Sink,
) -> Result<Running, Trouble> {
    let mut expanded = loaded.expanded(&lowered.ghost).map_err(Trouble::Program)?;
    log.write("program.rs", &expanded.text);
    let processes = EndOnDrop(rustc.compiler.processes().clone());
    let waiting = match rustc.waiting.take() {
        Some(waiting) => waiting,
        None => {
            make_libraries(&mut rustc, log, loaded, sink)?;
            Waiting::start(&rustc.compiler, &rustc.program)?
        }
    };
    let text = Arc::new(std::mem::take(&mut expanded.text));
    let given = text.clone();
    let thread = std::thread::spawn(move || waiting.check(&given));
    let program = Program { prints_mir: false, ..rustc.program.clone() };
    let mut reporting = Vec::new();
    for (number, asked) in loaded.reporting().map_err(Trouble::Program)?.into_iter().enumerate() {
        log.write(&format!("expansions{number}.rs"), asked.text());
        let (compiler, program, text) = (rustc.compiler.clone(), program.clone(), asked.text().to_string());
        reporting.push((asked, std::thread::spawn(move || check(&compiler, &program, &text))));
    }
    if let Some(error) = loaded.divergent_constant(&expanded, &text, lowered.program.arch_bits.is_some()) {
        return Err(Trouble::Program(Box::new(error)));
    }
    let bare = match extent(options, loaded, lowered) {
        Some(extent) => Some(start_bare(&rustc, log, loaded, (lowered, extent))?),
        None => None,
    };
    Ok(Running { rustc, _processes: processes, thread, text, expanded, reporting, bare })
}

/// Which parts of the program to compare with rustc's; `None` for no audit.
fn extent(options: &Options, loaded: &Loaded, lowered: &Lowered) -> Option<Extent> {
    // The library is audited when it is tested.
    let is_of_user = !options.program.is_vstd;
    // rustc may not see some items of another library, and sees traits that are not declared and methods that crates hide.
    let unknown = loaded.has_foreign_library() || loaded.has_undeclared() || loaded.has_uncertain_calls();
    let calls = lowered.has_ambiguous_calls || unknown;
    match (calls, lowered.may_infer_other_types) {
        _ if options.audit => Some(Extent::Bodies),
        (true, _) if is_of_user => Some(Extent::Calls),
        (false, true) if is_of_user => Some(Extent::Types),
        _ => None,
    }
}

/// Starts rustc on the program without its ghost code.
fn start_bare(
    rustc: &Rustc,
    log: &Log,
    loaded: &Loaded,
    (lowered, extent): (&Lowered, Extent),
) -> Result<Bare, Trouble> {
    let expanded = match extent {
        Extent::Bodies => loaded.without_ghost(&lowered.ghost, &lowered.ends, &lowered.bodies),
        // Proofs do not run, and another check covers their use of tracked values.
        Extent::Types | Extent::Calls => {
            let run = lowered.ghost.iter().filter(|mark| !lowered.proofs.defs.contains(&mark.def));
            let marks: Vec<_> = run.chain(&lowered.proofs.marks).copied().collect();
            loaded.without_ghost(&marks, &Default::default(), &lowered.bodies)
        }
    };
    let mut expanded = expanded.map_err(Trouble::Program)?;
    log.write("program.bare.rs", &expanded.text);
    let waiting = Waiting::start(&rustc.compiler, &with_mir(rustc))?;
    let text = Arc::new(std::mem::take(&mut expanded.text));
    let given = text.clone();
    let thread = std::thread::spawn(move || waiting.check(&given));
    Ok(Bare { extent, thread, text, expanded })
}

/// The options with which rustc prints the MIR of each function.
fn with_mir(rustc: &Rustc) -> certus_gate::Program {
    certus_gate::Program { prints_mir: true, ..rustc.program.clone() }
}

/// Makes the metadata of the libraries that the program may name, if it does not exist yet.
fn make_libraries(rustc: &mut Rustc, log: &Log, loaded: &Loaded, sink: &mut dyn Sink) -> Result<(), Trouble> {
    let store = rustc.store();
    let print = certus_frontend::library_fingerprint();
    let mut word = |what: &str| {
        sink.notice(&format!("preparing {what} for {} (once)", rustc.compiler.version()));
    };
    let mut all: Vec<Library> = Vec::new();
    for &name in rustc.names {
        let library = match (store.get(name, print, &all), name) {
            (Some(library), _) => library,
            (None, "verus_builtin_macros") => store.make(name, print, &macro_names(), &all)?,
            (None, "vstd") => {
                word("vstd");
                let text = certus_frontend::library_declarations("vstd").map_err(|e| lost_library(&e.to_string()))?;
                let text = text.transpose().map_err(Trouble::Program)?.unwrap_or_default();
                log.write("vstd.rs", &text);
                store.make(name, print, &text, &all)?
            }
            (None, _) => {
                word("the language's own library");
                store.make(name, print, certus_frontend::builtin_text(), &all)?
            }
        };
        all.push(library);
    }
    rustc.program.libraries = all;
    rustc.program.crates = crates(rustc, log, loaded, &store)?;
    Ok(())
}

/// The dependencies of the program as `--extern` options. It makes the metadata of verified ones if it does not exist
/// yet. `Err` is the first error of rustc in one of them.
fn crates(rustc: &Rustc, log: &Log, loaded: &Loaded, store: &Store) -> Result<Vec<Extern>, Trouble> {
    let Some(outside) = &rustc.outside else { return Ok(Vec::new()) };
    // rustc does not know a dependency that was not built, and reports it where the program names it.
    let mut made: Vec<Option<Library>> = Vec::new();
    let externs = |made: &[Option<Library>], number: Option<usize>| -> Vec<Extern> {
        let named = loaded.named(number).into_iter();
        named.filter_map(|n| Some(Extern { name: n.name, library: made.get(n.number)?.clone()? })).collect()
    };
    for (number, known) in loaded.dependencies().iter().enumerate() {
        // The expansions of macros are written out, but the program imports the macros' names.
        if matches!(known.kind, Kind::External | Kind::Macros) {
            let metadata = outside.metadata.get(number).and_then(Option::as_ref);
            made.push(metadata.map(|path| Library::made_elsewhere(&known.name, path)).transpose()?);
            continue;
        }
        let expanded = loaded.dependency_declarations(number).map_err(Trouble::Program)?;
        log.write(&format!("{}.rs", known.name), &expanded.text);
        let mut cfgs: Vec<String> = GHOST_CFGS.map(str::to_string).into();
        cfgs.extend(known.cfgs.iter().cloned());
        let declarations = Declarations {
            name: &known.name,
            text: &expanded.text,
            edition: known.edition.name(),
            cfgs: &cfgs,
            libraries: &rustc.program.libraries,
            crates: &externs(&made, Some(number)),
            search: &outside.search,
            env: outside.environments.get(number).map_or(&[], Vec::as_slice),
        };
        let refused = RefCell::new(String::new());
        let repair = |text: &str, complaints: &[Complaint]| {
            let lines = complaints.iter().map(|complaint| refused_line(text, complaint));
            refused.borrow_mut().extend(lines);
            log.write(&format!("{}.refused.txt", known.name), &refused.borrow());
            let places: Vec<_> = complaints.iter().filter_map(|c| Some(c.primary.as_ref()?.range.clone())).collect();
            let is_library = known.kind == Kind::Library && !places.is_empty();
            is_library.then(|| certus_frontend::without_items(text, &places)).flatten()
        };
        match store.make_crate(&declarations, &repair)? {
            Made::Library(library) => made.push(Some(library)),
            Made::Refused(complaints) => {
                let first = complaints.first().map(|complaint| diagnostic(complaint, loaded, &expanded));
                let lost = || GateError::Failed { status: "rustc".into(), detail: known.name.clone() };
                let first = first.ok_or_else(lost)?;
                return Err(Trouble::Program(Box::new(first.with_note(in_dependency(&known.name)))));
            }
        }
    }
    Ok(externs(&made, None))
}

/// A line about an error of rustc in an item of a library that is left out, with the line of the text.
fn refused_line(text: &str, complaint: &Complaint) -> String {
    let at = complaint.primary.as_ref().map_or(0, |label| label.range.start);
    let number = text.get(..at).map_or(0, |before| before.matches('\n').count());
    let line = text.lines().nth(number).unwrap_or_default().trim();
    format!("{} {}\n    {line}\n", complaint.code.as_deref().unwrap_or("error"), complaint.message)
}

fn in_dependency(name: &str) -> String {
    format!("this is in the crate `{name}`, which the program depends on")
}

fn lost_library(detail: &str) -> GateError {
    GateError::Failed { status: "front end".into(), detail: format!("vstd could not be loaded: {detail}") }
}

impl Running {
    /// The compiler that checks the program.
    pub(crate) fn compiler(&self) -> Compiler {
        self.rustc.compiler.clone()
    }

    /// Waits for rustc, and returns its errors, and those of the audit, as diagnostics.
    pub(crate) fn finish(
        mut self,
        (options, log): (&Options, &Log),
        loaded: &Loaded,
        lowered: &Lowered,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Diagnostic>, Trouble> {
        let mut answer = self.thread.join().map_err(|_| lost())?;
        let mut bare = self.bare.take().map(|bare| (bare.thread.join(), bare.text, bare.expanded, bare.extent));
        // Errors may come from libraries that were made for another compiler than the current rustc.
        if answer.as_ref().map_or(true, |found| !found.complaints.is_empty()) && self.rustc.changed()? {
            make_libraries(&mut self.rustc, log, loaded, sink)?;
            answer = check(&self.rustc.compiler, &self.rustc.program, &self.text);
            if let Some((answer, text, ..)) = &mut bare {
                *answer = Ok(check(&self.rustc.compiler, &with_mir(&self.rustc), text));
            }
        }
        let complaints = answer?.complaints;
        let constants_count = lowered.has_layouts || !loaded.dependencies().is_empty();
        let mut found = counted_errors(&complaints, &self.expanded, constants_count, options, loaded);
        if found.is_empty() {
            for (asked, thread) in std::mem::take(&mut self.reporting) {
                let Checked { complaints, .. } = thread.join().map_err(|_| lost())??;
                let report = |complaint: &'_ Complaint| complaint.primary.as_ref().map(|label| label.range.start);
                let reports: Vec<(usize, &str)> =
                    complaints.iter().filter_map(|c| Some((report(c)?, c.message.as_str()))).collect();
                found.extend(loaded.compare_expansions(&asked, &reports));
            }
        }
        if let Some((answer, text, expanded, extent)) = bare
            && found.is_empty()
        {
            let Checked { complaints, mir } = answer.map_err(|_| lost())??;
            found = counted_errors(&complaints, &expanded, constants_count, options, loaded);
            found = match found.is_empty() {
                true => audit((&text, &expanded), mir.as_deref(), log, loaded, (lowered, extent)),
                false => found.into_iter().map(without_ghost).collect(),
            };
        }
        found.sort_by_key(|d| d.primary.as_ref().map(|l| l.span));
        Ok(found)
    }
}

/// The fault when a rustc process is lost.
fn lost() -> GateError {
    GateError::Failed { status: "panic".into(), detail: "the run of rustc failed".into() }
}

/// The errors of rustc that count, each once.
fn counted_errors(
    complaints: &[Complaint],
    expanded: &Expanded,
    constants_count: bool,
    options: &Options,
    loaded: &Loaded,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let allowed = |complaint: &&Complaint| complaint.lint.is_some_and(|lint| loaded.names_lint(lint));
    for complaint in complaints.iter().filter(|c| counts(c, options, constants_count) && !allowed(c)) {
        let diagnostic = diagnostic(complaint, loaded, expanded);
        let same = |d: &Diagnostic| {
            d.code == diagnostic.code && d.message == diagnostic.message && d.primary == diagnostic.primary
        };
        if !found.iter().any(same) {
            found.push(diagnostic);
        }
    }
    found
}

/// Rewords an error of rustc about the program without its ghost code.
fn without_ghost(error: Diagnostic) -> Diagnostic {
    let message = format!("rustc rejects this in the compiled program, which has no ghost code: {}", error.message);
    let error = match error.primary.as_ref() {
        Some(label) => Diagnostic::error(Unsupported::Audit, message, label.span),
        None => Diagnostic::error_without_span(Unsupported::Audit, message),
    };
    error.with_help("if a type cannot be inferred, only ghost code determines it: annotate the type")
}

/// Compares the calls with those in rustc's MIR. `given` is the text that rustc compiled.
fn audit(
    given: (&str, &Expanded),
    mir: Option<&str>,
    log: &Log,
    loaded: &Loaded,
    (lowered, extent): (&Lowered, Extent),
) -> Vec<Diagnostic> {
    let Some(mir) = mir else {
        let text = "Certus must compare the calls of this program with those of rustc, but rustc cannot evaluate a \
                    constant of it and so prints no calls";
        return vec![Diagnostic::error_without_span(Unsupported::Audit, text)];
    };
    log.write("program.mir", mir);
    let (text, expanded) = given;
    let lines: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let locate = |place: MirPlace| {
        let start = *lines.get(place.line.checked_sub(1)?)?;
        let (column, _) = text.get(start..)?.char_indices().nth(place.column.checked_sub(1)?)?;
        loaded.locate(expanded, start + column..start + column + 1)
    };
    let is_compared = |def: &&DefId| extent == Extent::Bodies || !lowered.proofs.defs.contains(def);
    let bodies: Vec<DefId> = lowered.bodies.iter().filter(is_compared).copied().collect();
    let (bodies, ghost) = (&bodies, &expanded.hidden);
    let audit = certus_audit::Audit { extent, program: loaded, bodies, ghost, ends: &lowered.ends, locate: &locate };
    let certus_audit::Found { errors: found, borrows } = audit.run(mir);
    log.write("program.borrows", &format!("compared {} left-out {}\n", borrows.compared, borrows.left_out));
    match loaded.has_uncertain_calls() {
        true => found.into_iter().map(hidden).collect(),
        false => found,
    }
}

/// Rewords what the audit says of a call where a crate that is not verified may have what Certus does not see.
fn hidden(error: Diagnostic) -> Diagnostic {
    let Some(label) = error.primary.as_ref().filter(|_| error.code == Internal::Resolution.into()) else {
        return error;
    };
    let help = "a crate that is not verified has a function of this name that Certus does not know; name the trait, as in \
                `<Type as Trait>::function(&value)`";
    Diagnostic::error(Unsupported::ExternalCrate, error.message.clone(), label.span).with_help(help)
}

/// The place of a `global` declaration whose constant rustc could not compute.
fn layout_of(complaint: &Complaint, loaded: &Loaded, expanded: &Expanded) -> Option<Span> {
    let label = complaint.primary.as_ref().filter(|_| complaint.code.as_deref() == Some("E0080"))?;
    let span = loaded.locate(expanded, label.range.clone())?;
    loaded.sources().text(span).starts_with("global").then_some(span)
}

/// Whether an error of rustc means that the program is wrong.
///
/// E0080 means that rustc could not compute a constant, for instance because of an overflow. The solver proves that
/// this does not happen, so the error usually does not count. It counts for a `global` declaration about the layout of
/// a type, and in programs with dependencies: rustc does not see the bodies of dependencies, so it cannot compute a
/// `const fn` of one, and would not check code whose types depend on it.
fn counts(complaint: &Complaint, options: &Options, constants_count: bool) -> bool {
    let code = complaint.code.as_deref().unwrap_or_default();
    let ownership = OWNERSHIP.contains(&code) || (complaint.code.is_none() && complaint.message.contains("lifetime"));
    let computed = code != "E0080" || constants_count;
    computed && !(options.no_lifetime && ownership)
}

/// The codes of borrow checker errors, which `--no-lifetime` ignores.
const OWNERSHIP: &[&str] = &[
    "E0373", "E0381", "E0382", "E0384", "E0499", "E0501", "E0502", "E0503", "E0505", "E0506", "E0507", "E0508",
    "E0509", "E0510", "E0515", "E0521", "E0597", "E0621", "E0700", "E0713", "E0716",
];

/// An error of rustc, as a diagnostic at its place in the source.
fn diagnostic(complaint: &Complaint, loaded: &Loaded, expanded: &Expanded) -> Diagnostic {
    let place = |label: &certus_gate::Label| -> Option<Span> { loaded.locate(expanded, label.range.clone()) };
    if complaint.not_expanded {
        let span = complaint.primary.as_ref().and_then(place);
        let text = "rustc cannot check this macro call: the way in which the macro produces specifications is not \
                    supported";
        return match span {
            Some(span) => Diagnostic::error(Unsupported::Macro, text, span),
            None => Diagnostic::error_without_span(Unsupported::Macro, text),
        };
    }
    if complaint.code.as_deref() == Some(certus_gate::NON_LOCAL) {
        let text = match complaint.message.contains("`impl`") {
            true => {
                "an impl in a function body is supported only for a trait or type of the same block, because it \
                 applies everywhere"
            }
            false => &complaint.message,
        };
        return match complaint.primary.as_ref().and_then(place) {
            Some(span) => Diagnostic::error(Unsupported::InnerImpl, text, span),
            None => Diagnostic::error_without_span(Unsupported::InnerImpl, text),
        };
    }
    if let Some(span) = layout_of(complaint, loaded, expanded) {
        // The functions of `verus_builtin` begin their messages like this.
        let said = complaint.message.split_once("certus: ").map_or(&*complaint.message, |(_, said)| said);
        return Diagnostic::error(Language::Layout, said, span);
    }
    // A lint is no code of an error.
    let code = complaint.code.clone().filter(|code| Some(code.as_str()) != complaint.lint);
    let code = code.map_or(Code::from(Rust::Rustc), Code::Rustc);
    let message = complaint.message.clone();
    let mut diagnostic = match complaint.primary.as_ref().and_then(|l| Some((place(l)?, l))) {
        Some((span, label)) => Diagnostic::error(code, message, span).with_label(label.text.clone()),
        None => Diagnostic::error_without_span(code, message),
    };
    for label in &complaint.secondary {
        if let Some(span) = place(label) {
            diagnostic.secondary.push(Label { span, text: label.text.clone() });
        }
    }
    for (is_help, message) in &complaint.notes {
        diagnostic.notes.push(Note { is_help: *is_help, message: message.clone(), labels: Vec::new() });
    }
    match complaint.lint {
        Some(lint) => diagnostic.with_note(format!("rustc reports this as an error by its lint `{lint}`")),
        None => diagnostic,
    }
}
