//! Compares a callee of the tree with a callee that rustc printed.
//!
//! rustc prints only the last segment of a path if no other visible item has that name. Otherwise it prints the path
//! from the crate's root; for an item of another crate, through the module that exports it. So a printed local path
//! must be the end of our path, and of no other item's. A printed path of another crate must have our last segment, in
//! the same crate. All types must be the same.
//!
//! For example, these names can be those of the same function:
//!
//! | In the tree | In MIR |
//! |---|---|
//! | `alloc::vec::Vec::<u8>::push` | `Vec::<u8>::push` |
//! | `crate::m::f` | `f`, or `m::f` if there is another `f` |
//! | `<crate::S as core::clone::Clone>::clone` | `<S as Clone>::clone` |
//! | `core::num::<impl u8>::wrapping_add` | `core::num::<impl u8>::wrapping_add` |
//!
//! Lifetimes are not compared, because they do not select functions.

use std::cell::Cell;
use std::collections::HashMap;

use certus_diagnostics::Span;
use certus_gate::{MirSegment, MirSegmentKind, MirType};
use certus_tree::{ConstArg, DefId, FORMAT_TRAITS, Item, Known, Mutability, Program, Ty};

use crate::Audit;
use crate::calls::{Call, Callee};
use crate::shape::Shape;

/// The items of modules and functions of the crate, by their last segment.
pub(crate) struct Locals {
    /// Functions, constants and statics.
    values: HashMap<String, Vec<(DefId, Vec<String>)>>,
    /// Types, variants and modules.
    types: HashMap<String, Vec<(DefId, Vec<String>)>>,
}

impl Locals {
    /// Items of impls and traits are left out: rustc prints them by their type or trait, never by their name alone.
    pub(crate) fn of(program: &dyn Program) -> Locals {
        let mut locals = Locals { values: HashMap::new(), types: HashMap::new() };
        for def in program.local_items() {
            let Ok(item) = program.item(def) else { continue };
            let table = match &item {
                Item::Function(_) | Item::Const(_) => &mut locals.values,
                Item::Adt(_) | Item::Trait(_) => &mut locals.types,
                Item::Impl(_) | Item::Module(_) => continue,
            };
            let parent = item.def().parent.and_then(|parent| program.item(parent).ok());
            if matches!(parent, Some(Item::Impl(_) | Item::Trait(_) | Item::Adt(_))) {
                continue;
            }
            let path = segments(&program.path(def));
            table.entry(item.def().name.clone()).or_default().push((def, path));
        }
        locals
    }

    /// The items of the crate that a printed path can mean: those with exactly this path, or all whose paths end with
    /// it.
    fn named(&self, values: bool, path: &[&str]) -> Vec<DefId> {
        let table = if values { &self.values } else { &self.types };
        let known = path.last().and_then(|last| table.get(*last)).map_or(&[][..], Vec::as_slice);
        /// The segments of a path of the tree.
        fn ours(of: &(DefId, Vec<String>)) -> Vec<&str> {
            of.1.iter().skip(1).map(String::as_str).collect()
        }
        let exact: Vec<DefId> = known.iter().filter(|of| ours(of) == path).map(|of| of.0).collect();
        if exact.is_empty() {
            return known.iter().filter(|of| ours(of).ends_with(path)).map(|of| of.0).collect();
        }
        exact
    }
}

/// The segments of a canonical path, without the parts that rustc does not print: the number of a block of a body, or
/// of a constant without a name. Everything before the last impl in it is one segment.
fn segments(path: &str) -> Vec<String> {
    let (head, rest) = match path.rsplit_once(">::") {
        Some((head, rest)) => (Some(format!("{head}>")), rest),
        None => (None, path),
    };
    let printed = rest.split("::").filter(|segment| !segment.starts_with("{block "));
    let printed = printed.map(|segment| if segment.starts_with("_{") { "_" } else { segment });
    head.into_iter().chain(printed.map(str::to_string)).collect()
}

/// The meaning of the names in a body.
pub(crate) struct Names<'a> {
    /// The audit.
    pub(crate) audit: &'a Audit<'a>,
    /// The items of the crate.
    pub(crate) locals: &'a Locals,
    /// The body.
    pub(crate) owner: DefId,
    /// The places of its closures.
    pub(crate) closures: &'a HashMap<u32, Span>,
    /// Whether a type argument may be `()` for rustc, because only ghost code determines it.
    pub(crate) is_lenient: Cell<bool>,
}

