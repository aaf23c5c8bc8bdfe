//! Messages of the contract in their canonical JSON form, for programs.

use std::io::{self, Write};

use corners_client::proto::PUBLIC_DESCRIPTORS;
use corners_service::startup::MainError;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};

/// The contract.
pub(crate) struct Contract(DescriptorPool);

impl Contract {
    /// The contract that is built in.
    pub(crate) fn new() -> Result<Self, MainError> {
        Ok(Self(DescriptorPool::decode(PUBLIC_DESCRIPTORS)?))
    }

    /// Writes a message of a type as an object in a line.
    pub(crate) fn write(&self, output: &mut impl Write, name: &str, message: &impl Message) -> Result<(), MainError> {
        let descriptor = self.0.get_message_by_name(name);
        let descriptor = descriptor.ok_or_else(|| format!("the contract has no message {name}"))?;
        let mut dynamic = DynamicMessage::new(descriptor);
        dynamic.transcode_from(message)?;
        let text = serde_json::to_string(&dynamic).map_err(io::Error::from)?;
        writeln!(output, "{text}")?;
        Ok(output.flush()?)
    }
}
