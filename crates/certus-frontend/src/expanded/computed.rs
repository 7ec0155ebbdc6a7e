//! Constants that rust-analyzer may compute otherwise than rustc.
//!
//! The length of an array, an argument for a const parameter and the number of a variant decide what is proved. rust-analyzer
//! computes them, and rustc computes them again, for every target that the program is compiled for. The two agree about
//! integers. They differ about floating-point numbers (rust-analyzer reads a `u128` as an `i128` before it converts it), about
//! slice patterns that count from the end, and about where a macro is called; what `unsafe` code reads is a matter of layout;
//! and how many bits `usize` has is not known here, unless the program says it.
//!
//! So a constant in such a place is refused if what computes it mentions one of these. It is found by names: whatever constant,
//! function or macro of the program has a name that is mentioned may be what is meant. This reaches more than there is, and
//! misses no part of the program. Numbers that do not fit are errors of rustc on the target where they do not fit.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Diagnostic, Unsupported};
use ra_ap_syntax::{AstNode, Edition, NodeOrToken, SourceFile, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use super::Expanded;
use crate::loaded::Loaded;

/// Why two compilers may compute two values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Divergence {
    Float,
    SlicePattern,
    UnsafeCode,
    Place,
    /// The bounds and the number of bits of `usize` and `isize`.
    Width,
    /// `!0`, which may be of type `usize`.
    Complement,
}

impl Divergence {
    /// What the constant is computed with.
    fn what(self) -> &'static str {
        match self {
            Divergence::Float => "floating-point numbers",
            Divergence::SlicePattern => "a slice pattern that counts from the end",
            Divergence::UnsafeCode => "`unsafe` code",
            Divergence::Place => "the place of a macro call",
            Divergence::Width | Divergence::Complement => "the number of bits of `usize`",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Divergence::Width | Divergence::Complement => {
                "on some targets an address has 32 bits; `global size_of usize == 8;` says that the program is not for these"
            }
            _ => "write the value itself, or compute it from integers",
        }
    }
}

impl Loaded {
    /// `unsupported/const-generic` for the first length, argument or number of a variant that rustc may compute otherwise.
    /// `text` is that of the program. `knows_width` says whether the program fixes how many bits `usize` has.
    pub fn divergent_constant(&self, expanded: &Expanded, text: &str, knows_width: bool) -> Option<Diagnostic> {
        let root = SourceFile::parse(text, Edition::CURRENT).tree().syntax().clone();
        let items = Items::of(&root);
        for place in root.descendants().filter_map(|node| items.constant_place(&node)) {
            let divergences = items.divergences(&place);
            let is_number = place.parent().is_some_and(|of| of.kind() == SyntaxKind::VARIANT);
            let counts = |divergence: &&Divergence| match divergence {
                Divergence::Width => !knows_width,
                // A number of a variant that does not fit is an error of rustc.
                Divergence::Complement => !knows_width && !is_number,
                _ => true,
            };
            let Some(divergence) = divergences.iter().find(counts) else { continue };
            if self.is_in_code_of_others(expanded, &place) {
                continue;
            }
            let range = place.text_range();
            let span = self.locate(expanded, range.start().into()..range.end().into())?;
            let text =
                format!("this constant is computed with {}, which is not supported in a type", divergence.what());
            return Some(Diagnostic::error(Unsupported::ConstGeneric, text, span).with_help(divergence.help()));
        }
        None
    }

    /// Whether a constant is in the body of a function that is not verified.
    fn is_in_code_of_others(&self, expanded: &Expanded, place: &SyntaxNode) -> bool {
        let start: usize = place.text_range().start().into();
        let after = expanded.pieces.partition_point(|piece| piece.start() <= start);
        let piece = after.checked_sub(1).and_then(|before| expanded.pieces.get(before));
        let is_verified = piece.is_some_and(|piece| self.ask(|| self.in_language(piece.file)).unwrap_or(true));
        let block = place.ancestors().find(|node| node.kind() == SyntaxKind::BLOCK_EXPR);
        !is_verified && block.is_some_and(|block| block.parent().is_some_and(|of| of.kind() == SyntaxKind::FN))
    }
}

/// What a piece of syntax mentions.
#[derive(Debug, Default)]
struct Mentioned {
    divergences: Vec<Divergence>,
    names: Vec<String>,
}

impl Mentioned {
    fn read(node: &SyntaxNode) -> Mentioned {
        let mut mentioned = Mentioned::default();
        for element in node.descendants_with_tokens() {
            match element {
                NodeOrToken::Node(part) => mentioned.divergences.extend(divergence_of_node(&part)),
                NodeOrToken::Token(token) => {
                    mentioned.divergences.extend(divergence_of_token(&token));
                    if token.kind() == SyntaxKind::IDENT {
                        mentioned.names.push(token.text().to_string());
                    }
                }
            }
        }
        mentioned
    }
}

/// What a constant may be computed with, by name: the constants, statics, `const` functions, macros and variants of a program.
struct Items {
    by_name: HashMap<String, Vec<Mentioned>>,
}

