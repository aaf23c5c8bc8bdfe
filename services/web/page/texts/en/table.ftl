### The table.

clock-label = Time left: { $time }
clock-days = { $days } d { $hours } h { $minutes } min

table-heading = Table
table-board = Board, { $side } at the bottom
table-rated = rated
table-casual = casual
table-move-number = Move { $number } of { $limit }
table-home-deadline =
    { $left ->
        [one] Leave home by move { $deadline } (the last)
       *[other] Leave home by move { $deadline } (in { $left })
    }
table-home-deadline-over = Home is closed: whoever returns loses
table-moves-played =
    { $count ->
        [one] 1 move played
       *[other] { $count } moves played
    }

table-seat-free = Free seat
table-present = here
table-away = away
table-first-move =
    { $seconds ->
        [one] first move within 1 second
       *[other] first move within { $seconds } seconds
    }
table-spectators =
    { $count ->
        [0] Nobody is watching
        [one] 1 spectator
       *[other] { $count } spectators
    }

table-your-move = Your move
table-their-move = Your opponent is thinking
table-side-to-move = { $side } to move
table-sending = Your move is on its way.
table-waiting = Waiting for a second player
table-looking-back = You are looking at an earlier position. Choose the last move to play on.
table-time-stands = The platform cannot take moves right now. All clocks stand still.
table-piece-cannot-move = The piece on { $square } has no move.

table-offer-draw = Offer a draw
table-offer-takeback = Ask for a takeback
table-resign = Resign
table-abort = Abort the game
table-play-on = Play on
table-draw-offered = Your opponent offers a draw.
table-takeback-offered =
    { $plies ->
        [one] Your opponent asks to take the last move back.
       *[other] Your opponent asks to take the last { $plies } moves back, one of them yours.
    }
table-accept = Accept
table-decline = Decline
table-claimable-in =
    { $seconds ->
        [one] Your opponent is gone. You can claim the win in 1 second.
       *[other] Your opponent is gone. You can claim the win in { $seconds } seconds.
    }
table-claimable = Your opponent is gone. You can claim the win, or wait.
table-claim = Claim the win
table-resign-title = Resign the game?
table-resign-text = Your opponent wins. This cannot be undone.
table-abort-title = Abort the game?
table-abort-text = The game ends without a result. Whoever aborts often has to wait for the next game.
table-draw-title = Agree to a draw?
table-draw-text = The game ends at once. This cannot be undone.
table-draw-accept = Draw

table-return-title = Return home?
table-return-text = The deadline to leave home has passed: whoever brings a piece back home loses at once.
table-return-yes = Return and lose
table-return-no = Choose another move

table-join = Take the free seat
table-turn-board = Turn the board
table-read-move = Hear the last move
table-read-clocks = Hear the clocks
table-review = Review
table-new-game = New game
table-rematch = Rematch
table-rematch-accept = Accept the rematch
table-rematch-withdraw = Withdraw the rematch offer
table-gone = This table no longer exists.
table-gone-review = Look for the finished game
table-started = Your game has started.
table-go = Go to the table
table-sign-in = Sign in

verdict-won = You win
verdict-lost = You lose
verdict-draw = A draw
verdict-none = No result
verdict-rating = { $side }: { $change }, now rated { $rating }
verdict-rating-awaited = The ratings are being worked out…
verdict-rating-late = The new ratings are not known yet. The review will show them.

said-move = { $side }: { $path }
said-no-move = No move has been played.
said-clocks = White has { $white } left, Black { $black }.
said-no-clocks = This game has no clock.
said-draw-offered = You have offered a draw.
said-rival-draw-offered = Your opponent offers a draw.
said-draw-declined = { $side } declined the draw.
said-takeback-offered = You have asked to take your last move back.
said-rival-takeback-offered = Your opponent asks for a takeback.
said-takeback-declined = { $side } declined the takeback.
said-taken-back =
    { $plies ->
        [one] { $side } took a move back.
       *[other] { $side } took a move back; { $plies } moves are undone.
    }
said-seat-taken = { $side } has sat down.
said-tail-lost = The platform lost the last moves. Play goes on from the position on the board.
said-credit =
    { $seconds ->
        [one] { $side } was given 1 second, because the platform could not take moves.
       *[other] { $side } was given { $seconds } seconds, because the platform could not take moves.
    }
