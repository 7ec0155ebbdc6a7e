//! What `cargo check` built: the metadata of dependencies, and what build scripts said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cargo_metadata::{Artifact, BuildScript, Message, TargetKind};

use crate::cargo::Ran;
use crate::plan::Kind;
use crate::targets;

/// The answer of one run.
#[derive(Default)]
pub(crate) struct Built {
    libraries: Vec<Artifact>,
    /// Crates of macros.
    macros: Vec<Artifact>,
    scripts: BTreeMap<String, BuildScript>,
    /// Errors by package, as people read them.
    errors: Vec<(String, String)>,
    /// Where libraries are found that others name.
    pub(crate) search: BTreeSet<PathBuf>,
    /// What it said beside that.
    rest: String,
}

impl Built {
    /// Reads the messages of a run. Lines that are none come from macros and build scripts.
    pub(crate) fn read(ran: Ran) -> Built {
        let mut built = Built { rest: ran.stderr, ..Built::default() };
        for message in Message::parse_stream(ran.stdout.as_bytes()).map_while(Result::ok) {
            match message {
                Message::CompilerArtifact(artifact) => {
                    let directories = artifact.filenames.iter().filter_map(|path| path.parent());
                    built.search.extend(directories.map(|path| path.as_std_path().to_path_buf()));
                    if targets::kind(&artifact.target) == Some(Kind::Lib) {
                        built.libraries.push(artifact);
                    } else if artifact.target.kind.contains(&TargetKind::ProcMacro) {
                        built.macros.push(artifact);
                    }
                }
                Message::BuildScriptExecuted(script) => {
                    built.scripts.insert(script.package_id.repr.clone(), script);
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

    /// The metadata of a library for the target, with these features. What is built for the host has code as well.
    pub(crate) fn metadata(&self, id: &str, features: &BTreeSet<String>) -> Option<PathBuf> {
        let is_metadata = |a: &&Artifact| a.filenames.iter().all(|path| path.extension() == Some("rmeta"));
        let candidates = || self.libraries.iter().filter(|a| a.package_id.repr == id && !a.profile.test);
        let same = |a: &&Artifact| a.features.iter().cloned().collect::<BTreeSet<String>>() == *features;
        let found = candidates().filter(is_metadata).find(same).or_else(|| candidates().find(is_metadata));
        let found = found.or_else(|| candidates().find(same))?;
        let path = found.filenames.iter().find(|path| path.extension() == Some("rmeta"))?;
        Some(path.as_std_path().to_path_buf())
    }

    /// The dynamic library of a crate of macros: the one with these features, or the only one there is, since features for the
    /// host may be others. Which of several it would be is not guessed.
    pub(crate) fn macros(&self, id: &str, features: &BTreeSet<String>) -> Option<PathBuf> {
        let candidates = || self.macros.iter().filter(|a| a.package_id.repr == id && !a.profile.test);
        let same = |a: &&Artifact| a.features.iter().cloned().collect::<BTreeSet<String>>() == *features;
        let only = || candidates().next().filter(|first| candidates().all(|a| a.filenames == first.filenames));
        let found = candidates().find(same).or_else(only)?;
        let is_dynamic = |path: &&cargo_metadata::camino::Utf8PathBuf| {
            path.extension().is_some_and(|extension| ["so", "dylib", "dll"].contains(&extension))
        };
        found.filenames.iter().find(is_dynamic).map(|path| path.as_std_path().to_path_buf())
    }

    /// What a package's build script said, if it has one.
    pub(crate) fn script(&self, id: &str) -> Option<&BuildScript> {
        self.scripts.get(id)
    }

    /// What was said about packages that are not verified, for an error.
    pub(crate) fn said(&self, is_verified: &dyn Fn(&str) -> bool) -> String {
        let errors = self.errors.iter().filter(|(id, _)| !is_verified(id)).map(|(_, text)| text.trim());
        let errors: Vec<&str> = errors.collect();
        if errors.is_empty() { self.rest.trim().to_string() } else { errors.join("\n\n") }
    }
}
