//! Loops, `break` and `continue`.
//!
//! Guide pages `while`, `break`, `recursion_loops` and reference page `reference-decreases`. What is known in a loop
//! body and after the loop is what the invariants say: `invariant` holds at every start of the body and at every exit,
//! `invariant_except_break` not at a `break`, `ensures` only after the loop. A loop that is not isolated keeps what is
//! known outside of it about variables that it does not change.

use certus_diagnostics::{Diagnostic, Fix, Language, Span, Unsupported};
use certus_tree::{self as tree, Block, Known, Stmt as TStmt};
use certus_vir::{Clause, Expr, GoalKind, LoopStmt, Mode, Name, Stmt, StmtKind, Var, measure};

use super::Fx;
use super::fx::LoopFrame;
use super::header::{Header, HeaderOf};
use super::modified::Modified;
use super::pattern::Matched;
use crate::error::{Result, fail};
use crate::syntax::string_argument;

/// What attributes on a loop say.
struct LoopAttrs {
    isolated: bool,
    /// Clauses that hold at some exits only are meant, although the loop is not isolated.
    complex: bool,
    /// The loop itself says so.
    says_complex: bool,
    /// The loop was written as a `for` loop: the rewriter gave it clauses, a measure among them.
    is_for: bool,
}

/// The notes of what the clauses of a loop read, by where they hold.
#[derive(Default)]
struct Seen {
    before: Vec<Stmt>,
    in_body: Vec<Stmt>,
    after: Vec<Stmt>,
}

/// A loop as it is written.
struct WrittenLoop<'e> {
    attrs: LoopAttrs,
    /// The condition of a `while` loop.
    condition: Option<&'e tree::Expr>,
    /// The statements of the body after the attributes.
    stmts: &'e [TStmt],
    /// The value of the body.
    tail: Option<&'e tree::Expr>,
    /// The variable that says whether the function committed, in the block of a call.
    committed: Option<Var>,
    span: Span,
}

impl WrittenLoop<'_> {
    /// The place of the head: `while` and its condition, or the word `loop`.
    fn head(&self) -> Span {
        let Span { file, start, end } = self.span;
        match self.condition {
            Some(condition) => Span::new(file, start, condition.span.end.max(start)),
            None => Span::new(file, start, (start + 4).min(end)),
        }
    }
}

impl Fx<'_, '_> {
    /// Errs with `language/mode` in ghost code, which must end and is erased; recursion is the loop of proofs. The
    /// variables that the loop changes are collected first, for nothing else about them survives its head.
    /// A loop is known by its invariants: what `modified` finds is forgotten, the invariants are assumed for it, and
    /// shown again at the end of the body. An isolated loop forgets also what was known of everything else
    /// (`loop_isolation`).
    pub(super) fn loop_(
        &mut self,
        label: Option<&str>,
        cond: Option<&tree::Expr>,
        block: &Block,
        e: &tree::Expr,
    ) -> Result<Expr> {
        let committed = if self.is_pure() { None } else { self.takes_atomic_loop() };
        if (self.is_ghost() && committed.is_none()) || self.is_pure() {
            let what = if cond.is_some() { "while" } else { "loop" };
            let text = format!("cannot use {what} in proof or spec mode");
            let help = "ghost code repeats by recursion: write a function that calls itself, with `decreases`";
            return Err(Diagnostic::error(Language::Mode, text, e.span).with_help(help).into());
        }
        if e.ty != tree::Ty::unit() && e.ty != tree::Ty::Never {
            return fail(Unsupported::LoopValue, "a loop that gives a value is not supported", e.span);
        }
        let block = innermost(block);
        let (attrs, stmts) = self.loop_attrs(block)?;
        if committed.is_some() && e.ty == tree::Ty::Never {
            let error =
                Diagnostic::error(Language::LogicalAtomicity, "atomic function call forms an infinite loop", e.span);
            return Err(error.with_help("`break` where the function has committed").into());
        }
        let mut modified = self.modified(&cond.into_iter().collect::<Vec<_>>(), &[block])?;
        modified.extend(committed.clone().map(|binder| (binder, vec![Vec::new()])));
        modified.sort_by(|a, b| a.0.var.cmp(&b.0.var));
        let name = self.fresh(&format!("loop%{}", label.unwrap_or("")));
        let vir_label: Name = format!("{}{}", name.name, name.index).into();
        let committed = committed.map(|binder| binder.var);
        let written = WrittenLoop {
            attrs,
            condition: cond,
            stmts,
            tail: block.tail.as_deref(),
            committed: committed.clone(),
            span: e.span,
        };
        let frame = LoopFrame { source: label.map(str::to_string), label: vir_label.clone(), committed };
        self.runs_loop(written.span);
        self.in_loop(frame, |fx| fx.loop_parts(vir_label, modified, &written))
    }

