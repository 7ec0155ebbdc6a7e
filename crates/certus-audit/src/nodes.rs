//! Collects the computations of a body other than its calls: literals, operators, casts, constants, values of types,
//! and the tests of patterns.
//!
//! Unreachable code is included, but nothing in it must be in rustc's body, because rustc may have removed it.
//!
//! For example, `let p = Point { x: a + 1, y: 2 }; p.x as u8` has the literals `1` and `2`, the operator `+`, a value
//! of `Point`, the field `x`, and a cast to `u8`. For each of them there must be a statement or an operand in MIR, and
//! conversely.

use certus_diagnostics::Span;
use certus_tree::{DefId, Expr, ExprId, ExprKind as T, FieldPat, Literal, Pat, PatKind, Ty, UnOp};

use crate::calls::Walk;

/// A computation of a body.
#[derive(Clone, Debug)]
pub(crate) struct Node<'e> {
    /// The computation.
    pub(crate) what: What<'e>,
    /// The place of the computation.
    pub(crate) span: Span,
    /// Whether it is certainly reached and its value is used, so that rustc cannot have removed it.
    pub(crate) must: bool,
}

/// The kinds of computations.
#[derive(Clone, Debug)]
pub(crate) enum What<'e> {
    /// A literal of a type; true if it is negated. The expression is that of the literal.
    Literal(&'e Literal, Ty, bool, ExprId),
    /// An operator.
    Operator(&'e Expr),
    /// A cast.
    Cast(&'e Expr),
    /// A constant or static.
    Const(&'e Expr),
    /// A value of a type with fields, or a range.
    Value(&'e Expr),
    /// An array.
    Array(&'e Expr),
    /// A field that is read or written.
    Field(Ty, u32),
    /// A place that is assigned.
    Store(&'e Expr),
}

/// A test of a pattern, or a place that it reads.
#[derive(Clone, Debug)]
pub(crate) enum Test<'e> {
    /// A literal of a type.
    Literal(&'e Literal, Ty),
    /// A constant, whose value is not known here.
    Const(DefId, Ty),
    /// The number of elements.
    Length(usize),
    /// A variant, and a field of it.
    Variant(Ty, u32, Vec<u32>),
}

impl<'e> Walk<'_, 'e> {
    /// Adds the computation of an expression itself, without its parts.
    pub(crate) fn node(&mut self, e: &'e Expr) {
        let ty = |e: &Expr| self.program.normalize(&e.ty, self.def);
        let what = match &e.kind {
            T::Literal(literal) => What::Literal(literal, ty(e), false, e.id),
            T::Unary(UnOp::Neg, inner) => match literal_of(inner) {
                Some(literal) => What::Literal(literal, ty(e), true, plain(inner).id),
                None => What::Operator(e),
            },
            T::Assign(operator, ..) => {
                self.push(What::Store(e), e.span);
                match operator {
                    Some(_) => What::Operator(e),
                    None => return,
                }
            }
            T::Unary(..) | T::Binary(..) => What::Operator(e),
            T::Cast(_) => What::Cast(e),
            T::Const(..) => What::Const(e),
            T::Ctor { .. } | T::Range(..) => What::Value(e),
            T::Array(_) | T::Repeat(_) => What::Array(e),
            T::Field(of, number) => What::Field(ty(of), *number),
            // Calls and values of functions, which are compared elsewhere.
            T::Call { .. } | T::FnItem(..) | T::CtorFn(..) | T::Try(_) | T::Closure { .. } | T::FormatArgs(..) => {
                return;
            }
            // Control flow: rustc's text for it is compared by its conditions, tests and results.
            T::Logic(..) | T::If(..) | T::Let(..) | T::Match(..) | T::Loop(..) | T::While(..) | T::For(..) => return,
            T::Block(..) | T::Unsafe(_) | T::ConstBlock(_) | T::Async(_) => return,
            T::Break(..) | T::Continue(_) | T::Return(_) | T::Await(_) => return,
            // Places and their parts: what stands in them is compared where it is used.
            T::Local(_) | T::TupleField(..) | T::Index(..) | T::Deref(_) | T::AssignPat(..) => return,
            // Rustc may make none of these, or make them for code that has none.
            T::ConstParam(..) | T::Tuple(_) | T::Ref { .. } | T::RawRef(..) | T::Adjust(..) => return,
            // No verified body has one.
            T::Unsupported(_) => return,
        };
        self.push(what, e.span);
    }

    /// Adds a computation. If the code may be unreachable, rustc need not have it.
    fn push(&mut self, what: What<'e>, span: Span) {
        // rustc follows a constant condition and removes it.
        let is_bool = matches!(what, What::Literal(Literal::Bool(_), ..));
        let node = Node { what, span, must: self.live && !is_bool };
        self.wanted.units.entry(self.unit).or_default().nodes.push(node);
    }

    /// Adds the result of a function or closure, as the expressions that can be its value.
    pub(crate) fn result(&mut self, e: &'e Expr) {
        let block = |block: &'e certus_tree::Block| block.tail.as_deref();
        match &e.kind {
            T::Block(_, inner) | T::Unsafe(inner) => block(inner).into_iter().for_each(|e| self.result(e)),
            T::If(_, then, otherwise) => {
                self.result(then);
                otherwise.iter().for_each(|e| self.result(e));
            }
            T::Match(_, arms) => arms.iter().for_each(|arm| self.result(&arm.body)),
            T::Adjust(_, inner) => {
                let before = self.wanted.units.entry(self.unit).or_default().results.len();
                self.result(inner);
                let unit = self.wanted.units.entry(self.unit).or_default();
                unit.joins_results |= unit.results.len() > before + 1;
            }
            _ => self.wanted.units.entry(self.unit).or_default().results.push(e),
        }
    }

    /// Adds the condition of a branch.
    pub(crate) fn condition(&mut self, e: &'e Expr) {
        if matches!(&e.kind, T::Unary(UnOp::Not, _) | T::Logic(..)) {
            // As a whole it may be ghost code, which has a replacement in rustc's text.
            self.wanted.units.entry(self.unit).or_default().conditions.push(e);
        }
        match &e.kind {
            T::Unary(UnOp::Not, inner) => self.condition(inner),
            T::Logic(_, a, b) => {
                self.condition(a);
                self.condition(b);
            }
            T::Block(_, block) => block.tail.iter().for_each(|e| self.condition(e)),
            _ => self.wanted.units.entry(self.unit).or_default().conditions.push(e),
        }
    }

    /// Adds the tests of a pattern.
    pub(crate) fn pattern(&mut self, pat: &'e Pat) {
        let ty = self.program.normalize(&pat.ty, self.def);
        let test = match &pat.kind {
            PatKind::Literal(literal) => Test::Literal(literal, ty),
            PatKind::Const(def, _, found) => Test::Const(found.as_ref().map_or(*def, |(def, _)| *def), ty),
            PatKind::Range(from, to, _) => {
                return from.iter().chain(to).for_each(|end| self.pattern(end));
            }
            PatKind::Variant { variant, fields, .. } => {
                self.all_patterns(fields);
                Test::Variant(ty, *variant, fields.iter().map(|field| field.field).collect())
            }
            PatKind::Tuple(fields) => return self.all_patterns(fields),
            PatKind::Deref(inner) => return self.pattern(inner),
            PatKind::Binding { sub, .. } => return sub.iter().for_each(|sub| self.pattern(sub)),
            PatKind::Or(pats) => return pats.iter().for_each(|pat| self.pattern(pat)),
            PatKind::Slice(before, rest, after) => {
                before.iter().chain(rest.as_deref()).chain(after).for_each(|pat| self.pattern(pat));
                Test::Length(before.len() + after.len())
            }
            PatKind::Wild | PatKind::Place(_) | PatKind::Unsupported(_) => return,
        };
        self.wanted.units.entry(self.unit).or_default().tests.push(test);
    }

    /// Adds what patterns of fields test.
    fn all_patterns(&mut self, fields: &'e [FieldPat]) {
        fields.iter().for_each(|field| self.pattern(&field.pat));
    }
}

/// The literal that an expression is.
pub(crate) fn literal_of(e: &Expr) -> Option<&Literal> {
    match &plain(e).kind {
        T::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// An expression without blocks around it that contain nothing else.
pub(crate) fn plain(e: &Expr) -> &Expr {
    match &e.kind {
        T::Block(None, block) if block.stmts.is_empty() => block.tail.as_deref().map_or(e, plain),
        _ => e,
    }
}
