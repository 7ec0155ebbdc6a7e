//! The clauses at the start of a body, which the keep form writes as calls.
//!
//! Reference page `reference-exec-signature` and guide page `requires_ensures`. A clause counts only at the start of
//! its body; the first statement that is no clause ends the list. Clauses are lowered later, when the variables that
//! they may mention are known.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, CallKind, ClosureParam, ExprKind as T, Known, Stmt as TStmt};
use certus_vir::{Binder, Clause, Expr, MaskKind, Mode, Ty};

use super::borrow::Subject;
use super::proof::is_hide;
use super::{Fx, Slot};
use crate::builtins::{NO_BODY, is_clause, is_mask};
use crate::error::{Result, fail};
use crate::syntax::string_argument;

/// What the clauses at the beginning of a body are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderOf {
    /// A function.
    Function,
    /// A constant or static, or a trusted specification of one.
    Constant,
    /// A loop.
    Loop,
    /// A closure of exec code.
    Closure,
    /// A proof on the side.
    Proof,
}

impl HeaderOf {
    /// Whether the clause means something here.
    fn allows(self, name: Known) -> bool {
        match self {
            HeaderOf::Function => !matches!(name, Known::Invariant | Known::InvariantExceptBreak),
            HeaderOf::Constant => matches!(
                name,
                Known::Requires | Known::Ensures | Known::Returns | Known::Specifies | Known::NoMethodBody
            ),
            HeaderOf::Loop => {
                matches!(name, Known::Invariant | Known::InvariantExceptBreak | Known::Ensures | Known::Decreases)
            }
            HeaderOf::Closure => {
                matches!(name, Known::Requires | Known::Ensures | Known::Returns)
                    || matches!(name, Known::NoUnwind | Known::NoUnwindWhen)
                    || is_mask(name)
            }
            HeaderOf::Proof => matches!(name, Known::Requires | Known::Ensures),
        }
    }

    /// What it is called in messages.
    fn text(self) -> &'static str {
        match self {
            HeaderOf::Function => "a function",
            HeaderOf::Constant => "a constant",
            HeaderOf::Loop => "a loop",
            HeaderOf::Closure => "a closure",
            HeaderOf::Proof => "a proof",
        }
    }
}

/// The clauses of a function or loop, not lowered yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    /// The names of the clauses, as far as there may be one of each only.
    named: Vec<Known>,
    pub requires: Vec<tree::Expr>,
    pub recommends: Vec<tree::Expr>,
    pub ensures: Vec<tree::Expr>,
    /// The pattern that names the result, from the closure of each `ensures`.
    pub results: Vec<tree::Pat>,
    /// Triggers written around all postconditions.
    pub triggers: Vec<tree::Expr>,
    /// `#![all_triggers]` around all postconditions.
    pub all_triggers: bool,
    /// `#![auto]` around all postconditions.
    pub auto_trigger: bool,
    /// What the default body of a trait's function promises beyond its contract.
    pub default_ensures: Vec<tree::Expr>,
    /// `returns e`: the result is `e` (reference page `reference-returns`).
    pub returns: Option<tree::Expr>,
    /// The parts of a measure, compared from left to right (reference page `reference-decreases`).
    pub decreases: Vec<tree::Expr>,
    /// `decreases .. when c`: the definition holds where `c` does, and nothing is said of other arguments.
    pub decreases_when: Option<tree::Expr>,
    /// `decreases .. via f`: the proof function whose body shows that the measure goes down.
    pub decreases_by: Option<tree::Expr>,
    /// Hold at the head of a loop and after it, however it is left (guide page `while`).
    pub invariants: Vec<tree::Expr>,
    /// Hold at the head only; what holds after a `break` is in `ensures` (guide page `break`).
    pub invariants_except_break: Vec<tree::Expr>,
    /// Functions that the proof rests on although the body does not name them.
    pub extra_dependencies: Vec<tree::Expr>,
    /// The function that a trusted specification is about.
    pub specifies: Option<tree::Expr>,
    /// `by(nonlinear_arith)` and the like, on a function.
    pub prover: Option<(String, Span)>,
    /// A parameter `Ghost(x)` or `Tracked(x)`.
    pub opened: Option<Span>,
    /// `no_unwind` (reference page `reference-unwind-sig`).
    pub no_unwind: Option<Span>,
    /// The condition of `no_unwind when`.
    pub no_unwind_when: Option<tree::Expr>,
    /// `opens_invariants` in any form (reference page `reference-opens-invariants`).
    pub opens_invariants: Option<Opens>,
}

