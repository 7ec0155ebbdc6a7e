//! Patterns: when they match, and what they bind.
//!
//! Patterns have no effects: what is matched is a value that may be looked at any number of times. A binding is the
//! term for the part of the value, which means something only where the test holds; whoever uses the bindings must have
//! the test as a condition or as a proved goal.

use std::collections::HashMap;

use certus_diagnostics::{Code, Language, Span, Unsupported};
use certus_tree::{self as tree, Item, Known, Literal, LocalId, Mutability, PatKind};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, IntKind, Mode, Ty, UnaryOp};

use super::Fx;
use super::borrow::Subject;
use super::literal::parse_int;
use super::place::{Place, Step};
use crate::error::{Result, fail};

/// A pattern against a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matched {
    /// When it matches; `None` for always.
    pub test: Option<Expr>,
    /// What the variables are when it does.
    pub bindings: Vec<Bound>,
}

/// A variable that a pattern binds.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub local: LocalId,
    pub value: Expr,
    pub source: Source,
}

/// Where the value of a bound variable comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// It is a copy, or a part of a value that is nobody's.
    Value,
    /// It is a mutable borrow of this place by this reference.
    Borrowed(Place, Expr),
    /// It is moved out of this place.
    Moved(Place),
    /// It comes from the first source where the test holds, and from the other elsewhere.
    Either(Expr, Box<Source>, Box<Source>),
}

impl Source {
    /// The places that the value may be moved out of.
    pub(super) fn moved(&self) -> Vec<&Place> {
        match self {
            Source::Value | Source::Borrowed(..) => Vec::new(),
            Source::Moved(place) => vec![place],
            Source::Either(_, first, second) => first.moved().into_iter().chain(second.moved()).collect(),
        }
    }

    /// Whether there is a mutable borrow in it.
    pub(super) fn is_borrow(&self) -> bool {
        match self {
            Source::Value | Source::Moved(_) => false,
            Source::Borrowed(..) => true,
            Source::Either(_, first, second) => first.is_borrow() || second.is_borrow(),
        }
    }
}

impl Matched {
    /// Both must match; the bindings of both are in scope.
    fn and(&mut self, other: Matched, span: Span) {
        self.test = match (self.test.take(), other.test) {
            (Some(a), Some(b)) => Some(Expr::and_all([a, b], span)),
            (a, b) => a.or(b),
        };
        self.bindings.extend(other.bindings);
    }

    /// A pattern that binds nothing, and matches under a condition.
    fn when(test: Expr) -> Matched {
        Matched { test: Some(test), bindings: Vec::new() }
    }
}

