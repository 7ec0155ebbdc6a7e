//! Bodies: from HIR and the results of type inference to the tree.
//!
//! HIR is walked once, from the root expression. Every expression first becomes its explicit form and is then wrapped
//! in the adjustments that inference recorded for it. What HIR desugars (`while`, `for`, `?`, ranges, `format_args!`)
//! is recognised by its mark or by the kind of the syntax node it came from, and becomes one node again.

mod bits;
mod call;
mod environment;
mod expr;
mod gate;
mod hidden;
mod literal;
pub(crate) mod marked_let;
mod ops;
mod pat;
mod path;
mod sugar;
mod trusted;
mod unlisted;
mod written;

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};

use certus_diagnostics::{Code, Diagnostic, Rust, Span, Unsupported};
use certus_tree::{Body, DefId, Expr, ExprId, ExprKind, Local, LocalId, Pat, PatKind, Ty};
use ra_ap_hir::{HirFileId, InFile};
use ra_ap_hir_def::DefWithBodyId;
use ra_ap_hir_def::expr_store::{Body as HirBody, BodySourceMap};
use ra_ap_hir_def::hir::{self, BindingId, PatId};
use ra_ap_hir_def::resolver::{HasResolver, Resolver};
use ra_ap_hir_ty::next_solver as solver;
use ra_ap_hir_ty::{InferenceResult, ParamEnvAndCrate};
use ra_ap_syntax::{AstPtr, SyntaxKind, SyntaxNode, TextRange, ast};

use crate::ahead::ReadBody;
use crate::key::Key;
use crate::loaded::Loaded;
use crate::place::Place;
use crate::types::TypeReader;

/// The state of one walk.
pub(crate) struct Builder<'db> {
    loaded: &'db Loaded,
    owner: DefWithBodyId,
    body: &'db HirBody,
    map: &'db BodySourceMap,
    /// What inference found; a question about an expression that it did not reach gives the unknown type.
    infer: &'db InferenceResult<'db>,
    /// The bounds in scope, under which impls are chosen.
    env: ParamEnvAndCrate<'db>,
    /// Names in scope; moved into inner scopes for the time of one question.
    resolver: Resolver<'db>,
    /// The innermost expression with a scope of its own around the current point.
    scope: hir::ExprId,
    /// The locals so far, in the order in which they were met.
    locals: Vec<Local>,
    /// One local for each binding, also where the alternatives of an or-pattern bind it more than once.
    by_binding: HashMap<BindingId, LocalId>,
    /// Closures in the order of their expressions.
    closures: HashMap<hir::ExprId, u32>,
    /// Labels so far, and what they are called.
    labels: Vec<(hir::LabelId, String)>,
    /// The syntax of each numbered expression that has some.
    places: Vec<Option<Place>>,
    /// Numbers expressions in the order in which they are finished, so that the same body always gets the same numbers.
    next_id: u32,
    /// Larger than zero inside the arguments of a function that only names others: generic arguments may be unknown.
    naming: u32,
    /// The expressions that write their types (`written.rs`).
    written: BTreeSet<ExprId>,
    /// The variables whose types are written.
    annotated: BTreeSet<LocalId>,
    /// Whether rustc may read calls of the body in another way (`hidden.rs`).
    may_be_misled: OnceCell<bool>,
    /// Whether there was such a call.
    has_uncertain_calls: &'db Cell<bool>,
    /// Whether errors say what may be missing, which may take a search of all crates.
    seeks_reasons: bool,
    /// Everything that is wrong so far; with any error the body is not handed out.
    errors: Vec<Diagnostic>,
}

impl Loaded {
    /// The body of a definition; a fault of the machinery is an error of it.
    pub(crate) fn read_whole(&self, def: DefId) -> ReadBody {
        let has_uncertain_calls = Cell::new(false);
        let body = self.ask(|| self.read_body(def, &has_uncertain_calls)).unwrap_or_else(|error| Err(vec![*error]));
        ReadBody { body, has_uncertain_calls: has_uncertain_calls.get() }
    }

