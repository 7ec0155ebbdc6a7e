//! Integer expressions.
//!
//! The interval of the result decides how an operation is written. If it fits, the operator stands as it is and the verifier has
//! to prove that it does. If it may not fit, a relative that cannot fail is taken. A few are left to fail.
//!
//! Operations on bits and casts that cut off are put into a block that names their operands, so that what came out can be stated for
//! the bit-vector prover. Arguments of macros cannot hold such a block; there simpler operations are taken.

use super::super::tree::{Bits, Kind, Node, Piece, filled};
use super::super::types::{INTS, Int, Ty};
use super::{Expr, Generator};

impl Generator {
    /// An expression of an integer type.
    pub(super) fn integer(&mut self, int: Int, depth: usize) -> Expr {
        if depth == 0 {
            return self.integer_leaf(int);
        }
        match self.dice.below(100) {
            0..14 => self.integer_leaf(int),
            14..40 => self.arithmetic(int, depth),
            40..48 => self.divided(int, depth),
            48..54 => self.bits(int, depth),
            54..58 => self.shifted(int, depth),
            58..66 => self.cast(int, depth),
            66..72 => self.method(int, depth),
            72..76 => self.checked(int, depth),
            76..84 => {
                let ty = Ty::Int(int);
                self.branches(&ty, depth)
            }
            84..93 => self.call_of(&Ty::Int(int), depth).unwrap_or_else(|| self.integer_leaf(int)),
            93..96 => self.negated(int, depth),
            _ => self.grouped(int, depth),
        }
    }

    /// A literal or something that has a name.
    pub(super) fn integer_leaf(&mut self, int: Int) -> Expr {
        let ty = Ty::Int(int);
        if self.dice.chance(65)
            && let Some(place) = self.place_of(&ty)
        {
            return place;
        }
        self.literal(int)
    }

    /// A literal, mostly small.
    pub(super) fn literal(&mut self, int: Int) -> Expr {
        let value = match self.dice.below(20) {
            0..14 => self.dice.between(if int.signed { -6 } else { 0 }, 12),
            14 => int.high(),
            15 => int.low(),
            16 => int.high() - self.dice.between(0, 3),
            17 => int.low() + self.dice.between(0, 3),
            _ => self.dice.between(int.low(), int.high()),
        };
        self.number(int, value)
    }

    /// A literal of this value, in one of the ways to write it.
    pub(super) fn number(&mut self, int: Int, value: i128) -> Expr {
        let ty = Ty::Int(int);
        let name = int.name;
        let text = match self.dice.below(12) {
            0 if value >= 0 => format!("0x{value:X}{name}"),
            1 if value >= 0 => format!("0b{value:b}_{name}"),
            2 if value >= 0 => format!("0o{value:o}{name}"),
            3 if value == int.low() && int.signed => format!("{name}::MIN"),
            3 | 4 if value == int.high() && int.bits < 128 => format!("{name}::MAX"),
            _ if value < 0 => format!("({value}{name})"),
            _ => format!("{value}{name}"),
        };
        Expr { node: Node::expr(&ty, &text, []), low: value, high: value }
    }

    /// Two operands with `+`, `-` or `*`, or one of their relatives where the result may not fit.
    fn arithmetic(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let left = self.integer(int, depth - 1);
        let right = self.integer(int, depth - 1);
        let op = *self.dice.pick(&["+", "+", "-", "-", "*"]);
        let exact = interval(op, &left, &right);
        let fits = exact.is_some_and(|(low, high)| low >= int.low() && high <= int.high());
        let reckless = !self.total && self.dice.chance(4);
        if let Some((low, high)) = exact.filter(|_| fits || reckless) {
            let node = Node::expr(&ty, &format!("(§ {op} §)"), [left.node, right.node]);
            return Expr { node, low: low.max(int.low()), high: high.min(int.high()) };
        }
        let word = match op {
            "+" => "add",
            "-" => "sub",
            _ => "mul",
        };
        let (lhs, rhs) = (left.node, right.node);
        let node = match self.dice.below(10) {
            0..5 => Node::expr(&ty, &format!("§.wrapping_{word}(§)"), [lhs, rhs]),
            5..7 if !int.signed || self.dice.chance(3) => {
                Node::expr(&ty, &format!("§.saturating_{word}(§)"), [lhs, rhs])
            }
            7..9 => {
                let other = self.literal(int).node;
                Node::expr(&ty, &format!("§.checked_{word}(§).unwrap_or(§)"), [lhs, rhs, other])
            }
            _ => {
                let wide = INTS[11];
                if int.bits > 32 || self.plain {
                    Node::expr(&ty, &format!("§.wrapping_{word}(§)"), [lhs, rhs])
                } else {
                    let wider = Ty::Int(wide);
                    let inner = Node::expr(&wider, &format!("(§ as i128 {op} § as i128)"), [lhs, rhs]);
                    self.hinted(&format!("§ as {}", int.name), &ty, vec![(inner, wider)])
                }
            }
        };
        Expr { node, low: int.low(), high: int.high() }
    }

