//! Builds the crate graph: the user's crate and the libraries it may name.
//!
//! The libraries are part of this program and the user's files are read once, so that one load sees one state of the
//! disk; everything after is computed from the texts in memory. The target is fixed to 64 bits for types and layout;
//! where a proof depends on the size of a pointer, that is stated in the program (reference page `reference-global`).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::thread::JoinHandle;

use certus_diagnostics::Sources;
use ra_ap_base_db::target::{Arch, TargetData};
use ra_ap_base_db::{
    AbsPathBuf, CrateBuilderId, CrateDisplayName, CrateGraphBuilder, CrateName, CrateOrigin, CrateWorkspaceData,
    DependencyBuilder, Env, FileChange, FileId, FileSet, LangCrateOrigin, SourceRoot, Version, VfsPath,
};
use ra_ap_cfg::CfgOptions;
use ra_ap_hir::{ChangeWithProcMacros, ProcMacrosBuilder};
use ra_ap_intern::Symbol;
use ra_ap_span::Edition as RaEdition;
use triomphe::Arc;

use crate::database::Database;
use crate::dependencies::{self, Other};
use crate::expander::{self, RewriteErrors};
use crate::libraries::{self, Interfaces, LibraryFile};
use crate::procedural::{self, Server};
use crate::reload::Shape;
use crate::settled::{Settle, Settled, SettledFiles};
use crate::{Edition, Kind, LoadError, Need, Options, ahead, modules};

/// Where a pointer has 64 bits and integers are aligned as on x86-64.
const DATA_LAYOUT: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Where a pointer has 32 bits and integers are aligned as on i686.
const DATA_LAYOUT_32: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// How many bits a pointer has, where the configuration says it.
pub(crate) fn pointer_bits(cfgs: &[String]) -> Option<u32> {
    let value =
        |cfg: &String| Some(cfg.split_once('=').filter(|(key, _)| key.trim() == "target_pointer_width")?.1.to_string());
    cfgs.iter().find_map(value)?.trim().trim_matches('"').parse().ok()
}

/// Attributes every crate gets: the tools whose attributes the surface language uses.
pub(crate) const TOOL_ATTRS: [&str; 3] = ["feature(register_tool)", "register_tool(verus)", "register_tool(verifier)"];

/// The flags under which ghost code is there.
pub const GHOST_CFGS: [&str; 3] = ["verus_keep_ghost", "verus_keep_ghost_body", "verus_only"];

/// The names of the libraries that a program may name.
pub(crate) const RESERVED: [&str; 6] = ["core", "alloc", "std", "verus_builtin_macros", "verus_builtin", "vstd"];

/// Everything [`crate::Loaded`] is made of.
pub(crate) struct Parts {
    /// The database, all inputs set.
    pub(crate) db: Database,
    /// The text of every file; the index of a file is the same here and in the database.
    pub(crate) sources: Sources,
    /// Files that are loaded in interface form, by their number.
    pub(crate) interfaces: Interfaces,
    /// The settled functions.
    pub(crate) settled: Settled,
    /// The file of the crate's root.
    pub(crate) root: FileId,
    /// The crate's name.
    pub(crate) name: String,
    /// The crates that it depends on.
    pub(crate) dependencies: Vec<Other>,
    /// Those that it uses itself.
    pub(crate) needs: Vec<Need>,
    /// The files that the crate was read from.
    pub(crate) files: Vec<PathBuf>,
    /// Its configuration flags.
    pub(crate) cfgs: Vec<String>,
    /// Where macro expansions leave the errors of the rewriter.
    pub(crate) rewrite_errors: RewriteErrors,
    /// The thread that reads the libraries ahead, if there is one.
    pub(crate) ahead: Option<JoinHandle<()>>,
    /// What all of this was made for.
    pub(crate) shape: Shape,
    /// Whether the database was there before, with other texts.
    pub(crate) is_reloaded: bool,
}

