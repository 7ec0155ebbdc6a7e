//! The items of a program: what can be run, and what its contracts speak of.

use super::probes::{Probe, probes};
use std::collections::HashMap;
use std::rc::Rc;
use verus_syn::{
    Attribute, Expr, Fields, File, FnMode, Generics, ImplItem, Item, ItemImpl, Pat, Signature, Type, UseTree,
    Visibility,
};

/// A function of the language: one that runs, or a specification with its body.
pub struct Function {
    /// How code at the root of the program names it, without type arguments.
    pub path: String,
    /// The type whose `impl` it stands in, and the parameters of that.
    pub owner: Option<(Type, Generics)>,
    pub sig: Signature,
    pub attrs: Vec<Attribute>,
    pub body: Option<verus_syn::Block>,
    /// Whether code at the root of the program can name it.
    pub visible: bool,
}

/// A type of a program: its variants, of which a struct has one with its own name.
pub struct Definition {
    pub name: String,
    pub generics: Generics,
    pub variants: Vec<(String, Fields)>,
    pub is_enum: bool,
    /// Whether values of it exist where the program runs.
    pub runs: bool,
    pub visible: bool,
}

/// What a program declares. A name that two modules declare has two entries, and is then not used.
#[derive(Default)]
pub struct Program {
    pub place: String,
    pub text: String,
    pub runs: Vec<Rc<Function>>,
    pub specs: HashMap<String, Vec<Rc<Function>>>,
    pub methods: HashMap<(String, String), Vec<Rc<Function>>>,
    pub types: HashMap<String, Vec<Rc<Definition>>>,
    pub aliases: HashMap<String, Vec<Type>>,
    pub consts: HashMap<String, Vec<Expr>>,
    /// Whether it declares functions of other languages, which nobody defines.
    pub foreign: bool,
    /// The modules that names are imported from.
    imports: HashMap<String, String>,
    pub probes: Vec<Probe>,
}

/// The types of the standard library that are read and written like those of a program.
const STANDARD: &str = "pub enum Option<T> { None, Some(T) } pub enum Result<T, E> { Ok(T), Err(E) } \
                        pub enum Ordering { Less, Equal, Greater }";

impl Program {
    /// The items of a program in its `verus!` blocks; nothing if it cannot be read.
    pub fn read(place: &str, text: &str) -> Option<Program> {
        let mut program = Program { place: place.into(), text: text.into(), ..Program::default() };
        let file = verus_syn::parse_file(text).ok()?;
        for item in file.items {
            if let Item::Macro(item) = &item
                && item.mac.path.is_ident("verus")
            {
                let file: File = verus_syn::parse2(item.mac.tokens.clone()).ok()?;
                program.items(file.items, "", true);
            } else if let Item::ForeignMod(_) = item {
                program.foreign = true;
            } else if let Item::Use(item) = item {
                program.import("", &item.tree);
            }
        }
        let standard: File = verus_syn::parse_str(STANDARD).ok()?;
        for item in standard.items {
            if let Item::Enum(item) = &item
                && !program.types.contains_key(&item.ident.to_string())
                && !program.imports_another(&item.ident.to_string())
            {
                program.items(vec![Item::Enum(item.clone())], "::std::", true);
            }
        }
        program.probes = probes(&program);
        Some(program)
    }

