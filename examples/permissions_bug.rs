//! The cashiers of `permissions.rs` with a bug: the money is taken out of the till before the last sale, and nothing is put back. The
//! permission knows that the till is empty.
//~ fails

use vstd::cell::{PCell, PointsTo as CellPointsTo};
use vstd::prelude::*;
use vstd::simple_pptr::*;

verus! {

/// Somebody who sells things, counts them, and puts the money into a till that is not theirs alone.
struct Cashier {
    till: PPtr<u64>,
    sales: PCell<u64>,
}

impl Cashier {
    /// Sells something. The cashier is shared, and so is the till: both permissions are there to change what is in them.
    fn sell(
        &self,
        price: u64,
        Tracked(till): Tracked<&mut PointsTo<u64>>,
        Tracked(sales): Tracked<&mut CellPointsTo<u64>>,
    )
        requires
            old(till).pptr() == self.till,
            old(till).is_init(),
            old(till).value() + price <= u64::MAX,
            old(sales).id() == self.sales.id(),
            old(sales).is_init(),
            old(sales).value() < u64::MAX,
        ensures
            final(till).pptr() == self.till,
            final(till).is_init(),
            final(till).value() == old(till).value() + price,
            final(sales).id() == self.sales.id(),
            final(sales).is_init(),
            final(sales).value() == old(sales).value() + 1,
    {
        let money = self.till.take(Tracked(&mut *till));
        self.till.put(Tracked(&mut *till), money + price);
        let before = *self.sales.borrow(Tracked(&*sales));
        self.sales.replace(Tracked(&mut *sales), before + 1);
    }
}

fn main() {
    let (till, Tracked(mut money)) = PPtr::<u64>::new(10);
    let (first_sales, Tracked(mut first_count)) = PCell::<u64>::new(0);
    let (second_sales, Tracked(mut second_count)) = PCell::<u64>::new(0);
    let first = Cashier { till, sales: first_sales };
    let second = Cashier { till, sales: second_sales };
    first.sell(5, Tracked(&mut money), Tracked(&mut first_count));
    second.sell(7, Tracked(&mut money), Tracked(&mut second_count));
    let total = till.take(Tracked(&mut money));
    assert(total == 22);
    first.sell(1, Tracked(&mut money), Tracked(&mut first_count)); // FAILS
}

} // verus!
