//! Items of libraries that are read only when the program mentions what they are about.

use std::collections::HashSet;

use certus_tree::DefId;

/// A type of the language itself, about which libraries say much and most programs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// `[T]`
    Slice,
    /// `[T; N]`
    Array,
    /// `str`
    Str,
    /// `f32` or `f64`
    Float,
    /// `*mut T` or `*const T`
    Pointer,
    /// A type that is not supported.
    Unknown,
}

/// An item, and what the program has to mention before the item can matter.
pub(crate) struct Deferred {
    /// The item.
    pub(crate) def: DefId,
    /// Datatypes, all of which must be in the program.
    pub(crate) types: Vec<DefId>,
    /// Tuple types, by the number of their components.
    pub(crate) tuples: Vec<usize>,
    /// Types without a definition.
    pub(crate) shapes: Vec<Shape>,
    /// Names of functions: all those of one list must have been mentioned. No list is as good as an empty one.
    pub(crate) names: Vec<Vec<String>>,
}

impl Deferred {
    pub(crate) fn new(def: DefId, names: Vec<Vec<String>>) -> Deferred {
        Deferred { def, types: Vec::new(), tuples: Vec::new(), shapes: Vec::new(), names }
    }
}

/// The deferred items in the order in which they came up, and what the program mentions.
#[derive(Default)]
pub(crate) struct DeferredItems {
    items: Vec<Deferred>,
    /// Everything that was ever deferred.
    known: HashSet<DefId>,
    /// Names of functions that bodies call, as written.
    mentioned: HashSet<String>,
    /// Types in the program.
    seen: HashSet<Shape>,
    /// Traits whose impls are wanted.
    wanted: HashSet<DefId>,
}

impl DeferredItems {
    /// Defers an item. Nothing is deferred twice: what was asked for later is in the program, or failed to get there.
    pub(crate) fn add(&mut self, item: Deferred) {
        if self.known.insert(item.def) {
            self.items.push(item);
        }
    }

    /// Notes that the impls of a trait are wanted; false where they were before.
    pub(crate) fn want_impls(&mut self, trait_: DefId) -> bool {
        self.wanted.insert(trait_)
    }

    /// Takes all items out, to look at each. Those that cannot matter yet go back with [`DeferredItems::keep`].
    pub(crate) fn take(&mut self) -> Vec<Deferred> {
        std::mem::take(&mut self.items)
    }

    /// Puts an item back.
    pub(crate) fn keep(&mut self, item: Deferred) {
        self.items.push(item);
    }

    /// Notes that a body calls a function of this name.
    pub(crate) fn mention(&mut self, name: &str) {
        self.mentioned.insert(name.to_string());
    }

    /// The names of functions that bodies call.
    pub(crate) fn mentioned(&self) -> &HashSet<String> {
        &self.mentioned
    }

    /// Notes that a type is in the program.
    pub(crate) fn see(&mut self, shape: Shape) {
        self.seen.insert(shape);
    }

    /// Whether a type is in the program.
    pub(crate) fn has_seen(&self, shape: Shape) -> bool {
        self.seen.contains(&shape)
    }
}
