//! What a body computes, as rustc prints it in MIR: its variables, and each statement with its operands.
//!
//! ```text
//! let mut _4: u64;                                a variable and its type
//! debug total => _4;                              its name in the source
//! _5 = Mul(copy _1, const 3_u64);                 an operator
//! ((*_2).0: u8) = move _3;                        a write to a field behind a reference
//! _6 = copy _5 as u8 (IntToInt);                  a cast
//! _7 = Point { x: copy _1, y: const 0_u64 };      a value of a type with fields
//! switchInt(copy _8) -> [7: bb1, otherwise: bb2]; a choice by value
//! ```

use super::name::{MirPlace, MirSegment, MirType, Reader, Result, closing_quote, start_of};

/// A place in memory: a variable, and how to go on from there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MirPath {
    /// The number of the variable.
    pub local: u32,
    /// The steps.
    pub parts: Vec<MirPart>,
}

/// A step from a place to one in it or behind it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MirPart {
    /// `(*p)`.
    Deref,
    /// `(p.0: T)`: a field by its number, and its type.
    Field(u32, MirType),
    /// `(p as V)`: the fields of a variant.
    Variant(String),
    /// `p[_1]`: the variable that holds the index.
    Index(u32),
    /// `p[0 of 2]`, `p[-1 of 1]`, `p[1:]`: an element or a part that a pattern is for.
    Pattern(String),
    /// `(p as subtype T)`.
    Same(MirType),
}

/// A constant as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirConst {
    /// A number in decimal digits, perhaps with a sign, and its type.
    Int(String, String),
    /// `true` or `false`.
    Bool(bool),
    /// A character.
    Char(char),
    /// A number with a point, as printed, and its type.
    Float(String, String),
    /// A string.
    Str(String),
    /// A byte string.
    Bytes(Vec<u8>),
    /// `()`.
    Unit,
    /// The value of a static or of other memory, by the name that rustc gives it.
    Memory(String),
    /// What a path names: a constant, a parameter, a function, a value without fields.
    Path(MirType, String),
    /// A value of a type that has only one, and the type.
    Only(MirType),
    /// Another value, as printed.
    Other(String),
}

/// What a statement reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirOperand {
    /// A place.
    Place(MirPath),
    /// A constant.
    Const(MirConst),
}

/// What a statement computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirRvalue {
    /// An operand as it is.
    Use(MirOperand),
    /// A reference to a place or its address; true if it can be written through.
    Ref(bool, MirPath),
    /// A cast to a type, and rustc's word for its kind.
    Cast(MirOperand, MirType, String),
    /// A function that becomes a function pointer.
    Reify(MirType),
    /// An operator on two operands.
    Binary(String, MirOperand, MirOperand),
    /// An operator on one operand.
    Unary(String, MirOperand),
    /// Which variant a place holds.
    Discriminant(MirPath),
    /// The length of a place.
    Len(MirPath),
    /// A tuple.
    Tuple(Vec<MirOperand>),
    /// An array by its elements.
    Array(Vec<MirOperand>),
    /// An array of one value, and its length.
    Repeat(MirOperand, MirType),
    /// A value of a type: the path of the type or variant, and the fields, with their names if they have any.
    Value(MirType, Vec<(Option<String>, MirOperand)>),
    /// A closure with what it captures.
    Closure(MirPlace, Vec<MirOperand>),
    /// A pointer of its parts.
    Pointer(MirType, Vec<MirOperand>),
    /// What is known of a type, or of how the program is compiled.
    Fact(String),
}

/// A statement or the end of a block, as far as it computes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirStep {
    /// A place gets a value.
    Assign(MirPath, MirRvalue),
    /// A place gets the result of a call: of the call with this number in the body.
    Call(MirPath, usize, Vec<MirOperand>),
    /// A choice by value; each value that is looked for, as printed.
    Switch(MirOperand, Vec<String>),
    /// A check that rustc adds.
    Assert(MirOperand),
    /// A place becomes another variant in place.
    SetVariant(MirPath),
}

/// What a name of the source stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirBinding {
    /// A place.
    Place(MirPath),
    /// A constant.
    Const(MirConst),
}

