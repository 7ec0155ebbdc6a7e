//! The service is killed under load, again and again on the same store: no timestamp is given to two hashes, and no advance that
//! was acknowledged is lost. `CAPYBARANS_TORTURE=full` kills it 1,000 times.

mod support;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use capybarans::check;
use capybarans_service::client_t::Client;
use hyper::Method;
use support::{Service, new_notary, runtime};

/// How many clients there are at once.
const CLIENTS: u8 = 3;

/// What was acknowledged: the hash of each timestamp.
type Given = BTreeMap<u64, [u8; 32]>;

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Has hashes timestamped until the service does not answer any more; every second one with two requests, where another client may be
/// between the two. Gives back all that was acknowledged.
fn load(at: SocketAddr, public: [u8; 32], mut random: Random) -> Vec<(u64, [u8; 32])> {
    runtime().block_on(async {
        let mut given = Vec::new();
        let Ok(mut client) = Client::connect(at).await else { return given };
        loop {
            let hash: [u8; 32] = std::array::from_fn(|_| random.next() as u8);
            if random.next().is_multiple_of(2) {
                let Ok(bytes) = client.ask(Method::POST, "/notarize", &hash).await else { return given };
                let bound = check(&public, &bytes).expect("a binding");
                assert_eq!(bound.hash, hash);
                given.push((bound.timestamp, hash));
            } else {
                let Ok(bytes) = client.ask(Method::POST, "/advance", &hash).await else { return given };
                let (timestamp, of) = bytes.split_first_chunk().expect("forty bytes");
                assert_eq!(of, hash);
                given.push((u64::from_le_bytes(*timestamp), hash));
                let Ok(bytes) = client.ask(Method::POST, "/sign", &[]).await else { return given };
                let bound = check(&public, &bytes).expect("a binding");
                given.push((bound.timestamp, bound.hash));
            }
        }
    })
}

/// Takes in what was acknowledged.
fn add(given: &mut Given, (timestamp, hash): (u64, [u8; 32])) -> Result<(), String> {
    let before = *given.entry(timestamp).or_insert(hash);
    if before == hash { Ok(()) } else { Err(format!("timestamp {timestamp} was given to two hashes")) }
}

/// Kills the service so often. `meddle` may do something to the store between two rounds. Gives back how many timestamps were given.
fn kill(folder: &Path, rounds: usize, mut meddle: impl FnMut(usize)) -> Result<usize, String> {
    let mut given = Given::new();
    let mut random = Random(rounds as u64);
    for round in 0..rounds {
        let service = Service::start(folder);
        // What is found has come as far as what was acknowledged, and says the same of it.
        let state = service.state();
        let last = given.last_key_value().map_or(0, |(timestamp, _)| *timestamp);
        if state.0 < last {
            return Err(format!("round {round}: timestamps went back from {last} to {}", state.0));
        }
        if state.0 > 0 {
            add(&mut given, state)?;
        }
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let (at, public, random) = (service.at, service.public, Random(random.next()));
                std::thread::spawn(move || load(at, public, random))
            })
            .collect();
        std::thread::sleep(Duration::from_micros(20_000 + random.next() % 60_000));
        service.kill();
        for client in clients {
            for one in client.join().expect("the client ends") {
                add(&mut given, one)?;
            }
        }
        meddle(round);
    }
    Ok(given.len())
}

/// How often it is killed.
fn rounds() -> usize {
    match std::env::var("CAPYBARANS_TORTURE").as_deref() {
        Ok("full") => 1_000,
        Ok(other) => panic!("CAPYBARANS_TORTURE is `full` or not there, not `{other}`"),
        Err(_) => 25,
    }
}

#[test]
fn a_service_that_is_killed_loses_nothing() {
    let (_folder, path) = new_notary();
    let given = kill(&path, rounds(), |_| ()).expect("all is well");
    println!("{given} timestamps in {} rounds", rounds());
    assert!(given > 5 * rounds(), "only {given} timestamps");
}

/// The test above can fail: it sees a store that was put back.
#[test]
fn a_store_that_is_put_back_is_seen() {
    let (folder, path) = new_notary();
    let (store, copy) = (path.join("store"), folder.path().join("copy"));
    let wrong = kill(&path, 6, |round| {
        let (from, to) = if round == 1 { (&store, &copy) } else { (&copy, &store) };
        if round == 1 || round == 3 {
            std::fs::copy(from, to).expect("a copy");
        }
    });
    assert!(wrong.expect_err("timestamps go back").contains("went back"));
}
