//! The questions of [`Program`], and which definitions there are.
//!
//! Every question goes through `ask`, which turns a panic of the machinery below into a diagnostic with the class
//! `internal`: a program must not bring the verifier down, and a fault must not pass for an answer.

use certus_diagnostics::{Diagnostic, Sources};
use certus_tree::{Body, DefId, Item, Known, Lending, Program, Ty, WhereClause};
use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir_def::expr_store::Body as HirBody;
use ra_ap_hir_def::hir::generics::GenericParams;
use ra_ap_hir_def::nameres::{ModuleData, crate_def_map};
use ra_ap_hir_def::{AssocItemId, Lookup as _, ModuleDefId, ModuleId};
use ra_ap_hir_ty::db::HirDatabase;
use ra_ap_hir_ty::next_solver::AnyImplId;

use crate::ahead::ReadBody;
use crate::key::Key;
use crate::loaded::Loaded;
use crate::types::TypeReader;

impl Loaded {
    /// The items of a module, impls included, in source order.
    pub(crate) fn module_items(&self, module: ModuleId) -> Vec<Key> {
        let def_map = module.def_map(self.db());
        self.scope_items(&def_map[module])
    }

    /// What a macro expands to counts as declared where the macro stands. Type aliases and imports are resolved in
    /// types and need no item of their own.
    fn scope_items(&self, data: &ModuleData) -> Vec<Key> {
        let scope = &data.scope;
        let mut out: Vec<Key> = Vec::new();
        for def in scope.declarations() {
            match def {
                ModuleDefId::FunctionId(id) => out.push(Key::Function(id)),
                ModuleDefId::AdtId(id) => out.push(Key::Adt(id)),
                ModuleDefId::ConstId(id) => out.push(Key::Const(id)),
                ModuleDefId::StaticId(id) => out.push(Key::Static(id)),
                ModuleDefId::TraitId(id) => out.push(Key::Trait(id)),
                ModuleDefId::ModuleId(id) => out.push(Key::Module(id)),
                _ => {}
            }
        }
        out.extend(scope.unnamed_consts().map(Key::Const));
        out.extend(scope.impls().map(Key::Impl));
        out.extend(scope.builtin_derive_impls().map(Key::DerivedImpl));
        let mut seen = std::collections::HashSet::new();
        out.retain(|key| seen.insert(*key));
        out
    }

