//! Contracts that mention themselves: `fn f(x: u8) requires call_requires(f, (x,))`.

use std::collections::HashSet;

use certus_diagnostics::{Class, Diagnostic};

use crate::expr::{Expr, ExprKind};
use crate::item::{Body, Function, Program};
use crate::ty::{Path, Ty};
use crate::visit;

/// What the meaning of a contract may depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Meaning {
    Definition(Path),
    Contract(Path),
}

/// One diagnostic for each function whose contract depends on itself through the type of a function item. Equality of
/// function items mentions no contract; a type argument does.
pub fn check(program: &Program) -> Vec<Diagnostic> {
    let cyclic = |f: &&Function| reaches(program, &f.path);
    let cyclic = program.functions.values().filter(cyclic);
    let message = "cyclic dependency in the requires/ensures of function";
    cyclic.map(|f| Diagnostic::error(Class::Language, "contract-cycle", message, f.span)).collect()
}

fn reaches(program: &Program, path: &Path) -> bool {
    let mut seen = HashSet::new();
    let mut todo = vec![Meaning::Contract(path.clone())];
    while let Some(at) = todo.pop() {
        for next in depends_on(program, &at) {
            if next == Meaning::Contract(path.clone()) {
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
    let mut found = Vec::new();
    match meaning {
        Meaning::Contract(path) => {
            let clauses = program.functions.get(path).into_iter().flat_map(|f| f.requires.iter().chain(&f.ensures));
            clauses.for_each(|c| mentions(&c.expr, &mut found));
        }
        Meaning::Definition(path) => match program.functions.get(path).map(|f| &f.body) {
            Some(Body::Spec(body)) => mentions(body, &mut found),
            Some(Body::None) | None => {}
        },
    }
    found
}

fn mentions(expr: &Expr, found: &mut Vec<Meaning>) {
    visit::walk(expr, &mut |e| {
        let ExprKind::Call(path, tys, _) = &*e.kind else { return };
        found.push(Meaning::Definition(path.clone()));
        for ty in tys {
            if let Ty::FnItem(item, _) = ty.value() {
                found.push(Meaning::Contract(item.clone()));
            }
        }
    });
}
