//! Errors of a type of our own, and of any type.

use vstd::prelude::*;

verus! {

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("there are only {0} cents")]
    TooFew(u64),
}

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExError(anyhow::Error);

/// Whether an error is about that.
pub uninterp spec fn is_about(error: anyhow::Error, refused: Refused) -> bool;

pub fn withdraw(balance: u64, cents: u64) -> (r: Result<u64, Refused>)
    ensures
        r matches Ok(left) ==> left + cents == balance,
        r is Err <==> cents > balance,
{
    if cents > balance {
        Err(Refused::TooFew(balance))
    } else {
        Ok(balance - cents)
    }
}

#[verifier::external_body]
fn any(error: Refused) -> (r: anyhow::Error)
    ensures
        is_about(r, error),
{
    anyhow::Error::new(error)
}

pub fn withdraw_twice(balance: u64, cents: u64) -> (r: anyhow::Result<u64>)
    ensures
        r matches Ok(left) ==> left + 2 * cents == balance,
        r is Err ==> 2 * cents > balance,
{
    let once = match withdraw(balance, cents) {
        Ok(left) => left,
        Err(error) => return Err(any(error)),
    };
    match withdraw(once, cents) {
        Ok(left) => Ok(left),
        Err(error) => Err(any(error)),
    }
}

} // verus!

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_there_is() {
        assert_eq!(withdraw_twice(10, 3).unwrap(), 4);
        assert_eq!(withdraw_twice(10, 6).unwrap_err().to_string(), "there are only 4 cents");
    }
}
