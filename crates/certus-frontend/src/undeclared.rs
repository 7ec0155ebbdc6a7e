//! Items of the standard library that our declarations lack, and that rustc knows.
//!
//! The import of one is no error: what verified code makes of the name is an error where it does, and rustc checks the rest.
//! That is right only where the name means nothing else here, since rustc takes the imported item. So an import is refused
//! if its name is found in another way (a prelude, a glob import, a crate, a macro, a built-in type), and if a pattern binds
//! a variable of the name, which would be a test where the item is a constant.
//!
//! The item may be a trait, whose methods rustc would find before others. A program with such an import is audited.
//!
//! An unverified impl of such a trait is left to rustc, unless a trait of that name is declared: the standard library has some
//! of its traits under several paths, and rules hold for an impl of `Drop`.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use certus_diagnostics::{Diagnostic, Rust, Span, Unsupported};
use certus_tree::Attr;
use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir::InFile;
use ra_ap_hir_def::expr_store::{Body, ExpressionStore};
use ra_ap_hir_def::item_scope::{ImportOrExternCrate, ImportOrGlob};
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::nameres::diagnostics::{DefDiagnostic, DefDiagnosticKind};
use ra_ap_hir_def::resolver::HasResolver as _;
use ra_ap_hir_def::signatures::{FunctionSignature, ImplSignature, TraitSignature};
use ra_ap_hir_def::{AdtId, AssocItemId, ExpressionStoreOwnerId, ModuleDefId, ModuleId};
use ra_ap_hir_expand::mod_path::{ModPath, PathKind};
use ra_ap_hir_expand::name::{AsName as _, Name};
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_syntax::ast::{self, HasGenericArgs as _, HasName as _, HasVisibility as _};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, WalkEvent};

use crate::key::Key;
use crate::loaded::Loaded;

/// Traits whose impls with types that are not declared are harmless: no rule of the language speaks of these impls, and who
/// calls their functions has a value of such a type.
const HARMLESS: [&str; 9] = [
    "core::convert::From",
    "core::convert::TryFrom",
    "core::convert::AsRef",
    "core::convert::AsMut",
    "core::iter::Iterator",
    "core::iter::IntoIterator",
    "core::iter::FromIterator",
    "core::iter::Extend",
    "core::str::FromStr",
];

/// Traits that are not declared and are not the ones of the same name that are.
const OTHER_TRAITS: [&str; 1] = ["std::io::Write"];

/// The types of the standard library without values and without arguments.
const EMPTY: [&str; 2] = ["ParseError", "Infallible"];

/// An import of an item that is not declared, at the top of a module.
#[derive(Debug)]
struct Undeclared {
    /// The module that gets the name.
    module: ModuleId,
    /// The name there; `None` for `_`.
    name: Option<Name>,
    /// The path from the crate on, as it is written.
    path: String,
    /// Whether the name was chosen by the user.
    is_renamed: bool,
    /// Whether others than the module and those in it may see it.
    is_shared: bool,
    span: Span,
}

/// What the crates under verification have of items that are not declared, as far as it was looked for.
#[derive(Default)]
pub(crate) struct LeftToRustc {
    imports: OnceLock<Vec<Undeclared>>,
    has_items: AtomicBool,
    has_calls: AtomicBool,
}

impl LeftToRustc {
    /// The imports, found by `find` at the first question.
    fn imports(&self, find: impl FnOnce() -> Vec<Undeclared>) -> &[Undeclared] {
        self.imports.get_or_init(find)
    }

    /// Notes that an item was left to rustc because it names what is not declared.
    fn note_item(&self) {
        self.has_items.store(true, Ordering::Relaxed);
    }

    /// Whether there was such an item so far.
    fn has_items(&self) -> bool {
        self.has_items.load(Ordering::Relaxed)
    }

    /// Notes a call that rustc may read in another way, because a crate that nobody verifies may hide something.
    pub(crate) fn note_call(&self) {
        self.has_calls.store(true, Ordering::Relaxed);
    }
}

/// What a walk over syntax looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The declaration of an item, without its body and its members.
    Header,
    /// The fields and variants of a type.
    Fields,
    /// A body, without the items in it; only paths that can be told without asking for the first name.
    Body,
}

