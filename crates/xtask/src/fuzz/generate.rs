//! Generates well-typed programs that run without arguments.
//!
//! Every variable and expression of an integer type has an interval that its values stay in. Operations that could go wrong
//! within the intervals are written in a form that cannot (`wrapping_add`, a mask, a test before), but for a few that are left
//! as they are, so that some cases panic.

mod calls;
mod expr;
mod functions;
mod items;
mod kits;
mod loops;
mod patterns;
mod place;
mod stmt;
mod values;

use std::rc::Rc;

use super::random::Dice;
use super::tree::{Node, Point};
use super::types::{Decl, INTS, Int, Ty};

/// A generated case: what stands before its `verus!` block, and what is in it, with the function `case`.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The number that it was made from.
    pub(super) seed: u64,
    /// Macros and the like.
    pub(super) outside: Node,
    /// The items inside of `verus!`.
    pub(super) items: Node,
}

/// So many of a hundred cases are small.
const SMALL: usize = 85;

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    /// The name of the variable.
    name: String,
    /// Its type.
    ty: Ty,
    /// Whether it is `mut`.
    mutable: bool,
    /// The smallest possible value.
    low: i128,
    /// The largest possible value.
    high: i128,
    /// In how many loops it was declared; it may be moved only there.
    depth: usize,
    /// A mutable reference, which is written `*name`.
    by_mut: bool,
    /// Its value was moved out.
    gone: bool,
    /// A loop counts with it: only the loop changes it.
    counter: bool,
}

/// An expression with the interval of its values.
#[derive(Clone, Debug)]
struct Expr {
    /// The text of the expression.
    node: Node,
    /// The smallest possible value.
    low: i128,
    /// The largest possible value.
    high: i128,
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Callee {
    /// A template with a `§` for each argument.
    template: String,
    /// The parameters.
    params: Vec<Param>,
    /// The result type.
    result: Ty,
    /// The smallest possible result.
    low: i128,
    /// The largest possible result.
    high: i128,
    /// It takes all arguments of its types.
    total: bool,
}

#[derive(Clone, Debug)]
struct Param {
    /// The type of the parameter.
    ty: Ty,
    /// The smallest allowed argument.
    low: i128,
    /// The largest allowed argument.
    high: i128,
    /// Whether it is a mutable reference.
    by_mut: bool,
}

/// A loop around the present place.
#[derive(Clone, Debug)]
struct Loop {
    /// The label of the loop.
    label: String,
    /// Whether something leaves the loop.
    breaks: bool,
    /// Whether the label is used.
    labelled: bool,
}

/// What the generator knows at a place of the program.
struct Generator {
    /// The source of random choices.
    dice: Dice,
    /// The number of places so far.
    ids: usize,
    /// The number of names so far.
    names: usize,
    /// The variables in scope.
    vars: Vec<Var>,
    /// The functions that can be called.
    callees: Vec<Callee>,
    /// The datatypes of the case.
    decls: Vec<Rc<Decl>>,
    /// Macros with one expression of this integer type.
    macros: Vec<(String, usize)>,
    /// The loops around the current place.
    loops: Vec<Loop>,
    /// What `return` gives back, where it may stand.
    returns: Option<Ty>,
    /// Whether code must run without a panic for all arguments.
    total: bool,
    /// Whether no ghost code may stand here, as in the arguments of a macro.
    plain: bool,
    /// Whether methods of traits may be called on types of the standard library. Files with such calls are audited, which takes
    /// long, so only some files have them.
    audited: bool,
    /// Whether the case is to be small. Most are: what a mistake needs is seldom large, and many small programs say more
    /// in the same time than a few large ones. The others show what comes of many things in one place.
    small: bool,
    /// Statements that may still be made; keeps cases small.
    budget: usize,
}

/// Generates the case of this number.
pub(super) fn case(seed: u64) -> Case {
    let mut generator = Generator {
        dice: Dice::new(seed),
        ids: 0,
        names: 0,
        vars: Vec::new(),
        callees: Vec::new(),
        decls: Vec::new(),
        macros: Vec::new(),
        loops: Vec::new(),
        returns: None,
        total: false,
        plain: false,
        audited: (seed / 100).is_multiple_of(8),
        small: false,
        budget: 0,
    };
    generator.small = generator.dice.chance(SMALL);
    let (outside, mut items) = generator.items();
    for _ in 0..generator.some_items() {
        items.push(generator.helper());
    }
    items.push(generator.case_function());
    Case { seed, outside: Node::list(outside), items: Node::list(items) }
}

impl Generator {
    /// A new number of a place.
    fn id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    /// How many items of one kind to make.
    fn some_items(&mut self) -> usize {
        if self.small { usize::from(self.dice.chance(25)) } else { self.dice.below(3) }
    }

