//! Functions that have not changed are not looked at again, and no answer depends on that.
//!
//! Each edit is verified twice: after a run of the program before the edit, and without anything kept. Both must say the
//! same.

mod support;

use std::fs;

use support::edits::{A, B, Edit, Place, ROOT, edits};

#[test]
fn an_edit_gives_what_a_run_without_memory_gives() {
    let place = Place::new("edits");
    for Edit { name, from, to, settles } in edits() {
        place.write(ROOT, A, B);
        // Otherwise it may be said again what an earlier run said, with nothing done.
        let _ = fs::remove_dir_all(place.folder.join("certus/runs-1"));
        place.verify(&[]);
        let text = |file: &str| file.replacen(from, to, 1);
        let (root, a, b) = (text(ROOT), text(A), text(B));
        assert!([&*root, &*a, &*b] != [ROOT, A, B], "{name}: the place of the edit is gone");
        place.write(&root, &a, &b);
        let (with, settled, _) = place.verify(&[]);
        let (without, none, _) = place.verify(&["--no-cache"]);
        assert_eq!(with, without, "{name}");
        assert_eq!((settled > 0, none), (settles, 0), "{name}: {settled}");
    }
}

#[test]
fn a_function_that_failed_fails_until_it_is_mended() {
    let place = Place::new("failing");
    let wrong = A.replacen("let r = twice(x);\n    r", "let r = twice(x);\n    r + 20", 1);
    place.write(ROOT, &wrong, B);
    let (first, ..) = place.verify(&[]);
    assert!(first[0].contains("Some(1)"), "{first:?}");
    place.write(ROOT, &wrong, &B.replace("p.get()", "let r = p.get(); r"));
    let (with, settled, _) = place.verify(&[]);
    assert!(settled > 0);
    assert_eq!(with, place.verify(&["--no-cache"]).0);
    assert!(with[0].contains("Some(1)"), "{with:?}");
    place.write(ROOT, A, B);
    let (mended, settled, _) = place.verify(&[]);
    assert!(settled > 0 && mended[0].contains("Some(0)"), "{mended:?}");
}

#[test]
fn the_queries_are_those_of_a_run_without_memory() {
    let place = Place::new("queries");
    place.verify(&[]);
    place.write(
        ROOT,
        &A.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}"),
        &B.replace("i + 1", "1 + i"),
    );
    let (_, settled, asked) = place.verify(&[]);
    assert!(settled > 0 && asked == 2, "{settled} {asked}");
    for folder in ["records-1", "runs-1"] {
        fs::remove_dir_all(place.folder.join("certus").join(folder)).expect("what was kept");
    }
    assert_eq!(place.verify(&[]).2, 0, "each was in the cache");
}

#[test]
fn who_goes_back_finds_what_was_there() {
    let place = Place::new("back");
    let other = A.replace("requires x < LIMIT,", "requires x < 50,");
    let edited = |a: &str| a.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}");
    place.verify(&[]);
    place.write(ROOT, &other, B);
    assert!(place.verify(&[]).1 > 0);
    for a in [edited(A), edited(&other), A.to_owned()] {
        place.write(ROOT, &a, &B.replace("i + 1", "1 + i"));
        assert!(place.verify(&[]).1 > 0);
    }
}

#[test]
fn what_the_crate_depends_on_counts() {
    let place = Place::new("dependency");
    let numbers = place.folder.join("numbers.rs");
    let text = "use vstd::prelude::*; verus! { pub open spec fn limit() -> int { 20 } pub fn one() -> (r: u64) ensures \
                r == 1 { 1 } }";
    fs::write(&numbers, text).expect("to write");
    let user = |body: &str| {
        format!(
            "use vstd::prelude::*; verus! {{ pub fn user() -> (r: u64) ensures r < numbers::limit() {{ {body} }} }}"
        )
    };
    place.write("pub mod a;\npub mod b;\n", A, &user("numbers::one()"));
    let flags = [format!("--dependency=numbers={}", numbers.display())];
    let verify = || place.verify(&flags.each_ref().map(String::as_str));
    assert!(verify().0[0].contains("Some(0)"));
    place.write("pub mod a;\npub mod b;\n", A, &user("numbers::one() + 7"));
    let (said, settled, _) = verify();
    assert!(settled > 0 && said[0].contains("Some(0)"), "{said:?}");
    for (from, to, status) in [("{ 20 }", "{ 7 }", "Some(1)"), ("{ 20 }", "{ 30 }", "Some(0)")] {
        fs::write(&numbers, text.replace(from, to)).expect("to write");
        let (said, settled, _) = verify();
        assert!(settled == 0 && said[0].contains(status), "{said:?}");
    }
}

#[test]
fn what_is_damaged_or_not_wanted_is_not_used() {
    let place = Place::new("damaged");
    let edited = A.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}");
    for mode in ["--no-cache", "--cache=off", "--cache=enforce", "--audit"] {
        place.write(ROOT, A, B);
        place.verify(&[]);
        place.write(ROOT, &edited, B);
        assert_eq!(place.verify(&[mode]).1, 0, "{mode}");
    }
    assert!(place.verify(&["--cache=read-only"]).1 > 0);
    let records = place.folder.join("certus/records-1");
    let shards = fs::read_dir(records).expect("records").flatten();
    for file in shards.flat_map(|shard| fs::read_dir(shard.path()).expect("a shard").flatten()) {
        let mut bytes = fs::read(file.path()).expect("a record");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(file.path(), bytes).expect("to damage it");
    }
    assert_eq!(place.verify(&[]).1, 0);
}
