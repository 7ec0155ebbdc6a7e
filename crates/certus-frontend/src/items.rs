//! Items and their signatures.
//!
//! A declaration is read in full or not at all: one type that cannot be resolved makes the item an error
//! (`rust/unresolved-type`), for a type that is guessed would change what is proved. The syntax is asked for what the
//! name resolver does not keep: places, attributes, names of parameters, the form of the receiver.
//!
//! rust-analyzer has three layers of what an item is, and each is asked for what it has: `signatures` of `hir_def` (names, flags,
//! which parts there are), `hir_ty` (resolved types and bounds), and the syntax through `HasSource`. A bound with a trait that
//! cannot be resolved is in none but the syntax; `undeclared.rs` looks for these before an item is read.

use certus_diagnostics::{Diagnostic, Internal, Rust, Span, Unsupported};
use certus_tree::{
    Adt, AdtKind, AssocTy, Attr, Const, ConstKind, Def, DefId, Field, Function, Generics, Impl, Item, Module, Param,
    Receiver, Trait, Ty, Variant, Visibility, WhereClause,
};
use ra_ap_hir::{HasSource, HirFileId, InFile};
use ra_ap_hir_def::hir::generics::{GenericParams, WherePredicate};
use ra_ap_hir_def::hir::type_ref::TypeBound;
use ra_ap_hir_def::lang_item::lang_items;
use ra_ap_hir_def::nameres::ModuleSource;
use ra_ap_hir_def::signatures::{
    FunctionSignature, ImplFlags, ImplSignature, StaticFlags, StaticSignature, TraitFlags, TraitSignature,
    VariantFields,
};
use ra_ap_hir_def::src::HasChildSource;
use ra_ap_hir_def::visibility::Visibility as HirVisibility;
use ra_ap_hir_def::{
    AdtId, AssocItemId, EnumVariantId, FunctionId, GenericDefId, ItemContainerId, Lookup, StaticId, TraitId,
    TypeAliasId, VariantId,
};
use ra_ap_hir_expand::name::Name;
use ra_ap_hir_ty::GenericPredicates;
use ra_ap_hir_ty::db::HirDatabase as _;
use ra_ap_hir_ty::next_solver::{AliasTermKind, AliasTyKind, Clause, ClauseKind, TyKind};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::ast::{self, HasAttrs, HasName};
use ra_ap_syntax::{AstNode, TextRange};

use crate::attrs::is_of_language;
use crate::key::Key;
use crate::loaded::Loaded;
use crate::types::TypeReader;

/// The answer about an item while it is put together.
type Answer<T> = Result<T, Vec<Diagnostic>>;

impl Loaded {
    /// The item of a definition.
    pub(crate) fn read_item(&self, id: DefId) -> Answer<Item> {
        let Some(key) = self.key(id) else {
            return Err(vec![Diagnostic::error_without_span(Internal::FrontEnd, "no such definition")]);
        };
        if let Some(error) = self.undeclared_in_header(key) {
            return Err(vec![error]);
        }
        match key {
            Key::Function(function) => self.read_function(key, function).map(Item::Function),
            Key::Adt(adt) => self.read_adt(key, adt).map(Item::Adt),
            Key::Const(_) | Key::Static(_) => self.read_const(key).map(Item::Const),
            Key::Trait(trait_) => self.read_trait(key, trait_).map(Item::Trait),
            Key::Impl(_) | Key::DerivedImpl(_) => self.read_impl(key).map(Item::Impl),
            Key::Module(module) => {
                let items = self.module_items(module).into_iter().map(|key| self.def(key)).collect();
                Ok(Item::Module(Module { def: self.read_def(key), items }))
            }
            Key::DerivedFn(..) => self.read_derived_fn(key).map(Item::Function),
        }
    }

    /// Gives the value if every type that the reader read is known. Otherwise errs at the name of the item, with
    /// `unsupported/external-crate` where nobody verifies its crate: there the type may be fine, and only not known here.
    fn checked<T>(&self, reader: &TypeReader<'_, '_>, def: &Def, value: T) -> Answer<T> {
        if reader.saw_unknown.get() {
            let message = format!("a type in the declaration of `{}` cannot be resolved", def.name);
            if self.key(def.id).is_some_and(|key| self.crates().is_external(key.module(self).krate(self.db()))) {
                return Err(vec![Diagnostic::error(Unsupported::ExternalCrate, message, def.name_span)]);
            }
            return Err(vec![Diagnostic::error(Rust::UnresolvedType, message, def.name_span)]);
        }
        Ok(value)
    }

