//! `certus trust`: what a crate takes on trust, each with the reason that its author gives.
//!
//! A reason is a comment that begins with `trusted: `, directly above the item among its other comments and attributes,
//! or behind the statement on its line. In the comment at the head of a file (`//! trusted: ..`) it counts for everything
//! in the file that has none of its own. It ends with the comment, or at an empty line of it.

use certus_diagnostics::{Level, SourceFile, Sources, Summary};
use certus_driver::Sink as _;
use certus_frontend::{Kind, Loaded};
use certus_lower::{Trust, TrustKind, Trusted};
use certus_tree::Program as _;
use serde_json::{Value, json};

use crate::cli;
use crate::output::MessageFormat;
use crate::report::Reporter;
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};
use crate::trust_page;
use crate::trust_uses::{UsedBy, Uses};

/// What a reason begins with.
const MARK: &str = "trusted: ";

/// Lists what a crate takes on trust; gives the exit status.
pub(crate) fn trust(options: &cli::Trust) -> u8 {
    let loaded = match certus_driver::load(&options.program.options(), true) {
        // A loaded program is large, and the process ends.
        Ok(loaded) => std::mem::ManuallyDrop::new(loaded),
        Err(fault) => return status::of_fault(&fault),
    };
    let mut reporter = Reporter::new(options.message_format.into(), options.color);
    let mut problems = loaded.diagnostics();
    let found = if problems.is_empty() { certus_lower::trusted(&*loaded) } else { Trust::default() };
    problems.extend(found.diagnostics.iter().cloned());
    problems.extend(loaded.late_diagnostics());
    for problem in &problems {
        reporter.show(problem, loaded.sources());
    }
    if reporter.errors() > 0 {
        errln!("error: what the crate takes on trust cannot be listed for the errors above");
        return NOT_PROVED;
    }
    let library = loaded.has_foreign_library().then(|| certus_lower::trusted_library(&*loaded));
    let mut own = Listed::new(&found, loaded.sources());
    if options.uses || options.html.is_some() {
        let Some(uses) = uses(options, &loaded, &mut reporter) else {
            errln!("error: what the crate takes on trust cannot be followed for the errors above");
            return NOT_PROVED;
        };
        own.lines.iter_mut().for_each(|line| line.uses = uses.of(line.item));
    }
    let library = library.as_ref().map(|found| Listed::new(found, loaded.sources()));
    let dependencies: Vec<&str> = verified(&loaded);
    if let Some(path) = &options.html {
        let page = trust_page::page(loaded.name(), &own.lines, &Counts::new(&own).text());
        if let Err(error) = std::fs::write(path, page) {
            errln!("error: cannot write `{}`: {error}", path.display());
            return BAD_CALL;
        }
    }
    match options.message_format {
        MessageFormat::Human => print_text(options, &own, library.as_ref(), &dependencies),
        MessageFormat::Json => print_json(options, &own, library.as_ref(), &dependencies),
    }
    PROVED
}

/// Who uses what; `None` with errors shown when the program has any.
fn uses(options: &cli::Trust, loaded: &Loaded, reporter: &mut Reporter) -> Option<Uses> {
    let lowering = certus_lower::Options { is_library: options.program.is_vstd, ..Default::default() };
    let mut lowered = certus_lower::lower(loaded, &lowering);
    let mut problems = std::mem::take(&mut lowered.diagnostics);
    problems.extend(certus_vir::passes::termination::run(&mut lowered.program));
    problems.retain(|problem| problem.level == Level::Error);
    problems.iter().for_each(|problem| reporter.show(problem, loaded.sources()));
    problems.is_empty().then(|| Uses::new(&lowered))
}

/// What one crate takes on trust, as it is shown.
struct Listed<'a> {
    found: &'a Trust,
    lines: Vec<Line<'a>>,
}

