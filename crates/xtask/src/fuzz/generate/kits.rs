//! Groups of items that belong together: types with methods, traits with impls, operators, generic functions.
//!
//! Contracts of trait methods are written by hand, over a spec function of the trait, because a table of what was seen of one
//! type says nothing about another. All else has tables.

use std::rc::Rc;

use super::super::tree::{Kind, Node, Piece};
use super::super::types::{Decl, Ty};
use super::functions::Head;
use super::items::SMALL;
use super::{Callee, Generator, Param, bounds};

impl Generator {
    /// Some kits.
    pub(super) fn kits(&mut self) -> Vec<Node> {
        let mut all = Vec::new();
        for decl in self.decls.clone() {
            if self.dice.chance(50) {
                all.push(self.methods(&decl));
            }
            if decl.copy && !decl.is_enum && self.dice.chance(25) {
                all.push(self.operator(&decl));
            }
        }
        if self.dice.chance(25) {
            all.push(self.trait_kit());
        }
        if self.dice.chance(25) {
            all.push(self.generic());
        }
        if self.dice.chance(15) {
            all.push(self.recursion());
        }
        all
    }

    /// A method whose `self` and parameters are declared; it takes all arguments.
    fn method_item(&mut self, head: Head, depth: usize) -> Node {
        let vars = std::mem::take(&mut self.vars);
        let total = std::mem::replace(&mut self.total, true);
        for (name, ty, by_mut) in head.params.clone() {
            let (low, high) = bounds(&ty);
            let param = Param { low, high, ty: ty.clone(), by_mut };
            self.parameter(&name, &param);
        }
        self.budget = self.dice.below(4);
        let node = self.function(head, 2, depth);
        self.total = total;
        self.vars = vars;
        node
    }

    /// `impl` with a few methods.
    fn methods(&mut self, decl: &Rc<Decl>) -> Node {
        let this = Ty::Named(decl.clone());
        let mut items = Vec::new();
        let mut callees = Vec::new();
        for _ in 0..1 + self.dice.below(3) {
            let name = self.fresh("g");
            let result = self.ty(1);
            let extra = self.scalar();
            let kind = self.dice.below(4);
            let (receiver, own, template) = match kind {
                0 => {
                    ("&self", Some(("self".to_owned(), Ty::Ref(Box::new(this.clone())), false)), format!("§.{name}(§)"))
                }
                1 => ("self", Some(("self".to_owned(), this.clone(), false)), format!("§.{name}(§)")),
                2 => ("&mut self", Some(("self".to_owned(), this.clone(), true)), format!("§.{name}(§)")),
                _ => ("", None, format!("{}::{name}(§)", decl.name)),
            };
            let comma = if receiver.is_empty() { "" } else { ", " };
            let mut params: Vec<(String, Ty, bool)> = own.into_iter().collect();
            params.push(("a".into(), extra.clone(), false));
            let text = format!("pub fn {name}({receiver}{comma}a: {}) -> ", extra.text());
            let head = Head { text, params, result: result.clone(), asks: false };
            items.push(self.method_item(head, 1));
            let (low, high) = bounds(&extra);
            let argument = Param { ty: extra, low, high, by_mut: false };
            let receiver = match kind {
                0 | 1 => vec![Param { ty: this.clone(), low: 0, high: 0, by_mut: false }],
                2 => vec![Param { ty: this.clone(), low: 0, high: 0, by_mut: true }],
                _ => Vec::new(),
            };
            let params = receiver.into_iter().chain([argument]).collect();
            let (low, high) = bounds(&result);
            callees.push(Callee { template, params, result, low, high, total: true });
        }
        self.callees.extend(callees);
        Node::new(Kind::Part, &format!("impl {} {{\n§}}\n", decl.name), [Node::list(items)])
    }