impl Fx<'_, '_> {
    /// Matches a pattern against a value. Errs with `language/mode` where exec code would have to look at a ghost field to
    /// know whether the pattern matches.
    pub(crate) fn pattern(&mut self, pat: &tree::Pat, subject: &Subject) -> Result<Matched> {
        let value = &subject.value;
        if !self.is_ghost() && self.field_mode().is_some() && self.can_fail(pat)? {
            let text = "exec code cannot match on non-exec value: a ghost field has no value at run time";
            return fail(Language::Mode, text, pat.span);
        }
        match &pat.kind {
            PatKind::Wild => Ok(Matched::default()),
            PatKind::Binding { local, sub, by_ref } => {
                let mut matched = Matched::default();
                if let Some(sub) = sub {
                    matched = self.pattern(sub, subject)?;
                }
                if let Some(mode) = self.field_mode() {
                    self.set_mode(*local, mode);
                }
                if self.is_ghost() && subject.is_tracked && self.mode_of_local(*local).is_none() {
                    self.set_mode(*local, Mode::Proof);
                }
                let (value, source) = self.bound_value(*by_ref, subject, pat)?;
                matched.bindings.push(Bound { local: *local, value, source });
                Ok(matched)
            }
            PatKind::Deref(inner) => {
                let below = match &value.ty {
                    Ty::MutRef(_) => self.behind(subject, pat.span),
                    // What a shared reference refers to stays there.
                    Ty::Ref(inner) => {
                        let below = Expr { ty: (**inner).clone(), ..value.clone() };
                        Subject { is_shared: true, ..Subject::of_value(below) }
                    }
                    _ => subject.clone(),
                };
                self.pattern(inner, &below)
            }
            PatKind::Variant { adt, variant, fields } => self.variant_pattern(*adt, *variant, fields, subject, pat),
            PatKind::Tuple(fields) => {
                let mut matched = Matched::default();
                for field in fields {
                    let part = self.tuple_field(value.clone(), field.field, field.pat.span)?;
                    let step = field_of(&part);
                    let part = self.subject_part(subject, part, step);
                    let inner = self.pattern(&field.pat, &part)?;
                    matched.and(inner, pat.span);
                }
                Ok(matched)
            }
            PatKind::Literal(_) | PatKind::Const(..) | PatKind::Range(..) if self.cx.has_floats(&pat.ty)? => {
                // A pattern compares as `==` of code does, for which zeros with other signs are equal, and no NaN is.
                fail(Unsupported::Float, "patterns of floating-point numbers are not supported", pat.span)
            }
            PatKind::Literal(Literal::Str(text)) => Ok(Matched::when(self.text_test(text, value, pat.span)?)),
            PatKind::Literal(_) | PatKind::Const(..) => {
                let constant = self.pattern_value(pat, &value.ty)?;
                Ok(Matched::when(Expr::binary(BinaryOp::Eq, value.clone(), constant, pat.span)))
            }
            PatKind::Range(start, end, inclusive) => self.range_pattern(start, end, *inclusive, value, pat.span),
            PatKind::Or(alternatives) => self.or_pattern(alternatives, subject, pat.span),
            PatKind::Slice(..) => fail(Unsupported::SlicePattern, "slice patterns are not supported", pat.span),
            PatKind::Place(_) => {
                fail(Unsupported::DestructuringAssignment, "destructuring assignment is not supported", pat.span)
            }
            PatKind::Unsupported(name) => fail(Unsupported::Pattern, format!("{name} is not supported"), pat.span),
        }
    }

    /// What a variable is bound to. A borrow and a move of a reference are new references; they begin when the pattern has
    /// matched, and are there before so that a guard can look through them.
    fn bound_value(
        &mut self,
        by_ref: Option<Mutability>,
        subject: &Subject,
        pat: &tree::Pat,
    ) -> Result<(Expr, Source)> {
        let value = subject.value.clone();
        if by_ref == Some(Mutability::Mut) {
            let is_known = self.is_ghost() && (self.is_knowing() || !subject.is_tracked);
            if is_known || self.field_mode() == Some(Mode::Spec) {
                let text = "a 'mut ref' binding in a pattern is not allowed in spec mode";
                return fail(Language::Mode, text, pat.span);
            }
            let Some(place) = &subject.place else {
                if subject.is_shared {
                    let text = "cannot borrow as mutable what is behind a `&` reference";
                    return fail(Code::Rustc("E0596".to_string()), text, pat.span);
                }
                return fail(Unsupported::MutRef, "a `ref mut` binding is not supported here", pat.span);
            };
            let reference = self.begin_borrow(place, pat.span)?;
            return Ok((reference.clone(), Source::Borrowed(place.clone(), reference)));
        }
        let at = self.owner().def;
        let is_left = by_ref.is_some() || self.is_pure() || self.cx.is_copied(&pat.ty, at);
        if is_left || !self.cares(&value.ty) || self.field_mode() == Some(Mode::Spec) {
            return Ok((value, Source::Value));
        }
        if let (None, Ty::MutRef(_), Some(referent)) = (&subject.place, &value.ty, &subject.referent) {
            let reference = self.begin_borrow(referent, pat.span)?;
            return Ok((reference.clone(), Source::Borrowed(referent.clone(), reference)));
        }
        match &subject.place {
            Some(place) => Ok((value, Source::Moved(place.clone()))),
            None => Ok((value, Source::Value)),
        }
    }

    /// Whether a pattern asks something of the value itself; of parts of it there is nothing said.
    fn can_fail(&mut self, pat: &tree::Pat) -> Result<bool> {
        Ok(match &pat.kind {
            PatKind::Literal(_) | PatKind::Const(..) | PatKind::Range(..) | PatKind::Slice(..) => true,
            PatKind::Variant { adt, .. } => {
                let entry = self.cx.entry(*adt)?;
                matches!(&entry.item, Item::Adt(item) if item.variants.len() > 1)
            }
            PatKind::Wild | PatKind::Binding { .. } | PatKind::Deref(_) | PatKind::Tuple(_) => false,
            PatKind::Or(_) | PatKind::Place(_) | PatKind::Unsupported(_) => false,
        })
    }