/// The name of a variable's line: `debug x => _1`.
pub(super) fn binding(text: &str) -> Result<(String, MirBinding)> {
    let (name, value) = text.split_once(" => ").ok_or("a name without a value")?;
    let mut reader = Reader::new(value);
    let is_place = value.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let found = match is_place || value.starts_with('(') {
        true => MirBinding::Place(path(&mut reader)?),
        // A function as a value has no word before it.
        false => {
            reader.eat("const ");
            MirBinding::Const(constant(&mut reader)?)
        }
    };
    ended(&reader)?;
    Ok((name.strip_prefix("r#").unwrap_or(name).to_string(), found))
}

/// `let mut _1: T`.
pub(super) fn declaration(text: &str) -> Result<(u32, MirType)> {
    let mut reader = Reader::new(text.strip_prefix("mut ").unwrap_or(text));
    let number = number(&mut reader)?;
    expect(&mut reader, ": ")?;
    let ty = reader.ty()?;
    ended(&reader)?;
    Ok((number, ty))
}

/// The parameters of a header: `(_1: T, _2: U)`.
pub(super) fn parameters(text: &str) -> Result<Vec<(u32, MirType)>> {
    let mut reader = Reader::new(text);
    expect(&mut reader, "(")?;
    let mut out = Vec::new();
    while !reader.eat(")") {
        let number = number(&mut reader)?;
        expect(&mut reader, ": ")?;
        out.push((number, reader.ty()?));
        reader.eat(", ");
    }
    Ok(out)
}

/// A statement that is not the end of a block, without its semicolon; nothing where it computes nothing.
pub(super) fn statement(text: &str, is_scalar: impl Fn(u32) -> bool) -> Result<Option<MirStep>> {
    const SILENT: &[&str] = &[
        "StorageLive(",
        "StorageDead(",
        "nop",
        "FakeRead(",
        "PlaceMention(",
        "AscribeUserType(",
        "Retag(",
        "Coverage::",
        "ConstEvalCounter",
        "BackwardIncompatibleDropHint(",
    ];
    if SILENT.iter().any(|start| text.starts_with(start)) {
        return Ok(None);
    }
    let mut reader = Reader::new(text);
    if reader.eat("discriminant(") {
        let place = path(&mut reader)?;
        return Ok(Some(MirStep::SetVariant(place)));
    }
    let place = path(&mut reader)?;
    expect(&mut reader, " = ")?;
    // An operator looks like a value of a type of that name.
    let may_be_operator = !place.parts.is_empty() || is_scalar(place.local);
    let value = rvalue(&mut reader, may_be_operator)?;
    ended(&reader)?;
    Ok(Some(MirStep::Assign(place, value)))
}

/// The end of a block without its semicolon, if it reads something and is no call.
pub(super) fn end(text: &str) -> Result<Option<MirStep>> {
    let mut reader = Reader::new(text);
    if reader.eat("switchInt(") {
        let of = operand(&mut reader)?;
        expect(&mut reader, ") -> [")?;
        let values = reader.rest.split(", ").filter_map(|arm| arm.split_once(": ")).map(|(value, _)| value.to_string());
        return Ok(Some(MirStep::Switch(of, values.filter(|value| value != "otherwise").collect())));
    }
    if reader.eat("assert(") {
        reader.eat("!");
        return Ok(Some(MirStep::Assert(operand(&mut reader)?)));
    }
    Ok(None)
}

/// A block without steps by its first line, `bb0: {`; `at` is the number of the step that comes next.
pub(super) fn block(line: &str, at: usize) -> Result<super::MirBlock> {
    let number = line.strip_prefix("bb").and_then(|rest| rest.split(':').next()?.trim().parse().ok());
    let number = number.ok_or_else(|| format!("`{line}` is not the beginning of a block"))?;
    Ok(super::MirBlock { number, steps: at..at, next: Vec::new() })
}

/// The blocks that the end of a block leads to, without those for panics.
pub(super) fn next_blocks(text: &str) -> Vec<u32> {
    let Some((_, targets)) = text.rsplit_once(" -> ") else { return Vec::new() };
    let targets = targets.trim_end_matches(';').trim_start_matches('[').trim_end_matches(']');
    let counts = |target: &&str| !target.starts_with("unwind");
    let name = |target: &str| target.rsplit(": ").next()?.strip_prefix("bb")?.parse().ok();
    targets.split(", ").filter(counts).filter_map(name).collect()
}

/// The places that a line moves out of.
pub(super) fn moves(text: &str) -> Vec<MirPath> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'm']) {
        let (before, from) = rest.split_at(at);
        if let Some(quoted) = from.strip_prefix('"') {
            let end = closing_quote(quoted, '"').map_or(quoted.len(), |end| end + 1);
            rest = quoted.get(end..).unwrap_or_default();
            continue;
        }
        rest = &from[1..];
        if let Some(place) = from.strip_prefix("move ").filter(|_| before.ends_with([' ', '(', '['])) {
            found.extend(path(&mut Reader::new(place)));
        }
    }
    found
}

