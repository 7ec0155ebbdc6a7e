//! Items.
//!
//! ```text
//! pub open spec fn f(x: int) -> int { e }  ->  pub fn f(_: Infallible) -> ! { .. }     (a stub, see `stub`)
//! broadcast group g { a, b }               ->  a stub
//! broadcast use a;                         ->  nothing
//! assume_specification[p](..);             ->  nothing
//! global size_of T == n;                   ->  const _: () = assert!(size_of::<T>() == n);
//! ghost struct S { x: int }                ->  struct S { x: int }
//! struct S { x: u8, ghost g: int }         ->  struct S { x: u8, g: PhantomData<int> }
//! ```
//!
//! Members of traits and impls that exist in specifications only are left out: no import names them.

use super::{Eraser, hidden_type, stub};
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use verus_syn::{
    Attribute, Block, Ensures, Expr, FnMode, Global, GlobalInner, ImplItem, Item, ItemImpl, ItemTrait, Publish, Stmt,
    Token, TraitItem, Type, token,
};

/// What a constant has that Rust does not.
struct Constant<'a> {
    publish: &'a mut Publish,
    ensures: &'a mut Option<Ensures>,
    block: &'a mut Option<Box<Block>>,
    expr: &'a mut Option<Box<Expr>>,
    eq_token: &'a mut Option<Token![=]>,
    semi_token: &'a mut Option<Token![;]>,
}

/// Whether a constant of this mode, with attributes of these names, exists at run time.
fn runs(mode: &mut FnMode, names: &[String]) -> bool {
    let mode = std::mem::replace(mode, FnMode::Default);
    let legacy = names.iter().any(|name| name == "spec" || name == "proof");
    matches!(mode, FnMode::Exec(_)) || (matches!(mode, FnMode::Default) && !legacy)
}

/// Whether an item only specifies code that is elsewhere.
fn describes(names: &[String]) -> bool {
    let of = ["external_type_specification", "external_trait_specification", "external_fn_specification"];
    names.iter().any(|name| of.contains(&name.split('(').next().unwrap_or_default()))
}

