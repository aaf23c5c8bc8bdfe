//! Who players are and what they are rated, as other services tell.

use std::collections::HashMap;

use corners_proto::accounts::internal::v1::BatchGetPlayersRequest;
use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as game;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::GetRatingsRequest;
use corners_service::auth::Caller;
use tonic::Status;

use super::{parse, refuse};
use crate::domain::person::{AccountKind, Person, Rating};
use crate::domain::terms::Terms;
use crate::peers::{Peers, within};

/// How many ratings are asked for at once.
const RATINGS_AT_ONCE: usize = 200;

/// How many accounts are asked for at once.
const ACCOUNTS_AT_ONCE: usize = 500;

/// Who these accounts are. All of them have to be there.
pub(super) async fn kinds(peers: &Peers, accounts: &[AccountId]) -> Result<HashMap<AccountId, AccountKind>, Status> {
    let mut kinds = HashMap::new();
    for some in accounts.chunks(ACCOUNTS_AT_ONCE) {
        let request = BatchGetPlayersRequest {
            accounts: some.iter().map(ToString::to_string).collect(),
        };
        let asked = peers.accounts.clone().batch_get_players(within(request)).await;
        let answer = asked.map_err(|status| refuse::peer(Reason::AccountsUnavailable, "accounts", status))?;
        for player in answer.into_inner().players {
            let kind = match player.kind() {
                game::AccountKind::Unspecified | game::AccountKind::Guest => AccountKind::Guest,
                game::AccountKind::Player => AccountKind::Player,
                game::AccountKind::Bot => AccountKind::Bot,
            };
            if let Ok(account) = player.account.parse::<AccountId>()
                && !player.deleted
                && !player.banned
            {
                kinds.insert(account, kind);
            }
        }
    }
    match accounts.iter().find(|account| !kinds.contains_key(account)) {
        None => Ok(kinds),
        Some(account) => {
            let message = format!("there is no account {account} that could play");
            Err(Refusal::new(Reason::AccountNotFound, message)
                .with("account", account)
                .into())
        }
    }
}

/// The accounts with their ratings in what is to be played. For a casual game they are left out where they cannot be had.
pub(super) async fn rated(
    peers: &Peers,
    terms: &Terms,
    accounts: &[(AccountId, AccountKind)],
) -> Result<Vec<Person>, Status> {
    let ratings = match ratings(peers, terms, accounts).await {
        Ok(ratings) => ratings,
        Err(status) if terms.rated => return Err(status),
        Err(_) => HashMap::new(),
    };
    let persons = accounts.iter().map(|(account, kind)| Person {
        account: *account,
        kind: *kind,
        rating: ratings.get(account).copied(),
    });
    let persons: Vec<Person> = persons.collect();
    if terms.rated && persons.iter().any(|person| person.rating.is_none()) {
        let status = Status::internal("the rating service has not told all ratings");
        return Err(refuse::peer(Reason::RatingsUnavailable, "the rating service", status));
    }
    Ok(persons)
}

async fn ratings(
    peers: &Peers,
    terms: &Terms,
    accounts: &[(AccountId, AccountKind)],
) -> Result<HashMap<AccountId, Rating>, Status> {
    let mut ratings = HashMap::new();
    // Guests have none, and neither have some variants.
    let has_some = corners_rules::Variant::find(terms.variant).is_some_and(corners_rules::Variant::rated);
    let asked: Vec<String> = accounts
        .iter()
        .filter(|(_, kind)| has_some && *kind != AccountKind::Guest)
        .map(|(account, _)| account.to_string())
        .collect();
    for some in asked.chunks(RATINGS_AT_ONCE) {
        let request = GetRatingsRequest {
            players: some.to_vec(),
            variant: terms.variant.to_owned(),
        };
        let answer = peers.ratings.clone().get_ratings(within(request)).await;
        let answer = answer.map_err(|status| refuse::peer(Reason::RatingsUnavailable, "the rating service", status))?;
        for player in answer.into_inner().players {
            let rating = player.ratings.into_iter().next().and_then(|rating| rating.rating);
            if let (Ok(account), Some(rating)) = (player.player.parse(), rating) {
                let rating = Rating {
                    rating: rating.rating,
                    deviation: rating.deviation,
                };
                ratings.insert(account, rating);
            }
        }
    }
    Ok(ratings)
}

/// The caller, who accepts a game with these terms, rated.
pub(super) async fn accepting(peers: &Peers, terms: &Terms, who: &Caller) -> Result<Person, Status> {
    let kind = parse::kind(who);
    if terms.rated {
        parse::rated_for(kind)?;
    }
    one(peers, terms, who.account, kind).await
}

/// The caller, rated.
pub(super) async fn one(peers: &Peers, terms: &Terms, account: AccountId, kind: AccountKind) -> Result<Person, Status> {
    let persons = rated(peers, terms, &[(account, kind)]).await?;
    Ok(persons.into_iter().next().unwrap_or(Person {
        account,
        kind,
        rating: None,
    }))
}
