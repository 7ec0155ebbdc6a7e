//! The crates of a program: the verified one and its dependencies.
//!
//! A user names a few dependencies with `--dependency NAME=FILE`. `cargo certus` writes the whole crate graph to a file
//! for `--crates` (guide page `reference/crates`).

use std::path::{Path, PathBuf};

use certus_cargo::LibrarySource;
use certus_frontend::{
    Dependency, Edition, Kind, LIBRARY_CFGS, Libraries, Loaded, MacroLibrary, Need, Options, Settle, SettledFiles,
};
use certus_gate::Compiler;
use serde_json::{Map, Value, json};

use certus_session::ProgramOptions;

use crate::prestart::host_cfgs;
use crate::{Fault, compiled_files};

/// What rustc needs for the dependencies of a program, in addition to their text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outside {
    /// The metadata of each dependency that is not verified, if it exists. The index is the number of the crate.
    pub(crate) metadata: Vec<Option<PathBuf>>,
    /// The environment variables of each dependency, by the number of the crate.
    pub(crate) environments: Vec<Vec<(String, String)>>,
    /// The environment variables of the verified crate.
    pub(crate) env: Vec<(String, String)>,
    /// The directories with the metadata of further crates.
    pub(crate) search: Vec<PathBuf>,
}

/// How much of the library `vstd` is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The files that the program has words for.
    Named,
    /// As well the proofs of a library that is not ours (`--vstd`).
    Proofs,
    /// All files, also for a program that does not name it.
    Whole,
}

/// Loads a crate. With `whole`, it also loads the proofs of a library that is not ours (`--vstd`).
///
/// # Errors
///
/// [`Fault::Setup`] if a file cannot be read or an option is wrong. Errors in the program are diagnostics of
/// [`Loaded`].
pub fn load(options: &ProgramOptions, whole: bool) -> Result<Loaded, Fault> {
    let extent = if whole { Extent::Proofs } else { Extent::Named };
    Ok(load_with(options, extent, None, &|_, _| SettledFiles::new())?.0)
}

/// Loads a crate, with the unchanged functions of its files. It uses the database of a program that was loaded `before`
/// if it can.
pub(crate) fn load_with(
    options: &ProgramOptions,
    extent: Extent,
    before: Option<Loaded>,
    settle: &Settle<'_>,
) -> Result<(Loaded, Outside), Fault> {
    let (mut given, outside) = given(options).map_err(Fault::Setup)?;
    given.libraries.whole = match extent {
        Extent::Named => false,
        Extent::Proofs => options.vstd.is_some(),
        Extent::Whole => true,
    };
    given.libraries.always_vstd = extent == Extent::Whole;
    let loaded = match before {
        Some(before) => before.reload(&given, settle),
        None => certus_frontend::load_with_settled(&given, settle),
    };
    let loaded = loaded.map_err(|error| Fault::Setup(error.to_string()))?;
    if let Some(path) = &options.depinfo {
        write_depinfo(path, &loaded).map_err(Fault::Setup)?;
    }
    Ok((loaded, outside))
}

