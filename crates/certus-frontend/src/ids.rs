//! Definitions: rust-analyzer's identities behind [`DefId`].
//!
//! A `DefId` is a number given out in the order of first use. It is good within one loaded program and must reach no
//! text that outlives it: two runs may number differently, so everything that is printed or stored uses the path.

use certus_tree::DefId;
use ra_ap_hir_def::{GenericDefId, HasModule, ItemContainerId, Lookup, ModuleId};

use crate::key::Key;
use crate::loaded::Loaded;

impl Key {
    /// What owns the generics of the definition. A derived impl has those of its type.
    pub(crate) fn generic(self, loaded: &Loaded) -> Option<GenericDefId> {
        match self {
            Key::Function(id) => Some(id.into()),
            Key::Adt(id) => Some(id.into()),
            Key::Const(id) => Some(id.into()),
            Key::Static(id) => Some(id.into()),
            Key::Trait(id) => Some(id.into()),
            Key::Impl(id) => Some(id.into()),
            Key::Module(_) => None,
            Key::DerivedImpl(id) | Key::DerivedFn(id, _) => Some(id.loc(loaded.db()).adt.into()),
        }
    }

    /// The module around the definition (itself for a module).
    pub(crate) fn module(self, loaded: &Loaded) -> ModuleId {
        let db = loaded.db();
        match self {
            Key::Function(id) => id.module(db),
            Key::Adt(id) => id.module(db),
            Key::Const(id) => id.module(db),
            Key::Static(id) => id.module(db),
            Key::Trait(id) => id.module(db),
            Key::Impl(id) => id.module(db),
            Key::Module(id) => id,
            Key::DerivedImpl(id) | Key::DerivedFn(id, _) => id.loc(db).adt.module(db),
        }
    }

    /// Whether it is declared in an `extern` block: somebody else defines it.
    pub(crate) fn is_foreign(self, loaded: &Loaded) -> bool {
        let db = loaded.db();
        let container = match self {
            Key::Function(id) => id.lookup(db).container,
            Key::Static(id) => id.lookup(db).container,
            _ => return false,
        };
        matches!(container, ItemContainerId::ExternBlockId(_))
    }

    /// What the definition is an item of; the function or constant for an item in a body.
    pub(crate) fn container(self, loaded: &Loaded) -> Option<Key> {
        self.direct_container(loaded).map(|container| loaded.outside_block(container))
    }

    /// The same, but the module of the block for an item in a body.
    pub(crate) fn direct_container(self, loaded: &Loaded) -> Option<Key> {
        let db = loaded.db();
        let from = |container: ItemContainerId, this: Key| match container {
            ItemContainerId::ModuleId(module) => Key::Module(module),
            ItemContainerId::ImplId(id) => Key::Impl(id),
            ItemContainerId::TraitId(id) => Key::Trait(id),
            ItemContainerId::ExternBlockId(_) => Key::Module(this.module(loaded)),
        };
        Some(match self {
            Key::Function(id) => from(id.lookup(db).container, self),
            Key::Const(id) => from(id.lookup(db).container, self),
            Key::Static(id) => from(id.lookup(db).container, self),
            Key::Adt(_) | Key::Trait(_) | Key::Impl(_) | Key::DerivedImpl(_) => Key::Module(self.module(loaded)),
            Key::DerivedFn(id, _) => Key::DerivedImpl(id),
            Key::Module(id) => Key::Module(id.def_map(db).containing_module(id)?),
        })
    }
}

impl Loaded {
    /// The name of a definition for as long as the program lives.
    pub(crate) fn def(&self, key: Key) -> DefId {
        self.numbering().number(key)
    }

    /// What a name stands for; `None` for a name that this program did not issue.
    pub(crate) fn key(&self, def: DefId) -> Option<Key> {
        self.numbering().key(def)
    }

    /// The function or constant whose body holds a module, when the module is that of a block; otherwise the same.
    fn outside_block(&self, key: Key) -> Key {
        let Key::Module(module) = key else { return key };
        match module.block(self.db()) {
            Some(_) => self.block_owner(module).unwrap_or(key),
            None => key,
        }
    }
}
