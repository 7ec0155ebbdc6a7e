//! Expressions: numbers, conditions, values without references, and references.
//!
//! An expression with references comes with the places that they may borrow. A value that is chosen by a condition may borrow
//! what either side does:
//!
//! ```text
//! if v1 < 3 { &mut v2 } else { &mut *v4.r }     // borrows v2 and *v4.r
//! ```

use super::super::tree::{Kind, Node};
use super::super::types::Ty;
use super::References;
use super::scope::{Loan, Place, borrows};

/// An expression, and what the references in its value may borrow.
pub(super) type Borrowing = (Node, Vec<Loan>);

impl References {
    /// An expression of the number type.
    pub(super) fn number(&mut self, depth: usize) -> Node {
        let ty = self.number_type();
        match self.dice.below(if depth == 0 { 70 } else { 100 }) {
            0..30 => self.literal(),
            30..70 => self.read(&ty).unwrap_or_else(|| self.literal()),
            70..88 => {
                let (left, right) = (self.number(depth - 1), self.number(depth - 1));
                Node::expr(&ty, "§.wrapping_add(§)", [left, right])
            }
            _ => {
                let condition = self.condition();
                let (yes, no) = (self.number(depth - 1), self.number(depth - 1));
                Node::expr(&ty, "(if § { § } else { § })", [condition, yes, no])
            }
        }
    }

    /// A literal of the number type.
    fn literal(&mut self) -> Node {
        let text = format!("{}{}", self.dice.below(10), self.int.name);
        Node::expr(&self.number_type(), &text, [])
    }

    /// The value at a place.
    fn read(&mut self, ty: &Ty) -> Option<Node> {
        let place = self.place(|place| place.ty == *ty)?;
        self.touch(&place);
        Some(Node::expr(ty, &place.text, []))
    }

    /// A truth value. Many depend on the arguments of the function, so that both values occur.
    pub(super) fn condition(&mut self) -> Node {
        let has_params = self.vars.first().is_some_and(|var| var.name == "c");
        match self.dice.below(if has_params { 10 } else { 3 }) {
            0..2 => {
                let (left, right) = (self.number(0), self.number(0));
                let op = *self.dice.pick(&["<", "==", "!="]);
                // A literal before `<` would begin a type.
                Node::expr(&Ty::Bool, &format!("(§ {op} §)"), [left, right])
            }
            2 => Node::expr(&Ty::Bool, if self.dice.chance(50) { "true" } else { "false" }, []),
            3..7 => Node::expr(&Ty::Bool, if self.dice.chance(50) { "d" } else { "!d" }, []),
            _ => {
                let text = format!("c == {}", self.dice.below(3));
                Node::expr(&Ty::Bool, &text, [])
            }
        }
    }

    /// A value of a type without references.
    pub(super) fn value(&mut self, ty: &Ty, depth: usize) -> Node {
        if ty.copy()
            && !matches!(ty, Ty::Int(_))
            && self.dice.chance(25)
            && let Some(node) = self.read(ty)
        {
            return node;
        }
        match ty {
            Ty::Tuple(types) => {
                let parts: Vec<Node> = types.iter().map(|ty| self.value(ty, 0)).collect();
                Node::expr(ty, "(§, §)", parts)
            }
            Ty::Named(decl) => {
                let types: Vec<Ty> = decl.variants[0].fields.iter().map(|(_, ty)| ty.clone()).collect();
                let parts: Vec<Node> = types.iter().map(|ty| self.value(ty, 0)).collect();
                Node::expr(ty, "S { x0: §, x1: § }", parts)
            }
            Ty::Option(of) if self.dice.chance(75) => {
                let inner = self.value(of, 0);
                Node::expr(ty, "Some(§)", [inner])
            }
            Ty::Option(_) => Node::expr(ty, &format!("None::<{}>", self.int.name), []),
            Ty::Array(of, _) => {
                let parts = [self.value(of, 0), self.value(of, 0)];
                Node::expr(ty, "[§, §]", parts)
            }
            Ty::Vec(of) => {
                let parts = [self.value(of, 0), self.value(of, 0)];
                Node::expr(ty, "vec![§, §]", parts)
            }
            _ => self.number(depth),
        }
    }

