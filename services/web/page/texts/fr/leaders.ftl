### Palmarès.

leaders-heading = Palmarès
leaders-lead = Les meilleurs classements, parmi ceux qui ont assez joué pour que le leur soit sûr.
leaders-board = Choix du palmarès
leaders-people = Personnes
leaders-bots = Bots
leaders-count =
    { $count ->
        [0] Personne n’est dans ce palmarès.
        [one] 1 joueur est dans ce palmarès.
       *[other] { $count } joueurs sont dans ce palmarès.
    }
leaders-rank = Rang
leaders-player = Joueur
leaders-players = Joueurs
leaders-rating = Classement
leaders-games = Parties
leaders-more = Plus
leaders-none = Personne pour l’instant
leaders-none-text = Jouez des parties classées jusqu’à ce que votre classement soit assez sûr, et soyez le premier ici.
leaders-own = Votre place
leaders-own-rank = Rang { $rank } sur { $players }
leaders-own-uncertain = Votre classement de { $rating } n’est pas encore assez sûr. Encore quelques parties classées et vous aurez un rang.
leaders-own-none = Vous n’avez pas encore joué de partie classée dans cette variante.
leaders-own-guest = Les invités jouent sans classement.
leaders-own-register = Créer un compte
leaders-distribution = Répartition des classements
leaders-distribution-none = Personne n’a encore de classement dans cette variante.
leaders-distribution-text =
    { $count ->
        [one] 1 joueur. La plupart ont un classement entre { $from } et { $to }.
       *[other] { $count } joueurs. La plupart ont un classement entre { $from } et { $to }.
    }
leaders-distribution-table = En tableau
