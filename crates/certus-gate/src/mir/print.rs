//! MIR as text, for messages: nearly as rustc prints it.

use std::fmt::{self, Display, Formatter};

use super::{MirConst, MirOperand, MirPart, MirPath, MirRvalue, MirSegment, MirSegmentKind, MirStep, MirType};

/// Writes things with commas between them.
fn list<T: Display>(f: &mut Formatter<'_>, all: &[T]) -> fmt::Result {
    all.iter().enumerate().try_for_each(|(number, one)| match number {
        0 => write!(f, "{one}"),
        _ => write!(f, ", {one}"),
    })
}

/// Writes the segments of a path.
fn path(f: &mut Formatter<'_>, segments: &[MirSegment]) -> fmt::Result {
    segments.iter().enumerate().try_for_each(|(number, segment)| match number {
        0 => write!(f, "{segment}"),
        _ => write!(f, "::{segment}"),
    })
}

impl Display for MirSegment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            MirSegmentKind::Name(name) | MirSegmentKind::Part(name) => write!(f, "{name}")?,
            MirSegmentKind::Impl(None, this) => write!(f, "<impl {this}>")?,
            MirSegmentKind::Impl(Some(of), this) => {
                write!(f, "<impl ")?;
                path(f, of)?;
                write!(f, " for {this}>")?;
            }
            MirSegmentKind::ImplAt(_) => write!(f, "<impl>")?,
        }
        if self.args.is_empty() {
            return Ok(());
        }
        write!(f, "<")?;
        list(f, &self.args)?;
        write!(f, ">")
    }
}

impl Display for MirType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MirType::Path(of) => path(f, of),
            MirType::Qualified(this, of, rest) => {
                write!(f, "<{this}")?;
                if let Some(of) = of {
                    write!(f, " as ")?;
                    path(f, of)?;
                }
                write!(f, ">::")?;
                path(f, rest)
            }
            MirType::Ref(mutable, of) => write!(f, "&{}{of}", if *mutable { "mut " } else { "" }),
            MirType::Pointer(mutable, of) => write!(f, "*{} {of}", if *mutable { "mut" } else { "const" }),
            MirType::Tuple(all) => {
                write!(f, "(")?;
                list(f, all)?;
                write!(f, ")")
            }
            MirType::Slice(of) => write!(f, "[{of}]"),
            MirType::Array(of, length) => write!(f, "[{of}; {length}]"),
            MirType::Never => write!(f, "!"),
            MirType::FnPointer(params, result) => {
                write!(f, "fn(")?;
                list(f, params)?;
                write!(f, ") -> {result}")
            }
            MirType::FnItem(of) => write!(f, "{of}"),
            MirType::Closure(_) => write!(f, "{{closure}}"),
            MirType::Dyn(of) => {
                write!(f, "dyn ")?;
                path(f, of)
            }
            MirType::Impl => write!(f, "impl _"),
            MirType::Const(text) => write!(f, "{text}"),
        }
    }
}

impl Display for MirPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = format!("_{}", self.local);
        for part in &self.parts {
            text = match part {
                MirPart::Deref => format!("(*{text})"),
                MirPart::Field(number, _) => format!("{text}.{number}"),
                MirPart::Variant(name) => format!("({text} as {name})"),
                MirPart::Index(local) => format!("{text}[_{local}]"),
                MirPart::Pattern(pattern) => format!("{text}[{pattern}]"),
                MirPart::Same(_) => text,
            };
        }
        write!(f, "{text}")
    }
}

impl Display for MirConst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MirConst::Int(digits, ty) | MirConst::Float(digits, ty) => write!(f, "{digits}_{ty}"),
            MirConst::Bool(value) => write!(f, "{value}"),
            MirConst::Char(value) => write!(f, "{value:?}"),
            MirConst::Str(text) => write!(f, "{text:?}"),
            MirConst::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            MirConst::Unit => write!(f, "()"),
            MirConst::Memory(name) => write!(f, "{{{name}}}"),
            MirConst::Path(_, text) | MirConst::Other(text) => write!(f, "{text}"),
            MirConst::Only(ty) => write!(f, "{ty}"),
        }
    }
}

impl Display for MirOperand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MirOperand::Place(place) => write!(f, "{place}"),
            MirOperand::Const(value) => write!(f, "{value}"),
        }
    }
}

impl Display for MirRvalue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let within = |f: &mut Formatter<'_>, open: &str, all: &[MirOperand], close: &str| {
            write!(f, "{open}")?;
            list(f, all)?;
            write!(f, "{close}")
        };
        match self {
            MirRvalue::Use(of) => write!(f, "{of}"),
            MirRvalue::Ref(mutable, of) => write!(f, "&{}{of}", if *mutable { "mut " } else { "" }),
            MirRvalue::Cast(of, ty, _) => write!(f, "{of} as {ty}"),
            MirRvalue::Reify(of) => write!(f, "{of}"),
            MirRvalue::Binary(name, a, b) => write!(f, "{name}({a}, {b})"),
            MirRvalue::Unary(name, of) => write!(f, "{name}({of})"),
            MirRvalue::Discriminant(of) => write!(f, "discriminant({of})"),
            MirRvalue::Len(of) => write!(f, "Len({of})"),
            MirRvalue::Tuple(all) => within(f, "(", all, ")"),
            MirRvalue::Array(all) => within(f, "[", all, "]"),
            MirRvalue::Repeat(of, length) => write!(f, "[{of}; {length}]"),
            MirRvalue::Value(of, fields) => {
                write!(f, "{of} {{ ")?;
                for (number, (name, value)) in fields.iter().enumerate() {
                    let name = name.clone().unwrap_or_else(|| number.to_string());
                    write!(f, "{}{name}: {value}", if number == 0 { "" } else { ", " })?;
                }
                write!(f, " }}")
            }
            MirRvalue::Closure(_, all) => within(f, "{closure}(", all, ")"),
            MirRvalue::Pointer(of, all) => {
                write!(f, "{of}")?;
                within(f, "(", all, ")")
            }
            MirRvalue::Fact(text) => write!(f, "{text}"),
        }
    }
}

impl Display for MirStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MirStep::Assign(place, value) => write!(f, "{place} = {value}"),
            MirStep::Call(place, _, args) => {
                write!(f, "{place} = call(")?;
                list(f, args)?;
                write!(f, ")")
            }
            MirStep::Switch(of, _) => write!(f, "switch {of}"),
            MirStep::Assert(of) => write!(f, "assert {of}"),
            MirStep::SetVariant(place) => write!(f, "variant of {place}"),
        }
    }
}
