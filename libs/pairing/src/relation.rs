/// What two players who wait have had to do with each other.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Relation {
    /// Nothing that pairing knows of.
    #[default]
    Strangers,
    /// They have met among their last games: this many games ago, for the one of the two for whom it is less. One and none
    /// are the game before, although somebody else was the last opponent of both.
    Recent {
        /// How many games ago.
        games_ago: u32,
    },
    /// One was the other's last opponent. They meet again only if nobody else waits for either of them.
    Last,
    /// They must not meet: both are one account, or one has blocked the other.
    Never,
}
