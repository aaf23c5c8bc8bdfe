### Das Brett: wie seine Felder vorgelesen werden.

board-label = Brett
board-keys = Pfeiltasten wählen ein Feld, Enter nimmt einen Stein oder zieht, Escape bricht ab.
board-empty = leer
board-piece-white = weißer Stein
board-piece-black = schwarzer Stein
board-home-white = Haus von Weiß
board-home-black = Haus von Schwarz
board-can-move = kann ziehen
board-picked = gewählt
board-step = Ziel eines Schritts
board-chain-end = Ende einer Kette: { $path }
board-returns-home = kehrt ins Haus zurück und verliert
board-last-from = Anfang des letzten Zugs
board-last-to = Ende des letzten Zugs
