//! What rustc says that each function computes and calls: read from the MIR it prints with `--emit=mir`.
//!
//! The option is stable, the text is not. Headers, the ends of basic blocks, and where a function becomes a value must have
//! a known form, or the whole is an error: nothing is skipped that could be a call. The same holds of all other lines
//! ([`step`]), but there the error is that of the body: it counts where somebody wants to know what the body computes. Tried with
//! rustc 1.95.

mod name;
mod print;
mod step;
#[cfg(test)]
mod tests;

pub use name::{MirPlace, MirSegment, MirSegmentKind, MirType};

pub use step::{MirBinding, MirConst, MirOperand, MirPart, MirPath, MirRvalue, MirStep};

use std::collections::HashMap;
use std::sync::Arc;

use name::{Reader, Result};

/// A body that rustc printed: that of a function, a closure, a constant, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirBody {
    /// Its name.
    pub path: Vec<MirSegment>,
    /// The place of the closure whose body it is.
    pub closure: Option<MirPlace>,
    /// What it calls, once for each call that can be reached.
    pub calls: Vec<MirCall>,
    /// The functions that become function pointers in it.
    pub values: Vec<(MirType, String)>,
    /// Its first line in the text of MIR, from 1.
    pub line: usize,
    /// The types of its variables.
    pub locals: HashMap<u32, MirType>,
    /// How many of them are parameters: those from 1 on.
    pub params: u32,
    /// What the names of the source stand for. A name may stand for several.
    pub names: Vec<(String, MirBinding)>,
    /// What it computes, block by block.
    pub steps: Vec<MirStep>,
    /// The places that steps move out of, each with the number of its step.
    pub moves: Vec<(usize, MirPath)>,
    /// Its blocks, but for those that clean up after a panic.
    pub blocks: Vec<MirBlock>,
    /// The first line that could not be read, and why, of those that are not calls.
    pub problem: Option<String>,
    /// The statics whose values have a name ([`MirConst::Memory`]), by it.
    pub statics: Arc<HashMap<String, String>>,
}

/// A block of a body: steps that run one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirBlock {
    /// Its number.
    pub number: u32,
    /// Its steps among those of the body.
    pub steps: std::ops::Range<usize>,
    /// The blocks that may run next, unless something panics.
    pub next: Vec<u32>,
}

/// The callee of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirCall {
    /// A function, and the text of its name.
    Function(MirType, String),
    /// A function pointer.
    Pointer,
}

/// An error in parsing MIR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of rustc's MIR: {reason}")]
pub struct MirError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// All bodies of a text of MIR, in its order. Of a `const fn` it is the body that runs, not the one for constants.
pub fn read_mir(text: &str) -> std::result::Result<Vec<MirBody>, MirError> {
    let mut bodies = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut for_constants = false;
    let mut statics = HashMap::new();
    while let Some((at, line)) = lines.next() {
        let error = |reason: String| MirError { line: at + 1, reason };
        if line.is_empty() || line.starts_with("//") {
            for_constants |= line.starts_with("// MIR FOR CTFE");
            continue;
        }
        let header = line.strip_suffix('{').map(str::trim_end);
        if is_allocation(line) {
            statics.extend(static_of(line));
            if header.is_some() {
                let end = lines.find(|(_, line)| *line == "}");
                end.ok_or_else(|| error("a value without end".into()))?;
            }
            continue;
        }
        let mut body = heading(header.unwrap_or(line)).map_err(error)?;
        body.line = at + 1;
        if header.is_some() {
            block_lines(&mut lines, &mut body)?;
        }
        if !std::mem::take(&mut for_constants) {
            bodies.push(body);
        }
    }
    let statics = Arc::new(statics);
    bodies.iter_mut().for_each(|body| body.statics = statics.clone());
    Ok(bodies)
}

/// The name of memory that is a static, and its path: `alloc1 (static: S, size: 4, align: 1) {`.
fn static_of(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.split_once(" (static: ")?;
    let path = rest.split([',', ')']).next()?;
    Some((name.to_lowercase(), path.to_string()))
}

/// The bytes of a constant: `alloc1 (size: 4, align: 1) {`.
fn is_allocation(line: &str) -> bool {
    let lower = line.strip_prefix("ALLOC").or_else(|| line.strip_prefix("alloc"));
    lower.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(" ("))
}