/// The crate graph while it grows.
pub(crate) struct Graph {
    crates: CrateGraphBuilder,
    /// One for each crate: the set of files that its modules may come from.
    pub(crate) roots: Vec<SourceRoot>,
    /// The contents of the files, put into the database at the end.
    pub(crate) texts: Vec<(FileId, String)>,
    sources: Sources,
    /// Files of libraries that are loaded in another form than they were written in.
    pub(crate) interfaces: Interfaces,
    /// Which files of the next library are loaded; the others are as good as empty.
    wanted: Option<Vec<bool>>,
    /// The target and the version of Rust, the same for all crates.
    workspace: Arc<CrateWorkspaceData>,
    /// The directory that macros run in where no other is known; none of ours reads files.
    directory: Arc<AbsPathBuf>,
}

/// What one crate is.
pub(crate) struct CrateSpec<'a> {
    pub(crate) name: &'a str,
    pub(crate) edition: RaEdition,
    /// Tells the user's crates, the standard library and other libraries apart: lang items are looked for by it.
    pub(crate) origin: CrateOrigin,
    /// Attributes as if written at the top of the crate.
    pub(crate) attrs: Vec<String>,
    /// Flags that hold in this crate only.
    pub(crate) cfgs: &'a [String],
    /// Whether the macros of the expander belong to this crate.
    pub(crate) is_proc_macro: bool,
    /// Whether ghost code is kept in it.
    pub(crate) has_ghost: bool,
    /// What the environment was when it was built.
    pub(crate) env: Env,
    /// Where rustc runs when it compiles it, if that is known.
    pub(crate) directory: Option<&'a std::path::Path>,
}

impl Graph {
    /// An empty one.
    fn new(options: &Options) -> Result<Graph, LoadError> {
        let layout = match pointer_bits(&options.cfgs) {
            None | Some(64) => DATA_LAYOUT,
            Some(32) => DATA_LAYOUT_32,
            Some(bits) => return Err(LoadError::PointerWidth(bits)),
        };
        Ok(Graph {
            crates: CrateGraphBuilder::default(),
            roots: Vec::new(),
            texts: Vec::new(),
            sources: Sources::default(),
            interfaces: HashMap::new(),
            wanted: None,
            workspace: Arc::new(CrateWorkspaceData {
                target: Ok(TargetData { data_layout: layout.into(), arch: Arch::Other }),
                toolchain: Some(Version::new(1, 95, 0)),
            }),
            directory: Arc::new(AbsPathBuf::assert_utf8(PathBuf::from("/"))),
        })
    }

    /// One text under one number, the same for places in messages and for the database.
    pub(crate) fn file(&mut self, set: &mut FileSet, path: VfsPath, shown: PathBuf, text: &str) -> FileId {
        let id = FileId::from_raw(self.sources.add(shown, text).0);
        set.insert(id, path);
        self.texts.push((id, text.to_string()));
        id
    }

    /// The first file is the root of the library.
    fn library_files(&mut self, files: &[LibraryFile]) -> FileId {
        let mut set = FileSet::default();
        let wanted = self.wanted.take().unwrap_or_else(|| vec![true; files.len()]);
        let ids: Vec<FileId> = files
            .iter()
            .zip(wanted)
            .map(|(f, wanted)| {
                let path = VfsPath::new_virtual_path(format!("/{}", f.path));
                let id = self.file(&mut set, path, PathBuf::from(f.path), f.text);
                if let Some((_, text)) = self.texts.last_mut() {
                    match f.interface {
                        _ if !wanted => text.clear(),
                        Some(interface) => *text = interface.text.to_string(),
                        None => {}
                    }
                }
                if let Some(interface) = f.interface {
                    self.interfaces.insert(id.index(), Cow::Borrowed(interface));
                }
                id
            })
            .collect();
        self.roots.push(SourceRoot::new_library(set));
        ids.first().copied().unwrap_or(FileId::from_raw(0))
    }

