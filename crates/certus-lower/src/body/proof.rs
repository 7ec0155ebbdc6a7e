//! Proof statements: `assert`, `assume`, `assert .. by`, `assert forall .. by`, `reveal`, `broadcast use`.
//!
//! Reference pages `reference-assert`, `reference-assume`, `reference-assert-by`, `reference-assert-forall-by`,
//! `reference-assert-by-prover` and `reference-reveal-hide`; guide page `broadcast_proof`. All of these are ghost code
//! and leave no trace in the compiled program. What an `assert` proves is known afterwards, what a proof on the side
//! uses is not: that keeps the context of later goals small.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, Block, ExprKind as T, Item, Known, Stmt as TStmt};
use certus_vir::{Expr, ExprKind, Goal, GoalKind, Mode, Prover, Publish, QuantKind, StmtKind, Ty};

use super::Fx;
use super::header::HeaderOf;
use crate::attrs::PublishAttr;
use crate::error::{Result, fail};
use crate::paths::within;
use crate::syntax::block_of;

impl Fx<'_, '_> {
    /// A condition of a proof statement.
    pub(super) fn condition_of(&mut self, e: &tree::Expr) -> Result<Expr> {
        let expr = self.purely(|fx| fx.expr(e))?;
        self.expect_bool(&expr, "this condition")?;
        Ok(expr)
    }

    /// `assert(e)` is a goal where it stands, and known afterwards (reference page `reference-assert`). Errs with
    /// `language/pure` in a term.
    pub(super) fn assert(&mut self, arg: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assert", span)?;
        let expr = self.condition_of(arg)?;
        self.prove(GoalKind::Assert, expr, span);
        Ok(Expr::unit(span))
    }

    /// Trusted without proof; `admit` is the same with `false`, after which everything holds.
    pub(super) fn assume(&mut self, expr: Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assume", span)?;
        self.emit(StmtKind::Assume(expr), span);
        Ok(Expr::unit(span))
    }

    /// The proof and the claim are checked on the side; only the claim is known afterwards.
    /// `assert(e) by { p }`: a wrong step of `p` is an error in `p`, and nothing that `p` shows on the way is known
    /// after it.
    pub(super) fn assert_by(&mut self, arg: &tree::Expr, proof: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assert", span)?;
        let expr = self.condition_of(arg)?;
        let (body, ()) = self.collect(|fx| {
            fx.aside(|fx| fx.ghostly(|fx| fx.expr(proof)))?;
            fx.prove(GoalKind::AssertBy, expr.clone(), arg.span);
            Ok(())
        })?;
        self.emit(StmtKind::Aside { binders: Vec::new(), body, conclusions: vec![expr] }, span);
        Ok(Expr::unit(span))
    }

    /// The variables are arbitrary in the proof, which is what lets the claim hold for all of them. `requires` is what
    /// the rewriter makes of `implies`: assumed in the proof, and a premise of what is known afterwards.
    /// `assert forall|x| p implies q by { b }` shows `q` after `b` for any `x` with `p`, and gives `forall|x| p ==>
    /// q`. Errs with `language/clause` where `b` has a value.
    pub(super) fn assert_forall(&mut self, arg: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assert", span)?;
        let (params, body) = self.closure(arg)?;
        let binders = self.binders(params)?;
        let Some(block) = block_of(body) else {
            return fail(Unsupported::AssertForall, "this form is not supported", span);
        };
        let stmts = self.skip_markers(&block.stmts);
        let (header, rest) = self.take_header(stmts, HeaderOf::Proof)?;
        header.proof(span)?;
        let ((requires, ensures), trigger) = self.with_frame(Some(&binders), |fx| {
            let requires = fx.clauses(&header.requires)?;
            Ok((requires, fx.clauses(&header.ensures)?))
        })?;
        let (stmts, ()) = self.collect(|fx| {
            for clause in &requires {
                fx.emit(StmtKind::Assume(clause.expr.clone()), clause.span);
            }
            if let Some(tail) =
                block.tail.as_ref().filter(|tail| tail.ty != tree::Ty::Tuple(Vec::new()) && tail.ty != tree::Ty::Never)
            {
                return fail(Language::Clause, "'assert ... by' block cannot end with an expression", tail.span);
            }
            fx.aside(|fx| fx.ghostly(|fx| fx.rest_of_block(rest, block)))?;
            for clause in &ensures {
                fx.prove(GoalKind::AssertBy, clause.expr.clone(), clause.span);
            }
            Ok(())
        })?;
        let premise = (!requires.is_empty()).then(|| Expr::and_all(requires.iter().map(|c| c.expr.clone()), span));
        let conclusion = Expr::and_all(ensures.iter().map(|c| c.expr.clone()), span);
        let conclusion = match premise {
            Some(premise) => Expr::implies(premise, conclusion),
            None => conclusion,
        };
        self.check_triggers(&trigger, &binders, &conclusion, span)?;
        let quantified = ExprKind::Quant(QuantKind::Forall, binders.clone(), trigger, conclusion);
        let conclusions = vec![Expr::new(quantified, Ty::Bool, span)];
        self.emit(StmtKind::Aside { binders, body: stmts, conclusions }, span);
        Ok(Expr::unit(span))
    }

