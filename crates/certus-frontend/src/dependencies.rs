//! The other crates that a program uses, as they come from the user.
//!
//! Two of them may have one name, as two versions of one package do, and one may be called as the crate under
//! verification is, as the library beside a program of one package. Paths begin with the names of crates and two items
//! must not share one, so each crate gets a name that it has alone.

use ra_ap_base_db::{CrateBuilderId, CrateOrigin, Env, FileId, all_crates};
use ra_ap_cfg::CfgExpr;
use ra_ap_hir_def::{AdtId, Lookup as _};
use ra_ap_intern::Symbol;
use ra_ap_syntax::AstNode as _;
use ra_ap_syntax::ast::{self, HasAttrs as _};

use crate::crates::{ALIAS, Known, NUMBER, Named};
use crate::database::Database;
use crate::graph::{CrateSpec, Files, Graph, TOOL_ATTRS, edition};
use crate::key::Key;
use crate::libraries::RESERVED;
use crate::settled::SettledFiles;
use crate::{Dependency, Kind, LoadError, MacroLibrary, Need, Options};

/// Attributes that leave the type as it is written.
const HARMLESS: [&str; 16] = [
    "derive",
    "::core::prelude::v1::derive",
    "doc",
    "repr",
    "allow",
    "warn",
    "deny",
    "forbid",
    "expect",
    "must_use",
    "non_exhaustive",
    "deprecated",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "default",
];

/// What the names of attributes begin with that only tools read.
const TOOLS: [&str; 3] = ["clippy::", "diagnostic::", "rustfmt::"];

/// The name of the library that another one may take the place of.
const LIBRARY: &str = "vstd";

/// Names that no crate can have.
const WORDS: [&str; 5] = ["_", "crate", "self", "super", "Self"];

/// A crate in the graph.
pub(crate) struct Other {
    /// The name that no other crate has.
    name: String,
    root: FileId,
    pub(crate) id: CrateBuilderId,
    needs: Vec<Need>,
    /// Its configuration flags.
    pub(crate) cfgs: Vec<String>,
    edition: crate::Edition,
    kind: Kind,
    /// Its macros, and the text of its root file, where it is a crate of macros.
    pub(crate) macros: Option<(MacroLibrary, String)>,
}

/// The crates as the database knows them.
pub(crate) fn known(db: &Database, others: Vec<Other>) -> Result<Vec<Known>, LoadError> {
    let mut out = Vec::new();
    for Other { name, root, needs, cfgs, edition, kind, .. } in others {
        let found = all_crates(db).iter().copied().find(|krate| krate.data(db).root_file_id == root);
        let lost = || LoadError::Internal(format!("the crate `{name}` is not in the graph that was made for it"));
        let krate = found.ok_or_else(lost)?;
        out.push(Known { name, edition, cfgs, needs, kind, krate });
    }
    Ok(out)
}

