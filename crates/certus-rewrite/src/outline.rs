//! What of a file stays the same while somebody works on one function.
//!
//! Whatever is said about a function follows from its own body, from the names and types of everything in the crate, and
//! from what the functions say that it can reach: their clauses and, of spec functions, their definitions. Nobody sees the
//! bodies of exec and proof functions from outside. The outline of a file takes these apart: one text for what everyone may
//! depend on, one for each body that nobody does, and one for what each function says to those that mention it. All are
//! canonical: comments and layout do not show.
//!
//! Bodies that could matter to others stay in the common text: those of `const` functions, of functions whose result type is
//! `impl Trait`, those with items or with macros that could make items, and those of functions with attributes that are not
//! known to be harmless. So does what is said by functions that others may use without a mention: those of traits and their
//! impls, and inline ones.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use verus_syn::parse::Parser;
use verus_syn::{Attribute, Block, FnMode, ImplItem, Item, ReturnType, Signature, Type};

use crate::Mode;
use crate::errors::RewriteError;
use crate::interface::{Interface, is_all_of_language, is_punct, pair, undocumented, write_out};
use crate::limits::guarded;

/// A file by its functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Everything but the bodies in `functions`.
    pub common: String,
    /// The functions with a body, in the order of the file, except for functions that this module does not know.
    pub functions: Vec<Outlined>,
}

/// A function of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlined {
    /// The first byte of its name.
    pub name: usize,
    /// From its first attribute to the end of its body.
    pub range: Range<usize>,
    /// Its body, if no other function depends on it.
    pub body: Option<OwnBody>,
    /// Its clauses, and its definition if it is a spec function, where they matter only to those that mention it.
    pub contract: Option<String>,
}

/// A body on which no other function depends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnBody {
    /// The first byte of its opening brace.
    pub start: usize,
    /// Its tokens.
    pub text: String,
}

/// Attributes by their last name that say nothing about other functions.
const HARMLESS: [&str; 16] = [
    "doc",
    "inline",
    "must_use",
    "allow",
    "warn",
    "cold",
    "rlimit",
    "spinoff_prover",
    "loop_isolation",
    "external_body",
    "exec_allows_no_decreases_clause",
    "auto_ext_equal",
    "nonlinear",
    "integer_ring",
    "bit_vector",
    "opaque",
];

/// Macros that make no items.
const PLAIN_MACROS: [&str; 17] = [
    "seq",
    "set",
    "map",
    "vec",
    "calc",
    "assert",
    "debug_assert",
    "assert_seqs_equal",
    "assert_sets_equal",
    "assert_maps_equal",
    "assert_by_contradiction",
    "matches",
    "println",
    "format",
    "panic",
    "unreachable",
    "unimplemented",
];

/// Words that begin items within a body, and one that makes two files of one text.
const ITEM_WORDS: [&str; 14] = [
    "fn",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "mod",
    "macro_rules",
    "static",
    "const",
    "type",
    "extern",
    "include",
    "global",
];

/// Words that may come before `!` and a group without a macro call.
const OPERATOR_WORDS: [&str; 7] = ["return", "if", "while", "match", "in", "else", "break"];

/// Words that make one function part of another's proof.
const SHARING: [&str; 6] = ["via", "via_fn", "decreases_by", "recommends_by", "decreases_when", "macro_rules"];

