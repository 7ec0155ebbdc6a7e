//! Items other than functions.
//!
//! Most items keep their shape and lose their modes to doc strings. Those that Rust does not have become the nearest that
//! it has, marked by a doc string, so that paths in them are resolved where they stand:
//!
//! ```text
//! broadcast group g { a, b }    ->  fn g() { I::broadcast_member(a); I::broadcast_member(b); }
//! broadcast use a;              ->  const _: () = { I::broadcast_use(a); };
//! global size_of T == n;        ->  const _: () = { I::global_size_of::<T>(n); };    with size_is where T is no usize
//! assume_specification[p](..);  ->  fn __certus_assume_p(..) { headers; I::specifies(p); no_method_body() }
//! ```

use crate::Code;
use crate::emit::{Site, doc};
use crate::enums::accessors;
use crate::funcs::{Place, no_method_body};
use crate::overloads::Overloads;
use crate::placement::Spot;
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    AssumeSpecification, Attribute, Block, BroadcastUse, DataMode, Ensures, Expr, Fields, FnMode, Global, GlobalInner,
    ImplItem, Item, ItemBroadcastGroup, ItemImpl, ItemTrait, Publish, Signature, SignatureSpec, StaticMutability,
    Token, TraitItem, Type, Visibility, token,
};

/// The parts of a `const` or `static` that the language adds to.
struct ConstParts<'a> {
    attrs: &'a mut Vec<Attribute>,
    vis: &'a Visibility,
    publish: &'a mut Publish,
    mode: &'a mut FnMode,
    span: Span,
    ensures: &'a mut Option<Ensures>,
    block: &'a mut Option<Box<Block>>,
    expr: &'a mut Option<Box<Expr>>,
    eq_token: &'a mut Option<Token![=]>,
    semi_token: &'a mut Option<Token![;]>,
}

impl Rewriter {
    /// Rewrites an item, and appends the result to `out`.
    pub(crate) fn item(&mut self, mut item: Item, out: &mut Vec<Item>) {
        crate::auto_spec::write_out(self, &mut item);
        for more in crate::logical_atomicity::written_out(self, &mut item, false) {
            self.item(more, out);
        }
        if let Some(more) = crate::opaque_results::written_out(self, &mut item) {
            self.item(more, out);
        }
        for more in crate::spec_types::written_out(self, &mut item) {
            self.item(more, out);
        }
        match &mut item {
            Item::Fn(function) => self.item_fn(function),
            Item::Enum(e) => {
                let names = self.item_attrs(&mut e.attrs);
                self.data_mode(&mut e.attrs, &mut e.mode);
                for variant in &mut e.variants {
                    self.small_attrs(&mut variant.attrs, Spot::Variant);
                    self.fields(&mut variant.fields);
                }
                self.visit_item_mut(&mut item);
                if let Item::Enum(e) = &item {
                    let more = accessors(e, names.iter().any(|n| n == "is_variant"));
                    out.push(item);
                    out.extend(more);
                }
                return;
            }
            Item::Struct(s) => {
                let names = self.item_attrs(&mut s.attrs);
                if names.iter().any(|n| n == "external_type_specification") {
                    self.proxy_lifetimes(s);
                }
                self.data_mode(&mut s.attrs, &mut s.mode);
                self.fields(&mut s.fields);
                self.visit_item_mut(&mut item);
            }
            Item::Union(u) => {
                self.item_attrs(&mut u.attrs);
                self.visit_item_mut(&mut item);
            }
            Item::Impl(i) => {
                let operators = Overloads::of(i);
                self.item_impl(i);
                out.extend(operators.impls(i));
            }
            Item::Trait(t) => {
                let names = self.item_trait(t);
                out.extend(crate::extensions::traits(t, &names));
            }
            Item::Mod(m) => {
                self.item_attrs(&mut m.attrs);
                if let Some((_, items)) = &mut m.content {
                    self.about(&m.attrs, |this| {
                        for item in std::mem::take(items) {
                            this.item(item, items);
                        }
                    });
                }
            }
            Item::Const(_) | Item::Static(_) => self.constant(&mut item),
            Item::Global(global) => item = Item::Verbatim(self.global(global)),
            Item::BroadcastUse(uses) => item = Item::Verbatim(self.broadcast_use(uses)),
            Item::BroadcastGroup(g) => item = Item::Verbatim(self.broadcast_group(g)),
            Item::AssumeSpecification(a) => item = Item::Verbatim(self.assume_specification(a)),
            Item::Macro(m) => self.small_attrs(&mut m.attrs, Spot::Item),
            Item::Use(u) => self.small_attrs(&mut u.attrs, Spot::Item),
            Item::ExternCrate(e) => self.small_attrs(&mut e.attrs, Spot::Item),
            Item::ForeignMod(f) => {
                self.small_attrs(&mut f.attrs, Spot::Item);
                self.visit_item_mut(&mut item);
            }
            Item::Type(t) => {
                self.small_attrs(&mut t.attrs, Spot::Item);
                self.visit_item_mut(&mut item);
            }
            _ => self.visit_item_mut(&mut item),
        }
        out.push(item);
    }

