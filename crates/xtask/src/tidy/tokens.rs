//! Rules on the tokens and comments of one Rust file.

use super::source::{Comment, Source};
use super::{Finding, crate_of};

/// Rule `reserved`: who may do what outside of tests: the tokens that do it, the crates that may, and what to say to the others.
const RESERVED: &[(&[&str], &[&str], &str)] = &[
    (
        &["println !", "eprintln !", "print !", "eprint !", "process : : exit"],
        &["certus", "xtask"],
        "only the command prints or exits",
    ),
    (
        &["env ! ( \"CARGO_MANIFEST_DIR\""],
        &["xtask"],
        "an installed command has no checkout: what it needs is embedded",
    ),
    (&["dbg !"], &[], "a trace that was left behind"),
    (
        &["process : : Command"],
        &["certus", "certus-solve", "certus-gate", "certus-cargo", "xtask"],
        "only certus-solve starts solvers, certus-gate has rustc check programs, certus-cargo starts cargo, certus itself",
    ),
    (
        &["Sources", "SourceFile"],
        &[
            "certus",
            "certus-diagnostics",
            "certus-driver",
            "certus-explain",
            "certus-frontend",
            "certus-gate",
            "certus-lsp",
            "certus-session",
            "certus-tree",
        ],
        "stages behind the front end never look at source text",
    ),
];

/// What stops the program where it could have reported. `unreachable!` is one of them: it is the same act.
const PANICS: &[&str] =
    &[". unwrap (", ". expect (", "panic !", "todo !", "unimplemented !", "unreachable !", "panic_any ("];

/// All rules on one file; see the functions for their names.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    if source.is_generated {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for index in 0..source.tokens.len() {
        findings.extend(reserved(source, index));
        findings.extend(rust_analyzer(source, index));
        findings.extend(attribute(source, index));
    }
    let unexplained = panics(source).into_iter().filter(|line| !source.has_comment_at(*line));
    findings.extend(unexplained.map(|line| {
        let message = "say in a comment, on this line or the one before, why this cannot fail";
        Finding::new(&source.path, line, "panic", message)
    }));
    findings.extend(source.comments.iter().filter(|comment| is_code(comment)).map(|comment| {
        Finding::new(&source.path, comment.line, "dead-code", "commented-out code; delete it, history keeps it")
    }));
    findings
}

/// The lines of what may panic, outside of tests.
pub(crate) fn panics(source: &Source) -> Vec<usize> {
    let is_panic = |index: &usize| PANICS.iter().any(|pattern| source.matches(*index, pattern));
    let is_own_method = |index: usize| index > 0 && source.matches(index - 1, "self . expect (");
    let found = (0..source.tokens.len()).filter(is_panic).filter(|index| !is_own_method(*index));
    let lines = found.map(|index| source.tokens[index].line);
    lines.filter(|line| !source.is_test_line(*line)).collect()
}

/// Rule `reserved`: acts that belong to some crates. The first act that begins at the token decides.
fn reserved(source: &Source, index: usize) -> Option<Finding> {
    let line = source.tokens[index].line;
    let is_build_script = source.path.ends_with("/build.rs");
    if source.is_test_line(line) || is_build_script {
        return None;
    }
    let used = |pattern: &&&str| source.matches(index, pattern) || imports(source, index, pattern);
    RESERVED.iter().find_map(|(patterns, owners, reason)| {
        let pattern = patterns.iter().find(used)?;
        let is_owner = owners.contains(&crate_of(&source.path));
        let message = format!("`{}`: {reason}", pattern.replace(' ', ""));
        (!is_owner).then(|| Finding::new(&source.path, line, "reserved", message))
    })
}

/// Whether `use process::{.., Name, ..}` brings in the last name of a pattern `process : : Name`.
fn imports(source: &Source, index: usize, pattern: &str) -> bool {
    let Some(name) = pattern.strip_prefix("process : : ") else { return false };
    let names = source.tokens[index..].iter().skip(4).take_while(|token| token.text != "}");
    source.matches(index, "process : : {") && names.into_iter().any(|token| token.text == name)
}

/// Rule `rust-analyzer`: one crate knows it.
fn rust_analyzer(source: &Source, index: usize) -> Option<Finding> {
    let token = &source.tokens[index];
    let is_foreign = token.text.starts_with("ra_ap_") && crate_of(&source.path) != "certus-frontend";
    let message = || format!("only certus-frontend may name `{}`", token.text);
    is_foreign.then(|| Finding::new(&source.path, token.line, "rust-analyzer", message()))
}

/// Rules `ignore` and `allow` on attributes, in tests too. `expect` silences like `allow` and needs a reason like it.
fn attribute(source: &Source, index: usize) -> Option<Finding> {
    let begins = source.matches(index, "# [") || source.matches(index, "# ! [");
    if !begins {
        return None;
    }
    let line = source.tokens[index].line;
    let words = attribute_words(source, index);
    if words.first() == Some(&"ignore") || (words.first() == Some(&"cfg_attr") && words.contains(&"ignore")) {
        let message = "a test that does not run is no test; delete it or mend it";
        return Some(Finding::new(&source.path, line, "ignore", message));
    }
    let is_conditional = words.first() == Some(&"cfg_attr") && words.contains(&"allow");
    let silences = matches!(words.first(), Some(&("allow" | "expect"))) || is_conditional;
    let has_reason = words.contains(&"reason") || source.has_comment_at(line);
    let message = "a silenced lint needs its reason beside it (`reason = \"..\"` or a comment)";
    (silences && !has_reason).then(|| Finding::new(&source.path, line, "allow", message))
}

/// The tokens within the brackets of an attribute.
fn attribute_words(source: &Source, index: usize) -> Vec<&str> {
    let mut depth = 0;
    let mut words = Vec::new();
    for token in &source.tokens[index..] {
        match token.text.as_str() {
            "[" => depth += 1,
            "]" if depth == 1 => break,
            "]" => depth -= 1,
            text if depth > 0 => words.push(text),
            _ => {}
        }
    }
    words
}

/// Rule `dead-code`: whether a comment reads like Rust rather than like a sentence.
///
/// A guess that errs towards prose: a line must close or open a block in the way of code, or parse as a statement
/// that does more than name something.
fn is_code(comment: &Comment) -> bool {
    let text = comment.text.as_str();
    if !comment.is_line {
        return is_statement(text);
    }
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let opens = ["fn", "pub", "if", "for", "while", "loop", "match", "impl", "struct", "enum", "mod", "else", "unsafe"];
    let opens_block = text.ends_with('{') && opens.contains(&first);
    matches!(text, "}" | "};" | "});" | "})" | "},") || opens_block || is_statement(text)
}

/// Whether a text that ends like a statement or an item parses as more than a name.
fn is_statement(text: &str) -> bool {
    if !text.ends_with([';', '}']) {
        return false;
    }
    match syn::parse_str::<syn::Stmt>(text) {
        Ok(syn::Stmt::Expr(expression, _)) => !matches!(expression, syn::Expr::Path(_) | syn::Expr::Lit(_)),
        Ok(syn::Stmt::Macro(call)) => call.semi_token.is_some(),
        Ok(_) => true,
        Err(_) => false,
    }
}
