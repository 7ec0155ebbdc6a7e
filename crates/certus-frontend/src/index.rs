//! An index of the crate under verification: for every name that is used in it, what it stands for and where that is
//! written.
//!
//! It is made for people who read a program (`certus index`, the language server) and takes no part in verification. A name
//! that cannot be resolved is left out. In the expansion of a macro a name counts where it was written by the user.

mod contracts;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use certus_diagnostics::{FileId, Span};
use certus_tree::Program as _;
use either::Either;
use ra_ap_hir::{
    DisplayTarget, Field, HasSource, HirDisplay, HirFileId, InFile, Local, Module, ModuleDef, PathResolution,
    Semantics, Type,
};
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::{FunctionId, TypeParamId};
use ra_ap_hir_ty::next_solver::AnyImplId;
use ra_ap_syntax::{AstNode, SyntaxNode, WalkEvent, ast, match_ast};

use crate::database::Database;
use crate::key::Key;
use crate::libraries;
use crate::loaded::Loaded;

/// How deep expansions may lie in expansions.
const MAX_DEPTH: usize = 24;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its canonical path; the name of a local variable.
    pub path: String,
    /// What it is, in a word: `function`, `type`, `field`, `local`, ..
    pub kind: &'static str,
    /// Its type, where that is not written with it.
    pub ty: Option<String>,
    /// Its name where it is declared.
    pub name: Span,
    /// All of it.
    pub whole: Span,
    /// The number of the target with its contract, where that is written elsewhere.
    pub contract: Option<usize>,
}

/// The names of a crate.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// What they stand for.
    pub targets: Vec<Target>,
    /// Where they are used or declared, and the number of what they stand for; in the order of the source.
    pub uses: Vec<(Span, usize)>,
}

impl Loaded {
    /// The index of the crate; empty when a fault of the machinery keeps it from being made.
    pub fn name_index(&self) -> Index {
        let items = self.local_items();
        let made = self.ask(|| {
            let mut builder = Builder::new(self);
            for file in builder.files() {
                let node = builder.sema.parse_or_expand(file);
                builder.walk(file, &node, 0);
            }
            for key in items.into_iter().filter_map(|def| self.key(def)) {
                builder.declared(key);
            }
            let contracts = builder.contracts();
            (builder.finish(), contracts)
        });
        let Ok((mut index, contracts)) = made else { return Index::default() };
        contracts::add(self, contracts, &mut index);
        index
    }
}

/// What tells targets apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Id {
    Key(Key),
    Place(Span),
}

struct Builder<'db> {
    loaded: &'db Loaded,
    sema: Semantics<'db, Database>,
    numbers: HashMap<Id, usize>,
    targets: Vec<Target>,
    uses: Vec<(Span, usize)>,
    seen: HashSet<Span>,
}

