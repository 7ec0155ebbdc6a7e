//! From rust-analyzer's diagnostics to ours.
//!
//! Except for errors of the rewriter these have the class `rust`: the program is not valid Rust, and stock rustc says
//! the same with its own code. They are kept because a program that is wrong must not be verified even if the second
//! checker were not run, and because a place in the user's source is known here. What only concerns lifetimes is left
//! to rustc.
//!
//! | asked | about |
//! |---|---|
//! | `parse_errors` of each file | syntax |
//! | `DefMap::diagnostics` of each crate and block | names of items, imports, files of modules |
//! | `parse_macro_expansion` of each call | macros, and the syntax of what they write |
//! | `ExpressionStoreDiagnostics` of each body | macros and names in it that lowering to HIR needs |
//! | `InferenceDiagnostic` of each body | types, methods, fields, bounds |
//!
//! An editor asks `Semantics` and `hir::Module::diagnostics` for all of these and more. That would also run lints and checks that
//! rustc does better, and would take the errors of a body apart from the question for it.

use certus_diagnostics::{Applicability, Code, Diagnostic, Language, Rust, Span, Unsupported};
use certus_tree::{Known, RESULT_PARAMETER};
use ra_ap_base_db::{Crate, FileId, SourceDatabase, VfsPath};
use ra_ap_hir::{DisplayTarget, HirDisplay, HirFileId};
use ra_ap_hir_def::expr_store::ExpressionStoreDiagnostics;
use ra_ap_hir_def::hir::{ExprId, ExprOrPatId, ExprOrPatIdPacked};
use ra_ap_hir_def::nameres::diagnostics::{DefDiagnostic, DefDiagnosticKind};
use ra_ap_hir_def::nameres::{DefMap, ModuleOrigin, crate_def_map};
use ra_ap_hir_expand::name::Name;
use ra_ap_hir_expand::{MacroCallId, MacroCallKind};
use ra_ap_hir_ty::next_solver::{StoredTy, TyKind};
use ra_ap_hir_ty::solver_errors::{SolverDiagnostic, SolverDiagnosticKind};
use ra_ap_hir_ty::{InferenceDiagnostic as Infer, Span as TySpan};
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::ast::{self, HasAttrs};
use ra_ap_syntax::{AstNode, TextRange};

use crate::body::Builder;
use crate::key::Key;
use crate::loaded::Loaded;
use crate::rewrite_errors::PlacedError;
use crate::syntax_hints::Hint;
use crate::type_hints;

/// Macros of the language that do not exist here yet.
const LATER: [&str; 2] = ["state_machine_use", "set_build_debug"];

/// Macros of the language that have a module of their own, and what to import.
const ELSEWHERE: [(&str, &str); 7] = [
    ("auto_spec", "vstd::contrib::auto_spec"),
    ("exec_spec_verified", "vstd::contrib::exec_spec::*"),
    ("exec_spec_unverified", "vstd::contrib::exec_spec::*"),
    ("make_spec_type", "vstd::contrib::make_spec_type"),
    ("self_view", "vstd::contrib::self_view"),
    ("set_build", "vstd::contrib::set_build"),
    ("verus", "vstd::prelude::*"),
];

/// Whether a declaration names its file: with `#[path = ".."]` a module has one file, whichever others there are.
fn has_path(module: &ast::Module) -> bool {
    module.attrs().any(|attr| attr.path().is_some_and(|path| path.syntax().text() == "path"))
}

