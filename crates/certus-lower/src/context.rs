//! What lowering knows across items, in parts: each part is a type of its own, with its own file below this one.
//!
//! An item is read at most once, however often it is asked for. Nothing here decides a rule of the language: the rooms
//! that hold the rules ask and change the parts.

mod borrow_ends;
mod crate_uses;
mod deferred;
mod definitions;
mod demand;
mod function_values;
mod globals;
mod invariants;
mod left_out;
mod output;
mod specifications;

use std::collections::HashMap;
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Unsupported};
use certus_tree::{Def, DefId, Item, Known, Library, Program as Tree};
use certus_vir::{Path, TypeParam};

use crate::Options;
use crate::attrs::Attrs;
use crate::error::Result;
pub(crate) use borrow_ends::BorrowEnds;
pub(crate) use crate_uses::{CrateUses, Quantifier};
pub(crate) use deferred::{Deferred, DeferredItems, Shape};
pub(crate) use definitions::Definitions;
pub(crate) use demand::Demand;
pub(crate) use function_values::{FunctionValues, Unverified};
pub(crate) use globals::Globals;
pub(crate) use invariants::Invariants;
pub(crate) use left_out::LeftOut;
pub(crate) use output::Output;
pub(crate) use specifications::Specifications;

/// How names begin that the rewriter makes.
const RESERVED: &str = "__certus";

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
    /// The declaration of the item.
    pub(crate) fn def(&self) -> &Def {
        self.item.def()
    }
}

/// The function whose body is lowered, as far as the types of its closures name it.
#[derive(Clone, Debug)]
pub(crate) struct EnclosingFunction {
    /// Its path.
    pub(crate) path: Path,
    /// Its type parameters, which a closure in it has too.
    pub(crate) params: Vec<TypeParam>,
}

