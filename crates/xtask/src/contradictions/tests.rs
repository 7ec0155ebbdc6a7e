use super::*;

const PRINTED: &str = r#"{"$message_type":"diagnostic","level":"warning"}
{"$message_type":"contradiction","question":"contexts","function":"m::f","part":"main","kind":"unreachable","cause":"the condition of the branch","place":"m.rs:3","text":"x != y","seeds":[0]}
{"$message_type":"contradictions-summary","schema":1,"seeds":3,"times":10,"questions":{"contexts":{"places":2,"asked":6,"unanswered":1,"left_out":["m::g"]}},"found":1,"queries":5,"units":7}
"#;

fn answers() -> Answers {
    let mut answers = Answers { program: "m".to_owned(), ..Answers::default() };
    answers.read(PRINTED).expect("it is what the command prints");
    answers
}

fn explained(text: &str) -> Explained {
    let [program, function] = ["m", "m::f"].map(str::to_owned);
    Explained { program, function, text: text.to_owned(), reason: "it is meant".to_owned() }
}

#[test]
fn options_are_read() {
    let words = ["--program", "vstd", "--seeds", "1", "--times", "2", "--library-rlimit", "0.5", "--jobs", "2"];
    let options = Options::parse(&words).expect("they are right");
    assert_eq!((options.seeds, options.times, options.library_rlimit, options.jobs), (1, 2, 0.5, 2));
    for wrong in [&["--seeds"][..], &["--seeds", "0"], &["--library-rlimit", "x"], &["--program", "x", "--write"]] {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn what_is_printed_is_read() {
    let answers = answers();
    let counted = Counted { question: "contexts".to_owned(), places: 2, asked: 6, unanswered: 1, left_out: 1 };
    assert_eq!((answers.counted.as_slice(), answers.queries, answers.units), (&[counted][..], 5, 7));
    for wrong in ["", "no record", r#"{"$message_type":"diagnostic","level":"error"}"#] {
        assert!(Answers::default().read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_contradiction_is_explained_or_an_error() {
    let all = [answers()];
    let right = [explained("x != y")];
    let judged = Judged::new(&all, &right);
    assert!(judged.is_well(), "{}", judged.text());
    let judged = Judged::new(&all, &[]);
    assert!(!judged.is_well() && judged.text().contains("unreachable in m: m::f"), "{}", judged.text());
}

#[test]
fn an_explanation_of_nothing_is_an_error() {
    let all = [answers()];
    let more = [explained("x != y"), explained("x == y")];
    let judged = Judged::new(&all, &more);
    assert!(!judged.is_well() && judged.text().contains("but not found: m, m::f: `x == y`"), "{}", judged.text());
    // Of a program that was not asked about nothing is said.
    let of_other = [explained("x != y"), Explained { program: "n".to_owned(), ..explained("x == y") }];
    assert!(Judged::new(&all, &of_other).is_well());
}
