//! Rules on functions of traits and of their impls.
//!
//! Guide page `traits` and reference page `reference-signature-inheritance`. A caller who knows only the trait relies on
//! what the trait says: so a function of an impl has the modes that the trait declares, asks for nothing more, and says
//! to whom its definition is known.

use certus_diagnostics::{Diagnostic, Language};
use certus_tree::{self as tree, DefId, Item, Known, Visibility};
use certus_vir::Mode;

use crate::body::header::Header;
use crate::builtins::is_mask;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};
use crate::syntax::below_reborrow;

impl Context<'_> {
    /// The trait and the function of it that a function of an impl implements.
    pub(super) fn implemented(&mut self, item: &tree::Function) -> Option<(DefId, DefId)> {
        item.trait_method.filter(|_| !item.is_trait_decl)
    }

    /// As [`Self::implemented`], for what is said of a function, too: of an impl that an `assume_specification` is about. The
    /// library says more of functions of the standard library than their traits do, and is trusted with that.
    fn promised(&mut self, item: &tree::Function, entry: &Entry) -> Result<Option<(DefId, DefId)>> {
        let is_about_another = entry.attrs.assume_specification || entry.attrs.external_fn_specification;
        if !is_about_another || !self.tree.is_local(item.def.id) || self.options.is_library {
            return Ok(self.implemented(item));
        }
        let Some((target, _)) = self.specified_by(item.def.id)? else { return Ok(None) };
        match &self.entry(target)?.item {
            Item::Function(of) => Ok(self.implemented(of)),
            _ => Ok(None),
        }
    }

    /// The modes of an impl's function are those that the trait declares. Errs with `language/mode`,
    /// `language/publish`, `language/prophetic` and `language/external`.
    /// A trait that is external has no modes; its proxy is asked elsewhere.
    pub(super) fn implementation_rules(&mut self, item: &tree::Function, entry: &Entry) -> Result<()> {
        let Some((trait_, declared)) = self.implemented(item) else { return Ok(()) };
        let span = item.def.name_span;
        if entry.attrs.external {
            return fail(Language::External, "An individual item of a trait impl cannot be marked external", span);
        }
        if self.is_external(trait_)? {
            return Ok(());
        }
        let (mode, expected) = (self.mode_of(item.def.id)?, self.mode_of(declared)?);
        if mode != expected {
            return fail(Language::Mode, format!("function must have mode {}", expected.name()), span);
        }
        let pairs: Vec<_> = self.param_modes(item.def.id)?.into_iter().zip(self.param_modes(declared)?).collect();
        for ((own, expected), param) in pairs.into_iter().zip(&item.params) {
            if own != expected {
                return fail(Language::Mode, format!("parameter must have mode {}", expected.name()), param.span);
            }
        }
        let declaration = self.entry(declared)?;
        let expected = self.result_mode(declared)?;
        if self.result_mode(item.def.id)? != expected {
            let text = format!("function return value must have mode {}", expected.name());
            return fail(Language::Mode, text, span);
        }
        if entry.attrs.prophetic.is_some() && declaration.attrs.prophetic.is_none() {
            let text = "implementation of trait function cannot be marked prophetic if the trait function is not";
            return fail(Language::Prophetic, text, span);
        }
        if declaration.attrs.publish == Some(crate::attrs::PublishAttr::Uninterp) {
            let text = "a function that the trait declares as `uninterp` has no definition in an impl";
            return fail(Language::Publish, text, span);
        }
        let of = self.entry(trait_)?;
        let private = of.def().visibility == Visibility::Module(of.def().module.clone());
        if mode == Mode::Spec && entry.attrs.publish.is_none() && !private && self.tree.is_local(item.def.id) {
            let text = "open/closed is required for implementations of non-private traits";
            return fail(Language::Publish, text, span);
        }
        Ok(())
    }

    /// Functions of the standard library call methods of its traits, and do not ask for preconditions.
    /// `impl Clone for T` with `requires` is an error: `Vec::clone` calls it for every element, and shows nothing.
    fn standard_requires(&mut self, trait_: DefId, header: &Header) -> Result<()> {
        match header.requires.first() {
            Some(first) if self.is_standard(trait_) => {
                let text = "an implementation of a trait of the standard library cannot declare requires clauses: functions \
                            of that library call it";
                fail(Language::TraitRequires, text, first.span)
            }
            _ => Ok(()),
        }
    }

    /// What the clauses of an impl's function may be. Errs with `language/clause`.
    pub(super) fn implementation_clauses(&mut self, item: &tree::Function, header: &Header) -> Result<()> {
        if let Some(first) = header.default_ensures.first()
            && !(item.is_trait_decl && (item.has_body || self.is_provided_outside(item)?))
        {
            let text = "default_ensures not allowed here (it is only allowed on trait functions with a default body)";
            return fail(Language::DefaultEnsures, text, first.span);
        }
        let entry = self.entry(item.def.id)?;
        if let (Some(first), true) = (header.default_ensures.first(), entry.attrs.impls_cannot_extend_spec) {
            let text = "a function marked impls_cannot_extend_spec cannot have default_ensures";
            return fail(Language::DefaultEnsures, text, first.span);
        }
        let Some((trait_, declared)) = self.promised(item, &entry)? else { return Ok(()) };
        // What a trait from outside declares is in its specification, unless that leaves the function out.
        let proxy = self.proxy_function(declared)?;
        let declared = proxy.unwrap_or(declared);
        if self.entry(declared)?.attrs.impls_cannot_extend_spec
            && let Some(first) = header.ensures.first().or(header.returns.as_ref())
        {
            let text = "trait method implementation cannot declare ensures clauses because the trait declaration is \
                        marked impls_cannot_extend_spec";
            return fail(Language::Clause, text, first.span);
        }
        if self.known(trait_) == Some(Known::Drop) {
            return self.drop_clauses(item, header);
        }
        if let Some(returns) = &header.returns
            && self.says(declared, |name| name == Known::Returns)?
        {
            let text = "a `returns` clause cannot be declared on both a trait method impl and its declaration";
            return fail(Language::Clause, text, returns.span);
        }
        // The library specifies all of these, in a file that is read where a program compares.
        let compares = matches!(self.known(trait_), Some(Known::PartialEq | Known::PartialOrd | Known::Ord));
        if self.is_external(trait_)? && proxy.is_none() && !compares {
            return if item.trait_method.is_some() { self.standard_requires(trait_, header) } else { Ok(()) };
        }
        let own = header.recommends.first().filter(|_| entry.attrs.mode == Some(Mode::Spec));
        if let Some(first) = header.requires.first().or(own) {
            let text = "trait method implementation cannot declare requires clauses; these can be inherited from the \
                        trait declaration";
            let help = "move it to the function in the trait: callers of the trait must meet it too";
            return Err(Diagnostic::error(Language::TraitRequires, text, first.span).with_help(help).into());
        }
        if let Some(opens) = &header.opens_invariants {
            let text = "trait method implementation cannot declare an opens_invariants specification; this is inherited \
                        from the trait declaration";
            return fail(Language::Clause, text, opens.span);
        }
        if let Some(span) = header.no_unwind {
            let text = "trait method implementation cannot declare an unwind specification; this is inherited from the \
                        trait declaration";
            return fail(Language::Clause, text, span);
        }
        Ok(())
    }

    /// Whether the trait promises of an impl's function that it does not unwind. A caller who knows only the trait relies on
    /// it, and the impl cannot say it again.
    pub(super) fn inherits_no_unwind(&mut self, item: &tree::Function) -> Result<bool> {
        self.declares(item, |name| matches!(name, Known::NoUnwind | Known::NoUnwindWhen))
    }

    /// Whether the trait may say of an impl's function that it opens some invariants only.
    pub(super) fn inherits_mask(&mut self, item: &tree::Function) -> Result<bool> {
        self.declares(item, is_mask)
    }

    /// Whether the trait's function that an impl's stands for has a clause of a kind.
    fn declares(&mut self, item: &tree::Function, is_meant: impl Fn(Known) -> bool) -> Result<bool> {
        let Some((_, declared)) = self.implemented(item) else { return Ok(false) };
        let declared = self.proxy_function(declared)?.unwrap_or(declared);
        self.says(declared, is_meant)
    }

    /// Whether a function promises, in every case, that it does not unwind. That of an impl does if its trait's does; ghost code
    /// never unwinds.
    pub(crate) fn promises_no_unwind(&mut self, def: DefId) -> Result<bool> {
        let stated = match self.specification_of(def)? {
            Some(stated) => stated,
            None => self.proxy_function(def)?.unwrap_or(def),
        };
        if self.mode_of(stated)? != Mode::Exec {
            return Ok(true);
        }
        let is_meant = |name| name == Known::NoUnwind;
        let entry = self.entry(stated)?;
        let Item::Function(item) = &entry.item else { return Ok(false) };
        Ok(self.declares(item, is_meant)? || self.says(stated, is_meant)?)
    }

    /// Whether a function has a clause of a kind.
    pub(super) fn says(&mut self, declared: DefId, is_meant: impl Fn(Known) -> bool) -> Result<bool> {
        let entry = self.entry(declared)?;
        let Item::Function(of) = &entry.item else { return Ok(false) };
        // The clauses of a function without a body stand beside it.
        let declared = self.stated_by(&entry, of)?.unwrap_or(declared);
        let Some(body) = self.tree.body(declared)? else { return Ok(false) };
        let tree::ExprKind::Block(_, block) = &below_reborrow(&body.value).kind else { return Ok(false) };
        for stmt in &block.stmts {
            if let tree::Stmt::Expr(e, _) = stmt
                && let tree::ExprKind::Call { callee: tree::CallKind::Fn { def, .. }, .. } = &e.kind
                && self.builtin(*def).is_some_and(&is_meant)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A destructor runs at places that no call shows: there is nobody to show its precondition, and it may run while
    /// an invariant is open or the stack unwinds.
    fn drop_clauses(&mut self, item: &tree::Function, header: &Header) -> Result<()> {
        if let Some(first) = header.requires.first() {
            return fail(Language::Drop, "requires are not allowed on the implementation for Drop", first.span);
        }
        if header.opens_invariants.as_ref().is_none_or(|opens| !opens.is_none()) {
            let text = "the implementation for Drop must be marked opens_invariants none";
            return fail(Language::Drop, text, item.def.name_span);
        }
        if header.no_unwind.is_none() || header.no_unwind_when.is_some() {
            return fail(Language::Drop, "the implementation for Drop must be marked no_unwind", item.def.name_span);
        }
        Ok(())
    }
}
