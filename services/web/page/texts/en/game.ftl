### A finished game, looked at move by move.

game-heading = Game
game-heading-of = { $white } – { $black }
game-board = Board, { $side } at the bottom
game-nobody = Nobody
game-rating-change = { $change }, now rated { $rating }
game-result = Result
game-rated = rated
game-casual = casual
game-annulled = This game was annulled and does not count: { $note }

game-unrated-no-result = Ratings stay as they were: the game has no result.
game-unrated-variant = Ratings stay as they were: this variant has none.
game-unrated-set-up = Ratings stay as they were: the game began from another position.
game-unrated-no-opponent = Ratings stay as they were: a game against oneself does not count.
game-unrated-not-both-moved = Ratings stay as they were: not both players have moved.
game-unrated-too-short = Ratings stay as they were: the game was too short.
game-unrated-pair-limit = Ratings stay as they were: these two have played enough rated games today.

game-replay = Replay
game-first = To the start
game-back = One move back
game-play = Play
game-pause = Pause
game-forward = One move forward
game-last = To the end
game-slider = Position in the game
game-ply = { $ply } of { $last } moves

game-share = Share
game-download = Game text
game-turn-board = Turn board

game-on-title = This game is still on
game-on-text = It can be reviewed move by move when it is over.
game-on-link = Go to the table
game-none = There is no such game. If it has only just ended, try again in a moment.