impl Loaded {
    /// What is wrong outside of bodies with the crate under verification and the verified ones it depends on: syntax, names, imports,
    /// macros and the surface language.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let found = self.ask(|| {
            self.resolve_outside();
            let mut out = Vec::new();
            // What is wrong in a library of somebody else is an error where it is used.
            let foreign = self.crates().trusted_library();
            for krate in self.crates().verified().into_iter().filter(|krate| Some(*krate) != foreign) {
                out.extend(self.syntax_errors(krate));
                out.extend(self.name_errors(krate));
                out.extend(self.reserved_docs(krate));
                out.extend(self.marker_errors(krate));
                out.extend(self.spelling_errors(krate));
                out.extend(self.ghost_cfg_errors(krate));
            }
            out.extend(self.feature_notes());
            // The errors of the rewriter come last to be asked for: the questions above run the macros.
            out.extend(self.rewrite_diagnostics());
            self.take_foreign(&mut out);
            out.extend(self.foreign_marks());
            out.sort_by_key(|d| d.primary.as_ref().map(|l| l.span));
            out.dedup();
            out
        });
        found.unwrap_or_else(|error| vec![*error])
    }

    /// The errors of the rewriter in macros that stand in bodies: they are found when the bodies are read, so this is to be
    /// asked after everything else.
    pub fn late_diagnostics(&self) -> Vec<Diagnostic> {
        let found = self.ask(|| {
            let mut out = self.rewrite_diagnostics();
            self.take_foreign(&mut out);
            out.extend(self.inner_impls());
            out.extend(self.const_blocks());
            out.extend(self.glob_imports());
            out.extend(self.bound_imports());
            out.extend(self.imports_of_constants());
            out.extend(self.wrapper_names());
            out
        });
        found.unwrap_or_else(|error| vec![*error])
    }

    /// The files that a crate may be made of, in the order in which they were read.
    pub(crate) fn files_of(&self, krate: Crate) -> Vec<FileId> {
        let root =
            self.db().file_source_root(krate.root_file_id(self.db()).file_id(self.db())).source_root_id(self.db());
        self.db().source_root(root).source_root(self.db()).iter().collect()
    }

    /// One `rust/syntax` for each error in the files that modules are made of. A file that no `mod` leads to is not looked at, as
    /// rustc does not; errors in what a macro expands to are found with the names.
    fn syntax_errors(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let files = self.files_of(krate);
        for (_, module) in crate_def_map(self.db(), krate).modules() {
            let Some(file) = module.origin.file_id() else { continue };
            if files.contains(&file.file_id(self.db())) {
                for error in file.parse_errors(self.db()).into_iter().flatten() {
                    let span = self.span(HirFileId::FileId(file), error.range());
                    out.push(Diagnostic::error(Rust::Syntax, error.to_string(), span));
                }
            }
        }
        out
    }

    /// Those of the whole crate. Names inside bodies are resolved with the body.
    fn name_errors(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = self.def_map_errors(crate_def_map(self.db(), krate));
        self.member_errors(krate, &mut out);
        out.extend(self.duplicates(krate));
        out.extend(self.ambiguous_modules(krate));
        out
    }

    /// Modules that have two files: `a.rs` and `a/mod.rs`. rust-analyzer takes one of them, and the text for rustc has that one
    /// in the place of the declaration; so rustc does not see that there are two. The code is its own: `E0584`.
    fn ambiguous_modules(&self, krate: Crate) -> Vec<Diagnostic> {
        let root =
            self.db().file_source_root(krate.root_file_id(self.db()).file_id(self.db())).source_root_id(self.db());
        let root = self.db().source_root(root).source_root(self.db());
        let mut out = Vec::new();
        for (_, module) in crate_def_map(self.db(), krate).modules() {
            let ModuleOrigin::File { definition, .. } = module.origin else { continue };
            let declared = module.origin.declaration().map(|id| (id.file_id, id.to_node(self.db())));
            let Some((file, node)) = declared.filter(|(_, node)| !has_path(node)) else { continue };
            let Some(path) = root.path_for_file(&definition.file_id(self.db())).map(ToString::to_string) else {
                continue;
            };
            let other = match path.strip_suffix("/mod.rs") {
                Some(folder) => format!("{folder}.rs"),
                None => format!("{}/mod.rs", path.strip_suffix(".rs").unwrap_or(&path)),
            };
            if root.file_for_path(&VfsPath::new_real_path(other.clone())).is_some() {
                let text = format!("the file of this module is found at `{path}` and at `{other}`");
                let span = self.span(file, node.syntax().text_range());
                out.push(
                    Diagnostic::error(Code::Rustc("E0584".into()), text, span)
                        .with_note("delete or rename one of them"),
                );
            }
        }
        out
    }

    /// The errors of the names and macros of a crate or block.
    pub(crate) fn def_map_errors(&self, def_map: &DefMap) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for diagnostic in def_map.diagnostics() {
            out.extend(self.def_diagnostic(diagnostic, def_map.krate()));
        }
        for (_, module) in def_map.modules() {
            module.scope.all_macro_calls().for_each(|call| self.call_errors(call, &mut out));
        }
        out
    }

    /// What is wrong with a macro call, and the syntax that it expands to.
    pub(crate) fn call_errors(&self, call: MacroCallId, out: &mut Vec<Diagnostic>) {
        let db = self.db();
        let result = call.parse_macro_expansion(db);
        let loc = call.loc(db);
        if let Some(error) = &result.err {
            out.push(macro_error(&error.render_to_string(db).message, self.call_span(&loc.kind, loc.krate)));
        }
        for error in result.value.0.errors().iter() {
            let span = self.span(HirFileId::MacroFile(call), error.range());
            out.push(Diagnostic::error(Rust::Syntax, error.to_string(), span));
        }
        if let MacroCallKind::Attr { ast_id, .. } = &loc.kind
            && self.is_procedural(&loc.def)
            && self.in_language(ast_id.file_id)
        {
            let text = "an attribute macro of a crate cannot be used in verified code: its input would be the \
                        verifier's form of the code";
            let span = self.call_span(&loc.kind, loc.krate);
            out.push(Diagnostic::error(Unsupported::Macro, text, span));
        }
    }

    /// `None` for code that a `cfg` leaves out, which is not part of the program.
    fn def_diagnostic(&self, diagnostic: &DefDiagnostic, krate: Crate) -> Option<Diagnostic> {
        let db = self.db();
        let at = |file: HirFileId, range: TextRange| self.span(file, range);
        Some(match &diagnostic.kind {
            DefDiagnosticKind::UnresolvedModule { ast, candidates } => {
                let node = ast.to_node(db);
                let error = Diagnostic::error(
                    Rust::UnresolvedModule,
                    "cannot find the file of this module",
                    at(ast.file_id, node.syntax().text_range()),
                );
                error.with_help(format!("create {}", candidates.join(" or ")))
            }
            DefDiagnosticKind::UnresolvedExternCrate { ast } => Diagnostic::error(
                Rust::UnresolvedCrate,
                "cannot find this crate",
                at(ast.file_id, ast.to_node(db).syntax().text_range()),
            ),
            DefDiagnosticKind::UnresolvedImport { .. } => return self.import_error(diagnostic),
            DefDiagnosticKind::UnresolvedMacroCall { ast, path } => {
                let path = path.display(db, ra_ap_span::Edition::LATEST).to_string();
                self.unresolved_macro(&path, self.call_span(ast, krate))
            }
            DefDiagnosticKind::UnimplementedBuiltinMacro { ast } => Diagnostic::error(
                Rust::Macro,
                "this macro is not supported",
                at(ast.file_id, ast.to_node(db).syntax().text_range()),
            ),
            DefDiagnosticKind::InvalidDeriveTarget { ast, .. } => {
                let span = at(ast.file_id, ast.to_node(db).syntax().text_range());
                Diagnostic::error(Rust::Derive, "`derive` applies to structs, enums and unions only", span)
            }
            DefDiagnosticKind::MalformedDerive { ast, .. } => Diagnostic::error(
                Rust::Derive,
                "malformed `derive`",
                at(ast.file_id, ast.to_node(db).syntax().text_range()),
            ),
            DefDiagnosticKind::MacroDefError { ast, message } => {
                Diagnostic::error(Rust::Macro, message.clone(), at(ast.file_id, ast.to_node(db).syntax().text_range()))
            }
            DefDiagnosticKind::MacroError { ast, err, .. } => {
                let message = err.render_to_string(db).message;
                macro_error(&message, at(ast.file_id, ast.to_node(db).syntax().text_range()))
            }
            DefDiagnosticKind::UnconfiguredCode { .. } => return None,
        })
    }

    /// A macro that nothing is known of.
    fn unresolved_macro(&self, path: &str, span: Span) -> Diagnostic {
        let name = path.rsplit("::").next().unwrap_or(path).trim();
        if LATER.contains(&name) {
            let text = format!("the macro `{path}` of the language is not supported yet");
            return Diagnostic::error(Unsupported::Macro, text, span);
        }
        let error = Diagnostic::error(Rust::UnresolvedMacro, format!("cannot find the macro `{path}`"), span);
        if let Some((_, import)) = ELSEWHERE.iter().find(|(of, _)| *of == name) {
            return error.with_help(format!("write `use {import};`"));
        }
        match self.crates().has_macros() {
            true => error,
            false => error.with_help(
                "a procedural macro comes from a crate: make this part of a cargo package that depends on the crate, and \
                 verify it with `cargo certus verify`",
            ),
        }
    }

    /// The rewriter keeps the place of every token, so its errors are shown where the user wrote them. Their class is
    /// `language` or `unsupported`, as the rewriter says.
    pub(crate) fn rewrite_diagnostics(&self) -> Vec<Diagnostic> {
        let place = |span: ra_ap_span::Span| {
            if let Some(place) = self.place_of_generated(span) {
                return place;
            }
            let file = ra_ap_hir::EditionedFileId::from_span_file_id(self.db(), span.anchor.file_id);
            let map = HirFileId::FileId(file).ast_id_map(self.db());
            let base = map.get_erased(span.anchor.ast_id).text_range().start();
            self.span(HirFileId::FileId(file), span.range + base)
        };
        let read = |error: PlacedError| {
            let span = place(error.first).to(place(error.last));
            let is_syntax = error.code == Language::Syntax.into();
            let error = Diagnostic::error(error.code, error.message, span);
            if is_syntax { self.with_keyword(error, span) } else { error }
        };
        let counts = |error: &PlacedError| error.ahead.is_none_or(|call| self.has_call(call));
        self.rewrite_errors().all().into_iter().filter(counts).map(read).collect()
    }

    /// Whether a call at the top of a file is one of the program: name resolution came to it, and took it for the same macro.
    fn has_call(&self, call: MacroCallId) -> bool {
        self.crates().verified().into_iter().any(|krate| {
            let mut modules = crate_def_map(self.db(), krate).modules();
            modules.any(|(_, module)| module.scope.iter_macro_invoc().any(|(_, made)| *made == call))
        })
    }

    /// The same error with the keyword that the user may have meant, where the parser stopped or with the word before it: of
    /// `invarient x < 3` the parser stops at the first word, of `decrease x` after an invariant at the second.
    fn with_keyword(&self, error: Diagnostic, span: Span) -> Diagnostic {
        let sources = self.as_written().sources();
        let text = sources.file(span.file).map_or("", |file| &*file.text);
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let Some((before, after)) = text.split_at_checked(span.start as usize) else { return error };
        let here = after.split(|c| !is_letter(c)).next().unwrap_or_default();
        let left = before.trim_end();
        let last = left.rsplit(|c| !is_letter(c)).next().unwrap_or_default();
        let found = [(here, span.start as usize), (last, left.len() - last.len())]
            .into_iter()
            .find_map(|(word, at)| crate::misspelled::keyword(word).map(|keyword| (word, keyword, at)));
        let Some((word, keyword, at)) = found else {
            return match crate::syntax_hints::hint(text, span.start as usize) {
                Some(Hint { message, change: Some((first, last, new)) }) => {
                    let place = Span::new(span.file, first as u32, last as u32);
                    error.with_suggestion(message, place, new, Applicability::MaybeIncorrect)
                }
                Some(Hint { message, change: None }) => error.with_help(message),
                None => error,
            };
        };
        let place = Span::new(span.file, at as u32, (at + word.len()) as u32);
        let message = format!("did you mean `{keyword}`?");
        error.with_suggestion(message, place, keyword, Applicability::MaybeIncorrect)
    }

    /// What went wrong while a body was lowered.
    pub(crate) fn lowering_diagnostic(&self, diagnostic: &ExpressionStoreDiagnostics) -> Option<Diagnostic> {
        use ExpressionStoreDiagnostics as D;
        let at = |file: HirFileId, range: TextRange| self.span(file, range);
        Some(match diagnostic {
            D::InactiveCode { .. } => return None,
            D::UnresolvedMacroCall { node, path } => {
                let path = path.display(self.db(), ra_ap_span::Edition::LATEST).to_string();
                let span = at(node.file_id, node.value.text_range());
                self.unresolved_macro(&path, span)
            }
            D::UnreachableLabel { node, name } => {
                let message = format!("the label `{}` is not reachable from here", name.as_str());
                Diagnostic::error(Rust::Label, message, at(node.file_id, node.value.text_range()))
            }
            D::AwaitOutsideOfAsync { node, .. } => Diagnostic::error(
                Rust::Await,
                "`await` outside of `async` code",
                at(node.file_id, node.value.text_range()),
            ),
            D::UndeclaredLabel { node, name } => {
                let message = format!("the label `{}` is not declared", name.as_str());
                Diagnostic::error(Rust::Label, message, at(node.file_id, node.value.text_range()))
            }
            D::PatternArgInExternFn { node } => Diagnostic::error(
                Rust::Pattern,
                "patterns are not allowed here",
                at(node.file_id, node.value.text_range()),
            ),
            D::FruInDestructuringAssignment { node } => Diagnostic::error(
                Rust::Pattern,
                "`..base` is not allowed here",
                at(node.file_id, node.value.text_range()),
            ),
        })
    }

    /// Items of one name in one scope, which name resolution takes without a word.
    fn duplicates(&self, krate: Crate) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let keys = self.crate_items(krate);
        let mut seen: std::collections::HashMap<(String, bool), crate::key::Key> = std::collections::HashMap::new();
        for key in keys {
            let name = self.simple_name(key);
            if name.is_empty() || name == "_" || name.starts_with("__certus") {
                continue;
            }
            use crate::key::Key;
            let is_value = matches!(key, Key::Function(_) | Key::Const(_) | Key::Static(_));
            if let Some(first) = seen.insert((self.path_of(key), is_value), key) {
                // The path of an impl that is left to rustc has no trait or not all types.
                if self.is_undeclared(key) || self.is_undeclared(first) {
                    continue;
                }
                let (Some(span), Some(other)) = (self.name_span(key), self.name_span(first)) else { continue };
                let error = Diagnostic::error(Rust::Duplicate, format!("the name `{name}` is defined twice"), span);
                out.push(error.with_secondary(other, "first here"));
            }
        }
        out
    }
}

