//! Finds the files of the user's crate by following `mod name;` from its root.
//!
//! Only files that some declaration names are read. A declaration whose file is missing is left to the name resolver,
//! which reports it at its place.
//!
//! A declaration inside a macro call such as `verus! { .. }` counts as well, although the name resolver sees it only
//! after the macro has run: its file must be loaded before. Too many files do no harm, since nothing refers to them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// More files than this in one crate are not read: a guard against `#[path]` cycles through links.
const MAX_FILES: usize = 10_000;

/// Deeper nesting of brackets in one file is refused before anything recursive sees it.
const MAX_NESTING: usize = 2_000;

/// Reads a file. One that nests brackets too deeply is refused here (brackets in strings and comments are counted too;
/// no program comes near the limit), because parsers take time and stack by the depth.
fn read(path: &Path) -> io::Result<String> {
    let text = std::fs::read_to_string(path)?;
    let mut depth = 0usize;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth > MAX_NESTING {
            let message = format!("brackets are nested more than {MAX_NESTING} deep");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
    }
    Ok(text)
}

/// A `mod name;` as found in a text.
#[derive(Debug, PartialEq, Eq)]
struct Declaration {
    /// The inline modules around it, outermost first.
    inside: Vec<String>,
    /// As written, `r#` included.
    name: String,
    /// The argument of `#[path = ".."]` before it.
    path: Option<String>,
}

/// Reads a crate: the root file, and every file that module declarations reach from it, by absolute path. If rustc said which
/// files it read (`known`), these are all, so that no module that is configured away is read. `env` is what `env!` sees in the paths of
/// `include!`.
pub(crate) fn read_crate(
    root: &Path,
    known: &[PathBuf],
    env: &[(String, String)],
) -> io::Result<BTreeMap<PathBuf, String>> {
    let root = std::path::absolute(root)?;
    let mut files = BTreeMap::new();
    files.insert(root.clone(), read(&root)?);
    let known: Vec<PathBuf> =
        known.iter().filter_map(|path| Some(normalize(&std::path::absolute(path).ok()?))).collect();
    let mut pending = Vec::new();
    if !known.contains(&root) {
        pending.push((root, true));
    }
    while let Some((file, owns_directory)) = pending.pop() {
        let text = files.get(&file).cloned().unwrap_or_default();
        for path in inclusions(&text, env) {
            let path = normalize(&file.parent().unwrap_or(Path::new("/")).join(path));
            if files.len() < MAX_FILES
                && !files.contains_key(&path)
                && let Ok(text) = read(&path)
            {
                files.insert(path.clone(), text);
                pending.push((path, true));
            }
        }
        for declaration in declarations(&text) {
            // Where there are two, both are read, so that it can be said.
            for (path, owns) in candidates(&file, owns_directory, &declaration) {
                let Ok(text) = read(&path) else { continue };
                if files.len() < MAX_FILES && !files.contains_key(&path) {
                    files.insert(path.clone(), text);
                    pending.push((path, owns));
                }
            }
        }
    }
    for path in known {
        if files.len() < MAX_FILES
            && !files.contains_key(&path)
            && let Ok(text) = read(&path)
        {
            files.insert(path, text);
        }
    }
    Ok(files)
}

/// The files that module declarations of these could have named and that were not there. With one of them the program
/// would be another.
pub(crate) fn absent<'a>(files: impl Iterator<Item = (&'a PathBuf, &'a str)>) -> Vec<PathBuf> {
    let files: BTreeMap<&PathBuf, &str> = files.collect();
    let mut out = Vec::new();
    for (file, text) in &files {
        for declaration in declarations(text) {
            // Whether modules lie beside the file or below depends on how it was reached.
            let places = [true, false].into_iter().flat_map(|owns| candidates(file, owns, &declaration));
            out.extend(places.map(|(path, _)| path).filter(|path| !files.contains_key(path) && !path.exists()));
        }
    }
    out.sort();
    out.dedup();
    out
}

/// The places where the file of a declaration may be, and whether modules below it live in its own directory (as for
/// `mod.rs` and files named by `#[path]`).
fn candidates(file: &Path, owns_directory: bool, declaration: &Declaration) -> Vec<(PathBuf, bool)> {
    let parent = file.parent().unwrap_or(Path::new("/")).to_path_buf();
    let stem = file.file_stem().unwrap_or_default();
    let mut directory = if owns_directory { parent.clone() } else { parent.join(stem) };
    if let Some(path) = &declaration.path {
        let base = if declaration.inside.is_empty() { parent } else { directory };
        let inside: PathBuf = declaration.inside.iter().collect();
        return vec![(normalize(&base.join(inside).join(path)), true)];
    }
    directory.extend(&declaration.inside);
    let name = declaration.name.strip_prefix("r#").unwrap_or(&declaration.name);
    vec![(directory.join(format!("{name}.rs")), false), (directory.join(name).join("mod.rs"), true)]
}

