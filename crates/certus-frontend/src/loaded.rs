//! A loaded program.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use certus_diagnostics::{Diagnostic, Internal, Sources, Span};
use certus_tree::DefId;
use indexmap::IndexSet;
use ra_ap_base_db::{Crate, FileId};
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::{BlockId, ModuleId};
use ra_ap_syntax::{AstNode, SyntaxNode, ast};

use crate::Need;
use crate::ahead::Bodies;
use crate::crates::Known;
use crate::database::Database;
use crate::key::Key;
use crate::libraries::Interfaces;
use crate::place::Place;
use crate::rewrite_errors::RewriteErrors;
use crate::settled::Settled;
use crate::shape::Shape;
use crate::undeclared::Undeclared;

/// A program with all its names set up; holding one says nothing about whether the program is right.
///
/// Answers are computed on demand and remembered. A `Loaded` stays on the thread that uses it; work on a big stack
/// (see [`crate::on_big_stack`]).
pub struct Loaded {
    /// All inputs are set and do not change while this value is there, so every answer stays right for as long.
    pub(crate) db: Database,
    /// The texts that spans point into.
    pub(crate) sources: Sources,
    /// Files of libraries that are loaded in another form than they were written in, by their number.
    pub(crate) interfaces: Interfaces,
    /// The functions of the crate that are known to be as they were when they were proved.
    pub(crate) settled: Settled,
    /// The file of the crate's root; errors without a better place are shown there.
    pub(crate) root: FileId,
    /// The crate's name, with which the paths of local items begin.
    pub(crate) name: String,
    /// The crates that the program depends on, each after those that it uses.
    pub(crate) dependencies: Vec<Known>,
    /// Those that the crate uses itself.
    pub(crate) needs: Vec<Need>,
    /// The files that the crate was read from.
    pub(crate) files: Vec<std::path::PathBuf>,
    /// Its configuration flags.
    pub(crate) cfgs: Vec<String>,
    /// The crate under verification; the bodies of all others are not verified here.
    pub(crate) krate: Crate,
    /// Grows while macros are expanded, so it is complete only after every module was looked at.
    pub(crate) rewrite_errors: RewriteErrors,
    /// The definitions that were given a number; the number is the place in this set.
    pub(crate) defs: RefCell<IndexSet<Key>>,
    /// The function or constant around each block with items in it, and the number of the block there; filled by the walk
    /// over the local items.
    pub(crate) blocks: RefCell<HashMap<BlockId, (Key, usize)>>,
    /// The local items in source order, after the first question for them.
    pub(crate) local: OnceCell<Vec<DefId>>,
    /// The syntax of the expressions of every body that was read, by number.
    pub(crate) places: RefCell<HashMap<DefId, Vec<Option<Place>>>>,
    /// All paths, after the first search that needs them.
    pub(crate) by_path: OnceCell<HashMap<String, DefId>>,
    /// The imports that are left to rustc, after the first question for them.
    pub(crate) undeclared: OnceCell<Vec<Undeclared>>,
    /// Whether an item was left to rustc because it names what is not declared.
    pub(crate) left_out: Cell<bool>,
    /// Infers bodies ahead.
    pub(crate) bodies: Bodies,
    /// The thread that reads the libraries ahead.
    pub(crate) ahead: Option<JoinHandle<()>>,
    /// What the database was made for.
    pub(crate) shape: Shape,
    /// Whether the database was there before.
    pub(crate) is_reloaded: bool,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Loaded {
    /// The thread that reads the libraries ahead, once: when it ends, a core is free for other work.
    pub fn take_background(&mut self) -> Option<JoinHandle<()>> {
        self.ahead.take()
    }

    /// Runs a question with the database attached; a fault of the machinery becomes a diagnostic.
    pub(crate) fn ask<T>(&self, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
        let attached = AssertUnwindSafe(|| ra_ap_hir::attach_db(&self.db, work));
        catch_unwind(attached).map_err(|payload| {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
            let message = format!("the front end failed: {text}");
            let error = Diagnostic::error_without_span(Internal::FrontEnd, message);
            Box::new(error.with_help("please report this together with the program"))
        })
    }

    /// The definition whose body holds the block that a module belongs to.
    pub(crate) fn block_owner(&self, module: ModuleId) -> Option<Key> {
        self.block_of(module).map(|(owner, _)| owner)
    }

    /// The same with the number of the block among those of the body that have items.
    pub(crate) fn block_of(&self, module: ModuleId) -> Option<(Key, usize)> {
        let block = module.block(&self.db)?;
        self.blocks.borrow().iter().find(|(known, _)| same_block(**known, block)).map(|(_, found)| *found)
    }

    /// True for a settled function.
    pub(crate) fn is_settled_key(&self, key: Key) -> bool {
        if self.settled.is_empty() || !matches!(key, Key::Function(_)) {
            return false;
        }
        self.name_span(key).is_some_and(|name| self.is_settled_name(name))
    }

    /// The same for its syntax.
    pub(crate) fn is_settled_node(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        if self.settled.is_empty() {
            return false;
        }
        let name = node.children().find_map(ast::Name::cast);
        name.is_some_and(|name| self.is_settled_name(self.span(file, name.syntax().text_range())))
    }

    fn is_settled_name(&self, name: Span) -> bool {
        self.settled.contains(&(name.file.0, name.start))
    }
}

/// The two types name the same thing with and without the lifetime of the database.
fn same_block(known: BlockId, block: ra_ap_hir_def::BlockIdLt<'_>) -> bool {
    known == block
}