    fn read_body<'a>(
        &'a self,
        def: DefId,
        has_uncertain_calls: &'a Cell<bool>,
    ) -> Result<Option<Body>, Vec<Diagnostic>> {
        let Some(key) = self.key(def) else { return Ok(None) };
        let Some(owner) = key.with_body() else { return Ok(None) };
        if !self.has_body(key) {
            return Ok(None);
        }
        let (body, map) = HirBody::with_source_map(self.db(), owner);
        if self.crates().is_external(key.module(self).krate(self.db())) {
            return Ok(None);
        }
        let stray = self.stray_attributes(key);
        if !stray.is_empty() {
            return Err(stray);
        }
        if key.module(self).krate(self.db()) != self.crates().own() {
            // The blocks of the crate under verification are known from the walk over its items.
            for (number, (block, _)) in body.blocks(self.db()).enumerate() {
                self.numbering().add_block(block, key, number);
            }
        }
        let infer = InferenceResult::of(self.db(), owner);
        let closures = body.exprs().filter(|(_, e)| matches!(e, hir::Expr::Closure { .. })).map(|(id, _)| id);
        let mut builder = Builder {
            loaded: self,
            owner,
            body,
            map,
            infer,
            env: self.env(key),
            resolver: owner.resolver(self.db()),
            scope: body.root_expr(),
            locals: Vec::new(),
            by_binding: HashMap::new(),
            closures: closures.enumerate().map(|(i, id)| (id, i as u32)).collect(),
            labels: Vec::new(),
            places: Vec::new(),
            next_id: 0,
            naming: 0,
            written: BTreeSet::new(),
            annotated: BTreeSet::new(),
            may_be_misled: OnceCell::new(),
            has_uncertain_calls,
            seeks_reasons: true,
            errors: Vec::new(),
        };
        let read = builder.read();
        let places = std::mem::take(&mut builder.places);
        self.places().keep(def, places);
        read.map(Some)
    }

    /// True when a definition has a body of its own: a function of a trait may have none, and so has what an `extern` block
    /// declares. rust-analyzer gives some body for these, too, which must not be taken for `{}`.
    pub(crate) fn has_body(&self, key: Key) -> bool {
        let source =
            match key {
                Key::Function(id) => return ra_ap_hir_def::signatures::FunctionSignature::of(self.db(), id).has_body(),
                Key::Const(id) => ra_ap_hir::HasSource::source(ra_ap_hir::Const::from(id), self.db())
                    .map(|s| s.value.body().is_some()),
                Key::Static(id) => ra_ap_hir::HasSource::source(ra_ap_hir::Static::from(id), self.db())
                    .map(|s| s.value.body().is_some()),
                _ => None,
            };
        source.unwrap_or(false)
    }
}

impl<'db> Builder<'db> {
    /// Nothing is handed out after any error: a body with a hole in it could be proved to do what it does not.
    fn read(&mut self) -> Result<Body, Vec<Diagnostic>> {
        let is_trusted = self.is_trusted();
        // Most errors in a trusted body are dropped, and so would be the reasons for them.
        self.seeks_reasons = !is_trusted;
        let (mut params, mut value) = self.whole(is_trusted);
        if is_trusted && !self.errors.is_empty() {
            self.seeks_reasons = true;
            self.forget();
            (params, value) = self.whole(is_trusted);
        }
        let mut errors = std::mem::take(&mut self.errors);
        if !is_trusted {
            self.check_undeclared(&mut errors);
        }
        if errors.is_empty() {
            let (written, annotated) = (std::mem::take(&mut self.written), std::mem::take(&mut self.annotated));
            let (locals, hidden) = (std::mem::take(&mut self.locals), self.hidden());
            return Ok(Body { locals, params, value, written, annotated, hidden });
        }
        Err(gate::tidy(errors))
    }

    /// The parameters and the value of the body; of a trusted one that cannot be read, the clauses alone.
    fn whole(&mut self, is_trusted: bool) -> (Vec<Pat>, Expr) {
        self.check_recorded();
        self.check_own_future();
        self.check_environment();
        let params = self.params();
        let root = self.as_written();
        let outer = std::mem::replace(&mut self.scope, root);
        let value = self.expr(root);
        self.scope = outer;
        if is_trusted && !self.errors.is_empty() {
            let before = self.errors.clone();
            match self.clauses() {
                Some(clauses) => return clauses,
                None => self.errors = before,
            }
        }
        (params, value)
    }

    /// The body as it is written. That of an `async` function is the end of a block that moves the parameters, of a closure.
    fn as_written(&self) -> hir::ExprId {
        let root = self.body.root_expr();
        let hir::Expr::Closure { closure_kind: hir::ClosureKind::Coroutine { source, .. }, body, .. } =
            &self.body[root]
        else {
            return root;
        };
        match &self.body[*body] {
            hir::Expr::Block { tail: Some(tail), .. } if *source == hir::CoroutineSource::Fn => *tail,
            _ => root,
        }
    }

