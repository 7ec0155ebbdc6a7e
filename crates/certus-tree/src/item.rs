//! Items and their signatures.

use certus_diagnostics::Span;

use crate::ty::Ty;

/// Names a definition for the lifetime of the program that issued it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(pub u32);

/// The visibility of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everywhere.
    Public,
    /// In the module with this canonical path and below (`crate_name` alone for `pub(crate)`; the item's own module for
    /// a private item).
    Module(String),
}

/// An attribute for the verifier, whether it was written inside `verus!` (where the rewrite turned it into a doc string
/// `certus:..`) or outside.
///
/// `#[verifier::opaque]`, `#[verifier(opaque)]` and the doc string `certus:attr verifier::opaque` all read `path =
/// "verifier::opaque", args = ""`; `certus:mode spec` reads `path = "mode", args = "spec"`; other attributes keep their
/// own path (`derive`, `inline`, `allow`, `cfg`, ..).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attr {
    /// The path, `::` between segments.
    pub path: String,
    /// The text in the parentheses or after the word.
    pub args: String,
    /// The place of the attribute.
    pub span: Span,
}

/// The common data of every item.
#[derive(Clone, Debug)]
pub struct Def {
    /// The number of the definition.
    pub id: DefId,
    /// Its simple name; empty for an impl.
    pub name: String,
    /// The module, impl, trait, function or constant that contains it; `None` for a crate root.
    pub parent: Option<DefId>,
    /// The canonical path of the innermost module around it.
    pub module: String,
    /// The visibility of the item.
    pub visibility: Visibility,
    /// The attributes of the item.
    pub attrs: Vec<Attr>,
    /// The place of the whole item.
    pub span: Span,
    /// The place of its name, or of what takes that place.
    pub name_span: Span,
    /// True when it was written inside `verus!` or carries a verifier attribute, and an `extern` block does not only
    /// declare it.
    pub in_verus: bool,
}

/// One generic parameter (lifetimes are left out).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericParam {
    /// The name without a lifetime mark or bounds, for instance `T`.
    pub name: String,
    /// True for a const parameter.
    pub is_const: bool,
    /// Its type, when it is a const parameter.
    pub const_ty: Option<Ty>,
}

/// `args[0]: trait_<args[1..]>`, with equations for associated types. The implicit `Sized` is not listed; `?Sized` is
/// seen from [`Generics::unsized_params`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhereClause {
    /// The trait that `args[0]` implements.
    pub trait_: DefId,
    /// Its arguments, self type first.
    pub args: Vec<Ty>,
    /// Associated types fixed by the clause.
    pub assoc: Vec<(String, Ty)>,
}

impl WhereClause {
    /// The clause with these arguments for the parameters in scope.
    #[must_use]
    pub fn subst(&self, args: &[Ty]) -> WhereClause {
        WhereClause {
            trait_: self.trait_,
            args: self.args.iter().map(|ty| ty.subst(args)).collect(),
            assoc: self.assoc.iter().map(|(name, ty)| (name.clone(), ty.subst(args))).collect(),
        }
    }
}

/// The generics in scope of an item: those of its impl or trait first (`Self` of a trait is number 0), then its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generics {
    /// All parameters; [`Ty::Param`] counts through this list.
    pub params: Vec<GenericParam>,
    /// How many of them come from the impl or trait around the item.
    pub inherited: usize,
    /// All where-clauses, bounds on parameters included.
    pub clauses: Vec<WhereClause>,
    /// Indices of the parameters that need not be `Sized`.
    pub unsized_params: Vec<u32>,
}

/// How a method takes `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// `self`.
    Value,
    /// `&self`.
    Ref,
    /// `&mut self`.
    RefMut,
    /// `self: Box<Self>` and the like.
    Typed,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name when its pattern is a plain identifier, `self` for the receiver, otherwise empty.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// True for `mut x`.
    pub is_mut: bool,
    /// Attributes on the parameter (outside `verus!` only; inside they are in the function's `params` attribute).
    pub attrs: Vec<Attr>,
    /// The place of the whole parameter.
    pub span: Span,
}

/// A function or method.
#[derive(Clone, Debug)]
pub struct Function {
    /// The common data of an item.
    pub def: Def,
    /// Generics in scope.
    pub generics: Generics,
    /// Parameters, the receiver first.
    pub params: Vec<Param>,
    /// The receiver, if it is a method.
    pub receiver: Option<Receiver>,
    /// Result type.
    pub ret: Ty,
    /// The place of the result type; the end of the signature if there is none.
    pub ret_span: Span,
    /// The signature, from the first keyword to the end of the result type.
    pub signature_span: Span,
    /// True when it has a body in braces.
    pub has_body: bool,
    /// `const fn`.
    pub is_const: bool,
    /// `unsafe fn`.
    pub is_unsafe: bool,
    /// `async fn`.
    pub is_async: bool,
    /// Declared with `...`: callers give it any number of arguments.
    pub is_variadic: bool,
    /// The trait it is declared in or implements a method of, and the method of that trait.
    pub trait_method: Option<(DefId, DefId)>,
    /// True when it is declared in a trait (not in an impl of one).
    pub is_trait_decl: bool,
}