    /// A dependency is seen under the name it is given here.
    pub(crate) fn add(&mut self, root: FileId, spec: CrateSpec<'_>, deps: &[(&str, CrateBuilderId)]) -> CrateBuilderId {
        let directory = spec.directory.and_then(std::path::Path::to_str);
        let directory = directory.and_then(|path| AbsPathBuf::try_from(path).ok()).map(Arc::new);
        let id = self.crates.add_crate_root(
            root,
            spec.edition,
            Some(CrateDisplayName::from_canonical_name(spec.name)),
            None,
            cfg_options(spec.cfgs, spec.has_ghost),
            None,
            spec.env,
            spec.origin,
            spec.attrs,
            spec.is_proc_macro,
            directory.unwrap_or_else(|| self.directory.clone()),
            self.workspace.clone(),
        );
        for (name, dep) in deps {
            let sysroot = matches!(*name, "core" | "alloc" | "std");
            let dep =
                DependencyBuilder::with_prelude(CrateName::normalize_dashes(name), *dep, *name != "alloc", sysroot);
            // The graph is built from the leaves up, so that no edge can close a cycle.
            let _ = self.crates.add_dep(id, dep);
        }
        id
    }

    /// The macro library is known by its name, which is what marks its expansions as code of the language.
    fn library(&mut self, name: &str, files: &[LibraryFile], deps: &[(&str, CrateBuilderId)]) -> CrateBuilderId {
        let root = self.library_files(files);
        let origin = match LangCrateOrigin::from(name) {
            LangCrateOrigin::Other => CrateOrigin::Library { repo: None, name: Symbol::intern(name) },
            lang => CrateOrigin::Lang(lang),
        };
        let spec = CrateSpec {
            name,
            edition: RaEdition::Edition2021,
            origin,
            attrs: TOOL_ATTRS.iter().map(|a| a.to_string()).collect(),
            cfgs: &[],
            is_proc_macro: name == "verus_builtin_macros",
            has_ghost: true,
            env: Env::default(),
            directory: None,
        };
        self.add(root, spec, deps)
    }
}

pub(crate) fn edition(edition: Edition) -> RaEdition {
    match edition {
        Edition::Edition2015 => RaEdition::Edition2015,
        Edition::Edition2018 => RaEdition::Edition2018,
        Edition::Edition2021 => RaEdition::Edition2021,
        Edition::Edition2024 => RaEdition::Edition2024,
    }
}

/// Ghost code is kept (`verus_keep_ghost`), as the verifier is what reads it. The user's own flags come last; those of a
/// target take the place of the usual one's. A crate that nobody verifies is as rustc was given it.
fn cfg_options(cfgs: &[String], has_ghost: bool) -> CfgOptions {
    let mut options = CfgOptions::default();
    for atom in GHOST_CFGS.into_iter().filter(|_| has_ghost) {
        options.insert_atom(Symbol::intern(atom));
    }
    if !cfgs.iter().any(|cfg| cfg.trim_start().starts_with("target_arch")) {
        options.insert_atom(Symbol::intern("unix"));
        for (key, value) in [("target_endian", "little"), ("target_arch", "x86_64")] {
            options.insert_key_value(Symbol::intern(key), Symbol::intern(value));
        }
    }
    if pointer_bits(cfgs).is_none() {
        options.insert_key_value(Symbol::intern("target_pointer_width"), Symbol::intern("64"));
    }
    for cfg in cfgs {
        match cfg.split_once('=') {
            Some((key, value)) => {
                options.insert_key_value(Symbol::intern(key.trim()), Symbol::intern(value.trim().trim_matches('"')));
            }
            None => options.insert_atom(Symbol::intern(cfg.trim())),
        }
    }
    options
}

/// The files of a crate and those of the crates that it depends on, as they are now.
pub(crate) fn read(options: &Options) -> Result<(Files, Vec<Files>), LoadError> {
    let read =
        |path: &PathBuf| modules::read_crate(path).map_err(|source| LoadError::Read { path: path.clone(), source });
    let dependencies: Result<Vec<Files>, LoadError> = options.dependencies.iter().map(|d| read(&d.root_file)).collect();
    Ok((read(&options.root_file)?, dependencies?))
}

/// Reads the user's files and sets up the database.
pub(crate) fn load(options: &Options, settle: &Settle<'_>) -> Result<Parts, LoadError> {
    let (files, dependencies) = read(options)?;
    load_texts(options, &files, &dependencies, settle(&files, &dependencies))
}

