//! What a player's client knows: the table as last heard of, and what the player is about to do.

use std::collections::HashMap;

use corners_client::proto::game::v1::{
    LegalMove, Presence, Side, Table, TableEvent, TableState, TableStatus, table_event::Kind,
};
use corners_client::proto::matchmaking::v1::watch_account_response::Message as AccountMessage;
use corners_client::proto::matchmaking::v1::{Origin, Rematch as OfferedRematch, StartedGame};
use corners_client::{GameClock, Link};
use corners_rules::Square;
use tokio::time::Instant;

use super::act::{Action, Play};
use super::board::{Board, squares};
use super::describe;

/// Everything that the page shows. Time comes in as a value.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    account: String,
    /// How somebody else joins, as a command.
    pub(crate) join: String,
    pub(crate) table: Table,
    pub(crate) board: Board,
    pub(crate) cursor: Square,
    /// The piece that is to move.
    pub(crate) selected: Option<Square>,
    /// A move being typed.
    pub(crate) typed: String,
    pub(crate) question: Option<Question>,
    pub(crate) notice: Option<Notice>,
    /// Whether an action is on its way.
    pub(crate) acting: bool,
    /// What the players are called, as far as it is known; empty while it was asked for and has not been told.
    names: HashMap<String, String>,
    /// Who is at the table; none before anything was said.
    pub(crate) presence: Option<Presence>,
    pub(crate) link: Link,
    pub(crate) clock: GameClock,
    pub(crate) now: Instant,
    /// When the connection broke: game time may stand still since then.
    broken_at: Option<Instant>,
    /// When the turn that is on was first seen.
    turn_seen_at: Instant,
    /// The newest version that an answer spoke of; until the watch has it, the state is known to be old.
    answered: u64,
    /// How playing again stands.
    pub(crate) rematch: Rematch,
    /// What the game has done to this account's rating; none before it is known.
    pub(crate) rating: Option<String>,
}

/// How playing again stands, once the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rematch {
    /// Nobody has offered it.
    #[default]
    Nobody,
    /// This account has.
    Own,
    /// The rival has.
    Rival,
    /// It was offered, and there will be none.
    Ended,
}

/// Something to be sure of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Question {
    /// Whether to do it.
    Sure(Action),
    /// Whether to leave.
    Leave,
}

/// A line for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// Whether something went wrong.
    pub(crate) is_bad: bool,
}

impl Model {
    pub(crate) fn new(account: &str, join: String, table: Table, now: Instant) -> Self {
        let mut model = Self {
            account: account.to_owned(),
            join,
            board: Board::empty(8),
            table: Table::default(),
            cursor: Square::A1,
            selected: None,
            typed: String::new(),
            question: None,
            notice: None,
            acting: false,
            names: HashMap::new(),
            link: Link::Connecting,
            clock: GameClock::new(),
            now,
            presence: None,
            broken_at: None,
            turn_seen_at: now,
            answered: 0,
            rematch: Rematch::Nobody,
            rating: None,
        };
        model.take_table(table);
        model.cursor = model.home_corner();
        model
    }

    /// The state as last heard of. (Tables have one; the empty state stands in for a server that broke the contract.)
    pub(crate) fn state(&self) -> &TableState {
        static NOTHING: std::sync::LazyLock<TableState> = std::sync::LazyLock::new(TableState::default);
        self.table.state.as_ref().unwrap_or(&NOTHING)
    }

    /// The side that this account plays; nobody's for those who look on.
    pub(crate) fn side(&self) -> Side {
        let seats = &self.state().seats;
        let own = seats.iter().find(|seat| seat.account == self.account);
        own.map_or(Side::Unspecified, |seat| seat.side())
    }

    /// The side that sits at the bottom of the board.
    pub(crate) fn bottom(&self) -> Side {
        if self.side() == Side::Black {
            Side::Black
        } else {
            Side::White
        }
    }

    /// Whether this account is to move, as far as is known.
    pub(crate) fn is_my_turn(&self) -> bool {
        let state = self.state();
        state.status() == TableStatus::Playing
            && state.side_to_move() == self.side()
            && self.side() != Side::Unspecified
            && self.version() >= self.answered()
    }

    /// Whether nothing changes any more.
    pub(crate) fn is_over(&self) -> bool {
        self.state().status() == TableStatus::Finished
    }

    /// Whether this account has played a game to its end here, against somebody whom it can play again.
    pub(crate) fn may_rematch(&self) -> bool {
        let seats = &self.state().seats;
        let has_rival = seats.iter().any(|seat| seat.account != self.account);
        self.is_over() && has_rival && self.side() != Side::Unspecified
    }

    /// Whether the game changes this account's rating.
    pub(crate) fn is_for_rating(&self) -> bool {
        self.table.rated && self.side() != Side::Unspecified
    }

    /// What matchmaking says of playing again. Answers the table of the new game once there is one.
    pub(crate) fn take_news(&mut self, news: AccountMessage) -> Option<String> {
        match news {
            AccountMessage::Snapshot(snapshot) => {
                snapshot.rematches.iter().for_each(|rematch| self.take_rematch(rematch));
                snapshot.games.iter().find_map(|game| self.continued_at(game))
            }
            AccountMessage::GameStarted(game) => self.continued_at(&game),
            AccountMessage::RematchOffered(rematch) => {
                self.take_rematch(&rematch);
                None
            }
            AccountMessage::RematchEnded(table) if table == self.table.id => {
                self.rematch = Rematch::Ended;
                None
            }
            _ => None,
        }
    }

