//! One Rust file, taken apart as far as the rules need: tokens, comments, functions, and which lines are tests.

use std::ops::{Range, RangeInclusive};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;

use super::paths::Paths;

/// A parsed Rust file. Lines are counted from 1.
pub(crate) struct Source {
    /// The path of the file from the root.
    pub(crate) path: String,
    /// The tokens in order, groups flattened to their delimiters, without doc comments and without what is quoted for
    /// generated code.
    pub(crate) tokens: Vec<Token>,
    /// The comments that are not documentation, in order.
    pub(crate) comments: Vec<Comment>,
    /// Every function with a body, tests included.
    pub(crate) functions: Vec<Function>,
    /// Every struct, tests included.
    pub(crate) structs: Vec<Struct>,
    /// The paths that it names, tests excluded.
    pub(crate) paths: Paths,
    /// The number of lines.
    pub(crate) lines: usize,
    /// True when the whole file is a test, an example or a benchmark.
    pub(crate) is_test: bool,
    /// True when the first line says that a program wrote the file.
    pub(crate) is_generated: bool,
    /// The lines of documentation.
    doc_lines: Vec<RangeInclusive<usize>>,
    /// The lines of items for tests only.
    test_lines: Vec<RangeInclusive<usize>>,
    /// The modules that are declared for tests only.
    test_modules: Vec<String>,
}

/// An identifier, a literal or one character of punctuation.
pub(crate) struct Token {
    /// The text of the token.
    pub(crate) text: String,
    /// The line of the token.
    pub(crate) line: usize,
}

/// One line of a `//` comment, or a `/* */` comment as a whole, without its markers.
pub(crate) struct Comment {
    /// The text of the comment.
    pub(crate) text: String,
    /// The first line.
    pub(crate) line: usize,
    /// The last line.
    pub(crate) last_line: usize,
    /// False for `/* */`.
    pub(crate) is_line: bool,
}

/// A function's name and extent, from `fn` with its qualifiers to the closing brace.
pub(crate) struct Function {
    /// The name of the function.
    pub(crate) name: String,
    /// The lines of the function.
    pub(crate) lines: RangeInclusive<usize>,
    /// How many values it takes beside `self`.
    pub(crate) parameters: usize,
}

/// A struct's name, and the fields that code outside of its module can name.
pub(crate) struct Struct {
    /// The name of the struct.
    pub(crate) name: String,
    /// The line of the name.
    pub(crate) line: usize,
    /// How many fields it has.
    pub(crate) fields: usize,
    /// The fields with a visibility of their own, and their lines; those of a tuple struct are named by their numbers.
    pub(crate) open_fields: Vec<(String, usize)>,
}

/// A syntax error.
pub(crate) struct SyntaxError {
    /// The line of the error.
    pub(crate) line: usize,
    /// The message of the parser.
    pub(crate) message: String,
}

