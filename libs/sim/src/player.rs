//! A player: sees its turn, thinks, and does what people do.

use std::time::Duration;

use corners_client::Error;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{
    AcceptDrawRequest, AcceptTakebackRequest, ClaimGameRequest, DeclineDrawRequest, DeclineTakebackRequest, LegalMove,
    OfferDrawRequest, OfferTakebackRequest, ResignRequest, Side, TableState, TableStatus, TakebackPolicy,
};
use corners_client::proto::ids::RequestId;
use corners_test_invariants::Intent;
use rand::RngExt;
use tokio::time::{Instant, sleep, sleep_until};

use crate::person::{Following, Person};
use crate::plan::{Control, GamePlan};
use crate::record::{color, moment};
use crate::time::{Ms, now};

/// What refusals a player lives with: the table has gone on, or the offer is not to be had.
const EXPECTED: [Reason; 11] = [
    Reason::GameOver,
    Reason::StaleTurn,
    Reason::NotYourTurn,
    Reason::FlagFallen,
    Reason::NoOffer,
    Reason::OfferPending,
    Reason::AlreadyOffered,
    Reason::NothingToTakeBack,
    Reason::TakebackLimit,
    Reason::TakebacksOff,
    Reason::NotClaimable,
];

/// A player at a table.
pub(crate) struct Player {
    pub(crate) person: Person,
    pub(crate) game: GamePlan,
    pub(crate) side: Side,
    /// After so many turns of its own a player has had enough.
    pub(crate) patience: u32,
    /// The turn that was thought about last.
    pub(crate) thought_about: Option<u32>,
    pub(crate) decision: Option<Decision>,
}

/// What a player is going to do in its turn.
pub(crate) struct Decision {
    at: Instant,
    what: Doing,
    pub(crate) state: TableState,
    pub(crate) thought_ms: Ms,
}

enum Doing {
    Move { offering_a_draw: bool },
    Resign,
}

impl Player {
    /// Plays to the end.
    pub(crate) async fn play(mut self, table: &str) {
        let mut following = Following::new(&self.person, table);
        loop {
            let wake = self.decision.as_ref().map(|decision| decision.at);
            tokio::select! {
                biased;
                state = following.next() => match state {
                    Some(state) if state.status() == TableStatus::Finished => return,
                    Some(state) => self.see(table, state).await,
                    None => return self.person.record.problem(format!("{} has seen no end", self.person.name)),
                },
                () = until(wake) => self.act(table).await,
            }
        }
    }

    async fn see(&mut self, table: &str, state: TableState) {
        let turn = state.turn.as_ref().map(|turn| turn.number);
        if state.status() != TableStatus::Playing || turn.is_none() {
            return;
        }
        self.answer_offers(table, &state).await;
        if state.side_to_move() == self.side {
            if self.thought_about != turn {
                self.thought_about = turn;
                self.decide(table, state);
            }
            return;
        }
        self.decision = None;
        if self.game.takebacks == TakebackPolicy::Agreed && self.person.random.random_bool(0.02) {
            let request = OfferTakebackRequest {
                table: table.to_owned(),
                expected_turn: state.turn.clone(),
                ..Default::default()
            };
            let offered = self.person.session.offer_takeback(request).await.map(drop);
            self.note("offers a takeback", offered);
        }
        if self.person.random.random_bool(0.01) {
            let request = ClaimGameRequest {
                table: table.to_owned(),
                ..Default::default()
            };
            let claimed = self.person.session.claim_game(request).await.map(drop);
            self.note("claims the game", claimed);
        }
    }

    /// Makes up its mind about a turn, and when to act.
    fn decide(&mut self, table: &str, state: TableState) {
        let turn = state.turn.as_ref().map_or(0, |turn| turn.number);
        let runs = state
            .clocks
            .as_ref()
            .is_some_and(|clocks| clocks.running() == self.side);
        let is_fast = matches!(self.game.control, Control::RealTime { .. });
        let random = &mut self.person.random;
        let sleeps = (runs && is_fast && random.random_bool(0.02)) || self.game.is_forgotten;
        let thought_ms = match random.random_range(0..10) {
            0 => 0,
            1..=6 => random.random_range(20..300),
            _ => random.random_range(300..1_200),
        };
        self.patience = self.patience.saturating_sub(1);
        let what = if self.patience == 0 || random.random_bool(0.01) {
            Doing::Resign
        } else {
            Doing::Move {
                offering_a_draw: random.random_bool(0.04),
            }
        };
        let intent = Intent {
            turn,
            side: color(self.side),
            at: self.game.host_of(self.side),
            seen: moment(now()),
            acts: (!sleeps).then(|| moment(now() + thought_ms)),
        };
        self.person.record.of_table(table, |table| table.intents.push(intent));
        self.decision = (!sleeps).then(|| Decision {
            at: Instant::now() + Duration::from_millis(thought_ms),
            what,
            state,
            thought_ms,
        });
    }