    /// A new name, or sometimes one that is in scope.
    fn name(&mut self) -> String {
        if self.dice.chance(8) && self.loops.is_empty() {
            let old: Vec<String> =
                self.vars.iter().filter(|v| !v.by_mut && !v.counter).map(|v| v.name.clone()).collect();
            if !old.is_empty() {
                return self.dice.pick(&old).clone();
            }
        }
        self.fresh("v")
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn int(&mut self) -> Int {
        // What is in scope is more interesting than another literal.
        if self.dice.chance(60) {
            let visible = self.visible();
            let all: Vec<Int> = visible
                .iter()
                .filter_map(|i| if let Ty::Int(int) = self.vars[*i].ty { Some(int) } else { None })
                .collect();
            if !all.is_empty() {
                return *self.dice.pick(&all);
            }
        }
        // Small types are chosen more often: more happens at their ends.
        if self.dice.chance(50) { INTS[self.dice.below(6)] } else { *self.dice.pick(&INTS) }
    }

    /// A type for a variable.
    fn ty(&mut self, depth: usize) -> Ty {
        if depth > 0 && self.dice.chance(40) {
            let visible = self.visible();
            let vars = visible.iter().map(|i| &self.vars[*i].ty);
            let calls = self.callees.iter().map(|callee| &callee.result);
            let all: Vec<Ty> = vars.chain(calls).filter(|ty| !matches!(ty, Ty::Ref(_))).cloned().collect();
            if !all.is_empty() {
                return self.dice.pick(&all).clone();
            }
        }
        match self.dice.below(if depth == 0 { 60 } else { 100 }) {
            0..45 => Ty::Int(self.int()),
            45..56 => Ty::Bool,
            56..60 => Ty::Char,
            60..70 => {
                let n = 1 + self.dice.below(3);
                Ty::Tuple((0..n).map(|_| self.ty(depth - 1)).collect())
            }
            70..76 => Ty::Array(Box::new(self.scalar()), 1 + self.dice.below(4)),
            76..83 => Ty::Vec(Box::new(self.scalar())),
            83..90 => Ty::Option(Box::new(self.ty(depth - 1))),
            90..92 => Ty::Result(Box::new(self.ty(depth - 1)), Box::new(self.scalar())),
            92..94 => Ty::Text,
            _ if !self.decls.is_empty() => Ty::Named(self.dice.pick(&self.decls).clone()),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Ty {
        if self.dice.chance(80) { Ty::Int(self.int()) } else { Ty::Bool }
    }

    /// Declares a variable.
    fn declare(&mut self, name: &str, ty: &Ty, mutable: bool, bounds: (i128, i128)) {
        let depth = self.loops.len();
        self.vars.push(Var {
            name: name.into(),
            ty: ty.clone(),
            mutable,
            low: bounds.0,
            high: bounds.1,
            depth,
            by_mut: false,
            gone: false,
            counter: false,
        });
    }

    /// The variables that can be named here: of several with one name only the last.
    fn visible(&self) -> Vec<usize> {
        let mut all: Vec<usize> = Vec::new();
        for (i, var) in self.vars.iter().enumerate().rev() {
            if !all.iter().any(|j| self.vars[*j].name == var.name) {
                all.push(i);
            }
        }
        all.retain(|i| !self.vars[*i].gone);
        all
    }

    /// How a variable is written.
    fn written(var: &Var) -> String {
        if var.by_mut { format!("(*{})", var.name) } else { var.name.clone() }
    }

    /// A point where all variables are seen that can be named here.
    fn everything(&mut self) -> Point {
        let id = self.id();
        let mut places: Vec<(String, Ty)> =
            self.visible().iter().map(|i| (Self::written(&self.vars[*i]), self.vars[*i].ty.clone())).collect();
        places.truncate(14);
        Point { id, places }
    }

    /// A point where a few are seen.
    fn some(&mut self) -> Option<Point> {
        let mut places: Vec<(String, Ty)> =
            self.visible().iter().map(|i| (Self::written(&self.vars[*i]), self.vars[*i].ty.clone())).collect();
        if places.is_empty() {
            return None;
        }
        let first = self.dice.below(places.len());
        places.swap(0, first);
        places.truncate(1 + self.dice.below(2));
        Some(Point { id: self.id(), places })
    }
}

/// The interval of a type, which for what is no integer means nothing.
fn bounds(ty: &Ty) -> (i128, i128) {
    match ty {
        Ty::Int(int) => (int.low(), int.high()),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Form;
    use super::case;

    #[test]
    fn the_same_number_gives_the_same_case() {
        let text = |seed| {
            let mut out = String::new();
            case(seed).items.print(Form::Run, &mut out);
            out
        };
        for seed in 0..50 {
            assert_eq!(text(seed), text(seed));
        }
        assert_ne!(text(1), text(2));
    }

    #[test]
    fn cases_are_rust() {
        for seed in 0..200 {
            let mut out = String::new();
            case(seed).items.print(Form::Run, &mut out);
            if let Err(error) = syn::parse_file(&out) {
                panic!("case {seed}: {error}\n{out}");
            }
        }
    }
}