    /// Errs with `language/opaque-type` for a type whose fields are hidden. A ghost field makes what is bound in it
    /// ghost.
    /// `A(p, q)` on `e` tests `e is A` and goes on with `e->0` and `e->1`; of a struct, which has one variant,
    /// nothing is tested.
    fn variant_pattern(
        &mut self,
        adt: tree::DefId,
        variant: u32,
        fields: &[tree::FieldPat],
        subject: &Subject,
        pat: &tree::Pat,
    ) -> Result<Matched> {
        let value = &subject.value;
        let entry = self.cx.entry(adt)?;
        let Item::Adt(item) = &entry.item else {
            return fail(Unsupported::Pattern, "this pattern is not supported", pat.span);
        };
        if item.kind == tree::AdtKind::Union {
            return fail(Unsupported::Union, "a pattern of a union is not supported: read its field", pat.span);
        }
        if self.cx.is_opaque(adt)? {
            return fail(Language::OpaqueType, "disallowed: pattern constructor for an opaque datatype", pat.span);
        }
        let path = self.cx.path(adt);
        let Some(shape) = item.variants.get(variant as usize) else {
            return fail(Unsupported::Pattern, "this pattern is not supported", pat.span);
        };
        let mut matched = Matched::default();
        if item.variants.len() > 1 {
            let op = UnaryOp::IsVariant(path.clone(), shape.name.as_str().into());
            matched.test = Some(Expr::new(ExprKind::Unary(op, value.clone()), Ty::Bool, pat.span));
        }
        let Ty::Data(_, _) = value.ty.value() else {
            return fail(Unsupported::Pattern, "a pattern for this type is not supported", pat.span);
        };
        let field_tys = self.cx.fields_of(&value.ty.value().clone(), &shape.name.as_str().into(), pat.span)?;
        for field in fields {
            let Some((name, ty)) = field_tys.get(field.field as usize).cloned() else {
                return fail(Unsupported::Pattern, "this pattern is not supported", field.pat.span);
            };
            let op = UnaryOp::Field(path.clone(), shape.name.as_str().into(), name);
            let part = Expr::new(ExprKind::Unary(op, value.clone()), ty, field.pat.span);
            let step = field_of(&part);
            let part = self.subject_part(subject, part, step);
            let mode = self.cx.field_mode(adt, variant, field.field)?;
            let inner = self.in_field(mode, |fx| fx.pattern(&field.pat, &part))?;
            matched.and(inner, pat.span);
        }
        Ok(matched)
    }

    /// The ends are constants, so the comparison is on integers.
    /// `1..=9` tests `1 <= e && e <= 9`; a bound that is left out is no test.
    fn range_pattern(
        &mut self,
        start: &Option<Box<tree::Pat>>,
        end: &Option<Box<tree::Pat>>,
        inclusive: bool,
        value: &Expr,
        span: Span,
    ) -> Result<Matched> {
        let mut tests = Vec::new();
        if let Some(start) = start {
            let low = self.pattern_value(start, &value.ty)?;
            tests.push(Expr::binary(BinaryOp::Le, low, value.clone(), span));
        }
        if let Some(end) = end {
            let high = self.pattern_value(end, &value.ty)?;
            let op = if inclusive { BinaryOp::Le } else { BinaryOp::Lt };
            tests.push(Expr::binary(op, value.clone(), high, span));
        }
        Ok(Matched::when(Expr::and_all(tests, span)))
    }

    /// Whether a string has the characters of a literal: strings are compared by their bytes, which the characters tell.
    fn text_test(&mut self, text: &str, value: &Expr, span: Span) -> Result<Expr> {
        let ty = value.ty.value().clone();
        let literal = Expr::new(ExprKind::Const(Const::Str(text.into())), ty.clone(), span);
        let characters = Ty::Data(Known::Seq.path().into(), vec![Ty::Int(IntKind::Char)]);
        let mut view = |of: Expr| self.library(Known::ViewView, vec![ty.clone()], vec![of], characters.clone(), span);
        let (own, other) = (view(Expr { ty: ty.clone(), ..value.clone() })?, view(literal)?);
        Ok(Expr::eq(own, other))
    }

