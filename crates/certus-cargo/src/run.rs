//! Runs the verifier on a crate.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Error;
use crate::options::Options;
use crate::plan::{Plan, Unit};

/// The result of a run of the verifier.
#[derive(Debug)]
pub struct Finished {
    /// Its exit status; 3, an internal error, if it has none.
    pub status: u8,
    /// The files that it read, with the hashes of their contents at that time.
    pub files: BTreeMap<PathBuf, String>,
    /// Its standard output and standard error, if they were captured.
    pub output: Option<(Vec<u8>, Vec<u8>)>,
}

/// Verifies the crates of a plan.
#[derive(Clone, Debug)]
pub struct Verifier<'p> {
    /// The path of the command `certus`.
    pub program: PathBuf,
    /// The plan.
    pub plan: &'p Plan,
    /// The user's options.
    pub options: &'p Options,
}

impl Verifier<'_> {
    /// Verifies one crate, with additional arguments. The output goes to our terminal; in a partial run it is returned.
    ///
    /// # Errors
    ///
    /// If the command does not run.
    pub fn verify(&self, unit: &Unit, extra: &[&str]) -> Result<Finished, Error> {
        let Verifier { program, plan, options } = self;
        let directory = tempfile::Builder::new().prefix("cargo-certus-").tempdir();
        let directory = directory.map_err(Error::file(std::env::temp_dir()))?;
        let crates = directory.path().join("crates.json");
        let written = std::fs::File::create(&crates).and_then(|mut f| f.write_all(unit.crates_file(plan).as_bytes()));
        written.map_err(Error::file(&crates))?;
        let depinfo = directory.path().join("files.json");
        let mut command = Command::new(program);
        command.arg("verify").arg(shown(&unit.source.root)).args(unit.arguments(plan));
        command.arg("--crates").arg(&crates).arg("--depinfo").arg(&depinfo);
        command.args(extra).args(&options.args).stdin(Stdio::null());
        let no_program = |source| Error::NoProgram { program: program.to_string_lossy().into_owned(), source };
        let (status, output) = if options.is_partial {
            let output = command.output().map_err(no_program)?;
            (output.status, Some((output.stdout, output.stderr)))
        } else {
            (command.status().map_err(no_program)?, None)
        };
        let status = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(3);
        Ok(Finished { status, files: files(&depinfo).unwrap_or_default(), output })
    }
}

impl Unit {
    /// The arguments of the verifier for the crate, except for its root file and the file for `--crates`.
    pub fn arguments(&self, plan: &Plan) -> Vec<String> {
        let source = &self.source;
        let mut arguments =
            ["--edition", &source.edition, "--crate-name", &source.crate_name].map(str::to_string).to_vec();
        arguments.extend(source.cfgs.iter().flat_map(|cfg| ["--cfg".to_string(), cfg.clone()]));
        arguments.extend(plan.target.iter().flat_map(|triple| ["--target".to_string(), triple.clone()]));
        arguments
    }
}

/// The path as the user sees it, relative to the current directory.
fn shown(root: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let relative = here.and_then(|here| root.strip_prefix(here).ok().map(Path::to_path_buf));
    relative.unwrap_or_else(|| root.to_path_buf())
}

/// The files that a run read, with their hashes; `None` if the run did not report them.
fn files(depinfo: &Path) -> Option<BTreeMap<PathBuf, String>> {
    let value: Value = serde_json::from_slice(&std::fs::read(depinfo).ok()?).ok()?;
    let (files, hashes) = (value.get("files")?.as_array()?, value.get("hashes")?.as_array()?);
    let read =
        |(file, hash): (&Value, &Value)| Some((std::path::absolute(file.as_str()?).ok()?, hash.as_str()?.to_string()));
    (files.len() == hashes.len()).then(|| files.iter().zip(hashes).map(read).collect())?
}