/// The clause `opens_invariants` as written.
#[derive(Clone, Debug)]
pub(crate) struct Opens {
    /// What the names are.
    pub kind: MaskKind,
    /// Namespaces, or a set of them.
    pub names: Vec<tree::Expr>,
    /// The clause.
    pub span: Span,
}

impl Opens {
    /// The clause that a call stands for.
    fn of(name: Known, args: &[tree::Expr], e: &tree::Expr) -> Opens {
        let listed = || args.iter().flat_map(|list| items(peel(list))).collect();
        let (kind, names) = match (name, string_argument(e)) {
            (Known::OpensInvariantsNone, _) | (Known::OpensInvariants, Some("none")) => (MaskKind::Only, Vec::new()),
            (Known::OpensInvariantsAny, _) | (Known::OpensInvariants, Some("any")) => (MaskKind::AllBut, Vec::new()),
            (Known::OpensInvariantsExcept, _) => (MaskKind::AllBut, listed()),
            (Known::OpensInvariantsSet, _) => (MaskKind::Set, args.to_vec()),
            _ => (MaskKind::Only, listed()),
        };
        Opens { kind, names, span: e.span }
    }

    /// Whether it is `opens_invariants none`.
    pub(crate) fn is_none(&self) -> bool {
        self.kind == MaskKind::Only && self.names.is_empty()
    }
}

impl Header {
    /// Errs with `language/clause` where a proof on the side proves nothing, or names a result that it does not have.
    pub(crate) fn proof(&self, span: Span) -> Result<()> {
        if let Some(result) = self.results.first() {
            return fail(Language::Clause, "an assertion has no result", result.span);
        }
        if self.ensures.is_empty() {
            return fail(Language::Clause, "a proof must have at least one `ensures`", span);
        }
        Ok(())
    }
}

