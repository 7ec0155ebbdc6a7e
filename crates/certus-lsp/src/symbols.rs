//! Symbols: the items of a file as a tree, and those of a crate by name.

use gen_lsp_types::{DocumentSymbol, SymbolKind, Uri};
use serde_json::{Value, json};

use crate::program::Program;
use crate::syntax::{Item, Kind, Syntax};
use crate::text::{Encoding, Text};

/// How many symbols of a crate are shown at once.
const MOST: usize = 200;

/// How long the signature of a function may be.
const MOST_LETTERS: usize = 120;

/// The items of a file.
pub(crate) fn document_symbols(syntax: &Syntax, text: &Text, encoding: Encoding) -> Vec<DocumentSymbol> {
    list(&syntax.items, syntax, text, encoding)
}

/// Those of some items that are symbols.
fn list(items: &[Item], syntax: &Syntax, text: &Text, encoding: Encoding) -> Vec<DocumentSymbol> {
    items.iter().filter_map(|item| symbol(item, syntax, text, encoding)).collect()
}

#[allow(deprecated)] // The type has a field that is deprecated.
/// An item with those inside of it.
fn symbol(item: &Item, syntax: &Syntax, text: &Text, encoding: Encoding) -> Option<DocumentSymbol> {
    let kind = kind(item)?;
    let name = if item.name.is_empty() { "?".to_string() } else { item.name.clone() };
    // A client refuses a name that is not inside of the whole.
    let named = item.named.start.max(item.whole.start)..item.named.end.min(item.whole.end);
    Some(DocumentSymbol {
        name,
        detail: detail(item, syntax),
        kind,
        tags: None,
        deprecated: None,
        range: text.range(item.whole.start, item.whole.end, encoding),
        selection_range: text.range(named.start, named.end.max(named.start), encoding),
        children: Some(list(&item.children, syntax, text, encoding)),
    })
}

/// What a client calls an item; `None` for what is no symbol.
fn kind(item: &Item) -> Option<SymbolKind> {
    Some(match item.kind {
        Kind::Function | Kind::Specification => SymbolKind::Function,
        Kind::Struct | Kind::Union => SymbolKind::Struct,
        Kind::Enum => SymbolKind::Enum,
        Kind::Variant => SymbolKind::EnumMember,
        Kind::Field => SymbolKind::Field,
        Kind::Trait => SymbolKind::Interface,
        Kind::Impl => SymbolKind::Object,
        Kind::Module => SymbolKind::Module,
        Kind::Constant => SymbolKind::Constant,
        Kind::Alias => SymbolKind::TypeParameter,
        Kind::Macro => SymbolKind::Function,
        Kind::Group => SymbolKind::Namespace,
        Kind::Other => return None,
    })
}

/// What a symbol is, in a few words: the mode and the signature of a function.
fn detail(item: &Item, syntax: &Syntax) -> Option<String> {
    match item.kind {
        Kind::Function => Some(signature(item, syntax)),
        Kind::Specification => Some("assume_specification".into()),
        Kind::Group => Some("broadcast group".into()),
        Kind::Impl => Some("impl".into()),
        _ => item.mode.map(|mode| mode.name().to_string()),
    }
}

/// The mode and the signature of a function: `proof fn(x: int)`.
pub(crate) fn signature(item: &Item, syntax: &Syntax) -> String {
    let end = item.clauses.first().copied();
    let end = end.or(item.body.as_ref().map(|body| body.start.saturating_sub(1))).unwrap_or(item.tokens.end);
    let text = syntax.lexed.text_of(item.params.start..end.max(item.params.start));
    let text: Vec<&str> = text.trim_end_matches(';').split_whitespace().collect();
    let mut all = item.mode.map(|mode| format!("{} ", mode.name())).unwrap_or_default() + "fn" + &text.join(" ");
    if let Some((at, _)) = all.char_indices().nth(MOST_LETTERS) {
        all.truncate(at);
        all.push('…');
    }
    all
}

/// The items of a crate whose names contain a text.
pub(crate) fn of_crate(program: &Program, query: &str, encoding: Encoding) -> Vec<Value> {
    let Some(index) = &program.index else { return Vec::new() };
    let query = query.to_lowercase();
    let symbols = index.targets.iter().filter_map(|target| {
        let kind = match target.kind.as_str() {
            "function" => SymbolKind::Function,
            "type" => SymbolKind::Struct,
            "trait" => SymbolKind::Interface,
            "constant" | "static" => SymbolKind::Constant,
            _ => return None,
        };
        let (container, name) = target.path.rsplit_once("::").unwrap_or(("", &target.path));
        if !name.to_lowercase().contains(&query) {
            return None;
        }
        let path = &index.files.get(target.file)?.path;
        let text = program.indexed.get(path)?;
        let range = text.range(target.name.0, target.name.1, encoding);
        let uri = Uri::from_file_path(path).ok()?;
        Some(json!({
            "name": name,
            "kind": kind,
            "containerName": container,
            "location": { "uri": uri, "range": range },
        }))
    });
    symbols.take(MOST).collect()
}
