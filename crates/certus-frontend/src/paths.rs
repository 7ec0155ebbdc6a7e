//! Canonical paths: names that do not depend on counters or positions.
//!
//! A path is how an item is known to everything after the front end: in queries, in the cache, in the results. It must
//! be the same in every run and must not change when something else in the program is edited; two items must not share
//! one.

use std::collections::HashMap;

use certus_tree::{ConstArg, DefId, Known, Mutability, Ty};
use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir_def::find_path::{FindPathConfig, PrefixKind, find_path};
use ra_ap_hir_def::item_scope::ItemInNs;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::signatures::{
    ConstSignature, EnumSignature, StaticSignature, StructSignature, TraitSignature, UnionSignature,
};
use ra_ap_hir_def::{AdtId, HasModule, ModuleDefId};
use ra_ap_hir_expand::name::Name;

use crate::key::Key;
use crate::loaded::Loaded;
use crate::types::TypeReader;

impl Loaded {
    /// The name of a crate as paths begin with it.
    pub(crate) fn crate_name(&self, krate: Crate) -> String {
        krate.extra_data(self.db()).display_name.as_ref().map_or_else(|| "_".into(), |n| n.crate_name().to_string())
    }

    /// The simple name of a definition; empty for impls and crate roots.
    pub(crate) fn simple_name(&self, key: Key) -> String {
        let db = self.db();
        let text = |name: &Name| name.as_str().to_string();
        match key {
            Key::Function(id) => self.function_name(id),
            Key::Adt(AdtId::StructId(id)) => text(&StructSignature::of(db, id).name),
            Key::Adt(AdtId::EnumId(id)) => text(&EnumSignature::of(db, id).name),
            Key::Adt(AdtId::UnionId(id)) => text(&UnionSignature::of(db, id).name),
            Key::Const(id) => ConstSignature::of(db, id).name.as_ref().map_or_else(|| "_".into(), text),
            Key::Static(id) => text(&StaticSignature::of(db, id).name),
            Key::Trait(id) => text(&TraitSignature::of(db, id).name),
            Key::Impl(_) | Key::DerivedImpl(_) => String::new(),
            Key::Module(id) => id.name(db).map_or_else(|| self.crate_name(id.krate(db)), |n| text(&n)),
            Key::DerivedFn(_, method) => method.name().as_str().to_string(),
        }
    }

    /// A path that any module of the crate under verification may write for an item of a module.
    pub(crate) fn name_of_import(&self, key: Key) -> Option<String> {
        let item = match key {
            Key::Function(id) => ItemInNs::Values(ModuleDefId::FunctionId(id)),
            Key::Const(id) => ItemInNs::Values(ModuleDefId::ConstId(id)),
            Key::Static(id) => ItemInNs::Values(ModuleDefId::StaticId(id)),
            Key::Adt(id) => ItemInNs::Types(ModuleDefId::AdtId(id)),
            Key::Trait(id) => ItemInNs::Types(ModuleDefId::TraitId(id)),
            Key::Module(id) => ItemInNs::Types(ModuleDefId::ModuleId(id)),
            Key::Impl(_) | Key::DerivedImpl(_) | Key::DerivedFn(..) => return None,
        };
        let own = self.crates().own();
        let root = crate_def_map(self.db(), own).root_module_id();
        let stable = FindPathConfig {
            prefer_no_std: false,
            prefer_prelude: true,
            prefer_absolute: false,
            allow_unstable: false,
        };
        let path = find_path(self.db(), item, root, PrefixKind::ByCrate, true, stable)?;
        Some(path.display(self.db(), own.data(self.db()).edition).to_string())
    }

    /// What tells a constant without a name from those before it in its module or block: `{1}` for the second.
    fn unnamed_mark(&self, key: Key) -> String {
        let Key::Const(id) = key else { return String::new() };
        let module = id.module(self.db());
        let number = module.def_map(self.db())[module].scope.unnamed_consts().position(|other| other == id);
        match number {
            None | Some(0) => String::new(),
            Some(number) => format!("{{{number}}}"),
        }
    }

    /// The canonical path of a definition:
    ///
    /// | of | path |
    /// |---|---|
    /// | a function in a module | `main::a::f` |
    /// | an item in the second block of its body | `main::a::f::{block 1}::g` |
    /// | a function of an impl for a type | `main::a::S::f` |
    /// | a function of an impl of a trait | `<main::a::S as main::T>::f` |
    /// | an impl for a type | `<impl main::a::S in main::a>::{f}` |
    pub(crate) fn path_of(&self, key: Key) -> String {
        match key {
            Key::Impl(_) | Key::DerivedImpl(_) => self.impl_path(key),
            Key::Module(id) if id.block(self.db()).is_none() && id.containing_module(self.db()).is_none() => {
                self.crate_name(id.krate(self.db()))
            }
            key => {
                let parent = key.container(self).map(|parent| match parent {
                    Key::Impl(_) | Key::DerivedImpl(_) => self.impl_prefix(parent),
                    parent => self.path_of(parent),
                });
                let name = format!("{}{}{}", self.block_mark(key), self.simple_name(key), self.unnamed_mark(key));
                parent.map_or_else(|| name.clone(), |parent| format!("{parent}::{name}"))
            }
        }
    }

