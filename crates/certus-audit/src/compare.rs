//! The calls of a body of the tree and of rustc's, one by one.
//!
//! Every call of rustc's must be one of ours and no other's, and every call of ours that is surely reached must be one of
//! rustc's. Both sides have no order that the other would know, so this is a matching: what one call is matched with is
//! free for another if that one has a second choice.

use certus_diagnostics::{Diagnostic, Internal, Language, Span};
use certus_gate::{MirBody, MirCall, MirSegmentKind, MirType};
use certus_tree::Ty;

use crate::calls::{Call, Callee, Unit};
use crate::names::{Names, STANDARD};
use crate::shape::Shape;
use crate::show;

/// What rustc's bodies at one place call, without what stands for ghost code and operators.
#[derive(Default)]
pub(crate) struct Calls<'m> {
    calls: Vec<&'m MirCall>,
    values: Vec<&'m (MirType, String)>,
}

impl<'m> Calls<'m> {
    /// Adds the calls of a body.
    pub(crate) fn add(&mut self, body: &'m MirBody, names: &Names<'_>) {
        let counts = |call: &&MirCall| match call {
            MirCall::Function(function, _) => {
                !names.is_added(function) && !names.is_operator(function) && !names.is_drop(function)
            }
            MirCall::Pointer => true,
        };
        self.calls.extend(body.calls.iter().filter(counts));
        self.values.extend(&body.values);
    }
}

/// The calls of ours and those of rustc's that have no counterpart.
fn unpaired<'u>(
    names: &Names<'_>,
    ours: &'u [&Unit<'_>],
    theirs: &Calls<'_>,
) -> (Vec<&'u Call<'u>>, Vec<usize>, Vec<usize>) {
    let ours_calls: Vec<&Call<'_>> = ours.iter().flat_map(|unit| &unit.calls).collect();
    let wanted: Vec<&Call<'_>> = ours_calls.into_iter().filter(|call| !names.is_our_operator(&call.callee)).collect();
    let fits = |call: &Call<'_>, theirs: &MirCall| match theirs {
        MirCall::Function(function, _) => names.is_call(call, function),
        MirCall::Pointer => is_pointer(&call.callee),
    };
    let table: Vec<Vec<usize>> = wanted
        .iter()
        .map(|call| (0..theirs.calls.len()).filter(|i| theirs.calls.get(*i).is_some_and(|m| fits(call, m))).collect())
        .collect();
    let missing = unmatched(&table, theirs.calls.len(), |i| wanted.get(i).is_some_and(|call| call.must));
    let turned: Vec<Vec<usize>> = (0..theirs.calls.len())
        .map(|m| table.iter().enumerate().filter(|(_, row)| row.contains(&m)).map(|(i, _)| i).collect())
        .collect();
    let unknown = unmatched(&turned, wanted.len(), |_| true);
    (wanted, missing, unknown)
}

/// Compares; `at` is where to report what has no place of its own. A call that is resolved in two ways leaves something on
/// both sides. So unless the `whole` is compared, calls of the standard library that only the tree has, with nothing of
/// rustc's in their place, are taken for code that rustc left out.
pub(crate) fn compare(
    names: &Names<'_>,
    (ours, theirs): (&[&Unit<'_>], &Calls<'_>),
    whole: bool,
    at: Option<Span>,
) -> Vec<Diagnostic> {
    let (wanted, mut missing, unknown) = unpaired(names, ours, theirs);
    if unknown.is_empty() && !whole {
        missing.retain(|index| !wanted.get(*index).is_some_and(|call| is_standard(names, &call.callee)));
    }
    let mut out = report(names, &wanted, &missing, theirs, &unknown, at);
    out.extend(values(names, ours, theirs, at));
    out
}

/// Compares only what functions are called with: calls of one function with other generic arguments.
pub(crate) fn types(names: &Names<'_>, ours: &[&Unit<'_>], theirs: &Calls<'_>) -> Vec<Diagnostic> {
    let (wanted, missing, unknown) = unpaired(names, ours, theirs);
    let mut out = Vec::new();
    for call in missing.iter().filter_map(|index| wanted.get(*index)) {
        let Callee::Function(shape) = &call.callee else { continue };
        let same = unknown.iter().filter_map(|index| theirs.calls.get(*index)).find_map(|call| match call {
            MirCall::Function(function, text) if is_last(function, shape.name(names.audit.program).as_deref()) => {
                Some(text)
            }
            _ => None,
        });
        if let Some(text) = same {
            let name = callee(names, &call.callee);
            let message = format!(
                "this is a call of `{name}` here, and of `{text}` where the program is compiled, without its ghost code"
            );
            out.push(Diagnostic::error(Language::UntoldType, message, call.span).with_help(UNTOLD));
        }
    }
    out
}

/// What to do about a type that only ghost code tells.
pub(crate) const UNTOLD: &str = "ghost code alone tells a type: write it, as in `let x: T = ..` or `f::<T>(..)`, so that code \
                                 which runs tells it too";

/// Whether the path of a function ends in a name.
fn is_last(function: &MirType, name: Option<&str>) -> bool {
    let (MirType::Path(path) | MirType::Qualified(_, _, path)) = function else { return false };
    matches!(path.last().map(|last| &last.kind), Some(MirSegmentKind::Name(found)) if Some(found.as_str()) == name)
}