    /// Takes an offer to play again.
    pub(crate) fn take_rematch(&mut self, rematch: &OfferedRematch) {
        if rematch.table == self.table.id {
            let is_own = rematch.offered_by == self.account;
            self.rematch = if is_own { Rematch::Own } else { Rematch::Rival };
        }
    }

    fn continued_at(&self, game: &StartedGame) -> Option<String> {
        let is_of_this = game.origin() == Origin::Rematch && game.source == self.table.id;
        is_of_this.then(|| game.table.clone())
    }

    /// The newest version that an answer spoke of.
    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    pub(crate) fn version(&self) -> u64 {
        self.state().version.as_ref().map_or(0, |version| version.number)
    }

    /// The legal moves of the piece on a square.
    pub(crate) fn moves_from(&self, square: Square) -> impl Iterator<Item = &LegalMove> {
        let legal: &[LegalMove] = if self.is_my_turn() {
            &self.state().legal_moves
        } else {
            &[]
        };
        legal
            .iter()
            .filter(move |legal| squares(&legal.path).first() == Some(&square))
    }

    /// The legal move between two squares.
    pub(crate) fn move_between(&self, from: Square, to: Square) -> Option<&LegalMove> {
        self.moves_from(from)
            .find(|legal| squares(&legal.path).last() == Some(&to))
    }

    /// The side whose offer this account can answer, and whether it is a takeback.
    pub(crate) fn open_offer(&self) -> Option<(Side, Offer)> {
        let (state, own) = (self.state(), self.side());
        let of = |side: Side, offer| (side != Side::Unspecified).then_some((side, offer));
        let offer = of(state.draw_offer(), Offer::Draw).or(of(state.takeback_offer(), Offer::Takeback));
        offer.filter(|(side, _)| own != Side::Unspecified && *side != own)
    }

    /// The move as an action for the turn that is on.
    pub(crate) fn play(&self, path: Vec<String>, confirmed: bool) -> Action {
        Action::Play(Play {
            path,
            confirmed,
            turn: self.state().turn.clone(),
            thought: self.now.saturating_duration_since(self.turn_seen_at),
        })
    }

    /// The moment that clocks are drawn for.
    pub(crate) fn clock_moment(&self) -> Instant {
        self.broken_at.unwrap_or(self.now)
    }

    pub(crate) fn take_table(&mut self, table: Table) {
        let state = table.state.clone().unwrap_or_default();
        if table.game_time_ms > 0 {
            self.clock.record_at_least(self.now, table.game_time_ms);
        }
        self.presence = table.presence.clone();
        self.table = table;
        self.take_state(state);
    }

    pub(crate) fn take_event(&mut self, event: TableEvent) {
        match &event.kind {
            Some(Kind::MovePlayed(played)) => self.table.moves.extend(played.r#move.clone()),
            Some(Kind::MovesTakenBack(back)) => {
                let left = self.table.moves.len().saturating_sub(back.plies as usize);
                self.table.moves.truncate(left);
            }
            _ => {}
        }
        if let Some(text) = describe::event(&event) {
            self.notice = Some(Notice { text, is_bad: false });
        }
        let state = event.state.unwrap_or_default();
        if let Some(clocks) = &state.clocks {
            self.clock.record_at_least(self.now, clocks.game_time_ms);
        }
        self.take_state(state);
    }

    /// An answer tells which version the watch is going to bring.
    pub(crate) fn take_answer(&mut self, state: &TableState) {
        self.answered = state.version.as_ref().map_or(0, |version| version.number);
    }

    /// The players whose names nobody has asked for; after this, somebody has.
    pub(crate) fn nameless(&mut self) -> Vec<String> {
        let seats = self.table.state.iter().flat_map(|state| &state.seats);
        let seated: Vec<_> = seats.map(|seat| seat.account.clone()).collect();
        // Two players at most: it stays as small as the table.
        self.names.retain(|account, _| seated.contains(account));
        let unknown = seated.into_iter().filter(|account| !self.names.contains_key(account));
        let unknown: Vec<_> = unknown.collect();
        let asked = unknown.iter().map(|account| (account.clone(), String::new()));
        self.names.extend(asked);
        unknown
    }

    /// Takes the names of players.
    pub(crate) fn take_names(&mut self, names: Vec<(String, String)>) {
        for (account, name) in names {
            if let Some(known) = self.names.get_mut(&account) {
                *known = name;
            }
        }
    }

    /// What a player is called, if it is known.
    pub(crate) fn name(&self, account: &str) -> Option<&str> {
        self.names
            .get(account)
            .map(String::as_str)
            .filter(|name| !name.is_empty())
    }

    pub(crate) fn take_link(&mut self, link: Link) {
        self.broken_at = match link {
            Link::Broken(_) => self.broken_at.or(Some(self.now)),
            _ => None,
        };
        self.link = link;
    }

    fn take_state(&mut self, state: TableState) {
        let turn_before = self.table.state.as_ref().and_then(|before| before.turn.as_ref());
        if turn_before != state.turn.as_ref() {
            self.turn_seen_at = self.now;
            self.selected = None;
        }
        let size = self.table.variant.as_ref().map_or(8, |variant| variant.board_size);
        self.board = Board::read(size, &state.position);
        self.table.state = Some(state);
        if self.is_over() {
            (self.question, self.selected, self.notice) = (None, None, None);
            self.typed.clear();
        }
    }

    fn home_corner(&self) -> Square {
        let corner = self
            .board
            .rows(self.bottom())
            .pop()
            .and_then(|row| row.first().copied());
        corner.unwrap_or(Square::A1)
    }
}

/// What a side may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    Draw,
    Takeback,
}
