//! Random programs about mutable references: borrowed, stored, reborrowed, moved, swapped, chosen, and ended on every path.
//!
//! All numbers of a case have one type, so that nearly every reference fits nearly everywhere. The case calls one function a
//! few times with different arguments; its contract is a table of what was seen, so both sides of each condition can be
//! taken. Where a reference ends, the value of `*final(r)` is claimed as well.
//!
//! The generator follows roughly what a use of a place ends (`scope.rs`). rustc decides: what it refuses is not counted.
//!
//! ```text
//! fn f(v0: u8, v1: bool) -> (r: u8) {
//!     let mut v2 = S { x0: v0, x1: (4, 1) };
//!     let v3 = P { r: &mut v2.x0, n: 3 };
//!     if v1 { put(v3.r, 9); }
//!     v2.x0
//! }
//! ```

mod helpers;
mod scope;
mod stmt;
mod value;

use std::rc::Rc;

use super::generate::Case;
use super::random::Dice;
use super::tree::{Contract, Kind, Node, Piece, Point, seen};
use super::types::{Decl, INTS, Int, Ty, Variant};
use scope::{Loan, Var};

/// What the generator knows at a place of the program.
struct References {
    /// The source of random choices.
    dice: Dice,
    /// The number of places where values are recorded.
    ids: usize,
    /// The number of names so far.
    names: usize,
    /// The type of all numbers of the case.
    int: Int,
    /// A struct with two fields, one of them a pair.
    owner: Rc<Decl>,
    /// A struct with a reference.
    holder: Rc<Decl>,
    /// The variables in scope.
    vars: Vec<Var>,
    /// How many blocks there are around the current place.
    depth: usize,
    /// For each loop around the current place, the number of blocks around it.
    loops: Vec<usize>,
    /// Whether something leaves the innermost loop.
    breaks: bool,
    /// What temporary values of the current statement borrow.
    pending: Vec<Loan>,
    /// The variables that the current statement has used.
    used: Vec<usize>,
    /// The points that stand before the current statement: references that it ends.
    ended: Vec<Node>,
    /// The number of further statements.
    budget: usize,
}

/// Generates the case of this number.
pub(super) fn case(seed: u64) -> Case {
    let mut dice = Dice::new(seed ^ 0x7265_6673);
    let int = INTS[*dice.pick(&[0, 0, 3, 4, 6])];
    let number = Ty::Int(int);
    let pair = Ty::Tuple(vec![number.clone(), number.clone()]);
    let owner = record("S", true, [("x0", number.clone()), ("x1", pair)]);
    let holder = record("P", false, [("r", Ty::Mut(Box::new(number.clone()))), ("n", number)]);
    let mut generator = References {
        dice,
        ids: 0,
        names: 0,
        int,
        owner,
        holder,
        vars: Vec::new(),
        depth: 0,
        loops: Vec::new(),
        breaks: false,
        pending: Vec::new(),
        used: Vec::new(),
        ended: Vec::new(),
        budget: 0,
    };
    let function = generator.function();
    let case = generator.case_function(&function);
    let types = generator.types();
    let items = vec![types, helpers::used(generator.int, &[&function.node, &case]), function.node, case];
    Case { seed, outside: Node::list([]), items: Node::list(items) }
}

/// A struct.
fn record(name: &str, copy: bool, fields: [(&str, Ty); 2]) -> Rc<Decl> {
    let fields = fields.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect();
    let variants = vec![Variant { name: name.into(), named: true, fields }];
    Rc::new(Decl { name: name.into(), variants, is_enum: false, copy, eq: false })
}

/// The function that the case calls.
struct Function {
    /// Its text.
    node: Node,
    /// What its last parameter refers to.
    target: Ty,
}

impl References {
    /// A new number of a place.
    fn id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    /// A new name.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// The type of all numbers.
    fn number_type(&self) -> Ty {
        Ty::Int(self.int)
    }

    /// A type without references.
    fn owned_type(&mut self) -> Ty {
        let number = self.number_type();
        match self.dice.below(100) {
            0..35 => number,
            35..55 => Ty::Tuple(vec![number.clone(), number]),
            55..72 => Ty::Named(self.owner.clone()),
            72..84 => Ty::Option(Box::new(number)),
            84..92 => Ty::Array(Box::new(number), 2),
            _ => Ty::Vec(Box::new(number)),
        }
    }

    /// A type with references.
    fn borrowing_type(&mut self) -> Ty {
        let to_number = Ty::Mut(Box::new(self.number_type()));
        match self.dice.below(100) {
            0..35 => to_number,
            35..58 => Ty::Mut(Box::new(self.owned_type())),
            58..68 => Ty::Tuple(vec![to_number.clone(), to_number]),
            68..78 => Ty::Option(Box::new(to_number)),
            78..88 => Ty::Named(self.holder.clone()),
            88..95 => Ty::Mut(Box::new(to_number)),
            95..98 => Ty::Mut(Box::new(Ty::Named(self.holder.clone()))),
            _ => Ty::Mut(Box::new(Ty::Option(Box::new(to_number)))),
        }
    }

