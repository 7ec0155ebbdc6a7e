//! A copy of the sources with all mistakes in it, and the command built from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Fault;
use super::sites::{self, Site};

/// The module that selects the active mistake.
const SWITCH: &str = include_str!("switch.txt");

/// How many times mistakes that do not compile are removed before the build fails.
const ROUNDS: usize = 12;

/// A mistake and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// The number that activates it.
    pub(crate) number: usize,
    /// The file, from the root of the repository.
    pub(crate) file: String,
    /// The place in the file, and the kind of the mistake.
    pub(crate) site: Site,
    /// The code, cut to what fits on a line.
    pub(crate) code: String,
}

impl Mutant {
    /// The crate that it is in.
    pub(crate) fn krate(&self) -> &str {
        self.file.split('/').nth(1).unwrap_or_default()
    }

    /// What names it in `tests/mutants.toml`, as long as the code does not change.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}: {}", self.file, self.site.mistake.name(), self.code)
    }
}

/// The places in some crates, with the files' texts.
pub(crate) struct Places {
    /// The texts of the files.
    texts: BTreeMap<String, String>,
    /// All mistakes, in the order of the files.
    all: Vec<Mutant>,
}

impl Places {
    /// Reads the sources of crates.
    pub(crate) fn read(root: &Path, crates: &[&str]) -> Result<Places, Fault> {
        let (mut texts, mut all) = (BTreeMap::new(), Vec::new());
        for file in tracked(root)? {
            let of = crates.iter().any(|name| file.starts_with(&format!("crates/{name}/src/")));
            if !of || !file.ends_with(".rs") || file.ends_with("/tests.rs") || file.contains("/tests/") {
                continue;
            }
            let text = std::fs::read_to_string(root.join(&file))?;
            for site in sites::sites(&text).map_err(|error| format!("{file}: {error}"))? {
                let code = text.get(site.range.clone()).unwrap_or_default();
                let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(100).collect();
                all.push(Mutant { number: all.len(), file: file.clone(), site, code });
            }
            texts.insert(file, text);
        }
        Ok(Places { texts, all })
    }

    /// A sample of this size, spread over all files.
    pub(crate) fn sample(&self, count: usize) -> Vec<Mutant> {
        let all = self.all.len();
        (0..count.min(all)).filter_map(|i| self.all.get(i * all / count.min(all))).cloned().collect()
    }

    /// The places of a sample: a line each, the number of the line where it was, and its name. Of several with one name the
    /// nearest is taken. What has no place any more is left out.
    pub(crate) fn named(&self, sample: &str) -> Vec<Mutant> {
        let mut by_name: BTreeMap<String, Vec<&Mutant>> = BTreeMap::new();
        self.all.iter().for_each(|mutant| by_name.entry(mutant.name()).or_default().push(mutant));
        let mut chosen = BTreeMap::new();
        for (line, name) in sample.lines().filter_map(|line| line.split_once(' ')) {
            let places = by_name.get(name).into_iter().flatten();
            let open = places.filter(|mutant| !chosen.contains_key(&mutant.number));
            let away = |mutant: &Mutant| mutant.site.lines.start.abs_diff(line.parse().unwrap_or(0));
            if let Some(nearest) = open.min_by_key(|mutant| away(mutant)) {
                chosen.insert(nearest.number, (*nearest).clone());
            }
        }
        chosen.into_values().collect()
    }

    /// The number of places.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

/// The copy, and what was built of it.
pub(crate) struct Built {
    /// The copy of the sources.
    pub(crate) folder: PathBuf,
    /// The command.
    pub(crate) certus: PathBuf,
    /// The mistakes that compile.
    pub(crate) mutants: Vec<Mutant>,
    /// The number of mistakes that do not compile.
    pub(crate) left_out: usize,
}

/// Builds the command with mistakes in it. Those that do not compile are left out.
pub(crate) fn build(root: &Path, sources: &Places, mut mutants: Vec<Mutant>) -> Result<Built, Fault> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("mutate");
    for file in tracked(root)? {
        let to = folder.join(&file);
        std::fs::create_dir_all(to.parent().ok_or("a file has a folder")?)?;
        write_changed(&to, &std::fs::read(root.join(&file))?)?;
    }
    let all = mutants.len();
    for _ in 0..ROUNDS {
        for (file, text) in &sources.texts {
            let chosen = mutants.iter().filter(|mutant| mutant.file == *file);
            let chosen: Vec<(usize, &Site)> = chosen.map(|mutant| (mutant.number, &mutant.site)).collect();
            let mut text = sites::instrumented(text, &chosen);
            if file.ends_with("/src/lib.rs") {
                text.push_str("\nmod mutant;\n");
                let switch = folder.join(file).with_file_name("mutant.rs");
                write_changed(&switch, SWITCH.as_bytes())?;
            }
            write_changed(&folder.join(file), text.as_bytes())?;
        }
        let errors = compile(&folder)?;
        if errors.is_empty() {
            let left_out = all - mutants.len();
            let certus = folder.join("target/release/certus");
            return Ok(Built { folder, certus, mutants, left_out });
        }
        let before = mutants.len();
        mutants.retain(|mutant| {
            !errors.iter().any(|(file, line)| *file == mutant.file && mutant.site.lines.contains(line))
        });
        eprintln!("{} mistakes do not compile", all - mutants.len());
        if mutants.len() == before {
            return Err(format!("the copy does not compile, and no mistake is why: {errors:?}").into());
        }
    }
    Err("the copy still does not compile".into())
}

/// The places of the compiler's errors: files from the root of the copy, and lines.
fn compile(folder: &Path) -> Result<Vec<(String, usize)>, Fault> {
    let mut command = cargo(folder);
    command.args(["build", "--release", "-p", "certus", "--bin", "certus", "--message-format=json"]);
    let output = command.output()?;
    let mut errors = Vec::new();
    for record in String::from_utf8_lossy(&output.stdout).lines() {
        let record: Value = serde_json::from_str(record)?;
        let message = &record["message"];
        if record["reason"] != "compiler-message" || message["level"] != "error" {
            continue;
        }
        for span in message["spans"].as_array().into_iter().flatten() {
            let file = span["file_name"].as_str().unwrap_or_default().to_owned();
            let line = |field: &str| span[field].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0);
            errors.extend((line("line_start")..=line("line_end")).map(|line| (file.clone(), line)));
        }
    }
    if errors.is_empty() && !output.status.success() {
        return Err("cargo does not build the copy".into());
    }
    Ok(errors)
}

/// Cargo in a copy, which has its own folder for what is built.
pub(crate) fn cargo(copy: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("target"));
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    command
}

/// A file that is the same is left alone, so that it is not compiled again.
fn write_changed(path: &Path, text: &[u8]) -> std::io::Result<()> {
    match std::fs::read(path) {
        Ok(known) if known == text => Ok(()),
        _ => std::fs::write(path, text),
    }
}

/// The files that git knows, from the root.
fn tracked(root: &Path) -> Result<Vec<String>, Fault> {
    let output = Command::new("git").current_dir(root).args(["ls-files"]).output()?;
    let files = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>();
    Ok(files.into_iter().filter(|file| root.join(file).is_file()).collect())
}
