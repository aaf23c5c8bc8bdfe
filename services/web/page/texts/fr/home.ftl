### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Jouer à Corners
home-heading = Jouer à Corners
home-quick = Partie rapide
home-variant = Variante
home-rated = Classée
home-bots = Aussi contre des programmes
home-pool-waiting =
    { $count ->
        [one] 1 en attente
       *[other] { $count } en attente
    }
home-pool-usual = environ { $wait }
home-variant-unrated = Cette variante n’a pas de classement : ses parties sont amicales.
home-guest-casual = Vous jouez en invité : les parties sont donc amicales.
home-register = Inscrivez-vous pour jouer des parties classées
home-terms-rated = classée
home-terms-casual = amicale
home-terms-bots = aussi contre des programmes
home-waiting-title = Recherche d’un adversaire
home-waiting-starting = Adversaire trouvé. La partie commence
home-waiting-elapsed = Temps d’attente
home-waiting-queueing = Entrée dans la file…
home-waiting-cancel = Annuler
home-waiting-estimate = encore { $wait } environ
home-waiting-window = classement de { $lowest } à { $highest }
home-waiting-count =
    { $count ->
        [one] vous êtes seul à attendre
       *[other] { $count } en attente
    }
home-delayed = Vous pourrez chercher une partie à { $until }.
home-delayed-aborts = Vous avez interrompu plusieurs parties récemment. Vous pourrez chercher une partie à { $until }.
home-delayed-no-shows = Vous n’avez pas joué votre premier coup dans plusieurs parties récentes. Vous pourrez chercher une partie à { $until }.
home-delayed-walked-away = Vous avez quitté plusieurs parties récemment. Vous pourrez chercher une partie à { $until }.
