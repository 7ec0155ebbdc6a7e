//! What of a library is not needed yet.
//!
//! A broadcast function in a library's default group can take part in a proof only when the functions of one of its
//! triggers and the types of its parameters occur in the program; an impl only when its type does. Until then they
//! wait: most programs never mention most of a library. To wake too early costs time only; what waits to the end
//! is not in the program, and nothing of it is believed.
//!
//! Items of the crate under verification never wait, as all of them are checked.

use std::collections::HashSet;

use certus_tree::{self as tree, DefId, Item, Library};

use crate::context::{Context, Result};
use crate::types::is_transparent;

/// A type of the language itself, about which libraries say much and most programs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// `[T]`
    Slice,
    /// `[T; N]`
    Array,
    /// `str`
    Str,
    /// A type that is not supported.
    Unknown,
}

/// An item and what it waits for.
struct Sleeper {
    def: DefId,
    /// Datatypes, all of which must be in the program.
    types: Vec<DefId>,
    /// Tuple types, by the number of their components.
    tuples: Vec<usize>,
    /// Types without a definition.
    shapes: Vec<Shape>,
    /// Names of functions: all those of one list must have been mentioned. No list is as good as an empty one.
    names: Vec<Vec<String>>,
}

impl Sleeper {
    fn new(def: DefId, names: Vec<Vec<String>>) -> Sleeper {
        Sleeper { def, types: Vec::new(), tuples: Vec::new(), shapes: Vec::new(), names }
    }
}

/// The items that wait, in the order in which they came up.
#[derive(Default)]
pub(crate) struct Waiting {
    sleepers: Vec<Sleeper>,
    /// Everything that ever waited.
    known: HashSet<DefId>,
    /// Names of functions that bodies call, as written.
    mentioned: HashSet<String>,
    /// Types in the program.
    seen: HashSet<Shape>,
}

impl Context<'_> {
    /// Notes that a body calls a function, under the name it is called by.
    pub(crate) fn mention(&mut self, def: DefId) -> Result<()> {
        let entry = self.entry(def)?;
        self.waiting.mentioned.insert(entry.def().name.clone());
        Ok(())
    }

    /// Notes that a type is in the program.
    pub(crate) fn saw(&mut self, shape: Shape) {
        self.waiting.seen.insert(shape);
    }

    /// Has a broadcast function or group read when it can matter.
    pub(crate) fn request_fact(&mut self, def: DefId) -> Result<()> {
        let entry = self.entry(def)?;
        if self.tree.is_local(def) || entry.attrs.broadcast_group {
            self.request(def);
            return Ok(());
        }
        let mut sleeper = Sleeper::new(def, entry.attrs.when.clone());
        if let Item::Function(function) = &entry.item {
            for param in &function.params {
                self.heads(&param.ty, &mut sleeper);
            }
        }
        self.put_to_sleep(sleeper);
        Ok(())
    }

    /// Has an impl read when its type is in the program.
    pub(crate) fn request_impl(&mut self, def: DefId) -> Result<()> {
        let entry = self.entry(def)?;
        let mut sleeper = Sleeper::new(def, Vec::new());
        match &entry.item {
            Item::Impl(item) if !self.tree.is_local(def) => self.heads(&item.self_ty, &mut sleeper),
            _ => {}
        }
        self.put_to_sleep(sleeper);
        Ok(())
    }

    /// Nothing waits twice: what was woken is in the program, or failed to get there.
    fn put_to_sleep(&mut self, sleeper: Sleeper) {
        if self.waiting.known.insert(sleeper.def) {
            self.waiting.sleepers.push(sleeper);
        }
    }

    /// The datatypes and tuples that a type is made of. What is not looked into is not waited for.
    fn heads(&mut self, ty: &tree::Ty, sleeper: &mut Sleeper) {
        match ty {
            tree::Ty::Adt(def, args) => {
                let path = self.path(*def);
                if is_transparent(&path) {
                    args.iter().for_each(|arg| self.heads(arg, sleeper));
                } else if Library::of(&path) != Some(Library::Builtin) {
                    sleeper.types.push(*def);
                    args.iter().for_each(|arg| self.heads(arg, sleeper));
                }
            }
            tree::Ty::Tuple(tys) => {
                sleeper.tuples.push(tys.len());
                tys.iter().for_each(|ty| self.heads(ty, sleeper));
            }
            tree::Ty::Slice(inner) => {
                sleeper.shapes.push(Shape::Slice);
                self.heads(inner, sleeper);
            }
            tree::Ty::Array(inner, _) => {
                sleeper.shapes.push(Shape::Array);
                self.heads(inner, sleeper);
            }
            tree::Ty::Str => sleeper.shapes.push(Shape::Str),
            // No program has values of a type that cannot be read.
            tree::Ty::RawPtr(..) | tree::Ty::FnPtr(..) | tree::Ty::Float(_) | tree::Ty::Dyn(..) => {
                sleeper.shapes.push(Shape::Unknown);
            }
            tree::Ty::Ref(_, inner) => self.heads(inner, sleeper),
            _ => {}
        }
    }

    /// Asks for everything that has come to matter; false when there is nothing.
    pub(crate) fn wake(&mut self) -> bool {
        let mut names: HashSet<String> = self.waiting.mentioned.clone();
        for def in self.requested() {
            let path = self.path(def);
            names.insert(path.rsplit("::").next().unwrap_or(&path).to_string());
        }
        let mut woken = false;
        for sleeper in std::mem::take(&mut self.waiting.sleepers) {
            let tuple = |n: &usize| self.out.datatypes.contains_key(&*format!("tuple%{n}"));
            let reached = sleeper.types.iter().all(|ty| self.is_requested(*ty))
                && sleeper.tuples.iter().all(tuple)
                && sleeper.shapes.iter().all(|shape| self.waiting.seen.contains(shape))
                && (sleeper.names.is_empty()
                    || sleeper.names.iter().any(|list| list.iter().all(|name| names.contains(name))));
            if reached {
                woken |= !self.is_requested(sleeper.def);
                self.request(sleeper.def);
            } else {
                self.waiting.sleepers.push(sleeper);
            }
        }
        woken | self.specified_items()
    }
}
