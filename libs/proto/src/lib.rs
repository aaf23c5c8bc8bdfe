//! The platform's gRPC contract in Rust.
//!
//! Generated code mirrors the packages of `proto/`: `corners.game.v1` is [`game::v1`], and so on. Beside it stand the
//! [typed ids](ids), the [closed set of reasons](error) that a call can be refused for, the [access rules](methods) of
//! all methods, [moments and durations](time), and the [encoded messages](encoded) of streams.
//!
//! ```
//! use corners_proto::{error::{Reason, Refusal}, ids::TableId};
//!
//! let table: TableId = "aaaaaaaaaaaaaaaaaaaaaaaaaa".parse()?;
//! let status: tonic::Status = Refusal::new(Reason::TableNotLive, "there is no such table").with("table", table).into();
//! assert_eq!(status.code(), tonic::Code::NotFound);
//! # Ok::<(), corners_proto::ids::IdError>(())
//! ```

pub mod codec;
pub mod encoded;
pub mod error;
pub mod ids;
pub mod methods;
pub mod stored;
pub mod time;
pub mod time_control;

/// Descriptors of the public packages, for reflection.
pub const PUBLIC_DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/public.bin"));

/// Descriptors of the internal packages and what they import, for reflection on internal ports.
pub const INTERNAL_DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/internal.bin"));

/// Packages `corners.access.*`.
pub mod access {
    /// Package `corners.access.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.access.v1.rs"));
    }
}

/// Packages `corners.accounts.*`.
pub mod accounts {
    /// Package `corners.accounts.internal.*`.
    pub mod internal {
        /// Package `corners.accounts.internal.v1`.
        #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/corners.accounts.internal.v1.rs"));
        }
    }
    /// Package `corners.accounts.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.accounts.v1.rs"));
    }
}

/// Packages `corners.archive.*`.
pub mod archive {
    /// Package `corners.archive.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.archive.v1.rs"));
        include!(concat!(
            env!("OUT_DIR"),
            "/corners.archive.v1/client/corners.archive.v1.rs"
        ));
        include!(concat!(
            env!("OUT_DIR"),
            "/corners.archive.v1/server/corners.archive.v1.rs"
        ));
    }
}

/// Packages `corners.clock.*`.
pub mod clock {
    /// Package `corners.clock.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.clock.v1.rs"));
    }
    /// Package `corners.clock.internal.*`.
    pub mod internal {
        /// Package `corners.clock.internal.v1`.
        #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/corners.clock.internal.v1.rs"));
        }
    }
}

/// Packages `corners.game.*`.
pub mod game {
    /// Package `corners.game.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.game.v1.rs"));
        include!(concat!(env!("OUT_DIR"), "/corners.game.v1/client/corners.game.v1.rs"));
        include!(concat!(env!("OUT_DIR"), "/corners.game.v1/server/corners.game.v1.rs"));
    }
    /// Package `corners.game.internal.*`.
    pub mod internal {
        /// Package `corners.game.internal.v1`.
        #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/corners.game.internal.v1.rs"));
        }
    }
}

/// Packages `corners.matchmaking.*`.
pub mod matchmaking {
    /// Package `corners.matchmaking.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.matchmaking.v1.rs"));
    }
}

/// Packages `corners.rating.*`.
pub mod rating {
    /// Package `corners.rating.v1`.
    #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/corners.rating.v1.rs"));
        include!(concat!(
            env!("OUT_DIR"),
            "/corners.rating.v1/client/corners.rating.v1.rs"
        ));
        include!(concat!(
            env!("OUT_DIR"),
            "/corners.rating.v1/server/corners.rating.v1.rs"
        ));
    }
}

/// Packages `io.*`: the formats of others.
pub mod io {
    /// Packages `io.cloudevents.*`.
    pub mod cloudevents {
        /// Package `io.cloudevents.v1`: the protobuf format of CloudEvents.
        #[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/io.cloudevents.v1.rs"));
        }
    }
}