/// The texts of a crate by their absolute paths.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Sets up the database for files that were read, one of them the root file at its absolute path, and for those of the
/// dependencies.
pub(crate) fn load_texts(
    options: &Options,
    files: &Files,
    dependencies: &[Files],
    settled: SettledFiles,
) -> Result<Parts, LoadError> {
    Ok(Plan::new(options, files, dependencies, settled)?.carry_out())
}

/// All that a database is set up with, and what is known of a program beside it.
pub(crate) struct Plan {
    pub(crate) graph: Graph,
    pub(crate) settled: Settled,
    pub(crate) root: FileId,
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Other>,
    pub(crate) shape: Shape,
    /// The crate of the macros.
    macros: CrateBuilderId,
}

impl Plan {
    /// What [`load_texts`] does, without doing it.
    pub(crate) fn new(
        options: &Options,
        files: &Files,
        dependencies: &[Files],
        settled: SettledFiles,
    ) -> Result<Plan, LoadError> {
        let root_path = std::path::absolute(&options.root_file)
            .map_err(|source| LoadError::Read { path: options.root_file.clone(), source })?;
        let mut graph = Graph::new(options)?;
        let root = graph.crate_files(files, &options.root_file)?;
        let settled = graph.settle(files, settled);

        let is_vstd = options.libraries.is_vstd;
        let others = options.dependencies.iter().zip(dependencies);
        // What a macro writes is written in its crate.
        let verified = others.filter(|(other, _)| other.kind != Kind::External).flat_map(|(_, files)| files.values());
        let texts: Vec<&str> = files.values().chain(verified).map(String::as_str).collect();
        let has_library = options.dependencies.iter().any(|other| other.kind == Kind::Library);
        let names_vstd = options.libraries.always_vstd || texts.iter().any(|t| needs_vstd(t));
        let with_vstd = names_vstd && !is_vstd && !has_library;
        let whole = options.libraries.whole;
        let (libraries, macros) = add_libraries(&mut graph, with_vstd, (!whole).then_some(&texts));
        let name = if is_vstd { "vstd".to_string() } else { own_name(options, &root_path)? };
        let others = graph.dependencies(options, dependencies, &libraries, &name)?;
        let mut deps = libraries;
        deps.extend(dependencies::used(&name, &options.needs, &others)?);
        let spec = CrateSpec {
            name: &name,
            edition: edition(options.edition),
            origin: CrateOrigin::Local { repo: None, name: None },
            attrs: TOOL_ATTRS.iter().map(|a| a.to_string()).collect(),
            cfgs: &options.cfgs,
            is_proc_macro: false,
            has_ghost: true,
            env: dependencies::environment(&options.env),
            directory: options.directory.as_deref(),
        };
        graph.add(root, spec, &deps);
        let shape = Shape::new(options, files, dependencies, with_vstd);
        Ok(Plan { graph, settled, root, name, dependencies: others, shape, macros })
    }

    /// Sets up a new database.
    pub(crate) fn carry_out(mut self) -> Parts {
        let rewrite_errors = RewriteErrors::default();
        let mut proc_macros = ProcMacrosBuilder::default();
        let cfgs = self.dependencies.iter().map(|other| cfg_options(&other.cfgs, true));
        let cfgs = std::iter::once(cfg_options(&self.shape.options.cfgs, true)).chain(cfgs).collect();
        proc_macros.insert(self.macros, Ok(expander::proc_macros(&rewrite_errors, cfgs)));
        let mut server: Option<std::sync::Arc<Server>> = None;
        for other in &self.dependencies {
            let Some((macros, text)) = &other.macros else { continue };
            let server = server.get_or_insert_with(|| std::sync::Arc::new(Server::new(macros.server.clone())));
            proc_macros.insert(other.id, Ok(procedural::entries(server, macros, text)));
        }
        let mut change = FileChange::default();
        change.set_roots(std::mem::take(&mut self.graph.roots));
        change.set_crate_graph(std::mem::take(&mut self.graph.crates));
        for (id, text) in std::mem::take(&mut self.graph.texts) {
            change.change_file(id, Some(text));
        }
        let mut db = Database::new();
        ChangeWithProcMacros { source_change: change, proc_macros: Some(proc_macros) }.apply(&mut db);
        let of_libraries = self.graph.interfaces.iter().filter(|(_, form)| matches!(form, Cow::Borrowed(_)));
        let ahead = ahead::libraries(&db, of_libraries.map(|(file, _)| *file));
        Parts { ahead, ..self.parts(db, rewrite_errors) }
    }

