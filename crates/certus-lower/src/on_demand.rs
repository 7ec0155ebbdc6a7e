//! Reads items of libraries on demand: when the program mentions what they are about.
//!
//! A broadcast function in a library's default group can take part in a proof only when the functions of one of its
//! triggers and the types of its parameters occur in the program; an impl only when its type does. Until then they
//! are deferred: most programs never mention most of a library. To ask for one too early costs time only; what is deferred
//! to the end is not in the program, and nothing of it is believed.
//!
//! Items of the crate under verification are never deferred, as all of them are checked.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Unsupported};
use certus_tree::{self as tree, DefId, Item, Library};

use crate::context::{Context, Deferred, Shape};
use crate::error::{Failed, Result};
use crate::types::is_transparent;

impl Context<'_> {
    /// Notes that a body calls a function, under the name it is called by.
    pub(crate) fn mention(&mut self, def: DefId) -> Result<()> {
        let entry = self.entry(def)?;
        self.deferred.mention(&entry.def().name);
        Ok(())
    }

    /// Notes that a type is in the program.
    pub(crate) fn saw(&mut self, shape: Shape) {
        self.deferred.see(shape);
    }

    /// Has a broadcast function or group read when it can matter.
    pub(crate) fn request_fact(&mut self, def: DefId) -> Result<()> {
        let entry = match self.entry(def) {
            Err(Failed(errors)) if self.lose_unread(def, &errors) => return Ok(()),
            entry => entry?,
        };
        if self.tree.is_local(def) || entry.attrs.broadcast_group {
            self.request(def);
            return Ok(());
        }
        let mut item = Deferred::new(def, entry.attrs.when.clone());
        if let Item::Function(function) = &entry.item {
            for param in &function.params {
                self.heads(&param.ty, &mut item);
            }
        }
        self.deferred.add(item);
        Ok(())
    }

    /// Has an impl read when its type is in the program.
    /// An impl of a trait of the standard library in a crate that nobody verifies may name types that are not declared. It is
    /// not known then, and neither is anything that follows from it.
    pub(crate) fn request_impl(&mut self, def: DefId, trait_: DefId) -> Result<()> {
        let entry = match self.entry(def) {
            Err(Failed(errors)) if self.tree.is_library(trait_) && errors.iter().all(is_of_external_crate) => {
                return Ok(());
            }
            Err(Failed(errors)) if self.lose_unread(def, &errors) => return Ok(()),
            entry => entry?,
        };
        let mut item = Deferred::new(def, Vec::new());
        match &entry.item {
            Item::Impl(of) if !self.tree.is_local(def) => self.heads(&of.self_ty, &mut item),
            _ => {}
        }
        self.deferred.add(item);
        Ok(())
    }

    /// The datatypes and tuples that a type is made of. What is not looked into need not be mentioned.
    fn heads(&mut self, ty: &tree::Ty, item: &mut Deferred) {
        match ty {
            tree::Ty::Adt(def, args) => {
                let path = self.path(*def);
                if is_transparent(&path) {
                    // The allocator of a box is no part of its type here.
                    args.iter().take(1).for_each(|arg| self.heads(arg, item));
                } else if Library::of(&path) != Some(Library::Builtin) {
                    item.types.push(*def);
                    args.iter().for_each(|arg| self.heads(arg, item));
                }
            }
            tree::Ty::Tuple(tys) => {
                item.tuples.push(tys.len());
                tys.iter().for_each(|ty| self.heads(ty, item));
            }
            tree::Ty::Slice(inner) => {
                item.shapes.push(Shape::Slice);
                self.heads(inner, item);
            }
            tree::Ty::Array(inner, _) => {
                item.shapes.push(Shape::Array);
                self.heads(inner, item);
            }
            tree::Ty::Str => item.shapes.push(Shape::Str),
            tree::Ty::Float(_) => item.shapes.push(Shape::Float),
            tree::Ty::RawPtr(_, inner) => {
                item.shapes.push(Shape::Pointer);
                self.heads(inner, item);
            }
            // No program has values of a type that cannot be read.
            tree::Ty::FnPtr(..) | tree::Ty::Dyn(..) => {
                item.shapes.push(Shape::Unknown);
            }
            tree::Ty::Ref(_, inner) => self.heads(inner, item),
            _ => {}
        }
    }

    /// Asks for every deferred item that has come to matter; false when there is nothing.
    pub(crate) fn request_deferred(&mut self) -> bool {
        let mut names: HashSet<String> = self.deferred.mentioned().clone();
        for def in self.demand.all() {
            let path = self.path(def);
            names.insert(path.rsplit("::").next().unwrap_or(&path).to_string());
        }
        let mut found = false;
        for item in self.deferred.take() {
            if self.matters(&item, &names) {
                found |= !self.demand.contains(item.def);
                self.request(item.def);
            } else {
                self.deferred.keep(item);
            }
        }
        found | self.specified_items()
    }

    /// Whether the program mentions what a deferred item is about; `names` are those of all functions in it.
    fn matters(&self, item: &Deferred, names: &HashSet<String>) -> bool {
        item.types.iter().all(|ty| self.demand.contains(*ty))
            && item.tuples.iter().all(|n| self.output.has_datatype(&format!("tuple%{n}")))
            && item.shapes.iter().all(|shape| self.deferred.has_seen(*shape))
            && (item.names.is_empty() || item.names.iter().any(|list| list.iter().all(|name| names.contains(name))))
    }
}

/// Whether an error says that something in a crate that nobody verifies cannot be read.
fn is_of_external_crate(error: &Diagnostic) -> bool {
    error.code == Unsupported::ExternalCrate.into()
}
