//! The functions of the library `vstd`, for completion.
//!
//! The index of a program has only what the program uses. This list has what it may use: all functions that can be named from
//! outside, by the paths under which they can. It is read from the texts of the library when somebody first asks for it.
//!
//! Functions that a macro of the library makes are not in the list, because nothing expands it here.

pub(crate) mod imports;

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::engine::Engine;
use crate::hover;
use crate::symbols;
use crate::syntax::{Item, Kind, Mode, Syntax};
use imports::Imports;

/// The functions of a library that a program may name.
pub(crate) struct Library {
    pub(crate) functions: Vec<LibraryFunction>,
}

/// A function that a call may name.
#[derive(Clone, Debug)]
pub(crate) struct LibraryFunction {
    /// Its name.
    pub(crate) name: String,
    /// The path of the module or type around it.
    pub(crate) container: String,
    /// The name of the type or trait, if it is a method or another associated function.
    pub(crate) of_type: Option<String>,
    /// Its mode.
    pub(crate) mode: Mode,
    /// Whether `broadcast use` can name it.
    pub(crate) is_broadcast: bool,
    /// Whether it has a `self`.
    pub(crate) is_method: bool,
    /// The names of its other parameters.
    pub(crate) params: Vec<String>,
    /// Its mode and signature.
    pub(crate) signature: String,
    /// The text of its file.
    text: Arc<str>,
    /// Its bytes there.
    whole: Range<usize>,
}

impl LibraryFunction {
    /// Its specification as written.
    pub(crate) fn contract(&self) -> String {
        hover::item(&self.text, self.whole.clone())
    }
}

impl Library {
    pub(crate) fn read(engine: &dyn Engine) -> Library {
        let mut functions = Vec::new();
        let mut modules = Modules { public: HashMap::new(), exports: HashMap::new() };
        for (name, text) in engine.library() {
            let syntax = Syntax::new(Arc::from(text), engine.lexemes(text));
            let module = module_of(&name);
            functions.extend(of_items(&syntax, &module).into_iter().filter(|(_, is_public)| *is_public));
            modules.read(&syntax, module);
        }
        let named = functions.into_iter().filter_map(|(function, _)| {
            let container = modules.named(&function.container, function.of_type.as_ref().unwrap_or(&function.name))?;
            Some(LibraryFunction { container, ..function })
        });
        Library { functions: named.collect() }
    }
}

/// The modules of a library.
struct Modules {
    /// Whether each module in a file of its own can be named from outside.
    public: HashMap<String, bool>,
    /// What modules export of others.
    exports: HashMap<String, Imports>,
}

impl Modules {
    fn read(&mut self, syntax: &Syntax, module: String) {
        for item in syntax.items.iter().filter(|item| item.kind == Kind::Module && item.body.is_none()) {
            self.public.insert(format!("{module}::{}", item.name), syntax.lexed.word(item.tokens.start) == "pub");
        }
        self.exports.insert(module, Imports::read_public(syntax));
    }

    /// The path under which others name what is in a module: that of the module, or of one around it that exports the name.
    /// `None` if there is none.
    fn named(&self, module: &str, name: &str) -> Option<String> {
        if self.public.get(module) != Some(&false) {
            return Some(module.to_string());
        }
        let (around, own) = module.rsplit_once("::")?;
        let exports = self.exports.get(around)?;
        let paths = [own.to_string(), format!("self::{own}"), module.replacen("vstd", "crate", 1)];
        let is_exported =
            paths.iter().any(|path| exports.globs.contains(path) || exports.names.contains(&format!("{path}::{name}")));
        if is_exported { self.named(around, name) } else { None }
    }
}

/// The path of the module in a file: `vstd::seq` for `vstd/seq.rs`.
fn module_of(name: &Path) -> String {
    let stem = name.with_extension("");
    let parts = stem.iter().map(|part| part.to_string_lossy());
    let parts: Vec<_> = parts.filter(|part| part != "mod" && part != "lib").collect();
    parts.join("::")
}

