//! Reading `std-api`: its modules, what is exempt, and under which path the real library has what it declares.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use verus_syn::{Attribute, Expr, Item, Lit, Meta, TraitItem, UseTree, Visibility};

/// The path of a module or an item, the crate first.
pub type Names = Vec<String>;

/// One module of `std-api`.
pub struct Module {
    /// Its path as declared.
    pub path: Names,
    /// Whether other crates can name it.
    pub public: bool,
    /// Whether its parent lets others name it.
    pub listed: bool,
    /// Where it is written.
    pub file: String,
    /// What is in it, without modules.
    pub items: Vec<Item>,
}

/// One name that a `use` brings into a module.
pub struct Import {
    /// The item, absolute and as declared.
    pub target: Names,
    /// The name that it gets; none for all names of the target.
    pub name: Option<String>,
    /// Whether it is a path of the library.
    pub public: bool,
}

/// All of `std-api`.
#[derive(Default)]
pub struct Library {
    /// Parents before their children.
    pub modules: Vec<Module>,
    /// What is exempt, with the reason given: `(where, what, why)`.
    pub exempt: Vec<(String, String, String)>,
    /// The items and modules that are exempt.
    pub internal: Vec<Names>,
    /// Edits of files.
    edits: Vec<(PathBuf, String, String)>,
    /// Public paths of items and modules whose declared path is private.
    exports: BTreeMap<Names, Names>,
}

