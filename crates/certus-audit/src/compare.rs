//! Compares the calls of a body in the tree with those of rustc's bodies.
//!
//! Each call of rustc must correspond to one call of the tree, and each call of the tree that is certainly reached must
//! correspond to one call of rustc. The two sides have no common order, so this is a maximum matching in a bipartite
//! graph.
//!
//! For example, if the tree calls `f::<u8>` and `g`, and MIR calls `f::<u8>` and `h`, the calls of `f` correspond to
//! each other, and `g` and `h` remain. The error then names both. A greedy assignment would not suffice: a call whose
//! type rustc does not print can correspond to several calls of the other side.

use certus_diagnostics::{Diagnostic, Internal, Language, Span};
use certus_gate::{MirBody, MirCall, MirSegmentKind, MirType};
use certus_tree::{Library, Literal, Ty};

use crate::calls::{Call, Callee, Unit};
use crate::names::Names;
use crate::nodes::Test;
use crate::shape::Shape;
use crate::show;

/// The calls of rustc's bodies at one place, without operators and replacements of ghost code.
#[derive(Default)]
pub(crate) struct Calls<'m> {
    /// The calls.
    calls: Vec<&'m MirCall>,
    /// The functions that are used as values, with their printed names.
    values: Vec<&'m (MirType, String)>,
}

impl<'m> Calls<'m> {
    /// Adds the calls of a body.
    pub(crate) fn add(&mut self, body: &'m MirBody, names: &Names<'_>) {
        let counts = |call: &&MirCall| match call {
            MirCall::Function(function, _) => {
                !names.is_added(function)
                    && !names.is_operator(function)
                    && !names.is_drop(function)
                    && !names.is_formatting(function)
            }
            MirCall::Pointer => true,
        };
        self.calls.extend(body.calls.iter().filter(counts));
        self.values.extend(&body.values);
    }
}

/// The calls of both sides without a counterpart.
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
    let tests_text =
        ours.iter().flat_map(|unit| &unit.tests).any(|test| matches!(test, Test::Literal(Literal::Str(_), _)));
    let is_test = |m: usize| tests_text && theirs.calls.get(m).is_some_and(|call| is_text_test(call));
    let unknown = unmatched(&turned, wanted.len(), |m| !is_test(m));
    (wanted, missing, unknown)
}

/// Whether rustc may make this call for a pattern that is a string, as often as it wants. What it compares with is looked at where
/// arguments are.
fn is_text_test(call: &MirCall) -> bool {
    matches!(call, MirCall::Function(_, text) if text == "<str as PartialEq>::eq")
}

/// Compares the calls; `at` is the place of an error without a place. A call that is resolved differently remains on
/// both sides. So, unless the `whole` bodies are compared, a call of the standard library that only the tree has, with
/// nothing left on rustc's side, counts as code that rustc removed.
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

/// Compares only the generic arguments of calls.
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
                "this calls `{name}` when the program is verified, but `{text}` when it is compiled, without its \
                 ghost code"
            );
            out.push(Diagnostic::error(Language::UntoldType, message, call.span).with_help(UNTOLD));
        }
    }
    out
}

/// Advice about a type that only ghost code determines.
pub(crate) const UNTOLD: &str = "only ghost code determines a type here, and ghost code is not compiled: annotate the \
                                 type, as in `let x: T = ..` or `f::<T>(..)`";

/// Whether the last segment of a function's path is this name.
fn is_last(function: &MirType, name: Option<&str>) -> bool {
    let (MirType::Path(path) | MirType::Qualified(_, _, path)) = function else { return false };
    matches!(path.last().map(|last| &last.kind), Some(MirSegmentKind::Name(found)) if Some(found.as_str()) == name)
}

/// The errors for calls without a counterpart.
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
            true => format!("Certus resolves this call to `{name}`, but rustc has no such call here"),
            false => format!("Certus resolves this call to `{name}`, but rustc resolves it to {printed}"),
        };
        out.push(Diagnostic::error(Internal::Resolution, message, call.span));
    }
    if missing.is_empty() && !unknown.is_empty() {
        out.push(difference(&format!("rustc calls {printed} here, but Certus does not"), at));
    }
    out.into_iter().map(|error| error.with_note(CONSEQUENCE)).collect()
}

/// Compares the functions that are used as values, if both sides have some.
fn values(names: &Names<'_>, ours: &[&Unit<'_>], theirs: &Calls<'_>, at: Option<Span>) -> Vec<Diagnostic> {
    let known: Vec<&(Shape, Span)> = ours.iter().flat_map(|unit| &unit.values).collect();
    let strange =
        theirs.values.iter().filter(|value| !known.iter().any(|(shape, _)| names.is_function(shape, &value.0)));
    let error = |value: &&(MirType, String)| {
        let text = format!("rustc makes a function pointer of `{}` here, but Certus does not", value.1);
        difference(&text, at).with_note(CONSEQUENCE)
    };
    strange.map(error).collect()
}

/// The consequence of such an error.
const CONSEQUENCE: &str = "Certus and rustc disagree on which function is called, so the proof says nothing about the \
                           compiled program; please report this program";

/// The error for a call that only rustc has.
fn difference(message: &str, at: Option<Span>) -> Diagnostic {
    match at {
        Some(at) => Diagnostic::error(Internal::Resolution, message, at),
        None => Diagnostic::error_without_span(Internal::Resolution, message),
    }
}

/// Whether a callee is a function of the standard library: of its modules, its types or its traits. A call of one may be gone
/// in rustc's body, so what is not known to be one counts as the user's.
fn is_standard(names: &Names<'_>, callee: &Callee) -> bool {
    let of = match callee {
        Callee::Function(Shape::Free(def, _)) => *def,
        Callee::Function(Shape::OfTrait { trait_, .. }) => *trait_,
        Callee::Function(Shape::Inherent { this, .. }) => match this {
            // A crate may add functions to the objects of its own traits.
            Ty::Adt(def, _) | Ty::Dyn(def, _) => *def,
            // Other crates cannot add a function to one of these.
            Ty::Bool | Ty::Char | Ty::Str | Ty::Never | Ty::Int(_) | Ty::Float(_) => return true,
            Ty::Ref(..) | Ty::RawPtr(..) | Ty::Tuple(_) | Ty::Slice(_) | Ty::Array(..) => return true,
            Ty::FnDef(..) | Ty::FnPtr(..) | Ty::Closure(_) => return true,
            // What these are is not known.
            Ty::Param(..) | Ty::Opaque(..) | Ty::Projection(..) | Ty::Const(_) => return false,
        },
        Callee::Value(_) | Callee::Branch(_) | Callee::Residual(..) | Callee::Loop(..) | Callee::Await(..) => {
            return false;
        }
        Callee::VecOfBox(_) | Callee::BoxForVec(_) => return false,
        Callee::Panic | Callee::Format(..) => return true,
    };
    Library::of(&names.audit.program.path(of)).is_some_and(Library::is_standard)
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
        Callee::Await(of, name) => format!("{name} of {}, for `.await`", ty(of)),
        Callee::VecOfBox(of) | Callee::BoxForVec(of) => format!("vec![..] of {}", ty(of)),
        Callee::Panic => "a panic".to_string(),
        Callee::Format(name, of) => format!("the function that writes {} by {name}", ty(of)),
    }
}

/// The rows without a column in a maximum matching, among those that `counts` selects.
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

/// Assigns a column to a row, and another column to the row that had it (an augmenting path).
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