/// The errors for what has no counterpart.
fn report(
    names: &Names<'_>,
    wanted: &[&Call<'_>],
    missing: &[usize],
    theirs: &Calls<'_>,
    unknown: &[usize],
    at: Option<Span>,
) -> Vec<Diagnostic> {
    let text = |m: &usize| match theirs.calls.get(*m) {
        Some(MirCall::Function(_, text)) => format!("`{text}`"),
        Some(MirCall::Pointer) => "a function pointer".to_string(),
        None => String::new(),
    };
    let printed = unknown.iter().map(text).collect::<Vec<_>>().join(", ");
    let mut out = Vec::new();
    for index in missing {
        let Some(call) = wanted.get(*index) else { continue };
        let name = callee(names, &call.callee);
        let message = match unknown.is_empty() {
            true => format!("this is a call of `{name}`, which rustc does not have here"),
            false => format!("this is a call of `{name}`, and rustc has {printed} in its place"),
        };
        out.push(Diagnostic::error(Internal::Resolution, message, call.span));
    }
    if missing.is_empty() && !unknown.is_empty() {
        out.push(difference(&format!("rustc has a call of {printed} here, of which Certus does not know"), at));
    }
    out.into_iter().map(|error| error.with_note(CONSEQUENCE)).collect()
}

/// Functions as values: the same in both, where both have any.
fn values(names: &Names<'_>, ours: &[&Unit<'_>], theirs: &Calls<'_>, at: Option<Span>) -> Vec<Diagnostic> {
    let known: Vec<&(Shape, Span)> = ours.iter().flat_map(|unit| &unit.values).collect();
    let strange =
        theirs.values.iter().filter(|value| !known.iter().any(|(shape, _)| names.is_function(shape, &value.0)));
    let error = |value: &&(MirType, String)| {
        let text = format!("rustc makes a function pointer of `{}` here, of which Certus does not know", value.1);
        difference(&text, at).with_note(CONSEQUENCE)
    };
    strange.map(error).collect()
}

/// What such an error means.
const CONSEQUENCE: &str = "the two checkers of types disagree on which function is called, so nothing is proved about what \
                           is compiled; please report the program that shows it";

/// The error for what only rustc has.
fn difference(message: &str, at: Option<Span>) -> Diagnostic {
    match at {
        Some(at) => Diagnostic::error(Internal::Resolution, message, at),
        None => Diagnostic::error_without_span(Internal::Resolution, message),
    }
}

/// Whether a callee is a function of the standard library: of its modules, its types or its traits.
fn is_standard(names: &Names<'_>, callee: &Callee) -> bool {
    let of = match callee {
        Callee::Function(Shape::Free(def, _)) => *def,
        Callee::Function(Shape::OfTrait { trait_, .. }) => *trait_,
        Callee::Function(Shape::Inherent { this, .. }) => match this {
            Ty::Adt(def, _) => *def,
            // Nobody else can give one of the other types a function of its own.
            _ => return true,
        },
        _ => return false,
    };
    let path = names.audit.program.path(of);
    STANDARD.iter().any(|krate| path.strip_prefix(krate).is_some_and(|rest| rest.starts_with("::")))
}

/// A call of a value that is a function pointer.
fn is_pointer(callee: &Callee) -> bool {
    let Callee::Value(mut ty) = callee.clone() else { return false };
    while let Ty::Ref(_, inner) = ty {
        ty = *inner;
    }
    matches!(ty, Ty::FnPtr(..))
}

/// A callee of ours, for messages.
fn callee(names: &Names<'_>, callee: &Callee) -> String {
    let program = names.audit.program;
    let ty = |ty: &Ty| show::ty(program, ty);
    match callee {
        Callee::Function(shape) => show::callee(program, shape),
        Callee::Value(of) => format!("a value of type {}", ty(of)),
        Callee::Branch(of) => format!("<{} as Try>::branch", ty(of)),
        Callee::Residual(ret, of) => format!("<{} as FromResidual>::from_residual of {}", ty(ret), ty(of)),
        Callee::Loop(of, name) => format!("{name} of {}", ty(of)),
        Callee::VecOfBox(of) | Callee::BoxForVec(of) => format!("vec![..] of {}", ty(of)),
    }
}

/// Of the rows that count, those that a largest matching leaves without a column.
pub(crate) fn unmatched(table: &[Vec<usize>], columns: usize, counts: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut taken: Vec<Option<usize>> = vec![None; columns];
    let mut out = Vec::new();
    for row in (0..table.len()).filter(|row| counts(*row)) {
        let mut seen = vec![false; columns];
        if !place(row, table, &mut taken, &mut seen) {
            out.push(row);
        }
    }
    out
}

/// Gives a row a column, and whoever had it another one.
fn place(row: usize, table: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &column in table.get(row).map_or(&[][..], Vec::as_slice) {
        match seen.get_mut(column) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        let free = match taken.get(column).copied().flatten() {
            Some(other) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || place(other, table, taken, seen)),
            None => true,
        };
        if free {
            if let Some(slot) = taken.get_mut(column) {
                *slot = Some(row);
            }
            return true;
        }
    }
    false
}
