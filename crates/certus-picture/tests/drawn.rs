//! What is drawn of machines: compared with the texts beside this file, and asserted for machines of all shapes.

use certus_picture::{picture, table};
use certus_sync::{Act, FieldOutline, FieldUse, MachineOutline, OperationKind, OperationOutline};
use expect_test::{expect, expect_file};

fn field(name: &str, ty: &str, strategy: Option<&'static str>) -> FieldOutline {
    FieldOutline { name: name.into(), ty: ty.into(), strategy }
}

fn operation(kind: OperationKind, name: &str, params: &str, uses: &[(usize, Act, &str)]) -> OperationOutline {
    let uses = uses.iter().map(|(field, act, part)| FieldUse { field: *field, act: *act, part: (*part).into() });
    OperationOutline { kind, name: name.into(), params: params.into(), uses: uses.collect() }
}

/// A lock, with a type that must be escaped.
fn lock() -> MachineOutline {
    MachineOutline {
        name: "Lock".into(),
        generics: "<T>".into(),
        tokenized: true,
        fields: vec![
            field("locked", "bool", Some("variable")),
            field("stored", "Option<(T, &'static str)>", Some("storage_option")),
        ],
        operations: vec![
            operation(OperationKind::Init, "start", "t: T", &[(0, Act::Init, ""), (1, Act::Init, "")]),
            operation(
                OperationKind::Transition,
                "acquire",
                "",
                &[(0, Act::Read, ""), (0, Act::Update, ""), (1, Act::Withdraw, "Some(let t)")],
            ),
            operation(OperationKind::Property, "nothing", "", &[]),
        ],
    }
}

#[test]
fn a_table_has_a_row_for_each_field_of_an_operation() {
    expect![[r#"
        Lock<T>: tokenized state machine, 2 fields, 3 operations

        field   strategy        type
        locked  variable        bool
        stored  storage_option  Option<(T, &'static str)>

        operation             field   what it does
        init start(t: T)      locked  init
                              stored  init
        transition acquire()  locked  read, update
                              stored  withdraw Some(let t)
        property nothing()    -       -
    "#]]
    .assert_eq(&table(&lock()));
}

#[test]
fn a_picture_is_as_it_was() {
    expect_file!["lock.svg"].assert_eq(&picture(&lock()));
}

#[test]
fn text_of_a_user_is_escaped() {
    let svg = picture(&lock());
    assert!(svg.contains("Option&lt;(T, &amp;'static str)&gt;"), "{svg}");
    assert!(!svg.contains("Lock<T>"), "{svg}");
}

#[test]
fn long_texts_are_cut_and_whole_in_a_tooltip() {
    let mut machine = lock();
    let long = "[a_long_key_that_does_not_fit => a_long_value]";
    machine.operations.push(operation(OperationKind::Readonly, "look", "", &[(0, Act::Have, long)]));
    let svg = picture(&machine);
    assert!(svg.contains("have [a_long_key_that_does_not_fit =&gt; a_long_value]</title>"), "{svg}");
    assert!(svg.contains("\nhave [a_long_key_that_does_no…\n</text>"), "{svg}");
}

#[test]
fn the_legend_has_the_acts_that_occur() {
    let svg = picture(&lock());
    assert!(svg.contains("a thing comes out of the store") && !svg.contains("a thing goes into the store"), "{svg}");
}
