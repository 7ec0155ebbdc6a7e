//! The values of the evaluator. Each value is made once and identified by its number. So equal values without sequences
//! have equal numbers, and neither dropping nor comparing a deeply nested value recurses.

use std::collections::HashMap;
use std::sync::Arc;

use certus_vir::{BinaryOp, IntKind, Name, Path, Ty, UnaryOp, Var};
use indexmap::IndexSet;
use num_bigint::BigInt;
use num_rational::BigRational;
use rpds::{RedBlackTreeMap, Vector};

/// The number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Id(pub(super) u32);

/// The number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TyId(pub(super) u32);

/// The form of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A Boolean value.
    Bool(bool),
    /// An integer of any type.
    Int(BigInt),
    /// A real number.
    Real(BigRational),
    /// A string literal.
    Text(Arc<str>),
    /// A value of a datatype: the datatype, the variant, and its fields in the order of their declaration. Its type
    /// arguments are stored separately, because they do not distinguish values.
    Ctor(Path, Name, Vec<Id>),
    /// A sequence with a known length: its type, and its number among the sequences.
    Seq(TyId, u32),
    /// A map with known keys: its type, and its number among the maps.
    Map(TyId, u32),
    /// A set with known elements: its type, and its number among the maps, whose keys are the elements.
    Set(TyId, u32),
    /// A function: the number of its lambda, and the captured values.
    Closure(u32, Vec<Id>),
    /// A value that cannot be evaluated further: an operation, its type, and its operands.
    Stuck(Head, TyId, Vec<Id>),
}

/// An operation that remains as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// A variable from outside.
    Var(Var),
    /// The initial value of a variable from outside.
    Old(Var),
    /// A byte string.
    Bytes(Arc<[u8]>),
    /// The width of pointers.
    ArchBits,
    /// A constant parameter.
    TypeConst(TyId),
    /// A bound of a range that depends on the target.
    Bound(IntKind, bool),
    /// A call of a function.
    Call(Path, Vec<Ty>),
    /// A unary operator.
    Unary(UnaryOp),
    /// A binary operator.
    Binary(BinaryOp),
    /// A conditional value whose condition is unknown, with both branches evaluated.
    If,
    /// The application of an unknown function.
    Apply,
    /// An expression that is not evaluated (a quantifier), by its number; the operands are its captured values.
    Suspended(u32),
}

/// The table of values.
#[derive(Default)]
pub(super) struct Values {
    nodes: IndexSet<Node>,
    /// Whether two such values are equal exactly if their numbers are equal: the value contains nothing unknown and no
    /// collection.
    canonical: Vec<bool>,
    ctor_types: HashMap<Id, TyId>,
    seqs: Vec<Vector<Id>>,
    maps: Vec<RedBlackTreeMap<Id, Id>>,
    types: IndexSet<Ty>,
}

