//! Collects the calls in a body of the tree, in exec and tracked code.
//!
//! A reachable call must be in rustc's MIR. A call that may be unreachable need not be, because rustc removes
//! unreachable code. The walk has the order of evaluation. It knows where code may be unreachable: after a call that
//! does not return, and behind a constant condition.
//!
//! For example, in `if false { f() } else { g() }` neither call must be in MIR.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Diagnostic, Internal, Span};
use certus_tree::{
    AdtKind, Arm, Block, Body, CallKind, DefId, Expr, ExprId, ExprKind as T, FormatUse, Item, Known, Library, Pat,
    PatKind, Program, Stmt, Ty, UnOp,
};

use crate::nodes::{Node, Test, What, literal_of};
use crate::shape::{Shape, agrees, function, shape};
use crate::show;

/// The callee of a call.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function.
    Function(Shape),
    /// A value of this type.
    Value(Ty),
    /// The first half of `?`: `Try::branch` of this type.
    Branch(Ty),
    /// The second half of `?`: `FromResidual::from_residual` to the first type from what the second leaves.
    Residual(Ty, Ty),
    /// A step of a `for` loop of a value of this type: `into_iter` or `next`.
    Loop(Ty, &'static str),
    /// What `.await` calls for a future of this type: `into_future`, `new_unchecked` or `poll`.
    Await(Ty, &'static str),
    /// What `vec![a, b]` calls for elements of this type; the second for the array.
    VecOfBox(Ty),
    /// The first half of that.
    BoxForVec(Ty),
    /// What a macro such as `assert!` or `panic!` calls to panic.
    Panic,
    /// What `format_args!` calls for a value of this type and the trait of this name, `Display` for `{}`. Without a name, for
    /// a number that is a width.
    Format(String, Ty),
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call<'e> {
    /// The callee.
    pub(crate) callee: Callee,
    /// Its arguments, if the callee gets them unchanged.
    pub(crate) args: Option<&'e [Expr]>,
    /// The place of the call.
    pub(crate) span: Span,
    /// Whether the call is certainly reached, so that rustc cannot have removed it.
    pub(crate) must: bool,
    /// Whether the call is in ghost code.
    pub(crate) is_ghost: bool,
}

/// The calls and computations of a body or a closure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit<'e> {
    /// Its calls, in the order of the source.
    pub(crate) calls: Vec<Call<'e>>,
    /// The other computations.
    pub(crate) nodes: Vec<Node<'e>>,
    /// The tests of its patterns.
    pub(crate) tests: Vec<Test<'e>>,
    /// The expressions that can be its result.
    pub(crate) results: Vec<&'e Expr>,
    /// Whether several of them are coerced as one, which rustc does where they join.
    pub(crate) joins_results: bool,
    /// The conditions of its branches.
    pub(crate) conditions: Vec<&'e Expr>,
    /// Whether it destructures a value into existing places.
    pub(crate) takes_apart: bool,
    /// Whether it formats text, for which rustc makes constants.
    pub(crate) formats: bool,
    /// The functions that it uses as values.
    pub(crate) values: Vec<(Shape, Span)>,
    /// The types whose constructors it uses as values.
    pub(crate) constructors: Vec<Ty>,
}

/// The calls and computations of a function with its closures.
pub(crate) struct Wanted<'e> {
    /// Those of the function itself, and of its closures by number.
    pub(crate) units: HashMap<Option<u32>, Unit<'e>>,
    /// The place of each closure.
    pub(crate) closures: HashMap<u32, Span>,
}

/// Collects the calls of a body. The error is about a call whose impl does not fit it.
pub(crate) fn collect<'e>(
    program: &dyn Program,
    def: DefId,
    body: &'e Body,
    ghost: &HashSet<(DefId, ExprId)>,
) -> Result<Wanted<'e>, Box<Diagnostic>> {
    let ret = function(program, def).map_or(Ty::Never, |f| program.normalize(&f.ret, def));
    let mut walk = Walk {
        program,
        def,
        ghost,
        unit: None,
        ret,
        live: true,
        jumps: Vec::new(),
        wanted: Wanted { units: HashMap::from([(None, Unit::default())]), closures: HashMap::new() },
        error: None,
    };
    body.params.iter().for_each(|pat| walk.pattern(pat));
    walk.result(&body.value);
    walk.expr(&body.value);
    match walk.error {
        Some(error) => Err(Box::new(error)),
        None => Ok(walk.wanted),
    }
}