    /// Lowers the clauses, the condition and the body, in this order.
    /// `while c inv I { b }` keeps the statements of `c` apart: they run before every test, also before the last one.
    fn loop_parts(&mut self, label: Name, modified: Modified, written: &WrittenLoop<'_>) -> Result<Expr> {
        let (attrs, span) = (&written.attrs, written.span);
        let (header, stmts) = self.take_header(written.stmts, HeaderOf::Loop)?;
        let (clauses, seen) = self.loop_clauses(&header)?;
        self.check_loop_rules(written, &header)?;
        // The measure that nobody wrote is for loops that must end.
        let unwanted = attrs.is_for && self.owner().allow_no_decreases;
        let decreases = if unwanted { &[][..] } else { &header.decreases[..] };
        let decreases = self.purely(|fx| decreases.iter().map(|d| fx.expr(d)).collect::<Result<Vec<_>>>())?;
        if let Some(error) = decreases.iter().find_map(measure::wrong_type) {
            return Err(error.into());
        }
        let measured = self.take_pending();
        seen.before.into_iter().for_each(|note| self.pend(note));
        let mut matched = Matched { test: None, bindings: Vec::new() };
        let condition = match written.condition {
            None => None,
            Some(cond) => {
                let before;
                (before, matched) = self.collect(|fx| fx.condition(cond))?;
                let before = measured.iter().cloned().chain(before).collect();
                Some((before, matched.test.take().unwrap_or_else(|| Expr::bool(true, cond.span))))
            }
        };
        // What `while let` binds is there in the body.
        let (body, _) = self.collect(|fx| match &written.committed {
            None => fx.bound(&matched, span, |fx| fx.run_of(stmts, written.tail, span)),
            Some(committed) => {
                fx.emit(StmtKind::Havoc(committed.clone()), span);
                let value = fx.run_of(stmts, written.tail, span)?;
                fx.outcome(committed, GoalKind::AtomicAbort, span);
                Ok(value)
            }
        })?;
        let measured = measured.into_iter().filter(|_| condition.is_none());
        let body = seen.in_body.into_iter().chain(measured).chain(body).collect();
        let [invariants, invariants_except_break, ensures] = clauses;
        let stmt = LoopStmt {
            label,
            isolated: attrs.isolated,
            invariants,
            invariants_except_break,
            ensures,
            decreases,
            condition,
            body,
            modified,
            head_span: written.head(),
        };
        self.emit(StmtKind::Loop(stmt), span);
        self.emit_all(seen.after);
        Ok(Expr::unit(span))
    }

    /// Lowered before the condition and the body, whose variables no clause may mention.
    /// `invariant` holds at the head and after the loop, `invariant_except_break` at the head only, and `ensures`
    /// after the loop only, also where it is left by `break`.
    fn loop_clauses(&mut self, header: &Header) -> Result<([Vec<Clause>; 3], Seen)> {
        let before = self.take_pending();
        let mut seen = Seen::default();
        let invariants = self.clauses(&header.invariants)?;
        let notes = self.take_pending();
        seen.before = before.into_iter().chain(notes.iter().cloned()).collect();
        seen.in_body.extend(notes.iter().cloned());
        seen.after.extend(notes);
        let except_break = self.clauses(&header.invariants_except_break)?;
        seen.in_body.extend(self.take_pending());
        let ensures = self.clauses(&header.ensures)?;
        seen.after.extend(self.take_pending());
        Ok(([invariants, except_break, ensures], seen))
    }

