//! Spec functions of before that take a function: `f: impl Fn(A) -> B` is `f: spec_fn(A) -> B` now.
//!
//! What a spec function is given is a mathematical function. The two words have as many bytes, so all else stays where it
//! is.

use crate::global_allocator::{Token, flatten};

/// The text with `spec_fn` for `impl Fn` in the parameters of spec functions. `None` if there is none, or it cannot be
/// read.
pub fn with_spec_closures(source: &str) -> Option<String> {
    if !source.contains("impl Fn(") {
        return None;
    }
    let mut tokens = Vec::new();
    flatten(source.parse().ok()?, &mut tokens);
    let mut text = source.to_string();
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| &token.text);
    for at in (1..tokens.len()).filter(|at| word(*at) == "fn") {
        let is_spec = word(at - 1) == "spec" || (at >= 4 && word(at - 4) == "spec" && word(at - 2) == "checked");
        let Some(open) = (at..tokens.len()).find(|at| word(*at) == "(").filter(|_| is_spec) else { continue };
        let mut depth = 0usize;
        for at in open..tokens.len() {
            match word(at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "impl" if word(at + 1) == "Fn" && word(at + 2) == "(" => {
                    let range = tokens[at].range.start..tokens[at + 1].range.end;
                    if range.len() == "spec_fn".len() {
                        text.replace_range(range, "spec_fn");
                    }
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    Some(text)
}

/// The text without the bound `core::iter::Step`, which stable Rust cannot name, in impls of ghost iterators and of their
/// views. Nothing is trusted of either. `None` if there is none, or the text cannot be read.
pub fn without_ghost_steps(source: &str) -> Option<String> {
    const BOUND: [&str; 8] = ["+", "core", ":", ":", "iter", ":", ":", "Step"];
    if !(source.contains("core::iter::Step") && source.contains("GhostIterator")) {
        return None;
    }
    let mut tokens = Vec::new();
    flatten(source.parse().ok()?, &mut tokens);
    let mut text = source.to_string();
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| &token.text);
    for at in (0..tokens.len()).filter(|at| word(*at) == "impl") {
        let Some(body) = (at..tokens.len()).find(|at| word(*at) == "{") else { continue };
        if !(at..body).any(|at| word(at).ends_with("GhostIterator")) {
            continue;
        }
        for first in (at..body).filter(|first| (0..8).all(|i| word(first + i) == BOUND[i])) {
            let range = tokens[first].range.start..tokens[first + 7].range.end;
            let blank: String = text[range.clone()].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
            text.replace_range(range, &blank);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{with_spec_closures, without_ghost_steps};

    #[test]
    fn steps_of_ghost_iterators_only() {
        let source =
            "impl<A: S + core::iter::Step> ForLoopGhostIterator for G<A> {} impl<A: S + core::iter::Step> T for A {}";
        let found = without_ghost_steps(source).unwrap_or_default();
        assert_eq!(found.len(), source.len());
        assert!(
            found.starts_with("impl<A: S  ") && found.ends_with("impl<A: S + core::iter::Step> T for A {}"),
            "{found}"
        );
        assert_eq!(without_ghost_steps("impl<A: core::iter::Step> T for A {}"), None);
    }

    #[test]
    fn closures_of_spec_functions_only() {
        let source = "spec fn new(n: nat, f: impl Fn(int) -> A) -> S; spec(checked) fn g(f: impl Fn(A) -> bool);\n\
                      fn run(f: impl Fn(u8) -> u8) {}";
        let wanted = "spec fn new(n: nat, f: spec_fn(int) -> A) -> S; spec(checked) fn g(f: spec_fn(A) -> bool);\n\
                      fn run(f: impl Fn(u8) -> u8) {}";
        assert_eq!(with_spec_closures(source).as_deref(), Some(wanted));
        assert_eq!(with_spec_closures("spec fn f();"), None);
        assert_eq!(with_spec_closures("spec fn f(g: impl Fn("), None);
    }
}
