### El tablero: cómo se leen sus casillas.

board-label = Tablero
board-keys = Las flechas eligen una casilla, Intro toma una pieza o juega, Escape cancela.
board-empty = vacía
board-piece-white = pieza blanca
board-piece-black = pieza negra
board-home-white = casa de las blancas
board-home-black = casa de las negras
board-can-move = puede moverse
board-picked = elegida
board-step = destino de un paso
board-chain-end = final de una cadena: { $path }
board-returns-home = vuelve a casa y pierde
board-last-from = inicio de la última jugada
board-last-to = final de la última jugada
