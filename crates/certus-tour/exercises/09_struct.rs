//! 9. A data structure
//!
//! `wf` says what is always true of an `Account`. Each method requires it and ensures it again. `final(self)` is the value
//! after a method that takes `&mut self`, and `old(self)` the one before it. One conjunct of `wf` fails in `withdraw`: the
//! error names it. Mend the code.

use vstd::prelude::*;

verus! {

struct Account {
    balance: u64,
    withdrawals: u64,
    withdrawn: u64,
}

impl Account {
    spec fn wf(&self) -> bool {
        &&& self.balance <= 1_000_000
        &&& self.withdrawals <= self.withdrawn
        &&& self.withdrawn <= 1_000_000_000
    }

    fn withdraw(&mut self, amount: u64) -> (done: bool)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            done ==> final(self).balance == old(self).balance - amount,
            !done ==> *final(self) == *old(self),
    {
        // YOUR PART
        if amount > self.balance || self.withdrawn > 1_000_000 {
            return false;
        }
        self.balance = self.balance - amount;
        self.withdrawals = self.withdrawals + 1;
        self.withdrawn = self.withdrawn + amount;
        true
        // END
    }
}

} // verus!

fn main() {
}