impl Loaded {
    /// Whether the program has an import or an impl of what is not declared. A method of it may be found by rustc.
    pub fn has_undeclared(&self) -> bool {
        self.ask(|| {
            self.locals();
            self.left_to_rustc().has_items() || !self.undeclared().is_empty()
        })
        .unwrap_or(true)
    }

    /// Whether a body that was read has a call that rustc may read in another way.
    pub fn has_uncertain_calls(&self) -> bool {
        self.left_to_rustc().has_calls.load(Ordering::Relaxed)
    }

    /// The imports of all verified crates that are left to rustc.
    fn undeclared(&self) -> &[Undeclared] {
        self.left_to_rustc().imports(|| {
            let crates = self.crates().verified().into_iter();
            let found = crates.flat_map(|krate| crate_def_map(self.db(), krate).diagnostics());
            found.filter_map(|diagnostic| self.undeclared_import(diagnostic)).collect()
        })
    }

    /// The import that an error is about, if it names one item of the standard library.
    fn undeclared_import(&self, diagnostic: &DefDiagnostic) -> Option<Undeclared> {
        let DefDiagnosticKind::UnresolvedImport { id, index } = &diagnostic.kind else { return None };
        let tree = ra_ap_hir_def::src::use_tree_to_ast(self.db(), *id, *index);
        if tree.star_token().is_some() || tree.use_tree_list().is_some() {
            return None;
        }
        let module = diagnostic.in_module;
        let outer = tree.syntax().ancestors().filter_map(ast::UseTree::cast);
        let mut paths: Vec<ast::Path> = outer.filter_map(|tree| tree.path()).collect();
        paths.reverse();
        let mut segments: Vec<Option<Name>> = paths.iter().flat_map(names).collect();
        if tree.path().is_some_and(|path| path.syntax().text() == "self") {
            segments.pop();
        }
        let segments: Vec<Name> = segments.into_iter().collect::<Option<_>>()?;
        let (first, last) = (segments.first()?, segments.last()?);
        let is_absolute =
            paths.first().and_then(ast::Path::first_segment).is_some_and(|s| s.coloncolon_token().is_some());
        self.module_of_standard(module, first, is_absolute)?;
        let (name, is_renamed) = match tree.rename() {
            Some(rename) => (rename.name().map(|name| name.as_name()), true),
            None => (Some(last.clone()), false),
        };
        let item = id.to_node(self.db());
        Some(Undeclared {
            module,
            name,
            path: segments.iter().map(Name::as_str).collect::<Vec<_>>().join("::"),
            is_renamed,
            is_shared: item.visibility().is_some(),
            span: self.span(id.file_id, tree.syntax().text_range()),
        })
    }

    /// The error of an import that is not found. `None` where it is left to rustc.
    pub(crate) fn import_error(&self, diagnostic: &DefDiagnostic) -> Option<Diagnostic> {
        let DefDiagnosticKind::UnresolvedImport { id, index } = &diagnostic.kind else { return None };
        let Some(import) = self.undeclared_import(diagnostic).filter(|import| import.module.block(self.db()).is_none())
        else {
            let tree = ra_ap_hir_def::src::use_tree_to_ast(self.db(), *id, *index);
            let text = tree.path().map(|p| p.syntax().text().to_string()).unwrap_or_default();
            let span = self.span(id.file_id, tree.syntax().text_range());
            return Some(Diagnostic::error(Rust::UnresolvedImport, format!("cannot find `{text}`"), span));
        };
        let name = import.name.as_ref().map_or("_", Name::as_str);
        let is_found = import.name.as_ref().is_some_and(|name| self.is_found(&import, name));
        is_found.then(|| {
            let reason = format!("`{name}` means something else here without the import, or is imported with a glob");
            self.refused_import(&import, reason)
        })
    }

    /// The error of an import whose name means more than one thing, with the reason.
    fn refused_import(&self, import: &Undeclared, reason: String) -> Diagnostic {
        let error = unknown_item(&import.path, import.span);
        error.with_note(reason).with_help("name the item by its full path, or import it under another name with `as`")
    }