/// The outline of a file; `None` for one that has code outside of the language, where bodies are shared, or that does not
/// parse.
pub fn outline(source: &str) -> Option<Outline> {
    let is_possible = !source.contains("certus:") && !source.contains("_VERUS_VERIFIED_");
    if !is_possible || !is_all_of_language(source) {
        return None;
    }
    let tokens: TokenStream = source.parse().ok()?;
    let mut found = Vec::new();
    for block in blocks(tokens.clone()) {
        let stream = block.stream();
        guarded(&stream.clone(), || functions_of(stream, &mut found)).ok()??;
    }
    let inner = found.iter().filter(|place| place.is_own).map(Place::inner);
    let ranges = inner.chain(found.iter().filter_map(|place| place.contract.clone()));
    let mut parts: Parts = ranges.map(|range| (range.start, (range.end, Vec::new()))).collect();
    gather(tokens.clone(), &mut parts);
    let texts: BTreeMap<usize, (usize, String)> = parts
        .into_iter()
        .filter_map(|(start, (end, tokens))| Some((start, (end, text_of(tokens.into_iter().collect())?))))
        .collect();
    let text = |range: &Range<usize>| texts.get(&range.start).map(|(_, text)| text.clone());
    let outlined = |place: Place| {
        let body = text(&place.inner()).filter(|_| place.is_own).map(|text| OwnBody { start: place.body.start, text });
        let contract = place.contract.as_ref().and_then(text);
        Outlined { name: place.name, range: place.first..place.body.end, body, contract }
    };
    let mut functions: Vec<Outlined> = found.into_iter().map(outlined).collect();
    functions.sort_by_key(|function| function.range.start);
    let mut common = String::new();
    let is_shared = !write_canonical(tokens, &texts, &mut common);
    (!is_shared).then_some(Outline { common, functions })
}

/// Parts of a file by their first byte: the byte after each, and its tokens.
type Parts = BTreeMap<usize, (usize, Vec<TokenTree>)>;

/// Whether a part begins at a place or before it, and ends after it.
fn covers<T>(parts: &BTreeMap<usize, (usize, T)>, at: usize) -> bool {
    parts.range(..=at).next_back().is_some_and(|(_, (end, _))| at < *end)
}

/// Puts tokens into the parts that they are in.
fn gather(tokens: TokenStream, parts: &mut Parts) {
    for token in tokens {
        let at = start_of(&token);
        match parts.range_mut(..=at).next_back() {
            Some((_, (end, part))) if at < *end => part.push(token),
            _ => {
                if let TokenTree::Group(group) = token {
                    gather(group.stream(), parts);
                }
            }
        }
    }
}

/// The first byte of a token.
fn start_of(token: &TokenTree) -> usize {
    match token {
        TokenTree::Group(group) => group.span_open().byte_range().start,
        other => other.span().byte_range().start,
    }
}

/// The canonical text of a part; `None` if the part may contain more than its text.
fn text_of(tokens: TokenStream) -> Option<String> {
    let mut text = String::new();
    let is_own = makes_no_items(tokens.clone()) && write_canonical(tokens, &Parts::new(), &mut text);
    is_own.then_some(text)
}

/// The file in interface form, its bodies as they are, but without those that begin at these places.
/// Errs with the first error of the rewriter, or where the file has no tokens.
pub fn without_bodies(source: &str, starts: &BTreeSet<usize>) -> Result<Interface, RewriteError> {
    write_out(Mode::Keep, source, |tokens| cut_bodies(tokens, starts))
}

/// Where a function is.
struct Place {
    name: usize,
    first: usize,
    body: Range<usize>,
    is_own: bool,
    /// From the first clause to the end of the clauses, or of the body of a spec function.
    contract: Option<Range<usize>>,
}

impl Place {
    /// Within the braces of the body.
    fn inner(&self) -> Range<usize> {
        self.body.start + 1..self.body.end - 1
    }
}

/// The blocks `verus! { .. }` of a file.
fn blocks(tokens: TokenStream) -> Vec<Group> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let of = |three: &[TokenTree]| match three {
        [TokenTree::Ident(name), bang, TokenTree::Group(block)] if name == "verus" && is_punct(bang, '!') => {
            Some(block.clone())
        }
        _ => None,
    };
    tokens.windows(3).filter_map(of).collect()
}

/// The functions of a block; `None` when it does not parse.
fn functions_of(tokens: TokenStream, out: &mut Vec<Place>) -> Option<()> {
    let parser = |input: verus_syn::parse::ParseStream<'_>| {
        let _ = input.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse::<Item>()?);
        }
        Ok(items)
    };
    let items = parser.parse2(crate::normalize::normalize(tokens)).ok()?;
    items.iter().for_each(|item| of_item(item, out));
    Some(())
}

