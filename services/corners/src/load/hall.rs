//! Places with their players and spectators, and the moves that wait to be played.

use std::sync::Arc;
use std::time::Duration;

use corners_client::Session;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::measured::Measured;
use super::place::{Place, Ready};
use super::shown::Shown;
use super::spectator::Spectator;

/// The most time that everybody has to take a seat.
const SEATED_WITHIN: Duration = Duration::from_secs(60);

/// How many streams are being opened at once.
pub(crate) const OPENED_AT_ONCE: usize = 1000;

/// Places for tables. The players and spectators leave when it is dropped.
#[derive(Debug)]
pub(crate) struct Hall {
    ready: mpsc::UnboundedReceiver<Ready>,
    places: Vec<watch::Receiver<Option<Arc<Shown>>>>,
    everybody: JoinSet<()>,
}

/// Held by those who are not there yet. When all are dropped, everybody is.
pub(crate) type NotThereYet = mpsc::Sender<()>;

impl Hall {
    /// Seats players in so many places. The two of a place are on different connections.
    pub(crate) async fn open(players: &[Session], places: usize, measured: &Measured) -> Self {
        let (ready_in, ready) = mpsc::unbounded_channel();
        let mut hall = Self {
            ready,
            places: Vec::with_capacity(places),
            everybody: JoinSet::new(),
        };
        let pairs = players.iter().zip(players.iter().cycle().skip(1)).cycle();
        for (white, black) in pairs.take(places) {
            let (shown, place) = watch::channel(None);
            hall.places.push(place);
            let place = Place {
                white: white.clone(),
                black: black.clone(),
                measured: measured.clone(),
                ready: ready_in.clone(),
                shown,
            };
            hall.everybody.spawn(place.run());
        }
        hall.wait_until_seated().await;
        hall
    }

    /// Whoever cannot be seated in time is left out; why is counted as a failure.
    async fn wait_until_seated(&mut self) {
        let seated = async {
            for place in &mut self.places {
                // Fails when the place is gone, which it never is before the hall.
                let _ = place.wait_for(Option::is_some).await;
            }
        };
        let _ = timeout(SEATED_WITHIN, seated).await;
    }

    /// Lets spectators in, spread over the places, and waits until each sees its table.
    pub(crate) async fn let_in(&mut self, watchers: &[Session], count: usize, of: Spectator, measured: &Measured) {
        let seats: Vec<_> = watchers
            .iter()
            .cycle()
            .zip(self.places.iter().cycle())
            .take(count)
            .collect();
        for at_once in seats.chunks(OPENED_AT_ONCE) {
            let (not_there, all_there) = mpsc::channel(1);
            for (watcher, place) in at_once {
                let follow = of.follow(
                    (*watcher).clone(),
                    (*place).clone(),
                    measured.clone(),
                    not_there.clone(),
                );
                self.everybody.spawn(follow);
            }
            drop(not_there);
            until_all_are_there(all_there).await;
        }
    }

    /// Plays a move for every moment, at whatever table has waited longest, and waits for the last answer.
    pub(crate) async fn play(&mut self, mut moments: mpsc::Receiver<Instant>, measured: &Measured) {
        let mut playing = JoinSet::new();
        while let Some(due) = moments.recv().await {
            let Some(next) = self.ready.recv().await else { break };
            playing.spawn(next.play(due, measured.clone()));
            while playing.try_join_next().is_some() {}
        }
        while playing.join_next().await.is_some() {}
    }
}

/// Waits until everybody is there, but not for ever.
pub(crate) async fn until_all_are_there(mut all_there: mpsc::Receiver<()>) {
    let _ = timeout(SEATED_WITHIN, all_there.recv()).await;
}
