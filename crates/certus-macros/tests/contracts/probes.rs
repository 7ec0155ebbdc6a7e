//! Assertions in code that runs: calls that record the variables at them, in the text of a program.

use super::program::{Function, Program};
use certus_visit::visit::{self, Visit};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use verus_syn::{Block, Expr, FnArgKind, Local, Pat, Stmt};

/// An assertion, and where it stands in the text.
pub struct Probe {
    pub function: String,
    pub formula: Expr,
    at: usize,
    line: usize,
    /// The variables that it speaks of.
    names: Vec<String>,
}

/// The assertions of all functions that run.
pub fn probes(program: &Program) -> Vec<Probe> {
    let mut finder = Finder { function: String::new(), scope: Vec::new(), found: Vec::new() };
    for function in program.runs.iter().filter(|function| function.sig.constness.is_none()) {
        finder.function(function);
    }
    // Only what the positions are certain of.
    finder.found.retain(|probe| program.text[probe.at..].starts_with("assert"));
    finder.found
}

/// The text of a program with a call before each assertion but those on the given lines.
pub fn instrumented(program: &Program, without: &BTreeSet<usize>) -> String {
    let mut text = program.text.clone();
    let mut order: Vec<(usize, &Probe)> = program.probes.iter().enumerate().collect();
    order.sort_by_key(|(_, probe)| std::cmp::Reverse(probe.at));
    for (id, probe) in order.into_iter().filter(|(_, probe)| !without.contains(&probe.line)) {
        // The borrow is written here, so that rustc's errors about it are at this place.
        let variables: Vec<String> = probe.names.iter().map(|name| format!("\"{name}\" &{name}")).collect();
        text.insert_str(probe.at, &format!("certus_probe!({id} {}); ", variables.join(", ")));
    }
    text
}

/// Walks through code that runs, with the variables in scope and whether they exist there.
struct Finder {
    function: String,
    scope: Vec<(String, bool)>,
    found: Vec<Probe>,
}

impl Finder {
    fn function(&mut self, function: &Function) {
        self.function = function.sig.ident.to_string();
        self.scope.clear();
        for input in &function.sig.inputs {
            match &input.kind {
                FnArgKind::Receiver(_) => self.scope.push(("self".into(), true)),
                FnArgKind::Typed(typed) => self.bind(&typed.pat, true),
            }
        }
        function.body.iter().for_each(|body| self.visit_block(body));
    }

    fn bind(&mut self, pat: &Pat, runs: bool) {
        let mut binder = Binder { runs, found: Vec::new() };
        binder.visit_pat(pat);
        self.scope.extend(binder.found);
    }

    fn assertion(&mut self, assert: &verus_syn::Assert) {
        let mut words = BTreeSet::new();
        collect(assert.expr.to_token_stream(), &mut words);
        let in_scope = |word: &String| self.scope.iter().rev().find(|(name, _)| name == word);
        let names = words.iter().filter(|word| in_scope(word).is_some_and(|(_, runs)| *runs)).cloned().collect();
        let span = assert.assert_token.span;
        self.found.push(Probe {
            function: self.function.clone(),
            formula: (*assert.expr).clone(),
            at: span.byte_range().start,
            line: span.start().line,
            names,
        });
    }

    fn scoped(&mut self, walk: impl FnOnce(&mut Finder)) {
        let mark = self.scope.len();
        walk(self);
        self.scope.truncate(mark);
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_block(&mut self, block: &'ast Block) {
        self.scoped(|this| {
            for stmt in &block.stmts {
                match stmt {
                    Stmt::Expr(Expr::Assert(assert), Some(_)) => this.assertion(assert),
                    stmt => visit::visit_stmt(this, stmt),
                }
            }
        });
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let runs = local.ghost.is_none() && local.tracked.is_none();
        if runs {
            local.init.iter().for_each(|init| visit::visit_local_init(self, init));
        }
        self.bind(&local.pat, runs);
    }

    fn visit_expr_unary(&mut self, unary: &'ast verus_syn::ExprUnary) {
        // A proof block is not code that runs.
        if !matches!(unary.op, verus_syn::UnOp::Proof(_)) {
            visit::visit_expr_unary(self, unary);
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast verus_syn::ExprClosure) {}

    fn visit_assert(&mut self, _: &'ast verus_syn::Assert) {}

    fn visit_assert_forall(&mut self, _: &'ast verus_syn::AssertForall) {}

    fn visit_item(&mut self, _: &'ast verus_syn::Item) {}

    fn visit_arm(&mut self, arm: &'ast verus_syn::Arm) {
        self.scoped(|this| {
            this.bind(&arm.pat, true);
            visit::visit_arm(this, arm);
        });
    }

    fn visit_expr_if(&mut self, branch: &'ast verus_syn::ExprIf) {
        self.scoped(|this| visit::visit_expr_if(this, branch));
    }

    fn visit_expr_while(&mut self, repeat: &'ast verus_syn::ExprWhile) {
        self.scoped(|this| {
            this.visit_expr(&repeat.cond);
            this.visit_block(&repeat.body);
        });
    }

    fn visit_expr_loop(&mut self, repeat: &'ast verus_syn::ExprLoop) {
        self.visit_block(&repeat.body);
    }

    fn visit_expr_for_loop(&mut self, repeat: &'ast verus_syn::ExprForLoop) {
        self.scoped(|this| {
            this.bind(&repeat.pat, true);
            this.visit_block(&repeat.body);
        });
    }

    fn visit_expr_let(&mut self, test: &'ast verus_syn::ExprLet) {
        visit::visit_expr(self, &test.expr);
        self.bind(&test.pat, true);
    }
}

/// The variables of a pattern. Those in `Ghost(..)` and `Tracked(..)` do not run.
struct Binder {
    runs: bool,
    found: Vec<(String, bool)>,
}

impl<'ast> Visit<'ast> for Binder {
    fn visit_pat_ident(&mut self, pat: &'ast verus_syn::PatIdent) {
        self.found.push((pat.ident.to_string(), self.runs));
        visit::visit_pat_ident(self, pat);
    }

    fn visit_pat_tuple_struct(&mut self, pat: &'ast verus_syn::PatTupleStruct) {
        let outer = self.runs;
        if pat.path.is_ident("Ghost") || pat.path.is_ident("Tracked") {
            self.runs = false;
        }
        visit::visit_pat_tuple_struct(self, pat);
        self.runs = outer;
    }
}

fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => drop(words.insert(ident.to_string())),
            TokenTree::Group(group) => collect(group.stream(), words),
            _ => {}
        }
    }
}
