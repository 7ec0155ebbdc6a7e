//! The clauses at the start of a body, which the keep form writes as calls.
//!
//! Reference page `reference-exec-signature` and guide page `requires_ensures`. A clause counts only at the start of
//! its body; the first statement that is no clause ends the list. Clauses are lowered later, when the variables that
//! they may mention are known.

use certus_diagnostics::Span;
use certus_tree::{self as tree, CallKind, ClosureParam, ExprKind as T, Stmt as TStmt};
use certus_vir::{Binder, Clause, Expr, Mode, Ty};

use super::{Fx, Slot};
use crate::context::{Result, language};

/// The clauses of a function.
pub(crate) const OF_FUNCTION: &[&str] = &[
    "requires",
    "recommends",
    "ensures",
    "default_ensures",
    "returns",
    "decreases",
    "decreases_when",
    "decreases_by",
    "recommends_by",
    "extra_dependency",
    "specifies",
    "no_method_body",
    "prover",
    "no_unwind",
    "no_unwind_when",
    "opens_invariants",
];

/// The clauses of a loop.
pub(crate) const OF_LOOP: &[&str] = &["invariant", "invariant_except_break", "ensures", "decreases"];

/// The clauses of an exec closure, some of which are not supported.
pub(crate) const OF_CLOSURE: &[&str] = &["requires", "ensures", "returns", "no_unwind", "opens_invariants"];

/// The clauses of an `assert` with a proof of its own.
pub(crate) const OF_ASSERT: &[&str] = &["requires", "ensures"];

/// The clauses of a constant; that it has no precondition is told with a word of its own.
pub(crate) const OF_CONSTANT: &[&str] = &["requires", "ensures", "returns"];

/// The clauses of a function or loop, not lowered yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    pub requires: Vec<tree::Expr>,
    pub recommends: Vec<tree::Expr>,
    pub ensures: Vec<tree::Expr>,
    /// The pattern that names the result, from the closure of each `ensures`.
    pub results: Vec<tree::Pat>,
    /// Triggers written around all postconditions.
    pub triggers: Vec<tree::Expr>,
    /// `#![all_triggers]` around all postconditions.
    pub all_triggers: bool,
    /// What the default body of a trait's function promises beyond its contract.
    pub default_ensures: Vec<tree::Expr>,
    pub returns: Option<tree::Expr>,
    pub decreases: Vec<tree::Expr>,
    pub decreases_when: Option<tree::Expr>,
    pub decreases_by: Option<tree::Expr>,
    pub invariants: Vec<tree::Expr>,
    pub invariants_except_break: Vec<tree::Expr>,
    pub extra_dependencies: Vec<tree::Expr>,
    pub specifies: Option<tree::Expr>,
    pub prover: Option<(String, Span)>,
    pub no_body: bool,
    /// `no_unwind` (reference page `reference-unwind-sig`).
    pub no_unwind: Option<Span>,
    /// The condition of `no_unwind when`.
    pub no_unwind_when: Option<tree::Expr>,
    /// `opens_invariants none` or `any`, a list or a set (reference page `reference-opens-invariants`).
    pub opens_invariants: Option<(String, Span)>,
}