    /// The attributes of a loop, carried as calls at the start of its body.
    /// Errs with `language/attribute` for a second note, and with `unsupported/attribute` for one that is not known.
    fn loop_attrs<'b>(&mut self, block: &'b Block) -> Result<(LoopAttrs, &'b [TStmt])> {
        let mut attrs = LoopAttrs {
            isolated: self.owner().loop_isolation,
            complex: self.owner().allow_complex_invariants,
            says_complex: false,
            is_for: false,
        };
        let mut stmts = &block.stmts[..];
        let mut notes = 0;
        while let Some((TStmt::Expr(first, _), rest)) = stmts.split_first() {
            if self.marker(first) != Some(Known::LoopAttr) {
                break;
            }
            if let Some(text) = string_argument(first) {
                notes += usize::from(crate::attrs::is_note(text));
                if notes > 1 {
                    return fail(Language::Attribute, "at most one `proof_note` attribute is allowed", first.span);
                }
                let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                match text.as_str() {
                    "verifier::loop_isolation(false)" => attrs.isolated = false,
                    "verifier::loop_isolation(true)" | "verifier::loop_isolation" => attrs.isolated = true,
                    "verifier::allow_complex_invariants" => (attrs.complex, attrs.says_complex) = (true, true),
                    "verus::internal(for_loop)" => attrs.is_for = true,
                    text => crate::attrs::check_statement(text, first.span)?,
                }
            }
            stmts = rest;
        }
        Ok((attrs, stmts))
    }

    /// Errs with `language/complex-invariant` and, without a measure in exec code, with `language/missing-decreases`
    /// (guide page `exec_termination`).
    fn check_loop_rules(&mut self, written: &WrittenLoop<'_>, header: &Header) -> Result<()> {
        let (attrs, span) = (&written.attrs, written.span);
        let plain = header.invariants_except_break.is_empty() && header.ensures.is_empty();
        let complex = !plain && !attrs.is_for;
        if !attrs.isolated && complex && !attrs.complex {
            let text = "loop invariants with 'loop_isolation(false)' cannot be invariant_except_break or ensures, \
                        unless #[verifier::allow_complex_invariants] is on the loop, its function or module";
            return fail(Language::ComplexInvariant, text, span);
        }
        if attrs.isolated && attrs.complex && (attrs.says_complex || !attrs.is_for) {
            let text = "attribute 'allow_complex_invariants' can only be used with 'loop_isolation(false)', which is not on \
                        this loop";
            return fail(Language::ComplexInvariant, text, span);
        }
        let must_end = written.committed.is_none() && self.owner().mode == Mode::Exec;
        if header.decreases.is_empty() && must_end && !self.owner().allow_no_decreases {
            let head = written.condition.map_or(span, |c| Span::new(span.file, span.start, c.span.end));
            let error = Diagnostic::error(Language::MissingDecreases, "loop must have a decreases clause", head);
            return Err(error.with_fix(Fix::Decreases).into());
        }
        Ok(())
    }

    /// Only loops of this function count; errs with `language/break`. For the loop of an `atomically` block the outcome of the
    /// update is a goal.
    fn target(&mut self, label: Option<&str>, outcome: GoalKind, span: Span) -> Result<Name> {
        self.stays_in_invariant(self.exits().leaves_invariant(label), "`break` or `continue`", span)?;
        let Some(frame) = self.exits().find_loop(label).cloned() else {
            return fail(Language::Break, "there is no loop with this label here", span);
        };
        if let Some(committed) = &frame.committed {
            self.outcome(committed, outcome, span);
        }
        Ok(frame.label)
    }

    /// Errs with `language/mode`: ghost code is erased, so the compiled loop would go on where the proof has left it.
    fn leaves_ghost_code(&self, label: Option<&str>, what: &str, span: Span) -> Result<()> {
        let is_of_block = self.exits().find_loop(label).is_some_and(|frame| frame.committed.is_some());
        if self.is_ghost() && !is_of_block {
            return fail(Language::Mode, format!("{what} is not allowed in ghost code"), span);
        }
        Ok(())
    }

    /// `break`: a jump to the end of a loop, where `invariant` and `ensures` have to hold, and `invariant_except_break` need not.
    pub(super) fn break_(&mut self, label: Option<&str>, value: Option<&tree::Expr>, span: Span) -> Result<Expr> {
        self.needs_effects("break", span)?;
        self.leaves_ghost_code(label, "break", span)?;
        if let Some(value) = value {
            return fail(Unsupported::LoopValue, "`break` with a value is not supported", value.span);
        }
        let target = self.target(label, GoalKind::AtomicCommit, span)?;
        self.emit(StmtKind::Break(target), span);
        Ok(Expr::unit(span))
    }

    /// `continue`: a jump to the head of a loop, where all invariants have to hold.
    pub(super) fn continue_(&mut self, label: Option<&str>, span: Span) -> Result<Expr> {
        self.needs_effects("continue", span)?;
        self.leaves_ghost_code(label, "continue", span)?;
        let target = self.target(label, GoalKind::AtomicAbort, span)?;
        self.emit(StmtKind::Continue(target), span);
        Ok(Expr::unit(span))
    }
}

/// The block itself, or the one that is all it holds (a body that never ends normally is wrapped).
fn innermost(block: &Block) -> &Block {
    let ([], Some(tail)) = (&block.stmts[..], &block.tail) else { return block };
    let mut inner = &**tail;
    while let tree::ExprKind::Adjust(tree::Adjust::NeverToAny, below) = &inner.kind {
        inner = below;
    }
    match &inner.kind {
        tree::ExprKind::Block(None, inner) => innermost(inner),
        _ => block,
    }
}
