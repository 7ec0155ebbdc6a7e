//! Constants and statics.
//!
//! Guide pages `const` and `static`. A plain `const` is used twice: in ghost code as a spec function without
//! parameters, and in exec code as a value whose computation must not overflow, which is checked as a function of its
//! own (`PATH%init`). An `exec const` or static has a contract instead of a definition. What a use may assume is the
//! contract, so the check of the initial value is what makes a use sound.

use certus_diagnostics::{Language, Unsupported};
use std::rc::Rc;

use certus_tree::{self as tree, ConstKind, DefId, Item, Known};
use certus_vir::{
    AxiomSource, Binder, Body, Clause, Expr, ExprKind, Mask, Mode, Param, Publish, StmtKind, Ty, Unwind, Var,
};

use crate::attrs::PublishAttr;
use crate::body::Fx;
use crate::body::header::HeaderOf;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};
use crate::paths::check_of_constant;

/// What is promised of the value of a constant.
pub(crate) struct ConstContract {
    ret: Var,
    ensures: Vec<Clause>,
}

impl ConstContract {
    /// The promises, of this value.
    pub(crate) fn about(&self, value: &Expr) -> Vec<Expr> {
        let mut subst = certus_vir::subst::Subst::new();
        subst.var(&self.ret, value.clone());
        self.ensures.iter().map(|clause| subst.apply(&clause.expr)).collect()
    }
}

