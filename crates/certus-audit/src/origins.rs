//! The origins of the operands in rustc's MIR.
//!
//! rustc computes each part of an expression into a variable without a name. This module reverses that: the origin of
//! an operand is a constant, a variable of the source, or a statement with other operands.
//!
//! For example, for `_3 = Mul(copy _1, copy _2); _4 = Add(move _3, const 1_u64)`, the origin of `_4` is the sum of the
//! product and 1.
//!
//! A variable is followed only if one statement assigns it. A variable with several assignments, or with a mutable
//! borrow, is its own origin, because its value depends on the path.

use std::collections::{HashMap, HashSet};

use certus_gate::{MirBinding, MirBody, MirConst, MirOperand, MirPart, MirPath, MirRvalue, MirStep, MirType};

/// The maximal depth to which an operand is followed.
const MAX_DEPTH: u32 = 60;

/// The origin of an operand.
#[derive(Clone, Debug)]
pub(crate) enum Value<'m> {
    /// A constant.
    Const(&'m MirConst),
    /// A variable of the source, with its names, and its own origin if that is known.
    Named(Vec<&'m str>, Option<Box<Value<'m>>>),
    /// A parameter without a name.
    Param,
    /// The result of the statement with this number.
    Step(usize),
    /// The result of one of several statements.
    Join,
    /// A field; of a variant, if there is a name.
    Field(Box<Value<'m>>, Option<String>, u32),
    /// The target of a reference.
    Deref(Box<Value<'m>>),
    /// A reference.
    Ref(Box<Value<'m>>),
    /// An element.
    Index(Box<Value<'m>>, Box<Value<'m>>),
    /// An element or a part for a pattern.
    Part,
    /// An unknown origin.
    Unknown,
}

/// A body with the origins of its variables.
pub(crate) struct Origins<'m> {
    /// The body as rustc printed it.
    pub(crate) body: &'m MirBody,
    /// The statements that assign a whole variable.
    defs: HashMap<u32, Vec<usize>>,
    /// The variables that only the checks of rustc read.
    checks: HashSet<u32>,
    /// The names of places.
    names: HashMap<&'m MirPath, Vec<&'m str>>,
}

impl<'m> Origins<'m> {
    /// Finds the statement that assigns each variable.
    pub(crate) fn of(body: &'m MirBody) -> Origins<'m> {
        let mut defs: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, step) in body.steps.iter().enumerate() {
            if let MirStep::Assign(place, _) | MirStep::Call(place, ..) = step
                && place.parts.is_empty()
            {
                defs.entry(place.local).or_default().push(number);
            }
        }
        let mut names: HashMap<&MirPath, Vec<&str>> = HashMap::new();
        for (name, binding) in &body.names {
            if let MirBinding::Place(place) = binding {
                names.entry(place).or_default().push(name);
            }
        }
        let mut origins = Origins { body, defs, checks: HashSet::new(), names };
        origins.checks = origins.find_checks();
        origins
    }

    /// The variables without a name that are read only by checks, or to compute what checks read.
    fn find_checks(&self) -> HashSet<u32> {
        let named: HashSet<u32> = self.names.keys().map(|place| place.local).collect();
        let mut checks: HashSet<u32> = self.defs.keys().copied().filter(|l| *l != 0 && !named.contains(l)).collect();
        let read: HashSet<u32> = self.body.steps.iter().flat_map(|step| self.reads(step)).collect();
        checks.retain(|local| read.contains(local));
        loop {
            let before = checks.len();
            for step in &self.body.steps {
                let is_check = match step {
                    MirStep::Assert(_) => true,
                    MirStep::Assign(place, _) => place.parts.is_empty() && checks.contains(&place.local),
                    MirStep::Call(..) | MirStep::Switch(..) | MirStep::SetVariant(_) => false,
                };
                if !is_check {
                    self.reads(step).iter().for_each(|local| {
                        checks.remove(local);
                    });
                }
            }
            if checks.len() == before {
                return checks;
            }
        }
    }

    /// The variables that a statement reads.
    fn reads(&self, step: &MirStep) -> Vec<u32> {
        let mut out = Vec::new();
        let inside = |path: &MirPath, out: &mut Vec<u32>| {
            out.extend(path.parts.iter().filter_map(|part| match part {
                MirPart::Index(local) => Some(*local),
                MirPart::Variant(_) | MirPart::Same(_) | MirPart::Field(..) | MirPart::Deref | MirPart::Pattern(_) => {
                    None
                }
            }));
        };
        match step {
            MirStep::Assign(place, value) => {
                inside(place, &mut out);
                if place.parts.contains(&MirPart::Deref) {
                    out.push(place.local);
                }
                if let Some(of) = place_in(value) {
                    out.push(of.local);
                    inside(of, &mut out);
                }
            }
            MirStep::Call(place, ..) | MirStep::SetVariant(place) => inside(place, &mut out),
            MirStep::Switch(..) | MirStep::Assert(_) => {}
        }
        for operand in operands(step) {
            if let MirOperand::Place(place) = operand {
                out.push(place.local);
                inside(place, &mut out);
            }
        }
        out
    }

    /// Whether a statement is a check that rustc adds, or computes an operand of one.
    pub(crate) fn is_check(&self, step: &MirStep) -> bool {
        match step {
            MirStep::Assert(_) => true,
            MirStep::Assign(place, _) => place.parts.is_empty() && self.checks.contains(&place.local),
            _ => false,
        }
    }

    /// The origin of an operand.
    pub(crate) fn operand(&self, operand: &'m MirOperand) -> Value<'m> {
        self.operand_at(operand, 0)
    }

    /// The origin of an operand. Copies are followed up to this depth.
    fn operand_at(&self, operand: &'m MirOperand, depth: u32) -> Value<'m> {
        match operand {
            MirOperand::Const(value) => Value::Const(value),
            MirOperand::Place(place) => self.place_at(place, depth),
        }
    }

    /// The origin of the value of a place.
    pub(crate) fn place(&self, place: &MirPath) -> Value<'m> {
        self.place_at(place, 0)
    }

    /// The origin of the value of a place: that of its variable, then each step of the path.
    fn place_at(&self, place: &MirPath, depth: u32) -> Value<'m> {
        if depth > MAX_DEPTH {
            return Value::Unknown;
        }
        // A variable without a name that has the value of another place.
        if !place.parts.is_empty()
            && let Some(of) = self.copied_from(place.local)
        {
            let parts = of.parts.iter().chain(&place.parts).cloned().collect();
            return self.place_at(&MirPath { local: of.local, parts }, depth + 1);
        }
        let mut value = self.local(place.local, depth);
        let mut variant = None;
        for (at, part) in place.parts.iter().enumerate() {
            match part {
                MirPart::Variant(name) => variant = Some(name.clone()),
                MirPart::Same(_) => {}
                MirPart::Field(number, _) => value = self.field(value, variant.take(), *number, depth),
                MirPart::Deref => value = behind(value),
                MirPart::Index(local) => value = Value::Index(Box::new(value), Box::new(self.local(*local, depth + 1))),
                MirPart::Pattern(_) => value = Value::Part,
            }
            let so_far = MirPath { local: place.local, parts: place.parts.get(..=at).unwrap_or_default().to_vec() };
            if let Some(names) = self.names.get(&so_far) {
                value = named(names, value);
            }
        }
        // A closure holds a reference to a variable outside, and the name is that of what it refers to.
        if self.body.closure.is_some() && place.local == 1 {
            let mut behind = place.clone();
            behind.parts.push(MirPart::Deref);
            if let Some(names) = self.names.get(&behind) {
                return Value::Ref(Box::new(named(names, Value::Unknown)));
            }
        }
        value
    }

    /// A field of a value. If the value was just made, it is the operand of the field.
    fn field(&self, of: Value<'m>, variant: Option<String>, number: u32, depth: u32) -> Value<'m> {
        if let Value::Step(step) = of
            && let Some(MirStep::Assign(_, value)) = self.body.steps.get(step)
        {
            match value {
                // A component of a tuple that was just made.
                MirRvalue::Tuple(parts) => {
                    if let Some(part) = parts.get(number as usize) {
                        return self.operand_at(part, depth + 1);
                    }
                }
                // The number, and whether it overflowed.
                MirRvalue::Binary(name, ..) if name.ends_with("WithOverflow") && number == 0 => return of,
                _ => {}
            }
        }
        Value::Field(Box::new(of), variant, number)
    }

    /// The place that is copied to a variable without a name.
    fn copied_from(&self, local: u32) -> Option<&'m MirPath> {
        if self.names.contains_key(&MirPath { local, parts: Vec::new() }) {
            return None;
        }
        let [one] = self.defs.get(&local)?.as_slice() else { return None };
        match self.body.steps.get(*one) {
            Some(MirStep::Assign(_, MirRvalue::Use(MirOperand::Place(place)))) => Some(place),
            _ => None,
        }
    }

    /// The value that a statement assigns to a variable, which may have names.
    pub(crate) fn given(&self, place: &MirPath, step: usize) -> Value<'m> {
        let value = self.step(step, 0);
        match self.names.get(place) {
            Some(names) => named(names, value),
            None => value,
        }
    }

    /// The origin of a variable that is assigned once. Any other variable is its own origin.
    fn local(&self, local: u32, depth: u32) -> Value<'m> {
        if depth > MAX_DEPTH {
            return Value::Unknown;
        }
        let value = match self.defs.get(&local).map_or(&[][..], Vec::as_slice) {
            [] if (1..=self.body.params).contains(&local) => Value::Param,
            [] => Value::Unknown,
            [one] => self.step(*one, depth + 1),
            _ => Value::Join,
        };
        match self.names.get(&MirPath { local, parts: Vec::new() }) {
            Some(names) => named(names, value),
            None => value,
        }
    }

    /// The value that a statement computes.
    pub(crate) fn step(&self, number: usize, depth: u32) -> Value<'m> {
        let Some(MirStep::Assign(_, value)) = self.body.steps.get(number) else { return Value::Step(number) };
        match value {
            MirRvalue::Use(operand) => self.operand_at(operand, depth),
            MirRvalue::Ref(_, place) => match self.place_at(place, depth) {
                Value::Deref(inner) => *inner,
                value => Value::Ref(Box::new(value)),
            },
            MirRvalue::Cast(operand, _, kind) => match operand {
                _ if kind.starts_with("PointerCoercion") => self.operand_at(operand, depth),
                // The pointer in a box.
                MirOperand::Place(place) if kind == "Transmute" => match boxed(place) {
                    Some(parts) => {
                        let Value::Field(inner, ..) = self.place_at(place, depth) else { return Value::Unknown };
                        match (*inner, parts) {
                            (Value::Field(inner, ..), 2) => *inner,
                            (inner, _) => inner,
                        }
                    }
                    None => Value::Step(number),
                },
                _ => Value::Step(number),
            },
            _ => Value::Step(number),
        }
    }

    /// The type of an operand, as far as it is printed.
    pub(crate) fn type_of(&self, operand: &MirOperand) -> Option<MirType> {
        match operand {
            MirOperand::Place(place) => self.type_of_place(place),
            MirOperand::Const(MirConst::Int(_, ty) | MirConst::Float(_, ty)) => Some(word(ty)),
            MirOperand::Const(MirConst::Bool(_)) => Some(word("bool")),
            MirOperand::Const(MirConst::Char(_)) => Some(word("char")),
            MirOperand::Const(_) => None,
        }
    }

    /// The type of a place.
    pub(crate) fn type_of_place(&self, place: &MirPath) -> Option<MirType> {
        let mut ty = self.body.locals.get(&place.local)?.clone();
        for part in &place.parts {
            ty = match (part, ty) {
                (MirPart::Field(_, of) | MirPart::Same(of), _) => of.clone(),
                (MirPart::Deref, MirType::Ref(_, inner) | MirType::Pointer(_, inner)) => *inner,
                (MirPart::Deref, MirType::Path(path)) => path.last()?.args.first()?.clone(),
                (MirPart::Index(_), MirType::Array(inner, _) | MirType::Slice(inner)) => *inner,
                (MirPart::Pattern(text), MirType::Array(inner, _) | MirType::Slice(inner)) if !text.contains(':') => {
                    *inner
                }
                (MirPart::Variant(_), ty) => ty,
                _ => return None,
            };
        }
        Some(ty)
    }

    /// The constants that a name is bound to.
    pub(crate) fn constants(&self, name: &str) -> Vec<&'m MirConst> {
        let of = |(found, binding): &'m (String, MirBinding)| match binding {
            MirBinding::Const(value) if is_renamed(name, found) => Some(value),
            _ => None,
        };
        self.body.names.iter().filter_map(of).collect()
    }

    /// Whether rustc binds a name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.body.names.iter().any(|(found, _)| is_renamed(name, found))
    }
}