/// The places of the functions in an item.
fn of_item(item: &Item, out: &mut Vec<Place>) {
    match item {
        Item::Fn(function) if function.semi_token.is_none() => {
            out.extend(place(&function.attrs, &function.sig, &function.block, false));
        }
        Item::Mod(module) => {
            let items = module.content.iter().flat_map(|(_, items)| items);
            items.for_each(|item| of_item(item, out));
        }
        Item::Impl(block) => {
            for item in &block.items {
                let ImplItem::Fn(function) = item else { continue };
                if function.semi_token.is_none() {
                    out.extend(place(&function.attrs, &function.sig, &function.block, block.trait_.is_some()));
                }
            }
        }
        _ => {}
    }
}

/// The place of a function, with its body if no other function depends on it.
fn place(attrs: &[Attribute], sig: &Signature, block: &Block, is_of_trait: bool) -> Option<Place> {
    let last = |attr: &Attribute| attr.path().segments.last().map(|segment| segment.ident.to_string());
    let harmless = |attr: &Attribute| last(attr).is_some_and(|name| HARMLESS.contains(&name.as_str()));
    if !attrs.iter().all(harmless) || sig.asyncness.is_some() || sig.broadcast.is_some() {
        return None;
    }
    let is_spec = matches!(sig.mode, FnMode::Spec(_) | FnMode::SpecChecked(_));
    let is_seen = sig.constness.is_some() || gives_opaque(&sig.output) || matches!(sig.mode, FnMode::ProofAxiom(_));
    let is_inline = attrs.iter().any(|attr| last(attr).is_some_and(|name| name == "inline"));
    let braces = block.brace_token.span;
    let body = braces.open().byte_range().start..braces.close().byte_range().end;
    let first = attrs.first().map_or(sig.fn_token.span, |attr| attr.pound_token.span);
    let clauses = clauses(sig, body.start).filter(|_| !is_seen && !is_inline && !is_of_trait);
    Some(Place {
        name: sig.ident.span().byte_range().start,
        first: first.byte_range().start.min(sig.fn_token.span.byte_range().start),
        is_own: !is_spec && !is_seen,
        contract: clauses.map(|start| start..if is_spec { body.end } else { body.start }),
        body,
    })
}

/// The offset of a function's clauses; `None` if they state more than conditions before and after a call.
fn clauses(sig: &Signature, body: usize) -> Option<usize> {
    let spec = &sig.spec;
    if spec.with.is_some() || spec.atomic_spec.is_some() || spec.default_ensures.is_some() {
        return None;
    }
    let name = sig.ident.span().byte_range().end;
    let starts: Vec<usize> = quote::quote!(#spec).into_iter().map(|token| start_of(&token)).collect();
    let first = starts.iter().copied().min().unwrap_or(body);
    (name < first && starts.iter().all(|start| *start < body)).then_some(first)
}

/// Whether the result type depends on the body.
fn gives_opaque(output: &ReturnType) -> bool {
    let ReturnType::Type(_, _, _, ty) = output else { return false };
    !is_plain(ty)
}

/// Whether a type is written with paths, references, tuples, slices and arrays only.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::ImplTrait(_) => false,
        _ => !quote::quote!(#ty).into_iter().any(has_impl),
    }
}

/// Whether a token is or contains the word `impl`.
fn has_impl(token: TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word == "impl",
        TokenTree::Group(group) => group.stream().into_iter().any(has_impl),
        _ => false,
    }
}

/// Whether tokens contain no macro that could make items.
fn makes_no_items(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Group(group) => makes_no_items(group.stream()),
        TokenTree::Ident(word) => {
            let word = word.to_string();
            let is_call = matches!(tokens.get(at + 1), Some(bang) if is_punct(bang, '!'))
                && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
            let names = |list: &[&str]| list.contains(&word.as_str());
            !names(&ITEM_WORDS) && (!is_call || names(&OPERATOR_WORDS) || names(&PLAIN_MACROS))
        }
        _ => true,
    })
}

