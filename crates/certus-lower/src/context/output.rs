//! The program that lowering makes, and what there is to report.

use std::collections::{BTreeSet, HashSet};

use certus_diagnostics::{Diagnostic, Level, Unsupported};
use certus_vir::{Datatype, Function, Path, Program, Trait, TraitImpl, Ty};
use indexmap::IndexSet;

/// What is done so far.
#[derive(Default)]
pub(crate) struct Output {
    program: Program,
    /// The functions to check, in the order in which they were lowered.
    verify: IndexSet<Path>,
    diagnostics: Vec<Diagnostic>,
    /// The functions that errors are about.
    with_errors: BTreeSet<Path>,
    /// How many errors are about functions.
    of_functions: usize,
}

impl Output {
    /// The program so far.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// The program so far, to change what is in it already.
    pub(crate) fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Adds a function under its path, in the place of one that is there.
    pub(crate) fn add_function(&mut self, function: Function) {
        self.program.functions.insert(function.path.clone(), function);
    }

    /// A function of the program.
    pub(crate) fn function(&self, path: &str) -> Option<&Function> {
        self.program.functions.get(path)
    }

    /// Whether there is a function with this path.
    pub(crate) fn has_function(&self, path: &str) -> bool {
        self.program.functions.contains_key(path)
    }

    /// Adds a datatype under its path, in the place of one that is there.
    pub(crate) fn add_datatype(&mut self, datatype: Datatype) {
        self.program.datatypes.insert(datatype.path.clone(), datatype);
    }

    /// Whether there is a datatype with this path.
    pub(crate) fn has_datatype(&self, path: &str) -> bool {
        self.program.datatypes.contains_key(path)
    }

    /// Adds a trait under its path, in the place of one that is there.
    pub(crate) fn add_trait(&mut self, trait_: Trait) {
        self.program.traits.insert(trait_.path.clone(), trait_);
    }

    /// Adds an impl, and gives its number.
    pub(crate) fn add_impl(&mut self, of: TraitImpl) -> usize {
        self.program.impls.push(of);
        self.program.impls.len() - 1
    }

    /// Adds the type of a closure, with those of what it takes and of what a call gives.
    pub(crate) fn add_closure(&mut self, path: Path, args: Ty, result: Ty) {
        self.program.closures.insert(path, (args, result));
    }

    /// Whether there is a closure whose type has this path.
    pub(crate) fn has_closure(&self, path: &str) -> bool {
        self.program.closures.contains_key(path)
    }

    /// Marks a function as one to check. Only functions of the crate under verification come here: those of libraries are
    /// verified with their own crate.
    pub(crate) fn add_verified(&mut self, path: Path) {
        self.verify.insert(path);
    }

    /// Adds one thing to report.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds things to report.
    pub(crate) fn report_all(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    /// Adds what is to be reported about one function.
    pub(crate) fn report_about(&mut self, function: Path, diagnostics: Vec<Diagnostic>) {
        self.of_functions += diagnostics.iter().filter(|d| d.level == Level::Error).count();
        self.with_errors.insert(function);
        self.report_all(diagnostics);
    }

    /// The functions that errors are about.
    pub(crate) fn with_errors(&self) -> &BTreeSet<Path> {
        &self.with_errors
    }

    /// Whether each error is about one function.
    pub(crate) fn has_errors_of_functions_only(&self) -> bool {
        self.diagnostics.iter().filter(|d| d.level == Level::Error).count() == self.of_functions
    }

    /// No function is to be checked.
    pub(crate) fn verify_nothing(&mut self) {
        self.verify.clear();
    }

    /// Takes functions away.
    pub(crate) fn take_away(&mut self, functions: &BTreeSet<Path>) {
        self.verify.retain(|path| !functions.contains(path));
        self.program.functions.retain(|path, _| !functions.contains(path));
    }

    /// Whether there is an error among what is to be reported.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.level == Level::Error)
    }

    /// The program in an order of its own, the functions to check, and what is to be reported, each thing once: an item
    /// asked for from two places may report the same error at the same place twice. That an item of the standard library is
    /// not known is said once for each item, wherever it is used.
    pub(crate) fn finish(mut self) -> (Program, Vec<Path>, Vec<Diagnostic>) {
        // Impls come in the order in which they were asked for, which other items have a part in.
        self.program.impls.sort_by_cached_key(|i| (i.trait_.clone(), format!("{:?} {:?}", i.args, i.span)));
        self.program.functions.sort_keys();
        self.program.datatypes.sort_keys();
        let mut seen = HashSet::new();
        self.diagnostics.retain(|d| {
            let is_anywhere = d.code == Unsupported::UndeclaredStd.into();
            let place = d.primary.as_ref().map(|p| p.span).filter(|_| !is_anywhere);
            seen.insert((d.level, d.code.clone(), d.message.clone(), place))
        });
        (self.program, self.verify.into_iter().collect(), self.diagnostics)
    }
}