    /// Errors for imports whose names are those of variables in patterns. To rustc, such a pattern is a test if the name is
    /// that of a constant. The standard library writes its constants in capitals.
    pub(crate) fn bound_imports(&self) -> Vec<Diagnostic> {
        let named = |import: &&Undeclared| {
            let name = import.name.as_ref().map_or("", Name::as_str);
            import.is_renamed || name.starts_with(|c: char| !c.is_lowercase())
        };
        let imports: Vec<&Undeclared> = self.undeclared().iter().filter(named).collect();
        if imports.is_empty() {
            return Vec::new();
        }
        let bound = self.bound_names(self.crates().own());
        let is_bound = |import: &&Undeclared| {
            let Some(name) = &import.name else { return false };
            bound
                .iter()
                .any(|(module, other)| other == name && (import.is_shared || self.is_within(*module, import.module)))
        };
        let error = |import: &Undeclared| {
            let name = import.name.as_ref().map_or("", Name::as_str);
            self.refused_import(
                import,
                format!("a variable has the name `{name}`, which would be no variable if this is a constant"),
            )
        };
        imports.into_iter().filter(is_bound).map(error).collect()
    }

    /// The variables in patterns of a crate, with the modules that they are in.
    pub(crate) fn bound_names(&self, krate: Crate) -> HashSet<(ModuleId, Name)> {
        let mut bound = HashSet::new();
        let mut keys = Vec::new();
        if krate != self.crates().own() {
            self.collect(Key::Module(crate_def_map(self.db(), krate).root_module_id()), true, &mut keys);
        } else {
            keys.extend(self.own_items());
        }
        for key in keys {
            for owner in self.stores(key) {
                let module = key.module(self);
                let store = ExpressionStore::of(self.db(), owner);
                bound.extend(store.bindings().map(|(_, binding)| (module, binding.name.clone())));
            }
        }
        bound
    }