/// Writes the list of files that the crate was read from, with a hash of each file's text.
fn write_depinfo(path: &Path, loaded: &Loaded) -> Result<(), String> {
    let files: Vec<String> = loaded.files().iter().map(|file| file.display().to_string()).collect();
    let hashes: Vec<String> = loaded.texts().map(|(_, text)| certus_cache::digest(text)).collect();
    let text = json!({ "version": 1, "files": files, "hashes": hashes }).to_string();
    std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// The options of the front end for a program.
fn given(options: &ProgramOptions) -> Result<(Options, Outside), String> {
    let (mut given, mut outside) = own(options)?;
    if let Some(path) = &options.vstd {
        other_library(path, &options.vstd_cfg, &mut given, &mut outside)?;
    }
    Ok((given, outside))
}

/// Puts another library `vstd` first in the list of crates. All crates then use it under that name. Its target is that of
/// the program: it declares the atomic types that the target has.
fn other_library(path: &Path, cfgs: &[String], given: &mut Options, outside: &mut Outside) -> Result<(), String> {
    let source = LibrarySource::at(path).map_err(|error| error.to_string())?;
    let mut cfgs = if cfgs.is_empty() { source.cfgs } else { cfgs.to_vec() };
    cfgs.extend(given.cfgs.iter().filter(|cfg| is_of_target(cfg)).cloned());
    let library = Dependency {
        kind: Kind::Library,
        name: "vstd".into(),
        root_file: source.root,
        edition: edition(&source.edition)?,
        cfgs,
        ..Dependency::default()
    };
    let needs = |needs: &mut Vec<Need>| {
        needs.iter_mut().for_each(|need| need.number += 1);
        needs.push(Need { name: "vstd".into(), number: 0 });
    };
    let verified = given.dependencies.iter_mut().filter(|other| other.kind == Kind::Verified);
    verified.map(|other| &mut other.needs).for_each(needs);
    let external = given.dependencies.iter_mut().filter(|other| matches!(other.kind, Kind::External | Kind::Macros));
    external.flat_map(|other| &mut other.needs).for_each(|need| need.number += 1);
    needs(&mut given.needs);
    given.dependencies.insert(0, library);
    outside.metadata.insert(0, None);
    outside.environments.insert(0, Vec::new());
    Ok(())
}

/// Whether a flag is about the target, and so is the same for all crates of a program.
fn is_of_target(cfg: &str) -> bool {
    cfg.trim_start().starts_with("target_")
}

/// The crate and its dependencies, except for another library `vstd`.
fn own(options: &ProgramOptions) -> Result<(Options, Outside), String> {
    let edition = edition(&options.edition)?;
    let mut cfgs = options.cfg.clone();
    if !cfgs.iter().any(|cfg| is_of_target(cfg)) {
        cfgs.extend(match &options.target {
            Some(triple) => {
                let compiler = Compiler::find().map_err(|error| error.to_string())?;
                compiler.cfgs(triple).map_err(|error| error.to_string())?
            }
            // Without a compiler nothing can be verified. The error is reported when rustc should check the program.
            None => host_cfgs().unwrap_or_default(),
        });
    }
    if options.is_vstd {
        cfgs.extend(LIBRARY_CFGS.map(str::to_string));
    }
    let mut given = Options {
        root_file: options.file.clone(),
        edition,
        crate_name: options.crate_name.clone(),
        cfgs: cfgs.clone(),
        libraries: Libraries { is_vstd: options.is_vstd, ..Libraries::default() },
        verifies_all: options.no_external_by_default,
        ..Options::default()
    };
    if let Some(path) = &options.crates {
        let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
        let outside = read(&text, &mut given).map_err(|reason| format!("`{}`: {reason}", path.display()))?;
        return Ok((given, outside));
    }
    for named in &options.dependencies {
        let Some((name, file)) = named.split_once('=') else {
            return Err(format!("`--dependency {named}` is not of the form NAME=FILE"));
        };
        let (name, root_file, cfgs) = (name.to_string(), file.into(), cfgs.clone());
        let needs = all(&given.dependencies);
        given.dependencies.push(Dependency { name, root_file, edition, cfgs, needs, ..Dependency::default() });
    }
    given.needs = all(&given.dependencies);
    let outside = Outside {
        metadata: vec![None; given.dependencies.len()],
        environments: vec![Vec::new(); given.dependencies.len()],
        ..Outside::default()
    };
    Ok((given, outside))
}

/// Parses an edition. Only editions in which specifications can be written are accepted.
fn edition(name: &str) -> Result<Edition, String> {
    let known = Edition::named(name).filter(|edition| *edition != Edition::Edition2015);
    known.ok_or_else(|| format!("unknown edition `{name}`: use 2018, 2021 or 2024"))
}

/// A dependency on each crate so far, under the crate's own name.
fn all(dependencies: &[Dependency]) -> Vec<Need> {
    dependencies.iter().enumerate().map(|(number, known)| Need { name: known.name.clone(), number }).collect()
}

/// The top-level fields of a file for `--crates`.
const KNOWN_OF_FILE: [&str; 7] = ["version", "crates", "deps", "env", "search", "directory", "macro_server"];

/// The procedural macros of a dynamic library, with the current contents of the library.
fn macros(library: &str, server: &str) -> Result<MacroLibrary, String> {
    let bytes = std::fs::read(library).map_err(|error| format!("cannot read `{library}`: {error}"))?;
    Ok(MacroLibrary { library: library.into(), digest: certus_cache::digest_of_bytes(&bytes), server: server.into() })
}

/// Reads the text of a file for `--crates`.
fn read(text: &str, given: &mut Options) -> Result<Outside, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let file = Fields::new(&value, "the file", &KNOWN_OF_FILE)?;
    if file.get("version").and_then(Value::as_u64) != Some(1) {
        return Err("its `version` is not 1, the one that this Certus reads".into());
    }
    let mut outside = Outside { env: file.environment("env")?, ..Outside::default() };
    for (number, value) in file.list("crates")?.iter().enumerate() {
        let known = ["name", "root", "edition", "cfg", "kind", "metadata", "env", "deps", "directory"];
        let fields = Fields::new(value, &format!("crate {number}"), &known)?;
        let kind = match fields.text("kind")?.as_str() {
            "verified" => Kind::Verified,
            "external" => Kind::External,
            "library" => Kind::Library,
            "macros" => Kind::Macros,
            other => {
                let text = format!("`{other}` is none of `verified`, `external`, `macros` and `library`");
                return Err(fields.wrong("kind", &text));
            }
        };
        let metadata = match (fields.get("metadata").filter(|value| !value.is_null()), kind) {
            (None, _) => None,
            (Some(_), Kind::External | Kind::Macros) => Some(PathBuf::from(fields.text("metadata")?)),
            // The metadata of a verified crate is made from its declarations.
            (Some(_), Kind::Verified | Kind::Library) => None,
        };
        let macros = match kind {
            Kind::Macros => Some(macros(&fields.text("metadata")?, &file.text("macro_server")?)?),
            _ => None,
        };
        let env = fields.environment("env")?;
        let directory = fields.path("directory")?;
        let files = match (&metadata, kind) {
            (Some(metadata), Kind::External) => compiled_files::of(metadata, directory.as_deref()),
            _ => Vec::new(),
        };
        outside.metadata.push(metadata);
        outside.environments.push(env.clone());
        given.dependencies.push(Dependency {
            kind,
            env,
            name: fields.text("name")?,
            root_file: fields.text("root")?.into(),
            files,
            edition: match (fields.text("edition")?.as_str(), kind) {
                ("2015", Kind::External | Kind::Macros) => Edition::Edition2015,
                (name, _) => edition(name).map_err(|reason| fields.wrong("edition", &reason))?,
            },
            cfgs: fields.texts("cfg")?,
            needs: fields.needs()?,
            macros,
            directory,
        });
    }
    given.needs = file.needs()?;
    given.env = outside.env.clone();
    given.directory = file.path("directory")?;
    outside.search = file.texts("search")?.into_iter().map(PathBuf::from).collect();
    Ok(outside)
}