impl Source {
    /// Parses a file; an error if it is not Rust.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Source, SyntaxError> {
        // Positions live in a table of the thread that would otherwise grow with every file.
        proc_macro2::extra::invalidate_current_thread_spans();
        let stream: TokenStream = text.parse().map_err(|e: proc_macro2::LexError| syntax_error(e.span(), &e))?;
        let file: syn::File = syn::parse2(stream.clone()).map_err(|e| syntax_error(e.span(), &e))?;
        let mut tokens = Tokens { text, ..Tokens::default() };
        tokens.walk(stream, false);
        let mut items = Items::default();
        items.visit_file(&file);
        Ok(Source {
            path: path.to_owned(),
            comments: comments(text, &tokens.occupied),
            tokens: tokens.found,
            functions: items.functions,
            structs: items.structs,
            paths: Paths::of(&file),
            lines: text.lines().count(),
            is_test: is_test_path(path),
            is_generated: text.lines().next().is_some_and(|line| line.contains("@generated")),
            doc_lines: tokens.doc_lines,
            test_lines: items.test_lines,
            test_modules: items.test_modules,
        })
    }

    /// Whether the numbers of style do not apply to a line.
    pub(crate) fn is_test_line(&self, line: usize) -> bool {
        self.is_test || self.is_generated || self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    /// The number of lines to which the numbers of style apply.
    pub(crate) fn counted_lines(&self) -> usize {
        (1..=self.lines).filter(|line| !self.is_test_line(*line)).count()
    }

    /// The number of counted lines that are documentation.
    pub(crate) fn counted_doc_lines(&self) -> usize {
        let is_doc = |line: &usize| self.doc_lines.iter().any(|lines| lines.contains(line));
        (1..=self.lines).filter(|line| !self.is_test_line(*line)).filter(is_doc).count()
    }

    /// Whether there is a comment on the line, or one that ends on the line before.
    pub(crate) fn has_comment_at(&self, line: usize) -> bool {
        self.comments.iter().any(|comment| (comment.line..=comment.last_line + 1).contains(&line))
    }

    /// Whether the tokens from `index` on are those of `pattern`, separated by spaces in it.
    pub(crate) fn matches(&self, index: usize, pattern: &str) -> bool {
        let mut tokens = self.tokens[index..].iter();
        pattern.split(' ').all(|wanted| tokens.next().is_some_and(|token| token.text == wanted))
    }

    /// The paths, without `.rs`, of the modules that this file declares for tests only.
    pub(crate) fn test_module_roots(&self) -> Vec<String> {
        let stem = self.path.trim_end_matches(".rs");
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let base = if matches!(name, "lib" | "main" | "mod") { folder } else { stem };
        self.test_modules.iter().map(|module| format!("{base}/{module}")).collect()
    }
}

/// An error of the lexer or the parser at its place.
fn syntax_error(span: Span, error: &dyn std::fmt::Display) -> SyntaxError {
    SyntaxError { line: span.start().line, message: error.to_string() }
}

/// Folders of a crate whose files cargo compiles for tests, examples and benchmarks only.
fn is_test_path(path: &str) -> bool {
    matches!(path.split('/').nth(2), Some("tests" | "benches" | "examples" | "fuzz"))
}

/// The lines that a span touches.
fn lines_of(span: Span) -> RangeInclusive<usize> {
    span.start().line..=span.end().line
}

/// Collects tokens with their places.
#[derive(Default)]
struct Tokens<'a> {
    /// The text of the file.
    text: &'a str,
    /// The tokens so far.
    found: Vec<Token>,
    /// The lines of documentation so far.
    doc_lines: Vec<RangeInclusive<usize>>,
    /// The bytes of every token, in order; between them is space and comments only.
    occupied: Vec<Range<usize>>,
}

impl Tokens<'_> {
    /// Walks a stream; what is `quoted` is occupied but not found, because it is not code of this crate.
    fn walk(&mut self, stream: TokenStream, quoted: bool) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            match tree {
                _ if self.is_doc(tree.span()) => {
                    self.occupied.push(tree.span().byte_range());
                    self.doc_lines.push(lines_of(tree.span()));
                }
                TokenTree::Group(group) => {
                    let (open, close) = delimiters(group.delimiter());
                    self.add(open, group.span_open(), quoted);
                    self.walk(group.stream(), quoted || is_quote(&trees[..index]));
                    self.add(close, group.span_close(), quoted);
                }
                _ => self.add(&tree.to_string(), tree.span(), quoted),
            }
        }
    }

    /// Notes a token's place, and the token unless it is quoted or a delimiter that nobody wrote.
    fn add(&mut self, text: &str, span: Span, quoted: bool) {
        self.occupied.push(span.byte_range());
        if !quoted && !text.is_empty() {
            self.found.push(Token { text: text.to_owned(), line: span.start().line });
        }
    }

    /// A doc comment is lexed as an attribute whose tokens all have the place of the comment.
    fn is_doc(&self, span: Span) -> bool {
        let text = self.text.get(span.byte_range()).unwrap_or("");
        text.starts_with("//") || text.starts_with("/*")
    }
}

