//! Functions and closures with tables of what was seen as contracts.
//!
//! There are two kinds. One asks for the arguments that were seen, and may do whatever runs for them. The other takes all
//! arguments and says something about those that were seen only; its body must not fail for any.
//!
//! To see a result at every `return`, the form for rustc puts the body into a closure that is called at once.

use super::super::tree::{Contract, Form, Kind, Node, Piece, seen};
use super::super::types::Ty;
use super::values::TEXTS;
use super::{Callee, Generator, Param, bounds};

/// What a function is made of, before its body.
pub(super) struct Head {
    /// All before the result type, as `fn f(a: u8) -> `.
    pub(super) text: String,
    /// The parameters, and whether each is a mutable reference.
    pub(super) params: Vec<(String, Ty, bool)>,
    /// The result type.
    pub(super) result: Ty,
    /// Whether the function requires the recorded arguments; otherwise it takes all.
    pub(super) asks: bool,
}

impl Generator {
    /// The function that the case is about.
    pub(super) fn case_function(&mut self) -> Node {
        let n = if self.small { 1 } else { 1 + self.dice.below(3) };
        let result = if n == 1 { self.ty(1) } else { Ty::Tuple((0..n).map(|_| self.ty(1)).collect()) };
        self.budget = if self.small { 1 + self.dice.below(4) } else { 6 + self.dice.below(14) };
        let head = Head { text: "pub fn case() -> ".into(), params: Vec::new(), result, asks: false };
        if self.small { self.function(head, 4, 2) } else { self.function(head, 8, 3) }
    }

    /// A function that others call.
    pub(super) fn helper(&mut self) -> Node {
        let name = self.fresh("f");
        let mut params: Vec<Param> = Vec::new();
        for _ in 0..self.dice.below(4) {
            let ty = if self.dice.chance(70) { self.scalar() } else { self.ty(1) };
            let by_mut = self.dice.chance(20) && ty.copy();
            let (mut low, mut high) = bounds(&ty);
            if !by_mut && matches!(ty, Ty::Int(_)) && self.dice.chance(60) {
                (low, high) = (low.max(0), high.min(20));
            }
            params.push(Param { ty, low, high, by_mut });
        }
        let result = self.ty(1);
        let total = self.dice.chance(15);
        let named: Vec<(String, Param)> = params.iter().map(|param| (self.fresh("a"), param.clone())).collect();
        let declared: Vec<String> = named.iter().map(|(name, param)| declared(name, param)).collect();
        let head = Head {
            text: format!("fn {name}({}) -> ", declared.join(", ")),
            params: named.iter().map(|(name, param)| (name.clone(), param.ty.clone(), param.by_mut)).collect(),
            result: result.clone(),
            asks: !total,
        };
        self.budget = self.dice.below(8);
        // An argument that asks for everything is not within its interval.
        let seen_params = if total {
            named
                .into_iter()
                .map(|(name, mut param)| {
                    (param.low, param.high) = bounds(&param.ty);
                    (name, param)
                })
                .collect()
        } else {
            named
        };
        let (old, all) = (self.total, std::mem::take(&mut self.vars));
        self.total = total;
        for (name, param) in &seen_params {
            self.parameter(name, param);
        }
        let node = self.function(head, 3, 2);
        self.vars = all;
        self.total = old;
        let holes = vec!["§"; params.len()].join(", ");
        let (low, high) = bounds(&result);
        self.callees.push(Callee { template: format!("{name}({holes})"), params, result, low, high, total });
        node
    }

    /// Declares a parameter.
    pub(super) fn parameter(&mut self, name: &str, param: &Param) {
        self.declare(name, &param.ty, param.by_mut, (param.low, param.high));
        if let Some(var) = self.vars.last_mut() {
            var.by_mut = param.by_mut;
        }
    }