    /// What `impl Trait` in the result type stands for.
    fn hidden(&self) -> Vec<(u32, Ty)> {
        let found = self.infer.return_position_impl_trait_types(self.loaded.db());
        found.map(|(number, ty)| (number.into_raw().into_u32(), self.try_ty(ty).0)).collect()
    }

    /// The patterns of the parameters.
    fn params(&mut self) -> Vec<Pat> {
        let mut params = Vec::new();
        if let Some(this) = self.body.self_param {
            let span = match self.map.self_param_syntax() {
                Some(ptr) => self.loaded.span(ptr.file_id, ptr.value.text_range()),
                None => self.loaded.root_span(),
            };
            let local = self.local(this.user_written, span);
            let ty = self.locals.last().map_or_else(Ty::unit, |l| l.ty.clone());
            params.push(Pat { kind: PatKind::Binding { local, by_ref: None, sub: None }, ty, span });
        }
        for param in &self.body.params {
            params.push(self.pat(param.user_written));
        }
        params
    }

    /// The local of a binding.
    fn local(&mut self, binding: BindingId, span: Span) -> LocalId {
        if let Some(known) = self.by_binding.get(&binding) {
            return *known;
        }
        let data = &self.body.bindings().nth(binding.into_raw().into_u32() as usize).map(|(_, data)| data);
        let name = data.map_or_else(String::new, |d| d.name.as_str().to_string());
        let is_mut = data.is_some_and(|d| d.mode == hir::BindingAnnotation::Mutable);
        let ty = self.ty(self.infer.binding_ty(binding), span);
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name, ty, is_mut, span });
        self.by_binding.insert(binding, id);
        id
    }

    /// A type; an error at the place when something in it is not known.
    fn ty(&mut self, ty: solver::Ty<'db>, span: Span) -> Ty {
        let (read, unknown) = self.try_ty(ty);
        if unknown {
            self.unknown_type(span);
        }
        read
    }

    /// A type, and whether something in it is not known.
    fn try_ty(&self, ty: solver::Ty<'db>) -> (Ty, bool) {
        let number = |id: hir::ExprId| self.closures.get(&id).copied().unwrap_or(0);
        let reader = TypeReader { loaded: self.loaded, closures: &number, saw_unknown: Cell::new(false) };
        let read = reader.ty(ty);
        (read, reader.saw_unknown.get())
    }

    /// Generic arguments; unknown ones are an error unless a function is only named.
    fn generic_args(&mut self, args: solver::GenericArgs<'db>, span: Span) -> Vec<Ty> {
        let number = |id: hir::ExprId| self.closures.get(&id).copied().unwrap_or(0);
        let reader = TypeReader { loaded: self.loaded, closures: &number, saw_unknown: Cell::new(false) };
        let read = reader.args(args);
        if reader.saw_unknown.get() && self.naming == 0 {
            self.unknown_type(span);
        }
        read
    }

    /// Errs with `rust/unknown-type`; dropped later where a better reason is known.
    fn unknown_type(&mut self, span: Span) {
        let message = "the type of this is not known";
        if self.loaded.crates().has_external() {
            let error = Diagnostic::error(Unsupported::UnknownType, message, span);
            let help = "add a type annotation; code that uses types of an unverified crate belongs in a function \
                        outside of `verus!`, or marked `external`";
            self.errors.push(error.with_help(help));
            return;
        }
        let error = Diagnostic::error(Rust::UnknownType, message, span);
        self.errors.push(error.with_help("add a type annotation"));
    }

    fn error(&mut self, code: impl Into<Code>, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error(code, message, span));
    }

    /// A node of the tree.
    fn node(&mut self, kind: ExprKind, ty: Ty, span: Span) -> Expr {
        let id = ExprId(self.next_id);
        self.next_id += 1;
        self.places.push(None);
        Expr { id, kind, ty, span }
    }

    /// Remembers which syntax a node was made from.
    fn set_place(&mut self, id: ExprId, place: Option<Place>) {
        if let Some(slot) = self.places.get_mut(id.0 as usize) {
            *slot = place;
        }
    }

    /// The syntax that an expression was lowered from.
    fn place_of(&self, id: hir::ExprId) -> Option<Place> {
        let ptr = self.map.expr_syntax(id).ok()?;
        Some(Place { file: ptr.file_id, node: ptr.value.syntax_node_ptr() })
    }

    /// Where an expression stands.
    fn expr_span(&self, id: hir::ExprId) -> Span {
        match self.map.expr_syntax(id) {
            Ok(ptr) => self.loaded.span(ptr.file_id, ptr.value.text_range()),
            Err(_) => self.loaded.root_span(),
        }
    }

    /// Where a pattern stands.
    fn pat_span(&self, id: PatId) -> Span {
        match self.map.pat_syntax(id) {
            Ok(ptr) => self.loaded.span(ptr.file_id, ptr.value.text_range()),
            Err(_) => self.loaded.root_span(),
        }
    }

    /// The kind of the syntax node that an expression was lowered from.
    fn expr_kind(&self, id: hir::ExprId) -> Option<SyntaxKind> {
        self.map.expr_syntax(id).ok().map(|ptr| ptr.value.kind())
    }

    /// The syntax node of an expression.
    fn expr_node(&self, id: hir::ExprId) -> Option<InFile<SyntaxNode>> {
        let ptr = self.map.expr_syntax(id).ok()?;
        let root = ptr.file_id.parse_or_expand(self.loaded.db());
        Some(InFile::new(ptr.file_id, ptr.value.syntax_node_ptr().to_node(&root)))
    }

    /// The syntax node of a pattern.
    fn pat_node(&self, id: PatId) -> Option<InFile<SyntaxNode>> {
        let ptr = self.map.pat_syntax(id).ok()?;
        let root = ptr.file_id.parse_or_expand(self.loaded.db());
        Some(InFile::new(ptr.file_id, ptr.value.syntax_node_ptr().to_node(&root)))
    }

    /// A range of the file or expansion that a pointer is in.
    fn range_span(&self, file: HirFileId, range: TextRange) -> Span {
        self.loaded.span(file, range)
    }

    /// The text of a label, with its quote. A second label of the same text (one in the other, or one that a macro brings) has
    /// a number too: whoever compares labels by their names finds the one that is meant.
    fn label(&mut self, label: Option<hir::LabelId>) -> Option<String> {
        let wanted = label?;
        if let Some((_, name)) = self.labels.iter().find(|(known, _)| *known == wanted) {
            return Some(name.clone());
        }
        let text = self.label_name(wanted);
        let others = self.labels.iter().filter(|(_, name)| name.split('#').next() == Some(&text)).count();
        let name = if others == 0 { text } else { format!("{text}#{others}") };
        self.labels.push((wanted, name.clone()));
        Some(name)
    }

    /// The label as written.
    fn label_name(&self, label: hir::LabelId) -> String {
        // Labels are few and have no accessor; the name is read from the syntax.
        let ptr = self.map.label_syntax(label);
        let root = ptr.file_id.parse_or_expand(self.loaded.db());
        let node = AstPtr::<_>::to_node(&ptr.value, &root);
        let text = match node {
            either::Either::Left(label) => label_text(&label),
            either::Either::Right(_) => None,
        };
        text.unwrap_or_else(|| format!("'{}", label.into_raw().into_u32()))
    }
}

