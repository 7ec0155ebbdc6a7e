//! The items of a case beside its functions: datatypes, constants, macros, modules.
//!
//! Constants are computed without overflow from literals. A module has constants of the same name at two depths, so that a path that
//! is resolved wrongly gives another value.

use std::rc::Rc;

use super::super::tree::{Form, Kind, Node, Piece};
use super::super::types::{Decl, INTS, Ty, Variant};
use super::{Callee, Generator, bounds};

impl Generator {
    /// What stands outside of `verus!`, and the items inside.
    pub(super) fn items(&mut self) -> (Vec<Node>, Vec<Node>) {
        let mut outside = Vec::new();
        let mut items = Vec::new();
        for _ in 0..self.some_items() {
            items.push(self.datatype_item());
        }
        if self.dice.chance(if self.small { 8 } else { 25 }) {
            outside.push(self.macro_item());
        }
        for _ in 0..self.some_items() {
            items.push(self.constant());
        }
        if self.dice.chance(if self.small { 4 } else { 15 }) {
            items.push(self.module());
        }
        if !self.small || self.dice.chance(25) {
            items.extend(self.kits());
        }
        (outside, items)
    }

    /// A struct or enum, with derives as its fields allow.
    fn datatype_item(&mut self) -> Node {
        let is_enum = self.dice.chance(50);
        let name = self.fresh(if is_enum { "E" } else { "S" });
        let count = if is_enum { 1 + self.dice.below(4) } else { 1 };
        let mut variants = Vec::new();
        for i in 0..count {
            let named = self.dice.chance(50);
            let wanted = if is_enum { self.dice.below(3) } else { 1 + self.dice.below(3) };
            let mut fields = Vec::new();
            for j in 0..wanted {
                let field = if named { format!("x{j}") } else { j.to_string() };
                fields.push((field, self.ty(1)));
            }
            let name = if is_enum { format!("K{i}") } else { name.clone() };
            variants.push(Variant { name, named, fields });
        }
        let all = |test: fn(&Ty) -> bool| variants.iter().all(|v| v.fields.iter().all(|(_, ty)| test(ty)));
        let (copy, eq) = (all(Ty::copy) && self.dice.chance(85), all(Ty::has_eq));
        let decl = Rc::new(Decl { name, variants, is_enum, copy, eq });
        self.decls.push(decl.clone());
        let derives = match (copy, eq) {
            (true, true) => "#[derive(Clone, Copy, PartialEq, Eq)]\n",
            (true, false) => "#[derive(Clone, Copy)]\n",
            (false, true) => "#[derive(PartialEq, Eq)]\n",
            (false, false) => "",
        };
        let mut pieces = vec![Piece::Text(format!("{derives}{}", definition(&decl)))];
        pieces.push(Piece::Run(observer(&decl)));
        Node { kind: Kind::Part, pieces }
    }

    /// A `const` or `static`.
    fn constant(&mut self) -> Node {
        let is_static = self.dice.chance(20);
        let ty = if is_static { self.scalar() } else { self.ty(1) };
        if !ty.copy() {
            return Node::list([]);
        }
        let name = self.fresh("N");
        let (total, plain) = (std::mem::replace(&mut self.total, true), std::mem::replace(&mut self.plain, true));
        let value = match &ty {
            Ty::Int(int) => self.constant_integer(*int),
            ty => self.plain_constant(ty),
        };
        (self.total, self.plain) = (total, plain);
        let (low, high) = bounds(&ty);
        let callee = Callee { template: name.clone(), params: Vec::new(), result: ty.clone(), low, high, total: true };
        self.callees.push(callee);
        if !is_static {
            return Node::new(Kind::Part, &format!("const {name}: {} = §;\n", ty.text()), [value]);
        }
        // A static is known by its contract only.
        let pieces = vec![
            Piece::Proof("exec ".into()),
            Piece::Text(format!("static {name}: {}", ty.text())),
            Piece::Proof(" ensures ".to_owned() + &name + " == ("),
            Piece::Proof(text_of(&value)),
            Piece::Proof(") { ".into()),
            Piece::Run(" = ".into()),
            Piece::Sub(value),
            Piece::Proof(" }".into()),
            Piece::Run(";".into()),
            Piece::Text("\n".into()),
        ];
        Node { kind: Kind::Part, pieces }
    }

    /// An integer constant that is computed.
    fn constant_integer(&mut self, int: super::super::types::Int) -> Node {
        let (a, b) = (self.dice.between(0, 9), self.dice.between(1, 9));
        let op = *self.dice.pick(&["+", "*", "/", "%"]);
        let (left, right) = (self.number(int, a).node, self.number(int, b).node);
        Node::new(Kind::Part, &format!("§ {op} §"), [left, right])
    }

