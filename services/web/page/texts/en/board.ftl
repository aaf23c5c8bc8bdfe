### The board: how its squares are read out.

board-label = Board
board-keys = Arrow keys choose a square, Enter picks a piece or plays, Escape cancels.
board-empty = empty
board-piece-white = white piece
board-piece-black = black piece
board-home-white = White’s home
board-home-black = Black’s home
board-can-move = can move
board-picked = picked
board-step = step target
board-chain-end = end of a chain: { $path }
board-returns-home = returns home and loses
board-last-from = start of the last move
board-last-to = end of the last move