    /// Errors for imports in blocks of constant functions and values that nobody verifies. A type may have the value in it as
    /// a length, and the name of the import could hide one from outside of the block.
    pub(crate) fn imports_of_constants(&self) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for &key in self.own_items() {
            let is_constant = match key {
                Key::Function(id) => FunctionSignature::of(self.db(), id).is_const(),
                Key::Const(_) | Key::Static(_) => true,
                _ => false,
            };
            let Some(owner) = key.with_body().filter(|_| is_constant && self.is_unverified(key)) else { continue };
            for (_, block) in Body::of(self.db(), owner).blocks(self.db()) {
                let found = block.diagnostics().iter();
                let found = found.filter(|d| matches!(d.kind, DefDiagnosticKind::UnresolvedImport { .. }));
                out.extend(found.filter_map(|diagnostic| self.import_error(diagnostic)));
            }
        }
        out
    }

    /// All that can have patterns in a definition: its body, and constants in its types.
    fn stores(&self, key: Key) -> Vec<ExpressionStoreOwnerId> {
        let mut out = Vec::new();
        out.extend(key.with_body().map(ExpressionStoreOwnerId::Body));
        if let (Some(of), false) = (key.generic(self), matches!(key, Key::DerivedImpl(_) | Key::DerivedFn(..))) {
            out.push(ExpressionStoreOwnerId::Signature(of));
        }
        match key {
            Key::Adt(AdtId::StructId(id)) => out.push(ExpressionStoreOwnerId::VariantFields(id.into())),
            Key::Adt(AdtId::UnionId(id)) => out.push(ExpressionStoreOwnerId::VariantFields(id.into())),
            Key::Adt(AdtId::EnumId(id)) => {
                for (variant, _) in id.enum_variants(self.db()).variants.values() {
                    out.push(ExpressionStoreOwnerId::VariantFields((*variant).into()));
                    out.push(ExpressionStoreOwnerId::Body((*variant).into()));
                }
            }
            Key::Module(id) => {
                let aliases = id.def_map(self.db())[id].scope.declarations().filter_map(|def| match def {
                    ModuleDefId::TypeAliasId(alias) => Some(ExpressionStoreOwnerId::Signature(alias.into())),
                    _ => None,
                });
                out.extend(aliases);
            }
            Key::Impl(id) => out.extend(id.impl_items(self.db()).items.iter().filter_map(alias)),
            Key::Trait(id) => out.extend(id.trait_items(self.db()).items.iter().filter_map(alias)),
            _ => {}
        }
        out
    }

    /// Whether the name of an import is found without it, here or where a glob import would bring it.
    fn is_found(&self, import: &Undeclared, name: &Name) -> bool {
        let db = self.db();
        let resolver = import.module.resolver(db);
        let path = ModPath::from(name.clone());
        if !resolver.resolve_module_path_in_items(db, &path).is_none()
            || resolver.resolve_path_as_macro(db, &path, None).is_some()
            || ra_ap_hir_def::builtin_type::BuiltinType::by_name(name).is_some()
        {
            return true;
        }
        let modules = self.crates().verified().into_iter().flat_map(|krate| crate_def_map(db, krate).modules());
        let mut seers = modules.filter(|(id, _)| import.is_shared || self.is_within(*id, import.module));
        seers.any(|(_, data)| {
            let scope = &data.scope;
            scope.types().any(|(n, i)| n == name && matches!(i.import, Some(ImportOrExternCrate::Glob(_))))
                || scope.values().any(|(n, i)| n == name && matches!(i.import, Some(ImportOrGlob::Glob(_))))
                || scope.macros().any(|(n, i)| n == name && matches!(i.import, Some(ImportOrExternCrate::Glob(_))))
                || scope.legacy_macros().any(|(n, _)| n == name)
        })
    }

    /// Whether a module is another one or in it, blocks included.
    fn is_within(&self, module: ModuleId, outer: ModuleId) -> bool {
        let mut at = Some(module);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = id.def_map(self.db()).containing_module(id);
        }
        false
    }

    /// The module of the standard library that a name means in a module.
    fn module_of_standard(&self, module: ModuleId, name: &Name, is_absolute: bool) -> Option<ModuleId> {
        let kind = if is_absolute { PathKind::Abs } else { PathKind::Plain };
        let path = ModPath::from_segments(kind, [name.clone()]);
        let found = module.resolver(self.db()).resolve_module_path_in_items(self.db(), &path).take_types()?;
        let ModuleDefId::ModuleId(id) = found else { return None };
        ["core", "alloc", "std"].contains(&self.crate_name(id.krate(self.db())).as_str()).then_some(id)
    }

    /// Whether our declarations of the standard library have a trait of this name.
    fn declares_trait(&self, name: &str) -> bool {
        let crates = all_crates(self.db());
        let standard =
            crates.iter().copied().filter(|krate| ["core", "alloc", "std"].contains(&self.crate_name(*krate).as_str()));
        let mut modules = standard.flat_map(|krate| crate_def_map(self.db(), krate).modules());
        modules.any(|(_, data)| {
            data.scope.declarations().any(|def| match def {
                ModuleDefId::TraitId(id) => TraitSignature::of(self.db(), id).name.as_str() == name,
                _ => false,
            })
        })
    }
}

impl Loaded {
    /// The item that is not declared and that a path names, if it does; seen from a module.
    fn undeclared_path(&self, module: ModuleId, path: &ast::Path, part: Part) -> Option<String> {
        let mut segments: Vec<Name> = Vec::new();
        for name in names(path) {
            let Some(name) = name else { break };
            segments.push(name);
        }
        let first = segments.first()?;
        let is_absolute = path.first_segment().is_some_and(|segment| segment.coloncolon_token().is_some());
        let sees = |import: &&Undeclared| {
            import.name.as_ref() == Some(first) && (import.is_shared || self.is_within(module, import.module))
        };
        if let Some(import) = self.undeclared().iter().find(sees)
            && !is_absolute
        {
            let is_else =
                module.resolver(self.db()).resolve_module_path_in_items(self.db(), &ModPath::from(first.clone()));
            return is_else.is_none().then(|| shortened(&import.path, segments.get(1..).unwrap_or_default()));
        }
        let is_crate = ["core", "alloc", "std"].contains(&first.as_str());
        if segments.len() < 2 || !(is_crate || part != Part::Body) {
            return None;
        }
        let Some(mut at) = self.module_of_standard(module, first, is_absolute) else {
            // A name can be that of a macro and of a module that is not declared, such as `panic`.
            let found =
                module.resolver(self.db()).resolve_module_path_in_items(self.db(), &ModPath::from(first.clone()));
            let is_module = part != Part::Body && first.as_str().starts_with(char::is_lowercase) && !is_absolute;
            return (is_module && found.take_types().is_none()).then(|| shortened(first.as_str(), &segments[1..]));
        };
        for (number, name) in segments.iter().enumerate().skip(1) {
            let found = at.def_map(self.db())[at].scope.get(name);
            let is_last = number + 1 == segments.len();
            if found.is_none() || (!is_last && found.take_types().is_none()) {
                return Some(shortened(&self.path_of(Key::Module(at)), &segments[number..]));
            }
            let Some(ModuleDefId::ModuleId(id)) = found.take_types() else { return None };
            at = id;
        }
        None
    }

