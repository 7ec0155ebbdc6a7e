//! Elements of arrays, slices and vectors with another library than ours.
//!
//! What is known of elements follows from what the library itself says about the functions that read one: `vec_index`,
//! `slice_index_get` and `array_index_get`, each declared for this with its name as a `rustc_diagnostic_item`. Of such a
//! function with the contract `requires R(c, i) ensures *r == V(c, i)` these are used:
//!
//! - `c[i]` needs `R(c, i)` and gives `V(c, i)`.
//! - Two containers whose elements are the same at some places give the same `V` there. After `c[i] = x` the new
//!   container `w` has `V(w, i) == x`, and `V(w, j) == V(c, j)` for all other `j`, wherever `R` allows to read.
//! - Their lengths, as the library specifies `len`, are the same if the lengths are.
//!
//! Nothing is concluded from the name of an item in a contract, and nothing is assumed that Rust and the contract do not
//! give. Equations of whole sequences are only mentioned (`seen`): the axioms of the library prove them.

use certus_diagnostics::{Span, Unsupported};
use certus_tree::{DefId, Item, Known, SLICE_LEN};
use certus_vir::{
    AxiomSource, BinaryOp, Binder, Clause, Const, Expr, ExprKind, Function, GoalKind, IntKind, Mode, Name, Param,
    Publish, QuantKind, StmtKind, Trigger, Ty, TypeParam, Var, subst,
};

use super::Fx;
use crate::context::Context;
use crate::error::{Result, fail};

/// The contract of a function that says what its result is.
struct Contract {
    /// The type parameters.
    types: Vec<Name>,
    /// The parameters.
    params: Vec<Var>,
    /// What it requires.
    requires: Expr,
    /// What its result is.
    value: Expr,
}

impl Contract {
    /// What is required, and the result, for these arguments.
    fn of(&self, types: &[Ty], args: &[&Expr], span: Span) -> (Expr, Expr) {
        let mut known = subst::Subst::new().strip_checked();
        for (name, ty) in self.types.iter().zip(types) {
            known.ty(name, ty.clone());
        }
        for (param, value) in self.params.iter().zip(args) {
            known.var(param, (*value).clone());
        }
        let at = |e: &Expr| Expr { span, ..known.apply(e) };
        (at(&self.requires), at(&self.value))
    }
}

/// How the elements of a container are read.
pub(super) struct Reading {
    contract: Contract,
    /// The type arguments of the container.
    types: Vec<Ty>,
}

impl Reading {
    /// When an index is in bounds, and the element there.
    fn at(&self, container: &Expr, index: &Expr, span: Span) -> (Expr, Expr) {
        self.contract.of(&self.types, &[container, index], span)
    }
}

/// Errs with `unsupported/vstd-source`.
fn lacks<T>(what: &str, span: Span) -> Result<T> {
    let text = format!("{what} needs another contract than this library `vstd` has, or one that it lacks");
    fail(Unsupported::VstdSource, text, span)
}

/// The index as a `usize`, which the functions of the library take.
fn position(index: &Expr) -> Expr {
    Expr { ty: Ty::Int(IntKind::Usize), ..index.clone() }
}

impl Context<'_> {
    /// The function as it was lowered, at once if nobody has done that.
    fn lowered(&mut self, def: DefId) -> Result<Option<Function>> {
        if self.demand.take(def) {
            self.lower_item(def)?;
        }
        let path = self.path(def);
        Ok(self.output.function(&path).cloned())
    }

    /// The contract of a trusted function with as many parameters, if it says what the result is.
    fn contract(&mut self, def: DefId, params: usize) -> Result<Option<Contract>> {
        let Some(function) = self.lowered(def)? else { return Ok(None) };
        let is_trusted = function.source == AxiomSource::Trusted && function.mode == Mode::Exec;
        if !is_trusted || function.params.len() != params {
            return Ok(None);
        }
        let vars: Vec<Var> = function.params.iter().map(|param| param.var.clone()).collect();
        let mut clauses = function.ensures.iter();
        let Some(value) = clauses.find_map(|clause| result_of(&clause.expr, &function.ret.var, &vars)) else {
            return Ok(None);
        };
        let requires = Expr::and_all(function.requires.iter().map(|clause: &Clause| clause.expr.clone()), value.span);
        if !speaks_of(&requires, &vars) {
            return Ok(None);
        }
        let types = function.type_params.iter().map(|param| param.name.clone()).collect();
        Ok(Some(Contract { types, params: vars, requires, value }))
    }

    /// Whether the library declares that a function of it has the role that its path stands for.
    fn declares_role(&mut self, def: DefId, role: Known) -> Result<bool> {
        let entry = self.entry(def)?;
        let declared = format!("verus::{}", role.path());
        let attrs = &entry.def().attrs;
        let says = attrs.iter().any(|a| a.path == "rustc_diagnostic_item" && a.args == declared);
        Ok(says && self.tree.is_foreign(def) && matches!(entry.item, Item::Function(_)))
    }
}