/// The state of one lowering, each part of which keeps its own order.
pub(crate) struct Context<'a> {
    /// The typed tree, which gives items and bodies on demand.
    pub(crate) tree: &'a dyn Tree,
    /// What the user has chosen.
    pub(crate) options: Options,
    /// Whether the crate is a library that is not ours: what cannot be read of it is an error, but says nothing about the rest.
    pub(crate) is_other_library: bool,
    /// What lowering makes.
    pub(crate) output: Output,
    /// Which definition has which path.
    pub(crate) definitions: Definitions,
    /// Which items the program needs.
    pub(crate) demand: Demand,
    /// Items of libraries that nothing asked for by name.
    pub(crate) deferred: DeferredItems,
    /// What is said about code that is not verified.
    pub(crate) specifications: Specifications,
    /// Functions used as values.
    pub(crate) function_values: FunctionValues,
    /// What the rules on the whole crate need to know.
    pub(crate) uses: CrateUses,
    /// What is left out because it cannot be read.
    pub(crate) left_out: LeftOut,
    /// What `global` says.
    pub(crate) globals: Globals,
    /// Structs and enums of which it was asked whether they have mutable references of their own.
    pub(crate) referring: HashMap<DefId, bool>,
    /// Spec functions of which it was asked whether they depend on the future for some type arguments.
    pub(crate) foretelling: HashMap<DefId, bool>,
    /// The invariants of types.
    pub(crate) invariants: Invariants,
    /// Where mutable borrows end, for the audit.
    pub(crate) ends: BorrowEnds,
    entries: HashMap<DefId, Rc<Entry>>,
    enclosing: Option<EnclosingFunction>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(tree: &'a dyn Tree, options: Options) -> Context<'a> {
        let is_other_library = options.is_library && tree.has_foreign_library();
        Context {
            tree,
            options: Options { is_library: options.is_library && !is_other_library, ..options },
            is_other_library,
            output: Output::default(),
            definitions: Definitions::default(),
            demand: Demand::default(),
            deferred: DeferredItems::default(),
            specifications: Specifications::default(),
            function_values: FunctionValues::default(),
            uses: CrateUses::default(),
            left_out: LeftOut::default(),
            globals: Globals::default(),
            referring: HashMap::new(),
            foretelling: HashMap::new(),
            invariants: Invariants::default(),
            ends: BorrowEnds::default(),
            entries: HashMap::new(),
            enclosing: None,
        }
    }

    /// The function whose body is lowered.
    pub(crate) fn enclosing(&self) -> Option<&EnclosingFunction> {
        self.enclosing.as_ref()
    }

    /// Runs `f` for the body of a function. To lower one may need another one first.
    pub(crate) fn within<T>(&mut self, function: EnclosingFunction, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.enclosing.replace(function);
        let done = f(self);
        self.enclosing = outer;
        done
    }

    /// Makes sure that the item will be lowered.
    pub(crate) fn request(&mut self, def: DefId) {
        if self.demand.add(def) {
            self.tree.ask_ahead(def);
        }
    }

    /// The item with its attributes.
    /// Errs with what the front end found in the declaration, or with an attribute that cannot be read.
    pub(crate) fn entry(&mut self, def: DefId) -> Result<Rc<Entry>> {
        if let Some(entry) = self.entries.get(&def) {
            return Ok(entry.clone());
        }
        let item = self.tree.item(def)?;
        let item = self.through_proxy(item)?;
        let mut attrs = Attrs::of(item.def())?;
        attrs.external |= self.derives_outside(&item)?;
        let entry = Rc::new(Entry { item, attrs });
        self.entries.insert(def, entry.clone());
        Ok(entry)
    }

    /// Whether this is a derived impl of which its type says that it is not in the language. As in the reference, a name in the
    /// list counts for each trait whose name it is a part of.
    fn derives_outside(&mut self, item: &Item) -> Result<bool> {
        let Item::Impl(impl_) = item else { return Ok(false) };
        let (Some((trait_, _)), certus_tree::Ty::Adt(def, _), Some(_)) = (&impl_.trait_, &impl_.self_ty, impl_.derive)
        else {
            return Ok(false);
        };
        let entry = self.entry(*def)?;
        let Some(names) = &entry.attrs.external_derive else { return Ok(false) };
        let path = self.tree.path(*trait_);
        let name = path.rsplit("::").next().unwrap_or_default();
        Ok(names.is_empty() || names.split(',').any(|part| name.contains(part.trim())))
    }

    /// The canonical path.
    /// Also makes the way back from the path to the definition known, which visibility is checked with. Two definitions of
    /// one path would be one to everything after, and only one of them verified: that is `unsupported/same-path`.
    pub(crate) fn path(&mut self, def: DefId) -> Path {
        if let Some(path) = self.definitions.path(def) {
            return path.clone();
        }
        let path: Path = self.tree.path(def).into();
        let others = self.definitions.add(&path, def);
        if !others.is_empty() {
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
            self.definitions.prefer(path, def);
        }
        for other in others.iter().filter_map(|other| self.tree.item(*other).ok()) {
            if namespace(&item).is_some() && namespace(&item) == namespace(&other) {
                let text = format!("two items of the program have the path `{path}`: rename one of them");
                let error = Diagnostic::error(Unsupported::SamePath, text, item.def().name_span);
                self.output.report(error.with_secondary(other.def().name_span, "the other one"));
            }
        }
    }

    /// Whether the crate under verification is a library `vstd`, ours or another one.
    pub(crate) fn verifies_library(&self) -> bool {
        self.options.is_library || self.is_other_library
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

    /// The same, also for what `*` means of the wrappers `Ghost` and `Tracked`.
    pub(crate) fn of_language(&mut self, def: DefId) -> Option<Known> {
        let is_deref = |known: &Known| {
            matches!(known, Known::GhostDeref | Known::TrackedDeref | Known::GhostDerefMut | Known::TrackedDerefMut)
        };
        self.builtin(def).or_else(|| self.known(def).filter(is_deref))
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
