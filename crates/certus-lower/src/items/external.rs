//! What is said about code that is not verified: contracts of functions and declarations of types.
//!
//! Reference page `reference-assume-specification` and guide page `external_type_specifications`. Such statements are
//! looked for in the crate itself and in the library's modules about the standard library only; one that stands anywhere
//! else is not found. The library has many of them, and to read one costs the inference of its
//! body, so they are listed by the name of the function they are about and read when one of that name is asked for.

use std::collections::HashMap;
use std::rc::Rc;

use certus_tree::{self as tree, DefId, Item};
use certus_vir::Mode;

use crate::context::{Context, Entry, Result, language};

/// The modules of the library that speak of external items.
const LIBRARY: [&str; 4] = ["vstd::std_specs", "vstd::slice", "vstd::array", "vstd::string"];

/// Where to find what is said about external items.
#[derive(Default)]
pub(crate) struct Externals {
    /// Statements about functions that have not been read, by the last word of their generated names.
    unread: HashMap<String, Vec<DefId>>,
    /// Functions with a trusted contract, each with the function that states it.
    functions: HashMap<DefId, DefId>,
    /// External types that verified code may name, each with the type that declares so.
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
        self.list_externals()?;
        if let Some(found) = self.externals.functions.get(&def) {
            return Ok(Some(*found));
        }
        let word = last_word(&self.entry(def)?.def().name);
        for id in self.externals.unread.remove(&word).unwrap_or_default() {
            if let Some(target) = self.specified_by(id)? {
                self.externals.functions.insert(target, id);
            }
        }
        Ok(self.externals.functions.get(&def).copied())
    }

    /// The item whose attributes say what verified code knows about a type: the type itself, or its
    /// `external_type_specification`. The parameters of both are the same ones in the same order.
    pub(crate) fn type_entry(&mut self, def: DefId) -> Result<Rc<Entry>> {
        if !self.tree.is_local(def) || !self.entry(def)?.def().in_verus {
            self.list_externals()?;
            if let Some(spec) = self.externals.types.get(&def).copied() {
                return self.entry(spec);
            }
        }
        self.entry(def)
    }

    fn list_externals(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.externals.listed, true) {
            return Ok(());
        }
        let mut queue: Vec<DefId> = self.tree.local_items();
        queue.extend(LIBRARY.iter().filter_map(|module| self.tree.lookup(module)));
        while let Some(id) = queue.pop() {
            let Ok(entry) = self.entry(id) else { continue };
            if let (Item::Module(module), false) = (&entry.item, self.tree.is_local(id)) {
                queue.extend(module.items.iter().copied());
            }
            if entry.attrs.assume_specification {
                self.externals.unread.entry(last_word(&entry.def().name)).or_default().push(id);
            }
            if let (Item::Adt(adt), true) = (&entry.item, entry.attrs.external_type_specification)
                && let Some(field) = adt.variants.first().and_then(|v| v.fields.first())
                && let tree::Ty::Adt(target, _) = &field.ty
            {
                self.externals.types.insert(*target, id);
            }
        }
        Ok(())
    }

    /// The function that an `assume_specification` is about.
    fn specified_by(&mut self, id: DefId) -> Result<Option<DefId>> {
        let Some(body) = self.tree.body(id)? else { return Ok(None) };
        Ok(self.paths_in(&body.value, "specifies").first().map(|(target, _)| *target))
    }

    /// The spec function that a call of a function means in ghost code (`when_used_as_spec`, reference page
    /// `reference-attributes`). Its parameters, type parameters among them, are those of the function.
    pub(crate) fn stand_in(&mut self, spec: DefId) -> Result<Option<DefId>> {
        let entry = self.entry(spec)?;
        let Some(name) = &entry.attrs.when_used_as_spec else { return Ok(None) };
        let module = &entry.def().module;
        let span = entry.def().name_span;
        let beside = self.tree.lookup(&format!("{module}::{name}"));
        let found = match beside.or_else(|| self.tree.lookup(&super::function::absolute(name, module))) {
            Some(def) => Some(def),
            None => self.method_beside(&entry, name)?,
        };
        let Some(found) = found else {
            return language("when-used-as-spec", format!("no spec function `{name}` is found"), span);
        };
        let twin = self.entry(found)?;
        let (Item::Function(a), Item::Function(b)) = (&entry.item, &twin.item) else {
            return language("when-used-as-spec", format!("`{name}` is not a function"), span);
        };
        if self.mode_of(found)? != Mode::Spec {
            return language("when-used-as-spec", "when_used_as_spec must refer to a spec function", span);
        }
        let rename = |ty: &tree::Ty, generics: &tree::Generics| {
            let own: Vec<tree::Ty> =
                (0..generics.params.len()).map(|i| tree::Ty::Param(i as u32, format!("{i}"))).collect();
            ty.subst(&own)
        };
        let same = a.params.len() == b.params.len()
            && a.generics.params.len() == b.generics.params.len()
            && a.params
                .iter()
                .map(|p| &p.ty)
                .chain([&a.ret])
                .zip(b.params.iter().map(|p| &p.ty).chain([&b.ret]))
                .all(|(x, y)| rename(x, &a.generics) == rename(y, &b.generics));
        if !same {
            let text = "when_used_as_spec function should have the same type parameters, parameters and return type";
            return language("when-used-as-spec", text, span);
        }
        Ok(Some(found))
    }

    /// A function of the same impl.
    fn method_beside(&mut self, entry: &Entry, name: &str) -> Result<Option<DefId>> {
        let Some(parent) = entry.def().parent else { return Ok(None) };
        let parent = self.entry(parent)?;
        let items = match &parent.item {
            Item::Impl(item) => item.items.clone(),
            _ => return Ok(None),
        };
        let wanted = name.rsplit("::").next().unwrap_or(name);
        for id in items {
            if self.entry(id)?.def().name == wanted {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}
