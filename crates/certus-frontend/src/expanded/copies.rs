//! The names of copied macros, in what rustc reports and in what rust-analyzer wrote.
//!
//! A macro of another crate is called `$crate::m!` where it was written, and by the name of its copy in the text for rustc.
//! A report may have either, so for the comparison both are `m!`. No other macro of the program has that name, and the
//! report of the call itself says which one rustc took.

use super::agree::Written;

/// How the names of copies begin.
const COPY: &str = "__certus_copy";

/// The name of a copy.
pub(super) fn copy_name(copy: usize, is_value: bool) -> String {
    format!("{COPY}{copy}{}", if is_value { "v" } else { "" })
}

/// The tokens, with the names of copied macros alone.
pub(super) fn with_names(tokens: Vec<String>, names: &[String]) -> Vec<String> {
    let tokens: Vec<String> = tokens.into_iter().map(|token| original(token, names)).collect();
    let kept = outside_of_paths(&tokens.iter().map(|token| Some(token.as_str())).collect::<Vec<_>>(), names);
    tokens.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(token, _)| token).collect()
}

/// The same for what rustc reports.
pub(super) fn written_with_names(written: Vec<Written>, names: &[String]) -> Vec<Written> {
    let named = |written: Written| match written {
        Written::Token(token) => Written::Token(original(token, names)),
        Written::Fragment(tokens) => Written::Fragment(with_names(tokens, names)),
    };
    let written: Vec<Written> = written.into_iter().map(named).collect();
    let text = |written: &Written| match written {
        Written::Token(token) => Some(token.clone()),
        Written::Fragment(_) => None,
    };
    let texts: Vec<Option<String>> = written.iter().map(text).collect();
    let kept = outside_of_paths(&texts.iter().map(Option::as_deref).collect::<Vec<_>>(), names);
    written.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(written, _)| written).collect()
}

/// The name of the macro whose copy a word names, or the word.
fn original(token: String, names: &[String]) -> String {
    let number = token.strip_prefix(COPY).map(|number| number.strip_suffix('v').unwrap_or(number));
    let name = number.and_then(|number| names.get(number.parse::<usize>().ok()?));
    name.cloned().unwrap_or(token)
}

/// Which tokens stand in no path before the name of a copied macro that is called.
fn outside_of_paths(tokens: &[Option<&str>], names: &[String]) -> Vec<bool> {
    let mut kept = vec![true; tokens.len()];
    let at = |index: usize| tokens.get(index).copied().flatten();
    let is_word = |text: &str| text == "$crate" || text.chars().all(|c| c.is_alphanumeric() || c == '_');
    for index in 0..tokens.len() {
        let is_called = at(index).is_some_and(|name| names.iter().any(|known| known == name));
        if !is_called || at(index + 1) != Some("!") {
            continue;
        }
        let mut first = index;
        while first >= 2 && at(first - 1) == Some(":") && at(first - 2) == Some(":") {
            first -= 2;
            let has_word = first >= 1 && at(first - 1).is_some_and(is_word);
            first -= usize::from(has_word);
            if !has_word {
                break;
            }
        }
        kept.iter_mut().take(index).skip(first).for_each(|kept| *kept = false);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> String {
        let tokens = text.split(' ').map(String::from).collect();
        with_names(tokens, &["m".to_string(), "n".to_string()]).join(" ")
    }

    #[test]
    fn a_copy_is_its_macro() {
        assert_eq!(names("a $crate : : m ! ( 1 )"), "a m ! ( 1 )");
        assert_eq!(names("a __certus_copy0 ! ( 1 )"), "a m ! ( 1 )");
        assert_eq!(names("__certus_copy1v ! { x : : y : : m ! ( ) }"), "n ! { m ! ( ) }");
        assert_eq!(names(": : c : : n ! ( )"), "n ! ( )");
    }

    #[test]
    fn other_names_stay() {
        assert_eq!(names("$crate : : o ! ( )"), "$crate : : o ! ( )");
        assert_eq!(names("$crate : : m : : o ! ( )"), "$crate : : m : : o ! ( )");
        assert_eq!(names("c : : m ( 1 )"), "c : : m ( 1 )");
        assert_eq!(names("a : b : m ! ( )"), "a : b : m ! ( )");
    }
}
