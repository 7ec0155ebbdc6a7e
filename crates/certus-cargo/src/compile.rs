//! Compiles a verified program that is in no package (`certus verify --compile`): in a package that is written for it.
//!
//! The package is in a directory of the cache, beside the crates that programs are compiled with. So these are compiled
//! once.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use crate::cargo::Cargo;
use crate::create::{Packages, known_cfgs, lock};
use crate::mirror::Mirror;
use crate::{DIRECTORY, Error};

/// The crates that a program may name.
const NAMED: [&str; 4] = ["vstd", "verus_builtin", "verus_builtin_macros", "verus_state_machines_macros"];

/// A program to compile.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The root file.
    pub root: &'a Path,
    /// The text to compile in place of that of the root file.
    pub root_text: Option<&'a str>,
    /// The name of the crate.
    pub name: &'a str,
    /// The edition.
    pub edition: &'a str,
    /// `bin`, or the type of a library, as rustc names it.
    pub crate_type: &'a str,
    /// The file to write; by default in the current directory, with the name that cargo gives to it.
    pub output: Option<&'a Path>,
    /// Whether to optimize.
    pub optimize: bool,
    /// The configuration that it is compiled with: a name, or a name and a value.
    pub cfgs: &'a [String],
    /// Options of rustc for the generated code (`-C`).
    pub codegen: &'a [String],
}

impl Program<'_> {
    /// Compiles the program in this directory, which nothing else uses, and returns the path of the file that it wrote.
    /// `on_line` is called for each line that cargo prints about its progress. Only one process compiles at a time.
    ///
    /// # Errors
    ///
    /// [`Error::Cargo`] if the program does not compile, and others if a file cannot be written.
    pub fn compile(&self, cargo: &Cargo, directory: &Path, on_line: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let package = directory.join("program");
        fs::create_dir_all(&package).map_err(Error::file(&package))?;
        let guard = directory.join("lock");
        // The lock ends with the file.
        let file = File::create(&guard).map_err(Error::file(&guard))?;
        file.lock().map_err(Error::file(&guard))?;
        certus_vendor::write(&directory.join(DIRECTORY))?;
        let manifest = package.join("Cargo.toml");
        let root = std::path::absolute(self.root).map_err(Error::file(self.root))?;
        let mirror = self.root_text.map(|text| Mirror::new(&package, &root, text)).transpose()?;
        let text = self.manifest(mirror.as_ref().map_or(root.as_path(), Mirror::root));
        fs::write(&manifest, text).map_err(Error::file(&manifest))?;
        lock(cargo, &package, &Packages::Vendored);
        let mut arguments = self.arguments(&manifest, &directory.join("target"));
        arguments.extend(mirror.iter().flat_map(Mirror::options));
        let ran = cargo.listen("rustc", &arguments, on_line)?;
        if !ran.success {
            return Err(Error::Cargo { output: ran.stderr.trim().to_string() });
        }
        let made = made(&ran.stdout, self.name).ok_or_else(|| Error::Answer {
            command: "rustc",
            reason: format!("it made no file for `{}`", self.name),
        })?;
        let output = match (self.output, made.file_name()) {
            (Some(output), _) => output.to_path_buf(),
            (None, Some(name)) => PathBuf::from(name),
            (None, None) => PathBuf::from(self.name),
        };
        fs::copy(&made, &output).map_err(Error::file(&output))?;
        Ok(output)
    }

    fn is_program(&self) -> bool {
        self.crate_type == "bin"
    }

    fn manifest(&self, root: &Path) -> String {
        let mut target = Table::new();
        target.insert("name", value(self.name));
        target.insert("path", value(root.to_string_lossy().into_owned()));
        let mut document = DocumentMut::new();
        let mut package = Table::new();
        package.insert("name", value("program"));
        package.insert("version", value("0.0.0"));
        package.insert("edition", value(self.edition));
        document.insert("package", Item::Table(package));
        if self.is_program() {
            let mut targets = toml_edit::ArrayOfTables::new();
            targets.push(target);
            document.insert("bin", Item::ArrayOfTables(targets));
        } else {
            target.insert("crate-type", value([self.crate_type].into_iter().collect::<Array>()));
            document.insert("lib", Item::Table(target));
        }
        let mut dependencies = Table::new();
        for name in NAMED {
            let mut dependency = InlineTable::new();
            dependency.insert("path", format!("../{DIRECTORY}/{name}").into());
            dependencies.insert(name, value(dependency));
        }
        document.insert("dependencies", Item::Table(dependencies));
        let mut rust = Table::new();
        rust.insert("unexpected_cfgs", value(known_cfgs()));
        let mut lints = Table::new();
        lints.insert("rust", Item::Table(rust));
        document.insert("lints", Item::Table(lints));
        // The package is its own workspace, whatever is around it.
        document.insert("workspace", Item::Table(Table::new()));
        document.to_string()
    }

    fn arguments(&self, manifest: &Path, target: &Path) -> Vec<String> {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut all = vec!["--message-format=json-render-diagnostics".to_string()];
        all.extend(["--manifest-path".to_string(), path(manifest), "--target-dir".to_string(), path(target)]);
        all.extend(self.optimize.then(|| "--release".to_string()));
        match self.is_program() {
            true => all.extend(["--bin".to_string(), self.name.to_string()]),
            false => all.push("--lib".to_string()),
        }
        all.push("--".to_string());
        let cfgs = self.cfgs.iter().map(|cfg| ("--cfg", cfg));
        let codegen = self.codegen.iter().map(|option| ("-C", option));
        all.extend(cfgs.chain(codegen).flat_map(|(flag, value)| [flag.to_string(), value.clone()]));
        all
    }
}

