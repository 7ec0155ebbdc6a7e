//! A run as a function call.

use std::path::{Path, PathBuf};

use certus_diagnostics::{Diagnostic, Sources, Status};
use certus_driver::{CacheMode, Fault, Options, Sink, verify};

/// Keeps the codes of diagnostics with the lines of their places.
#[derive(Default)]
struct Codes(Vec<(String, usize)>);

impl Sink for Codes {
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        let line = diagnostic.primary.as_ref().and_then(|label| {
            let file = sources.file(label.span.file)?;
            Some(file.position(label.span.start).line)
        });
        self.0.push((diagnostic.code.to_string(), line.unwrap_or(0)));
    }
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn options(file: PathBuf) -> Options {
    Options { cache: CacheMode::Off, ..Options::new(file) }
}

#[test]
fn each_call_is_a_run_of_its_own() {
    for _ in 0..2 {
        let mut codes = Codes::default();
        let right = verify(&options(example("linked_list.rs")), &mut codes).expect("the set-up is right");
        assert_eq!((codes.0.as_slice(), right.summary.errors), (&[][..], 0));
        assert!(right.summary.verified > 5, "{:?}", right.summary);
        let wrong = verify(&options(example("linked_list_bug.rs")), &mut codes).expect("the set-up is right");
        assert_eq!((codes.0.as_slice(), wrong.summary.errors), (&[("verify/postcondition".to_owned(), 64)][..], 1));
        let functions = wrong.summary.functions.expect("functions were asked about");
        let failed: Vec<_> = functions.iter().filter(|function| function.status == Status::Failed).collect();
        assert_eq!(failed.len(), 1);
        assert!(failed[0].name.ends_with("::pop"), "{}", failed[0].name);
    }
}

#[test]
fn a_selection_is_all_that_is_asked_about() {
    let mut codes = Codes::default();
    let one = Options { function: vec!["push".into()], ..options(example("linked_list_bug.rs")) };
    let found = verify(&one, &mut codes).expect("the set-up is right");
    assert_eq!((codes.0.len(), found.summary.verified), (0, 1));
    let none = Options { function: vec!["nothing".into()], ..options(example("linked_list.rs")) };
    let found = verify(&none, &mut codes).expect("the set-up is right");
    assert_eq!((codes.0.as_slice(), found.summary.errors), (&[("language/selection".to_owned(), 0)][..], 1));
}

#[test]
fn what_cannot_be_run_is_a_fault() {
    let mut codes = Codes::default();
    let fault = verify(&options(example("no_such_file.rs")), &mut codes).err().expect("there is no such file");
    assert!(matches!(&fault, Fault::Setup(text) if text.contains("no_such_file.rs")), "{fault}");
    let mut edition = options(example("linked_list.rs"));
    edition.program.edition = "2016".into();
    let fault = verify(&edition, &mut codes).err().expect("there is no such edition");
    assert!(matches!(&fault, Fault::Setup(text) if text.contains("unknown edition `2016`")), "{fault}");
    assert!(codes.0.is_empty());
}
