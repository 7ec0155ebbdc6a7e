//! Elements of arrays, slices and vectors.
//!
//! What `a[i]` reads and what `a[i] = x` leaves is said by the library about the sequence that the container is seen as
//! (`vstd::slice`, `vstd::array`, `vstd::std_specs::vec`); without the library there is no indexing. In code that runs
//! the index must be shown to be in bounds, as Rust would panic.

use certus_diagnostics::{Span, Unsupported};
use certus_tree::{self as tree, CallKind, ExprKind as T, Item, Known};
use certus_vir::{BinaryOp, Expr, ExprKind, GoalKind, IntKind, StmtKind, Ty, UnaryOp};

use super::Fx;
use crate::THE_LIBRARY;
use crate::context::Shape;
use crate::error::{Result, fail};
use crate::syntax::below_references;
use crate::syntax::order::{Reread, is_read_late, may_change, reread};

/// The first and the last bound of a range, and whether the last one belongs to it.
type Bounds<'e> = (Option<&'e tree::Expr>, Option<&'e tree::Expr>, bool);

impl Fx<'_, '_> {
    /// True for a call of this function of `Index` or `IndexMut` on an array, slice or vector.
    fn indexes(&mut self, def: tree::DefId, base: &tree::Expr, declared: &[Known]) -> bool {
        let known = match below_references(&base.ty) {
            tree::Ty::Adt(of, _) => self.cx.known(*of) == Some(Known::Vec),
            tree::Ty::Slice(_) | tree::Ty::Array(..) => true,
            _ => false,
        };
        let Ok(entry) = self.cx.entry(def) else { return false };
        let Item::Function(function) = &entry.item else { return false };
        let found = self.cx.known(function.trait_method.map_or(def, |(_, declared)| declared));
        known && found.is_some_and(|found| declared.contains(&found))
    }

