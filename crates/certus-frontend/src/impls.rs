//! Which impls a trait has.
//!
//! A program with large dependencies has tens of thousands of impls, and lowering asks for those of a trait at each call of one of
//! its methods. So they are collected once, each with the outermost constructor of its type: an impl for `Vec<T>` is no candidate
//! for `u8`.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::OnceLock;

use ra_ap_base_db::all_crates;
use ra_ap_hir_def::TraitId;
use ra_ap_hir_def::lang_item::lang_items;
use ra_ap_hir_def::nameres::{ModuleData, crate_def_map};
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_hir_ty::next_solver::{AnyImplId, DbInterner, SimplifiedType, Ty, TyKind};
use ra_ap_rustc_type_ir::fast_reject::{TreatParams, simplify_type};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;

use crate::database::Database;

/// The outermost constructor of a type, as a hash: two that differ are of types that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Constructor(u64);

/// An impl with the constructor of its type; `None` if it may be for any type.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    of: Option<Constructor>,
    id: AnyImplId,
}

/// The impls of each trait, in the order of crates and then of the source.
#[derive(Default)]
pub(crate) struct Impls {
    by_trait: OnceLock<HashMap<TraitId, Vec<Candidate>>>,
}

impl Impls {
    /// All impls of a trait in all crates.
    pub(crate) fn of(&self, db: &Database, trait_: TraitId) -> impl Iterator<Item = AnyImplId> + '_ {
        self.candidates(db, trait_).iter().map(|candidate| candidate.id)
    }

    /// Those that may be for a type. The type is normalized.
    pub(crate) fn for_type<'i>(
        &'i self,
        db: &Database,
        trait_: TraitId,
        ty: Ty<'_>,
    ) -> impl Iterator<Item = AnyImplId> + use<'i> {
        // What an alias that is left stands for is not known here.
        let wanted = match ty.kind() {
            TyKind::Alias(..) => None,
            _ => simplify_type(DbInterner::new_no_crate(db), ty, TreatParams::AsRigid).map(constructor),
        };
        let may_be = move |of: Option<Constructor>| of.zip(wanted).is_none_or(|(of, wanted)| of == wanted);
        let candidates = self.candidates(db, trait_).iter();
        candidates.filter(move |candidate| may_be(candidate.of)).map(|candidate| candidate.id)
    }

    fn candidates(&self, db: &Database, trait_: TraitId) -> &[Candidate] {
        self.by_trait.get_or_init(|| collect(db)).get(&trait_).map_or(&[], Vec::as_slice)
    }
}

fn collect(db: &Database) -> HashMap<TraitId, Vec<Candidate>> {
    let mut by_trait = HashMap::new();
    for krate in all_crates(db).iter() {
        for (_, data) in crate_def_map(db, *krate).modules() {
            of_module(db, data, lang_items(db, *krate), &mut by_trait);
        }
    }
    by_trait
}

fn of_module(
    db: &Database,
    data: &ModuleData,
    lang: &ra_ap_hir_def::lang_item::LangItems,
    by_trait: &mut HashMap<TraitId, Vec<Candidate>>,
) {
    for id in data.scope.trait_impls() {
        let Some(header) = db.impl_trait(id) else { continue };
        let header = header.skip_binder();
        let ty = simplify_type(DbInterner::new_no_crate(db), header.self_ty(), TreatParams::InstantiateWithInfer);
        let candidate = Candidate { of: ty.map(constructor), id: AnyImplId::ImplId(id) };
        by_trait.entry(header.def_id.0).or_default().push(candidate);
    }
    for id in data.scope.builtin_derive_impls() {
        let loc = id.loc(db);
        let Some(trait_) = loc.trait_.get_id(lang) else { continue };
        let of = Some(constructor(SimplifiedType::Adt(loc.adt.into())));
        by_trait.entry(trait_).or_default().push(Candidate { of, id: AnyImplId::BuiltinDeriveImplId(id) });
    }
}

fn constructor(ty: SimplifiedType<'_>) -> Constructor {
    let mut hasher = DefaultHasher::new();
    ty.hash(&mut hasher);
    Constructor(hasher.finish())
}
