//! `case_on_next!` and its relatives: a proof by cases of the step that was taken.
//!
//! ```text
//! case_on_next! { pre, post, label, Name => { add(n) => { proof } .. } }
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use verus_syn::parse::discouraged::Speculative;
use verus_syn::parse::{Parse, ParseStream};
use verus_syn::punctuated::Punctuated;
use verus_syn::{Block, Error, Expr, Path, PathArguments, Token, braced, parenthesized};

use crate::meaning::CURRENT;
use crate::spans;

/// Which relation the cases are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cases {
    /// `case_on_next!`.
    Next,
    /// `case_on_next_strong!`.
    NextStrong,
    /// `case_on_init!`.
    Init,
}

/// The argument of such a macro.
pub(crate) struct CaseProof {
    /// The first expressions: the states, and the label if there is one.
    subjects: Vec<Expr>,
    /// The machine.
    machine: Path,
    /// The cases.
    arms: Vec<Arm>,
}

/// The case of one operation.
struct Arm {
    operation: Ident,
    params: Vec<Ident>,
    proof: Block,
}

impl Parse for CaseProof {
    fn parse(input: ParseStream) -> verus_syn::Result<Self> {
        let mut subjects: Vec<Expr> = Vec::new();
        let machine = loop {
            // The path of a machine with type arguments is no expression.
            let ahead = input.fork();
            if let Ok(path) = ahead.parse::<Path>()
                && ahead.peek(Token![=>])
            {
                input.advance_to(&ahead);
                break path;
            }
            let subject: Expr = input.parse()?;
            if input.peek(Token![=>]) {
                return Err(Error::new(spans::of(&subject), "expected the path of a state machine"));
            }
            subjects.push(subject);
            input.parse::<Token![,]>()?;
        };
        input.parse::<Token![=>]>()?;
        let inside;
        braced!(inside in input);
        let mut arms = Vec::new();
        while !inside.is_empty() {
            let operation = inside.parse()?;
            let params;
            parenthesized!(params in inside);
            let params = Punctuated::<Ident, Token![,]>::parse_terminated(&params)?;
            inside.parse::<Token![=>]>()?;
            let proof = inside.parse()?;
            inside.parse::<Option<Token![,]>>()?;
            arms.push(Arm { operation, params: params.into_iter().collect(), proof });
        }
        Ok(CaseProof { subjects, machine, arms })
    }
}

impl CaseProof {
    /// The proof, as an expression of ghost code. `Err` if the number of states is wrong.
    pub(crate) fn expand(mut self, cases: Cases) -> verus_syn::Result<TokenStream> {
        let (all, by, steps, ending, states) = match cases {
            Cases::Next => ("next", "next_by", "Step", "", 2),
            Cases::NextStrong => ("next_strong", "next_strong_by", "Step", "_strong", 2),
            Cases::Init => ("init", "init_by", "Config", "", 1),
        };
        let span = spans::of(&self.machine);
        if !(states..=states + 1).contains(&self.subjects.len()) {
            let text = match states {
                1 => "expected a state, at most one label, and the path of a state machine",
                _ => "expected two states, at most one label, and the path of a state machine",
            };
            return Err(Error::new(span, text));
        }
        // The type arguments of the machine are those of its types.
        let mut arguments = PathArguments::None;
        if let Some(last) = self.machine.segments.last_mut() {
            std::mem::swap(&mut last.arguments, &mut arguments);
        }
        if let PathArguments::AngleBracketed(arguments) = &mut arguments {
            arguments.colon2_token = Some(verus_syn::token::PathSep { spans: [span, span] });
        }
        let (machine, subjects) = (&self.machine, &self.subjects);
        let ident = |name: &str| Ident::new(name, span);
        let (all, by, steps) = (ident(all), ident(by), ident(steps));
        // The states may speak of variables with any other name.
        let some = ident(&format!("{CURRENT}step"));
        let state = quote_spanned!(span=> #machine::State #arguments);
        let step = quote_spanned!(span=> #machine::#steps #arguments);
        let arms = self.arms.iter().map(|arm| {
            let (operation, params, proof) = (&arm.operation, &arm.params, &arm.proof);
            let at: Span = operation.span();
            let relation = Ident::new(&format!("{operation}{ending}"), at);
            quote_spanned! {at=>
                #step::#operation(#(#params),*) => {
                    assert(#state::#relation(#(#subjects,)* #(#params),*)) by {
                        reveal(#state::#by);
                    }
                    #proof
                }
            }
        });
        Ok(quote_spanned! {span=>
            {
                reveal(#state::#all);
                match choose|#some: #step| #[trigger] #state::#by(#(#subjects,)* #some) {
                    #(#arms)*
                    #step::dummy_to_use_type_params(_) => {
                        assert(false) by { reveal(#state::#by); }
                    }
                }
            }
        })
    }
}
