### Terms of the game: sides, variants, time controls, endings.

side-white = White
side-black = Black

variant-classic-3x3 = Classic 3×3
variant-classic-3x3-text = Nine pieces per side on a small board, straight steps and jumps.
variant-classic-3x4 = Classic 3×4
variant-classic-3x4-text = Twelve pieces per side, straight steps and jumps: fuller and slower.
variant-diagonal-3x3 = Diagonal 3×3
variant-diagonal-3x3-text = Nine pieces per side that also step and jump diagonally: quick and open.
variant-diagonal-3x4 = Diagonal 3×4
variant-diagonal-3x4-text = Twelve pieces per side that also step and jump diagonally.
variant-triangle = Triangle
variant-triangle-text = Ten pieces per side in a triangle, right into the tip of the corner.
variant-square-4x4 = Square 4×4
variant-square-4x4-text = Sixteen pieces per side in a square: a crowd on a small board.
variant-halma-16x16 = Halma 16×16
variant-halma-16x16-text = Nineteen pieces per side on the big board, in all eight directions: long chains.

time-untimed = No clock
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } day a move
       *[other] { $days } days a move
    }

ending-goal-white = White wins: all squares of Black’s home are filled.
ending-goal-black = Black wins: all squares of White’s home are filled.
ending-both-goals = Draw: both sides filled the other’s home with the same move.
ending-returned-home-white = White wins: Black brought a piece back home after the deadline.
ending-returned-home-black = Black wins: White brought a piece back home after the deadline.
ending-home-deadline-white = White wins: Black had not left home by the deadline.
ending-home-deadline-black = Black wins: White had not left home by the deadline.
ending-home-deadline-draw = Draw: neither side had left home by the deadline.
ending-move-limit-white = White wins: the last move is played, and more of White’s pieces have reached the goal.
ending-move-limit-black = Black wins: the last move is played, and more of Black’s pieces have reached the goal.
ending-move-limit-draw = Draw: the last move is played, and both sides have equally many pieces in the goal.
ending-repetition = Draw: the same position came up for the third time.
ending-no-move = Draw: the side to move has no move left.
ending-resignation-white = White wins: Black resigned.
ending-resignation-black = Black wins: White resigned.
ending-timeout-white = White wins: Black ran out of time.
ending-timeout-black = Black wins: White ran out of time.
ending-draw-agreement = Draw by agreement.
ending-abandonment-white = White wins: Black was gone for too long.
ending-abandonment-black = Black wins: White was gone for too long.
ending-aborted = Aborted before both sides had moved: no result.
ending-aborted-white = No result: White aborted the game.
ending-aborted-black = No result: Black aborted the game.
ending-no-show-white = No result: White did not make the first move in time.
ending-no-show-black = No result: Black did not make the first move in time.
ending-closed = Closed by the operators of the platform: no result.
ending-other = The game is over.
