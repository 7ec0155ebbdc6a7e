//! The command `notary`.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capybarans::{Bound, check};
use capybarans_service::client_t::Client;
use capybarans_service::error_t::Fault;
use capybarans_service::text_t::{of_hex, to_hex};
use capybarans_service::{files_t, serve_t};
use clap::{Args, Parser, Subcommand};
use hyper::Method;

/// Gives timestamps to hashes, and signs that it did.
///
/// Exit status: 0 if it was done, 1 if the notary refuses or a binding is not valid, 2 if there is no answer.
#[derive(Debug, Parser)]
#[command(name = "notary", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a folder with a new notary: `key`, `key.pub` and `store`. Prints the public key.
    ///
    /// The folder must not be there. Do not copy the store, and do not put an older one in its place: timestamps would be given twice.
    Keygen {
        /// The folder.
        folder: PathBuf,
    },
    /// Serves the notary in a folder over HTTP, until it is told to end (SIGINT, SIGTERM).
    Serve {
        /// The folder.
        folder: PathBuf,
        /// Where: a loopback address. With port 0, the system chooses.
        #[arg(long, default_value = DEFAULT)]
        listen: SocketAddr,
    },
    /// Gives the next timestamp to a hash, and prints both.
    Advance {
        #[command(flatten)]
        what: What,
        /// Also signs the binding, with nothing between the two, and writes it to this file.
        #[arg(long, value_name = "FILE")]
        sign: Option<PathBuf>,
        #[command(flatten)]
        whom: Whom,
    },
    /// Gets the signed binding of the last timestamp and hash, and prints them.
    Sign {
        /// The file for the binding.
        binding: PathBuf,
        #[command(flatten)]
        whom: Whom,
    },
    /// Checks a signed binding without the service, and prints its timestamp and hash.
    Verify {
        /// The file with the binding.
        binding: PathBuf,
        /// The public key of the notary: 64 hexadecimal digits, or a file that has them.
        #[arg(long, value_name = "KEY")]
        public: String,
        /// The file that the binding should be of.
        #[arg(long, value_name = "FILE", conflicts_with = "hash")]
        of: Option<PathBuf>,
        /// The hash that the binding should be of: 64 hexadecimal digits.
        #[arg(long, value_name = "HASH")]
        hash: Option<String>,
    },
}

/// Where the service is if nobody says otherwise.
const DEFAULT: &str = "127.0.0.1:7737";

/// What gets a timestamp.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct What {
    /// A file, of which the SHA-256 gets the timestamp.
    file: Option<PathBuf>,
    /// A hash: 64 hexadecimal digits.
    #[arg(long, value_name = "HASH")]
    hash: Option<String>,
}

/// Which service.
#[derive(Debug, Args)]
struct Whom {
    /// Where the service listens.
    #[arg(long, default_value = DEFAULT)]
    at: SocketAddr,
    /// The public key that bindings must be of. Without it, that is the key which the service tells.
    #[arg(long, value_name = "KEY")]
    public: Option<String>,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(fault.status())
        }
    }
}

/// Writes a line. Whoever reads may have gone.
fn print(line: &str) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Prints what a binding says.
fn tell(bound: &Bound) {
    print(&format!("{} {}", bound.timestamp, to_hex(&bound.hash)));
}

fn run(command: Command) -> Result<(), Fault> {
    match command {
        Command::Keygen { folder } => {
            let public = files_t::create(&folder)?;
            print(&to_hex(&public));
            Ok(())
        }
        Command::Serve { folder, listen } => serve_t::serve(&folder, listen, |at, public| {
            print(&format!("listening on {at}, key {}", to_hex(&public)));
        }),
        Command::Advance { what, sign, whom } => {
            let hash = wanted(what.file.as_deref(), what.hash.as_deref())?;
            // The command line has one of the two.
            let hash = hash.ok_or_else(|| Fault::NotAHash(String::new()))?;
            with_service(advance(hash, sign, whom))
        }
        Command::Sign { binding, whom } => with_service(async {
            let mut client = Client::connect(whom.at).await?;
            let bytes = client.ask(Method::POST, "/sign", &[]).await?;
            tell(&checked(&mut client, &whom, &bytes, None).await?);
            files_t::write_binding(&binding, &bytes)
        }),
        Command::Verify { binding, public, of, hash } => {
            let wanted = wanted(of.as_deref(), hash.as_deref())?;
            let public = files_t::public(&public)?;
            let bytes = files_t::read_binding(&binding)?;
            tell(&check_binding(&binding.display().to_string(), &public, &bytes, wanted)?);
            Ok(())
        }
    }
}

/// The hash of a file, or the one that was written; nothing if there is neither.
fn wanted(file: Option<&Path>, hash: Option<&str>) -> Result<Option<[u8; 32]>, Fault> {
    match (file, hash) {
        (Some(file), _) => files_t::hash(file).map(Some),
        (None, Some(text)) => of_hex(text).map(Some).ok_or_else(|| Fault::NotAHash(text.to_owned())),
        (None, None) => Ok(None),
    }
}

/// Checks a binding: the signature, and the hash if one is wanted.
fn check_binding(what: &str, public: &[u8; 32], bytes: &[u8], wanted: Option<[u8; 32]>) -> Result<Bound, Fault> {
    let not_bound = || Fault::NotBound { what: what.to_owned(), key: to_hex(public) };
    let bound = check(public, bytes).ok_or_else(not_bound)?;
    match wanted {
        Some(wanted) if wanted != bound.hash => {
            let (found, wanted) = (to_hex(&bound.hash), to_hex(&wanted));
            Err(Fault::OtherHash { what: what.to_owned(), found, wanted })
        }
        _ => Ok(bound),
    }
}

/// Runs requests.
fn with_service(requests: impl Future<Output = Result<(), Fault>>) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Fault::Runtime)?;
    runtime.block_on(requests)
}

/// Advances the notary, and gets the binding if it has a file.
async fn advance(hash: [u8; 32], sign: Option<PathBuf>, whom: Whom) -> Result<(), Fault> {
    let mut client = Client::connect(whom.at).await?;
    let Some(file) = sign else {
        let bytes = client.ask(Method::POST, "/advance", &hash).await?;
        let what = || "the reply is not that of a notary".to_owned();
        let (timestamp, given) =
            bytes.split_first_chunk().ok_or_else(|| Fault::Unreachable { at: whom.at, what: what() })?;
        if given != hash {
            return Err(Fault::Unreachable { at: whom.at, what: what() });
        }
        tell(&Bound { timestamp: u64::from_le_bytes(*timestamp), hash });
        return Ok(());
    };
    let bytes = client.ask(Method::POST, "/notarize", &hash).await?;
    tell(&checked(&mut client, &whom, &bytes, Some(hash)).await?);
    files_t::write_binding(&file, &bytes)
}

/// Checks a binding that the service gave.
async fn checked(client: &mut Client, whom: &Whom, bytes: &[u8], wanted: Option<[u8; 32]>) -> Result<Bound, Fault> {
    let public = match &whom.public {
        Some(text) => files_t::public(text)?,
        None => {
            let key = client.ask(Method::GET, "/key", &[]).await?;
            let what = "the reply is not that of a notary".to_owned();
            key.try_into().map_err(|_| Fault::Unreachable { at: whom.at, what })?
        }
    };
    check_binding("the reply", &public, bytes, wanted)
}