    /// `ghost` and `tracked` on a type or a field.
    fn data_mode(&mut self, attrs: &mut Vec<Attribute>, mode: &mut DataMode) {
        let (word, span) = match mode {
            DataMode::Ghost(m) => ("spec", m.ghost_token.span),
            DataMode::Tracked(m) => ("proof", m.tracked_token.span),
            DataMode::Exec(m) => ("exec", m.exec_token.span),
            DataMode::Default => return,
        };
        attrs.push(doc(&format!("certus:mode {word}"), span, false));
        *mode = DataMode::Default;
    }

    /// Modes and attributes of fields.
    fn fields(&mut self, fields: &mut Fields) {
        for field in fields.iter_mut() {
            let names = self.item_attrs(&mut field.attrs);
            let span = field.ty.span();
            let legacy = names.iter().find_map(|name| match name.as_str() {
                "spec" | "ghost" => Some("spec"),
                "proof" | "tracked" => Some("proof"),
                "exec" => Some("exec"),
                _ => None,
            });
            if let Some(word) = legacy {
                field.attrs.push(doc(&format!("certus:mode {word}"), span, false));
            }
            self.data_mode(&mut field.attrs, &mut field.mode);
        }
    }

    /// An `impl`, member by member.
    fn item_impl(&mut self, item: &mut ItemImpl) {
        self.item_attrs(&mut item.attrs);
        self.visit_generics_mut(&mut item.generics);
        if let Some((_, path, _)) = &mut item.trait_ {
            self.visit_path_mut(path);
        }
        self.visit_type_mut(&mut item.self_ty);
        let attrs = std::mem::take(&mut item.attrs);
        self.about(&attrs, |this| this.impl_members(item));
        item.attrs = attrs;
    }

    /// The members of an `impl`.
    fn impl_members(&mut self, item: &mut ItemImpl) {
        let place = if item.trait_.is_some() { Place::TraitImpl } else { Place::Free };
        for member in &mut item.items {
            match member {
                ImplItem::Fn(f) => {
                    let semi = f.semi_token.take().map(|t| t.span);
                    self.function(&mut f.attrs, &f.vis, &mut f.sig, &mut f.block, semi, place);
                }
                ImplItem::Const(c) => {
                    let parts = ConstParts {
                        attrs: &mut c.attrs,
                        vis: &c.vis,
                        publish: &mut c.publish,
                        mode: &mut c.mode,
                        span: c.const_token.span,
                        ensures: &mut c.ensures,
                        block: &mut c.block,
                        expr: &mut c.expr,
                        eq_token: &mut c.eq_token,
                        semi_token: &mut c.semi_token,
                    };
                    self.const_parts(parts, place);
                    self.visit_type_mut(&mut c.ty);
                }
                ImplItem::BroadcastGroup(g) => *member = ImplItem::Verbatim(self.broadcast_group(g)),
                ImplItem::Type(t) => {
                    self.small_attrs(&mut t.attrs, Spot::AssocType);
                    self.visit_type_mut(&mut t.ty);
                }
                ImplItem::Macro(m) => self.small_attrs(&mut m.attrs, Spot::Item),
                _ => {}
            }
        }
    }

    /// Rewrites a trait; the names of its attributes.
    fn item_trait(&mut self, item: &mut ItemTrait) -> Vec<String> {
        let names = self.item_attrs(&mut item.attrs);
        self.visit_generics_mut(&mut item.generics);
        for bound in &mut item.supertraits {
            self.visit_type_param_bound_mut(bound);
        }
        for member in std::mem::take(&mut item.items) {
            match member {
                TraitItem::Fn(f) => self.trait_fn(f, &mut item.items),
                TraitItem::Const(mut c) => {
                    self.item_attrs(&mut c.attrs);
                    let span = c.const_token.span;
                    let code = self.const_mode(&mut c.attrs, &mut c.mode, span);
                    self.publish(&mut c.attrs, &mut c.publish, &Visibility::Inherited, true, Place::Trait);
                    self.visit_type_mut(&mut c.ty);
                    if let Some((_, e)) = &mut c.default {
                        self.within(code, |this| this.visit_expr_mut(e));
                    }
                    item.items.push(TraitItem::Const(c));
                }
                TraitItem::Type(mut t) => {
                    self.small_attrs(&mut t.attrs, Spot::AssocType);
                    visit_mut::visit_trait_item_type_mut(self, &mut t);
                    item.items.push(TraitItem::Type(t));
                }
                TraitItem::Macro(mut m) => {
                    self.small_attrs(&mut m.attrs, Spot::Item);
                    item.items.push(TraitItem::Macro(m));
                }
                other => item.items.push(other),
            }
        }
        names
    }

