//! Builds the crate graph: the user's crate and the libraries it may name.
//!
//! The libraries are part of this program and the user's files are read once, so that one load sees one state of the
//! disk; everything after is computed from the texts in memory. The target is fixed to 64 bits for types and layout;
//! where a proof depends on the size of a pointer, that is stated in the program (reference page `reference-global`).

use std::borrow::Cow;
use std::path::PathBuf;

use ra_ap_base_db::{CrateBuilderId, CrateOrigin, FileChange, FileId, all_crates};
use ra_ap_hir::{ChangeWithProcMacros, ProcMacrosBuilder};

use crate::crates::Crates;
use crate::database::Database;
use crate::dependencies::{self, Other};
use crate::expander;
use crate::graph::{CrateSpec, Files, Graph, TOOL_ATTRS, cfg_options, edition};
use crate::libraries::{self, RESERVED};
use crate::loaded::Loaded;
use crate::on_two::on_two;
use crate::procedural::{self, Server};
use crate::rewrite_errors::RewriteErrors;
use crate::settled::{Settle, Settled, SettledFiles};
use crate::shape::{OfVstd, Shape};
use crate::written::Written;
use crate::{Kind, LoadError, Options, ahead, modules};

/// The files of a crate and those of the crates that it depends on, as they are now.
pub(crate) fn read(options: &Options) -> Result<(Files, Vec<Files>), LoadError> {
    let read = |path: &PathBuf, known: &[PathBuf], env: &[(String, String)]| {
        modules::read_crate(path, known, env).map_err(|source| LoadError::Read { path: path.clone(), source })
    };
    let dependencies = on_two(options.dependencies.iter().collect(), |d| read(&d.root_file, &d.files, &d.env));
    Ok((read(&options.root_file, &[], &options.env)?, dependencies.into_iter().collect::<Result<_, _>>()?))
}

/// Reads the user's files and sets up the database.
pub(crate) fn load(options: &Options, settle: &Settle<'_>) -> Result<Loaded, LoadError> {
    let (files, dependencies) = read(options)?;
    load_texts(options, &files, &dependencies, settle(&files, &dependencies))
}

/// Sets up the database for files that were read, one of them the root file at its absolute path, and for those of the
/// dependencies.
pub(crate) fn load_texts(
    options: &Options,
    files: &Files,
    dependencies: &[Files],
    settled: SettledFiles,
) -> Result<Loaded, LoadError> {
    Plan::new(options, files, dependencies, settled)?.carry_out()
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
    /// In which terms a library that is not ours speaks of loops.
    foreign_loops: Option<certus_rewrite::Loops>,
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
        let has_library = options.dependencies.iter().any(|other| other.kind == Kind::Library);
        // A settled file is written out in advance, with the loops of our library.
        let fits = |path: &std::path::PathBuf| !has_library || files.get(path).is_some_and(|text| !has_for_loop(text));
        let (settled, forms) =
            settled.into_iter().partition(|(path, _)| !has_library || (files.contains_key(path) && fits(path)));
        let settled = graph.settle(files, settled);

        let is_vstd = options.libraries.is_vstd;
        let is_other_vstd = is_vstd && files.get(&root_path).is_some_and(|text| !text.contains(OWN_NAME));
        if is_other_vstd {
            graph.foreign_forms(0, files, &SettledFiles::default(), true);
            graph.name_itself(root, OWN_NAME);
        }
        let others = options.dependencies.iter().zip(dependencies);
        // What a macro writes is written in its crate.
        let verified = others.filter(|(other, _)| other.kind != Kind::External).flat_map(|(_, files)| files.values());
        let texts: Vec<&str> = files.values().chain(verified).map(String::as_str).collect();
        let names_vstd = options.libraries.always_vstd || texts.iter().any(|t| needs_vstd(t));
        let with_vstd = names_vstd && !is_vstd && !has_library;
        let whole = options.libraries.whole;
        let (mut libraries, macros) = add_libraries(&mut graph, with_vstd, (!whole).then_some(&texts));
        libraries.extend(crate::older_names::dependencies(&libraries, &texts));
        let name = if is_vstd { "vstd".to_string() } else { own_name(options, &root_path)? };
        let others = graph.dependencies(options, dependencies, &libraries, &name, &forms)?;
        let deps = dependencies::all(libraries, dependencies::used(&name, &options.needs, &others)?);
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
        let shape = Shape::new(options, files, dependencies, OfVstd { with_vstd, is_other_vstd });
        let mut of_library =
            options.dependencies.iter().zip(dependencies).filter(|(other, _)| other.kind == Kind::Library);
        let library = of_library.next().map(|(_, files)| files).or(is_other_vstd.then_some(files));
        let foreign_loops = library.map(|files| certus_rewrite::Loops::of(files.values().map(String::as_str)));
        Ok(Plan { graph, settled, root, name, dependencies: others, shape, macros, foreign_loops })
    }

    /// Sets up a new database.
    pub(crate) fn carry_out(mut self) -> Result<Loaded, LoadError> {
        let rewrite_errors = RewriteErrors::default();
        let mut proc_macros = ProcMacrosBuilder::default();
        let cfgs = self.dependencies.iter().map(|other| cfg_options(&other.cfgs, true));
        let cfgs = std::iter::once(cfg_options(&self.shape.options.cfgs, true)).chain(cfgs).collect();
        proc_macros.insert(self.macros, Ok(expander::proc_macros(&rewrite_errors, cfgs, self.foreign_loops)));
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
        let libraries = ahead::libraries(&db, of_libraries.map(|(file, _)| *file));
        let mut loaded = self.loaded(db, rewrite_errors, false)?;
        loaded.look_ahead(libraries);
        Ok(loaded)
    }

    /// The program in a database that has the files and crates of this plan, and may have had other texts before.
    /// Errs with `LoadError::Internal` when a crate is not in the graph that was made for it: a fault of this program.
    pub(crate) fn loaded(
        self,
        db: Database,
        rewrite_errors: RewriteErrors,
        is_reloaded: bool,
    ) -> Result<Loaded, LoadError> {
        let found = all_crates(&db).iter().copied().find(|krate| krate.data(&db).root_file_id == self.root);
        let own = found.ok_or_else(|| LoadError::Internal("the crate is not in its own graph".into()))?;
        let dependencies = dependencies::known(&db, self.dependencies)?;
        let crates = Crates::new(own, self.name, self.root, dependencies, self.shape);
        let written = Written::new(self.graph.sources, self.graph.interfaces, self.settled);
        Ok(Loaded::new(db, crates, written, rewrite_errors, is_reloaded))
    }
}

/// What our library has in its root file, and only ours: loops in it are written out with its items, by its own name.
const OWN_NAME: &str = "extern crate self as vstd;";

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
