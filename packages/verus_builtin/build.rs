//! Makes the crate from the declarations that the verifier reads: what only panics there is ghost code.
//!
//! A free function of that kind becomes one that nobody can call, so that imports of its name go on to work. A method is
//! left out: `g.borrow_mut()` in code that runs is an error of rustc. An `impl` of a trait stays, for a bound on the trait
//! decides which code runs, and must hold where it held when the program was verified. Its methods cannot be compiled for any
//! type; of a type without parameters, no value is ever made.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    // In the copy that a package has of this crate, the declarations are beside this file.
    let places = ["declarations.rs", "../../std-api/verus_builtin.rs"].map(|place| package.join(place));
    let [beside, shared] = places;
    let source = if beside.is_file() { beside } else { shared };
    println!("cargo::rerun-if-changed={}", source.display());
    let text = certus_rewrite::repeat(&fs::read_to_string(&source)?).map_err(io::Error::other)?;
    // Attributes of the crate stand in `lib.rs`.
    let start = text.lines().take_while(|line| line.is_empty() || line.starts_with("//!") || line.starts_with("#!"));
    let body: Vec<&str> = text.lines().skip(start.count()).collect();
    let tokens: TokenStream = body.join("\n").parse().map_err(|e| io::Error::other(format!("{e}")))?;
    let out = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("verus_builtin.rs");
    fs::write(out, module(tokens, true).to_string())
}

/// The items of a stream: each ends with braces or a semicolon.
fn items(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut items = vec![Vec::new()];
    for tree in tokens {
        let ends = matches!(&tree, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace)
            || matches!(&tree, TokenTree::Punct(p) if p.as_char() == ';');
        items.last_mut().into_iter().for_each(|item: &mut Vec<TokenTree>| item.push(tree.clone()));
        if ends {
            items.push(Vec::new());
        }
    }
    items
}

/// What stands in the braces at the end of an item.
fn body(item: &[TokenTree]) -> Option<TokenStream> {
    match item.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

fn has_word(item: &[TokenTree], word: &str) -> bool {
    item.iter().any(|tree| matches!(tree, TokenTree::Ident(ident) if ident == word))
}

/// Whether an item is a function that only panics, or gives some value for one of ghost code.
fn is_ghost(item: &[TokenTree]) -> bool {
    let is_ghost = |text: &str| matches!(text, "panic!()" | "given(a)" | "internal::given(a)");
    has_word(item, "fn") && body(item).is_some_and(|body| is_ghost(&body.to_string().replace(' ', "")))
}

/// Whether an item is there for the verifier alone.
fn is_for_verifier(item: &[TokenTree]) -> bool {
    let is_cfg = |tree: &TokenTree| match tree {
        TokenTree::Group(group) => group.stream().to_string().replace(' ', "") == "cfg(verus_keep_ghost)",
        _ => false,
    };
    item.iter().any(is_cfg)
}

/// An item without the condition that it is not for the verifier.
fn without_condition(mut item: Vec<TokenTree>) -> Vec<TokenTree> {
    let is_cfg = |tree: &TokenTree| match tree {
        TokenTree::Group(group) => group.stream().to_string().replace(' ', "") == "cfg(not(verus_keep_ghost))",
        _ => false,
    };
    if let Some(at) = item.iter().position(is_cfg) {
        item.drain(at.saturating_sub(1)..=at);
    }
    item
}

/// Whether an `impl` has parameters.
fn is_generic(item: &[TokenTree]) -> bool {
    let mut rest = item.iter().skip_while(|tree| !matches!(tree, TokenTree::Ident(word) if word == "impl"));
    matches!(rest.nth(1), Some(TokenTree::Punct(sign)) if sign.as_char() == '<')
}

/// The body of a method that nobody may call: an error once it is compiled for a type.
fn cannot_compile() -> TokenStream {
    let text = "let () = const { panic!(\"code that runs asks for a ghost value\") }; loop {}";
    text.parse().unwrap_or_default()
}

/// An item with other braces at its end.
fn with_body(item: &[TokenTree], body: TokenStream) -> TokenStream {
    let mut out: TokenStream = item[..item.len() - 1].iter().cloned().collect();
    out.extend([TokenTree::from(proc_macro2::Group::new(Delimiter::Brace, body))]);
    out
}

/// The items of a module; functions of specifications keep their names where programs may name them.
fn module(tokens: TokenStream, named: bool) -> TokenStream {
    let mut out = TokenStream::new();
    for item in items(tokens) {
        let item = without_condition(item);
        let name = item.iter().skip_while(|tree| !matches!(tree, TokenTree::Ident(word) if word == "fn")).nth(1);
        match (&name, body(&item)) {
            _ if is_for_verifier(&item) => {}
            (Some(name), _) if is_ghost(&item) => {
                let stub = format!(
                    "#[doc(hidden)] #[inline(always)] pub fn {name}(ghost_code_does_not_run: ::core::convert::Infallible) \
                     -> ! {{ match ghost_code_does_not_run {{}} }}"
                );
                if named {
                    out.extend(stub.parse::<TokenStream>());
                }
            }
            (_, Some(_)) if !named && (has_word(&item, "macro_rules") || is_macro_call(&item)) => {}
            (_, Some(body)) if has_word(&item, "impl") => {
                let of_trait = has_word(&item, "for");
                let members = items(body).into_iter().filter(|member| of_trait || !is_ghost(member));
                let members = members.map(|member| match is_ghost(&member) && is_generic(&item) {
                    true => with_body(&member, cannot_compile()),
                    false => member.into_iter().collect(),
                });
                out.extend(with_body(&item, members.collect()));
            }
            (_, Some(body)) if has_word(&item, "mod") => out.extend(with_body(&item, module(body, false))),
            _ => out.extend(item),
        }
    }
    out
}

/// Whether an item is `name! { .. }`.
fn is_macro_call(item: &[TokenTree]) -> bool {
    matches!(item, [TokenTree::Ident(_), TokenTree::Punct(bang), TokenTree::Group(_)] if bang.as_char() == '!')
}
