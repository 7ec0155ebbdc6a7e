//! The stages before the solver, run in process on any file: what must never panic. The fuzz target outside of the
//! workspace includes this file as well, so it names no other module of the tests.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use certus_diagnostics::{Class, Diagnostic, Level};

/// As much stack as the command gives to the same work.
const STACK: usize = 512 << 20;

/// Runs the stages in the command's order, and stops where it would. An error is a fault of ours, never the file's: a
/// panic, a diagnostic of class `internal`, or VIR that breaks its own invariants.
pub fn check(file: &Path) -> Result<(), String> {
    let file = file.to_owned();
    let work =
        move || catch_unwind(AssertUnwindSafe(|| stages(&file))).unwrap_or_else(|payload| Err(panicked(&*payload)));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let joined = thread.map_err(|error| format!("cannot start a thread: {error}"))?.join();
    joined.unwrap_or_else(|payload| Err(panicked(&*payload)))
}

fn panicked(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("(no message)"))
}

fn stages(file: &Path) -> Result<(), String> {
    let options = certus_frontend::Options { root_file: file.to_owned(), ..Default::default() };
    let loaded = match certus_frontend::load(&options) {
        Ok(loaded) => loaded,
        Err(error @ certus_frontend::LoadError::Internal(_)) => return Err(error.to_string()),
        // No text, or no file: the command says so and ends.
        Err(_) => return Ok(()),
    };
    if stops(&loaded.diagnostics())? {
        return Ok(());
    }
    let mut lowered = certus_lower::lower(&loaded, &certus_lower::Options::default());
    if stops(&lowered.diagnostics)? || stops(&certus_vir::passes::termination::run(&mut lowered.program))? {
        return Ok(());
    }
    if let Some(broken) = certus_vir::check::check_program(&lowered.program).first() {
        return Err(format!("the VIR breaks its own rules: {broken}"));
    }
    for path in &lowered.verify {
        let Some(function) = lowered.program.functions.get(path) else { continue };
        // What is computed is no query.
        let steps = certus_vc::steps(function).unwrap_or(u64::MAX);
        let settled = certus_provers::settle(&lowered.program, function, steps);
        stops(&settled.problems)?;
        let function = settled.function.as_ref().unwrap_or(function);
        for obligation in certus_vc::obligations(&lowered.program, function) {
            if let Err(error) = certus_smt::encode(&lowered.program, &obligation) {
                stops(&error.0)?;
            }
        }
    }
    Ok(())
}

/// Whether there is an error among the diagnostics; one of class `internal` is a fault.
fn stops(diagnostics: &[Diagnostic]) -> Result<bool, String> {
    match diagnostics.iter().find(|diagnostic| diagnostic.code.class() == Class::Internal) {
        Some(fault) => Err(format!("{}: {}", fault.code, fault.message)),
        None => Ok(diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)),
    }
}
