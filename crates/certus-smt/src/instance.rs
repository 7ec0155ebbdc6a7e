//! Functions and datatypes at type arguments: their symbols, and the forms of values at their places.

use certus_vir::{IntKind, Name, Path, Ty, callable};

use crate::term::{self, Sort, Sym, Term};

/// A function at type arguments.
pub(crate) type FnKey = (Path, Vec<Ty>);

/// A parameter or result of a function at type arguments.
pub(crate) struct Place {
    /// Its type.
    pub ty: Ty,
    /// Its sort.
    pub sort: Sort,
    /// The range, when values here are ranged integers in their stored form.
    pub stored: Option<IntKind>,
}

impl Place {
    /// The range that a value here is known to lie in, when it is an `Int`.
    pub(crate) fn range(&self) -> Option<IntKind> {
        if self.stored.is_some() { None } else { self.ty.int_kind().filter(|k| *k != IntKind::Int) }
    }
}

/// A function at type arguments.
pub(crate) struct FnInst {
    /// Its symbol.
    pub sym: Sym,
    /// Its symbol with fuel, when its definition is recursive here.
    pub recursive: Option<Sym>,
    /// Its parameters.
    pub params: Vec<Place>,
    /// Its result.
    pub ret: Place,
}

/// A datatype at type arguments.
pub(crate) struct DataInst {
    /// Its sort.
    pub sort: Sort,
    /// Its variants; `None` when it is abstract.
    pub variants: Option<Vec<VariantInst>>,
    /// Whether extensional equality goes into the fields.
    pub ext_equal: bool,
}

/// A variant of it.
pub(crate) struct VariantInst {
    /// Its name in the program.
    pub name: Name,
    /// Its constructor.
    pub ctor: Sym,
    /// Its fields in the order of the constructor.
    pub fields: Vec<FieldInst>,
}

/// A field of it; values are in their stored form.
pub(crate) struct FieldInst {
    /// Its name in the program.
    pub name: Name,
    /// Its selector.
    pub selector: Sym,
    /// Its type.
    pub ty: Ty,
}

impl DataInst {
    /// The condition that a value is of a variant; true when there is only one.
    pub(crate) fn is_variant(&self, variant: &VariantInst, value: Term) -> Term {
        match &self.variants {
            Some(all) if all.len() == 1 => term::boolean(true),
            _ => term::logic(&format!("(_ is {})", variant.ctor), vec![value]),
        }
    }

    /// A variant by name.
    pub(crate) fn variant(&self, name: &Name) -> Option<&VariantInst> {
        self.variants.iter().flatten().find(|v| v.name == *name)
    }
}

/// A relation on functions at a reference to a function is the relation at that function.
pub(crate) fn plain_relation(key: &mut FnKey) {
    if matches!(&*key.0, callable::CALL_REQUIRES | callable::CALL_ENSURES)
        && let Some(of) = key.1.last_mut()
    {
        *of = of.value().clone();
    }
}

/// Whether values at a position of this declared type are kept in their stored form: where a type parameter, or an
/// associated type, stands.
pub(crate) fn is_generic(declared: &Ty) -> bool {
    matches!(declared.value(), Ty::Param(_) | Ty::Proj(..))
}