impl Eraser {
    /// Erases an item, and appends the rest to `out`.
    pub(super) fn item(&mut self, mut item: Item, out: &mut Vec<Item>) {
        for more in crate::logical_atomicity::written_out(&mut self.rewriter, &mut item, true) {
            self.item(more, out);
        }
        match &mut item {
            Item::Fn(function) => {
                if let Some(kept) = self.free_function(function) {
                    out.push(kept);
                }
                return;
            }
            Item::Struct(s) => {
                let kept = hidden_type(&s.attrs, &s.vis, &s.ident);
                if describes(&self.attrs(&mut s.attrs)) {
                    out.push(Item::Verbatim(kept));
                    return self.ghost(&item);
                }
                self.data(&mut s.attrs, &mut s.mode, std::iter::once(&mut s.fields));
                visit_mut::visit_item_struct_mut(self, s);
            }
            Item::Enum(e) => {
                self.attrs(&mut e.attrs);
                e.attrs.retain(|attr| attr.path().segments.last().is_none_or(|s| s.ident != "is_variant"));
                e.variants.iter_mut().for_each(|variant| drop(self.attrs(&mut variant.attrs)));
                self.data(&mut e.attrs, &mut e.mode, e.variants.iter_mut().map(|variant| &mut variant.fields));
                visit_mut::visit_item_enum_mut(self, e);
            }
            Item::Impl(i) => self.item_impl(i),
            Item::Trait(t) => {
                let kept = hidden_type(&t.attrs, &t.vis, &t.ident);
                let names = self.attrs(&mut t.attrs);
                if describes(&names) {
                    out.push(Item::Verbatim(kept));
                    // The traits that go with the description can be named, and so stay.
                    let traits = crate::extensions::erased_traits(t, &names);
                    self.ghost(&item);
                    return out.extend(traits);
                }
                self.item_trait(t);
            }
            Item::Mod(m) => {
                self.attrs(&mut m.attrs);
                if let Some((_, items)) = &mut m.content {
                    for item in std::mem::take(items) {
                        self.item(item, items);
                    }
                }
            }
            Item::Const(_) | Item::Static(_) => {
                if let Some(stub) = self.free_constant(&mut item) {
                    self.ghost(&item);
                    return out.push(Item::Verbatim(stub));
                }
            }
            Item::BroadcastGroup(group) => {
                let kept = stub(&group.attrs, &group.vis, &group.ident);
                self.ghost(&item);
                return out.push(Item::Verbatim(kept));
            }
            Item::BroadcastUse(_) | Item::AssumeSpecification(_) => return self.ghost(&item),
            Item::Global(global) => item = Item::Verbatim(self.global(global)),
            Item::Use(u) => {
                self.attrs(&mut u.attrs);
                // What only specifications use is not used when they are gone.
                let span = u.use_token.span;
                u.attrs.push(verus_syn::parse_quote_spanned!(span=> #[allow(unused_imports)]));
            }
            Item::Macro(m) => drop(self.attrs(&mut m.attrs)),
            Item::ExternCrate(e) => drop(self.attrs(&mut e.attrs)),
            Item::ForeignMod(f) => drop(self.attrs(&mut f.attrs)),
            Item::Type(t) => {
                self.attrs(&mut t.attrs);
                visit_mut::visit_item_type_mut(self, t);
            }
            Item::Union(u) => {
                self.attrs(&mut u.attrs);
                visit_mut::visit_item_union_mut(self, u);
            }
            _ => visit_mut::visit_item_mut(self, &mut item),
        }
        out.push(item);
    }

    /// A constant of a module or a block; its stub when it is a specification.
    fn free_constant(&mut self, item: &mut Item) -> Option<TokenStream> {
        let (attrs, mode, vis, name, ty, parts) = match item {
            Item::Const(c) => {
                let parts = Constant {
                    publish: &mut c.publish,
                    ensures: &mut c.ensures,
                    block: &mut c.block,
                    expr: &mut c.expr,
                    eq_token: &mut c.eq_token,
                    semi_token: &mut c.semi_token,
                };
                (&mut c.attrs, &mut c.mode, &c.vis, &c.ident, &mut c.ty, parts)
            }
            Item::Static(c) => {
                let parts = Constant {
                    publish: &mut c.publish,
                    ensures: &mut c.ensures,
                    block: &mut c.block,
                    expr: &mut c.expr,
                    eq_token: &mut c.eq_token,
                    semi_token: &mut c.semi_token,
                };
                (&mut c.attrs, &mut c.mode, &c.vis, &c.ident, &mut c.ty, parts)
            }
            _ => return None,
        };
        let names = self.attrs(attrs);
        if !runs(mode, &names) {
            return Some(stub(attrs, vis, name));
        }
        self.constant(parts);
        self.visit_type_mut(ty);
        None
    }

    /// An `impl`, member by member.
    fn item_impl(&mut self, item: &mut ItemImpl) {
        self.attrs(&mut item.attrs);
        self.visit_generics_mut(&mut item.generics);
        if let Some((_, path, _)) = &mut item.trait_ {
            self.visit_path_mut(path);
        }
        self.visit_type_mut(&mut item.self_ty);
        let outer = std::mem::replace(&mut self.own, super::fields::name_of(&item.self_ty));
        for mut member in std::mem::take(&mut item.items) {
            let kept = match &mut member {
                ImplItem::Fn(f) => {
                    let bodiless = f.semi_token.take().map(|t| t.span);
                    self.function(&mut f.attrs, &mut f.sig, Some(&mut f.block), bodiless)
                }
                ImplItem::Const(c) => {
                    let names = self.attrs(&mut c.attrs);
                    let runs = runs(&mut c.mode, &names);
                    if runs {
                        let parts = Constant {
                            publish: &mut c.publish,
                            ensures: &mut c.ensures,
                            block: &mut c.block,
                            expr: &mut c.expr,
                            eq_token: &mut c.eq_token,
                            semi_token: &mut c.semi_token,
                        };
                        self.constant(parts);
                        self.visit_type_mut(&mut c.ty);
                    }
                    runs
                }
                ImplItem::BroadcastGroup(_) => false,
                ImplItem::Type(t) => {
                    self.attrs(&mut t.attrs);
                    self.visit_type_mut(&mut t.ty);
                    true
                }
                ImplItem::Macro(m) => {
                    self.attrs(&mut m.attrs);
                    true
                }
                _ => true,
            };
            if kept {
                item.items.push(member);
            } else {
                self.ghost(&member);
            }
        }
        self.own = outer;
    }

    /// A trait, member by member.
    fn item_trait(&mut self, item: &mut ItemTrait) {
        self.visit_generics_mut(&mut item.generics);
        item.supertraits.iter_mut().for_each(|bound| self.visit_type_param_bound_mut(bound));
        for mut member in std::mem::take(&mut item.items) {
            let kept = match &mut member {
                TraitItem::Fn(f) => {
                    let kept = self.function(&mut f.attrs, &mut f.sig, f.default.as_mut(), None);
                    if kept && f.default.is_none() {
                        super::functions::declare_only(&mut f.sig);
                    }
                    kept
                }
                TraitItem::Const(c) => {
                    let names = self.attrs(&mut c.attrs);
                    c.publish = Publish::Default;
                    self.visit_type_mut(&mut c.ty);
                    let runs = runs(&mut c.mode, &names);
                    if let (true, Some((_, e))) = (runs, &mut c.default) {
                        self.visit_expr_mut(e);
                    }
                    runs
                }
                TraitItem::Type(t) => {
                    self.attrs(&mut t.attrs);
                    visit_mut::visit_trait_item_type_mut(self, t);
                    true
                }
                TraitItem::Macro(m) => {
                    self.attrs(&mut m.attrs);
                    true
                }
                _ => true,
            };
            if kept {
                item.items.push(member);
            } else {
                self.ghost(&member);
            }
        }
    }

    /// A constant that exists at run time: its value without the postcondition.
    fn constant(&mut self, parts: Constant<'_>) {
        *parts.publish = Publish::Default;
        if let Some(ensures) = parts.ensures.take() {
            self.ghost(&ensures.exprs);
        }
        if let Some(e) = parts.expr {
            self.visit_expr_mut(e);
        }
        let Some(mut block) = parts.block.take() else { return };
        self.visit_block_mut(&mut block);
        let close = block.brace_token.span.close();
        // Braces that the language wants and Rust does not, of which rustc would warn.
        let value = match &mut block.stmts[..] {
            [Stmt::Expr(value, None)] => value.clone(),
            _ => Expr::Block(verus_syn::ExprBlock { attrs: Vec::new(), label: None, block: *block }),
        };
        *parts.expr = Some(Box::new(value));
        *parts.eq_token = Some(token::Eq(close));
        *parts.semi_token = Some(token::Semi(close));
    }

    /// What the verifier took for granted about the layout of a type is checked where the program is compiled.
    fn global(&mut self, global: &mut Global) -> TokenStream {
        let span = global.global_token.span;
        self.attrs(&mut global.attrs);
        let text = |ty: &Type, what: &str| {
            let ty = crate::text::text_of(ty.to_token_stream());
            format!("the {what} of `{ty}` is not the one that the program was verified for")
        };
        let check = |ty: &Type, what: &str, function: TokenStream, value: TokenStream| {
            let message = text(ty, what);
            quote_spanned!(span=> const _: () = ::core::assert!(::core::mem::#function::<#ty>() == #value, #message);)
        };
        match &mut global.inner {
            GlobalInner::SizeOf(g) => {
                self.visit_type_mut(&mut g.type_);
                check(&g.type_, "size", quote_spanned!(span=> size_of), g.expr_lit.to_token_stream())
            }
            GlobalInner::Layout(g) => {
                self.visit_type_mut(&mut g.type_);
                let mut out = check(&g.type_, "size", quote_spanned!(span=> size_of), g.size.2.to_token_stream());
                if let Some((_, _, _, align)) = &g.align {
                    let align = align.to_token_stream();
                    out.extend(check(&g.type_, "alignment", quote_spanned!(span=> align_of), align));
                }
                out
            }
        }
    }

    /// Erases a type: it loses its modes, and its ghost fields get size 0 if the type exists at run time.
    fn data<'f>(
        &mut self,
        attrs: &mut Vec<Attribute>,
        mode: &mut verus_syn::DataMode,
        fields: impl Iterator<Item = &'f mut verus_syn::Fields>,
    ) {
        use verus_syn::DataMode;
        let mode = std::mem::replace(mode, DataMode::Default);
        let keyword = match &mode {
            DataMode::Ghost(m) => Some(m.ghost_token.span),
            DataMode::Tracked(m) => Some(m.tracked_token.span),
            DataMode::Exec(_) | DataMode::Default => None,
        };
        if let Some(span) = keyword {
            super::warnings::allow_dead_code(attrs, span);
        }
        for field in fields.flat_map(|fields| fields.iter_mut()) {
            let is_ghost = super::fields::is_ghost(field);
            self.attrs(&mut field.attrs);
            let mode = std::mem::replace(&mut field.mode, DataMode::Default);
            if let (true, None) = (is_ghost, keyword) {
                self.ghost(&mode);
                let (ty, span) = (&field.ty, verus_syn::spanned::Spanned::span(&field.ty));
                field.ty = Type::Verbatim(quote_spanned!(span=> ::core::marker::PhantomData<#ty>));
            }
        }
    }
}
