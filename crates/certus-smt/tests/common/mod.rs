//! Small programs and obligations by hand, and what the solver says of them.
#![allow(dead_code)] // Each test program uses its part.

pub mod epr;

use std::sync::LazyLock;

use certus_diagnostics::{FileId, Span};
use certus_smt::{EncodeError, Encoded};
use certus_solve::{LocalPool, PoolConfig, Query, Verdict};
use certus_vc::{Block, BlockId, Edge, Obligation, Part, Step};
use certus_vir::*;

/// A pool of one solver, shared by the tests of a program.
pub static POOL: LazyLock<LocalPool> = LazyLock::new(|| {
    let solver = certus_solve::setup::setup(&mut |line| eprintln!("{line}")).unwrap();
    let wall_limit = std::time::Duration::from_secs(60);
    LocalPool::start_with(PoolConfig { binary: solver.path, jobs: 2, wall_limit }).unwrap()
});

/// A budget that everything here stays far below.
pub const ENOUGH: u64 = 3_000_000;

pub fn sp() -> Span {
    Span::new(FileId(0), 0, 1)
}
pub fn int() -> Ty {
    Ty::int()
}
pub fn nat() -> Ty {
    Ty::Int(IntKind::Nat)
}
pub fn u64() -> Ty {
    Ty::Int(IntKind::U(64))
}
pub fn u8() -> Ty {
    Ty::Int(IntKind::U(8))
}
pub fn usize_() -> Ty {
    Ty::Int(IntKind::Usize)
}
pub fn param(name: &str) -> Ty {
    Ty::Param(name.into())
}
pub fn data(path: &str, args: &[Ty]) -> Ty {
    Ty::Data(path.into(), args.to_vec())
}
pub fn func(args: &[Ty], ret: Ty) -> Ty {
    Ty::SpecFn(args.to_vec(), Box::new(ret))
}
pub fn name(text: &str) -> Var {
    Var { name: text.into(), index: 0 }
}
pub fn binder(text: &str, ty: &Ty) -> Binder {
    Binder { var: name(text), ty: ty.clone() }
}
pub fn var(text: &str, ty: Ty) -> Expr {
    Expr::var(&name(text), ty, sp())
}
/// An `int` variable.
pub fn i(text: &str) -> Expr {
    var(text, int())
}
pub fn n(value: i64) -> Expr {
    Expr::int(value, sp())
}
pub fn big(value: &str) -> Expr {
    Expr::int(value.parse::<num_bigint::BigInt>().unwrap(), sp())
}
pub fn bin(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b, sp())
}
pub fn un(op: UnaryOp, e: Expr, ty: Ty) -> Expr {
    Expr::new(ExprKind::Unary(op, e), ty, sp())
}
pub fn add(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Add, a, b)
}
pub fn sub(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Sub, a, b)
}
pub fn mul(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Mul, a, b)
}
pub fn le(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Le, a, b)
}
pub fn lt(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Lt, a, b)
}
pub fn eq(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Eq, a, b)
}
pub fn ext(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::ExtEq { deep: false }, a, b)
}
pub fn height_lt(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::HeightLt, a, b)
}
pub fn and(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::And, a, b)
}
pub fn or(a: Expr, b: Expr) -> Expr {
    bin(BinaryOp::Or, a, b)
}
pub fn implies(a: Expr, b: Expr) -> Expr {
    Expr::implies(a, b)
}
pub fn not(a: Expr) -> Expr {
    Expr::not(a)
}
pub fn t() -> Expr {
    Expr::bool(true, sp())
}
pub fn clip(kind: IntKind, e: Expr) -> Expr {
    un(UnaryOp::Clip(kind), e, Ty::Int(kind))
}
pub fn ite(c: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty.clone();
    Expr::new(ExprKind::If(c, a, b), ty, sp())
}
pub fn let_(text: &str, value: Expr, body: Expr) -> Expr {
    let ty = body.ty.clone();
    Expr::new(ExprKind::Let(binder(text, &value.ty), value, body), ty, sp())
}
pub fn call_at(path: &str, tys: &[Ty], args: &[Expr], ret: Ty) -> Expr {
    Expr::new(ExprKind::Call(path.into(), tys.to_vec(), args.to_vec()), ret, sp())
}
pub fn call(path: &str, args: &[Expr], ret: Ty) -> Expr {
    call_at(path, &[], args, ret)
}
/// A predicate.
pub fn is(path: &str, args: &[Expr]) -> Expr {
    call(path, args, Ty::Bool)
}
pub fn quant(kind: QuantKind, binders: &[(&str, Ty)], trigger: Trigger, body: Expr) -> Expr {
    let binders = binders.iter().map(|(name, ty)| binder(name, ty)).collect();
    Expr::new(ExprKind::Quant(kind, binders, trigger, body), Ty::Bool, sp())
}
pub fn forall(binders: &[(&str, Ty)], body: Expr) -> Expr {
    quant(QuantKind::Forall, binders, Trigger::Auto, body)
}
pub fn exists(binders: &[(&str, Ty)], body: Expr) -> Expr {
    quant(QuantKind::Exists, binders, Trigger::Auto, body)
}
pub fn given(terms: &[Expr]) -> Trigger {
    Trigger::Given(vec![terms.to_vec()])
}
pub fn choose(binders: &[(&str, Ty)], cond: Expr, result: Expr) -> Expr {
    let binders = binders.iter().map(|(name, ty)| binder(name, ty)).collect();
    let ty = result.ty.clone();
    Expr::new(ExprKind::Choose(binders, Trigger::Auto, cond, result), ty, sp())
}
pub fn lambda(binders: &[(&str, Ty)], body: Expr) -> Expr {
    let ty = func(&binders.iter().map(|b| b.1.clone()).collect::<Vec<_>>(), body.ty.clone());
    let binders = binders.iter().map(|(name, ty)| binder(name, ty)).collect();
    Expr::new(ExprKind::Lambda(binders, body), ty, sp())
}
pub fn apply(f: Expr, args: &[Expr]) -> Expr {
    let Ty::SpecFn(_, ret) = f.ty.clone() else { panic!("no function") };
    Expr::new(ExprKind::Apply(f, args.to_vec()), *ret, sp())
}
pub fn ctor(ty: Ty, variant: &str, fields: &[(&str, Expr)]) -> Expr {
    let Ty::Data(path, _) = ty.clone() else { panic!("no datatype") };
    let fields = fields.iter().map(|(name, e)| ((*name).into(), e.clone())).collect();
    Expr::new(ExprKind::Ctor(path, variant.into(), fields), ty, sp())
}
pub fn field(e: Expr, variant: &str, name: &str, ty: Ty) -> Expr {
    let Ty::Data(path, _) = e.ty.value().clone() else { panic!("no datatype") };
    un(UnaryOp::Field(path, variant.into(), name.into()), e, ty)
}
pub fn is_variant(e: Expr, variant: &str) -> Expr {
    let Ty::Data(path, _) = e.ty.value().clone() else { panic!("no datatype") };
    un(UnaryOp::IsVariant(path, variant.into()), e, Ty::Bool)
}
pub fn type_params(names: &[&str]) -> Vec<TypeParam> {
    names.iter().map(|name| TypeParam { name: (*name).into(), maybe_unsized: false }).collect()
}
pub fn clause(expr: Expr) -> Clause {
    Clause { expr, span: sp() }
}