    /// The known library item that a definition is. Making a path is slow, and most items have a name that no known item
    /// has. No item of another `vstd` than the verifier's is known.
    pub(crate) fn known_item(&self, key: Key) -> Option<Known> {
        if !Known::has_name(&self.simple_name(key)) {
            return None;
        }
        let known = Known::of(&self.path_of(key))?;
        let is_foreign = self.crates().library().is_some_and(|krate| key.module(self).krate(self.db()) == krate);
        (!is_foreign).then_some(known)
    }

    /// What tells the items of one block of a body from those of the others: `{block 1}::`. The first block has none.
    fn block_mark(&self, key: Key) -> String {
        let Some(Key::Module(module)) = key.direct_container(self) else { return String::new() };
        match self.block_of(module) {
            None | Some((_, 0)) => String::new(),
            Some((_, number)) => format!("{{block {number}}}::"),
        }
    }

    /// What the paths of an impl's items begin with: the type, or `<Type as Trait>`.
    fn impl_prefix(&self, key: Key) -> String {
        let (self_ty, trait_) = self.impl_header(key);
        let ty = self.type_name(&self_ty);
        match trait_ {
            Some((trait_, args)) => {
                let args = self.args_name(args.get(1..).unwrap_or_default());
                format!("<{ty} as {}{args}>", self.path_name(trait_))
            }
            None => ty,
        }
    }

    /// Named by the first item, as a position would change with every edit above the impl.
    fn impl_path(&self, key: Key) -> String {
        let prefix = self.impl_prefix(key);
        if prefix.starts_with('<') {
            return prefix;
        }
        // A type has many inherent impls; the first item tells them apart.
        let Key::Impl(id) = key else { return prefix };
        let first =
            id.impl_items(self.db()).items.first().map_or_else(String::new, |(name, _)| name.as_str().to_string());
        let module = self.module_path(Key::Impl(id));
        format!("<impl {prefix} in {module}>::{{{first}}}")
    }

    /// `_` for a definition that this program did not issue; such a path is never looked up.
    fn path_name(&self, def: DefId) -> String {
        self.key(def).map_or_else(|| "_".into(), |key| self.path_of(key))
    }

    /// Nothing at all where there are no arguments, so that the path is that of the source.
    fn args_name(&self, args: &[Ty]) -> String {
        if args.is_empty() {
            return String::new();
        }
        let args: Vec<String> = args.iter().map(|t| self.type_name(t)).collect();
        format!("<{}>", args.join(", "))
    }

    /// A type as paths show it.
    pub(crate) fn type_name(&self, ty: &Ty) -> String {
        let all = |tys: &[Ty]| tys.iter().map(|t| self.type_name(t)).collect::<Vec<_>>().join(", ");
        let mutability = |m: &Mutability| if *m == Mutability::Mut { "mut " } else { "" };
        match ty {
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Str => "str".into(),
            Ty::Never => "!".into(),
            Ty::Int(int) => int.name().into(),
            Ty::Float(width) => format!("f{width}"),
            // Plain parameters in order, as in the inherent impl of a generic type, are left out.
            Ty::Adt(def, args) if args.iter().enumerate().all(|(i, a)| is_parameter(a, i)) => self.path_name(*def),
            Ty::Adt(def, args) => format!("{}{}", self.path_name(*def), self.args_name(args)),
            Ty::Ref(m, ty) => format!("&{}{}", mutability(m), self.type_name(ty)),
            Ty::RawPtr(Mutability::Shared, ty) => format!("*const {}", self.type_name(ty)),
            Ty::RawPtr(Mutability::Mut, ty) => format!("*mut {}", self.type_name(ty)),
            Ty::Tuple(tys) => format!("({})", all(tys)),
            Ty::Slice(ty) => format!("[{}]", self.type_name(ty)),
            Ty::Array(ty, len) => format!("[{}; {}]", self.type_name(ty), len),
            Ty::Param(_, name) => name.clone(),
            Ty::FnDef(def, args) => format!("{}{}", self.path_name(*def), self.args_name(args)),
            Ty::FnPtr(tys, ret) => format!("fn({}) -> {}", all(tys), self.type_name(ret)),
            Ty::Closure(number) => format!("{{closure {number}}}"),
            Ty::Dyn(def, args) => format!("dyn {}{}", self.path_name(*def), self.args_name(args)),
            Ty::Opaque(def, n, _) => format!("{{impl {n} of {}}}", self.path_name(*def)),
            Ty::Projection(def, args, name) => match args.split_first() {
                Some((this, rest)) => {
                    format!("<{} as {}{}>::{name}", self.type_name(this), self.path_name(*def), self.args_name(rest))
                }
                None => name.clone(),
            },
            Ty::Const(value) => value.to_string(),
        }
    }