/// `fn name(_1: T) -> R`, `const name: T =`, `static name: T =`, `const name: T = const 3;`.
fn heading(line: &str) -> Result<MirBody> {
    let kinds = ["fn ", "const ", "static mut ", "static "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
    let is_function = line.starts_with("fn ");
    let mut reader = Reader::new(rest.unwrap_or(line));
    let path = reader.path()?;
    // A discriminant or the length of an array has no word before its name.
    let is_part = path.last().is_some_and(|last| matches!(last.kind, MirSegmentKind::Part(_)));
    if rest.is_none() && !is_part {
        return Err(format!("unknown item `{line}`"));
    }
    let ends = if is_function { reader.rest.starts_with('(') } else { reader.rest.starts_with(": ") };
    if !ends {
        return Err(format!("unknown form of a header: `{line}`"));
    }
    let is_closure = path.last().is_some_and(|last| match &last.kind {
        MirSegmentKind::Part(part) => part.starts_with("{closure#"),
        _ => false,
    });
    let mut closure = None;
    if is_closure && is_function {
        let parameter = reader.rest.strip_prefix("(_1: ").ok_or("a closure without its first parameter")?;
        let mut ty = Reader::new(parameter).ty()?;
        while let MirType::Ref(_, inner) = ty {
            ty = *inner;
        }
        closure = match ty {
            MirType::Closure(place) => Some(place),
            // The body of something `async`, which is counted to the function around it.
            MirType::Path(path) if parameter.starts_with("Pin<&mut {") && path.len() == 1 => None,
            _ => return Err("a closure of a type that is none".into()),
        };
    }
    let mut body = MirBody {
        path,
        closure,
        calls: Vec::new(),
        values: Vec::new(),
        line: 0,
        locals: HashMap::new(),
        params: 0,
        names: Vec::new(),
        steps: Vec::new(),
        blocks: Vec::new(),
        moves: Vec::new(),
        problem: None,
        statics: Arc::default(),
    };
    if is_function {
        match step::parameters(reader.rest) {
            Ok(params) => {
                body.params = params.len() as u32;
                body.locals.extend(params);
            }
            Err(reason) => body.problem = Some(reason),
        }
    } else if let Some(value) = line.split_once(" = const ").map(|(_, value)| value).filter(|_| line.ends_with(';')) {
        // A constant in one line.
        let place = MirPath { local: 0, parts: Vec::new() };
        match step::statement(&format!("_0 = const {}", value.trim_end_matches(';')), |_| true) {
            Ok(Some(MirStep::Assign(_, value))) => body.steps.push(MirStep::Assign(place, value)),
            _ => body.problem = Some(format!("`{line}` is of an unknown form")),
        }
    }
    Ok(body)
}

/// The lines of a body up to its end.
fn block_lines<'t>(
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    body: &mut MirBody,
) -> std::result::Result<(), MirError> {
    let mut in_block = false;
    let mut ended = false;
    let mut is_cleanup = false;
    let mut last = body.line;
    for (at, line) in lines {
        last = at + 1;
        let error = |reason: String| MirError { line: at + 1, reason };
        if line == "}" {
            return if in_block { Err(error("a body ends within a block".into())) } else { Ok(()) };
        }
        let text = line.trim();
        if !in_block {
            in_block = text.starts_with("bb") && text.ends_with('{');
            ended = false;
            // What is left to do where a panic passes: drops, and a write that one of them came before, which is
            // in another block as well.
            is_cleanup = text.contains(" (cleanup)");
            if in_block && !is_cleanup {
                body.blocks.push(step::block(text, body.steps.len()).map_err(error)?);
            }
            if !in_block && let Err(reason) = declared(text, body) {
                body.problem.get_or_insert(format!("line {}: {reason}", at + 1));
            }
            continue;
        }
        if text == "}" {
            if !ended {
                return Err(error("a block that does not end in a known way".into()));
            }
            in_block = false;
            continue;
        }
        if text.is_empty() || text.starts_with("//") {
            continue;
        }
        if ended {
            return Err(error(format!("`{text}` after the end of a block")));
        }
        let calls = body.calls.len();
        ended = statement(text, body).map_err(error)?;
        let steps = body.steps.len();
        if let Err(reason) = computes(text, ended, calls, body) {
            body.problem.get_or_insert(format!("line {}: {reason}", at + 1));
        }
        if let Some(block) = body.blocks.last_mut().filter(|_| !is_cleanup) {
            body.moves.extend(step::moves(text).into_iter().map(|place| (steps, place)));
            block.steps.end = body.steps.len();
            if ended {
                block.next = step::next_blocks(text);
            }
        }
        if is_cleanup && !matches!(body.steps.last(), Some(MirStep::Call(..))) {
            body.steps.truncate(steps);
        }
    }
    Err(MirError { line: last, reason: "a body without end".into() })
}