    /// The bounds of a range that is written out.
    fn bounds<'e>(&mut self, range: &'e tree::Expr) -> Option<Bounds<'e>> {
        match &range.kind {
            T::Range(start, end, inclusive) => Some((start.as_deref(), end.as_deref(), *inclusive)),
            T::Call { callee: CallKind::Fn { def, .. }, args, .. } => match &args[..] {
                [start, end] if self.cx.known(*def) == Some(Known::RangeInclusiveNew) => {
                    Some((Some(start), Some(end), true))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `a[i..j]` in code that runs, with any of the bounds left out: the part of a container as a slice. `None` for
    /// anything else.
    /// `&v[i..j]` becomes the goal `i <= j <= v.len()` and a new slice `s` with `s@ == v@.subrange(i, j)`. In ghost
    /// code it is a call like any other.
    pub(super) fn subslice(&mut self, def: tree::DefId, args: &[tree::Expr], e: &tree::Expr) -> Result<Option<Expr>> {
        let [base, index] = args else { return Ok(None) };
        let Some((start, end, inclusive)) = self.bounds(index) else { return Ok(None) };
        let bounds = || start.iter().chain(&end);
        let is_position = |bound: &tree::Expr| bound.ty == tree::Ty::Int(tree::IntTy::Usize);
        let known = bounds().all(|bound| is_position(bound)) && self.indexes(def, base, &[Known::IndexIndex]);
        if self.is_ghost() || !known {
            return Ok(None);
        }
        let operands = [base].into_iter().chain(bounds().copied());
        let mut values = self.operands(operands)?.into_iter();
        let Some(base) = values.next() else { return Ok(None) };
        let span = e.span;
        let as_int = |value: Expr| Expr { ty: Ty::int(), ..value };
        if self.cx.tree.has_foreign_library() {
            let from = if start.is_some() { values.next().map(as_int) } else { None };
            let to = values.next().map(as_int).map(|last| match inclusive {
                true => Expr::binary(BinaryOp::Add, last, Expr::int(1, span), span),
                false => last,
            });
            return self.foreign_subslice(&base, (from, to), span).map(Some);
        }
        let (seq, element) = self.sequence(&base, span)?;
        let seq_ty = seq.ty.clone();
        let length =
            self.of_sequence(Known::SeqLen, vec![seq.clone()], element.clone(), Ty::Int(IntKind::Nat), span)?;
        let length = as_int(length);
        let from = if start.is_some() { values.next().map(as_int) } else { None };
        let from = from.unwrap_or_else(|| Expr::int(0, span));
        let last = values.next().map(as_int);
        let to = match last {
            // The bound after an inclusive one is computed as a `usize`; it cannot be above the length if it overflows.
            Some(last) if inclusive => Expr::binary(BinaryOp::Add, last, Expr::int(1, span), span),
            Some(end) => end,
            None => length.clone(),
        };
        let ordered = Expr::binary(BinaryOp::Le, from.clone(), to.clone(), span);
        let within = Expr::binary(BinaryOp::Le, to.clone(), length, span);
        self.prove(GoalKind::IndexBounds, Expr::binary(BinaryOp::And, ordered, within, span), span);
        let part = self.of_sequence(Known::SeqSubrange, vec![seq, from, to], element.clone(), seq_ty, span)?;
        self.cx.saw(Shape::Slice);
        let slice = self.arbitrary(Ty::Data("slice".into(), vec![element]), span);
        let (seen, _) = self.sequence(&slice, span)?;
        self.emit(StmtKind::Assume(Expr::eq(seen, part)), span);
        Ok(Some(slice))
    }

    /// The container and the index of `a[i]`, also where it is a call of `Index::index` or `IndexMut::index_mut`.
    pub(super) fn as_element<'e>(&mut self, e: &'e tree::Expr) -> Option<(&'e tree::Expr, &'e tree::Expr)> {
        match &e.kind {
            T::Index(base, index) => Some((base, index)),
            T::Call { callee: CallKind::Fn { def, resolved, .. }, args, .. } => {
                let def = resolved.as_ref().map_or(*def, |(def, _)| *def);
                let [base, index] = &args[..] else { return None };
                let tree::Ty::Int(tree::IntTy::Usize) = index.ty else { return None };
                let declared = [Known::IndexIndex, Known::IndexMutIndexMut];
                self.indexes(def, base, &declared).then_some((base, index))
            }
            _ => None,
        }
    }

    /// `a[i]` as a value. An array or a slice that is a place is read after the index is evaluated; anything else is borrowed
    /// before, as `v[i]` of a vector is a call.
    /// `v[i]` becomes the goal `i < v.len()`, which ghost code does not have, and the value `v@[i]`.
    pub(super) fn element(&mut self, base: &tree::Expr, index: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        self.runs_index(base, e.span);
        let is_late = is_read_late(e);
        let base = match &base.kind {
            T::Ref { expr, mutability: tree::Mutability::Mut, .. } => expr,
            _ => base,
        };
        let is_nested = is_late && !self.is_ghost() && matches!(reread(base), Some(Reread::Element));
        let is_changing = may_change(index);
        if is_nested && is_changing {
            let place = self.element_place(base, index, e)?;
            return self.read_place(&place, e.span);
        }
        let early = self.index_before_union(base, index, e)?;
        let mut container = self.looking_at(|fx| fx.expr(base))?;
        let before = self.mark();
        let index = match early {
            Some(index) => index,
            None => self.expr(index)?,
        };
        if is_changing && self.has_assigned_since(before) {
            match reread(base).filter(|_| is_late) {
                Some(Reread::Variable) => {}
                Some(Reread::Element) => {
                    return fail(
                        Unsupported::Index,
                        "this index changes variables in a way that is not supported",
                        e.span,
                    );
                }
                None => container = self.kept(container, before),
            }
        }
        if !self.is_ghost() {
            self.in_bounds(&container, &index, e.span)?;
        }
        self.part(&container, &index, e.span)
    }

    /// Notes the call that an index into a vector is; an array or a slice is read in place.
    pub(super) fn runs_index(&mut self, base: &tree::Expr, span: Span) {
        if matches!(below_references(&base.ty), tree::Ty::Adt(..)) {
            self.runs_other(span);
        }
    }

    /// The element of a container at an index that is known to be in bounds.
    pub(super) fn part(&mut self, base: &Expr, index: &Expr, span: Span) -> Result<Expr> {
        if self.cx.tree.has_foreign_library() {
            return self.foreign_part(base, index, span);
        }
        if let (true, Some(element)) = (self.without_library(), element_of(base.ty.value())) {
            let part = self.arbitrary(element, span);
            self.inherits(&part, &[base], span);
            return Ok(part);
        }
        let (seq, element) = self.sequence(base, span)?;
        let index = Expr { ty: Ty::int(), ..index.clone() };
        self.of_sequence(Known::SeqIndex, vec![seq, index], element.clone(), element, span)
    }

    /// Errs with `verify/index-bounds`, later, where it cannot be shown.
    pub(super) fn in_bounds(&mut self, base: &Expr, index: &Expr, span: Span) -> Result<()> {
        if self.cx.tree.has_foreign_library() {
            return self.foreign_in_bounds(base, index, span);
        }
        if self.without_library() {
            let goal = match base.ty.value() {
                Ty::Data(path, args) if &**path == "array" && args.len() == 2 => {
                    let length = Expr::const_param(args[1].clone(), Ty::Int(IntKind::Usize), span);
                    let length = Expr { ty: Ty::int(), ..length };
                    Expr::binary(BinaryOp::Lt, index.clone(), length, span)
                }
                // The length of a slice is said by the library only.
                _ => Expr::bool(false, span),
            };
            self.prove(GoalKind::IndexBounds, goal, span);
            return Ok(());
        }
        let (seq, element) = self.sequence(base, span)?;
        let length = self.of_sequence(Known::SeqLen, vec![seq], element, Ty::Int(IntKind::Nat), span)?;
        let goal = Expr::binary(BinaryOp::Lt, index.clone(), length, span);
        self.prove(GoalKind::IndexBounds, goal, span);
        Ok(())
    }

    /// The container with one element replaced.
    /// `a[i] = v` gives the array `array_update(a, i, v)`, and for a vector some vector `w` with `w@ == v@.update(i,
    /// v)`.
    pub(super) fn with_element(&mut self, base: &Expr, index: &Expr, value: Expr, span: Span) -> Result<Expr> {
        if self.cx.tree.has_foreign_library() {
            return self.foreign_with_element(base, index, value, span);
        }
        let ty = base.ty.value().clone();
        let index = Expr { ty: Ty::int(), ..index.clone() };
        let Ty::Data(path, args) = &ty else { return fail(Unsupported::Index, "indexing is not supported", span) };
        if self.without_library() {
            let fresh = self.arbitrary(ty, span);
            self.inherits(&fresh, &[base, &value], span);
            return Ok(fresh);
        }
        let update = match &**path {
            "array" => Some(Known::ArrayUpdate),
            "slice" => Some(Known::SliceUpdate),
            _ => None,
        };
        if let Some(update) = update {
            return self.library(update, args.clone(), vec![base.clone(), index, value], ty.clone(), span);
        }
        // Which vector it is beyond its elements (its capacity) is not known.
        let (seq, element) = self.sequence(base, span)?;
        let seq_ty = seq.ty.clone();
        let updated = self.of_sequence(Known::SeqUpdate, vec![seq, index, value], element, seq_ty, span)?;
        let fresh = self.arbitrary(ty, span);
        self.inherits(&fresh, &[base, &updated], span);
        let (seen, _) = self.sequence(&fresh, span)?;
        self.emit(StmtKind::Assume(Expr::eq(seen, updated)), span);
        Ok(fresh)
    }

    /// `[a, b, c]`. Without the library there is nothing that could be said of its elements, and nothing is known.
    /// Of `[a, b]` come `array_of(seq![a, b])` and, in code with effects, the facts that its elements are `a` and
    /// `b`.
    pub(super) fn array(&mut self, items: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let ty = self.cx.ty(&e.ty, e.span)?;
        let Ty::Data(_, args) = &ty else { return fail(Unsupported::Array, "this array is not supported", e.span) };
        let element = args.first().cloned().unwrap_or_else(Ty::unit);
        let seq_ty = Ty::Data(Known::Seq.path().into(), vec![element.clone()]);
        let values = self.operands(items.iter())?;
        if self.without_library() {
            let array = self.arbitrary(ty, e.span);
            self.inherits(&array, &values.iter().collect::<Vec<_>>(), e.span);
            return Ok(array);
        }
        if self.cx.tree.has_foreign_library() && !self.is_pure() {
            return self.foreign_array(values, ty, e.span);
        }
        let mut seq = self.of_sequence(Known::SeqEmpty, Vec::new(), element.clone(), seq_ty.clone(), e.span)?;
        for value in &values {
            seq =
                self.of_sequence(Known::SeqPush, vec![seq, value.clone()], element.clone(), seq_ty.clone(), e.span)?;
        }
        let array = self.library(Known::ArrayOf, args.clone(), vec![seq], ty.clone(), e.span)?;
        if self.is_pure() {
            return Ok(array);
        }
        // It follows from the axioms, but a proof that looks for an element would have to guess its position.
        let array = self.temp(array);
        for (i, value) in values.into_iter().enumerate() {
            let part = self.part(&array, &Expr::int(i, e.span), e.span)?;
            self.emit(StmtKind::Assume(Expr::eq(part, value)), e.span);
        }
        Ok(array)
    }

    /// `[value; n]`: the value is computed once, and each element is equal to it, as it is `Copy` or a constant. It counts as
    /// a call where code must be atomic, since a function of the library makes the array. Errs
    /// with `unsupported/array-repeat` for an `exec const`, which is computed anew for each element.
    pub(super) fn repeat(&mut self, value: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        self.runs_other(e.span);
        let mut inner = value;
        while let T::Adjust(_, within) | T::Block(None, tree::Block { tail: Some(within), .. }) = &inner.kind {
            inner = within;
        }
        if let T::Const(def, _, resolved) = &inner.kind {
            let def = resolved.as_ref().map_or(*def, |(def, _)| *def);
            if self.cx.const_mode(def)? == Some(certus_vir::Mode::Exec) {
                let text = "an array that repeats an `exec const` is not supported";
                return fail(Unsupported::ArrayRepeat, text, value.span);
            }
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        let Ty::Data(_, args) = &ty else { return fail(Unsupported::Array, "this array is not supported", e.span) };
        let value = self.expr(value)?;
        if self.without_library() {
            let array = self.arbitrary(ty, e.span);
            self.inherits(&array, &[&value], e.span);
            return Ok(array);
        }
        if self.cx.tree.has_foreign_library() && !self.is_pure() {
            return self.foreign_repeat(value, ty, e.span);
        }
        self.library(Known::ArrayFilled, args.clone(), vec![value], ty.clone(), e.span)
    }

    /// True in code that runs, or proves, of a program without the library, where an array is some array.
    fn without_library(&self) -> bool {
        !self.is_pure() && self.cx.tree.lookup(Known::Seq.path()).is_none()
    }

    /// `array_index(a, i)`: the element in a specification, some value outside of the array.
    /// Outside of exec code no index is out of bounds: `a[i]` has some value for every `i`, of which nothing is
    /// known.
    pub(super) fn array_element(&mut self, array: &tree::Expr, index: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let values = self.operands([array, index].into_iter())?;
        let Some(Ty::Data(_, types)) = values.first().map(|array| array.ty.value().clone()) else {
            return fail(Unsupported::Array, "this array is not supported", e.span);
        };
        let ty = self.cx.ty(&e.ty, e.span)?;
        if self.without_library() {
            return Ok(self.arbitrary(ty, e.span));
        }
        if self.cx.tree.has_foreign_library() {
            return Ok(self.foreign_array_element(types, values, ty, e.span));
        }
        self.library(Known::ArrayElement, types, values, ty, e.span)
    }

    /// A reference to an array as one to a slice: a call of a function of the library.
    pub(super) fn unsized_array(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        self.runs_other(e.span);
        let value = self.expr(inner)?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        let from = value.ty.value().clone();
        let is_slice = matches!(ty.value(), Ty::Data(path, _) if &**path == "slice") && !matches!(ty, Ty::MutRef(_));
        if is_slice && self.cx.tree.has_foreign_library() && !self.is_pure() {
            return self.foreign_slice_of(&value, ty, e.span);
        }
        if let (Ty::MutRef(array), Ty::MutRef(_)) = (&value.ty, &ty) {
            return self.unsized_reference(&value, array, ty.clone(), e.span);
        }
        match (&from, ty.value()) {
            (Ty::Data(a, args), Ty::Data(s, _))
                if &**a == "array" && &**s == "slice" && !matches!(ty, Ty::MutRef(_)) =>
            {
                let slice = ty.value().clone();
                let value = self.library(Known::ArrayAsSlice, args.clone(), vec![value], slice, e.span)?;
                Ok(Expr { ty, ..value })
            }
            _ => fail(Unsupported::Coercion, "this coercion is not supported", e.span),
        }
    }

    /// A mutable reference to an array as one to a slice: what either refers to is the same slice, now and in the end.
    fn unsized_reference(&mut self, value: &Expr, array: &Ty, ty: Ty, span: Span) -> Result<Expr> {
        let (Ty::Data(path, args), Ty::MutRef(slice)) = (array, &ty) else {
            return fail(Unsupported::Coercion, "this coercion is not supported", span);
        };
        let is_slice = matches!(&**slice, Ty::Data(path, _) if &**path == "slice");
        if &**path != "array" || !is_slice || self.is_pure() || self.cx.tree.has_foreign_library() {
            return fail(Unsupported::Coercion, "this coercion is not supported", span);
        }
        let reference = self.arbitrary(ty.clone(), span);
        self.inherits(&reference, &[value], span);
        for op in [UnaryOp::MutCurrent, UnaryOp::MutFinal] {
            let whole = Expr::new(ExprKind::Unary(op.clone(), value.clone()), array.clone(), span);
            let seen = self.library(Known::ArrayAsSlice, args.clone(), vec![whole], (**slice).clone(), span)?;
            let part = Expr::new(ExprKind::Unary(op, reference.clone()), (**slice).clone(), span);
            self.emit(StmtKind::Assume(Expr::eq(seen, part)), span);
        }
        Ok(reference)
    }

    /// The sequence that a container is seen as, and the type of its elements.
    fn sequence(&mut self, base: &Expr, span: Span) -> Result<(Expr, Ty)> {
        let ty = base.ty.value().clone();
        let Some(element) = element_of(&ty) else {
            return fail(Unsupported::Index, "indexing this type is not supported", span);
        };
        let seq = Ty::Data(Known::Seq.path().into(), vec![element.clone()]);
        let base = Expr { ty: ty.clone(), ..base.clone() };
        let view = self.library(Known::ViewView, vec![ty], vec![base], seq, span)?;
        Ok((view, element))
    }

    /// A call of a function of the library's sequences, `element` is the type argument.
    fn of_sequence(&mut self, function: Known, args: Vec<Expr>, element: Ty, ty: Ty, span: Span) -> Result<Expr> {
        self.library(function, vec![element], args, ty, span)
    }

    /// A call of a spec function of the library.
    pub(super) fn library(
        &mut self,
        function: Known,
        types: Vec<Ty>,
        args: Vec<Expr>,
        ty: Ty,
        span: Span,
    ) -> Result<Expr> {
        if self.cx.tree.has_foreign_library() {
            let text = "elements of containers, arrays and strings are supported only with Certus's own `vstd`, which \
                        defines their meaning";
            return fail(Unsupported::VstdSource, text, span);
        }
        let Some(def) = self.cx.tree.lookup(function.path()) else {
            return fail(Unsupported::Index, format!("arrays, slices and strings need {THE_LIBRARY}`"), span);
        };
        if let Some(seq) = self.cx.tree.lookup(Known::Seq.path()) {
            self.cx.request(seq);
            self.cx.definitions.add_datatype(Known::Seq.path().into(), seq);
        }
        self.cx.request(def);
        let path = self.cx.path(def);
        Ok(Expr::new(ExprKind::Call(path, types, args), ty, span))
    }
}

/// The type of the elements of an array, slice or vector.
fn element_of(container: &Ty) -> Option<Ty> {
    match container {
        Ty::Data(path, args) if matches!(&**path, "slice" | "array") || Known::of(path) == Some(Known::Vec) => {
            args.first().cloned()
        }
        _ => None,
    }
}
