//! The service and the command, from outside: what they do, what they refuse, and what they say when something is wrong.

mod support;

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use capybarans::check;
use capybarans_service::client_t::Client;
use hyper::Method;
use support::{Service, done, fails, new_notary, notary, run, runtime, word};

/// Longer than anything takes that is no timeout.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn a_file_gets_a_timestamp_that_a_client_checks_alone() {
    let (folder, path) = new_notary();
    let file = |name: &str| folder.path().join(name);
    let (thesis, other, binding, again) = (file("thesis"), file("other"), file("binding"), file("again"));
    fs::write(&thesis, "abc").expect("a file");
    fs::write(&other, "abd").expect("a file");
    let service = Service::start(&path);
    let at = service.at.to_string();
    // FIPS 180-4: the SHA-256 of "abc".
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert!(fails(1, &["sign", word(&binding), "--at", &at]).contains("409"));
    assert_eq!(done(&["advance", word(&thesis), "--at", &at]), format!("1 {hash}\n"));
    assert_eq!(done(&["advance", "--hash", hash, "--sign", word(&binding), "--at", &at]), format!("2 {hash}\n"));
    assert_eq!(done(&["sign", word(&again), "--at", &at]), format!("2 {hash}\n"));
    assert_eq!(fs::read(&again).expect("a file"), fs::read(&binding).expect("a file"));
    assert_eq!(service.end(), Some(0));
    // The service is not there any more.
    let public = path.join("key.pub");
    assert!(fails(2, &["sign", word(&again), "--at", &at]).contains("no notary can be reached"));
    let verify = ["verify", word(&binding), "--public", word(&public)];
    assert_eq!(done(&verify), format!("2 {hash}\n"));
    assert_eq!(done(&[&verify[..], &["--of", word(&thesis)]].concat()), format!("2 {hash}\n"));
    assert_eq!(done(&[&verify[..], &["--hash", hash]].concat()), format!("2 {hash}\n"));
    assert!(fails(1, &[&verify[..], &["--of", word(&other)]].concat()).contains("and not of"));
    let (_other_folder, other_path) = new_notary();
    let other_key = ["verify", word(&binding), "--public", word(&other_path.join("key.pub"))].map(str::to_owned);
    assert!(fails(1, &other_key.each_ref().map(String::as_str)).contains("no binding"));
    let good = fs::read(&binding).expect("a file");
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&binding, bad).expect("a file");
        assert_eq!(run(&verify).status.code(), Some(1), "byte {at}");
    }
}

#[test]
fn it_goes_on_where_it_ended() {
    let (_folder, path) = new_notary();
    for round in 0..5_u8 {
        let service = Service::start(&path);
        let hash = format!("{:02x}", round).repeat(32);
        let said = done(&["advance", "--hash", &hash, "--at", &service.at.to_string()]);
        assert_eq!(said, format!("{} {hash}\n", round + 1));
        assert_eq!(service.end(), Some(0));
    }
}

/// Two clients at once: each gets the bindings of its own hashes, and no timestamp is given twice.
#[test]
fn two_clients_at_once() {
    let (_folder, path) = new_notary();
    let service = Service::start(&path);
    // How many bindings each client has.
    let counts = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
    let work = |client: usize| {
        let (at, public, counts) = (service.at, service.public, counts.clone());
        move || {
            runtime().block_on(async {
                let mut connection = Client::connect(at).await.expect("it listens");
                let mut given = Vec::new();
                // Each goes on until the other one has begun.
                while given.len() < 100 || counts[1 - client].load(Ordering::Relaxed) == 0 {
                    let mut hash = [client as u8; 32];
                    hash[..8].copy_from_slice(&given.len().to_le_bytes());
                    let bytes = connection.ask(Method::POST, "/notarize", &hash).await.expect("it answers");
                    let bound = check(&public, &bytes).expect("a binding");
                    assert_eq!(bound.hash, hash);
                    given.push(bound.timestamp);
                    counts[client].fetch_add(1, Ordering::Relaxed);
                }
                given
            })
        }
    };
    let threads = [0, 1].map(|client| std::thread::spawn(work(client)));
    let given = threads.map(|thread| thread.join().expect("the client ends"));
    assert!(given.iter().all(|given| given.is_sorted_by(|a, b| a < b)));
    // They did run at once.
    assert!(given[0].last() > given[1].first() && given[1].last() > given[0].first());
    let mut all = given.concat();
    all.sort_unstable();
    assert_eq!(all, (1..=all.len() as u64).collect::<Vec<u64>>());
    assert_eq!(service.state().0, all.len() as u64);
    assert_eq!(service.end(), Some(0));
}

