//! The text of a crate that nobody verifies, without what nobody reads.
//!
//! Of such a crate only names and types count. Bodies of functions and documentation are most of its text; blanks take their place,
//! so that every place in the text stays the same, and the syntax trees are smaller.
//!
//! What macros see stays: arguments of their calls, and their definitions. So do bodies that say something about a type: those of
//! `const` functions, which may compute the length of an array, and those of functions with a type that has no name.
//!
//! The values of constants stay, however long: the length of a table may be the length of an array.

use ra_ap_parser::{Edition, LexedStr, SyntaxKind, T};

/// The text with blanks in place of what is left out. It has the same length and the same lines. `has_tests` is whether `test` is
/// among the flags of the crate.
pub(crate) fn without_unread(text: &str, edition: Edition, has_tests: bool) -> String {
    let lexed = LexedStr::new(edition, text);
    let mut out = Cutter { lexed: &lexed, bytes: text.as_bytes().to_vec(), has_tests };
    let mut at = 0;
    while at < lexed.len() {
        at = out.token(at);
    }
    // Only whole tokens were replaced.
    String::from_utf8(out.bytes).unwrap_or_else(|_| text.to_string())
}

/// A text whose tokens are looked at in order. Bodies and groups are skipped as wholes, so nothing in them is looked at.
struct Cutter<'l> {
    lexed: &'l LexedStr<'l>,
    /// The text so far: as it was, but for the blanks.
    bytes: Vec<u8>,
    /// Whether what is there for tests only is there.
    has_tests: bool,
}