/// A JSON object of the file, with a description of its place for error messages.
struct Fields<'v> {
    object: &'v Map<String, Value>,
    place: String,
}

impl<'v> Fields<'v> {
    /// Checks that the object has only `known` fields. `Err` names another one: a misspelt field must not count as left
    /// out.
    fn new(value: &'v Value, place: &str, known: &[&str]) -> Result<Fields<'v>, String> {
        let object = value.as_object().ok_or_else(|| format!("{place} is not an object"))?;
        let fields = Fields { object, place: place.to_string() };
        match object.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(fields.wrong(name, "there is no such field")),
            None => Ok(fields),
        }
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.object.get(name)
    }

    fn wrong(&self, name: &str, reason: &str) -> String {
        format!("{}, field `{name}`: {reason}", self.place)
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let text = self.get(name).and_then(Value::as_str);
        text.map(str::to_string).ok_or_else(|| self.wrong(name, "a string is expected"))
    }

    /// An optional path.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, String> {
        if self.get(name).is_none() { Ok(None) } else { Ok(Some(PathBuf::from(self.text(name)?))) }
    }

    /// An optional list; empty if it is left out.
    fn list(&self, name: &str) -> Result<&'v [Value], String> {
        match self.get(name) {
            None => Ok(&[]),
            Some(value) => value.as_array().map(Vec::as_slice).ok_or_else(|| self.wrong(name, "a list is expected")),
        }
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let text = |value: &Value| value.as_str().map(str::to_string);
        let texts = self.list(name)?.iter().map(text);
        texts.collect::<Option<_>>().ok_or_else(|| self.wrong(name, "a list of strings is expected"))
    }

    /// The environment variables in a field.
    fn environment(&self, name: &str) -> Result<Vec<(String, String)>, String> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let wrong = || self.wrong(name, "an object of strings is expected");
        let variable = |(name, value): (&String, &Value)| Some((name.clone(), value.as_str()?.to_string()));
        let object = value.as_object().ok_or_else(wrong)?;
        let is_variable =
            |(name, value): &(String, String)| !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0');
        let variables: Vec<_> = object.iter().map(variable).collect::<Option<_>>().ok_or_else(wrong)?;
        if variables.iter().all(is_variable) { Ok(variables) } else { Err(wrong()) }
    }

    /// The dependencies in a field.
    fn needs(&self) -> Result<Vec<Need>, String> {
        let need = |value: &Value| {
            let fields = Fields::new(value, &format!("{}, field `deps`", self.place), &["crate", "name"])?;
            let number = fields.get("crate").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
            let number = number.ok_or_else(|| fields.wrong("crate", "the number of a crate is expected"))?;
            Ok(Need { name: fields.text("name")?, number })
        };
        self.list("deps")?.iter().map(need).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, read};

    fn error(text: &str) -> String {
        read(text, &mut Options::default()).expect_err("it is malformed")
    }

    #[test]
    fn a_malformed_file_is_told() {
        assert!(error("{").contains("this is not JSON"));
        assert!(error("[]").contains("is not an object"));
        assert!(error(r#"{"version": 2}"#).contains("`version` is not 1"));
        assert!(error(r#"{"version": 1, "dep": []}"#).contains("field `dep`: there is no such field"));
        assert!(error(r#"{"version": 1, "deps": [{"crate": "a", "name": "b"}]}"#).contains("the number of a crate"));
        let with = |field: &str| {
            let own = r#""name": "a", "root": "a.rs", "edition": "2021""#;
            error(&format!(r#"{{"version": 1, "crates": [{{{own}, {field}}}]}}"#))
        };
        assert!(with(r#""kind": "macros", "metadata": "m.so""#).contains("`macro_server`: a string is expected"));
        assert!(with(r#""kind": "other""#).contains("is none of `verified`"));
        assert!(with(r#""kind": "external", "metadata": 1"#).contains("a string is expected"));
        assert!(with(r#""kind": "verified", "env": {"A=": "b"}"#).contains("an object of strings"));
        assert!(with(r#""kind": "verified", "cfg": "a""#).contains("a list is expected"));
        let old = |kind: &str| {
            let own = r#""name": "a", "root": "a.rs", "edition": "2015""#;
            let text = format!(r#"{{"version": 1, "crates": [{{{own}, "kind": "{kind}"}}]}}"#);
            read(&text, &mut Options::default()).err()
        };
        assert!(old("verified").is_some_and(|reason| reason.contains("unknown edition `2015`")));
        assert_eq!(old("external"), None);
    }
}
