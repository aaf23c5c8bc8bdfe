### Una partida terminada, jugada a jugada.

game-heading = Partida
game-heading-of = { $white } – { $black }
game-board = Tablero, { $side } abajo
game-nobody = Nadie
game-rating-change = { $change }, puntuación ahora: { $rating }
game-result = Resultado
game-rated = con puntuación
game-casual = amistosa
game-annulled = Esta partida se ha invalidado y no cuenta: { $note }

game-unrated-no-result = Las puntuaciones no cambian: la partida no tiene resultado.
game-unrated-variant = Las puntuaciones no cambian: esta variante no tiene.
game-unrated-set-up = Las puntuaciones no cambian: la partida empezó en otra posición.
game-unrated-no-opponent = Las puntuaciones no cambian: una partida contra uno mismo no cuenta.
game-unrated-not-both-moved = Las puntuaciones no cambian: no han jugado los dos.
game-unrated-too-short = Las puntuaciones no cambian: la partida fue demasiado corta.
game-unrated-pair-limit = Las puntuaciones no cambian: estos dos jugadores ya han jugado hoy bastantes partidas con puntuación.

game-replay = Repetición
game-first = Al principio
game-back = Una jugada atrás
game-play = Reproducir
game-pause = Pausa
game-forward = Una jugada adelante
game-last = Al final
game-slider = Posición en la partida
game-ply = Jugada { $ply } de { $last }

game-share = Compartir
game-download = Texto de la partida
game-turn-board = Girar tablero

game-on-title = Esta partida aún no ha terminado
game-on-text = Podrás verla jugada a jugada cuando termine.
game-on-link = Ir a la mesa
game-none = Esa partida no existe. Si acaba de terminar, inténtalo de nuevo dentro de un momento.
