//! A referee that follows a script: a real gRPC server on a Unix socket.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::{env, fs, process};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::{Buf, BufMut, Bytes, BytesMut};
use h2::server::SendResponse;
use h2::{RecvStream, SendStream};
use http::{HeaderMap, Response};
use maumau::proto::{PlayRequest, PlayResponse};
use prost::Message;
use serde_json::Value;
use tokio::net::{UnixListener, UnixStream};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conversations.json");
static SOCKETS: AtomicUsize = AtomicUsize::new(0);

/// What the referee says next, or that it hears.
pub type Step = Option<PlayResponse>;

/// What ends the stream.
#[derive(Clone, Copy)]
pub enum End {
    Close,
    HangUp,
}

/// Where such a referee is for one bot, and what it heard in the end.
pub fn refereed(script: Vec<Step>, end: End) -> (String, JoinHandle<Vec<PlayRequest>>) {
    let number = SOCKETS.fetch_add(1, Ordering::Relaxed);
    let path = env::temp_dir().join(format!("maumau-{}-{number}.sock", process::id()));
    let _ = fs::remove_file(&path);
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    let target = format!("unix://{}", path.display());
    let serving = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let heard = runtime.block_on(async {
            let (stream, _) = UnixListener::from_std(listener).unwrap().accept().await.unwrap();
            serve(stream, script, end).await
        });
        fs::remove_file(path).unwrap();
        heard
    });
    (target, serving)
}

async fn serve(stream: UnixStream, script: Vec<Step>, end: End) -> Vec<PlayRequest> {
    let mut connection = h2::server::handshake(stream).await.unwrap();
    let (request, respond) = connection.accept().await.unwrap().unwrap();
    assert_eq!(request.uri().path(), "/maumau.v1.RefereeService/Play");
    let mut playing = tokio::spawn(play(request.into_body(), respond, script, end));
    let first = poll_fn(|context| match Pin::new(&mut playing).poll(context) {
        Poll::Ready(heard) => Poll::Ready(Some(heard)),
        Poll::Pending => connection.poll_accept(context).map(|_| None), // the bot hung up
    });
    let heard = match first.await {
        Some(heard) => heard,
        None => playing.await,
    };
    if matches!(end, End::Close) {
        connection.graceful_shutdown();
        while let Some(Ok(_)) = connection.accept().await {}
    }
    heard.unwrap()
}

async fn play(
    mut body: RecvStream,
    mut respond: SendResponse<Bytes>,
    script: Vec<Step>,
    end: End,
) -> Vec<PlayRequest> {
    let head = Response::builder().header("content-type", "application/grpc").body(()).unwrap();
    let mut sending = respond.send_response(head, false).unwrap();
    let (mut heard, mut buffer) = (vec![], BytesMut::new());
    for step in script {
        match step {
            None => heard.extend(hear(&mut body, &mut buffer).await),
            Some(message) => say(&mut sending, &message),
        }
    }
    if matches!(end, End::Close) {
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", "0".parse().unwrap());
        let _ = sending.send_trailers(trailers);
    }
    heard
}

/// The next message, none if the bot hung up.
async fn hear(body: &mut RecvStream, buffer: &mut BytesMut) -> Option<PlayRequest> {
    loop {
        if buffer.len() >= 5 {
            let length = u32::from_be_bytes([buffer[1], buffer[2], buffer[3], buffer[4]]) as usize;
            if buffer.len() >= 5 + length {
                buffer.advance(5);
                return Some(PlayRequest::decode(buffer.split_to(length)).unwrap());
            }
        }
        buffer.extend_from_slice(&body.data().await?.ok()?);
    }
}

fn say(sending: &mut SendStream<Bytes>, message: &PlayResponse) {
    let mut framed = BytesMut::new();
    framed.put_u8(0);
    framed.put_u32(message.encoded_len() as u32);
    message.encode(&mut framed).unwrap();
    let _ = sending.send_data(framed.freeze(), false); // the bot may have hung up
}

/// The first messages of the first recorded conversation: a welcome, and questions of two games.
pub fn recorded() -> [PlayResponse; 2] {
    let file: Value = serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap();
    [0, 1].map(|step| {
        let message = file["conversations"][0]["steps"][step]["message"].as_str().unwrap();
        PlayResponse::decode(BASE64_STANDARD.decode(message).unwrap().as_slice()).unwrap()
    })
}
