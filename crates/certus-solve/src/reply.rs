//! Parses the output of a solver.
//!
//! The parser is strict: an answer has exactly the expected form, or it is an error.

/// One lexical element of SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Open,
    Close,
    /// A symbol, number or keyword, quotes included.
    Atom(&'a str),
    /// A string or quoted symbol that does not end.
    Unclosed,
}

/// The tokens of a text, without comments and white space (SMT-LIB 2.6, section 3.1).
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text }
    }

    /// Takes the first `length` bytes off as an atom.
    fn atom(&mut self, length: Option<usize>) -> Token<'a> {
        let split = length.and_then(|length| self.rest.split_at_checked(length));
        let (atom, rest) = split.unwrap_or((self.rest, ""));
        self.rest = rest;
        if split.is_some() { Token::Atom(atom) } else { Token::Unclosed }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            let Some(comment) = self.rest.strip_prefix(';') else { break };
            self.rest = comment.find('\n').and_then(|end| comment.get(end..)).unwrap_or("");
        }
        let bytes = self.rest.as_bytes();
        let token = match bytes.first()? {
            b'(' => Token::Open,
            b')' => Token::Close,
            b'"' => return Some(self.atom(string_end(bytes))),
            // Inside of bars a backslash is an escape to some solvers and illegal to the standard: let no one write it.
            b'|' => {
                let end = bytes.iter().skip(1).position(|b| matches!(b, b'|' | b'\\'));
                let end = end.map(|end| end + 1).filter(|end| bytes.get(*end) == Some(&b'|'));
                return Some(self.atom(end.map(|end| end + 1)));
            }
            _ => {
                let stops = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b'"' | b'|' | b';');
                let end = bytes.iter().position(stops).unwrap_or(bytes.len());
                return Some(self.atom(Some(end)));
            }
        };
        self.rest = self.rest.get(1..).unwrap_or("");
        Some(token)
    }
}

/// One past the closing quote of the string literal that `bytes` begins with; a doubled quote stands for one inside.
fn string_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += bytes.get(at..)?.iter().position(|b| *b == b'"')? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// How many elements a text has at its top level, or `None` if a parenthesis, string or quoted symbol is unbalanced.
pub(crate) fn count_closed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut count = 0;
    for token in Tokens::new(text) {
        count += usize::from(depth == 0);
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Atom(_) => {}
            Token::Unclosed => return None,
        }
    }
    (depth == 0).then_some(count)
}

/// The solver's error message, if its answer has one.
pub(crate) fn error_in(answer: &str) -> Option<&str> {
    // Terms that the solver prints back are inside of at least two parentheses and cannot begin a line like this.
    let start = match answer.starts_with("(error") {
        true => 0,
        false => answer.find("\n(error")? + 1,
    };
    answer.get(start..).map(str::trim)
}

/// The answer to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// No model: everything is proved.
    Unsat,
    /// A model.
    Sat,
    /// Neither, but the solver is done and may have a candidate for a model.
    Candidate,
    /// The budget ran out.
    Exhausted,
}

/// A check's answer together with the solver's resource count after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Check {
    pub status: Status,
    pub count: u64,
}

/// Reads the answer to `(check-sat) (get-info :reason-unknown) (get-info :rlimit)`.
pub(crate) fn check(answer: &str) -> Result<Check, String> {
    let tokens: Vec<Token> = Tokens::new(answer).collect();
    use Token::{Atom, Close, Open};
    let [Atom(status), Open, Atom(":reason-unknown"), Atom(reason), Close, count @ ..] = tokens.as_slice() else {
        return Err(unexpected("a check", answer));
    };
    let count = count_of(count).ok_or_else(|| unexpected("a check", answer))?;
    let status = match *status {
        "unsat" => Status::Unsat,
        "sat" => Status::Sat,
        "unknown" if is_exhaustion(reason) => Status::Exhausted,
        "unknown" => Status::Candidate,
        _ => return Err(unexpected("a check", answer)),
    };
    Ok(Check { status, count })
}

/// Whether the reason for an `unknown` is that the solver was stopped, not that it gave up.
fn is_exhaustion(reason: &str) -> bool {
    // A reason that names what was incomplete is the solver's own end, even if it also mentions a limit.
    let stopped = ["canceled", "cancelled", "timeout", "resource", "memout", "memory", "interrupted"];
    !reason.contains("(incomplete") && stopped.iter().any(|word| reason.contains(word))
}

/// Reads the answer to `(get-info :rlimit)`.
pub(crate) fn resource_count(answer: &str) -> Result<u64, String> {
    let tokens: Vec<Token> = Tokens::new(answer).collect();
    count_of(&tokens).ok_or_else(|| unexpected("the resource count", answer))
}

fn count_of(tokens: &[Token]) -> Option<u64> {
    match tokens {
        [Token::Open, Token::Atom(":rlimit"), Token::Atom(count), Token::Close] => count.parse().ok(),
        _ => None,
    }
}

