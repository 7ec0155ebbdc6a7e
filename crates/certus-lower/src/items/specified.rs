//! Where trusted specifications of foreign items are found.
//!
//! Looked for in the crate itself and in the library's modules about the standard library only; one that stands anywhere
//! else is not found. The library has many of them, and to read one costs the inference of its body, so they are listed
//! by the name of the function they are about and read when one of that name is asked for. The library comes first, then
//! the crate in source order: the first specification counts.

use std::collections::HashMap;

use certus_tree::{DefId, Item};

use crate::context::{Context, Result};

/// The modules of the library that speak of foreign items.
const LIBRARY: [&str; 4] = ["vstd::std_specs", "vstd::slice", "vstd::array", "vstd::string"];

/// The specifications found so far.
#[derive(Default)]
pub(crate) struct Specified {
    /// Specifications of functions that have not been read, by the last word of their generated names.
    unread: HashMap<String, Vec<DefId>>,
    /// Functions with a trusted contract, each with the function that states it.
    functions: HashMap<DefId, DefId>,
    /// Foreign types that verified code may name, each with its proxy.
    types: HashMap<DefId, DefId>,
    listed: bool,
}

/// The part of a generated name that a function's own name ends.
fn last_word(name: &str) -> String {
    name.rsplit('_').next().unwrap_or(name).to_string()
}

impl Context<'_> {
    /// The function that states the trusted contract of `def`, if there is one.
    pub(crate) fn specification_of(&mut self, def: DefId) -> Result<Option<DefId>> {
        self.list_specified()?;
        if let Some(found) = self.specified.functions.get(&def) {
            return Ok(Some(*found));
        }
        let word = last_word(&self.entry(def)?.def().name);
        for id in self.specified.unread.remove(&word).unwrap_or_default() {
            self.read_specification(id)?;
        }
        Ok(self.specified.functions.get(&def).copied())
    }

    /// The proxy that specifies a type, if there is one. The parameters of both are the same ones in the same order.
    pub(crate) fn proxy_of(&mut self, target: DefId) -> Result<Option<DefId>> {
        self.list_specified()?;
        Ok(self.specified.types.get(&target).copied())
    }

    /// What is wrong with a specification is reported where it is lowered.
    fn read_specification(&mut self, id: DefId) -> Result<()> {
        let entry = self.entry(id)?;
        if let Ok(Some((target, _))) = self.specified_by(id, &entry) {
            self.specified.functions.entry(target).or_insert(id);
        }
        Ok(())
    }

    fn list_specified(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.specified.listed, true) {
            return Ok(());
        }
        let mut queue: Vec<DefId> = self.tree.local_items();
        queue.reverse();
        queue.extend(LIBRARY.iter().filter_map(|module| self.tree.lookup(module)));
        let mut older = Vec::new();
        while let Some(id) = queue.pop() {
            let Ok(entry) = self.entry(id) else { continue };
            if let (Item::Module(module), false) = (&entry.item, self.tree.is_local(id)) {
                queue.extend(module.items.iter().rev().copied());
            }
            if entry.attrs.assume_specification {
                self.specified.unread.entry(last_word(&entry.def().name)).or_default().push(id);
            }
            if entry.attrs.external_fn_specification {
                older.push(id);
            }
            if entry.attrs.external_type_specification
                && let Some((target, _)) = self.named_type(id)?
            {
                self.specified.types.entry(target).or_insert(id);
            }
        }
        // The older form does not show in the name what it is about.
        for id in older {
            self.read_specification(id)?;
        }
        Ok(())
    }
}