    /// The items that are not declared and that a part of some syntax names, with the places of the first use of each.
    fn undeclared_names(&self, node: InFile<&SyntaxNode>, module: ModuleId, part: Part) -> Vec<(String, Span)> {
        let mut out: Vec<(String, Span)> = Vec::new();
        let mut walk = node.value.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(at) = event else { continue };
            if at != *node.value && is_left_aside(&at, node.value, part) {
                walk.skip_subtree();
                continue;
            }
            let is_outer = at.parent().is_none_or(|parent| parent.kind() != SyntaxKind::PATH);
            let Some(path) = ast::Path::cast(at).filter(|_| is_outer) else { continue };
            if let Some(name) = self.undeclared_path(module, &path, part)
                && out.iter().all(|(known, _)| *known != name)
            {
                out.push((name, self.span(node.file_id, path.syntax().text_range())));
            }
        }
        out
    }

    /// An error if the declaration of an item of the user's verified crates names what is not declared. The front end
    /// leaves out bounds that it cannot resolve, so this is asked first.
    pub(crate) fn undeclared_in_header(&self, key: Key) -> Option<Diagnostic> {
        let krate = key.module(self).krate(self.db());
        if !self.crates().verified().contains(&krate)
            || self.crates().trusted_library() == Some(krate)
            || matches!(key, Key::Module(_))
        {
            return None;
        }
        let node = self.syntax(key)?;
        let node = InFile::new(node.file_id, &node.value);
        let module = key.module(self);
        let mut found = self.undeclared_names(node, module, Part::Header);
        if matches!(key, Key::Adt(_)) && !self.hides_fields(key) {
            found.extend(self.undeclared_names(node, module, Part::Fields));
        }
        let (path, span) = found.into_iter().next()?;
        Some(undeclared_error(&path, span))
    }

    /// Whether a field of a type names what is not declared.
    pub(crate) fn has_undeclared_field(&self, key: Key) -> bool {
        let Some(node) = self.syntax(key) else { return false };
        let node = InFile::new(node.file_id, &node.value);
        !self.undeclared_names(node, key.module(self), Part::Fields).is_empty()
    }

    /// Whether all that is not known in the fields of a type are types with values. The standard library's types have some,
    /// unless a type argument has none, but for two. What a type alias or macro stands for is not looked at.
    pub(crate) fn undeclared_fields_have_values(&self, key: Key) -> bool {
        let Some(node) = self.syntax(key) else { return false };
        let module = key.module(self);
        let fields = node.value.children().filter(|child| is_fields(child.kind()));
        let mut inner = fields.flat_map(|fields| fields.descendants().collect::<Vec<_>>());
        inner.all(|at| {
            let is_outer = at.parent().is_none_or(|parent| parent.kind() != SyntaxKind::PATH);
            let is_type = at.parent().is_some_and(|parent| parent.kind() == SyntaxKind::PATH_TYPE);
            let is_macro = at.kind() == SyntaxKind::MACRO_TYPE;
            let Some(path) = ast::Path::cast(at).filter(|_| is_outer && is_type) else { return !is_macro };
            if let Some(name) = self.undeclared_path(module, &path, Part::Fields) {
                let has_arguments = path.segments().any(|segment| segment.generic_arg_list().is_some());
                return !has_arguments && !EMPTY.contains(&name.rsplit("::").next().unwrap_or_default());
            }
            let Some(segments) = names(&path).into_iter().collect::<Option<Vec<Name>>>() else { return false };
            let is_one = segments.len() == 1;
            let path = ModPath::from_segments(PathKind::Plain, segments);
            let found = module.resolver(self.db()).resolve_module_path_in_items(self.db(), &path).take_types();
            // A type parameter is not among the items.
            found.map_or(is_one, |def| !matches!(def, ModuleDefId::TypeAliasId(_)))
        })
    }

    /// Errors for what is not declared and the body of a definition names; `bound` are the variables of the body.
    pub(crate) fn undeclared_in_body(&self, key: Key, bound: &HashSet<Name>) -> Vec<Diagnostic> {
        let Some(node) = self.syntax(key) else { return Vec::new() };
        let body = node.value.children().filter(|child| ast::Expr::can_cast(child.kind()));
        let module = key.module(self);
        let found = body.flat_map(|body| self.undeclared_names(InFile::new(node.file_id, &body), module, Part::Body));
        let is_variable = |path: &str| !path.contains("::") && bound.iter().any(|name| name.as_str() == path);
        found.filter(|(path, _)| !is_variable(path)).map(|(path, span)| undeclared_error(&path, span)).collect()
    }

    /// Whether nobody verifies what an item is: it stands outside of the language, or is marked `external`, or what it is in.
    pub(crate) fn is_unverified(&self, key: Key) -> bool {
        let is_external = |attr: &Attr| attr.path == "verifier::external";
        let mut outer = std::iter::successors(Some(key), |key| key.container(self));
        !self.read_def(key).in_verus || outer.any(|key| self.attrs_of(key).iter().any(is_external))
    }

    /// Whether the types of the fields of a type of the crate are of no interest: nobody verifies the type, or it is
    /// `external_body`.
    pub(crate) fn hides_fields(&self, key: Key) -> bool {
        let attrs = self.attrs_of(key);
        let has = |name: &str| attrs.iter().any(|attr| attr.path.strip_prefix("verifier::") == Some(name));
        !has("external_type_specification") && (has("external_body") || self.is_unverified(key))
    }

    /// Whether an item is left to rustc alone since its declaration names what is not known here, and nobody verifies it.
    /// Whatever mentions it after all is an error where it does.
    pub(crate) fn is_undeclared(&self, key: Key) -> bool {
        let is_left = match key {
            Key::Impl(_) => self.is_undeclared_impl(key),
            Key::Trait(_) => self.is_unverified(key) && self.is_unreadable(key),
            Key::Function(_) | Key::Const(_) | Key::Static(_) => match key.container(self) {
                Some(holder @ Key::Impl(_)) if self.is_undeclared_impl(holder) => true,
                Some(Key::Impl(id)) => {
                    let of = self.db().impl_trait(id).map(|of| Key::Trait(of.skip_binder().def_id.0));
                    of.is_none_or(|of| self.is_of_standard(of) || self.is_unverified(of))
                        && self.is_unverified(key)
                        && self.is_unreadable(key)
                }
                Some(holder @ Key::Trait(_)) if self.is_unverified(holder) && self.is_unreadable(holder) => true,
                _ => self.is_unverified(key) && self.is_unreadable(key),
            },
            _ => false,
        };
        if is_left {
            self.left_to_rustc().note_item();
        }
        is_left
    }

    /// The same for an impl with all its members. One of a trait that is known is not left out, since rules hold for it.
    fn is_undeclared_impl(&self, key: Key) -> bool {
        let Key::Impl(id) = key else { return false };
        if !self.is_unverified(key) || !self.is_unreadable(key) {
            return false;
        }
        if !self.associated(key).into_iter().all(|member| self.is_unverified(member)) {
            return false;
        }
        let (_, named) = self.impl_header(key);
        match named {
            Some((trait_, _)) => {
                let Some(of) = self.key(trait_) else { return false };
                let is_plain = self.crates().is_own(of.module(self).krate(self.db())) && self.is_unverified(of);
                let is_generic = key.generic(self).is_none_or(|of| !self.generic_params(of).0.is_empty());
                !is_generic && (is_plain || HARMLESS.contains(&self.path_of(of).as_str()))
            }
            None if ImplSignature::of(self.db(), id).target_trait.is_some() => {
                let written = self.syntax(key).and_then(|node| ast::Impl::cast(node.value)?.trait_());
                let path = written.and_then(|ty| match ty {
                    ast::Type::PathType(ty) => self.undeclared_path(key.module(self), &ty.path()?, Part::Header),
                    _ => None,
                });
                path.is_some_and(|path| {
                    OTHER_TRAITS.contains(&path.as_str())
                        || !self.declares_trait(path.rsplit("::").next().unwrap_or_default())
                })
            }
            None => true,
        }
    }

    /// Whether the declaration of an item names a type or trait that cannot be resolved.
    pub(crate) fn is_unreadable(&self, key: Key) -> bool {
        let errors = self.read_item(self.def(key)).err().unwrap_or_default();
        errors
            .iter()
            .any(|error| error.code == Rust::UnresolvedType.into() || error.code == Unsupported::UndeclaredStd.into())
    }

    fn is_of_standard(&self, key: Key) -> bool {
        ["core", "alloc", "std"].contains(&self.crate_name(key.module(self).krate(self.db())).as_str())
    }
}

