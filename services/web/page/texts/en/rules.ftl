### The rules of the game.

rules-heading = Rules
rules-lead = A race from corner to corner: learnt in two minutes, hard to play well.
rules-try = Try it in the practice room
rules-play = Play
rules-pause = Pause

rules-aim = The aim
rules-aim-text = Each side has { $pieces } pieces in its home, a corner of the board. Be the first to fill the opposite corner, the other side’s home: that is your goal.
rules-aim-turns = White begins, then both sides move in turn, one piece at a time. Nothing is ever captured.
rules-start-board = The start position: White’s home at the bottom left, Black’s at the top right.

rules-moving = Moving
rules-step-four = A step takes a piece to an empty square next to it: forward, back or sideways, never diagonally.
rules-step-eight = A step takes a piece to an empty square next to it, in any of the eight directions.
rules-jump = A jump takes it over one piece next to it, yours or the other side’s, to the empty square right behind. The piece that was jumped over stays where it is.
rules-chain = After a jump the piece may jump again, in any direction that steps have, as often as it can: that is a chain. It may stop after each jump, and never lands twice on the same square.
rules-must-move = Steps and jumps are not mixed in one move, and you cannot pass.
rules-notation = Moves are written as the squares of the piece’s way: c3-d3 is a step, c3-e3-e5 a chain of two jumps.

rules-enclosing = Enclosing
rules-enclosing-forbidden = You may not enclose the other side’s pieces: no move may leave one of them without any step or jump if your pieces help to hold it in.
rules-enclosing-asked = The board does not offer such a move. Choose its square all the same, and the board shows which piece would be enclosed.
rules-enclosing-allowed = In this variant you may enclose the other side’s pieces.

rules-home = Leaving home
rules-deadline = Leave your home by move { $deadline }: whoever still has a piece there after Black’s move with that number loses. If both sides have one, it is a draw.
rules-deadline-exempt = A piece that is enclosed at home with the help of the other side’s pieces does not count.
rules-return = From then on, whoever brings a piece back into its own home loses at once. The page asks before it plays such a move. A chain may pass through home if it ends outside.

rules-endings = How a game ends
rules-ending-goal = You fill the other side’s home: you win.
rules-ending-reply = When White fills it first, Black still has the move with the same number. If that move fills White’s home, it is a draw.
rules-ending-limit = After move { $limit } the pieces are counted: whoever has more in the other side’s home wins; equal numbers are a draw.
rules-ending-repetition = The same position with the same side to move comes up for the third time: a draw.
rules-ending-no-move = The side to move has no move at all: a draw.
rules-ending-players = And as everywhere: a side resigns, runs out of time or is gone for too long, or both agree to a draw.

rules-demo-step = All steps of a piece.
rules-demo-jump = Over one’s own piece, and over the other side’s.
rules-demo-chain = A chain of three jumps.
rules-demo-enclosing = Forbidden: Black’s piece in the corner would be enclosed. Another move is fine.
rules-demo-exempt = Black encloses White’s last piece at home, on move { $deadline }. White does not lose.
rules-demo-goal = White fills the goal. Black’s last move does not fill White’s home: White wins.
rules-demo-deadline = Move { $deadline }, and White still has a piece at home: Black wins.
rules-demo-return = After move { $deadline } White goes back home: Black wins.

rules-table = All variants
rules-table-variant = Variant
rules-table-board = Board
rules-table-pieces = Pieces per side
rules-table-directions = Directions
rules-table-deadline = Leave home by move
rules-table-limit = Last move
rules-table-enclosing = Enclosing
rules-table-allowed = allowed
rules-table-forbidden = forbidden
rules-table-rated = Rated
rules-table-yes = yes
rules-table-no = no
