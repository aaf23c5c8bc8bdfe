//! A player's move: sent until it is answered, sometimes twice, sometimes by somebody who hangs up.

use std::time::Duration;

use corners_client::Error;
use corners_client::proto::game::v1::{PlayMoveRequest, PlayMoveResponse};
use corners_client::proto::ids::RequestId;
use corners_test_invariants::{Acknowledged, Sent};
use rand::RngExt;
use tokio::time::{sleep, timeout};

use crate::player::{Decision, Player};
use crate::record::{color, moment};
use crate::time::{Ms, now};

/// How soon a person whose client gave up tries again.
const AGAIN_AFTER: Duration = Duration::from_millis(200);

impl Player {
    pub(crate) async fn make_move(&mut self, table: &str, decision: &Decision) {
        let Some(path) = self.choose(&decision.state.legal_moves) else {
            return self
                .person
                .record
                .problem(format!("{} has no move to choose", self.person.name));
        };
        let turn = decision.state.turn.clone();
        let sent = Sent {
            turn: turn.as_ref().map_or(0, |turn| turn.number) + 1,
            side: color(self.side),
            path: path.clone(),
        };
        let (thought_about, side) = (sent.turn - 1, sent.side);
        self.person.record.of_table(table, |table| {
            table.sent.push(sent);
            // Whoever first waited for the answer to a draw offer acts only now.
            let mut intents = table.intents.iter_mut().rev();
            if let Some(intent) = intents.find(|intent| intent.turn == thought_about && intent.side == side) {
                intent.acts = Some(moment(now()));
            }
        });
        let request = PlayMoveRequest {
            table: table.to_owned(),
            request_id: RequestId::random().to_string(),
            expected_turn: turn,
            path: path.split('-').map(str::to_owned).collect(),
            confirm_return_home: true,
            think_time: self.claimed(decision.thought_ms),
            ..Default::default()
        };
        let at = now();
        if self.person.random.random_bool(0.05) {
            self.hang_up(&request).await;
        }
        let answer = loop {
            match self.person.session.play_move(request.clone()).await {
                Err(error @ Error::Unreachable { .. }) => {
                    self.note("moves", Err(error));
                    sleep(AGAIN_AFTER).await;
                }
                answer => break answer,
            }
        };
        match answer.map(|answer| acknowledged(answer, at)) {
            Ok(Some(acknowledged)) => {
                if self.person.random.random_bool(0.05) {
                    self.repeat(request, &acknowledged).await;
                }
                self.note("moves", Ok(()));
                self.person
                    .record
                    .of_table(table, |table| table.acknowledged.push(acknowledged));
            }
            Ok(None) => self
                .person
                .record
                .problem(format!("{} had half an answer", self.person.name)),
            Err(error) => self.note("moves", Err(error)),
        }
    }

    /// Sends the call and does not wait for the answer.
    async fn hang_up(&mut self, request: &PlayMoveRequest) {
        let patience = Duration::from_millis(self.person.random.random_range(0..60));
        let answered = timeout(patience, self.person.session.play_move(request.clone()))
            .await
            .is_ok();
        self.note(if answered { "wanted to hang up" } else { "hangs up" }, Ok(()));
    }

    /// Sends the call once more after its answer: it is answered as the first time.
    async fn repeat(&self, request: PlayMoveRequest, first: &Acknowledged) {
        let at = now();
        let again = match self.person.session.play_move(request).await {
            Ok(answer) => acknowledged(answer, at),
            Err(error) => return self.note("repeats its move", Err(error)),
        };
        let same = again.is_some_and(|again| {
            (again.turn, &again.event_id, &again.path) == (first.turn, &first.event_id, &first.path)
        });
        if !same {
            self.person
                .record
                .problem(format!("{} had another answer to the same call", self.person.name));
        }
    }

    /// What the client says that its player thought: most say how it was, some nothing, some that it was no time at all.
    fn claimed(&mut self, thought_ms: Ms) -> Option<prost_types::Duration> {
        let claimed_ms = match self.person.random.random_range(0..10) {
            0 => return None,
            1 => 0,
            _ => thought_ms,
        };
        prost_types::Duration::try_from(Duration::from_millis(claimed_ms)).ok()
    }
}

fn acknowledged(answer: PlayMoveResponse, sent: Ms) -> Option<Acknowledged> {
    let turn = answer.state?.turn?;
    Some(Acknowledged {
        turn: turn.number,
        event_id: turn.event_id,
        path: answer.r#move?.path,
        sent: moment(sent),
        answered: moment(now()),
    })
}