impl<'a> Listed<'a> {
    fn new(found: &'a Trust, sources: &Sources) -> Listed<'a> {
        let lines = found.items.iter().map(|item| Line::new(item, sources)).collect();
        Listed { found, lines }
    }

    fn print_lines(&self) {
        for Line { item, file, line, column, reason, uses } in &self.lines {
            let reason = reason.as_deref().unwrap_or("(no reason given)");
            outln!("{} {} at {file}:{line}:{column}: {reason}", item.kind.name(), item.path);
            for (name, is_direct) in uses.iter().flat_map(UsedBy::all) {
                outln!("    used by {name}{}", if is_direct { "" } else { ", through what it calls" });
            }
        }
    }

    fn print_records(&self, of_library: bool) {
        for Line { item, file, line, column, reason, uses } in &self.lines {
            let mut record = json!({
                "$message_type": "trusted",
                "kind": item.kind.name(),
                "path": &*item.path,
                "of_library": of_library,
                "file_name": file,
                "line": line,
                "column": column,
                "reason": reason,
            });
            if let (Some(uses), Some(record)) = (uses, record.as_object_mut()) {
                record.insert("used_by".to_owned(), json!(uses.directly));
                record.insert("used_through_calls_by".to_owned(), json!(uses.through));
            }
            outln!("{record}");
        }
    }
}

/// The names of the verified crates that a crate depends on.
fn verified(loaded: &Loaded) -> Vec<&str> {
    let all = loaded.dependencies().iter().filter(|known| known.kind == Kind::Verified);
    all.map(|known| known.name.as_str()).collect()
}

/// A trusted item as it is shown.
pub(crate) struct Line<'a> {
    pub(crate) item: &'a Trusted,
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) reason: Option<String>,
    /// Who uses it, if that was asked for and can be said.
    pub(crate) uses: Option<UsedBy>,
}

impl Line<'_> {
    fn new<'a>(item: &'a Trusted, sources: &Sources) -> Line<'a> {
        let Some(file) = sources.file(item.span.file) else {
            return Line { item, file: String::new(), line: 0, column: 0, reason: None, uses: None };
        };
        let place = file.position(item.span.start);
        let reason = own_reason(file, place.line).or_else(|| file_reason(file));
        let path = file.path.display().to_string();
        Line { item, file: path, line: place.line, column: place.column, reason, uses: None }
    }
}

fn print_text(options: &cli::Trust, own: &Listed<'_>, library: Option<&Listed<'_>>, dependencies: &[&str]) {
    if options.program.is_vstd {
        outln!("library vstd: the crate itself is what the verifier takes for its library (--is-vstd)");
    }
    if let (Some(path), Some(library)) = (&options.program.vstd, library) {
        outln!("library vstd at {}: what it specifies is believed, its lemmas too. It takes on trust:", path.display());
        library.print_lines();
        outln!("library vstd: {}", Counts::new(library).text());
    }
    for known in dependencies {
        outln!("crate {known}: what it specifies is believed; its own run lists what it takes on trust");
    }
    own.print_lines();
    outln!("{}", Counts::new(own).text());
}

fn print_json(options: &cli::Trust, own: &Listed<'_>, library: Option<&Listed<'_>>, dependencies: &[&str]) {
    if let Some(library) = library {
        library.print_records(true);
    }
    own.print_records(false);
    let mut record = json!({
        "$message_type": "trust-summary",
        "schema": Summary::SCHEMA,
        "is_vstd": options.program.is_vstd,
        "crates": dependencies,
        "library": library.map(|library| Counts::new(library).json()),
    });
    if let (Some(record), Value::Object(counts)) = (record.as_object_mut(), Counts::new(own).json()) {
        record.extend(counts);
    }
    outln!("{record}");
}

/// How much there is of each kind.
struct Counts {
    axioms: usize,
    specifications: usize,
    bodies: usize,
    declarations: usize,
    assumes: usize,
    other: usize,
    lemmas: usize,
    /// Lemmas for each axiom, where there are axioms.
    ratio: Option<f64>,
    without_reason: usize,
}

impl Counts {
    fn new(Listed { found, lines }: &Listed<'_>) -> Counts {
        let count = |kinds: &[TrustKind]| found.items.iter().filter(|item| kinds.contains(&item.kind)).count();
        let axioms = count(&[TrustKind::Axiom]);
        Counts {
            axioms,
            specifications: count(&[TrustKind::AssumeSpecification]),
            bodies: count(&[TrustKind::ExternalBody]),
            declarations: count(&[TrustKind::ExternalType, TrustKind::ExternalTrait, TrustKind::ExternalImpl]),
            assumes: count(&[TrustKind::Assume, TrustKind::Admit]),
            other: count(&[
                TrustKind::AssumeTermination,
                TrustKind::Global,
                TrustKind::Linkage,
                TrustKind::ExternalDrop,
            ]),
            lemmas: found.lemmas,
            ratio: (axioms > 0).then(|| found.lemmas as f64 / axioms as f64),
            without_reason: lines.iter().filter(|line| line.reason.is_none()).count(),
        }
    }