    /// The file and syntax of a definition, where it has one; of a module its declaration `mod m;`, or its file if it is the
    /// root of a crate. What a derive stands for has none.
    pub(crate) fn syntax(&self, key: Key) -> Option<InFile<ra_ap_syntax::SyntaxNode>> {
        fn node<N: AstNode>(source: Option<InFile<N>>) -> Option<InFile<ra_ap_syntax::SyntaxNode>> {
            source.map(|s| s.map(|n| n.syntax().clone()))
        }
        let db = self.db();
        match key {
            Key::Function(id) => node(ra_ap_hir::Function::from(id).source(db)),
            Key::Adt(id) => node(ra_ap_hir::Adt::from(id).source(db)),
            Key::Const(id) => node(ra_ap_hir::Const::from(id).source(db)),
            Key::Static(id) => node(ra_ap_hir::Static::from(id).source(db)),
            Key::Trait(id) => node(ra_ap_hir::Trait::from(id).source(db)),
            Key::Impl(id) => node(ra_ap_hir::Impl::from(id).source(db)),
            Key::Module(id) => {
                let module = ra_ap_hir::Module::from(id);
                let declared = node(module.declaration_source(db));
                declared.or_else(|| match module.definition_source(db) {
                    InFile { file_id, value: ModuleSource::SourceFile(file) } => {
                        Some(InFile::new(file_id, file.syntax().clone()))
                    }
                    _ => None,
                })
            }
            Key::DerivedImpl(_) | Key::DerivedFn(..) => None,
        }
    }

    /// Where a derived impl stands: its trait's name in the attribute.
    fn derive_span(&self, key: Key) -> Option<Span> {
        let (Key::DerivedImpl(id) | Key::DerivedFn(id, _)) = key else { return None };
        let place = id.loc(self.db()).source(self.db());
        Some(self.span(place.file_id, place.value))
    }

    /// The whole definition.
    fn whole_span(&self, key: Key) -> Span {
        let from_syntax = self.syntax(key).map(|node| self.node_span(InFile::new(node.file_id, &node.value)));
        from_syntax.or_else(|| self.derive_span(key)).unwrap_or_else(|| self.root_span())
    }

    /// The order of definitions in the source. One that is around another comes first, so the end counts backwards.
    pub(crate) fn place(&self, key: Key) -> (u32, u32, u32) {
        let span = self.whole_span(key);
        (span.file.0, span.start, u32::MAX - span.end)
    }

    /// The name of a definition, or what stands for it: the type of an impl, and the name of the trait in a `derive`.
    pub(crate) fn name_span(&self, key: Key) -> Option<Span> {
        let Some(node) = self.syntax(key) else { return self.derive_span(key) };
        if let Key::Impl(_) = key {
            let ty = ast::Impl::cast(node.value.clone()).and_then(|i| i.self_ty());
            return ty.map(|ty| self.span(node.file_id, ty.syntax().text_range()));
        }
        let name = node.value.children().find_map(ast::Name::cast)?;
        Some(self.span(node.file_id, name.syntax().text_range()))
    }

    /// A module has attributes in two places, at its declaration and at the top of its file; both count once.
    pub(crate) fn attrs_of(&self, key: Key) -> Vec<Attr> {
        let krate = key.module(self).krate(self.db());
        let mut attrs = match self.syntax(key) {
            Some(node) => match ast::AnyHasAttrs::cast(node.value) {
                Some(item) => self.attrs(&InFile::new(node.file_id, item), krate),
                None => Vec::new(),
            },
            None => Vec::new(),
        };
        if let Key::Module(id) = key {
            match ra_ap_hir::Module::from(id).definition_source(self.db()) {
                InFile { file_id, value: ModuleSource::SourceFile(file) } => {
                    attrs.extend(self.attrs(&InFile::new(file_id, file), krate));
                }
                InFile { file_id, value: ModuleSource::Module(module) } => {
                    if let Some(list) = module.item_list() {
                        attrs.extend(self.attrs(&InFile::new(file_id, list), krate));
                    }
                }
                _ => {}
            }
            attrs.dedup();
        }
        attrs
    }

    /// What every item has. An item is of the language (`in_verus`) if a macro of ours wrote it or an attribute says so; an
    /// item of plain Rust beside it is not, and then nothing is known of it but its signature.
    pub(crate) fn read_def(&self, key: Key) -> Def {
        let attrs = self.attrs_of(key);
        let span = self.whole_span(key);
        let krate = key.module(self).krate(self.db());
        // Nobody verifies what an `extern` block declares, wherever it stands.
        let in_verus = !self.crates().is_external(krate)
            && !key.is_foreign(self)
            && (attrs.iter().any(is_of_language)
                || self.syntax(key).is_some_and(|node| self.in_language(node.file_id))
                || (self.crates().is_own(krate) && (self.shares_marker(key) || self.is_within_verified(key))));
        Def {
            id: self.def(key),
            name: self.simple_name(key),
            parent: key.container(self).map(|key| self.def(key)),
            module: self.module_path(key),
            visibility: self.visibility(key),
            attrs,
            span,
            name_span: self.name_span(key).unwrap_or(span),
            in_verus,
        }
    }

    /// Whether an item around a definition is marked `#[verifier::verify]`, or the whole crate is to be verified. All that
    /// is in such an item is verified, up to one that is `external`.
    fn is_within_verified(&self, key: Key) -> bool {
        for outer in std::iter::successors(key.container(self), |key| key.container(self)) {
            for attr in self.attrs_of(outer) {
                match attr.path.as_str() {
                    "verifier::verify" => return true,
                    "verifier::external" => return false,
                    _ => {}
                }
            }
        }
        self.crates().verifies_all(key.module(self).krate(self.db()))
    }

