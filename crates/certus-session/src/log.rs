//! Writes the texts of a run to files, for inspection.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Job, Options, Sink, query};

/// The directory of [`Options::log`], for the texts that rustc and the solver get. If a text cannot be written, this
/// changes no verdict.
#[derive(Debug, Default)]
pub struct Log {
    directory: Option<PathBuf>,
    /// The first error in writing a text.
    fault: Mutex<Option<String>>,
}

impl Log {
    /// The log for these options.
    pub fn new(options: &Options) -> Log {
        Log { directory: options.log.clone(), fault: Mutex::default() }
    }

    /// Whether the user wants a log.
    pub fn is_wanted(&self) -> bool {
        self.directory.is_some()
    }

    /// Writes a text to a file of the directory.
    pub fn write(&self, name: &str, text: &str) {
        let Some(directory) = &self.directory else { return };
        let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(directory.join(name), text));
        if let Err(error) = written {
            let fault = format!("cannot write the log in `{}`: {error}", directory.display());
            self.fault().get_or_insert(fault);
        }
    }

    /// Writes the program in VIR, and the queries of its obligations.
    pub fn write_queries(&self, options: &Options, program: &certus_vir::Program, jobs: &[Job]) {
        if !self.is_wanted() {
            return;
        }
        self.write("program.vir", &certus_vir::print::program_text(program));
        for (number, job) in jobs.iter().enumerate() {
            let query = query(options, job);
            let (commands, context) = (query.profile.commands(), &job.encoded.context);
            let text = format!("{commands}{context}(check-sat)\n(get-info :reason-unknown)\n");
            let function = &job.obligation.function;
            let safe: String = function.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            self.write(&format!("{number:03}-{safe}.smt2"), &text);
        }
    }

    fn fault(&self) -> MutexGuard<'_, Option<String>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the first text that could not be written.
    pub fn report(&self, sink: &mut dyn Sink) {
        let fault = self.fault().take();
        if let Some(fault) = fault {
            sink.trouble(&fault);
        }
    }
}
