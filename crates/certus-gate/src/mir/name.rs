//! Names of functions and types as rustc prints them in MIR.
//!
//! ```text
//! Vec::<u8>::push                       a path; arguments stand after `::` in values and without in types
//! <Vec<u8> as Index<usize>>::index      a function of a trait
//! core::num::<impl u8>::wrapping_add    one of an inherent impl that is not beside its type
//! q::<impl at <anon>:2:2: 2:42>::index  an item of an impl of this crate, in headers
//! fn(u8) -> u8 {f}                      the type of a function as such
//! {closure@<anon>:17:11: 17:24}         the type of a closure
//! ```
//!
//! Lifetimes are left out: they do not choose functions.

/// A place in the text that rustc was given: line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MirPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A segment of a path with its generic arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MirSegment {
    /// What it names.
    pub kind: MirSegmentKind,
    /// Its arguments; defaults are left out by rustc.
    pub args: Vec<MirType>,
}

/// What a segment of a path names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MirSegmentKind {
    /// A name.
    Name(String),
    /// `<impl Type>` or `<impl Trait for Type>`.
    Impl(Option<Vec<MirSegment>>, Box<MirType>),
    /// `<impl at file:line:column: ..>`.
    ImplAt(MirPlace),
    /// `{closure#0}`, `{constant#1}`, `promoted[2]`: a part of what the segments before it name.
    Part(String),
}

/// A type, or a function: both are printed as paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MirType {
    /// A path: a named type, a type parameter, a built-in type, a function.
    Path(Vec<MirSegment>),
    /// `<Type as Trait>::name` or `<Type>::name`.
    Qualified(Box<MirType>, Option<Vec<MirSegment>>, Vec<MirSegment>),
    /// A reference; true for `&mut`.
    Ref(bool, Box<MirType>),
    /// A raw pointer; true for `*mut`.
    Pointer(bool, Box<MirType>),
    /// A tuple.
    Tuple(Vec<MirType>),
    /// A slice.
    Slice(Box<MirType>),
    /// An array with its length.
    Array(Box<MirType>, Box<MirType>),
    /// `!`.
    Never,
    /// A function pointer: parameters and result.
    FnPointer(Vec<MirType>, Box<MirType>),
    /// The type of a function as such: the function.
    FnItem(Box<MirType>),
    /// The type of the closure at a place.
    Closure(MirPlace),
    /// `dyn Trait`: the first trait.
    Dyn(Vec<MirSegment>),
    /// `impl Trait`: a type parameter that was written so, or an opaque type.
    Impl,
    /// A constant, as printed.
    Const(String),
}

/// What could not be read.
pub(super) type Result<T> = std::result::Result<T, String>;

/// Where the text behind an opening quote ends: at the first quote that is not escaped.
pub(super) fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map(|(at, _)| at)
}

/// Deeper than this no type of a program is; it bounds the reader's own stack.
const MAX_DEPTH: usize = 200;

