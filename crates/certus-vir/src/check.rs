//! The invariants of VIR.

mod expr;
mod stmt;

use std::collections::HashMap;

use crate::expr::Var;
use crate::item::{Body, Function, Param, Program};
use crate::ty::Ty;

/// What is wrong with a program, one sentence each, empty when nothing is: every name is declared, every call has the
/// right number of arguments, types agree up to decorations and ranges of integers, conditions are Boolean, control
/// leaves loops that are around it. Used in tests and debug builds; a program with faults gives no obligations worth
/// anything.
pub fn check_program(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, datatype) in &program.datatypes {
        if *path != datatype.path {
            faults.push(format!("datatype {} is listed as {path}", datatype.path));
        }
    }
    for (path, function) in &program.functions {
        if *path != function.path {
            faults.push(format!("function {} is listed as {path}", function.path));
        }
        let mut checker = Checker { program, function, scope: HashMap::new(), labels: Vec::new(), faults: Vec::new() };
        checker.function();
        faults.extend(checker.faults.into_iter().map(|fault| format!("{path}: {fault}")));
    }
    faults
}

/// The walk over one function.
struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    /// Variables in scope.
    scope: HashMap<Var, Ty>,
    /// Labels of loops around.
    labels: Vec<crate::ty::Name>,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn fault(&mut self, fault: String) {
        self.faults.push(fault);
    }

    fn function(&mut self) {
        let function = self.function;
        let declare = |p: &Param| (p.var.clone(), p.ty.clone());
        self.scope = function.params.iter().map(declare).collect();
        if self.scope.len() != function.params.len() {
            self.fault("two parameters of one name".into());
        }
        function.requires.iter().for_each(|c| self.condition(&c.expr));
        function.opens.names.iter().for_each(|e| self.expr(e));
        function.unwind.condition().into_iter().for_each(|e| self.condition(e));
        if let Some(termination) = &function.termination {
            termination.decreases.iter().for_each(|e| self.expr(e));
            termination.when.iter().for_each(|e| self.condition(e));
        }
        if let Body::Spec(body) = &function.body {
            self.expr(body);
            self.same(&function.ret.ty, &body.ty, "the definition");
        }
        let (result, ty) = declare(&function.ret);
        self.scope.insert(result, ty);
        function.ensures.iter().for_each(|c| self.condition(&c.expr));
        if let Some(check) = &function.check {
            self.stmts(check);
        }
    }

    /// A fault unless the types agree.
    fn same(&mut self, expected: &Ty, found: &Ty, what: &str) {
        if !agree(expected, found) {
            self.fault(format!("{what} has the type {found} instead of {expected}"));
        }
    }
}

/// True when values of the types are values of one type, as far as can be said here: integers of all ranges are
/// integers, decorations do not count, and an associated type may be any type.
fn agree(a: &Ty, b: &Ty) -> bool {
    let all = |xs: &[Ty], ys: &[Ty]| xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| agree(x, y));
    match (a.value(), b.value()) {
        (Ty::Proj(..), _) | (_, Ty::Proj(..)) => true,
        (Ty::Int(_), Ty::Int(_)) => true,
        (Ty::Data(p, xs), Ty::Data(q, ys)) | (Ty::FnItem(p, xs), Ty::FnItem(q, ys)) => p == q && all(xs, ys),
        (Ty::SpecFn(xs, x), Ty::SpecFn(ys, y)) => all(xs, ys) && agree(x, y),
        (Ty::MutRef(x), Ty::MutRef(y)) => agree(x, y),
        (x, y) => x == y,
    }
}
