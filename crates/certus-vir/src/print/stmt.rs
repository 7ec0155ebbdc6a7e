//! Statements, functions and programs as text.

use std::fmt::Write;

use crate::goal::{Clause, Goal};
use crate::item::{Body, Function, Program};
use crate::mask::MaskKind;
use crate::mode::Mode;
use crate::stmt::{CallPart, CallStmt, LoopStmt, Stmt, StmtKind};
use crate::unwind::Unwind;

/// Lines with their depth.
#[derive(Default)]
struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 2 * self.depth); // Writing to a string cannot fail.
    }

    fn nested(&mut self, stmts: &[Stmt]) {
        self.depth += 1;
        stmts.iter().for_each(|s| self.stmt(s));
        self.depth -= 1;
    }

    fn goals(&mut self, word: &str, goals: &[Goal]) {
        goals.iter().for_each(|g| self.line(&format!("{word} {:?}: {}", g.kind, g.expr)));
    }

    fn clauses(&mut self, word: &str, clauses: &[Clause]) {
        clauses.iter().for_each(|c| self.line(&format!("  {word} {}", c.expr)));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(binder, None) => self.line(&format!("let {binder}")),
            StmtKind::Declare(binder, Some(value)) => self.line(&format!("let {binder} = {value}")),
            StmtKind::Assign(var, value) => self.line(&format!("{var} = {value}")),
            StmtKind::Havoc(var) => self.line(&format!("havoc {var}")),
            StmtKind::Assert(goal) => self.goals("assert", std::slice::from_ref(goal)),
            StmtKind::Assume(e) => self.line(&format!("assume {e}")),
            StmtKind::Check(e) => self.line(&format!("check {e}")),
            StmtKind::Call(call) => self.line(&call_text(call)),
            StmtKind::If(condition, then, otherwise) => {
                self.line(&format!("if {condition} {{"));
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.nested(otherwise);
                }
                self.line("}");
            }
            StmtKind::Loop(l) => self.loop_(l),
            StmtKind::Break(label) => self.line(&format!("break {label}")),
            StmtKind::Continue(label) => self.line(&format!("continue {label}")),
            StmtKind::Return => self.line("return"),
            StmtKind::Block(stmts) => {
                self.line("{");
                self.nested(stmts);
                self.line("}");
            }
            StmtKind::Boundary(stmts) => {
                self.line("boundary {");
                self.nested(stmts);
                self.line("}");
            }
            StmtKind::Aside { binders, body, conclusions } => {
                let binders: Vec<_> = binders.iter().map(|b| b.to_string()).collect();
                self.line(&format!("aside |{}| {{", binders.join(", ")));
                self.nested(body);
                self.line("}");
                conclusions.iter().for_each(|e| self.line(&format!("  so {e}")));
            }
            StmtKind::Isolated { prover, requires, proof, ensures } => {
                self.line(&format!("by {prover:?} {{"));
                self.depth += 1;
                self.goals("requires", requires);
                self.depth -= 1;
                self.nested(proof);
                self.depth += 1;
                self.goals("ensures", ensures);
                self.depth -= 1;
                self.line("}");
            }
            StmtKind::Reveal(path, fuel) => self.line(&format!("reveal {path} {fuel}")),
            StmtKind::BroadcastUse(path) => self.line(&format!("use {path}")),
            StmtKind::Unreachable => self.line("unreachable"),
            StmtKind::Note(note) => self.line(&format!("note {:?} {}", note.what, note.var)),
        }
    }

    fn loop_(&mut self, l: &LoopStmt) {
        let isolated = if l.isolated { " isolated" } else { "" };
        self.line(&format!("loop {}{isolated}", l.label));
        self.clauses("invariant", &l.invariants);
        self.clauses("invariant_except_break", &l.invariants_except_break);
        self.clauses("ensures", &l.ensures);
        l.decreases.iter().for_each(|e| self.line(&format!("  decreases {e}")));
        for (binder, paths) in &l.modified {
            let paths: Vec<String> =
                paths.iter().map(|p| p.iter().map(|(_, _, field)| format!(".{field}")).collect()).collect();
            self.line(format!("  modifies {binder} {}", paths.join(" ")).trim_end());
        }
        if let Some((stmts, condition)) = &l.condition {
            if !stmts.is_empty() {
                self.line("while {");
                self.nested(stmts);
                self.line("}");
            }
            self.line(&format!("while {condition}"));
        }
        self.line("{");
        self.nested(&l.body);
        self.line("}");
    }
}

