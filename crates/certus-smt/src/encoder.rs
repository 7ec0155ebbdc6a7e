//! The state of one encoding, and the loop that follows what is reached.

use std::collections::BTreeSet;

use certus_diagnostics::Diagnostic;
use certus_vc::Obligation;
use certus_vir::{Path, Program};

use crate::broadcast::Broadcasts;
use crate::callees::Callees;
use crate::error::Res;
use crate::instance::FnKey;
use crate::origins::{Origin, Origins};
use crate::reached::Work;
use crate::rules::arithmetic::{Operators, Wrapped};
use crate::theory::Theory;
use crate::value::Globals;
use crate::view::View;
use crate::vocabulary::Vocabulary;

/// One encoding: what the translation of expressions has at hand.
pub(crate) struct Encoder<'a> {
    vocabulary: Vocabulary<'a>,
    globals: Globals,
    operators: Operators,
    callees: Callees,
    broadcasts: Broadcasts,
    /// Remarks for the user, each once.
    remarks: Vec<Diagnostic>,
    /// The names of quantifiers, where they are asked for.
    origins: Option<Origins>,
}

impl<'a> Encoder<'a> {
    /// A new encoding, in which these integer operators and casts are printed as functions.
    pub(crate) fn new(
        program: &'a Program,
        obligation: &'a Obligation,
        wrapped: BTreeSet<Wrapped>,
        origins: Option<Origins>,
    ) -> Encoder<'a> {
        Encoder {
            vocabulary: Vocabulary::new(program, obligation),
            globals: Globals::new(),
            operators: Operators::new(wrapped, obligation.prover),
            callees: Callees::default(),
            broadcasts: Broadcasts::of(program, obligation),
            remarks: Vec::new(),
            origins,
        }
    }

    /// The program as the obligation sees it.
    pub(crate) fn view(&self) -> &View<'a> {
        self.vocabulary.view()
    }

    /// Sorts and places.
    pub(crate) fn vocabulary(&mut self) -> &mut Vocabulary<'a> {
        &mut self.vocabulary
    }

    /// What is declared and stated.
    pub(crate) fn theory(&mut self) -> &mut Theory {
        self.vocabulary.theory()
    }

    /// The obligation's variables, as far as they are used.
    pub(crate) fn globals(&mut self) -> &mut Globals {
        &mut self.globals
    }

    /// Integer operators, and which of them are functions.
    pub(crate) fn operators(&mut self) -> &mut Operators {
        &mut self.operators
    }

    /// Integer operators, with the theory that they are stated in.
    pub(crate) fn arithmetic(&mut self) -> (&Operators, &mut Theory) {
        (&self.operators, self.vocabulary.theory())
    }

    /// The sorts, and the values of the obligation's variables.
    pub(crate) fn variables(&mut self) -> (&mut Vocabulary<'a>, &Globals) {
        (&mut self.vocabulary, &self.globals)
    }

    /// The names of quantifiers, where they are asked for.
    pub(crate) fn origins(&mut self) -> Option<&mut Origins> {
        self.origins.as_mut()
    }

    /// The length of the shortest way from a definition back to itself; `None` when it is not recursive.
    pub(crate) fn cycle(&mut self, key: &FnKey) -> Res<Option<u32>> {
        self.callees.cycle(&mut self.vocabulary, key)
    }

    /// Whether two definitions lead to one another.
    pub(crate) fn same_cycle(&mut self, a: &FnKey, b: &FnKey) -> Res<bool> {
        self.callees.same_cycle(&mut self.vocabulary, a, b)
    }

    /// Says something to the user, unless it was said.
    pub(crate) fn remark(&mut self, remark: Diagnostic) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// What to begin again with, if an operator or a cast stands in a trigger that was not known to. There are few, so this ends.
    pub(crate) fn once_more(&mut self) -> Option<(BTreeSet<Wrapped>, Option<Origins>)> {
        let wrapped = self.operators.once_more()?;
        Some((wrapped, self.origins.take().map(Origins::again)))
    }

    /// Describes everything that is reached, with the broadcast functions that it brings in, until nothing is new.
    pub(crate) fn run(&mut self) -> Res<()> {
        loop {
            while let Some(work) = self.vocabulary.reach().next_work() {
                match work {
                    Work::Function(key) => self.describe_function(&key)?,
                    Work::Data(ty) => self.vocabulary.describe_datatype(&ty)?,
                    Work::Height(ty) => self.vocabulary.describe_height(&ty)?,
                    Work::Resolved(ty) => self.vocabulary.describe_resolved(&ty)?,
                }
            }
            if !self.add_broadcasts()? {
                return Ok(());
            }
        }
    }

    /// States the broadcast functions that what was reached asks for. False when there is nothing new.
    fn add_broadcasts(&mut self) -> Res<bool> {
        let due = self.broadcasts.due(&self.vocabulary);
        if due.is_empty() {
            return Ok(false);
        }
        let mut any = false;
        let program = self.view().program();
        for path in due {
            let Some(function) = program.functions.get(&path) else {
                continue;
            };
            for args in self.broadcasts.matches(&self.vocabulary, function)? {
                if self.broadcasts.is_new(&path, &args) {
                    self.vocabulary.count_instance(&path, &args, Some(function.span))?;
                    self.state_broadcast(function, &args, &self.broadcasts.uses(&path))?;
                    any = true;
                }
            }
        }
        // What was stated may have brought in more.
        Ok(any || !self.vocabulary.reached().is_described())
    }

    /// Names the quantifiers of all facts, if names are asked for.
    pub(crate) fn name_facts(&mut self) -> Vec<Origin> {
        self.origins.take().map_or_else(Vec::new, |origins| origins.name_facts(&mut self.vocabulary))
    }

    /// The functions that were reached, and those that were stated.
    pub(crate) fn known(&self) -> BTreeSet<Path> {
        let mut known = self.vocabulary.reached().paths();
        known.extend(self.broadcasts.stated().cloned());
        known
    }

    /// What is said to the user.
    pub(crate) fn into_remarks(self) -> Vec<Diagnostic> {
        self.remarks
    }
}
