//! How many requests a second a service takes: `cargo run --release -p capybarans-service --example requests FOLDER`, with the folder of
//! a notary on the file system that is measured. It serves that notary itself. Each row is the median of five runs.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use capybarans_service::client_t::Client;
use capybarans_service::serve_t;
use hyper::Method;

/// How long one run takes.
const RUN: Duration = Duration::from_secs(2);

/// How many runs there are of each kind.
const RUNS: usize = 5;

/// How many requests a second so many clients get answered, each over one connection and one after the other.
fn measure(at: SocketAddr, clients: u64, method: &Method, path: &'static str, body: &[u8]) -> f64 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let began = Instant::now();
        let mut tasks = Vec::new();
        for _ in 0..clients {
            let (method, body) = (method.clone(), body.to_vec());
            tasks.push(tokio::spawn(async move {
                let mut client = Client::connect(at).await.expect("it listens");
                let mut count = 0;
                while began.elapsed() < RUN {
                    client.ask(method.clone(), path, &body).await.expect("it answers");
                    count += 1;
                }
                count
            }));
        }
        let mut count = 0;
        for task in tasks {
            count += task.await.expect("the client ends");
        }
        f64::from(count) / began.elapsed().as_secs_f64()
    })
}

fn main() {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("the folder of a notary"));
    let (ready, listens) = mpsc::channel();
    std::thread::spawn(move || {
        let at = SocketAddr::from(([127, 0, 0, 1], 0));
        serve_t::serve(&folder, at, |at, _| ready.send(at).expect("it is waited for")).expect("it serves");
    });
    let at = listens.recv().expect("it listens");
    for (method, path, body) in [
        (Method::GET, "/state", &[][..]),
        (Method::POST, "/advance", &[1; 32][..]),
        (Method::POST, "/sign", &[][..]),
        (Method::POST, "/notarize", &[2; 32][..]),
    ] {
        for clients in [1, 2, 8] {
            let mut runs: Vec<f64> = (0..RUNS).map(|_| measure(at, clients, &method, path, body)).collect();
            runs.sort_by(f64::total_cmp);
            println!(
                "{method} {path}, {clients} clients: {:.0} a second ({:.0} to {:.0})",
                runs[RUNS / 2],
                runs[0],
                runs[RUNS - 1]
            );
        }
    }
}
