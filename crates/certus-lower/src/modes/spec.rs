//! Formulas and definitions: whether they may depend on the future.

use certus_tree::{self as tree, CallKind, ExprKind as T, Known, Stmt, Ty};
use certus_vir::Mode;

use super::generic_future::Holds;
use super::{Checker, walk};
use crate::error::Result;

impl Checker<'_, '_> {
    /// The body of a spec function. Errs where it may depend on the future and the function is not marked so.
    /// `spec fn f(x: &mut u8) -> u8 { *final(x) }` needs `#[verifier::prophetic]`.
    pub(super) fn definition(&mut self, body: &tree::Expr, marked: bool) -> Result<()> {
        if self.formula(body)? && !marked {
            self.prophetic_error("body of non-prophetic spec function", walk::value_span(body));
        }
        Ok(())
    }

    /// True when anything in a formula may depend on the future. Where it stands in the formula does not matter: also a
    /// premise, or the body of a quantifier, decides the value.
    pub(super) fn formula(&mut self, e: &tree::Expr) -> Result<bool> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.formula_once(e))
    }

    /// The forms of formulas. The final value of a mutable reference depends on the future by itself, anything else if a part of
    /// it does. Clauses of a definition are no part of its value.
    fn formula_once(&mut self, e: &tree::Expr) -> Result<bool> {
        if let T::Block(_, block) | T::Unsafe(block) = &e.kind
            && self.is_proof(block)
        {
            self.proof_of_definition(block)?;
            return Ok(false);
        }
        let (mut is_value, mut is_measure) = (true, false);
        let mut prophetic = match &e.kind {
            T::Local(id) => self.vars.get(id).is_some_and(|v| v.prophetic),
            T::Call { callee: CallKind::Fn { def, resolved, .. }, args, .. } => {
                let target = resolved.as_ref().map_or(*def, |(def, _)| *def);
                match self.cx.builtin(*def).or_else(|| self.cx.builtin(target)) {
                    Some(Known::Final | Known::HasResolved | Known::AfterBorrow | Known::MutRefFuture) => true,
                    Some(Known::Old) if self.code == Mode::Spec => {
                        self.mode_error("`old` is meaningless in spec functions", e.span);
                        false
                    }
                    // What a function that is a value requires does not depend on the future (`prophetic_items`).
                    Some(Known::CallRequires | Known::FnRequires) => false,
                    Some(Known::CallEnsures | Known::FnEnsures) => match self.cx.future_of_call(args) {
                        Holds::No => false,
                        Holds::IfParameter => self.code != Mode::Spec || self.cx.is_of_trait(self.def)?,
                        Holds::Yes => true,
                    },
                    Some(
                        clause @ (Known::Decreases
                        | Known::Requires
                        | Known::Recommends
                        | Known::DecreasesWhen
                        | Known::DecreasesBy),
                    ) if self.code == Mode::Spec => {
                        (is_value, is_measure) = (false, clause == Known::Decreases);
                        false
                    }
                    _ => {
                        if e.ty == Ty::Never && self.cx.mode_of(target)? == Mode::Spec {
                            self.mode_error("never-to-any coercion is not allowed in spec mode", e.span);
                        }
                        let is_marked = self.cx.entry(target)?.attrs.prophetic.is_some();
                        let is_known = self.code != Mode::Spec || self.cx.is_of_trait(self.def)?;
                        is_marked || is_known && self.cx.may_foretell(target)?
                    }
                }
            }
            T::FnItem(def, _) => self.cx.entry(*def)?.attrs.prophetic.is_some(),
            // These depend on the future only if a part does.
            T::Literal(_) | T::Const(..) | T::ConstParam(..) | T::Call { callee: CallKind::Value(_), .. } => false,
            T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::Field(..) => false,
            T::TupleField(..) | T::Index(..) | T::Deref(_) | T::Ref { .. } | T::RawRef(..) | T::Adjust(..) => false,
            T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::Assign(..) | T::AssignPat(..) => false,
            T::Block(..) | T::Unsafe(_) | T::ConstBlock(_) | T::Async(_) | T::If(..) | T::Let(..) => false,
            T::Match(..) | T::Loop(..) | T::While(..) | T::For(..) | T::Break(..) | T::Continue(_) => false,
            T::Return(_) | T::Try(_) | T::Await(_) | T::Range(..) | T::Closure { .. } | T::FormatArgs(..) => false,
            T::Unsupported(_) => false,
        };
        let mut inner = Vec::new();
        certus_tree::visit::children(e, &mut |child| inner.push(child));
        for child in inner {
            prophetic |= self.formula(child)?;
        }
        if prophetic && is_measure {
            self.prophetic_error("'decreases' clause", e.span);
        }
        Ok(prophetic && is_value)
    }

    /// The proof in the body of a spec function, which says nothing about its value. It is a proof for all arguments, as that of
    /// an `assert forall`, and so all variables are of mode spec in it: `proof { eat(x); }` with `tracked` parameter is no
    /// proof, for nobody has that `x`.
    fn proof_of_definition(&mut self, block: &tree::Block) -> Result<()> {
        let outer = std::mem::replace(&mut self.aside, true);
        let result = self.proof_block(block);
        self.aside = outer;
        result.map(|_| ())
    }

    /// The clauses that a body starts with. Nothing is asked of what comes after them.
    pub(super) fn clauses(&mut self, body: &tree::Expr) -> Result<()> {
        let T::Block(_, block) = &body.kind else { return Ok(()) };
        for stmt in &block.stmts {
            let Stmt::Expr(clause, _) = stmt else { continue };
            match (self.builtin(clause), &clause.kind) {
                (Some(Known::Decreases), T::Call { args, .. }) => args.iter().try_for_each(|arg| self.measure(arg))?,
                (Some(Known::Recommends | Known::DecreasesWhen), _) if self.code == Mode::Spec => {
                    self.formula(clause)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A measure must not depend on the future.
    /// Errs with `language/prophetic`: a measure goes down from what is known now.
    pub(super) fn measure(&mut self, e: &tree::Expr) -> Result<()> {
        if self.formula(e)? {
            self.prophetic_error("'decreases' clause", e.span);
        }
        Ok(())
    }
}