    /// An operator on a struct.
    fn operator(&mut self, decl: &Rc<Decl>) -> Node {
        let this = Ty::Named(decl.clone());
        let (name, method, sign) = *self.dice.pick(&[
            ("Add", "add", "+"),
            ("Sub", "sub", "-"),
            ("Mul", "mul", "*"),
            ("BitXor", "bitxor", "^"),
            ("Rem", "rem", "%"),
        ]);
        let right = if self.dice.chance(60) { this.clone() } else { self.scalar() };
        let result = if self.dice.chance(60) { this.clone() } else { self.scalar() };
        let head = Head {
            text: format!("fn {method}(self, o: {}) -> ", right.text()),
            params: vec![("self".into(), this.clone(), false), ("o".into(), right.clone(), false)],
            result: result.clone(),
            asks: false,
        };
        let item = self.method_item(head, 1);
        let param = |ty: &Ty| {
            let (low, high) = bounds(ty);
            Param { ty: ty.clone(), low, high, by_mut: false }
        };
        let (low, high) = bounds(&result);
        self.callees.push(Callee {
            template: format!("(§ {sign} §)"),
            params: vec![param(&this), param(&right)],
            result: result.clone(),
            low,
            high,
            total: true,
        });
        let (by, gives) = (right.text(), result.text());
        // The contract of the function itself says what it does.
        let said = format!(
            "impl {name}SpecImpl<{by}> for {} {{\nopen spec fn obeys_{method}_spec() -> bool {{ false }}\n\
             open spec fn {method}_req(self, o: {by}) -> bool {{ true }}\n\
             open spec fn {method}_spec(self, o: {by}) -> {gives} {{ arbitrary() }}\n}}\n",
            decl.name
        );
        let text = format!("impl core::ops::{name}<{by}> for {} {{\ntype Output = {gives};\n§}}\n", decl.name);
        let code = Node::new(Kind::Part, &text, [item]);
        Node { kind: Kind::Part, pieces: vec![Piece::Sub(code), Piece::Proof(said)] }
    }

    /// A trait with a constant, a required and a default method, impls for two types, and a generic function over it.
    fn trait_kit(&mut self) -> Node {
        let name = self.fresh("T");
        let (get, twice, call) = (self.fresh("g"), self.fresh("g"), self.fresh("g"));
        let int = *self.dice.pick(&SMALL);
        let word = int.name;
        let spec = format!("spec_{get}");
        let plus = self.dice.between(0, 9);
        let mut pieces = vec![
            Piece::Text(format!("pub trait {name}: Sized {{\n")),
            Piece::Proof(format!("spec fn {spec}(&self) -> {word};\n")),
            Piece::Text(format!("fn {get}(&self) -> ")),
            Piece::Proof(format!("(r: {word}) ensures r == self.{spec}()")),
            Piece::Run(word.into()),
            Piece::Text(format!(";\nfn {twice}(&self) -> ")),
            Piece::Proof(format!(
                "(r: {word}) ensures r == if self.{spec}() < 20 {{ (self.{spec}() + {plus}) as {word} }} else {{ 1 }} "
            )),
            Piece::Run(format!("{word} ")),
            Piece::Text(format!("{{ if self.{get}() < 20 {{ self.{get}() + {plus} }} else {{ 1 }} }}\n}}\n")),
        ];
        let mut types: Vec<(String, Ty)> = vec![
            ("u8".into(), Ty::Int(SMALL[0])),
            ("bool".into(), Ty::Bool),
            ("(bool, u8)".into(), Ty::Tuple(vec![Ty::Bool, Ty::Int(SMALL[0])])),
        ];
        types.truncate(if self.audited { 1 + self.dice.below(3) } else { 0 });
        types.extend(self.decls.iter().take(1).map(|decl| (decl.name.clone(), Ty::Named(decl.clone()))));
        for (text, ty) in &types {
            let value = self.dice.between(0, 40);
            pieces.push(Piece::Text(format!("impl {name} for {text} {{\n")));
            pieces.push(Piece::Proof(format!("open spec fn {spec}(&self) -> {word} {{ {value} }}\n")));
            pieces.push(Piece::Text(format!("fn {get}(&self) -> {word} {{ {value} }}\n")));
            let own = self.dice.chance(30);
            if own {
                pieces.push(Piece::Text(format!(
                    "fn {twice}(&self) -> {word} {{ if self.{get}() >= 20 {{ 1 }} else {{ {plus} + self.{get}() }} }}\n"
                )));
            }
            pieces.push(Piece::Text("}\n".into()));
            for method in [&get, &twice] {
                let (low, high) = bounds(&Ty::Int(int));
                let (l, h) = bounds(ty);
                self.callees.push(Callee {
                    template: format!("§.{method}()"),
                    params: vec![Param { ty: ty.clone(), low: l, high: h, by_mut: false }],
                    result: Ty::Int(int),
                    low,
                    high,
                    total: true,
                });
            }
            self.callees.push(Callee {
                template: format!("{call}(&§)"),
                params: vec![Param { ty: ty.clone(), low: bounds(ty).0, high: bounds(ty).1, by_mut: false }],
                result: Ty::Int(int),
                low: int.low(),
                high: int.high(),
                total: true,
            });
        }
        pieces.push(Piece::Text(format!("fn {call}<A: {name}>(a: &A) -> ")));
        pieces.push(Piece::Proof(format!(
            "(r: {word}) ensures r == if a.{spec}() > 10 {{ a.{spec}() }} else {{ (a.{spec}() + {plus}) as {word} }} "
        )));
        pieces.push(Piece::Run(format!("{word} ")));
        pieces.push(Piece::Text(format!("{{ if a.{get}() > 10 {{ a.{get}() }} else {{ a.{twice}() }} }}\n")));
        Node { kind: Kind::Part, pieces }
    }

