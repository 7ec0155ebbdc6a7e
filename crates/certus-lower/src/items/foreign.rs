//! The rules on trusted specifications of what is defined elsewhere.
//!
//! Reference page `reference-assume-specification`, guide page `calling-unverified-from-verified`. A specification is
//! believed, so it must be about exactly one thing: there may be no second one for the same function or type, its
//! signature must be that of what it is about, and it must be seen wherever that is seen.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, AdtKind, ConstArg, DefId, Item, Known, Library, Ty};
use certus_vir::Mode;

use super::assumed_results::has_results;
use super::opaque_results::{own_params, stands_for_result};
use super::paste::differs;
use super::visibility::at_least;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// Whether two items have as many parameters, each a type in both or a constant of one type.
fn same_kinds(one: &tree::Generics, other: &tree::Generics) -> bool {
    same_params(&one.params.iter().collect::<Vec<_>>(), &other.params.iter().collect::<Vec<_>>())
}

/// Whether parameters are of the same kinds, in order.
fn same_params(one: &[&tree::GenericParam], other: &[&tree::GenericParam]) -> bool {
    let same = |a: &tree::GenericParam, b: &tree::GenericParam| a.is_const == b.is_const && a.const_ty == b.const_ty;
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
}

/// True when the arguments are the parameters themselves, in order.
fn is_identity(args: &[Ty], params: usize) -> bool {
    args.len() == params
        && args.iter().enumerate().all(|(i, arg)| match arg {
            Ty::Param(index, _) | Ty::Const(ConstArg::Param(index, _)) => *index as usize == i,
            _ => false,
        })
}

/// The variable that is passed, below steps such as a reborrow.
fn local_below(e: &tree::Expr) -> Option<tree::LocalId> {
    match &e.kind {
        tree::ExprKind::Local(id) => Some(*id),
        tree::ExprKind::Adjust(_, inner)
        | tree::ExprKind::Deref(inner)
        | tree::ExprKind::Ref { expr: inner, implicit: true, .. } => local_below(inner),
        _ => None,
    }
}

/// The arguments that a path is given, or the parameters themselves where it is written without any.
fn known_args(args: &[Ty], item: &tree::Function) -> Vec<Ty> {
    let count = item.generics.params.iter().filter(|p| !stands_for_result(p)).count();
    let unknown =
        |ty: &Ty| matches!(ty, Ty::Param(index, _) if *index as usize >= count) || *ty == Ty::Const(ConstArg::Unknown);
    if args.len() != count || !args.iter().any(unknown) {
        return args.to_vec();
    }
    own_params(item).into_iter().take(count).collect()
}