    /// The two structs.
    fn types(&self) -> Node {
        let int = self.int.name;
        let own = format!("#[derive(Clone, Copy)]\npub struct S {{ pub x0: {int}, pub x1: ({int}, {int}) }}\n");
        let held = format!("pub struct P<'a> {{ pub r: &'a mut {int}, pub n: {int} }}\n");
        let observe = |name: &str, parts: &str, word: &str| {
            let parts = format!("crate::parts(out, \"{word}\", &[{parts}]);");
            format!("impl crate::Obs for {name} {{ fn obs(&self, out: &mut String) {{ {parts} }} }}\n")
        };
        let seen = observe("S", "&self.x0, &self.x1", "S") + &observe("P<'_>", "&self.r, &self.n", "P");
        Node { kind: Kind::Part, pieces: vec![Piece::Text(own + &held), Piece::Run(seen)] }
    }

    /// A function of a number, a truth value and a reference.
    fn function(&mut self) -> Function {
        let target = self.owned_type();
        let number = self.number_type();
        let params = [("c", number.clone()), ("d", Ty::Bool), ("a", Ty::Mut(Box::new(target.clone())))];
        for (name, ty) in &params {
            self.declare(name, ty, false, Vec::new());
        }
        self.budget = 3 + self.dice.below(9);
        self.depth = 1;
        let mut body = Vec::new();
        while self.budget > 0 {
            body.extend(self.statements(3));
        }
        body.extend(self.point());
        body.push(self.last());
        self.vars.clear();
        let id = self.id();
        let int = self.int.name;
        let contract = Contract {
            id,
            params: vec![
                ("c".into(), number.clone(), false),
                ("d".into(), Ty::Bool, false),
                ("a".into(), target.clone(), true),
            ],
            result: number,
            asks: true,
        };
        let attributes = "#[verifier::loop_isolation(false)]\n#[verifier::allow_complex_invariants]\n";
        let pieces = vec![
            Piece::Proof(attributes.into()),
            Piece::Text(format!("fn f(c: {int}, d: bool, a: &mut {}) -> ", target.text())),
            Piece::Proof(format!("(r: {int})\n")),
            Piece::Run(format!("{int}\n")),
            Piece::Contract(contract),
            Piece::Text("{\n".into()),
            Piece::Run(format!("{}let out: {int} = (|| -> {int} {{\n", seen("enter", id, ["c", "d", "a"]))),
            Piece::Sub(Node::list(body)),
            Piece::Run(format!("\n}})();\n{}out", seen("leave", id, ["a", "out"]))),
            Piece::Text("\n}\n".into()),
        ];
        Function { node: Node { kind: Kind::Part, pieces }, target }
    }

    /// The result of the function, behind the references that computing it ends.
    fn last(&mut self) -> Node {
        self.begin();
        let value = self.number(2);
        let mut all = std::mem::take(&mut self.ended);
        all.push(value);
        Node::list(all)
    }

    /// The case: three calls.
    fn case_function(&mut self, function: &Function) -> Node {
        let number = self.number_type();
        self.depth = 1;
        self.begin();
        let first = self.value(&function.target, 1);
        let mut body = vec![Node::new(Kind::Part, "let mut x = §;\n", [first])];
        let x = [("x".to_owned(), function.target.clone())];
        let mut result = String::new();
        for _ in 0..3 {
            let (name, c, d) = (self.name(), self.dice.below(4), self.dice.chance(50));
            body.push(Node::stmt(&format!("let {name} = f({c}, {d}, &mut x);\n"), []));
            body.push(Node::point(Point { id: self.id(), places: x.to_vec() }));
            result = name;
        }
        body.push(Node::new(Kind::Part, &result, []));
        let id = self.id();
        let int = self.int.name;
        let contract = Contract { id, params: Vec::new(), result: number, asks: false };
        let pieces = vec![
            Piece::Text("pub fn case() -> ".into()),
            Piece::Proof(format!("(r: {int})\n")),
            Piece::Run(format!("{int}\n")),
            Piece::Contract(contract),
            Piece::Text("{\n".into()),
            Piece::Run(format!("{}let out: {int} = (|| -> {int} {{\n", seen("enter", id, []))),
            Piece::Sub(Node::list(body)),
            Piece::Run(format!("\n}})();\n{}out", seen("leave", id, ["out"]))),
            Piece::Text("\n}\n".into()),
        ];
        Node { kind: Kind::Part, pieces }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Form;
    use super::case;

    #[test]
    fn cases_are_rust() {
        for seed in 0..300 {
            let mut out = String::new();
            case(seed).items.print(Form::Run, &mut out);
            if let Err(error) = syn::parse_file(&out) {
                panic!("case {seed}: {error}\n{out}");
            }
        }
    }

    #[test]
    fn every_kind_of_reference_occurs() {
        let mut all = String::new();
        (0..300).for_each(|seed| case(seed).items.print(Form::Run, &mut all));
        for text in
            ["&mut (*", "Some(&mut ", "P { r: &mut ", "mem::swap(", "mem::replace(", "while ", "return ", "pick("]
        {
            assert!(all.contains(text), "no case has `{text}`");
        }
    }
}