/// A variable with its names. Its origin is kept only if it is known.
fn named<'m>(names: &[&'m str], value: Value<'m>) -> Value<'m> {
    let held = if matches!(value, Value::Param | Value::Unknown) { None } else { Some(Box::new(value)) };
    Value::Named(names.to_vec(), held)
}

/// A built-in type.
pub(crate) fn word(name: &str) -> MirType {
    let kind = certus_gate::MirSegmentKind::Name(name.to_string());
    MirType::Path(vec![certus_gate::MirSegment { kind, args: Vec::new() }])
}

/// Whether a printed name is that of a variable: the text for rustc adds a number to variables of macros.
pub(crate) fn is_renamed(name: &str, printed: &str) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let name = name.strip_prefix("r#").unwrap_or(name);
    printed == name || printed.strip_prefix(name).and_then(|rest| rest.strip_prefix("__")).is_some_and(number)
}

/// The target of a reference.
fn behind(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Ref(inner) => *inner,
        value => Value::Deref(Box::new(value)),
    }
}

/// The number of fields at the end of a place that belong to a box.
pub(crate) fn boxed(place: &MirPath) -> Option<usize> {
    let is = |part: &MirPart, name: &str| match part {
        MirPart::Field(0, MirType::Path(path)) => path
            .last()
            .is_some_and(|last| matches!(&last.kind, certus_gate::MirSegmentKind::Name(found) if found == name)),
        _ => false,
    };
    match place.parts.as_slice() {
        [.., unique, pointer] if is(unique, "Unique") && is(pointer, "NonNull") => Some(2),
        _ => None,
    }
}