impl Values {
    /// The number of a value. It makes the value if it does not exist.
    pub(super) fn make(&mut self, node: Node) -> Id {
        let canonical = match &node {
            Node::Bool(_) | Node::Int(_) | Node::Real(_) | Node::Text(_) => true,
            Node::Ctor(_, _, fields) => fields.iter().all(|id| self.is_canonical(*id)),
            _ => false,
        };
        let (index, is_new) = self.nodes.insert_full(node);
        if is_new {
            self.canonical.push(canonical);
        }
        Id(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// A value of a datatype of this type.
    pub(super) fn ctor(&mut self, ty: TyId, path: &Path, variant: &Name, fields: Vec<Id>) -> Id {
        let id = self.make(Node::Ctor(path.clone(), variant.clone(), fields));
        self.ctor_types.entry(id).or_insert(ty);
        id
    }

    /// The type of a value, unless it is a plain Boolean, number or text.
    pub(super) fn type_of(&self, id: Id) -> Option<TyId> {
        match self.node(id) {
            Node::Bool(_) | Node::Int(_) | Node::Real(_) | Node::Text(_) | Node::Closure(..) => None,
            Node::Ctor(..) => self.ctor_types.get(&id).copied(),
            Node::Seq(ty, _) | Node::Map(ty, _) | Node::Set(ty, _) | Node::Stuck(_, ty, _) => Some(*ty),
        }
    }

    /// The form of a value.
    pub(super) fn node(&self, id: Id) -> &Node {
        // A number is only made together with its value.
        &self.nodes[id.0 as usize]
    }

    /// The number of values.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the value equals another such value exactly if their numbers are equal.
    pub(super) fn is_canonical(&self, id: Id) -> bool {
        self.canonical.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The number of a type, without the parts that do not matter to its values.
    pub(super) fn ty(&mut self, ty: &Ty) -> TyId {
        let (index, _) = self.types.insert_full(ty.value().clone());
        TyId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// A type by its number.
    pub(super) fn ty_of(&self, ty: TyId) -> &Ty {
        &self.types[ty.0 as usize]
    }

    /// The value `true` or `false`.
    pub(super) fn bool(&mut self, value: bool) -> Id {
        self.make(Node::Bool(value))
    }

    /// The value of an integer.
    pub(super) fn int(&mut self, value: impl Into<BigInt>) -> Id {
        self.make(Node::Int(value.into()))
    }

    /// The value of a real number.
    pub(super) fn real(&mut self, value: BigRational) -> Id {
        self.make(Node::Real(value))
    }

    /// A sequence.
    pub(super) fn seq(&mut self, ty: TyId, items: Vector<Id>) -> Id {
        let number = u32::try_from(self.seqs.len()).unwrap_or(u32::MAX);
        self.seqs.push(items);
        self.make(Node::Seq(ty, number))
    }

    /// A map.
    pub(super) fn map(&mut self, ty: TyId, items: RedBlackTreeMap<Id, Id>) -> Id {
        let number = self.keep(items);
        self.make(Node::Map(ty, number))
    }

    /// A set: the keys.
    pub(super) fn set(&mut self, ty: TyId, items: RedBlackTreeMap<Id, Id>) -> Id {
        let number = self.keep(items);
        self.make(Node::Set(ty, number))
    }

    fn keep(&mut self, items: RedBlackTreeMap<Id, Id>) -> u32 {
        let number = u32::try_from(self.maps.len()).unwrap_or(u32::MAX);
        self.maps.push(items);
        number
    }

    /// The value of an operation that remains as it is.
    pub(super) fn stuck(&mut self, head: Head, ty: TyId, args: Vec<Id>) -> Id {
        self.make(Node::Stuck(head, ty, args))
    }

    /// The Boolean, if the value is a known one.
    pub(super) fn as_bool(&self, id: Id) -> Option<bool> {
        match self.node(id) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if the value is a known one.
    pub(super) fn as_int(&self, id: Id) -> Option<&BigInt> {
        match self.node(id) {
            Node::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The real number, if the value is a known one.
    pub(super) fn as_real(&self, id: Id) -> Option<&BigRational> {
        match self.node(id) {
            Node::Real(value) => Some(value),
            _ => None,
        }
    }

    /// The type and the elements, if the value is a sequence of known length.
    pub(super) fn as_seq(&self, id: Id) -> Option<(TyId, &Vector<Id>)> {
        match self.node(id) {
            Node::Seq(ty, number) => Some((*ty, &self.seqs[*number as usize])),
            _ => None,
        }
    }

    /// The type and the entries, if the value is a map with known keys.
    pub(super) fn as_map(&self, id: Id) -> Option<(TyId, &RedBlackTreeMap<Id, Id>)> {
        match self.node(id) {
            Node::Map(ty, number) => Some((*ty, &self.maps[*number as usize])),
            _ => None,
        }
    }

    /// The type and the elements, as keys, if the value is a set with known elements.
    pub(super) fn as_set(&self, id: Id) -> Option<(TyId, &RedBlackTreeMap<Id, Id>)> {
        match self.node(id) {
            Node::Set(ty, number) => Some((*ty, &self.maps[*number as usize])),
            _ => None,
        }
    }
}
