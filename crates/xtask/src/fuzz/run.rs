//! Runs rustc on cases to see what they do, and the verifier to hear what it says.
//!
//! Both programs refuse a file as a whole for one bad case. So the cases with such errors are taken out, counted with their
//! code, and the rest is asked again. Of rustc these are all errors; of the verifier those that come before any proof.
//!
//! The compiled program prints a line for each thing that it sees:
//!
//! | Line | Meaning |
//! |---|---|
//! | `C n` | case number `n` of the file begins |
//! | `S id` with values | these values were seen at the place `id` |
//! | `E id` with values | the function `id` was called with these arguments |
//! | `X id` with values | it returned: its arguments, then what became of mutable references, then the result |
//! | `D n` | the case has ended |
//! | `P n` | it has panicked |

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::facts::Facts;
use super::generate::Case;
use super::print::{File, claiming, running};

/// Where the programs and files are.
pub(super) struct Tools {
    /// The path of the verifier.
    pub(super) certus: PathBuf,
    /// A directory for the files of one thread.
    pub(super) scratch: PathBuf,
}

/// What became of a case when it was compiled and run.
#[derive(Clone, Debug)]
pub(super) enum Seen {
    /// The recorded values.
    Facts(Facts),
    /// rustc refuses it, with this code: the generator does not know all of Rust.
    NotRust(String),
}

/// The errors of one claim, by code.
pub(super) type Errors = Vec<String>;

/// What the verifier said.
#[derive(Default)]
pub(super) struct Verdicts {
    /// For each claim its errors.
    pub(super) errors: Vec<Errors>,
    /// Errors that belong to no claim; then nothing may be concluded.
    pub(super) elsewhere: Vec<String>,
}

impl Tools {
    /// Compiles and runs the cases.
    pub(super) fn observe(&self, cases: &[Case]) -> Result<Vec<Seen>, String> {
        let mut refused: BTreeMap<usize, String> = BTreeMap::new();
        for _ in 0..6 {
            let left: Vec<usize> = (0..cases.len()).filter(|i| !refused.contains_key(i)).collect();
            let file = running(&left.iter().map(|i| &cases[*i]).collect::<Vec<_>>());
            let path = self.scratch.join("running.rs");
            std::fs::write(&path, &file.text).map_err(|e| e.to_string())?;
            let errors = self.compile(&path, &file)?;
            if errors.is_empty() {
                let facts = self.execute(left.len())?;
                let mut seen: Vec<Seen> =
                    (0..cases.len()).map(|i| Seen::NotRust(refused.get(&i).cloned().unwrap_or_default())).collect();
                for (i, facts) in left.into_iter().zip(facts) {
                    seen[i] = Seen::Facts(facts);
                }
                return Ok(seen);
            }
            refused.extend(errors.into_iter().map(|(i, code)| (left[i], code)));
        }
        Err("rustc refuses too many cases one after the other".into())
    }