/// The place that a call writes to: `place = `.
pub(super) fn target(text: &str) -> Result<MirPath> {
    let mut reader = Reader::new(text);
    let place = path(&mut reader)?;
    ended(&reader)?;
    Ok(place)
}

/// The arguments of a call, up to the end of the text.
pub(super) fn arguments(text: &str) -> Result<Vec<MirOperand>> {
    let mut reader = Reader::new(text);
    expect(&mut reader, "(")?;
    let args = operands(&mut reader, ")")?;
    ended(&reader)?;
    Ok(args)
}

/// What follows the function pointer that is called.
pub(super) fn pointer_arguments(text: &str) -> Result<Vec<MirOperand>> {
    let mut reader = Reader::new(text);
    operand(&mut reader)?;
    arguments(reader.rest)
}

fn expect(reader: &mut Reader<'_>, text: &str) -> Result<()> {
    if reader.eat(text) { Ok(()) } else { Err(format!("`{text}` expected at `{}`", start_of(reader.rest))) }
}

fn ended(reader: &Reader<'_>) -> Result<()> {
    match reader.rest.is_empty() {
        true => Ok(()),
        false => Err(format!("`{}` is of an unknown form", start_of(reader.rest))),
    }
}

/// `_12`.
fn number(reader: &mut Reader<'_>) -> Result<u32> {
    expect(reader, "_")?;
    let len = reader.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(reader.rest.len());
    let (digits, rest) = reader.rest.split_at(len);
    let number =
        digits.parse().map_err(|_| format!("the number of a variable expected at `{}`", start_of(reader.rest)))?;
    reader.rest = rest;
    Ok(number)
}

/// A place. Its steps are written around it, so that it is as deep as it is long.
fn path(reader: &mut Reader<'_>) -> Result<MirPath> {
    let opened = reader.rest.len() - reader.rest.trim_start_matches(['(', '*']).len();
    let (opening, rest) = reader.rest.split_at(opened);
    reader.rest = rest;
    let mut place = MirPath { local: number(reader)?, parts: Vec::new() };
    indices(reader, &mut place)?;
    // From the inside out: a star belongs to the bracket before it.
    let mut openers: Vec<bool> = Vec::new();
    for c in opening.chars() {
        match (c, openers.last_mut()) {
            ('(', _) => openers.push(false),
            (_, Some(last)) if !*last => *last = true,
            _ => return Err("a place of an unknown form".into()),
        }
    }
    for is_deref in openers.into_iter().rev() {
        if is_deref {
            place.parts.push(MirPart::Deref);
        } else if reader.eat(".") {
            let len = reader.rest.find(':').ok_or("a field without a type")?;
            let field = reader.rest[..len].parse().map_err(|_| "a field without a number")?;
            reader.rest = &reader.rest[len..];
            expect(reader, ": ")?;
            place.parts.push(MirPart::Field(field, reader.ty()?));
        } else if reader.eat(" as subtype ") {
            place.parts.push(MirPart::Same(reader.ty()?));
        } else if reader.eat(" as ") {
            let len = reader.rest.find(')').ok_or("a place without end")?;
            let name = reader.rest[..len].strip_prefix("r#").unwrap_or(&reader.rest[..len]);
            place.parts.push(MirPart::Variant(name.to_string()));
            reader.rest = &reader.rest[len..];
        } else {
            return Err(format!("a place of an unknown form at `{}`", start_of(reader.rest)));
        }
        expect(reader, ")")?;
        indices(reader, &mut place)?;
    }
    Ok(place)
}

/// `[_1]`, `[0 of 2]`, `[1:-1]` after a place.
fn indices(reader: &mut Reader<'_>, place: &mut MirPath) -> Result<()> {
    while reader.eat("[") {
        let len = reader.rest.find(']').ok_or("an index without end")?;
        let (text, rest) = reader.rest.split_at(len);
        reader.rest = &rest[1..];
        let part = match text.strip_prefix('_').map(str::parse) {
            Some(Ok(index)) => MirPart::Index(index),
            Some(Err(_)) => return Err("an index of an unknown form".into()),
            None => MirPart::Pattern(text.to_string()),
        };
        place.parts.push(part);
    }
    Ok(())
}