/// Removes `.` and `..` without asking the disk.
fn normalize(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                out.pop();
            }
            std::path::Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// A lexeme that matters here.
#[derive(Debug, PartialEq, Eq)]
enum Lexeme<'t> {
    /// An identifier or keyword, `r#` included.
    Word(&'t str),
    /// The contents of a string literal, escapes as written.
    Text(&'t str),
    /// One ASCII character of punctuation.
    Punct(u8),
}

/// All declarations in a text, also those inside macro calls such as `verus! { .. }`.
/// A `cfg` on a declaration is not looked at, for the same reason.
fn declarations(text: &str) -> Vec<Declaration> {
    if !text.contains("mod") {
        return Vec::new();
    }
    let lexemes = lex(text);
    let mut found = Vec::new();
    let mut inside: Vec<(String, usize)> = Vec::new();
    let mut depth = 0usize;
    let mut path = None;
    for (i, lexeme) in lexemes.iter().enumerate() {
        match (lexeme, lexemes.get(i + 1), lexemes.get(i + 2)) {
            (Lexeme::Word("path"), Some(Lexeme::Punct(b'=')), Some(Lexeme::Text(value))) => {
                path = Some(value.to_string())
            }
            (Lexeme::Word("mod"), Some(Lexeme::Word(name)), Some(Lexeme::Punct(b';'))) => {
                let inside = inside.iter().map(|(name, _)| name.clone()).collect();
                found.push(Declaration { inside, name: name.to_string(), path: path.take() });
            }
            (Lexeme::Word("mod"), Some(Lexeme::Word(name)), Some(Lexeme::Punct(b'{'))) => {
                inside.push((path.take().unwrap_or_else(|| name.to_string()), depth));
            }
            (Lexeme::Word("fn" | "struct" | "enum" | "impl" | "trait" | "use"), ..) => path = None,
            (Lexeme::Punct(b'{'), ..) => depth += 1,
            (Lexeme::Punct(b'}'), ..) => {
                depth = depth.saturating_sub(1);
                if inside.last().is_some_and(|(_, at)| *at == depth) {
                    inside.pop();
                }
            }
            _ => {}
        }
    }
    found
}

/// The paths of the files that a text includes: `include!("a.rs")`, and with the environment of the crate
/// `include!(concat!(env!("OUT_DIR"), "/a.rs"))`. Others are left to the name resolver, which reports them.
fn inclusions(text: &str, env: &[(String, String)]) -> Vec<String> {
    if !text.contains("include") {
        return Vec::new();
    }
    let lexemes = lex(text);
    let starts = lexemes.windows(3).enumerate().filter(|(_, three)| {
        matches!(three, [Lexeme::Word("include"), Lexeme::Punct(b'!'), Lexeme::Punct(b'(' | b'[' | b'{')])
    });
    starts.filter_map(|(at, _)| included(&lexemes[at + 3..], env)).collect()
}

/// The path that the argument of `include!` at the beginning of these gives.
fn included(lexemes: &[Lexeme<'_>], env: &[(String, String)]) -> Option<String> {
    let mut rest = match lexemes {
        [Lexeme::Text(path), ..] => return Some((*path).to_string()),
        [Lexeme::Word("concat"), Lexeme::Punct(b'!'), Lexeme::Punct(b'('), rest @ ..] => rest,
        _ => return None,
    };
    let mut path = String::new();
    loop {
        rest = match rest {
            [Lexeme::Text(part), rest @ ..] => {
                path.push_str(part);
                rest
            }
            [
                Lexeme::Word("env"),
                Lexeme::Punct(b'!'),
                Lexeme::Punct(b'('),
                Lexeme::Text(name),
                Lexeme::Punct(b')'),
                rest @ ..,
            ] => {
                path.push_str(&env.iter().find(|(known, _)| known == name)?.1);
                rest
            }
            [Lexeme::Punct(b','), rest @ ..] => rest,
            [Lexeme::Punct(b')'), ..] => return Some(path),
            _ => return None,
        };
    }
}

/// Splits a text into words, string literals and punctuation; comments, numbers and characters are dropped.
/// Literals and comments are skipped with care, since a `mod` in one of them would name a file that is not part of the
/// crate.
fn lex(text: &str) -> Vec<Lexeme<'_>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        let rest = text.get(i..).unwrap_or("");
        if rest.starts_with("//") {
            i += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            i += comment_length(rest);
        } else if byte == b'"' {
            let length = string_length(rest);
            out.push(Lexeme::Text(rest.get(1..length.saturating_sub(1)).unwrap_or("")));
            i += length;
        } else if byte == b'r' && raw_string_hashes(rest).is_some() {
            i += raw_string_length(rest);
        } else if byte == b'\'' {
            i += char_length(rest);
        } else if byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80 {
            let end = rest.find(|c: char| c != '_' && c != '#' && !c.is_alphanumeric()).unwrap_or(rest.len());
            let word = rest.get(..end.max(1)).unwrap_or(rest);
            // `#` belongs to a word only in `r#name`.
            let word = if word.starts_with("r#") { word } else { word.split('#').next().unwrap_or(word) };
            out.push(Lexeme::Word(word));
            i += word.len().max(1);
        } else {
            if byte.is_ascii_punctuation() {
                out.push(Lexeme::Punct(byte));
            }
            i += 1;
        }
    }
    out
}

