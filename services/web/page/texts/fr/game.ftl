### Une partie terminée, coup par coup.

game-heading = Partie
game-heading-of = { $white } – { $black }
game-board = Plateau, { $side } en bas
game-nobody = Personne
game-rating-change = { $change }, classement désormais { $rating }
game-result = Résultat
game-rated = classée
game-casual = amicale
game-annulled = Cette partie a été invalidée et ne compte pas : { $note }

game-unrated-no-result = Les classements ne changent pas : la partie n’a pas de résultat.
game-unrated-variant = Les classements ne changent pas : cette variante n’en a pas.
game-unrated-set-up = Les classements ne changent pas : la partie a commencé sur une autre position.
game-unrated-no-opponent = Les classements ne changent pas : une partie contre soi-même ne compte pas.
game-unrated-not-both-moved = Les classements ne changent pas : les deux joueurs n’ont pas tous deux joué.
game-unrated-too-short = Les classements ne changent pas : la partie était trop courte.
game-unrated-pair-limit = Les classements ne changent pas : ces deux joueurs ont joué assez de parties classées aujourd’hui.

game-replay = Revoir la partie
game-first = Au début
game-back = Un coup en arrière
game-play = Lecture
game-pause = Pause
game-forward = Un coup en avant
game-last = À la fin
game-slider = Position dans la partie
game-ply = coup { $ply } sur { $last }

game-share = Partager
game-download = Texte de la partie
game-turn-board = Retourner le plateau

game-on-title = Cette partie est encore en cours
game-on-text = Vous pourrez la revoir coup par coup quand elle sera terminée.
game-on-link = Aller à la table
game-none = Cette partie n’existe pas. Si elle vient de se terminer, réessayez dans un instant.