    /// Compiles; the errors of each module.
    fn compile(&self, path: &Path, file: &File) -> Result<BTreeMap<usize, String>, String> {
        let mut command = Command::new("rustc");
        command.args(["--edition=2021", "--error-format=json", "-Cdebuginfo=0", "-Coverflow-checks=on", "-o"]);
        command.arg(self.scratch.join("running")).arg(path);
        let output = command.output().map_err(|e| e.to_string())?;
        let mut errors = BTreeMap::new();
        let mut unplaced = None;
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if record["level"] != "error" {
                continue;
            }
            let spans = record["spans"].as_array().cloned().unwrap_or_default();
            let primary = spans.iter().find(|span| span["is_primary"] == true);
            let at = primary.and_then(|span| file.at(span["line_start"].as_u64()? as usize));
            match at {
                Some(i) => {
                    let code = record["code"]["code"].as_str().or(record["message"].as_str()).unwrap_or("?");
                    errors.entry(i).or_insert_with(|| code.to_owned());
                }
                None => unplaced = Some(record["message"].to_string()),
            }
        }
        if !output.status.success() && errors.is_empty() {
            return Err(format!("rustc: {}", unplaced.unwrap_or_default()));
        }
        Ok(errors)
    }

    /// Runs the compiled cases.
    fn execute(&self, count: usize) -> Result<Vec<Facts>, String> {
        let output =
            Command::new(self.scratch.join("running")).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut all: Vec<Facts> = Vec::new();
        let mut ended = 0;
        for line in text.lines() {
            match line.as_bytes().first() {
                Some(b'C') => all.push(Facts::default()),
                Some(b'D') => ended += 1,
                Some(b'P') => {
                    ended += 1;
                    all.last_mut().into_iter().for_each(|facts| facts.panics = true);
                }
                _ => all.last_mut().into_iter().for_each(|facts| facts.take(line)),
            }
        }
        if ended == count && all.len() == count {
            Ok(all)
        } else {
            Err("the compiled cases did not run to their end".into())
        }
    }

    /// Asks the verifier. Where it proves nothing, what it refuses is left out and the rest asked again.
    pub(super) fn ask(&self, claims: &[String]) -> Result<Verdicts, String> {
        let mut verdicts = Verdicts { errors: vec![Vec::new(); claims.len()], elsewhere: Vec::new() };
        let mut left: Vec<usize> = (0..claims.len()).collect();
        for _ in 0..8 {
            if left.is_empty() {
                return Ok(verdicts);
            }
            let file = claiming(left.iter().map(|i| claims[*i].as_str()));
            let (errors, elsewhere, was_asked) = self.verify(&file)?;
            let early: BTreeSet<usize> =
                errors.iter().filter(|(_, code)| is_early(code)).map(|(i, _)| left[*i]).collect();
            // The audit refuses while the rest is proved. A claim that was not reached would count as accepted: it is seen.
            let is_whole = was_asked || early.is_empty();
            for (i, code) in errors {
                if is_whole || is_early(&code) {
                    verdicts.errors[left[i]].push(code);
                }
            }
            if is_whole {
                verdicts.elsewhere = elsewhere;
                if !was_asked && verdicts.errors.iter().all(Vec::is_empty) {
                    verdicts.elsewhere.push("nothing was verified".into());
                }
                return Ok(verdicts);
            }
            left.retain(|i| !early.contains(i));
        }
        Err("the verifier refuses too many cases one after the other".into())
    }

    /// One run of the verifier: errors by module, those elsewhere, and whether the solver was asked.
    #[allow(clippy::type_complexity)] // used once
    fn verify(&self, file: &File) -> Result<(Vec<(usize, String)>, Vec<String>, bool), String> {
        let path = self.scratch.join("claiming.rs");
        std::fs::write(&path, &file.text).map_err(|e| e.to_string())?;
        let mut command = Command::new(&self.certus);
        command.args(["verify", "--no-cache", "--message-format=json", "--hints=off", "--vacuity=off"]);
        command.args(["--multiple-errors=0", "--jobs=1"]).arg(&path);
        let output = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
        let (mut errors, mut elsewhere, mut summary) = (Vec::new(), Vec::new(), None);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if record["$message_type"] == "summary" {
                summary = Some(record);
                continue;
            }
            if record["level"] != "error" {
                continue;
            }
            let code = record["code"]["code"].as_str().unwrap_or("?").to_owned();
            let spans = record["spans"].as_array().cloned().unwrap_or_default();
            let primary = spans.iter().find(|span| span["is_primary"] == true);
            // An error may be at a place of the library.
            let own = primary.filter(|span| span["file_name"].as_str().is_some_and(|name| path.ends_with(name)));
            match own.and_then(|span| file.at(span["line_start"].as_u64()? as usize)) {
                Some(i) => errors.push((i, code)),
                None => elsewhere.push(format!("{code}: {}", record["message"])),
            }
        }
        let Some(summary) = summary else {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("the verifier ended with {} and no summary: {said}", output.status));
        };
        // Where the audit refuses a program, none of its functions counts as verified, though all were asked for.
        let failed = errors.iter().any(|(_, code)| !is_early(code));
        Ok((errors, elsewhere, failed || summary["verified"].as_u64().unwrap_or(0) > 0))
    }
}

/// Whether nothing is proved of a program with this error.
pub(super) fn is_early(code: &str) -> bool {
    !code.starts_with("verify/") && !code.starts_with("resource/")
}
