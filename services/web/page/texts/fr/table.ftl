### The table.

clock-label = Temps restant : { $time }
clock-days = { $days } j { $hours } h { $minutes } min

table-heading = Table
table-board = Plateau, { $side } en bas
table-rated = classée
table-casual = amicale
table-move-number = Coup { $number } sur { $limit }
table-home-deadline =
    { $left ->
        [one] Quitter le camp au plus tard au coup { $deadline } (le dernier)
       *[other] Quitter le camp au plus tard au coup { $deadline } (encore { $left })
    }
table-home-deadline-over = Le camp est fermé : le joueur qui y revient perd
table-moves-played =
    { $count ->
        [one] { $count } coup joué
       *[other] { $count } coups joués
    }

table-seat-free = Place libre
table-present = présent
table-away = absent
table-first-move =
    { $seconds ->
        [one] premier coup d’ici { $seconds } seconde
       *[other] premier coup d’ici { $seconds } secondes
    }
table-spectators =
    { $count ->
        [0] Personne ne regarde
        [one] { $count } spectateur
       *[other] { $count } spectateurs
    }

table-your-move = À vous de jouer
table-their-move = Votre adversaire réfléchit
table-side-to-move = { $side } au trait
table-sending = Votre coup est en route.
table-waiting = En attente d’un deuxième joueur
table-looking-back = Vous voyez une position antérieure. Choisissez le dernier coup pour continuer à jouer.
table-time-stands = La plateforme ne peut pas recevoir de coups pour le moment. Toutes les pendules sont arrêtées.
table-piece-cannot-move = Le pion en { $square } ne peut pas jouer.

table-offer-draw = Proposer nulle
table-offer-takeback = Demander une reprise de coup
table-resign = Abandonner
table-abort = Annuler la partie
table-play-on = Continuer à jouer
table-draw-offered = Votre adversaire propose nulle.
table-takeback-offered =
    { $plies ->
        [one] Votre adversaire demande à reprendre le dernier coup.
       *[other] Votre adversaire demande à reprendre les { $plies } derniers coups, dont un des vôtres.
    }
table-accept = Accepter
table-decline = Refuser
table-claimable-in =
    { $seconds ->
        [one] Votre adversaire est parti. Vous pourrez réclamer la victoire dans { $seconds } seconde.
       *[other] Votre adversaire est parti. Vous pourrez réclamer la victoire dans { $seconds } secondes.
    }
table-claimable = Votre adversaire est parti. Vous pouvez réclamer la victoire, ou attendre.
table-claim = Réclamer la victoire
table-resign-title = Abandonner la partie ?
table-resign-text = Votre adversaire gagne. C’est irréversible.
table-abort-title = Annuler la partie ?
table-abort-text = La partie se termine sans résultat. Un joueur qui annule souvent doit attendre avant la partie suivante.
table-draw-title = Convenir de la nulle ?
table-draw-text = La partie se termine aussitôt. C’est irréversible.
table-draw-accept = Nulle

table-return-title = Revenir dans le camp ?
table-return-text = Le délai pour quitter le camp est passé : le joueur qui ramène un pion dans son camp perd aussitôt.
table-return-yes = Revenir et perdre
table-return-no = Choisir un autre coup

table-join = Prendre la place libre
table-turn-board = Retourner le plateau
table-read-move = Entendre le dernier coup
table-read-clocks = Entendre les pendules
table-review = Revoir
table-new-game = Nouvelle partie
table-rematch = Revanche
table-rematch-accept = Accepter la revanche
table-rematch-withdraw = Retirer l’offre de revanche
table-gone = Cette table n’existe plus.
table-gone-review = Chercher la partie terminée
table-started = Votre partie a commencé.
table-go = Aller à la table
table-sign-in = Se connecter

verdict-won = Vous gagnez
verdict-lost = Vous perdez
verdict-draw = Partie nulle
verdict-none = Sans résultat
verdict-rating = { $side } : { $change }, désormais { $rating }
verdict-rating-awaited = Calcul des classements…
verdict-rating-late = Le nouveau classement n’est pas encore connu. Vous le verrez plus tard en revoyant la partie.

said-move = { $side } : { $path }
said-no-move = Aucun coup n’a été joué.
said-clocks = Il reste { $white } aux Blancs, { $black } aux Noirs.
said-no-clocks = Cette partie se joue sans pendule.
said-draw-offered = Vous avez proposé nulle.
said-rival-draw-offered = Votre adversaire propose nulle.
said-draw-declined = { $side } : nulle refusée.
said-takeback-offered = Vous avez demandé à reprendre votre dernier coup.
said-rival-takeback-offered = Votre adversaire demande à reprendre un coup.
said-takeback-declined = { $side } : reprise du coup refusée.
said-taken-back =
    { $plies ->
        [one] { $side } : un coup est repris.
       *[other] { $side } : un coup est repris ; { $plies } coups sont défaits.
    }
said-seat-taken = { $side } : un joueur a pris place.
said-tail-lost = La plateforme a perdu les derniers coups. La partie reprend à la position du plateau.
said-credit =
    { $seconds ->
        [one] { $side } : { $seconds } seconde rendue, car la plateforme ne pouvait pas recevoir de coups.
       *[other] { $side } : { $seconds } secondes rendues, car la plateforme ne pouvait pas recevoir de coups.
    }
