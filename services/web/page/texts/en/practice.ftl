### The practice room.

practice-text = Play both sides yourself, without a clock, and take moves back as you like.
practice-board = Practice board
practice-variant = Variant
practice-start = Start from
practice-start-position = Start position
practice-set-up = Your own position
practice-begin = Start practising
practice-open = Continue with
practice-open-one = { $variant }, move { $number }
practice-end = End
practice-new = New practice

practice-brush = Set squares to
practice-brush-white = White
practice-brush-black = Black
practice-brush-erase = Empty
practice-brush-hint = On the board, the keys W, B and E choose. Arrows choose a square, Enter sets it.
practice-pieces = { $side }: { $count } of { $most } pieces
practice-to-move = To move
practice-move-number = Move
practice-move-number-wrong = Enter a whole number from 1 to { $most }.
practice-clear = Clear the board
practice-copy-position = Copy position
practice-paste = Position as text
practice-paste-hint = For example 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Set up

practice-takeback = Take back
practice-continue = Play on from here
practice-again = Start again
practice-edit = Edit position
practice-share = Copy link
practice-looking-back = You are looking at an earlier position. Choose the last move to play on, or play on from here on a new board.
practice-looking-back-over = You are looking at an earlier position. You can play on from here on a new board.