/// What a clause says that the result is: a term over the parameters.
fn result_of(clause: &Expr, result: &Var, params: &[Var]) -> Option<Expr> {
    match &*clause.kind {
        ExprKind::Checked(inner) => result_of(inner, result, params),
        ExprKind::Binary(BinaryOp::And, left, right) => {
            result_of(left, result, params).or_else(|| result_of(right, result, params))
        }
        ExprKind::Binary(BinaryOp::Eq, left, right) => {
            let is_result = |e: &Expr| matches!(&*e.kind, ExprKind::Var(var) if var == result);
            let value = [(left, right), (right, left)].into_iter().find(|(one, _)| is_result(one))?.1;
            speaks_of(value, params).then(|| value.clone())
        }
        _ => None,
    }
}

/// Whether these are the only variables of an expression.
fn speaks_of(e: &Expr, params: &[Var]) -> bool {
    let mut all = true;
    subst::each_free(e, &mut |e| all &= matches!(&*e.kind, ExprKind::Var(var) if params.contains(var)));
    all
}

/// The type arguments of an array, a slice or a vector.
fn container(ty: &Ty) -> Option<(Known, &[Ty])> {
    let Ty::Data(path, args) = ty.value() else { return None };
    let role = match &**path {
        "slice" => Known::SliceIndexGet,
        "array" => Known::ArrayIndexGet,
        path if Known::of(path) == Some(Known::Vec) => Known::VecIndex,
        _ => return None,
    };
    Some((role, args))
}

impl Fx<'_, '_> {
    /// How the library says that the elements of a container are read.
    pub(super) fn reading(&mut self, ty: &Ty, span: Span) -> Result<Reading> {
        let Some((role, types)) = container(ty) else {
            return fail(Unsupported::Index, "indexing this type is not supported", span);
        };
        let what = "an element";
        let Some(def) = self.cx.tree.lookup(role.path()) else { return lacks(what, span) };
        if !self.cx.declares_role(def, role)? {
            return lacks(what, span);
        }
        let Some(contract) = self.cx.contract(def, 2)? else { return lacks(what, span) };
        let path = self.cx.path(def);
        let fits = self.cx.output.function(&path).is_some_and(|function| is_reading(function, ty));
        if fits { Ok(Reading { contract, types: types.to_vec() }) } else { lacks(what, span) }
    }

    /// Errs with `verify/index-bounds`, later, where it cannot be shown.
    pub(super) fn foreign_in_bounds(&mut self, base: &Expr, index: &Expr, span: Span) -> Result<()> {
        let reading = self.reading(&base.ty, span)?;
        let (in_bounds, _) = reading.at(base, &position(index), span);
        self.prove(GoalKind::IndexBounds, in_bounds, span);
        Ok(())
    }

    /// The element of a container at an index that is known to be in bounds.
    pub(super) fn foreign_part(&mut self, base: &Expr, index: &Expr, span: Span) -> Result<Expr> {
        let reading = self.reading(&base.ty, span)?;
        let element = reading.types.first().cloned().unwrap_or_else(Ty::unit);
        Ok(Expr { ty: element, ..reading.at(base, &position(index), span).1 })
    }

