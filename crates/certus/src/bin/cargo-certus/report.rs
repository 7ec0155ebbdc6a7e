//! Prints status lines in cargo's style to standard error, and records to standard output.

use std::io::IsTerminal as _;

use certus_cargo::{Error, Unit};
use certus_diagnostics::{Code, Diagnostic, Sources, Summary, Unsupported, render_json};
use serde_json::json;

use crate::BAD_CALL;
use crate::output::{Color, MessageFormat};
use crate::terminal::{errln, outln};

/// Prints in the format that the user wants.
#[derive(Debug, Default)]
pub(crate) struct Reporter {
    pub(crate) format: MessageFormat,
    pub(crate) color: Color,
    is_coloured: bool,
}

impl Reporter {
    pub(crate) fn new(format: MessageFormat, color: Color) -> Reporter {
        let is_coloured = match color {
            Color::Auto => std::io::stderr().is_terminal(),
            Color::Always => true,
            Color::Never => false,
        };
        Reporter { format, color, is_coloured }
    }

    /// Prints a line of cargo's output.
    pub(crate) fn line(&mut self, text: &str) {
        errln!("{text}");
    }

    /// Prints a status line: a verb and its object.
    pub(crate) fn status(&mut self, verb: &str, text: &str) {
        let (on, off) = if self.is_coloured { ("\x1b[1;32m", "\x1b[0m") } else { ("", "") };
        errln!("{on}{verb:>12}{off} {text}");
    }

    /// Prints the status of a crate, as a line or as a record.
    pub(crate) fn unit(&mut self, verb: &str, status: &str, unit: &Unit, why: &str) {
        let target = match unit.kind {
            certus_cargo::Kind::Lib => String::new(),
            kind => format!(" ({} \"{}\")", kind.name(), unit.target),
        };
        let Unit { package, version, directory, .. } = unit;
        self.status(verb, &format!("{package} v{version} ({}){target}{why}", directory.display()));
        if self.format == MessageFormat::Json {
            let target = json!({ "kind": unit.kind.name(), "name": unit.target });
            let id = &unit.source.package_id;
            outln!("{}", json!({ "$message_type": "crate", "package_id": id, "target": target, "status": status }));
        }
    }

    /// Prints the record at the end of a run.
    pub(crate) fn summary(&mut self, verified: usize, fresh: usize, failed: usize, skipped: usize) {
        if self.format == MessageFormat::Json {
            let counts = json!({
                "$message_type": "crates",
                "schema": Summary::SCHEMA,
                "verified": verified,
                "fresh": fresh,
                "failed": failed,
                "skipped": skipped,
            });
            outln!("{counts}");
        }
    }

    /// Prints an error without a place in a program, with its code if it has one.
    pub(crate) fn error(&mut self, code: Option<Unsupported>, text: &str) {
        if let (MessageFormat::Json, Some(code)) = (self.format, code) {
            let error = Diagnostic::error_without_span(code, text);
            outln!("{}", render_json(&error, &Sources::default()));
            return;
        }
        let (on, off) = if self.is_coloured { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        let code = code.map_or(String::new(), |code| format!("[{}]", Code::from(code)));
        errln!("{on}error{code}{off}: {}", text.strip_prefix("error: ").unwrap_or(text));
    }

    /// Prints an error in the command line or the set-up, and returns the exit status.
    pub(crate) fn trouble(&mut self, error: &Error) -> u8 {
        self.error(error.code(), &error.to_string());
        BAD_CALL
    }

    /// Prints a problem that only makes the run slower.
    pub(crate) fn warning(&mut self, text: &str) {
        let (on, off) = if self.is_coloured { ("\x1b[1;33m", "\x1b[0m") } else { ("", "") };
        errln!("{on}warning{off}: {text}");
    }
}
