//! The output of `cargo check`: the metadata of dependencies, and the output of build scripts.
//!
//! Cargo may build a package several times: for the program, and for the macros and build scripts that need it. All
//! messages then have the same id. If the target was named, the builds for the program are in a separate directory;
//! they also have the features of the package in the program. If several builds remain, this module guesses nothing and
//! reports an error.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{Artifact, BuildScript, Message, TargetKind};

use crate::cargo::Ran;
use crate::kind::Kind;
use crate::platform::Platform;
use crate::targets;

/// The result of one run of cargo.
#[derive(Default)]
pub(crate) struct Built {
    libraries: Vec<Artifact>,
    /// The crates of macros.
    macros: Vec<Artifact>,
    /// The packages that were compiled for the target, with their features.
    compiled: BTreeSet<(String, BTreeSet<String>)>,
    scripts: BTreeMap<String, Vec<BuildScript>>,
    /// The errors by package, as text for people.
    errors: Vec<(String, String)>,
    /// The directories with libraries that other libraries use.
    pub(crate) search: BTreeSet<PathBuf>,
    /// The other output.
    rest: String,
    /// Whether the whole run succeeded.
    success: bool,
    /// The directory of all artifacts for the target, if cargo keeps them separate.
    apart: Option<String>,
}

/// The reason why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// There is no such artifact.
    Nothing,
    /// There are several, and nothing distinguishes them.
    Several,
}

impl Built {
    /// Reads the messages of a run. Other lines come from macros and build scripts.
    pub(crate) fn read(ran: Ran, platform: &Platform) -> Built {
        let apart = platform.is_apart.then(|| platform.triple.clone());
        let mut built = Built { rest: ran.stderr, success: ran.success, apart, ..Built::default() };
        for message in Message::parse_stream(ran.stdout.as_bytes()).map_while(Result::ok) {
            match message {
                Message::CompilerArtifact(artifact) => built.add(artifact),
                Message::BuildScriptExecuted(script) => {
                    built.scripts.entry(script.package_id.repr.clone()).or_default().push(script);
                }
                Message::CompilerMessage(message) if format!("{:?}", message.message.level).starts_with("Error") => {
                    let text = message.message.rendered.unwrap_or(message.message.message);
                    built.errors.push((message.package_id.repr, text));
                }
                _ => {}
            }
        }
        built
    }

    fn add(&mut self, artifact: Artifact) {
        let directories = artifact.filenames.iter().filter_map(|path| path.parent());
        self.search.extend(directories.map(|path| path.as_std_path().to_path_buf()));
        if targets::kind(&artifact.target).is_some() && self.is_checked(&artifact) {
            self.compiled.insert((artifact.package_id.repr.clone(), features(&artifact)));
        }
        if targets::kind(&artifact.target) == Some(Kind::Lib) {
            self.libraries.push(artifact);
        } else if artifact.target.kind.contains(&TargetKind::ProcMacro) {
            self.macros.push(artifact);
        }
    }

    /// Whether the artifact may be metadata for the target. An artifact for the host has code as well.
    fn is_checked(&self, artifact: &Artifact) -> bool {
        let mut paths = artifact.filenames.iter();
        paths.all(|path| path.extension() == Some("rmeta") && self.is_for_target(path.as_std_path()))
    }

    fn is_for_target(&self, path: &Path) -> bool {
        let is_it = |triple: &String| path.components().any(|part| part.as_os_str() == triple.as_str());
        self.apart.as_ref().is_none_or(is_it)
    }

    /// The metadata of a library for the target, with these features. If a crate of macros is selected, there are also
    /// builds for the host. If the dependencies of the package have the same features in both (`is_uniform`), the
    /// builds differ only in optimization.
    pub(crate) fn metadata(&self, id: &str, wanted: &BTreeSet<String>, is_uniform: bool) -> Result<PathBuf, Missing> {
        let is_it =
            |a: &&Artifact| a.package_id.repr == id && !a.profile.test && self.is_checked(a) && features(a) == *wanted;
        let found: Vec<&Artifact> = self.libraries.iter().filter(is_it).collect();
        let asserts: BTreeSet<bool> = found.iter().map(|a| a.profile.debug_assertions).collect();
        let paths = found.iter().flat_map(|a| &a.filenames).map(|path| path.as_std_path().to_path_buf());
        match is_uniform && asserts.len() == 1 {
            true => paths.min().ok_or(Missing::Nothing),
            false => only(paths.collect()),
        }
    }