fn function(path: &str, params: &[(&str, Ty)], ret: Ty) -> Function {
    let param = |name: &str, ty: &Ty| Param { var: self::name(name), ty: ty.clone(), mode: Mode::Spec };
    Function {
        params: params.iter().map(|(name, ty)| param(name, ty)).collect(),
        ret: param("result", &ret),
        ..Function::new(path.into(), Mode::Spec, sp())
    }
}

/// A program with one obligation: one block, or more after `block`.
#[derive(Clone)]
pub struct World {
    pub program: Program,
    pub obligation: Obligation,
    /// The block that goes on.
    trunk: u32,
}

impl World {
    pub fn new() -> World {
        let obligation = Obligation {
            function: "crate::verified".into(),
            module: "crate".into(),
            part: Part::Main,
            prover: Prover::Default,
            vars: Vec::new(),
            phis: Vec::new(),
            defs: Vec::new(),
            blocks: vec![Block::default()],
            goals: Vec::new(),
            undefined: Vec::new(),
            hidden: Vec::new(),
            uses: Vec::new(),
            rlimit: None,
            strict_division: false,
            outside: Vec::new(),
        };
        let mut program = Program::default();
        program.functions.insert("crate::verified".into(), function("crate::verified", &[], Ty::unit()));
        World { program, obligation, trunk: 0 }
    }

    /// The function that is verified.
    pub fn own(&mut self) -> &mut Function {
        self.program.functions.get_mut("crate::verified").unwrap()
    }

    /// An uninterpreted function.
    pub fn declare(&mut self, path: &str, params: &[(&str, Ty)], ret: Ty) -> &mut Function {
        self.program.functions.insert(path.into(), function(path, params, ret));
        self.program.functions.get_mut(path).unwrap()
    }

    /// A spec function with its definition.
    pub fn define(&mut self, path: &str, params: &[(&str, Ty)], ret: Ty, body: Expr) -> &mut Function {
        let f = self.declare(path, params, ret);
        f.body = Body::Spec(body);
        f
    }

    /// A broadcast function, in use everywhere.
    pub fn broadcast(&mut self, path: &str, params: &[(&str, Ty)], trigger: Trigger, ensures: Expr) -> &mut Function {
        self.obligation.uses.push(path.into());
        let f = self.declare(path, params, Ty::unit());
        f.mode = Mode::Proof;
        f.broadcast = Some(Broadcast { trigger });
        f.ensures = vec![clause(ensures)];
        f
    }

