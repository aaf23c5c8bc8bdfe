//! Protocols that are wrong, each in one point: they show that each property can fail.

/// What is wrong with a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Events are appended whatever the head is.
    AppendWithoutHead,
    /// The head is compared by its number alone, not by its event's id.
    HeadByNumberAlone,
    /// Nobody looks whether a call was accepted before.
    CallsForgotten,
    /// Nobody looks whether the game is over.
    EndNotLookedAt,
    /// A client is told yes before the event is stored.
    AnswerBeforeAppend,
    /// A client is told yes before the copy of the store has the event, though the store promises that.
    AnswerBeforeCopy,
    /// A replica that finds another log than the one it knew takes it without saying so.
    TailLossNotTold,
    /// A takeback leaves the number of the turn as it is.
    TakebackLeavesTheTurn,
    /// An alarm is believed: nobody looks at the time.
    AlarmBelieved,
    /// An alarm ends a turn without looking at the outage it ran through.
    FlagWithoutOutageCredit,
    /// An alarm ends a turn at the very deadline.
    FlagWithoutGrace,
    /// Game time follows the store's own time however long there is no beat.
    TimeWithoutBeats,
    /// Events are stored however old the readings in them are.
    StaleReadingStored,
    /// The wish for an alarm is stored after the events, by the replica that stored these.
    AlarmOutsideAppend,
}
