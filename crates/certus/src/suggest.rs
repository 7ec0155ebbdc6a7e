//! Changes of the source that a diagnostic suggests: where its words say what to write, an editor can write it.

use certus_diagnostics::{Applicability, Diagnostic, Sources, Span};

use certus_explain::missing;

/// The diagnostic with the changes that follow from what it says.
pub(crate) fn with_changes(diagnostic: Diagnostic, sources: &Sources) -> Diagnostic {
    if !diagnostic.suggestions.is_empty() {
        return diagnostic;
    }
    match diagnostic.code.to_string().as_str() {
        "language/missing-decreases" => decreases(diagnostic, sources),
        "language/trigger-choice" => trigger(diagnostic, sources),
        _ => premise(diagnostic, sources),
    }
}

/// The text of a file from a byte on.
fn rest(span: Span, at: u32, sources: &Sources) -> Option<&str> {
    sources.file(span.file)?.text.get(at as usize..)
}

/// Writes the chosen triggers where the user can look at them, if the quantifier has them in it as they are written.
fn trigger(diagnostic: Diagnostic, sources: &Sources) -> Diagnostic {
    let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { return diagnostic };
    let Some((_, chosen)) = diagnostic.message.split_once("quantifier: ") else { return diagnostic };
    let text: String = sources.text(span).split_whitespace().collect();
    let group = |group: &str| {
        let terms: Option<Vec<String>> = split(group).into_iter().map(|term| as_written(term, &text)).collect();
        Some(format!("#![trigger {}]", terms?.join(", ")))
    };
    let groups: Option<Vec<String>> = chosen.split("; or ").map(group).collect();
    let second = sources.text(span).match_indices('|').nth(1).map(|(at, _)| span.start + at as u32 + 1);
    let (Some(groups), Some(second)) = (groups, second) else { return diagnostic };
    let at = Span::new(span.file, second, second);
    let message = "write the trigger, or another one";
    diagnostic.with_suggestion(message, at, format!(" {}", groups.join(" ")), Applicability::MaybeIncorrect)
}

/// What stands between the commas of a list that are in no parentheses.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, char) in list.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.extend(list.get(from..at).map(str::trim));
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(list.get(from..).map(str::trim).filter(|last| !last.is_empty()));
    parts
}

/// A term of a trigger in one of the forms in which it may be written, if that is in the text, which has no blanks.
fn as_written(term: &str, text: &str) -> Option<String> {
    let has = |form: &String| text.contains(&form.split_whitespace().collect::<String>());
    let Some((name, inside)) = term.strip_suffix(')').and_then(|term| term.split_once('(')) else {
        let is_name = term.chars().all(|c| c.is_alphanumeric() || c == '_');
        return Some(term.to_string()).filter(|term| is_name && has(term));
    };
    let args: Option<Vec<String>> = split(inside).into_iter().map(|arg| as_written(arg, text)).collect();
    let args = args?;
    let (first, rest) = args.split_first()?;
    let rest = rest.join(", ");
    let forms = [
        format!("{name}({})", args.join(", ")),
        format!("{first}.{name}({rest})"),
        format!("{first}[{rest}]"),
        format!("{first}.{name}"),
        format!("{first}@"),
    ];
    let is_index = matches!(name, "index" | "spec_index");
    let fits = |(number, form): &(usize, String)| match number {
        2 => is_index && has(form),
        3 => rest.is_empty() && has(form),
        4 => name == "view" && has(form),
        _ => has(form),
    };
    forms.into_iter().enumerate().find(fits).map(|(_, form)| form)
}

/// Writes a measure before the body.
fn decreases(diagnostic: Diagnostic, sources: &Sources) -> Diagnostic {
    let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { return diagnostic };
    let Some(text) = rest(span, span.start, sources) else { return diagnostic };
    let Some(body) = body(text) else { return diagnostic };
    let head = text.get(..body).unwrap_or("");
    let measure = first_parameter(head).unwrap_or("0int");
    let comma = if head.trim_end().ends_with([',', ')']) || !has_clause(head) { "" } else { "," };
    let place = span.start + head.trim_end().len() as u32;
    let at = Span::new(span.file, place, span.start + body as u32);
    let replacement = format!("{comma} decreases {measure} ");
    let message = "write what goes down at each turn";
    diagnostic.with_suggestion(message, at, replacement, Applicability::HasPlaceholders)
}

/// Whether there is a clause in the head of a function or loop.
fn has_clause(head: &str) -> bool {
    let words = ["requires", "ensures", "recommends", "returns", "invariant", "invariant_except_break"];
    head.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| words.contains(&word))
}

/// The name of the first parameter in the head of a function.
fn first_parameter(head: &str) -> Option<&str> {
    let (_, inside) = head.split_once('(')?;
    let (name, _) = inside.split_once(':')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then_some(name)
}

/// Where the body begins behind the head of a function or loop: the first brace that is in no parentheses, comment or
/// string.
fn body(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text.get(at..)?.find('\n')?;
            }
            b'"' => return None,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.checked_sub(1)?,
            b'{' if depth == 0 => return Some(at),
            b';' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Writes a fact that a block lacks into its `requires`, if the fact reads the same there: if it stands in the same
