//! Compares an expression of the tree with an operand of rustc's.
//!
//! Both are followed up to variables of the source, results of calls, and joins of several values, which are compared
//! at their own places.
//!
//! The value of a loop, a short-circuit operator or an early exit cannot be followed. It matches any operand; the
//! expressions inside of it are compared separately.
//!
//! For example, the expression `a * b + c` fits the operand `_6` of
//!
//! ```text
//! _5 = Mul(copy _1, copy _2);
//! _6 = Add(move _5, copy _3);
//! ```
//!
//! where MIR names `_1`, `_2` and `_3` after the variables `a`, `b` and `c`. It does not fit the operand of `a * (b +
//! c)`, although both have the same operators.

use std::collections::HashSet;

use certus_gate::{MirCall, MirConst, MirOperand, MirRvalue, MirStep, MirType};
use certus_tree::{
    Adjust, AdtKind, BinOp, Block, CallKind, DefId, Expr, ExprId, ExprKind as T, Item, Known, Literal, Local, LocalId,
    Stmt, Ty, UnOp,
};

use crate::calls::{Callee, has_no_size, is_inlined};
use crate::names::Names;
use crate::nodes::literal_of;
use crate::origins::{Origins, Value, is_renamed, word};
use crate::shape::{constant, shape};

/// A comparison of a body on each side.
pub(crate) struct Fits<'a, 'm> {
    /// The comparison of names.
    pub(crate) names: &'a Names<'a>,
    /// The origins of rustc's operands.
    pub(crate) origins: &'a Origins<'m>,
    /// The variables of the tree's body.
    pub(crate) locals: &'a [Local],
    /// The expressions that are left out of rustc's text.
    pub(crate) ghost: &'a HashSet<(DefId, ExprId)>,
}

