//! What a pointer knows beside the address, `<T as Pointee>::Metadata`.
//!
//! No impl of this trait is written anywhere: the compiler knows the associated type of each type. Types in the tree are
//! resolved so already, but not those that come from the fields of a generic type. So the impls that would say it are added.

use certus_diagnostics::Span;
use certus_vir::{IntKind, Path, TraitImpl, Ty, TypeParam};

use crate::context::Context;

impl Context<'_> {
    /// Impls for sized types, whose pointers know nothing more, and for slices and strings, whose pointers know a length. Of
    /// pointers to other types nothing is known.
    pub(super) fn pointee_impls(&mut self, trait_: &Path, span: Span) {
        let param = || TypeParam { name: "T".into(), maybe_unsized: false };
        let slice = Ty::Data("slice".into(), vec![Ty::Param("T".into())]);
        let length = || Ty::Int(IntKind::Usize);
        let known = [
            (vec![param()], Ty::Param("T".into()), Ty::unit()),
            (vec![param()], slice, length()),
            (Vec::new(), Ty::Data("str".into(), Vec::new()), length()),
        ];
        for (params, of, metadata) in known {
            let bare = TraitImpl::bare(trait_.clone(), params, Vec::new(), vec![of], span);
            self.output.add_impl(TraitImpl { types: vec![("Metadata".into(), metadata)], ..bare });
        }
    }
}
