//! `certus verify`.

use certus_diagnostics::{Diagnostic, Sources, Summary, Unsupported};
use certus_driver::{Fault, Options, Session, Sink as _, Verified};

use crate::cli::Verify;
use crate::lsp;
use crate::output::Color;
use crate::report::{ReportFormat, Reporter};
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::outln;

/// What is printed when a run that waits is ready.
pub(crate) const READY: &str = r#"{"$message_type":"ready"}"#;

/// Verifies a crate; gives the exit status.
pub(crate) fn verify(given: &Verify) -> u8 {
    if given.lifeline && given.wait.is_none() {
        lsp::lifeline();
    }
    let mut reporter = Reporter::new(given.message_format, given.color);
    if let Some(flag) = given.unsupported() {
        reporter.show(&unsupported_option(flag), &Sources::default());
        return end(&mut reporter, Summary::default(), false);
    }
    match run(given, &given.options(), &mut reporter) {
        Ok(None) => BAD_CALL,
        Ok(Some(Verified { summary, loaded })) => {
            // The process ends; to take the front end apart would only take time.
            std::mem::forget(loaded);
            end(&mut reporter, summary, given.time)
        }
        Err(fault) => status::of_fault(&fault),
    }
}

/// Runs at once, or when a line comes by standard input (`--wait`); `None` if no line will come.
fn run(given: &Verify, options: &Options, reporter: &mut Reporter) -> Result<Option<Verified>, Fault> {
    let session = Session::new(options, reporter)?;
    let Some(open) = &given.wait else { return session.run(None, reporter).map(Some) };
    let line = lsp::Line::new();
    let warm = session.warm_up(open, &|| line.is_awaited());
    if line.is_awaited() {
        outln!("{READY}");
    }
    // What was started must be ended in order, so that it leaves no files behind.
    if line.wait() { session.run(Some(warm), reporter).map(Some) } else { Ok(None) }
}

fn end(reporter: &mut Reporter, summary: Summary, show_times: bool) -> u8 {
    let is_proved = reporter.errors() == 0;
    reporter.finish(summary, show_times);
    if is_proved { PROVED } else { NOT_PROVED }
}

fn unsupported_option(flag: &str) -> Diagnostic {
    Diagnostic::error_without_span(Unsupported::Option, format!("the option `{flag}` is not supported"))
}

/// Reports that an option of the existing tool is not supported; gives the exit status.
pub(crate) fn refuse(flag: &str, json: bool) -> u8 {
    let format = if json { ReportFormat::Json } else { ReportFormat::Human };
    let mut reporter = Reporter::new(format, Color::Auto);
    reporter.show(&unsupported_option(flag), &Sources::default());
    end(&mut reporter, Summary::default(), false)
}