    /// A generic function.
    fn generic(&mut self) -> Node {
        let name = self.fresh("f");
        let ty = self.ty(1);
        let (low, high) = bounds(&ty);
        let param = Param { ty: ty.clone(), low, high, by_mut: false };
        let flag = Param { ty: Ty::Bool, low: 0, high: 0, by_mut: false };
        let (text, spec, body, params, result) = match self.dice.below(3) {
            0 => (
                "<A>(a: A, b: A, c: bool) -> ",
                "r == if c { a } else { b }",
                "if c { a } else { b }",
                vec![param.clone(), param, flag],
                ty.clone(),
            ),
            1 => (
                "<A, B>(a: A, b: B) -> ",
                "r == (b, a)",
                "(b, a)",
                vec![param, flag],
                Ty::Tuple(vec![Ty::Bool, ty.clone()]),
            ),
            _ => ("<A>(a: A) -> ", "r == Some(a)", "Some(a)", vec![param], Ty::Option(Box::new(ty.clone()))),
        };
        let written = match &result {
            Ty::Tuple(_) => "(B, A)",
            Ty::Option(_) if spec == "r == Some(a)" => "Option<A>",
            _ => "A",
        };
        let holes = vec!["§"; params.len()].join(", ");
        let (low, high) = bounds(&result);
        self.callees.push(Callee { template: format!("{name}({holes})"), params, result, low, high, total: true });
        let pieces = vec![
            Piece::Text(format!("fn {name}{text}")),
            Piece::Proof(format!("(r: {written}) ensures {spec} ")),
            Piece::Run(format!("{written} ")),
            Piece::Text(format!("{{ {body} }}\n")),
        ];
        Node { kind: Kind::Part, pieces }
    }

    /// A function that calls itself.
    fn recursion(&mut self) -> Node {
        let name = self.fresh("f");
        let int = self.int();
        let (a, b) = (self.dice.between(0, 9), self.dice.between(0, 2));
        let word = int.name;
        let ty = Ty::Int(int);
        let head = Head {
            text: format!("fn {name}(n: u8, x: {word}) -> "),
            params: vec![("n".into(), Ty::Int(SMALL[0]), false), ("x".into(), ty.clone(), false)],
            result: ty.clone(),
            asks: true,
        };
        let op = *self.dice.pick(&["add", "sub", "mul"]);
        let text = format!(
            "if n == {b} {{ return {a}; }}\nif n < {b} {{ return x; }}\nlet k = {name}(n - 1, x.wrapping_{op}({a}));\nk.wrapping_add(x)"
        );
        let body = Node::new(Kind::Part, &text, []);
        let mut node = self.with_contract(head, body, true);
        if let Some(at) = node.pieces.iter().position(|piece| matches!(piece, Piece::Contract(_))) {
            node.pieces.insert(at + 1, Piece::Proof("    decreases n\n".into()));
        }
        let params = vec![
            Param { ty: Ty::Int(SMALL[0]), low: 0, high: 4, by_mut: false },
            Param { ty: ty.clone(), low: int.low(), high: int.high(), by_mut: false },
        ];
        let callee = Callee {
            template: format!("{name}(§, §)"),
            params,
            result: ty,
            low: int.low(),
            high: int.high(),
            total: false,
        };
        self.callees.push(callee);
        Node::new(Kind::Part, "§\n", [node])
    }
}
