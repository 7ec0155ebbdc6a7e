//! The machine: its own stacks, so that no depth of calls matters to the host.

use std::collections::HashMap;
use std::rc::Rc;

use certus_vir::instances::{TySubst, Types, substitution};
use certus_vir::{BinaryOp, Binder, Body, Expr, Function, Path, Program, Ty};
use rpds::Vector;

use super::code::{self, Code, Lambda, Memo, Op, Suspension};
use super::native::{self, Answer, Native};
use super::operators::Operators;
use super::value::{Head, Id, Node, TyId, Values};

/// How many values there may be at once.
const MAX_VALUES: usize = 20_000_000;

/// How deep calls and the parts of their definitions may be nested.
const MAX_FRAMES: usize = 10_000_000;

/// Why an evaluation stopped without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stopped {
    /// The function that was being evaluated.
    pub(super) within: Option<Path>,
}

/// A function at type arguments.
struct Instance<'p> {
    /// As it was called.
    path: Path,
    tys: Vec<Ty>,
    ret: TyId,
    arity: usize,
    native: Option<Native>,
    /// What it stands for: the function, its type arguments and its visible definition.
    definition: Option<(&'p Function, TySubst, &'p Expr)>,
    code: Option<Code>,
    memo: Option<Memo>,
}

enum Owner {
    /// The expression that is evaluated.
    Goal,
    /// A function; it has its own variables.
    Function(u32),
    /// A lambda; it has its own variables.
    Lambda,
    /// A part of the code below, with the same variables.
    Part,
}

enum Frame {
    Run { ops: Rc<[Op]>, pc: usize, base: usize, height: usize, owner: Owner },
    Collect(Collect),
}

/// Makes a sequence of what a function gives for 0, 1, ..
struct Collect {
    ty: TyId,
    element: TyId,
    function: Id,
    len: usize,
    items: Vector<Id>,
    /// Whether the function was asked; the answer is on the stack.
    asked: bool,
}

/// The machine.
pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) types: Types<'p>,
    pub(super) values: Values,
    pub(super) lambdas: Vec<Lambda>,
    pub(super) suspensions: Vec<Suspension>,
    function: &'p Function,
    instances: Vec<Instance<'p>>,
    numbers: HashMap<(Path, Vec<Ty>), u32>,
    stack: Vec<Id>,
    locals: Vec<Id>,
    frames: Vec<Frame>,
    steps: u64,
    /// A value that nothing is known of.
    nothing: Id,
}