fn operand(reader: &mut Reader<'_>) -> Result<MirOperand> {
    if reader.eat("copy ") || reader.eat("move ") {
        return Ok(MirOperand::Place(path(reader)?));
    }
    if !reader.eat("const ") && reader.rest.starts_with(['_', '(', '*', '&', '"', '\'']) {
        return Err(format!("an operand of an unknown form at `{}`", start_of(reader.rest)));
    }
    // A function as a value has no word before it.
    Ok(MirOperand::Const(constant(reader)?))
}

/// Operands with commas between them up to a bracket.
fn operands(reader: &mut Reader<'_>, close: &str) -> Result<Vec<MirOperand>> {
    let mut out = Vec::new();
    while !reader.eat(close) {
        out.push(operand(reader)?);
        if !reader.rest.starts_with(close) {
            expect(reader, ",")?;
            reader.eat(" ");
        }
    }
    Ok(out)
}

/// What follows `const `.
fn constant(reader: &mut Reader<'_>) -> Result<MirConst> {
    let rest = reader.rest;
    if rest.starts_with('"') {
        return Ok(MirConst::Str(String::from_utf8(quoted(reader)?).map_err(|_| "a string that is none")?));
    }
    if rest.starts_with("b\"") {
        reader.eat("b");
        return Ok(MirConst::Bytes(quoted(reader)?));
    }
    if rest.starts_with('\'') {
        return character(reader);
    }
    if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
        return numeral(reader);
    }
    if reader.eat("()") {
        return Ok(MirConst::Unit);
    }
    if reader.word("true") {
        return Ok(MirConst::Bool(true));
    }
    if reader.word("false") {
        return Ok(MirConst::Bool(false));
    }
    if let Some(text) = rest.strip_prefix('{')
        && !rest.starts_with("{closure@")
    {
        let len = super::name::closing(rest).ok_or("a constant without end")?;
        reader.rest = &rest[len + 1..];
        let name = text.split_once(": ").map(|(name, _)| name).filter(|name| name.starts_with("alloc"));
        return Ok(match name {
            Some(name) => MirConst::Memory(name.to_string()),
            None => MirConst::Other(rest[..=len].to_string()),
        });
    }
    if rest.starts_with(['(', '[', '&', '*']) {
        let len = super::name::closing(rest.trim_start_matches(['&', '*'])).ok_or("a constant without end")?;
        let len = len + rest.len() - rest.trim_start_matches(['&', '*']).len();
        reader.rest = &rest[len + 1..];
        return Ok(MirConst::Other(rest[..=len].to_string()));
    }
    let ty = reader.ty()?;
    let name = |reader: &Reader<'_>| rest.strip_suffix(reader.rest).unwrap_or(rest).to_string();
    if reader.eat(": ") && name(reader) == "ZeroSized: " {
        return Ok(MirConst::Only(reader.ty()?));
    }
    // A value with fields.
    let after = reader.rest.strip_prefix(' ').unwrap_or(reader.rest);
    if after.starts_with("{{") || after.starts_with('(') {
        let len = super::name::closing(after).ok_or("a constant without end")?;
        reader.rest = &after[len + 1..];
        return Ok(MirConst::Other(name(reader)));
    }
    let name = name(reader);
    if let Some((of, "MAX" | "MIN")) = name.split_once("::")
        && let Some(value) = limit(of, name.ends_with("MAX"))
    {
        return Ok(MirConst::Int(value, of.to_string()));
    }
    Ok(MirConst::Path(ty, name))
}

/// A character in quotes.
fn character(reader: &mut Reader<'_>) -> Result<MirConst> {
    expect(reader, "'")?;
    let text = reader.rest;
    let end = closing_quote(text, '\'').ok_or("a character without end")?;
    let unescaped = String::from_utf8(unescape(&text[..end])?).map_err(|_| "a character that is none")?;
    let mut chars = unescaped.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return Err("a character that is none".into()) };
    reader.rest = &text[end + 1..];
    Ok(MirConst::Char(c))
}

/// The least or greatest value of a type of numbers, which rustc prints by name.
fn limit(of: &str, greatest: bool) -> Option<String> {
    macro_rules! limits {
        ($($ty:ident)*) => {
            match of {
                $(stringify!($ty) => Some(if greatest { $ty::MAX.to_string() } else { $ty::MIN.to_string() }),)*
                "usize" | "isize" => Some((if greatest { "MAX" } else { "MIN" }).to_string()),
                _ => None,
            }
        };
    }
    limits!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128)
}

