//! Programs as trees of text, which are printed in two forms: with specifications for the verifier, and without them, with
//! calls that write down what happens, for rustc.
//!
//! A node knows what it is (a statement, an expression of a type) and nothing of what its text means, so that a new construct
//! of the language is one template in the generator, and the shrinker can take any tree apart.

use super::facts::{Facts, Wrong};
use super::types::Ty;

/// What a node may be replaced by: an expression by one of the same type, a statement by nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// An expression of this type.
    Expr(Ty),
    /// A statement.
    Stmt,
    /// A part that stays with what is around it.
    Part,
}

/// A piece of a node's text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Text in both forms.
    Text(String),
    /// An inner node.
    Sub(Node),
    /// Stands in the form for the verifier only.
    Proof(String),
    /// Stands in the form for rustc only.
    Run(String),
    /// What was seen here is asserted.
    Point(Point),
    /// As [`Piece::Point`], but what is asserted has other places than what is seen.
    Ended(Point, Point),
    /// The clauses of a function or closure.
    Contract(Contract),
    /// The clauses of a loop.
    Loop(LoopClauses),
    /// An operation on bits or a cast, whose result the main solver does not know by itself.
    Bits(Bits),
}

/// Variables whose values are seen at a place, by number of that place.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The number of the place.
    pub(super) id: usize,
    /// The recorded places in memory, with their types.
    pub(super) places: Vec<(String, Ty)>,
}

/// A function whose calls are seen.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    /// The number of the place.
    pub(super) id: usize,
    /// Parameters, with whether each is a mutable reference.
    pub(super) params: Vec<(String, Ty, bool)>,
    /// The result type.
    pub(super) result: Ty,
    /// Whether it asks for the arguments that were seen; otherwise it takes all.
    pub(super) asks: bool,
}

/// A loop whose heads and ends are seen.
#[derive(Clone, Debug)]
pub(super) struct LoopClauses {
    /// Before each round.
    pub(super) head: Point,
    /// After the loop.
    pub(super) end: Point,
    /// Whether something leaves the loop in the middle.
    pub(super) breaks: bool,
    /// For a `for` loop over a range, the variable's value at the end; the variable is the first of `head`.
    pub(super) last: Option<String>,
    /// The measure, if the loop needs one.
    pub(super) decreases: Option<String>,
}

/// An operation whose operands and result are seen; `by(bit_vector)` is to agree with what came out.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// The number of the place.
    pub(super) id: usize,
    /// The operands with their types.
    pub(super) places: Vec<(String, Ty)>,
    /// The operation, with a `§` for each operand.
    pub(super) template: String,
    /// The type of the result.
    pub(super) result: Ty,
}

/// Which form is printed.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// Plain Rust that writes down what it sees.
    Run,
    /// With specifications that say what was seen, but one that says something else.
    Proof(&'a Facts, Option<Wrong>),
}

/// Some text with its structure.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What the node may be replaced by.
    pub(super) kind: Kind,
    /// The text, with inner nodes.
    pub(super) pieces: Vec<Piece>,
}

impl Node {
    /// A node from a template: each `§` stands for the next of `subs`.
    pub(super) fn new(kind: Kind, template: &str, subs: impl IntoIterator<Item = Node>) -> Node {
        let mut pieces = Vec::new();
        let mut subs = subs.into_iter();
        for (i, text) in template.split('§').enumerate() {
            if i > 0 {
                pieces.extend(subs.next().map(Piece::Sub));
            }
            if !text.is_empty() {
                pieces.push(Piece::Text(text.into()));
            }
        }
        Node { kind, pieces }
    }

    /// An expression.
    pub(super) fn expr(ty: &Ty, template: &str, subs: impl IntoIterator<Item = Node>) -> Node {
        Node::new(Kind::Expr(ty.clone()), template, subs)
    }

    /// A statement.
    pub(super) fn stmt(template: &str, subs: impl IntoIterator<Item = Node>) -> Node {
        Node::new(Kind::Stmt, template, subs)
    }

    /// Statements in order, or the like.
    pub(super) fn list(subs: impl IntoIterator<Item = Node>) -> Node {
        Node { kind: Kind::Part, pieces: subs.into_iter().map(Piece::Sub).collect() }
    }

    /// A place where these are seen.
    pub(super) fn point(point: Point) -> Node {
        Node { kind: Kind::Stmt, pieces: vec![Piece::Point(point)] }
    }

    /// The text of this form.
    pub(super) fn print(&self, form: Form<'_>, out: &mut String) {
        for piece in &self.pieces {
            match (piece, form) {
                (Piece::Text(text), _) | (Piece::Proof(text), Form::Proof(..)) | (Piece::Run(text), Form::Run) => {
                    out.push_str(text);
                }
                (Piece::Proof(_), Form::Run) | (Piece::Run(_), Form::Proof(..)) => {}
                (Piece::Sub(node), _) => node.print(form, out),
                (Piece::Point(point) | Piece::Ended(point, _), Form::Run) => {
                    out.push_str(&seen("seen", point.id, point.places.iter().map(|(place, _)| place.as_str())));
                }
                (Piece::Point(point) | Piece::Ended(_, point), Form::Proof(facts, wrong)) => {
                    facts.point(point, wrong, out)
                }
                (Piece::Contract(contract), Form::Proof(facts, wrong)) => facts.contract(contract, wrong, out),
                (Piece::Loop(clauses), Form::Proof(facts, _)) => facts.clauses(clauses, out),
                (Piece::Contract(_) | Piece::Loop(_), Form::Run) => {}
                (Piece::Bits(bits), Form::Run) => {
                    let names: Vec<&str> = bits.places.iter().map(|(name, _)| name.as_str()).collect();
                    let result = format!("({})", filled(&bits.template, &names));
                    out.push_str(&seen("seen", bits.id, names.into_iter().chain([result.as_str()])));
                }
                (Piece::Bits(bits), Form::Proof(facts, _)) => facts.bits(bits, out),
            }
        }
    }

    /// All points and contracts below, for each a call.
    pub(super) fn visit(&self, each: &mut impl FnMut(&Piece)) {
        for piece in &self.pieces {
            each(piece);
            if let Piece::Sub(node) = piece {
                node.visit(each);
            }
        }
    }

    /// How many nodes there are below, with this one.
    pub(super) fn size(&self) -> usize {
        let below = self.pieces.iter().map(|piece| if let Piece::Sub(node) = piece { node.size() } else { 0 });
        1 + below.sum::<usize>()
    }
}

/// A template with these in its holes.
pub(super) fn filled(template: &str, with: &[impl AsRef<str>]) -> String {
    let mut parts = template.split('§');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (i, part) in parts.enumerate() {
        out.push_str(with.get(i).map_or("", |text| text.as_ref()));
        out.push_str(part);
    }
    out
}

/// A statement that writes these places down.
pub(super) fn seen<'a>(by: &str, id: usize, places: impl IntoIterator<Item = &'a str>) -> String {
    let places: Vec<String> = places.into_iter().map(|place| format!("&{place}")).collect();
    format!("crate::{by}({id}, &[{}]);\n", places.join(", "))
}
