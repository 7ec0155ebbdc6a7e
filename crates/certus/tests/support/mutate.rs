//! Mutants: programs with a few tokens or bytes changed, the same ones for the same number on every machine.

/// A small generator of numbers (xorshift64*): not good, but the same everywhere and for ever.
pub struct Rng(u64);

impl Rng {
    /// Every seed gives a sequence of its own.
    pub fn new(seed: u64) -> Rng {
        // An odd multiplier spreads the small seeds; the state must not be zero.
        Rng(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `limit`; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

const OPERATORS: [&str; 36] = [
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "!", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "==>",
    "<==", "<==>", "=~=", "=~~=", "&&&", "|||", "=", "+=", "..", "..=", "@", "->", "=>", "::", "?", "&mut",
];

const LITERALS: [&str; 22] = [
    "0",
    "1",
    "255",
    "256",
    "0xff_u8",
    "18446744073709551615",
    "18446744073709551616",
    "0int",
    "7nat",
    "1u128",
    "340282366920938463463374607431768211456",
    "0x",
    "0b2",
    "1e9",
    "1.5",
    "'a'",
    "'\\u{110000}'",
    "\"",
    "\"s\"",
    "b\"x\"",
    "r#\"x\"#",
    "true",
];

const WORDS: [&str; 44] = [
    "spec",
    "proof",
    "exec",
    "open",
    "closed",
    "uninterp",
    "tracked",
    "ghost",
    "requires",
    "ensures",
    "returns",
    "recommends",
    "decreases",
    "invariant",
    "invariant_except_break",
    "forall",
    "exists",
    "choose",
    "assert",
    "assume",
    "by",
    "reveal",
    "broadcast",
    "is",
    "matches",
    "via",
    "when",
    "no_unwind",
    "old",
    "final",
    "int",
    "nat",
    "Self",
    "self",
    "fn",
    "impl",
    "trait",
    "match",
    "loop",
    "while",
    "mut",
    "dyn",
    "verus!",
    "{ }",
];

/// The mutant with a number: a program of the corpus with one to six changes.
pub fn mutant(corpus: &[String], number: u64) -> Vec<u8> {
    let mut rng = Rng::new(number);
    let base = rng.pick(corpus).map_or("", String::as_str);
    let mut parts: Vec<String> = tokens(base).into_iter().map(str::to_owned).collect();
    for _ in 0..=rng.below(6) {
        change(&mut rng, &mut parts, corpus);
    }
    let mut bytes = parts.concat().into_bytes();
    // Now and then below the level of tokens too.
    if rng.below(5) == 0 {
        change_bytes(&mut rng, &mut bytes);
    }
    bytes
}

/// One change of tokens; a token is also a stretch of space or a comment.
fn change(rng: &mut Rng, parts: &mut Vec<String>, corpus: &[String]) {
    let at = rng.below(parts.len());
    let length = (1 + rng.below(6)).min(parts.len() - at);
    match rng.below(9) {
        0 => drop(parts.drain(at..at + length)),
        1 => {
            let copy: Vec<String> = parts[at..at + length].to_vec();
            parts.splice(at..at, copy);
        }
        2 if !parts.is_empty() => {
            let other = rng.below(parts.len());
            parts.swap(at, other);
        }
        3 => {
            let other = rng.pick(corpus).map_or(Vec::new(), |text| tokens(text));
            let from = rng.below(other.len());
            let until = (from + 1 + rng.below(40)).min(other.len());
            parts.splice(at..at, other[from..until].iter().map(|token| (*token).to_owned()));
        }
        4 => replace(rng, parts, &LITERALS, |token| token.starts_with(|c: char| c.is_ascii_digit() || c == '"')),
        5 => replace(rng, parts, &OPERATORS, |token| token.starts_with(|c: char| c.is_ascii_punctuation())),
        6 => replace(rng, parts, &WORDS, is_word),
        7 => {
            // One name for another of the same program: types and arities that do not fit.
            let names: Vec<String> = parts.iter().filter(|token| is_word(token)).cloned().collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            replace(rng, parts, &names, is_word);
        }
        _ => {
            let (open, close) = *rng.pick(&[("(", ")"), ("{", "}"), ("[", "]"), ("&&& ", ""), ("|", "|")]).unwrap();
            parts.insert(at + length, close.to_owned());
            parts.insert(at, open.to_owned());
        }
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Replaces one of the tokens of a kind by another text.
fn replace(rng: &mut Rng, parts: &mut [String], by: &[&str], is_kind: impl Fn(&str) -> bool) {
    let places: Vec<usize> = (0..parts.len()).filter(|index| is_kind(&parts[*index])).collect();
    if let (Some(place), Some(text)) = (rng.pick(&places), rng.pick(by)) {
        parts[*place] = format!("{text} ");
    }
}

fn change_bytes(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let at = rng.below(bytes.len());
    match rng.below(4) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, *rng.pick(b"\0\n\r\t\\\"'(){}[]<>;#\x7f\xc3\xff").unwrap()),
        2 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
        _ => bytes.splice(at..at, "é\u{200b}ß日\u{feff}".bytes()).for_each(drop),
    }
}

/// Cuts a text into words, numbers, strings, comments, stretches of space, operators and single characters, which
/// together are the text.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let length = if first.is_whitespace() {
            run(char::is_whitespace)
        } else if first.is_alphanumeric() || first == '_' {
            run(|c| c.is_alphanumeric() || c == '_')
        } else if rest.starts_with("//") {
            run(|c| c != '\n')
        } else if first == '"' {
            rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2)
        } else {
            let operators = OPERATORS.iter().filter(|operator| rest.starts_with(**operator));
            operators.map(|operator| operator.len()).max().unwrap_or(first.len_utf8())
        };
        let (token, after) = rest.split_at(length);
        found.push(token);
        rest = after;
    }
    found
}
