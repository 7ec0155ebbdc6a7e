//! The crates of a program: the one that is verified, and those that it depends on.

use certus_frontend::{Dependency, Edition, Libraries, Loaded, Need, Options};

use crate::cli::Program;
use crate::pipeline::BAD_CALL;
use crate::terminal::errln;

/// Loads the crate, or says why it cannot be; the error is the exit status.
pub(crate) fn load(options: &Program) -> Result<Loaded, u8> {
    let wrong = |message: String| {
        errln!("error: {message}");
        BAD_CALL
    };
    let given = given(options).map_err(wrong)?;
    certus_frontend::load(&given).map_err(|error| wrong(error.to_string()))
}

/// What the front end is to load.
fn given(options: &Program) -> Result<Options, String> {
    let edition = Edition::named(&options.edition)
        .ok_or_else(|| format!("unknown edition `{}`: use 2018, 2021 or 2024", options.edition))?;
    let mut dependencies: Vec<Dependency> = Vec::new();
    for given in &options.dependencies {
        let Some((name, file)) = given.split_once('=') else {
            return Err(format!("`--dependency {given}` is not of the form NAME=FILE"));
        };
        let (needs, cfgs) = (all(&dependencies), options.cfg.clone());
        dependencies.push(Dependency { name: name.to_string(), root_file: file.into(), edition, cfgs, needs });
    }
    Ok(Options {
        root_file: options.file.clone(),
        edition,
        crate_name: options.crate_name.clone(),
        cfgs: options.cfg.clone(),
        libraries: Libraries { is_vstd: options.is_vstd, ..Libraries::default() },
        needs: all(&dependencies),
        dependencies,
    })
}

/// All crates so far, each under its own name.
fn all(dependencies: &[Dependency]) -> Vec<Need> {
    dependencies.iter().enumerate().map(|(number, known)| Need { name: known.name.clone(), number }).collect()
}