    /// Goals for a special prover: a block with its premises, goals and proof.
    /// `assert(e) by(nonlinear_arith) requires r { p }` is a query of its own, which knows `r` and nothing else that
    /// is known here; `r` is shown here. Errs with `language/prover` in a function for the nonlinear prover.
    pub(super) fn isolated(&mut self, prover: Prover, arg: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assert", span)?;
        if self.is_nonlinear() {
            let text = "`assert .. by(..)` with a prover is not allowed in a function for the nonlinear prover";
            return fail(Language::Prover, text, span);
        }
        let Some(block) = block_of(arg) else { return fail(Unsupported::AssertBy, "this form is not supported", span) };
        if let Some(old) = self.old_in(arg) {
            let text =
                "`old` is not supported in an assertion for a prover: bind the value before, `let x0 = *old(x);`";
            return fail(Language::Prover, text, old);
        }
        let stmts = self.skip_markers(&block.stmts);
        let (header, rest) = self.take_header(stmts, HeaderOf::Proof)?;
        self.only_mentioned(&header, rest, block)?;
        header.proof(span)?;
        let requires = self.clauses(&header.requires)?;
        let ensures = self.clauses(&header.ensures)?;
        let (proof, ()) = self.collect(|fx| fx.aside(|fx| fx.ghostly(|fx| fx.rest_of_block(rest, block))))?;
        let goal = |kind| {
            move |c: certus_vir::Clause| Goal { kind, expr: c.expr, span: c.span, related: Vec::new(), note: None }
        };
        let requires = requires.into_iter().map(goal(GoalKind::ProverRequires)).collect();
        let ensures = ensures.into_iter().map(goal(GoalKind::ProverGoal)).collect();
        self.emit(StmtKind::Isolated { prover, requires, proof, ensures }, span);
        Ok(Expr::unit(span))
    }

    /// A goal of its own for a prover that takes no premises.
    pub(super) fn assert_with(&mut self, prover: Prover, arg: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assert", span)?;
        let expr = self.condition_of(arg)?;
        let goal = Goal { kind: GoalKind::ProverGoal, expr, span, related: Vec::new(), note: None };
        let kind = StmtKind::Isolated { prover, requires: Vec::new(), proof: Vec::new(), ensures: vec![goal] };
        self.emit(kind, span);
        Ok(Expr::unit(span))
    }

    /// Nothing is known of variables that the statement to be proved does not mention. Errs with `language/prover` for one
    /// that the proof uses all the same.
    fn only_mentioned(&mut self, header: &super::header::Header, rest: &[TStmt], block: &Block) -> Result<()> {
        let mut mentioned = Vec::new();
        header.requires.iter().chain(&header.ensures).for_each(|e| locals(e, &mut mentioned));
        let mut used = Vec::new();
        for stmt in rest {
            match stmt {
                TStmt::Let { init, else_, .. } => init.iter().chain(else_).for_each(|e| locals(e, &mut used)),
                TStmt::Expr(e, _) => locals(e, &mut used),
            }
        }
        block.tail.iter().for_each(|e| locals(e, &mut used));
        for (id, span) in used {
            if self.slot(id).is_some() && !mentioned.iter().any(|(m, _)| *m == id) {
                let text =
                    "neither `requires` nor the assertion mentions this variable: nothing is known about it here";
                return fail(Language::Prover, text, span);
            }
        }
        Ok(())
    }

    /// Where an expression has `old(..)` in it.
    fn old_in(&mut self, e: &tree::Expr) -> Option<Span> {
        if self.marker(e) == Some(Known::Old) {
            return Some(e.span);
        }
        let mut found = None;
        certus_tree::visit::children(e, &mut |child| found = found.or_else(|| self.old_in(child)));
        found
    }

    /// What follows the clauses of a proof.
    fn rest_of_block(&mut self, stmts: &[TStmt], block: &Block) -> Result<()> {
        for stmt in stmts {
            self.stmt(stmt)?;
        }
        if let Some(tail) = &block.tail {
            self.expr(tail)?;
        }
        Ok(())
    }