    async fn act(&mut self, table: &str) {
        let Some(decision) = self.decision.take() else { return };
        match decision.what {
            Doing::Resign => self.resign(table).await,
            Doing::Move { offering_a_draw } => {
                if offering_a_draw {
                    let request = OfferDrawRequest {
                        table: table.to_owned(),
                        expected_turn: decision.state.turn.clone(),
                        ..Default::default()
                    };
                    let offered = self.person.session.offer_draw(request).await.map(drop);
                    self.note("offers a draw", offered);
                }
                self.make_move(table, &decision).await;
            }
        }
    }

    async fn resign(&mut self, table: &str) {
        let request = ResignRequest {
            table: table.to_owned(),
            request_id: RequestId::random().to_string(),
            ..Default::default()
        };
        while let Err(Error::Unreachable { .. }) = self.resigned(&request).await {
            sleep(Duration::from_millis(200)).await;
        }
    }

    async fn resigned(&self, request: &ResignRequest) -> Result<(), Error> {
        let resigned = self.person.session.resign(request.clone()).await.map(drop);
        self.note("resigns", resigned.clone());
        resigned
    }

    async fn answer_offers(&mut self, table: &str, state: &TableState) {
        let of_other = |side: Side| side != Side::Unspecified && side != self.side;
        let (draw, takeback) = (of_other(state.draw_offer()), of_other(state.takeback_offer()));
        let answers = self.person.random.random_range(0..10);
        let (table, expected_turn) = (table.to_owned(), state.turn.clone());
        let session = &self.person.session;
        let answered = match (draw, takeback, answers) {
            (true, _, 0..=2) => {
                let request = AcceptDrawRequest {
                    table,
                    expected_turn,
                    ..Default::default()
                };
                session.accept_draw(request).await.map(drop)
            }
            (true, _, 3..=6) => {
                let request = DeclineDrawRequest {
                    table,
                    expected_turn,
                    ..Default::default()
                };
                session.decline_draw(request).await.map(drop)
            }
            (_, true, 0..=5) => {
                let request = AcceptTakebackRequest {
                    table,
                    expected_turn,
                    ..Default::default()
                };
                session.accept_takeback(request).await.map(drop)
            }
            (_, true, 6..=8) => {
                let request = DeclineTakebackRequest {
                    table,
                    expected_turn,
                    ..Default::default()
                };
                session.decline_takeback(request).await.map(drop)
            }
            _ => return,
        };
        self.note("answers an offer", answered);
    }

    /// Notes what became of a call; a refusal that nothing explains is a problem.
    pub(crate) fn note(&self, what: &str, outcome: Result<(), Error>) {
        let Err(error) = outcome else {
            return self.person.record.note(&self.person.name, what);
        };
        self.person
            .record
            .note(&self.person.name, format_args!("{what}: {error}"));
        let is_expected = matches!(error, Error::Unreachable { .. }) || EXPECTED.iter().any(|reason| error.is(*reason));
        if !is_expected {
            self.person
                .record
                .problem(format!("{} {what}: {error}", self.person.name));
        }
    }

    /// One of the legal moves, none that loses at once if there is another.
    pub(crate) fn choose(&mut self, legal: &[LegalMove]) -> Option<String> {
        let staying: Vec<_> = legal.iter().filter(|legal| !legal.returns_home).collect();
        let candidates = if staying.is_empty() {
            legal.iter().collect()
        } else {
            staying
        };
        let chosen = self.person.random.random_range(0..candidates.len().max(1));
        candidates.get(chosen).map(|legal| legal.path.clone())
    }
}

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
