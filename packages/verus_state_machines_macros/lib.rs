//! The macros of state machines under the name that programs know.
#![no_std]

pub use certus_macros::{
    case_on_init, case_on_next, case_on_next_strong, state_machine, tokenized_state_machine,
    tokenized_state_machine_vstd,
};
