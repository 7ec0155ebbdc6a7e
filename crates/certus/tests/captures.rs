//! The pictures in the guide show what the command says: their text is compared, but for times.

mod support;

use std::path::Path;
use std::process::Command;

/// What is printed for a program in the folder of the pictures.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_certus")).current_dir(folder).args(words).output().unwrap();
    let text = [output.stderr, output.stdout].concat();
    String::from_utf8(text).unwrap()
}

/// The text of a picture: its rows, without marks.
fn text_of(svg: &str) -> String {
    let (mut text, mut is_mark) = (String::new(), false);
    let body = svg.split_once("<text").map_or("", |(_, body)| body);
    for c in format!("<text{body}").chars() {
        match c {
            '<' => is_mark = true,
            '>' if is_mark => is_mark = false,
            c if !is_mark => text.push(c),
            _ => {}
        }
    }
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("\u{a0}", " "), ("&amp;", "&")];
    signs.into_iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// The words of a text, without those that are times or lengths of lines.
fn words(text: &str) -> Vec<String> {
    let is_time = |word: &str| word.trim_start_matches('(').parse::<f64>().is_ok_and(|_| word.contains(['(', '.']));
    text.split_whitespace().filter(|word| !is_time(word)).map(str::to_owned).collect()
}

#[test]
fn pictures_show_what_the_command_says() {
    let folder = support::root().join("docs/guide/src/captures");
    for (name, arguments) in [
        ("success", ["verify", "middle.rs"]),
        ("failure", ["verify", "search.rs"]),
        ("profile", ["profile", "ancestors.rs"]),
    ] {
        let svg = std::fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        let shown = words(&text_of(&svg));
        let mut expected = vec!["$".to_owned(), "certus".to_owned()];
        expected.extend(arguments.into_iter().map(str::to_owned));
        expected.extend(words(&printed(&folder, &arguments)));
        assert_eq!(shown, expected, "{name}: `cargo xtask captures` takes the pictures again");
    }
}

/// The run of the picture is over by the time it is compared, so its function is looked for.
#[test]
fn the_picture_of_progress_is_of_the_example() {
    let root = support::root();
    let svg = std::fs::read_to_string(root.join("docs/guide/src/captures/progress.svg")).unwrap();
    let shown = words(&text_of(&svg));
    let last = shown.last().unwrap();
    let name = last.rsplit("::").next().unwrap();
    let example = std::fs::read_to_string(root.join("examples/delegation_map.rs")).unwrap();
    assert!(
        shown.iter().any(|word| word == "delegation_map.rs") && example.contains(&format!("fn {name}")),
        "{shown:?}"
    );
    let count = shown.iter().filter_map(|word| word.split_once('/')).next().unwrap();
    let (done, total): (u32, u32) = (count.0.parse().unwrap(), count.1.parse().unwrap());
    assert!(0 < done && done < total, "{shown:?}");
}

#[test]
fn the_text_of_a_picture_is_read() {
    let svg = "<svg><style>x</style><text y=\"1\"><tspan class=\"a\">a &lt;&amp; b</tspan>\n<tspan>(12 ms) 3.5 4</tspan></text></svg>";
    assert_eq!(words(&text_of(svg)), ["a", "<&", "b", "ms)", "4"]);
}
