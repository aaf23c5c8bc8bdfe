//! The kit of the Redis stores.
//!
//! A store runs [scripts](Script), commands and [pipelines](Pipeline), and listens to channels. Whether there is one
//! server, a master watched by sentinels, or a cluster makes no difference to it: a call finds its way by its first key.
//! Keys carry the [tag](partition_tag) of a partition, so that those of one partition are in one slot.
//!
//! - A call is answered within half a second, one way or another. While Redis is away, it is
//!   [`RedisFault::Unavailable`] at once. Restarts and failovers are noticed here and need nothing of the store.
//! - There is a fixed number of connections, whatever the load; calls share them.
//! - The log has one line when a server turns bad and one when it is good again.

mod address;
mod call;
mod check;
mod config;
mod error;
mod handle;
mod health;
mod info;
mod link;
mod map;
mod node;
mod partition;
mod pipeline;
mod reply;
mod route;
mod script;
mod settings;
mod slot;
mod subscription;
mod topology;

pub use ::redis as driver;
pub use address::{InvalidAddress, NodeAddress};
pub use config::{DEFAULTS, InvalidConfig, Mode, RedisConfig, Secret};
pub use error::{ConnectError, RedisFault};
pub use handle::Redis;
pub use partition::partition_tag;
pub use pipeline::Pipeline;
pub use script::{NO_ARGS, Script};
pub use subscription::{Heard, Subscription};
