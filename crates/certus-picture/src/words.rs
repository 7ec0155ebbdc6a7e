//! What acts mean, in words, and texts that are too long.

use certus_sync::{Act, FieldUse, MachineOutline, OperationOutline};

/// What an act does to a field; `stored` acts are about things that the machine holds.
pub(crate) fn meaning(act: Act, tokenized: bool) -> &'static str {
    match (act, tokenized) {
        (Act::Read, false) => "a condition or a value reads the field",
        (Act::Read, true) => "a condition or a value reads the field: its token is looked at, and a constant has none",
        (Act::BirdsEye, _) => "read without a token: what is read is known afterwards",
        (Act::Have, _) => "the part is there, and stays: its token is looked at",
        (Act::Guard, _) => "the thing is stored, and stays: it is lent",
        (Act::Init, false) => "the first value",
        (Act::Init, true) => "the first value, with all its tokens",
        (Act::Update, false) => "another value",
        (Act::Update, true) => "another value: its token is changed",
        (Act::Add, _) => "a part is put in: its token is made",
        (Act::Remove, _) => "a part is taken out: its token is consumed",
        (Act::Deposit, _) => "a thing goes into the store",
        (Act::Withdraw, _) => "a thing comes out of the store",
    }
}

/// The class of an act, which determines its colour.
pub(crate) fn class(act: Act) -> &'static str {
    match act {
        Act::Read | Act::BirdsEye | Act::Have | Act::Guard => "look",
        Act::Init | Act::Add | Act::Deposit => "put",
        Act::Remove | Act::Withdraw => "take",
        Act::Update => "change",
    }
}

/// Whether an act is about things in the store of the machine, and not about tokens.
pub(crate) fn is_about_store(act: Act) -> bool {
    matches!(act, Act::Guard | Act::Deposit | Act::Withdraw)
}

/// A use as text: `remove [k => v]`.
pub(crate) fn of_use(found: &FieldUse) -> String {
    match found.part.is_empty() {
        true => found.act.word().to_owned(),
        false => format!("{} {}", found.act.word(), found.part),
    }
}

/// An operation as it is called: `add(n: nat)`.
pub(crate) fn signature(operation: &OperationOutline) -> String {
    format!("{}({})", operation.name, operation.params)
}

/// What kind of machine it is, and how large: `tokenized state machine, 1 field, 2 operations`.
pub(crate) fn summary(machine: &MachineOutline) -> String {
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let kind = if machine.tokenized { "tokenized state machine" } else { "state machine" };
    let (fields, operations) = (machine.fields.len(), machine.operations.len());
    format!("{kind}, {}, {}", counted(fields, "field"), counted(operations, "operation"))
}

/// The text, or its beginning with an ellipsis if it has more than `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn only_longer_texts_are_cut() {
        assert_eq!(shortened("12345", 5), "12345");
        assert_eq!(shortened("123456", 5), "1234…");
        assert_eq!(shortened("äöüäöü", 5), "äöüä…");
    }
}