/// How a group opens and closes; nothing for a group that a macro made.
fn delimiters(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// Whether the tokens before a group call a macro that quotes it.
fn is_quote(before: &[TokenTree]) -> bool {
    let [.., TokenTree::Ident(name), TokenTree::Punct(bang)] = before else { return false };
    let quotes = ["quote", "quote_spanned", "parse_quote", "parse_quote_spanned"];
    bang.as_char() == '!' && quotes.iter().any(|quote| name == quote)
}

/// The comments in the gaps between the tokens.
fn comments(text: &str, occupied: &[Range<usize>]) -> Vec<Comment> {
    let mut found = Vec::new();
    let mut position = 0;
    let end = text.len()..text.len();
    for token in occupied.iter().chain([&end]) {
        if token.start > position {
            comments_in_gap(text, position..token.start, &mut found);
        }
        position = position.max(token.end);
    }
    found
}

/// The comments in a stretch of text that holds no token.
fn comments_in_gap(text: &str, gap: Range<usize>, found: &mut Vec<Comment>) {
    let line_at = |offset: usize| text[..offset].matches('\n').count() + 1;
    let mut at = gap.start;
    while let Some(slash) = text.get(at..gap.end).and_then(|rest| rest.find('/')) {
        let start = at + slash;
        let rest = &text[start..gap.end];
        let is_line = rest.starts_with("//");
        let length = if is_line { rest.find('\n').unwrap_or(rest.len()) } else { block_length(rest) };
        let body = rest[..length].trim_start_matches(['/', '*', '!']).trim_end_matches(['/', '*']);
        found.push(Comment {
            text: body.trim().to_owned(),
            line: line_at(start),
            last_line: line_at(start + length),
            is_line,
        });
        at = start + length;
    }
}

/// The length of the block comment, with those nested in it, that begins a text; at least one byte.
fn block_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Collects functions and the lines of tests.
#[derive(Default)]
struct Items {
    /// The functions so far.
    functions: Vec<Function>,
    /// The structs so far.
    structs: Vec<Struct>,
    /// The lines of items for tests so far.
    test_lines: Vec<RangeInclusive<usize>>,
    /// The modules for tests so far.
    test_modules: Vec<String>,
}

impl Items {
    /// Notes a function that has a body.
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let lines = signature.span().start().line..=block.span().end().line;
        let parameters = signature.inputs.iter().filter(|input| matches!(input, syn::FnArg::Typed(_))).count();
        self.functions.push(Function { name: signature.ident.to_string(), lines, parameters });
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if is_test_item(item) {
            match item {
                syn::Item::Mod(module) if module.content.is_none() => self.test_modules.push(module.ident.to_string()),
                _ => self.test_lines.push(lines_of(item.span())),
            }
        }
        syn::visit::visit_item(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let name_of = |index: usize, field: &syn::Field| match &field.ident {
            Some(name) => name.to_string(),
            None => index.to_string(),
        };
        let is_open = |field: &syn::Field| !matches!(field.vis, syn::Visibility::Inherited);
        let fields = item.fields.iter().enumerate().filter(|(_, field)| is_open(field));
        // The attributes of a field, its documentation too, stand in front of its visibility.
        let open_fields = fields.map(|(index, field)| (name_of(index, field), field.vis.span().start().line)).collect();
        self.structs.push(Struct {
            name: item.ident.to_string(),
            line: item.ident.span().start().line,
            fields: item.fields.len(),
            open_fields,
        });
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        syn::visit::visit_trait_item_fn(self, function);
    }
}

/// Whether an item is compiled for tests only.
pub(crate) fn is_test_item(item: &syn::Item) -> bool {
    let attributes: &[syn::Attribute] = match item {
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        _ => &[],
    };
    attributes.iter().any(is_test_attribute)
}

/// `#[test]`, and `#[cfg(..)]` that asks for tests and negates nothing.
fn is_test_attribute(attribute: &syn::Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let condition = list.tokens.to_string();
    let mut words = condition.split(|c: char| !c.is_alphanumeric() && c != '_');
    list.path.is_ident("cfg") && !condition.contains("not") && words.any(|word| word == "test")
}
