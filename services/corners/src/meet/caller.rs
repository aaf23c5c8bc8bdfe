//! Whoever looks for somebody to play with, and what is said to whom.

use std::io::{self, Write};

use corners_client::proto::matchmaking::v1::StartedGame;
use corners_client::{Corners, Options};
use corners_service::startup::MainError;

use super::cli::CallerArgs;
use crate::contract::Contract;
use crate::play::{self, Console, Manner, Seat, found, message};
use crate::who::Who;

/// A caller.
pub(super) struct Caller {
    args: CallerArgs,
    pub(super) who: Who,
    contract: Contract,
}

impl Caller {
    /// Whoever the command line means: the player of this machine, unless it names somebody.
    pub(super) async fn new(args: CallerArgs) -> Result<Self, MainError> {
        // What is waited for lasts as long as whoever waits.
        let options = if args.json { Options::default() } else { play::patient() };
        let corners: Corners = args.place.connect(options).await?;
        let who = args.who.player(&corners, &args.place, message).await?;
        Ok(Self {
            args,
            who,
            contract: Contract::new()?,
        })
    }

    /// Says something: a sentence to people, an object to programs.
    pub(super) fn say(&self, sentence: &str, name: &str, object: &impl prost::Message) -> Result<(), MainError> {
        let output = &mut io::stdout().lock();
        if self.args.json {
            return self.contract.write(output, name, object);
        }
        writeln!(output, "{sentence}")?;
        Ok(output.flush()?)
    }

    /// Whether a program reads.
    pub(super) fn is_program(&self) -> bool {
        self.args.json
    }

    /// The command that accepts an offer, as it can be typed.
    pub(super) fn accept_command(&self, id: &str) -> String {
        play::command(&self.args.place, &format!("accept {id}"))
    }

    /// Plays a game that has started; a program is told of it and plays by itself.
    pub(super) async fn play(self, game: &StartedGame, console: &mut Console) -> Result<(), MainError> {
        let sentence = if self.is_program() {
            String::new()
        } else {
            found(&self.who.session, game).await
        };
        self.say(&sentence, "corners.matchmaking.v1.StartedGame", game)?;
        if self.is_program() {
            self.who.leave().await;
            return Ok(());
        }
        let seat = Seat::at(self.who, &game.table, &self.args.place).await?;
        play::sit(&self.args.place, seat, Manner::Met, console).await
    }
}
