//! The index of what is said about external items.
//!
//! It holds no rules: which statement counts, and what is wrong with one, is decided where items are lowered.

use std::collections::{HashMap, HashSet};

use certus_tree::DefId;

/// Where to find the specification of an external function, type or trait.
#[derive(Default)]
pub(crate) struct Specifications {
    /// Whether the program and its libraries were searched.
    is_listed: bool,
    /// Statements about functions by the words of their generated names, which end with the generic arguments.
    unread: HashMap<String, Vec<DefId>>,
    /// Those that have been read.
    read: HashSet<DefId>,
    /// Functions with a trusted contract, each with the function that states it.
    functions: HashMap<DefId, DefId>,
    /// External types that verified code may name, each with the type that declares so.
    types: HashMap<DefId, DefId>,
    /// External traits with a specification, each with its proxy.
    traits: HashMap<DefId, DefId>,
    /// Statements of crates that this one depends on about what others speak of already.
    duplicates: Vec<DefId>,
}

impl Specifications {
    /// Whether they are to be listed now; true once.
    pub(crate) fn begin_list(&mut self) -> bool {
        !std::mem::replace(&mut self.is_listed, true)
    }

    /// Adds a statement about a function, by a word of its name. To read what it is about costs the inference of its body,
    /// so that waits until a function with this word is asked for.
    pub(crate) fn add_unread(&mut self, word: String, statement: DefId) {
        self.unread.entry(word).or_default().push(statement);
    }

    /// Takes the unread statements with this word in their names.
    pub(crate) fn take_unread(&mut self, word: &str) -> Vec<DefId> {
        self.unread.remove(word).unwrap_or_default()
    }

    /// Whether a statement was read; it may be listed under several words.
    pub(crate) fn is_read(&self, statement: DefId) -> bool {
        self.read.contains(&statement)
    }

    /// Notes that a statement was read.
    pub(crate) fn set_read(&mut self, statement: DefId) {
        self.read.insert(statement);
    }

    /// Adds the statement about a function, unless there is one. Gives the one that counts.
    pub(crate) fn add_function(&mut self, target: DefId, statement: DefId) -> DefId {
        *self.functions.entry(target).or_insert(statement)
    }

    /// Lets this statement about a function count.
    pub(crate) fn set_function(&mut self, target: DefId, statement: DefId) {
        self.functions.insert(target, statement);
    }

    /// The function that states the contract of another one, as far as statements were read.
    pub(crate) fn of_function(&self, target: DefId) -> Option<DefId> {
        self.functions.get(&target).copied()
    }

    /// Adds the `external_type_specification` of a type, unless there is one. Gives the one that counts.
    pub(crate) fn add_type(&mut self, target: DefId, statement: DefId) -> DefId {
        *self.types.entry(target).or_insert(statement)
    }

    /// The `external_type_specification` of a type.
    pub(crate) fn of_type(&self, target: DefId) -> Option<DefId> {
        self.types.get(&target).copied()
    }

    /// Adds the proxy of a trait, unless there is one. Gives the one that counts.
    pub(crate) fn add_trait(&mut self, target: DefId, proxy: DefId) -> DefId {
        *self.traits.entry(target).or_insert(proxy)
    }

    /// The proxy of a trait.
    pub(crate) fn of_trait(&self, target: DefId) -> Option<DefId> {
        self.traits.get(&target).copied()
    }

    /// Adds a statement about what another one speaks of already.
    pub(crate) fn add_duplicate(&mut self, statement: DefId) {
        self.duplicates.push(statement);
    }

    /// The first statement about what another one speaks of already.
    pub(crate) fn duplicate(&self) -> Option<DefId> {
        self.duplicates.first().copied()
    }
}