impl Context<'_> {
    /// Attributes of specifications on items that they do not belong on.
    pub(super) fn specification_rules(&mut self, entry: &Entry) -> Result<()> {
        let (attrs, span) = (&entry.attrs, entry.def().name_span);
        if attrs.external_trait_specification && !matches!(entry.item, Item::Trait(_)) {
            let text = "`external_trait_specification` attribute not supported here";
            return fail(Language::ExternalSpec, text, span);
        }
        if attrs.allow_in_spec && !matches!(entry.item, Item::Function(_)) {
            return fail(Language::AllowInSpec, "`allow_in_spec` is for functions", span);
        }
        if attrs.when_used_as_spec.is_some() && !matches!(entry.item, Item::Function(_) | Item::Const(_)) {
            return fail(Language::WhenUsedAsSpec, "`when_used_as_spec` is for functions and constants", span);
        }
        if attrs.external_type_specification {
            let Item::Adt(proxy) = &entry.item else {
                let text = "`external_type_specification` attribute not supported here";
                return fail(Language::ExternalSpec, text, span);
            };
            return if self.tree.is_local(proxy.def.id) { self.type_specification(proxy, entry) } else { Ok(()) };
        }
        if !attrs.external_fn_specification && !attrs.assume_specification {
            return Ok(());
        }
        let Item::Function(function) = &entry.item else {
            let text = match &entry.item {
                Item::Const(_) => "use `external_fn_specification` on fn whose body is a const",
                _ => "`external_fn_specification` attribute not supported here",
            };
            return fail(Language::ExternalSpec, text, span);
        };
        if !self.tree.is_local(function.def.id) {
            return Ok(());
        }
        if function.is_async {
            let text = "a specification of an `async` function from outside is not supported";
            return fail(Unsupported::Async, text, span);
        }
        let parent = function.def.parent.map(|id| self.entry(id)).transpose()?;
        let is_free = parent.is_none_or(|p| matches!(p.item, Item::Module(_)));
        if !is_free || !(function.has_body || attrs.no_body) {
            return fail(Language::ExternalSpec, "`assume_specification` declaration not supported here", span);
        }
        if attrs.external_body {
            let text = "an `assume_specification` declaration cannot be marked `external_body`";
            return fail(Language::ExternalSpec, text, span);
        }
        let mode = self.mode_of(function.def.id)?;
        if mode != Mode::Exec {
            let text = format!("an `assume_specification` declaration cannot be marked `{}`", mode.name());
            return fail(Language::ExternalSpec, text, span);
        }
        if self.param_modes(function.def.id)?.iter().any(|mode| *mode != Mode::Exec) {
            let text = "the parameters of an `assume_specification` declaration have mode exec";
            return fail(Language::ExternalSpec, text, span);
        }
        self.function_specification(function, entry)
    }

    /// The type that a proxy names, with its arguments there.
    fn named_type(&mut self, id: DefId) -> Result<Option<(DefId, Vec<Ty>)>> {
        let entry = self.entry(id)?;
        let Item::Adt(proxy) = &entry.item else { return Ok(None) };
        let mut fields = proxy.variants.iter().flat_map(|v| &v.fields);
        let found = match (fields.next().map(|f| &f.ty), fields.next()) {
            (Some(Ty::Adt(target, args)), None) => Some((*target, args.clone())),
            _ => None,
        };
        Ok(found)
    }

    /// True when the fields of a type are hidden.
    pub(crate) fn is_opaque(&mut self, def: DefId) -> Result<bool> {
        Ok(self.entry(def)?.attrs.external_body || self.type_entry(def)?.attrs.external_body)
    }

    /// The rules on a type as it is used. Errs with `language/external` for a type of this crate that is not in the
    /// language and has no specification.
    pub(crate) fn check_type(&mut self, def: DefId, span: Span) -> Result<()> {
        if self.tree.is_library(def) {
            // Its declaration says `external` where the library says nothing of it.
            let is_known = !self.entry(def)?.attrs.external || self.proxy_of(def)?.is_some();
            return if is_known { Ok(()) } else { self.check_known(def, "type", span) };
        }
        self.readable(def, "type", span)?;
        let path = self.path(def);
        if self.entry(def)?.attrs.external_type_specification {
            let text = format!("cannot use type `{path}` marked `external_type_specification` directly");
            return fail(Language::ExternalSpec, text, span);
        }
        if self.proxy_of(def)?.is_some() {
            return Ok(());
        }
        self.check_known(def, "type", span)
    }

    /// Errs with `language/external-spec` where a proxy is not one of exactly one foreign type as it is.
    /// `struct ExT(T);` with `external_type_specification` and, where the fields are hidden, `external_body`.
    fn type_specification(&mut self, proxy: &tree::Adt, entry: &Entry) -> Result<()> {
        let span = proxy.def.name_span;
        let wrong = |text: &str| fail(Language::ExternalSpec, text, span);
        if entry.attrs.external {
            return wrong("a type cannot be marked both `external_type_specification` and `external`");
        }
        let is_ghost = |attrs: &crate::attrs::Attrs| attrs.mode.is_some_and(|m| m != Mode::Exec);
        let mut fields = proxy.variants.iter().flat_map(|v| &v.fields);
        if is_ghost(&entry.attrs) || fields.any(|f| crate::attrs::Attrs::read(&f.attrs).is_ok_and(|a| is_ghost(&a))) {
            return wrong("external_type_specification can only be used with exec types");
        }
        let is_positional = proxy.variants.iter().flat_map(|v| &v.fields).all(|f| f.name == "0");
        let (Some((target, args)), AdtKind::Struct, true) = (self.named_type(proxy.def.id)?, proxy.kind, is_positional)
        else {
            return wrong("`external_type_specification`: expected a struct with one field, of the external type");
        };
        let path = self.path(target);
        if Library::of(&path) == Some(Library::Builtin) {
            return wrong("cannot apply `external_type_specification` to Verus verus_builtin types");
        }
        let foreign = self.entry(target)?;
        let Item::Adt(of) = &foreign.item else { return wrong("the external type needs to be a struct or enum") };
        if of.kind == AdtKind::Union && !entry.attrs.external_body {
            return wrong("external_type_specification: the external type needs to be a struct or enum");
        }
        if self.proxy_of(target)? != Some(proxy.def.id) || !self.is_external(target)? {
            return fail(Language::ExternalSpec, format!("duplicate specification for `{path}`"), span);
        }
        let same_kinds = same_kinds(&proxy.generics, &of.generics);
        if !same_kinds || !is_identity(&args, proxy.generics.params.len()) {
            let text = "expected generics to match: those of the proxy are those of the type, in the same order";
            return Err(differs(text, span, self.type_to_paste(of)).into());
        }
        if !super::proxies::same_bounds((&proxy.generics, proxy.def.id), (&of.generics, of.def.id)) {
            let text = "external_type_specification: trait bounds should match";
            return Err(differs(text, span, self.type_to_paste(of)).into());
        }
        if !at_least(&proxy.def.visibility, &of.def.visibility) {
            return wrong("`external_type_specification` proxy type should be visible to the external type");
        }
        if of.has_unknown_field && !entry.attrs.external_body {
            let text =
                format!("a field of `{path}` has a type that is not known: hide the fields with `external_body`");
            let code = if self.tree.is_local(target) { Unsupported::UndeclaredStd } else { Unsupported::ExternalCrate };
            return fail(code, text, span);
        }
        let fields = of.variants.iter().flat_map(|v| &v.fields);
        let hidden = fields.into_iter().any(|f| !at_least(&f.visibility, &of.def.visibility));
        if hidden && !entry.attrs.external_body {
            return wrong(
                "external_type_specification: private fields not supported for transparent datatypes (try \
                 'external_body' instead?)",
            );
        }
        Ok(())
    }

    /// Errs with `language/external-spec` where a specification is not one of exactly one foreign function as it is.
    /// The same parameters, result and bounds: a contract with weaker bounds would promise it to types that have no
    /// such function. A second specification of a function is an error too: which one counts would depend on the
    /// order.
    fn function_specification(&mut self, item: &tree::Function, entry: &Entry) -> Result<()> {
        let span = item.def.name_span;
        let Some((target, args)) = self.specified_by(item.def.id)? else {
            return fail(Unsupported::AssumeSpecification, "the item that this specifies is not supported", span);
        };
        let path = self.path(target);
        if self.is_of_builtin(target, &path)? {
            return fail(
                Language::ExternalSpec,
                "cannot apply `assume_specification` to Verus verus_builtin functions",
                span,
            );
        }
        let known = self.specification_of(target)?;
        if known != Some(item.def.id) || !self.is_external(target)? {
            return fail(Language::ExternalSpec, format!("duplicate specification for `{path}`"), span);
        }
        let foreign = self.entry(target)?;
        let of = match &foreign.item {
            Item::Function(of) => of,
            Item::Const(of) => return self.constant_specification(item, of),
            _ => return fail(Unsupported::AssumeSpecification, "this specification is not supported", span),
        };
        self.whole_impl(of, span)?;
        let args = known_args(&args, item);
        if entry.attrs.external_fn_specification && !self.passes_on(item)? {
            let text = format!("assume_specification requires function type signature to match that of `{path}`");
            return fail(Language::ExternalSpec, text, span);
        }
        let own = self.arguments_of_statement(item, of, &args)?;
        let Some(own) = own.filter(|own| self.same_types((item, own), (of, &args))) else {
            let text = format!("assume_specification requires function type signature to match that of `{path}`");
            return Err(differs(text, span, self.function_to_paste(of)).into());
        };
        if !self.same_function_bounds((item, &own), (of, &args)) {
            let text = match has_results(item) {
                true => format!("assume_specification requires function type signature to match that of `{path}`"),
                false => "assume_specification trait bound mismatch".to_owned(),
            };
            return Err(differs(text, span, self.function_to_paste(of)).into());
        }
        let params: Vec<_> = item.generics.params.iter().filter(|p| !stands_for_result(p)).collect();
        let theirs: Vec<_> = of.generics.params.iter().collect();
        if !is_identity(&args, params.len()) || !same_params(&params, &theirs) {
            let text = "the type parameters of a specification must be those of the function, in the same order";
            return fail(Language::ExternalSpec, text, span);
        }
        if !at_least(&item.def.visibility, &self.visibility_of(of)?) {
            let text = "an `assume_specification` declaration must be at least as visible as the function it provides a \
                        spec for";
            return fail(Language::ExternalSpec, text, span);
        }
        Ok(())
    }

    /// Whether the language itself has an item of this path, or an impl of it. The clones of its wrappers have contracts.
    fn is_of_builtin(&mut self, target: DefId, path: &str) -> Result<bool> {
        if !self.tree.is_library(target) || Library::of_type(path) != Some(Library::Builtin) {
            return Ok(Library::of(path) == Some(Library::Builtin));
        }
        let entry = self.entry(target)?;
        let Item::Function(function) = &entry.item else { return Ok(true) };
        let of_trait = function.trait_method.and_then(|(trait_, _)| self.known(trait_));
        Ok(of_trait != Some(Known::Clone))
    }

    /// Whether a statement, with these arguments for its parameters, has the types of the function, with these for its own.
    fn same_types(&self, (item, own): (&tree::Function, &[Ty]), (of, args): (&tree::Function, &[Ty])) -> bool {
        let normal = |ty: &Ty, args: &[Ty]| self.tree.normalize(&ty.subst(args), item.def.id);
        item.params.len() == of.params.len()
            && !of.is_variadic
            && item.params.iter().zip(&of.params).all(|(a, b)| normal(&a.ty, own) == normal(&b.ty, args))
            && normal(&item.ret, own) == normal(&of.ret, args)
            && self.tree.same_lifetimes(item.def.id, of.def.id)
    }

    /// Whether a statement has the bounds of the function, and of the `impl` types in its result.
    fn same_function_bounds(
        &mut self,
        (item, own): (&tree::Function, &[Ty]),
        (of, args): (&tree::Function, &[Ty]),
    ) -> bool {
        let Some(of_results) = self.result_bounds(of, args) else { return false };
        let theirs: Vec<_> = of.generics.clauses.iter().map(|c| c.subst(args)).chain(of_results).collect();
        let ours: Vec<_> = item.generics.clauses.iter().map(|c| c.subst(own)).collect();
        // Every pointee that is supported has metadata, which a contract may speak of. Of others, and of parameters without
        // the bound, nothing follows from it.
        let is_pointee = |c: &tree::WhereClause| self.tree.known(c.trait_) == Some(Known::RawPtrPointee);
        ours.iter().all(|c| theirs.contains(c) || is_pointee(c))
            && theirs.iter().all(|c| ours.contains(c))
            && item.generics.unsized_params == of.generics.unsized_params
    }

    /// Errs with `language/external-spec` where a specification is not one of a constant as it is, and with
    /// `unsupported/assume-specification` for constants of types and traits, and for statics.
    fn constant_specification(&mut self, item: &tree::Function, of: &tree::Const) -> Result<()> {
        let span = item.def.name_span;
        if of.kind != tree::ConstKind::Const || of.trait_const.is_some() || !of.generics.params.is_empty() {
            let text = "a specification is supported of a constant that belongs to no type or trait";
            return fail(Unsupported::AssumeSpecification, text, span);
        }
        if self.machine_constant(of.def.id, &certus_vir::Ty::Bool, span)?.is_some() {
            let path = self.path(of.def.id);
            return fail(Language::ExternalSpec, format!("duplicate specification for `{path}`"), span);
        }
        let same = item.params.is_empty() && item.generics.params.is_empty() && item.ret == of.ty;
        if !same {
            let path = self.path(of.def.id);
            let text = format!("assume_specification requires the type to match that of `{path}`");
            return fail(Language::ExternalSpec, text, span);
        }
        // What it says is read where the constant is used; what is wrong with it is an error all the same.
        self.assume_constant(of.def.id, item.def.id).map(|_| ())
    }

    /// True when the older form of a specification calls the function with its own parameters, in their order. Only so is
    /// it about the same arguments, lifetimes included.
    fn passes_on(&mut self, item: &tree::Function) -> Result<bool> {
        let Some(body) = self.tree.body(item.def.id)? else { return Ok(false) };
        let local = |p: &tree::Pat| match &p.kind {
            tree::PatKind::Binding { local, sub: None, .. } => Some(*local),
            _ => None,
        };
        let params: Vec<_> = body.params.iter().map(local).collect();
        let tree::ExprKind::Block(_, tree::Block { tail: Some(tail), .. }) = &body.value.kind else {
            return Ok(false);
        };
        let mut call = &**tail;
        while let tree::ExprKind::Adjust(_, inner)
        | tree::ExprKind::Deref(inner)
        | tree::ExprKind::Ref { expr: inner, .. } = &call.kind
        {
            call = inner;
        }
        let tree::ExprKind::Call { args, .. } = &call.kind else { return Ok(false) };
        Ok(args.iter().map(local_below).collect::<Vec<_>>() == params)
    }

    /// A foreign impl of a trait of the language, or of one with a specification in this crate, counts as one only when all of
    /// its functions are specified.
    /// A bound on the trait promises all its functions, so one that is not described would be promised for nothing.
    fn whole_impl(&mut self, of: &tree::Function, span: Span) -> Result<()> {
        let (Some((trait_, _)), Some(parent)) = (of.trait_method, of.def.parent) else { return Ok(()) };
        let parent = self.entry(parent)?;
        let Item::Impl(parent) = &parent.item else { return Ok(()) };
        let functions = self.functions_in(&parent.items)?;
        let promised = if self.is_external(trait_)? {
            self.specified_here(trait_)?
        } else {
            functions.iter().map(|(name, _)| name.clone()).collect()
        };
        for name in promised {
            let member = functions.iter().find(|(of, _)| *of == name);
            if member.map(|(_, id)| self.specification_of(*id)).transpose()?.flatten().is_none() {
                let text = format!(
                    "using assume_specification for this function requires you to specify all other functions for the \
                     same trait impl, but the method `{name}` is missing"
                );
                return fail(Language::ExternalSpec, text, span);
            }
        }
        Ok(())
    }

    /// The functions among items, with their names.
    fn functions_in(&mut self, items: &[DefId]) -> Result<Vec<(String, DefId)>> {
        let mut found = Vec::new();
        for id in items {
            let member = self.entry(*id)?;
            if matches!(member.item, Item::Function(_)) {
                found.push((member.def().name.clone(), *id));
            }
        }
        Ok(found)
    }

    /// The functions that run of a trait from outside that this crate specifies. The library is trusted with what it leaves out.
    fn specified_here(&mut self, trait_: DefId) -> Result<Vec<String>> {
        let proxy = self.trait_proxy(trait_)?.filter(|proxy| self.tree.is_local(*proxy) && !self.verifies_library());
        let Some(proxy) = proxy else { return Ok(Vec::new()) };
        let entry = self.entry(proxy)?;
        let Item::Trait(item) = &entry.item else { return Ok(Vec::new()) };
        let mut names = Vec::new();
        for (name, id) in self.functions_in(&item.items)? {
            // The hidden functions that hold contracts are no functions of the trait.
            if self.entry(id)?.attrs.spec_of.is_none() && self.mode_of(id)? == Mode::Exec {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// The impl's function that a path to a trait's function means with these arguments. Errs where it means those of
    /// many impls: one contract cannot be right for all of them.
    /// `assume_specification [ <T as Clone>::clone ]` with a parameter `T` is such an error; `<u8 as Clone>::clone`
    /// is one function.
    pub(crate) fn impl_function(&mut self, def: DefId, args: &[Ty], at: DefId, span: Span) -> Result<(DefId, Vec<Ty>)> {
        let entry = self.entry(def)?;
        let Item::Function(tree::Function { trait_method: Some((trait_, _)), is_trait_decl: true, .. }) = &entry.item
        else {
            return Ok((def, args.to_vec()));
        };
        let count = match &self.entry(*trait_)?.item {
            Item::Trait(item) => item.generics.params.len(),
            _ => args.len(),
        };
        let of_trait = args.get(..count).unwrap_or(args);
        let Some((found, mut impl_args)) = self.tree.find_impl(*trait_, of_trait, at) else {
            let text = "assume_specification cannot be used to specify generic specifications of trait methods; consider \
                        using external_trait_specification instead";
            return fail(Language::ExternalSpec, text, span);
        };
        let of = self.entry(found)?;
        let Item::Impl(of) = &of.item else { return Ok((def, args.to_vec())) };
        for item in &of.items {
            if let Item::Function(tree::Function { trait_method: Some((_, declared)), .. }) = &self.entry(*item)?.item
                && *declared == def
            {
                impl_args.extend(args.get(count..).unwrap_or_default().iter().cloned());
                return Ok((*item, impl_args));
            }
        }
        fail(Language::ExternalSpec, "assume_specification for a provided trait method is not supported", span)
    }
}
