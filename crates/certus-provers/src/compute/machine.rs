//! The machine that runs the code. It has its own stacks, so a deep recursion does not overflow the stack of the
//! process.

use std::collections::HashMap;
use std::rc::Rc;

use certus_vir::instances::{TySubst, Types, substitution};
use certus_vir::{BinaryOp, Binder, Body, Expr, Function, Path, Program, Ty};
use rpds::Vector;

use super::code::{self, Code, Lambda, Memo, Op, Suspension};
use super::native::{self, Answer, Native};
use super::operators::Operators;
use super::value::{Head, Id, Node, TyId, Values};

/// The maximal number of values.
const MAX_VALUES: usize = 20_000_000;

/// The maximal depth of calls and of the parts of their definitions.
const MAX_FRAMES: usize = 10_000_000;

/// The reason why an evaluation stopped without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stopped {
    /// The function that was running.
    pub(super) within: Option<Path>,
}

/// A function at type arguments.
struct Instance<'p> {
    /// The path in the call.
    path: Path,
    tys: Vec<Ty>,
    ret: TyId,
    arity: usize,
    native: Option<Native>,
    /// The function, its type arguments and its visible definition; `None` if the definition is not visible.
    definition: Option<(&'p Function, TySubst, &'p Expr)>,
    code: Option<Code>,
    memo: Option<Memo>,
}

/// The owner of the variables of a frame.
enum Owner {
    /// The goal.
    Goal,
    /// A function, with its own variables.
    Function(u32),
    /// A lambda, with its own variables.
    Lambda,
    /// A part of the code below, with the same variables.
    Part,
}

/// An entry of the machine's stack of running code.
enum Frame {
    Run { ops: Rc<[Op]>, pc: usize, base: usize, height: usize, owner: Owner },
    Collect(Collect),
}

/// Makes a sequence of the results of a function for 0, 1, ..
struct Collect {
    ty: TyId,
    element: TyId,
    function: Id,
    len: usize,
    items: Vector<Id>,
    /// Whether the function is running for the next element; the result will be on the stack.
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
    /// An unknown value.
    nothing: Id,
}

impl<'p> Machine<'p> {
    /// A machine with a budget of this number of steps.
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
        // An impl's function is not a trait's, so this loop ends.
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

    /// The definition of a function, if it is visible from the place of the goal. It may be hidden from the solver
    /// (`opaque`, `hide`), because evaluation needs no search.
    fn definition(&self, path: &Path) -> Option<(&'p Function, &'p Expr)> {
        let function = self.program.functions.get(path)?;
        let Body::Spec(body) = &function.body else { return None };
        let is_seen = function.publish.is_seen_from(&self.function.module);
        (is_seen && !self.function.undefined.contains(path)).then_some((function, body))
    }

    /// The value of an expression over unknown variables.
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

    /// The error that the budget ran out, with the running function.
    fn stopped(&self) -> Stopped {
        let within = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Run { owner: Owner::Function(number), .. } => Some(self.instances[*number as usize].path.clone()),
            _ => None,
        });
        Stopped { within }
    }

    /// Enters a piece of code with its own variables.
    fn enter(&mut self, code: Code, args: &[Id], owner: Owner) {
        let base = self.locals.len();
        self.locals.extend_from_slice(args);
        // The other slots are written before they are read.
        self.locals.resize(base + code.slots.max(args.len()), self.nothing);
        self.frames.push(Frame::Run { ops: code.ops, pc: 0, base, height: self.stack.len(), owner });
    }

    /// Pops a value.
    fn pop(&mut self) -> Id {
        // Code pops only what it pushed. After a bug in the compiler, the goal would remain as it is.
        self.stack.pop().unwrap_or(self.nothing)
    }

    /// Pops values, in the order in which they were pushed.
    fn pop_many(&mut self, count: usize) -> Vec<Id> {
        self.stack.split_off(self.stack.len().saturating_sub(count))
    }

    /// The operators for the current values.
    fn operators(&mut self) -> Operators<'_, 'p> {
        Operators { program: self.program, values: &mut self.values }
    }

    /// Runs the code on top until it ends or enters another piece of code.
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

    /// Counts a step.
    fn step(&mut self) -> Result<(), Stopped> {
        if self.steps == 0 || self.values.count() > MAX_VALUES || self.frames.len() > MAX_FRAMES {
            return Err(self.stopped());
        }
        self.steps -= 1;
        Ok(())
    }

    /// Continues at another step of the current code.
    fn set_pc(&mut self, to: usize) {
        if let Some(Frame::Run { pc, .. }) = self.frames.last_mut() {
            *pc = to;
        }
    }

    /// Runs the steps that end or enter a piece of code.
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
                    // A recursion continues only if its condition is known.
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

    /// Enters a piece of code that shares the variables of the current one.
    fn part(&mut self, ops: &Rc<[Op]>, base: usize) {
        let height = self.stack.len();
        self.frames.push(Frame::Run { ops: ops.clone(), pc: 0, base, height, owner: Owner::Part });
    }

    /// The frame of the running function, lambda or goal.
    fn running(&self) -> Option<usize> {
        self.frames.iter().rposition(|frame| !matches!(frame, Frame::Run { owner: Owner::Part, .. }))
    }

    /// Whether the running code is the definition of a recursive function.
    fn is_recursive(&self) -> bool {
        let Some(Frame::Run { owner: Owner::Function(number), .. }) = self.running().map(|at| &self.frames[at]) else {
            return false;
        };
        self.instances[*number as usize].definition.as_ref().is_some_and(|(function, ..)| function.cycle > 0)
    }

    /// Stops the running function; its call remains as it is.
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

    /// Pushes a call that remains as it is.
    fn standing(&mut self, number: u32, args: Vec<Id>) {
        let instance = &self.instances[number as usize];
        let head = Head::Call(instance.path.clone(), instance.tys.clone());
        let result = self.values.stuck(head, instance.ret, args);
        self.stack.push(result);
    }

    /// Leaves the piece of code on top; its value is on the stack.
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

    /// A call: the library's own operation, a memoized result, the definition, or the call as it is.
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

    /// The code of a function's definition. It is compiled when it is first needed.
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

    /// Applies a function value, if the function is known.
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

    /// Stores the current element, and computes the next one.
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
