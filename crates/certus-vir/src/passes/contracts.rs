//! Contracts that mention themselves: `fn f(x: u8) requires call_requires(f, (x,))`.
//!
//! What `call_ensures` says of a function item is its contract, so a contract that is explained by itself would be as
//! good as any statement (the liar's, for one). Followed at type arguments, because what a trait's function means
//! depends on them.

use std::collections::HashSet;
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Language};
use indexmap::IndexMap;

use super::dispatch;
use crate::expr::{Expr, ExprKind};
use crate::item::{Body, Function, Program};
use crate::ty::{Path, Ty};
use crate::visit;

/// How deep the types of an instance may be. Deeper ones come from contracts that mention themselves at larger and
/// larger types, which counts as mentioning themselves.
const DEPTH: u32 = 16;

/// What the meaning of a contract may depend on, at type arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Meaning {
    Definition(Path, Vec<Ty>),
    Contract(Path, Vec<Ty>),
}

/// One diagnostic for each function whose contract depends on itself through the type of a function item. Equality of
/// function items mentions no contract; a type argument does.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut meanings = Meanings { program, all: IndexMap::new() };
    let cyclic = program.functions.values().filter(|f| !f.requires.is_empty() || !f.ensures.is_empty());
    let cyclic = cyclic.filter(|f| meanings.reach(f));
    let message = "cyclic dependency in the requires/ensures of function";
    cyclic.map(|f| Diagnostic::error(Language::ContractCycle, message, f.span)).collect()
}

/// The meanings that were met, each of which is looked into once for all contracts.
struct Meanings<'a> {
    program: &'a Program,
    all: IndexMap<Meaning, Known>,
}

/// What is known of a meaning.
#[derive(Clone, Default)]
struct Known {
    is_deep: bool,
    /// The numbers of those that it depends on, once somebody asked.
    next: Option<Rc<[usize]>>,
}

impl Meanings<'_> {
    /// Whether the contract of a function depends on itself.
    fn reach(&mut self, function: &Function) -> bool {
        let own = function.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
        let mut seen = HashSet::new();
        let mut todo = vec![self.number(Meaning::Contract(function.path.clone(), own))];
        while let Some(at) = todo.pop() {
            for &next in &*self.next(at) {
                let is_own = |meaning: &Meaning| matches!(meaning, Meaning::Contract(of, _) if *of == function.path);
                if self.all.get_index(next).is_some_and(|(meaning, known)| known.is_deep || is_own(meaning)) {
                    return true;
                }
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        false
    }

    /// The numbers of the meanings that one depends on.
    fn next(&mut self, at: usize) -> Rc<[usize]> {
        let Some((meaning, known)) = self.all.get_index(at) else { return Rc::default() };
        if let Some(next) = &known.next {
            return next.clone();
        }
        let found = depends_on(self.program, meaning);
        let next: Rc<[usize]> = found.into_iter().map(|meaning| self.number(meaning)).collect();
        if let Some((_, known)) = self.all.get_index_mut(at) {
            known.next = Some(next.clone());
        }
        next
    }

    fn number(&mut self, meaning: Meaning) -> usize {
        if let Some(number) = self.all.get_index_of(&meaning) {
            return number;
        }
        let (Meaning::Definition(_, tys) | Meaning::Contract(_, tys)) = &meaning;
        let is_deep = tys.iter().any(|ty| is_deeper(ty, DEPTH));
        self.all.insert_full(meaning, Known { is_deep, next: None }).0
    }
}

fn depends_on(program: &Program, meaning: &Meaning) -> Vec<Meaning> {
    let (Meaning::Definition(path, tys) | Meaning::Contract(path, tys)) = meaning;
    let mut found = Vec::new();
    let Some(function) = program.functions.get(path) else { return found };
    let mut collector = Collector { program, function, tys, found: &mut found };
    match (meaning, &function.body) {
        (Meaning::Contract(..), _) => {
            function.requires.iter().chain(&function.ensures).for_each(|c| collector.collect(&c.expr));
        }
        (Meaning::Definition(..), Body::Spec(body)) => collector.collect(body),
        (Meaning::Definition(..), Body::None) => {}
    }
    // A function of a trait means that of the impl.
    let targets = dispatch::functions_of(program, path, tys);
    found.extend(targets.into_iter().map(|target| match meaning {
        Meaning::Definition(..) => Meaning::Definition(target.path, target.args),
        Meaning::Contract(..) => Meaning::Contract(target.path, target.args),
    }));
    found
}

struct Collector<'a> {
    program: &'a Program,
    function: &'a Function,
    tys: &'a [Ty],
    found: &'a mut Vec<Meaning>,
}

impl Collector<'_> {
    /// Collects the definitions and contracts that the meaning of an expression depends on.
    fn collect(&mut self, expr: &Expr) {
        visit::walk(expr, &mut |e| {
            let ExprKind::Call(path, tys, _) = &*e.kind else { return };
            let tys: Vec<Ty> = tys.iter().map(|ty| self.at(ty)).collect();
            let found = &mut self.found;
            let mut contract = |item: &Path, tys: &[Ty]| found.push(Meaning::Contract(item.clone(), tys.to_vec()));
            tys.iter().for_each(|ty| ty.each_fn_item(&mut contract));
            self.found.push(Meaning::Definition(path.clone(), tys));
        });
    }

    /// A type of the function at its type arguments.
    fn at(&self, ty: &Ty) -> Ty {
        let index = |name: &_| self.function.type_params.iter().position(|p| p.name == *name);
        dispatch::normalize(self.program, &ty.subst(&|name| self.tys.get(index(name)?).cloned()))
    }
}

fn is_deeper(ty: &Ty, depth: u32) -> bool {
    depth.checked_sub(1).is_none_or(|depth| ty.parts().any(|ty| is_deeper(ty, depth)))
}
