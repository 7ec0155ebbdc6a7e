//! What may help where types do not fit: casts between the integers of code and of specifications, and values that a
//! specification reaches in another way.
//!
//! For example, `s[i]` with an `i` of type `usize` has the type `usize` where a sequence wants an `int`: the hint is
//! `s[i as int]`. An `if` without `else` has the type `()`, and the hint is that a value needs both branches. A literal has
//! the type that it needs, so one that does not fit stands in code that runs, where `int` does not exist.
//!
//! The hints are what the errors of a beginner's first programs ask for; `tests/mistakes` has those programs, and a test
//! that counts how many of them the first help leads out of. A new kind of mistake gets its page there first. A hint that
//! is wrong for some program is worse than none, so each asks for the exact types.
//!
//! Everything here looks at names of types and at the text of the expression. A hint changes no verdict.

/// A hint; with a text that may replace the expression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) message: String,
    pub(crate) replacement: Option<String>,
}

fn said(message: impl Into<String>) -> Option<Hint> {
    Some(Hint { message: message.into(), replacement: None })
}

/// Whether the type is one of integers that exist in ghost code only.
fn is_ghost_number(ty: &str) -> bool {
    matches!(ty, "int" | "nat")
}

fn is_number(ty: &str) -> bool {
    let sizes = ["8", "16", "32", "64", "128", "size"];
    is_ghost_number(ty) || ty.strip_prefix(['u', 'i']).is_some_and(|size| sizes.contains(&size))
}

/// The expression with a cast, in parentheses where it needs them.
fn cast(text: &str, ty: &str) -> String {
    let is_atom =
        text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '(' | ')' | '[' | ']' | ':'));
    if is_atom { format!("{text} as {ty}") } else { format!("({text}) as {ty}") }
}

/// The hint for an expression whose type is not the expected one.
pub(crate) fn mismatch(expected: &str, found: &str, text: &str) -> Option<Hint> {
    let is_literal = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '_');
    if is_ghost_number(expected) && is_literal {
        return said(format!(
            "numbers of type `{expected}` exist in ghost code only: write `let ghost`, or call it in `proof {{ .. }}` or `assert`"
        ));
    }
    if is_number(expected) && is_number(found) && (is_ghost_number(expected) || is_ghost_number(found)) {
        if text.is_empty() || text.contains('\n') {
            return said(format!("write `as {expected}`"));
        }
        let text = cast(text, expected);
        return Some(Hint { message: format!("write `{text}`"), replacement: Some(text) });
    }
    if let (Some(wanted), Some(given)) = (parameters(expected), parameters(found))
        && wanted != given
    {
        let names = ["a", "b", "c", "d"].iter().take(wanted).copied().collect::<Vec<_>>().join(", ");
        let map = if wanted == 2 && expected.starts_with("SpecFn<(int,") {
            ": of a sequence, `map` gives the index too, and `map_values` the value alone"
        } else {
            ""
        };
        return said(format!("a function with {wanted} parameters is wanted here, as in `|{names}| ..`{map}"));
    }
    if expected.starts_with("Set<") && found == format!("Option<{expected}>") {
        return said(
            "a condition may hold of infinitely many values: `ISet::new(..)`, of type `ISet`, may be infinite",
        );
    }
    if text.starts_with("if ") && !text.contains("else") && (found == "()" || expected == "()") {
        return said("an `if` that gives a value needs an `else`");
    }
    None
}

/// How many parameters the type of a function of specifications has.
fn parameters(ty: &str) -> Option<usize> {
    let inner = ty.strip_prefix("SpecFn<(")?;
    let (mut depth, mut count, mut is_empty) = (0usize, 0, true);
    for c in inner.chars() {
        match c {
            ')' if depth == 0 => break,
            ',' if depth == 0 => (count, is_empty) = (count + 1, true),
            ' ' => continue,
            '(' | '<' | '[' => (depth, is_empty) = (depth + 1, false),
            ')' | '>' | ']' => depth = depth.saturating_sub(1),
            _ => is_empty = false,
        }
    }
    Some(count + usize::from(!is_empty))
}