/// The reason on a marker: `// @internal: ..` above an item, which is an attribute once it is read.
pub fn marker(attrs: &[Attribute], name: &str) -> Option<String> {
    attrs.iter().filter(|attr| attr.path().is_ident(name)).find_map(|attr| match &attr.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// The attributes of an item of any kind.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::ExternCrate(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Union(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// The name that an item declares, and whether it is public. A macro by example is a name of the crate's root.
pub fn declared(item: &Item) -> Option<(String, bool)> {
    let public = |vis: &Visibility| matches!(vis, Visibility::Public(_));
    Some(match item {
        Item::Const(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Enum(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Fn(i) => (i.sig.ident.to_string(), public(&i.vis)),
        Item::Static(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Struct(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Trait(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Type(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Union(i) => (i.ident.to_string(), public(&i.vis)),
        Item::Verbatim(tokens) => (macro_2(tokens)?, true),
        _ => return None,
    })
}

/// The name of `pub macro Name(..) {..}`.
pub fn macro_2(tokens: &proc_macro2::TokenStream) -> Option<String> {
    let words: Vec<String> = tokens.clone().into_iter().map(|token| token.to_string()).collect();
    let at = words.iter().position(|word| word == "macro")?;
    words.get(at + 1).cloned()
}

impl Library {
    /// Reads the declarations below a folder, after some edits: `(file, what is there, what is put in its place)`.
    pub fn read(root: &Path, edits: &[(&str, &str, &str)]) -> Library {
        let mut library = Library::default();
        for (file, from, to) in edits {
            library.edits.push((root.join(file), from.to_string(), to.to_string()));
        }
        for name in ["core", "alloc", "std"] {
            let dir = root.join(name);
            library.file(vec![name.to_string()], &dir.join("lib.rs"), dir.clone(), (true, true));
        }
        library.find_exports();
        library
    }

    fn file(&mut self, path: Names, file: &Path, dir: PathBuf, public: (bool, bool)) {
        let mut text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for (_, from, to) in self.edits.iter().filter(|(edited, ..)| edited == file) {
            assert!(text.contains(from), "{} does not contain `{from}`", file.display());
            text = text.replacen(from, to, 1);
        }
        let parsed = parse(file, &text);
        if let Some(why) = marker(&parsed.attrs, "internal") {
            self.exempt.push((file.display().to_string(), "the whole file".to_string(), why));
            self.internal.push(path);
            return;
        }
        self.items(path, file, dir, parsed.items, public);
    }

    fn items(&mut self, path: Names, file: &Path, dir: PathBuf, items: Vec<Item>, (public, listed): (bool, bool)) {
        let shown = file.display().to_string();
        let at = self.modules.len();
        self.modules.push(Module { path: path.clone(), public, listed, file: shown.clone(), items: Vec::new() });
        for item in items {
            if let Some(why) = marker(attributes(&item), "internal") {
                let mut text = item.to_token_stream().to_string();
                text = text.split_once("]").map_or(text.clone(), |(_, rest)| rest.trim().to_string());
                self.exempt.push((shown.clone(), text.chars().take(70).collect(), why));
                let name = match &item {
                    Item::Mod(module) => Some(module.ident.to_string()),
                    other => declared(other).map(|(name, _)| name),
                };
                self.internal.extend(name.map(|name| path.iter().cloned().chain([name]).collect::<Names>()));
                continue;
            }
            let Item::Mod(module) = item else {
                self.modules[at].items.push(item);
                continue;
            };
            let mut inner = path.clone();
            inner.push(module.ident.to_string());
            let listed = matches!(module.vis, Visibility::Public(_));
            let public = (public && listed, listed);
            let below = dir.join(module.ident.to_string());
            match module.content {
                Some((_, items)) => self.items(inner, file, below, items, public),
                None => {
                    let file = dir.join(format!("{}.rs", module.ident));
                    self.file(inner, &file, below, public);
                }
            }
        }
    }

    /// Where the items and modules below private modules can be named.
    fn find_exports(&mut self) {
        for module in self.modules.iter().filter(|module| module.public) {
            for import in self.imports(module).into_iter().filter(|import| import.public) {
                let named: Vec<(String, Names)> = match &import.name {
                    Some(name) => vec![(name.clone(), import.target)],
                    None => self.names(&import.target),
                };
                for (name, target) in named {
                    let mut place = module.path.clone();
                    place.push(name);
                    self.exports.entry(target).or_insert(place);
                }
            }
        }
    }

    /// The public names of a module, with the items that they stand for.
    pub fn names(&self, path: &[String]) -> Vec<(String, Names)> {
        let Some(module) = self.modules.iter().find(|module| module.path == path) else { return Vec::new() };
        let inside = |name: &str| path.iter().cloned().chain([name.to_string()]).collect::<Names>();
        let mut names: Vec<(String, Names)> = Vec::new();
        for (name, _) in module.items.iter().filter_map(declared).filter(|(_, public)| *public) {
            names.push((name.clone(), inside(&name)));
        }
        let listed = self.modules.iter().filter(|child| child.listed);
        for child in listed.filter(|child| child.path.split_last().is_some_and(|(_, up)| up == path)) {
            let name = child.path.last().cloned().unwrap_or_default();
            names.push((name.clone(), inside(&name)));
        }
        for import in self.imports(module).into_iter().filter(|import| import.public) {
            match import.name {
                Some(name) => names.push((name, import.target)),
                None => names.extend(self.names(&import.target)),
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// The path under which another crate names a module or an item.
    pub fn real(&self, path: &[String]) -> Names {
        for length in (1..=path.len()).rev() {
            let private = self.modules.iter().any(|m| m.path == path[..length] && !m.public);
            if let Some(place) = self.exports.get(&path[..length]).filter(|_| private || self.is_hidden(path, length)) {
                return place.iter().chain(&path[length..]).cloned().collect();
            }
        }
        path.to_vec()
    }

    /// Whether a path leads to an exempt item, or into an exempt module.
    pub fn is_internal(&self, path: &[String]) -> bool {
        let into = (1..=path.len()).any(|length| self.internal.iter().any(|internal| *internal == path[..length]));
        // Types and traits have a name of their own, also where they are exported again.
        let starts = |name: &String| name.starts_with(char::is_uppercase);
        into || self.internal.iter().any(|internal| internal.last() == path.last() && path.last().is_some_and(starts))
    }

    /// Whether a bound or an impl names an exempt trait.
    pub fn is_internal_trait(&self, of: &verus_syn::Path) -> bool {
        let Some(last) = of.segments.last() else { return false };
        self.internal.iter().any(|path| path.last().is_some_and(|name| last.ident == name))
    }

    /// Whether a method is exempt where its trait declares it.
    pub fn is_internal_method(&self, of: &verus_syn::Path, method: &str) -> bool {
        let Some(last) = of.segments.last() else { return false };
        self.modules.iter().flat_map(|module| &module.items).any(|item| match item {
            Item::Trait(item) if item.ident == last.ident => item.items.iter().any(|item| match item {
                TraitItem::Fn(item) => item.sig.ident == method && marker(&item.attrs, "internal").is_some(),
                _ => false,
            }),
            _ => false,
        })
    }

    /// Whether the item that the first names stand for is in a private module.
    fn is_hidden(&self, path: &[String], length: usize) -> bool {
        self.modules.iter().any(|module| module.path == path[..length - 1] && !module.public)
    }

    /// Everything that the `use` items of a module bring in.
    pub fn imports(&self, module: &Module) -> Vec<Import> {
        let mut imports = Vec::new();
        for item in &module.items {
            if let Item::Use(item) = item {
                let public = matches!(item.vis, Visibility::Public(_));
                flatten(&item.tree, Vec::new(), &mut |names, name| {
                    imports.push(Import { target: absolute(&module.path, names), name, public });
                });
            }
        }
        imports
    }
}

/// A path as an item of the module means it, from its crate on.
pub fn absolute(module: &[String], names: &[String]) -> Names {
    let (first, rest) = names.split_first().expect("a path has a name");
    let up = |count: usize| module[..module.len().saturating_sub(count)].to_vec();
    let mut path = match first.as_str() {
        "crate" => module[..1].to_vec(),
        "self" => up(0),
        "super" => up(1),
        "core" | "alloc" | "std" => vec![first.clone()],
        "alloc_crate" => vec!["alloc".to_string()],
        _ => module.iter().chain([first]).cloned().collect(),
    };
    path.extend(rest.iter().cloned());
    path
}

fn flatten(tree: &UseTree, mut before: Names, found: &mut impl FnMut(&[String], Option<String>)) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, found);
        }
        UseTree::Name(name) if name.ident == "self" => found(&before, before.last().cloned()),
        UseTree::Name(name) => {
            before.push(name.ident.to_string());
            found(&before, before.last().cloned());
        }
        UseTree::Rename(rename) => {
            before.push(rename.ident.to_string());
            found(&before, Some(rename.rename.to_string()));
        }
        UseTree::Glob(_) => found(&before, None),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before.clone(), found)),
    }
}

/// Repetitions are written out, and markers become attributes.
fn parse(file: &Path, text: &str) -> verus_syn::File {
    let mut lines = String::new();
    for line in certus_rewrite::repeat(text).unwrap_or_else(|e| panic!("{}: {e}", file.display())).lines() {
        let trimmed = line.trim_start();
        let inner = trimmed.strip_prefix("//! @internal: ").map(|why| format!("#![internal = {why:?}]"));
        let marked = ["internal", "sealed"].iter().find_map(|name| {
            let why = trimmed.strip_prefix(&format!("// @{name}: "))?;
            Some(format!("#[{name} = {why:?}]"))
        });
        lines.push_str(&inner.or(marked).unwrap_or_else(|| line.to_string()));
        lines.push('\n');
    }
    verus_syn::parse_file(&lines).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}