    /// A function whose parameters are declared; they go out of scope.
    pub(super) fn function(&mut self, head: Head, most: usize, depth: usize) -> Node {
        let returns = self.returns.replace(head.result.clone());
        let loops = std::mem::take(&mut self.loops);
        let callees = self.callees.len();
        let mut body = self.statements(most, depth);
        body.push(self.value(&head.result, 3));
        self.returns = returns;
        self.loops = loops;
        self.callees.truncate(callees);
        self.vars.clear();
        let node = self.with_contract(head, Node::list(body), true);
        Node::new(Kind::Stmt, "§\n", [node])
    }

    /// Head, contract and body.
    pub(super) fn with_contract(&mut self, head: Head, body: Node, item: bool) -> Node {
        let id = self.id();
        let result = head.result.text();
        let names: Vec<&str> = head.params.iter().map(|(name, ..)| name.as_str()).collect();
        let changed = head.params.iter().filter(|(.., by_mut)| *by_mut).map(|(name, ..)| name.as_str());
        let enter = seen("enter", id, names.iter().copied());
        let leave = seen("leave", id, changed.chain(["out"]));
        let mut pieces = Vec::new();
        if item {
            let attributes = "#[verifier::loop_isolation(false)]\n#[verifier::allow_complex_invariants]\n";
            pieces.push(Piece::Proof(attributes.into()));
        }
        pieces.extend([
            Piece::Text(head.text),
            Piece::Proof(format!("(r: {result})\n")),
            Piece::Run(format!("{result}\n")),
            Piece::Contract(Contract { id, params: head.params, result: head.result, asks: head.asks }),
            Piece::Text("{\n".into()),
            Piece::Proof(revealed(&body)),
            Piece::Run(format!("{enter}let out: {result} = (|| -> {result} {{\n")),
            Piece::Sub(body),
            Piece::Run(format!("\n}})();\n{leave}out")),
            Piece::Text("\n}".into()),
        ]);
        Node { kind: Kind::Part, pieces }
    }

    /// A closure in a variable.
    pub(super) fn closure(&mut self) -> Node {
        if self.total || self.returns.is_none() {
            return self.let_statement(2);
        }
        let name = self.fresh("c");
        let mut params = Vec::new();
        for _ in 0..self.dice.below(3) {
            let ty = self.scalar();
            let (low, high) = bounds(&ty);
            params.push((self.fresh("a"), Param { low, high, ty, by_mut: false }));
        }
        let result = if self.dice.chance(70) { self.scalar() } else { self.ty(1) };
        // What is captured stays borrowed: nothing that changes or is moved.
        let before = self.vars.clone();
        for var in &mut self.vars {
            var.gone |= var.mutable || var.by_mut || !var.ty.copy();
        }
        let returns = self.returns.take();
        for (name, param) in &params {
            self.parameter(name, param);
        }
        let body = self.value(&result, 2);
        self.returns = returns;
        self.vars = before;
        let declared: Vec<String> = params.iter().map(|(name, param)| declared(name, param)).collect();
        let head = Head {
            text: format!("let {name} = |{}| -> ", declared.join(", ")),
            params: params.iter().map(|(name, param)| (name.clone(), param.ty.clone(), false)).collect(),
            result: result.clone(),
            asks: true,
        };
        let node = self.with_contract(head, body, false);
        let holes = vec!["§"; params.len()].join(", ");
        let (low, high) = bounds(&result);
        let params = params.into_iter().map(|(_, param)| param).collect();
        self.callees.push(Callee { template: format!("{name}({holes})"), params, result, low, high, total: false });
        Node::new(Kind::Stmt, "§;\n", [node])
    }
}

/// Reveals the texts that a body has.
fn revealed(body: &Node) -> String {
    let mut text = String::new();
    body.print(Form::Run, &mut text);
    let reveal = |one: &&&str| text.contains(&format!("\"{one}\".to_owned()"));
    TEXTS.iter().filter(reveal).map(|one| format!("proof {{ reveal_strlit(\"{one}\"); }}\n")).collect()
}

/// A parameter as it is declared.
pub(super) fn declared(name: &str, param: &Param) -> String {
    format!("{name}: {}{}", if param.by_mut { "&mut " } else { "" }, param.ty.text())
}
