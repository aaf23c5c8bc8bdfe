//! The command lines of those who look for somebody to play with.

use clap::{Args, ValueEnum};
use corners_client::proto::game::v1::TimeControl;
use corners_client::proto::matchmaking::v1::{ColourWish, Terms};

use crate::place::PlaceArgs;
use crate::play::time_control;
use crate::who::WhoArgs;

/// Where the platform is, as whom to call it, and for whom to print.
#[derive(Debug, Args)]
pub(crate) struct CallerArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    #[command(flatten)]
    pub(crate) who: WhoArgs,
    /// Print messages of the contract, a JSON object a line, and do not play
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is offered.
#[derive(Debug, Args)]
pub(crate) struct TermsArgs {
    /// The variant
    pub(super) variant: String,
    /// How time is kept: minutes+seconds a move (5+3), days a move (3d), or untimed
    #[arg(long, default_value = "5+3", value_parser = time_control::parse)]
    pub(super) time: TimeControl,
    /// For rating points
    #[arg(long)]
    pub(super) rated: bool,
    /// The side to play
    #[arg(long, value_name = "SIDE")]
    pub(super) colour: Option<Colour>,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// White, who begins.
    White,
    /// Black.
    Black,
}

impl TermsArgs {
    pub(super) fn terms(&self) -> Terms {
        Terms {
            variant: self.variant.clone(),
            time_control: Some(self.time),
            rated: self.rated,
        }
    }

    pub(super) fn colour(&self) -> ColourWish {
        match self.colour {
            None => ColourWish::Unspecified,
            Some(Colour::White) => ColourWish::White,
            Some(Colour::Black) => ColourWish::Black,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PoolsArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// Only those of this variant
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) variant: String,
    /// Print messages of the contract, a JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LobbyArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// Print what there is, and do not follow
    #[arg(long)]
    pub(super) once: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SeekArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    #[command(flatten)]
    pub(super) terms: TermsArgs,
    /// Only for players who are rated so high or higher
    #[arg(long, value_name = "RATING", allow_negative_numbers = true)]
    pub(super) lowest: Option<i32>,
    /// Only for players who are rated so high or lower
    #[arg(long, value_name = "RATING", allow_negative_numbers = true)]
    pub(super) highest: Option<i32>,
}

#[derive(Debug, Args)]
pub(crate) struct ChallengeArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    #[command(flatten)]
    pub(super) terms: TermsArgs,
    /// The account of the player who is challenged; without it, the first who has the challenge's id may accept it
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) account: String,
    /// Answer this challenge with other terms
    #[arg(long, value_name = "CHALLENGE", default_value = "", hide_default_value = true)]
    pub(super) counter: String,
}

#[derive(Debug, Args)]
pub(crate) struct OfferArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// The id of a challenge or of a seek
    pub(super) id: String,
}

#[derive(Debug, Args)]
pub(crate) struct DeclineArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// The id of a challenge
    pub(super) id: String,
    /// Why
    #[arg(long, value_name = "REASON")]
    pub(super) reason: Option<Why>,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Why {
    /// Not now.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Another time control, please.
    TimeControl,
    /// Only rated games.
    Rated,
    /// Only casual games.
    Casual,
    /// Another variant, please.
    Variant,
    /// No games against programs.
    NoBots,
    /// Only games against programs.
    OnlyBots,
    /// Takes no challenges.
    NoChallenges,
}

#[derive(Debug, Args)]
pub(crate) struct RematchArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// The table of a game that is over
    pub(super) table: String,
}

#[derive(Debug, Args)]
pub(crate) struct BlockArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// The player's account; without it, those who are blocked are printed
    pub(super) account: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct UnblockArgs {
    #[command(flatten)]
    pub(super) caller: CallerArgs,
    /// The player's account
    pub(super) account: String,
}

#[derive(Debug, Args)]
pub(crate) struct EventsArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    #[command(flatten)]
    pub(super) who: WhoArgs,
    /// Begin behind the message with this mark
    #[arg(long, value_name = "MARK")]
    pub(super) after: Option<String>,
}