/// The functions of the language in a text, with whether each can be named from outside. `container` is the path of the text's
/// module.
pub(crate) fn of_items(syntax: &Syntax, container: &str) -> Vec<(LibraryFunction, bool)> {
    let mut found = Vec::new();
    collect(syntax, &syntax.items, container, None, true, &mut found);
    found
}

/// Adds the functions among items. `of_type` is the type or trait around them, and `is_open` whether others can name what is
/// around.
fn collect(
    syntax: &Syntax,
    items: &[Item],
    container: &str,
    of_type: Option<&str>,
    is_open: bool,
    out: &mut Vec<(LibraryFunction, bool)>,
) {
    for item in items {
        let is_public = is_open && (syntax.lexed.word(item.tokens.start) == "pub" || of_type == Some(""));
        match item.kind {
            Kind::Function if item.in_language => {
                let function = function(syntax, item, container, of_type.filter(|name| !name.is_empty()));
                out.push((function, is_public || of_type.is_some_and(|_| is_open)));
            }
            Kind::Module => {
                let inner =
                    if container.is_empty() { item.name.clone() } else { format!("{container}::{}", item.name) };
                collect(syntax, &item.children, &inner, None, is_public, out);
            }
            Kind::Trait => collect(syntax, &item.children, container, Some(&item.name), is_open, out),
            Kind::Impl => {
                let of = item.name.rsplit_once(" for ").map_or(item.name.as_str(), |(_, of)| of);
                collect(syntax, &item.children, container, Some(base_name(of)), is_open, out);
            }
            _ => {}
        }
    }
}

/// The last name of a type's path: `Seq` of `vstd::seq::Seq<A>` and of `&Seq<A>`.
pub(crate) fn base_name(ty: &str) -> &str {
    let ty = ty.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
    let path = ty.split(['<', ' ', '[', '(']).next().unwrap_or(ty);
    path.rsplit("::").next().unwrap_or(path)
}

/// What completion needs to know of a function.
fn function(syntax: &Syntax, item: &Item, container: &str, of_type: Option<&str>) -> LibraryFunction {
    let (is_method, params) = parameters(syntax, item);
    let lexed = &syntax.lexed;
    LibraryFunction {
        name: item.name.clone(),
        container: container.to_string(),
        of_type: of_type.map(str::to_string),
        mode: item.mode.unwrap_or(Mode::Exec),
        is_broadcast: item.tokens.clone().take_while(|at| *at < item.keyword).any(|at| lexed.word(at) == "broadcast"),
        is_method,
        params,
        signature: symbols::signature(item, syntax),
        text: lexed.shared_text(),
        whole: item.whole.clone(),
    }
}

/// Whether a function has a `self`, and the names of its other parameters. A parameter that is a pattern is `_`.
fn parameters(syntax: &Syntax, item: &Item) -> (bool, Vec<String>) {
    let lexed = &syntax.lexed;
    let end = lexed.end_of_group(item.params.start).unwrap_or(item.params.end);
    let (mut at, mut depth, mut begins) = (item.params.start + 1, 0i32, true);
    let (mut is_method, mut names) = (false, Vec::new());
    while at < end {
        match lexed.word(at) {
            "<" => depth += 1,
            ">" if !matches!(lexed.before(at), "-" | "=") => depth -= 1,
            "," if depth <= 0 => begins = true,
            "&" | "mut" | "tracked" | "ghost" if begins => {}
            "self" if begins => (is_method, begins) = (true, false),
            word if begins && lexed.is_word(at) => {
                // `Ghost(x): Ghost<int>` stands for a value of another name.
                let is_pattern = lexed.word(at + 1) != ":";
                names.push(if is_pattern { "_".to_string() } else { word.to_string() });
                begins = false;
            }
            _ => {}
        }
        at = lexed.skip(at);
    }
    (is_method, names)
}
