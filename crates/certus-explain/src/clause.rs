//! The clause that fails, in words, where its place shows a macro.
//!
//! The library writes the contracts of a function of many types once. What such a clause says stands in the definition of the
//! macro, and the place of the clause is the call, which shows nothing of it.

use certus_diagnostics::{Note, Sources};
use certus_vc::Obligation;
use certus_vir::Program;
use certus_vir::words::{Stand, Words};

use crate::alone::definitions;
use crate::missing::LONG;

/// What a goal says that comes from a clause in a call of a macro.
pub(crate) fn note(program: &Program, obligation: &Obligation, index: usize, sources: &Sources) -> Option<Note> {
    let goal = obligation.goals.get(index)?;
    goal.related.iter().find(|(place, _)| is_call(sources.text(*place)))?;
    let words = Words { program, module: &obligation.module, stand: Stand::Body };
    let text = words.of(&goal.expr).or_else(|| words.of(&definitions(obligation).apply(&goal.expr)));
    let text = text.filter(|text| text.len() <= LONG)?;
    Some(Note { is_help: false, message: format!("the clause says `{text}`"), labels: Vec::new() })
}

/// Whether a text is the call of a macro.
fn is_call(text: &str) -> bool {
    let Some((name, rest)) = text.split_once('!') else { return false };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
    is_name && rest.trim_start().starts_with(['(', '[', '{'])
}

#[cfg(test)]
mod tests {
    use super::is_call;

    #[test]
    fn calls_are_told_from_clauses() {
        assert!(is_call("numbers! { u8 u16 }") && is_call("a::b!(x)"));
        assert!(!is_call("!f(x)") && !is_call("x != (3)") && !is_call("f(x) && !(y)") && !is_call("x"));
    }
}