    /// True when a file is the expansion of a macro of ours, or of a macro inside of one. What a procedural macro of a crate
    /// writes is plain Rust, wherever the call stands, unless it writes a call of ours.
    pub(crate) fn in_language(&self, file: HirFileId) -> bool {
        let mut file = file;
        while let HirFileId::MacroFile(expansion) = file {
            let call = expansion.loc(self.db());
            if self.crate_name(call.def.krate) == "verus_builtin_macros" {
                return true;
            }
            if call.def.is_proc_macro() {
                return false;
            }
            file = call.kind.file_id();
        }
        // Libraries in interface form were expanded when this program was built.
        let HirFileId::FileId(file) = file else { return false };
        self.as_written().is_interface(file.file_id(self.db()))
    }

    /// The innermost module around a definition that is not that of a block.
    pub(crate) fn module_path(&self, key: Key) -> String {
        let mut module = key.module(self);
        while module.block(self.db()).is_some() {
            match module.def_map(self.db()).containing_module(module) {
                Some(outer) => module = outer,
                None => break,
            }
        }
        self.path_of(Key::Module(module))
    }

    /// Impls have none of their own and count as public: their items are seen by those who see the type and the trait.
    fn visibility(&self, key: Key) -> Visibility {
        let db = self.db();
        let assoc = |id: AssocItemId| id.assoc_visibility(db);
        let found = match key {
            Key::Function(id) => assoc(id.into()),
            Key::Const(id) => assoc(id.into()),
            Key::Adt(id) => ra_ap_hir::HasVisibility::visibility(&ra_ap_hir::Adt::from(id), db),
            Key::Static(id) => ra_ap_hir::HasVisibility::visibility(&ra_ap_hir::Static::from(id), db),
            Key::Trait(id) => ra_ap_hir::HasVisibility::visibility(&ra_ap_hir::Trait::from(id), db),
            Key::Module(id) => ra_ap_hir::HasVisibility::visibility(&ra_ap_hir::Module::from(id), db),
            Key::Impl(_) | Key::DerivedImpl(_) | Key::DerivedFn(..) => HirVisibility::Public,
        };
        self.read_visibility(found)
    }

    /// `pub(crate)` is the module at the root of the crate, so that there is one form for every restricted visibility.
    fn read_visibility(&self, visibility: HirVisibility) -> Visibility {
        match visibility {
            HirVisibility::Public => Visibility::Public,
            HirVisibility::PubCrate(krate) => Visibility::Module(self.crate_name(krate)),
            HirVisibility::Module(module, _) => Visibility::Module(self.module_path(Key::Module(module))),
        }
    }

    /// The generics in scope of a definition.
    /// Bounds that hold by the rules of the language are left out: `Sized`, which is kept as its absence (`?Sized`),
    /// and `Self: Trait` inside of the trait. Equations on associated types are put with the bound that they belong to.
    fn generics(&self, def: GenericDefId, reader: &TypeReader<'_, '_>) -> Generics {
        let (params, inherited) = self.generic_params(def);
        let mut sized = vec![false; params.len()];
        let all = GenericPredicates::query_all(self.db(), def).iter_identity().map(|clause| clause.skip_norm_wip());
        let clauses = self.where_clauses(all, Some(def), reader, &mut sized);
        // `Self` of a trait has a size where the trait or a bound says so.
        if let (Some(slot), GenericDefId::TraitId(own)) = (sized.first_mut(), self.generic_parent(def).unwrap_or(def)) {
            *slot |= self.asks_for_size(own, &mut Vec::new());
        }
        for clause in &clauses {
            if let (Some(Ty::Param(index, _)), Some(Key::Trait(of))) = (clause.args.first(), self.key(clause.trait_))
                && let Some(slot) = sized.get_mut(*index as usize)
            {
                *slot |= self.asks_for_size(of, &mut Vec::new());
            }
        }
        let unsized_params = params.iter().enumerate().filter(|(i, p)| !p.is_const && !sized[*i]);
        let unsized_params = unsized_params.map(|(i, _)| i as u32).collect();
        Generics { params, inherited, clauses, unsized_params }
    }

    /// Whether `Sized` is among the supertraits of a trait; `seen` are those that were looked at.
    fn asks_for_size(&self, trait_: TraitId, seen: &mut Vec<TraitId>) -> bool {
        if Some(trait_) == lang_items(self.db(), self.crates().own()).Sized {
            return true;
        }
        if seen.contains(&trait_) {
            return false;
        }
        seen.push(trait_);
        let clauses = GenericPredicates::query_all(self.db(), trait_.into()).iter_identity();
        let mut above: Vec<TraitId> = Vec::new();
        for clause in clauses {
            if let ClauseKind::Trait(predicate) = clause.skip_norm_wip().kind().skip_binder()
                && let TyKind::Param(param) = predicate.self_ty().kind()
                && param.index == 0
            {
                above.push(predicate.trait_ref.def_id.0);
            }
        }
        above.into_iter().any(|of| self.asks_for_size(of, seen))
    }

