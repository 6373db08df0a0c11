//! Writes the messages and the client of the wire protocol to `src/proto.rs`. Takes what
//! `protoc --include_source_info --descriptor_set_out=referee.fds …` wrote, and where to write:
//!
//!     cargo run --manifest-path sdk/rust/tests/stubs/Cargo.toml -- referee.fds sdk/rust/src/proto.rs

use std::error::Error;
use std::{env, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, descriptors, target] = arguments.as_slice() else {
        return Err("give a file descriptor set and a file to write".into());
    };
    let descriptors = FileDescriptorSet::decode(fs::read(descriptors)?.as_slice())?;
    let made = env::temp_dir().join(format!("maumau-stubs-{}", std::process::id()));
    fs::create_dir_all(&made)?;
    tonic_prost_build::configure()
        .build_server(false)
        .bytes(".")
        .out_dir(&made)
        .compile_fds(descriptors)?;
    fs::copy(made.join("maumau.v1.rs"), target)?;
    Ok(fs::remove_dir_all(made)?)
}
