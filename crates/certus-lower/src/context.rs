//! What lowering knows across items: the demand queue, cached items, and the program that grows.
//!
//! Each item is lowered at most once, however often it is asked for. A failure stays with its item: its diagnostics are
//! kept and the queue goes on, so that one run shows the errors of all items. The program that comes out is ordered by
//! path, because the text of a query must not depend on the order in which items were asked for.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use certus_diagnostics::{Code, Diagnostic, Span, Unsupported};
use certus_tree::{Def, DefId, Item, Known, Library, Program as Tree};
use certus_vir::{Path, Program};

use crate::attrs::Attrs;
use crate::{Lowered, Options};

/// The groups of the library that are in use everywhere. Those of files that are only loaded for some programs are named
/// beside the one of all others.
const DEFAULT_GROUPS: [Known; 3] = [Known::GroupVstdDefault, Known::GroupBitsAxioms, Known::GroupLayoutAxioms];

/// How names begin that the rewriter makes.
const RESERVED: &str = "__certus";

/// A failure to lower something: the diagnostics that say why.
#[derive(Debug)]
pub(crate) struct Failed(pub Vec<Diagnostic>);

impl From<Diagnostic> for Failed {
    fn from(diagnostic: Diagnostic) -> Failed {
        Failed(vec![diagnostic])
    }
}

impl From<Vec<Diagnostic>> for Failed {
    fn from(diagnostics: Vec<Diagnostic>) -> Failed {
        Failed(diagnostics)
    }
}

/// The result of lowering something.
pub(crate) type Result<T> = std::result::Result<T, Failed>;

