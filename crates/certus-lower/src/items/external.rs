//! What is said about code that is not verified: contracts of functions and declarations of types.
//!
//! Reference page `reference-assume-specification` and guide page `external_type_specifications`. Such statements are
//! looked for in the crate itself and in the library's modules about the standard library only; one that stands anywhere
//! else is not found. The library has many of them, and to read one costs the inference of its
//! body, so they are listed by the name of the function they are about and read when one of that name is asked for.

use certus_diagnostics::Language;
use std::rc::Rc;

use certus_tree::{self as tree, DefId, Item, Known};

use crate::context::{Context, Entry};
use crate::error::{Result, fail};
use crate::syntax::below_reborrow;

/// The modules of the library that speak of external items.
const LIBRARY: [Known; 6] =
    [Known::StdSpecs, Known::VstdSlice, Known::VstdArray, Known::VstdString, Known::VstdLayout, Known::VstdRawPtr];

/// Modules of the library whose contracts, and those of the modules in them, give way to a program's own.
const SUPPLEMENTS: [Known; 2] = [Known::StdSpecsSupplement, Known::RawPtrSupplement];

/// The word of a generated name that the function's own name ends with.
fn last_word(name: &str) -> String {
    name.rsplit('_').next().unwrap_or(name).to_string()
}

/// Whether a path is that of a module, or of one in it.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