/// `3_u8`, `-3_i32`, `1.5f64`, `1.0E+10f32`.
fn numeral(reader: &mut Reader<'_>) -> Result<MirConst> {
    let rest = reader.rest;
    let signed = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let sign = rest.len() - signed.len();
    let digits = sign + signed.find(|c: char| !c.is_ascii_digit()).unwrap_or(signed.len());
    if let Some(after) = rest[digits..].strip_prefix('_') {
        let len = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
        reader.rest = &after[len..];
        return Ok(MirConst::Int(rest[..digits].trim_start_matches('+').to_string(), after[..len].to_string()));
    }
    let end = rest.find('f').filter(|at| rest[..*at].chars().all(|c| c.is_ascii_digit() || "+-.E".contains(c)));
    let end = end
        .or_else(|| rest.find("_f"))
        .ok_or_else(|| format!("a number of an unknown form at `{}`", start_of(rest)))?;
    let ty = rest[end..].trim_start_matches('_');
    let len = ty.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(ty.len());
    reader.rest = &ty[len..];
    Ok(MirConst::Float(rest[..end].to_string(), ty[..len].to_string()))
}

/// A text in quotes.
fn quoted(reader: &mut Reader<'_>) -> Result<Vec<u8>> {
    expect(reader, "\"")?;
    let end = closing_quote(reader.rest, '"').ok_or("a string without end")?;
    let text = unescape(&reader.rest[..end])?;
    reader.rest = &reader.rest[end + 1..];
    Ok(text)
}

/// The bytes of a text with escapes.
fn unescape(text: &str) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    let mut buffer = [0; 4];
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        match chars.next() {
            Some('n') => out.push(b'\n'),
            Some('t') => out.push(b'\t'),
            Some('r') => out.push(b'\r'),
            Some('0') => out.push(0),
            Some(c @ ('\\' | '\'' | '"')) => out.push(c as u8),
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                out.push(u8::from_str_radix(&digits, 16).map_err(|_| "an escape of an unknown form")?);
            }
            Some('u') => {
                let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                let c = code.ok_or("an escape of an unknown form")?;
                out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            }
            _ => return Err("an escape of an unknown form".into()),
        }
    }
    Ok(out)
}

/// Operators on two operands.
const BINARY: &[&str] = &[
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Shl",
    "Shr",
    "Eq",
    "Ne",
    "Lt",
    "Le",
    "Gt",
    "Ge",
    "Cmp",
    "Offset",
    "AddUnchecked",
    "SubUnchecked",
    "MulUnchecked",
    "ShlUnchecked",
    "ShrUnchecked",
    "AddWithOverflow",
    "SubWithOverflow",
    "MulWithOverflow",
];

/// Operators on one.
const UNARY: &[&str] = &["Neg", "Not", "PtrMetadata"];

fn rvalue(reader: &mut Reader<'_>, may_be_operator: bool) -> Result<MirRvalue> {
    let rest = reader.rest;
    if ["copy ", "move ", "const "].iter().any(|start| rest.starts_with(start)) {
        let of = operand(reader)?;
        if !reader.eat(" as ") {
            return Ok(MirRvalue::Use(of));
        }
        let to = reader.ty()?;
        let kind = reader.rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
        let kind = kind.ok_or("a cast of an unknown form")?.to_string();
        reader.rest = "";
        return Ok(MirRvalue::Cast(of, to, kind));
    }
    const REFERENCES: &[(&str, bool)] = &[
        ("&raw const (fake) ", false),
        ("&raw mut (fake) ", true),
        ("&raw const ", false),
        ("&raw mut ", true),
        ("&mut ", true),
        ("&fake shallow ", false),
        ("&", false),
    ];
    for &(start, mutable) in REFERENCES {
        if reader.eat(start) {
            return Ok(MirRvalue::Ref(mutable, path(reader)?));
        }
    }
    if reader.eat("deref_copy ") {
        return Ok(MirRvalue::Use(MirOperand::Place(path(reader)?)));
    }
    if reader.eat("discriminant(") {
        let place = path(reader)?;
        expect(reader, ")")?;
        return Ok(MirRvalue::Discriminant(place));
    }
    if reader.eat("[") {
        if reader.eat("]") {
            return Ok(MirRvalue::Array(Vec::new()));
        }
        let first = operand(reader)?;
        if reader.eat("; ") {
            let len = reader.ty()?;
            expect(reader, "]")?;
            return Ok(MirRvalue::Repeat(first, len));
        }
        reader.eat(", ");
        let mut all = vec![first];
        all.extend(operands(reader, "]")?);
        return Ok(MirRvalue::Array(all));
    }
    if reader.eat("(") {
        return Ok(MirRvalue::Tuple(operands(reader, ")")?));
    }
    if rest.starts_with("*const ") || rest.starts_with("*mut ") {
        let ty = reader.ty()?;
        expect(reader, " from (")?;
        return Ok(MirRvalue::Pointer(ty, operands(reader, ")")?));
    }
    operator_or_value(reader, may_be_operator)
}

