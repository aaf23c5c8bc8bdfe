//! What accounts are called.

use std::collections::{BTreeSet, HashMap};

use corners_client::Session;
use corners_client::proto::accounts::v1::Player;
use corners_client::proto::game::v1::AccountKind;
use corners_client::proto::matchmaking::v1::Opponent;

/// Names that are asked for at once.
const AT_ONCE: usize = 100;

/// How programs are marked.
pub(crate) const PROGRAM: &str = "bot";

/// Names of accounts. Those that cannot be had are shown by their accounts.
#[derive(Default)]
pub(crate) struct Names(HashMap<String, Player>);

impl Names {
    /// The names of these accounts.
    pub(crate) async fn of<'a>(session: &Session, accounts: impl IntoIterator<Item = &'a str>) -> Self {
        let accounts: BTreeSet<_> = accounts.into_iter().collect();
        let accounts: Vec<_> = accounts.into_iter().collect();
        let mut names = Self::default();
        for some in accounts.chunks(AT_ONCE) {
            let asked = some.iter().map(|account| (*account).to_owned());
            names.know(session.players(asked).await.unwrap_or_default());
        }
        names
    }

    fn know(&mut self, players: Vec<Player>) {
        // A deleted account has no name any more.
        let named = players.into_iter().filter(|player| !player.display_name.is_empty());
        self.0.extend(named.map(|player| (player.account.clone(), player)));
    }

    /// What an account is called; programs as such: `Engine1856 (bot)`.
    pub(crate) fn name(&self, account: &str) -> String {
        let kind = self.0.get(account).map_or(AccountKind::Unspecified, Player::kind);
        self.with(account, mark(kind).into_iter().map(str::to_owned))
    }

    /// What an opponent is called, with the rating if there is one; programs as such: `Engine1856 (bot, 1500)`.
    pub(crate) fn opponent(&self, opponent: &Opponent) -> String {
        let rating = opponent.rating.as_ref().map(|rating| format!("{:.0}", rating.rating));
        let marks = mark(opponent.kind()).into_iter().map(str::to_owned).chain(rating);
        self.with(&opponent.account, marks)
    }

    fn with(&self, account: &str, marks: impl Iterator<Item = String>) -> String {
        let name = self.0.get(account).map_or(account, |player| &player.display_name);
        let marks: Vec<_> = marks.collect();
        if marks.is_empty() {
            return name.to_owned();
        }
        format!("{name} ({})", marks.join(", "))
    }
}

fn mark(kind: AccountKind) -> Option<&'static str> {
    (kind == AccountKind::Bot).then_some(PROGRAM)
}

#[cfg(test)]
mod tests {
    use corners_client::proto::game::v1::SeatRating;

    use super::*;

    fn player(account: &str, name: &str, kind: AccountKind) -> Player {
        Player {
            account: account.to_owned(),
            display_name: name.to_owned(),
            kind: kind.into(),
            ..Player::default()
        }
    }

    fn opponent(account: &str, kind: AccountKind, rating: Option<f64>) -> Opponent {
        Opponent {
            account: account.to_owned(),
            kind: kind.into(),
            rating: rating.map(|rating| SeatRating {
                rating,
                ..SeatRating::default()
            }),
        }
    }

    #[test]
    fn programs_are_shown_as_such_and_who_has_no_name_by_the_account() {
        let mut names = Names::default();
        names.know(vec![
            player("a", "Anna", AccountKind::Player),
            player("b", "Engine1856", AccountKind::Bot),
            player("c", "", AccountKind::Player),
        ]);
        let shown: Vec<_> = ["a", "b", "c", "d"].map(|account| names.name(account)).into();
        assert_eq!(shown, ["Anna", "Engine1856 (bot)", "c", "d"]);
        let shown = [
            opponent("a", AccountKind::Player, Some(1499.6)),
            opponent("b", AccountKind::Bot, Some(1500.0)),
            opponent("b", AccountKind::Bot, None),
            opponent("a", AccountKind::Guest, None),
            opponent("d", AccountKind::Bot, Some(1500.0)),
        ];
        let shown = shown.map(|opponent| names.opponent(&opponent));
        let expected = [
            "Anna (1500)",
            "Engine1856 (bot, 1500)",
            "Engine1856 (bot)",
            "Anna",
            "d (bot, 1500)",
        ];
        assert_eq!(shown, expected);
    }
}
