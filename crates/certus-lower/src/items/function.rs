//! Functions: signatures, contracts, definitions, and the statements to check.
//!
//! Reference pages `reference-exec-signature`, `reference-proof-signature` and `reference-spec-signature`. What a
//! caller may use is the contract (and the definition of a spec function, as far as it is published); what is proved is
//! that the statements of the body meet it. Both are lowered from the same clauses in one pass, so they cannot differ.
//! The body of a trusted function gives no statements, and its source is recorded as trusted.

use std::collections::HashSet;
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, Adjust, DefId, Item, Known, Stmt as TStmt};
use certus_vir::passes::divisors;
use certus_vir::{
    AxiomSource, Binder, Body, Broadcast, Clause, Expr, ExprKind, Function, Mask, MaskKind, Mode, Name, Param, Prover,
    Publish, Stmt, StmtKind, Termination, Ty, UnaryOp, Unwind, Var, subst,
};

use crate::attrs::PublishAttr;
use crate::body::header::{Header, HeaderOf};
use crate::body::{Fx, Owner, Position, Slot};
use crate::builtins::NO_BODY;
use crate::context::{Context, EnclosingFunction, Entry, Quantifier};
use crate::error::{Result, fail};
use crate::paths::{absolute, spec_of_exec, within};
use crate::syntax::{below_never, below_reborrow};