impl Fx<'_, '_> {
    /// Splits the clauses off the start of a list of statements. Errs with `language/clause-position` for one that says
    /// nothing of what the statements are the body of: it would be lost.
    pub(crate) fn take_header<'s>(&mut self, stmts: &'s [TStmt], allowed: &[&str]) -> Result<(Header, &'s [TStmt])> {
        let mut header = Header::default();
        let mut rest = stmts;
        while let Some((first, after)) = rest.split_first() {
            let is_clause = match first {
                TStmt::Expr(e, _) => self.header_call(e, &mut header, allowed)?,
                TStmt::Let { pat, init: Some(init), else_: None, .. } => self.opened_parameter(pat, init)?,
                TStmt::Let { .. } => false,
            };
            if !is_clause {
                break;
            }
            rest = after;
        }
        Ok((header, rest))
    }

    /// `let x = open_ghost(x)`, which the rewriter writes for the parameter `Ghost(x)` (reference page
    /// `reference-var-modes`): the variable is the parameter under another mode, and clauses may name it.
    fn opened_parameter(&mut self, pat: &tree::Pat, init: &tree::Expr) -> Result<bool> {
        let mode = match self.marker(init).as_deref() {
            Some("open_ghost") => Mode::Spec,
            Some("open_tracked") => Mode::Proof,
            _ => return Ok(false),
        };
        let (T::Call { args, .. }, tree::PatKind::Binding { local, sub: None, by_ref: None }) = (&init.kind, &pat.kind)
        else {
            return Ok(false);
        };
        let [tree::Expr { kind: T::Local(param), .. }] = &args[..] else { return Ok(false) };
        let Some(slot) = self.locals.get(param).cloned() else { return Ok(false) };
        let slot = match slot {
            Slot::Var(binder) => Slot::Var(Binder { ty: self.local_ty(*local)?, ..binder }),
            other => other,
        };
        self.locals.insert(*local, slot);
        self.local_modes.insert(*local, mode);
        self.initialized.insert(*local);
        Ok(true)
    }

    /// Reads one statement if it is a clause.
    pub(crate) fn header_call(&mut self, e: &tree::Expr, header: &mut Header, allowed: &[&str]) -> Result<bool> {
        let T::Call { callee: CallKind::Fn { def, .. }, args, .. } = &e.kind else { return Ok(false) };
        let Some(name) = self.cx.builtin(*def) else { return Ok(false) };
        let list = |header: &mut Vec<tree::Expr>| header.extend(args.iter().flat_map(items));
        match &*name {
            "requires" => list(&mut header.requires),
            "recommends" => list(&mut header.recommends),
            "decreases" => list(&mut header.decreases),
            "invariant" => list(&mut header.invariants),
            "invariant_except_break" => list(&mut header.invariants_except_break),
            "ensures" => match args.first().map(|a| &a.kind) {
                Some(T::Closure { params, body, .. }) => {
                    header.results.extend(params.iter().map(|ClosureParam { pat, .. }| pat.clone()));
                    self.ensures_list(peel(body), header);
                }
                _ => args.iter().for_each(|arg| self.ensures_list(arg, header)),
            },
            "returns" => header.returns = args.first().cloned(),
            "decreases_when" => header.decreases_when = args.first().cloned(),
            "decreases_by" | "recommends_by" => header.decreases_by = args.first().cloned(),
            "extra_dependency" => header.extra_dependencies.extend(args.iter().cloned()),
            "specifies" => header.specifies = args.first().cloned(),
            "no_method_body" => header.no_body = true,
            "prover" => header.prover = super::loops::string_argument(e).map(|s| (s.to_string(), e.span)),
            "no_unwind" => header.no_unwind = Some(e.span),
            name if name.starts_with("opens_invariants") => {
                let text = super::loops::string_argument(e).unwrap_or_default().to_string();
                header.opens_invariants = Some((text, e.span));
            }
            "no_unwind_when" => {
                header.no_unwind = Some(e.span);
                header.no_unwind_when = args.first().cloned();
            }
            "default_ensures" => match args.first().map(|a| &a.kind) {
                Some(T::Closure { params, body, .. }) => {
                    header.results.extend(params.iter().map(|ClosureParam { pat, .. }| pat.clone()));
                    header.default_ensures.extend(items(peel(body)));
                }
                _ => list(&mut header.default_ensures),
            },
            _ => return Ok(false),
        }
        let word = if name.starts_with("opens_invariants") { "opens_invariants" } else { &*name };
        if !allowed.contains(&word) {
            return language("clause-position", format!("`{name}` says nothing here"), e.span);
        }
        Ok(true)
    }

    /// A list of postconditions, below the triggers written around all of it.
    fn ensures_list(&mut self, e: &tree::Expr, header: &mut Header) {
        if let (Some("with_trigger"), T::Call { args, .. }) = (self.marker(e).as_deref(), &e.kind)
            && let [triggers, list] = &args[..]
            && self.is_clause_list(list)
        {
            header.triggers.push(triggers.clone());
            return self.ensures_list(list, header);
        }
        if let (Some("all_triggers" | "auto_trigger"), T::Call { args, .. }) = (self.marker(e).as_deref(), &e.kind)
            && let [list] = &args[..]
            && self.is_clause_list(list)
        {
            header.all_triggers |= self.marker(e).as_deref() == Some("all_triggers");
            return self.ensures_list(list, header);
        }
        header.ensures.extend(items(e));
    }

    /// A list of conditions, below any triggers around it: with triggers around, a single condition is an expression.
    fn is_clause_list(&mut self, e: &tree::Expr) -> bool {
        let inner = match (self.marker(e).as_deref(), &e.kind) {
            (Some("with_trigger" | "all_triggers" | "auto_trigger"), T::Call { args, .. }) => args.last(),
            _ => None,
        };
        matches!(e.kind, T::Array(_)) || inner.is_some_and(|inner| self.is_clause_list(inner))
    }

    /// Conditions that must be Boolean, with their places.
    pub(crate) fn clauses(&mut self, list: &[tree::Expr]) -> Result<Vec<Clause>> {
        let mut clauses = Vec::new();
        for e in list {
            clauses.push(self.clause(e)?);
        }
        Ok(clauses)
    }

    /// Pure and Boolean; errs with `language/pure` or `language/type`.
    pub(crate) fn clause(&mut self, e: &tree::Expr) -> Result<Clause> {
        let expr = self.purely(|fx| fx.expr(e))?;
        if *expr.ty.value() != Ty::Bool {
            return language("type", "a clause must be a Boolean expression", e.span);
        }
        Ok(Clause { expr, span: e.span })
    }

    /// Lets the name of the result in an `ensures` stand for the result variable.
    pub(crate) fn bind_result(&mut self, pat: &tree::Pat) -> Result<()> {
        let Some(ret) = self.ret.clone() else { return Ok(()) };
        let value = Expr::var(&ret.var, ret.ty.clone(), pat.span);
        let matched = self.pattern(pat, &value)?;
        for (id, part) in matched.bindings {
            self.locals.insert(id, Slot::Value(part));
        }
        Ok(())
    }
}

/// A list of conditions: an array, a tuple, or a single one.
fn items(e: &tree::Expr) -> Vec<tree::Expr> {
    match &e.kind {
        T::Array(list) | T::Tuple(list) => list.clone(),
        T::Ref { expr, implicit: true, .. } => items(expr),
        _ => vec![e.clone()],
    }
}

/// The value of a block that has nothing else.
fn peel(e: &tree::Expr) -> &tree::Expr {
    match &e.kind {
        T::Block(None, tree::Block { stmts, tail: Some(tail) }) if stmts.is_empty() => peel(tail),
        _ => e,
    }
}