impl Items {
    fn of(root: &SyntaxNode) -> Items {
        let mut items = Items { by_name: HashMap::new() };
        for node in root.descendants() {
            let counts = match node.kind() {
                SyntaxKind::CONST | SyntaxKind::STATIC | SyntaxKind::MACRO_RULES | SyntaxKind::MACRO_DEF => true,
                SyntaxKind::VARIANT => true,
                SyntaxKind::FN => ast::Fn::cast(node.clone()).is_some_and(|function| function.const_token().is_some()),
                _ => false,
            };
            let Some(name) = name_of(&node).filter(|_| counts) else { continue };
            let known = items.by_name.entry(name).or_default();
            match node.kind() {
                // One without a number of its own follows from those before it.
                SyntaxKind::VARIANT => {
                    let before = std::iter::successors(Some(node), SyntaxNode::prev_sibling);
                    let numbers = before.filter_map(ast::Variant::cast).find_map(|variant| variant.const_arg());
                    known.extend(numbers.map(|number| Mentioned::read(number.syntax())));
                }
                _ => known.push(Mentioned::read(&node)),
            }
        }
        items
    }

    /// The constant, if this is the syntax of one that rust-analyzer computes: the length of an array, an argument, a default, or
    /// the number of a variant. An argument that is a name looks like a type.
    fn constant_place(&self, node: &SyntaxNode) -> Option<SyntaxNode> {
        match node.kind() {
            SyntaxKind::CONST_ARG => Some(node.clone()),
            SyntaxKind::ARRAY_EXPR => {
                let array = ast::ArrayExpr::cast(node.clone())?;
                array.semicolon_token()?;
                array.exprs().nth(1).map(|length| length.syntax().clone())
            }
            SyntaxKind::TYPE_ARG => {
                let text = node.text().to_string();
                let last = text.rsplit("::").next().unwrap_or(&text).trim();
                self.by_name.contains_key(last).then(|| node.clone())
            }
            _ => None,
        }
    }

    /// Why two compilers may compute another value, in everything that a constant mentions.
    fn divergences(&self, place: &SyntaxNode) -> Vec<Divergence> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let Mentioned { divergences, names: mut open } = Mentioned::read(place);
        found.extend(divergences);
        while let Some(name) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            for mentioned in self.by_name.get(&name).into_iter().flatten() {
                found.extend(&mentioned.divergences);
                open.extend(mentioned.names.iter().cloned());
            }
            seen.insert(name);
        }
        found
    }
}

/// The name of an item.
fn name_of(node: &SyntaxNode) -> Option<String> {
    let name = node.children().find_map(ast::Name::cast)?;
    Some(name.text().trim_start_matches("r#").to_string())
}

fn divergence_of_node(node: &SyntaxNode) -> Option<Divergence> {
    match node.kind() {
        SyntaxKind::SLICE_PAT => {
            let pats: Vec<_> = ast::SlicePat::cast(node.clone())?.pats().collect();
            let rest = pats.iter().position(is_rest)?;
            (rest + 1 < pats.len()).then_some(Divergence::SlicePattern)
        }
        SyntaxKind::PREFIX_EXPR => {
            let prefix = ast::PrefixExpr::cast(node.clone())?;
            let is_not = prefix.op_token().is_some_and(|op| op.kind() == SyntaxKind::BANG);
            let operand = prefix.expr()?.syntax().text().to_string();
            let is_number = operand.starts_with(|c: char| c.is_ascii_digit());
            let is_narrow = ["8", "16", "32", "64", "128"]
                .iter()
                .any(|width| operand.ends_with(&format!("u{width}")) || operand.ends_with(&format!("i{width}")));
            (is_not && is_number && !is_narrow).then_some(Divergence::Complement)
        }
        _ => None,
    }
}

/// `..`, with or without a name.
fn is_rest(pat: &ast::Pat) -> bool {
    match pat {
        ast::Pat::RestPat(_) => true,
        ast::Pat::IdentPat(named) => matches!(named.pat(), Some(ast::Pat::RestPat(_))),
        _ => false,
    }
}

fn divergence_of_token(token: &SyntaxToken) -> Option<Divergence> {
    match token.kind() {
        SyntaxKind::FLOAT_NUMBER => Some(Divergence::Float),
        SyntaxKind::UNSAFE_KW => Some(Divergence::UnsafeCode),
        SyntaxKind::IDENT => match token.text() {
            "f32" | "f64" => Some(Divergence::Float),
            "line" | "column" | "file" if after(token).is_some_and(|next| next.kind() == SyntaxKind::BANG) => {
                Some(Divergence::Place)
            }
            "MAX" | "MIN" | "BITS" if is_of_word(token) => Some(Divergence::Width),
            _ => None,
        },
        _ => None,
    }
}

/// The next token that means something.
fn after(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.next_token(), SyntaxToken::next_token).find(|next| !next.kind().is_trivia())
}

/// Whether a name is that of a constant of `usize` or `isize`, as in `usize::MAX` and `<usize>::MAX`.
fn is_of_word(token: &SyntaxToken) -> bool {
    let before = std::iter::successors(token.prev_token(), SyntaxToken::prev_token);
    let mut before = before.filter(|token| !token.kind().is_trivia());
    let mut is_in_path = false;
    before
        .find(|token| match token.kind() {
            SyntaxKind::COLON | SyntaxKind::COLON2 | SyntaxKind::R_ANGLE => {
                is_in_path = true;
                false
            }
            _ => true,
        })
        .is_some_and(|of| is_in_path && matches!(of.text(), "usize" | "isize"))
}