/// Writes tokens without layout and documentation, and without those of some parts. False when a word among them makes a
/// function part of another's proof.
fn write_canonical<T>(tokens: TokenStream, cut: &BTreeMap<usize, (usize, T)>, out: &mut String) -> bool {
    let mut is_alone = true;
    for token in undocumented(tokens) {
        if covers(cut, start_of(&token)) {
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::None => ("\u{2039}", "\u{203a}"),
                    seen => pair(seen),
                };
                out.push_str(open);
                is_alone &= write_canonical(group.stream(), cut, out);
                out.push_str(close);
            }
            TokenTree::Punct(punct) => {
                out.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    out.push(' ');
                }
            }
            TokenTree::Ident(word) => {
                let word = word.to_string();
                is_alone &= !SHARING.contains(&word.as_str());
                out.push_str(&word);
                out.push(' ');
            }
            TokenTree::Literal(literal) => {
                out.push_str(&literal.to_string());
                out.push(' ');
            }
        }
    }
    is_alone
}

/// Puts in place of some bodies that there is none.
fn cut_bodies(tokens: TokenStream, starts: &BTreeSet<usize>) -> TokenStream {
    let cut = |token| match token {
        TokenTree::Group(group) => {
            let is_cut = starts.contains(&group.span_open().byte_range().start);
            let inner = if is_cut { nothing(group.span_open()) } else { cut_bodies(group.stream(), starts) };
            let mut made = Group::new(group.delimiter(), inner);
            made.set_span(group.span());
            TokenTree::Group(made)
        }
        token => token,
    };
    tokens.into_iter().map(cut).collect()
}

