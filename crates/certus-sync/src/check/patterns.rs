//! The names that a pattern binds.

use certus_visit::visit::{self, Visit};
use proc_macro2::Ident;
use verus_syn::{Pat, PatIdent};

/// The names that a pattern binds, each once. A name alone that begins with an upper-case letter is a constant or a variant,
/// as in `None`: macros cannot tell, and names of variables do not begin so.
pub(crate) fn bound_names(pat: &Pat) -> Vec<Ident> {
    let mut collector = Collector { names: Vec::new() };
    collector.visit_pat(pat);
    collector.names
}

struct Collector {
    names: Vec<Ident>,
}

impl<'a> Visit<'a> for Collector {
    fn visit_pat_ident(&mut self, pat: &'a PatIdent) {
        let is_bare = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
        let is_upper = pat.ident.to_string().starts_with(char::is_uppercase);
        if !(is_bare && is_upper || self.names.contains(&pat.ident)) {
            self.names.push(pat.ident.clone());
        }
        visit::visit_pat_ident(self, pat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verus_syn::parse::Parser;

    #[test]
    fn names_are_found_once() {
        let names = |text: &str| {
            let pat = Pat::parse_multi.parse_str(text).unwrap();
            bound_names(&pat).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("(a, Some(b))"), ["a", "b"]);
        assert_eq!(names("Ok(x) | Err(x)"), ["x"]);
        assert_eq!(names("None"), Vec::<String>::new());
        assert_eq!(names("x @ Foo { y, z: Bar(_) }"), ["x", "y"]);
    }
}