    /// A value without calls.
    fn plain_constant(&mut self, ty: &Ty) -> Node {
        let callees = std::mem::take(&mut self.callees);
        let value = self.constructed(ty, 0);
        self.callees = callees;
        value
    }

    /// A module with a constant and a function of names that the case has as well.
    fn module(&mut self) -> Node {
        let name = self.fresh("m");
        let int = self.int();
        let (a, b) = (self.dice.between(0, 50), self.dice.between(0, 50));
        let ty = Ty::Int(int);
        for (path, value) in
            [(format!("{name}::VALUE"), a), (format!("{name}::inner::VALUE"), b), (format!("{name}::inner::up()"), a)]
        {
            let callee =
                Callee { template: path, params: Vec::new(), result: ty.clone(), low: value, high: value, total: true };
            self.callees.push(callee);
        }
        let int = int.name;
        let pieces = vec![
            Piece::Text(format!(
                "mod {name} {{\nuse super::*;\npub const VALUE: {int} = {a};\npub mod inner {{\nuse super::*;\npub const VALUE: {int} = {b};\n"
            )),
            Piece::Text("pub fn up() -> ".into()),
            Piece::Proof(format!("(r: {int}) ensures r == {a} ")),
            Piece::Run(format!("{int} ")),
            Piece::Text("{ super::VALUE }\n}\n}\n".into()),
        ];
        Node { kind: Kind::Part, pieces }
    }

    /// A macro by example over expressions.
    fn macro_item(&mut self) -> Node {
        let name = self.fresh("mac");
        let (a, b) = (self.dice.below(4), self.dice.below(6));
        let body = match self.dice.below(4) {
            0 => format!("($x:expr) => {{ $x * {a} + {b} }}; ($x:expr, $y:expr) => {{ $x * $y + {a} }};"),
            1 => format!("($x:expr $(, $y:expr)*) => {{ {{ let t = $x; t $(+ $y)* + {b} }} }};"),
            2 => format!(
                "($x:expr) => {{ {name}!($x, {a}) }}; ($x:expr, $y:expr) => {{ if $x > $y {{ $x - $y }} else {{ $y - $x }} }};"
            ),
            _ => format!(
                "($x:expr) => {{ match $x {{ 0 => {a}, 1 | 2 => {b}, n => n }} }}; ($x:expr, $y:expr) => {{ ($x + $y) * {a} }};"
            ),
        };
        self.macros.push((name.clone(), 1));
        self.macros.push((name.clone(), 2));
        Node::new(Kind::Part, &format!("macro_rules! {name} {{ {body} }}\n"), [])
    }
}

/// The text of a value that has one form only.
fn text_of(value: &Node) -> String {
    let mut out = String::new();
    value.print(Form::Run, &mut out);
    out
}

/// How a datatype is declared.
fn definition(decl: &Decl) -> String {
    let fields = |variant: &Variant, public: &str| {
        let all: Vec<String> = variant
            .fields
            .iter()
            .map(|(name, ty)| {
                if variant.named { format!("{public}{name}: {}", ty.text()) } else { format!("{public}{}", ty.text()) }
            })
            .collect();
        match (variant.fields.is_empty(), variant.named) {
            (true, _) => String::new(),
            (_, true) => format!(" {{ {} }}", all.join(", ")),
            _ => format!("({})", all.join(", ")),
        }
    };
    if decl.is_enum {
        let all: Vec<String> = decl.variants.iter().map(|v| format!("{}{}", v.name, fields(v, ""))).collect();
        return format!("pub enum {} {{ {} }}\n", decl.name, all.join(", "));
    }
    let variant = &decl.variants[0];
    let end = if variant.named && !variant.fields.is_empty() { "" } else { ";" };
    format!("pub struct {}{}{end}\n", decl.name, fields(variant, "pub "))
}

/// How values of a datatype are written down when they are seen.
fn observer(decl: &Decl) -> String {
    let mut arms = String::new();
    for variant in &decl.variants {
        let path = if decl.is_enum { format!("{}::{}", decl.name, variant.name) } else { decl.name.clone() };
        let names: Vec<String> = (0..variant.fields.len()).map(|i| format!("q{i}")).collect();
        let inner: Vec<String> =
            variant.fields.iter().zip(&names).map(|((field, _), q)| format!("{field}: {q}")).collect();
        arms.push_str(&format!(
            "{path} {{ {} }} => crate::parts(out, \"{}\", &[{}]),\n",
            inner.join(", "),
            variant.name,
            names.join(", ")
        ));
    }
    format!("impl crate::Obs for {} {{ fn obs(&self, out: &mut String) {{ match self {{ {arms} }} }} }}\n", decl.name)
}

/// The integer types that methods of kits work on.
pub(super) const SMALL: [super::super::types::Int; 6] = [INTS[0], INTS[1], INTS[2], INTS[3], INTS[4], INTS[5]];