impl<'db> Builder<'db> {
    fn new(loaded: &'db Loaded) -> Builder<'db> {
        Builder {
            loaded,
            sema: Semantics::new(loaded.db()),
            numbers: HashMap::new(),
            targets: Vec::new(),
            uses: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// The files of the crate's modules.
    fn files(&self) -> Vec<HirFileId> {
        let modules = crate_def_map(self.loaded.db(), self.loaded.crates().own()).modules();
        let files = modules.map(|(_, data)| data.origin.definition_source(self.loaded.db()).file_id);
        let mut seen = HashSet::new();
        files.filter(|file| !file.is_macro() && seen.insert(*file)).collect()
    }

    /// The number of a file under which places name it.
    fn number(&self, file: HirFileId) -> Option<FileId> {
        match file {
            HirFileId::FileId(file) => Some(FileId(file.file_id(self.loaded.db()).index())),
            HirFileId::MacroFile(_) => None,
        }
    }

    /// The names in a file or an expansion, and in what is expanded in it.
    fn walk(&mut self, file: HirFileId, root: &SyntaxNode, depth: usize) {
        let mut events = root.preorder();
        while let Some(event) = events.next() {
            let WalkEvent::Enter(node) = event else { continue };
            if let Some(call) = ast::MacroCall::cast(node.clone()) {
                if depth < MAX_DEPTH
                    && let Some(expansion) = self.sema.expand_macro_call(&call)
                {
                    self.walk(expansion.file_id, &expansion.value, depth + 1);
                }
            } else if let Some(item) = ast::Item::cast(node.clone())
                && depth < MAX_DEPTH
                && let Some(expanded) = self.sema.expand_attr_macro(&item)
            {
                let expansion = expanded.value;
                self.walk(expansion.file_id, &expansion.value, depth + 1);
                events.skip_subtree();
            } else if let Some(name) = ast::NameRef::cast(node) {
                self.name(file, &name);
            }
        }
    }

    /// A name that is used.
    fn name(&mut self, file: HirFileId, name: &ast::NameRef) {
        let span = self.loaded.span(file, name.syntax().text_range());
        // The rewriter gives what it makes the place of what it is made from.
        let is_written = name.text() == self.loaded.as_written().sources().text(span);
        if is_written
            && !self.seen.contains(&span)
            && let Some(target) = self.resolve(name)
        {
            self.seen.insert(span);
            self.uses.push((span, target));
        }
    }

    /// What a name stands for, as rust-analyzer's `Semantics` tells an editor. It looks up the body around the syntax, which must
    /// be of the same tree: so `walk` expands macros with it, too.
    fn resolve(&mut self, name: &ast::NameRef) -> Option<usize> {
        let parent = name.syntax().parent()?;
        match_ast! {
            match parent {
                ast::FieldExpr(field) => match self.sema.resolve_field(&field)? {
                    Either::Left(field) => self.field(field),
                    Either::Right(_) => None,
                },
                ast::MethodCallExpr(call) => {
                    let function = self.sema.resolve_method_call(&call)?;
                    self.def(ModuleDef::Function(function))
                },
                ast::RecordExprField(field) => {
                    let (field, ..) = self.sema.resolve_record_field(&field)?;
                    self.field(field)
                },
                ast::RecordPatField(field) => {
                    let (field, _) = self.sema.resolve_record_pat_field(&field)?;
                    self.field(field)
                },
                ast::PathSegment(segment) => {
                    let resolved = self.sema.resolve_path(&segment.parent_path())?;
                    self.resolved(resolved)
                },
                _ => None,
            }
        }
    }

    fn resolved(&mut self, found: PathResolution<'db>) -> Option<usize> {
        match found {
            PathResolution::Def(def) => self.def(def),
            PathResolution::Local(local) => self.local(local),
            PathResolution::TypeParam(param) => {
                let id: TypeParamId = param.into();
                let id: ra_ap_hir_def::TypeOrConstParamId = id.into();
                self.written(ra_ap_hir::TypeOrConstParam::from(id), "type parameter", None)
            }
            PathResolution::ConstParam(param) => {
                let ty = self.ty(&param.ty(self.loaded.db()));
                let id: ra_ap_hir_def::ConstParamId = param.into();
                let id: ra_ap_hir_def::TypeOrConstParamId = id.into();
                self.written(ra_ap_hir::TypeOrConstParam::from(id), "const parameter", Some(ty))
            }
            PathResolution::SelfType(of) => match AnyImplId::from(of) {
                AnyImplId::ImplId(id) => self.key(Key::Impl(id), "impl"),
                AnyImplId::BuiltinDeriveImplId(_) => None,
            },
            PathResolution::BuiltinAttr(_) | PathResolution::ToolModule(_) | PathResolution::DeriveHelper(_) => None,
        }
    }

    fn def(&mut self, def: ModuleDef) -> Option<usize> {
        match def {
            ModuleDef::Module(module) => self.key(Key::Module(module.into()), "module"),
            ModuleDef::Function(function) => self.key(Key::Function(FunctionId::try_from(function).ok()?), "function"),
            ModuleDef::Adt(adt) => self.key(Key::Adt(adt.into()), "type"),
            ModuleDef::Const(item) => self.key(Key::Const(item.into()), "constant"),
            ModuleDef::Static(item) => self.key(Key::Static(item.into()), "static"),
            ModuleDef::Trait(item) => self.key(Key::Trait(item.into()), "trait"),
            ModuleDef::EnumVariant(variant) => self.written(variant, "variant", None),
            ModuleDef::TypeAlias(alias) => self.written(alias, "type alias", None),
            ModuleDef::Macro(item) => self.written(item, "macro", None),
            ModuleDef::BuiltinType(_) => None,
        }
    }

    fn field(&mut self, field: Field) -> Option<usize> {
        let ty = self.ty(&field.ty(self.loaded.db()));
        self.written(field, "field", Some(ty))
    }

    fn local(&mut self, local: Local<'db>) -> Option<usize> {
        let db = self.loaded.db();
        let source = local.primary_source(db).source;
        let node = source.as_ref().map(|syntax| syntax.syntax());
        let name = local.name(db).as_str().to_string();
        let ty = self.ty(&local.ty(db));
        let at = self.name_of(node);
        self.add(Id::Place(at), |_| {
            Some(Target { path: name, kind: "local", ty: Some(ty), name: at, whole: at, contract: None })
        })
    }

    /// A type as it would be written in the crate, with short names. Nobody compares it.
    fn ty(&self, ty: &Type<'db>) -> String {
        let target = DisplayTarget::from_crate(self.loaded.db(), self.loaded.crates().own());
        ty.display(self.loaded.db(), target).to_string()
    }

    /// The name among the children of a node, or all of it.
    fn name_of(&self, node: InFile<&SyntaxNode>) -> Span {
        let name = node.value.children().find_map(ast::Name::cast);
        match name {
            Some(name) => self.loaded.span(node.file_id, name.syntax().text_range()),
            None => self.loaded.node_span(node),
        }
    }

    fn key(&mut self, key: Key, kind: &'static str) -> Option<usize> {
        self.add(Id::Key(key), |loaded| {
            let node = match key {
                Key::Module(id) => {
                    let module = Module::from(id);
                    let source = module.declaration_source(loaded.db());
                    match source {
                        Some(declared) => declared.map(|module| module.syntax().clone()),
                        None => module.definition_source(loaded.db()).map(|source| source.node()),
                    }
                }
                key => loaded.syntax(key)?,
            };
            let whole = loaded.node_span(InFile::new(node.file_id, &node.value));
            let name = match key {
                Key::Module(_) => {
                    let name = node.value.children().find_map(ast::Name::cast);
                    name.map(|name| loaded.span(node.file_id, name.syntax().text_range()))
                }
                key => loaded.name_span(key),
            };
            Some(Target {
                path: loaded.path_of(key),
                kind,
                ty: None,
                name: name.unwrap_or(whole),
                whole,
                contract: None,
            })
        })
    }

    /// What is written somewhere and has no number of ours.
    fn written<D: HasSource>(&mut self, def: D, kind: &'static str, ty: Option<String>) -> Option<usize> {
        let source = def.source(self.loaded.db())?;
        let node = source.as_ref().map(|syntax| syntax.syntax());
        let (name, whole) = (self.name_of(node), self.loaded.node_span(node));
        self.add(Id::Place(name), |loaded| {
            let path = loaded.as_written().sources().text(name).to_string();
            Some(Target { path, kind, ty, name, whole, contract: None })
        })
    }

    /// The number of a target, made at its first use. Without a place in the source (`i32`) there is none.
    fn add(&mut self, id: Id, make: impl FnOnce(&Loaded) -> Option<Target>) -> Option<usize> {
        if let Some(number) = self.numbers.get(&id) {
            return Some(*number);
        }
        let target = make(self.loaded)?;
        let number = self.targets.len();
        self.targets.push(target);
        self.numbers.insert(id, number);
        Some(number)
    }

    /// An item of the crate is a target even if nobody uses it.
    fn declared(&mut self, key: Key) {
        let kind = match key {
            Key::Function(_) => "function",
            Key::Adt(_) => "type",
            Key::Const(_) => "constant",
            Key::Static(_) => "static",
            Key::Trait(_) => "trait",
            Key::Module(_) | Key::Impl(_) | Key::DerivedImpl(_) | Key::DerivedFn(..) => return,
        };
        self.key(key, kind);
    }

    /// The declaration of a target counts as a use of it.
    fn finish(mut self) -> Index {
        let of_crate: HashSet<FileId> = self.files().into_iter().filter_map(|file| self.number(file)).collect();
        for (number, target) in self.targets.iter().enumerate() {
            let is_named = target.name != target.whole || target.kind == "local";
            if is_named && of_crate.contains(&target.name.file) && self.seen.insert(target.name) {
                self.uses.push((target.name, number));
            }
        }
        self.uses.sort_by_key(|(span, _)| *span);
        Index { targets: self.targets, uses: self.uses }
    }
}

impl Loaded {
    /// Whether a file of the sources belongs to a library that the verifier brings along.
    pub fn is_library_file(&self, file: FileId) -> bool {
        let libraries = [libraries::CORE, libraries::ALLOC, libraries::STD, libraries::MACROS, libraries::BUILTIN];
        let mut all = libraries.into_iter().chain([libraries::VSTD]).flatten();
        self.as_written().sources().file(file).is_some_and(|known| all.any(|one| known.path == Path::new(one.path)))
    }
}
