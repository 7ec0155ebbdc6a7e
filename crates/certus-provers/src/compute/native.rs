//! Built-in operations on the library's collections, so that the evaluator need not use their definitions. On arguments
//! that satisfy the recommendations, the results agree with the definitions of `vstd`.

use certus_vir::{Known, Ty};
use num_traits::{Signed, ToPrimitive};
use rpds::{RedBlackTreeMap, Vector};

use super::value::{Head, Id, Node, TyId, Values};

/// The maximal length of a sequence that is made from a function, element by element.
const MAX_LENGTH: usize = 10_000_000;

/// A function of the library that the evaluator runs itself. Each is in the table of known items; a library of somebody
/// else has none, since its functions may mean something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Native {
    SeqEmpty,
    /// A sequence from its length and a function of the index.
    SeqNew,
    SeqLen,
    SeqIndex,
    SeqPush,
    SeqUpdate,
    SeqSubrange,
    SeqAdd,
    ArrayView,
    MapEmpty,
    MapInsert,
    MapRemove,
    MapIndex,
    /// The keys of a map, as a set.
    MapDom,
    SetEmpty,
    SetInsert,
    SetRemove,
    SetContains,
    SetLen,
    SetUnion,
    SetIntersect,
    SetDifference,
}

/// The result of a built-in function.
pub(super) enum Answer {
    /// This value.
    Value(Id),
    /// The sequence of the results of a function for the indices below a length.
    Collect { len: usize, function: Id, element: TyId },
    /// The result of a function value.
    Apply { function: Id, args: Vec<Id>, ty: TyId },
    /// The result is unknown, so the call remains as it is.
    Unknown,
    /// There is no built-in result: use the definition.
    NotNative,
}

/// The built-in function with this path.
pub(super) fn find(path: &str) -> Option<Native> {
    Some(match Known::of(path)? {
        Known::SeqEmpty => Native::SeqEmpty,
        Known::SeqNew => Native::SeqNew,
        Known::SeqLen => Native::SeqLen,
        Known::SeqIndex => Native::SeqIndex,
        Known::SeqPush => Native::SeqPush,
        Known::SeqUpdate => Native::SeqUpdate,
        Known::SeqSubrange => Native::SeqSubrange,
        Known::SeqAdd => Native::SeqAdd,
        Known::ArrayView => Native::ArrayView,
        Known::MapEmpty => Native::MapEmpty,
        Known::MapInsert => Native::MapInsert,
        Known::MapRemove => Native::MapRemove,
        Known::MapIndex => Native::MapIndex,
        Known::MapDom => Native::MapDom,
        Known::SetEmpty => Native::SetEmpty,
        Known::SetInsert => Native::SetInsert,
        Known::SetRemove => Native::SetRemove,
        Known::SetContains => Native::SetContains,
        Known::SetLen => Native::SetLen,
        Known::SetUnion => Native::SetUnion,
        Known::SetIntersect => Native::SetIntersect,
        Known::SetDifference => Native::SetDifference,
        _ => return None,
    })
}

/// Runs a built-in function; `ret` is the type of its result.
pub(super) fn run(native: Native, values: &mut Values, args: &[Id], ret: TyId) -> Answer {
    match native {
        Native::SeqNew => new(values, args, ret),
        Native::SeqIndex => index(values, args, ret),
        Native::ArrayView => array_view(values, args),
        // If arguments are unknown, the result may still follow from the definition, if it is visible.
        _ => value(native, values, args, ret).map_or(Answer::NotNative, Answer::Value),
    }
}

/// Makes a sequence from a function, if its length is known and not too large.
fn new(values: &mut Values, args: &[Id], ret: TyId) -> Answer {
    let [len, function] = args else { return Answer::Unknown };
    let len = values.as_int(*len).and_then(|n| n.to_usize()).filter(|n| *n <= MAX_LENGTH);
    let element = match values.ty_of(ret) {
        Ty::Data(_, args) => args.first().cloned(),
        _ => None,
    };
    match (len, element) {
        (Some(len), Some(element)) => {
            let element = values.ty(&element);
            Answer::Collect { len, function: *function, element }
        }
        _ => Answer::Unknown,
    }
}

/// Reads an element. It may be known even if the sequence was too long to make, or its length is unknown.
fn index(values: &mut Values, args: &[Id], ret: TyId) -> Answer {
    let [seq, index] = args else { return Answer::Unknown };
    let Some(at) = values.as_int(*index) else { return Answer::Unknown };
    if let Some((_, items)) = values.as_seq(*seq) {
        let found = at.to_usize().and_then(|at| items.get(at));
        return found.map_or(Answer::Unknown, |id| Answer::Value(*id));
    }
    match values.node(*seq) {
        Node::Stuck(Head::Call(path, _), _, made_of) if find(path) == Some(Native::SeqNew) => {
            let [len, function] = made_of.as_slice() else { return Answer::Unknown };
            let is_inside = values.as_int(*len).is_some_and(|len| !at.is_negative() && at < len);
            let (function, args) = (*function, vec![*index]);
            if is_inside { Answer::Apply { function, args, ty: ret } } else { Answer::Unknown }
        }
        _ => Answer::Unknown,
    }
}

