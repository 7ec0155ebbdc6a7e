//! Finds the cause of a contradiction.

use std::collections::{BTreeMap, BTreeSet};

use certus_vc::{Place, Step};
use certus_vir::Program;

use super::ask::{Asked, Asker, plain};
use super::findings::{Found, Question};

impl Asker<'_> {
    /// Reports each contradiction at the first place that has it. Later places have it for the same reason.
    pub(super) fn blame(
        &mut self,
        program: &Program,
        one: &Asked,
        refuted: &BTreeMap<Place, BTreeSet<u32>>,
    ) -> Vec<Found> {
        if one.question != Question::Contexts {
            return plain(one, refuted).into_iter().collect();
        }
        let mut first: BTreeMap<usize, (Place, &BTreeSet<u32>)> = BTreeMap::new();
        for (place, seeds) in refuted {
            first.entry(place.block).or_insert((*place, seeds));
        }
        let mut found = Vec::new();
        for (place, seeds) in first.into_values() {
            let seed = seeds.first().copied().unwrap_or(0);
            let block = one.obligation.blocks.get(place.block);
            let edges = block.map_or(&[][..], |block| &block.edges);
            let before = edges.iter().filter_map(|edge| {
                let from = edge.from.0 as usize;
                Some(Place { block: from, step: one.obligation.blocks.get(from)?.steps.len() })
            });
            let before: Vec<Place> = before.collect();
            let mut places: Vec<Place> = (0..=place.step).map(|step| Place { step, ..place }).collect();
            places.extend(&before);
            let refuted = self.is_refuted(program, one, &places, seed);
            if !before.is_empty() && before.iter().all(|end| refuted.contains(end)) {
                continue;
            }
            let at = refuted.iter().find(|other| other.block == place.block).copied().unwrap_or(place);
            found.push(reason(one, at, seeds));
        }
        found
    }
}

fn reason(one: &Asked, at: Place, seeds: &BTreeSet<u32>) -> Found {
    let obligation = &one.obligation;
    let block = obligation.blocks.get(at.block);
    let step = at.step.checked_sub(1).and_then(|before| block?.steps.get(before));
    let (cause, span) = match step {
        Some(Step::Use(path)) => (format!("broadcast use {path}"), None),
        Some(Step::Reveal(path, _)) => (format!("reveal {path}"), None),
        Some(step) => ("what becomes known here".to_owned(), obligation.step_span(step)),
        None => {
            let edges = block.map_or(&[][..], |block| &block.edges);
            let assumed = edges.iter().flat_map(|edge| &edge.assumes).next();
            match edges {
                [] => ("what is known at the beginning".to_owned(), None),
                _ => ("the condition of the branch".to_owned(), assumed.map(|expr| expr.span)),
            }
        }
    };
    Found {
        question: one.question,
        name: one.name.clone(),
        part: obligation.part.to_string(),
        is_unreachable: obligation.is_conditional(at.block),
        cause,
        span: span.or_else(|| obligation.goals.first().map(|goal| goal.span)),
        seeds: seeds.clone(),
    }
}