    /// With a database that has the files and crates of this plan.
    pub(crate) fn parts(self, db: Database, rewrite_errors: RewriteErrors) -> Parts {
        let Plan { graph, settled, root, name, dependencies, shape, .. } = self;
        Parts {
            db,
            sources: graph.sources,
            interfaces: graph.interfaces,
            settled,
            root,
            name,
            dependencies,
            needs: shape.options.needs.clone(),
            files: shape.files.clone(),
            cfgs: shape.options.cfgs.clone(),
            rewrite_errors,
            ahead: None,
            shape,
            is_reloaded: false,
        }
    }
}

/// The name of a crate that is no library: the one asked for, or that of its root file.
/// Paths begin with it, and those of the libraries have a meaning of their own.
fn own_name(options: &Options, root: &std::path::Path) -> Result<String, LoadError> {
    let of_file = || root.file_stem().map_or_else(|| "main".into(), |s| s.to_string_lossy().replace(['-', '.'], "_"));
    let name = options.crate_name.clone().unwrap_or_else(of_file);
    if RESERVED.contains(&name.as_str()) { Err(LoadError::ReservedName(name)) } else { Ok(name) }
}

/// Whether a program may need the library: it names it, or something of Rust that only the library tells about.
fn needs_vstd(text: &str) -> bool {
    ["vstd", "size_of", "align_of"].iter().any(|word| text.contains(word)) || has_for_loop(text)
}

/// Whether a text may have a `for` loop, which is written out with a type of the library.
fn has_for_loop(text: &str) -> bool {
    text.lines().any(|line| line.split_once("for ").is_some_and(|(_, rest)| rest.contains(" in ")))
}

/// Adds the libraries; the answer is what a program depends on, and the crate of the macros.
fn add_libraries<'n>(
    graph: &mut Graph,
    with_vstd: bool,
    texts: Option<&Vec<&str>>,
) -> (Vec<(&'n str, CrateBuilderId)>, CrateBuilderId) {
    graph.wanted = texts.map(|texts| libraries::wanted(libraries::CORE, texts.iter().copied()));
    let core = graph.library("core", libraries::CORE, &[]);
    let alloc = graph.library("alloc", libraries::ALLOC, &[("core", core)]);
    let std = graph.library("std", libraries::STD, &[("core", core), ("alloc", alloc)]);
    let mut deps = vec![("core", core), ("alloc", alloc), ("std", std)];
    let macros = graph.library("verus_builtin_macros", libraries::MACROS, &deps);
    deps.push(("verus_builtin_macros", macros));
    let builtin = graph.library("verus_builtin", libraries::BUILTIN, &deps);
    deps.push(("verus_builtin", builtin));
    if with_vstd && !libraries::VSTD.is_empty() {
        graph.wanted = texts.map(|texts| libraries::wanted(libraries::VSTD, texts.iter().copied()));
        let vstd = graph.library("vstd", libraries::VSTD, &deps);
        deps.push(("vstd", vstd));
    }
    (deps, macros)
}

/// How a file found through `mod` is shown: next to the root as the user named it, where possible.
pub(crate) fn shown_path(path: &std::path::Path, root: &std::path::Path, root_file: &std::path::Path) -> PathBuf {
    let relative = root.parent().and_then(|dir| path.strip_prefix(dir).ok());
    match (relative, root_file.parent()) {
        (Some(relative), Some(dir)) => dir.join(relative),
        _ => path.to_path_buf(),
    }
}
