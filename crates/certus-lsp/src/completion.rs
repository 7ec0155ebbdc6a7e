//! Completion: the words of the specification language where they may stand, and the names of functions and lemmas.
//!
//! For example, after the parameters of a function it offers `requires`, at the beginning of a statement in a proof the
//! lemmas whose names contain what is typed, with their contracts. Ordinary Rust is left to others.

mod place;
mod words;

use std::collections::HashSet;
use std::ops::Range;

use serde_json::{Value, json};

use crate::library::imports::Imports;
use crate::library::{self, Library, LibraryFunction};
use crate::syntax::{Mode, Syntax};
use place::Place;
use words::Word;

/// How many names are offered at once.
const MOST: usize = 200;

/// The kinds of completions, as the protocol numbers them.
const FUNCTION: u32 = 3;
const METHOD: u32 = 2;
const KEYWORD: u32 = 14;

/// What completion needs to know.
pub(crate) struct Question<'q> {
    pub(crate) syntax: &'q Syntax,
    /// The byte at which somebody types.
    pub(crate) offset: usize,
    pub(crate) library: &'q Library,
    /// The functions of the crate in other files. Their containers are paths from the crate.
    pub(crate) of_crate: &'q [LibraryFunction],
    /// Whether the client reads snippets.
    pub(crate) has_snippets: bool,
}

/// What is offered: the items, and the range of bytes that each replaces.
pub(crate) struct Offer {
    pub(crate) items: Vec<Value>,
    pub(crate) replaced: Range<usize>,
}

/// What is offered at a place. `type_of` says the type of a name that ends at a byte.
pub(crate) fn complete(question: &Question<'_>, type_of: &dyn Fn(usize) -> Option<String>) -> Option<Offer> {
    let (place, replaced) = place::find(question.syntax, question.offset)?;
    let typed = question.syntax.lexed.text().get(replaced.clone()).unwrap_or("").to_lowercase();
    let mut made = Maker { question, typed, items: Vec::new(), seen: HashSet::new(), after: replaced.end };
    match &place {
        Place::Attribute => made.words(words::ATTRIBUTES),
        Place::Outside => made.words(words::OUTSIDE),
        Place::Item { in_trait } => made.words(if *in_trait { words::MEMBERS } else { words::ITEMS }),
        Place::Clause { mode, may_be_term } => {
            made.words(match mode {
                Mode::Spec => words::SPEC,
                Mode::Proof => words::PROOF_CLAUSES,
                Mode::Exec => words::EXEC,
            });
            if *may_be_term {
                made.words(words::TERMS);
                made.names(true, false, &|one| one.mode == Mode::Spec);
            }
        }
        Place::Loop => {
            made.words(words::LOOP);
            made.words(words::TERMS);
            made.names(true, false, &|one| one.mode != Mode::Proof);
        }
        Place::Statement { is_ghost: true, in_spec: false } => {
            made.words(words::PROOF);
            made.names(true, true, &|one| one.mode != Mode::Exec);
        }
        Place::Statement { is_ghost: false, .. } => {
            made.words(words::CODE);
            made.names(false, false, &|one| one.mode == Mode::Exec);
        }
        Place::Term { is_ghost: false } => made.names(false, false, &|one| one.mode == Mode::Exec),
        Place::Term { .. } | Place::Statement { .. } => {
            made.words(words::TERMS);
            made.names(true, false, &|one| one.mode == Mode::Spec);
        }
        Place::Reveal => made.references(&|one| one.mode == Mode::Spec),
        Place::Broadcast => made.references(&|one| one.is_broadcast),
        Place::Path(path) => made.members_of(path),
        Place::Method { end, is_view, is_ghost } => {
            let ty = type_of(*end);
            let of_view: &[&str] = if *is_view { &["Seq", "Set", "Map", "Multiset"] } else { &[] };
            let base = ty.as_deref().map(library::base_name);
            let is_of = |name: &str| base == Some(name) || of_view.contains(&name);
            made.methods(&|one| {
                one.is_method && one.of_type.as_deref().is_some_and(is_of) && (one.mode != Mode::Exec) == *is_ghost
            });
        }
    }
    Some(Offer { items: made.items, replaced })
}

/// Makes the items of an offer. Their order is that of ranks: words first, then functions of the file, of the crate, and of the
/// library.
struct Maker<'m> {
    question: &'m Question<'m>,
    /// What is typed so far, in small letters.
    typed: String,
    items: Vec<Value>,
    /// The labels and containers so far.
    seen: HashSet<(String, String)>,
    /// The byte after what is typed.
    after: usize,
}

