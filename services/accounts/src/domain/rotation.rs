//! How a session goes on: each refresh token is good once, and two holders of one session are noticed.

use super::{Digest, RequestDigest, Session};

/// What is to be done with a refresh token that was presented for a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// Answer the successor of the presented token, which is the newest, or was until its answer got lost.
    Rotate,
    /// Answer what this very call was answered before.
    Repeat,
    /// The session is over.
    Expired,
    /// Its successor was used already, so that two hold the session: end it.
    Reuse,
}

impl Session {
    /// Judges a refresh token that is presented by a request.
    ///
    /// The newest token is exchanged for its successor. The one before is still good as long as nobody has presented that
    /// successor: the answer may have been lost. Anything else was used by somebody, or made up.
    #[must_use]
    pub fn judge(&self, presented: Digest, request: RequestDigest, now_ms: u64) -> Refresh {
        if self.expires_at_ms <= now_ms {
            return Refresh::Expired;
        }
        if presented == self.secret {
            return Refresh::Rotate;
        }
        if Some(presented) != self.previous {
            return Refresh::Reuse;
        }
        match self.request == Some(request) {
            true => Refresh::Repeat,
            false => Refresh::Rotate,
        }
    }

    /// The session after an exchange at the moment `now_ms`: `presented` for `successor`. A clock that was set back
    /// shortens nothing.
    #[must_use]
    pub fn refreshed(
        &self,
        presented: Digest,
        successor: Digest,
        request: RequestDigest,
        now_ms: u64,
        lives_for_ms: u64,
    ) -> Self {
        Self {
            secret: successor,
            previous: Some(presented),
            request: Some(request),
            refreshed_at_ms: now_ms.max(self.refreshed_at_ms),
            expires_at_ms: (now_ms + lives_for_ms).max(self.expires_at_ms),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use corners_proto::ids::{AccountId, SessionId};
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Origin;

    const LIFE: u64 = 1000;

    fn digest(number: u8) -> Digest {
        Digest::from_bytes([number; 32])
    }

    fn request(number: u8) -> RequestDigest {
        RequestDigest::from_bytes([number; 32])
    }

    fn session() -> Session {
        Session {
            id: SessionId::from_bytes([1; 16]),
            account: AccountId::from_bytes([2; 16]),
            origin: Origin::SignIn,
            secret: digest(0),
            previous: None,
            request: None,
            created_at_ms: 0,
            refreshed_at_ms: 0,
            expires_at_ms: LIFE,
            access_until_ms: 10,
        }
    }

    #[test]
    fn a_lost_answer_is_given_again_and_a_used_token_ends_the_session() {
        let first = session();
        assert_eq!(first.judge(digest(0), request(1), 5), Refresh::Rotate);
        let second = first.refreshed(digest(0), digest(1), request(1), 5, LIFE);
        assert_eq!(second.judge(digest(0), request(1), 6), Refresh::Repeat);
        assert_eq!(
            second.judge(digest(0), request(2), 6),
            Refresh::Rotate,
            "the client gave up and asked anew"
        );
        let third = second.refreshed(digest(1), digest(2), request(3), 7, LIFE);
        assert_eq!(third.judge(digest(0), request(1), 8), Refresh::Reuse);
        assert_eq!(third.judge(digest(1), request(3), 8), Refresh::Repeat);
        assert_eq!(third.judge(digest(9), request(9), 8), Refresh::Reuse);
    }

    #[test]
    fn a_session_lasts_from_its_last_refresh_and_a_clock_set_back_takes_nothing_away() {
        let first = session();
        assert_eq!(first.judge(digest(0), request(1), LIFE - 1), Refresh::Rotate);
        assert_eq!(first.judge(digest(0), request(1), LIFE), Refresh::Expired);
        let later = first.refreshed(digest(0), digest(1), request(1), 500, LIFE);
        assert_eq!((later.refreshed_at_ms, later.expires_at_ms), (500, 1500));
        let back = later.refreshed(digest(1), digest(2), request(2), 400, LIFE);
        assert_eq!((back.refreshed_at_ms, back.expires_at_ms), (500, 1500));
    }

    proptest! {
        /// Two who hold the same token: whatever they do, the session does not go on for both.
        #[test]
        fn two_holders_are_noticed(turns in proptest::collection::vec(any::<bool>(), 1..20)) {
            let mut session = session();
            let mut held = [digest(0), digest(0)];
            let mut refreshed = HashSet::new();
            let mut ended = false;
            for (number, turn) in (1_u8..).zip(turns) {
                let holder = usize::from(turn);
                match session.judge(held[holder], request(number), 1) {
                    Refresh::Rotate => {
                        session = session.refreshed(held[holder], digest(number), request(number), 1, LIFE);
                        held[holder] = digest(number);
                    }
                    Refresh::Reuse => ended = true,
                    other => prop_assert_eq!(other, Refresh::Rotate),
                }
                if ended {
                    break;
                }
                refreshed.insert((holder, number));
                // Once one has refreshed twice after the other's last refresh, the other is out.
                let last_of = |who| refreshed.iter().filter(|(holder, _)| *holder == who).map(|(_, n)| *n).max();
                let other = 1 - holder;
                let since = refreshed.iter().filter(|(who, n)| *who == holder && Some(*n) > last_of(other)).count();
                if since >= 2 {
                    prop_assert_eq!(session.judge(held[other], request(255), 1), Refresh::Reuse);
                }
            }
        }
    }
}