/// function.
fn premise(diagnostic: Diagnostic, sources: &Sources) -> Diagnostic {
    let Some(goal) = diagnostic.primary.as_ref().map(|label| label.span) else { return diagnostic };
    let mut facts = Vec::new();
    for label in &diagnostic.secondary {
        let is_false = label.text == missing::KNOWN_FALSE;
        if !is_false && label.text != missing::KNOWN {
            continue;
        }
        let text = sources.text(label.span).trim();
        let own = rest(goal, 0, sources).and_then(|all| all.get(..goal.start as usize)?.rfind("fn "));
        let is_own = label.span.file == goal.file
            && label.span.start < goal.start
            && own.is_some_and(|start| start < label.span.start as usize);
        if !is_own || text.is_empty() || text.contains('\n') {
            return diagnostic;
        }
        facts.push(if is_false { format!("!({text})") } else { text.to_string() });
    }
    let place = rest(goal, goal.end, sources).filter(|_| !facts.is_empty()).and_then(premises_place);
    let Some((behind, has_requires)) = place else { return diagnostic };
    let at = goal.end + behind as u32;
    let facts = facts.join(", ");
    let text = if has_requires { format!(" {facts},") } else { format!(" requires {facts}") };
    let message = format!("add `{facts}` to its `requires`");
    diagnostic.with_suggestion(message, Span::new(goal.file, at, at), text, Applicability::MachineApplicable)
}

/// Where premises stand behind the goal of `assert(..) by(..)`, and whether there are some: behind the word, or where it
/// would be.
fn premises_place(behind: &str) -> Option<(usize, bool)> {
    let by = behind.find("by")?;
    // Between the goal and the word there is nothing but the end of its parentheses.
    if !behind.get(..by)?.chars().all(|c| c == ')' || c.is_whitespace()) {
        return None;
    }
    let close = by + behind.get(by..)?.find(')')? + 1;
    let after = behind.get(close..)?;
    let blanks = after.len() - after.trim_start().len();
    let requires = "requires";
    match after.trim_start().starts_with(requires) {
        true => Some((close + blanks + requires.len(), true)),
        false => Some((close, false)),
    }
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::{Class, Diagnostic, FileId, Label, Sources, Span};

    use super::with_changes;
    use certus_explain::missing;

    /// The text after the first change that is suggested.
    fn changed(text: &str, make: impl Fn(&dyn Fn(&str) -> Span) -> Diagnostic) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("a.rs", text);
        let place = |word: &str| {
            let at = text.rfind(word).unwrap_or(0) as u32;
            Span::new(file, at, at + word.len() as u32)
        };
        let diagnostic = with_changes(make(&place), &sources);
        let change = diagnostic.suggestions.first()?;
        assert_eq!(change.span.file, FileId(0));
        let (start, end) = (change.span.start as usize, change.span.end as usize);
        Some(format!("{}{}{}", &text[..start], change.replacement, &text[end..]))
    }

    #[test]
    fn a_missing_premise_is_written() {
        let with = |text: &str, fact: &'static str| {
            changed(text, |place| {
                let mut error = Diagnostic::error(Class::Verify, "assert", "not proved", place("a * b > 0"));
                error.secondary.push(Label { span: place(fact), text: missing::KNOWN.to_owned() });
                error
            })
        };
        let text = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires b > 1; }";
        let wanted = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires a > 1, b > 1; }";
        assert_eq!(with(text, "a > 1").as_deref(), Some(wanted));
        let text = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith); }";
        let wanted = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires a > 1; }";
        assert_eq!(with(text, "a > 1").as_deref(), Some(wanted));
        let other = "fn g() ensures a > 1 {} fn f() { assert(a * b > 0) by (nonlinear_arith); }";
        assert_eq!(with(other, "a > 1"), None, "a fact of another function reads otherwise");
    }

    #[test]
    fn a_measure_is_written_before_the_body() {
        let with = |text: &str| {
            changed(text, |place| Diagnostic::error(Class::Language, "missing-decreases", "none", place("f(")))
        };
        assert_eq!(
            with("spec fn f(n: nat) -> nat { n }").as_deref(),
            Some("spec fn f(n: nat) -> nat decreases n { n }")
        );
        let wanted = "fn f(n: nat) requires n > 0, decreases n { }";
        assert_eq!(with("fn f(n: nat) requires n > 0 { }").as_deref(), Some(wanted));
        assert_eq!(with("fn f(n: nat);"), None);
    }

    #[test]
    fn a_trigger_is_written_behind_the_variables() {
        let with = |message: &str| {
            let text = "forall|i: int| p(i) && q(i)";
            changed(text, |place| Diagnostic::note(Class::Language, "trigger-choice", message, place(text)))
        };
        let said = "automatically chose triggers for this quantifier: p(i); or q(i)";
        assert_eq!(with(said).as_deref(), Some("forall|i: int| #![trigger p(i)] #![trigger q(i)] p(i) && q(i)"));
        assert_eq!(with("automatically chose triggers for this quantifier: p%2(i)"), None);
        assert_eq!(with("automatically chose triggers for this quantifier: other(i)"), None);
    }

    #[test]
    fn a_trigger_is_as_it_is_written() {
        let text = "forall|i:int,j:int|0<=i<j<v.len()==>v[i]<=v[j]&&f(v@,g(i)).x>0";
        let form = |term| super::as_written(term, text);
        assert_eq!(form("index(v, i)").as_deref(), Some("v[i]"));
        assert_eq!(form("len(v)").as_deref(), Some("v.len()"));
        assert_eq!(form("x(f(view(v), g(i)))").as_deref(), Some("f(v@, g(i)).x"));
        assert_eq!((form("index(v, k)"), form("h(i)"), form("(")), (None, None, None));
        assert_eq!(super::split("f(a, b), c"), ["f(a, b)", "c"]);
    }
}