/// A field of a variant.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; `0`, `1`, .. in tuple-like variants.
    pub name: String,
    /// Its type in terms of the type's own generics.
    pub ty: Ty,
    /// The visibility of the field.
    pub visibility: Visibility,
    /// Attributes.
    pub attrs: Vec<Attr>,
    /// The place of the whole field.
    pub span: Span,
}

/// A variant of an enum, or the only one of a struct or union.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; that of the type for a struct.
    pub name: String,
    /// Its fields in source order.
    pub fields: Vec<Field>,
    /// True for `V(..)`.
    pub is_tuple: bool,
    /// The discriminant, when all are known integers.
    pub discriminant: Option<i128>,
    /// The place of the whole variant.
    pub span: Span,
}

/// What kind of type an [`Adt`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The Rust keyword of the same name.
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// A struct, enum or union.
#[derive(Clone, Debug)]
pub struct Adt {
    /// The common data of an item.
    pub def: Def,
    /// Struct, enum or union.
    pub kind: AdtKind,
    /// Generics.
    pub generics: Generics,
    /// Variants in source order.
    pub variants: Vec<Variant>,
    /// The traits named in `derive`, as written.
    pub derives: Vec<String>,
    /// Whether the type of a field is unknown. That is possible only in crates that are not verified, and where nobody looks
    /// at the fields. Then the types of the fields are meaningless, and only the name of the type may be used.
    pub has_unknown_field: bool,
    /// Whether each unknown type in the fields is one that is known to have values.
    pub unknown_has_values: bool,
}

/// Constant or static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstKind {
    /// `const`.
    Const,
    /// `static`.
    Static,
    /// `static mut`.
    StaticMut,
}

/// A constant, static or associated constant.
#[derive(Clone, Debug)]
pub struct Const {
    /// The common data of an item.
    pub def: Def,
    /// Constant or static.
    pub kind: ConstKind,
    /// Generics in scope (of the impl or trait).
    pub generics: Generics,
    /// Its type.
    pub ty: Ty,
    /// True when it has a value here.
    pub has_body: bool,
    /// The trait and the constant of it that this one implements, or that it declares.
    pub trait_const: Option<(DefId, DefId)>,
}

/// An associated type of an impl.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssocTy {
    /// The name of the associated type in the trait.
    pub name: String,
    /// The type that the impl gives it.
    pub ty: Ty,
}

/// A trait.
#[derive(Clone, Debug)]
pub struct Trait {
    /// The common data of an item.
    pub def: Def,
    /// Generics, `Self` first; supertraits are where-clauses on `Self`.
    pub generics: Generics,
    /// Its functions and constants.
    pub items: Vec<DefId>,
    /// Names of its associated types.
    pub assoc_types: Vec<String>,
    /// Those of them with type or const parameters of their own.
    pub generic_types: Vec<String>,
    /// Those of them with a `where` clause that asks for a trait. What stands after its colon is in `assoc_bounds`.
    pub bounded_types: Vec<String>,
    /// Those of them with lifetime parameters of their own.
    pub lending_types: Vec<String>,
    /// Those whose values have a size that is known at compile time: declared without `?Sized`.
    pub sized_types: Vec<String>,
    /// Bounds on its associated types: each is about a projection of this trait.
    pub assoc_bounds: Vec<WhereClause>,
    /// `unsafe trait`.
    pub is_unsafe: bool,
    /// `auto trait` or a marker known to the language (`Sized`, `Copy`, `Send`, ..).
    pub is_marker: bool,
}

/// An impl.
#[derive(Clone, Debug)]
pub struct Impl {
    /// The common data of an item.
    pub def: Def,
    /// Generics.
    pub generics: Generics,
    /// The type after `for`, or the type of an inherent impl.
    pub self_ty: Ty,
    /// The trait and its arguments (self type first), for a trait impl.
    pub trait_: Option<(DefId, Vec<Ty>)>,
    /// `impl !Trait for ..`.
    pub is_negative: bool,
    /// `unsafe impl`.
    pub is_unsafe: bool,
    /// Of an impl that a `derive` makes, the number of the attribute among those of the type.
    pub derive: Option<u32>,
    /// Its functions and constants.
    pub items: Vec<DefId>,
    /// The associated types that the impl defines.
    pub assoc_types: Vec<AssocTy>,
}

/// A module or crate root.
#[derive(Clone, Debug)]
pub struct Module {
    /// The common data of an item.
    pub def: Def,
    /// Its items, source order.
    pub items: Vec<DefId>,
}

/// One item.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each variant holds the type of the same name.
pub enum Item {
    Function(Function),
    Adt(Adt),
    Const(Const),
    Trait(Trait),
    Impl(Impl),
    Module(Module),
}

impl Item {
    /// The common data of the item.
    pub fn def(&self) -> &Def {
        match self {
            Item::Function(f) => &f.def,
            Item::Adt(a) => &a.def,
            Item::Const(c) => &c.def,
            Item::Trait(t) => &t.def,
            Item::Impl(i) => &i.def,
            Item::Module(m) => &m.def,
        }
    }
}