    /// The container with one element replaced.
    pub(super) fn foreign_with_element(&mut self, base: &Expr, index: &Expr, value: Expr, span: Span) -> Result<Expr> {
        let ty = base.ty.value().clone();
        let reading = self.reading(&ty, span)?;
        let new = self.arbitrary(ty.clone(), span);
        self.inherits(&new, &[base, &value], span);
        let at = position(index);
        self.same_length(base, &new, span)?;
        self.know_element(&reading, &new, &at, value.clone(), span);
        let binder = self.index_binder();
        let j = Expr::var(&binder.var, binder.ty.clone(), span);
        let (readable, there) = reading.at(&new, &j, span);
        let (was_readable, before) = reading.at(base, &j, span);
        let others = Expr::not(Expr::eq(j, at.clone()));
        let premise = Expr::and_all([others, readable, was_readable], span);
        self.know_all(binder, there.clone(), Expr::implies(premise, Expr::eq(there, before)), span);
        let index = Expr { ty: Ty::int(), ..index.clone() };
        self.seen(&reading, &new, |fx, seq, element| {
            let (whole, ..) = fx.as_sequence(&reading, base, span)?;
            fx.of_foreign_sequence(Known::SeqUpdate, element, vec![whole, index, value], seq, span)
        });
        Ok(new)
    }

    /// `[a, b, c]`.
    pub(super) fn foreign_array(&mut self, values: Vec<Expr>, ty: Ty, span: Span) -> Result<Expr> {
        let reading = self.reading(&ty, span)?;
        let array = self.arbitrary(ty, span);
        self.inherits(&array, &values.iter().collect::<Vec<_>>(), span);
        for (i, value) in values.into_iter().enumerate() {
            self.know_element(&reading, &array, &position(&Expr::int(i, span)), value, span);
        }
        Ok(array)
    }

    /// `[value; n]`.
    pub(super) fn foreign_repeat(&mut self, value: Expr, ty: Ty, span: Span) -> Result<Expr> {
        let reading = self.reading(&ty, span)?;
        let array = self.arbitrary(ty, span);
        self.inherits(&array, &[&value], span);
        let binder = self.index_binder();
        let j = Expr::var(&binder.var, binder.ty.clone(), span);
        let (readable, there) = reading.at(&array, &j, span);
        self.know_all(binder, there.clone(), Expr::implies(readable, Expr::eq(there, value)), span);
        Ok(array)
    }

    /// `array_index(a, i)` in a specification: the element of an array, which the language has without the library.
    pub(super) fn foreign_array_element(&mut self, types: Vec<Ty>, values: Vec<Expr>, ty: Ty, span: Span) -> Expr {
        let path = Known::ArrayElementAt.path();
        if !self.cx.output.has_function(path) {
            self.cx.output.add_function(array_index(span));
        }
        Expr::new(ExprKind::Call(path.into(), types, values), ty, span)
    }

    /// A reference to an array as one to a slice.
    pub(super) fn foreign_slice_of(&mut self, array: &Expr, ty: Ty, span: Span) -> Result<Expr> {
        let slice = self.arbitrary(ty.value().clone(), span);
        let zero = position(&Expr::int(0, span));
        let length = self.length_of(array, span)?;
        self.part_of(array, &slice, (zero, length), span)?;
        Ok(Expr { ty, ..slice })
    }

    /// `&c[from..to]`, with any of the bounds left out.
    pub(super) fn foreign_subslice(
        &mut self,
        base: &Expr,
        (from, to): (Option<Expr>, Option<Expr>),
        span: Span,
    ) -> Result<Expr> {
        let length = self.length_of(base, span)?;
        let from = position(&from.unwrap_or_else(|| Expr::int(0, span)));
        let to = to.unwrap_or_else(|| length.clone());
        let ordered = Expr::binary(BinaryOp::Le, from.clone(), to.clone(), span);
        let within = Expr::binary(BinaryOp::Le, to.clone(), length, span);
        self.prove(GoalKind::IndexBounds, Expr::binary(BinaryOp::And, ordered, within, span), span);
        let Some((_, [element, ..])) = container(&base.ty) else { return lacks("a part", span) };
        let slice = self.arbitrary(Ty::Data("slice".into(), vec![element.clone()]), span);
        self.part_of(base, &slice, (from, to), span)?;
        Ok(slice)
    }

