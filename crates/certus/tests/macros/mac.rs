//! Macros without dependencies.
use proc_macro::{TokenStream, TokenTree};

/// The name of a type and those of its named fields.
fn read(input: TokenStream) -> (String, Vec<String>) {
    let mut tokens = input.into_iter();
    let mut name = String::new();
    while let Some(token) = tokens.next() {
        if let TokenTree::Ident(word) = &token {
            if ["struct", "enum"].contains(&word.to_string().as_str()) {
                name = tokens.next().expect("a name").to_string();
                break;
            }
        }
    }
    let mut fields = Vec::new();
    for token in tokens {
        if let TokenTree::Group(group) = token {
            let all: Vec<TokenTree> = group.stream().into_iter().collect();
            for pair in all.windows(2) {
                if let (TokenTree::Ident(field), TokenTree::Punct(colon)) = (&pair[0], &pair[1]) {
                    if colon.as_char() == ':' {
                        fields.push(field.to_string());
                    }
                }
            }
        }
    }
    (name, fields)
}

/// Adds `spec fn total` (the sum of the fields) and `fn sum`, which is proved to give it.
#[proc_macro_derive(Total, attributes(total))]
pub fn total(input: TokenStream) -> TokenStream {
    let (name, fields) = read(input);
    let spec: Vec<String> = fields.iter().map(|field| format!("self.{field} as int")).collect();
    let exec: Vec<String> = fields.iter().map(|field| format!("self.{field} as u64")).collect();
    format!(
        "::vstd::prelude::verus! {{
            impl {name} {{
                pub open spec fn total(self) -> int {{ {} }}
                pub fn sum(&self) -> (result: u64) ensures result as int == self.total() {{ {} }}
            }}
        }}
        impl {name} {{ pub fn plain(&self) -> u64 {{ let f = |x: u64| x * 3; f(self.sum()) }} }}",
        spec.join(" + "),
        exec.join(" + ")
    )
    .parse()
    .expect("tokens")
}

/// The input as a string.
#[proc_macro_derive(Shown)]
pub fn shown(input: TokenStream) -> TokenStream {
    let text = input.to_string();
    let (name, _) = read(input);
    format!("impl {name} {{ pub const SHOWN: &'static str = {text:?}; }}").parse().expect("tokens")
}

#[proc_macro_derive(Panics)]
pub fn panics(_: TokenStream) -> TokenStream {
    panic!("no way")
}

#[proc_macro_derive(Forges)]
pub fn forges(_: TokenStream) -> TokenStream {
    "#[doc = \"\\x63ertus:mode axiom\"] pub fn forged() {}".parse().expect("tokens")
}

/// An error at the first field.
#[proc_macro_derive(Refuses)]
pub fn refuses(input: TokenStream) -> TokenStream {
    let group = input.into_iter().find_map(|t| match t {
        TokenTree::Group(group) => Some(group),
        _ => None,
    });
    let field = group.expect("fields").stream().into_iter().next().expect("a field");
    let error: TokenStream = "::core::compile_error! { \"not this field\" }".parse().expect("tokens");
    error
        .into_iter()
        .map(|mut token| {
            token.set_span(field.span());
            token
        })
        .collect()
}

/// Plain Rust with types that the verifier does not know.
#[proc_macro_derive(Writes)]
pub fn writes(input: TokenStream) -> TokenStream {
    let (name, _) = read(input);
    format!(
        "const _: () = {{ struct Helper; impl Helper {{ fn open(_: &::std::fs::File) {{}} }} }};
        impl ::core::cmp::PartialEq<::std::fs::File> for {name} {{
            fn eq(&self, _: &::std::fs::File) -> bool {{ false }}
        }}"
    )
    .parse()
    .expect("tokens")
}

/// An impl of a trait of the language, which code of users may not write.
#[proc_macro_derive(Meddles)]
pub fn meddles(input: TokenStream) -> TokenStream {
    let (name, _) = read(input);
    format!("impl ::verus_builtin::Structural for {name} {{}}").parse().expect("tokens")
}

/// No Rust.
#[proc_macro_derive(Broken)]
pub fn broken(_: TokenStream) -> TokenStream {
    "impl struct".parse().expect("tokens")
}

/// Not of the language.
#[proc_macro_derive(Wrong)]
pub fn wrong(_: TokenStream) -> TokenStream {
    "::vstd::prelude::verus! { spec fn f() -> }".parse().expect("tokens")
}

/// One more than the argument.
#[proc_macro]
pub fn plus_one(input: TokenStream) -> TokenStream {
    format!("({{ let x = {input}; x + 1 }})").parse().expect("tokens")
}

/// A constant of the language.
#[proc_macro]
pub fn limit(input: TokenStream) -> TokenStream {
    format!("::vstd::prelude::verus! {{ pub spec const LIMIT: int = {input}; pub fn limit() -> (r: u64) ensures r == LIMIT {{ {input} }} }}").parse().expect("tokens")
}

/// The function under another name as well.
#[proc_macro_attribute]
pub fn also(name: TokenStream, item: TokenStream) -> TokenStream {
    let twice = item.to_string().replacen("verified", &name.to_string(), 1);
    format!("{item} {twice}").parse().expect("tokens")
}
