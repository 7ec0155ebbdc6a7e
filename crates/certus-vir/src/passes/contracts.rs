//! Contracts that mention themselves: `fn f(x: u8) requires call_requires(f, (x,))`.
//!
//! What `call_ensures` says of a function item is its contract, so a contract that is explained by itself would be as
//! good as any statement (the liar's, for one). Followed at type arguments, because what a trait's function means
//! depends on them.

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Language};

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
    let cyclic = program.functions.values().filter(|f| !f.requires.is_empty() || !f.ensures.is_empty());
    let cyclic = cyclic.filter(|f| reaches(program, f));
    let message = "cyclic dependency in the requires/ensures of function";
    cyclic.map(|f| Diagnostic::error(Language::ContractCycle, message, f.span)).collect()
}

fn reaches(program: &Program, function: &Function) -> bool {
    let own = function.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
    let mut seen = HashSet::new();
    let mut todo = vec![Meaning::Contract(function.path.clone(), own)];
    while let Some(at) = todo.pop() {
        for next in depends_on(program, &at) {
            if let Meaning::Contract(path, tys) = &next
                && (*path == function.path || tys.iter().any(|ty| is_deeper(ty, DEPTH)))
            {
                return true;
            }
            if let Meaning::Definition(_, tys) = &next
                && tys.iter().any(|ty| is_deeper(ty, DEPTH))
            {
                return true;
            }
            if seen.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    false
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
