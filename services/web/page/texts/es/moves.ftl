### La lista de jugadas de una partida.

moves-label = Jugadas
moves-start = Posición inicial
moves-none = Aún no se ha hecho ninguna jugada.
moves-move = Jugada { $number }, { $side }: { $path }
