### The list of a game's moves.

moves-label = Moves
moves-start = Start position
moves-none = No move has been played.
moves-move = Move { $number }, { $side }: { $path }