/// The names of the segments of a path, if all are names.
pub(crate) fn plain(path: &[MirSegment]) -> Option<Vec<&str>> {
    path.iter()
        .map(|segment| match &segment.kind {
            MirSegmentKind::Name(name) => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

/// The crates of the standard library. rustc may print any of them for an item of another.
const STANDARD: &[&str] = &["core", "alloc", "std"];

/// The crate of the language, and the name that it had before: rustc prints the one that the program uses.
const LANGUAGE: &[&str] = &["verus_builtin", "builtin"];

/// Functions that macros of the standard library call to panic, in `core::panicking` and `std::rt`.
const PANICS: &[&str] =
    &["panic", "panic_fmt", "panic_display", "panic_str_2015", "unreachable_display", "assert_failed"];

impl Names<'_> {
    /// The program whose names these are.
    fn program(&self) -> &dyn Program {
        self.audit.program
    }

    /// Whether a path can be that of an item of this crate. If several items have the same path, such as `const _`, it
    /// can be any of them.
    pub(crate) fn is_header(&self, def: DefId, path: &[&str]) -> bool {
        self.locals.named(true, path).contains(&def)
    }

    /// Whether a path names an item.
    pub(crate) fn is_path(&self, def: DefId, values: bool, path: &[&str]) -> bool {
        let named = self.locals.named(values, path);
        if self.program().is_local(def) {
            // rustc prints items with the same name in several blocks of a body alike.
            let own = segments(&self.program().path(def));
            return named.contains(&def) && named.iter().all(|other| segments(&self.program().path(*other)) == own);
        }
        // A name of this crate is not a name of another crate.
        if !named.is_empty() {
            return false;
        }
        let ours = segments(&self.program().path(def));
        let (Some(last), Some(our_last)) = (path.last(), ours.last()) else { return false };
        if last != our_last {
            return false;
        }
        let [krate, modules @ .., _] = path else { return true };
        let Some(our_krate) = ours.first() else { return false };
        let is_standard = STANDARD.contains(krate) && STANDARD.contains(&our_krate.as_str());
        // The library exports the language's own crate.
        let is_language = our_krate == LANGUAGE[0] && (*krate == "vstd" || LANGUAGE.contains(krate));
        let same = krate == our_krate || is_standard || is_language;
        let mut within = ours.iter().skip(1);
        // Modules that export items of other modules.
        let gives_out = |module: &&str| *module == "prelude" || (is_standard && *module == "collections");
        same && modules.iter().all(|module| gives_out(module) || within.any(|our| our == module))
    }

    /// Whether a call is of drop glue: programs cannot call `Drop::drop`.
    pub(crate) fn is_drop(&self, function: &MirType) -> bool {
        trait_call(function, "Drop", "drop").is_some() && self.locals.named(false, &["Drop"]).is_empty()
    }

    /// Whether a path names an item of `verus_builtin::internal` that the text for rustc adds around ghost code.
    /// In place of a proof closure it calls what `Called` dereferences to; no other code calls a `dyn Fn`.
    pub(crate) fn is_added(&self, function: &MirType) -> bool {
        if let Some((MirType::Path(of), _)) = trait_call(function, "Deref", "deref") {
            return of.last().is_some_and(|segment| is_name(segment, Known::ProofFnCalled.simple_name()))
                && plain(of).is_some_and(|path| self.locals.named(false, &path).is_empty());
        }
        if let Some((MirType::Dyn(_), _)) = trait_call(function, "Fn", "call") {
            return true;
        }
        let MirType::Path(path) = function else { return false };
        let Some(path) = plain(path) else { return false };
        let Some((last, before)) = path.split_last() else { return false };
        let added = [
            Known::UnknownFalse,
            Known::Diverge,
            Known::SomeValue,
            Known::AnyValue,
            Known::TextPoint,
            Known::TextVariable,
        ];
        let named = added.iter().any(|known| known.simple_name() == *last);
        let of_builtin = match before {
            [] => true,
            [krate, module] => LANGUAGE.contains(krate) && *module == "internal",
            _ => false,
        };
        named && of_builtin && self.locals.named(true, &path).is_empty()
    }

    /// Whether a call makes the text of `format_args!`, which is all that the macro does besides writing its arguments.
    pub(crate) fn is_formatting(&self, function: &MirType) -> bool {
        let MirType::Path(path) = function else { return false };
        let Some(names) = plain(path) else { return false };
        let makes = ["new", "from_str", "from_str_nonconst"];
        let [before @ .., of, name] = names.as_slice() else { return false };
        *of == "Arguments" && makes.contains(name) && self.is_of_std(before, &["Arguments"])
    }

    /// Whether a call panics, as macros of the standard library write it.
    fn is_panic(&self, function: &MirType) -> bool {
        let MirType::Path(path) = function else { return false };
        let Some(names) = plain(path) else { return false };
        let [before @ .., name] = names.as_slice() else { return false };
        PANICS.contains(name)
            && matches!(before, [] | ["core", "panicking"] | ["core" | "std", "rt"])
            && self.is_of_std(before, &[name])
    }

    /// Whether a call is the one that `format_args!` makes for a type and a trait.
    fn is_format(&self, name: &str, ty: &Ty, function: &MirType) -> bool {
        let MirType::Path(path) = function else { return false };
        let (Some(names), Some(last)) = (plain(path), path.last()) else { return false };
        let ["core", "fmt", "rt", "Argument", made] = names.as_slice() else { return false };
        let Some((_, wanted)) = FORMAT_TRAITS.iter().find(|(of, _)| *of == name) else { return false };
        let same = match last.args.as_slice() {
            [] => name.is_empty(),
            // `dbg!` writes its argument behind `dyn Debug`.
            [found] => self.is_type(ty, found) || (name == "Debug" && found.to_string() == "&dyn Debug"),
            _ => false,
        };
        made == wanted && same && self.is_of_std(&["core"], &["Argument"])
    }

    /// Whether a path is one into the standard library: the program has nothing of its name.
    fn is_of_std(&self, before: &[&str], item: &[&str]) -> bool {
        let of_std = before.first().is_none_or(|krate| STANDARD.contains(krate));
        of_std && self.locals.named(false, item).is_empty() && self.locals.named(true, item).is_empty()
    }

    /// Whether a call is an operator of built-in types, which both the tree and rustc may have inline.
    pub(crate) fn is_operator(&self, function: &MirType) -> bool {
        let MirType::Qualified(this, Some(trait_), rest) = function else { return false };
        let (Some(path), [_]) = (plain(trait_), rest.as_slice()) else { return false };
        let is_known = path.last().is_some_and(|last| OPERATORS.iter().any(|known| known.simple_name() == *last));
        let local = !self.locals.named(false, &path).is_empty();
        let args = trait_.last().map_or(&[][..], |last| &last.args);
        is_known && !local && is_scalar(this) && args.iter().all(is_scalar)
    }

    /// The same for a callee of the tree.
    pub(crate) fn is_our_operator(&self, callee: &Callee) -> bool {
        let Callee::Function(Shape::OfTrait { trait_, args, .. }) = callee else { return false };
        let operator = self.program().known(*trait_).is_some_and(|known| OPERATORS.contains(&known));
        operator && args.iter().all(is_our_scalar)
    }

    /// Whether a callee of the tree is the one that rustc printed.
    pub(crate) fn is_callee(&self, callee: &Callee, printed: &MirType) -> bool {
        match callee {
            Callee::Function(shape) => self.is_function(shape, printed),
            Callee::Value(ty) => self.is_value_call(ty, printed),
            Callee::Branch(ty) => trait_call(printed, "Try", "branch").is_some_and(|(this, _)| self.is_type(ty, this)),
            Callee::Residual(ret, operand) => trait_call(printed, "FromResidual", "from_residual")
                .is_some_and(|(this, args)| self.is_type(ret, this) && self.is_residual(operand, this, args)),
            Callee::Loop(ty, name) => {
                let of = if *name == "next" { "Iterator" } else { "IntoIterator" };
                let this = if *name == "next" { self.iterator_of(ty) } else { Some(ty.clone()) };
                trait_call(printed, of, name)
                    .is_some_and(|(found, _)| this.is_some_and(|this| self.is_type(&this, found)))
            }
            Callee::Await(ty, name) => self.is_await(ty, name, printed),
            Callee::Panic => self.is_panic(printed),
            Callee::Format(name, ty) => self.is_format(name, ty, printed),
            Callee::VecOfBox(element) => self.is_free(printed, "box_assume_init_into_vec_unsafe", element),
            Callee::BoxForVec(array) => match printed {
                MirType::Path(path) => match path.as_slice() {
                    [.., of, new] => {
                        let named = plain(path).is_some_and(|p| p.ends_with(&["Box", "new_uninit"]));
                        named && new.args.is_empty() && matches!(&of.args[..], [found] if self.is_type(array, found))
                    }
                    _ => false,
                },
                _ => false,
            },
        }
    }

    /// Whether a printed callee is one that `.await` has for a future of a type.
    fn is_await(&self, ty: &Ty, name: &str, printed: &MirType) -> bool {
        let trait_ = match name {
            "into_future" => "IntoFuture",
            "poll" => "Future",
            _ => {
                let MirType::Path(path) = printed else { return false };
                let [.., pin, new] = path.as_slice() else { return false };
                let named = plain(path).is_some_and(|path| path.ends_with(&["Pin", name]));
                let of = |found: &MirType| matches!(found, MirType::Ref(_, found) if self.is_type(ty, found));
                return named && new.args.is_empty() && matches!(&pin.args[..], [found] if of(found));
            }
        };
        trait_call(printed, trait_, name).is_some_and(|(this, _)| self.is_type(ty, this))
    }

    /// The same for a call. rustc may know fewer types in ghost code.
    pub(crate) fn is_call(&self, call: &Call<'_>, printed: &MirType) -> bool {
        let outer = self.is_lenient.replace(call.is_ghost);
        let same = self.is_callee(&call.callee, printed);
        self.is_lenient.set(outer);
        same
    }

    /// Whether a path is that of a type without fields, or of its variant.
    pub(crate) fn is_only_of(&self, ours: &Ty, of: &MirType) -> bool {
        let MirType::Path(path) = of else { return false };
        let Ty::Adt(..) = ours else { return false };
        self.is_type(ours, of)
            || path
                .split_last()
                .is_some_and(|(_, of)| !of.is_empty() && self.is_type(ours, &MirType::Path(of.to_vec())))
    }

    /// Whether a path can be that of a type of the program.
    pub(crate) fn is_local_type(&self, of: &MirType) -> bool {
        let MirType::Path(path) = of else { return false };
        plain(path).is_some_and(|path| {
            !self.locals.named(false, &path).is_empty()
                || path.split_last().is_some_and(|(_, of)| !of.is_empty() && !self.locals.named(false, of).is_empty())
        })
    }

    /// A function of the standard library that macros of it call, whose first argument is a type.
    fn is_free(&self, printed: &MirType, name: &str, first: &Ty) -> bool {
        let MirType::Path(path) = printed else { return false };
        let (Some(names), Some(last)) = (plain(path), path.last()) else { return false };
        let named = names.last() == Some(&name) && self.locals.named(true, &names).is_empty();
        named && last.args.first().is_some_and(|found| self.is_type(first, found))
    }

    /// The iterator that a `for` loop makes of a type.
    fn iterator_of(&self, ty: &Ty) -> Option<Ty> {
        let trait_ = self.program().lookup(Known::IntoIterator.path())?;
        Some(self.program().normalize(&Ty::Projection(trait_, vec![ty.clone()], "IntoIter".into()), self.owner))
    }

    /// A function with its arguments.
    pub(crate) fn is_function(&self, shape: &Shape, printed: &MirType) -> bool {
        match (shape, printed) {
            (Shape::Free(def, args), MirType::Path(path)) => {
                let (Some(names), Some((last, before))) = (plain(path), path.split_last()) else { return false };
                before.iter().all(|segment| segment.args.is_empty())
                    && self.is_path(*def, true, &names)
                    && self.are_types(args, &last.args)
            }
            (Shape::Inherent { this, name, own }, MirType::Path(path)) => {
                let Some((last, before)) = path.split_last() else { return false };
                let same = is_name(last, name) && self.are_types(own, &last.args);
                let on = match before {
                    // `S::<impl Trait>::f` looks like an impl, and can be the argument of a type.
                    [.., of, last] if is_impl(last) && of.args.is_empty() && is_named(of) => {
                        self.is_type(this, impl_type(last)) || self.is_type(this, &with_argument(before))
                    }
                    [.., last] if is_impl(last) => self.is_type(this, impl_type(last)),
                    [.., last] if is_named(last) => self.is_type(this, &MirType::Path(before.to_vec())),
                    _ => false,
                };
                same && on
            }
            (Shape::Inherent { this, name, own }, MirType::Qualified(of, None, rest)) => {
                matches!(&rest[..], [last] if is_name(last, name) && self.are_types(own, &last.args))
                    && self.is_type(this, of)
            }
            (Shape::OfTrait { trait_, args, name, own }, MirType::Qualified(this, Some(of), rest)) => {
                let ([last], Some(names), Some(segment)) = (&rest[..], plain(of), of.last()) else { return false };
                let Some(our_this) = args.first() else { return false };
                is_name(last, name)
                    && self.is_path(*trait_, false, &names)
                    && self.is_type(our_this, this)
                    && self.are_args(*trait_, args, 1, &segment.args)
                    && self.are_types(own, &last.args)
            }
            _ => false,
        }
    }

    /// A call of a value: rustc prints the trait of functions that it goes through, but for function pointers.
    fn is_value_call(&self, ty: &Ty, printed: &MirType) -> bool {
        let ours = under_references(ty);
        if let Ty::FnDef(def, args) = ours
            && let Some(shape) = crate::shape::shape(self.program(), *def, args, self.owner)
            && self.is_function(&shape, printed)
        {
            return true;
        }
        if let (Ty::Adt(def, _), MirType::Path(path)) = (ours, printed)
            && self.program().known(*def) == Some(Known::FnProof)
        {
            let Some((last, of)) = path.split_last() else { return false };
            let methods = [Known::FnProofCallOnce, Known::FnProofCallMut, Known::FnProofCall];
            return methods.iter().any(|method| is_name(last, method.simple_name()))
                && self.is_type(ours, &MirType::Path(of.to_vec()));
        }
        let calls = [("Fn", "call"), ("FnMut", "call_mut"), ("FnOnce", "call_once")];
        calls
            .iter()
            .any(|(of, name)| trait_call(printed, of, name).is_some_and(|(this, _)| self.is_type(ours, strip(this))))
    }

    /// Whether a type is the residual of an operand of `?`: the same type with an empty type in place of the value.
    fn is_residual(&self, operand: &Ty, this: &MirType, args: &[MirType]) -> bool {
        let Ty::Adt(def, ours) = operand else { return false };
        let residual = args.first().unwrap_or(this);
        let MirType::Path(path) = residual else { return false };
        let (Some(names), Some(last)) = (plain(path), path.last()) else { return false };
        let rest = |args: &[Ty]| args.get(1..).unwrap_or_default().to_vec();
        self.is_path(*def, false, &names)
            && ours.len() == last.args.len()
            && self.are_types(&rest(ours), last.args.get(1..).unwrap_or_default())
    }

    /// Compares the arguments of a type or trait, from this index on. rustc leaves out arguments that are the default.
    fn are_args(&self, of: DefId, all: &[Ty], from: usize, printed: &[MirType]) -> bool {
        let ours = all.get(from..).unwrap_or_default();
        let Some((given, left)) = ours.split_at_checked(printed.len()) else { return false };
        if !given.iter().zip(printed).all(|(a, b)| self.is_type(a, b)) {
            return false;
        }
        if left.is_empty() {
            return true;
        }
        let defaults = self.program().default_args(of);
        let mut defaults = defaults.iter().skip(all.len() - left.len());
        left.iter().all(|ty| {
            let default = defaults.next().and_then(Option::as_ref).map(|default| default.subst(all));
            default.is_some_and(|default| self.program().normalize(&default, self.owner) == *ty)
        })
    }

    /// The arguments of a function.
    fn are_types(&self, ours: &[Ty], printed: &[MirType]) -> bool {
        ours.len() == printed.len() && ours.iter().zip(printed).all(|(a, b)| self.is_type(a, b))
    }

    /// Whether two types are the same.
    pub(crate) fn is_type(&self, ours: &Ty, printed: &MirType) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.is_type_inner(ours, printed))
    }

    /// Compares one level of a type. A form without a match arm is not the same.
    fn is_type_inner(&self, ours: &Ty, printed: &MirType) -> bool {
        match (ours, printed) {
            // Only ghost code determines the type.
            (_, MirType::Tuple(parts)) if parts.is_empty() && self.is_lenient.get() => true,
            // rustc knows the hidden type; the tree does not.
            (Ty::Opaque(..), _) | (Ty::Const(ConstArg::Unknown), _) => true,
            (Ty::Bool, printed) => is_word(printed, "bool"),
            (Ty::Char, printed) => is_word(printed, "char"),
            (Ty::Str, printed) => is_word(printed, "str"),
            (Ty::Int(int), printed) => is_word(printed, int.name()),
            (Ty::Float(width), printed) => is_word(printed, &format!("f{width}")),
            (Ty::Never, MirType::Never) => true,
            (Ty::Adt(def, args), MirType::Path(path)) => {
                let (Some(names), Some((last, before))) = (plain(path), path.split_last()) else { return false };
                // The content of a ghost wrapper exists for ghost code only.
                let wrapper = self.program().known(*def).filter(|known| known.is_wrapper());
                let is_wrapper = wrapper.is_some_and(|known| names.last() == Some(&known.simple_name()));
                let outer = self.is_lenient.replace(self.is_lenient.get() || is_wrapper);
                let same = before.iter().all(|segment| segment.args.is_empty())
                    && self.is_path(*def, false, &names)
                    && self.are_args(*def, args, 0, &last.args);
                self.is_lenient.set(outer);
                same
            }
            (Ty::Ref(m, a), MirType::Ref(mutable, b)) | (Ty::RawPtr(m, a), MirType::Pointer(mutable, b)) => {
                (*m == Mutability::Mut) == *mutable && self.is_type(a, b)
            }
            (Ty::Tuple(a), MirType::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_type(a, b)),
            (Ty::Slice(a), MirType::Slice(b)) => self.is_type(a, b),
            (Ty::Array(a, len), MirType::Array(b, printed)) => {
                self.is_type(a, b) && self.is_type(&Ty::Const(len.clone()), printed)
            }
            (Ty::Const(ConstArg::Value(value) | ConstArg::Wide(value)), MirType::Const(text)) => {
                is_constant(*value, text)
            }
            (Ty::Const(ConstArg::Param(_, name)), printed) => is_word(printed, name),
            (Ty::Param(_, name), MirType::Impl) => name.starts_with("impl%"),
            (Ty::Param(_, name), printed) => is_word(printed, name),
            (Ty::FnDef(def, args), MirType::FnItem(function)) => self.is_item_type(*def, args, function),
            (Ty::FnPtr(params, ret), MirType::FnPointer(others, result)) => {
                params.len() == others.len()
                    && params.iter().zip(others).all(|(a, b)| self.is_type(a, b))
                    && self.is_type(ret, result)
            }
            (Ty::Closure(id), MirType::Closure(place)) => {
                let theirs = (self.audit.locate)(*place).map(|span| (span.file, span.start));
                let ours = self.closures.get(id).map(|span| (span.file, span.start));
                ours.is_some() && ours == theirs
            }
            (Ty::Dyn(def, args), MirType::Dyn(path)) => {
                let (Some(names), Some(last)) = (plain(path), path.last()) else { return false };
                // The type itself is not an argument here, but it counts among the parameters.
                let with_self: Vec<Ty> = std::iter::once(ours.clone()).chain(args.iter().cloned()).collect();
                self.is_path(*def, false, &names) && self.are_args(*def, &with_self, 1, &last.args)
            }
            (Ty::Projection(def, args, name), MirType::Qualified(this, Some(of), rest)) => {
                let (Some(names), Some(segment), [last]) = (plain(of), of.last(), &rest[..]) else { return false };
                let Some(our_this) = args.first() else { return false };
                is_name(last, name)
                    && self.is_path(*def, false, &names)
                    && self.is_type(our_this, this)
                    && self.are_args(*def, args, 1, &segment.args)
            }
            _ => false,
        }
    }

    /// The type of a function as such, or of a constructor.
    fn is_item_type(&self, def: DefId, args: &[Ty], function: &MirType) -> bool {
        if let Ok(Item::Adt(_)) = self.program().item(def) {
            let MirType::Path(path) = function else { return false };
            let of = Ty::Adt(def, args.to_vec());
            let variant = path
                .split_last()
                .is_some_and(|(_, of_enum)| !of_enum.is_empty() && self.is_type(&of, &MirType::Path(of_enum.to_vec())));
            return variant || self.is_type(&of, function);
        }
        let shape = crate::shape::shape(self.program(), def, args, self.owner);
        shape.is_some_and(|shape| self.is_function(&shape, function))
    }
}