impl<'db> Builder<'db> {
    /// As a user would write the type, with names as short as they are in the source.
    pub(crate) fn shown(&self, ty: &StoredTy) -> String {
        let target = DisplayTarget::from_crate(self.loaded().db(), self.loaded().crates().own());
        let text = ty.as_ref().display(self.loaded().db(), target).to_string();
        // The user wrote `impl Trait` where the rewriter writes a type parameter.
        let mut parts = text.split(RESULT_PARAMETER);
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = |part: &str| format!("impl Trait{}", part.trim_start_matches(|c: char| c.is_ascii_digit()));
        first + &parts.map(rest).collect::<String>()
    }

    fn node_span(&self, id: ExprOrPatId) -> Span {
        match id {
            ExprOrPatId::ExprId(id) => self.span_of_expr(id),
            ExprOrPatId::PatId(id) => self.span_of_pat(id),
        }
    }

    fn packed_span(&self, id: ExprOrPatIdPacked) -> Span {
        self.node_span(id.unpack())
    }

    /// The whole body where inference has no place to give: an error without a place is still an error.
    fn ty_span(&self, span: &TySpan) -> Span {
        match *span {
            TySpan::ExprId(id) => self.span_of_expr(id),
            TySpan::PatId(id) => self.span_of_pat(id),
            TySpan::BindingId(id) => {
                let pats = self.map().patterns_for_binding(id);
                pats.first().map_or(self.loaded().root_span(), |id| self.span_of_pat(*id))
            }
            TySpan::TypeRefId(id) => match self.map().type_syntax(id) {
                Ok(ptr) => self.loaded().span(ptr.file_id, ptr.value.text_range()),
                Err(_) => self.span_of_expr(self.root_expr()),
            },
            TySpan::Dummy => self.span_of_expr(self.root_expr()),
        }
    }