    /// The block is a proof already; its mark says nothing more.
    fn skip_markers<'s>(&mut self, stmts: &'s [TStmt]) -> &'s [TStmt] {
        let mut rest = stmts;
        while let Some((TStmt::Expr(first, _), after)) = rest.split_first() {
            if self.marker(first) != Some(Known::ProofBlock) {
                break;
            }
            rest = after;
        }
        rest
    }

    /// The function that an argument names.
    pub(crate) fn named_function(&mut self, arg: &tree::Expr) -> Result<tree::DefId> {
        match &arg.kind {
            T::FnItem(def, _) => Ok(*def),
            T::Ref { expr, .. } | T::Adjust(_, expr) => self.named_function(expr),
            T::Const(def, ..) => Ok(*def),
            _ => fail(Language::Path, "the path of a function is expected here", arg.span),
        }
    }

    /// The function whose definition a path names: of a function of a trait, that of the impl where the type is known.
    fn named_definition(&mut self, arg: &tree::Expr) -> Result<tree::DefId> {
        let named = self.named_function(arg)?;
        let mut at = arg;
        while let T::Ref { expr, .. } | T::Adjust(_, expr) = &at.kind {
            at = expr;
        }
        let T::FnItem(_, args) = &at.kind else { return Ok(named) };
        if let Some(self_ty) = args.first()
            && args.iter().any(is_open)
        {
            return self.only_definition(named, self_ty, arg.span);
        }
        Ok(self.cx.impl_function(named, args, self.owner().def, arg.span).map_or(named, |(def, _)| def))
    }

    /// The function of the only impl for a type whose arguments were left open. Errs with `language/reveal` where there
    /// are several.
    /// `reveal(<Vec<_> as Tr>::f)` is clear where one impl is for vectors.
    fn only_definition(&mut self, named: tree::DefId, self_ty: &tree::Ty, span: Span) -> Result<tree::DefId> {
        let entry = self.cx.entry(named)?;
        let Item::Function(tree::Function { trait_method: Some((trait_, _)), is_trait_decl: true, .. }) = &entry.item
        else {
            return Ok(named);
        };
        let tree::Ty::Adt(head, _) = self_ty else { return Ok(named) };
        let mut found = Vec::new();
        for id in self.cx.tree.impls(Some(*trait_)) {
            let of = self.cx.entry(id)?;
            let Item::Impl(of) = &of.item else { continue };
            if matches!(&of.self_ty, tree::Ty::Adt(def, _) if def == head) {
                found.push(of.items.clone());
            }
        }
        let [items] = &found[..] else {
            return fail(Language::Reveal, "which impl is meant is not clear: write the type arguments", span);
        };
        for id in items {
            if let Item::Function(tree::Function { trait_method: Some((_, declared)), .. }) = &self.cx.entry(*id)?.item
                && *declared == named
            {
                return Ok(*id);
            }
        }
        Ok(named)
    }

    /// Errs with `language/reveal` where another impl of the same type has a function of the same name: a path in `reveal`
    /// names the type without its arguments.
    fn is_only_one(&mut self, def: tree::DefId, span: Span) -> Result<()> {
        let entry = self.cx.entry(def)?;
        let Item::Function(tree::Function { trait_method: None, .. }) = &entry.item else { return Ok(()) };
        if self.cx.tree.is_library(def) {
            return Ok(());
        }
        let Some(parent) = entry.def().parent else { return Ok(()) };
        let parent = self.cx.entry(parent)?;
        let Item::Impl(tree::Impl { self_ty: tree::Ty::Adt(head, _), .. }) = &parent.item else { return Ok(()) };
        // The impls of a type stand in its crate.
        let is_local = self.cx.tree.is_local(def);
        for id in self.cx.tree.impls(None).into_iter().filter(|id| self.cx.tree.is_local(*id) == is_local) {
            let of = self.cx.entry(id)?;
            let Item::Impl(of) = &of.item else { continue };
            let is_same_type = matches!(&of.self_ty, tree::Ty::Adt(other, _) if other == head);
            for item in of.items.iter().filter(|item| is_same_type && **item != def) {
                if self.cx.entry(*item)?.def().name == entry.def().name {
                    let text = format!("`{}` is ambiguous: several impls of its type have one", entry.def().name);
                    return fail(Language::Reveal, text, span);
                }
            }
        }
        Ok(())
    }

    /// The function that `reveal` or `hide` names. Errs with `language/reveal` for a function that is not spec, since it
    /// has no definition that the solver could unfold.
    fn revealed(&mut self, arg: &tree::Expr, span: Span) -> Result<tree::DefId> {
        let def = self.named_definition(arg)?;
        self.is_only_one(def, arg.span)?;
        let mode = match &self.cx.entry(def)?.item {
            Item::Function(_) => self.cx.mode_of(def)?,
            // A constant without a mode is a definition for specifications, too. A static item never is.
            Item::Const(tree::Const { kind: tree::ConstKind::Static | tree::ConstKind::StaticMut, .. }) => Mode::Exec,
            _ => self.cx.const_mode(def)?.unwrap_or(Mode::Spec),
        };
        if mode != Mode::Spec {
            let mode = if mode == Mode::Proof { "proof" } else { "exec" };
            let text = format!("reveal/fuel statements require a spec-mode function, got {mode}-mode function");
            return fail(Language::Reveal, text, span);
        }
        self.cx.request(def);
        Ok(def)
    }

    /// `hide` at the start of a function: the definition is unknown in the whole of it. Errs as [`Fx::revealed`] does.
    pub(super) fn hide(&mut self, arg: &tree::Expr) -> Result<()> {
        let def = self.revealed(arg, arg.span)?;
        let path = self.cx.path(def);
        self.hide_definition(path);
        Ok(())
    }

    /// Errs with `language/reveal` as [`Fx::revealed`] does, for a definition that is not to be seen from here, for more
    /// than one step into a definition that does not come back to itself, and for `hide`, which is no statement.
    /// `reveal(f)` lets the solver unfold `f` once from here on, `reveal_with_fuel(f, n)` that many times.
    pub(super) fn reveal(&mut self, arg: &tree::Expr, fuel: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("reveal", span)?;
        if is_hide(fuel) {
            return fail(Language::Reveal, "`hide` stands at the start of a function, before all statements", span);
        }
        let def = self.revealed(arg, span)?;
        let entry = self.cx.entry(def)?;
        let fuel = match &fuel.kind {
            T::Literal(tree::Literal::Int(digits)) => digits.parse::<u32>().unwrap_or(u32::MAX).min(1000),
            _ => return fail(Language::Reveal, "the fuel must be a literal", fuel.span),
        };
        let path = self.cx.path(def);
        if let Item::Function(function) = &entry.item
            && !self.sees_definition(&entry, function)?
        {
            let text = format!(
                "reveal/fuel statement is not allowed here because the function `{path}` is marked 'closed' or 'uninterp' \
                 and thus its body is not visible here"
            );
            return fail(Language::Reveal, text, span);
        }
        if fuel > 1 {
            self.cx.uses.add_fuel(path.clone(), span);
        }
        self.emit(StmtKind::Reveal(path, fuel), span);
        Ok(Expr::unit(span))
    }

    /// Whether the definition of a spec function is for the eyes of this function.
    /// Of a `closed` function the module that it is in sees the definition, with the modules in it.
    fn sees_definition(&mut self, entry: &crate::context::Entry, function: &tree::Function) -> Result<bool> {
        let module: certus_vir::Path = self.cx.entry(self.owner().def)?.def().module.as_str().into();
        Ok(match self.cx.publish(entry, function, Mode::Spec)? {
            Publish::Open => true,
            Publish::Module(part) => within(&module, &part),
            Publish::Never if entry.attrs.publish == Some(PublishAttr::Uninterp) => false,
            Publish::Never => within(&module, &entry.def().module),
        })
    }

    /// From here to the end of the block of statements. Errs with `language/broadcast`.
    pub(super) fn broadcast_use(&mut self, arg: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("broadcast use", span)?;
        let def = self.named_function(arg)?;
        let module: certus_vir::Path = self.cx.entry(self.owner().def)?.def().module.as_str().into();
        for path in self.cx.broadcast_paths(def, &module, span)? {
            self.emit(StmtKind::BroadcastUse(path), span);
        }
        Ok(Expr::unit(span))
    }
}

/// Whether the second argument of what `reveal` and `hide` stand for means `hide`: no step.
pub(super) fn is_hide(fuel: &tree::Expr) -> bool {
    matches!(&fuel.kind, T::Literal(tree::Literal::Int(digits)) if digits.parse() == Ok(0))
}

/// The variables in an expression, with their places.
fn locals(e: &tree::Expr, out: &mut Vec<(tree::LocalId, Span)>) {
    if let T::Local(id) = &e.kind {
        out.push((*id, e.span));
    }
    certus_tree::visit::children(e, &mut |child| locals(child, out));
}

/// True for a type with a part that was left open (`_`, or arguments that were left out).
fn is_open(ty: &tree::Ty) -> bool {
    matches!(ty, tree::Ty::Param(_, name) if name == "_") || ty.parts().any(is_open)
}