/// Reads the answer to a `(get-value ...)` of `expected` terms, in their order: each value with a space between any two
/// tokens, `None` for a long one.
pub(crate) fn texts(answer: &str, expected: usize) -> Result<Vec<Option<String>>, String> {
    const LONG: usize = 200;
    let mut values = Vec::with_capacity(expected);
    let mut depth = 0usize;
    // Of a pair, the element that is being read, and where it began.
    let (mut element, mut value): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for token in Tokens::new(answer) {
        let text = match token {
            Token::Open => "(",
            Token::Close => ")",
            Token::Atom(text) => text,
            Token::Unclosed => return Err(unexpected("values", answer)),
        };
        if token == Token::Close {
            depth = depth.checked_sub(1).ok_or_else(|| unexpected("values", answer))?;
            if depth == 1 {
                values.push((value.len() <= LONG).then(|| value.join(" ")));
                (element, value) = (Vec::new(), Vec::new());
                continue;
            }
        }
        let is_inside = depth >= 2;
        depth += usize::from(token == Token::Open);
        if is_inside {
            element.push(text);
            if depth == 2 {
                value = std::mem::take(&mut element);
            }
        }
    }
    if depth == 0 && values.len() == expected { Ok(values) } else { Err(unexpected("values", answer)) }
}

/// Reads the answer to a `(get-value ...)` of `expected` terms, in their order; a value that is no truth value is
/// `None`.
pub(crate) fn values(answer: &str, expected: usize) -> Result<Vec<Option<bool>>, String> {
    let mut values = Vec::with_capacity(expected);
    let mut depth = 0usize;
    // The solver prints pairs of a term (as deep as the caller made it) and its value. The value is what comes last.
    let mut last = None;
    for token in Tokens::new(answer) {
        match token {
            Token::Open => {
                depth += 1;
                last = None;
            }
            Token::Close => {
                if depth == 2 {
                    values.push(last);
                }
                last = None;
                depth = depth.checked_sub(1).ok_or_else(|| unexpected("values", answer))?;
            }
            Token::Atom("true") => last = Some(true),
            Token::Atom("false") => last = Some(false),
            Token::Atom(_) => last = None,
            Token::Unclosed => return Err(unexpected("values", answer)),
        }
    }
    if depth == 0 && values.len() == expected { Ok(values) } else { Err(unexpected("values", answer)) }
}

fn unexpected(asked: &str, answer: &str) -> String {
    format!("asked for {asked}, the solver printed: {}", shorten(answer))
}

/// The beginning of a text that may be long, for messages.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 400;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_texts() {
        assert_eq!(count_closed("(a (b)) c \"x \"\" ( \" |a ( b| ; ((( "), Some(4));
        assert_eq!(count_closed("; only a comment"), Some(0));
        for open in ["(", ")", "(a))(", "\"", "\"a\"\"", "|a", "|a\\|", "(a ; )"] {
            assert_eq!(count_closed(open), None, "{open}");
        }
    }

    #[test]
    fn check_answers() {
        let check_of = |status, reason| check(&format!("{status}\n(:reason-unknown \"{reason}\")\n(:rlimit 42)\n"));
        let status_of = |status, reason| check_of(status, reason).map(|check| check.status);
        assert_eq!(check_of("unsat", "unknown"), Ok(Check { status: Status::Unsat, count: 42 }));
        assert_eq!(status_of("sat", ""), Ok(Status::Sat));
        assert_eq!(status_of("unknown", "(incomplete quantifiers)"), Ok(Status::Candidate));
        assert_eq!(status_of("unknown", "canceled"), Ok(Status::Exhausted));
        assert_eq!(status_of("unknown", "max. resource limit exceeded"), Ok(Status::Exhausted));
        assert!(status_of("unsatisfiable", "").is_err());
        assert!(status_of("sat\nunsat", "").is_err());
        assert!(status_of("unsat unsat", "").is_err());
        assert!(check("unsat\n").is_err());
        assert!(check("").is_err());
        assert!(check("unsat\n(:reason-unknown \"\")\n(:rlimit x)").is_err());
    }

    #[test]
    fn truth_values() {
        let answer = "((g1 true)\n ((f (g a) false) 7)\n ((and a true) false)\n (|q )(| (let ((x true)) x)))";
        assert_eq!(values(answer, 4), Ok(vec![Some(true), None, Some(false), None]));
        assert!(values(answer, 3).is_err());
        assert!(values("((g1 true)", 1).is_err());
        assert!(values("((g1 true)))", 1).is_err());
    }

    #[test]
    fn values_as_text() {
        let answer = "((g1 true)\n ((f (g a) false) (- 7))\n (|q )(| (mk (- 1) (as nil (List Int)))))";
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            texts(answer, 3),
            Ok(vec![some("true"), some("( - 7 )"), some("( mk ( - 1 ) ( as nil ( List Int ) ) )")])
        );
        assert!(texts(answer, 2).is_err());
        assert!(texts("((g1 true)", 1).is_err());
        assert!(texts("((g1 true)))", 1).is_err());
    }

    #[test]
    fn errors_are_found_behind_other_output() {
        assert_eq!(error_in("(error \"line 1: x\")\n"), Some("(error \"line 1: x\")"));
        assert_eq!(error_in("unsat\n(error \"y\ny\")\n"), Some("(error \"y\ny\")"));
        assert_eq!(error_in("((error true)\n (error false))"), None);
    }

    #[test]
    fn long_output_is_cut_between_characters() {
        assert_eq!(shorten(&"é".repeat(500)).chars().count(), 403);
    }
}