    /// The error for a field that a type does not have, with one that is called alike.
    fn unresolved_field(&self, span: Span, receiver: &StoredTy, name: &str) -> Diagnostic {
        let message = format!("no field `{name}` on a value of type `{}`", self.shown(receiver));
        let error = Diagnostic::error(Rust::UnresolvedField, message, span);
        let ty = receiver.as_ref().strip_references();
        match self.loaded().similar_field(receiver.as_ref(), name) {
            Some(other) => error.with_help(format!("did you mean `{other}`?")),
            None if matches!(ty.kind(), TyKind::Adt(adt, _) if adt.is_enum()) => {
                error.with_help(type_hints::FIELD_OF_VARIANT)
            }
            None => error,
        }
    }

    /// The error for a method that a type does not have: what is missing for it, or the name that was meant.
    fn unresolved_method(&self, call: ExprId, receiver: &StoredTy, name: &Name) -> Diagnostic {
        let message = format!("no method `{}` on a value of type `{}`", name.as_str(), self.shown(receiver));
        let error = Diagnostic::error(Rust::UnresolvedMethod, message, self.method_span(call));
        if !self.seeks_reasons() {
            return error;
        }
        if let Some(bound) = self.loaded().unmet_bound(self.env(), receiver.as_ref(), name) {
            return error.with_note(format!(
                "there is a method `{}` for such types, but its bound `{bound}` does not hold",
                name.as_str()
            ));
        }
        if let Some(path) = self.loaded().unimported_trait(self.env(), receiver.as_ref(), name) {
            return self.with_import(error, name.as_str(), &path);
        }
        if let Some(other) = crate::misspelled::method(name.as_str()) {
            return error.with_help(format!("did you mean `{other}`?"));
        }
        self.unlisted_method(receiver, name.as_str(), self.method_span(call)).unwrap_or(error)
    }

