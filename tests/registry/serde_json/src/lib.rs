//! Accounts that are kept as JSON.

use serde::{Deserialize, Serialize};
use vstd::prelude::*;

verus! {

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq)]
pub struct Account {
    pub owner: u32,
    pub cents: u64,
}

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExError(serde_json::Error);

/// What is written for an account.
pub uninterp spec fn json(of: Account) -> Seq<char>;

// trusted: what the derives write is read back as it was
#[verifier::external_body]
pub fn write(of: &Account) -> (r: Result<String, serde_json::Error>)
    ensures
        r matches Ok(text) ==> text@ == json(*of),
{
    serde_json::to_string(of)
}

#[verifier::external_body]
pub fn read(text: &str) -> (r: Result<Account, serde_json::Error>)
    ensures
        forall|of: Account| text@ == json(of) ==> r == Ok::<Account, serde_json::Error>(of),
{
    serde_json::from_str(text)
}

pub fn deposit(text: &str, cents: u64, Ghost(of): Ghost<Account>) -> (r: Result<String, serde_json::Error>)
    requires
        text@ == json(of),
        of.cents + cents <= u64::MAX,
    ensures
        r matches Ok(next) ==> next@ == json(Account { owner: of.owner, cents: (of.cents + cents) as u64 }),
{
    let mut account = read(text)?;
    account.cents = account.cents + cents;
    write(&account)
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_arrives() {
        let text = write(&Account { owner: 1, cents: 5 }).unwrap();
        let text = deposit(&text, 7, Ghost::assume_new()).unwrap();
        assert_eq!(read(&text).unwrap(), Account { owner: 1, cents: 12 });
    }
}