impl<'m> Fits<'_, 'm> {
    /// Whether an operand is the value of an expression.
    pub(crate) fn operand(&self, e: &Expr, operand: &'m MirOperand) -> bool {
        self.value(e, &self.origins.operand(operand))
    }

    /// Whether a value is that of an expression. The stack grows with the depth of the program.
    pub(crate) fn value(&self, e: &Expr, value: &Value<'m>) -> bool {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.value_inner(e, value))
    }

    /// The type of an expression, with known associated types replaced.
    fn ty(&self, e: &Expr) -> Ty {
        self.names.audit.program.normalize(&e.ty, self.names.owner)
    }

    /// Whether the expression is left out of the text that rustc compiled.
    fn is_ghost(&self, e: &Expr) -> bool {
        self.ghost.contains(&(self.names.owner, e.id))
    }

    /// The same without the steps around the expression that keep the value (blocks, borrows, adjustments).
    fn value_inner(&self, e: &Expr, value: &Value<'m>) -> bool {
        if self.is_ghost(e) || matches!(value, Value::Unknown) {
            return true;
        }
        let is_join = matches!(value, Value::Join)
            || matches!(value, Value::Named(_, Some(held)) if matches!(**held, Value::Join));
        match &e.kind {
            T::Block(label, block) => self.block(label.is_some(), block, value),
            T::Unsafe(block) => self.block(false, block, value),
            T::Adjust(Adjust::NeverToAny, _) => true,
            T::Adjust(Adjust::Pointer, inner) if let Some(operand) = self.pointer_to_pointer(value) => {
                self.operand(inner, operand)
            }
            T::Adjust(_, inner) => self.value(inner, value),
            T::Cast(inner) if self.ty(e) == self.ty(inner) => self.value(inner, value),
            T::If(_, then, otherwise) => {
                is_join
                    || self.value(then, value)
                    || otherwise.as_ref().is_some_and(|otherwise| self.value(otherwise, value))
            }
            T::Match(_, arms) => is_join || arms.iter().any(|arm| self.value(&arm.body, value)),
            // An expression without a value, or with a value that another statement makes.
            T::Logic(..) | T::Let(..) => true,
            T::Loop(..) | T::While(..) | T::For(..) | T::Return(_) | T::Break(..) | T::Continue(_) => true,
            T::Assign(..) | T::AssignPat(..) | T::FormatArgs(..) | T::Unsupported(_) => true,
            T::Async(_) | T::Await(_) | T::ConstBlock(_) | T::FnItem(..) | T::CtorFn(..) => true,
            _ => self.single(e, value),
        }
    }

    /// What a value is a pointer cast of.
    fn pointer_to_pointer(&self, value: &Value<'m>) -> Option<&'m MirOperand> {
        let Value::Step(step) = value else { return None };
        match self.origins.body.steps.get(*step)? {
            MirStep::Assign(_, MirRvalue::Cast(operand, _, kind)) if kind == "PtrToPtr" => Some(operand),
            _ => None,
        }
    }

    /// The same for an expression with its value at one place.
    fn single(&self, e: &Expr, value: &Value<'m>) -> bool {
        // A reference followed by a dereference changes nothing.
        if let T::Ref { expr, .. } | T::RawRef(_, expr) = &e.kind
            && let T::Deref(inner) = &expr.kind
            && self.value(inner, value)
        {
            return true;
        }
        if let T::Deref(inner) = &e.kind
            && let T::Ref { expr, .. } = &inner.kind
            && self.value(expr, value)
        {
            return true;
        }
        if let Value::Const(found) = value
            && self.is_only_value(e, found)
        {
            return true;
        }
        // A variable with several names may be compared by its contents.
        if let Value::Named(names, held) = value {
            return self.named(e, names) || held.as_ref().is_some_and(|held| self.value(e, held));
        }
        match &e.kind {
            T::Try(operand) => self.tried(operand, value),
            T::Deref(inner) => match value {
                Value::Deref(behind) => self.value(inner, behind),
                Value::Ref(_) | Value::Const(_) => false,
                _ => self.reference(inner, value),
            },
            T::Ref { expr, .. } | T::RawRef(_, expr) => self.referenced(expr, value),
            _ => self.leaf(e, value),
        }
    }

    /// A block has the value of its last expression. The value of a `break` out of a labelled block is not followed.
    fn block(&self, labelled: bool, block: &Block, value: &Value<'m>) -> bool {
        if labelled && matches!(value, Value::Join) {
            return true;
        }
        match &block.tail {
            Some(tail) => self.value(tail, value) || labelled,
            // A jump leaves it, or its value is `()`.
            None => labelled || is_unit(value) || block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Expr(..))),
        }
    }

    /// A reference, which the other side may have dereferenced already.
    fn reference(&self, inner: &Expr, value: &Value<'m>) -> bool {
        match value {
            Value::Step(_) | Value::Join | Value::Param | Value::Part => {
                matches!(self.ty(inner), Ty::Adt(..)) && self.value(inner, value)
            }
            _ => false,
        }
    }

    /// Whether a value is a reference to the value of the expression.
    fn referenced(&self, expr: &Expr, value: &Value<'m>) -> bool {
        match value {
            Value::Ref(inner) => self.value(expr, inner),
            // Memory that rustc makes for a constant.
            Value::Const(MirConst::Path(of, _)) => is_promoted(of),
            Value::Const(MirConst::Str(_) | MirConst::Bytes(_) | MirConst::Other(_)) => true,
            Value::Const(MirConst::Memory(_)) => matches!(expr.kind, T::Const(..)),
            Value::Join => matches!(expr.kind, T::If(..) | T::Match(..) | T::Block(..)),
            _ => matches!(&expr.kind, T::Block(..) | T::If(..) | T::Match(..)) || self.is_single_variable(expr),
        }
    }

    /// Whether an expression is a variable of a type with one value. Where a closure captures it, rustc writes the value for its
    /// name, and the reference that the closure holds has none.
    fn is_single_variable(&self, e: &Expr) -> bool {
        let T::Local(local) = &e.kind else { return false };
        let name = self.name(*local);
        self.origins.body.closure.is_some()
            && name.is_some_and(|name| self.origins.constants(name).iter().any(|found| is_single(found)))
    }

    /// Whether a constant is the only value of its type, which rustc writes for every value of the type.
    fn is_only_value(&self, e: &Expr, found: &MirConst) -> bool {
        let ty = self.ty(e);
        match found {
            MirConst::Other(_) => !is_number(&ty) && !matches!(ty, Ty::Ref(..)),
            MirConst::Only(of) => self.names.is_type(&ty, of),
            MirConst::Unit => ty == Ty::unit(),
            MirConst::Path(of, _) => self.names.is_only_of(&ty, of),
            _ => false,
        }
    }

    /// Whether an expression is a variable of the source with one of these names.
    fn named(&self, e: &Expr, names: &[&str]) -> bool {
        match &e.kind {
            T::Local(local) => self.name(*local).is_some_and(|name| names.iter().any(|found| is_renamed(name, found))),
            // MIR names a part of a captured variable after the variable.
            T::Field(inner, _) | T::TupleField(inner, _) | T::Deref(inner) => {
                self.names_of_part(inner, names) && names.iter().any(|name| !name.is_empty())
            }
            T::Adjust(_, inner) => self.named(inner, names),
            _ => false,
        }
    }

    /// Whether an expression is a variable that MIR calls by one of these names.
    fn names_of_part(&self, e: &Expr, names: &[&str]) -> bool {
        self.origins.body.closure.is_some() && self.named(e, names)
    }

    /// The name of a variable, as MIR has it in its `debug` lines.
    fn name(&self, local: LocalId) -> Option<&str> {
        self.locals.get(local.0 as usize).map(|local| local.name.as_str())
    }

    /// The value of `?`.
    fn tried(&self, operand: &Expr, value: &Value<'m>) -> bool {
        let Value::Field(inner, Some(variant), 0) = value else { return false };
        if variant != "Continue" {
            return false;
        }
        match &**inner {
            Value::Step(step) => match self.origins.body.steps.get(*step) {
                Some(MirStep::Call(_, _, args)) => match args.first() {
                    Some(arg) => self.operand(operand, arg),
                    None => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Compares a leaf: a literal, a constant, an operator, or a value that is made here.
    fn leaf(&self, e: &Expr, value: &Value<'m>) -> bool {
        match (&e.kind, value) {
            (T::Literal(literal), Value::Const(found)) => self.is_literal(literal, &self.ty(e), false, found),
            (T::Literal(Literal::ByteStr(_) | Literal::Str(_)), _) => false,
            (T::Unary(UnOp::Neg, inner), Value::Const(found)) => {
                literal_of(inner).is_some_and(|literal| self.is_literal(literal, &self.ty(e), true, found))
            }
            (T::Cast(inner), Value::Const(found)) => self.is_counted(inner, found),
            (T::Local(local), _) => self.local(*local, &self.ty(e), value),
            (T::Const(..), _) => self.constant(e, value),
            (T::ConstParam(_, name), Value::Const(MirConst::Path(of, _))) => *of == word(name),
            (T::Ctor { .. }, Value::Const(MirConst::Other(_) | MirConst::Only(_))) => true,
            (T::Ctor { fields, .. }, Value::Const(MirConst::Path(of, _))) => {
                fields.is_empty() && self.is_variant(e, of).is_some()
            }
            (T::Tuple(items), Value::Const(found)) => match found {
                MirConst::Unit => items.is_empty(),
                other => matches!(other, MirConst::Other(_) | MirConst::Only(_)),
            },
            (T::Array(_) | T::Repeat(_), Value::Const(MirConst::Other(_))) => true,
            (T::Closure { .. }, Value::Const(MirConst::Only(of))) => self.names.is_type(&self.ty(e), of),
            (T::Field(inner, number) | T::TupleField(inner, number), Value::Field(of, _, found)) => {
                number == found && self.value(inner, of)
            }
            (T::Index(of, at), Value::Index(array, index)) => self.value(of, array) && self.value(at, index),
            (T::Call { callee, args, .. }, _) => self.call(callee, args, value),
            (_, Value::Step(step)) => match self.origins.body.steps.get(*step) {
                Some(MirStep::Assign(_, found)) => self.computed(e, found),
                Some(MirStep::Call(_, call, _)) => matches!(e.kind, T::Range(..)) || self.operator_call(e, *call),
                _ => false,
            },
            // rustc removes a comparison with `true` or `false`.
            (T::Binary(BinOp::Eq | BinOp::Ne, a, b), _) if is_truth(a) || is_truth(b) => true,
            (T::Unary(UnOp::Not, inner), Value::Const(MirConst::Bool(_))) => self.ty(inner) == Ty::Bool,
            _ => false,
        }
    }

    /// Whether an operator is this call of rustc.
    fn operator_call(&self, e: &Expr, call: usize) -> bool {
        let function = self.origins.body.calls.get(call);
        matches!(e.kind, T::Binary(..) | T::Unary(..))
            && matches!(function, Some(MirCall::Function(function, _)) if self.names.is_operator(function))
    }

    /// Whether a variable can be this value, which has no name.
    fn local(&self, local: LocalId, ty: &Ty, value: &Value<'m>) -> bool {
        let Some(name) = self.name(local) else { return false };
        match value {
            Value::Const(found) => self.origins.constants(name).contains(found) || !self.origins.knows(name),
            // A guard sees the variables of its pattern through a reference.
            Value::Deref(inner) => match &**inner {
                Value::Named(names, _) => names.iter().any(|found| is_renamed(name, found)),
                _ => !self.origins.knows(name),
            },
            Value::Param => true,
            // rustc writes the only value of a type as a constant in place of the variable.
            _ if self.origins.constants(name).iter().any(|found| is_single(found)) => true,
            // A variable that rustc does not store has no name.
            _ => !self.origins.knows(name) || matches!(ty, Ty::Tuple(tys) if tys.is_empty()),
        }
    }

    /// Whether a value is the constant or static that the expression names.
    fn constant(&self, e: &Expr, value: &Value<'m>) -> bool {
        match value {
            Value::Const(found) => self.is_constant(e, found),
            Value::Deref(inner) => matches!(&**inner, Value::Const(found) if self.is_constant(e, found)),
            // A constant of another crate is written as a function of its name.
            Value::Step(step) => match self.origins.body.steps.get(*step) {
                Some(MirStep::Call(_, call, _)) => match (self.origins.body.calls.get(*call), &e.kind) {
                    (Some(MirCall::Function(MirType::Path(path), _)), T::Const(def, ..)) => {
                        crate::names::plain(path).is_some_and(|path| self.names.is_path(*def, true, &path))
                    }
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a constant of the tree is what rustc prints.
    pub(crate) fn is_constant(&self, e: &Expr, found: &MirConst) -> bool {
        let T::Const(def, args, _) = &e.kind else { return false };
        let program = self.names.audit.program;
        match found {
            MirConst::Path(of, _) => {
                constant(program, *def, args, self.names.owner).is_some_and(|shape| self.names.is_function(&shape, of))
            }
            MirConst::Memory(name) => match (self.origins.body.statics.get(name), program.item(*def)) {
                (Some(path), Ok(Item::Const(constant))) => path.rsplit("::").next() == Some(&constant.def.name),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value is the result of this call: of the same function, with matching arguments.
    fn call(&self, callee: &CallKind, args: &[Expr], value: &Value<'m>) -> bool {
        let is_ghost =
            matches!(callee, CallKind::Fn { def, .. } if crate::calls::is_ghost(self.names.audit.program, *def));
        let (callee, direct) = match callee {
            CallKind::Value(of) => (Callee::Value(self.names.audit.program.normalize(&of.ty, self.names.owner)), false),
            CallKind::Fn { def, args: generic, .. } => {
                let Some(shape) = shape(self.names.audit.program, *def, generic, self.names.owner) else { return true };
                // rustc may compile it inline.
                let callee = Callee::Function(shape);
                let Callee::Function(shape) = &callee else { return true };
                let direct = is_inlined(self.names.audit.program, shape) || self.names.is_our_operator(&callee);
                (callee, direct)
            }
        };
        let Value::Step(step) = value else {
            // A copy, or the referenced value.
            return direct
                || args
                    .first()
                    .is_some_and(|arg| matches!(arg.kind, T::Array(_) | T::Call { .. }) && self.is_vec(&callee));
        };
        match self.origins.body.steps.get(*step) {
            Some(MirStep::Call(_, call, _)) => match self.origins.body.calls.get(*call) {
                Some(MirCall::Function(function, _)) => {
                    let outer = self.names.is_lenient.replace(is_ghost);
                    let same = self.names.is_callee(&callee, function);
                    self.names.is_lenient.set(outer);
                    same || self.is_vec(&callee) || (direct && self.names.is_operator(function))
                }
                Some(MirCall::Pointer) => matches!(callee, Callee::Value(_)),
                None => false,
            },
            _ => direct,
        }
    }

    /// Whether the callee is `into_vec` or `new` of `vec![..]`, which rustc's side writes differently.
    fn is_vec(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Function(crate::shape::Shape::Inherent { this: Ty::Slice(_), name, .. }) => name == "into_vec",
            Callee::Function(crate::shape::Shape::Inherent { this: Ty::Adt(of, _), name, .. }) => {
                name == "new" && self.names.audit.program.known(*of) == Some(Known::Box)
            }
            _ => false,
        }
    }

    /// Whether a statement computes the value of an expression.
    pub(crate) fn computed(&self, e: &Expr, found: &'m MirRvalue) -> bool {
        match (&e.kind, found) {
            (T::Unary(..) | T::Binary(..) | T::Assign(Some(_), ..), _) => self.operator(e, found),
            (T::Cast(inner), MirRvalue::Cast(operand, to, kind)) => {
                let ours = self.ty(inner);
                if kind == "PtrToPtr" {
                    return self.names.is_type(&self.ty(e), to) && self.operand(inner, operand);
                }
                if !is_number_cast(kind) {
                    return !is_number(&self.ty(e)) || !is_number(&ours);
                }
                self.names.is_type(&self.ty(e), to)
                    && match ours {
                        Ty::Adt(..) => self.is_number_of(inner, operand),
                        ours => self.has_type(&ours, operand) && self.operand(inner, operand),
                    }
            }
            (T::Cast(inner), _) if matches!(self.ty(inner), Ty::Adt(..)) => self.gives_number_of(inner, found),
            // A pointer.
            (T::Cast(inner), _) => !is_number(&self.ty(inner)),
            (T::Ctor { .. } | T::Range(..), MirRvalue::Value(of, fields)) => self.made(e, of, fields),
            (T::Tuple(items), MirRvalue::Tuple(found)) => self.all(items, found),
            (T::Array(items), MirRvalue::Array(found)) => self.all(items, found),
            (T::Repeat(item), MirRvalue::Repeat(found, len)) => {
                let is_length = match self.ty(e) {
                    Ty::Array(_, ours) => self.names.is_type(&Ty::Const(ours), len),
                    _ => false,
                };
                is_length && self.operand(item, found)
            }
            // An array of one element.
            (T::Repeat(item), MirRvalue::Array(found)) => matches!(&found[..], [one] if self.operand(item, one)),
            (T::Closure { .. }, MirRvalue::Closure(place, _)) => {
                self.names.is_type(&self.ty(e), &MirType::Closure(*place))
            }
            _ => false,
        }
    }

    /// Whether each of our operands matches the one of MIR at its position, and the numbers are equal.
    fn all(&self, ours: &[Expr], found: &'m [MirOperand]) -> bool {
        ours.len() == found.len() && ours.iter().zip(found).all(|(e, operand)| self.operand(e, operand))
    }

    /// Compares the arguments of a call, as a list or as a tuple. A function pointer gets a list, and any other value a tuple: two
    /// operands may be either, two arguments or the value that is called and its tuple.
    pub(crate) fn arguments(&self, ours: &[Expr], found: &'m [MirOperand], of_value: bool) -> bool {
        if self.all(ours, found) {
            return true;
        }
        if !of_value {
            return false;
        }
        let [_, tuple] = found else { return false };
        match self.origins.operand(tuple) {
            Value::Step(step) => match self.origins.body.steps.get(step) {
                Some(MirStep::Assign(_, MirRvalue::Tuple(found))) => self.all(ours, found),
                _ => false,
            },
            Value::Const(MirConst::Unit) => ours.is_empty(),
            Value::Const(MirConst::Other(_) | MirConst::Only(_)) => true,
            _ => false,
        }
    }

    /// Whether an operand has a type. If rustc does not print the type, it matches.
    fn has_type(&self, ours: &Ty, operand: &MirOperand) -> bool {
        self.origins.type_of(operand).is_none_or(|found| self.names.is_type(ours, &found))
    }

    /// Whether an operation of MIR is that of the expression: the operator, the types, both operands.
    fn operator(&self, e: &Expr, found: &'m MirRvalue) -> bool {
        let with = |op: &BinOp, a: &Expr, b: &Expr| match found {
            MirRvalue::Binary(name, x, y) => {
                binary(*op, name)
                    && self.has_type(&self.ty(a), x)
                    && self.has_type(&self.ty(b), y)
                    && self.operand(a, x)
                    && self.operand(b, y)
            }
            // A comparison with `false`.
            MirRvalue::Unary(name, x) if name == "Not" && matches!(op, BinOp::Eq | BinOp::Ne) => {
                (is_truth(b) && self.operand(a, x)) || (is_truth(a) && self.operand(b, x))
            }
            _ => false,
        };
        match (&e.kind, found) {
            (T::Binary(op, a, b) | T::Assign(Some(op), a, b), _) => with(op, a, b),
            (T::Unary(op, inner), MirRvalue::Unary(name, operand)) => {
                let same = matches!((op, name.as_str()), (UnOp::Not, "Not") | (UnOp::Neg, "Neg"));
                same && self.has_type(&self.ty(inner), operand) && self.operand(inner, operand)
            }
            _ => false,
        }
    }

    /// Whether an operator between references is this call of rustc.
    pub(crate) fn operator_of_call(&self, e: &Expr, function: &MirType, found: &'m [MirOperand]) -> bool {
        let MirType::Qualified(_, Some(of), rest) = function else { return false };
        let name = |segment: Option<&certus_gate::MirSegment>| match segment.map(|segment| &segment.kind) {
            Some(certus_gate::MirSegmentKind::Name(name)) => name.clone(),
            _ => String::new(),
        };
        let (of, method) = (name(of.last()), name(rest.last()));
        // The operands of a comparison are references.
        let fits = |e: &Expr, operand: &'m MirOperand| {
            let value = self.origins.operand(operand);
            self.value(e, &value)
                || matches!(&value, Value::Ref(inner) if self.value(e, inner))
                || matches!(&e.kind, T::Deref(inner) if self.value(inner, &value))
                || matches!(&value, Value::Const(MirConst::Path(of, _)) if is_promoted(of))
        };
        match (&e.kind, found) {
            (T::Binary(op, a, b), [x, y]) => {
                let word = format!("{op:?}");
                (of == word || method == word.to_lowercase()) && fits(a, x) && fits(b, y)
            }
            (T::Assign(Some(op), a, b), [x, y]) => of == format!("{op:?}Assign") && fits(a, x) && fits(b, y),
            (T::Unary(op, a), [x]) => of == format!("{op:?}") && fits(a, x),
            _ => false,
        }
    }

    /// The index of the variant that a path names, if it is a variant of the constructor's type.
    pub(crate) fn is_variant(&self, e: &Expr, of: &MirType) -> Option<u32> {
        let T::Ctor { adt, variant, .. } = &e.kind else { return None };
        let MirType::Path(path) = of else { return None };
        let ty = self.ty(e);
        let Ok(Item::Adt(known)) = self.names.audit.program.item(*adt) else { return None };
        if known.kind != AdtKind::Enum {
            return self.names.is_type(&ty, of).then_some(0);
        }
        let (last, before) = path.split_last()?;
        let name = &known.variants.get(*variant as usize)?.name;
        let same =
            matches!(&last.kind, certus_gate::MirSegmentKind::Name(found) if found == name.trim_start_matches("r#"));
        (same && self.names.is_type(&ty, &MirType::Path(before.to_vec()))).then_some(*variant)
    }

    /// Whether a value with fields is the one that the expression makes: the type, the variant, each field by its name.
    fn made(&self, e: &Expr, of: &MirType, found: &'m [(Option<String>, MirOperand)]) -> bool {
        match &e.kind {
            T::Range(from, to, _) => {
                let ends: Vec<&Expr> = from.iter().chain(to).map(|end| &**end).collect();
                self.names.is_type(&self.ty(e), of)
                    && ends.len() == found.len()
                    && ends.iter().zip(found).all(|(end, (_, operand))| self.operand(end, operand))
            }
            T::Ctor { adt, fields, base, .. } => {
                let Some(variant) = self.is_variant(e, of) else { return false };
                let Ok(Item::Adt(known)) = self.names.audit.program.item(*adt) else { return false };
                // Of a union, rustc prints the name of its first field, whichever has the value.
                if let (AdtKind::Union, [own], [(_, operand)]) = (known.kind, &fields[..], found) {
                    return base.is_none() && self.operand(&own.value, operand);
                }
                let Some(variant) = known.variants.get(variant as usize) else { return false };
                let number = |at: usize, name: &Option<String>| match name {
                    Some(name) => variant.fields.iter().position(|field| field.name.trim_start_matches("r#") == name),
                    None => Some(at),
                };
                // The base may be a constant for rustc where the field has one value only.
                let has_one_value = |number: usize| match (self.ty(e), variant.fields.get(number)) {
                    (Ty::Adt(_, args), Some(field)) => has_no_size(self.names.audit.program, &field.ty.subst(&args), 0),
                    _ => false,
                };
                let whole = base.is_some() || fields.len() == found.len();
                whole
                    && found.iter().enumerate().all(|(at, (name, operand))| {
                        let Some(number) = number(at, name) else { return false };
                        match (fields.iter().find(|field| field.field as usize == number), base) {
                            (Some(field), _) => self.operand(&field.value, operand),
                            (None, Some(base)) => match self.origins.operand(operand) {
                                Value::Field(of, _, found) => found as usize == number && self.value(base, &of),
                                Value::Named(..) | Value::Join | Value::Unknown => true,
                                Value::Const(_) => has_one_value(number),
                                _ => false,
                            },
                            (None, None) => false,
                        }
                    })
            }
            _ => false,
        }
    }

    /// Whether a literal is this constant of rustc.
    pub(crate) fn is_literal(&self, literal: &Literal, ty: &Ty, negative: bool, found: &MirConst) -> bool {
        match (literal, found) {
            (Literal::Int(digits), MirConst::Int(text, of)) => {
                let (sign, digits) = match digits.strip_prefix('-') {
                    Some(digits) => (!negative, digits),
                    None => (negative, digits.as_str()),
                };
                self.names.is_type(ty, &word(of)) && is_number_text(sign, digits, text, of)
            }
            (Literal::Int(digits) | Literal::Float(digits), MirConst::Float(text, of)) => {
                self.names.is_type(ty, &word(of)) && is_float(negative, digits, text, of)
            }
            (Literal::Bool(value), MirConst::Bool(found)) => value == found,
            (Literal::Char(value), MirConst::Char(found)) => value == found,
            (Literal::Str(value), MirConst::Str(found)) => value == found,
            (Literal::ByteStr(value), MirConst::Bytes(found)) => value == found,
            _ => false,
        }
    }
}

impl Fits<'_, '_> {
    /// Whether the value of a branch is a negative literal: rustc prints it without a sign.
    pub(crate) fn is_wrapped(&self, literal: &Literal, ty: &Ty, found: &MirConst) -> bool {
        let (Literal::Int(digits), MirConst::Int(text, of), Ty::Int(int)) = (literal, found, ty) else { return false };
        let (Ok(ours), Ok(theirs)) = (digits.parse::<i128>(), text.parse::<u128>()) else { return false };
        let bits = match int.name().trim_start_matches(['i', 'u']) {
            "size" => 64,
            digits => digits.parse::<u32>().unwrap_or(128),
        };
        let mask = if bits >= 128 { u128::MAX } else { (1u128 << bits) - 1 };
        ours < 0 && self.names.is_type(ty, &word(of)) && (ours as u128) & mask == theirs
    }
}

/// Whether this is the value of the unit type.
fn is_unit(value: &Value<'_>) -> bool {
    matches!(value, Value::Const(MirConst::Unit) | Value::Join | Value::Unknown)
}

/// A constant that may be the only value of its type.
fn is_single(value: &MirConst) -> bool {
    matches!(value, MirConst::Other(_) | MirConst::Only(_) | MirConst::Unit | MirConst::Path(..))
}

/// Memory that rustc makes for the value of a constant expression.
pub(crate) fn is_promoted(of: &MirType) -> bool {
    let MirType::Path(path) = of else { return false };
    path.last().is_some_and(
        |last| matches!(&last.kind, certus_gate::MirSegmentKind::Part(part) if part.starts_with("promoted")),
    )
}

/// `true` or `false`.
pub(crate) fn is_truth(e: &Expr) -> bool {
    matches!(literal_of(e), Some(Literal::Bool(_)))
}

/// Casts that change numbers.
pub(crate) fn is_number_cast(kind: &str) -> bool {
    ["IntToInt", "FloatToInt", "IntToFloat", "FloatToFloat"].contains(&kind)
}

/// Types of numbers, characters and truth values.
pub(crate) fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Char)
}

/// Whether an operator is the one of this name, which may say what happens on overflow.
pub(crate) fn binary(op: BinOp, name: &str) -> bool {
    let name = name.strip_suffix("WithOverflow").or_else(|| name.strip_suffix("Unchecked")).unwrap_or(name);
    name == format!("{op:?}")
}

/// Whether a number of the source, with its base, underscores and sign, is the number that MIR prints with its type.
fn is_number_text(negative: bool, digits: &str, text: &str, of: &str) -> bool {
    let digits = digits.trim_start_matches('0');
    let ours = match (digits, negative) {
        ("", _) => "0".to_string(),
        (digits, true) => format!("-{digits}"),
        (digits, false) => digits.to_string(),
    };
    match (text, of) {
        ("MAX", "usize") => ours == u64::MAX.to_string() || ours == u32::MAX.to_string(),
        ("MAX", _) => ours == i64::MAX.to_string() || ours == i32::MAX.to_string(),
        ("MIN", "usize") => ours == "0",
        ("MIN", _) => ours == i64::MIN.to_string() || ours == i32::MIN.to_string(),
        (text, _) => ours == text,
    }
}

/// The same for floating-point numbers: they are compared as values of their type.
fn is_float(negative: bool, digits: &str, text: &str, of: &str) -> bool {
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    let digits = digits.strip_suffix("f32").or_else(|| digits.strip_suffix("f64")).unwrap_or(&digits);
    let ours = if negative { format!("-{digits}") } else { digits.to_string() };
    match of {
        "f32" => matches!((ours.parse::<f32>(), text.parse::<f32>()), (Ok(a), Ok(b)) if a.to_bits() == b.to_bits()),
        _ => matches!((ours.parse::<f64>(), text.parse::<f64>()), (Ok(a), Ok(b)) if a.to_bits() == b.to_bits()),
    }
}
