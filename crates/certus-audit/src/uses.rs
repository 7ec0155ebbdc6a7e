//! What the steps of rustc's bodies do to the mutable references in a variable.
//!
//! ```text
//! (*_5) = const 3_u8;            a write through `_5`: it is used
//! _6 = &mut (*_5);               so is a reference that is borrowed again
//! _7 = copy (_5.0: &mut u8);     and one that goes elsewhere, unless `_7` has no name and is only written through
//! _5 = &mut _2;                  it gets another value
//! _8 = copy (*_5);               nothing: it is read
//! ```

use std::collections::HashMap;

use certus_gate::{MirBinding, MirOperand, MirPart, MirPath, MirRvalue, MirStep, MirType};
use certus_tree::{EndClaim, EndEvent, PartStep};

use crate::content::places;
use crate::origins::{Origins, boxed, operands, place_in};

/// How many copies of a reference are followed.
const MAX_COPIES: usize = 20;

/// A step from a variable to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A field; of a variant, if there is a name.
    Field(Option<String>, u32),
    /// What a mutable reference refers to.
    Through,
    /// What a shared reference or a pointer refers to: nobody writes there by the variable.
    Away,
    /// An element.
    Element,
}

/// Where a place is, as seen from a part of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// It is the part, or the part is in it.
    Around,
    /// It is in the part, but not behind a reference.
    Inside,
    /// It is behind a mutable reference in the part.
    Behind,
}

/// A variable without a name that stands for a place.
enum Alias<'m> {
    /// It is a reference that is copied from there.
    Copy(&'m MirPath),
    /// It is the pointer of the box that is there, which is the place without these last steps.
    Box(&'m MirPath, usize),
}

/// A body whose steps are looked at.
pub(crate) struct Uses<'m> {
    origins: Origins<'m>,
    aliases: HashMap<u32, Alias<'m>>,
}

impl<'m> Uses<'m> {
    /// Finds the variables without names that only stand for a place.
    pub(crate) fn of(origins: Origins<'m>) -> Uses<'m> {
        let body = origins.body;
        let mut given: HashMap<u32, Vec<&MirStep>> = HashMap::new();
        let mut is_bare: HashMap<u32, usize> = HashMap::new();
        for step in &body.steps {
            if let MirStep::Assign(place, _) | MirStep::Call(place, ..) = step
                && place.parts.is_empty()
            {
                given.entry(place.local).or_default().push(step);
            }
            // The address of a pointer is looked at to check it.
            let is_address = matches!(step, MirStep::Assign(_, MirRvalue::Cast(_, MirType::Pointer(..), _)));
            for place in places(step).iter().filter(|place| place.parts.first() != Some(&MirPart::Deref)) {
                if is_address
                    && matches!(body.locals.get(&place.local), Some(MirType::Pointer(..)))
                    && !gives(step, place)
                {
                    continue;
                }
                *is_bare.entry(place.local).or_default() += 1;
            }
        }
        let is_named = |local: u32| {
            let is_it = |binding: &MirBinding| matches!(binding, MirBinding::Place(place) if place.local == local);
            local <= body.params || body.names.iter().any(|(_, binding)| is_it(binding))
        };
        let mut aliases = HashMap::new();
        for (local, steps) in given {
            let [MirStep::Assign(_, value)] = steps.as_slice() else { continue };
            if is_named(local) || is_bare.get(&local) != Some(&1) {
                continue;
            }
            let is_reference = matches!(body.locals.get(&local), Some(MirType::Ref(..)));
            let alias = match value {
                MirRvalue::Use(MirOperand::Place(of)) if is_reference => Alias::Copy(of),
                MirRvalue::Cast(MirOperand::Place(of), _, kind) if kind == "Transmute" => match boxed(of) {
                    Some(parts) => Alias::Box(of, parts),
                    None => continue,
                },
                _ => continue,
            };
            aliases.insert(local, alias);
        }
        Uses { origins, aliases }
    }

    /// The body.
    pub(crate) fn body(&self) -> &'m certus_gate::MirBody {
        self.origins.body
    }

    /// Whether a step takes references out of the part of a variable that a claim is about.
    pub(crate) fn is_move(&self, step: usize, local: u32, claim: &EndClaim) -> bool {
        let mut of_step = self.origins.body.moves.iter().filter(|(of, _)| *of == step);
        of_step.any(|(_, place)| match self.relation(place, local, claim) {
            Some(Relation::Around) => true,
            Some(Relation::Inside) => self.holds_reference(place),
            Some(Relation::Behind) | None => false,
        })
    }