impl Context<'_> {
    /// Marks a function as one to check only if it has statements. A `decreases_by` function has none of its own to
    /// show: it is checked as part of the function that names it, where its parameters mean the same.
    pub(super) fn lower_function(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let Item::Function(item) = &entry.item else { return Ok(()) };
        let local = self.tree.is_local(def);
        if (!self.tree.is_library(def) && !entry.def().in_verus) || entry.attrs.accessor.is_some() {
            return Ok(());
        }
        let holder = entry.def().parent.map(|id| self.entry(id)).transpose()?;
        if holder.is_some_and(|h| h.attrs.spec_trait.is_some()) {
            // Another name of a function of the extension.
            return Ok(());
        }
        self.parameter_names(item)?;
        self.function_rules(item, entry)?;
        if entry.attrs.broadcast_group {
            return self.lower_group(def, entry);
        }
        if item.is_trait_decl {
            return self.lower_trait_function(def, entry, item);
        }
        if item.is_async {
            return self.lower_async(def, entry, item);
        }
        if entry.attrs.opaque_result {
            return self.lower_opaque_result(def, entry, item);
        }
        if entry.attrs.assume_specification && self.lower_assumed_result(def, entry, item)? {
            return Ok(());
        }
        let mode = self.mode_of(def)?;
        let function = self.signature(def, entry, item, mode)?;
        let body = if self.hides_body(def, entry, mode) { None } else { self.tree.body(def)? };
        let Some(body) = body else {
            let mut function = function;
            self.inherit(&mut function, item)?;
            self.output.add_function(function);
            return Ok(());
        };
        let owner = self.owner(def, entry, mode);
        let path = function.path.clone();
        let is_settled = self.tree.is_settled(def);
        let verify = local && !is_settled && self.wants_check(entry);
        let body = Rc::new(body);
        let (mut lowered, _) = FunctionBody { entry, item, function, verify }.lower_with(self, body.clone(), owner)?;
        self.inherit(&mut lowered, item)?;
        if entry.attrs.assume_specification || entry.attrs.external_fn_specification {
            self.inherit_of_statement(def, &mut lowered)?;
        }
        if verify {
            self.check_modes(def, entry, &body)?;
            let no_unwind = matches!(lowered.unwind, certus_vir::Unwind::Never);
            self.check_update_stays(entry, mode, no_unwind, &body)?;
        }
        if local && !is_settled {
            if !verify {
                self.check_trusted_clauses(def, &body)?;
            }
            self.check_visibility(entry, mode, &lowered.publish, &body)?;
        }
        let checked = lowered.check.is_some();
        self.output.add_function(lowered);
        if checked && !entry.attrs.decreases_by {
            self.output.add_verified(path);
        }
        Ok(())
    }

    /// Whether the body of a spec function of a library that is not ours is of no use: it is known in the library only, of
    /// which nothing is proved.
    fn hides_body(&self, def: DefId, entry: &Entry, mode: Mode) -> bool {
        let is_closed = matches!(entry.attrs.publish, None | Some(PublishAttr::Closed)) && !entry.attrs.inline;
        mode == Mode::Spec && is_closed && self.tree.is_trusted_foreign(def)
    }

    /// False where the contract is trusted or there is no body.
    /// Also for the report of what is trusted: what is not checked here must be listed there.
    pub(crate) fn wants_check(&self, entry: &Entry) -> bool {
        let attrs = &entry.attrs;
        let trusted = attrs.assume_specification || attrs.external_fn_specification;
        !(attrs.external_body || attrs.is_axiom || trusted || attrs.no_body)
    }

    /// What the attributes of the item and of the modules around it say about its body.
    /// The nearest one counts: `loop_isolation(false)` on a module holds for a function in it that says nothing.
    pub(crate) fn owner(&mut self, def: DefId, entry: &Entry, mode: Mode) -> Owner {
        let own = &entry.attrs;
        let isolation = own.loop_isolation.or_else(|| self.first_of_modules(entry.def(), |a| a.loop_isolation));
        let no_decreases = own.allow_no_decreases
            || self.options.allow_no_decreases
            || self.first_of_modules(entry.def(), |a| a.allow_no_decreases.then_some(true)).unwrap_or(false);
        let complex = own.allow_complex_invariants;
        let complex = complex.or_else(|| self.first_of_modules(entry.def(), |a| a.allow_complex_invariants));
        let is_epr = self.first_of_modules(entry.def(), |a| a.epr_mode).is_some();
        let final_in_post = own.final_in_post.or_else(|| self.first_of_modules(entry.def(), |a| a.final_in_post));
        // Before there was `final`, a reference in a postcondition of exec code was what is there at the end.
        let is_older = final_in_post.is_none() && self.tree.is_foreign(def);
        Owner {
            def,
            mode,
            is_epr,
            loop_isolation: isolation.unwrap_or(true),
            allow_complex_invariants: complex.is_some(),
            allow_no_decreases: no_decreases || own.assume_termination,
            final_in_post: final_in_post.unwrap_or(is_older),
        }
    }

    /// A broadcast group.
    fn lower_group(&mut self, def: DefId, entry: &Entry) -> Result<()> {
        let mut members = Vec::new();
        if let Some(body) = self.tree.body(def)? {
            for (path, span) in self.paths_in(&body.value, Known::BroadcastMember)? {
                match self.broadcast_path(path, span) {
                    Ok(member) => members.push(member),
                    // Less is known then, and a program that names the member itself is told why.
                    Err(_) if self.tree.is_trusted_foreign(def) => {}
                    Err(failed) => return Err(failed),
                }
            }
        }
        let ret = Param { var: Var { name: "result%".into(), index: 0 }, ty: Ty::unit(), mode: Mode::Proof };
        let mut function = self.plain_function(def, Mode::Proof, ret)?;
        function.group = Some(members);
        function.span = entry.def().name_span;
        self.output.add_function(function);
        Ok(())
    }

    /// The functions that calls of a marker in a block name. Errs with `language/broadcast` where it is no function.
    pub(crate) fn paths_in(&mut self, value: &tree::Expr, marker: Known) -> Result<Vec<(DefId, Span)>> {
        let tree::ExprKind::Block(_, block) = &value.kind else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let statements = block.stmts.iter().filter_map(|s| match s {
            TStmt::Expr(e, _) => Some(e),
            TStmt::Let { .. } => None,
        });
        for e in statements.chain(block.tail.as_deref()) {
            let tree::ExprKind::Call { callee: tree::CallKind::Fn { def, .. }, args, .. } = &e.kind else { continue };
            if self.builtin(*def) != Some(marker) {
                continue;
            }
            for arg in args {
                let tree::ExprKind::FnItem(target, _) = &arg.kind else {
                    let text = "this is not a broadcast proof function or group";
                    return fail(Language::Broadcast, text, arg.span);
                };
                found.push((*target, arg.span));
            }
        }
        Ok(found)
    }

    /// Errs with `language/parameter-pattern` for two parameters of one name, which a declaration without a body may have:
    /// clauses could not tell them apart.
    fn parameter_names(&self, item: &tree::Function) -> Result<()> {
        for (i, param) in item.params.iter().enumerate() {
            if !param.name.is_empty() && item.params[..i].iter().any(|other| other.name == param.name) {
                let text = format!("duplicate parameter name {}", param.name);
                return fail(Language::ParameterPattern, text, param.span);
            }
        }
        Ok(())
    }

    /// Everything about a function that its signature and attributes say.
    /// Nothing here depends on a body, so a recursive use finds the same signature. `fuel` is the number of times that
    /// the definition may be unfolded without a `reveal`.
    pub(crate) fn signature(
        &mut self,
        def: DefId,
        entry: &Entry,
        item: &tree::Function,
        mode: Mode,
    ) -> Result<Function> {
        let attrs = &entry.attrs;
        let ret_mode = self.result_mode(def)?;
        let ret_ty = self.ty(&self.tree.normalize(&item.ret, def), item.ret_span)?;
        let ret = Param { var: Var { name: "result%".into(), index: 0 }, ty: ret_ty, mode: ret_mode };
        let mut function = self.plain_function(def, mode, ret)?;
        function.type_params = self.type_params(&item.generics);
        function.bounds = self.bounds(&item.generics, item.signature_span)?;
        if entry.attrs.broadcast {
            // For which types the statement holds follows from the impls.
            for clause in &item.generics.clauses {
                self.mention_trait(clause.trait_)?;
            }
        }
        for (i, param_mode) in self.param_modes(def)?.into_iter().enumerate() {
            let Some(param) = item.params.get(i) else { continue };
            let name = if param.name.is_empty() { format!("arg%{i}") } else { param.name.clone() };
            let ty = self.ty(&self.tree.normalize(&param.ty, def), param.span)?;
            function.params.push(Param { var: Var { name: name.as_str().into(), index: 0 }, ty, mode: param_mode });
        }
        function.publish = self.publish(entry, item, mode)?;
        function.fuel = u32::from(!attrs.opaque);
        function.inline = attrs.inline;
        function.memoize = attrs.memoize;
        function.allow_vacuous = attrs.allow_vacuous;
        function.is_fixed = attrs.impls_cannot_extend_spec;
        function.rlimit = attrs.rlimit;
        let auto_ext = attrs.auto_ext.or_else(|| self.first_of_modules(entry.def(), |a| a.auto_ext));
        function.auto_ext = auto_ext.unwrap_or(certus_vir::AutoExt::ALL);
        let is_epr = self.first_of_modules(entry.def(), |a| a.epr_mode).is_some();
        if is_epr && attrs.prover.is_some() {
            let text = "a function of a module in EPR mode has no other prover";
            return fail(Language::EprProver, text, item.def.name_span);
        }
        let usual = if is_epr { Prover::Epr } else { Prover::Default };
        function.prover = attrs.prover.unwrap_or(usual);
        function.allow_no_decreases = self.owner(def, entry, mode).allow_no_decreases && mode == Mode::Exec;
        function.assume_termination = attrs.assume_termination;
        let is_specification = attrs.assume_specification || attrs.external_fn_specification;
        function.source = if attrs.external_body || attrs.is_axiom || is_specification {
            AxiomSource::Trusted
        } else if self.tree.is_local(def) {
            AxiomSource::Checked
        } else {
            AxiomSource::Elsewhere
        };
        if attrs.opaque_outside_module {
            self.uses.add_opaque_outside(function.path.clone(), function.module.clone());
        }
        Ok(function)
    }

    /// Errs with `language/publish` on a public spec function that says neither `open` nor `closed`: whether clients
    /// may rely on the definition is a promise that the user must make in words.
    pub(crate) fn publish(&self, entry: &Entry, item: &tree::Function, mode: Mode) -> Result<Publish> {
        let module: certus_vir::Path = entry.def().module.as_str().into();
        Ok(match &entry.attrs.publish {
            _ if mode != Mode::Spec || entry.attrs.external_body || entry.attrs.no_body => Publish::Never,
            Some(PublishAttr::Uninterp) => Publish::Never,
            Some(PublishAttr::Open) => Publish::Open,
            Some(PublishAttr::Closed) => Publish::Module(module),
            Some(PublishAttr::OpenIn(path)) => Publish::Module(self.opened_to(path, item)?),
            None if !item.has_body => Publish::Never,
            None => match &entry.def().visibility {
                tree::Visibility::Public if !self.tree.is_library(entry.def().id) && entry.attrs.mode.is_some() => {
                    let text = "public spec functions must be marked `open` or `closed` to say whether the body is \
                                public";
                    let error = Diagnostic::error(Language::Publish, text, item.def.name_span);
                    return Err(error
                        .with_help("write `pub open spec fn`, or `pub closed spec fn` to hide the body")
                        .into());
                }
                tree::Visibility::Public => Publish::Open,
                tree::Visibility::Module(within)
                    if (*within != entry.def().module || entry.attrs.publish_unsaid)
                        && entry.attrs.mode.is_some()
                        && (item.trait_method.is_none() || item.is_trait_decl)
                        && self.tree.is_local(entry.def().id) =>
                {
                    let text = "spec functions with a visibility must be marked `open` or `closed` to say whether the body \
                                is visible too";
                    return fail(Language::Publish, text, item.def.name_span);
                }
                tree::Visibility::Module(within) => Publish::Module(within.as_str().into()),
            },
        })
    }

    /// The part of the crate that a definition is open to. Errs with `language/publish` where it is none of those around
    /// the function, and where it is more than those who see the function.
    fn opened_to(&self, path: &str, item: &tree::Function) -> Result<certus_vir::Path> {
        let part = absolute(path, &item.def.module);
        if !within(&item.def.module, &part) {
            let text = "a definition can be open to modules around it only";
            return fail(Language::Publish, text, item.def.name_span);
        }
        if let (tree::Visibility::Module(seen), None) = (&item.def.visibility, item.trait_method)
            && !within(&part, seen)
        {
            let text = "the function body is declared 'open' to a wider scope than the function itself";
            return fail(Language::Publish, text, item.def.name_span);
        }
        Ok(part)
    }
}