/// The crates that a crate uses, under the names that it uses.
pub(crate) fn used<'n>(
    name: &str,
    needs: &'n [Need],
    before: &[Other],
) -> Result<Vec<(&'n str, CrateBuilderId)>, LoadError> {
    let mut used: Vec<(&'n str, CrateBuilderId)> = Vec::new();
    for need in needs {
        let taken = used.iter().any(|(other, _)| *other == need.name);
        let is_library =
            need.name == LIBRARY && before.get(need.number).is_some_and(|other| other.kind == Kind::Library);
        if !(is_name(&need.name) || is_library) || taken {
            return Err(LoadError::DependencyName(need.name.clone()));
        }
        let missing = || LoadError::DependencyOrder { name: name.to_string(), needs: need.name.clone() };
        used.push((&need.name, before.get(need.number).ok_or_else(missing)?.id));
    }
    Ok(used)
}

/// The libraries that a crate may name, and the crates that it uses: these have their names first.
pub(crate) fn all<'n>(
    mut libraries: Vec<(&'n str, CrateBuilderId)>,
    used: Vec<(&'n str, CrateBuilderId)>,
) -> Vec<(&'n str, CrateBuilderId)> {
    libraries.retain(|(name, _)| used.iter().all(|(other, _)| other != name));
    libraries.extend(used);
    libraries
}

fn is_name(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c == '_' || c.is_alphabetic());
    let is_word = begins && name.chars().all(|c| c == '_' || c.is_alphanumeric());
    is_word && !WORDS.contains(&name) && !RESERVED.contains(&name) && !name.starts_with(ALIAS)
}

/// An environment of these variables alone.
pub(crate) fn environment(variables: &[(String, String)]) -> Env {
    let mut env = Env::default();
    for (name, value) in variables {
        env.set(name, value.clone());
    }
    env
}

impl Graph {
    /// All crates that the program depends on; `own` is the name of the crate under verification.
    pub(crate) fn dependencies(
        &mut self,
        options: &Options,
        files: &[Files],
        libraries: &[(&str, CrateBuilderId)],
        own: &str,
        forms: &SettledFiles,
    ) -> Result<Vec<Other>, LoadError> {
        let mut taken: Vec<String> = vec![own.to_string()];
        taken.extend(options.dependencies.iter().map(|dependency| dependency.name.clone()));
        let mut others: Vec<Other> = Vec::new();
        for (dependency, files) in options.dependencies.iter().zip(files) {
            let is_first = dependency.name != own && others.iter().all(|other| other.name != dependency.name);
            let name = if is_first { dependency.name.clone() } else { free_name(&dependency.name, &taken) };
            taken.push(name.clone());
            let other =
                self.dependency(dependency, name, files, libraries, (&others, forms), options.libraries.whole)?;
            others.push(other);
        }
        self.leave_out_unread();
        Ok(others)
    }

    fn dependency(
        &mut self,
        dependency: &Dependency,
        name: String,
        files: &Files,
        libraries: &[(&str, CrateBuilderId)],
        (before, forms): (&[Other], &SettledFiles),
        whole: bool,
    ) -> Result<Other, LoadError> {
        let is_library = dependency.kind == Kind::Library;
        let is_second = is_library && before.iter().any(|other| other.kind == Kind::Library);
        if is_second || is_library != (dependency.name == LIBRARY) || !(is_library || is_name(&dependency.name)) {
            return Err(LoadError::DependencyName(dependency.name.clone()));
        }
        let is_macros = dependency.kind == Kind::Macros;
        let deps = all(libraries.to_vec(), used(&dependency.name, &dependency.needs, before)?);
        let first = self.texts.len();
        // Macros are declared in the root file, and the rest is not looked at.
        let root_path = std::path::absolute(&dependency.root_file).unwrap_or_default();
        let text = files.get(&root_path).cloned().unwrap_or_default();
        let root = match is_macros {
            true => self.crate_files(&Files::from([(root_path, text.clone())]), &dependency.root_file)?,
            false => self.crate_files(files, &dependency.root_file)?,
        };
        if is_library {
            self.foreign_forms(first, files, forms, whole);
        }
        if dependency.kind == Kind::External {
            self.note_unread(first, dependency.edition, &dependency.cfgs);
        }
        let mut env = environment(&dependency.env);
        env.set(NUMBER, before.len().to_string());
        let spec = CrateSpec {
            name: &name,
            edition: edition(dependency.edition),
            // Not one of the libraries, which are read ahead on a small stack.
            origin: CrateOrigin::Local { repo: None, name: Some(Symbol::intern(&name)) },
            attrs: TOOL_ATTRS.iter().map(|a| a.to_string()).collect(),
            cfgs: &dependency.cfgs,
            is_proc_macro: is_macros,
            has_ghost: !matches!(dependency.kind, Kind::External | Kind::Macros),
            env,
            directory: dependency.directory.as_deref(),
        };
        let id = self.add(root, spec, &deps);
        let macros = dependency.macros.clone().filter(|_| is_macros).map(|macros| (macros, text));
        let (needs, cfgs, edition) = (dependency.needs.clone(), dependency.cfgs.clone(), dependency.edition);
        Ok(Other { name, root, id, needs, cfgs, edition, kind: dependency.kind, macros })
    }
}

/// The path of an attribute.
fn path_of_meta(meta: ast::Meta) -> Option<String> {
    let path = match meta {
        ast::Meta::PathMeta(meta) => meta.path(),
        ast::Meta::TokenTreeMeta(meta) => meta.path(),
        ast::Meta::KeyValueMeta(meta) => meta.path(),
        ast::Meta::CfgMeta(_) => return Some("cfg".to_string()),
        _ => return Some("unsafe".to_string()),
    };
    Some(path?.syntax().text().to_string().replace(char::is_whitespace, ""))
}

/// The name with the smallest number behind it that nobody has.
fn free_name(name: &str, taken: &[String]) -> String {
    let numbered = |n: usize| format!("{name}_{n}");
    let is_free = |n: &usize| !taken.contains(&numbered(*n));
    numbered((2..).find(is_free).unwrap_or(0))
}

impl crate::Loaded {
    /// The crates that the program depends on, each after those that it uses.
    pub fn dependencies(&self) -> &[Known] {
        self.crates().dependencies()
    }

    /// The crates that the text of a crate may name: of a dependency by its number, or of the crate under verification.
    /// An expansion may name crates that the source does not.
    pub fn named(&self, number: Option<usize>) -> Vec<Named> {
        self.crates().named(number)
    }

    /// The files that the crate under verification was read from, by their absolute paths.
    pub fn files(&self) -> &[std::path::PathBuf] {
        self.crates().files()
    }

    /// The same with what was read from them; by now something else may be there.
    pub fn texts(&self) -> impl Iterator<Item = (&std::path::PathBuf, &str)> {
        let sources = self.as_written().sources();
        // The files of the crate are the first that were added.
        let text = |number| sources.file(certus_diagnostics::FileId(number)).map_or("", |file| &*file.text);
        self.files().iter().zip((0..).map(text))
    }

    /// The files that modules of the crate could have been in and that are not there now.
    pub fn absent_files(&self) -> Vec<std::path::PathBuf> {
        crate::modules::absent(self.texts())
    }

    /// The configuration flags of the crate under verification, those that verification sets not among them.
    pub fn cfgs(&self) -> &[String] {
        self.crates().cfgs()
    }

    /// An attribute on a type of a crate that nobody verifies that may be a macro, which would make another type of it.
    pub(crate) fn unknown_attribute(&self, key: Key) -> Option<String> {
        if !self.crates().is_external(key.module(self).krate(self.db())) {
            return None;
        }
        // On fields and variants stand only attributes that a derive reads.
        let item = ast::AnyHasAttrs::cast(self.syntax(key)?.value)?;
        let krate = key.module(self).krate(self.db());
        let is_off = |meta: &ast::CfgAttrMeta| {
            let condition = meta.cfg_predicate().map(CfgExpr::parse_from_ast);
            condition.is_some_and(|condition| krate.cfg_options(self.db()).check(&condition) == Some(false))
        };
        let names = item.attrs().flat_map(|attr| match attr.meta() {
            Some(ast::Meta::CfgAttrMeta(meta)) if is_off(&meta) => Vec::new(),
            Some(ast::Meta::CfgAttrMeta(meta)) => meta.metas().filter_map(path_of_meta).collect::<Vec<_>>(),
            Some(meta) => path_of_meta(meta).into_iter().collect(),
            None => Vec::new(),
        });
        let helpers = self.derive_helpers(key);
        let is_of_tool = |name: &String| TOOLS.iter().any(|tool| name.starts_with(tool));
        let is_harmless = |name: &String| HARMLESS.contains(&name.as_str()) || is_of_tool(name);
        names.into_iter().find(|name| !is_harmless(name) && !helpers.contains(name))
    }

    /// The attributes that the derives of a type read, as `serde` is for `Serialize`. A macro of such a name would be an error
    /// of rustc.
    fn derive_helpers(&self, key: Key) -> Vec<String> {
        let db = self.db();
        let id = match key {
            Key::Adt(AdtId::StructId(id)) => id.lookup(db).id.upcast(),
            Key::Adt(AdtId::UnionId(id)) => id.lookup(db).id.upcast(),
            Key::Adt(AdtId::EnumId(id)) => id.lookup(db).id.upcast(),
            _ => return Vec::new(),
        };
        let found = key.module(self).def_map(db).derive_helpers_in_scope(id).unwrap_or_default();
        found.iter().map(|(name, ..)| name.as_str().to_string()).collect()
    }
}