impl Context<'_> {
    /// Items that the rewriter writes as constants (`broadcast use`, `global`) are told apart first. Errs with
    /// `language/static-mut`, since any code may write such a static at any time; with `language/static` where `exec`
    /// is not written.
    pub(super) fn lower_constant(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let Item::Const(item) = &entry.item else { return Ok(()) };
        if entry.attrs.broadcast_use {
            return self.lower_module_uses(def, entry);
        }
        if entry.attrs.global {
            return self.lower_global(def);
        }
        if !self.tree.is_library(def) && !entry.def().in_verus {
            return Ok(());
        }
        if item.kind == ConstKind::StaticMut {
            return fail(Language::StaticMut, "Verus does not support 'static mut'", entry.def().span);
        }
        if item.kind == ConstKind::Static && entry.attrs.mode.is_none() {
            return fail(Language::Static, "explicitly mark the static as `exec`", entry.def().name_span);
        }
        if item.kind == ConstKind::Static && entry.attrs.mode != Some(Mode::Exec) {
            return fail(Language::Static, "a static item can only have mode `exec`", entry.def().name_span);
        }
        if let (tree::Ty::Adt(adt, _), true) = (&item.ty, entry.attrs.mode != Some(Mode::Spec))
            && self.entry(*adt)?.attrs.mode.is_some_and(|mode| mode != Mode::Exec)
        {
            let text = "a constant of a ghost type is a `spec const`: exec code has no such value";
            return fail(Language::Mode, text, entry.def().name_span);
        }
        self.stand_in_rules(entry)?;
        if let Some((trait_, declared)) = item.trait_const {
            self.trait_const_rules(trait_, entry)?;
            if declared == def {
                return self.lower_trait_const(def, entry, item, trait_);
            }
        }
        let function = self.const_function(def, entry, item)?;
        self.lower_value(def, entry, item, function)?;
        self.constant_visibility(def, entry, item)
    }

    /// A constant may mention what all may see who see its value.
    fn constant_visibility(&mut self, def: DefId, entry: &Entry, item: &tree::Const) -> Result<()> {
        if !self.tree.is_local(def) || self.tree.is_settled(def) {
            return Ok(());
        }
        let Some(body) = self.tree.body(def)? else { return Ok(()) };
        let mode = if entry.attrs.mode == Some(Mode::Exec) { Mode::Exec } else { Mode::Spec };
        let publish = self.published(entry, item)?;
        self.check_visibility(entry, mode, &publish, &body)
    }

    /// The definition of a constant is for all who see the constant, unless it is closed. Who sees a trait sees its constants.
    fn published(&mut self, entry: &Entry, item: &tree::Const) -> Result<Publish> {
        if let Some(PublishAttr::Closed) = entry.attrs.publish {
            return Ok(Publish::Module(entry.def().module.as_str().into()));
        }
        let visibility = match item.trait_const {
            Some((trait_, _)) => self.entry(trait_)?.def().visibility.clone(),
            None => entry.def().visibility.clone(),
        };
        Ok(match visibility {
            tree::Visibility::Public => Publish::Open,
            tree::Visibility::Module(within) => Publish::Module(within.as_str().into()),
        })
    }

    /// Errs with `unsupported/trait-const` for a constant of a trait that is not verified, and for one that is not for
    /// code and specifications alike: who reads it through the trait relies on what the trait declares.
    fn trait_const_rules(&mut self, trait_: DefId, entry: &Entry) -> Result<()> {
        let span = entry.def().name_span;
        if self.is_external(trait_)? || self.entry(trait_)?.attrs.external_trait_specification {
            return fail(Unsupported::TraitConst, "constants of traits from outside are not supported", span);
        }
        if entry.attrs.mode.is_some() {
            let text = "constants of traits are supported without `spec` and `exec` only";
            return fail(Unsupported::TraitConst, text, span);
        }
        Ok(())
    }

    /// The declaration says nothing but the type. The default is a definition of its own, which counts for impls that
    /// do not write theirs, as the default body of a function does.
    fn lower_trait_const(&mut self, def: DefId, entry: &Entry, item: &tree::Const, trait_: DefId) -> Result<()> {
        for id in self.tree.impls(Some(trait_)) {
            self.request_impl(id, trait_)?;
        }
        let function = self.const_function(def, entry, item)?;
        self.output.add_function(function.clone());
        if !item.has_body {
            return Ok(());
        }
        let path = super::traits::default_path(&function.path);
        self.lower_value(def, entry, item, certus_vir::Function { path, ..function })?;
        self.constant_visibility(def, entry, item)
    }

    /// The constant as a spec function of which nothing but the type is known.
    fn const_function(&mut self, def: DefId, entry: &Entry, item: &tree::Const) -> Result<certus_vir::Function> {
        let span = entry.def().name_span;
        let ty = self.ty(&item.ty, span)?;
        let ret = Param { var: Var { name: "result%".into(), index: 0 }, ty, mode: Mode::Exec };
        let mut function = self.plain_function(def, Mode::Spec, ret)?;
        function.type_params = self.type_params(&item.generics);
        function.bounds = self.bounds(&item.generics, span)?;
        Ok(function)
    }

    /// The definition is visible to those who see the constant. An exec constant gets none: its value may come from
    /// code that no specification can call. Nor does a trusted one (`external_body`): its value is not looked at.
    /// Of `const A: u8 = 2 * B;` come the definition `A() == 2 * B()` and the check of `2 * B` as code, where it may
    /// overflow.
    fn lower_value(
        &mut self,
        def: DefId,
        entry: &Entry,
        item: &tree::Const,
        mut function: certus_vir::Function,
    ) -> Result<()> {
        let ty = function.ret.ty.clone();
        let exec_only = entry.attrs.mode == Some(Mode::Exec);
        let spec_only = entry.attrs.mode == Some(Mode::Spec);
        let verify = self.tree.is_local(def) && !entry.attrs.external_body;
        let Some(body) = self.tree.body(def)? else {
            self.output.add_function(function);
            return Ok(());
        };
        let body = Rc::new(body);
        if spec_only {
            self.check_spec_constant(def, &body)?;
        }
        if !exec_only && !entry.attrs.external_body {
            let owner = self.owner(def, entry, Mode::Spec);
            let mut fx = Fx::new(self, body.clone(), owner);
            let value = fx.purely(|fx| fx.expr(&body.value))?;
            function.body = Body::Spec(Expr { ty: ty.clone(), ..value });
            function.publish = self.published(entry, item)?;
        }
        self.output.add_function(function.clone());
        if spec_only || !verify {
            return Ok(());
        }
        if !exec_only {
            self.check_dual_constant(&body)?;
        }
        self.check_modes(def, entry, &body)?;
        self.check_value(def, entry, body, function, ty)
    }

    /// The initial value as exec code: it must not overflow, and must meet its contract.
    fn check_value(
        &mut self,
        def: DefId,
        entry: &Entry,
        body: Rc<tree::Body>,
        mut function: certus_vir::Function,
        ty: Ty,
    ) -> Result<()> {
        let path = check_of_constant(&function.path);
        let owner = self.owner(def, entry, Mode::Exec);
        let mut fx = Fx::new(self, body.clone(), owner);
        let ret = Binder { var: fx.fresh("result%"), ty: ty.clone() };
        fx.exits_mut().set_result(ret.clone());
        let (header, block) = split(&mut fx, &body)?;
        if let Some(clause) = header.requires.first().or(header.returns.as_ref()) {
            return fail(Language::Clause, "the value of a constant is specified by `ensures`", clause.span);
        }
        for pat in &header.results {
            fx.bind_result(pat)?;
        }
        let mut ensures = fx.clauses(&header.ensures)?;
        if let Body::Spec(_) = function.body {
            // What specifications take the constant for is what the code computes.
            let own = function.type_params.iter().map(|p| Ty::Param(p.name.clone())).collect();
            let named = Expr::new(ExprKind::Call(function.path.clone(), own, Vec::new()), ty.clone(), body.value.span);
            let result = Expr::var(&ret.var, ty.clone(), body.value.span);
            ensures.push(Clause { expr: Expr::eq(result, named), span: body.value.span });
        }
        fx.emit(StmtKind::Declare(ret.clone(), None), body.value.span);
        let value = fx.block(&block, body.value.span)?;
        fx.finish_with(value, body.value.span);
        let check = fx.take_statements();
        let check = fx.end_borrows(check)?;
        function.extra_deps = fx.take_constants_read();
        function.path = path.clone();
        function.mode = Mode::Exec;
        function.opens = Mask::any(function.span);
        function.unwind = Unwind::May;
        function.ret = Param { var: ret.var, ty, mode: Mode::Exec };
        function.ensures = ensures;
        function.body = Body::None;
        function.publish = Publish::Never;
        function.source = AxiomSource::Checked;
        function.check = Some(check);
        self.output.add_function(function);
        self.output.add_verified(path);
        Ok(())
    }

    /// What a trusted specification says of a constant. What it `returns` is a definition that everyone may use.
    /// Errs with `language/clause` for a precondition, as nobody would prove it.
    pub(crate) fn assume_constant(&mut self, def: DefId, specification: DefId) -> Result<ConstContract> {
        let entry = self.entry(def)?;
        let statement = self.entry(specification)?;
        let (Item::Const(item), Some(body)) = (&entry.item, self.tree.body(specification)?) else {
            return fail(Unsupported::Constant, "this constant is not supported", entry.def().name_span);
        };
        let mut function = self.const_function(def, &entry, item)?;
        let body = Rc::new(body);
        let owner = self.owner(specification, &statement, Mode::Exec);
        let mut fx = Fx::new(self, body.clone(), owner);
        let ret = Binder { var: fx.fresh("result%"), ty: function.ret.ty.clone() };
        fx.exits_mut().set_result(ret.clone());
        let (header, _) = split(&mut fx, &body)?;
        if let Some(clause) = header.requires.first() {
            return fail(Language::Clause, "a constant has no precondition", clause.span);
        }
        for pat in &header.results {
            fx.bind_result(pat)?;
        }
        let ensures = fx.clauses(&header.ensures)?;
        if let Some(returns) = &header.returns {
            let value = fx.purely(|fx| fx.expr(returns))?;
            function.body = Body::Spec(Expr { ty: ret.ty.clone(), ..value });
            function.publish = Publish::Open;
        }
        function.source = AxiomSource::Trusted;
        self.output.program_mut().functions.entry(function.path.clone()).or_insert(function);
        Ok(ConstContract { ret: ret.var, ensures })
    }

    /// The contract of an exec constant.
    pub(crate) fn const_contract(&mut self, def: DefId) -> Result<Option<ConstContract>> {
        let entry = self.entry(def)?;
        let Item::Const(item) = &entry.item else { return Ok(None) };
        let Some(body) = self.tree.body(def)? else { return Ok(None) };
        let body = Rc::new(body);
        let ty = self.ty(&item.ty, entry.def().name_span)?;
        let owner = self.owner(def, &entry, Mode::Exec);
        let mut fx = Fx::new(self, body.clone(), owner);
        let ret = Binder { var: fx.fresh("result%"), ty };
        fx.exits_mut().set_result(ret.clone());
        let (header, _) = split(&mut fx, &body)?;
        for pat in &header.results {
            fx.bind_result(pat)?;
        }
        let ensures = fx.clauses(&header.ensures)?;
        Ok(Some(ConstContract { ret: ret.var, ensures }))
    }

    /// The facts reach the functions when the whole crate is known, for the module may stand before them in the source. Errs
    /// with `language/broadcast` for more than one of a module.
    fn lower_module_uses(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let Some(body) = self.tree.body(def)? else { return Ok(()) };
        let module: certus_vir::Path = entry.def().module.as_str().into();
        if self.uses.has_module(&module) {
            let text = "only one module-level `broadcast use` allowed for each module";
            return fail(Language::Broadcast, text, entry.def().span);
        }
        let mut paths = Vec::new();
        for (path, span) in self.paths_in(&body.value, Known::BroadcastUse)? {
            paths.extend(self.broadcast_paths(path, &module, span)?);
        }
        self.uses.add_module(module, paths);
        Ok(())
    }
}

/// The clauses of a constant and the rest of its value.
fn split(fx: &mut Fx<'_, '_>, body: &tree::Body) -> Result<(crate::body::header::Header, tree::Block)> {
    match &body.value.kind {
        tree::ExprKind::Block(None, block) => {
            let (header, rest) = fx.take_header(&block.stmts, HeaderOf::Constant)?;
            Ok((header, tree::Block { stmts: rest.to_vec(), tail: block.tail.clone() }))
        }
        _ => Ok((Default::default(), tree::Block { stmts: Vec::new(), tail: Some(Box::new(body.value.clone())) })),
    }
}