/// The place that a computation is about, other than by an operand: `_2` in `&_2` or `discriminant(_2)`. Whoever looks at all
/// places of a statement needs these and its operands.
pub(crate) fn place_in(value: &MirRvalue) -> Option<&MirPath> {
    match value {
        MirRvalue::Ref(_, of) | MirRvalue::Discriminant(of) | MirRvalue::Len(of) => Some(of),
        MirRvalue::Use(_)
        | MirRvalue::Cast(..)
        | MirRvalue::Reify(_)
        | MirRvalue::Binary(..)
        | MirRvalue::Unary(..)
        | MirRvalue::Tuple(_)
        | MirRvalue::Array(_)
        | MirRvalue::Repeat(..)
        | MirRvalue::Value(..)
        | MirRvalue::Closure(..)
        | MirRvalue::Pointer(..)
        | MirRvalue::Fact(_) => None,
    }
}

/// The operands of a statement.
pub(crate) fn operands(step: &MirStep) -> Vec<&MirOperand> {
    match step {
        MirStep::Assign(_, value) => match value {
            MirRvalue::Use(a) | MirRvalue::Cast(a, ..) | MirRvalue::Unary(_, a) | MirRvalue::Repeat(a, _) => vec![a],
            MirRvalue::Binary(_, a, b) => vec![a, b],
            MirRvalue::Tuple(all) | MirRvalue::Array(all) | MirRvalue::Closure(_, all) | MirRvalue::Pointer(_, all) => {
                all.iter().collect()
            }
            MirRvalue::Value(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            MirRvalue::Ref(..)
            | MirRvalue::Reify(_)
            | MirRvalue::Discriminant(_)
            | MirRvalue::Len(_)
            | MirRvalue::Fact(_) => Vec::new(),
        },
        MirStep::Call(_, _, args) => args.iter().collect(),
        MirStep::Switch(of, _) | MirStep::Assert(of) => vec![of],
        MirStep::SetVariant(_) => Vec::new(),
    }
}