fn call_text(call: &CallStmt) -> String {
    let args: Vec<_> = call.args.iter().map(|e| e.to_string()).collect();
    let tys: Vec<_> = call.type_args.iter().map(|t| t.to_string()).collect();
    let dest = call.dest.as_ref().map_or(String::new(), |v| format!("{v} = "));
    let tys = if tys.is_empty() { String::new() } else { format!("::<{}>", tys.join(", ")) };
    let open: Vec<_> = call.within.open.iter().map(|e| e.to_string()).collect();
    let open = if open.is_empty() { String::new() } else { format!(" within [{}]", open.join(", ")) };
    let only: Vec<_> = call.within.only.iter().map(|e| e.to_string()).collect();
    let only = if only.is_empty() { String::new() } else { format!(" opening only [{}]", only.join(", ")) };
    let word = match call.part {
        CallPart::Whole => "call",
        CallPart::Begin => "begin call",
        CallPart::End => "end call",
    };
    format!("{dest}{word} {}{tys}({}){open}{only}", call.callee, args.join(", "))
}

/// The invariants that a function may open, if it does not say what functions of its mode say without a clause.
fn mask_text(function: &Function) -> Option<String> {
    let mask = &function.opens;
    let names: Vec<_> = mask.names.iter().map(|e| e.to_string()).collect();
    let names = names.join(", ");
    let is_exec = function.mode == Mode::Exec;
    match (mask.kind, names.is_empty()) {
        (MaskKind::Only, true) => is_exec.then(|| "none".into()),
        (MaskKind::AllBut, true) => (!is_exec).then(|| "any".into()),
        (MaskKind::Only, false) => Some(format!("[{names}]")),
        (MaskKind::AllBut, false) => Some(format!("any / [{names}]")),
        (MaskKind::Set, _) => Some(names),
    }
}

/// The statements, one a line.
pub fn stmts_text(stmts: &[Stmt]) -> String {
    let mut lines = Lines::default();
    stmts.iter().for_each(|s| lines.stmt(s));
    lines.text
}

/// A function with its contract, its definition and what is checked of it.
pub fn function_text(function: &Function) -> String {
    let mut lines = Lines::default();
    let params: Vec<_> = function.params.iter().map(|p| format!("{}: {}", p.var, p.ty)).collect();
    let ret = format!("({}: {})", function.ret.var, function.ret.ty);
    let mode = format!("{:?}", function.mode).to_lowercase();
    let tys: Vec<_> = function.type_params.iter().map(|t| t.name.to_string()).collect();
    let tys = if tys.is_empty() { String::new() } else { format!("<{}>", tys.join(", ")) };
    lines.line(&format!("{mode} fn {}{tys}({}) -> {ret}", function.path, params.join(", ")));
    lines.clauses("requires", &function.requires);
    lines.clauses("ensures", &function.ensures);
    if let Some(mask) = mask_text(function) {
        lines.line(&format!("  opens_invariants {mask}"));
    }
    match &function.unwind {
        Unwind::NotWhen(condition) => lines.line(&format!("  no_unwind when {condition}")),
        Unwind::Never if function.mode == Mode::Exec => lines.line("  no_unwind"),
        Unwind::Never | Unwind::May => {}
    }
    if let Some(termination) = &function.termination {
        termination.decreases.iter().for_each(|e| lines.line(&format!("  decreases {e}")));
        termination.when.iter().for_each(|e| lines.line(&format!("  when {e}")));
    }
    if let Body::Spec(body) = &function.body {
        lines.line(&format!("= {body}"));
    }
    if let Some(check) = &function.check {
        lines.line("{");
        lines.nested(check);
        lines.line("}");
    }
    lines.text
}

/// All datatypes and functions of a program.
pub fn program_text(program: &Program) -> String {
    let mut lines = Lines::default();
    for datatype in program.datatypes.values() {
        let params: Vec<_> = datatype.params.iter().map(|p| p.name.to_string()).collect();
        let params = if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
        lines.line(&format!("type {}{params}", datatype.path));
        for variant in datatype.variants.iter().flatten() {
            let fields: Vec<_> = variant.fields.iter().map(|f| format!("{}: {}", f.name, f.ty)).collect();
            lines.line(&format!("  {} {{ {} }}", variant.name, fields.join(", ")));
        }
    }
    program.functions.values().for_each(|f| lines.text.push_str(&function_text(f)));
    lines.text
}