/// The first line of a reply.
fn status(reply: &str) -> &str {
    reply.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn garbage_is_refused_and_changes_nothing() {
    let (_folder, path) = new_notary();
    let service = Service::start(&path);
    let ask = |text: &str| service.raw(text.as_bytes(), SOON);
    let close = "connection: close\r\n";
    let sized = |line: &str, len: usize, body: usize| {
        format!("{line} HTTP/1.1\r\nhost: x\r\n{close}content-length: {len}\r\n\r\n{}", "x".repeat(body))
    };
    let cases = [
        ("400", "\0\0\0\0\r\n\r\n".to_owned()),
        ("400", "hello\r\n\r\n".to_owned()),
        ("400", "GET /state HTTP/1.1\r\nbad header\r\n\r\n".to_owned()),
        ("400", "GET /state HTTP/1.1\r\ncontent-length: -1\r\n\r\n".to_owned()),
        ("400", "POST /advance HTTP/1.1\r\ncontent-length: 32\r\ncontent-length: 31\r\n\r\n".to_owned()),
        ("400", sized("POST /advance", 31, 31)),
        ("400", sized("POST /advance", 33, 33)),
        ("400", sized("POST /sign", 1, 1)),
        ("413", sized("POST /advance", 65, 65)),
        ("413", sized("POST /advance", usize::MAX >> 1, 10)),
        ("404", sized("POST /", 32, 32)),
        ("404", sized("POST /advance?x", 32, 32)),
        ("404", sized("POST /%61dvance", 32, 32)),
        ("404", sized("POST /../advance", 32, 32)),
        ("405", sized("GET /advance", 32, 32)),
        ("405", sized("PUT /sign", 0, 0)),
        ("409", sized("POST /sign", 0, 0)),
        ("431", format!("GET /state HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(200))),
        ("431", format!("GET /state HTTP/1.1\r\na: {}\r\n\r\n", "b".repeat(100_000))),
        ("414", format!("GET /{} HTTP/1.1\r\n\r\n", "b".repeat(70_000))),
        (
            "413",
            format!(
                "POST /advance HTTP/1.1\r\n{close}transfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
                "20\r\n01234567890123456789012345678901\r\n".repeat(3)
            ),
        ),
        ("400", format!("POST /advance HTTP/1.1\r\n{close}transfer-encoding: chunked\r\n\r\nzz\r\n")),
    ];
    for (expected, request) in cases {
        let reply = ask(&request);
        let start: String = request.chars().take(60).collect();
        // A head that does not fit into the buffer may be refused as either.
        let got = if status(&reply) == "431" && expected == "414" { "414" } else { status(&reply) };
        assert_eq!(got, expected, "{start:?}: {reply}");
        assert_eq!(service.state(), (0, [0; 32]), "{start:?}");
    }
    // A chunked body is as good as another one.
    let chunked = format!(
        "POST /advance HTTP/1.1\r\n{close}transfer-encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"
    );
    assert_eq!(status(&ask(&chunked)), "200");
    assert_eq!(service.state(), (1, *b"0123456789abcdef0123456789abcdef"));
    // Half of a request, and gone.
    drop(service.raw(b"POST /advance HTTP/1.1\r\ncontent-length: 32\r\n\r\n0123", Duration::from_millis(100)));
    assert_eq!(service.state().0, 1);
    assert_eq!(service.end(), Some(0));
}

#[test]
fn who_is_slow_is_shown_out() {
    let (_folder, path) = new_notary();
    let service = Service::start(&path);
    let patience = Duration::from_secs(20);
    let slow = |bytes: &'static [u8]| {
        let began = Instant::now();
        let reply = service.raw(bytes, patience);
        (reply, began.elapsed())
    };
    std::thread::scope(|scope| {
        let nothing = scope.spawn(|| slow(b""));
        let head = scope.spawn(|| slow(b"GET /state HTT"));
        let body = scope.spawn(|| slow(b"POST /advance HTTP/1.1\r\ncontent-length: 32\r\n\r\n0123"));
        let idle = scope.spawn(|| slow(b"GET /state HTTP/1.1\r\n\r\n"));
        // Others are served in the meantime.
        assert_eq!(service.state().0, 0);
        for (thread, expected) in [(nothing, "none"), (head, "none"), (body, "408"), (idle, "200")] {
            let (reply, time) = thread.join().expect("the client ends");
            assert_eq!(status(&reply), expected, "{reply}");
            assert!(time > Duration::from_secs(4) && time < Duration::from_secs(15), "{expected}: {time:?}");
        }
    });
    assert_eq!(service.end(), Some(0));
}

/// More connections than there may be: the others wait until there is room, and none is lost.
#[test]
fn more_connections_than_there_is_room_for() {
    let (_folder, path) = new_notary();
    let service = Service::start(&path);
    let idle: Vec<_> = (0..80).map(|_| std::net::TcpStream::connect(service.at).expect("a connection")).collect();
    let began = Instant::now();
    // Room comes when the idle ones are shown out.
    assert_eq!(service.state().0, 0);
    assert!(began.elapsed() > Duration::from_secs(1), "there was room: {:?}", began.elapsed());
    drop(idle);
    assert_eq!(service.end(), Some(0));
}

#[test]
fn it_ends_with_connections_open() {
    let (_folder, path) = new_notary();
    let service = Service::start(&path);
    let _idle = std::net::TcpStream::connect(service.at).expect("a connection");
    assert_eq!(service.state().0, 0);
    let began = Instant::now();
    assert_eq!(service.end(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    // The store is free again.
    assert_eq!(Service::start(&path).end(), Some(0));
}

#[test]
fn errors_say_what_is_wrong() {
    let (folder, path) = new_notary();
    let (store, key) = (path.join("store"), path.join("key"));
    let serve = |at: &str| fails(2, &["serve", word(&path), "--listen", at]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let in_use = serve(&taken.local_addr().expect("an address").to_string());
    assert!(in_use.contains("the port is in use"), "{in_use}");
    assert!(serve("0.0.0.0:0").contains("no loopback address"));
    assert!(serve("192.0.2.1:80").contains("no loopback address"));
    let service = Service::start(&path);
    assert!(serve("127.0.0.1:0").contains("another process has it open"));
    assert_eq!(service.end(), Some(0));
    assert!(fails(2, &["keygen", word(&path)]).contains("is there already"));

    // Storage that is not right: what it says, and that it is as it was.
    let good = fs::read(&store).expect("a store");
    let (_other, other_path) = new_notary();
    let of_other = fs::read(other_path.join("store")).expect("a store");
    let mut corrupted = good.clone();
    corrupted[56] ^= 1;
    let mut version = good.clone();
    version[8] = 2;
    let sum = power::crc_v::crc(&version[..48]).to_le_bytes();
    version[48..56].copy_from_slice(&sum);
    let cases = [
        (good[..159].to_vec(), "cut short"),
        (good[..152].to_vec(), "cut short"),
        (Vec::new(), "cut short"),
        (vec![0; 4096], "not the store of a notary"),
        (b"#!/bin/sh\n".repeat(20), "not the store of a notary"),
        (b"#!/bin/sh\n".repeat(23), "not the store of a notary"),
        (version, "another version"),
        (of_other, "another key"),
        (corrupted, "corrupted"),
    ];
    for (content, expected) in cases {
        fs::write(&store, &content).expect("a file");
        let said = serve("127.0.0.1:0");
        assert!(said.contains(expected) && said.contains("store"), "{said}");
        assert_eq!(fs::read(&store).expect("a file"), content, "it was written to");
    }
    fs::remove_file(&store).expect("it is there");
    assert!(serve("127.0.0.1:0").contains("No such file"));
    assert!(!store.exists(), "it made a store");
    fs::create_dir(&store).expect("a folder");
    assert!(serve("127.0.0.1:0").contains("store"));
    fs::remove_dir(&store).expect("it is there");
    fs::write(&store, &good).expect("a file");

    // Keys.
    let seed = fs::read_to_string(&key).expect("a key");
    assert_eq!(fs::metadata(&key).expect("a key").permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).expect("it is ours");
    assert!(serve("127.0.0.1:0").contains("others may read it"));
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("it is ours");
    for text in ["", "key", &seed[..63], &seed.replace(|c: char| c.is_ascii_digit(), "g")] {
        fs::write(&key, text).expect("a file");
        assert!(serve("127.0.0.1:0").contains("this is no key"), "{text}");
    }
    fs::write(&key, &seed).expect("a file");
    assert_eq!(Service::start(&path).end(), Some(0));

    // The command line.
    let binding = folder.path().join("binding");
    assert!(fails(2, &["advance", "--hash", "12"]).contains("is no hash"));
    assert!(fails(2, &["verify", word(&binding), "--public", &"0".repeat(64)]).contains("No such file"));
    assert!(fails(2, &["verify", word(&binding), "--public", "nothing"]).contains("No such file"));
    assert!(fails(2, &["advance"]).contains("Usage"));
    assert!(fails(2, &["advance", "file", "--hash", &"0".repeat(64)]).contains("cannot be used with"));
    fs::write(&binding, vec![0; 10 << 20]).expect("a file");
    assert!(fails(1, &["verify", word(&binding), "--public", &"0".repeat(64)]).contains("no binding"));
}

/// What another user may not read. As the superuser, who may read all, the command runs as another user.
#[test]
fn permission_denied_is_said() {
    let (folder, path) = new_notary();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let mut command = notary();
    if fs::metadata(&path).expect("a folder").uid() == 0 {
        // A place from which the other user may run it.
        let copy = folder.path().join("command");
        fs::copy(env!("CARGO_BIN_EXE_notary"), &copy).expect("a copy");
        command = std::process::Command::new(copy);
        command.uid(65_534);
    } else {
        fs::set_permissions(path.join("key"), fs::Permissions::from_mode(0o000)).expect("it is ours");
    }
    let output = command.args(["serve", word(&path), "--listen", "127.0.0.1:0"]).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Permission denied") && said.contains("key"), "{said}");
}

/// The private key is in its file, and nowhere else: not in the store, and in nothing that goes out.
#[test]
fn the_private_key_does_not_go_out() {
    let (folder, path) = new_notary();
    let digits = fs::read_to_string(path.join("key")).expect("a key");
    let seed: [u8; 32] = capybarans_service::text_t::of_hex(&digits).expect("a key");
    let service = Service::start(&path);
    let mut out = String::new();
    for request in [
        "GET /key",
        "GET /state",
        "POST /sign",
        "POST /advance",
        "POST /notarize",
        "GET /store",
        "TRACE /",
        "GET /../key",
        "GET /key?key",
        "OPTIONS *",
    ] {
        for body in ["", "0123456789abcdef0123456789abcdef", "x"] {
            let head =
                format!("{request} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
            out += &service.raw(format!("{head}{body}").as_bytes(), SOON).replace('\u{fffd}', "");
        }
    }
    out += &service.raw(b"garbage\r\n\r\n", SOON);
    let output = run(&["advance", "--hash", &"1".repeat(64), "--at", &service.at.to_string()]);
    out += &format!("{output:?}");
    assert_eq!(service.end(), Some(0));
    assert!(!out.contains(digits.trim()));
    let store = fs::read(path.join("store")).expect("a store");
    for part in seed.windows(6) {
        assert!(!store.windows(6).any(|bytes| bytes == part), "a part of the key is in the store");
    }
    let names: Vec<_> =
        fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}