fn unknown_item(path: &str, span: Span) -> Diagnostic {
    let text = format!("`{path}` is an item of the standard library that Certus does not know");
    Diagnostic::error(Unsupported::UndeclaredStd, text, span)
}

/// The error at a use of what is not declared.
fn undeclared_error(path: &str, span: Span) -> Diagnostic {
    let error = unknown_item(path, span);
    let last = path.rsplit("::").next().unwrap_or(path);
    let help = match last.starts_with(char::is_uppercase) {
        true => format!(
            "keep it behind a type of your own: `#[verifier::external_body] struct My{last}({path});`, and use it in \
             functions marked `#[verifier::external_body]`"
        ),
        false => "use it in a function marked `#[verifier::external_body]`, or outside of `verus!`".to_string(),
    };
    error.with_help(help)
}

/// A path up to the type or trait in it; what follows is an item of that.
fn shortened(path: &str, rest: &[Name]) -> String {
    let mut out = path.to_string();
    let is_type = |path: &str| path.rsplit("::").next().is_some_and(|last| last.starts_with(char::is_uppercase));
    for name in rest {
        if is_type(&out) {
            break;
        }
        out = format!("{out}::{}", name.as_str());
    }
    out
}

/// The names of a path; `None` for `self`, `super`, `crate`, `Self` and `<T as Trait>`.
fn names(path: &ast::Path) -> Vec<Option<Name>> {
    let name = |segment: ast::PathSegment| match segment.kind() {
        Some(ast::PathSegmentKind::Name(name)) => Some(name.as_name()),
        _ => None,
    };
    path.segments().map(name).collect()
}