/// The hint for a field that an enum does not have.
pub(crate) const FIELD_OF_VARIANT: &str = "a field belongs to a variant: use `match`, or in a specification `e->f`, and `e->V_f` where several variants have one";

/// The hint for a value that cannot be indexed.
pub(crate) fn indexed(ty: &str) -> Option<Hint> {
    let is_ghost = ["Seq<", "Map<", "ISet<", "Set<", "Multiset<"].iter().any(|name| ty.starts_with(name));
    is_ghost.then_some(())?;
    said(
        "such a value exists in specifications only: code that runs takes a `Vec`, a slice or an array, whose sequence is `v@`",
    )
}

/// The hint for a value in a specification where a method of code wants a reference to one.
pub(crate) fn element(expected: &str, found: &str) -> Option<Hint> {
    if expected.strip_prefix('&') != Some(found) {
        return None;
    }
    said("in a specification, methods of a vector or slice are those of its sequence: write `@` before the method")
}

/// The hint for a cast to a type of ghost code, in code that runs.
pub(crate) fn ghost_cast(to: &str) -> Option<Hint> {
    if !is_ghost_number(to) {
        return None;
    }
    said(format!(
        "`{to}` exists in ghost code only: write it in `proof {{ .. }}`, `assert` or `let ghost`; lemmas are called in `proof {{ .. }}`"
    ))
}

/// The hint for a bound that a type does not meet.
pub(crate) fn bound(ty: &str, trait_: &str) -> Option<Hint> {
    if ty.starts_with("Ghost<") || ty.starts_with("Tracked<") {
        return said("the value in a `Ghost` or `Tracked` is its `@`: write `g@`");
    }
    if ty.starts_with("&mut ") && trait_.starts_with("SpecEq<") {
        return said("this is a reference: what it refers to is `*final(x)` afterwards, and `*old(x)` before");
    }
    if trait_.starts_with("SpecEq<()>") {
        return said(
            "a method that changes its receiver gives no value: of a vector, use the sequence, as in `v@.push(x)`",
        );
    }
    None
}

/// The macro of this name, where the name is called without `!`.
pub(crate) fn macro_named(name: &str) -> Option<Hint> {
    let macros = [
        "assert_eq",
        "assert_ne",
        "println",
        "print",
        "format",
        "panic",
        "unreachable",
        "todo",
        "debug_assert",
        "seq",
        "set",
    ];
    let message = match name {
        "assert_eq" => "write `assert(a == b)` to prove it; the macro is `assert_eq!`".to_owned(),
        "assert_ne" => "write `assert(a != b)` to prove it; the macro is `assert_ne!`".to_owned(),
        _ => format!("the macro is `{name}!`"),
    };
    macros.contains(&name).then_some(Hint { message, replacement: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(expected: &str, found: &str, text: &str) -> Option<String> {
        mismatch(expected, found, text)?.replacement
    }

    #[test]
    fn casts_are_written() {
        assert_eq!(written("int", "usize", "i").as_deref(), Some("i as int"));
        assert_eq!(written("nat", "usize", "v.len()").as_deref(), Some("v.len() as nat"));
        assert_eq!(written("u32", "int", "x + 1").as_deref(), Some("(x + 1) as u32"));
    }

    #[test]
    fn parameters_of_functions_are_counted() {
        let counts = [("SpecFn<(int, u32), u32>", 2), ("SpecFn<({unknown},), {unknown}>", 1), ("SpecFn<(), u8>", 0)];
        for (ty, count) in counts {
            assert_eq!(parameters(ty), Some(count), "{ty}");
        }
        assert_eq!(parameters("SpecFn<(Map<int, (u8, u8)>, u8), u8>"), Some(2));
        assert_eq!(parameters("u8"), None);
    }

    #[test]
    fn other_mismatches_get_no_cast() {
        assert_eq!(written("u32", "u64", "x"), None, "a matter of Rust");
        assert_eq!(written("int", "i32", "3"), None, "a literal has the type that it needs");
        assert_eq!(mismatch("bool", "u32", "x"), None);
        assert_eq!(bound("u8", "Add"), None);
        assert_eq!((element("u8", "&u8"), element("&u8", "u16")), (None, None));
    }
}
