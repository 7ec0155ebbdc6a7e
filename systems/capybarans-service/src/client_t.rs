//! Requests to the service. Plain Rust.
//!
//! trusted: nothing; a client that wants to be sure checks the binding, which needs no service.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::HOST;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::error_t::Fault;

/// How long the service may take for a reply.
const TIME: Duration = Duration::from_secs(30);

/// How many bytes a reply may have.
const REPLY: usize = 4 << 10;

/// A connection to the service.
pub struct Client {
    at: SocketAddr,
    requests: SendRequest<Full<Bytes>>,
}

impl Client {
    /// Connects to a service.
    ///
    /// # Errors
    /// There is none.
    pub async fn connect(at: SocketAddr) -> Result<Client, Fault> {
        let unreachable = |what: String| Fault::Unreachable { at, what };
        let no_service = |error| unreachable(format!("no notary can be reached here: {error}"));
        let stream = match timeout(TIME, TcpStream::connect(at)).await {
            Ok(stream) => stream.map_err(no_service)?,
            Err(_) => return Err(unreachable("it does not answer".to_owned())),
        };
        // Without it a small request may wait.
        let _ = stream.set_nodelay(true);
        let (requests, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|error| unreachable(error.to_string()))?;
        tokio::spawn(connection);
        Ok(Client { at, requests })
    }

    /// Asks for a path, with a body that may be empty. Gives the body of the reply.
    ///
    /// # Errors
    /// The service refuses, or does not speak as it should.
    pub async fn ask(&mut self, method: Method, path: &str, body: &[u8]) -> Result<Vec<u8>, Fault> {
        let at = self.at;
        let unreachable = |what: String| Fault::Unreachable { at, what };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, at.to_string())
            .body(Full::new(Bytes::copy_from_slice(body)))
            .map_err(|error| unreachable(error.to_string()))?;
        let reply = async {
            self.requests.ready().await.map_err(|error| unreachable(error.to_string()))?;
            let reply = self.requests.send_request(request).await.map_err(|error| unreachable(error.to_string()))?;
            let status = reply.status();
            let body = Limited::new(reply.into_body(), REPLY).collect().await;
            let body = body.map_err(|error| unreachable(error.to_string()))?.to_bytes().to_vec();
            if status.is_success() {
                Ok(body)
            } else {
                let text = String::from_utf8_lossy(&body).trim().to_owned();
                Err(Fault::Refused { status: status.as_u16(), text })
            }
        };
        timeout(TIME, reply).await.unwrap_or_else(|_| Err(unreachable("it does not answer".to_owned())))
    }
}