    /// A complaint of the type inference; `None` for those about lifetimes, which rustc checks and the tree does not have.
    pub(crate) fn inference_diagnostic(&self, diagnostic: &Infer) -> Option<Diagnostic> {
        Some(match diagnostic {
            Infer::TypeMismatch { node, expected, found } => {
                let (expected, found) = (self.shown(expected), self.shown(found));
                let span = self.packed_span(*node);
                let error = Diagnostic::error(Rust::TypeMismatch, "mismatched types", span);
                let text = self.source_text(span);
                let of_element = || type_hints::element(&expected, &found).filter(|_| self.is_in_clause(node.unpack()));
                let hint = type_hints::mismatch(&expected, &found, &text).or_else(of_element);
                hinted(error.with_label(format!("expected `{expected}`, found `{found}`")), span, hint)
            }
            Infer::UnresolvedMethodCall { expr, receiver, name, .. } => self.unresolved_method(*expr, receiver, name),
            Infer::UnresolvedField { expr, receiver, name, .. } => {
                self.unresolved_field(self.span_of_expr(*expr), receiver, name.as_str())
            }
            Infer::UnresolvedAssocItem { id } => {
                let span = self.packed_span(*id);
                let text = self.source_text(span);
                let error = Diagnostic::error(Rust::UnresolvedName, format!("cannot find `{text}`"), span);
                self.unlisted_item(id.unpack(), &text, span).unwrap_or(error)
            }
            Infer::UnresolvedIdent { id } => {
                let span = self.packed_span(*id);
                let name = self.source_text(span);
                let error =
                    Diagnostic::error(Rust::UnresolvedName, format!("cannot find `{name}` in this scope"), span);
                if let Some(help) = self.unnamed_result(span, &name) {
                    return Some(error.with_help(help));
                }
                if let hint @ Some(_) = type_hints::macro_named(&name) {
                    return Some(hinted(error, span, hint));
                }
                match self.similar_name(id.unpack(), &name) {
                    Some(other) => {
                        let message = format!("did you mean `{other}`?");
                        error.with_suggestion(message, span, other, Applicability::MaybeIncorrect)
                    }
                    None => error,
                }
            }
            Infer::NoSuchField { field, private: Some(_), .. } => {
                Diagnostic::error(Rust::PrivateField, "this field is private", self.packed_span(*field))
            }
            Infer::NoSuchField { field, .. } => {
                Diagnostic::error(Rust::UnresolvedField, "there is no such field", self.packed_span(*field))
            }
            Infer::DuplicateField { field, .. } => {
                Diagnostic::error(Rust::DuplicateField, "this field is given twice", self.packed_span(*field))
            }
            Infer::PrivateField { expr, .. } => {
                Diagnostic::error(Rust::PrivateField, "this field is private", self.span_of_expr(*expr))
            }
            Infer::PrivateAssocItem { id, .. } => {
                Diagnostic::error(Rust::PrivateItem, "this item is private", self.packed_span(*id))
            }
            Infer::MismatchedArgCount { call_expr, expected, found, .. } => {
                let message =
                    format!("this function takes {}, but {} given", count(*expected, "argument"), were(*found));
                Diagnostic::error(Rust::ArgumentCount, message, self.span_of_expr(*call_expr))
            }
            Infer::MismatchedTupleStructPatArgCount { pat, expected, found } => {
                let message = format!("this pattern has {}, but the variant has {expected}", count(*found, "field"));
                Diagnostic::error(Rust::PatternFields, message, self.span_of_pat(*pat))
            }
            Infer::RecordMissingFields { record, variant, missed_fields } => {
                let data = variant.fields(self.loaded().db());
                let names: Vec<&str> = missed_fields.iter().map(|f| data.fields()[*f].name.as_str()).collect();
                Diagnostic::error(
                    Rust::MissingFields,
                    format!("missing fields: `{}`", names.join("`, `")),
                    self.node_span(*record),
                )
            }
            other => return self.value_diagnostic(other),
        })
    }