/// What the reading of diagnostics needs.
impl<'db> Builder<'db> {
    /// The program.
    pub(crate) fn loaded(&self) -> &'db Loaded {
        self.loaded
    }

    /// Whether errors say what may be missing.
    pub(crate) fn seeks_reasons(&self) -> bool {
        self.seeks_reasons
    }

    /// The bounds in scope.
    pub(crate) fn env(&self) -> ParamEnvAndCrate<'db> {
        self.env
    }

    /// The source map.
    pub(crate) fn map(&self) -> &'db BodySourceMap {
        self.map
    }

    /// The whole value.
    pub(crate) fn root_expr(&self) -> hir::ExprId {
        self.body.root_expr()
    }

    /// Where an expression stands.
    pub(crate) fn span_of_expr(&self, id: hir::ExprId) -> Span {
        self.expr_span(id)
    }

    /// Where a pattern stands.
    pub(crate) fn span_of_pat(&self, id: PatId) -> Span {
        self.pat_span(id)
    }

    /// The name in a method call; the whole call when it is not one.
    pub(crate) fn method_span(&self, id: hir::ExprId) -> Span {
        self.method_name_span(id).unwrap_or_else(|| self.expr_span(id))
    }
}

/// With its quote, as it is shown in messages and compared with other labels.
fn label_text(label: &ast::Label) -> Option<String> {
    label.lifetime().map(|l| l.text().to_string())
}
