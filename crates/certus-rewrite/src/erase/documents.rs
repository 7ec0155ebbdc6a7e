//! Writes the contract of a function into its documentation: `#[cfg_attr(doc, doc = "..")]`, which counts where rustdoc
//! runs and nowhere else.
//!
//! The text is that of the source, with its lines.

use proc_macro2::{LineColumn, Span, TokenStream};
use quote::ToTokens as _;
use verus_syn::{Attribute, ReturnType, Signature};

/// The documentation of a contract; `None` if there is none.
pub(super) fn contract(sig: &Signature) -> Option<Attribute> {
    let clauses = sig.spec.to_token_stream();
    if clauses.is_empty() {
        return None;
    }
    // Clauses name the result.
    let result = match &sig.output {
        ReturnType::Type(_, _, Some(_), _) => format!("{}\n", layout(sig.output.to_token_stream())),
        _ => String::new(),
    };
    Some(attribute(&format!("{result}{}", layout(clauses)), sig.fn_token.span))
}

/// The documentation of a contract that stands in an attribute.
pub(super) fn contract_in_attribute(arguments: TokenStream, span: Span) -> Option<Attribute> {
    (!arguments.is_empty()).then(|| attribute(&layout(arguments), span))
}

fn attribute(contract: &str, span: Span) -> Attribute {
    // A fence is longer than what looks like one in the text.
    let text = format!("\n# Contract\n\n````text\n{contract}\n````");
    verus_syn::parse_quote_spanned! {span=> #[cfg_attr(doc, doc = #text)] }
}

/// Tokens as the source has them, without the indentation of the first one.
fn layout(tokens: TokenStream) -> String {
    let (mut out, mut last, mut base) = (String::new(), None::<LineColumn>, 0);
    for tree in tokens {
        let span = tree.span();
        let Some(text) = span.source_text().filter(|text| !text.is_empty()) else {
            // A macro made it.
            out.push_str(if out.is_empty() { "" } else { " " });
            out.push_str(&tree.to_string());
            last = None;
            continue;
        };
        let (start, end) = (span.start(), span.end());
        match last {
            None if out.is_empty() => base = start.column,
            Some(last) if start.line == last.line && start.column >= last.column => {
                out.extend(std::iter::repeat_n(' ', start.column - last.column));
            }
            None => out.push(' '),
            Some(_) => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', start.column.saturating_sub(base)));
            }
        }
        for (index, line) in text.lines().enumerate() {
            let indent = line.len() - line.trim_start_matches(' ').len();
            out.push_str(if index == 0 { "" } else { "\n" });
            out.push_str(&line[if index == 0 { 0 } else { indent.min(base) }..]);
        }
        last = Some(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_source_stay() {
        let text =
            "    requires\n        v.len() > 0,\n    ensures\n        forall|i: int| {\n            i < 3\n        },";
        let laid = layout(text.parse().expect("tokens"));
        assert_eq!(laid, text.replace("\n    ", "\n").trim_start());
        assert_eq!(layout("requires a  ==> b".parse().expect("tokens")), "requires a  ==> b");
    }

    #[test]
    fn tokens_without_a_source_are_joined() {
        let tokens = quote::quote!(requires x > 0);
        assert_eq!(layout(tokens), "requires x > 0");
    }

    #[test]
    fn a_contract_names_the_result() {
        let of = |text: &str| contract(&verus_syn::parse_str::<Signature>(text).expect("a signature"));
        let text = of("fn f(x: u8) -> (r: u8) requires x < 9, ensures r > x").expect("a contract");
        let text = text.to_token_stream().to_string();
        assert!(text.contains("-> (r: u8)\\nrequires x < 9,") && text.starts_with("# [cfg_attr (doc ,"), "{text}");
        assert!(of("fn f(x: u8) -> u8").is_none());
    }
}
