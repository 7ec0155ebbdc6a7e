//! Programs that write programs.

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
pub struct ExSpacing(Spacing);

#[verifier::external_type_specification]
pub struct ExDelimiter(Delimiter);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExIdent(Ident);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExSpan(Span);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExTokenStream(TokenStream);

pub uninterp spec fn text(of: Ident) -> Seq<char>;

pub assume_specification[ Span::call_site ]() -> Span;

pub assume_specification[ Ident::new ](string: &str, span: Span) -> (r: Ident)
    ensures
        text(r) == string@,
;

pub assume_specification[ TokenStream::is_empty ](this: &TokenStream) -> bool;

/// How deep a list of brackets nests at its end.
pub fn depth(of: &Vec<(Delimiter, bool)>) -> (r: usize)
    ensures
        r <= of.len(),
{
    let mut depth: usize = 0;
    for i in 0..of.len()
        invariant
            depth <= i,
    {
        match of[i] {
            (Delimiter::None, _) => {},
            (_, true) => depth += 1,
            (_, false) => if depth > 0 {
                depth -= 1;
            },
        }
    }
    depth
}

pub fn name(of: &str) -> (r: Ident)
    ensures
        text(r) == of@,
{
    Ident::new(of, Span::call_site())
}

#[verifier::external_body]
pub fn function(of: &Ident) -> TokenStream {
    quote::quote!(fn #of() {})
}

pub fn is_nothing(of: &str) -> bool {
    function(&name(of)).is_empty()
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_written() {
        let written: syn::ItemFn = syn::parse2(function(&name("f"))).unwrap();
        assert_eq!(written.sig.ident, "f");
        assert!(!is_nothing("f"));
        assert_eq!(depth(&vec![(Delimiter::Brace, true), (Delimiter::None, true)]), 1);
    }
}