impl Maker<'_> {
    /// Offers words of the language.
    fn words(&mut self, list: words::List) {
        for Word { label, snippet, meaning } in words::words(list) {
            let text = if self.question.has_snippets { snippet } else { plain(&snippet) };
            let item = self.item(label, &text, KEYWORD, "0", meaning, None);
            self.items.push(item);
        }
    }

    /// An item in the form of the protocol. `insertText` becomes an edit once the range is known.
    fn item(&self, label: &str, text: &str, kind: u32, rank: &str, detail: &str, contract: Option<&str>) -> Value {
        let mut item = json!({
            "label": label,
            "kind": kind,
            "detail": detail,
            "insertText": text,
            "insertTextFormat": if self.question.has_snippets { 2 } else { 1 },
            "sortText": format!("{rank}{label}"),
        });
        if let Some(contract) = contract {
            item["documentation"] = json!({ "kind": "markdown", "value": format!("```rust\n{contract}\n```") });
        }
        item
    }

    /// All functions that may be meant: those of this file, of the crate, and of the library. The second value is how each is
    /// named here; `None` for a method.
    fn all(&self, wanted: &dyn Fn(&LibraryFunction) -> bool) -> Vec<(LibraryFunction, String, &'static str)> {
        let imports = Imports::read(self.question.syntax);
        let is_wanted = |one: &&LibraryFunction| wanted(one) && one.name.to_lowercase().contains(&self.typed);
        let own = library::of_items(self.question.syntax, "");
        let own = own.into_iter().map(|(one, _)| one).filter(|one| is_wanted(&one));
        let mut all: Vec<_> =
            own.map(|one| (named(&one, ""), one, "1")).map(|(name, one, rank)| (one, name, rank)).collect();
        for (functions, rank, needs_letters) in
            [(self.question.of_crate, "2", false), (&*self.question.library.functions, "3", true)]
        {
            if needs_letters && self.typed.is_empty() {
                continue;
            }
            for one in functions.iter().filter(is_wanted) {
                all.push((one.clone(), named(one, imports.prefix(one)), rank));
            }
        }
        all
    }

    /// Offers calls of functions by their names. A lemma at the beginning of a statement gets its semicolon.
    fn names(&mut self, is_ghost: bool, is_statement: bool, wanted: &dyn Fn(&LibraryFunction) -> bool) {
        let found = self.all(&|one| wanted(one) && !one.is_method && (is_ghost || one.of_type.is_none()));
        for (one, name, rank) in found {
            let text = self.call(&one, &name, is_statement && one.mode == Mode::Proof);
            self.push(&one, &text, FUNCTION, rank);
        }
    }

    /// Offers names of functions without arguments.
    fn references(&mut self, wanted: &dyn Fn(&LibraryFunction) -> bool) {
        for (one, name, rank) in self.all(wanted) {
            let name = self.escaped(&name);
            self.push(&one, &name, FUNCTION, rank);
        }
    }

    /// Offers methods.
    fn methods(&mut self, wanted: &dyn Fn(&LibraryFunction) -> bool) {
        let library = self.question.library.functions.iter().chain(self.question.of_crate);
        let own: Vec<_> = library::of_items(self.question.syntax, "").into_iter().map(|(one, _)| one).collect();
        let all: Vec<LibraryFunction> = own.iter().chain(library).filter(|one| wanted(one)).cloned().collect();
        for one in all {
            let text = self.call(&one, &one.name.clone(), false);
            self.push(&one, &text, METHOD, "1");
        }
    }

    /// Offers the functions of a module or type, by the last names of its path.
    fn members_of(&mut self, path: &str) {
        let own: Vec<_> = library::of_items(self.question.syntax, "").into_iter().map(|(one, _)| one).collect();
        let all = own.iter().chain(self.question.of_crate).chain(&self.question.library.functions);
        let path = path.trim_start_matches("crate::");
        let ends = |container: &str| container == path || container.ends_with(&format!("::{path}"));
        let is_wanted = |one: &&LibraryFunction| ends(&place_of(one)) && one.name.to_lowercase().contains(&self.typed);
        let found: Vec<LibraryFunction> = all.filter(is_wanted).cloned().collect();
        for one in found {
            let text = self.call(&one, &one.name.clone(), false);
            self.push(&one, &text, FUNCTION, "1");
        }
    }

    /// Adds a function, unless it is there already.
    fn push(&mut self, one: &LibraryFunction, text: &str, kind: u32, rank: &str) {
        let key = (one.name.clone(), place_of(one));
        if self.items.len() < MOST && self.seen.insert(key) {
            let place = place_of(one);
            let detail = if place.is_empty() { one.signature.clone() } else { format!("{} · {place}", one.signature) };
            let item = self.item(&one.name, text, kind, rank, &detail, Some(&one.contract()));
            self.items.push(item);
        }
    }

    /// The text of a call, with the parameters as arguments.
    fn call(&self, one: &LibraryFunction, name: &str, is_statement: bool) -> String {
        let rest = self.question.syntax.lexed.text().get(self.after..).unwrap_or("");
        let name = self.escaped(name);
        if rest.starts_with('(') {
            return name;
        }
        let argument = |(at, param): (usize, &String)| match self.question.has_snippets {
            true => format!("${{{}:{param}}}", at + 1),
            false => param.clone(),
        };
        let args: Vec<String> = one.params.iter().enumerate().map(argument).collect();
        let end = if is_statement && !rest.trim_start_matches([' ', '\t']).starts_with(';') { ";" } else { "" };
        format!("{name}({}){end}", args.join(", "))
    }

    /// A name in a snippet.
    fn escaped(&self, name: &str) -> String {
        if self.question.has_snippets { name.replace('$', "\\$") } else { name.to_string() }
    }
}

/// The path of the module or type of a function.
fn place_of(one: &LibraryFunction) -> String {
    match &one.of_type {
        Some(ty) if one.container.is_empty() => ty.clone(),
        Some(ty) => format!("{}::{ty}", one.container),
        None => one.container.clone(),
    }
}

/// How a function is named, with a path before its type or name.
fn named(one: &LibraryFunction, prefix: &str) -> String {
    let own = match &one.of_type {
        Some(ty) => format!("{ty}::{}", one.name),
        None => one.name.clone(),
    };
    let prefix = if prefix.is_empty() && one.container.contains("::") { "" } else { prefix };
    if prefix.is_empty() { own } else { format!("{prefix}::{own}") }
}

/// A snippet without its marks.
fn plain(snippet: &str) -> String {
    let (mut text, mut rest) = (String::new(), snippet);
    while let Some((before, mark)) = rest.split_once('$') {
        text.push_str(before);
        rest = match mark.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((inner, after)) => {
                text.push_str(inner.split_once(':').map_or("", |(_, name)| name));
                after
            }
            None => mark.trim_start_matches(|c: char| c.is_ascii_digit()),
        };
    }
    text + rest
}