/// The elements of an array that was made from a sequence of its length.
fn array_view(values: &Values, args: &[Id]) -> Answer {
    let Some(array) = args.first() else { return Answer::Unknown };
    let Node::Stuck(Head::Call(path, tys), _, made_of) = values.node(*array) else { return Answer::Unknown };
    let (Some(Known::ArrayOf), [_, Ty::Const(len)], [seq]) = (Known::of(path), tys.as_slice(), made_of.as_slice())
    else {
        return Answer::Unknown;
    };
    let fits = values.as_seq(*seq).is_some_and(|(_, items)| len.to_usize() == Some(items.len()));
    if fits { Answer::Value(*seq) } else { Answer::Unknown }
}

/// Runs the operations that need no function value.
fn value(native: Native, values: &mut Values, args: &[Id], ret: TyId) -> Option<Id> {
    match native {
        Native::SeqEmpty => Some(values.seq(ret, Vector::new())),
        Native::MapEmpty => Some(values.map(ret, RedBlackTreeMap::new())),
        Native::SetEmpty => Some(values.set(ret, RedBlackTreeMap::new())),
        Native::SeqLen => seq_len(values, *args.first()?),
        Native::SeqPush => {
            let items = values.as_seq(*args.first()?)?.1.push_back(*args.get(1)?);
            Some(values.seq(ret, items))
        }
        Native::SeqUpdate => {
            let at = values.as_int(*args.get(1)?)?.to_usize()?;
            let items = values.as_seq(*args.first()?)?.1.set(at, *args.get(2)?)?;
            Some(values.seq(ret, items))
        }
        Native::SeqSubrange => subrange(values, args, ret),
        Native::SeqAdd => {
            let mut items = values.as_seq(*args.first()?)?.1.clone();
            let more = values.as_seq(*args.get(1)?)?.1.clone();
            more.iter().for_each(|id| items.push_back_mut(*id));
            Some(values.seq(ret, items))
        }
        Native::MapInsert => {
            let key = key(values, *args.get(1)?)?;
            let items = values.as_map(*args.first()?)?.1.insert(key, *args.get(2)?);
            Some(values.map(ret, items))
        }
        Native::MapRemove => {
            let key = key(values, *args.get(1)?)?;
            let items = values.as_map(*args.first()?)?.1.remove(&key);
            Some(values.map(ret, items))
        }
        Native::MapIndex => {
            let key = key(values, *args.get(1)?)?;
            values.as_map(*args.first()?)?.1.get(&key).copied()
        }
        Native::MapDom => {
            let items = values.as_map(*args.first()?)?.1.clone();
            Some(values.set(ret, items))
        }
        _ => set(native, values, args, ret),
    }
}

/// The length of a sequence, also of one whose elements were not made.
fn seq_len(values: &mut Values, seq: Id) -> Option<Id> {
    if let Some((_, items)) = values.as_seq(seq) {
        let len = items.len();
        return Some(values.int(len));
    }
    match values.node(seq) {
        Node::Stuck(Head::Call(path, _), _, args) if find(path) == Some(Native::SeqNew) => {
            let len = *args.first()?;
            values.as_int(len).map(|_| len)
        }
        _ => None,
    }
}

/// A part of a sequence; both ends must be inside of the sequence.
fn subrange(values: &mut Values, args: &[Id], ret: TyId) -> Option<Id> {
    let (from, to) = (values.as_int(*args.get(1)?)?.to_usize()?, values.as_int(*args.get(2)?)?.to_usize()?);
    let items = values.as_seq(*args.first()?)?.1;
    if from > to || to > items.len() {
        return None;
    }
    let part = if from == 0 && to + 1 == items.len() {
        items.drop_last()?
    } else if from == 0 && to == items.len() {
        items.clone()
    } else {
        items.iter().skip(from).take(to - from).copied().collect()
    };
    Some(values.seq(ret, part))
}

/// Runs operations on sets with known elements.
fn set(native: Native, values: &mut Values, args: &[Id], ret: TyId) -> Option<Id> {
    let items = values.as_set(*args.first()?)?.1.clone();
    match native {
        Native::SetLen => {
            let len = items.size();
            Some(values.int(len))
        }
        Native::SetContains => {
            let key = key(values, *args.get(1)?)?;
            let found = items.contains_key(&key);
            Some(values.bool(found))
        }
        Native::SetInsert => {
            let key = key(values, *args.get(1)?)?;
            Some(values.set(ret, items.insert(key, key)))
        }
        Native::SetRemove => {
            let key = key(values, *args.get(1)?)?;
            Some(values.set(ret, items.remove(&key)))
        }
        Native::SetUnion => {
            let other = values.as_set(*args.get(1)?)?.1.clone();
            let mut all = items;
            other.keys().for_each(|key| all.insert_mut(*key, *key));
            Some(values.set(ret, all))
        }
        Native::SetIntersect | Native::SetDifference => {
            let other = values.as_set(*args.get(1)?)?.1.clone();
            let stays = |key: &&Id| other.contains_key(*key) == (native == Native::SetIntersect);
            let kept = items.keys().filter(stays).map(|key| (*key, *key)).collect();
            Some(values.set(ret, kept))
        }
        _ => None,
    }
}

/// A value that is equal to another one only if their numbers are equal.
fn key(values: &Values, id: Id) -> Option<Id> {
    values.is_canonical(id).then_some(id)
}
