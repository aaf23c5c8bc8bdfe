//! One round: everybody queues, one matcher dies, every ticket comes to its end.

use std::collections::BTreeMap;
use std::time::Duration;

use corners_proto::matchmaking::v1::StartedGame;
use futures::{StreamExt, stream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::plan::{Death, Intent, Strike};
use super::players::Queuer;
use crate::{Found, Kill, Search, Stage};

/// Longer than a round takes on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(600);

/// How many players are asked at once for their tables.
const ASKED_AT_ONCE: usize = 64;

/// What became of the tickets of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Tickets that came to a game.
    pub matched: usize,
    /// Tickets that ended without one, by why.
    pub ended: BTreeMap<String, usize>,
    /// Those of them whose players were taking them back.
    pub matched_unseen: usize,
    /// New tables.
    pub tables: usize,
    /// Whether the matcher died before all tickets had ended.
    pub died_while_somebody_waited: bool,
}

/// How one ticket ended for its player.
#[derive(Debug)]
struct End {
    number: usize,
    intent: Intent,
    found: Found,
}

/// Everybody queues while a matcher dies. Answers what became of the tickets, or what went wrong.
pub(super) async fn round(
    stage: &mut Stage,
    queuers: &mut [Queuer],
    strike: &Strike,
    seed: u64,
) -> Result<Ends, Vec<String>> {
    let one = |failure: String| vec![failure];
    if let Death::At(kill) = strike.death {
        restart_to_die(stage, strike.replica, kill).await;
    }
    // Connections are with both replicas again.
    stage.matchmaking_entrance.cut().await;
    let (ended, mut all_ended) = watch::channel(false);
    let intents = Intent::of_seed(seed, queuers.len());
    let mut waiting = JoinSet::new();
    let mut searches = BTreeMap::new();
    for (number, (queuer, intent)) in queuers.iter().zip(intents).enumerate() {
        let search = queuer.search();
        searches.insert(number, search.twin());
        waiting.spawn(queue(queuer.clone(), search, number, intent));
    }
    let everybody = async {
        let ends = until_all_end(waiting, searches).await;
        ended.send_replace(true);
        ends
    };
    let dying = async {
        match strike.death {
            Death::At(_) => {
                tokio::select! {
                    _ = stage.matchmakers[strike.replica].gone() => {}
                    _ = all_ended.wait_for(|all| *all) => {}
                }
            }
            Death::After(life) => sleep(life).await,
        }
        let somebody_waits = !*all_ended.borrow();
        stage.matchmakers[strike.replica].kill();
        if strike.is_missed {
            // The sender is there until everybody has ended.
            let _ = all_ended.wait_for(|all| *all).await;
        }
        stage.matchmakers[strike.replica].restart().await;
        somebody_waits
    };
    let (ends, died_while_somebody_waited) = tokio::join!(timeout(PATIENCE, everybody), dying);
    let ends = ends.map_err(|_| one(format!("some ticket did not end within {PATIENCE:?}")))?;
    let ends = judge(queuers, ends.map_err(one)?).await?;
    Ok(Ends {
        died_while_somebody_waited,
        ..ends
    })
}

/// Starts both replicas again. The one that is to die is there first, so that it makes the waves.
async fn restart_to_die(stage: &mut Stage, victim: usize, kill: Kill) {
    for matchmaker in &mut stage.matchmakers {
        matchmaker.stop().await;
    }
    stage.matchmakers[victim].restart_to_die(kill).await;
    for (replica, matchmaker) in stage.matchmakers.iter_mut().enumerate() {
        if replica != victim {
            matchmaker.restart().await;
        }
    }
}

/// A player's part in a round.
async fn queue(queuer: Queuer, mut search: Search, number: usize, intent: Intent) -> Result<End, String> {
    let failed = |status: tonic::Status| format!("{}'s ticket is refused: {status}", queuer.account());
    let mut found = search.next().await.map_err(failed)?;
    if matches!(found, Found::Waiting(_)) {
        match intent {
            Intent::Play => {}
            Intent::Cancel => search.cancel().await.map_err(failed)?,
            // What has become of it is told by the same request.
            Intent::Leave => search.close(),
        }
        found = search.end().await.map_err(failed)?;
    }
    if let Found::Game(game) = &found {
        queuer.give_up(game).await?;
    }
    Ok(End { number, intent, found })
}