    /// The value of a literal or constant in a pattern.
    /// Errs with `language/literal-range` for a number that the type of the value does not have.
    fn pattern_value(&mut self, pat: &tree::Pat, ty: &Ty) -> Result<Expr> {
        let constant = match &pat.kind {
            PatKind::Literal(Literal::Int(digits)) => {
                let n = parse_int(digits, pat.span)?;
                if let Some(kind) = ty.int_kind() {
                    self.cx.check_literal(&n, kind, pat.span)?;
                }
                Const::Int(n)
            }
            PatKind::Literal(Literal::Bool(b)) => Const::Bool(*b),
            PatKind::Literal(Literal::Char(c)) => Const::Int((*c as u32).into()),
            PatKind::Const(def, args, resolved) => {
                return self.constant_value(*def, args, resolved.as_ref(), &pat.ty, pat.span);
            }
            _ => return fail(Unsupported::Pattern, "this kind of literal is not supported in a pattern", pat.span),
        };
        Ok(Expr::new(ExprKind::Const(constant), ty.value().clone(), pat.span))
    }

    /// Alternatives: the first one that matches counts, so a variable is what the first such alternative binds it to.
    /// Every alternative must bind the same variables in the same modes.
    /// `A(x) | B(x)` binds `x` to `if e is A { e->A_0 } else { e->B_0 }`. Errs with `language/mode` where the
    /// alternatives bind a variable in different modes: what it may be used for would depend on the value.
    fn or_pattern(&mut self, alternatives: &[tree::Pat], subject: &Subject, span: Span) -> Result<Matched> {
        let mut result: Option<Matched> = None;
        let mut modes: HashMap<LocalId, Option<Mode>> = HashMap::new();
        let before = self.modes_of_locals();
        for alternative in alternatives.iter().rev() {
            // What another alternative made of a variable says nothing about this one.
            self.restore_modes(&before);
            let mut this = self.pattern(alternative, subject)?;
            if this.bindings.iter().any(|bound| !matches!(bound.source, Source::Value)) {
                // What a reference is borrowed from changes when it is given back, and the test is asked for then.
                this.test = this.test.map(|test| self.temp(test));
            }
            for Bound { local: id, .. } in &this.bindings {
                let mode = self.mode_of_local(*id);
                if modes.insert(*id, mode).is_some_and(|other| other != mode) {
                    let name = self.local_name(*id);
                    let text = format!("variable `{name}` has different modes across alternatives");
                    return fail(Language::Mode, text, alternative.span);
                }
            }
            result = Some(match result {
                None => this,
                Some(rest) => either(this, rest, span),
            });
        }
        Ok(result.unwrap_or_default())
    }
}

/// The step that leads to a field.
fn field_of(part: &Expr) -> Step {
    match &*part.kind {
        ExprKind::Unary(UnaryOp::Field(datatype, variant, field), _) => {
            Step::Field(datatype.clone(), variant.clone(), field.clone())
        }
        _ => Step::Deref,
    }
}

/// The first alternative if it matches, otherwise the second.
fn either(first: Matched, second: Matched, span: Span) -> Matched {
    let Some(test) = first.test else { return first };
    let bindings = first.bindings.into_iter().map(|bound| {
        let Some(other) = second.bindings.iter().find(|other| other.local == bound.local).cloned() else {
            return bound;
        };
        let ty = bound.value.ty.clone();
        let source = match (bound.source, other.source) {
            (Source::Value, Source::Value) => Source::Value,
            (first, second) => Source::Either(test.clone(), Box::new(first), Box::new(second)),
        };
        Bound {
            local: bound.local,
            value: Expr::new(ExprKind::If(test.clone(), bound.value, other.value), ty, span),
            source,
        }
    });
    let bindings = bindings.collect();
    let test = second.test.map(|second| Expr::binary(BinaryOp::Or, test.clone(), second, span));
    Matched { test, bindings }
}
