//! The connection to the referee: one gRPC stream, opened by the bot.

use std::error::Error;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::yield_now;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;
use tonic::{Code, Status, Streaming};

use crate::failures::Failure;
use crate::proto::referee_service_client::RefereeServiceClient;
use crate::proto::{PlayRequest, PlayResponse};
use crate::session::Session;

const MAX_MESSAGE: usize = 4 << 20; // bytes
// Maximum delay of a decision; the clock runs until it is sent.
const SOON: Duration = Duration::from_millis(100);
const TURNS: u8 = 8; // of the runtime; enough to send everything before a bot thinks

/// Play until the stream closes.
pub(crate) fn dial(session: Session, target: &str, hello: PlayRequest) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Referee(error.to_string()))?;
    runtime.block_on(talk(session, target, hello))
}

async fn talk(session: Session, target: &str, hello: PlayRequest) -> Result<(), Failure> {
    let url = if target.starts_with("unix:") { target.to_owned() } else { format!("http://{target}") };
    let endpoint = Endpoint::from_shared(url).map_err(|error| unreachable(target, &error))?;
    let channel = endpoint.connect().await.map_err(|error| unreachable(target, &error))?;
    let (requests, outgoing) = unbounded_channel();
    send(&requests, hello);
    let mut client = RefereeServiceClient::new(channel).max_decoding_message_size(MAX_MESSAGE);
    let response = client.play(UnboundedReceiverStream::new(outgoing)).await;
    converse(session, response.map_err(refused)?.into_inner(), requests).await
}

async fn converse(
    mut session: Session,
    mut messages: Streaming<PlayResponse>,
    requests: UnboundedSender<PlayRequest>,
) -> Result<(), Failure> {
    let mut welcomed = false;
    let mut since = Instant::now();
    loop {
        match messages.message().await {
            Ok(Some(message)) => {
                welcomed = true;
                let mut rest = session.hear(message)?;
                while rest.asks() {
                    send(&requests, session.answers(&mut rest, SOON)?);
                    if since.elapsed() > SOON {
                        for _ in 0..TURNS {
                            yield_now().await;
                        }
                        since = Instant::now();
                    }
                }
                session.settle(rest)?;
            }
            Ok(None) => return Ok(()),
            Err(status) if welcomed && is_gone(&status) => return Ok(()),
            Err(status) => return Err(refused(status)),
        }
    }
}

/// If the stream is closed, the next message received has the reason.
fn send(requests: &UnboundedSender<PlayRequest>, request: PlayRequest) {
    let _ = requests.send(request);
}

/// True if the referee just hung up.
fn is_gone(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::Cancelled) || status.source().is_some()
}

fn refused(status: Status) -> Failure {
    Failure::Referee(format!("{:?}: {}", status.code(), status.message()))
}

fn unreachable(target: &str, error: &dyn Error) -> Failure {
    let cause = error.source().map_or(String::new(), |cause| format!(" ({cause})"));
    Failure::Referee(format!("{target}: {error}{cause}"))
}