    /// What is known of a slice that is a part of a container.
    fn part_of(&mut self, base: &Expr, slice: &Expr, (from, to): (Expr, Expr), span: Span) -> Result<()> {
        self.cx.saw(crate::context::Shape::Slice);
        let (of_base, of_slice) = (self.reading(&base.ty, span)?, self.reading(&slice.ty, span)?);
        let length = Expr::binary(BinaryOp::Sub, to.clone(), from.clone(), span);
        let found = self.length_of(slice, span)?;
        self.emit(StmtKind::Assume(Expr::eq(found, length.clone())), span);
        let binder = self.index_binder();
        let j = Expr::var(&binder.var, binder.ty.clone(), span);
        let (readable, there) = of_slice.at(slice, &j, span);
        let source = position(&Expr::binary(BinaryOp::Add, from.clone(), j.clone(), span));
        let (was_readable, before) = of_base.at(base, &source, span);
        let within = Expr::binary(BinaryOp::Lt, j, length, span);
        let premise = Expr::and_all([within, readable, was_readable], span);
        self.know_all(binder, there.clone(), Expr::implies(premise, Expr::eq(there, before)), span);
        self.seen(&of_slice, slice, |fx, seq, element| {
            let (whole, ..) = fx.as_sequence(&of_base, base, span)?;
            let [from, to] = [from, to].map(|bound| Expr { ty: Ty::int(), ..bound });
            fx.of_foreign_sequence(Known::SeqSubrange, element, vec![whole, from, to], seq, span)
        });
        Ok(())
    }

    /// The length as the library specifies `len`, and that of an array as its type says it.
    fn length_of(&mut self, base: &Expr, span: Span) -> Result<Expr> {
        let what = "the length of this container";
        let len = match container(&base.ty) {
            Some((Known::ArrayIndexGet, [_, length])) => {
                return Ok(Expr::const_param(length.clone(), Ty::Int(IntKind::Usize), span));
            }
            Some((Known::VecIndex, _)) => Known::VecLen.path(),
            _ => SLICE_LEN,
        };
        let Some(def) = self.cx.tree.lookup(len) else { return lacks(what, span) };
        let Some(specification) = self.cx.specification_of(def)? else { return lacks(what, span) };
        let Some(contract) = self.cx.contract(specification, 1)? else { return lacks(what, span) };
        let types = container(&base.ty).map(|(_, types)| types.to_vec()).unwrap_or_default();
        let is_always = matches!(&*contract.requires.kind, ExprKind::Const(Const::Bool(true)));
        if contract.types.len() != types.len() || !is_always {
            return lacks(what, span);
        }
        let (_, length) = contract.of(&types, &[base], span);
        Ok(Expr { ty: Ty::Int(IntKind::Usize), ..length })
    }

    /// That a container has kept its length.
    fn same_length(&mut self, old: &Expr, new: &Expr, span: Span) -> Result<()> {
        if matches!(container(&old.ty), Some((Known::ArrayIndexGet, _))) {
            return Ok(());
        }
        let (before, after) = (self.length_of(old, span)?, self.length_of(new, span)?);
        self.emit(StmtKind::Assume(Expr::eq(after, before)), span);
        Ok(())
    }

    /// That this is the element there, if it can be read.
    fn know_element(&mut self, reading: &Reading, container: &Expr, index: &Expr, value: Expr, span: Span) {
        let (readable, there) = reading.at(container, index, span);
        self.emit(StmtKind::Assume(Expr::implies(readable, Expr::eq(there, value))), span);
    }

    /// A fact about all places.
    fn know_all(&mut self, binder: Binder, trigger: Expr, fact: Expr, span: Span) {
        let trigger = Trigger::Given(vec![vec![trigger]]);
        let all = ExprKind::Quant(QuantKind::Forall, vec![binder], trigger, fact);
        self.emit(StmtKind::Assume(Expr::new(all, Ty::Bool, span)), span);
    }

    /// A variable for the places of a container.
    fn index_binder(&mut self) -> Binder {
        Binder { var: self.fresh("place%"), ty: Ty::Int(IntKind::Usize) }
    }

