//! From results to ratings.

use corners_postgres::damaged;
use corners_proto::stored::from_sql;
use corners_service::faults::kill_point;
use sqlx::{PgConnection, Result, query};

use super::{boards, events, place, standings};
use crate::domain::{PairDay, Wanted, wanted};
use crate::store::folding::{Found, NoPolicy};
use crate::store::reached::rest;
use crate::store::stored::{pair_columns, rulebook};
use crate::store::{Results, Taken};

pub(super) async fn take(connection: &mut PgConnection, results: &Results, now_ms: u64) -> Result<Taken> {
    let locked = place::lock(&mut *connection).await?;
    let reached = locked.place();
    let Some(rest) = rest(results, reached.as_ref()) else {
        return Ok(Taken::Elsewhere(reached));
    };
    let Some(place) = rest.place else {
        return Ok(Taken::Done(0));
    };
    let mut end = locked.end();
    if !rest.told.is_empty() {
        let policy = place::in_force(&mut *connection).await?;
        let policy = policy.ok_or_else(|| damaged(NoPolicy))?;
        let rulebook = rulebook(&policy).map_err(damaged)?;
        let found = find(&mut *connection, &wanted(&rest.told, &rulebook)).await?;
        let folded = found.fold(&rest.told, &rulebook, end, now_ms);
        if !folded.events.is_empty() {
            events::insert(&mut *connection, &folded.events).await?;
            standings::insert_changes(&mut *connection, &folded.changes).await?;
            standings::write(&mut *connection, &folded.standings).await?;
            boards::write_steps(&mut *connection, &folded.steps).await?;
        }
        end = folded.end;
    }
    place::reach(connection, &place, end).await?;
    kill_point("rating-before-commit");
    Ok(Taken::Done(from_sql(end.last - locked.end().last)))
}

async fn find(connection: &mut PgConnection, wanted: &Wanted) -> Result<Found> {
    let mut found = Found::default();
    let players: Vec<_> = wanted.players.iter().cloned().collect();
    for row in standings::lock(&mut *connection, &players).await? {
        found.add_standing(&row).map_err(damaged)?;
    }
    let tables: Vec<_> = wanted.tables.iter().map(ToString::to_string).collect();
    found.add_events(events::of_games(&mut *connection, &tables).await?);
    let pairs: Vec<_> = wanted.pairs.iter().collect();
    for (pair, games) in pairs.iter().zip(pair_games(connection, &pairs).await?) {
        found.add_pair((*pair).clone(), games);
    }
    Ok(found)
}

/// How many games of these were rated, in their order.
async fn pair_games(connection: &mut PgConnection, pairs: &[&PairDay]) -> Result<Vec<i64>> {
    let columns: Vec<_> = pairs.iter().map(|pair| pair_columns(pair)).collect();
    let variants: Vec<_> = pairs.iter().map(|pair| pair.variant.clone()).collect();
    let asking = query!(
        "SELECT wanted.number AS \"number!\", count(*) AS \"games!\" \
         FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) WITH ORDINALITY \
         AS wanted (low, high, variant, day, number) \
         JOIN rating_event USING (low, high, variant, day) WHERE rating_event.low IS NOT NULL GROUP BY wanted.number",
        &columns.iter().map(|(low, _, _)| low.clone()).collect::<Vec<_>>(),
        &columns.iter().map(|(_, high, _)| high.clone()).collect::<Vec<_>>(),
        &variants,
        &columns.iter().map(|(_, _, day)| *day).collect::<Vec<_>>()
    );
    let mut games = vec![0; pairs.len()];
    for row in asking.fetch_all(connection).await? {
        let index = usize::try_from(row.number - 1).unwrap_or(usize::MAX);
        if let Some(games) = games.get_mut(index) {
            *games = row.games;
        }
    }
    Ok(games)
}
