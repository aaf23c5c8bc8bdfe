//! The command line.

use clap::{Parser, Subcommand};

use crate::admin::AdminArgs;
use crate::games::GamesArgs;
use crate::load::LoadArgs;
use crate::meet::{
    BlockArgs, ChallengeArgs, DeclineArgs, EventsArgs, LobbyArgs, OfferArgs, PoolsArgs, RematchArgs, SeekArgs,
    UnblockArgs,
};
use crate::play::PlayArgs;
use crate::ratings::RatingsArgs;
use crate::results::ResultsArgs;
use crate::rules::RulesCommand;
use crate::up::UpCommand;

/// Corners (Ugolki): a race on a draughts board, over gRPC.
///
/// Each side begins in its home corner and wins by being first to occupy every square of the opposite one. Pieces step
/// or jump; nothing is captured.
#[derive(Debug, Parser)]
#[command(name = "corners", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play at a table, in this terminal
    ///
    /// Waits for an opponent of about the own rating, or makes a table, takes White and prints the command for the other
    /// player, or takes the free seat of a table:
    ///
    ///   corners play --find classic-3x3 --time 3+2
    ///   corners play
    ///   corners play --variant diagonal-3x3 --time 1+2
    ///   corners play --join TABLE
    ///   corners play --watch TABLE
    ///
    /// Arrows and Enter choose a piece and where it goes, Tab goes through what is possible, and c3-d3 can be typed
    /// too. If the connection breaks or the platform restarts, the game goes on by itself.
    ///
    /// --find needs no account: the first time, it makes a player of this machine, with a name and a password that are kept
    /// with its guests (below), and says so; from then on it plays as that player. Another terminal plays as another
    /// player. --name or --token-file is for those who have an account. Games are rated, unless --casual says otherwise.
    /// q, Escape, Ctrl-C or the line quit stops waiting. When the game is over, M or the line rematch offers to play it
    /// again, with colours swapped.
    ///
    /// Everybody else is a new guest, unless --name signs a player in. This machine keeps its guests' seats (in
    /// $XDG_STATE_HOME/corners or ~/.local/state/corners) until their games are over: after a closed terminal, --resume
    /// goes back to the seat that was left last, --resume TABLE to the one at that table.
    ///
    /// When standard input or output is not a terminal, the table is printed after each event, and one move or command
    /// is read a line: c3-d3 (a path c3-e3-e5 too; with ! to return home and lose), moves c3, draw, accept, decline,
    /// takeback, resign, abort, claim, rematch, help, quit. Lines are done in order; a move waits for its turn. What is refused is said
    /// in one line that begins with "refused:", and the next line is read. At the end of the input the game is shown to
    /// its end.
    #[command(verbatim_doc_comment)]
    Play(PlayArgs),
    /// Print the pools in which `play --find` waits, and how many wait
    Pools(PoolsArgs),
    /// Print the seeks of the lobby, and follow what becomes of them: + comes, - goes
    Lobby(LobbyArgs),
    /// Offer a game to everybody in the lobby, wait until somebody accepts it, and play
    ///
    ///   corners seek classic-3x3 --time 10+5 --rated --colour white
    ///
    /// As the player of this machine, whom `play --find` makes, too; --name or --token-file names another.
    #[command(verbatim_doc_comment)]
    Seek(SeekArgs),
    /// Challenge a player, wait for the answer, and play; without an account, whoever has the challenge's id first
    ///
    ///   corners challenge classic-3x3 ACCOUNT --time 5+3 --rated
    ///   corners challenge classic-3x3
    #[command(verbatim_doc_comment)]
    Challenge(ChallengeArgs),
    /// Accept a challenge, or a seek of the lobby, and play
    Accept(OfferArgs),
    /// Decline a challenge
    Decline(DeclineArgs),
    /// Offer to play a game again that is over, or accept the other player's offer, and play
    Rematch(RematchArgs),
    /// Block a player: neither is paired with the other, or can challenge the other; or print who is blocked
    Block(BlockArgs),
    /// Block a player no longer
    Unblock(UnblockArgs),
    /// Follow what concerns the account: challenges, offers, games that start; a message of the contract a line, as JSON
    ///
    ///   corners events --token-file bot-token
    ///
    /// First comes a snapshot. Each line has a mark; --after goes on behind it.
    #[command(verbatim_doc_comment)]
    Events(EventsArgs),
    /// Play games at a fixed rate against a platform, and report how long its answers took
    Load(LoadArgs),
    /// Look at finished games
    ///
    ///   corners games list --player ACCOUNT --variant classic-3x3
    ///   corners games show TABLE
    ///   corners games export --from 2030-01-01T00:00:00Z > games.txt
    #[command(verbatim_doc_comment)]
    Games(GamesArgs),
    /// Look at ratings: of players, their history, leaderboards, and what became of rated games
    ///
    ///   corners ratings show ACCOUNT
    ///   corners ratings history ACCOUNT --variant classic-3x3
    ///   corners ratings leaders --variant classic-3x3
    ///   corners ratings follow --token-file data/admin-token >> ratings.jsonl
    #[command(verbatim_doc_comment)]
    Ratings(RatingsArgs),
    /// Follow the results of all games: a CloudEvent a line, those there are and then whatever comes
    ///
    ///   corners results >> results.jsonl
    ///   corners results --after CURSOR >> results.jsonl
    ///
    /// Each line has the cursor to go on behind it. Lines may come twice; source and id tell.
    #[command(verbatim_doc_comment)]
    Results(ResultsArgs),
    /// Do what operators do: accounts, tables, the audit log, keys
    ///
    /// The operator's token is in the data folder of `corners up`, as admin-token; a platform of separate services is
    /// given one by `corners admin new-token`. What is done to accounts is in the audit log, what is done to
    /// tables and games in the log of their service.
    ///
    ///   corners admin accounts list --name ann
    ///   corners admin account ban ID --for 7d --note "what for"
    ///   corners admin close-table TABLE --note "what for"
    ///   corners admin dead-letters
    ///   corners admin annul TABLE --note "what for"
    ///   corners admin ratings verify
    ///   corners admin audit --action admin.
    #[command(verbatim_doc_comment)]
    Admin(AdminArgs),
    /// Run the platform: all services in one process, with their data in one folder
    Up(UpCommand),
    /// Judge positions and games by the rules, without a server
    #[command(subcommand)]
    Rules(RulesCommand),
}