    /// The sequence that the library reads an element of a container from, `S` where the element is `index(S, i)`, with
    /// its type and that of its elements.
    fn as_sequence(&mut self, reading: &Reading, container: &Expr, span: Span) -> Option<(Expr, Ty, Ty)> {
        let zero = position(&Expr::int(0, span));
        let (_, there) = reading.at(container, &zero, span);
        let ExprKind::Call(_, types, args) = &*there.kind else { return None };
        let ([element], [sequence, _]) = (&types[..], &args[..]) else { return None };
        let is_sequence = *sequence.ty.value() == Ty::Data(Known::Seq.path().into(), vec![element.clone()]);
        is_sequence.then(|| (sequence.clone(), sequence.ty.value().clone(), element.clone()))
    }

    /// Mentions that a container may be equal to a sequence, which the axioms of the library decide. Nothing becomes known.
    fn seen(&mut self, reading: &Reading, container: &Expr, other: impl FnOnce(&mut Self, Ty, Ty) -> Option<Expr>) {
        let span = container.span;
        let Some((sequence, ty, element)) = self.as_sequence(reading, container, span) else { return };
        let Some(other) = other(self, ty, element) else { return };
        let same = Expr::binary(BinaryOp::ExtEq { deep: false }, sequence, other, span);
        let is_so = Expr::binary(BinaryOp::Or, same.clone(), Expr::not(same), span);
        self.emit(StmtKind::Assume(is_so), span);
    }

    /// A call of a spec function of the library's sequences, if it is there with these parameters.
    fn of_foreign_sequence(
        &mut self,
        function: Known,
        element: Ty,
        args: Vec<Expr>,
        ty: Ty,
        span: Span,
    ) -> Option<Expr> {
        let def = self.cx.tree.lookup(function.path())?;
        let entry = self.cx.entry(def).ok()?;
        let Item::Function(item) = &entry.item else { return None };
        if item.params.len() != args.len() || self.cx.mode_of(def).ok()? != Mode::Spec {
            return None;
        }
        let function = self.cx.lowered(def).ok().flatten()?;
        let [param] = &function.type_params[..] else { return None };
        let at = |ty: &Ty| ty.subst(&|name| (*name == param.name).then(|| element.clone()));
        let mut pairs = function.params.iter().zip(&args);
        let fits =
            pairs.all(|(param, arg)| at(&param.ty).value() == arg.ty.value()) && *at(&function.ret.ty).value() == ty;
        let path = self.cx.path(def);
        fits.then(|| Expr::new(ExprKind::Call(path, vec![element], args), ty, span))
    }
}

/// The element of an array at a position, of which nothing is known but that it is a function.
fn array_index(span: Span) -> Function {
    let types = ["T", "N"].map(|name| TypeParam { name: name.into(), maybe_unsized: false });
    let array = Ty::Data("array".into(), types.iter().map(|param| Ty::Param(param.name.clone())).collect());
    let param = |name: &str, ty: Ty| Param { var: Var { name: name.into(), index: 0 }, ty, mode: Mode::Spec };
    let element = Ty::Param(types[0].name.clone());
    Function {
        type_params: types.into(),
        params: vec![param("array", array), param("i", Ty::int())],
        ret: param("result", element),
        publish: Publish::Never,
        source: AxiomSource::Trusted,
        ..Function::new(Known::ArrayElementAt.path().into(), Mode::Spec, span)
    }
}

/// Whether a function takes a container and a position, and gives an element.
fn is_reading(function: &Function, container: &Ty) -> bool {
    let (Ty::Data(path, args), [first, second]) = (container.value(), &function.params[..]) else { return false };
    let is_param = |(ty, param): (&Ty, &certus_vir::TypeParam)| matches!(ty, Ty::Param(name) if *name == param.name);
    let Ty::Data(found, params) = first.ty.value() else { return false };
    let is_whole = found == path
        && params.len() == args.len()
        && function.type_params.len() == args.len()
        && params.iter().zip(&function.type_params).all(is_param);
    let gives_element = params.first() == Some(function.ret.ty.value());
    is_whole && second.ty == Ty::Int(IntKind::Usize) && gives_element && matches!(first.ty, Ty::Ref(_))
}