/// The file of the program, in the records of cargo.
fn made(records: &str, name: &str) -> Option<PathBuf> {
    let of_program = |record: &Value| {
        let is_own = record["reason"] == "compiler-artifact" && record["target"]["name"] == name;
        let file = record["executable"].as_str().or_else(|| record["filenames"][0].as_str());
        file.filter(|_| is_own).map(PathBuf::from)
    };
    let records = records.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    // Those of the dependencies come before it.
    records.filter_map(|record| of_program(&record)).next_back()
}

#[cfg(test)]
mod tests {
    use super::{Program, made};
    use std::path::{Path, PathBuf};

    fn program(crate_type: &str) -> Program<'_> {
        let root = Path::new("/p/a.rs");
        let (cfgs, codegen) = (&[], &[]);
        let root_text = None;
        Program { root, root_text, name: "a", edition: "2021", crate_type, output: None, optimize: true, cfgs, codegen }
    }

    #[test]
    fn manifest_names_the_file_and_the_crates() {
        let text = program("bin").manifest("/p/a.rs".as_ref());
        assert!(text.contains("[[bin]]\nname = \"a\"\npath = \"/p/a.rs\"") && !text.contains("[lib]"), "{text}");
        let text = program("cdylib").manifest("/p/a.rs".as_ref());
        assert!(text.contains("[lib]") && text.contains("crate-type = [\"cdylib\"]") && !text.contains("[[bin]]"));
        assert!(text.contains("vstd = { path = \"../vendor-certus/vstd\" }"), "{text}");
    }

    #[test]
    fn options_of_rustc_come_last() {
        let (cfgs, codegen) = (["a".to_string()], ["debug-assertions=on".to_string()]);
        let program = Program { cfgs: &cfgs, codegen: &codegen, ..program("lib") };
        let all = program.arguments(Path::new("m"), Path::new("t"));
        assert_eq!(all[all.len() - 7..], ["--release", "--lib", "--", "--cfg", "a", "-C", "debug-assertions=on"]);
    }

    #[test]
    fn file_of_the_program_is_found() {
        let record = |name: &str, executable: &str, file: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"executable":{executable},"filenames":["{file}"]}}"#
            )
        };
        let records =
            [record("vstd", "null", "libvstd.rlib"), record("a", "\"/t/a\"", "/t/a"), "{}".to_string()].join("\n");
        assert_eq!(made(&records, "a"), Some(PathBuf::from("/t/a")));
        assert_eq!(made(&record("a", "null", "/t/liba.rlib"), "a"), Some(PathBuf::from("/t/liba.rlib")));
        assert_eq!(made(&records, "b"), None);
    }
}
