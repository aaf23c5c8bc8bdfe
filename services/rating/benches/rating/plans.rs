//! What Postgres does for calls over a full database.

use std::path::Path;

use corners_proto::rating::v1::{
    GetDistributionRequest, GetRankRequest, GetRatingsRequest, ListLeadersRequest, ListRatingChangesRequest,
};
use corners_test_bench::{DESCRIPTION, Failure, Operated, Plans, build, load, say};

use crate::archive::FakeArchive;
use crate::filling::{CLASSIC, Filled, HISTORY};
use crate::replica::Replica;
use crate::store;

/// What the statements of a call have that others do not.
const COUNTS: &str = "FROM board_step WHERE variant = $1 AND bots = $2";
const BEHIND: &str = "ORDER BY rating DESC, player LIMIT";
const BEFORE: &str = "ORDER BY rating, player DESC LIMIT";

pub async fn write(operated: &Operated, filled: &Filled, tokens: &[String], file: &Path) -> Result<(), Failure> {
    let mut plans = Plans::begin(operated, introduction(filled)).await?;
    let replica = Replica::start(store(operated).await?, &FakeArchive::default()).await?;
    let mut client = replica.client();
    let variant = || CLASSIC.to_owned();
    let pages = [
        ("ListLeaders: the first page", String::new()),
        ("ListLeaders: a page in the middle", tokens[tokens.len() / 2].clone()),
    ];
    for (title, page_token) in pages {
        let request = ListLeadersRequest {
            variant: variant(),
            page_token,
            ..ListLeadersRequest::default()
        };
        plans
            .add(&[(title, &[COUNTS, BEHIND])], client.list_leaders(request))
            .await?;
    }
    let request = GetRankRequest {
        variant: variant(),
        player: filled.listed[0].to_string(),
        neighbours: 10,
    };
    let texts = [COUNTS, BEFORE, BEHIND, "AND bots = $3 AND is_listed"];
    plans.add(&[("GetRank", &texts)], client.get_rank(request)).await?;
    let request = GetRatingsRequest {
        players: filled.some.iter().take(200).map(ToString::to_string).collect(),
        variant: variant(),
    };
    let texts = ["JOIN standing USING (player, variant)"];
    plans
        .add(&[("GetRatings of 200 players", &texts)], client.get_ratings(request))
        .await?;
    let request = ListRatingChangesRequest {
        variant: variant(),
        player: filled.heavy[0].to_string(),
        page_size: 1000,
        ..ListRatingChangesRequest::default()
    };
    let title = format!("ListRatingChanges: the last 1000 of {HISTORY}");
    let texts = ["ORDER BY number DESC LIMIT"];
    plans
        .add(&[(&title, &texts)], client.list_rating_changes(request))
        .await?;
    let request = GetDistributionRequest {
        variant: variant(),
        ..GetDistributionRequest::default()
    };
    let texts = ["AND players > 0 ORDER BY points"];
    plans
        .add(&[("GetDistribution", &texts)], client.get_distribution(request))
        .await?;
    replica.stop().await?;
    std::fs::write(file, plans.page())?;
    say(&format!("  the plans are in {}", file.display()));
    Ok(())
}

fn introduction(filled: &Filled) -> String {
    let players = filled.players;
    format!(
        "# Ratings: plans\n\nWhat Postgres did for leaderboards, ranks and histories over {players} players, as `auto_explain` told it of \
         the statements that the store had sent ({}; {DESCRIPTION}; {}). Times are those of the statements with the taking of times, which \
         makes them slower. Written by\n\n```sh\ncargo bench -p corners-rating --bench rating -- --section reads --players {players} --plans \
         docs/rating-plans.md\n```\n\nA place on a leaderboard is counted by the steps of whole points above it and by the players of its own \
         step, so that it costs the same everywhere.\n",
        build(),
        load(),
    )
}