/// The state of the walk.
pub(crate) struct Walk<'a, 'e> {
    /// The program of the body.
    pub(crate) program: &'a dyn Program,
    /// The function of the body.
    pub(crate) def: DefId,
    /// The expressions that are left out of rustc's text.
    ghost: &'a HashSet<(DefId, ExprId)>,
    /// The current closure.
    pub(crate) unit: Option<u32>,
    /// The result type of the function or closure.
    ret: Ty,
    /// Whether this point is certainly reached.
    pub(crate) live: bool,
    /// The enclosing loops and blocks: the label, and whether something certainly leaves them.
    jumps: Vec<(Option<String>, bool, bool)>,
    /// The result so far.
    pub(crate) wanted: Wanted<'e>,
    /// The first error.
    error: Option<Diagnostic>,
}

impl<'e> Walk<'_, 'e> {
    /// Adds a call at this point. `must` is whether rustc keeps such a call if the point is reached.
    fn add(&mut self, callee: Callee, args: Option<&'e [Expr]>, span: Span, must: bool) {
        let call = Call { callee, args, span, must: must && self.live, is_ghost: false };
        self.wanted.units.entry(self.unit).or_default().calls.push(call);
    }

    /// Walks over an expression, in the order of evaluation. The stack grows with the depth of the program.
    fn expr(&mut self, e: &'e Expr) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.expr_inner(e));
    }

    /// The same for an expression whose nesting is bounded by its caller.
    fn expr_inner(&mut self, e: &'e Expr) {
        if self.ghost.contains(&(self.def, e.id)) {
            // The text for rustc has some value of the type here. If the type has no values, rustc treats the following
            // code as unreachable.
            self.live &= !may_be_empty(self.program, &self.program.normalize(&e.ty, self.def), 0);
            return;
        }
        self.node(e);
        match &e.kind {
            T::Call { callee, args, callee_span } => self.call(e, callee, args, *callee_span),
            T::FnItem(def, args) => match shape(self.program, *def, args, self.def) {
                Some(shape) => self.wanted.units.entry(self.unit).or_default().values.push((shape, e.span)),
                None => self.misfit("a function as a value", e.span),
            },
            T::CtorFn(def, _, args) => {
                let ty = self.program.normalize(&Ty::Adt(*def, args.clone()), self.def);
                self.wanted.units.entry(self.unit).or_default().constructors.push(ty);
            }
            T::Try(operand) => {
                self.expr(operand);
                let ty = self.program.normalize(&operand.ty, self.def);
                self.add(Callee::Branch(ty.clone()), Some(std::slice::from_ref(&**operand)), e.span, true);
                let fails = !may_be_empty(self.program, &ty, 0);
                self.add(Callee::Residual(self.ret.clone(), ty), None, e.span, fails);
            }
            T::AssignPat(pat, value) => {
                self.expr(value);
                self.wanted.units.entry(self.unit).or_default().takes_apart = true;
                self.pattern(pat);
                self.places(pat);
            }
            // A negated literal is one literal.
            T::Unary(UnOp::Neg, inner) if literal_of(inner).is_some() => {}
            T::FormatArgs(items, uses) => {
                self.wanted.units.entry(self.unit).or_default().formats = true;
                self.format(items, uses, e.span);
            }
            _ => self.control_flow(e),
        }
    }

    /// `format_args!`. rustc writes literals into the format string, and puts one `format_args!` into another.
    fn format(&mut self, items: &'e [Expr], uses: &[FormatUse], span: Span) {
        for item in items {
            let (live, is_literal) = (self.live, literal_of(item).is_some());
            self.live &= !is_literal;
            self.expr(item);
            self.live |= live && is_literal;
        }
        for written in uses {
            let item = items.get(written.arg as usize);
            let stays = item.is_some_and(|item| literal_of(item).is_none() && !matches!(item.kind, T::FormatArgs(..)));
            let ty = self.program.normalize(&written.ty, self.def);
            self.add(Callee::Format(written.name.clone(), ty), None, span, stays);
        }
    }

    /// A call that panics. Each side has a text of its own, which the macro makes: of `assert!(x < 3)` rustc makes one that
    /// quotes the condition. Nothing is certain of what comes after it, and rustc may leave out a panic behind a condition that
    /// it knows to be false.
    fn panics(&mut self, args: &'e [Expr], span: Span) {
        self.wanted.units.entry(self.unit).or_default().formats = true;
        self.live = false;
        args.iter().filter(|arg| literal_of(arg).is_none()).for_each(|arg| self.expr(arg));
        self.add(Callee::Panic, None, span, false);
    }

    /// Walks over closures, and over expressions that branch or jump.
    fn control_flow(&mut self, e: &'e Expr) {
        match &e.kind {
            T::Closure { id, ret, body, params, .. } => {
                self.wanted.closures.insert(*id, e.span);
                let ret = self.program.normalize(ret, self.def);
                let outer = (self.unit.replace(*id), std::mem::replace(&mut self.ret, ret));
                let (live, jumps) = (std::mem::replace(&mut self.live, true), std::mem::take(&mut self.jumps));
                self.wanted.units.entry(self.unit).or_default();
                params.iter().for_each(|param| self.pattern(&param.pat));
                self.result(body);
                self.expr(body);
                (self.unit, self.ret) = outer;
                (self.live, self.jumps) = (live, jumps);
            }
            T::If(cond, then, otherwise) => self.branches(cond, then, otherwise.as_deref()),
            T::Match(scrutinee, arms) => self.arms(scrutinee, arms),
            T::Logic(_, a, b) => {
                self.condition(e);
                self.expr(a);
                let live = self.live;
                self.live &= !is_constant(a);
                self.expr(b);
                self.live = live;
            }
            T::Let(pat, value) => {
                self.expr(value);
                self.pattern(pat);
            }
            T::Block(label, block) => {
                self.jumps.push((label.clone(), false, false));
                self.block(block);
                self.live |= self.jumps.pop().is_some_and(|(_, left, _)| label.is_some() && left);
            }
            T::Unsafe(block) => self.block(block),
            T::ConstBlock(block) | T::Async(block) => {
                let live = std::mem::replace(&mut self.live, false);
                self.block(block);
                self.live = live;
            }
            T::Loop(label, block) => {
                self.jumps.push((label.clone(), false, true));
                self.block(block);
                self.live = self.jumps.pop().is_some_and(|(_, left, _)| left);
            }
            T::While(label, cond, block) => self.while_loop(label, cond, block),
            T::For(label, pat, iterable, block) => {
                self.expr(iterable);
                self.pattern(pat);
                let ty = self.program.normalize(&iterable.ty, self.def);
                self.add(Callee::Loop(ty.clone(), "into_iter"), None, iterable.span, true);
                self.add(Callee::Loop(ty, "next"), None, iterable.span, true);
                self.jumps.push((label.clone(), false, true));
                let live = self.live;
                self.block(block);
                self.jumps.pop();
                self.live = live;
            }
            T::Break(label, value) => {
                value.iter().for_each(|value| {
                    // The loop itself may be the result.
                    self.result(value);
                    self.expr(value);
                });
                let live = self.live;
                let target = self.jumps.iter_mut().rev().find(|(name, _, is_loop)| match label {
                    Some(_) => name == label,
                    None => *is_loop,
                });
                if let Some((_, left, _)) = target {
                    *left |= live;
                }
                self.live = false;
            }
            T::Continue(_) => self.live = false,
            T::Return(value) => {
                value.iter().for_each(|value| {
                    self.result(value);
                    self.expr(value);
                });
                self.live = false;
            }
            _ => certus_tree::visit::children(e, &mut |part| self.expr(part)),
        }
    }

    /// `.await`: rustc makes a future of the value, pins it, and polls it.
    fn await_(&mut self, args: &'e [Expr], span: Span) {
        let [future] = args else { return self.misfit("an `.await`", span) };
        self.expr(future);
        let ty = self.program.normalize(&future.ty, self.def);
        for name in ["into_future", "new_unchecked", "poll"] {
            self.add(Callee::Await(ty.clone(), name), None, span, true);
        }
    }

    /// A call. The function of an impl in the tree must belong to the written trait and arguments. There is only one
    /// such impl, so comparing the trait with rustc's also compares the impl.
    fn call(&mut self, e: &'e Expr, callee: &'e CallKind, args: &'e [Expr], span: Span) {
        match callee {
            CallKind::Value(value) => {
                self.expr(value);
                args.iter().for_each(|arg| self.expr(arg));
                let ty = self.program.normalize(&value.ty, self.def);
                // What a proof closure is called through gets the closure alone.
                let is_proof = matches!(&ty, Ty::Adt(def, _) if self.program.known(*def) == Some(Known::FnProof));
                self.add(Callee::Value(ty), (!is_proof).then_some(args), span, true);
            }
            CallKind::Fn { def, .. } if self.program.known(*def).is_some_and(Known::is_panicking) => {
                self.panics(args, span)
            }
            CallKind::Fn { def, .. } if self.program.known(*def) == Some(Known::AwaitFuture) => self.await_(args, span),
            CallKind::Fn { def, args: generic, resolved, .. } => {
                let written = shape(self.program, *def, generic, self.def);
                let Some(written) = written else { return self.misfit("a call", span) };
                let found = resolved.as_ref().map(|(def, args)| (*def, shape(self.program, *def, args, self.def)));
                if let Some((found, shape)) = found
                    && found != *def
                    && !shape.as_ref().is_some_and(|shape| agrees(&written, shape))
                {
                    let name = show::callee(self.program, &written);
                    let other = shape.map_or_else(|| self.program.path(found), |s| show::callee(self.program, &s));
                    let message = format!("`{name}` was taken for `{other}`, which is of another impl");
                    self.error.get_or_insert(Diagnostic::error(Internal::Resolution, message, span));
                }
                let boxed = self.array_of_vec(&written, args);
                match boxed {
                    Some((element, array, inner)) => {
                        self.expr(inner);
                        self.add(Callee::BoxForVec(array), None, span, true);
                        self.add(Callee::VecOfBox(element), None, span, true);
                    }
                    None => {
                        args.iter().for_each(|arg| self.expr(arg));
                        let must = !is_inlined(self.program, &written);
                        self.add(Callee::Function(written), Some(args), span, must);
                        let is_ghost = is_ghost(self.program, *def);
                        if let Some(call) = self.wanted.units.entry(self.unit).or_default().calls.last_mut() {
                            call.is_ghost = is_ghost;
                        }
                    }
                }
            }
        }
        let ty = self.program.normalize(&e.ty, self.def);
        if may_be_empty(self.program, &ty, 0) {
            self.live = false;
        }
    }

    /// `vec![a, b]`, as our declaration of the macro writes it: the types of the element and the array, and the array.
    fn array_of_vec(&self, written: &Shape, args: &'e [Expr]) -> Option<(Ty, Ty, &'e Expr)> {
        let Shape::Inherent { this: Ty::Slice(element), name, .. } = written else { return None };
        let [arg] = args else { return None };
        let inner = match &arg.kind {
            T::Adjust(_, inner) => inner,
            _ => arg,
        };
        let T::Call { callee: CallKind::Fn { def, args: generic, .. }, args, .. } = &inner.kind else { return None };
        let inner = shape(self.program, *def, generic, self.def);
        let Some(Shape::Inherent { this: Ty::Adt(of, _), name: new, .. }) = inner else { return None };
        let is_macro = name == "into_vec" && new == "new" && self.program.known(of) == Some(Known::Box);
        let array = args.first().filter(|_| is_macro)?;
        Some(((**element).clone(), self.program.normalize(&array.ty, self.def), array))
    }

    /// Records a construct that the audit cannot represent.
    fn misfit(&mut self, what: &str, span: Span) {
        let message = format!("the audit of calls failed: {what} of an unknown form");
        self.error.get_or_insert(Diagnostic::error(Internal::Audit, message, span));
    }

    /// `if`: the code after it is reached if it is reached after one of the branches. For a constant condition rustc
    /// keeps only one branch, so neither is certain.
    fn branches(&mut self, cond: &'e Expr, then: &'e Expr, otherwise: Option<&'e Expr>) {
        self.condition(cond);
        let before = self.wanted.units.entry(self.unit).or_default().nodes.len();
        self.expr(cond);
        if self.is_nothing(then) && otherwise.is_none_or(|otherwise| self.is_nothing(otherwise)) {
            // rustc need not branch, nor compute what it would branch on. Effects and calls stay.
            let nodes = self.wanted.units.entry(self.unit).or_default().nodes.iter_mut().skip(before);
            nodes.filter(|node| !matches!(node.what, What::Store(_))).for_each(|node| node.must = false);
        }
        let live = self.live;
        let unsure = is_constant(cond);
        self.live &= !unsure;
        self.expr(then);
        let after = std::mem::replace(&mut self.live, live && !unsure);
        match otherwise {
            Some(otherwise) => self.expr(otherwise),
            None => self.live = live && !unsure,
        }
        self.live |= after;
    }

    /// Whether nothing is left of an expression for rustc: `{ }`, and what has only ghost code in it. A `let` is something: it may
    /// drop a value.
    fn is_nothing(&self, e: &Expr) -> bool {
        if self.ghost.contains(&(self.def, e.id)) {
            return true;
        }
        let T::Block(None, block) = &e.kind else { return false };
        let is_nothing = |stmt: &Stmt| matches!(stmt, Stmt::Expr(e, _) if self.is_nothing(e));
        block.stmts.iter().all(is_nothing) && block.tail.as_deref().is_none_or(|tail| self.is_nothing(tail))
    }

    /// `while`: its body may run zero times, but rustc cannot know that.
    fn while_loop(&mut self, label: &Option<String>, cond: &'e Expr, block: &'e Block) {
        self.jumps.push((label.clone(), false, true));
        self.condition(cond);
        self.expr(cond);
        let live = self.live;
        let unsure = is_constant(cond);
        self.live &= !unsure;
        self.block(block);
        let left = self.jumps.pop().is_some_and(|(_, left, _)| left);
        self.live = if unsure { left } else { live };
    }

    /// `match`: rustc leaves out arms for variants that no value has, and those behind an arm that always matches.
    fn arms(&mut self, scrutinee: &'e Expr, arms: &'e [Arm]) {
        self.condition(scrutinee);
        self.expr(scrutinee);
        let live = self.live;
        let (mut after, mut is_done) = (false, false);
        for arm in arms {
            self.pattern(&arm.pat);
            let empty = matches_nothing(self.program, &arm.pat);
            self.live = live && !empty && !is_done;
            is_done |= arm.guard.is_none() && arm.pat.always_matches();
            if let Some(guard) = &arm.guard {
                self.condition(guard);
                self.expr(guard);
                self.live &= !is_constant(guard);
            }
            self.expr(&arm.body);
            after |= self.live;
        }
        self.live = after;
    }

    /// Walks over statements in order. The `else` of a `let` does not return.
    fn block(&mut self, block: &'e Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { pat, init, else_, .. } => {
                    self.pattern(pat);
                    init.iter().for_each(|init| self.expr(init));
                    if let Some(otherwise) = else_ {
                        let live = self.live;
                        self.live &= !pat.always_matches();
                        self.expr(otherwise);
                        self.live = live;
                    }
                }
                Stmt::Expr(e, _) => self.expr(e),
            }
        }
        block.tail.iter().for_each(|tail| self.expr(tail));
    }

    /// Walks over the places that a destructuring assignment writes. Other patterns have no calls but those
    /// of a comparison with a string, which are none of the tree.
    fn places(&mut self, pat: &'e Pat) {
        match &pat.kind {
            PatKind::Place(place) => self.expr(place),
            PatKind::Variant { fields, .. } | PatKind::Tuple(fields) => {
                fields.iter().for_each(|field| self.places(&field.pat));
            }
            PatKind::Slice(before, rest, after) => {
                before.iter().chain(rest.as_deref()).chain(after).for_each(|pat| self.places(pat));
            }
            PatKind::Wild
            | PatKind::Binding { .. }
            | PatKind::Deref(_)
            | PatKind::Literal(_)
            | PatKind::Const(..)
            | PatKind::Range(..)
            | PatKind::Or(_)
            | PatKind::Unsupported(_) => {}
        }
    }
}