    /// `/` or `%`, with a divisor that is not zero.
    fn divided(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let left = self.integer(int, depth - 1);
        let op = *self.dice.pick(&["/", "%"]);
        let reckless = !self.total && self.dice.chance(8);
        let right = if reckless { self.integer(int, depth - 1) } else { self.literal(int) };
        let zero = right.low <= 0 && right.high >= 0;
        let minus = right.low <= -1 && right.high >= -1 && left.low == int.low();
        if (zero || minus) && !reckless {
            let by = self.dice.between(2, 9);
            let right = self.number(int, by);
            return quotient(&ty, op, left, right);
        }
        quotient(&ty, op, left, right)
    }

    /// `&`, `|` or `^`.
    fn bits(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let left = self.integer(int, depth - 1);
        if self.dice.chance(40) {
            let mask = self.dice.between(0, 15);
            let right = self.number(int, mask);
            let node = self.hinted("§ & §", &ty, vec![(left.node, ty.clone()), (right.node, ty.clone())]);
            return Expr { node, low: 0, high: mask };
        }
        let right = self.integer(int, depth - 1);
        let op = *self.dice.pick(&["&", "|", "^"]);
        let node = self.hinted(&format!("§ {op} §"), &ty, vec![(left.node, ty.clone()), (right.node, ty.clone())]);
        Expr { node, low: int.low(), high: int.high() }
    }

    /// A shift, mostly by less than the width.
    fn shifted(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let left = self.integer(int, depth - 1);
        let by = if self.dice.chance(50) { INTS[4] } else { self.int() };
        let most = if !self.total && self.dice.chance(3) { i128::from(int.bits) } else { i128::from(int.bits) - 1 };
        let amount = self.dice.between(0, most.min(by.high()));
        let amount = self.number(by, amount).node;
        let op = *self.dice.pick(&["<<", ">>"]);
        let node = self.hinted(&format!("§ {op} §"), &ty, vec![(left.node, ty.clone()), (amount, Ty::Int(by))]);
        Expr { node, low: int.low(), high: int.high() }
    }

    /// A value of another type as one of this.
    fn cast(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        match self.dice.below(10) {
            0 => {
                let inner = self.boolean(depth - 1);
                Expr { node: Node::expr(&ty, &format!("(§ as {})", int.name), [inner]), low: 0, high: 1 }
            }
            1 if int.high() > 0x10_FFFF => {
                let inner = self.value(&Ty::Char, depth - 1);
                Expr { node: Node::expr(&ty, &format!("(§ as {})", int.name), [inner]), low: 0, high: 0x10_FFFF }
            }
            _ => {
                let from = self.int();
                let inner = self.integer(from, depth - 1);
                let fits = inner.low >= int.low() && inner.high <= int.high() && from.bits < 128;
                let text = format!("§ as {}", int.name);
                let node = if fits {
                    Node::expr(&ty, &format!("({text})"), [inner.node])
                } else {
                    self.hinted(&text, &ty, vec![(inner.node, Ty::Int(from))])
                };
                let (low, high) = if fits { (inner.low, inner.high) } else { (int.low(), int.high()) };
                Expr { node, low, high }
            }
        }
    }

    /// A method of integers that cannot fail.
    fn method(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let left = self.integer(int, depth - 1);
        let (low, high) = (int.low(), int.high());
        let node = match self.dice.below(8) {
            0 | 1 => {
                let right = self.integer(int, depth - 1);
                let word = *self.dice.pick(&["min", "max"]);
                let node = Node::expr(&ty, &format!("§.{word}(§)"), [left.node, right.node]);
                let (low, high) = if word == "min" {
                    (left.low.min(right.low), left.high.min(right.high))
                } else {
                    (left.low.max(right.low), left.high.max(right.high))
                };
                return Expr { node, low, high };
            }
            2 if !int.signed => {
                let right = self.integer(int, depth - 1);
                Node::expr(&ty, "§.abs_diff(§)", [left.node, right.node])
            }
            3 => Node::expr(&ty, "§.clone()", [left.node]),
            4 => {
                let least = self.dice.between(0, 5);
                let most = least + self.dice.between(0, 90);
                let (a, b) = (self.number(int, least).node, self.number(int, most).node);
                let node = Node::expr(&ty, "§.clamp(§, §)", [left.node, a, b]);
                return Expr { node, low: least, high: most };
            }
            5 if self.dice.chance(8) => {
                let by = self.dice.between(0, 3 * i128::from(int.bits));
                let word = *self.dice.pick(&["shl", "shr"]);
                Node::expr(&ty, &format!("§.wrapping_{word}({by})"), [left.node])
            }
            6 if int.name == "u32" => {
                // Those that count ones have contracts for the smaller types only.
                let word = *self.dice.pick(&["leading_zeros", "trailing_zeros"]);
                let from = INTS[2 * self.dice.below(5)];
                let inner = self.integer(from, depth - 1);
                Node::expr(&ty, &format!("§.{word}()"), [inner.node])
            }
            _ => {
                let right = self.integer(int, depth - 1);
                let word = *self.dice.pick(&["add", "sub", "mul"]);
                Node::expr(&ty, &format!("§.wrapping_{word}(§)"), [left.node, right.node])
            }
        };
        Expr { node, low, high }
    }

