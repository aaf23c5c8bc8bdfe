//! What accounts are called.

use std::collections::{BTreeSet, HashMap};

use corners_client::Session;

/// Names that are asked for at once.
const AT_ONCE: usize = 100;

/// Names of accounts. Those that cannot be had are shown by their accounts.
pub(crate) struct Names(HashMap<String, String>);

impl Names {
    /// The names of these accounts.
    pub(crate) async fn of<'a>(session: &Session, accounts: impl IntoIterator<Item = &'a str>) -> Self {
        let accounts: BTreeSet<_> = accounts.into_iter().collect();
        let accounts: Vec<_> = accounts.into_iter().collect();
        let mut names = HashMap::new();
        for some in accounts.chunks(AT_ONCE) {
            let asked = some.iter().map(|account| (*account).to_owned());
            let players = session.players(asked).await.unwrap_or_default();
            names.extend(players.into_iter().map(|player| (player.account, player.display_name)));
        }
        Self(names)
    }

    /// What an account is called.
    pub(crate) fn name(&self, account: &str) -> String {
        self.0.get(account).map_or(account, String::as_str).to_owned()
    }
}