/// Whether a function is ghost code, or belongs to the language's own crate.
pub(crate) fn is_ghost(program: &dyn Program, def: DefId) -> bool {
    let is_mode = |attr: &certus_tree::Attr| attr.path == "mode" && ["proof", "spec"].contains(&attr.args.trim());
    let Ok(item) = program.item(def) else { return false };
    item.def().attrs.iter().any(is_mode) || is_of_language(program, def)
}

/// Whether an item is one of the language's own crate.
pub(crate) fn is_of_language(program: &dyn Program, def: DefId) -> bool {
    !program.is_local(def) && Library::of(&program.path(def)) == Some(Library::Builtin)
}

/// Whether rustc may know the value of a condition.
fn is_constant(cond: &Expr) -> bool {
    match &cond.kind {
        T::Literal(_) | T::Const(..) | T::ConstParam(..) => true,
        T::Unary(_, inner) | T::Adjust(_, inner) => is_constant(inner),
        T::Logic(_, a, b) => is_constant(a) || is_constant(b),
        T::Binary(_, a, b) => is_constant(a) && is_constant(b),
        T::Block(_, block) => block.stmts.is_empty() && block.tail.as_deref().is_some_and(is_constant),
        _ => false,
    }
}

/// Whether a type may have no values, so that rustc treats the code after a call with this result type as unreachable.
fn may_be_empty(program: &dyn Program, ty: &Ty, depth: u32) -> bool {
    if depth > 4 {
        return false;
    }
    let any = |tys: &[Ty]| tys.iter().any(|ty| may_be_empty(program, ty, depth + 1));
    match ty {
        Ty::Never => true,
        Ty::Tuple(tys) => any(tys),
        Ty::Array(inner, _) => may_be_empty(program, inner, depth + 1),
        Ty::Adt(def, args) => match program.item(*def) {
            Ok(Item::Adt(adt)) if adt.kind == AdtKind::Enum && adt.variants.is_empty() => true,
            Ok(Item::Adt(adt)) if depth < 3 => adt.variants.iter().any(|variant| {
                variant.fields.iter().any(|field| may_be_empty(program, &field.ty.subst(args), depth + 1))
            }),
            _ => any(args),
        },
        _ => false,
    }
}