    /// The dynamic library of a crate of macros: the one with these features, or the only one.
    pub(crate) fn macros(&self, id: &str, wanted: &BTreeSet<String>) -> Result<PathBuf, Missing> {
        let is_dynamic = |path: &&cargo_metadata::camino::Utf8PathBuf| {
            path.extension().is_some_and(|extension| ["so", "dylib", "dll"].contains(&extension))
        };
        let candidates = || self.macros.iter().filter(|a| a.package_id.repr == id && !a.profile.test);
        let paths = |is_it: &dyn Fn(&Artifact) -> bool| {
            let found = candidates().filter(|a| is_it(a)).flat_map(|a| a.filenames.iter().find(is_dynamic));
            found.map(|path| path.as_std_path().to_path_buf()).collect::<BTreeSet<PathBuf>>()
        };
        let same = paths(&|a| features(a) == *wanted);
        only(if same.is_empty() { paths(&|_| true) } else { same })
    }

    /// The output of a package's build script for the target. If the script ran several times, the outputs must be the
    /// same. Different output directories with the same files are fine if the package is not verified. After an error,
    /// the output for the target may be missing while that for the host exists; if the package was compiled, it exists.
    pub(crate) fn script(
        &self,
        id: &str,
        features: &BTreeSet<String>,
        is_verified: bool,
    ) -> Result<&BuildScript, Missing> {
        let all = self.scripts.get(id).into_iter().flatten();
        let found: Vec<&BuildScript> = all.filter(|s| self.is_for_target(s.out_dir.as_std_path())).collect();
        let Some(first) = found.first() else { return Err(Missing::Nothing) };
        let is_known = self.success || self.compiled.contains(&(id.to_string(), features.clone()));
        let same_files = |s: &BuildScript| {
            let directories = (first.out_dir.as_std_path(), s.out_dir.as_std_path());
            directories.0 == directories.1 || (!is_verified && is_same(directories.0, directories.1))
        };
        let is_same = |s: &&BuildScript| s.cfgs == first.cfgs && s.env == first.env && same_files(s);
        match (is_known, found.iter().all(is_same)) {
            (false, _) => Err(Missing::Nothing),
            (true, false) => Err(Missing::Several),
            (true, true) => Ok(first),
        }
    }

    /// The errors in packages that are not verified, for a message.
    pub(crate) fn output(&self, is_verified: &dyn Fn(&str) -> bool) -> String {
        let errors = self.errors.iter().filter(|(id, _)| !is_verified(id)).map(|(_, text)| text.trim());
        let errors: Vec<&str> = errors.collect();
        if errors.is_empty() { self.rest.trim().to_string() } else { errors.join("\n\n") }
    }
}

fn features(artifact: &Artifact) -> BTreeSet<String> {
    artifact.features.iter().cloned().collect()
}

fn only(found: BTreeSet<PathBuf>) -> Result<PathBuf, Missing> {
    let several = found.len() > 1;
    let first = found.into_iter().next().ok_or(Missing::Nothing)?;
    if several { Err(Missing::Several) } else { Ok(first) }
}

/// Whether two files or directories have the same contents. A file that cannot be read equals no other.
fn is_same(one: &Path, other: &Path) -> bool {
    if !one.is_dir() {
        return matches!((std::fs::read(one), std::fs::read(other)), (Ok(one), Ok(other)) if one == other);
    }
    let (Some(ones), Some(others)) = (names(one), names(other)) else { return false };
    ones == others && ones.iter().all(|name| is_same(&one.join(name), &other.join(name)))
}

fn names(directory: &Path) -> Option<BTreeSet<std::ffi::OsString>> {
    std::fs::read_dir(directory).ok()?.map(|entry| Some(entry.ok()?.file_name())).collect()
}