impl Context<'_> {
    /// The function that states the trusted contract of `def`, if there is one.
    pub(crate) fn specification_of(&mut self, def: DefId) -> Result<Option<DefId>> {
        self.list_externals()?;
        let entry = self.entry(def)?;
        let word = last_word(&entry.def().name);
        let owner = self.owner_name(&entry)?;
        for id in self.specifications.take_unread(&word) {
            if self.specifications.is_read(id) {
                continue;
            }
            let is_foreign = self.tree.is_foreign(id);
            let is_trusted = self.tree.is_trusted_foreign(id);
            let statement = match self.entry(id) {
                // What cannot be read of a library that is not ours is not known.
                Err(_) if is_trusted => continue,
                statement => statement?,
            };
            let mut words = statement.def().name.split('_');
            if owner.as_ref().is_some_and(|name| !words.any(|word| word == name)) {
                self.specifications.add_unread(word.clone(), id);
                continue;
            }
            self.specifications.set_read(id);
            // What the library says comes first, but for what it says beyond the library of the language.
            let gives_way = SUPPLEMENTS.iter().any(|of| is_in(&statement.def().module, of.path())) && !is_foreign;
            let specified = match self.specified_by(id) {
                Err(_) if is_trusted => None,
                specified => specified?,
            };
            match specified {
                Some((target, _)) if is_foreign => {
                    let first = self.specifications.add_function(target, id);
                    self.second_statement(id, first);
                    self.specifications.set_function(target, id);
                }
                Some((target, _)) if gives_way => {
                    self.specifications.add_function(target, id);
                }
                Some((target, _)) => {
                    self.specifications.set_function(target, id);
                }
                None => {}
            }
        }
        Ok(self.specifications.of_function(def))
    }

    /// The name of the datatype whose function this is, which stands in every path to the function.
    fn owner_name(&mut self, entry: &Entry) -> Result<Option<String>> {
        let Some(parent) = entry.def().parent else { return Ok(None) };
        let parent = self.entry(parent)?;
        let Item::Impl(item) = &parent.item else { return Ok(None) };
        match item.self_ty {
            tree::Ty::Adt(adt, _) => Ok(Some(self.entry(adt)?.def().name.clone())),
            _ => Ok(None),
        }
    }

    /// The item whose attributes say what verified code knows about a type: the type itself, or its
    /// `external_type_specification`. The parameters of both are the same ones in the same order.
    pub(crate) fn type_entry(&mut self, def: DefId) -> Result<Rc<Entry>> {
        match self.proxy_of(def)? {
            Some(proxy) => self.entry(proxy),
            None => self.entry(def),
        }
    }

    /// The `external_type_specification` of a type.
    pub(crate) fn proxy_of(&mut self, def: DefId) -> Result<Option<DefId>> {
        if !self.tree.is_library(def) && !self.is_external(def)? {
            return Ok(None);
        }
        self.list_externals()?;
        Ok(self.specifications.of_type(def))
    }

    /// The proxy that gives contracts to an external trait.
    pub(crate) fn trait_proxy(&mut self, def: DefId) -> Result<Option<DefId>> {
        self.list_externals()?;
        Ok(self.specifications.of_trait(def))
    }

    /// Fills the index of specifications, once. Only statements of the library wait to be read: those of the program are few,
    /// and what is wrong with one must be reported whether anything calls the function or not.
    fn list_externals(&mut self) -> Result<()> {
        if !self.specifications.begin_list() {
            return Ok(());
        }
        // The library comes first, then the crates that this one depends on, then this one in source order: the first
        // statement about an item counts.
        let mut queue: Vec<DefId> = self.tree.dependency_items();
        queue.extend(self.tree.local_items());
        queue.reverse();
        let mut own = Vec::new();
        // One of somebody else is among the crates, and may speak of such items anywhere.
        if !self.tree.has_foreign_library() {
            queue.extend(LIBRARY.iter().filter_map(|module| self.tree.lookup(module.path())));
        }
        while let Some(id) = queue.pop() {
            if self.tree.is_trusted_foreign(id) && self.lists_by_name(id) {
                continue;
            }
            let Ok(entry) = self.entry(id) else { continue };
            let of_library = self.tree.is_library(id);
            if let (Item::Module(module), true) = (&entry.item, of_library) {
                queue.extend(module.items.iter().copied());
            }
            let is_about_function = entry.attrs.assume_specification || entry.attrs.external_fn_specification;
            if is_about_function && !of_library {
                own.push(id);
            } else if is_about_function {
                for word in entry.def().name.split('_').filter(|word| !word.is_empty()) {
                    self.specifications.add_unread(word.to_string(), id);
                }
            }
            if let (Item::Trait(proxy), true) = (&entry.item, entry.attrs.external_trait_specification)
                && let Some(target) = super::proxies::target_of(proxy)
            {
                let first = self.specifications.add_trait(target, id);
                self.second_statement(first, id);
            }
            if let (Item::Adt(adt), true) = (&entry.item, entry.attrs.external_type_specification)
                && let Some(field) = adt.variants.first().and_then(|v| v.fields.first())
                && let tree::Ty::Adt(target, _) = &field.ty
            {
                let first = self.specifications.add_type(*target, id);
                self.second_statement(first, id);
            }
        }
        for id in own {
            // What is wrong with one is reported where it is lowered.
            if let Ok(Some((target, _))) = self.specified_by(id) {
                let first = self.specifications.add_function(target, id);
                self.second_statement(first, id);
            }
        }
        Ok(())
    }

    /// Lists a statement about a function of a library that is not ours, by its generated name. False for anything else.
    fn lists_by_name(&mut self, id: DefId) -> bool {
        let path = self.tree.path(id);
        let Some(name) = path.rsplit("::").next().and_then(|name| name.strip_prefix("__certus_assume_")) else {
            return false;
        };
        for word in name.split('_').filter(|word| !word.is_empty()) {
            self.specifications.add_unread(word.to_string(), id);
        }
        true
    }

    /// Those of the crate under verification are looked at where they are lowered.
    fn second_statement(&mut self, first: DefId, this: DefId) {
        if first != this && !self.tree.is_local(this) && !self.tree.is_library(this) {
            self.specifications.add_duplicate(this);
        }
    }

    /// Errs with `language/external-spec` where two crates that this one depends on specify the same thing.
    pub(super) fn one_specification(&mut self) -> Result<()> {
        self.list_externals()?;
        let Some(second) = self.specifications.duplicate() else { return Ok(()) };
        let entry = self.entry(second)?;
        let path = self.path(second);
        let text = format!(
            "duplicate specification: another crate of the program already specifies the item of \
                            `{path}`"
        );
        fail(Language::ExternalSpec, text, entry.def().name_span)
    }

    /// The function or constant that an `assume_specification` is about, or the one that its older form calls, with its generic
    /// arguments there.
    pub(crate) fn specified_by(&mut self, id: DefId) -> Result<Option<(DefId, Vec<tree::Ty>)>> {
        let is_older = self.entry(id)?.attrs.external_fn_specification;
        if self.is_async(id)? {
            return Ok(None);
        }
        let Some(body) = self.tree.body(id)? else { return Ok(None) };
        let tree::ExprKind::Block(_, block) = &below_reborrow(&body.value).kind else { return Ok(None) };
        let statements = block.stmts.iter().filter_map(|s| match s {
            tree::Stmt::Expr(e, _) => Some(e),
            tree::Stmt::Let { .. } => None,
        });
        let mut last = None;
        for e in statements.chain(block.tail.as_deref()) {
            let e = below_steps(e);
            let tree::ExprKind::Call { callee: tree::CallKind::Fn { def, args: tys, resolved, .. }, args, .. } =
                &e.kind
            else {
                continue;
            };
            last = Some((resolved.clone().unwrap_or((*def, tys.clone())), e.span));
            if self.builtin(*def) != Some(Known::Specifies) {
                continue;
            }
            if let Some(tree::ExprKind::Const(target, tys, None)) = args.first().map(|a| &a.kind) {
                return Ok(Some((*target, tys.clone())));
            }
            if let Some(tree::ExprKind::FnItem(target, tys)) = args.first().map(|a| &a.kind) {
                let found = self.impl_function(*target, tys, id, e.span);
                return if !self.tree.is_library(id) {
                    found.map(Some)
                } else {
                    Ok(found.ok().or(Some((*target, tys.clone()))))
                };
            }
        }
        match last {
            Some(((target, tys), span)) if is_older => self.impl_function(target, &tys, id, span).map(Some),
            _ => Ok(None),
        }
    }
}

/// The expression below steps that nobody wrote.
fn below_steps(e: &tree::Expr) -> &tree::Expr {
    match &e.kind {
        tree::ExprKind::Adjust(_, inner) | tree::ExprKind::Ref { expr: inner, implicit: true, .. } => {
            below_steps(inner)
        }
        tree::ExprKind::Deref(inner) => match &inner.kind {
            tree::ExprKind::Call { .. } => below_steps(inner),
            tree::ExprKind::Ref { .. } => below_steps(inner),
            _ => e,
        },
        _ => e,
    }
}