    /// `match` on a checked operation.
    fn checked(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let (left, right) = (self.integer(int, depth - 1), self.integer(int, depth - 1));
        let other = self.integer(int, depth - 1);
        let word = *self.dice.pick(&["add", "sub", "mul", "div", "rem"]);
        let name = self.fresh("n");
        let text = match self.dice.below(3) {
            0 => format!("(match §.checked_{word}(§) {{ Some({name}) => {name}, None => § }})"),
            1 => format!("(if let Some({name}) = §.checked_{word}(§) {{ {name} }} else {{ § }})"),
            _ => format!("§.checked_{word}(§).unwrap_or(§)"),
        };
        let node = Node::expr(&ty, &text, [left.node, right.node, other.node]);
        Expr { node, low: int.low(), high: int.high() }
    }

    /// `-x` or `!x`.
    fn negated(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        let inner = self.integer(int, depth - 1);
        if int.signed && inner.low > int.low() && self.dice.chance(60) {
            return Expr { node: Node::expr(&ty, "(-§)", [inner.node]), low: -inner.high, high: -inner.low };
        }
        let node = self.hinted("!§", &ty, vec![(inner.node, ty.clone())]);
        Expr { node, low: int.low(), high: int.high() }
    }

    /// An operation on bits, with its result proved by the bit-vector prover where proofs may stand.
    fn hinted(&mut self, template: &str, ty: &Ty, operands: Vec<(Node, Ty)>) -> Node {
        if self.plain
            && self.dice.chance(95)
            && let Ty::Int(int) = ty
        {
            return self.integer_leaf(*int).node;
        }
        if self.plain {
            return Node::expr(ty, &format!("({template})"), operands.into_iter().map(|(node, _)| node));
        }
        let id = self.id();
        let mut pieces = vec![Piece::Text("({ ".into())];
        let mut places = Vec::new();
        for (node, of) in operands {
            let name = self.fresh("b");
            pieces.push(Piece::Text(format!("let {name}: {} = ", of.text())));
            pieces.push(Piece::Sub(node));
            pieces.push(Piece::Text("; ".into()));
            places.push((name, of));
        }
        let names: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
        let result = filled(template, &names);
        pieces.push(Piece::Bits(Bits { id, places, template: template.into(), result: ty.clone() }));
        pieces.push(Piece::Text(format!("{result} }})")));
        Node { kind: Kind::Expr(ty.clone()), pieces }
    }

    /// A block, a macro's output or the like around an expression.
    fn grouped(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Ty::Int(int);
        if !self.macros.is_empty() && self.dice.chance(50) {
            let (name, arity) = self.dice.pick(&self.macros).clone();
            // The arguments are small and the result is cut, so that what the macro does with them fits.
            let plain = std::mem::replace(&mut self.plain, true);
            let small = self.integer(int, depth - 1);
            let args: Vec<Node> = (0..arity)
                .map(|i| {
                    let inner = if i == 0 { small.node.clone() } else { self.integer_leaf(int).node };
                    let text = if self.dice.chance(50) { "(§ % 4)" } else { "§ % 3" };
                    Node::expr(&ty, text, [inner])
                })
                .collect();
            self.plain = plain;
            let places = vec!["§"; arity].join(", ");
            let node = Node::expr(&ty, &format!("{name}!({places})"), args);
            return Expr { node, low: int.low(), high: int.high() };
        }
        let mark = self.vars.len();
        let first = self.let_statement(depth - 1);
        let inner = self.integer(int, depth - 1);
        self.vars.truncate(mark);
        Expr { node: Node::expr(&ty, "({ § § })", [first, inner.node]), low: inner.low, high: inner.high }
    }
}

/// The interval of the exact result, unless it leaves `i128`.
fn interval(op: &str, left: &Expr, right: &Expr) -> Option<(i128, i128)> {
    match op {
        "+" => Some((left.low.checked_add(right.low)?, left.high.checked_add(right.high)?)),
        "-" => Some((left.low.checked_sub(right.high)?, left.high.checked_sub(right.low)?)),
        _ => {
            let ends = [
                left.low.checked_mul(right.low)?,
                left.low.checked_mul(right.high)?,
                left.high.checked_mul(right.low)?,
                left.high.checked_mul(right.high)?,
            ];
            Some((*ends.iter().min()?, *ends.iter().max()?))
        }
    }
}

/// A quotient or remainder; what is known of it is what is known of the dividend.
fn quotient(ty: &Ty, op: &str, left: Expr, right: Expr) -> Expr {
    let (low, high) = super::bounds(ty);
    let (low, high) = if left.low >= 0 && right.low > 0 {
        (0, if op == "%" { left.high.min(right.high - 1) } else { left.high })
    } else {
        (low, high)
    };
    Expr { node: Node::expr(ty, &format!("(§ {op} §)"), [left.node, right.node]), low, high }
}
