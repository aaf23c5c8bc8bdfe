//! The command line.

use clap::{Parser, Subcommand};

use crate::rules::RulesCommand;

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
    /// Judge positions and games by the rules, without a server
    #[command(subcommand)]
    Rules(RulesCommand),
}
