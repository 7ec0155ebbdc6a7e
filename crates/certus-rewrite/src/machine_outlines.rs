//! Finds the state machines of a file.
//!
//! Only the syntax is used: a machine is a call of one of the macros under its own name, outside of `verus!`, in it, or in a
//! module. Configuration is not evaluated.

use certus_codes::Language;
use certus_sync::{MachineOutline, Machines};
use certus_visit::visit::{self, Visit};
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::Mode;
use crate::errors::{RewriteError, Rewritten};
use crate::limits::guarded;
use crate::lines::{Items, takes_items};
use crate::machines::of_error;
use crate::normalize::normalize;

/// A declaration of a machine in a file.
#[derive(Clone, Debug)]
pub struct MachineDeclaration {
    /// The name of the machine.
    pub name: String,
    /// Its place.
    pub span: Span,
    machines: Machines,
    tokens: TokenStream,
}

/// The declarations of machines in the text of a file, in order. Errs when the text cannot be parsed.
pub fn machine_declarations(text: &str) -> Result<Vec<MachineDeclaration>, RewriteError> {
    let wrong = |error: verus_syn::Error| RewriteError::new(error.span(), Language::Syntax, error.to_string());
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| wrong(error.into()))?;
    let tokens = normalize(tokens);
    guarded(&tokens, || {
        let file: verus_syn::File = verus_syn::parse2(tokens.clone()).map_err(wrong)?;
        let mut finder = Finder { found: Vec::new(), error: None };
        finder.visit_file(&file);
        match finder.error {
            Some(error) => Err(wrong(error)),
            None => Ok(finder.found),
        }
    })?
}

impl MachineDeclaration {
    /// The items that the machine stands for, as the front end gets them.
    pub fn expanded(&self) -> Rewritten {
        crate::machines::state_machine(Mode::Keep, self.machines, self.tokens.clone())
    }

    /// What the machine consists of. Errs with what is wrong with the declaration.
    pub fn outline(&self) -> Result<MachineOutline, Vec<RewriteError>> {
        guarded(&self.tokens, || certus_sync::outline(self.machines, self.tokens.clone()))
            .map_err(|error| vec![error])?
            .map_err(|errors| errors.into_iter().map(of_error).collect())
    }
}

/// Which kind of machine a macro of this name declares.
fn machines_of(name: &str) -> Option<Machines> {
    match name {
        "state_machine" => Some(Machines::Plain),
        "tokenized_state_machine" | "tokenized_state_machine_vstd" => Some(Machines::Tokenized),
        _ => None,
    }
}

struct Finder {
    found: Vec<MachineDeclaration>,
    /// The first part that could not be parsed.
    error: Option<verus_syn::Error>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_macro(&mut self, call: &'ast verus_syn::Macro) {
        if takes_items(&call.path) {
            match verus_syn::parse2::<Items>(call.tokens.clone()) {
                Ok(items) => items.items().iter().for_each(|item| visit::visit_item(self, item)),
                Err(error) => drop(self.error.get_or_insert(error)),
            }
        }
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let Some(machines) = machines_of(&name) else { return };
        // Attributes and a visibility may come first: the name is the word before the braces or its parameters.
        let Some((name, span)) = name_in(&call.tokens) else { return };
        self.found.push(MachineDeclaration { name, span, machines, tokens: call.tokens.clone() });
    }
}

/// The name of a machine in its declaration `#[attribute] Name<T> { .. }`: the first word that is not in brackets.
fn name_in(tokens: &TokenStream) -> Option<(String, Span)> {
    tokens.clone().into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) => Some((ident.to_string(), ident.span())),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
use vstd::prelude::*;
verus! {
state_machine! { First { fields { pub n: int } } }
mod inner {
    use super::*;
    tokenized_state_machine! { Second<T> { fields { #[sharding(variable)] pub t: T } } }
}
}
mod outer {
    vstd::prelude::state_machine! { #[verifier::ext_equal] Third { fields { pub n: int } } }
}
other_machine! { Fourth { } }
";

    #[test]
    fn machines_are_found_inside_and_outside_of_verus() {
        let found = machine_declarations(FILE).unwrap();
        let names: Vec<(&str, usize)> = found.iter().map(|m| (m.name.as_str(), m.span.start().line)).collect();
        assert_eq!(names, [("First", 3), ("Second", 6), ("Third", 10)]);
        let outline = found[1].outline().unwrap();
        assert!(outline.tokenized && outline.generics == "<T>" && outline.fields[0].strategy == Some("variable"));
        assert!(!found[0].outline().unwrap().tokenized);
    }

    #[test]
    fn what_cannot_be_parsed_is_an_error_at_its_place() {
        let wrong = machine_declarations("verus! {\nfn f( {}\n}").unwrap_err();
        assert_eq!(wrong.code, Language::Syntax.into());
        let found = machine_declarations("verus! {\nstate_machine! { M { fields { pub n } } }\n}").unwrap();
        let errors = found[0].outline().unwrap_err();
        assert!(errors.iter().any(|error| error.span.start().line == 2), "{errors:?}");
    }
}