/// A reader of names; `rest` is what is not read yet.
pub(super) struct Reader<'t> {
    pub(super) rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(rest: &'t str) -> Reader<'t> {
        Reader { rest, depth: 0 }
    }

    /// Reads a text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text) { Ok(()) } else { Err(format!("`{text}` expected at `{}`", start_of(self.rest))) }
    }

    /// A word that is not the beginning of a longer one.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let follows = self.rest.strip_prefix(word).and_then(|rest| rest.chars().next());
        !follows.is_some_and(is_word) && self.eat(word)
    }

    fn identifier(&mut self) -> Result<&'t str> {
        let raw = if self.rest.starts_with("r#") { 2 } else { 0 };
        let len = raw + self.rest[raw..].find(|c| !is_word(c)).unwrap_or(self.rest.len() - raw);
        let (name, rest) = self.rest.split_at(len);
        if len == raw || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("a name expected at `{}`", start_of(self.rest)));
        }
        self.rest = rest;
        Ok(&name[raw..])
    }

    /// `'a`; true if there was one.
    fn lifetime(&mut self) -> bool {
        let Some(rest) = self.rest.strip_prefix('\'') else { return false };
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if len == 0 || rest[len..].starts_with('\'') {
            return false;
        }
        self.rest = &rest[len..];
        true
    }

    /// A type or the path of a function.
    pub(super) fn ty(&mut self) -> Result<MirType> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("a type is nested too deeply".into());
        }
        let read = self.ty_inner();
        self.depth -= 1;
        read
    }

    fn ty_inner(&mut self) -> Result<MirType> {
        if self.eat("for<") {
            self.until_angle()?;
            self.eat(" ");
        }
        if self.eat("&") {
            if self.lifetime() {
                self.eat(" ");
            }
            let mutable = self.eat("mut ");
            return Ok(MirType::Ref(mutable, Box::new(self.ty()?)));
        }
        if self.eat("*const ") {
            return Ok(MirType::Pointer(false, Box::new(self.ty()?)));
        }
        if self.eat("*mut ") {
            return Ok(MirType::Pointer(true, Box::new(self.ty()?)));
        }
        if self.rest.starts_with('(') {
            return self.tuple();
        }
        if self.eat("[") {
            let element = Box::new(self.ty()?);
            if self.eat("; ") {
                let len = Box::new(self.ty()?);
                self.expect("]")?;
                return Ok(MirType::Array(element, len));
            }
            self.expect("]")?;
            return Ok(MirType::Slice(element));
        }
        if self.eat("!") {
            return Ok(MirType::Never);
        }
        if self.eat("{closure@") {
            return Ok(MirType::Closure(self.place("}")?));
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '\'' || c == '{') {
            return self.constant();
        }
        if self.eat("dyn ") {
            return Ok(MirType::Dyn(self.bounds()?));
        }
        if self.eat("impl ") {
            self.bounds()?;
            return Ok(MirType::Impl);
        }
        if self.rest.starts_with("unsafe ") || self.rest.starts_with("extern ") || self.rest.starts_with("fn(") {
            return self.function();
        }
        if self.word("true") || self.word("false") {
            return Err("a Boolean where a type is expected".into());
        }
        if self.eat("<") {
            return self.qualified();
        }
        Ok(MirType::Path(self.path()?))
    }

    /// `(A, B)`; parentheses around one type only group.
    fn tuple(&mut self) -> Result<MirType> {
        self.expect("(")?;
        let mut parts = Vec::new();
        while !self.eat(")") {
            parts.push(self.ty()?);
            if self.eat(")") {
                return Ok(if parts.len() == 1 { parts.remove(0) } else { MirType::Tuple(parts) });
            }
            self.expect(",")?;
            self.eat(" ");
        }
        Ok(MirType::Tuple(parts))
    }

    /// A number, a character, or a constant that is not computed: `{..}`.
    fn constant(&mut self) -> Result<MirType> {
        let len = if self.rest.starts_with('{') {
            closing(self.rest).ok_or("a constant without end")? + 1
        } else if let Some(rest) = self.rest.strip_prefix('\'') {
            closing_quote(rest, '\'').ok_or("a character without end")? + 2
        } else {
            let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
            let skipped = self.rest.len() - digits.len();
            skipped + digits.find(|c: char| !is_word(c) && c != '.').unwrap_or(digits.len())
        };
        let (text, rest) = self.rest.split_at(len);
        self.rest = rest;
        Ok(MirType::Const(text.to_string()))
    }

    /// `fn(A) -> B`, and the function behind it if it is the type of one.
    fn function(&mut self) -> Result<MirType> {
        self.eat("unsafe ");
        if self.eat("extern ") {
            self.expect("\"")?;
            let end = self.rest.find('"').ok_or("an ABI without end")?;
            self.rest = &self.rest[end + 1..];
            self.expect(" ")?;
        }
        self.expect("fn(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            if !self.eat("...") {
                params.push(self.ty()?);
            }
            self.eat(", ");
        }
        let result = if self.eat(" -> ") { self.ty()? } else { MirType::Tuple(Vec::new()) };
        if self.eat(" {") {
            let function = self.ty()?;
            self.expect("}")?;
            return Ok(MirType::FnItem(Box::new(function)));
        }
        Ok(MirType::FnPointer(params, Box::new(result)))
    }

    /// What follows `dyn` or `impl`: the first trait; further bounds are markers and lifetimes.
    fn bounds(&mut self) -> Result<Vec<MirSegment>> {
        let mut first = None;
        loop {
            let grouped = self.eat("(");
            if !self.lifetime() {
                if self.eat("for<") {
                    self.until_angle()?;
                    self.eat(" ");
                }
                self.eat("?");
                let path = self.path()?;
                first.get_or_insert(path);
            }
            if grouped {
                self.expect(")")?;
            }
            if !self.eat(" + ") {
                return first.ok_or_else(|| "a bound without a trait".into());
            }
        }
    }

    /// After `<`: `Type as Trait>::name` or `Type>::name`, `impl ..` where such a path begins with it.
    fn qualified(&mut self) -> Result<MirType> {
        if self.rest.starts_with("impl ") {
            let mut ahead = Reader { rest: self.rest, depth: self.depth };
            if let Ok(kind) = ahead.impl_segment() {
                let mut segments = vec![MirSegment { kind, args: Vec::new() }];
                ahead.segments(&mut segments)?;
                self.rest = ahead.rest;
                return Ok(MirType::Path(segments));
            }
        }
        let this = Box::new(self.ty()?);
        let trait_ = if self.eat(" as ") { Some(self.path()?) } else { None };
        self.expect(">::")?;
        let mut rest = vec![self.segment()?];
        self.segments(&mut rest)?;
        Ok(MirType::Qualified(this, trait_, rest))
    }

    /// A path.
    pub(super) fn path(&mut self) -> Result<Vec<MirSegment>> {
        let mut segments = vec![self.segment()?];
        self.segments(&mut segments)?;
        Ok(segments)
    }

    fn segments(&mut self, into: &mut Vec<MirSegment>) -> Result<()> {
        while self.eat("::") {
            into.push(self.segment()?);
        }
        Ok(())
    }

    /// A name with its arguments, an impl, or a part.
    fn segment(&mut self) -> Result<MirSegment> {
        let plain = |kind| Ok(MirSegment { kind, args: Vec::new() });
        if self.eat("<") {
            return plain(self.impl_segment()?);
        }
        if self.rest.starts_with('{') {
            let len = closing(self.rest).ok_or("a part without end")? + 1;
            let (text, rest) = self.rest.split_at(len);
            self.rest = rest;
            return plain(MirSegmentKind::Part(text.to_string()));
        }
        // The length of an array in a field of a tuple struct is `S::0::{constant#0}`.
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        if digits > 0 && self.rest[digits..].starts_with("::{") {
            let (text, rest) = self.rest.split_at(digits);
            self.rest = rest;
            return plain(MirSegmentKind::Part(text.to_string()));
        }
        let name = self.identifier()?.to_string();
        if name == "promoted" && self.rest.starts_with('[') {
            let len = closing(self.rest).ok_or("a part without end")? + 1;
            let (text, rest) = self.rest.split_at(len);
            self.rest = rest;
            return plain(MirSegmentKind::Part(format!("{name}{text}")));
        }
        let mut args = Vec::new();
        if self.is_turbofish() {
            self.expect("::<")?;
            args = self.arguments()?;
        } else if !self.rest.starts_with("::<") && self.eat("<") {
            args = self.arguments()?;
        } else if SUGARED.contains(&&*name) && self.rest.starts_with('(') && !self.rest.starts_with("(copy ") {
            args = self.sugar()?;
        }
        Ok(MirSegment { kind: MirSegmentKind::Name(name), args })
    }

    /// Whether generic arguments come next in a value. `::<impl T>::f` is an impl, and `::<impl T>(` an argument.
    fn is_turbofish(&self) -> bool {
        let Some(rest) = self.rest.strip_prefix("::<") else { return false };
        if !rest.starts_with("impl ") {
            return true;
        }
        let mut ahead = Reader { rest, depth: self.depth };
        !(ahead.impl_segment().is_ok() && ahead.rest.starts_with("::"))
    }

    /// `(A, B) -> C` of the traits of functions: the parameters as a tuple.
    fn sugar(&mut self) -> Result<Vec<MirType>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            params.push(self.ty()?);
            self.eat(", ");
        }
        if self.eat(" -> ") {
            self.ty()?;
        }
        Ok(vec![MirType::Tuple(params)])
    }

    /// Generic arguments after `<`; lifetimes and equations of associated types are left out.
    fn arguments(&mut self) -> Result<Vec<MirType>> {
        let mut args = Vec::new();
        while !self.eat(">") {
            let before = self.rest;
            if let Ok(name) = self.identifier()
                && (self.rest.starts_with(" = ") || self.rest.starts_with("<'"))
                && !name.is_empty()
            {
                // An equation, perhaps of an associated type with a lifetime of its own.
                if self.eat("<") {
                    self.until_angle()?;
                }
                if self.eat(" = ") {
                    self.ty()?;
                    self.eat(", ");
                    continue;
                }
            }
            self.rest = before;
            if self.word("true") {
                args.push(MirType::Const("true".into()));
            } else if self.word("false") {
                args.push(MirType::Const("false".into()));
            } else if !self.lifetime() {
                args.push(self.ty()?);
            }
            if !self.rest.starts_with('>') {
                self.expect(", ")?;
            }
        }
        Ok(args)
    }

    /// After `<`: `impl at file:1:2: 3:4>`, `impl Type>`, `impl Trait for Type>`.
    fn impl_segment(&mut self) -> Result<MirSegmentKind> {
        self.expect("impl ")?;
        if self.eat("at ") {
            return Ok(MirSegmentKind::ImplAt(self.place(">")?));
        }
        let first = self.ty()?;
        if self.eat(" for ") {
            let MirType::Path(trait_) = first else { return Err("an impl of what is no trait".into()) };
            let this = self.ty()?;
            self.expect(">")?;
            return Ok(MirSegmentKind::Impl(Some(trait_), Box::new(this)));
        }
        self.expect(">")?;
        Ok(MirSegmentKind::Impl(None, Box::new(first)))
    }

    /// `file:line:column: line:column` and what closes it.
    fn place(&mut self, close: &str) -> Result<MirPlace> {
        let mut from = 0;
        // The name of the file may have brackets of its own: `<anon>`.
        loop {
            let end = self.rest[from..].find(close).ok_or("a place without end")? + from;
            let mut parts = self.rest[..end].rsplit(':');
            let (to_column, to_line) = (parts.next(), parts.next());
            let (column, line) = (parts.next(), parts.next());
            let number = |text: Option<&str>| text.and_then(|t| t.trim().parse::<usize>().ok());
            if let (Some(line), Some(column), Some(_), Some(_)) =
                (number(line), number(column), number(to_line), number(to_column))
            {
                self.rest = &self.rest[end + close.len()..];
                return Ok(MirPlace { line, column });
            }
            from = end + close.len();
        }
    }

    /// To the end of a list of lifetimes.
    fn until_angle(&mut self) -> Result<()> {
        let end = self.rest.find('>').ok_or("a list without end")?;
        self.rest = &self.rest[end + 1..];
        Ok(())
    }
}

/// Traits whose arguments rustc prints like those of a function.
const SUGARED: &[&str] = &["Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce"];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The beginning of a text, for messages.
pub(super) fn start_of(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Where the bracket at the beginning of a text is closed.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