/// Whether the values of a type have size 0, so that rustc may treat them as constants.
pub(crate) fn has_no_size(program: &dyn Program, ty: &Ty, depth: u32) -> bool {
    match ty {
        _ if depth > 4 => false,
        Ty::Tuple(tys) => tys.iter().all(|ty| has_no_size(program, ty, depth + 1)),
        Ty::Array(inner, _) => has_no_size(program, inner, depth + 1),
        Ty::Adt(def, _) if program.known(*def).is_some_and(Known::is_wrapper) => true,
        Ty::Adt(def, args) => match program.item(*def) {
            Ok(Item::Adt(adt)) if adt.kind == AdtKind::Struct => adt.variants.iter().all(|variant| {
                variant.fields.iter().all(|field| has_no_size(program, &field.ty.subst(args), depth + 1))
            }),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a pattern may be for a variant that has no values.
fn matches_nothing(program: &dyn Program, pat: &Pat) -> bool {
    let all = |fields: &[certus_tree::FieldPat]| fields.iter().any(|f| matches_nothing(program, &f.pat));
    may_be_empty(program, &pat.ty, 0)
        || match &pat.kind {
            PatKind::Variant { fields, .. } | PatKind::Tuple(fields) => all(fields),
            PatKind::Deref(inner) => matches_nothing(program, inner),
            PatKind::Or(pats) => pats.iter().any(|pat| matches_nothing(program, pat)),
            PatKind::Binding { sub: Some(sub), .. } => matches_nothing(program, sub),
            _ => false,
        }
}

/// Whether rustc may compile this call inline: `clone` of a type that it copies, or the length of a slice.
pub(crate) fn is_inlined(program: &dyn Program, shape: &Shape) -> bool {
    match shape {
        Shape::OfTrait { trait_, args, name, .. } => match args.as_slice() {
            [this] => name == "clone" && is_plain(this) && program.known(*trait_) == Some(Known::Clone),
            _ => false,
        },
        Shape::Inherent { this: Ty::Slice(_), name, .. } => name == "len",
        _ => false,
    }
}

/// Built-in types whose `clone` is a copy.
fn is_plain(ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Float(_) | Ty::Never | Ty::Ref(..) | Ty::RawPtr(..) => true,
        Ty::FnDef(..) | Ty::FnPtr(..) => true,
        Ty::Tuple(tys) => tys.iter().all(is_plain),
        Ty::Array(inner, _) => is_plain(inner),
        _ => false,
    }
}
