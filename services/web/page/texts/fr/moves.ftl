### La liste des coups d’une partie.

moves-label = Coups
moves-start = Position de départ
moves-none = Aucun coup n’a été joué.
moves-move = Coup { $number }, { $side } : { $path }
