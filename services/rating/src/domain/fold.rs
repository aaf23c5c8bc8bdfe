//! From results to ratings.

use std::collections::{BTreeSet, HashMap};

use corners_glicko::{Rating, System};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;

use super::unrated::{Rateable, judge};
use super::{Cause, Change, FinishedGame, Happened, Player, Rulebook, Standing, Told};

/// A player in a variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerIn {
    /// The account.
    pub player: AccountId,
    /// The variant's id.
    pub variant: String,
}

/// Two players in a variant on a day.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairDay {
    /// The one with the lower id.
    pub low: AccountId,
    /// The other.
    pub high: AccountId,
    /// The variant's id.
    pub variant: String,
    /// The day, in days of UTC since 1970.
    pub day: u64,
}

/// What has to be known before results can become ratings. Ordered, so that whoever locks does it in one order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// These players' standings.
    pub players: BTreeSet<PlayerIn>,
    /// What has become of these games.
    pub tables: BTreeSet<TableId>,
    /// How many rated games there are of these.
    pub pairs: BTreeSet<PairDay>,
}

/// What is known, and after a fold what has become of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The standings of players who have one.
    pub standings: HashMap<PlayerIn, Standing>,
    /// What has become of games, oldest first.
    pub games: HashMap<TableId, Vec<Happened>>,
    /// How many games were rated; none where it is 0.
    pub pair_games: HashMap<PairDay, u32>,
}

/// What has to be known to fold these results.
#[must_use]
pub fn wanted(told: &[Told], rulebook: &Rulebook) -> Wanted {
    let mut wanted = Wanted::default();
    for game in told.iter().map(Told::game) {
        wanted.tables.insert(game.table);
        if rulebook.system(&game.variant).is_none() {
            continue;
        }
        if let Some((white, black)) = game.players() {
            let in_variant = |player: Player| PlayerIn {
                player: player.account,
                variant: game.variant.clone(),
            };
            wanted.players.extend([in_variant(white), in_variant(black)]);
        }
        wanted.pairs.extend(PairDay::of(game));
    }
    wanted
}

/// Makes ratings of results, one after the other; answers what became of each game that something became of. Results that are
/// known change nothing.
#[must_use]
pub fn fold(told: &[Told], known: &mut Known, rulebook: &Rulebook) -> Vec<(FinishedGame, Happened)> {
    let mut happened = Vec::with_capacity(told.len());
    for told in told {
        let game = told.game();
        let what = match told {
            Told::Finished(_) => finish(game, known, rulebook),
            Told::Annulled(_, at_ms) => annul(game, *at_ms, known, rulebook),
        };
        if let Some(what) = what {
            known.games.entry(game.table).or_default().push(what.clone());
            happened.push((game.clone(), what));
        }
    }
    happened
}

fn finish(game: &FinishedGame, known: &mut Known, rulebook: &Rulebook) -> Option<Happened> {
    if known
        .games
        .get(&game.table)
        .is_some_and(|happened| !happened.is_empty())
    {
        return None;
    }
    let pair = PairDay::of(game);
    let pair_games = pair.as_ref().and_then(|pair| known.pair_games.get(pair)).copied();
    let rateable = match judge(game, rulebook, pair_games.unwrap_or(0)) {
        Ok(rateable) => rateable,
        Err(reason) => return Some(Happened::Unrated(reason)),
    };
    if let Some(pair) = pair {
        *known.pair_games.entry(pair).or_default() += 1;
    }
    Some(Happened::Rated(Box::new(rate(game, &rateable, known, rulebook))))
}

fn rate(game: &FinishedGame, rateable: &Rateable<'_>, known: &mut Known, rulebook: &Rulebook) -> [Change; 2] {
    let Rateable {
        system,
        white,
        black,
        outcome,
    } = *rateable;
    let weights = rulebook.weights(white.kind, black.kind);
    let standings = [white, black].map(|player| standing(known, game, player, system));
    let live = standings.map(|standing| standing.live(system, game.finished_at_ms));
    let (white_after, black_after) = system.play(live[0], live[1], outcome, weights);
    let white_score = outcome.white_score();
    let white_change = Change {
        player: white.account,
        kind: white.kind,
        variant: game.variant.clone(),
        number: standings[0].changes + 1,
        cause: Cause::Game,
        table: game.table,
        at_ms: game.finished_at_ms,
        before: standings[0].rating,
        live_deviation: live[0].deviation,
        after: white_after,
        side: Side::White,
        score: white_score,
        opponent: black.account,
        opponent_kind: black.kind,
        opponent_rating: live[1],
        weight: weights[0].share(),
    };
    let black_change = Change {
        player: black.account,
        kind: black.kind,
        number: standings[1].changes + 1,
        before: standings[1].rating,
        live_deviation: live[1].deviation,
        after: black_after,
        side: Side::Black,
        score: 1.0 - white_score,
        opponent: white.account,
        opponent_kind: white.kind,
        opponent_rating: live[0],
        weight: weights[1].share(),
        ..white_change.clone()
    };
    let changes = [white_change, black_change];
    for (change, standing) in changes.iter().zip(standings) {
        let standing = Standing {
            rating: change.after,
            changes: change.number,
            games: standing.games.saturating_add(1),
            last_game_ms: standing.last_game_ms.max(game.finished_at_ms),
            kind: change.kind,
        };
        known.standings.insert(change.player_in(), standing);
    }
    changes
}

/// Gives back what a game has given and taken, to its two players only: the points, since nobody knows what else there would
/// have been.
fn annul(game: &FinishedGame, at_ms: u64, known: &mut Known, rulebook: &Rulebook) -> Option<Happened> {
    let [Happened::Rated(rated)] = known.games.get(&game.table)?.as_slice() else {
        return None;
    };
    let system = rulebook.system(&game.variant)?;
    let compensate = |rated: &Change, known: &mut Known| {
        let player_in = rated.player_in();
        let standing = *known.standings.get(&player_in)?;
        let after = Rating {
            rating: standing.rating.rating - (rated.after.rating - rated.before.rating),
            ..standing.rating
        };
        let change = Change {
            kind: standing.kind,
            number: standing.changes + 1,
            cause: Cause::Annulment,
            at_ms,
            before: standing.rating,
            live_deviation: standing.live(system, at_ms).deviation,
            after,
            ..rated.clone()
        };
        let standing = Standing {
            rating: after,
            changes: change.number,
            games: standing.games.saturating_sub(1),
            ..standing
        };
        known.standings.insert(player_in, standing);
        Some(change)
    };
    let [white, black] = (**rated).clone();
    let changes = [compensate(&white, known)?, compensate(&black, known)?];
    Some(Happened::Annulled(Box::new(changes)))
}

impl PairDay {
    /// The players of a game on the day on which it ended; none when a seat was empty.
    #[must_use]
    pub fn of(game: &FinishedGame) -> Option<Self> {
        game.players().map(|(white, black)| Self {
            low: white.account.min(black.account),
            high: white.account.max(black.account),
            variant: game.variant.clone(),
            day: game.day(),
        })
    }
}

impl Change {
    /// Whose rating it changed.
    #[must_use]
    pub fn player_in(&self) -> PlayerIn {
        PlayerIn {
            player: self.player,
            variant: self.variant.clone(),
        }
    }
}

fn standing(known: &Known, game: &FinishedGame, player: Player, system: &System) -> Standing {
    let player_in = PlayerIn {
        player: player.account,
        variant: game.variant.clone(),
    };
    let found = known.standings.get(&player_in).copied();
    found.unwrap_or_else(|| Standing::start(system, player.kind))
}
