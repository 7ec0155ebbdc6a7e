//! The table of known items agrees with the libraries.

mod support;

use std::collections::BTreeSet;

use certus_tree::{DefId, Item, Known, Library, Program};
use support::with_files;

/// A program for which every file of the library is loaded.
const EVERYTHING: &str = "use vstd::prelude::*; fn f() {} \
    // .. ..= ops::* ops _assign( size_of leading_ bits:: layout cmp::min .is_ok_and( resource arithmetic \
    BTreeMap BTreeSet NonZero .max( .sum( unzip( .parse( starts_with raw_ptr f32 atomic async";

/// Known items that are in no library: they are only in VIR.
const VIRTUAL: [Known; 2] = [Known::CallValue, Known::CallProof];

/// Known items that our declarations of `std` lack.
const UNDECLARED: [Known; 3] = [Known::IoRead, Known::IoBufRead, Known::IoWrite];

/// The paths of all items of the libraries.
struct Paths<'p> {
    program: &'p dyn Program,
    found: BTreeSet<String>,
}

impl Paths<'_> {
    fn add(&mut self, def: DefId) {
        if !self.found.insert(self.program.path(def)) {
            return;
        }
        let items = match self.program.item(def) {
            Ok(Item::Module(module)) => module.items,
            Ok(Item::Trait(of)) => {
                self.program.impls(Some(def)).into_iter().for_each(|id| self.add_items(id));
                of.items
            }
            _ => Vec::new(),
        };
        items.into_iter().for_each(|id| self.add(id));
    }

    /// Two impls may have the same path.
    fn add_items(&mut self, id: DefId) {
        if let Ok(Item::Impl(of)) = self.program.item(id) {
            of.items.into_iter().for_each(|id| self.add(id));
        }
    }
}

/// All paths of the libraries.
fn paths(program: &dyn Program) -> BTreeSet<String> {
    let mut paths = Paths { program, found: BTreeSet::new() };
    for name in ["verus_builtin", "vstd", "core", "alloc", "std"] {
        paths.add(program.lookup(name).unwrap_or_else(|| panic!("no crate `{name}`")));
    }
    program.impls(None).into_iter().for_each(|id| paths.add_items(id));
    paths.found
}

#[test]
fn known_items_are_in_the_libraries() {
    with_files(&[("t.rs", EVERYTHING)], |loaded| {
        let found = paths(loaded);
        let lost: Vec<&str> = Known::all()
            .filter(|known| found.contains(known.path()) == (VIRTUAL.contains(known) || UNDECLARED.contains(known)))
            .map(Known::path)
            .collect();
        assert!(lost.is_empty(), "not in the libraries, or there after all: {lost:#?}");
    });
}

#[test]
fn all_items_of_the_language_are_known() {
    with_files(&[("t.rs", EVERYTHING)], |loaded| {
        let of_language = |path: &&String| Library::of(path) == Some(Library::Builtin);
        let is_module =
            |path: &str| ["verus_builtin::internal", "verus_builtin::internal::literal_first"].contains(&path);
        let found = paths(loaded);
        let unknown: Vec<&String> =
            found.iter().filter(of_language).filter(|path| Known::of(path).is_none() && !is_module(path)).collect();
        assert!(unknown.is_empty(), "not in the table: {unknown:#?}");
    });
}
