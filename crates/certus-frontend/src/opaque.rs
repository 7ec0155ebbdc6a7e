//! What is said of the `impl Trait` in the result of a function: its bounds.

use certus_tree::{DefId, WhereClause};
use ra_ap_hir_ty::ImplTraitId;
use ra_ap_hir_ty::next_solver::ImplTraitIdx;

use crate::key::Key;
use crate::loaded::Loaded;
use crate::types::TypeReader;

impl Loaded {
    /// The bounds of an `impl Trait` of a function's result, in terms of the function's own parameters; `None` if one of them
    /// cannot be told.
    pub(crate) fn bounds_of_opaque(&self, def: DefId, number: u32) -> Option<Vec<WhereClause>> {
        let Key::Function(id) = self.key(def)? else { return None };
        let opaque = ImplTraitId::ReturnTypeImplTrait(id, ImplTraitIdx::from_raw(number.into()));
        let bounds = opaque.predicates(self.db()).skip_binder().iter().copied();
        let reader = TypeReader::new(self);
        let clauses = self.where_clauses(bounds, None, &reader, &mut []);
        (!reader.saw_unknown.get()).then_some(clauses)
    }
}
