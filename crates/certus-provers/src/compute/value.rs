//! Values of the evaluator: each is made once and known by its number, so that equal values without sequences in them
//! have equal numbers, nothing is dropped piece by piece, and no depth of nesting is a problem.

use std::collections::HashMap;
use std::sync::Arc;

use certus_vir::{BinaryOp, IntKind, Name, Path, Ty, UnaryOp, Var};
use indexmap::IndexSet;
use num_bigint::BigInt;
use rpds::{RedBlackTreeMap, Vector};

/// The number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Id(pub(super) u32);

/// The number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TyId(pub(super) u32);

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A truth value.
    Bool(bool),
    /// An integer of any type.
    Int(BigInt),
    /// A string literal.
    Text(Arc<str>),
    /// A value of a datatype: the datatype, the variant, its fields in the order of their declaration. Its type
    /// arguments are kept beside it: they do not tell values apart.
    Ctor(Path, Name, Vec<Id>),
    /// A sequence whose length is known: its type, its number among the sequences.
    Seq(TyId, u32),
    /// A map whose keys are known: its type, its number among the maps.
    Map(TyId, u32),
    /// A set whose elements are known: its type, its number among the maps (to anything).
    Set(TyId, u32),
    /// A function: its number among the pieces of code that make functions, and what it captured.
    Closure(u32, Vec<Id>),
    /// What cannot be evaluated further: an operation on values, and its type.
    Stuck(Head, TyId, Vec<Id>),
}

/// An operation that is left standing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// A variable from outside.
    Var(Var),
    /// What a variable from outside was at the start.
    Old(Var),
    /// A byte string.
    Bytes(Arc<[u8]>),
    /// The width of pointers.
    ArchBits,
    /// A constant parameter.
    TypeConst(TyId),
    /// The end of a range that depends on the target.
    Bound(IntKind, bool),
    /// A function.
    Call(Path, Vec<Ty>),
    /// An operator.
    Unary(UnaryOp),
    /// An operator.
    Binary(BinaryOp),
    /// A choice whose condition is not known, with both branches evaluated.
    If,
    /// The application of an unknown function.
    Apply,
    /// An expression that is not evaluated (quantifiers), by its number; the values are what it captured.
    Suspended(u32),
}

/// The table of values.
#[derive(Default)]
pub(super) struct Values {
    nodes: IndexSet<Node>,
    /// Whether equality of numbers decides equality with other such values: nothing unknown and no collection inside.
    canonical: Vec<bool>,
    ctor_types: HashMap<Id, TyId>,
    seqs: Vec<Vector<Id>>,
    maps: Vec<RedBlackTreeMap<Id, Id>>,
    types: IndexSet<Ty>,
}

impl Values {
    /// The number of a value.
    pub(super) fn make(&mut self, node: Node) -> Id {
        let canonical = match &node {
            Node::Bool(_) | Node::Int(_) | Node::Text(_) => true,
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

    /// The type of a value, where it is not a plain truth value, number or text.
    pub(super) fn type_of(&self, id: Id) -> Option<TyId> {
        match self.node(id) {
            Node::Bool(_) | Node::Int(_) | Node::Text(_) | Node::Closure(..) => None,
            Node::Ctor(..) => self.ctor_types.get(&id).copied(),
            Node::Seq(ty, _) | Node::Map(ty, _) | Node::Set(ty, _) | Node::Stuck(_, ty, _) => Some(*ty),
        }
    }

    /// What a value is.
    pub(super) fn node(&self, id: Id) -> &Node {
        // A number is only made together with its value.
        &self.nodes[id.0 as usize]
    }

    /// How many values there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the value equals another such value exactly when their numbers are equal.
    pub(super) fn is_canonical(&self, id: Id) -> bool {
        self.canonical.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The number of a type, without what does not matter to its values.
    pub(super) fn ty(&mut self, ty: &Ty) -> TyId {
        let (index, _) = self.types.insert_full(ty.value().clone());
        TyId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// A type by its number.
    pub(super) fn ty_of(&self, ty: TyId) -> &Ty {
        &self.types[ty.0 as usize]
    }

    pub(super) fn bool(&mut self, value: bool) -> Id {
        self.make(Node::Bool(value))
    }

    pub(super) fn int(&mut self, value: impl Into<BigInt>) -> Id {
        self.make(Node::Int(value.into()))
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

    /// What is left standing.
    pub(super) fn stuck(&mut self, head: Head, ty: TyId, args: Vec<Id>) -> Id {
        self.make(Node::Stuck(head, ty, args))
    }

    pub(super) fn as_bool(&self, id: Id) -> Option<bool> {
        match self.node(id) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn as_int(&self, id: Id) -> Option<&BigInt> {
        match self.node(id) {
            Node::Int(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn as_seq(&self, id: Id) -> Option<(TyId, &Vector<Id>)> {
        match self.node(id) {
            Node::Seq(ty, number) => Some((*ty, &self.seqs[*number as usize])),
            _ => None,
        }
    }

    pub(super) fn as_map(&self, id: Id) -> Option<(TyId, &RedBlackTreeMap<Id, Id>)> {
        match self.node(id) {
            Node::Map(ty, number) => Some((*ty, &self.maps[*number as usize])),
            _ => None,
        }
    }

    pub(super) fn as_set(&self, id: Id) -> Option<(TyId, &RedBlackTreeMap<Id, Id>)> {
        match self.node(id) {
            Node::Set(ty, number) => Some((*ty, &self.maps[*number as usize])),
            _ => None,
        }
    }
}
