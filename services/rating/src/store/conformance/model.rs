//! What a store has to say after what it was told, kept in memory and found the long way round.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use corners_proto::ids::{AccountId, TableId};

use crate::domain::{
    Board, Change, Known, PairDay, Placement, PlayerIn, Policy, RatingEvent, Rulebook, Standing, Told, fold,
};
use crate::store::{RatingStore, Rung, Step, StoreError};

/// More than there are.
const ALL: u32 = 1000;

pub(super) struct Model {
    rulebook: Rulebook,
    known: Known,
    pub(super) events: Vec<RatingEvent>,
    listed: BTreeMap<PlayerIn, Listing>,
}

#[derive(Clone, Copy)]
struct Listing {
    placement: Placement,
    is_listed: bool,
}

/// A policy that can be used.
pub(super) fn rulebook(policy: &Policy) -> Result<Rulebook, StoreError> {
    Rulebook::new(policy.clone()).map_err(|error| StoreError::refused("use a policy", error))
}

impl Model {
    pub(super) fn new(policy: &Policy) -> Result<Self, StoreError> {
        Ok(Self {
            rulebook: rulebook(policy)?,
            known: Known::default(),
            events: Vec::new(),
            listed: BTreeMap::new(),
        })
    }

    pub(super) fn adopt(&mut self, policy: &Policy) -> Result<(), StoreError> {
        self.rulebook = rulebook(policy)?;
        Ok(())
    }

    pub(super) fn take(&mut self, told: &[Told], now_ms: u64) -> u64 {
        let happened = fold(told, &mut self.known, &self.rulebook);
        let count = happened.len();
        let recorded_at_ms = self.events.last().map_or(0, |event| event.recorded_at_ms).max(now_ms);
        for (game, happened) in happened {
            for change in happened.changes() {
                self.place(&change.player_in(), now_ms);
            }
            self.events.push(RatingEvent {
                position: self.events.len() as u64 + 1,
                table: game.table,
                variant: game.variant,
                recorded_at_ms,
                happened,
            });
        }
        count as u64
    }

    fn place(&mut self, player_in: &PlayerIn, now_ms: u64) {
        let standing = self.known.standings.get(player_in);
        let system = self.rulebook.system(&player_in.variant);
        if let Some((standing, system)) = standing.zip(system) {
            let placement = Placement::of(standing, system, self.rulebook.policy());
            let is_listed = placement.is_listed(now_ms);
            self.listed.insert(player_in.clone(), Listing { placement, is_listed });
        }
    }

    /// Takes those off whose time is over, those first whose time was over first.
    pub(super) fn unlist(&mut self, now_ms: u64, limit: usize) -> u32 {
        let listed = self.listed.iter_mut();
        let mut over: Vec<_> = listed
            .filter(|(_, listing)| listing.is_listed && !listing.placement.is_listed(now_ms))
            .collect();
        over.sort_by_key(|(player_in, listing)| {
            let until_ms = listing.placement.listed_until_ms;
            (until_ms, player_in.player.to_string(), player_in.variant.clone())
        });
        let mut unlisted = 0;
        for (_, listing) in over.into_iter().take(limit) {
            listing.is_listed = false;
            unlisted += 1;
        }
        unlisted
    }

    fn standings(&self) -> Vec<(PlayerIn, Standing)> {
        let standings = self.known.standings.iter();
        let mut standings: Vec<_> = standings
            .map(|(player_in, standing)| (player_in.clone(), *standing))
            .collect();
        standings.sort_by_key(|(player_in, _)| (player_in.player.to_string(), player_in.variant.clone()));
        standings
    }

    /// The players of a board, the best first.
    fn board(&self, board: &Board) -> Vec<(AccountId, Standing)> {
        let is_on = |(player_in, _): &(PlayerIn, Standing)| {
            let listing = self.listed.get(player_in);
            player_in.variant == board.variant
                && listing.is_some_and(|listing| listing.is_listed && listing.placement.bots == board.bots)
        };
        let mut players: Vec<_> = self.standings().into_iter().filter(is_on).collect();
        players.sort_by(|(one, standing), (other, others)| {
            let by_rating = others.rating.rating.total_cmp(&standing.rating.rating);
            by_rating.then_with(|| one.player.to_string().cmp(&other.player.to_string()))
        });
        players
            .into_iter()
            .map(|(player_in, standing)| (player_in.player, standing))
            .collect()
    }

    fn steps(&self, board: &Board) -> Vec<Step> {
        let mut steps: BTreeMap<i32, (u64, u64)> = BTreeMap::new();
        for (player_in, listing) in &self.listed {
            if player_in.variant == board.variant && listing.placement.bots == board.bots {
                let (listed, all) = steps.entry(listing.placement.points).or_default();
                *listed += u64::from(listing.is_listed);
                *all += 1;
            }
        }
        let steps = steps.into_iter();
        steps
            .map(|(points, (listed, all))| Step { points, listed, all })
            .collect()
    }

