//! `certus verify`: turns the arguments into options of the driver, and its result into an exit status.
//!
//! The driver reports to a [`Reporter`], which prints each diagnostic as soon as it is found. With `--wait`, the command
//! first loads the program and starts the processes. Then it prints [`READY`] and waits for a line on standard input.

use certus_diagnostics::{Diagnostic, Sources, Summary, Unsupported};
use certus_driver::{Fault, Options, Session, Sink as _, Verified};

use crate::cli::{Verify, instead_of};
use crate::output::{Color, ReportFormat};
use crate::report::Reporter;
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::outln;
use crate::wait::Line;

/// The line that a waiting run prints when it is ready.
const READY: &str = r#"{"$message_type":"ready"}"#;

/// Verifies a crate, and returns the exit status.
pub(crate) fn verify(given: &Verify) -> u8 {
    let mut reporter = Reporter::new(given.message_format, given.color);
    if let Some(flag) = given.unsupported() {
        reporter.show(&unsupported_option(&flag), &Sources::default());
        return end(&mut reporter, Summary::default(), false);
    }
    match run(given, &given.options(), &mut reporter) {
        Ok(None) => BAD_CALL,
        Ok(Some(Verified { summary, loaded })) => {
            // The process ends, and dropping the front end would take time.
            std::mem::forget(loaded);
            end(&mut reporter, summary, given.time)
        }
        Err(fault) => status::of_fault(&fault),
    }
}

/// Runs at once, or when a line comes on standard input (`--wait`); `None` if no line will come.
fn run(given: &Verify, options: &Options, reporter: &mut Reporter) -> Result<Option<Verified>, Fault> {
    let session = Session::new(options, reporter)?;
    let Some(open) = &given.wait else { return session.run(None, reporter).map(Some) };
    let line = Line::new();
    let warm = session.warm_up(open, &|| line.is_awaited());
    if line.is_awaited() {
        outln!("{READY}");
    }
    // The processes must end in order, so that they leave no files behind.
    if line.wait() { session.run(Some(warm), reporter).map(Some) } else { Ok(None) }
}

fn end(reporter: &mut Reporter, summary: Summary, show_times: bool) -> u8 {
    let is_proved = reporter.errors() == 0;
    reporter.finish(summary, show_times);
    if is_proved { PROVED } else { NOT_PROVED }
}

/// The error about an option of Verus that Certus does not have.
pub(crate) fn unsupported_option(flag: &str) -> Diagnostic {
    let error = Diagnostic::error_without_span(Unsupported::Option, format!("the option `{flag}` is not supported"));
    match instead_of(flag) {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// Reports that an option of Verus is not supported, and returns the exit status.
pub(crate) fn refuse(flag: &str, json: bool) -> u8 {
    let format = if json { ReportFormat::Json } else { ReportFormat::Human };
    let mut reporter = Reporter::new(format, Color::Auto);
    reporter.show(&unsupported_option(flag), &Sources::default());
    end(&mut reporter, Summary::default(), false)
}
