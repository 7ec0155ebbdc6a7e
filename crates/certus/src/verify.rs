//! `certus verify`: turns the arguments into options of the driver, and its result into an exit status.
//!
//! The driver reports to a [`Reporter`], which prints each diagnostic as soon as it is found. With `--wait`, the command
//! first loads the program and starts the processes. Then it prints [`READY`] and waits for a line on standard input.

use certus_cargo::Cargo;
use certus_diagnostics::{Diagnostic, Rust, Sources, Summary};
use certus_driver::missing_options::Missing;
use certus_driver::{Fault, Options, Session, Sink as _, Target, Verified};
use certus_solve::setup::Environment;

use crate::cli::Verify;
use crate::output::Color;
use crate::report::{ReportFormat, Reporter};
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};
use crate::wait::Line;

/// The line that a waiting run prints when it is ready.
const READY: &str = r#"{"$message_type":"ready"}"#;

/// Verifies a crate, and returns the exit status.
pub(crate) fn verify(given: &Verify) -> u8 {
    if let Some(missing) = given.missing() {
        return refuse(&missing, given.format());
    }
    let options = given.options();
    let mut reporter =
        Reporter::new(given.format(), given.color).with_verus_facts(options.selects(), options.processes());
    match run(given, &options, &mut reporter) {
        Ok(None) => BAD_CALL,
        Ok(Some(Verified { summary, loaded, target })) => {
            let status = end(&mut reporter, summary, given.time);
            // The process ends, and dropping the front end would take time.
            std::mem::forget(loaded);
            if given.compile && status == PROVED { compile(given, &target, &mut reporter) } else { status }
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

/// Compiles the verified crate of this type, unless another one is given, and returns the exit status.
fn compile(given: &Verify, target: &Target, reporter: &mut Reporter) -> u8 {
    let Some(cache) = Environment::from_process().cache_dir else {
        return status::bad_call("no cache directory: none of CERTUS_CACHE_DIR, XDG_CACHE_HOME and HOME is set");
    };
    let program = certus_cargo::Program {
        root: &given.program.file,
        root_text: target.root_text.as_deref(),
        name: reporter.program_name(),
        edition: &given.program.edition,
        crate_type: given.crate_type.as_deref().unwrap_or(target.crate_type),
        output: given.output.as_deref(),
        optimize: given.optimize,
        cfgs: &given.program.cfg,
        codegen: &given.codegen,
    };
    match program.compile(&Cargo::find(), &cache.join("compiled-1"), &mut |line| errln!("{line}")) {
        Ok(path) => {
            errln!("compiled `{}`", path.display());
            PROVED
        }
        Err(certus_cargo::Error::Cargo { output }) => {
            errln!("{output}");
            let text = "the proved program does not compile";
            reporter.show(&Diagnostic::error_without_span(Rust::Rustc, text), &Sources::default());
            NOT_PROVED
        }
        Err(error) => status::bad_call(error),
    }
}

/// Reports that Certus does not have an option of Verus or rustc, and returns the exit status.
pub(crate) fn refuse(missing: &Missing, format: ReportFormat) -> u8 {
    let mut reporter = Reporter::new(format, Color::Auto);
    reporter.show(&missing.error(), &Sources::default());
    end(&mut reporter, Summary::default(), false);
    if missing.is_known() { NOT_PROVED } else { BAD_CALL }
}
