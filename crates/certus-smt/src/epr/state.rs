//! What an encoding of EPR mode knows of its symbols, in the words of the program.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::Span;
use certus_vir::{Name, Ty};

use super::text;
use crate::instance::FnKey;
use crate::names;
use crate::term::Sym;

/// What a symbol of the query stands for.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    /// In the words of the program.
    pub name: String,
    /// Where it is declared or written.
    pub span: Span,
}

/// A constructor with fields; it is not declared, as every use of it is taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    /// The type that it makes.
    pub ty: Ty,
    /// The variant.
    pub variant: Name,
}

/// What symbols stand for, and how far the translation is.
#[derive(Default)]
pub(crate) struct State {
    /// Symbols by what they stand for: sorts, functions and variables. Without the bars of quoted symbols.
    meanings: BTreeMap<String, Meaning>,
    /// The quantifiers, by the names of their bound variables: each has names of its own.
    binders: BTreeMap<String, Meaning>,
    /// How many bound variables of a name there are.
    counts: BTreeMap<String, u32>,
    /// Constructors by symbol.
    constructors: BTreeMap<Sym, Constructor>,
    /// Fields that are spoken of, by type and variant.
    selected: BTreeMap<(Ty, Name), BTreeSet<Name>>,
    /// Definitions that are being put in place.
    expanding: Vec<FnKey>,
    /// Parts translated so far.
    nodes: usize,
}

impl State {
    /// Notes what a symbol stands for.
    pub(crate) fn mean(&mut self, sym: &Sym, name: &str, span: Span) {
        let meaning = Meaning { name: name.to_owned(), span };
        self.meanings.entry(text::plain(sym).to_owned()).or_insert(meaning);
    }

    /// What symbols stand for.
    pub(crate) fn meanings(&self) -> &BTreeMap<String, Meaning> {
        &self.meanings
    }

    /// The quantifier of a bound variable.
    pub(crate) fn binder(&self, name: &str) -> Option<&Meaning> {
        self.binders.get(name)
    }

    /// A name for a bound variable that no other in the query has, so that each quantifier is known by it.
    pub(crate) fn new_binder(&mut self, name: &str, span: Span) -> Sym {
        let base = names::bound(name, 0);
        let count = self.counts.entry(base.to_string()).or_default();
        let sym = names::bound(name, *count);
        *count += 1;
        let meaning = Meaning { name: name.to_owned(), span };
        self.binders.insert(text::plain(&sym).to_owned(), meaning);
        sym
    }

    /// Notes that a symbol is a constructor with fields.
    pub(crate) fn construct(&mut self, sym: &Sym, made: Constructor) {
        self.constructors.insert(sym.clone(), made);
    }

    /// The constructor that a symbol is.
    pub(crate) fn constructor(&self, sym: &Sym) -> Option<&Constructor> {
        self.constructors.get(sym)
    }

    /// Notes that a field is spoken of.
    pub(crate) fn select(&mut self, ty: &Ty, variant: &Name, field: &Name) {
        self.selected.entry((ty.clone(), variant.clone())).or_default().insert(field.clone());
    }

    /// The fields that are spoken of, by type and variant.
    pub(crate) fn selected(&self) -> BTreeMap<(Ty, Name), BTreeSet<Name>> {
        self.selected.clone()
    }

    /// From here on a definition is being put in the place of its call.
    pub(crate) fn expand(&mut self, key: FnKey) {
        self.expanding.push(key);
    }

    /// The last definition is in place.
    pub(crate) fn expanded(&mut self) {
        self.expanding.pop();
    }

    /// Whether the definition of a function is being put in place.
    pub(crate) fn is_expanding(&self, key: &FnKey) -> bool {
        self.expanding.iter().any(|open| open.0 == key.0)
    }

    /// Counts a part that is translated; how many there are now.
    pub(crate) fn count(&mut self) -> usize {
        self.nodes += 1;
        self.nodes
    }
}