    /// Notes where an import takes its names from: the last module before each.
    fn import(&mut self, module: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.import(&path.ident.to_string(), &path.tree),
            UseTree::Name(name) => drop(self.imports.insert(name.ident.to_string(), module.into())),
            UseTree::Rename(name) => drop(self.imports.insert(name.rename.to_string(), module.into())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(module, tree)),
            UseTree::Glob(_) => {}
        }
    }

    /// Whether a name of [`STANDARD`] is that of another type here, as `Ordering` of `sync::atomic`.
    fn imports_another(&self, name: &str) -> bool {
        self.imports.get(name).is_some_and(|module| !["cmp", "option", "result"].contains(&module.as_str()))
    }

    /// The one entry that has a name.
    pub fn only<'a, K: std::hash::Hash + Eq, T>(table: &'a HashMap<K, Vec<T>>, key: &K) -> Option<&'a T> {
        table.get(key).filter(|found| found.len() == 1)?.first()
    }

    fn items(&mut self, items: Vec<Item>, module: &str, visible: bool) {
        for item in items {
            self.item(item, module, visible);
        }
    }

    fn item(&mut self, item: Item, module: &str, visible: bool) {
        // Code at the root sees its own private items, and of modules what is public.
        let seen = |vis: &Visibility| visible && (module.is_empty() || !matches!(vis, Visibility::Inherited));
        match item {
            Item::Fn(item) => {
                let path = format!("{module}{}", item.sig.ident);
                let visible = seen(&item.vis);
                let body = (item.semi_token.is_none()).then_some(*item.block);
                self.function(Function { path, owner: None, sig: item.sig, attrs: item.attrs, body, visible });
            }
            Item::Struct(item) => {
                let whole = !item.fields.iter().any(|field| has_condition(&field.attrs));
                let runs = runs(&item.mode) && !is_external(&item.attrs) && whole;
                let variants = vec![(item.ident.to_string(), item.fields)];
                let visible = seen(&item.vis) && module.is_empty();
                let name = item.ident.to_string();
                let def = Definition { name, generics: item.generics, variants, is_enum: false, runs, visible };
                self.types.entry(def.name.clone()).or_default().push(Rc::new(def));
            }
            Item::Enum(item) => {
                let runs = runs(&item.mode) && !is_external(&item.attrs);
                let variants = item.variants.into_iter().map(|v| (v.ident.to_string(), v.fields)).collect();
                let visible = seen(&item.vis);
                let name = item.ident.to_string();
                let def = Definition { name, generics: item.generics, variants, is_enum: true, runs, visible };
                self.types.entry(def.name.clone()).or_default().push(Rc::new(def));
            }
            Item::Type(item) => self.aliases.entry(item.ident.to_string()).or_default().push(*item.ty),
            Item::Const(item) => {
                if let Some(expr) = item.expr {
                    self.consts.entry(item.ident.to_string()).or_default().push(*expr);
                }
            }
            Item::ForeignMod(_) => self.foreign = true,
            Item::Use(item) => self.import("", &item.tree),
            Item::Impl(item) => self.methods_of(item, module.is_empty()),
            Item::Mod(item) => {
                let visible = seen(&item.vis);
                if let Some((_, items)) = item.content {
                    self.items(items, &format!("{module}{}::", item.ident), visible);
                }
            }
            _ => {}
        }
    }

    fn methods_of(&mut self, item: ItemImpl, at_root: bool) {
        for part in item.items {
            match part {
                ImplItem::Fn(part) => {
                    let path = part.sig.ident.to_string();
                    let owner = Some(((*item.self_ty).clone(), item.generics.clone()));
                    let visible = at_root && item.trait_.is_none();
                    let (sig, attrs) = (part.sig, part.attrs);
                    let body = part.semi_token.is_none().then_some(part.block);
                    self.function(Function { path, owner, sig, attrs, body, visible });
                }
                ImplItem::Const(part) => {
                    let name = format!("{}::{}", name_of(&item.self_ty).unwrap_or_default(), part.ident);
                    self.consts.entry(name).or_default().extend(part.expr.map(|expr| *expr));
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, function: Function) {
        if has_condition(&function.attrs) {
            return;
        }
        let function = Rc::new(function);
        let name = function.sig.ident.to_string();
        match function.sig.mode {
            FnMode::Exec(_) | FnMode::Default => self.runs.push(function),
            FnMode::Spec(_) | FnMode::SpecChecked(_) => match &function.owner {
                Some((owner, _)) => {
                    let owner = name_of(owner).unwrap_or_default();
                    self.methods.entry((owner, name)).or_default().push(function);
                }
                None => self.specs.entry(name).or_default().push(function),
            },
            FnMode::Proof(_) | FnMode::ProofAxiom(_) => {}
        }
    }
}

/// Whether a type of this mode has values where the program runs.
fn runs(mode: &verus_syn::DataMode) -> bool {
    matches!(mode, verus_syn::DataMode::Default | verus_syn::DataMode::Exec(_))
}

fn is_external(attrs: &[Attribute]) -> bool {
    has(attrs, "external_body") || has(attrs, "external") || has(attrs, "external_type_specification")
}

/// Whether an attribute of the language with this word stands above an item.
pub fn has(attrs: &[Attribute], word: &str) -> bool {
    let text = |attr: &Attribute| quote::ToTokens::to_token_stream(attr).to_string();
    attrs.iter().any(|attr| {
        let text = text(attr);
        text.contains("verifier") && text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
    })
}

/// Whether an item or a part of it exists under a condition only.
fn has_condition(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}

/// The last name of a type's path, below references.
pub fn name_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        Type::Reference(inner) => name_of(&inner.elem),
        Type::Paren(inner) => name_of(&inner.elem),
        Type::Group(inner) => name_of(&inner.elem),
        _ => None,
    }
}

/// The variable that a pattern is.
pub fn variable(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(pat) if pat.subpat.is_none() => Some(pat.ident.to_string()),
        Pat::Type(pat) => variable(&pat.pat),
        Pat::Paren(pat) => variable(&pat.pat),
        Pat::TupleStruct(pat) if pat.elems.len() == 1 && wrapper(pat) => variable(&pat.elems[0]),
        _ => None,
    }
}

fn wrapper(pat: &verus_syn::PatTupleStruct) -> bool {
    pat.path.segments.last().is_some_and(|s| s.ident == "Ghost" || s.ident == "Tracked")
}