    /// A value of a type with references: a reference, a pair of two, an option, or the struct that has one. Nothing, where there
    /// is nothing to borrow.
    pub(super) fn borrowing(&mut self, ty: &Ty, depth: usize) -> Option<Borrowing> {
        if self.dice.chance(20)
            && let Some(moved) = self.moved(ty)
        {
            return Some(moved);
        }
        match ty {
            Ty::Mut(of) => self.reference(ty, of, depth),
            Ty::Tuple(types) => {
                let (first, mut from) = self.held(&types[0])?;
                let (second, more) = self.held(&types[1])?;
                from.extend(more);
                Some((Node::expr(ty, "(§, §)", [first, second]), from))
            }
            Ty::Named(decl) => {
                let to = decl.variants[0].fields[0].1.clone();
                let (inner, from) = self.held(&to)?;
                let n = self.number(0);
                if self.dice.chance(30) {
                    return Some((Node::expr(ty, "wrap(§, §)", [inner, n]), from));
                }
                Some((Node::expr(ty, "P { r: §, n: § }", [inner, n]), from))
            }
            Ty::Option(of) if self.dice.chance(85) => {
                let (inner, from) = self.held(of)?;
                Some((Node::expr(ty, "Some(§)", [inner]), from))
            }
            Ty::Option(_) => Some((Node::expr(ty, &format!("None::<&mut {}>", self.int.name), []), Vec::new())),
            _ => None,
        }
    }

    /// A part of a value: what it borrows stays borrowed for the rest of the statement.
    pub(super) fn held(&mut self, ty: &Ty) -> Option<Borrowing> {
        let (node, from) = self.borrowing(ty, 1)?;
        self.pending.extend(from.clone());
        Some((node, from))
    }

    /// A variable, or a part of one, that is moved. Nothing can be moved from behind a reference.
    fn moved(&mut self, ty: &Ty) -> Option<Borrowing> {
        let around = self.loops.last().copied().unwrap_or(0);
        let inner = |vars: &[super::Var], place: &Place| vars[place.var].depth > around;
        let vars = self.vars.clone();
        let place = self.place(|place| place.ty == *ty && !place.is_behind() && inner(&vars, place))?;
        self.touch(&place);
        let var = &mut self.vars[place.var];
        var.gone = true;
        let from = var.from.clone();
        Some((Node::expr(ty, &place.text, []), from))
    }

    /// `&mut`, or something that gives such a reference:
    ///
    /// ```text
    /// &mut v1.x0      &mut *v2       pick(v2, &mut v3, v4 < 2)      wrap(v2, 7).r
    /// ```
    fn reference(&mut self, ty: &Ty, of: &Ty, depth: usize) -> Option<Borrowing> {
        let is_number = matches!(of, Ty::Int(_));
        match self.dice.below(if depth == 0 { 50 } else { 100 }) {
            50..60 => {
                let condition = self.condition();
                let (yes, mut from) = self.held(ty)?;
                let (no, more) = self.held(ty)?;
                from.extend(more);
                let form = *self.dice.pick(&["(if § { § } else { § })", "(match § { true => §, false => § })"]);
                Some((Node::expr(ty, form, [condition, yes, no]), from))
            }
            60..70 if !borrows(of) => {
                let (first, mut from) = self.held(ty)?;
                let (second, more) = self.held(ty)?;
                let condition = self.condition();
                from.extend(more);
                Some((Node::expr(ty, "pick(§, §, §)", [first, second, condition]), from))
            }
            70..76 if !borrows(of) => {
                let (inner, from) = self.borrowing(ty, depth - 1)?;
                Some((Node::expr(ty, "same(§)", [inner]), from))
            }
            76..84 if is_number => {
                let pair = Ty::Mut(Box::new(Ty::Tuple(vec![of.clone(), of.clone()])));
                let (inner, from) = self.borrowing(&pair, depth - 1)?;
                Some((Node::expr(ty, "first(§)", [inner]), from))
            }
            84..90 if is_number => {
                let holder = Ty::Named(self.holder.clone());
                let (inner, from) = self.borrowing(&holder, depth - 1)?;
                let text = *self.dice.pick(&["inner(§)", "(§.r)"]);
                Some((Node::expr(ty, text, [inner]), from))
            }
            90..95 if is_number => {
                let option = Ty::Option(Box::new(ty.clone()));
                let (inner, mut from) = self.held(&option)?;
                let (other, more) = self.held(ty)?;
                from.extend(more);
                Some((Node::expr(ty, "(match § { Some(p) => p, None => § })", [inner, other]), from))
            }
            _ => {
                let place = self.place(|place| place.ty == *of && place.writable)?;
                self.touch(&place);
                let node = Node::new(Kind::Expr(ty.clone()), &format!("&mut {}", place.text), []);
                let mut from = vec![(place.var, place.path)];
                if borrows(of) {
                    // Through this one, what is behind can be reached as well.
                    from.extend(self.vars[from[0].0].from.clone());
                }
                Some((node, from))
            }
        }
    }
}
