### Die Liste der Züge einer Partie.

moves-label = Züge
moves-start = Ausgangsstellung
moves-none = Es wurde noch kein Zug gespielt.
moves-move = Zug { $number }, { $side }: { $path }