/// Reads a line before the first block: a variable or the name of one.
fn declared(text: &str, body: &mut MirBody) -> Result<()> {
    let text = text.trim_end_matches(';');
    if let Some(variable) = text.strip_prefix("let ") {
        let (number, ty) = step::declaration(variable)?;
        body.locals.insert(number, ty);
    } else if let Some(name) = text.strip_prefix("debug ") {
        body.names.push(step::binding(name)?);
    } else if !(text.is_empty() || text.starts_with("scope ") || text.starts_with("//") || text == "}") {
        return Err(format!("`{text}` is of an unknown form"));
    }
    Ok(())
}

/// Parses the computation in a line. `calls` is the number of calls before it.
fn computes(text: &str, ends: bool, calls: usize, body: &mut MirBody) -> Result<()> {
    let text = text.trim_end_matches(';');
    if body.calls.len() > calls {
        let (place, call) = target(text).and_then(assignment).ok_or("a call of an unknown form")?;
        let args = match body.calls.last() {
            Some(MirCall::Function(_, name)) => step::arguments(call.strip_prefix(name.as_str()).unwrap_or(call))?,
            _ => step::pointer_arguments(call)?,
        };
        body.steps.push(MirStep::Call(step::target(place)?, calls, args));
        return Ok(());
    }
    let is_scalar = |local: u32| body.locals.get(&local).is_some_and(step::is_scalar);
    let found = if ends { step::end(text)? } else { step::statement(text, is_scalar)? };
    body.steps.extend(found);
    Ok(())
}

/// Reads a statement or the end of a block; true for the latter.
fn statement(text: &str, body: &mut MirBody) -> Result<bool> {
    let text = text.strip_suffix(';').ok_or_else(|| format!("`{text}` is of an unknown form"))?;
    if ["return", "unreachable", "resume"].contains(&text) {
        return Ok(true);
    }
    let others = ["goto -> ", "switchInt(", "drop(", "assert(", "terminate(", "falseEdge -> ", "falseUnwind -> "];
    if others.iter().any(|start| text.starts_with(start)) {
        return Ok(true);
    }
    if let Some(target) = target(text) {
        let (place, rest) = assignment(target).ok_or_else(|| format!("`{text}` is of an unknown form"))?;
        if !place.starts_with(['_', '(']) {
            return Err(format!("`{text}` is of an unknown form"));
        }
        body.calls.push(call(rest)?);
        return Ok(true);
    }
    if text.contains("ReifyFnPointer") {
        let (_, value) = assignment(text).ok_or_else(|| format!("`{text}` is of an unknown form"))?;
        let mut reader = Reader::new(value.strip_prefix("const ").unwrap_or(value));
        // A function that is in a variable is told by the type of the variable, or by what gave it.
        if !["copy ", "move "].iter().any(|word| reader.rest.starts_with(word)) {
            let function = reader.ty()?;
            if !reader.rest.starts_with(" as ") {
                return Err(format!("`{text}` is of an unknown form"));
            }
            let name = value.strip_suffix(reader.rest).unwrap_or(value);
            body.values.push((function, name.to_string()));
        }
    }
    Ok(false)
}

/// What stands before the target of a call: ` -> [return: bb1, ..]`, ` -> bb1` or ` -> unwind ..`.
fn target(text: &str) -> Option<&str> {
    let (before, after) = text.rsplit_once(" -> ")?;
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_target = after.strip_prefix("bb").is_some_and(digits)
        || after.starts_with("unwind ")
        || (after.starts_with("[return: ") && after.ends_with(']'));
    (is_target && before.ends_with(')')).then_some(before)
}

/// The two sides of an assignment: the first ` = ` that is in no bracket.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if at > 0 && bytes.get(at - 1) == Some(&b'-') => {}
            b')' | b']' | b'}' | b'>' => depth = depth.checked_sub(1)?,
            b'=' if depth == 0 && text.get(at.checked_sub(1)?..at + 2) == Some(" = ") => {
                return Some((text.get(..at - 1)?, text.get(at + 2..)?));
            }
            _ => {}
        }
    }
    None
}

/// `name(arguments)`, or a place with a pointer in it and arguments.
fn call(text: &str) -> Result<MirCall> {
    if text.starts_with("copy ") || text.starts_with("move ") {
        return Ok(MirCall::Pointer);
    }
    let mut reader = Reader::new(text.strip_prefix("const ").unwrap_or(text));
    let function = reader.ty()?;
    if !reader.rest.starts_with('(') {
        return Err(format!("a call of an unknown form: `{text}`"));
    }
    match function {
        MirType::Path(_) | MirType::Qualified(..) => {
            let name = text.strip_suffix(reader.rest).unwrap_or(text);
            Ok(MirCall::Function(function, name.to_string()))
        }
        _ => Err(format!("a call of what is no function: `{text}`")),
    }
}
