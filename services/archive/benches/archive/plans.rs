//! What Postgres does for each question, as it says itself (auto_explain) of the statements that the store sent.

use std::path::Path;

use corners_proto::archive::v1::{GetGameRequest, ListGamesRequest};
use corners_test_bench::{DESCRIPTION, Failure, Operated, Plans, build, load, say};

use crate::authority::Authority;
use crate::filling::Filled;
use crate::questions::Question;
use crate::replica::Replica;
use crate::store;

pub async fn write(operated: &Operated, filled: &Filled, questions: &[Question], file: &Path) -> Result<(), Failure> {
    let mut plans = Plans::begin(operated, introduction(filled)).await?;
    let replica = Replica::start(store(operated).await?, &Authority::default())?;
    let mut client = replica.client();

    let table = filled.tables[filled.tables.len() / 2].to_string();
    let statements: &[&str] = &["FROM game WHERE", "FROM game_moves"];
    let asking = client.get_game(GetGameRequest { table });
    plans.add(&[("GetGame", statements)], asking).await?;
    for (number, question) in questions.iter().filter(|question| question.is_shown).enumerate() {
        let request = ListGamesRequest {
            filter: Some(question.filter.clone()),
            ..ListGamesRequest::default()
        };
        let title = format!("ListGames: {}", question.name);
        let both: [(&str, &[&str]); 2] = [
            (&title, &["AS looked"]),
            (
                "ListGames: the games of a page, whatever was asked",
                &["annul_note FROM game"],
            ),
        ];
        let shown = if number == 0 { &both[..] } else { &both[..1] };
        plans.add(shown, client.list_games(request)).await?;
    }
    replica.stop().await?;
    std::fs::write(file, plans.page())?;
    say(&format!("  the plans are in {}", file.display()));
    Ok(())
}

fn introduction(filled: &Filled) -> String {
    format!(
        "# The archive: plans\n\nWhat Postgres did for GetGame and for first pages of ListGames over {} games, as `auto_explain` told it of \
         the statements that the store had sent ({}; {DESCRIPTION}; {}). Times are those of the statements with the taking of times, which \
         makes them slower. Written by\n\n```sh\ncargo bench -p corners-archive --bench archive -- --section reads --games {} --plans \
         docs/archive-plans.md\n```\n\nA page is found by its places first, then its games are read. At most 1,000 games are looked at for one \
         page: where few of many match it is short, and `next_page_token` goes on behind them.\n",
        filled.plan.games,
        build(),
        load(),
        filled.plan.games,
    )
}
