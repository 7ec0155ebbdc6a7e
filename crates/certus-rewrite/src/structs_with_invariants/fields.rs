//! Incomplete types of fields, and what completes them.
//!
//! | Type | `_` stand for | the invariant is about |
//! |---|---|---|
//! | `LocalInvariant<_, V, _>`, `AtomicInvariant<_, V, _>` | the constant, the predicate | a `V` |
//! | `AtomicU64<_, G, _>` and its relatives | the same | a `u64` and a `G` |
//! | `AtomicPtr<T, _, G, _>` | the same | a `*mut T` and a `G` |

use certus_visit::visit::{self, Visit};
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{GenericArgument, Path, PathArguments, Type, TypePath};

use crate::errors::RewriteError;
use certus_codes::Language;

/// The types of atomic places with ghost state, each with the type of its value; of a pointer, that is made.
const ATOMIC: [(&str, &str); 12] = [
    ("AtomicBool", "bool"),
    ("AtomicU8", "u8"),
    ("AtomicU16", "u16"),
    ("AtomicU32", "u32"),
    ("AtomicU64", "u64"),
    ("AtomicUsize", "usize"),
    ("AtomicI8", "i8"),
    ("AtomicI16", "i16"),
    ("AtomicI32", "i32"),
    ("AtomicI64", "i64"),
    ("AtomicIsize", "isize"),
    ("AtomicPtr", ""),
];

/// An incomplete type.
pub(super) struct Incomplete {
    /// Whether it is of an atomic place.
    pub(super) is_atomic: bool,
    /// What its invariant is about.
    pub(super) about: Vec<Type>,
}

/// The numbers of the arguments that a type leaves out, and that it has; nothing if its name is of no such type.
fn places(path: &Path) -> Option<(bool, [usize; 2], usize)> {
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "LocalInvariant" | "AtomicInvariant" => Some((false, [0, 2], 1)),
        "AtomicPtr" => Some((true, [1, 3], 2)),
        name => ATOMIC.iter().any(|(other, _)| *other == name).then_some((true, [0, 2], 1)),
    }
}

fn arguments(path: &Path) -> Vec<&GenericArgument> {
    match path.segments.last().map(|segment| &segment.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().collect(),
        _ => Vec::new(),
    }
}

fn is_blank(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Type(Type::Infer(_)))
}

/// What is incomplete in a type. `Err` if it is not such a type, or incomplete twice.
pub(super) fn incomplete(ty: &Type) -> Result<Option<Incomplete>, RewriteError> {
    let mut finder = Finder { found: Vec::new(), blanks: Vec::new() };
    finder.visit_type(ty);
    if let Some(span) = finder.blanks.first() {
        let text = "`_` stands for a part of `LocalInvariant<_, V, _>`, `AtomicInvariant<_, V, _>`, or an atomic place \
                    with ghost state such as `AtomicU64<_, G, _>` only";
        return Err(RewriteError::new(*span, Language::StructWithInvariants, text));
    }
    let mut found = finder.found.into_iter();
    match (found.next(), found.next()) {
        (_, Some((span, _))) => {
            let text = "a field with two invariants is not supported: give each a field of its own";
            Err(RewriteError::new(span, certus_codes::Unsupported::UnsupportedSyntax, text))
        }
        (first, None) => Ok(first.map(|(_, found)| found)),
    }
}

/// Finds incomplete types, and `_` elsewhere.
struct Finder {
    found: Vec<(Span, Incomplete)>,
    blanks: Vec<Span>,
}

impl<'a> Visit<'a> for Finder {
    fn visit_type_path(&mut self, ty: &'a TypePath) {
        let arguments = arguments(&ty.path);
        let Some((is_atomic, blanks, state)) = places(&ty.path) else { return visit::visit_type_path(self, ty) };
        let are_blank = blanks.iter().all(|number| arguments.get(*number).is_some_and(|argument| is_blank(argument)));
        let (true, Some(GenericArgument::Type(of))) = (are_blank, arguments.get(state)) else {
            return visit::visit_type_path(self, ty);
        };
        let mut about = vec![of.clone()];
        if is_atomic && let Some(value) = value_of(&ty.path, &arguments) {
            about.insert(0, value);
        }
        self.found.push((ty.span(), Incomplete { is_atomic, about }));
        let others = arguments.iter().enumerate().filter(|(number, _)| !blanks.contains(number));
        others.for_each(|(_, argument)| self.visit_generic_argument(argument));
    }

    fn visit_type_infer(&mut self, ty: &'a verus_syn::TypeInfer) {
        self.blanks.push(ty.underscore_token.spans[0]);
    }
}

/// The type of the value of an atomic place.
fn value_of(path: &Path, arguments: &[&GenericArgument]) -> Option<Type> {
    let ident = &path.segments.last()?.ident;
    let (_, value) = ATOMIC.iter().find(|(name, _)| ident == name)?;
    let span = ident.span();
    let tokens = if value.is_empty() {
        let pointee = arguments.first()?;
        quote_spanned!(span=> *mut #pointee)
    } else {
        Ident::new(value, span).to_token_stream()
    };
    verus_syn::parse2(tokens).ok()
}

/// Completes a type with that of the constant and that of the predicate.
pub(super) fn completed(ty: &Type, constant: &TokenStream, predicate: &TokenStream) -> Type {
    let mut ty = ty.clone();
    Completer { parts: [constant, predicate] }.visit_type_mut(&mut ty);
    ty
}

struct Completer<'t> {
    parts: [&'t TokenStream; 2],
}

impl VisitMut for Completer<'_> {
    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        if let Some((_, blanks, _)) = places(&ty.path)
            && let Some(PathArguments::AngleBracketed(arguments)) =
                ty.path.segments.last_mut().map(|segment| &mut segment.arguments)
        {
            for (number, part) in blanks.into_iter().zip(self.parts) {
                if let Some(argument) = arguments.args.get_mut(number)
                    && is_blank(argument)
                {
                    *argument = GenericArgument::Type(Type::Verbatim(part.clone()));
                }
            }
        }
        visit_mut::visit_type_path_mut(self, ty);
    }
}
