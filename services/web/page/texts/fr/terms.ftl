### Terms of the game: sides, variants, time controls, endings.

side-white = Blancs
side-black = Noirs

variant-classic-3x3 = Classique 3×3
variant-classic-3x3-text = Neuf pions par joueur sur un petit plateau, pas et sauts en ligne droite.
variant-classic-3x4 = Classique 3×4
variant-classic-3x4-text = Douze pions par joueur, pas et sauts en ligne droite : plus dense et plus lent.
variant-diagonal-3x3 = Diagonale 3×3
variant-diagonal-3x3-text = Neuf pions par joueur, pas et sauts aussi en diagonale : rapide et ouvert.
variant-diagonal-3x4 = Diagonale 3×4
variant-diagonal-3x4-text = Douze pions par joueur, pas et sauts aussi en diagonale.
variant-triangle = Triangle
variant-triangle-text = Dix pions par joueur en triangle, serrés au fond du coin.
variant-square-4x4 = Carré 4×4
variant-square-4x4-text = Seize pions par joueur en carré : on se bouscule sur un petit plateau.
variant-halma-16x16 = Halma 16×16
variant-halma-16x16-text = Dix-neuf pions par joueur sur le grand plateau, dans les huit directions : de longues chaînes.

time-untimed = Sans pendule
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } jour par coup
       *[other] { $days } jours par coup
    }

ending-goal-white = Les Blancs gagnent : ils ont rempli le camp des Noirs.
ending-goal-black = Les Noirs gagnent : ils ont rempli le camp des Blancs.
ending-both-goals = Nulle : les deux joueurs ont rempli le camp adverse au même coup.
ending-returned-home-white = Les Blancs gagnent : les Noirs ont ramené un pion dans leur camp après le délai.
ending-returned-home-black = Les Noirs gagnent : les Blancs ont ramené un pion dans leur camp après le délai.
ending-home-deadline-white = Les Blancs gagnent : les Noirs n’ont pas quitté leur camp à temps.
ending-home-deadline-black = Les Noirs gagnent : les Blancs n’ont pas quitté leur camp à temps.
ending-home-deadline-draw = Nulle : aucun des deux joueurs n’a quitté son camp à temps.
ending-move-limit-white = Les Blancs gagnent : le dernier coup est joué et ils ont plus de pions au but.
ending-move-limit-black = Les Noirs gagnent : le dernier coup est joué et ils ont plus de pions au but.
ending-move-limit-draw = Nulle : le dernier coup est joué et les deux joueurs ont autant de pions au but.
ending-repetition = Nulle : la même position est apparue pour la troisième fois.
ending-no-move = Nulle : le joueur au trait n’a plus aucun coup.
ending-resignation-white = Les Blancs gagnent : les Noirs ont abandonné.
ending-resignation-black = Les Noirs gagnent : les Blancs ont abandonné.
ending-timeout-white = Les Blancs gagnent : les Noirs n’ont plus de temps.
ending-timeout-black = Les Noirs gagnent : les Blancs n’ont plus de temps.
ending-draw-agreement = Nulle par accord mutuel.
ending-abandonment-white = Les Blancs gagnent : les Noirs sont restés absents trop longtemps.
ending-abandonment-black = Les Noirs gagnent : les Blancs sont restés absents trop longtemps.
ending-aborted = Annulée avant que les deux joueurs aient joué : pas de résultat.
ending-aborted-white = Pas de résultat : les Blancs ont annulé la partie.
ending-aborted-black = Pas de résultat : les Noirs ont annulé la partie.
ending-no-show-white = Pas de résultat : les Blancs n’ont pas joué leur premier coup à temps.
ending-no-show-black = Pas de résultat : les Noirs n’ont pas joué leur premier coup à temps.
ending-closed = Fermée par les responsables de la plateforme : pas de résultat.
ending-other = La partie est terminée.