    /// A `const` or `static` outside an `impl`.
    fn constant(&mut self, item: &mut Item) {
        let (parts, ty) = match item {
            Item::Const(c) => (
                ConstParts {
                    attrs: &mut c.attrs,
                    vis: &c.vis,
                    publish: &mut c.publish,
                    mode: &mut c.mode,
                    span: c.const_token.span,
                    ensures: &mut c.ensures,
                    block: &mut c.block,
                    expr: &mut c.expr,
                    eq_token: &mut c.eq_token,
                    semi_token: &mut c.semi_token,
                },
                &mut c.ty,
            ),
            Item::Static(c) => {
                if let StaticMutability::Mut(keyword) = &c.mutability {
                    let message = "static mut is not supported (Verus does not support 'static mut')";
                    self.error(keyword.span, Language::StaticMut, message);
                }
                (
                    ConstParts {
                        attrs: &mut c.attrs,
                        vis: &c.vis,
                        publish: &mut c.publish,
                        mode: &mut c.mode,
                        span: c.static_token.span,
                        ensures: &mut c.ensures,
                        block: &mut c.block,
                        expr: &mut c.expr,
                        eq_token: &mut c.eq_token,
                        semi_token: &mut c.semi_token,
                    },
                    &mut c.ty,
                )
            }
            _ => return,
        };
        self.const_parts(parts, Place::Free);
        self.visit_type_mut(ty);
    }

    /// The kind of code of the value. A written mode becomes a doc string.
    fn const_mode(&mut self, attrs: &mut Vec<Attribute>, mode: &mut FnMode, span: Span) -> Code {
        let word = match mode {
            FnMode::Spec(_) | FnMode::SpecChecked(_) => "spec",
            FnMode::Proof(_) | FnMode::ProofAxiom(_) => "proof",
            FnMode::Exec(_) => "exec",
            FnMode::Default => return Code::Exec,
        };
        attrs.push(doc(&format!("certus:mode {word}"), span, false));
        *mode = FnMode::Default;
        if word == "exec" { Code::Exec } else { Code::Ghost }
    }

    /// The parts of a constant other than its type. A value with a postcondition becomes a block that begins with it.
    fn const_parts(&mut self, parts: ConstParts<'_>, place: Place) {
        let names = self.item_attrs(parts.attrs);
        let legacy = names.iter().any(|name| name == "spec");
        let code = match self.const_mode(parts.attrs, parts.mode, parts.span) {
            Code::Exec if legacy => Code::Ghost,
            code => code,
        };
        self.publish(parts.attrs, parts.publish, parts.vis, true, place);
        if let Some(e) = parts.expr {
            self.within(code, |this| this.visit_expr_mut(e));
        }
        let Some(block) = parts.block else { return };
        self.within(code, |this| this.visit_block_mut(block));
        let close = block.brace_token.span.close();
        if let Some(mut ensures) = parts.ensures.take() {
            let header = self.ensures(&mut ensures, Some(TokenStream::new()));
            block.stmts.splice(0..0, header);
        }
        let block = parts.block.take();
        *parts.expr = block
            .map(|block| Box::new(Expr::Block(verus_syn::ExprBlock { attrs: Vec::new(), label: None, block: *block })));
        *parts.eq_token = Some(token::Eq(parts.span));
        *parts.semi_token = Some(token::Semi(close));
    }

