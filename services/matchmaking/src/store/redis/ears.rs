//! What is published of commits, and those who listen.

use std::collections::VecDeque;

use async_trait::async_trait;
use corners_proto::ids::AccountId;
use corners_redis::{Redis, Subscription};

use super::keys;
use crate::store::{Heard, Listener};

const ACCOUNT: u8 = b'a';
const LOBBY: u8 = b'l';
const POOL: u8 = b'p';

/// What a commit has touched, as it is published (of several commits one after the other): each thing a letter, and 16 bytes of an account or a name after its length.
pub(super) fn payload(touched: &[Heard]) -> Vec<u8> {
    let mut payload = Vec::new();
    for heard in touched {
        match heard {
            Heard::Account(account) => {
                payload.push(ACCOUNT);
                payload.extend(account.as_bytes());
            }
            Heard::Lobby => payload.push(LOBBY),
            Heard::Pool(pool) => {
                payload.push(POOL);
                payload.push(u8::try_from(pool.len()).unwrap_or(u8::MAX));
                payload.extend(pool.as_bytes());
            }
            Heard::Gap => {}
        }
    }
    payload
}

/// What was published; none of what this program does not know.
fn heard_in(mut payload: &[u8]) -> Option<VecDeque<Heard>> {
    let mut touched = VecDeque::new();
    while let Some((letter, rest)) = payload.split_first() {
        let (heard, rest) = match *letter {
            ACCOUNT => {
                let (account, rest) = rest.split_first_chunk()?;
                (Heard::Account(AccountId::from_bytes(*account)), rest)
            }
            LOBBY => (Heard::Lobby, rest),
            POOL => {
                let (length, rest) = rest.split_first()?;
                let (name, rest) = rest.split_at_checked(usize::from(*length))?;
                (Heard::Pool(String::from_utf8(name.to_vec()).ok()?), rest)
            }
            _ => return None,
        };
        touched.push_back(heard);
        payload = rest;
    }
    Some(touched)
}

/// One listener: a subscription of its own.
pub(super) struct Listening {
    subscription: Subscription,
    heard: VecDeque<Heard>,
}

impl Listening {
    pub(super) fn to(redis: &Redis) -> Self {
        Self {
            subscription: redis.subscribe([keys::CHANNEL.to_owned()]),
            heard: VecDeque::new(),
        }
    }
}

#[async_trait]
impl Listener for Listening {
    async fn next(&mut self) -> Heard {
        loop {
            if let Some(heard) = self.heard.pop_front() {
                return heard;
            }
            match self.subscription.next().await {
                corners_redis::Heard::Gap => return Heard::Gap,
                corners_redis::Heard::Message { payload, .. } => match heard_in(&payload) {
                    Some(touched) => self.heard = touched,
                    None => return Heard::Gap,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_is_heard_and_what_is_not_understood_is_a_gap() {
        let touched = [
            Heard::Account(AccountId::from_bytes([b'p'; 16])),
            Heard::Lobby,
            Heard::Pool(String::new()),
            Heard::Pool("é".repeat(50)),
        ];
        let published = payload(&touched);
        assert_eq!(heard_in(&published), Some(touched.into()));
        assert_eq!(heard_in(&[]), Some(VecDeque::new()));
        for damaged in [&published[..published.len() - 1], b"x", b"a123", b"p", b"p\x01\xff"] {
            assert_eq!(heard_in(damaged), None);
        }
    }
}