    /// Finds a definition by its canonical path.
    pub(crate) fn find(&self, path: &str) -> Option<DefId> {
        self.numbering().found(path, || self.follow(path))
    }

    fn follow(&self, path: &str) -> Option<DefId> {
        if let Some(name) = path.strip_prefix("[T]::") {
            return self.of_slices(name);
        }
        if path.starts_with('<') {
            return self.index().get(path).copied();
        }
        let mut segments = path.split("::");
        let first = segments.next()?;
        let krate = all_crates(self.db()).iter().copied().find(|krate| self.crate_name(*krate) == first)?;
        let root = crate_def_map(self.db(), krate).root_module_id();
        let mut key = Key::Module(root);
        for segment in segments {
            key = match self.child(key, segment) {
                Some(key) => key,
                // What has a plain name in a module or type is among its items. The index takes long to make.
                None if matches!(key, Key::Module(_) | Key::Adt(_)) && is_plain(segment) => return None,
                None => return self.index().get(path).copied(),
            };
        }
        Some(self.def(key))
    }

    /// A function of slices as such.
    fn of_slices(&self, name: &str) -> Option<DefId> {
        let core = all_crates(self.db()).iter().copied().find(|krate| self.crate_name(*krate) == "core")?;
        let modules = crate_def_map(self.db(), core).modules();
        let impls = modules.flat_map(|(_, data)| data.scope.inherent_impls()).map(Key::Impl);
        let mut of_slices =
            impls.filter(|key| matches!(self.impl_header(*key).0, Ty::Slice(element) if is_parameter(&element, 0)));
        of_slices.find_map(|key| self.child(key, name)).map(|key| self.def(key))
    }

    /// By simple name; the first one wins where a name is defined twice, which is reported on its own.
    fn child(&self, key: Key, name: &str) -> Option<Key> {
        let children = match key {
            Key::Module(id) => self.module_items(id),
            Key::Trait(_) | Key::Impl(_) => self.associated(key),
            Key::Adt(id) => self.inherent_items(id),
            _ => return None,
        };
        children.into_iter().find(|child| self.simple_name(*child) == name)
    }

    /// The functions and constants of the impls for a type as such, for all its arguments.
    fn inherent_items(&self, adt: AdtId) -> Vec<Key> {
        let def = self.def(Key::Adt(adt));
        let modules = crate_def_map(self.db(), Key::Adt(adt).module(self).krate(self.db())).modules();
        let impls = modules.flat_map(|(_, data)| data.scope.inherent_impls()).map(Key::Impl);
        let of_adt = impls.filter(|key| match self.impl_header(*key).0 {
            Ty::Adt(found, args) => found == def && args.iter().enumerate().all(|(i, arg)| is_parameter(arg, i)),
            _ => false,
        });
        of_adt.flat_map(|key| self.associated(key)).collect()
    }

    /// All paths of all crates; computed when a path cannot be followed segment by segment.
    fn index(&self) -> &HashMap<String, DefId> {
        self.numbering().by_path(|| {
            let mut out = HashMap::new();
            for krate in all_crates(self.db()).iter() {
                for key in self.crate_items(*krate) {
                    out.entry(self.path_of(key)).or_insert_with(|| self.def(key));
                }
            }
            out
        })
    }

    /// The self type of an impl and its trait with arguments.
    pub(crate) fn impl_header(&self, key: Key) -> (Ty, Option<(DefId, Vec<Ty>)>) {
        let reader = TypeReader::new(self);
        let read = |trait_ref: ra_ap_hir_ty::next_solver::TraitRef<'_>| {
            let args: Vec<Ty> = TypeReader::new(self).args(trait_ref.args);
            (self.def(Key::Trait(trait_ref.def_id.0)), args)
        };
        match key {
            Key::Impl(id) => {
                let self_ty =
                    ra_ap_hir_ty::db::HirDatabase::impl_self_ty(self.db(), id).instantiate_identity().skip_norm_wip();
                let trait_ref = ra_ap_hir_ty::db::HirDatabase::impl_trait(self.db(), id);
                (reader.ty(self_ty), trait_ref.map(|t| read(t.instantiate_identity().skip_norm_wip())))
            }
            Key::DerivedImpl(id) => {
                let trait_ref = ra_ap_hir_ty::builtin_derive::impl_trait(self.interner(), id);
                let (trait_, args) = read(trait_ref.instantiate_identity().skip_norm_wip());
                (args.first().cloned().unwrap_or_else(crate::types::unknown), Some((trait_, args)))
            }
            _ => (crate::types::unknown(), None),
        }
    }
}

/// Whether a segment of a path is a name as it is written, and stands for no impl.
fn is_plain(segment: &str) -> bool {
    segment.chars().all(|c| c.is_alphanumeric() || c == '_') && !segment.starts_with("impl")
}

/// The parameter with this number, as it stands in the impl for a generic type.
fn is_parameter(ty: &Ty, index: usize) -> bool {
    match ty {
        Ty::Param(i, _) => *i as usize == index,
        Ty::Const(ConstArg::Param(i, _)) => *i as usize == index,
        _ => false,
    }
}
