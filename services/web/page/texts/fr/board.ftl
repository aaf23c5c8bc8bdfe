### Le plateau : comment ses cases sont lues.

board-label = Plateau
board-keys = Les flèches choisissent une case, Entrée prend un pion ou joue, Échap annule.
board-empty = vide
board-piece-white = pion blanc
board-piece-black = pion noir
board-home-white = camp des Blancs
board-home-black = camp des Noirs
board-can-move = peut jouer
board-picked = choisi
board-step = arrivée d’un pas
board-chain-end = fin d’une chaîne : { $path }
board-returns-home = revient dans son camp et perd
board-last-from = départ du dernier coup
board-last-to = arrivée du dernier coup