    /// Clauses of the solver as those of the tree; parameters with a bound `Sized` are marked.
    ///
    /// The solver has `T: Iterator<Item = u8>` as two clauses, a bound and an equation, in any order and maybe twice. In the tree
    /// the equation belongs to the bound with the same arguments, or makes one where there is none. Outlives bounds are dropped.
    pub(crate) fn where_clauses<'db>(
        &'db self,
        all: impl Iterator<Item = Clause<'db>>,
        of: Option<GenericDefId>,
        reader: &TypeReader<'_, 'db>,
        sized: &mut [bool],
    ) -> Vec<WhereClause> {
        let mut clauses: Vec<WhereClause> = Vec::new();
        let mut equations: Vec<(DefId, Vec<Ty>, String, Ty)> = Vec::new();
        let sized_trait = lang_items(self.db(), self.crates().own()).Sized;
        for clause in all {
            match clause.kind().skip_binder() {
                ClauseKind::Trait(predicate) => {
                    let trait_id = predicate.trait_ref.def_id.0;
                    let args = reader.args(predicate.trait_ref.args);
                    if Some(trait_id) == sized_trait {
                        if let Some(Ty::Param(index, _)) = args.first()
                            && let Some(slot) = sized.get_mut(*index as usize)
                        {
                            *slot = true;
                        }
                        continue;
                    }
                    if self.is_sizedness(trait_id) || of.is_some_and(|def| self.is_own_trait(def, trait_id, &args)) {
                        continue;
                    }
                    clauses.push(WhereClause { trait_: self.def(Key::Trait(trait_id)), args, assoc: Vec::new() });
                }
                ClauseKind::Projection(predicate) => {
                    let alias = predicate.projection_term;
                    let AliasTermKind::ProjectionTy { def_id } = alias.kind else { continue };
                    let alias_id = def_id.0;
                    let ItemContainerId::TraitId(trait_) = alias_id.lookup(self.db()).container else { continue };
                    let name = ra_ap_hir_def::signatures::TypeAliasSignature::of(self.db(), alias_id)
                        .name
                        .as_str()
                        .to_string();
                    let Some(term) = term_type(predicate.term) else { continue };
                    equations.push((self.def(Key::Trait(trait_)), reader.args(alias.args), name, reader.ty(term)));
                }
                _ => {}
            }
        }
        for (trait_, args, name, ty) in equations {
            match clauses.iter_mut().find(|c| c.trait_ == trait_ && c.args == args) {
                Some(clause) => clause.assoc.push((name, ty)),
                None => clauses.push(WhereClause { trait_, args, assoc: vec![(name, ty)] }),
            }
        }
        let mut unique: Vec<WhereClause> = Vec::new();
        for clause in clauses {
            if !unique.contains(&clause) {
                unique.push(clause);
            }
        }
        unique
    }

    /// The traits above `Sized`, which every type meets that matters here.
    fn is_sizedness(&self, id: TraitId) -> bool {
        let items = lang_items(self.db(), self.crates().own());
        Some(id) == items.MetaSized || Some(id) == items.PointeeSized
    }

    /// `Self: Trait<..>` inside of the trait itself.
    fn is_own_trait(&self, def: GenericDefId, id: TraitId, args: &[Ty]) -> bool {
        let own = match self.generic_parent(def).unwrap_or(def) {
            GenericDefId::TraitId(own) => own == id,
            _ => false,
        };
        own && args.iter().enumerate().all(|(i, ty)| {
                matches!(ty, Ty::Param(index, _) | Ty::Const(certus_tree::ConstArg::Param(index, _)) if *index as usize == i)
            })
    }

    /// The types are those of the resolved signature, the rest is read from the syntax. `callable_item_signature` has the
    /// inputs and the output in one list, with `impl Trait` in the place of an argument as a parameter of its own.
    fn read_function(&self, key: Key, id: FunctionId) -> Answer<Function> {
        let def = self.read_def(key);
        let reader = TypeReader::new(self);
        let generics = self.generics(id.into(), &reader);
        let signature = FunctionSignature::of(self.db(), id);
        let sig = self.db().callable_item_signature(id.into()).instantiate_identity().skip_norm_wip().skip_binder();
        let tys: Vec<Ty> = sig.inputs_and_output.iter().map(|t| reader.ty(t)).collect();
        let Some((ret, inputs)) = tys.split_last() else {
            return Err(vec![Diagnostic::error(Internal::FrontEnd, "a function without a type", def.name_span)]);
        };
        let source = ra_ap_hir::Function::from(id).source(self.db());
        let (params, receiver) = self.params(source.as_ref(), inputs, key.module(self).krate(self.db()));
        let signature_span = self.signature_span(source.as_ref(), def.span);
        let ret_ty =
            source.as_ref().and_then(|s| Some(self.span(s.file_id, s.value.ret_type()?.ty()?.syntax().text_range())));
        let container = id.lookup(self.db()).container;
        let function = Function {
            generics,
            params,
            receiver,
            ret: ret.clone(),
            ret_span: ret_ty.unwrap_or(Span { start: signature_span.end, ..signature_span }),
            signature_span,
            has_body: signature.has_body(),
            is_const: signature.is_const(),
            is_unsafe: signature.is_unsafe(),
            is_async: signature.is_async(),
            is_variadic: signature.is_varargs(),
            trait_method: self.trait_item(container, key),
            is_trait_decl: matches!(container, ItemContainerId::TraitId(_)),
            def: def.clone(),
        };
        self.checked(&reader, &def, function)
    }

    /// The trait and its item that an item of an impl implements, or of a trait declares.
    fn trait_item(&self, container: ItemContainerId, key: Key) -> Option<(DefId, DefId)> {
        match container {
            ItemContainerId::TraitId(trait_) => Some((self.def(Key::Trait(trait_)), self.def(key))),
            ItemContainerId::ImplId(id) => {
                let trait_ = self.db().impl_trait(id)?.skip_binder().def_id.0;
                let name = self.simple_name(key);
                let same = |item: &Key| {
                    self.simple_name(*item) == name && std::mem::discriminant(item) == std::mem::discriminant(&key)
                };
                let item = self.associated(Key::Trait(trait_)).into_iter().find(same)?;
                Some((self.def(Key::Trait(trait_)), self.def(item)))
            }
            _ => None,
        }
    }

    /// A parameter whose pattern is more than a name has an empty name; its pattern is in the body.
    fn params(
        &self,
        source: Option<&InFile<ast::Fn>>,
        inputs: &[Ty],
        krate: ra_ap_base_db::Crate,
    ) -> (Vec<Param>, Option<Receiver>) {
        let Some(source) = source else { return (Vec::new(), None) };
        let list = source.value.param_list();
        let mut out = Vec::new();
        let mut receiver = None;
        if let Some(this) = list.as_ref().and_then(|l| l.self_param()) {
            receiver = Some(match (this.ty(), this.amp_token(), this.mut_token()) {
                (Some(_), ..) => Receiver::Typed,
                (None, None, _) => Receiver::Value,
                (None, Some(_), None) => Receiver::Ref,
                (None, Some(_), Some(_)) => Receiver::RefMut,
            });
            let is_mut = this.mut_token().is_some() && this.amp_token().is_none();
            let span = self.span(source.file_id, this.syntax().text_range());
            let attrs = self.attrs(&InFile::new(source.file_id, this), krate);
            out.push((String::from("self"), is_mut, attrs, span));
        }
        for param in list.iter().flat_map(|l| l.params()) {
            let (name, is_mut) = match param.pat() {
                Some(ast::Pat::IdentPat(ident)) if ident.pat().is_none() && ident.ref_token().is_none() => {
                    let name = ident.name().map(|n| n.text().to_string()).unwrap_or_default();
                    (name, ident.mut_token().is_some())
                }
                _ => (String::new(), false),
            };
            let span = self.span(source.file_id, param.syntax().text_range());
            let attrs = self.attrs(&InFile::new(source.file_id, param), krate);
            out.push((name, is_mut, attrs, span));
        }
        let typed = out.into_iter().zip(inputs);
        let params = typed.map(|((name, is_mut, attrs, span), ty)| Param { name, ty: ty.clone(), is_mut, attrs, span });
        (params.collect(), receiver)
    }

    /// From the first token after the attributes to the result type, without the body: what a message about a contract
    /// points at.
    fn signature_span(&self, source: Option<&InFile<ast::Fn>>, whole: Span) -> Span {
        let Some(source) = source else { return whole };
        let function = &source.value;
        let attrs_end = function.attrs().last().map(|a| a.syntax().text_range().end());
        let tokens = function.syntax().descendants_with_tokens().filter_map(|e| e.into_token());
        let start = tokens.filter(|t| !t.kind().is_trivia()).map(|t| t.text_range().start());
        let start = start.into_iter().find(|at| attrs_end.is_none_or(|end| *at >= end));
        let start = start.unwrap_or(function.syntax().text_range().start());
        let ret = function.ret_type().map(|r| r.syntax().text_range().end());
        let params = function.param_list().map(|l| l.syntax().text_range().end());
        let end = ret.or(params).unwrap_or(function.syntax().text_range().end());
        self.span(source.file_id, TextRange::new(start, end.max(start)))
    }

    /// A method of a derived impl: the trait's, with the impl's types.
    fn read_derived_fn(&self, key: Key) -> Answer<Function> {
        let Key::DerivedFn(id, method) = key else {
            return Err(vec![Diagnostic::error_without_span(Internal::FrontEnd, "not a derived method")]);
        };
        let def = self.read_def(key);
        let Some(declared) = method.trait_method(self.db(), id) else {
            return Err(vec![Diagnostic::error(Internal::FrontEnd, "a derive without its trait", def.span)]);
        };
        let template = self.read_function(Key::Function(declared), declared)?;
        let (_, trait_) = self.impl_header(Key::DerivedImpl(id));
        let (trait_, args) = trait_.unwrap_or((def.id, Vec::new()));
        let reader = TypeReader::new(self);
        let mut generics = self.generics(id.loc(self.db()).adt.into(), &reader);
        generics.inherited = generics.params.len();
        let own = template.generics.params.get(template.generics.inherited..).unwrap_or_default();
        // The method's own parameters follow those of the impl.
        let shift = |ty: &Ty| shift_params(ty, &args, template.generics.inherited, generics.params.len());
        let params = template.params.iter().map(|p| Param { ty: shift(&p.ty), ..p.clone() }).collect();
        let ret = shift(&template.ret);
        generics.params.extend(own.iter().cloned());
        let trait_method = Some((trait_, self.def(Key::Function(declared))));
        let span = def.span;
        Ok(Function {
            def,
            generics,
            params,
            ret,
            trait_method,
            is_trait_decl: false,
            has_body: false,
            ret_span: span,
            signature_span: span,
            ..template
        })
    }

    /// Derives are kept by name, as they are written in the attribute.
    fn read_adt(&self, key: Key, id: AdtId) -> Answer<Adt> {
        let def = self.read_def(key);
        let reader = TypeReader::new(self);
        let generics = self.generics(id.into(), &reader);
        // The fields of a type that nobody verifies may be of no interest.
        let apart = TypeReader::new(self);
        let is_external = self.crates().is_external(key.module(self).krate(self.db()));
        let is_own = self.crates().is_own(key.module(self).krate(self.db()));
        let is_apart = is_external || (is_own && self.hides_fields(key));
        let of_fields = if is_apart { &apart } else { &reader };
        let (kind, variants) = match id {
            AdtId::StructId(id) => (AdtKind::Struct, vec![self.read_variant(id.into(), &def, of_fields)]),
            AdtId::UnionId(id) => (AdtKind::Union, vec![self.read_variant(id.into(), &def, of_fields)]),
            AdtId::EnumId(id) => {
                let variants = id.enum_variants(self.db()).variants.values();
                (AdtKind::Enum, variants.map(|(v, _)| self.read_variant((*v).into(), &def, of_fields)).collect())
            }
        };
        let derives = def.attrs.iter().filter(|a| a.path == "derive").flat_map(|a| a.args.split(','));
        let derives = derives.map(|d| d.split_whitespace().collect::<String>()).filter(|d| !d.is_empty()).collect();
        let has_unknown_field = apart.saw_unknown.get() || (is_apart && !is_external && self.has_undeclared_field(key));
        let unknown_has_values = has_unknown_field && !is_external && self.undeclared_fields_have_values(key);
        let adt = Adt { kind, generics, variants, derives, has_unknown_field, unknown_has_values, def: def.clone() };
        if let Some(name) = self.unknown_attribute(key) {
            let message = format!("the attribute `{name}` may change the type `{}`", def.name);
            return Err(vec![Diagnostic::error(Unsupported::ExternalCrate, message, def.name_span)]);
        }
        self.checked(&reader, &def, adt)
    }

    /// Fields of an enum are as visible as the enum; those of a struct have their own visibility.
    fn read_variant(&self, id: VariantId, def: &Def, reader: &TypeReader<'_, '_>) -> Variant {
        let db = self.db();
        let data = id.fields(db);
        let types = db.field_types(id);
        let visibilities = VariantFields::field_visibilities(db, id);
        let sources = id.child_source(db);
        let krate = self.key(def.id).map_or(self.crates().own(), |key| key.module(self).krate(db));
        let fields = data.fields().iter().map(|(field, data)| {
            let ty = reader.ty(types[field].ty().instantiate_identity().skip_norm_wip());
            let (attrs, span) = match sources.value.get(field) {
                Some(either::Either::Left(node)) => self.field_source(sources.file_id, node, krate),
                Some(either::Either::Right(node)) => self.field_source(sources.file_id, node, krate),
                None => (Vec::new(), def.span),
            };
            let visibility = match id {
                VariantId::EnumVariantId(_) => def.visibility.clone(),
                _ => visibilities.get(field).map_or(Visibility::Public, |v| self.read_visibility(*v)),
            };
            Field { name: data.name.as_str().to_string(), ty, visibility, attrs, span }
        });
        let fields = fields.collect();
        let is_tuple = matches!(data.shape, ra_ap_hir_def::item_tree::FieldsShape::Tuple);
        match id {
            VariantId::EnumVariantId(variant) => Variant {
                name: self.variant_name(variant),
                fields,
                is_tuple,
                discriminant: self.discriminant(variant),
                span: ra_ap_hir::EnumVariant::from(variant).source(db).map_or(def.span, |s| self.ast_span(&s)),
            },
            _ => Variant { name: def.name.clone(), fields, is_tuple, discriminant: None, span: def.span },
        }
    }

    /// The attributes tell whether a field is `ghost` or `tracked` (reference page `reference-var-modes`).
    fn field_source<N: HasAttrs>(&self, file: HirFileId, node: &N, krate: ra_ap_base_db::Crate) -> (Vec<Attr>, Span) {
        let place = InFile::new(file, node);
        let span = self.node_span(InFile::new(file, node.syntax()));
        let mut attrs = Vec::new();
        if let Some(node) = ast::AnyHasAttrs::cast(place.value.syntax().clone()) {
            attrs = self.attrs(&InFile::new(file, node), krate);
        }
        (attrs, span)
    }

    /// Signatures of enums have their variants by number only; the names are a table of the enum.
    fn variant_name(&self, id: EnumVariantId) -> String {
        let variants = id.lookup(self.db()).parent.enum_variants(self.db());
        variants.variant_name_by_id(id).map_or_else(String::new, |n: Name| n.as_str().to_string())
    }

    /// The place of a variant in its enum, which is its number in the tree. It is no discriminant: in
    /// `enum E { A = 7, B }` those are 7 and 8, and the places 0 and 1.
    pub(crate) fn variant_index(&self, id: EnumVariantId) -> u32 {
        let variants = id.lookup(self.db()).parent.enum_variants(self.db());
        variants.variants.values().position(|(v, _)| *v == id).unwrap_or(0) as u32
    }

    /// The discriminant of a variant of an enum without fields, as `as` gives it. rust-analyzer evaluates the constant; what it
    /// cannot evaluate is `None`.
    fn discriminant(&self, id: EnumVariantId) -> Option<i128> {
        let variants = id.lookup(self.db()).parent.enum_variants(self.db());
        let plain = variants.variants.values().all(|(_, shape)| *shape == ra_ap_hir_def::item_tree::FieldsShape::Unit);
        plain.then(|| self.db().const_eval_discriminant(id).ok()).flatten()
    }

    /// Guide pages `const` and `static`: both kinds are one item here, told apart by their kind.
    fn read_const(&self, key: Key) -> Answer<Const> {
        let def = self.read_def(key);
        let reader = TypeReader::new(self);
        let (kind, ty, generics, container) = match key {
            Key::Const(id) => {
                let ty = self.db().type_for_const(id).instantiate_identity().skip_norm_wip();
                (ConstKind::Const, reader.ty(ty), self.generics(id.into(), &reader), id.lookup(self.db()).container)
            }
            Key::Static(id) => {
                let ty = self.db().type_for_static(id).instantiate_identity().skip_norm_wip();
                (self.static_kind(id), reader.ty(ty), Generics::default(), id.lookup(self.db()).container)
            }
            _ => return Err(vec![Diagnostic::error(Internal::FrontEnd, "not a constant", def.span)]),
        };
        let trait_const = self.trait_item(container, key);
        let value = Const { kind, generics, ty, has_body: self.has_body(key), trait_const, def: def.clone() };
        self.checked(&reader, &def, value)
    }

    /// Told apart because a `static mut` may be written at any time, so that nothing about its value can be used.
    fn static_kind(&self, id: StaticId) -> ConstKind {
        if StaticSignature::of(self.db(), id).flags.contains(StaticFlags::MUTABLE) {
            ConstKind::StaticMut
        } else {
            ConstKind::Static
        }
    }

    /// Marker traits are told apart because they have nothing to call and no contract.
    fn read_trait(&self, key: Key, id: TraitId) -> Answer<Trait> {
        let def = self.read_def(key);
        let reader = TypeReader::new(self);
        let flags = TraitSignature::of(self.db(), id).flags;
        let items = id.trait_items(self.db());
        let lang = lang_items(self.db(), self.crates().own());
        let markers = [
            lang.Sized,
            lang.Copy,
            lang.Sync,
            lang.Unpin,
            lang.Freeze,
            lang.Unsize,
            lang.MetaSized,
            lang.PointeeSized,
            lang.Tuple,
        ];
        let aliases: Vec<_> = items.associated_types().collect();
        let bounds = aliases.iter().flat_map(|alias| self.db().type_alias_bounds(*alias).skip_binder().iter().copied());
        let assoc_bounds = self.where_clauses(bounds, None, &reader, &mut []);
        let name =
            |alias| ra_ap_hir_def::signatures::TypeAliasSignature::of(self.db(), alias).name.as_str().to_string();
        let sized = aliases.iter().filter(|alias| self.declared_sized(**alias));
        let params = |alias: TypeAliasId| GenericParams::of(self.db(), alias.into());
        let generic = aliases.iter().filter(|alias| params(**alias).len_type_or_consts() > 0);
        let bounded = aliases.iter().filter(|alias| params(**alias).where_predicates().iter().any(asks_for_trait));
        let lending = aliases.iter().filter(|alias| params(**alias).iter_lt().next().is_some());
        let trait_ = Trait {
            generic_types: generic.map(|alias| name(*alias)).collect(),
            bounded_types: bounded.map(|alias| name(*alias)).collect(),
            lending_types: lending.map(|alias| name(*alias)).collect(),
            sized_types: sized.map(|alias| name(*alias)).collect(),
            assoc_bounds,
            generics: self.generics(id.into(), &reader),
            items: self.associated(key).into_iter().map(|key| self.def(key)).collect(),
            assoc_types: aliases.iter().map(|alias| name(*alias)).collect(),
            is_unsafe: flags.contains(TraitFlags::UNSAFE),
            is_marker: flags.contains(TraitFlags::AUTO) || markers.contains(&Some(id)),
            def: def.clone(),
        };
        self.checked(&reader, &def, trait_)
    }

    /// Whether an associated type of a trait has the bound `Sized`, which is there unless the declaration says `?Sized`.
    fn declared_sized(&self, alias: TypeAliasId) -> bool {
        let sized = lang_items(self.db(), self.crates().own()).Sized;
        let bounds = self.db().type_alias_bounds(alias).skip_binder();
        bounds.iter().any(|clause| match clause.kind().skip_binder() {
            ClauseKind::Trait(bound) if sized == Some(bound.trait_ref.def_id.0) => match bound.self_ty().kind() {
                TyKind::Alias(of) => matches!(of.kind, AliasTyKind::Projection { def_id } if def_id.0 == alias),
                _ => false,
            },
            _ => false,
        })
    }

    /// Errs with `rust/unresolved-type` where the trait is named but not found: without it the impl would pass for an
    /// inherent one.
    fn read_impl(&self, key: Key) -> Answer<Impl> {
        let def = self.read_def(key);
        let reader = TypeReader::new(self);
        let (self_ty, trait_) = self.impl_header(key);
        let (generics, flags, assoc_types) = match key {
            Key::Impl(id) => {
                let types = id.impl_items(self.db()).items.iter().filter_map(|(name, item)| match item {
                    AssocItemId::TypeAliasId(alias) => {
                        let ty = self.db().ty((*alias).into()).instantiate_identity().skip_norm_wip();
                        Some(AssocTy { name: name.as_str().to_string(), ty: reader.ty(ty) })
                    }
                    _ => None,
                });
                let types = types.collect();
                (self.generics(id.into(), &reader), ImplSignature::of(self.db(), id).flags, types)
            }
            Key::DerivedImpl(id) => (self.derived_generics(id, &reader), ImplFlags::empty(), Vec::new()),
            _ => return Err(vec![Diagnostic::error(Internal::FrontEnd, "not an impl", def.span)]),
        };
        let trait_named = match key {
            Key::Impl(id) => ImplSignature::of(self.db(), id).target_trait.is_some(),
            _ => true,
        };
        if contains_unknown(&self_ty) || (trait_named && trait_.is_none()) {
            let message = "the type or trait of this impl cannot be resolved";
            return Err(vec![Diagnostic::error(Rust::UnresolvedType, message, def.name_span)]);
        }
        let value = Impl {
            generics,
            self_ty,
            trait_,
            is_negative: flags.contains(ImplFlags::NEGATIVE),
            is_unsafe: flags.contains(ImplFlags::UNSAFE),
            derive: match key {
                Key::DerivedImpl(id) => Some(id.loc(self.db()).derive_attr_id.item_tree_index()),
                _ => None,
            },
            items: self.associated(key).into_iter().map(|key| self.def(key)).collect(),
            assoc_types,
            def: def.clone(),
        };
        self.checked(&reader, &def, value)
    }

    /// The generics of a derived impl: those of the type, every type parameter bound by the trait.
    fn derived_generics(&self, id: ra_ap_hir_def::BuiltinDeriveImplId, reader: &TypeReader<'_, '_>) -> Generics {
        let adt = id.loc(self.db()).adt;
        let mut generics = self.generics(adt.into(), reader);
        let (_, trait_) = self.impl_header(Key::DerivedImpl(id));
        let Some((trait_, args)) = trait_ else { return generics };
        for (index, (_, data)) in GenericParams::of(self.db(), adt.into()).iter_type_or_consts().enumerate() {
            if let (Some(_), Some(param)) = (data.type_param(), generics.params.get(index)) {
                let ty = Ty::Param(index as u32, param.name.clone());
                let args = args.iter().map(|_| ty.clone()).collect();
                let clause = WhereClause { trait_, args, assoc: Vec::new() };
                if !generics.clauses.contains(&clause) {
                    generics.clauses.push(clause);
                }
            }
        }
        generics
    }
}