    fn text(&self) -> String {
        let ratio = self.ratio.map_or(String::new(), |ratio| format!(" ({ratio:.1} for each axiom)"));
        format!(
            "{} axioms, {} assume_specifications, {} external bodies, {} external types, traits and impls, {} assumes, \
             {} other; {} lemmas{ratio}; {} without a reason",
            self.axioms,
            self.specifications,
            self.bodies,
            self.declarations,
            self.assumes,
            self.other,
            self.lemmas,
            self.without_reason
        )
    }

    fn json(&self) -> Value {
        json!({
            "axioms": self.axioms,
            "assume_specifications": self.specifications,
            "external_bodies": self.bodies,
            "external_types_traits_and_impls": self.declarations,
            "assumes": self.assumes,
            "other": self.other,
            "lemmas": self.lemmas,
            "lemmas_for_each_axiom": self.ratio,
            "without_reason": self.without_reason,
        })
    }
}

/// The text of a line that is a comment as a whole, without its marker.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.strip_prefix(['/', '!']).unwrap_or(text).trim())
}

/// The reason that begins in one of these comment lines, and goes on until one that is empty or no comment.
fn reason_in<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut lines = lines.skip_while(|line| comment(line).is_none_or(|text| !text.starts_with(MARK)));
    let first = comment(lines.next()?)?.strip_prefix(MARK)?;
    let more = lines.map_while(comment).take_while(|text| !text.is_empty());
    Some(std::iter::once(first).chain(more).collect::<Vec<_>>().join(" "))
}

/// The reason at an item or statement that begins on a line.
fn own_reason(file: &SourceFile, line: usize) -> Option<String> {
    if let Some((_, behind)) = file.line(line).split_once("// trusted: ") {
        return Some(behind.trim().to_string());
    }
    let is_above = |text: &str| comment(text).is_some() || text.trim_start().starts_with("#[");
    let above = (1..line).rev().take_while(|n| is_above(file.line(*n))).last()?;
    reason_in((above..line).map(|n| file.line(n)))
}

/// The reason at the head of a file.
fn file_reason(file: &SourceFile) -> Option<String> {
    let last = (1..).find(|n| !file.line(*n).starts_with("//")).unwrap_or(1);
    let inner = |n: &usize| file.line(*n).starts_with("//!");
    reason_in((1..last).filter(inner).map(|n| file.line(n)))
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::{FileId, Sources};

    use super::{file_reason, own_reason};

    fn with(text: &str, check: impl Fn(&certus_diagnostics::SourceFile)) {
        let mut sources = Sources::default();
        let id: FileId = sources.add("a.rs", text);
        check(sources.file(id).expect("a file that was added is there"));
    }

    #[test]
    fn a_reason_stands_directly_above() {
        let text = "//! A file.\n\n// trusted: not this one\n\n/// Does it.\n// trusted: since it\n// must be so\n#[a]\n\
                    axiom fn a();\naxiom fn b();\nassume(x); // trusted: here\n";
        with(text, |file| {
            assert_eq!(own_reason(file, 9).as_deref(), Some("since it must be so"));
            assert_eq!(own_reason(file, 10), None);
            assert_eq!(own_reason(file, 11).as_deref(), Some("here"));
            assert_eq!(own_reason(file, 5), None);
            assert_eq!(file_reason(file), None);
        });
    }

    #[test]
    fn a_reason_at_the_head_counts_for_the_file() {
        with("// A licence.\n//! A file.\n//!\n//! trusted: all of\n//! it.\n//!\n//! More.\nfn a() {}\n", |file| {
            assert_eq!(file_reason(file).as_deref(), Some("all of it."));
        });
        with("//! A file.\n\n//! trusted: behind a gap\n", |file| assert_eq!(file_reason(file), None));
        with("/// trusted: of an item\nfn a() {}\n", |file| assert_eq!(file_reason(file), None));
    }
}