/// Traits whose functions are operators.
const OPERATORS: &[Known] = &[
    Known::Add,
    Known::Sub,
    Known::Mul,
    Known::Div,
    Known::Rem,
    Known::BitAnd,
    Known::BitOr,
    Known::BitXor,
    Known::Shl,
    Known::Shr,
    Known::Neg,
    Known::Not,
    Known::AddAssign,
    Known::SubAssign,
    Known::MulAssign,
    Known::DivAssign,
    Known::RemAssign,
    Known::BitAndAssign,
    Known::BitOrAssign,
    Known::BitXorAssign,
    Known::ShlAssign,
    Known::ShrAssign,
    Known::PartialEq,
    Known::PartialOrd,
];

/// The built-in types whose operators are no calls.
const SCALARS: &[&str] = &[
    "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32",
    "f64",
];

/// A built-in type or references to one.
fn is_scalar(printed: &MirType) -> bool {
    matches!(strip(printed), MirType::Pointer(..)) || SCALARS.iter().any(|scalar| is_word(strip(printed), scalar))
}

/// The same in the tree.
fn is_our_scalar(ty: &Ty) -> bool {
    matches!(under_references(ty), Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Float(_))
}

/// A type of the tree without the references before it.
fn under_references(mut ty: &Ty) -> &Ty {
    while let Ty::Ref(_, inner) = ty {
        ty = inner;
    }
    ty
}

