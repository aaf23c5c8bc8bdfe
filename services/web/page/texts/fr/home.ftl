### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Jouer à Corners
home-lead = Une course à travers le plateau : remplissez le premier le coin opposé. Choisissez une cadence pour jouer.
home-rules = Les règles
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
home-variant-unrated = Cette variante n’a pas de classement : ses parties sont amicales.
home-guest-casual = Vous jouez comme invité : vos parties sont donc amicales.
home-register = Créez un compte pour jouer des parties classées
home-custom = Partie sur mesure
home-custom-text = vos conditions
home-terms-rated = classée
home-terms-casual = amicale
home-terms-bots = aussi contre des programmes
home-waiting-title = Recherche d’un adversaire
home-waiting-starting = Adversaire trouvé. La partie commence
home-waiting-elapsed = Temps d’attente
home-waiting-queueing = La recherche commence…
home-waiting-cancel = Annuler
home-waiting-estimate = encore { $wait } environ
home-waiting-window = adversaires de { $lowest } à { $highest }
home-waiting-count =
    { $count ->
        [one] vous êtes seul à attendre
       *[other] { $count } en attente
    }
home-delayed = Vous pourrez de nouveau chercher une partie à { $until }.
home-delayed-aborts = Vous avez annulé plusieurs parties récemment. Vous pourrez de nouveau chercher une partie à { $until }.
home-delayed-no-shows = Vous n’avez pas joué votre premier coup dans plusieurs parties récentes. Vous pourrez de nouveau chercher une partie à { $until }.
home-delayed-walked-away = Vous avez quitté plusieurs parties récemment. Vous pourrez de nouveau chercher une partie à { $until }.

home-friend = Jouer avec un ami
home-practice = S’entraîner seul
home-move-number = coup { $number }
home-more =
    { $count ->
        [one] 1 de plus
       *[other] { $count } de plus
    }
home-lobby = Salon
home-lobby-empty = Personne ne propose de partie en ce moment
home-lobby-empty-text = Proposez-en une : tout le monde la voit aussitôt.
home-seek-create = Proposer une partie
home-seek-made = Votre offre est dans le salon. Elle y reste dix minutes.
home-seek-accept = Jouer
home-seek-cancel = Retirer
home-seek-registered = Avec un compte seulement
home-own = Vos parties
home-own-empty = Pas encore de partie
home-own-empty-text = Vos parties apparaissent ici, et à qui c’est de jouer.
home-own-finished = Terminées
home-own-practice = Entraînement
home-own-turn = À vous de jouer
home-own-won = Gagnée
home-own-lost = Perdue
home-own-draw = Nulle
home-own-none = Sans résultat
home-watch = Parties à regarder
home-watch-empty = Aucune partie à regarder en ce moment
home-watch-empty-text = Les parties des autres apparaissent ici dès qu’elles commencent.
home-watch-more = Afficher plus