    /// A datatype: variants with fields.
    pub fn datatype(&mut self, path: &str, params: &[&str], variants: &[(&str, &[(&str, Ty)])]) -> &mut Datatype {
        let field = |(name, ty): &(&str, Ty)| Field { name: (*name).into(), ty: ty.clone(), ghost: false };
        let variant = |(name, fields): &(&str, &[(&str, Ty)])| Variant {
            name: (*name).into(),
            fields: fields.iter().map(field).collect(),
        };
        let data = Datatype {
            path: path.into(),
            params: type_params(params),
            bounds: vec![],
            variants: Some(variants.iter().map(variant).collect()),
            sized: certus_vir::Sizedness::WithArguments,
            ext_equal: false,
            drops: false,
            span: sp(),
        };
        self.program.datatypes.insert(path.into(), data);
        self.program.datatypes.get_mut(path).unwrap()
    }

    /// An abstract datatype.
    pub fn opaque(&mut self, path: &str, params: &[&str]) {
        self.datatype(path, params, &[]).variants = None;
    }

    /// A variable of the obligation.
    pub fn var(&mut self, text: &str, ty: Ty) -> Expr {
        self.obligation.vars.push(binder(text, &ty));
        var(text, ty)
    }

    pub fn def(&mut self, text: &str, value: Expr) -> Expr {
        let ty = value.ty.clone();
        self.obligation.defs.push((binder(text, &ty), value));
        var(text, ty)
    }

    pub fn block(&mut self, edges: &[(u32, &[Expr])]) -> &mut Self {
        let edges = edges.iter().map(|(from, assumes)| Edge {
            from: BlockId(*from),
            assumes: assumes.to_vec(),
            is_branch: false,
        });
        self.obligation.blocks.push(Block { edges: edges.collect(), ..Block::default() });
        self.trunk = self.obligation.blocks.len() as u32 - 1;
        self
    }

    pub fn step(&mut self, step: Step) -> &mut Self {
        if self.trunk as usize + 1 != self.obligation.blocks.len() {
            self.block(&[(self.trunk, &[])]);
        }
        self.obligation.blocks.last_mut().unwrap().steps.push(step);
        self
    }

    pub fn assume(&mut self, e: Expr) -> &mut Self {
        self.step(Step::Assume(e))
    }

    /// A goal aside: what comes later does not know it.
    pub fn check(&mut self, expr: Expr) -> &mut Self {
        let trunk = self.trunk;
        self.block(&[(trunk, &[])]).goal(expr);
        self.trunk = trunk;
        self
    }

    /// A goal on the way: known to what comes later.
    pub fn goal(&mut self, expr: Expr) -> &mut Self {
        let index = self.obligation.goals.len();
        let goal = Goal { kind: GoalKind::Assert, expr, span: sp(), related: Vec::new(), note: None };
        self.obligation.goals.push(goal);
        self.step(Step::Goal(index))
    }

    pub fn encode(&self) -> Result<Encoded, EncodeError> {
        certus_smt::encode(&self.program, &self.obligation)
    }

    pub fn text(&self) -> String {
        self.encode().unwrap().context.to_string()
    }

    pub fn verdict(&self) -> Verdict {
        let encoded = self.encode().unwrap();
        let goals = encoded.goals.iter().map(|g| g.name.clone()).collect();
        let details = encoded.goals.iter().map(|g| g.conjuncts.iter().map(|c| c.0.clone()).collect()).collect();
        let profile = match self.obligation.prover {
            Prover::Nonlinear => certus_solve::Profile::Nonlinear,
            Prover::BitVector if !encoded.epr => certus_solve::Profile::BitVector,
            Prover::BitVector | Prover::Epr => certus_solve::Profile::Epr,
            _ => certus_solve::Profile::Default,
        };
        let query = Query {
            details,
            model: encoded.model.is_some(),
            max_errors: 100,
            profile,
            ..Query::new(encoded.context, goals, ENOUGH)
        };
        POOL.run(vec![query], |_, _| {}).pop().unwrap().verdict
    }

    /// The goals that fail.
    pub fn failures(&self) -> Vec<usize> {
        match self.verdict() {
            Verdict::Proved => Vec::new(),
            Verdict::Failed { goals, .. } => {
                let encoded = self.encode().unwrap();
                let mut all: Vec<usize> = goals.iter().map(|g| encoded.goals[g.index].index).collect();
                all.sort();
                all
            }
            other => panic!("{other:?}\n{}", self.text()),
        }
    }

    /// Exactly these goals fail.
    #[track_caller]
    pub fn fails(&self, expected: &[usize]) {
        assert_eq!(self.failures(), expected, "{}", self.text());
    }

    #[track_caller]
    pub fn proves(&self) {
        self.fails(&[]);
    }

    /// The diagnostic's code of an obligation that is refused.
    pub fn refused(&self) -> String {
        self.encode().unwrap_err().0[0].code.to_string()
    }
}