    /// Those about operations on values. Split from the others because of its length alone.
    fn value_diagnostic(&self, diagnostic: &Infer) -> Option<Diagnostic> {
        Some(match diagnostic {
            Infer::ExpectedFunction { call_expr, found } => {
                let message = format!("a value of type `{}` cannot be called", self.shown(found));
                Diagnostic::error(Rust::NotAFunction, message, self.span_of_expr(*call_expr))
            }
            Infer::CannotBeDereferenced { expr, found } => {
                let message = format!("a value of type `{}` cannot be dereferenced", self.shown(found));
                Diagnostic::error(Rust::Dereference, message, self.span_of_expr(*expr))
            }
            Infer::CannotIndexInto { expr, found } => {
                let found = self.shown(found);
                let message = format!("a value of type `{found}` cannot be indexed");
                let span = self.span_of_expr(*expr);
                hinted(Diagnostic::error(Rust::Index, message, span), span, type_hints::indexed(&found))
            }
            Infer::BreakOutsideOfLoop { expr, is_break, .. } => {
                let word = if *is_break { "break" } else { "continue" };
                Diagnostic::error(Rust::LoopControl, format!("`{word}` outside of a loop"), self.span_of_expr(*expr))
            }
            Infer::ReturnOutsideFunction { expr, .. } => {
                Diagnostic::error(Rust::Return, "`return` outside of a function", self.span_of_expr(*expr))
            }
            Infer::InvalidCast { expr, expr_ty, cast_ty, .. } => {
                let to = self.shown(cast_ty);
                let message = format!("`{}` cannot be cast to `{to}`", self.shown(expr_ty));
                let span = self.span_of_expr(*expr);
                hinted(Diagnostic::error(Rust::Cast, message, span), span, type_hints::ghost_cast(&to))
            }
            Infer::CastToUnsized { expr, cast_ty } => {
                let message = format!("cannot cast to `{}`, whose size is not known", self.shown(cast_ty));
                Diagnostic::error(Rust::Cast, message, self.span_of_expr(*expr))
            }
            Infer::InvalidLhsOfAssignment { lhs } => {
                Diagnostic::error(Rust::Assignment, "this cannot be assigned to", self.span_of_expr(*lhs))
            }
            Infer::TypeMustBeKnown { at_point, .. } => {
                let span = self.ty_span(at_point);
                let error = Diagnostic::error(Rust::TypeAnnotations, "the type must be known at this point", span);
                let in_clause = match *at_point {
                    TySpan::ExprId(id) => self.is_in_clause(id.into()),
                    TySpan::PatId(id) => self.is_in_clause(id.into()),
                    _ => false,
                };
                match in_clause && self.assigns(span) {
                    true => error.with_help("did you mean `==`? A condition compares, and assigns nothing"),
                    false => error.with_help("add a type annotation"),
                }
            }
            Infer::SolverDiagnostic(diagnostic) => return Some(self.unmet_bound(diagnostic)),
            Infer::MethodCallIllegalSizedBound { call_expr } => Diagnostic::error(
                Rust::UnsatisfiedBound,
                "this method needs a `Sized` receiver",
                self.span_of_expr(*call_expr),
            ),
            Infer::MethodCallIncorrectGenericsLen { expr, provided_count, expected_count, .. } => {
                let message = format!(
                    "this method takes {}, but {} given",
                    count(*expected_count as usize, "generic argument"),
                    were(*provided_count as usize)
                );
                Diagnostic::error(Rust::GenericArguments, message, self.span_of_expr(*expr))
            }
            Infer::ExplicitDropMethodUse { .. } => Diagnostic::error(
                Rust::ExplicitDrop,
                "`Drop::drop` cannot be called by name",
                self.span_of_expr(self.root_expr()),
            ),
            Infer::PathDiagnostic { node, diag } => {
                return self.loaded().path_diagnostic(diag, self.packed_span(*node));
            }
            Infer::TyDiagnostic { diag, .. } => return self.type_diagnostic(diag),
            other => self.other(other)?,
        })
    }

