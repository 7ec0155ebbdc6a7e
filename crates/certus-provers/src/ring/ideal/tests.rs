//! What is in an ideal and what is not.

use super::*;

fn v(number: usize) -> Poly {
    Poly::variable(number)
}

fn n(value: i64) -> Poly {
    Poly::constant(value.into())
}

fn is_in(given: &[Poly], goal: &Poly) -> bool {
    combination(given, goal).expect("within the budget").is_some()
}

#[test]
fn multiples_of_numbers() {
    // Over the integers 2x is no reason for x, but 6x and 10x are one for 2x.
    let x = v(0);
    assert!(!is_in(&[n(2).times(&x)], &x));
    assert!(is_in(&[n(6).times(&x), n(10).times(&x)], &n(2).times(&x)));
    assert!(!is_in(&[n(6).times(&x), n(10).times(&x)], &x));
    assert!(is_in(&[n(6), n(35)], &x));
    assert!(!is_in(&[n(6), n(9)], &n(1)));
}

#[test]
fn combinations_of_different_leading_terms() {
    // 2x and 3y have xy as a combination: y * 2x and x * 3y differ by it.
    let (x, y) = (v(0), v(1));
    let given = [n(2).times(&x), n(3).times(&y)];
    assert!(is_in(&given, &x.times(&y)));
    assert!(!is_in(&given, &x));
}

#[test]
fn a_basis_is_needed() {
    // x^2 - y and xy - 1 give y^2 - x, which neither reduces.
    let (x, y) = (v(0), v(1));
    let given = [x.times(&x).minus(&y), x.times(&y).minus(&n(1))];
    assert!(is_in(&given, &y.times(&y).minus(&x)));
    assert!(is_in(&given, &x.times(&x).times(&x).minus(&n(1))));
    assert!(!is_in(&given, &x.minus(&n(1))));
}

#[test]
fn the_check_finds_a_wrong_coefficient() {
    let (x, y) = (v(0), v(1));
    let given = [x.clone(), y.clone()];
    let goal = x.plus(&y);
    let mut coefficients = combination(&given, &goal).expect("within the budget").expect("in the ideal");
    assert!(is_sum(&given, &coefficients, &goal));
    coefficients.insert(0, n(2));
    assert!(!is_sum(&given, &coefficients, &goal));
    coefficients.insert(7, n(2));
    assert!(!is_sum(&given, &coefficients, &goal));
}

#[test]
fn a_search_without_end_is_given_up() {
    // A dense system of high degree.
    let power = |p: &Poly, k: usize| (0..k).fold(n(1), |product, _| product.times(p));
    let all: Vec<Poly> = (0..8).map(v).collect();
    let mix = |i: usize| {
        let at = |k: usize| all[(i + k) % 8].clone();
        power(&at(0), 7).times(&at(1)).minus(&power(&at(2), 5).times(&at(3))).plus(&at(4).times(&n(3 + i as i64)))
    };
    let given: Vec<Poly> = (0..8).map(mix).collect();
    assert_eq!(combination(&given, &power(&all[0], 9).plus(&n(1))), Err(Exhausted));
}