/// What a walk does not look into.
fn is_left_aside(node: &SyntaxNode, whole: &SyntaxNode, part: Part) -> bool {
    let kind = node.kind();
    if matches!(kind, SyntaxKind::ATTR | SyntaxKind::VISIBILITY | SyntaxKind::TOKEN_TREE) {
        return true;
    }
    let is_child = node.parent().as_ref() == Some(whole);
    match part {
        Part::Body => ast::Item::can_cast(kind),
        Part::Header if is_child => is_fields(kind) || ast::Expr::can_cast(kind),
        Part::Header => {
            let is_member = node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::ASSOC_ITEM_LIST);
            is_member && kind != SyntaxKind::TYPE_ALIAS
        }
        Part::Fields => is_child && !is_fields(kind),
    }
}

/// Whether a part of a type's declaration is its fields or variants.
fn is_fields(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::RECORD_FIELD_LIST | SyntaxKind::TUPLE_FIELD_LIST | SyntaxKind::VARIANT_LIST)
}

/// What has the constants in the type of an associated type.
fn alias((_, item): &(Name, AssocItemId)) -> Option<ExpressionStoreOwnerId> {
    match item {
        AssocItemId::TypeAliasId(id) => Some(ExpressionStoreOwnerId::Signature((*id).into())),
        _ => None,
    }
}