impl<'p> Machine<'p> {
    /// A machine that may take so many steps.
    pub(super) fn new(program: &'p Program, function: &'p Function, steps: u64) -> Machine<'p> {
        let mut values = Values::default();
        let unit = values.ty(&Ty::unit());
        let nothing = values.stuck(Head::Apply, unit, Vec::new());
        Machine {
            program,
            types: Types { program, own: Some(function), proved_only: false },
            values,
            lambdas: Vec::new(),
            suspensions: Vec::new(),
            function,
            instances: Vec::new(),
            numbers: HashMap::new(),
            stack: Vec::new(),
            locals: Vec::new(),
            frames: Vec::new(),
            steps,
            nothing,
        }
    }

    /// The number of a function at type arguments.
    pub(super) fn instance(&mut self, path: &Path, tys: Vec<Ty>, ret: TyId, arity: usize) -> u32 {
        let key = (path.clone(), tys);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let (mut target, mut args) = key.clone();
        // An impl's function is not a trait's, so this ends.
        while let Some((path, tys)) = self.types.resolve_call(&target, &args) {
            if path == target {
                break;
            }
            (target, args) = (path, tys);
        }
        let definition = self.definition(&target).map(|(function, body)| {
            let types = substitution(&function.type_params, &args);
            (function, types, body)
        });
        let memo = definition.as_ref().is_some_and(|(function, ..)| function.memoize).then(Memo::default);
        let (path, tys) = key.clone();
        let native = if self.program.foreign_library { None } else { native::find(&target) };
        let number = self.instances.len() as u32;
        self.instances.push(Instance { path, tys, ret, arity, native, definition, code: None, memo });
        self.numbers.insert(key, number);
        number
    }

    /// The definition of a function, as far as it is seen from where the goal stands. Whether it is hidden from the
    /// solver does not matter: nothing is searched for here.
    fn definition(&self, path: &Path) -> Option<(&'p Function, &'p Expr)> {
        let function = self.program.functions.get(path)?;
        let Body::Spec(body) = &function.body else { return None };
        let is_seen = function.publish.is_seen_from(&self.function.module);
        (is_seen && !self.function.undefined.contains(path)).then_some((function, body))
    }

    /// The value of an expression over variables from outside.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Result<Id, Stopped> {
        let code = code::compile(self, &TySubst::default(), Vec::new(), None, expr);
        self.enter(code, &[], Owner::Goal);
        while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Collect(_) => self.collect()?,
                Frame::Run { .. } => self.run()?,
            }
        }
        self.stack.pop().ok_or(Stopped { within: None })
    }

    /// That the budget is gone, and where.
    fn stopped(&self) -> Stopped {
        let within = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Run { owner: Owner::Function(number), .. } => Some(self.instances[*number as usize].path.clone()),
            _ => None,
        });
        Stopped { within }
    }

    /// Begins a piece of code that has variables of its own.
    fn enter(&mut self, code: Code, args: &[Id], owner: Owner) {
        let base = self.locals.len();
        self.locals.extend_from_slice(args);
        // The rest are written before they are read.
        self.locals.resize(base + code.slots.max(args.len()), self.nothing);
        self.frames.push(Frame::Run { ops: code.ops, pc: 0, base, height: self.stack.len(), owner });
    }

    fn pop(&mut self) -> Id {
        // Code takes what it put there; with a fault of the compiler the goal would be left standing.
        self.stack.pop().unwrap_or(self.nothing)
    }

    fn pop_many(&mut self, count: usize) -> Vec<Id> {
        self.stack.split_off(self.stack.len().saturating_sub(count))
    }

    fn operators(&mut self) -> Operators<'_, 'p> {
        Operators { program: self.program, values: &mut self.values }
    }

    /// Runs the code on top until it ends or enters another.
    fn run(&mut self) -> Result<(), Stopped> {
        let Some(Frame::Run { ops, pc, base, .. }) = self.frames.last() else { return Ok(()) };
        let (ops, mut pc, base) = (ops.clone(), *pc, *base);
        loop {
            self.step()?;
            let Some(op) = ops.get(pc) else { return Err(self.stopped()) };
            pc += 1;
            match op {
                Op::Push(id) => self.stack.push(*id),
                Op::Load(slot) => self.stack.push(self.locals[base + *slot as usize]),
                Op::Store(slot) => {
                    let value = self.pop();
                    self.locals[base + *slot as usize] = value;
                }
                Op::Unary(op, ty) => {
                    let a = self.pop();
                    let result = self.operators().unary(op, a, *ty);
                    self.stack.push(result);
                }
                Op::Binary(op, ty) => {
                    let (b, a) = (self.pop(), self.pop());
                    let result = self.operators().binary(*op, a, b, *ty);
                    self.stack.push(result);
                }
                Op::Ctor(path, variant, count, ty) => {
                    let fields = self.pop_many(*count);
                    let result = self.values.ctor(*ty, path, variant, fields);
                    self.stack.push(result);
                }
                Op::Short(op, skip) => {
                    let left = self.stack.last().and_then(|id| self.values.as_bool(*id));
                    let decides = if *op == BinaryOp::Or { Some(true) } else { Some(false) };
                    if left == decides {
                        pc += skip;
                        if *op == BinaryOp::Implies {
                            self.pop();
                            let holds = self.values.bool(true);
                            self.stack.push(holds);
                        }
                    }
                }
                Op::Closure(number) => {
                    let captured = self.lambdas[*number as usize].captures.iter();
                    let captured = captured.map(|slot| self.locals[base + *slot as usize]).collect();
                    let result = self.values.make(Node::Closure(*number, captured));
                    self.stack.push(result);
                }
                Op::Suspend(number, ty) => {
                    let captured = self.suspensions[*number as usize].captures.iter();
                    let captured = captured.map(|slot| self.locals[base + *slot as usize]).collect();
                    let result = self.values.stuck(Head::Suspended(*number), *ty, captured);
                    self.stack.push(result);
                }
                Op::Merge(ty) => {
                    let (otherwise, then, condition) = (self.pop(), self.pop(), self.pop());
                    let result = self.operators().choice(condition, then, otherwise, *ty);
                    self.stack.push(result);
                }
                Op::If(..) | Op::Enter(_) | Op::Call(_) | Op::Apply(..) | Op::Guard | Op::Return => {
                    self.set_pc(pc);
                    self.control(op, base);
                    return Ok(());
                }
            }
        }
    }

    /// Pays for a step.
    fn step(&mut self) -> Result<(), Stopped> {
        if self.steps == 0 || self.values.count() > MAX_VALUES || self.frames.len() > MAX_FRAMES {
            return Err(self.stopped());
        }
        self.steps -= 1;
        Ok(())
    }

    fn set_pc(&mut self, to: usize) {
        if let Some(Frame::Run { pc, .. }) = self.frames.last_mut() {
            *pc = to;
        }
    }

    /// The steps that end or begin a piece of code.
    fn control(&mut self, op: &Op, base: usize) {
        match op {
            Op::If(then, otherwise) => {
                let condition = self.pop();
                match self.values.as_bool(condition) {
                    Some(holds) => {
                        if let Some(Frame::Run { pc, .. }) = self.frames.last_mut() {
                            *pc += 3;
                        }
                        self.part(if holds { then } else { otherwise }, base);
                    }
                    // A recursion goes on only where it is known that it does.
                    None if self.is_recursive() => self.give_up(),
                    None => self.stack.push(condition),
                }
            }
            Op::Enter(code) => self.part(code, base),
            Op::Guard => {
                let condition = self.pop();
                if self.values.as_bool(condition) != Some(true) {
                    self.give_up();
                }
            }
            Op::Call(number) => self.call(*number),
            Op::Apply(count, ty) => {
                let args = self.pop_many(*count);
                let function = self.pop();
                self.apply(function, args, *ty);
            }
            _ => self.leave(),
        }
    }

    /// Begins a piece of code that shares the variables of the present one.
    fn part(&mut self, ops: &Rc<[Op]>, base: usize) {
        let height = self.stack.len();
        self.frames.push(Frame::Run { ops: ops.clone(), pc: 0, base, height, owner: Owner::Part });
    }

    /// The frame of the function, lambda or goal that runs.
    fn running(&self) -> Option<usize> {
        self.frames.iter().rposition(|frame| !matches!(frame, Frame::Run { owner: Owner::Part, .. }))
    }

    /// Whether what runs is the definition of a recursive function.
    fn is_recursive(&self) -> bool {
        let Some(Frame::Run { owner: Owner::Function(number), .. }) = self.running().map(|at| &self.frames[at]) else {
            return false;
        };
        self.instances[*number as usize].definition.as_ref().is_some_and(|(function, ..)| function.cycle > 0)
    }

    /// Leaves the call of the running function standing.
    fn give_up(&mut self) {
        let Some(at) = self.running() else { return };
        let Frame::Run { base, height, owner: Owner::Function(number), .. } = &self.frames[at] else { return };
        let (base, height, number) = (*base, *height, *number);
        let arity = self.instances[number as usize].arity;
        let args = self.locals[base..base + arity].to_vec();
        self.frames.truncate(at);
        self.stack.truncate(height);
        self.locals.truncate(base);
        self.standing(number, args);
    }

    /// A call as its own value.
    fn standing(&mut self, number: u32, args: Vec<Id>) {
        let instance = &self.instances[number as usize];
        let head = Head::Call(instance.path.clone(), instance.tys.clone());
        let result = self.values.stuck(head, instance.ret, args);
        self.stack.push(result);
    }

    /// Ends the piece of code on top; its value is on the stack.
    fn leave(&mut self) {
        let Some(Frame::Run { base, owner, .. }) = self.frames.pop() else { return };
        if let Owner::Function(number) = owner {
            let instance = &mut self.instances[number as usize];
            if let (Some(memo), Some(result)) = (&mut instance.memo, self.stack.last()) {
                memo.insert(self.locals[base..base + instance.arity].into(), *result);
            }
        }
        if !matches!(owner, Owner::Part) {
            self.locals.truncate(base);
        }
    }

    /// A call: by the library's own operation, from memory, by its definition, or not at all.
    fn call(&mut self, number: u32) {
        let instance = &self.instances[number as usize];
        let args = self.stack.split_off(self.stack.len().saturating_sub(instance.arity));
        if let Some(native) = instance.native {
            match native::run(native, &mut self.values, &args, instance.ret) {
                Answer::Value(id) => return self.stack.push(id),
                Answer::Collect { len, function, element } => {
                    let (ty, items) = (instance.ret, Vector::new());
                    let collect = Collect { ty, element, function, len, items, asked: false };
                    return self.frames.push(Frame::Collect(collect));
                }
                Answer::Apply { function, args, ty } => return self.apply(function, args, ty),
                Answer::Unknown => return self.standing(number, args),
                Answer::NotNative => {}
            }
        }
        if let Some(known) = instance.memo.as_ref().and_then(|memo| memo.get(&*args)) {
            return self.stack.push(*known);
        }
        match self.code(number) {
            Some(code) => self.enter(code, &args, Owner::Function(number)),
            None => self.standing(number, args),
        }
    }

    /// The code of a function's definition, made when it is first needed.
    fn code(&mut self, number: u32) -> Option<Code> {
        let instance = &self.instances[number as usize];
        if instance.code.is_some() {
            return instance.code.clone();
        }
        let (function, types, body) = instance.definition.clone()?;
        let params = function.params.iter().map(|p| Binder { var: p.var.clone(), ty: p.ty.clone() }).collect();
        let when = function.termination.as_ref().and_then(|t| t.when.as_ref());
        let code = code::compile(self, &types, params, when, body);
        self.instances[number as usize].code = Some(code.clone());
        Some(code)
    }

    /// Applies a function value, if it is known which it is.
    fn apply(&mut self, function: Id, args: Vec<Id>, ty: TyId) {
        if let Node::Closure(number, captured) = self.values.node(function) {
            let lambda = &self.lambdas[*number as usize];
            if lambda.arity == args.len() {
                let (code, all) = (lambda.code.clone(), [captured.as_slice(), &args].concat());
                return self.enter(code, &all, Owner::Lambda);
            }
        }
        let operands = std::iter::once(function).chain(args).collect();
        let result = self.values.stuck(Head::Apply, ty, operands);
        self.stack.push(result);
    }

    /// Takes the element that is there, and asks for the next.
    fn collect(&mut self) -> Result<(), Stopped> {
        let Some(Frame::Collect(mut collect)) = self.frames.pop() else { return Ok(()) };
        if collect.asked {
            collect.items.push_back_mut(self.pop());
        }
        if collect.items.len() == collect.len {
            let result = self.values.seq(collect.ty, collect.items);
            self.stack.push(result);
            return Ok(());
        }
        self.step()?;
        let index = self.values.int(collect.items.len());
        let (function, element) = (collect.function, collect.element);
        collect.asked = true;
        self.frames.push(Frame::Collect(collect));
        self.apply(function, vec![index], element);
        Ok(())
    }
}
