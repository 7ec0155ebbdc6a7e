//! The theory of a query: its symbols, what is declared of them, and the facts that are stated.

use std::collections::HashSet;

use certus_vir::{IntKind, Ty};

use crate::emit::{Output, VariantDecl};
use crate::names::Names;
use crate::term::{self, Sort, Sym, Term};

/// What was declared and stated so far. Every symbol that a rule declares here has one meaning in the whole query.
pub(crate) struct Theory {
    names: Names,
    out: Output,
    done: HashSet<String>,
    /// The width of the target's pointers, where the program fixes it.
    arch_bits: Option<u32>,
}

impl Theory {
    /// Nothing is declared.
    pub(crate) fn new(arch_bits: Option<u32>) -> Theory {
        Theory { names: Names::default(), out: Output::default(), done: HashSet::new(), arch_bits }
    }

    /// The width of the target's pointers, where the program fixes it.
    pub(crate) fn arch_bits(&self) -> Option<u32> {
        self.arch_bits
    }

    /// The range with the target's width put in, where the program fixes it.
    pub(crate) fn fixed(&self, kind: IntKind) -> IntKind {
        match (kind, self.arch_bits) {
            (IntKind::Usize, Some(bits)) => IntKind::U(bits),
            (IntKind::Isize, Some(bits)) => IntKind::I(bits),
            _ => kind,
        }
    }

    /// The symbol of an entity; see [`Names::of`].
    pub(crate) fn symbol(&mut self, entity: &str, wanted: &str) -> Sym {
        self.names.of(entity, wanted)
    }

    /// The symbol of a thing at type arguments; see [`Names::of_instance`].
    pub(crate) fn instance_symbol(&mut self, entity: &str, name: &str, args: &[Ty]) -> Sym {
        self.names.of_instance(entity, name, args)
    }

    /// True the first time it is asked with this text.
    pub(crate) fn once(&mut self, what: &str) -> bool {
        !self.done.contains(what) && self.done.insert(what.to_owned())
    }

    /// Whether something that happens once has.
    pub(crate) fn is_done(&self, what: &str) -> bool {
        self.done.contains(what)
    }

    /// Declares an uninterpreted sort.
    pub(crate) fn declare_sort(&mut self, name: &Sym) {
        self.out.sort(name);
    }

    /// Declares a datatype.
    pub(crate) fn declare_datatype(&mut self, name: &Sym, variants: Vec<VariantDecl>) {
        self.out.datatype(name, variants);
    }

    /// Declares a function, or a constant when it has no arguments. False when it was declared before.
    pub(crate) fn declare(&mut self, name: &Sym, args: Vec<Sort>, result: &Sort) -> bool {
        self.out.function(name, args, result)
    }

    /// Declares a constant of a sort, and gives it.
    pub(crate) fn constant(&mut self, name: &Sym, sort: &str) -> Term {
        self.out.function(name, Vec::new(), &sort.into());
        term::constant(name, sort)
    }

    /// Declares the constant of a text: texts of one sort are different values.
    pub(crate) fn declare_text(&mut self, name: &Sym, sort: &Sort) {
        self.out.text(name, sort);
    }

    /// States a fact of an owner, by whose name facts are ordered in the query.
    pub(crate) fn state(&mut self, owner: &str, fact: Term) {
        self.out.axiom(owner, fact);
    }

    /// Rewrites every fact, given its owner.
    pub(crate) fn rewrite(&mut self, f: &mut dyn FnMut(&str, &Term) -> Term) {
        self.out.rewrite(f);
    }

    /// How many things are declared.
    pub(crate) fn count(&self) -> usize {
        self.out.count()
    }

    /// Whether the datatype is declared.
    pub(crate) fn declares(&self, datatype: &Sym) -> bool {
        self.out.declares(datatype)
    }

    /// Prints the declarations, then the facts.
    pub(crate) fn print(&self, out: &mut String) {
        self.out.print(out);
    }
}
