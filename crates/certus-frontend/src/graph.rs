//! The crate graph while it grows: files, flags and crates.
//!
//! The target is fixed to 64 bits for types and layout, unless the flags say something else.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use certus_diagnostics::Sources;
use ra_ap_base_db::target::{Arch, TargetData};
use ra_ap_base_db::{
    AbsPathBuf, CrateBuilderId, CrateDisplayName, CrateGraphBuilder, CrateName, CrateOrigin, CrateWorkspaceData,
    DependencyBuilder, Env, FileId, FileSet, LangCrateOrigin, SourceRoot, Version, VfsPath,
};
use ra_ap_cfg::CfgOptions;
use ra_ap_intern::Symbol;
use ra_ap_span::Edition as RaEdition;
use triomphe::Arc;

use crate::libraries::{Interface, Interfaces, LibraryFile};
use crate::on_two::on_two;
use crate::settled::{Settled, SettledFile, SettledFiles};
use crate::unread::without_unread;
use crate::{Edition, LoadError, Options};

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

/// The features of our library, all of which the verifier reads it with. A program that is compiled with fewer of them has fewer items.
pub const LIBRARY_CFGS: [&str; 2] = ["feature=\"alloc\"", "feature=\"std\""];

/// The texts of a crate by their absolute paths.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// The crate graph while it grows.
pub(crate) struct Graph {
    pub(crate) crates: CrateGraphBuilder,
    /// One for each crate: the set of files that its modules may come from.
    pub(crate) roots: Vec<SourceRoot>,
    /// The contents of the files, put into the database at the end.
    pub(crate) texts: Vec<(FileId, String)>,
    pub(crate) sources: Sources,
    /// The files of crates that nobody verifies, by their places among the texts: the edition, and whether tests are there.
    unread: Vec<(usize, RaEdition, bool)>,
    /// Files of libraries that are loaded in another form than they were written in.
    pub(crate) interfaces: Interfaces,
    /// Which files of the next library are loaded; the others are as good as empty.
    pub(crate) wanted: Option<Vec<bool>>,
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
    pub(crate) fn new(options: &Options) -> Result<Graph, LoadError> {
        let layout = match pointer_bits(&options.cfgs) {
            None | Some(64) => DATA_LAYOUT,
            Some(32) => DATA_LAYOUT_32,
            Some(bits) => return Err(LoadError::PointerWidth(bits)),
        };
        Ok(Graph {
            crates: CrateGraphBuilder::default(),
            roots: Vec::new(),
            texts: Vec::new(),
            unread: Vec::new(),
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
    pub(crate) fn library(
        &mut self,
        name: &str,
        files: &[LibraryFile],
        deps: &[(&str, CrateBuilderId)],
    ) -> CrateBuilderId {
        let root = self.library_files(files);
        let origin = match LangCrateOrigin::from(name) {
            LangCrateOrigin::Other => CrateOrigin::Library { repo: None, name: Symbol::intern(name) },
            lang => CrateOrigin::Lang(lang),
        };
        let cfgs = LIBRARY_CFGS.map(str::to_string);
        let spec = CrateSpec {
            name,
            edition: RaEdition::Edition2021,
            origin,
            attrs: TOOL_ATTRS.iter().map(|a| a.to_string()).collect(),
            cfgs: if name == "vstd" { &cfgs } else { &[] },
            is_proc_macro: name == "verus_builtin_macros",
            has_ghost: true,
            env: Env::default(),
            directory: None,
        };
        self.add(root, spec, deps)
    }

    /// The files of a crate that is not built in; gives the number of its root.
    pub(crate) fn crate_files(&mut self, files: &Files, root_file: &Path) -> Result<FileId, LoadError> {
        let root_path = std::path::absolute(root_file)
            .map_err(|source| LoadError::Read { path: root_file.to_path_buf(), source })?;
        let mut set = FileSet::default();
        let mut root = None;
        for (path, text) in files {
            let Some(utf8) = path.to_str() else { return Err(LoadError::NotUtf8(path.clone())) };
            let is_root = *path == root_path;
            let shown = if is_root { root_file.to_path_buf() } else { shown_path(path, &root_path, root_file) };
            let id = self.file(&mut set, VfsPath::new_real_path(utf8.to_string()), shown, text);
            if is_root {
                root = Some(id);
            }
        }
        self.roots.push(SourceRoot::new_local(set));
        root.ok_or(LoadError::NotUtf8(root_path))
    }

    /// Notes that of the files from this one on, those of a crate that nobody verifies, a part is left out.
    pub(crate) fn note_unread(&mut self, first: usize, known: Edition, cfgs: &[String]) {
        let has_tests = cfgs.iter().any(|cfg| cfg.trim() == "test");
        self.unread.extend((first..self.texts.len()).map(|at| (at, edition(known), has_tests)));
    }

    /// Leaves out what nobody reads of the files that were noted.
    pub(crate) fn leave_out_unread(&mut self) {
        let texts = &self.texts;
        let cut = |(at, known, has_tests): (usize, RaEdition, bool)| {
            Some((at, without_unread(&texts.get(at)?.1, known, has_tests)))
        };
        for (at, cut) in on_two(std::mem::take(&mut self.unread), cut).into_iter().flatten() {
            if let Some((_, text)) = self.texts.get_mut(at) {
                *text = cut;
            }
        }
    }

    /// Puts files of the crate under verification, the first that were added, into the form in which they are loaded.
    pub(crate) fn settle(&mut self, files: &Files, settled: SettledFiles) -> Settled {
        let mut found = Settled::new();
        for ((path, _), (id, text)) in files.iter().zip(&mut self.texts) {
            let Some(SettledFile { form, functions }) = settled.get(path) else { continue };
            found.extend(functions.iter().map(|name| (id.index(), *name)));
            text.clone_from(&form.text);
            let pieces = form.pieces.iter().map(|piece| (piece.at, piece.start, piece.end)).collect();
            let form = Interface { text: Cow::Owned(form.text.clone()), pieces: Cow::Owned(pieces) };
            self.interfaces.insert(id.index(), Cow::Owned(form));
        }
        found
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
pub(crate) fn cfg_options(cfgs: &[String], has_ghost: bool) -> CfgOptions {
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

/// How a file found through `mod` is shown: next to the root as the user named it, where possible.
fn shown_path(path: &Path, root: &Path, root_file: &Path) -> PathBuf {
    let relative = root.parent().and_then(|dir| path.strip_prefix(dir).ok());
    match (relative, root_file.parent()) {
        (Some(relative), Some(dir)) => dir.join(relative),
        _ => path.to_path_buf(),
    }
}