/// Fails with an error at a place. For [`Language`](certus_diagnostics::Language) the program is wrong, and the user
/// must change it; for [`Unsupported`](certus_diagnostics::Unsupported) it may be right, but what is not understood is
/// reported and never guessed.
pub(crate) fn fail<T>(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Result<T> {
    Err(Diagnostic::error(code, message, span).into())
}

/// Names that stand for different things where they are used.
#[derive(PartialEq)]
enum Namespace {
    Value,
    Type,
}

/// Where the name of an item is; nothing is known by the path of an impl or a module.
fn namespace(item: &Item) -> Option<Namespace> {
    match item {
        Item::Function(_) | Item::Const(_) => Some(Namespace::Value),
        Item::Adt(_) | Item::Trait(_) => Some(Namespace::Type),
        Item::Impl(_) | Item::Module(_) => None,
    }
}

/// An item with its attributes read.
pub(crate) struct Entry {
    pub item: Item,
    pub attrs: Attrs,
}

impl Entry {
    pub(crate) fn def(&self) -> &Def {
        self.item.def()
    }
}

/// The state of one lowering.
pub(crate) struct Context<'a> {
    pub tree: &'a dyn Tree,
    pub options: Options,
    pub out: Program,
    pub diagnostics: Vec<Diagnostic>,
    /// Definitions of datatypes by path.
    pub adts: HashMap<Path, DefId>,
    /// Functions and constants by path.
    pub defs: HashMap<Path, DefId>,
    /// All definitions of a path.
    of_path: HashMap<Path, Vec<DefId>>,
    /// What is said about code that is not verified.
    pub externals: crate::items::Externals,
    /// `reveal_with_fuel` of more than one step: the functions must be recursive.
    pub fuel_uses: Vec<(Path, Span)>,
    /// `broadcast use` of modules.
    pub module_uses: Vec<(Path, Vec<Path>)>,
    /// Broadcast groups in use in every function.
    pub default_uses: Vec<Path>,
    /// Spec functions that are opaque outside of their module.
    pub opaque_outside: Vec<(Path, Path)>,
    /// Whether a `global` says what the layout of a type is.
    pub has_layouts: bool,
    /// How many bits `usize` has at least, once somebody asked.
    pub least_word_bits: Option<u32>,
    /// Proof functions named in `decreases_by`.
    pub lemmas_used: HashSet<DefId>,
    verify: Vec<Path>,
    entries: HashMap<DefId, Rc<Entry>>,
    paths: HashMap<DefId, Path>,
    requested: HashSet<DefId>,
    queue: VecDeque<DefId>,
    /// Functions that were left out of the program (see `gaps`).
    pub gaps: HashSet<Path>,
    /// Functions of a library that is not ours that could not be lowered, and why.
    pub lost: HashMap<Path, Vec<Diagnostic>>,
    /// Where its impls are that are left out.
    pub lost_impls: HashSet<Span>,
    /// Traits that items have bounds on.
    pub bounded: HashSet<DefId>,
    /// Items of libraries that nothing asked for by name, each read once the program mentions what it is about.
    pub waiting: crate::waiting::Waiting,
    /// Functions used as values.
    pub callables: crate::body::callable::Callables,
    /// The function whose body is lowered.
    pub home: Option<crate::body::closure::Home>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(tree: &'a dyn Tree, options: Options) -> Context<'a> {
        Context {
            tree,
            options,
            out: Program::default(),
            diagnostics: Vec::new(),
            adts: HashMap::new(),
            defs: HashMap::new(),
            of_path: HashMap::new(),
            externals: crate::items::Externals::default(),
            fuel_uses: Vec::new(),
            module_uses: Vec::new(),
            default_uses: Vec::new(),
            opaque_outside: Vec::new(),
            has_layouts: false,
            least_word_bits: None,
            lemmas_used: HashSet::new(),
            verify: Vec::new(),
            entries: HashMap::new(),
            paths: HashMap::new(),
            requested: HashSet::new(),
            queue: VecDeque::new(),
            gaps: HashSet::new(),
            lost: HashMap::new(),
            lost_impls: HashSet::new(),
            bounded: HashSet::new(),
            waiting: crate::waiting::Waiting::default(),
            callables: crate::body::callable::Callables::default(),
            home: None,
        }
    }

    /// Lowers every local item and then what they asked for, until nothing is asked for any more.
    pub(crate) fn run(mut self) -> Lowered {
        let tree = self.tree;
        let nowhere = Span::new(certus_diagnostics::FileId(0), 0, 0);
        self.out.foreign_library = tree.has_foreign_library();
        self.tuple_datatype(&certus_vir::Ty::unit(), nowhere);
        for def in tree.local_items() {
            self.request(def);
        }
        // What the library lets everyone use without a word, but the library itself, which proves it.
        for group in
            DEFAULT_GROUPS.iter().filter_map(|group| tree.lookup(group.path())).filter(|group| !tree.is_local(*group))
        {
            self.request(group);
            let path = self.path(group);
            self.default_uses.push(path);
        }
        loop {
            while let Some(def) = self.queue.pop_front() {
                if let Err(Failed(diagnostics)) = self.lower_item(def) {
                    self.failed(def, diagnostics);
                }
            }
            if !self.wake() {
                return self.finish();
            }
        }
    }

    /// Checks what needs the whole crate, sorts, and drops repeated diagnostics: an item asked for from two places may
    /// report the same error at the same place twice.
    fn finish(mut self) -> Lowered {
        self.close_lost();
        let crate_rules = crate::items::crate_rules(&mut self);
        if let Err(Failed(diagnostics)) = crate_rules {
            self.diagnostics.extend(diagnostics);
        }
        self.tuple_impls();
        self.prophetic_items();
        if let Err(Failed(diagnostics)) = self.close_gaps() {
            self.diagnostics.extend(diagnostics);
        }
        let mut found = crate::ghost::Found::default();
        if !self.diagnostics.iter().any(|d| d.level == certus_diagnostics::Level::Error) {
            found = crate::ghost::marks(&mut self);
            self.diagnostics.append(&mut found.diagnostics);
        }
        // Impls come in the order in which they were asked for, which other items have a part in.
        self.out.impls.sort_by_cached_key(|i| (i.trait_.clone(), format!("{:?} {:?}", i.args, i.span)));
        self.out.functions.sort_keys();
        self.out.datatypes.sort_keys();
        let mut seen = HashSet::new();
        self.diagnostics
            .retain(|d| seen.insert((d.level, d.code.clone(), d.message.clone(), d.primary.clone().map(|p| p.span))));
        let (program, verify, has_layouts, diagnostics) = (self.out, self.verify, self.has_layouts, self.diagnostics);
        let crate::ghost::Found { marks: ghost, bodies, proofs, is_doubtful, may_be_untold, .. } = found;
        Lowered { program, verify, ghost, bodies, proofs, is_doubtful, may_be_untold, has_layouts, diagnostics }
    }

    /// Makes sure that the item will be lowered.
    pub(crate) fn request(&mut self, def: DefId) {
        if self.requested.insert(def) {
            self.tree.ask_ahead(def);
            self.queue.push_back(def);
        }
    }

    /// True for an item that is or will be lowered.
    pub(crate) fn is_requested(&self, def: DefId) -> bool {
        self.requested.contains(&def)
    }

    /// The items asked for so far, in no order.
    pub(crate) fn requested(&self) -> Vec<DefId> {
        self.requested.iter().copied().collect()
    }

    /// The item with its attributes.
    /// Errs with what the front end found in the declaration, or with an attribute that cannot be read.
    pub(crate) fn entry(&mut self, def: DefId) -> Result<Rc<Entry>> {
        if let Some(entry) = self.entries.get(&def) {
            return Ok(entry.clone());
        }
        let item = self.tree.item(def)?;
        let item = self.through_proxy(item)?;
        let attrs = Attrs::of(item.def())?;
        let entry = Rc::new(Entry { item, attrs });
        self.entries.insert(def, entry.clone());
        Ok(entry)
    }

    /// The canonical path.
    /// Also makes the way back from the path to the definition known, which visibility is checked with. Two definitions of
    /// one path would be one to everything after, and only one of them verified: that is `unsupported/same-path`.
    pub(crate) fn path(&mut self, def: DefId) -> Path {
        if let Some(path) = self.paths.get(&def) {
            return path.clone();
        }
        let path: Path = self.tree.path(def).into();
        self.paths.insert(def, path.clone());
        let all = self.of_path.entry(path.clone()).or_default();
        let others = all.clone();
        all.push(def);
        if others.is_empty() {
            self.defs.insert(path.clone(), def);
        } else {
            self.same_path(&path, &others, def);
        }
        path
    }

    /// Reports two definitions of one path. A name may stand for a value, a type and a module at once.
    fn same_path(&mut self, path: &Path, others: &[DefId], def: DefId) {
        let Ok(item) = self.tree.item(def) else { return };
        // Names that the rewriter makes are one only where two items say the same, which is reported on its own.
        if item.def().name.starts_with(RESERVED) {
            return;
        }
        if namespace(&item) == Some(Namespace::Value) {
            self.defs.insert(path.clone(), def);
        }
        for other in others.iter().filter_map(|other| self.tree.item(*other).ok()) {
            if namespace(&item).is_some() && namespace(&item) == namespace(&other) {
                let text = format!("`{path}` is the path of two items of the program: one has to have another name");
                let error = Diagnostic::error(Unsupported::SamePath, text, item.def().name_span);
                self.diagnostics.push(error.with_secondary(other.def().name_span, "the other one"));
            }
        }
    }

    /// The known library item that a definition is. No item of another `vstd` than the verifier's is known.
    pub(crate) fn known(&mut self, def: DefId) -> Option<Known> {
        let known = Known::of(&self.path(def))?;
        (!self.tree.is_foreign(def)).then_some(known)
    }

    /// The same for an item of `verus_builtin`, all of which are known; `None` for any other item.
    pub(crate) fn builtin(&mut self, def: DefId) -> Option<Known> {
        let path = self.path(def);
        Known::of(&path).filter(|_| Library::of(&path) == Some(Library::Builtin))
    }

    /// Marks a function as one to check.
    /// Only functions of the crate under verification come here: those of libraries are verified with their own crate.
    pub(crate) fn add_verified(&mut self, path: Path) {
        if !self.verify.contains(&path) {
            self.verify.push(path);
        }
    }

    /// Goes up from an item through modules, nearest first, and gives the first answer.
    /// For attributes such as `loop_isolation`, where the most specific one holds (reference page
    /// `reference-attributes`).
    pub(crate) fn first_of_modules<T>(&mut self, def: &Def, answer: impl Fn(&Attrs) -> Option<T>) -> Option<T> {
        let mut parent = def.parent;
        while let Some(id) = parent {
            let entry = self.entry(id).ok()?;
            if let Some(found) = answer(&entry.attrs) {
                return Some(found);
            }
            parent = entry.def().parent;
        }
        None
    }
}
