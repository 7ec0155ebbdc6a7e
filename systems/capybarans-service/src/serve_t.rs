//! The service: HTTP/1.1 on loopback, by `hyper`. Plain Rust.
//!
//! trusted: what is sent is the reply of the notary, or one of the texts below, or what `hyper` says of a request that it cannot
//! read; none of these has the key.
//!
//! | Request | Body | Reply |
//! |---|---|---|
//! | `GET /key` | none | the public key, 32 bytes |
//! | `GET /state` | none | the last timestamp (8 bytes, the lowest first) and hash (32 bytes) |
//! | `POST /advance` | a hash, 32 bytes | the same, with the new timestamp |
//! | `POST /sign` | none | a signed binding, 152 bytes |
//! | `POST /notarize` | a hash, 32 bytes | the signed binding of this hash and its new timestamp |

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use capybarans::{Refusal, Reply, route};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::desk_t::Desk;
use crate::error_t::Fault;

/// How many connections there may be. Others wait to be accepted.
const CONNECTIONS: usize = 64;

/// How many bytes the head of a request may have, and a buffer for it.
const HEAD: usize = 8 << 10;

/// How many bytes a body may have.
const BODY: usize = 64;

/// How long the head of a request may take, also the next one of a connection.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(5);

/// How long a connection may last.
const CONNECTION_TIME: Duration = Duration::from_secs(300);

/// How long open requests get when the service ends.
const END_TIME: Duration = Duration::from_secs(5);

/// How long to wait when connections cannot be accepted, as when there are no more files.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves the notary in a folder until the process is told to end (`SIGINT`, `SIGTERM`). Calls `ready` with the address and
/// the public key when it listens.
///
/// # Errors
/// The address is not loopback or in use, or the notary cannot be opened.
pub fn serve(folder: &Path, listen: SocketAddr, ready: impl FnOnce(SocketAddr, [u8; 32])) -> Result<(), Fault> {
    if !listen.ip().is_loopback() {
        return Err(Fault::NotLoopback(listen));
    }
    let (desk, public, thread) = Desk::open(folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Fault::Runtime)?;
    let served = runtime.block_on(async {
        let refused = |error| Fault::Listen { at: listen, error };
        let listener = TcpListener::bind(listen).await.map_err(refused)?;
        let at = listener.local_addr().map_err(refused)?;
        let ends = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
        let ends = (ends.0.map_err(Fault::Runtime)?, ends.1.map_err(Fault::Runtime)?);
        ready(at, public);
        accept(listener, desk, ends).await;
        Ok(())
    });
    // With the runtime the last desk goes, and the thread ends.
    drop(runtime);
    let _ = thread.join();
    served
}

/// Accepts connections until a signal comes, then waits a while for those that there are.
async fn accept(listener: TcpListener, desk: Desk, (mut interrupt, mut terminate): (Signal, Signal)) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = room.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            next = next => next,
            _ = interrupt.recv() => break,
            _ = terminate.recv() => break,
        };
        let Ok((stream, _)) = stream else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Without it a small reply may wait; with an error it does.
        let _ = stream.set_nodelay(true);
        let desk = desk.clone();
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(stream), service_fn(move |request| answer(request, desk.clone())));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // How a connection ends is the business of who opened it.
            let _ = timeout(CONNECTION_TIME, connection).await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(END_TIME, graceful.shutdown()).await;
}

/// The reply to a request.
async fn answer(request: Request<Incoming>, desk: Desk) -> Result<Response<Full<Bytes>>, Infallible> {
    let uri = request.uri();
    let path = uri.path_and_query().map_or(uri.path(), |path| path.as_str());
    let route = route(request.method().as_str(), path);
    let method = if matches!(path, "/key" | "/state") { "GET" } else { "POST" };
    Ok(match body(request).await {
        Ok(body) => match desk.ask(route, body).await {
            Ok(reply) => of_reply(reply, method),
            Err(_) => text(StatusCode::SERVICE_UNAVAILABLE, "the service ends"),
        },
        Err(refused) => refused,
    })
}

/// The body of a request, or why it is not taken. What is left of such a one is not read, so its connection ends.
async fn body(request: Request<Incoming>) -> Result<Vec<u8>, Response<Full<Bytes>>> {
    let ending = |status, what| {
        let mut refused = text(status, what);
        refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        refused
    };
    let too_large = "the body is to be empty, or a hash of 32 bytes";
    if request.body().size_hint().lower() > BODY as u64 {
        return Err(ending(StatusCode::PAYLOAD_TOO_LARGE, too_large));
    }
    match timeout(BODY_TIME, Limited::new(request.into_body(), BODY).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes().to_vec()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(ending(StatusCode::PAYLOAD_TOO_LARGE, too_large)),
        Ok(Err(_)) => Err(ending(StatusCode::BAD_REQUEST, "the body cannot be read")),
        Err(_) => Err(ending(StatusCode::REQUEST_TIMEOUT, "the body does not come")),
    }
}

/// A reply of the notary in the words of HTTP. If the method was wrong, it tells the one that is right.
fn of_reply(reply: Reply, method: &'static str) -> Response<Full<Bytes>> {
    match reply {
        Reply::Done(bytes) => {
            let mut response = Response::new(Full::new(Bytes::from(bytes)));
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
            response
        }
        Reply::Refused(refusal) => {
            let (status, what) = of_refusal(refusal);
            let mut response = text(status, what);
            if refusal == Refusal::WrongMethod {
                // RFC 9110, section 15.5.6.
                response.headers_mut().insert(ALLOW, HeaderValue::from_static(method));
            }
            response
        }
    }
}

/// The status and the text of a refusal.
fn of_refusal(refusal: Refusal) -> (StatusCode, &'static str) {
    match refusal {
        Refusal::NoSuchPath => (StatusCode::NOT_FOUND, "there is /key, /state, /advance, /sign and /notarize"),
        Refusal::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "/key and /state are for GET, the others for POST"),
        Refusal::NotEmpty => (StatusCode::BAD_REQUEST, "the body is to be empty"),
        Refusal::NotAHash => (StatusCode::BAD_REQUEST, "the body is to be a hash of 32 bytes"),
        Refusal::NothingAdvanced => (StatusCode::CONFLICT, "no hash was given a timestamp yet"),
        Refusal::Exhausted => (StatusCode::INSUFFICIENT_STORAGE, "there are no more timestamps"),
    }
}

/// A reply that is a line of text.
fn text(status: StatusCode, what: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(format!("{what}\n"))));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
