//! Which definitions lead back to themselves, and in how many calls.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use certus_vir::instances::substitution;

use crate::error::Res;
use crate::instance::FnKey;
use crate::view::{MAX_INLINE, Unfold};
use crate::vocabulary::Vocabulary;

/// Calls between definitions, as far as they were looked at.
#[derive(Default)]
pub(crate) struct Callees {
    direct: HashMap<FnKey, Rc<Vec<FnKey>>>,
    reach: HashMap<FnKey, Rc<Reach>>,
}

/// What a definition leads to.
struct Reach {
    /// Every function on the way.
    functions: HashSet<FnKey>,
    /// How many calls the shortest way back takes.
    cycle: Option<u32>,
}

impl Callees {
    /// The length of the shortest way from a definition back to itself; `None` when it is not recursive.
    pub(crate) fn cycle(&mut self, words: &mut Vocabulary<'_>, key: &FnKey) -> Res<Option<u32>> {
        Ok(self.reach(words, key)?.cycle)
    }

    /// Whether two definitions lead to one another.
    pub(crate) fn same_cycle(&mut self, words: &mut Vocabulary<'_>, a: &FnKey, b: &FnKey) -> Res<bool> {
        Ok(self.reach(words, a)?.functions.contains(b) && self.reach(words, b)?.functions.contains(a))
    }

    fn reach(&mut self, words: &mut Vocabulary<'_>, key: &FnKey) -> Res<Rc<Reach>> {
        if let Some(known) = self.reach.get(key) {
            return Ok(known.clone());
        }
        let mut functions = HashSet::new();
        let mut cycle = None;
        let mut todo = VecDeque::from([(key.clone(), 1)]);
        while let Some((from, length)) = todo.pop_front() {
            for to in self.direct(words, &from)?.iter() {
                if to == key && cycle.is_none() {
                    cycle = Some(length);
                }
                if functions.insert(to.clone()) && to != key {
                    todo.push_back((to.clone(), length + 1));
                }
            }
        }
        let reach = Rc::new(Reach { functions, cycle });
        self.reach.insert(key.clone(), reach.clone());
        Ok(reach)
    }

    fn direct(&mut self, words: &mut Vocabulary<'_>, key: &FnKey) -> Res<Rc<Vec<FnKey>>> {
        if let Some(known) = self.direct.get(key) {
            return Ok(known.clone());
        }
        words.count_instance(&key.0, &key.1, None)?;
        let view = words.view();
        let mut found = Vec::new();
        if view.unfold(key) != Unfold::Never
            && let Some(body) = view.definition(key)
            && let Some(function) = view.program().functions.get(&key.0)
        {
            let subst = substitution(&function.type_params, &key.1);
            view.calls(body, &subst, MAX_INLINE, &mut |key| found.push(key))?;
        }
        found.dedup();
        let found = Rc::new(found);
        self.direct.insert(key.clone(), found.clone());
        Ok(found)
    }
}
