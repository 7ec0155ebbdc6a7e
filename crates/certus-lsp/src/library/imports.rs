//! What the `use` items of a file import, and so how a function must be named in it.

use std::collections::HashSet;
use std::ops::Range;

use super::LibraryFunction;
use crate::syntax::{Kind, Syntax};

/// What the `use` items of a file import.
pub(crate) struct Imports {
    /// Paths of single names.
    pub(crate) names: HashSet<String>,
    /// Paths of modules whose names are all imported.
    pub(crate) globs: HashSet<String>,
}

/// The types that the prelude imports.
const OF_PRELUDE: [&str; 7] = ["Seq", "Set", "Map", "ISet", "IMap", "View", "DeepView"];

impl Imports {
    pub(crate) fn read(syntax: &Syntax) -> Imports {
        Imports::read_some(syntax, false)
    }

    /// Those that others see.
    pub(crate) fn read_public(syntax: &Syntax) -> Imports {
        Imports::read_some(syntax, true)
    }

    fn read_some(syntax: &Syntax, only_public: bool) -> Imports {
        let mut imports = Imports { names: HashSet::new(), globs: HashSet::new() };
        let lexed = &syntax.lexed;
        for item in syntax.all_items() {
            let is_wanted = !only_public || lexed.word(item.tokens.start) == "pub";
            if item.kind == Kind::Other && lexed.word(item.keyword) == "use" && is_wanted {
                imports.tree(syntax, item.keyword + 1..item.tokens.end, "");
            }
        }
        imports
    }

    /// Reads a tree of imports below a path.
    fn tree(&mut self, syntax: &Syntax, tokens: Range<usize>, above: &str) {
        let lexed = &syntax.lexed;
        let (mut at, mut path) = (tokens.start, above.to_string());
        while at < tokens.end {
            match lexed.word(at) {
                "," | ";" => {
                    self.names.insert(std::mem::replace(&mut path, above.to_string()));
                }
                ":" => {}
                "*" => {
                    self.globs.insert(std::mem::replace(&mut path, above.to_string()));
                }
                "{" => {
                    let end = lexed.end_of_group(at).unwrap_or(tokens.end).min(tokens.end);
                    self.tree(syntax, at + 1..end, &path);
                }
                word if lexed.is_word(at) => {
                    path = if path.is_empty() { word.to_string() } else { format!("{path}::{word}") };
                }
                _ => {}
            }
            at = lexed.skip(at);
        }
        self.names.insert(path);
    }

    /// The path that must stand before a function; empty if it is imported.
    pub(crate) fn prefix<'o>(&self, one: &'o LibraryFunction) -> &'o str {
        let own = one.of_type.as_deref().unwrap_or(&one.name);
        let is_of_prelude = self.globs.contains("vstd::prelude") && OF_PRELUDE.contains(&own);
        let is_imported =
            self.globs.contains(&one.container) || self.names.contains(&format!("{}::{own}", one.container));
        // A module that is imported by its name shortens the path.
        let module = one.container.rsplit("::").next().unwrap_or("");
        match is_imported || is_of_prelude {
            true => "",
            false if self.names.contains(&one.container) => module,
            false => &one.container,
        }
    }
}
