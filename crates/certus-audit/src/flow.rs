//! Where the operands of rustc's MIR come from.
//!
//! rustc breaks expressions up: each part is computed into a variable without a name. Here they are put together again: an
//! operand is a constant, a variable of the source, or what a statement computed from other operands.
//!
//! Only a variable that one statement assigns is looked through. One that several assign, or that something borrows for
//! writing, stands for itself, for its value depends on the way that control took.

use std::collections::{HashMap, HashSet};

use certus_gate::{MirBinding, MirBody, MirConst, MirOperand, MirPart, MirPath, MirRvalue, MirStep, MirType};

/// Deeper than this no operand is looked into.
const MAX_DEPTH: u32 = 60;

/// What an operand is.
#[derive(Clone, Debug)]
pub(crate) enum Value<'m> {
    /// A constant.
    Const(&'m MirConst),
    /// A variable of the source, by the names that it has; and what else is known of it.
    Named(Vec<&'m str>, Option<Box<Value<'m>>>),
    /// A parameter without a name.
    Param,
    /// What the statement with this number computed.
    Step(usize),
    /// What one of several statements computed.
    Join,
    /// A field, of a variant if it is one.
    Field(Box<Value<'m>>, Option<String>, u32),
    /// What is behind a reference.
    Deref(Box<Value<'m>>),
    /// A reference.
    Ref(Box<Value<'m>>),
    /// An element.
    Index(Box<Value<'m>>, Box<Value<'m>>),
    /// An element or part that a pattern is for.
    Part,
    /// Not looked into.
    Unknown,
}

/// A body with what is known of its variables.
pub(crate) struct Flow<'m> {
    /// The body as rustc printed it.
    pub(crate) body: &'m MirBody,
    /// The statements that give a variable a value as a whole.
    defs: HashMap<u32, Vec<usize>>,
    /// The variables that only checks which rustc adds read.
    checks: HashSet<u32>,
    /// The names of places.
    names: HashMap<&'m MirPath, Vec<&'m str>>,
}

impl<'m> Flow<'m> {
    /// Reads which statement gives each variable its value.
    pub(crate) fn of(body: &'m MirBody) -> Flow<'m> {
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
        let mut flow = Flow { body, defs, checks: HashSet::new(), names };
        flow.checks = flow.find_checks();
        flow
    }

    /// Variables without a name that are read by checks, or to compute what these read, and by nothing else.
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
                    _ => false,
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
                _ => None,
            }));
        };
        match step {
            MirStep::Assign(place, value) => {
                inside(place, &mut out);
                if place.parts.contains(&MirPart::Deref) {
                    out.push(place.local);
                }
                if let MirRvalue::Ref(_, of) | MirRvalue::Discriminant(of) | MirRvalue::Len(of) = value {
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

    /// Whether a statement is a check that rustc adds, or computes something for one.
    pub(crate) fn is_check(&self, step: &MirStep) -> bool {
        match step {
            MirStep::Assert(_) => true,
            MirStep::Assign(place, _) => place.parts.is_empty() && self.checks.contains(&place.local),
            _ => false,
        }
    }

    /// What an operand is.
    pub(crate) fn operand(&self, operand: &'m MirOperand) -> Value<'m> {
        self.operand_at(operand, 0)
    }

    /// What an operand is; a chain of copies is followed to this depth.
    fn operand_at(&self, operand: &'m MirOperand, depth: u32) -> Value<'m> {
        match operand {
            MirOperand::Const(value) => Value::Const(value),
            MirOperand::Place(place) => self.place_at(place, depth),
        }
    }

    /// What a place holds.
    pub(crate) fn place(&self, place: &MirPath) -> Value<'m> {
        self.place_at(place, 0)
    }

    /// What is at a place: the value of its variable, then each step of the path.
    fn place_at(&self, place: &MirPath, depth: u32) -> Value<'m> {
        if depth > MAX_DEPTH {
            return Value::Unknown;
        }
        // A variable without a name that holds what is at another place.
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
        value
    }

    /// A field of a value; of one that was just made it is the operand that was put there.
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
                // The number, and whether it did not fit.
                MirRvalue::Binary(name, ..) if name.ends_with("WithOverflow") && number == 0 => return of,
                _ => {}
            }
        }
        Value::Field(Box::new(of), variant, number)
    }

    /// The place whose value a variable without a name holds.
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

    /// What a statement gives a variable that may have names.
    pub(crate) fn given(&self, place: &MirPath, step: usize) -> Value<'m> {
        let value = self.step(step, 0);
        match self.names.get(place) {
            Some(names) => named(names, value),
            None => value,
        }
    }

    /// The value of a variable that is assigned once; of every other only that it is this variable.
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

    /// What a statement computes.
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

    /// The constants that a name stands for.
    pub(crate) fn constants(&self, name: &str) -> Vec<&'m MirConst> {
        let of = |(found, binding): &'m (String, MirBinding)| match binding {
            MirBinding::Const(value) if is_renamed(name, found) => Some(value),
            _ => None,
        };
        self.body.names.iter().filter_map(of).collect()
    }

    /// Whether rustc says what a name stands for.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.body.names.iter().any(|(found, _)| is_renamed(name, found))
    }
}

/// A variable with its names. What it is beside counts only where it is known.
fn named<'m>(names: &[&'m str], value: Value<'m>) -> Value<'m> {
    let held = if matches!(value, Value::Param | Value::Unknown) { None } else { Some(Box::new(value)) };
    Value::Named(names.to_vec(), held)
}

/// A built-in type.
pub(crate) fn word(name: &str) -> MirType {
    let kind = certus_gate::MirSegmentKind::Name(name.to_string());
    MirType::Path(vec![certus_gate::MirSegment { kind, args: Vec::new() }])
}

/// Whether a printed name is that of a variable: the text for rustc gives those of macros a number.
pub(crate) fn is_renamed(name: &str, printed: &str) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let name = name.strip_prefix("r#").unwrap_or(name);
    printed == name || printed.strip_prefix(name).and_then(|rest| rest.strip_prefix("__")).is_some_and(number)
}

/// What is behind a reference.
fn behind(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Ref(inner) => *inner,
        value => Value::Deref(Box::new(value)),
    }
}

/// How many fields at the end of a place are those of a box.
fn boxed(place: &MirPath) -> Option<usize> {
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
