//! Days of the calendar.

use chrono::{Datelike, NaiveDate};
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExNaiveDate(NaiveDate);

/// Year, month and day.
pub uninterp spec fn parts(of: NaiveDate) -> (int, int, int);

pub assume_specification[ NaiveDate::from_ymd_opt ](year: i32, month: u32, day: u32) -> (r: Option<NaiveDate>)
    ensures
        r matches Some(date) ==> parts(date) == (year as int, month as int, day as int),
        1 <= month <= 12 && 1 <= day <= 28 && 1900 <= year <= 2100 ==> r is Some,
;

pub assume_specification[ <NaiveDate as Datelike>::month ](this: &NaiveDate) -> (r: u32)
    ensures
        r == parts(*this).1,
        1 <= r <= 12,
;

/// The first day of the quarter.
pub fn quarter(year: i32, date: &NaiveDate) -> (r: NaiveDate)
    requires
        1900 <= year <= 2100,
    ensures
        parts(r).1 % 3 == 1,
        parts(r).1 <= parts(*date).1 < parts(r).1 + 3,
{
    let month = date.month();
    let first = (month - 1) / 3 * 3 + 1;
    match NaiveDate::from_ymd_opt(year, first, 1) {
        Some(date) => date,
        None => {
            assert(false);
            *date
        },
    }
}

} // verus!

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    #[test]
    fn quarters_begin_in_april() {
        let date = NaiveDate::from_ymd_opt(2024, 5, 17).unwrap();
        assert_eq!(super::quarter(2024, &date).to_string(), "2024-04-01");
    }
}