/// The block below a coercion of all of it, with the coercion at its end.
fn unsized_block(whole: &tree::Expr, inner: &tree::Expr) -> Option<tree::Block> {
    let tree::ExprKind::Block(_, block) = &inner.kind else { return None };
    let tail = block.tail.as_ref()?;
    let kind = tree::ExprKind::Adjust(Adjust::Unsize, tail.clone());
    let tail = tree::Expr { kind, span: tail.span, ..whole.clone() };
    Some(tree::Block { stmts: block.stmts.clone(), tail: Some(Box::new(tail)) })
}

/// A function on its way into VIR.
pub(super) struct FunctionBody<'e> {
    pub(super) entry: &'e Entry,
    pub(super) item: &'e tree::Function,
    pub(super) function: Function,
    pub(super) verify: bool,
}

impl FunctionBody<'_> {
    /// The contract comes before the body: clauses speak of parameters as passed, and the body may shadow them.
    /// Gives also how many of the postconditions, at the end, are those of a default body.
    pub(super) fn lower_with(
        self,
        cx: &mut Context<'_>,
        body: Rc<tree::Body>,
        owner: Owner,
    ) -> Result<(Function, usize)> {
        let function = EnclosingFunction { path: cx.path(owner.def), params: self.function.type_params.clone() };
        cx.within(function, |cx| self.lower_body(cx, body, owner))
    }

    /// In this order: parameters, clauses, rules on clauses, contract, definition or statements, and the twin for
    /// ghost code.
    fn lower_body(mut self, cx: &mut Context<'_>, body: Rc<tree::Body>, owner: Owner) -> Result<(Function, usize)> {
        let mode = owner.mode;
        let block = match &below_reborrow(&body.value).kind {
            tree::ExprKind::Block(_, block) => block.clone(),
            tree::ExprKind::Adjust(Adjust::Unsize, inner) if let Some(block) = unsized_block(&body.value, inner) => {
                block
            }
            _ => tree::Block { stmts: Vec::new(), tail: Some(Box::new(body.value.clone())) },
        };
        let mut fx = Fx::new(cx, body.clone(), owner);
        let binders = self.declare_params(&mut fx, &body)?;
        let (header, rest) = fx.take_header(&block.stmts, HeaderOf::Function)?;
        fx.cx.implementation_clauses(self.item, &header)?;
        let no_body = rest.is_empty() && block.tail.as_deref().is_some_and(|tail| fx.is_no_body(below_never(tail)));
        let tail = block.tail.as_deref().filter(|_| !no_body);
        self.clause_rules(&mut fx, &header)?;
        self.contract(&mut fx, &header)?;
        let rest = tree::Block { stmts: rest.to_vec(), tail: tail.cloned().map(Box::new) };
        let span = body.value.span;
        let is_empty = rest.stmts.is_empty() && rest.tail.is_none();
        if self.function.prover == Prover::BitVector && self.verify && !is_empty {
            return fail(Language::Prover, "bit_vector mode function cannot have a body", self.item.def.name_span);
        }
        if no_body && self.verify && !self.is_stated() {
            return fail(Language::NoBody, NO_BODY, span);
        }
        for dependency in &header.extra_dependencies {
            let target = fx.named_function(dependency)?;
            let path = fx.cx.path(target);
            fx.cx.request(target);
            self.function.extra_deps.push(path);
        }
        if (no_body && !self.verify)
            || self.is_stated()
            || matches!(self.function.publish, Publish::Never) && mode == Mode::Spec
        {
            self.twin(&mut fx, &header)?;
            return Ok((self.function, header.default_ensures.len()));
        }
        match mode {
            Mode::Spec => self.spec_body(&mut fx, &header, &rest, &binders, span)?,
            Mode::Proof | Mode::Exec if self.verify => {
                self.function.check = Some(self.statements(&mut fx, &rest, &binders, span)?);
                self.function.extra_deps.append(&mut fx.take_constants_read());
            }
            Mode::Proof | Mode::Exec => {}
        }
        self.twin(&mut fx, &header)?;
        Ok((self.function, header.default_ensures.len()))
    }

    /// True where the rewriter put a body in place of none: of an axiom, a trusted specification, or a contract that stands
    /// beside a declaration.
    fn is_stated(&self) -> bool {
        let attrs = &self.entry.attrs;
        attrs.no_body || attrs.spec_of.is_some() || attrs.result_of.is_some() || attrs.assume_specification
    }

    /// Declares the parameters of the body and the result.
    /// A parameter of type `&mut T` is two variables: the pair that was passed, which the contract speaks of, and a
    /// local copy of the current value, which the body changes. A pattern other than a name is
    /// `language/parameter-pattern`.
    fn declare_params(&mut self, fx: &mut Fx<'_, '_>, body: &tree::Body) -> Result<Vec<(Slot, Span)>> {
        let mut slots = Vec::new();
        for (i, pat) in body.params.iter().enumerate() {
            let Some(param) = self.function.params.get_mut(i) else { continue };
            let tree::PatKind::Binding { local, sub: None, by_ref: None } = &pat.kind else {
                let text = "a parameter must be a plain identifier pattern";
                return fail(Language::ParameterPattern, text, pat.span);
            };
            let var = fx.fresh(&param.var.name);
            param.var = var.clone();
            let binder = Binder { var, ty: param.ty.clone() };
            let slot = match &param.ty {
                // One that is declared `mut` may come to refer to something else. A definition has no variable for what changes.
                Ty::MutRef(inner)
                    if self.function.mode != Mode::Spec
                        && !fx.local(*local).is_mut
                        && !fx.speaks_of_borrows()
                        && !fx.speaks_of_final() =>
                {
                    let current = fx.fresh(&param.var.name);
                    Slot::MutParam { pair: binder, current, inner: (**inner).clone() }
                }
                _ => Slot::Var(binder),
            };
            fx.set_mode(*local, param.mode);
            fx.bind_initialized(*local, slot.clone());
            slots.push((slot, pat.span));
        }
        let ret = fx.fresh("result%");
        self.function.ret.var = ret.clone();
        fx.exits_mut().set_result(Binder { var: ret, ty: self.function.ret.ty.clone() });
        Ok(slots)
    }

    /// Errs with `language/returns-on-spec`, with
    /// `language/ghost-parameter` where code that does not run opens a parameter, and with `language/result-type` where an
    /// `ensures` names the result with another type than that of the function.
    fn clause_rules(&self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        let mode = self.function.mode;
        if let (Mode::Spec, Some(returns)) = (mode, &header.returns) {
            return fail(Language::ReturnsOnSpec, "spec functions cannot have `returns` clause", returns.span);
        }
        if let (Some(span), Mode::Spec | Mode::Proof) = (header.opened, mode) {
            let text = "only exec functions can use Ghost(x) or Tracked(x) parameters";
            return fail(Language::GhostParameter, text, span);
        }
        for pat in &header.results {
            let ty = fx.cx.tree.normalize(&pat.ty, self.item.def.id);
            if fx.cx.ty(&ty, pat.span)? != self.function.ret.ty {
                let text = "the result has another type in `ensures` than in the signature";
                return fail(Language::ResultType, text, pat.span);
            }
        }
        Ok(())
    }

    /// Lowers the clauses.
    /// The `requires` of a spec function are its `recommends` (reference page `reference-recommends`): they are hints
    /// for messages and never premises of the definition. In a postcondition a parameter means its value as passed,
    /// also where the body may assign to it. Errs with `language/inline-recursion` and `language/prover`.
    fn contract(&mut self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        fx.at(Position::Pre, |fx| self.preconditions(fx, header))?;
        let trigger = fx.at(Position::Post, |fx| self.postconditions(fx, header))?;
        if self.entry.attrs.broadcast {
            self.broadcast_trigger(&trigger)?;
            let is_of_impl = self.item.trait_method.is_some() && !self.item.is_trait_decl;
            if fx.cx.tree.is_local(self.item.def.id) && !is_of_impl && !self.function.params.is_empty() {
                fx.cx.uses.add_quantifier(self.statement(&trigger));
            }
            self.function.broadcast = Some(Broadcast { trigger });
        }
        self.written_prover(header)?;
        self.prover_rules(fx, header)?;
        if self.function.prover == Prover::IntegerRing {
            let ensures = std::mem::take(&mut self.function.ensures);
            self.function.ensures = divisors::guarded(&self.function.requires, ensures);
        }
        Ok(())
    }

    /// What a caller must know before the call: preconditions, and the measure. Those of a broadcast function are lowered
    /// with its postconditions, because the marked terms of both are one trigger.
    fn preconditions(&mut self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        self.kind_rules(fx, header)?;
        let no_unwind = self.verify && (header.no_unwind.is_some() || fx.cx.inherits_no_unwind(self.item)?);
        fx.exits_mut().set_no_unwind(no_unwind);
        if !self.entry.attrs.broadcast {
            self.function.requires = fx.clauses(self.written_preconditions(header))?;
        }
        self.function.opens = self.mask(fx, header)?;
        self.function.unwind = match (&header.no_unwind_when, header.no_unwind) {
            (Some(when), _) => Unwind::NotWhen(fx.clause(when)?.expr),
            (None, Some(_)) => Unwind::Never,
            (None, None) => self.function.unwind.clone(),
        };
        let is_own = !self.function.opens.is_any();
        let restricts = self.verify && (is_own || fx.cx.inherits_mask(self.item)?);
        fx.exits_mut().set_restricted(restricts);
        let decreases: Vec<Expr> =
            fx.purely(|fx| header.decreases.iter().map(|e| fx.expr(e)).collect::<Result<Vec<_>>>())?;
        let when = header.decreases_when.as_ref().map(|e| fx.clause(e).map(|c| c.expr)).transpose()?;
        if let (Some(via), true) = (&header.decreases_by, self.function.mode != Mode::Spec) {
            return fail(Language::DecreasesBy, "only spec functions can use decreases_by/recommends_by", via.span);
        }
        if !decreases.is_empty() && self.entry.attrs.inline {
            return fail(Language::InlineRecursion, "'inline' functions cannot be recursive", self.item.def.name_span);
        }
        if !decreases.is_empty() {
            self.function.termination = Some(Termination { decreases, when });
        }
        Ok(())
    }

    /// The `requires` clauses, which a spec function writes as `recommends`.
    fn written_preconditions<'h>(&self, header: &'h Header) -> &'h [tree::Expr] {
        if self.function.mode == Mode::Spec { &header.recommends } else { &header.requires }
    }

    /// What a caller knows after the call; gives the triggers written in it, which a broadcast function has.
    fn postconditions(&mut self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<certus_vir::Trigger> {
        for pat in &header.results {
            fx.bind_result(pat)?;
        }
        let ((premises, ensures), trigger) = fx.framed(self.entry.attrs.broadcast, |fx| {
            let mut premises = Vec::new();
            if self.entry.attrs.broadcast {
                premises = fx.at(Position::Pre, |fx| fx.clauses(self.written_preconditions(header)))?;
            }
            for triggers in &header.triggers {
                fx.trigger_group(triggers)?;
            }
            if header.all_triggers {
                fx.mark_all_triggers();
            }
            if header.auto_trigger {
                fx.mark_auto_trigger();
            }
            Ok((premises, fx.clauses(&header.ensures)?))
        })?;
        self.function.requires.extend(premises);
        self.function.ensures = ensures;
        if let Some(returns) = &header.returns {
            let clause = self.returns(fx, returns)?;
            self.function.ensures.push(clause);
        }
        let of_default = fx.clauses(&header.default_ensures)?;
        self.function.ensures.extend(of_default);
        Ok(trigger)
    }

    /// The triggers of a broadcast function have all of its parameters, and its type parameters. Errs with
    /// `language/bad-trigger` and `language/trigger-coverage`.
    /// `broadcast proof fn f(x: T, y: U) ensures p(x) || #[trigger] q(y)` does not say when `x` is to be tried.
    fn broadcast_trigger(&self, trigger: &certus_vir::Trigger) -> Result<()> {
        let certus_vir::Trigger::Given(groups) = trigger else { return self.automatic_trigger(trigger) };
        crate::body::trigger_forms::check_forms(groups, &Expr::bool(true, self.item.def.name_span))?;
        for group in groups {
            let Some(first) = group.first() else { continue };
            let missing = |name: &str| {
                let text = format!("trigger does not cover variable `{name}`");
                fail(Language::TriggerCoverage, text, first.span)
            };
            let vars: HashSet<Var> = group.iter().flat_map(subst::free_vars).collect();
            if let Some(param) = self.function.params.iter().find(|param| !vars.contains(&param.var)) {
                return missing(&param.var.name);
            }
            let types = crate::body::triggers::type_params(group);
            if let Some(param) = self.function.type_params.iter().find(|param| !types.contains(&param.name)) {
                return missing(&param.name);
            }
        }
        Ok(())
    }

    /// Errs with `language/no-trigger` where nothing in the clauses of a broadcast function can be its trigger.
    fn automatic_trigger(&self, trigger: &certus_vir::Trigger) -> Result<()> {
        // The statement of an impl is that of its trait.
        if self.item.trait_method.is_some() && !self.item.is_trait_decl {
            return Ok(());
        }
        let Quantifier { binders, body, span, .. } = self.statement(trigger);
        let types: Vec<Name> = self.function.type_params.iter().map(|param| param.name.clone()).collect();
        if binders.is_empty() && types.is_empty() {
            return Ok(());
        }
        crate::body::triggers::check_automatic(&binders, &types, trigger, &body, span)
    }

    /// What a broadcast function says for all values of its parameters.
    fn statement(&self, trigger: &certus_vir::Trigger) -> Quantifier {
        let function = &self.function;
        let span = self.item.def.name_span;
        let all = |clauses: &[Clause]| Expr::and_all(clauses.iter().map(|clause| clause.expr.clone()), span);
        Quantifier {
            binders: function.params.iter().map(|p| Binder { var: p.var.clone(), ty: p.ty.clone() }).collect(),
            trigger: trigger.clone(),
            body: Expr::implies(all(&function.requires), all(&function.ensures)),
            span,
        }
    }

    /// The prover that the header names. Errs with `language/epr-prover` and `language/prover`.
    fn written_prover(&mut self, header: &Header) -> Result<()> {
        if let (Some((_, span)), Prover::Epr) = (&header.prover, self.function.prover) {
            return fail(Language::EprProver, "a function of a module in EPR mode has no other prover", *span);
        }
        if let Some((prover, span)) = &header.prover {
            self.function.prover = match prover.as_str() {
                "nonlinear_arith" => Prover::Nonlinear,
                "bit_vector" => Prover::BitVector,
                "integer_ring" => Prover::IntegerRing,
                other => return fail(Language::Prover, format!("unknown prover `{other}`"), *span),
            };
        }
        let spinoff = self.item.def.attrs.iter().find(|attr| attr.path == "verifier::spinoff_prover");
        if let (Some(attr), Prover::Nonlinear) = (spinoff, self.function.prover) {
            return fail(
                Language::Prover,
                "#[verifier::spinoff_prover] is implied for assert by nonlinear_arith",
                attr.span,
            );
        }
        Ok(())
    }

    /// Errs with `language/clause`, `language/main` and `language/unwind` for a clause that means nothing for a function of
    /// this kind, and with `unsupported/..` for one that is not supported.
    /// Examples: `recommends` on exec code, `requires` on `main` and on a spec function, `decreases` on a default
    /// body.
    fn kind_rules(&self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        let mode = self.function.mode;
        if let (Some(first), true) = (header.recommends.first(), mode != Mode::Spec) {
            return fail(Language::Clause, "only spec functions can have `recommends`; use `requires`", first.span);
        }
        let is_main = &*self.function.name == "main" && !self.function.module.contains("::");
        if let (Some(first), Mode::Exec, true) = (header.requires.first(), mode, is_main) {
            let text = "`main` cannot have a precondition: it has no caller that proves it";
            return fail(Language::Main, text, first.span);
        }
        let stated = header.requires.first().or(header.ensures.first()).or(header.default_ensures.first());
        if let (Some(first), Mode::Spec) = (stated, mode) {
            return fail(Language::Clause, "spec functions cannot have requires/ensures", first.span);
        }
        if let (Some(span), true) = (header.no_unwind, mode != Mode::Exec) {
            return fail(Language::Unwind, "an 'unwind' specification can only be given on exec functions", span);
        }
        if let (Some(opens), Mode::Spec) = (&header.opens_invariants, mode) {
            return fail(Language::Clause, "invariants cannot be opened in spec functions", opens.span);
        }
        if let (true, true, Some(first)) = (self.item.is_trait_decl, self.item.has_body, header.decreases.first()) {
            let text = "trait default methods do not yet support recursion and decreases";
            return fail(Language::Clause, text, first.span);
        }
        if let Some(when) = &header.decreases_when {
            self.when_rules(header, when)?;
        }
        if let (Some(_), Some(first)) = (
            fx.cx.entry(self.item.def.id)?.attrs.type_invariant,
            header.recommends.first().or(header.decreases_when.as_ref()),
        ) {
            let text = "a type invariant has no `recommends` and no `when`: make it a conjunct of the body";
            return fail(Language::TypeInvariant, text, first.span);
        }
        Ok(())
    }

    /// The invariants that the function may open: those of its clause. Errs with `language/opens-invariants` where these are
    /// no namespaces.
    fn mask(&self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<Mask> {
        let Some(opens) = &header.opens_invariants else { return Ok(self.function.opens.clone()) };
        let names = fx.purely(|fx| opens.names.iter().map(|e| fx.expr(e)).collect::<Result<Vec<_>>>())?;
        for name in &names {
            let wrong = match (opens.kind, name.ty.value()) {
                (MaskKind::Set, Ty::Data(path, args)) => {
                    Known::of(path) != Some(Known::ISet) || !matches!(args[..], [Ty::Int(_)])
                }
                (MaskKind::Set, _) => true,
                (_, ty) => !matches!(ty, Ty::Int(_)),
            };
            if wrong {
                let text = match opens.kind {
                    MaskKind::Set => "`opens_invariants` takes a set of type `ISet<int>`",
                    _ => "the names in `opens_invariants` are namespaces, which are integers",
                };
                return fail(Language::OpensInvariants, text, name.span);
            }
        }
        if opens.kind == MaskKind::Set
            && let Some(contains) = fx.cx.tree.lookup(Known::ISetContains.path())
        {
            fx.cx.request(contains);
        }
        Ok(Mask { kind: opens.kind, names, span: opens.span })
    }

    /// The condition under which a definition is one. Errs with `language/clause`.
    fn when_rules(&self, header: &Header, when: &tree::Expr) -> Result<()> {
        if self.function.mode != Mode::Spec {
            let text = "only spec functions can use `when` with `decreases`; use `requires`";
            return fail(Language::Clause, text, when.span);
        }
        if header.decreases.is_empty() {
            let text = "`when` is for functions with a `decreases` clause; use `recommends`";
            return fail(Language::Clause, text, when.span);
        }
        Ok(())
    }

    /// A function for a special prover is a statement without a proof of its own. Errs with `language/prover`.
    fn prover_rules(&self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        let span = self.item.def.name_span;
        let name = match self.function.prover {
            Prover::BitVector => "bit_vector",
            Prover::IntegerRing => "integer_ring",
            prover => {
                fx.set_nonlinear(prover == Prover::Nonlinear);
                return Ok(());
            }
        };
        if let (Some(one), Some((other, span))) = (self.entry.attrs.prover, &header.prover)
            && one != self.function.prover
        {
            return fail(Language::Prover, format!("the function already has another prover than `{other}`"), *span);
        }
        if self.function.prover == Prover::BitVector {
            let is_known = |ty: &Ty| matches!(ty, Ty::Bool | Ty::Int(_));
            if let Some(param) = self.function.params.iter().find(|param| !is_known(&param.ty)) {
                let text = format!("the bit-vector prover supports only integers and bool, not `{}`", param.ty);
                return fail(Language::BitVector, text, span);
            }
        }
        if self.function.mode != Mode::Proof {
            return fail(Language::Prover, format!("{name} mode must be declared as proof"), span);
        }
        if *self.function.ret.ty.value() != Ty::unit() || header.returns.is_some() {
            return fail(Language::Prover, format!("{name} mode function cannot have a return value"), span);
        }
        Ok(())
    }

    /// `returns e` is the postcondition that the result is `e`.
    /// Reference page `reference-returns`; errs with `language/returns-type`.
    fn returns(&self, fx: &mut Fx<'_, '_>, e: &tree::Expr) -> Result<Clause> {
        let value = fx.purely(|fx| fx.expr(e))?;
        let ret = &self.function.ret;
        if value.ty.value() != ret.ty.value() {
            let text = "type of `returns` clause does not match function return type";
            return fail(Language::ReturnsType, text, e.span);
        }
        let result = Expr::var(&ret.var, ret.ty.clone(), e.span);
        Ok(Clause { expr: Expr { span: e.span, ..Expr::eq(result, value) }, span: e.span })
    }

    /// The spec function that an exec function with `allow_in_spec` is in specifications.
    /// Sound because the exec function is proved to return this very value. Errs with `language/allow-in-spec` without
    /// a `returns` clause, as there would be no value to stand for the call.
    /// `#[verifier::allow_in_spec] fn f(x: u8) -> u8 returns g(x)` means `g(x)` in a specification.
    fn twin(&mut self, fx: &mut Fx<'_, '_>, header: &Header) -> Result<()> {
        if !self.entry.attrs.allow_in_spec {
            return Ok(());
        }
        let wrong = |text: &str| fail(Language::AllowInSpec, text, self.item.def.name_span);
        if self.function.mode != Mode::Exec {
            return wrong("allow_in_spec can only be used on an exec function");
        }
        if self.entry.attrs.when_used_as_spec.is_some() {
            return wrong("a function cannot be marked both `when_used_as_spec` and `allow_in_spec`");
        }
        let parts = self.function.params.iter().map(|p| &p.ty);
        if parts.clone().any(|ty| matches!(ty.value(), Ty::MutRef(_)))
            || self.item.params.iter().any(|p| matches!(p.ty, tree::Ty::Ref(tree::Mutability::Mut, _)))
        {
            return wrong("allow_in_spec not supported for function with &mut param");
        }
        let Some(returns) = &header.returns else {
            return wrong("`allow_in_spec` needs a `returns` clause");
        };
        if header.opened.is_some() {
            return wrong("allow_in_spec not supported for function with wrapped Tracked/Ghost params");
        }
        // What a call means through the trait, or for a type that has a function of its own, may be another value.
        let is_of_trait = match header.specifies.as_ref().map(|path| &path.kind) {
            Some(tree::ExprKind::FnItem(target, _)) => match &fx.cx.entry(*target)?.item {
                Item::Function(target) => target.trait_method.is_some(),
                _ => false,
            },
            _ => self.item.trait_method.is_some(),
        };
        if is_of_trait {
            return wrong("allow_in_spec not supported for trait functions");
        }
        let body = fx.at(Position::Pre, |fx| fx.purely(|fx| fx.expr(returns)))?;
        let mut twin = self.function.clone();
        twin.path = spec_of_exec(&self.function.path);
        twin.mode = Mode::Spec;
        twin.ensures.clear();
        twin.body = Body::Spec(body);
        twin.publish = Publish::Open;
        twin.check = None;
        // The measure is about the code. A value that is defined by itself would need a proof of its own.
        twin.termination = None;
        fx.cx.output.add_function(twin);
        Ok(())
    }

    /// The definition of a spec function, and the statements that show that it is well founded.
    /// A recursive definition is an axiom, and only a decreasing measure makes sure that some function meets it; so the
    /// body is lowered a second time, as statements whose calls carry termination goals (guide page `recursion`). Proof
    /// blocks in the body help with those goals and say nothing about the value.
    fn spec_body(
        &mut self,
        fx: &mut Fx<'_, '_>,
        header: &Header,
        block: &tree::Block,
        binders: &[(Slot, Span)],
        span: Span,
    ) -> Result<()> {
        let is_recursive = self.function.termination.is_some();
        let (definition, _) = fx.with_proofs(is_recursive, |fx| fx.purely(|fx| fx.block(block, span)));
        let definition = definition?;
        let ret = &self.function.ret.ty;
        self.function.body = Body::Spec(Expr { ty: ret.clone(), ..definition });
        if (self.function.termination.is_none() && header.decreases_by.is_none()) || !self.verify {
            return Ok(());
        }
        let mut check = Vec::new();
        if let Some(lemma) = &header.decreases_by {
            check = self.lemma(fx, lemma, binders)?;
        }
        check.extend(self.statements(fx, block, binders, span)?);
        self.function.check = Some(check);
        Ok(())
    }

    /// The proof of a `decreases_by` function, put before the body that it is about.
    /// The variables of the lemma get a prefix, so that they cannot be taken for those of the body that follows. A
    /// `return` in it would leave the function before its termination goals, and they would all hold for nothing.
    fn lemma(&mut self, fx: &mut Fx<'_, '_>, path: &tree::Expr, binders: &[(Slot, Span)]) -> Result<Vec<Stmt>> {
        let (def, entry) = fx.cx.decreases_lemma(self.item, path)?;
        self.function.via = Some(fx.cx.path(def));
        let Some(body) = fx.cx.tree.body(def)? else { return Ok(Vec::new()) };
        let body = Rc::new(body);
        let owner = fx.cx.owner(def, &entry, Mode::Proof);
        let mut inner = Fx::new(fx.cx, body.clone(), owner);
        inner.exits_mut().forbid_return("a `return` in a decreases_by function");
        for ((slot, _), pat) in binders.iter().zip(&body.params) {
            if let tree::PatKind::Binding { local, .. } = &pat.kind {
                inner.bind(*local, slot.clone());
            }
            if let Slot::Var(binder) = slot {
                inner.fresh(&binder.var.name.clone());
            }
        }
        inner.prefix_variables("by%");
        let tree::ExprKind::Block(_, block) = &below_reborrow(&body.value).kind else { return Ok(Vec::new()) };
        inner.block(block, body.value.span)?;
        let stmts = inner.take_statements();
        inner.end_borrows(stmts)
    }

    /// The body as statements.
    /// At every return the final value of a `&mut` parameter is what the current value is then: this is where a borrow
    /// ends, and the only place where the future value of the pair becomes known.
    fn statements(
        &mut self,
        fx: &mut Fx<'_, '_>,
        block: &tree::Block,
        binders: &[(Slot, Span)],
        span: Span,
    ) -> Result<Vec<Stmt>> {
        // A clause is a term. What its lowering emitted besides is no part of the body.
        fx.take_statements();
        for (slot, at) in binders {
            if let Slot::Var(binder) = slot
                && self.is_used_up(binder)
            {
                fx.note_given(&binder.var, &binder.ty, *at);
            }
            match slot {
                Slot::Var(binder) | Slot::MutParam { pair: binder, .. } => fx.note_parameter(&binder.var, *at),
                Slot::Value(_) => {}
            }
            let Slot::MutParam { pair, current, inner } = slot else { continue };
            let whole = Expr::var(&pair.var, pair.ty.clone(), *at);
            let part = |op| Expr::new(ExprKind::Unary(op, whole.clone()), inner.clone(), *at);
            let binder = Binder { var: current.clone(), ty: inner.clone() };
            fx.emit(StmtKind::Declare(binder, Some(part(UnaryOp::MutCurrent))), *at);
            let last = Expr::var(current, inner.clone(), *at);
            let resolved = StmtKind::Assume(Expr::eq(part(UnaryOp::MutFinal), last));
            fx.exits_mut().add_at_return(Stmt::new(resolved, *at));
        }
        let ret = Binder { var: self.function.ret.var.clone(), ty: self.function.ret.ty.clone() };
        fx.emit(StmtKind::Declare(ret, None), span);
        let value = match self.entry.attrs.atomic {
            Some(_) => fx.atomically("a function marked `atomic`", self.item.def.name_span, |fx| {
                // What is passed ends with the function.
                for param in &self.item.params {
                    if fx.cx.may_have_destructor(&param.ty, self.item.def.id)? {
                        fx.notes_destructor(param.span);
                    }
                }
                fx.block(block, span)
            })?,
            None => fx.block(block, span)?,
        };
        let end = block.tail.as_ref().map_or(Span::new(span.file, span.end.saturating_sub(1), span.end), |t| t.span);
        fx.finish_with(value, end);
        self.function.hidden.append(&mut fx.take_hidden());
        let stmts = fx.take_statements();
        fx.end_borrows(stmts)
    }

    /// Whether a parameter is passed with all that it owns: one of ghost code is only known.
    fn is_used_up(&self, binder: &Binder) -> bool {
        self.function.params.iter().any(|param| param.var == binder.var && param.mode != Mode::Spec)
    }
}
