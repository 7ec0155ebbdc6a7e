//! Exec items that specifications may name, and the spec items that they then mean (`when_used_as_spec`, reference page
//! `reference-attributes`).
//!
//! Both have the same signature, so one may stand for the other wherever it is named. Nothing is assumed of the two:
//! a proof that they are equal is the `ensures` of the exec item.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, ConstKind, DefId, Item, Ty};
use certus_vir::Mode;

use super::visibility::at_least;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// A function or constant with generic arguments.
type Instance = (DefId, Vec<Ty>);

impl Context<'_> {
    /// The spec item that an exec function or constant means in ghost code.
    /// `#[verifier::when_used_as_spec(spec_len)] fn len(&self)` means `spec_len` in ghost code. Errs with
    /// `language/when-used-as-spec` where there is no such item, or it differs in more than its mode.
    pub(crate) fn stand_in(&mut self, exec: DefId) -> Result<Option<DefId>> {
        let entry = self.entry(exec)?;
        let Some(name) = &entry.attrs.when_used_as_spec else { return Ok(None) };
        let span = entry.def().name_span;
        let Some(found) = self.item_beside(&entry, name)? else {
            let text = format!("cannot find function referred to in when_used_as_spec: `{name}`");
            return fail(Language::WhenUsedAsSpec, text, span);
        };
        let twin = self.entry(found)?;
        let (Some(a), Some(b)) = (Signature::of(&entry.item), Signature::of(&twin.item)) else {
            return fail(Language::WhenUsedAsSpec, format!("`{name}` is not a function or constant"), span);
        };
        if a.is_function != b.is_function {
            let text = "when_used_as_spec must name a function for a function, and a constant for a constant";
            return fail(Language::WhenUsedAsSpec, text, span);
        }
        if self.stated_mode(found)? != Mode::Spec {
            return fail(Language::WhenUsedAsSpec, "when_used_as_spec must refer to a spec function", span);
        }
        if twin.attrs.prophetic.is_some() {
            let text = "when_used_as_spec cannot refer to a function whose value may depend on the future";
            return fail(Language::WhenUsedAsSpec, text, span);
        }
        match a.difference(&b) {
            None => Ok(Some(found)),
            Some(wrong) => {
                let text = format!("when_used_as_spec function should have the same {wrong}");
                fail(Language::WhenUsedAsSpec, text, span)
            }
        }
    }

    /// The spec function that a call through a trait means in ghost code, if the trait says so and the impl does not: the
    /// function of the same impl, or that of the trait, where the impl does not write it.
    pub(crate) fn stand_in_of_impl(
        &mut self,
        (declared, declared_args): (DefId, &[Ty]),
        (found, args): (DefId, &[Ty]),
    ) -> Result<Option<Instance>> {
        if declared == found || self.entry(found)?.attrs.when_used_as_spec.is_some() {
            return Ok(None);
        }
        let Some(twin) = self.stand_in(declared)? else { return Ok(None) };
        if let Some(parent) = self.entry(found)?.def().parent
            && let Item::Impl(of) = &self.entry(parent)?.item
        {
            for id in of.items.clone() {
                let Item::Function(function) = &self.entry(id)?.item else { continue };
                if function.trait_method.is_some_and(|(_, method)| method == twin) {
                    return Ok(Some((id, args.to_vec())));
                }
            }
        }
        Ok(Some((twin, declared_args.to_vec())))
    }

    /// The item of a name in the same trait or impl of a type; otherwise in the module, as items of impls of a trait
    /// are found through the trait.
    fn item_beside(&mut self, entry: &Entry, name: &str) -> Result<Option<DefId>> {
        let parent = entry.def().parent.map(|id| self.entry(id)).transpose()?;
        let items = match parent.as_ref().map(|parent| &parent.item) {
            Some(Item::Impl(of)) if of.trait_.is_none() => of.items.clone(),
            Some(Item::Trait(of)) => of.items.clone(),
            _ => return Ok(self.tree.lookup(&format!("{}::{name}", entry.def().module))),
        };
        for id in items {
            if self.entry(id)?.def().name == name {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// The mode of a function or constant. A constant without a mode is a spec item, whose value exec code may use too.
    fn stated_mode(&mut self, def: DefId) -> Result<Mode> {
        match self.entry(def)?.item {
            Item::Function(_) => self.mode_of(def),
            _ => Ok(self.const_mode(def)?.unwrap_or(Mode::Spec)),
        }
    }

    /// Errs with `language/when-used-as-spec` unless an item with that attribute is an exec one, and everyone who can
    /// name it can name the spec item.
    pub(super) fn stand_in_rules(&mut self, entry: &Entry) -> Result<()> {
        if entry.attrs.when_used_as_spec.is_none() {
            return Ok(());
        }
        let span = entry.def().name_span;
        let wrong = |text: &str| fail(Language::WhenUsedAsSpec, text, span);
        let Some(own) = Signature::of(&entry.item) else {
            return wrong("`when_used_as_spec` is for functions and constants");
        };
        let Some(twin) = self.stand_in(entry.def().id)? else { return Ok(()) };
        let other = self.entry(twin)?;
        let (Some(theirs), false) = (Signature::of(&other.item), other.attrs.external_fn_specification) else {
            return wrong("cannot find function referred to in when_used_as_spec");
        };
        if self.stated_mode(entry.def().id)? != Mode::Exec {
            return wrong("when_used_as_spec must point from an exec function to a spec function");
        }
        self.is_of_same_trait(entry, &other, span)?;
        if own.params.iter().any(|ty| matches!(ty, Ty::Ref(tree::Mutability::Mut, _))) {
            return wrong("when_used_as_spec not supported for function with &mut param");
        }
        if own.generics.params != theirs.generics.params || own.generics.clauses != theirs.generics.clauses {
            return wrong("when_used_as_spec function should have the same type bounds");
        }
        if !at_least(&other.def().visibility, &entry.def().visibility) {
            return wrong("when_used_as_spec refers to function which is more private");
        }
        Ok(())
    }

    /// Errs with `language/when-used-as-spec` unless an item that a trait declares means one that the same trait declares,
    /// and any other item means one of no trait.
    fn is_of_same_trait(&mut self, entry: &Entry, other: &Entry, span: Span) -> Result<()> {
        let declaring = |entry: &Entry| match &entry.item {
            Item::Function(f) if f.is_trait_decl => f.trait_method.map(|(trait_, _)| trait_),
            _ => None,
        };
        let text = match (declaring(entry), &other.item) {
            (Some(own), _) if declaring(other) == Some(own) => return Ok(()),
            (Some(_), _) => "when_used_as_spec on trait declaration must refer to a spec function in the same trait",
            (None, Item::Function(tree::Function { trait_method: Some(_), .. })) => {
                "when_used_as_spec must point to a non-trait spec function"
            }
            (None, _) => return Ok(()),
        };
        fail(Language::WhenUsedAsSpec, text, span)
    }
}

/// What a use of an item must agree with.
struct Signature<'i> {
    is_function: bool,
    generics: &'i tree::Generics,
    params: Vec<&'i Ty>,
    ret: &'i Ty,
}

impl<'i> Signature<'i> {
    /// The signature of a function; that of a constant has no parameters.
    fn of(item: &'i Item) -> Option<Signature<'i>> {
        match item {
            Item::Function(f) => {
                let params = f.params.iter().map(|param| &param.ty).collect();
                Some(Signature { is_function: true, generics: &f.generics, params, ret: &f.ret })
            }
            Item::Const(of) if of.kind == ConstKind::Const => {
                let (generics, params) = (&of.generics, Vec::new());
                Some(Signature { is_function: false, generics, params, ret: &of.ty })
            }
            _ => None,
        }
    }

    /// What differs between two signatures. Type parameters are compared by their position.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let renamed = |ty: &Ty, generics: &tree::Generics| {
            let own: Vec<Ty> = (0..generics.params.len()).map(|i| Ty::Param(i as u32, format!("{i}"))).collect();
            ty.subst(&own)
        };
        let params = |of: &Self| of.params.iter().map(|ty| renamed(ty, of.generics)).collect::<Vec<_>>();
        if self.generics.params.len() != other.generics.params.len() {
            Some("type bounds")
        } else if params(self) != params(other) {
            Some("parameters")
        } else if renamed(self.ret, self.generics) != renamed(other.ret, other.generics) {
            Some("return types")
        } else {
            None
        }
    }
}