/// The type of a term, when it is one: an equation on an associated constant is of no interest, and not stable Rust.
fn term_type<'db>(term: ra_ap_hir_ty::next_solver::Term<'db>) -> Option<ra_ap_hir_ty::next_solver::Ty<'db>> {
    match term.kind() {
        ra_ap_hir_ty::next_solver::TermKind::Ty(ty) => Some(ty),
        ra_ap_hir_ty::next_solver::TermKind::Const(_) => None,
    }
}

/// Whether a predicate is about a trait; others are about lifetimes.
fn asks_for_trait(predicate: &WherePredicate) -> bool {
    matches!(predicate, WherePredicate::TypeBound { bound: TypeBound::Path(..) | TypeBound::ForLifetime(..), .. })
}

/// A type that is unknown only deep inside is found by the reader of types; this is for the type of an impl, which is
/// needed for its path before it is checked.
fn contains_unknown(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(crate::types::UNKNOWN_PARAM, _))
        || matches!(ty, Ty::Ref(_, inner) | Ty::Slice(inner) if contains_unknown(inner))
}

/// Replaces the parameters of a trait by an impl's arguments, and moves those of the method behind the impl's.
fn shift_params(ty: &Ty, args: &[Ty], inherited: usize, base: usize) -> Ty {
    let mut all = args.to_vec();
    all.truncate(inherited);
    // A method of a derivable trait has at most one parameter of its own.
    for own in 0..4 {
        all.push(Ty::Param((base + own) as u32, "H".into()));
    }
    ty.subst(&all)
}