/// The future of something `async`, with what it captures: `{coroutine@<anon>:2:34: 5:8 (#0)} { x: move _1 }`.
fn future(reader: &mut Reader<'_>) -> Result<MirRvalue> {
    let len = super::name::closing(reader.rest).ok_or("a future without end")?;
    let (name, rest) = reader.rest.split_at(len + 1);
    let name = name.to_string();
    reader.rest = rest;
    if reader.eat(" { ") {
        let len = reader.rest.find('}').ok_or("a future without end")?;
        reader.rest = &reader.rest[len + 1..];
    }
    Ok(MirRvalue::Fact(name))
}

fn operator_or_value(reader: &mut Reader<'_>, may_be_operator: bool) -> Result<MirRvalue> {
    let rest = reader.rest;
    if rest.starts_with("{coroutine@") {
        return future(reader);
    }
    if let Some((name, after)) = rest.split_once('(')
        && may_be_operator
    {
        let mut inside = Reader::new(after);
        if BINARY.contains(&name) {
            let found = operands(&mut inside, ")")?;
            let [a, b] = <[MirOperand; 2]>::try_from(found).map_err(|_| "an operator of an unknown form")?;
            reader.rest = inside.rest;
            return Ok(MirRvalue::Binary(name.to_string(), a, b));
        }
        if UNARY.contains(&name) {
            let found = operands(&mut inside, ")")?;
            let [a] = <[MirOperand; 1]>::try_from(found).map_err(|_| "an operator of an unknown form")?;
            reader.rest = inside.rest;
            return Ok(MirRvalue::Unary(name.to_string(), a));
        }
        if name == "Len" {
            let place = path(&mut inside)?;
            reader.rest = inside.rest.strip_prefix(')').ok_or("a length of an unknown form")?;
            return Ok(MirRvalue::Len(place));
        }
        if ["SizeOf", "AlignOf", "OffsetOf", "UbChecks", "ContractChecks", "OverflowChecks"].contains(&name) {
            reader.rest = "";
            return Ok(MirRvalue::Fact(rest.to_string()));
        }
    }
    let of = reader.ty()?;
    if reader.rest.starts_with(" as ") {
        reader.rest = "";
        return Ok(MirRvalue::Reify(of));
    }
    let mut fields = Vec::new();
    if reader.eat("(") {
        fields = operands(reader, ")")?.into_iter().map(|field| (None, field)).collect();
    } else if reader.eat(" { ") {
        while !reader.eat("}") {
            let len = reader.rest.find(": ").ok_or("a field without a name")?;
            let name = reader.rest[..len].strip_prefix("r#").unwrap_or(&reader.rest[..len]).to_string();
            reader.rest = &reader.rest[len + 2..];
            fields.push((Some(name), operand(reader)?));
            reader.eat(",");
            reader.eat(" ");
        }
    }
    match of {
        MirType::Closure(place) => Ok(MirRvalue::Closure(place, fields.into_iter().map(|(_, value)| value).collect())),
        of @ (MirType::Path(_) | MirType::Qualified(..)) => Ok(MirRvalue::Value(of, fields)),
        _ => Err(format!("`{}` is of an unknown form", start_of(rest))),
    }
}

/// The path of a type that is one.
pub(super) fn is_scalar(ty: &MirType) -> bool {
    match ty {
        MirType::Path(path) => matches!(path.as_slice(), [MirSegment { args, kind: super::MirSegmentKind::Name(name) }]
            if args.is_empty() && (SCALARS.contains(&name.as_str()) || name.ends_with("Ordering"))),
        MirType::Tuple(_) | MirType::Pointer(..) | MirType::Ref(..) => true,
        _ => false,
    }
}

const SCALARS: &[&str] = &[
    "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f16",
    "f32", "f64", "f128",
];