/// The call that replaces a body: `no_method_body()`.
fn nothing(span: Span) -> TokenStream {
    quote_spanned!(span=> ::verus_builtin::no_method_body())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "use vstd::prelude::*;\nverus! {\n/// Words.\npub fn f(x: u8) -> (r: u8) requires x < 9, ensures \
                        match r { 0 => { true }, _ => x > 0 } { x }\nspec fn s(x: int) -> int { x + 1 }\nimpl A { proof \
                        fn p(self) ensures true { assert(1 < 2); } }\n}\n";

    fn texts(outline: &Outline) -> Vec<Option<&str>> {
        outline.functions.iter().map(|f| f.body.as_ref().map(|b| b.text.as_str())).collect()
    }

    #[test]
    fn bodies_that_nobody_sees_are_apart() {
        let found = outline(FILE).unwrap_or_default();
        assert_eq!(texts(&found), [Some("x "), None, Some("assert (1 < 2 ); ")]);
        let contracts: Vec<Option<&str>> = found.functions.iter().map(|f| f.contract.as_deref()).collect();
        let first = "requires x < 9 , ensures match r {0 => {true }, _ => x > 0 }";
        assert_eq!(contracts, [Some(first), Some("{x + 1 }"), Some("ensures true ")]);
        assert!(
            found.common.contains("pub fn f (x : u8 )-> (r : u8 ){}spec fn s (x : int )-> int impl A"),
            "{found:?}"
        );
        assert!(!found.common.contains("Words"), "{found:?}");
        for (function, name) in found.functions.iter().zip(["f", "s", "p"]) {
            assert!(FILE[function.name..].starts_with(name), "{function:?}");
            assert!(FILE[function.range.clone()].ends_with('}'), "{function:?}");
        }
    }

    #[test]
    fn layout_and_comments_do_not_show_and_everything_else_does() {
        let same = FILE.replace("{ x }", "{ // A word.\n x }").replace("/// Words.", "\n\n");
        let texts_of = |source: &str| outline(source).map(|o| (o.common.clone(), texts(&o).concat_some()));
        assert_eq!(texts_of(&same), texts_of(FILE));
        let body = outline(&FILE.replace("1 < 2", "1 < 3")).unwrap_or_default();
        let file = outline(FILE).unwrap_or_default();
        assert_eq!(body.common, file.common);
        assert_ne!(texts(&body), texts(&file));
        let contracts = |outline: &Outline| -> Vec<Option<String>> {
            outline.functions.iter().map(|function| function.contract.clone()).collect()
        };
        for (number, from, to) in [(0, "x < 9", "x < 8"), (1, "x + 1", "x + 2"), (2, "ensures true", "ensures 1 < 2")] {
            let other = outline(&FILE.replacen(from, to, 1)).unwrap_or_default();
            assert_eq!((&other.common, texts(&other)), (&file.common, texts(&file)), "{from}");
            let changed = |at: &usize| contracts(&other)[*at] != contracts(&file)[*at];
            assert_eq!((0..3).filter(changed).collect::<Vec<_>>(), [number], "{from}");
        }
        for (from, to) in [("pub fn", "fn"), ("impl A", "impl B"), ("(x: int)", "(x: nat)"), ("(r: u8)", "(r: u16)")] {
            assert_ne!(outline(&FILE.replacen(from, to, 1)).unwrap_or_default().common, file.common, "{from}");
        }
    }

    trait ConcatSome {
        fn concat_some(self) -> String;
    }

    impl ConcatSome for Vec<Option<&str>> {
        fn concat_some(self) -> String {
            self.into_iter().map(|text| text.unwrap_or("-")).collect()
        }
    }

    #[test]
    fn bodies_that_others_may_see_stay() {
        for function in [
            "const fn f() -> u8 { 1 }",
            "fn f() -> impl Fn(u8) { 1 }",
            "fn f() -> (r: Vec<impl T>) { 1 }",
            "fn f() { struct S; }",
            "fn f() { mine!(x); }",
            "fn f() { let p: *const u8 = x; }",
            "axiom fn f() { }",
        ] {
            let found = outline(&format!("verus! {{ {function} }}")).unwrap_or_default();
            assert_eq!(texts(&found), [None], "{function}");
        }
        let of = |function: &str| outline(&format!("verus! {{ {function} }}")).unwrap_or_default().functions.len();
        assert_eq!(of("#[verifier::external_fn_specification] fn f() { g() }"), 0);
        assert_eq!(of("broadcast proof fn f() { }"), 0);
        assert_eq!(of("trait T { fn f() { } }"), 0);
        assert_eq!(of("#[verifier::rlimit(9)] fn f() { return !(a); }"), 1);
    }

    #[test]
    fn what_may_be_used_without_a_mention_stays() {
        for function in [
            "const fn f() -> (r: u8) ensures r == 1 { 1 }",
            "fn f() -> (r: impl Fn(u8)) ensures true { 1 }",
            "#[verifier::inline] spec fn f() -> int { 1 }",
            "impl T for S { spec fn f() -> int { 1 } }",
            "impl T for S { fn f() ensures true { } }",
            "axiom fn f() ensures true { }",
            "spec fn f() -> int { mine!(1) }",
            "fn f() requires ({ const A: u8 = 1; true }) { }",
            "fn f() with x: int ensures true { }",
            "fn f() default_ensures true { }",
        ] {
            let found = outline(&format!("verus! {{ {function} }}")).unwrap_or_default();
            assert_eq!(found.functions.iter().map(|f| f.contract.clone()).collect::<Vec<_>>(), [None], "{function}");
            assert!(found.common.contains("true") || found.common.contains("1 "), "{found:?}");
        }
    }

    #[test]
    fn files_that_share_more_have_no_outline() {
        for source in [
            "fn f() {}",
            "verus! { spec fn f() decreases x via g { 1 } }",
            "verus! { fn f() } }",
            "verus! { fn f( }",
            "macro_rules! seq { () => {} } verus! { }",
            "verus! { #[doc = \"certus:mode axiom\"] fn f() {} }",
        ] {
            assert_eq!(outline(source), None, "{source}");
        }
    }

    #[test]
    fn a_file_is_written_without_some_bodies() {
        let found = outline(FILE).unwrap_or_default();
        let start = found.functions.iter().filter_map(|f| Some(f.body.as_ref()?.start)).take(1).collect();
        let form = without_bodies(FILE, &start).map(|form| form.text).unwrap_or_default();
        assert_eq!(form.matches("no_method_body").count(), 1, "{form}");
        assert!(form.contains("assert_") && form.contains("requires"), "{form}");
        let all = without_bodies(FILE, &BTreeSet::new()).map(|form| form.text).unwrap_or_default();
        assert!(!all.contains("no_method_body"), "{all}");
    }
}
