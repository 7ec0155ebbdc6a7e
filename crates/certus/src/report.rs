//! Prints reports. No other module writes to the terminal.

use std::io::{IsTerminal, Write};

use certus_diagnostics::{
    Assumption, Class, Diagnostic, FunctionEvent, JUnit, Level, Quantifier, Sarif, Sources, Summary, VerusFacts,
    counted, cut, render_human, render_json, verus_document,
};
use certus_driver::Sink;
use clap::ValueEnum;

use crate::output::{Color, MessageFormat};
use crate::status::BAD_CALL;
use crate::terminal::{errln, outln};

/// The format of a verification report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object a line, in rustc's format.
    Json,
    /// One SARIF document, for code hosts and editors.
    Sarif,
    /// One document in JUnit's XML, for build servers.
    Junit,
    /// The document of Verus, on standard output (`--output-json`), after diagnostics as text for people, or in JSON.
    #[value(skip)]
    Verus { json: bool },
}

impl From<MessageFormat> for ReportFormat {
    fn from(format: MessageFormat) -> ReportFormat {
        match format {
            MessageFormat::Human => ReportFormat::Human,
            MessageFormat::Json => ReportFormat::Json,
        }
    }
}

/// Prints diagnostics in the format that the user wants, and counts them.
pub(crate) struct Reporter {
    format: ReportFormat,
    /// The document that is printed at the end.
    sarif: Sarif,
    junit: JUnit,
    /// The name of the verified crate.
    program: String,
    /// The function of the next diagnostics.
    function: Option<String>,
    colour: bool,
    errors: usize,
    warnings: usize,
    progress: bool,
    shown: bool,
    /// Whether an error is about the program, and not about a proof of it.
    breaks_rules: bool,
    /// Whether options select functions, and the number of solver processes.
    run: (bool, usize),
}

impl Reporter {
    pub(crate) fn new(format: ReportFormat, colour: Color) -> Reporter {
        let terminal = std::io::stderr().is_terminal();
        let colour = match colour {
            Color::Auto => terminal,
            Color::Always => true,
            Color::Never => false,
        };
        let progress = terminal && format == ReportFormat::Human;
        Reporter {
            format,
            sarif: Sarif::default(),
            junit: JUnit::default(),
            program: String::new(),
            function: None,
            colour,
            errors: 0,
            warnings: 0,
            progress,
            shown: false,
            breaks_rules: false,
            run: (false, 1),
        }
    }

    /// The same, with what the document of Verus says of the run: whether options select functions, and the number of
    /// solver processes.
    pub(crate) fn with_verus_facts(self, selects: bool, processes: usize) -> Reporter {
        Reporter { run: (selects, processes), ..self }
    }

    /// A reporter for a report that exists only as text and JSON. `what` names the report in the error about other
    /// formats; `Err` is the exit status.
    pub(crate) fn for_people_or_json(format: ReportFormat, colour: Color, what: &str) -> Result<Reporter, u8> {
        if matches!(format, ReportFormat::Human | ReportFormat::Json) {
            return Ok(Reporter::new(format, colour));
        }
        errln!("error: {what} is for people or in JSON: use `--message-format=human` or `json`");
        Err(BAD_CALL)
    }

    /// The name of the verified crate.
    pub(crate) fn program_name(&self) -> &str {
        &self.program
    }

    /// The number of errors so far.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Removes the line about progress.
    pub(crate) fn clear_progress(&mut self) {
        if std::mem::take(&mut self.shown) {
            crate::terminal::err(format_args!("\r\x1b[2K"));
        }
    }

    /// Prints the result of the run.
    pub(crate) fn finish(&mut self, mut summary: Summary, show_times: bool) {
        self.clear_progress();
        summary.errors = self.errors;
        summary.warnings = self.warnings;
        match self.format {
            ReportFormat::Json => outln!("{}", summary.to_json()),
            ReportFormat::Sarif => outln!("{}", self.sarif.document(env!("CARGO_PKG_VERSION"))),
            ReportFormat::Junit => outln!("{}", self.junit.document(&self.program, &summary)),
            ReportFormat::Verus { .. } => {
                let facts = VerusFacts {
                    is_whole: !self.run.0,
                    breaks_rules: self.breaks_rules,
                    threads: show_times.then_some(self.run.1),
                    version: env!("CARGO_PKG_VERSION"),
                };
                outln!("{}", verus_document(&summary, facts));
            }
            ReportFormat::Human => {
                let verdict = if self.errors == 0 { "verified" } else { "not verified" };
                let times = &summary.times_ms;
                let assumed = match summary.assumptions.len() {
                    0 => String::new(),
                    count => format!(" ({count} assumed)"),
                };
                outln!(
                    "{verdict}: {} proved{assumed}, {}, {} ({:.0} ms)",
                    counted(summary.verified, "function"),
                    counted(summary.errors, "error"),
                    counted(summary.warnings, "warning"),
                    times.total
                );
                assumptions(&summary.assumptions);
                if show_times {
                    outln!(
                        "front end {:.1} ms, lower {:.1} ms, smt {:.1} ms, solver {:.1} ms, rustc {:.1} ms more",
                        times.front_end,
                        times.lower,
                        times.smt,
                        times.solver,
                        times.gate
                    );
                }
            }
        }
    }
}

impl Sink for Reporter {
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        match diagnostic.level {
            Level::Error => {
                self.errors += 1;
                self.breaks_rules |= !matches!(diagnostic.code.class(), Class::Verify | Class::Resource | Class::Rust);
            }
            Level::Warning => self.warnings += 1,
            Level::Note => {}
        }
        self.clear_progress();
        match self.format {
            ReportFormat::Json | ReportFormat::Verus { json: true } => outln!("{}", render_json(diagnostic, sources)),
            ReportFormat::Sarif => self.sarif.add(diagnostic, sources),
            ReportFormat::Junit => self.junit.add(diagnostic, sources, self.function.as_deref()),
            _ => errln!("{}\n", render_human(diagnostic, sources, self.colour)),
        }
    }

    fn program(&mut self, name: &str) {
        self.program = name.to_string();
    }

    fn about(&mut self, function: Option<&str>) {
        self.function = function.map(str::to_string);
    }

    fn notice(&mut self, text: &str) {
        if self.format == ReportFormat::Human {
            self.clear_progress();
            errln!("{text}");
        }
    }

    fn trouble(&mut self, text: &str) {
        self.clear_progress();
        errln!("warning: {text}");
    }

    fn progress(&mut self, text: &str) {
        if self.progress {
            let width = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.into());
            crate::terminal::err(format_args!("\r\x1b[2K{}", cut(text, width)));
            // A progress line that cannot be flushed does no harm.
            let _ = std::io::stderr().flush();
            self.shown = true;
        }
    }

    fn function(&mut self, event: &FunctionEvent<'_>, sources: &Sources) {
        outln!("{}", event.to_json(sources));
    }

    fn quantifier(&mut self, quantifier: &Quantifier, sources: &Sources) {
        outln!("{}", quantifier.to_json(sources));
    }
}

/// So many assumptions are named; `certus trust` lists all.
const MOST_NAMED: usize = 3;

/// Names what the crate assumes.
fn assumptions(all: &[Assumption]) {
    for Assumption { kind, path, file_name, line, column } in all.iter().take(MOST_NAMED) {
        outln!("assumed: {kind} {path} at {file_name}:{line}:{column}");
    }
    if all.len() > MOST_NAMED {
        outln!("and {} more, which `certus trust` lists", all.len() - MOST_NAMED);
    }
}
