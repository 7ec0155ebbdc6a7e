//! `certus tour`: exercises for newcomers, each a program that is not verified yet.
//!
//! The command writes the exercises into a directory and verifies them in order. At the first one that is not verified it
//! stops, with the errors and what to do.

use std::path::Path;

use certus_driver::Options;
use certus_tour::{BEGIN, END, EXERCISES, Exercise, changed_line, written};

use crate::cli;
use crate::output::Color;
use crate::report::ReportFormat;
use crate::report::Reporter;
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};

/// Writes the exercises that are not there yet, and verifies them up to the first one that is not proved. It returns the exit
/// status.
pub(crate) fn tour(given: &cli::Tour) -> u8 {
    let directory = &given.directory;
    match written(directory, given.reset.as_deref()) {
        Ok(0) => {}
        Ok(count) => outln!("wrote {count} of {} exercises to {}", EXERCISES.len(), directory.display()),
        Err(error) => {
            errln!("error: cannot write the exercises to `{}`: {error}", directory.display());
            return BAD_CALL;
        }
    }
    for (index, exercise) in EXERCISES.iter().enumerate() {
        let path = directory.join(exercise.file);
        let status = check(exercise, &path, given.color);
        if status != PROVED {
            let (number, count) = (index + 1, EXERCISES.len());
            let command = match directory.as_path() == Path::new(cli::TOUR) {
                true => "certus tour".to_owned(),
                false => format!("certus tour {}", directory.display()),
            };
            outln!("exercise {number} of {count}: edit {}, then run `{command}` again", path.display());
            outln!("to begin it afresh: {command} --reset {}", exercise.file);
            return status;
        }
        outln!("done: {}", exercise.file);
    }
    outln!("all {} exercises are verified: see the guide for what comes next", EXERCISES.len());
    PROVED
}

/// Verifies one exercise, and returns the exit status.
fn check(exercise: &Exercise, path: &Path, color: Color) -> u8 {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            errln!("error: cannot read `{}`: {error}", path.display());
            return BAD_CALL;
        }
    };
    if let Some(line) = changed_line(exercise.text, &text) {
        errln!("error: {}:{line}: only the lines between `{BEGIN}` and `{END}` are yours to change", path.display());
        return NOT_PROVED;
    }
    let mut options = Options::new(path);
    options.no_cheating = true;
    options.time_limit = cli::time_limit(None);
    let mut reporter = Reporter::new(ReportFormat::Human, color);
    match certus_driver::verify(&options, &mut reporter) {
        Ok(verified) => {
            // The process is short, and dropping the front end would take time.
            std::mem::forget(verified.loaded);
            reporter.clear_progress();
            if reporter.errors() == 0 { PROVED } else { NOT_PROVED }
        }
        Err(fault) => status::of_fault(&fault),
    }
}