/// A printed type without the references before it.
fn strip(mut printed: &MirType) -> &MirType {
    while let MirType::Ref(_, inner) = printed {
        printed = inner;
    }
    printed
}

/// The type and the further arguments of a call of a function of a trait.
fn trait_call<'m>(printed: &'m MirType, trait_: &str, function: &str) -> Option<(&'m MirType, &'m [MirType])> {
    let MirType::Qualified(this, Some(of), rest) = printed else { return None };
    let ([last], Some(segment)) = (&rest[..], of.last()) else { return None };
    (is_name(last, function) && is_name(segment, trait_)).then_some((&**this, &segment.args[..]))
}

/// Whether a segment is a plain name.
fn is_named(segment: &MirSegment) -> bool {
    matches!(segment.kind, MirSegmentKind::Name(_))
}

/// Whether a segment is an impl.
fn is_impl(segment: &MirSegment) -> bool {
    matches!(segment.kind, MirSegmentKind::Impl(None, _))
}

/// The type of an impl. For another segment, a type that equals no type of the tree.
fn impl_type(segment: &MirSegment) -> &MirType {
    match &segment.kind {
        MirSegmentKind::Impl(None, of) => of,
        _ => &MirType::Impl,
    }
}

/// The type that a path with `<impl Trait>` at its end is, if that is an argument.
fn with_argument(path: &[MirSegment]) -> MirType {
    let mut path = path.to_vec();
    path.pop();
    if let Some(last) = path.last_mut() {
        last.args.push(MirType::Impl);
    }
    MirType::Path(path)
}

/// A segment of this name, whatever its arguments.
fn is_name(segment: &MirSegment, name: &str) -> bool {
    matches!(&segment.kind, MirSegmentKind::Name(found) if found == name)
}

/// A path of one segment without arguments.
fn is_word(printed: &MirType, word: &str) -> bool {
    matches!(printed, MirType::Path(path) if matches!(&path[..], [one] if is_name(one, word) && one.args.is_empty()))
}

/// A constant of the tree and one that rustc printed: `3`, `3_usize`, `-3`, `true`, `'c'`.
fn is_constant(value: i128, text: &str) -> bool {
    if text == "true" || text == "false" {
        return value == i128::from(text == "true");
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let mut chars = inner.chars();
        return matches!((chars.next(), chars.next()), (Some(c), None) if i128::from(u32::from(c)) == value);
    }
    let digits = text.split('_').next().unwrap_or(text);
    digits.parse::<i128>().is_ok_and(|found| found == value)
        || digits.parse::<u128>().is_ok_and(|found| found as i128 == value)
}