/// Waits until all tickets have ended. The last one has nobody to be paired with, and is taken back.
async fn until_all_end(
    mut waiting: JoinSet<Result<End, String>>,
    mut searches: BTreeMap<usize, Search>,
) -> Result<Vec<End>, String> {
    let mut ends = Vec::with_capacity(searches.len());
    while let Some(end) = waiting.join_next().await {
        let end = end.map_err(|error| error.to_string())??;
        searches.remove(&end.number);
        ends.push(end);
        if searches.len() == 1
            && let Some((_, mut last)) = searches.pop_first()
        {
            last.cancel().await.map_err(|status| status.to_string())?;
        }
    }
    Ok(ends)
}

/// What game-authority says of everybody's tables against what became of their tickets.
async fn judge(queuers: &mut [Queuer], ends: Vec<End>) -> Result<Ends, Vec<String>> {
    let mut told = Ends::default();
    let mut wrong = Vec::new();
    let mut seats: BTreeMap<String, Vec<(String, StartedGame)>> = BTreeMap::new();
    let mut of_number: BTreeMap<usize, End> = ends.into_iter().map(|end| (end.number, end)).collect();
    let asked = stream::iter(queuers.iter_mut().enumerate()).map(|(number, queuer)| async move {
        let tables = queuer.new_tables().await;
        (number, queuer.account().to_owned(), tables)
    });
    let mut asked = asked.buffer_unordered(ASKED_AT_ONCE);
    while let Some((number, account, tables)) = asked.next().await {
        let tables = match tables {
            Ok(tables) => tables,
            Err(failure) => {
                wrong.push(failure);
                continue;
            }
        };
        let Some(end) = of_number.remove(&number) else {
            wrong.push(format!("the ticket of {account} has not ended"));
            continue;
        };
        match end.found {
            Found::Game(game) => {
                told.matched += 1;
                told.matched_unseen += usize::from(end.intent != Intent::Play);
                if tables != [game.table.clone()] {
                    wrong.push(format!(
                        "{account} is matched at {}, and sits at {tables:?}",
                        game.table
                    ));
                }
                seats.entry(game.table.clone()).or_default().push((account, *game));
            }
            Found::Ended(why) => {
                if !tables.is_empty() {
                    wrong.push(format!(
                        "the ticket of {account} has ended ({why}), and it sits at {tables:?}"
                    ));
                }
                if why != "CANCELLED" {
                    wrong.push(format!("the ticket of {account} has ended by itself: {why}"));
                }
                let name = if end.intent == Intent::Play {
                    "nobody was left"
                } else {
                    "taken back"
                };
                *told.ended.entry(name.to_owned()).or_default() += 1;
            }
            Found::Waiting(_) => wrong.push(format!("the ticket of {account} still waits")),
        }
    }
    told.tables = seats.len();
    let not_of_two = seats.iter().filter(|(_, players)| !are_two(players));
    wrong.extend(not_of_two.map(|(table, players)| format!("{table} is not the game of two: {players:?}")));
    if told.ended.get("nobody was left").is_some_and(|count| *count > 1) {
        wrong.push(format!("more than one was left alone: {:?}", told.ended));
    }
    if wrong.is_empty() { Ok(told) } else { Err(wrong) }
}

/// Each of two is told of the other, and both have their own side.
fn are_two(players: &[(String, StartedGame)]) -> bool {
    let names_other =
        |game: &StartedGame, other: &str| game.opponent.as_ref().is_some_and(|them| them.account == other);
    match players {
        [(one, game), (other, same)] => {
            game.side != same.side && names_other(game, other) && names_other(same, one) && one != other
        }
        _ => false,
    }
}