    /// The error for a bound that does not hold.
    fn unmet_bound(&self, diagnostic: &SolverDiagnostic) -> Diagnostic {
        if let Some(error) = self.without_bits(diagnostic) {
            return error;
        }
        let SolverDiagnosticKind::TraitUnimplemented { trait_predicate, .. } = &diagnostic.kind;
        let trait_ref = trait_predicate.get(self.loaded().interner()).trait_ref;
        let target = DisplayTarget::from_crate(self.loaded().db(), self.loaded().crates().own());
        let trait_ = trait_ref.display(self.loaded().db(), target).to_string();
        let ty = trait_ref.self_ty().display(self.loaded().db(), target).to_string();
        let span = self.ty_span(&diagnostic.span);
        let known = self.loaded().known_item(Key::Trait(trait_ref.def_id.0));
        if known == Some(Known::ReturnedTrait) {
            let text = "type of `returns` clause does not match function return type";
            return Diagnostic::error(Language::ReturnsType, text, span).with_label(format!("this is of type `{ty}`"));
        }
        let message = format!("the bound `{ty}: {trait_}` does not hold");
        let error = Diagnostic::error(Rust::UnsatisfiedBound, message, span);
        let wants_number =
            matches!(known, Some(Known::Operand | Known::NatOperand | Known::Integer | Known::Chainable));
        match trait_ref.self_ty().kind() {
            TyKind::Ref(..) if wants_number => error.with_help("write `*` before the reference to the number"),
            _ => hinted(error, span, type_hints::bound(&ty, &trait_)),
        }
    }

    /// The rare ones share the code `rust/invalid`. One that this does not know is an error all the same: what the type
    /// inference complains about must not be verified, whatever a newer rust-analyzer calls it.
    fn other(&self, diagnostic: &Infer) -> Option<Diagnostic> {
        let expr = |id: &ra_ap_hir_def::hir::ExprId| self.span_of_expr(*id);
        let pat = |id: &ra_ap_hir_def::hir::PatId| self.span_of_pat(*id);
        let (message, span) = match diagnostic {
            Infer::MismatchedArrayPatLen { pat: id, expected, found, .. } => {
                let message =
                    format!("this pattern has {}, but the array has {expected}", count(*found as usize, "element"));
                return Some(Diagnostic::error(Rust::Pattern, message, pat(id)));
            }
            Infer::ArrayPatternWithoutFixedLength { pat: id } => {
                ("the length of the array must be known here", pat(id))
            }
            Infer::ExpectedArrayOrSlicePat { pat: id, .. } => ("this pattern matches arrays and slices only", pat(id)),
            Infer::InvalidRangePatType { pat: id } => ("range patterns match numbers and characters only", pat(id)),
            Infer::NonExhaustiveRecordExpr { expr: id } => ("this type cannot be built outside of its crate", expr(id)),
            Infer::NonExhaustiveRecordPat { pat: id, .. } => ("this pattern needs `..`", pat(id)),
            Infer::UnionPatMustHaveExactlyOneField { pat: id } => ("a union pattern has exactly one field", pat(id)),
            Infer::UnionPatHasRest { pat: id } => ("`..` is not allowed in a union pattern", pat(id)),
            Infer::FunctionalRecordUpdateOnNonStruct { base_expr } => ("`..base` needs a struct", expr(base_expr)),
            Infer::MutRefInImmRefPat { pat: id } => ("a `&mut` cannot be matched behind a `&`", pat(id)),
            Infer::CannotImplicitlyDerefTraitObject { pat: id, .. } => ("a trait object cannot be matched", pat(id)),
            Infer::TypedHole { expr: id, .. } => ("`_` is not an expression here", expr(id)),
            Infer::MethodCallIncorrectGenericsOrder { expr: id, .. } => {
                ("generic arguments are in the wrong order", expr(id))
            }
            Infer::UnionExprMustHaveExactlyOneField { expr: id } => {
                ("a union is built with exactly one field", expr(id))
            }
            Infer::MutableRefBinding { pat: id } => ("`mut ref` is not stable Rust", pat(id)),
            Infer::YieldOutsideCoroutine { expr: id } => ("`yield` outside of a coroutine", expr(id)),
            _ => ("rust-analyzer rejects this body", self.span_of_expr(self.root_expr())),
        };
        Some(Diagnostic::error(Rust::Invalid, message, span))
    }

    /// Complaints about the types that are written in a body.
    fn type_diagnostic(&self, diagnostic: &ra_ap_hir_ty::TyLoweringDiagnostic) -> Option<Diagnostic> {
        use ra_ap_hir_ty::TyLoweringDiagnostic as T;
        match diagnostic {
            T::PathDiagnostic { source, diag } => {
                self.loaded().path_diagnostic(diag, self.ty_span(&TySpan::TypeRefId(*source)))
            }
            T::InferVarsNotAllowed { source } => {
                Some(Diagnostic::error(Rust::TypeAnnotations, "`_` is not allowed here", self.ty_span(source)))
            }
        }
    }

    /// At most 60 characters, for a name in a message.
    /// How to name the result, if a name that is not found stands in the `ensures` of a function whose result has none.
    fn unnamed_result(&self, span: Span, name: &str) -> Option<String> {
        let is_name = matches!(name, "result" | "res" | "ret" | "r" | "return_value" | "out" | "output");
        let sources = self.loaded().as_written().sources();
        let before = sources.file(span.file)?.text.get(..span.start as usize)?;
        let (first, last) = crate::syntax_hints::unnamed_result(before).filter(|_| is_name)?;
        Some(format!("the result has no name: write `-> ({name}: {})`", before.get(first..last)?))
    }