/// Length of a nested block comment at the start of `text`.
fn comment_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0usize, 0usize);
    while i + 1 < bytes.len() {
        match &bytes[i..i + 2] {
            b"/*" => (depth, i) = (depth + 1, i + 2),
            b"*/" if depth == 1 => return i + 2,
            b"*/" => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
    }
    text.len()
}

/// Length of a string literal at the start of `text`.
fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut i = 1;
    while let Some(byte) = bytes.get(i) {
        match byte {
            b'\\' => i += 2,
            b'"' => return i + 1,
            _ => i += 1,
        }
    }
    text.len()
}

/// The number of `#` when `text` begins with a raw string.
fn raw_string_hashes(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('r')?;
    let hashes = rest.bytes().take_while(|b| *b == b'#').count();
    (rest.as_bytes().get(hashes) == Some(&b'"')).then_some(hashes)
}

/// Length of a raw string at the start of `text`.
fn raw_string_length(text: &str) -> usize {
    let hashes = raw_string_hashes(text).unwrap_or(0);
    let start = hashes + 2;
    let end = format!("\"{}", "#".repeat(hashes));
    text.get(start..).and_then(|rest| rest.find(&end)).map_or(text.len(), |at| start + at + end.len())
}

/// Length of a character literal or of the quote of a lifetime at the start of `text`.
fn char_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) => text.get(3..).and_then(|rest| rest.find('\'')).map_or(1, |at| at + 4),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        declarations(text)
            .into_iter()
            .map(|d| format!("{}{}", d.inside.iter().map(|m| format!("{m}/")).collect::<String>(), d.name))
            .collect()
    }

    #[test]
    fn finds_declarations_in_inline_modules_and_macros() {
        let text = "mod a; // mod no;\nverus! { pub mod b; mod c { mod d; } } /* mod /* no */ e; */ mod f;";
        assert_eq!(names(text), ["a", "b", "c/d", "f"]);
    }

    #[test]
    fn is_not_misled_by_literals() {
        let text =
            r##"const A: &str = "mod no;"; const B: char = '"'; mod a; const C: &str = r#"" mod no; "#; mod b;"##;
        assert_eq!(names(text), ["a", "b"]);
        assert_eq!(names("fn f<'a>(x: &'a u8) {} mod r#type;"), ["r#type"]);
    }

    #[test]
    fn reads_the_paths_of_included_files() {
        let env = [("OUT_DIR".to_string(), "/out".to_string())];
        let text = r#"include!("a.rs"); // include!("no.rs");
            verus! { include!(concat!(env!("OUT_DIR"), "/b.rs")); } const X: &str = include_str!("no.txt");
            include!(concat!(env!("OTHER"), "/no.rs")); include!(path!()); include! { "c.rs" }"#;
        assert_eq!(inclusions(text, &env), ["a.rs", "/out/b.rs", "c.rs"]);
    }

    #[test]
    fn reads_the_path_attribute() {
        let found = declarations("#[path = \"x/y.rs\"] mod a; mod b;");
        assert_eq!(found[0].path.as_deref(), Some("x/y.rs"));
        assert_eq!(found[1].path, None);
    }
}