    /// `global size_of T == n;` as a constant that is never read.
    fn global(&mut self, global: &mut Global) -> TokenStream {
        self.item_attrs(&mut global.attrs);
        let (first, last) = (global.global_token.span, global.semi.span);
        let site = Site::from_to(first, last);
        let mark = doc("certus:global", first, false);
        let call = match &mut global.inner {
            GlobalInner::SizeOf(g) => {
                let name = if is_pointer(&g.type_) { Known::GlobalSizeOf } else { Known::SizeIs };
                self.visit_type_mut(&mut g.type_);
                site.call_with(name, g.type_.to_token_stream(), g.expr_lit.to_token_stream())
            }
            GlobalInner::Layout(g) => {
                let is_pointer = is_pointer(&g.type_);
                self.visit_type_mut(&mut g.type_);
                let size = g.size.2.to_token_stream();
                let (name, args) = match &g.align {
                    Some((_, _, _, align)) => {
                        let name = if is_pointer { Known::GlobalLayout } else { Known::LayoutIs };
                        (name, crate::emit::pair(size, align.to_token_stream(), first))
                    }
                    None if is_pointer => (Known::GlobalSizeOf, size),
                    None => (Known::SizeIs, size),
                };
                site.call_with(name, g.type_.to_token_stream(), args)
            }
        };
        let attrs = &global.attrs;
        quote_spanned!(first=> #(#attrs)* #mark const _: () = { #call; };)
    }

    /// `broadcast use` of a module.
    fn broadcast_use(&mut self, uses: &mut BroadcastUse) -> TokenStream {
        self.item_attrs(&mut uses.attrs);
        let first = uses.broadcast_use_tokens.0.span;
        let calls = self.broadcast_paths(Known::BroadcastUse, first, uses.paths.iter_mut());
        let (attrs, mark) = (&uses.attrs, doc("certus:broadcast_use", first, false));
        quote_spanned!(first=> #(#attrs)* #mark const _: () = { #(#calls)* };)
    }

    /// A broadcast group as a function that names its members.
    fn broadcast_group(&mut self, group: &mut ItemBroadcastGroup) -> TokenStream {
        self.item_attrs(&mut group.attrs);
        let first = group.broadcast_group_tokens.0.span;
        let calls = self.broadcast_paths(Known::BroadcastMember, first, group.paths.iter_mut());
        let (attrs, vis, name) = (&group.attrs, &group.vis, &group.ident);
        let mark = doc("certus:broadcast_group", first, false);
        quote_spanned!(first=> #(#attrs)* #mark #vis fn #name() { #(#calls)* })
    }

    /// `assume_specification[path](args) -> R clauses;` as a function with a name made from the path; without
    /// parameters it is about a constant.
    fn assume_specification(&mut self, item: &mut AssumeSpecification) -> TokenStream {
        let keyword = item.assume_specification.span;
        let mut path =
            Expr::Path(verus_syn::ExprPath { attrs: Vec::new(), qself: item.qself.clone(), path: item.path.clone() });
        let name = generated_name(&path, keyword);
        visit_mut::visit_expr_mut(self, &mut path);
        let (paren_token, inputs) = item.inputs.take().unwrap_or_default();
        let mut sig = Signature {
            publish: Publish::Default,
            constness: None,
            asyncness: None,
            unsafety: None,
            abi: None,
            broadcast: None,
            mode: FnMode::Default,
            fn_token: token::Fn(keyword),
            ident: name,
            generics: item.generics.clone(),
            paren_token,
            inputs,
            variadic: None,
            output: item.output.clone(),
            spec: SignatureSpec {
                prover: None,
                atomic_spec: None,
                requires: item.requires.take(),
                recommends: None,
                ensures: item.ensures.take(),
                default_ensures: item.default_ensures.take(),
                returns: item.returns.take(),
                decreases: None,
                invariants: item.invariants.take(),
                unwind: item.unwind.take(),
                with: None,
            },
        };
        crate::opaque_results::name_results(&mut sig, None);
        let mut stmts = Vec::new();
        let close = item.semi.span;
        let mut attrs = std::mem::take(&mut item.attrs);
        let front = self.signature(&mut attrs, &item.vis, &mut sig, Place::Assumed);
        stmts.extend(front.into_stmts());
        let specifies = Site { first: keyword, op: keyword, last: spans::last(&path) };
        stmts.push(specifies.call_stmt(Known::Specifies, path.to_token_stream()));
        stmts.push(no_method_body(close));
        let (vis, mark) = (&item.vis, doc("certus:assume_specification", keyword, false));
        let body = crate::emit::group(
            proc_macro2::Delimiter::Brace,
            keyword,
            close,
            stmts.iter().map(ToTokens::to_token_stream).collect(),
        );
        quote_spanned!(keyword=> #(#attrs)* #mark #vis #sig #body)
    }
}

/// A generated name that identifies the function, and is the same in every run.
fn generated_name(path: &Expr, span: Span) -> Ident {
    let text = path.to_token_stream().to_string();
    let mut name = String::from("__certus_assume_");
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            name.push(c);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    Ident::new(&name, span)
}

/// Whether a type has the size of an address, so that its size on this machine says nothing about the target.
fn is_pointer(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.qself.is_none() && (path.path.is_ident("usize") || path.path.is_ident("isize"))
}