    /// What a step does to the part of a variable that a claim is about, in order.
    pub(crate) fn events(&self, step: &MirStep, local: u32, claim: &EndClaim) -> Vec<EndEvent> {
        let relation = |place: &MirPath| self.relation(place, local, claim);
        let mut events = Vec::new();
        let target = match step {
            MirStep::Assign(place, _) | MirStep::Call(place, ..) => Some(place),
            MirStep::Switch(..) | MirStep::Assert(_) | MirStep::SetVariant(_) => None,
        };
        let is_alias = target.is_some_and(|to| to.parts.is_empty() && self.aliases.contains_key(&to.local));
        let is_length = matches!(step, MirStep::Assign(_, MirRvalue::Unary(name, _)) if name == "PtrMetadata");
        let goes_elsewhere = target.is_some() && !is_alias && !is_length;
        for operand in operands(step).into_iter().filter(|_| goes_elsewhere) {
            let MirOperand::Place(place) = operand else { continue };
            let is_used = match relation(place) {
                Some(Relation::Around) => true,
                Some(Relation::Inside | Relation::Behind) => self.holds_reference(place),
                None => false,
            };
            events.extend(is_used.then_some(EndEvent::Used));
        }
        if let MirStep::Assign(_, value @ MirRvalue::Ref(true, _)) = step
            && let Some(place) = place_in(value)
        {
            let is_used = match relation(place) {
                Some(Relation::Around | Relation::Behind) => true,
                Some(Relation::Inside) => self.holds_reference(place),
                None => false,
            };
            events.extend(is_used.then_some(EndEvent::Used));
        }
        match target.and_then(relation) {
            Some(Relation::Around) => events.push(EndEvent::Given),
            Some(Relation::Behind) => events.push(EndEvent::Used),
            Some(Relation::Inside) | None => {}
        }
        events
    }

    /// Whether the type of a place has a mutable reference written in it.
    fn holds_reference(&self, place: &MirPath) -> bool {
        self.origins.type_of_place(place).is_some_and(|ty| ty.to_string().contains("&mut "))
    }

    /// Where a place is, as seen from the part of a variable that a claim is about; `None` if they have nothing in common.
    fn relation(&self, place: &MirPath, local: u32, claim: &EndClaim) -> Option<Relation> {
        let (root, steps) = self.steps(place, 0)?;
        if root != local {
            return None;
        }
        let mut rest = steps.as_slice();
        for part in &claim.way {
            match rest.split_first() {
                None => return Some(Relation::Around),
                Some((step, after)) if is_field(step, part) => rest = after,
                Some(_) => return None,
            }
        }
        let Some(first) = rest.first() else { return Some(Relation::Around) };
        let is_other = claim.others.iter().any(|other| is_field(first, other));
        if is_other || rest.contains(&Step::Away) {
            return None;
        }
        Some(if rest.contains(&Step::Through) { Relation::Behind } else { Relation::Inside })
    }

    /// The variable that a place begins at, and the steps from there.
    fn steps(&self, place: &MirPath, depth: usize) -> Option<(u32, Vec<Step>)> {
        let (root, mut steps, mut ty, parts) = match self.aliases.get(&place.local).filter(|_| depth < MAX_COPIES) {
            None => (place.local, Vec::new(), self.origins.body.locals.get(&place.local).cloned(), &place.parts[..]),
            Some(Alias::Copy(of)) => {
                let (root, steps) = self.steps(of, depth + 1)?;
                (root, steps, self.origins.type_of_place(of), &place.parts[..])
            }
            Some(Alias::Box(of, count)) => {
                let whole = of.parts.len().checked_sub(*count)?;
                let inner = MirPath { local: of.local, parts: of.parts.get(..whole)?.to_vec() };
                let (root, steps) = self.steps(&inner, depth + 1)?;
                // The pointer is followed: then this is what is in the box.
                (root, steps, self.behind(place.local), place.parts.get(1..)?)
            }
        };
        let mut variant = None;
        for part in parts {
            match part {
                MirPart::Variant(name) => variant = Some(name.clone()),
                MirPart::Field(number, _) => steps.push(Step::Field(variant.take(), *number)),
                MirPart::Deref => match &ty {
                    Some(MirType::Ref(true, _)) => steps.push(Step::Through),
                    // A box, which is its value.
                    Some(MirType::Path(_)) => {}
                    _ => steps.push(Step::Away),
                },
                MirPart::Index(_) | MirPart::Pattern(_) => steps.push(Step::Element),
                MirPart::Same(_) => {}
            }
            ty = after(ty, part);
        }
        Some((root, steps))
    }

    /// The type that the pointer in a variable leads to.
    fn behind(&self, local: u32) -> Option<MirType> {
        after(self.origins.body.locals.get(&local).cloned(), &MirPart::Deref)
    }
}

/// The type after one more step.
fn after(ty: Option<MirType>, part: &MirPart) -> Option<MirType> {
    match (part, ty?) {
        (MirPart::Field(_, of) | MirPart::Same(of), _) => Some(of.clone()),
        (MirPart::Deref, MirType::Ref(_, inner) | MirType::Pointer(_, inner)) => Some(*inner),
        (MirPart::Deref, MirType::Path(path)) => path.last()?.args.first().cloned(),
        (MirPart::Index(_), MirType::Array(inner, _) | MirType::Slice(inner)) => Some(*inner),
        (MirPart::Pattern(text), MirType::Array(inner, _) | MirType::Slice(inner)) if !text.contains(':') => {
            Some(*inner)
        }
        (MirPart::Pattern(_) | MirPart::Variant(_), ty) => Some(ty),
        _ => None,
    }
}

/// Whether a step gives a place its value.
fn gives(step: &MirStep, place: &MirPath) -> bool {
    matches!(step, MirStep::Assign(to, _) if to == place)
}

/// Whether a step leads to a field.
fn is_field(step: &Step, part: &PartStep) -> bool {
    matches!(step, Step::Field(variant, number) if *variant == part.variant && *number == part.field)
}
