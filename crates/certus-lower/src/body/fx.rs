//! The state of lowering one body, in parts: each part is in its own file below this one, with the methods that keep its
//! order. The rooms around this one lower the forms of the language; they ask and change the state through these methods.

mod emitted;
mod exits;
mod scope;
mod setting;
mod triggers;
mod update;
mod variables;

use std::rc::Rc;

use certus_tree::{self as tree, DefId};
use certus_vir::Mode;

use crate::context::Context;
use crate::error::Result;
use emitted::Emitted;
pub(super) use emitted::Mark;
pub(super) use exits::{ClosureExit, Exits, LoopFrame};
use scope::Scope;
pub(crate) use scope::Slot;
pub(crate) use setting::Position;
use setting::Setting;
use triggers::Triggers;
pub(super) use update::Update;
use variables::Variables;

/// The function, constant or static whose body is lowered.
/// The settings are those in force at the item: its own attributes, those of the modules around it, and the options.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub def: DefId,
    pub mode: Mode,
    /// In a module whose quantifiers the solver takes as they are.
    pub is_epr: bool,
    pub loop_isolation: bool,
    pub allow_complex_invariants: bool,
    pub allow_no_decreases: bool,
    /// A `&mut` parameter in a postcondition is its final value.
    pub final_in_post: bool,
}

/// Lowers one body.
pub(crate) struct Fx<'c, 'a> {
    /// What is known across items. A field and no method: calls on it take arguments that are read from the other parts
    /// (`self.cx.ty(&self.local(id).ty, ..)`), which a method that borrows all of this would not let them.
    pub(crate) cx: &'c mut Context<'a>,
    body: Rc<tree::Body>,
    owner: Owner,
    scope: Scope,
    setting: Setting,
    emitted: Emitted,
    variables: Variables,
    exits: Exits,
    triggers: Triggers,
}

impl<'c, 'a> Fx<'c, 'a> {
    /// A state in which nothing is declared yet. The body of a spec or proof function is ghost code as a whole.
    pub(crate) fn new(cx: &'c mut Context<'a>, body: Rc<tree::Body>, owner: Owner) -> Fx<'c, 'a> {
        let setting = Setting::of_body(owner.mode);
        Fx {
            cx,
            body,
            owner,
            scope: Scope::default(),
            setting,
            emitted: Emitted::default(),
            variables: Variables::default(),
            exits: Exits::default(),
            triggers: Triggers::default(),
        }
    }

    /// The item that the body is of, with the settings that its attributes ask for.
    pub(crate) fn owner(&self) -> &Owner {
        &self.owner
    }

    /// Whether this is ghost code inside of code that runs: it vanishes when the program is compiled, and what is around
    /// it stays.
    pub(crate) fn is_erased(&self) -> bool {
        self.is_ghost() && self.owner.mode == Mode::Exec
    }

    /// Runs `f` as a proof on the side: what is declared outside may not be changed in it.
    /// What happens in such a proof is forgotten at its end, except for what it concludes. A change of an outer
    /// variable would be forgotten with it: the code after the proof would be checked with the old value, and
    /// conclusions about the new value would contradict it. No term of it is a trigger of a binder outside.
    pub(crate) fn aside<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.variables.begin_aside();
        let result = self.without_binders(f);
        self.variables.end_aside();
        result
    }
}