impl Fx<'_, '_> {
    /// Splits the clauses off the start of a list of statements.
    /// Errs with `language/clause` for a clause that has no meaning here, and for a second one of a kind.
    pub(crate) fn take_header<'s>(&mut self, stmts: &'s [TStmt], of: HeaderOf) -> Result<(Header, &'s [TStmt])> {
        let mut header = Header::default();
        let mut rest = stmts;
        while let Some((first, after)) = rest.split_first() {
            let is_clause = match first {
                TStmt::Expr(e, _) => self.header_call(e, &mut header, of)?,
                TStmt::Let { pat, init: Some(init), else_: None, .. } => {
                    let is_opened = self.opened_parameter(pat, init)?;
                    header.opened = header.opened.or(is_opened.then_some(pat.span));
                    is_opened
                }
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
    /// In `fn f(Ghost(x): Ghost<int>) requires x > 0` the clause then speaks of the contents, `x: int`.
    fn opened_parameter(&mut self, pat: &tree::Pat, init: &tree::Expr) -> Result<bool> {
        let mode = match self.marker(init) {
            Some(Known::OpenGhost) => Mode::Spec,
            Some(Known::OpenTracked) => Mode::Proof,
            _ => return Ok(false),
        };
        let (T::Call { args, .. }, tree::PatKind::Binding { local, sub: None, by_ref: None }) = (&init.kind, &pat.kind)
        else {
            return Ok(false);
        };
        let [tree::Expr { kind: T::Local(param), .. }] = &args[..] else { return Ok(false) };
        let Some(slot) = self.slot(*param).cloned() else { return Ok(false) };
        let slot = match slot {
            Slot::Var(binder) => Slot::Var(Binder { ty: self.local_ty(*local)?, ..binder }),
            other => other,
        };
        self.bind_initialized(*local, slot);
        self.set_mode(*local, mode);
        Ok(true)
    }

    /// Reads one statement if it is a clause.
    /// Errs with `language/clause` for a clause that this kind of code has not, such as `invariant` on a function.
    fn header_call(&mut self, e: &tree::Expr, header: &mut Header, of: HeaderOf) -> Result<bool> {
        let T::Call { callee: CallKind::Fn { def, .. }, args, .. } = &e.kind else { return Ok(false) };
        let Some(name) = self.cx.builtin(*def) else { return Ok(false) };
        if let (Known::Reveal, HeaderOf::Function, [path, fuel]) = (name, of, &args[..])
            && is_hide(fuel)
        {
            self.hide(path)?;
            return Ok(true);
        }
        if !is_clause(name) {
            return Ok(false);
        }
        if name == Known::NoMethodBody {
            return fail(Language::NoBody, NO_BODY, e.span);
        }
        if !of.allows(name) {
            return fail(Language::Clause, format!("`{name}` is no clause of {}", of.text()), e.span);
        }
        header.only_one(name, e.span)?;
        let list = |header: &mut Vec<tree::Expr>| header.extend(args.iter().flat_map(items));
        match name {
            Known::Requires => list(&mut header.requires),
            Known::Recommends => list(&mut header.recommends),
            Known::Decreases => list(&mut header.decreases),
            Known::Invariant => list(&mut header.invariants),
            Known::InvariantExceptBreak => list(&mut header.invariants_except_break),
            Known::Ensures => match args.first().map(|a| &a.kind) {
                Some(T::Closure { params, body, .. }) => {
                    header.results.extend(params.iter().map(|ClosureParam { pat, .. }| pat.clone()));
                    self.ensures_list(peel(body), header);
                }
                _ => args.iter().for_each(|arg| self.ensures_list(arg, header)),
            },
            Known::Returns => header.returns = args.first().cloned(),
            Known::DecreasesWhen => header.decreases_when = args.first().cloned(),
            Known::DecreasesBy | Known::RecommendsBy => header.decreases_by = args.first().cloned(),
            Known::ExtraDependency => header.extra_dependencies.extend(args.iter().cloned()),
            Known::Specifies if !self.lacks_body()? => {
                return fail(Language::NoBody, NO_BODY, e.span);
            }
            Known::Specifies => header.specifies = args.first().cloned(),
            Known::Prover => header.prover = string_argument(e).map(|s| (s.to_string(), e.span)),
            Known::NoUnwind => header.no_unwind = Some(e.span),
            Known::OpensInvariants if !matches!(string_argument(e), Some("none" | "any")) => {
                let text = "the names in `opens_invariants` are namespaces, which are integers: write the clause, not the call";
                return fail(Language::OpensInvariants, text, e.span);
            }
            name if is_mask(name) => {
                header.opens_invariants = Some(Opens::of(name, args, e));
            }
            Known::NoUnwindWhen => {
                header.no_unwind = Some(e.span);
                header.no_unwind_when = args.first().cloned();
            }
            Known::DefaultEnsures => match args.first().map(|a| &a.kind) {
                Some(T::Closure { params, body, .. }) => {
                    header.results.extend(params.iter().map(|ClosureParam { pat, .. }| pat.clone()));
                    header.default_ensures.extend(items(peel(body)));
                }
                _ => list(&mut header.default_ensures),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// True for a function that was written without a body. Any other one would be believed instead of proved.
    fn lacks_body(&mut self) -> Result<bool> {
        let entry = self.cx.entry(self.owner().def)?;
        let attrs = &entry.attrs;
        let is_declared = attrs.no_body || attrs.assume_specification || attrs.spec_of.is_some();
        Ok(is_declared
            || attrs.spec_trait.is_some()
            || attrs.accessor.is_some()
            || self.cx.tree.is_library(self.owner().def))
    }

    /// A list of postconditions, below the triggers written around all of it.
    /// `ensures |r: u8| [a, b]` gives two clauses and the name of the result; a single condition stands without a
    /// list.
    fn ensures_list(&mut self, e: &tree::Expr, header: &mut Header) {
        if let (Some(Known::WithTrigger), T::Call { args, .. }) = (self.marker(e), &e.kind)
            && let [triggers, list] = &args[..]
            && self.is_clause_list(list)
        {
            header.triggers.push(triggers.clone());
            return self.ensures_list(list, header);
        }
        if let (Some(Known::AllTriggers | Known::AutoTrigger), T::Call { args, .. }) = (self.marker(e), &e.kind)
            && let [list] = &args[..]
            && self.is_clause_list(list)
        {
            let is_all = self.marker(e) == Some(Known::AllTriggers);
            header.all_triggers |= is_all;
            header.auto_trigger |= !is_all;
            return self.ensures_list(list, header);
        }
        header.ensures.extend(items(e));
    }

    /// A list of conditions, below any triggers around it: with triggers around, a single condition is an expression.
    fn is_clause_list(&mut self, e: &tree::Expr) -> bool {
        let inner = match (self.marker(e), &e.kind) {
            (Some(Known::WithTrigger | Known::AllTriggers | Known::AutoTrigger), T::Call { args, .. }) => args.last(),
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
            return fail(Language::Type, "a clause must be a Boolean expression", e.span);
        }
        Ok(Clause { expr, span: e.span })
    }

    /// Lets the name of the result in an `ensures` stand for the result variable. Errs with `language/result-type` where the
    /// type that is written with the name is another.
    /// In `-> (r: u8) ensures r > 0` the `r` of the clause becomes the variable of the result.
    pub(crate) fn bind_result(&mut self, pat: &tree::Pat) -> Result<()> {
        let Some(ret) = self.exits().result().cloned() else { return Ok(()) };
        let named = self.cx.ty(&pat.ty, pat.span)?;
        let is_open = |ty: &Ty| format!("{ty:?}").contains("Proj(");
        if named.value() != ret.ty.value() && !is_open(&named) && !is_open(&ret.ty) {
            return fail(
                Language::ResultType,
                "the type that `ensures` gives the result is not the one returned",
                pat.span,
            );
        }
        let value = Expr::var(&ret.var, ret.ty.clone(), pat.span);
        let matched = self.pattern(pat, &Subject::of_value(value))?;
        for bound in matched.bindings {
            self.bind(bound.local, Slot::Value(bound.value));
        }
        Ok(())
    }
}

impl Fx<'_, '_> {
    /// True for what the rewriter puts in place of a body.
    pub(crate) fn is_no_body(&mut self, e: &tree::Expr) -> bool {
        self.marker(e) == Some(Known::NoMethodBody)
    }
}

impl Header {
    /// Errs with `language/clause` for the second clause of a kind: it would be easy to overlook.
    fn only_one(&mut self, name: Known, span: Span) -> Result<()> {
        let kind = match name {
            Known::ExtraDependency => return Ok(()),
            Known::NoUnwindWhen => Known::NoUnwind,
            Known::RecommendsBy => Known::DecreasesBy,
            name if is_mask(name) => Known::OpensInvariants,
            name => name,
        };
        if self.named.contains(&kind) {
            return fail(Language::Clause, format!("only one call to `{kind}` is allowed: it takes a list"), span);
        }
        self.named.push(kind);
        Ok(())
    }
}

/// A list of conditions: an array, a tuple, or a single one.
fn items(e: &tree::Expr) -> Vec<tree::Expr> {
    match &e.kind {
        T::Array(list) | T::Tuple(list) => list.clone(),
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
