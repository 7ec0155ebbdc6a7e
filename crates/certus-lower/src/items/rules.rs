//! Rules on items that no body shows.
//!
//! Reference pages `reference-attributes` and `reference-spec-signature`, guide page `traits`. These rules are about
//! words that contradict each other or promise something that nobody checks; they are reported at the name of the item,
//! also when nothing uses it.

use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known, Library, Visibility};
use certus_vir::{Mode, Path, Publish};

use super::derived_marks::is_mark;
use super::recursive;
use crate::attrs::PublishAttr;
use crate::context::{Context, Entry};
use crate::error::{Failed, Result, fail};
use crate::paths::{absolute, within};

/// Whether a trait of the library, or of another one of this name, is for the library alone: it has axioms about all types that
/// implement it.
fn is_of_library(known: Known) -> bool {
    is_mark(known) || matches!(known, Known::MachineInteger | Known::PatternText)
}

/// The traits of operators that rewriting implements for types with a spec method such as `spec_add`.
const OPERATORS: &[Known] = &[
    Known::SpecAddTrait,
    Known::SpecSubTrait,
    Known::SpecMulTrait,
    Known::SpecDivTrait,
    Known::SpecRemTrait,
    Known::SpecOrdTrait,
];

impl Context<'_> {
    /// Attributes and keywords that do not go together on a function.
    /// One after the other, so that a function has at most one such error: `language/publish`, `language/no-body`,
    /// `language/main` and others. What they have in common: the words would mean nothing, or less than they seem to.
    pub(super) fn function_rules(&mut self, item: &tree::Function, entry: &Entry) -> Result<()> {
        let attrs = &entry.attrs;
        let span = item.def.name_span;
        let mode = self.mode_of(item.def.id)?;
        if item.params.iter().any(|p| p.name == "self" && p.is_mut) && item.has_body {
            let text = "The verifier does not yet support the following Rust feature: mut self";
            return fail(Unsupported::MutSelf, text, span);
        }
        if item.is_unsafe && mode != Mode::Exec && self.tree.is_local(item.def.id) {
            return fail(Language::UnsafeNotExec, "'unsafe' only makes sense on exec-mode functions", span);
        }
        if let Some(place) = attrs.epr_mode {
            return fail(Language::EprMode, "`epr_mode` is for modules", place);
        }
        if let (Some(place), true) = (attrs.prophetic, mode != Mode::Spec) {
            return fail(Language::Prophetic, "prophetic attribute can only be applied to 'spec' functions", place);
        }
        if let Some(place) = attrs.atomic {
            if mode != Mode::Exec {
                return fail(Language::Atomicity, "'atomic' only makes sense on an 'exec' function", place);
            }
            if item.trait_method.is_some() || item.is_trait_decl {
                return fail(Language::Atomicity, "'atomic' not supported for trait functions", place);
            }
        }
        if attrs.inline && mode != Mode::Spec {
            return fail(Language::Inline, "'inline' is only allowed for 'spec' functions", span);
        }
        if attrs.inline {
            self.inline_rules(item, entry)?;
        }
        if attrs.broadcast {
            self.broadcast_rules(item, mode)?;
        }
        if attrs.publish.is_some() && mode != Mode::Spec {
            let text = "only `spec` functions can be marked `open`, `closed`, or `uninterp`";
            return fail(Language::Publish, text, span);
        }
        if attrs.broadcast && mode != Mode::Proof {
            return fail(Language::Broadcast, "a broadcast function must be declared as `proof`", span);
        }
        if attrs.allow_in_spec && attrs.when_used_as_spec.is_some() {
            let text = "a function cannot be marked both `when_used_as_spec` and `allow_in_spec`";
            return fail(Language::AllowInSpec, text, span);
        }
        if attrs.allow_in_spec && item.trait_method.is_some() {
            return fail(Language::AllowInSpec, "`allow_in_spec` is not supported for functions of traits", span);
        }
        if attrs.impls_cannot_extend_spec && !(item.is_trait_decl && mode == Mode::Exec) {
            return fail(Language::Attribute, "only exec trait functions can be marked impls_cannot_extend_spec", span);
        }
        if attrs.allow_no_decreases && item.is_trait_decl && !item.has_body {
            let text = "trait method declaration cannot declare exec_allows_no_decreases_clause";
            return fail(Language::Attribute, text, span);
        }
        let is_open = matches!(attrs.publish, Some(PublishAttr::Open | PublishAttr::OpenIn(_)));
        let is_private = self.visibility_of(item)? == Visibility::Module(item.def.module.clone());
        if is_open && is_private && self.tree.is_local(item.def.id) {
            return fail(Language::Publish, "function is marked `open` but not marked `pub`", span);
        }
        let bodyless = attrs.no_body && attrs.result_of.is_none() && !attrs.is_axiom && !attrs.assume_specification;
        if bodyless && mode == Mode::Proof {
            return fail(Language::NoBody, "a `proof` function must have a body", span);
        }
        if bodyless && mode == Mode::Exec {
            return fail(Language::NoBody, "an exec function must have a body", span);
        }
        let is_unsaid = attrs.publish != Some(PublishAttr::Uninterp) && !attrs.external_body;
        if bodyless && is_unsaid && self.tree.is_local(item.def.id) {
            let text = "a `spec` function without a body must be marked `uninterp`";
            let help = "write `uninterp spec fn`: nothing is known of its value";
            self.output.report(Diagnostic::warning(Language::NoBody, text, span).with_help(help));
        }
        if item.def.name == "main" && mode != Mode::Exec && !item.def.module.contains("::") {
            return fail(Language::Main, "`main` function should be #[verifier::exec]", span);
        }
        for clause in &item.generics.clauses {
            self.bound_rule(clause.trait_, item.def.id, span)?;
        }
        let mut names: Vec<&str> = item.generics.params.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        if names.windows(2).any(|w| w.first() == w.last()) {
            // Type parameters are told apart by their names.
            return fail(Language::GenericName, "two type parameters have the same name", span);
        }
        self.invariant_rules(item, entry, mode)?;
        self.opaque_rules(item, entry, mode)?;
        self.own_modes(item, mode)?;
        self.stand_in_rules(entry)?;
        self.implementation_rules(item, entry)
    }

    /// Who can name a function: a method of a trait is named wherever the trait is.
    pub(super) fn visibility_of(&mut self, item: &tree::Function) -> Result<Visibility> {
        let Some((trait_, _)) = item.trait_method else { return Ok(item.def.visibility.clone()) };
        Ok(self.entry(trait_)?.def().visibility.clone())
    }

    /// Errs with `language/mode` where a parameter or the result is more than the function: what does not exist when the
    /// function is used cannot be given to it or come from it. The result of an exec function is one of code that runs.
    /// So a spec function has spec parameters only, and a proof function no exec ones.
    fn own_modes(&mut self, item: &tree::Function, mode: Mode) -> Result<()> {
        for (own, param) in self.param_modes(item.def.id)?.into_iter().zip(&item.params) {
            if own > mode {
                let text = format!("parameter {} cannot have mode {}", param.name, own.name());
                return fail(Language::Mode, text, param.span);
            }
        }
        let result = self.result_mode(item.def.id)?;
        if result > mode {
            let text = format!("return type cannot have mode {}", result.name());
            return fail(Language::Mode, text, item.def.name_span);
        }
        if mode == Mode::Exec && result != Mode::Exec {
            let text = "the result of an exec function has mode exec: wrap its ghost parts in `Ghost` or `Tracked`";
            return fail(Language::Mode, text, item.def.name_span);
        }
        Ok(())
    }

    /// Errs with `language/broadcast`: the function becomes a formula over its parameters, which is only known.
    /// `broadcast proof fn f(x: T) ensures E` is `forall|x: T| E` for those who use it: a result or a tracked
    /// parameter has no place in a formula.
    fn broadcast_rules(&mut self, item: &tree::Function, mode: Mode) -> Result<()> {
        let span = item.def.name_span;
        if mode != Mode::Proof {
            return fail(Language::Broadcast, "broadcast function must be declared as proof", span);
        }
        if item.ret != tree::Ty::unit() {
            return fail(Language::Broadcast, "broadcast function cannot have return type", span);
        }
        if self.param_modes(item.def.id)?.iter().any(|m| *m != Mode::Spec) {
            return fail(Language::Broadcast, "broadcast function must have spec parameters", span);
        }
        Ok(())
    }

    /// Errs with `language/inline`: what takes the place of a call is seen by all who may call.
    fn inline_rules(&mut self, item: &tree::Function, entry: &Entry) -> Result<()> {
        let span = item.def.name_span;
        let shown = match self.publish(entry, item, Mode::Spec)? {
            Publish::Open => true,
            Publish::Module(part) => self.visibility_of(item)? == Visibility::Module(part.to_string()),
            Publish::Never => return fail(Language::Inline, "'inline' functions must have a body", span),
        };
        if !shown {
            return fail(Language::Inline, "'inline' is only allowed for private or 'open spec' functions", span);
        }
        Ok(())
    }

    /// Errs with `language/opaque` where there is no definition to hide, and where it is said twice, and with
    /// `language/publish` where the definition is open to code that cannot name the function.
    fn opaque_rules(&mut self, item: &tree::Function, entry: &Entry, mode: Mode) -> Result<()> {
        let (attrs, span) = (&entry.attrs, item.def.name_span);
        let is_opaque = attrs.opaque || attrs.opaque_outside_module;
        if is_opaque && mode != Mode::Spec {
            return fail(Language::Opaque, "function is marked `opaque` but it is not a `spec` function", span);
        }
        if is_opaque && (attrs.no_body || attrs.external_body || !item.has_body) {
            return fail(Language::Opaque, "opaque has no effect on a function without a body", span);
        }
        if attrs.opaque && attrs.opaque_outside_module {
            let text = "function is marked both 'opaque' and 'opaque_outside_module'";
            return fail(Language::Opaque, text, span);
        }
        if let (Some(PublishAttr::OpenIn(path)), Visibility::Module(of)) = (&attrs.publish, &item.def.visibility)
            && item.trait_method.is_none()
            && !within(&absolute(path, &item.def.module), of)
        {
            let text = "the function body is declared 'open' to a wider scope than the function itself";
            return fail(Language::Publish, text, span);
        }
        Ok(())
    }

    /// Errs with `language/internal-trait`: such bounds would give user code facts that are meant for the library
    /// alone. Those on options of proof closures say how rustc lets a closure be called. Of floating-point operations, and of the
    /// order of a type parameter, nothing is known, so a bound on them says nothing. A value of a type of integers may be
    /// cast to `int`, and nothing is known of the number.
    /// What the marks of derives mean is said by the library, and rustc does not know who has them; of the types of
    /// integers and of texts that are looked for it says everything.
    /// Errs with `language/external-spec` for the proxy of a trait, which no type implements.
    fn bound_rule(&mut self, trait_: DefId, item: DefId, span: Span) -> Result<()> {
        let is_of_library = Known::of(&self.path(trait_)).is_some_and(is_of_library);
        if is_of_library && Library::of(&self.entry(item)?.def().module) == Some(Library::Vstd) {
            return Ok(());
        }
        let open = [
            Known::Structural,
            Known::Integer,
            Known::SpecOrdTrait,
            Known::IeeeFloat,
            Known::IeeeFloatCast,
            Known::ProofFnOnce,
            Known::ProofFnMut,
            Known::ProofFn,
            Known::ProofFnReqEns,
        ];
        let internal = is_of_library || self.builtin(trait_).is_some_and(|known| !open.contains(&known));
        let attrs = &self.entry(trait_)?.attrs;
        if internal || attrs.internal_trait {
            return fail(Language::InternalTrait, "cannot use trait marked `verifier::internal_trait`", span);
        }
        if attrs.external_trait_specification && self.tree.is_local(trait_) {
            let text = "an external_trait_specification stands for another trait, which is the one to ask for";
            return fail(Language::ExternalSpec, text, span);
        }
        Ok(())
    }

    /// The same for the bounds of a type, trait or impl, which those of its functions do not repeat.
    pub(super) fn bound_rules(&mut self, entry: &Entry) -> Result<()> {
        let def = entry.def();
        if !self.tree.is_local(def.id) || !def.in_verus || self.is_external(def.id)? {
            return Ok(());
        }
        let (generics, of_types) = match &entry.item {
            Item::Adt(item) => (&item.generics, None),
            Item::Trait(item) => (&item.generics, Some(&item.assoc_bounds)),
            Item::Impl(item) => (&item.generics, None),
            _ => return Ok(()),
        };
        for clause in generics.clauses.iter().chain(of_types.into_iter().flatten()) {
            self.bound_rule(clause.trait_, def.id, def.name_span)?;
        }
        Ok(())
    }

    /// Errs with `language/internal-trait` for an impl of a trait of the language: what it promises has no contract that
    /// could be checked. `Structural` promises that a value has no ghost parts, which is why it may resolve a prophecy.
    /// Impls for operators come from spec methods of their names, and give an operator its type, no meaning.
    pub(super) fn internal_impl(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(()) };
        // The library may be the crate that is verified.
        let of_library = self.tree.is_library(item.def.id)
            || self.tree.is_local(*trait_) && Library::of(&self.path(*trait_)) == Some(Library::Vstd);
        if item.is_negative || of_library {
            return Ok(());
        }
        let known = self.builtin(*trait_);
        let is_of_library = Known::of(&self.path(*trait_)).is_some_and(is_of_library);
        if is_of_library
            || known.is_some_and(|known| !OPERATORS.contains(&known))
            || self.entry(*trait_)?.attrs.internal_trait
        {
            let path = self.path(*trait_);
            let name = path.rsplit("::").next().unwrap_or_default();
            let text = format!("`{name}` is a trait of the language, and cannot be implemented by other code");
            return fail(Language::InternalTrait, text, item.def.span);
        }
        Ok(())
    }

    /// A trait is recorded, unless it is from outside: of such a one there is what its proxy says.
    pub(super) fn trait_rules(&mut self, item: &tree::Trait) -> Result<()> {
        let entry = self.entry(item.def.id)?;
        if entry.attrs.external_trait_specification {
            return self.proxy_rules(item);
        }
        if let Some(place) = entry.attrs.external_trait_extension {
            let text = "external_trait_extension goes with external_trait_specification";
            return fail(Language::ExternalSpec, text, place);
        }
        if self.is_external(item.def.id)? {
            return self.external_trait(item);
        }
        self.lower_trait(item)
    }

    /// Errs with `unsupported/undeclared-std` for an impl for a struct whose last field is not known, of a trait that has an impl for
    /// more types. If the struct has no size, rustc takes the two as impls for different types, and here they are not.
    pub(super) fn certain_size(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(()) };
        if self.tree.is_library(item.def.id) || !self.may_have_no_size(&item.self_ty)? {
            return Ok(());
        }
        for other in self.tree.impls(Some(*trait_)) {
            if other == item.def.id || self.tree.is_library(other) {
                continue;
            }
            let Ok(entry) = self.entry(other) else { continue };
            if matches!(&entry.item, Item::Impl(other) if names_parameter(&other.self_ty)) {
                let text = format!(
                    "this impl of `{}` is not supported beside one for more types: the last field of the type has a type \
                     that is not known, and may have no size",
                    self.path(*trait_)
                );
                return fail(Unsupported::UndeclaredStd, text, item.def.name_span);
            }
        }
        Ok(())
    }

    /// Whether there is a struct in a type that may have no size because its last field is not known.
    fn may_have_no_size(&mut self, ty: &tree::Ty) -> Result<bool> {
        let tree::Ty::Adt(def, args) = ty else {
            let mut found = false;
            for part in parts(ty) {
                found |= self.may_have_no_size(part)?;
            }
            return Ok(found);
        };
        for arg in args {
            if self.may_have_no_size(arg)? {
                return Ok(true);
            }
        }
        let entry = self.entry(*def)?;
        Ok(matches!(&entry.item, Item::Adt(adt) if adt.has_unknown_field && adt.kind == tree::AdtKind::Struct))
    }

    /// `unsafe impl Send` or `Sync` would let ghost permissions cross threads unproved: it is for types of which only what
    /// is trusted is known. Errs with `language/unsafe-impl`.
    pub(super) fn unsafe_impl(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, args)) = &item.trait_ else { return Ok(()) };
        let Some(name @ (Known::Send | Known::Sync)) = self.known(*trait_) else { return Ok(()) };
        if !item.is_unsafe || !self.tree.is_local(item.def.id) {
            return Ok(());
        }
        let mut is_ours = item.def.in_verus && !self.is_external(item.def.id)?;
        let mut types: Vec<&tree::Ty> = args.iter().collect();
        while let Some(ty) = types.pop() {
            if let tree::Ty::Adt(def, _) = ty {
                let is_hidden = self.is_external(*def)? || self.type_entry(*def)?.attrs.external_body;
                is_ours |= !is_hidden && (self.tree.is_local(*def) || !self.tree.is_library(*def));
            }
            types.extend(ty.parts());
        }
        match is_ours {
            true => fail(
                Language::UnsafeImpl,
                format!("unsafe impl for `{}` is not allowed", name.simple_name()),
                item.def.span,
            ),
            false => Ok(()),
        }
    }

    /// A trait from outside of the language knows nothing about ghost arguments, so its functions must be exec
    /// (`language/external-trait`).
    pub(super) fn impl_rules(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, args)) = &item.trait_ else { return Ok(()) };
        self.derived_rules(item)?;
        if !self.is_external(*trait_)? && !item.is_negative {
            if self.tree.is_local(item.def.id) {
                let of = self.entry(*trait_)?;
                self.extension_impl(item, &of, args)?;
            }
            return self.trait_impl(item, *trait_, args);
        }
        self.unspecified_overrides(item, *trait_)?;
        self.external_trait_impl(item, *trait_, args)?;
        if !item.def.in_verus || !self.tree.is_local(item.def.id) || self.is_external(item.def.id)? {
            return Ok(());
        }
        self.no_generic_types(*trait_, item.def.span)?;
        if item.items.iter().any(|id| self.entry(*id).is_ok_and(|e| e.attrs.external)) {
            let text = "An individual item of a trait impl cannot be marked external";
            return fail(Language::External, text, item.def.name_span);
        }
        let path = self.path(*trait_);
        if matches!(self.known(*trait_), Some(Known::Fn | Known::FnMut | Known::FnOnce)) {
            let text = format!("Verus does not support implementing this trait: `{path}`");
            return fail(Language::ImplFn, text, item.def.name_span);
        }
        if item.derive.is_some() {
            return Ok(());
        }
        for method in &item.items {
            self.exec_only(*method, "function for external trait", Language::ExternalTrait)?;
        }
        Ok(())
    }

    /// Errs with a code unless a function, its parameters and its result have the mode exec: whoever calls it
    /// knows nothing of other modes.
    pub(super) fn exec_only(&mut self, def: DefId, what: &str, code: Language) -> Result<()> {
        let entry = self.entry(def)?;
        if !matches!(entry.item, Item::Function(_)) {
            return Ok(());
        }
        let text = if self.mode_of(def)? != Mode::Exec {
            format!("{what} must have mode 'exec'")
        } else if self.param_modes(def)?.iter().any(|mode| *mode != Mode::Exec) {
            format!("{what} must have all parameters have mode 'exec'")
        } else if self.result_mode(def)? != Mode::Exec {
            format!("{what} must have a result of mode 'exec'")
        } else {
            return Ok(());
        };
        fail(code, text, entry.def().name_span)
    }

    /// The proof function that a `decreases_by` names, after the rules on it.
    /// Errs with `language/decreases-by`. The lemma must have the same parameters and no contract of its own, because
    /// its body is put in front of the body of the function as it stands.
    /// `spec fn f(n: nat) -> nat decreases n via lemma` names `proof fn lemma(n: nat)`, whose body shows that `n`
    /// goes down in each call of `f`.
    pub(crate) fn decreases_lemma(&mut self, item: &tree::Function, path: &tree::Expr) -> Result<(DefId, Rc<Entry>)> {
        let tree::ExprKind::FnItem(def, _) = &path.kind else {
            return fail(Language::DecreasesBy, "the path of a function is expected here", path.span);
        };
        let entry = self.entry(*def)?;
        let Item::Function(lemma) = &entry.item else {
            return fail(Language::DecreasesBy, "the path of a function is expected here", path.span);
        };
        let is_new = self.uses.add_lemma(*def);
        let kind = "decreases_by/recommends_by function";
        if !entry.attrs.decreases_by {
            let text = "proof function must be marked #[verifier::decreases_by] or #[verifier::recommends_by] to be \
                        used as decreases_by/recommends_by";
            return fail(Language::DecreasesBy, text, path.span);
        }
        if self.mode_of(*def)? != Mode::Proof {
            return fail(Language::DecreasesBy, format!("{kind} must have mode proof"), entry.def().name_span);
        }
        if !is_new {
            let text = "same proof function used for two different decreases_by/recommends_by";
            return fail(Language::DecreasesBy, text, path.span);
        }
        if lemma.ret != tree::Ty::unit() {
            let text = format!("{kind} cannot have a return value");
            return fail(Language::DecreasesBy, text, entry.def().name_span);
        }
        if lemma.trait_method.is_some() {
            return fail(Language::DecreasesBy, format!("{kind} cannot be a trait method"), entry.def().name_span);
        }
        if entry.def().module != item.def.module || entry.def().parent != item.def.parent {
            let text = "a decreases_by function must be in the same module as the function definition";
            return fail(Language::DecreasesBy, text, path.span);
        }
        let same_params = lemma.params.len() == item.params.len()
            && lemma.params.iter().zip(&item.params).all(|(a, b)| a.name == b.name && a.ty == b.ty)
            && self.param_modes(*def)?.iter().all(|mode| *mode == Mode::Spec);
        let names = |f: &tree::Function| f.generics.params.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        if names(lemma) != names(item) || lemma.generics.clauses != item.generics.clauses {
            return fail(
                Language::DecreasesBy,
                format!("{kind} should have the same type bounds"),
                entry.def().name_span,
            );
        }
        if !same_params {
            return fail(
                Language::DecreasesBy,
                format!("{kind} should have the same parameters"),
                entry.def().name_span,
            );
        }
        let path = self.path(*def);
        self.lower_lemma_contract(&path, *def, &entry, kind)?;
        Ok((*def, entry))
    }

    /// Lowers the lemma, if that was not done yet, to see its clauses: it may have none, as its proof becomes a part of that of
    /// the function that names it.
    fn lower_lemma_contract(&mut self, path: &Path, def: DefId, entry: &Rc<Entry>, kind: &str) -> Result<()> {
        if !self.output.has_function(path) {
            self.lower_item(def)?;
        }
        let span = entry.def().name_span;
        let Some(function) = self.output.function(path) else { return Ok(()) };
        if function.termination.is_some() {
            return fail(Language::DecreasesBy, format!("{kind} cannot have its own decreases clause"), span);
        }
        if !function.requires.is_empty() {
            return fail(Language::DecreasesBy, format!("{kind} cannot have requires clauses"), span);
        }
        if !function.ensures.is_empty() {
            return fail(Language::DecreasesBy, format!("{kind} cannot have ensures clauses"), span);
        }
        Ok(())
    }
}