impl Cutter<'_> {
    /// Looks at a token that is in no body; the number of the next one to look at.
    fn token(&mut self, at: usize) -> usize {
        match self.lexed.kind(at) {
            SyntaxKind::COMMENT => self.blank(at..at + 1),
            T![!] => return self.behind_macro(at),
            T![fn] => return self.function(at),
            T![#] => return self.attribute(at),
            _ => {}
        }
        at + 1
    }

    /// Behind the attribute whose `#` is here. A module of tests has nothing in it for who uses the crate.
    fn attribute(&mut self, at: usize) -> usize {
        let mut open = self.significant(at + 1);
        if self.kind(open) == T![!] {
            open = self.significant(open + 1);
        }
        if self.kind(open) != T!['['] {
            return at + 1;
        }
        let end = self.behind_group(open);
        if !self.has_tests && self.is_for_tests(open + 1) {
            self.leave_out_module(end);
        }
        end
    }

    /// Whether an attribute is `cfg(test)`.
    fn is_for_tests(&self, at: usize) -> bool {
        let words = (at..self.lexed.len()).filter(|at| !self.kind(*at).is_trivia());
        words.take(5).map(|at| self.lexed.text(at)).eq(["cfg", "(", "test", ")", "]"])
    }

    /// Leaves out what is in the module here, if there is one.
    fn leave_out_module(&mut self, at: usize) {
        let word = self.significant(at);
        let name = self.significant(word + 1);
        let open = self.significant(name + 1);
        if (self.kind(word), self.kind(name), self.kind(open)) == (T![mod], SyntaxKind::IDENT, T!['{']) {
            let end = self.behind_group(open);
            self.blank(open + 1..end.saturating_sub(1));
        }
    }

    /// Behind the call or definition of a macro whose `!` is here, or behind the `!`.
    fn behind_macro(&self, at: usize) -> usize {
        let mut next = self.significant(at + 1);
        if self.kind(next) == SyntaxKind::IDENT {
            next = self.significant(next + 1);
        }
        match self.kind(next) {
            T!['('] | T!['['] | T!['{'] => self.behind_group(next),
            _ => at + 1,
        }
    }

    /// Behind a function that has a name, whose body may be left out.
    fn function(&mut self, at: usize) -> usize {
        let name = self.significant(at + 1);
        if self.kind(name) != SyntaxKind::IDENT || self.is_evaluated(at) {
            return at + 1;
        }
        let mut next = name + 1;
        let mut has_result = false;
        // How many `<` are open. A `{` among generic arguments is a constant.
        let mut open = 0usize;
        while next < self.lexed.len() {
            match self.kind(next) {
                T!['('] | T!['['] => {
                    next = self.behind_group(next);
                    continue;
                }
                T![-] if self.kind(next + 1) == T![>] => {
                    has_result = true;
                    next += 2;
                    continue;
                }
                T![<] => open += 1,
                T![>] => open = open.saturating_sub(1),
                T![impl] | T![!] if has_result => return at + 1,
                T![;] | T!['}'] => return next + 1,
                T!['{'] if open > 0 => {
                    next = self.behind_group(next);
                    continue;
                }
                T!['{'] => {
                    let end = self.behind_group(next);
                    self.blank(next + 1..end.saturating_sub(1));
                    return end;
                }
                _ => {}
            }
            next += 1;
        }
        next
    }

    /// Whether the function whose `fn` is here is `const` or `async`.
    fn is_evaluated(&self, at: usize) -> bool {
        for before in (0..at).rev() {
            match self.kind(before) {
                T![const] | T![async] => return true,
                kind if kind.is_trivia() => {}
                T![unsafe] | T![extern] | SyntaxKind::STRING | SyntaxKind::IDENT => {}
                _ => return false,
            }
        }
        false
    }

    /// The kind of a token; behind the last one `EOF`, which is no trivia, so that every search ends.
    fn kind(&self, at: usize) -> SyntaxKind {
        if at < self.lexed.len() { self.lexed.kind(at) } else { SyntaxKind::EOF }
    }

    /// The next token that is no blank and no comment.
    fn significant(&self, mut at: usize) -> usize {
        while self.kind(at).is_trivia() {
            at += 1;
        }
        at
    }

    /// Behind the bracket that belongs to the one here.
    fn behind_group(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.lexed.len() {
            match self.kind(at) {
                T!['('] | T!['['] | T!['{'] => depth += 1,
                T![')'] | T![']'] | T!['}'] => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.lexed.len()
    }

    fn blank(&mut self, tokens: std::ops::Range<usize>) {
        if tokens.is_empty() {
            return;
        }
        let bytes = self.lexed.text_start(tokens.start)..self.lexed.text_start(tokens.end);
        for byte in self.bytes.get_mut(bytes).unwrap_or_default() {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left, without blanks.
    fn words(text: &str) -> String {
        let out = without_unread(text, Edition::Edition2021, false);
        assert_eq!(out.len(), text.len());
        assert_eq!(out.matches('\n').count(), text.matches('\n').count());
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn bodies_and_comments_are_left_out() {
        assert_eq!(words("/// One.\nfn f(x: u8) -> u8 { x /* é */ + 1 }\nfn g();"), "fn f(x: u8) -> u8 { } fn g();");
        assert_eq!(
            words("impl S { fn f<T>() where T: A<B> { if a { b } } const C: u8 = 1; }"),
            "impl S { fn f<T>() where T: A<B> { } const C: u8 = 1; }"
        );
        assert_eq!(
            words("mod m { unsafe extern \"C\" fn f() { a() } struct S { x: fn(u8) -> u8 } }"),
            "mod m { unsafe extern \"C\" fn f() { } struct S { x: fn(u8) -> u8 } }"
        );
    }

    #[test]
    fn bodies_that_types_depend_on_stay() {
        for text in [
            "const fn n() -> usize { 1 + 1 }",
            "pub const unsafe extern \"C\" fn n() -> usize { 1 + 1 }",
            "async fn f() -> u8 { 1 }",
            "fn f() -> impl Fn(u8) -> u8 { |x| x }",
            "fn f() -> Option<impl Sized> { None }",
            "fn f() -> made!(1) { x }",
        ] {
            assert_eq!(words(text), text);
        }
        assert_eq!(words("fn f(x: impl Fn(u8) -> u8) { x(1) }"), "fn f(x: impl Fn(u8) -> u8) { }");
    }

    #[test]
    fn values_of_constants_stay() {
        let table = "0x1F,\n".repeat(200);
        stays(&format!("pub const T: &[u8] = &[{table}]; pub const N: usize = T.len();"));
        stays(&format!("const fn n() -> usize {{ [{table}].len() }}"));
    }

    #[test]
    fn modules_of_tests_are_left_out() {
        assert_eq!(
            words("#[cfg(test)]\nmod tests { use super::*; impl A for B {} }\nstruct S;"),
            "#[cfg(test)] mod tests { } struct S;"
        );
        for text in [
            "#[cfg(not(test))] mod m { struct S; }",
            "#[cfg(any(test))] mod m { struct S; }",
            "#![cfg(test)] struct S;",
            "#[cfg(test)] mod m; struct S {}",
        ] {
            stays(text);
        }
    }

    #[test]
    fn what_macros_see_stays() {
        for text in [
            "macro_rules! m { ($x:expr) => { fn f() { $x } }; }",
            "m! { /// A.\nfn f() { 1 } }",
            "m!(fn f() { 1 });",
            "lazy! [ fn f() { 1 } ];",
        ] {
            stays(text);
        }
    }

    /// Nothing of the text is left out.
    fn stays(text: &str) {
        assert_eq!(words(text), text.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn strange_texts_do_no_harm() {
        for text in [
            "fn",
            "fn f",
            "fn f(",
            "fn f() {",
            "fn f() -> A<{ 1 }> { 2 }",
            "}}}",
            "m!",
            "m!{",
            "\"",
            "/*",
            "fn f<const N: usize = { 3 }>() { 1 }",
        ] {
            assert_eq!(without_unread(text, Edition::Edition2021, false).len(), text.len());
        }
        assert_eq!(words("fn f() -> A<{ 1 }> { 2 }"), "fn f() -> A<{ 1 }> { }");
    }
}
