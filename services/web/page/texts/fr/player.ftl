### Un joueur : classements, historique, parties.

player-heading = Joueur
player-none = Ce joueur n’existe pas
player-kind-player = Joueur
player-bot-owner = un programme de
player-guest-unrated = Les invités jouent sans classement.
player-since = ici depuis le { $date }
player-banned = fermé
player-own = C’est vous : voir votre compte

player-challenge = Défier
player-block = Bloquer
player-unblock = Débloquer
player-blocked = Vous ne serez jamais appariés et ne pouvez pas vous défier l’un l’autre.

player-ratings = Classements
player-games-rated =
    { $games ->
        [0] aucune partie classée
        [one] 1 partie classée
       *[other] { $games } parties classées
    }
player-provisional = encore incertain
player-no-history = Aucune partie classée dans cette variante
player-chart-title = Historique du classement : { $variant }
player-chart-description =
    { $games ->
        [one] Une partie classée. Classement actuel : { $last }.
       *[other] { $games } parties classées. Classement actuel : { $last } ; minimum : { $lowest } ; maximum : { $highest }.
    }
player-chart-slider = Partie dans l’historique
player-chart-table = En tableau
player-chart-when = Quand
player-chart-opponent = Adversaire
player-chart-rating = Classement
player-chart-change = Variation
player-chart-won = victoire contre
player-chart-lost = défaite contre
player-chart-drawn = nulle avec
player-chart-annulled = invalidée, contre

player-games = Parties
player-no-games = Pas encore de partie
player-more = Autres parties
player-won = Victoire contre
player-lost = Défaite contre
player-drawn = Nulle avec
player-uncounted = ne compte pas pour le classement
player-no-result = Sans résultat
player-alone = Entraînement