/// The rules that need the whole crate, and what modules add to their functions.
pub(crate) fn crate_rules(cx: &mut Context<'_>) -> Result<()> {
    let mut errors = Vec::new();
    for result in [
        recursive::check_recursion(cx),
        unused_lemmas(cx),
        cx.unverified_ways_back(),
        cx.crates_agree(),
        fuel(cx),
        crate::body::triggers::check_inlined(cx),
        default_groups(cx),
    ] {
        if let Err(Failed(list)) = result {
            errors.extend(list);
        }
    }
    let by_module = cx.uses.take_modules();
    let opaque = cx.uses.take_opaque_outside();
    let defaults = cx.uses.take_defaults();
    for function in cx.output.program_mut().functions.values_mut() {
        if function.check.is_some() {
            function.uses.extend(defaults.iter().cloned());
        }
        if let Some(uses) = by_module.get(&function.module) {
            function.uses.extend(uses.iter().cloned());
        }
        for (path, module) in &opaque {
            if !within(&function.module, module) {
                function.hidden.push(path.clone());
            }
        }
    }
    if cx.options.check_api_safety
        && let Err(Failed(list)) = cx.check_api_safety(&defaults)
    {
        errors.extend(list);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// Only a definition that comes back to itself has several steps. Errs with `language/reveal`.
fn fuel(cx: &mut Context<'_>) -> Result<()> {
    for (path, span) in cx.uses.take_fuel() {
        if cx.output.function(&path).is_some_and(|f| f.termination.is_none()) {
            let text = "reveal_with_fuel statements require a spec function with a decreases clause";
            return fail(Language::Reveal, text, span);
        }
    }
    Ok(())
}

/// What is known by default in crates that use this one is said by one group. Errs with `language/broadcast`.
fn default_groups(cx: &mut Context<'_>) -> Result<()> {
    const NAME: &str = "verifier::broadcast_use_by_default_when_this_crate_is_imported";
    let mut found = false;
    for def in cx.tree.local_items() {
        let entry = cx.entry(def)?;
        let Some(attr) = entry.def().attrs.iter().find(|attr| attr.path == NAME) else { continue };
        if found {
            let text = "only one broadcast_use_by_default_when_this_crate_is_imported is allowed";
            return fail(Language::Broadcast, text, attr.span);
        }
        found = true;
    }
    Ok(())
}

/// Such a lemma is checked only with its user: without one its body would never be checked at all.
fn unused_lemmas(cx: &mut Context<'_>) -> Result<()> {
    let mut errors = Vec::new();
    for def in cx.tree.local_items() {
        let entry = cx.entry(def)?;
        let is_lemma = entry.attrs.decreases_by && matches!(entry.item, Item::Function(_));
        if is_lemma && !cx.uses.has_lemma(def) {
            let text = "function cannot be marked #[verifier::decreases_by] or #[verifier::recommends_by] unless it is \
                        used in some decreases_by/recommends_by";
            let span = entry.def().name_span;
            errors.push(certus_diagnostics::Diagnostic::error(Language::DecreasesBy, text, span));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// The types that a type is directly made of, but those of a datatype.
fn parts(ty: &tree::Ty) -> Vec<&tree::Ty> {
    match ty {
        tree::Ty::Ref(_, inner) | tree::Ty::RawPtr(_, inner) | tree::Ty::Slice(inner) | tree::Ty::Array(inner, _) => {
            vec![&**inner]
        }
        tree::Ty::Tuple(items) => items.iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a type has a parameter in it.
fn names_parameter(ty: &tree::Ty) -> bool {
    match ty {
        tree::Ty::Param(..) => true,
        tree::Ty::Adt(_, args) => args.iter().any(names_parameter),
        other => parts(other).into_iter().any(names_parameter),
    }
}