    /// Whether an expression or pattern is in a clause, an `assert` or the like.
    fn is_in_clause(&self, id: ExprOrPatId) -> bool {
        let at = match id {
            ExprOrPatId::ExprId(id) => self.map().expr_syntax(id).ok().map(|ptr| (ptr.file_id, ptr.value.text_range())),
            ExprOrPatId::PatId(id) => self.map().pat_syntax(id).ok().map(|ptr| (ptr.file_id, ptr.value.text_range())),
        };
        at.is_some_and(|at| self.loaded().is_in_clause(at))
    }

    /// Whether the line of a place has an assignment.
    fn assigns(&self, span: Span) -> bool {
        let sources = self.loaded().as_written().sources();
        let text = sources.file(span.file).map_or("", |file| &*file.text);
        let Some((before, after)) = text.split_at_checked(span.start as usize) else { return false };
        let line = format!(
            "{}{}",
            before.rsplit('\n').next().unwrap_or_default(),
            after.lines().take(2).collect::<Vec<_>>().join(" ")
        );
        line.contains(" = ") && !line.contains("let ")
    }

    /// The error that there is no such method, with the trait that has it.
    fn with_import(&self, error: Diagnostic, method: &str, path: &str) -> Diagnostic {
        let own = self.loaded().crate_name(self.loaded().crates().own());
        let path = match path.strip_prefix(&own).and_then(|rest| rest.strip_prefix("::")) {
            Some(rest) => format!("crate::{rest}"),
            None => path.to_owned(),
        };
        let note = format!("the trait `{path}` has a method `{method}` for this type, but it is not in scope");
        error.with_note(note).with_help(format!("add `use {path};`"))
    }

    fn source_text(&self, span: Span) -> String {
        let text = self.loaded().as_written().sources().text(span);
        text.chars().take(60).collect()
    }
}

/// An error with a hint, if there is one.
fn hinted(error: Diagnostic, span: Span, hint: Option<type_hints::Hint>) -> Diagnostic {
    match hint {
        Some(type_hints::Hint { message, replacement: Some(text) }) => {
            error.with_suggestion(message, span, text, Applicability::MaybeIncorrect)
        }
        Some(hint) => error.with_help(hint.message),
        None => error,
    }
}

impl Loaded {
    /// The field of the type that a word is close to.
    fn similar_field(&self, receiver: ra_ap_hir_ty::next_solver::Ty<'_>, word: &str) -> Option<String> {
        let TyKind::Adt(adt, _) = receiver.strip_references().kind() else { return None };
        let ra_ap_hir_def::AdtId::StructId(id) = adt.def_id() else { return None };
        let fields = ra_ap_hir_def::VariantId::StructId(id).fields(self.db());
        let names: Vec<String> = fields.fields().iter().map(|(_, field)| field.name.as_str().to_owned()).collect();
        crate::misspelled::closest(word, names.iter().map(String::as_str)).map(str::to_owned)
    }

    /// A complaint about a path; lifetimes are left to stock rustc.
    pub(crate) fn path_diagnostic(
        &self,
        diagnostic: &ra_ap_hir_ty::PathLoweringDiagnostic,
        span: Span,
    ) -> Option<Diagnostic> {
        use ra_ap_hir_ty::{IncorrectGenericsLenKind, PathLoweringDiagnostic as P};
        Some(match diagnostic {
            P::GenericArgsProhibited { .. } => {
                Diagnostic::error(Rust::GenericArguments, "generic arguments are not allowed here", span)
            }
            P::ParenthesizedGenericArgsWithoutFnTrait { .. } => {
                Diagnostic::error(Rust::GenericArguments, "`(..)` arguments are for the `Fn` traits only", span)
            }
            P::IncorrectGenericsLen { kind: IncorrectGenericsLenKind::Lifetimes, .. } => return None,
            P::IncorrectGenericsLen { provided_count, expected_count, .. } => {
                let message = format!(
                    "expected {}, but {} given",
                    count(*expected_count as usize, "generic argument"),
                    were(*provided_count as usize)
                );
                Diagnostic::error(Rust::GenericArguments, message, span)
            }
            P::IncorrectGenericsOrder { .. } => {
                Diagnostic::error(Rust::GenericArguments, "generic arguments are in the wrong order", span)
            }
            P::GenericDefaultRefersToSelf { .. } => {
                Diagnostic::error(Rust::GenericArguments, "a default cannot refer to `Self`", span)
            }
            P::ElidedLifetimesInPath { .. } | P::ElisionFailure { .. } | P::MissingLifetime { .. } => return None,
        })
    }
}

/// An error of an expansion: of the macro, or of what stands between it and us.
pub(crate) fn macro_error(message: &str, span: Span) -> Diagnostic {
    match crate::procedural::read_trouble(message) {
        Some((code, text)) => Diagnostic::error(code, text, span),
        // As whoever expands macros has it; the text of ours names the macro.
        None => Diagnostic::error(Rust::Macro, message.strip_prefix("proc-macro panicked: ").unwrap_or(message), span),
    }
}

/// A number with its noun, for messages.
fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A number with its verb, for messages.
fn were(n: usize) -> String {
    format!("{n} {}", if n == 1 { "was" } else { "were" })
}
