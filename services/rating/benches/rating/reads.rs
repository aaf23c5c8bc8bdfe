//! How soon calls are answered over a full database.

use std::path::Path;
use std::sync::Arc;

use corners_proto::rating::v1::{
    GetDistributionRequest, GetRankRequest, GetRatingsRequest, ListLeadersRequest, ListRatingChangesRequest,
};
use corners_rating::store::{PostgresRatingStore, RatingStore};
use corners_test_bench::{Failure, Operated, Times, load, say};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::archive::FakeArchive;
use crate::calls::calls;
use crate::crowd::Crowd;
use crate::filling::{CLASSIC, Filled, HISTORY, fill};
use crate::replica::{Client, Replica, finish_at};
use crate::{plans, store};

/// Calls of each kind.
const CALLS: usize = 2000;
/// Callers that call again as soon as they are answered.
const CALLERS: usize = 16;

/// Players of a page of a leaderboard, and on either side of a rank.
const PAGE: i32 = 50;
const NEIGHBOURS: i32 = 10;

/// Games a second that are taken beside.
const RATE: usize = 1500;

pub async fn section(operated: &Operated, players: u32, plans: Option<&Path>) -> Result<(), Failure> {
    say(&format!("reads, {players} players, {}", load()));
    let filled = fill(operated, players).await?;
    let archive = FakeArchive::default();
    let into = store(operated).await?;
    let replica = Replica::start(Arc::<PostgresRatingStore>::clone(&into), &archive).await?;
    let client = replica.client();
    let tokens = tokens(&client).await?;
    let asked = Asked {
        client: &client,
        filled: &filled,
        tokens: &tokens,
    };
    say(&format!(
        "  p50 / p99 / max in ms, one caller after the other, {}",
        load()
    ));
    asked.boards(1).await?;
    asked.others().await?;
    say(&format!("  {CALLERS} callers, {}", load()));
    asked.boards(CALLERS).await?;
    say(&format!("  while {RATE} games/s are taken, one caller, {}", load()));
    beside_taking(&asked, &archive).await?;
    let told = archive.world().events.len() as u64;
    let place = into.place().await?.map_or(0, |place| place.sequence);
    say(&format!(
        "  {place} results were taken; {} were told and not yet taken",
        told - place
    ));
    say(&format!("  {}", load()));
    replica.stop().await?;
    match plans {
        Some(file) => plans::write(operated, &filled, &tokens, file).await,
        None => Ok(()),
    }
}

/// Asks while results are taken, and says how far that comes.
async fn beside_taking(asked: &Asked<'_>, archive: &FakeArchive) -> Result<(), Failure> {
    let crowd = Crowd::of(asked.filled.some.clone(), 2);
    let taking = finish_at(archive, crowd.take(120 * RATE), RATE);
    let work = async {
        asked.boards(1).await?;
        asked.others().await
    };
    tokio::select! {
        done = work => done,
        told = taking => Err(format!("all of {told} results were told before all calls were made").into()),
    }
}

/// The whole leaderboard, page by page: the tokens of all pages but the first.
async fn tokens(client: &Client) -> Result<Vec<String>, Failure> {
    let (mut client, mut times, mut tokens) = (client.clone(), Times::default(), Vec::new());
    let mut page_token = String::new();
    loop {
        let request = ListLeadersRequest {
            variant: CLASSIC.to_owned(),
            page_size: 200,
            page_token,
            ..ListLeadersRequest::default()
        };
        let asked = std::time::Instant::now();
        let answer = client.list_leaders(request).await?.into_inner();
        times.note(asked.elapsed());
        page_token = answer.next_page_token;
        if page_token.is_empty() {
            say(&format!(
                "  all {} on the leaderboard in pages of 200: {}",
                answer.players,
                times.told()
            ));
            return Ok(tokens);
        }
        tokens.push(page_token.clone());
    }
}

/// Who is asked for what.
struct Asked<'a> {
    client: &'a Client,
    filled: &'a Filled,
    tokens: &'a [String],
}

impl Asked<'_> {
    /// Pages of the leaderboard, and ranks.
    async fn boards(&self, callers: usize) -> Result<(), Failure> {
        let middle = self.tokens.len() / 2;
        let pages: [(&str, Option<&[String]>); 4] = [
            ("first page", None),
            ("page in the middle", self.tokens.get(middle..=middle)),
            ("last pages", self.tokens.get(self.tokens.len().saturating_sub(2)..)),
            ("page anywhere", Some(self.tokens)),
        ];
        for (name, tokens) in pages {
            let timed = calls(
                self.client,
                CALLS,
                callers,
                async |client: &mut Client, random: &mut StdRng| {
                    let token = tokens.and_then(|tokens| tokens.choose(random)).cloned();
                    leaders(client, token.unwrap_or_default()).await
                },
            );
            timed.await?.say(&format!("ListLeaders of {PAGE}, {name}"));
        }
        let timed = calls(
            self.client,
            CALLS,
            callers,
            async |client: &mut Client, random: &mut StdRng| {
                let player = self.filled.listed.choose(random).ok_or("nobody is listed")?;
                let request = GetRankRequest {
                    variant: CLASSIC.to_owned(),
                    player: player.to_string(),
                    neighbours: NEIGHBOURS,
                };
                Ok(client.get_rank(request).await?)
            },
        );
        timed
            .await?
            .say(&format!("GetRank with {NEIGHBOURS} neighbours on either side"));
        Ok(())
    }

    /// Ratings, histories and the distribution.
    async fn others(&self) -> Result<(), Failure> {
        let timed = calls(
            self.client,
            CALLS / 2,
            1,
            async |client: &mut Client, random: &mut StdRng| {
                let from = random.random_range(0..self.filled.some.len().saturating_sub(200).max(1));
                let request = GetRatingsRequest {
                    players: self
                        .filled
                        .some
                        .iter()
                        .skip(from)
                        .take(200)
                        .map(ToString::to_string)
                        .collect(),
                    variant: CLASSIC.to_owned(),
                };
                Ok(client.get_ratings(request).await?)
            },
        );
        timed.await?.say("GetRatings of 200 players");
        let timed = calls(
            self.client,
            CALLS / 4,
            1,
            async |client: &mut Client, random: &mut StdRng| {
                let player = self.filled.heavy.choose(random).ok_or("nobody has a history")?;
                let request = ListRatingChangesRequest {
                    player: player.to_string(),
                    variant: CLASSIC.to_owned(),
                    page_size: 1000,
                    page_token: String::new(),
                };
                Ok(client.list_rating_changes(request).await?)
            },
        );
        timed
            .await?
            .say(&format!("ListRatingChanges, the last 1000 of {HISTORY}"));
        let timed = calls(
            self.client,
            CALLS / 4,
            1,
            async |client: &mut Client, _: &mut StdRng| {
                let request = GetDistributionRequest {
                    variant: CLASSIC.to_owned(),
                    ..GetDistributionRequest::default()
                };
                Ok(client.get_distribution(request).await?)
            },
        );
        timed.await?.say("GetDistribution");
        Ok(())
    }
}

async fn leaders(client: &mut Client, page_token: String) -> Result<(), Failure> {
    let request = ListLeadersRequest {
        variant: CLASSIC.to_owned(),
        page_size: PAGE,
        page_token,
        ..ListLeadersRequest::default()
    };
    client.list_leaders(request).await?;
    Ok(())
}