    fn history(&self, player_in: &PlayerIn) -> Vec<Change> {
        let changes = self.events.iter().flat_map(|event| event.happened.changes());
        let mut history: Vec<_> = changes
            .filter(|change| change.player_in() == *player_in)
            .cloned()
            .collect();
        history.sort_by_key(|change| Reverse(change.number));
        history
    }

    /// Whether a store says the same, to the last bit.
    pub(super) async fn compare(&self, store: &dyn RatingStore) -> Result<(), StoreError> {
        assert_eq!(store.events_after(0, ALL).await?, self.events);
        assert_eq!(store.head().await?.last, self.events.len() as u64);
        let standings = self.standings();
        let chains = store.chains(None, ALL).await?;
        assert_eq!(chains.len(), standings.len());
        for (chain, (player_in, standing)) in chains.iter().zip(&standings) {
            assert_eq!((&chain.player, &chain.standing), (player_in, standing));
            let history = self.history(player_in);
            assert_eq!(chain.last.as_ref(), history.first());
            assert_eq!(store.changes(player_in, None, ALL).await?, history);
            assert_chain(&history, standing);
        }
        let players: Vec<_> = standings.iter().map(|(player_in, _)| player_in.clone()).collect();
        let mut found = store.standings(&players).await?;
        found.sort_by_key(|(player_in, _)| (player_in.player.to_string(), player_in.variant.clone()));
        assert_eq!(found, standings);
        self.compare_boards(store).await
    }

    async fn compare_boards(&self, store: &dyn RatingStore) -> Result<(), StoreError> {
        for (variant, _) in self.rulebook.systems() {
            for bots in [false, true] {
                let variant = variant.id().to_owned();
                let board = Board { variant, bots };
                assert_eq!(store.distribution(&board).await?, self.steps(&board));
                let players = self.board(&board);
                compare_board(store, &board, &players).await?;
                for (player_in, _) in self.standings() {
                    let is_on = players.iter().any(|(player, _)| *player == player_in.player);
                    let ranked = store.rank(&board, player_in.player, 0).await?;
                    assert_eq!(ranked.is_some(), is_on, "{board:?} {player_in:?}");
                }
            }
        }
        Ok(())
    }

    pub(super) fn games_of(&self, table: TableId) -> Vec<RatingEvent> {
        let events = self.events.iter().filter(|event| event.table == table);
        events.cloned().collect()
    }

    pub(super) fn pair_games(&self, pair: &PairDay) -> u32 {
        self.known.pair_games.get(pair).copied().unwrap_or(0)
    }
}

/// The changes of a player, the last one first, are one chain that ends at the standing.
fn assert_chain(history: &[Change], standing: &Standing) {
    assert_eq!(history.first().map(|last| last.after), Some(standing.rating));
    assert_eq!(history.first().map(|last| last.number), Some(standing.changes));
    assert_eq!(history.last().map(|first| first.number), Some(1));
    for pair in history.windows(2) {
        assert_eq!((pair[0].number, pair[0].before), (pair[1].number + 1, pair[1].after));
    }
}

/// Whether a board is that of these players, in pages of any size and seen from each place on it.
async fn compare_board(
    store: &dyn RatingStore,
    board: &Board,
    players: &[(AccountId, Standing)],
) -> Result<(), StoreError> {
    let count = players.len() as u64;
    for size in [1, 3, 50] {
        let (mut after, mut rank) = (None, 1);
        for page in players.chunks(size) {
            let limit = u32::try_from(size).unwrap_or(ALL);
            let leaders = store.leaders(board, after.as_ref(), limit).await?;
            assert_eq!((leaders.players, leaders.first_rank), (count, rank));
            assert_eq!(leaders.leaders, page);
            rank += page.len() as u64;
            after = page.last().map(|(player, standing)| Rung {
                rating: standing.rating.rating,
                player: *player,
            });
        }
        let end = store.leaders(board, after.as_ref(), 5).await?;
        assert_eq!((end.players, end.first_rank), (count, count + 1));
        assert_eq!(end.leaders, []);
    }
    for (index, (player, _)) in players.iter().enumerate() {
        for neighbours in [0, 2] {
            let ranked = store.rank(board, *player, neighbours).await?;
            let first = index.saturating_sub(neighbours as usize);
            let last = players.len().min(index + neighbours as usize + 1);
            let found = ranked.map(|ranked| (ranked.players, ranked.rank, ranked.before, ranked.neighbours));
            let before = u32::try_from(index - first).unwrap_or(ALL);
            let expected = (count, index as u64 + 1, before, players[first..last].to_vec());
            assert_eq!(found, Some(expected), "{board:?} {index}");
        }
    }
    Ok(())
}