    /// The functions and constants of an impl or trait; nothing of another item. Those of a derived impl stand nowhere, and are
    /// the methods of the trait.
    pub(crate) fn associated(&self, key: Key) -> Vec<Key> {
        let pick = |item: &AssocItemId| match item {
            AssocItemId::FunctionId(id) => Some(Key::Function(*id)),
            AssocItemId::ConstId(id) => Some(Key::Const(*id)),
            AssocItemId::TypeAliasId(_) => None,
        };
        match key {
            Key::Impl(id) => id.impl_items(self.db()).items.iter().filter_map(|(_, item)| pick(item)).collect(),
            Key::Trait(id) => id.trait_items(self.db()).items.iter().filter_map(|(_, item)| pick(item)).collect(),
            Key::DerivedImpl(id) => {
                let methods = id.loc(self.db()).trait_.all_methods();
                methods.iter().map(|method| Key::DerivedFn(id, *method)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// All definitions of a crate, without those nested in bodies.
    pub(crate) fn crate_items(&self, krate: Crate) -> Vec<Key> {
        let mut out = Vec::new();
        self.collect(Key::Module(crate_def_map(self.db(), krate).root_module_id()), false, &mut out);
        out
    }

    /// Items nested in bodies belong to the local crate only; their blocks are remembered, so that their paths can name
    /// the function around them.
    pub(crate) fn collect(&self, key: Key, into_bodies: bool, out: &mut Vec<Key>) {
        out.push(key);
        let children = match key {
            Key::Module(id) => self.module_items(id),
            key => self.associated(key),
        };
        for child in children {
            self.collect(child, into_bodies, out);
        }
        if into_bodies
            && !self.is_settled_key(key)
            && let Some(owner) = key.with_body()
        {
            let body = HirBody::of(self.db(), owner);
            for (number, (block, def_map)) in body.blocks(self.db()).enumerate() {
                self.numbering().add_block(block, key, number);
                for child in self.scope_items(&def_map[def_map.root_module_id()]) {
                    self.collect(child, into_bodies, out);
                }
            }
        }
    }

    /// All definitions of the crate under verification, those nested in bodies included, in the order of the modules.
    ///
    /// The first question walks over all bodies for the items in them.
    pub(crate) fn own_items(&self) -> &[Key] {
        self.numbering().own(|| {
            let own = self.crates().own();
            self.lower_ahead(self.crate_items(own).into_iter().filter_map(Key::with_body).collect());
            let mut keys = Vec::new();
            self.collect(Key::Module(crate_def_map(self.db(), own).root_module_id()), true, &mut keys);
            keys
        })
    }

    /// In source order, which is the order in which results are shown. What is settled, or left to rustc, is none of them.
    ///
    /// The first question has the bodies read ahead: they will all be asked for.
    pub(crate) fn locals(&self) -> &[DefId] {
        self.numbering().local(|| {
            let mut placed: Vec<_> = self.own_items().iter().map(|key| (self.place(*key), *key)).collect();
            placed.sort_by_key(|(place, _)| *place);
            placed.retain(|(_, key)| !self.is_settled_key(*key));
            placed.retain(|(_, key)| !self.is_left_to_rustc(*key) && !self.is_undeclared(*key));
            let defs: Vec<DefId> = placed.into_iter().map(|(_, key)| self.def(key)).collect();
            self.announce(defs.iter().copied().filter(|def| self.is_read(*def)));
            defs
        })
    }

    /// Whether a definition has a body that a macro of the language wrote. Of others, few are asked for, and of those that are
    /// marked as external none.
    fn is_read(&self, def: DefId) -> bool {
        let Some(key) = self.key(def) else { return false };
        let file = match key {
            Key::Function(id) => id.lookup(self.db()).id.file_id,
            Key::Const(id) => id.lookup(self.db()).id.file_id,
            Key::Static(id) => id.lookup(self.db()).id.file_id,
            _ => return false,
        };
        let is_left_out = || self.attrs_of(key).iter().any(|attr| attr.path == "verifier::external");
        self.in_language(file) && self.has_body(key) && !is_left_out()
    }
}

/// An impl that stands in the source, or the one that a derive stands for. rust-analyzer does not expand the derives of the
/// standard library: `derive(Clone)` is an impl without syntax, and its methods have no bodies.
fn impl_key(id: AnyImplId) -> Key {
    match id {
        AnyImplId::ImplId(id) => Key::Impl(id),
        AnyImplId::BuiltinDeriveImplId(id) => Key::DerivedImpl(id),
    }
}

/// The answer of a question that failed: a diagnostic for those that can give one, otherwise the default.
/// A default says "none"; that the question failed is seen only where the item itself is asked for.
fn or_default<T: Default>(answer: Result<T, Box<Diagnostic>>) -> T {
    answer.unwrap_or_default()
}

impl Program for Loaded {
    fn local_items(&self) -> Vec<DefId> {
        or_default(self.ask(|| self.locals().to_vec()))
    }

    fn path(&self, def: DefId) -> String {
        or_default(self.ask(|| {
            self.locals();
            self.key(def).map(|key| self.path_of(key)).unwrap_or_default()
        }))
    }

    fn known(&self, def: DefId) -> Option<Known> {
        or_default(self.ask(|| {
            self.locals();
            self.known_item(self.key(def)?)
        }))
    }

    fn item(&self, def: DefId) -> Result<Item, Vec<Diagnostic>> {
        self.ask(|| {
            self.locals();
            self.whole_item(self.read_item(def)?)
        })
        .unwrap_or_else(|error| Err(vec![*error]))
    }

    fn body(&self, def: DefId) -> Result<Option<Body>, Vec<Diagnostic>> {
        let ReadBody { body, has_uncertain_calls } = self.take_body(def);
        if has_uncertain_calls {
            self.left_to_rustc().note_call();
        }
        body
    }

    fn ask_ahead(&self, def: DefId) {
        // A fault shows where the body is asked for.
        let is_read = self.ask(|| self.is_read(def)).unwrap_or(false);
        self.announce(is_read.then_some(def).into_iter());
    }

    fn lookup(&self, path: &str) -> Option<DefId> {
        or_default(self.ask(|| self.find(path)))
    }

    fn impls(&self, of_trait: Option<DefId>) -> Vec<DefId> {
        or_default(self.ask(|| {
            let Some(def) = of_trait else {
                let modules = all_crates(self.db())
                    .iter()
                    .flat_map(|krate| crate_def_map(self.db(), *krate).modules())
                    .collect::<Vec<_>>();
                let impls = modules.iter().flat_map(|(_, data)| data.scope.inherent_impls());
                return impls.map(|id| self.def(Key::Impl(id))).collect();
            };
            let Some(Key::Trait(wanted)) = self.key(def) else { return Vec::new() };
            self.numbering().impls().of(self.db(), wanted).map(|id| self.def(impl_key(id))).collect()
        }))
    }

    fn find_impl(&self, trait_: DefId, args: &[Ty], at: DefId) -> Option<(DefId, Vec<Ty>)> {
        or_default(self.ask(|| {
            let (Key::Trait(id), at) = (self.key(trait_)?, self.key(at)?) else { return None };
            let args = self.solver_args(args, at, Some(id))?;
            let (found, args) = self.select(self.env(at), id, args)?;
            Some((self.def(impl_key(found)), TypeReader::new(self).args(args)))
        }))
    }

    fn implements(&self, trait_: DefId, args: &[Ty], at: DefId) -> bool {
        or_default(self.ask(|| {
            let (Some(Key::Trait(id)), Some(at)) = (self.key(trait_), self.key(at)) else { return false };
            self.solver_args(args, at, Some(id)).is_some_and(|args| self.holds(self.env(at), id, args))
        }))
    }

    fn same_lifetimes(&self, one: DefId, other: DefId) -> bool {
        self.ask(|| self.same_lifetimes_of(one, other)).unwrap_or(true)
    }

    fn opaque_bounds(&self, def: DefId, number: u32) -> Option<Vec<WhereClause>> {
        or_default(self.ask(|| self.bounds_of_opaque(def, number)))
    }

    fn lendings(&self, def: DefId) -> Vec<Lending> {
        or_default(self.ask(|| self.lendings_of(def)))
    }

    fn elides_in_result(&self, def: DefId) -> bool {
        self.ask(|| self.elides_in_result_of(def)).unwrap_or(true)
    }

    fn name_here(&self, def: DefId) -> Option<String> {
        or_default(self.ask(|| self.name_of_import(self.key(def)?)))
    }

    fn lifetimes_of(&self, def: DefId) -> Vec<String> {
        or_default(self.ask(|| {
            let Some(of) = self.key(def).and_then(|key| key.generic(self)) else { return Vec::new() };
            let lifetimes = GenericParams::of(self.db(), of).iter_lt();
            lifetimes.map(|(_, data)| data.name.as_str().to_string()).collect()
        }))
    }

    fn default_args(&self, def: DefId) -> Vec<Option<Ty>> {
        or_default(self.ask(|| {
            let Some(of) = self.key(def).and_then(|key| key.generic(self)) else { return Vec::new() };
            let params = GenericParams::of(self.db(), of);
            let defaults = HirDatabase::generic_defaults(self.db(), of);
            // Lifetimes have none and stand before all parameters that have one.
            let types = params.len_type_or_consts();
            let before = params.len() - types;
            let reader = TypeReader::new(self);
            let one = |at: usize| {
                let default = defaults.get(before + at)?.instantiate_identity().skip_norm_wip();
                let read = default.ty().map(|ty| reader.ty(ty));
                read.or_else(|| default.konst().map(|value| Ty::Const(reader.constant(value))))
            };
            let all = (0..types).map(one).collect();
            if reader.saw_unknown.get() { Vec::new() } else { all }
        }))
    }

    fn normalize(&self, ty: &Ty, at: DefId) -> Ty {
        let answer = self.ask(|| {
            let at = self.key(at)?;
            let solver = self.solver_ty(ty, at)?;
            let reader = TypeReader::new(self);
            let read = reader.ty(self.normalized(self.env(at), solver));
            (!reader.saw_unknown.get()).then_some(read)
        });
        or_default(answer).unwrap_or_else(|| ty.clone())
    }

    fn is_local(&self, def: DefId) -> bool {
        or_default(
            self.ask(|| self.key(def).is_some_and(|key| key.module(self).krate(self.db()) == self.crates().own())),
        )
    }

    fn is_settled(&self, def: DefId) -> bool {
        or_default(self.ask(|| self.key(def).is_some_and(|key| self.is_settled_key(key))))
    }

    fn is_library(&self, def: DefId) -> bool {
        // A definition that is not known is none of the user's.
        let of_library = self.ask(|| {
            let Some(krate) = self.key(def).map(|key| key.module(self).krate(self.db())) else { return true };
            !self.crates().is_own(krate)
        });
        of_library.unwrap_or(true)
    }

    fn dependency_items(&self) -> Vec<DefId> {
        or_default(self.ask(|| {
            let verified = self.crates().verified();
            let library = self.crates().trusted_library();
            let keys = verified.iter().skip(1).flat_map(|krate| match library == Some(*krate) {
                true => self.foreign_statements(*krate),
                false => self.crate_items(*krate),
            });
            keys.map(|key| self.def(key)).collect()
        }))
    }

    fn foreign_items(&self) -> Vec<DefId> {
        or_default(self.ask(|| {
            let keys = self.crates().trusted_library().into_iter().flat_map(|krate| self.crate_items(krate));
            keys.map(|key| self.def(key)).collect()
        }))
    }

    fn has_foreign_library(&self) -> bool {
        self.crates().library().is_some()
    }

    fn pointer_bits(&self) -> Option<u32> {
        crate::graph::pointer_bits(self.crates().cfgs())
    }

    fn is_foreign(&self, def: DefId) -> bool {
        let Some(krate) = self.crates().library() else { return false };
        or_default(self.ask(|| self.key(def).is_some_and(|key| key.module(self).krate(self.db()) == krate)))
    }

    fn is_separable(&self, def: DefId) -> bool {
        or_default(self.ask(|| {
            let Some(key) = self.key(def) else { return false };
            let is_of_type = |parent: Key| match parent {
                Key::Module(_) => true,
                Key::Impl(_) => self.impl_header(parent).1.is_none(),
                _ => false,
            };
            match key {
                Key::Impl(_) => true,
                Key::Function(_) | Key::Const(_) => key.container(self).is_some_and(is_of_type),
                _ => false,
            }
        }))
    }

    fn sources(&self) -> &Sources {
        self.as_written().sources()
    }
}
