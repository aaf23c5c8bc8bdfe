### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Variante
offer-time = Temps
offer-time-real = Pendule
offer-time-days = Jours par coup
offer-time-none = Sans pendule
offer-reserve = Temps pour la partie
offer-increment = Ajout à chaque coup
offer-days = Temps par coup
offer-days-count =
    { $count ->
        [one] 1 jour
       *[other] { $count } jours
    }
offer-untimed-hint = Le temps ne court pour personne : la partie attend aussi longtemps qu’il le faut.
offer-rating = Classement
offer-rated = Classée
offer-casual = Amicale
offer-casual-guest = Les invités jouent des parties amicales.
offer-casual-untimed = Sans pendule, les parties sont amicales.
offer-casual-variant = Cette variante n’a pas de classement.
offer-colour = Votre couleur
offer-colour-either = Indifférente
offer-you-white = vous jouez les Blancs
offer-you-black = vous jouez les Noirs
offer-you-either = couleurs tirées au sort
offer-range = classement de { $lowest } à { $highest }
offer-range-from = classement de { $lowest } ou plus
offer-range-to = classement de { $highest } ou moins
offer-lowest = Classement de
offer-highest = à
offer-any = indifférent
offer-range-wrong = Indiquez des nombres entiers, le plus petit d’abord.
offer-cancel = Annuler
offer-seek-title = Proposer une partie à tous
offer-seek-make = Mettre dans le salon
offer-link-title = Jouer avec un ami
offer-link-make = Créer un lien
offer-player-title = Défier { $name }
offer-player-make = Défier
offer-counter-title = Répondre avec d’autres conditions
offer-counter-make = Envoyer la contre-offre

challenge-heading = Défi
challenge-you = Vous
challenge-anybody = quiconque a le lien
challenge-link = Envoyez ce lien à un ami
challenge-copy = Copier
challenge-copied = Le lien est copié.
challenge-copy-yourself = Le lien est sélectionné : copiez-le avec votre navigateur.
challenge-share = Partager
challenge-share-title = Une partie de Corners
challenge-waiting = En attente d’une réponse.
challenge-waiting-link = En attente de votre ami. La partie commence dès que le lien est accepté ; gardez cette page ouverte, ou une autre page de Corners.
challenge-ends = Expire { $when }.
challenge-cancel = Retirer
challenge-accept = Accepter
challenge-decline = Refuser
challenge-decline-title = Pourquoi refusez-vous ?
challenge-counter = Autres conditions…
challenge-registered = Cette partie est classée, et les invités ne jouent que des parties amicales.
challenge-accepted = Le défi a été accepté.
challenge-declined = Le défi a été refusé.
challenge-countered = Une contre-offre a répondu au défi.
challenge-cancelled = Le défi a été retiré.
challenge-expired = Personne n’a répondu à temps.
challenge-over = Le défi est terminé.
challenge-to-table = À la table
challenge-to-counter = Voir la contre-offre
challenge-home = À la page d’accueil
challenge-missing = Ce défi n’existe pas
challenge-missing-text = Il est terminé depuis un moment, ou le lien est incomplet.

decline-no-reason = Sans raison particulière.
decline-later = Pas maintenant, peut-être plus tard.
decline-too-fast = C’est trop rapide pour moi.
decline-too-slow = C’est trop lent pour moi.
decline-time-control = Je préfère une autre cadence.
decline-rated = Je ne joue que des parties classées.
decline-casual = Je ne joue que des parties amicales.
decline-variant = Je préfère une autre variante.
decline-no-bots = Je ne joue pas contre des programmes.
decline-only-bots = Je ne joue que contre des programmes.
decline-no-challenges = Je n’accepte pas les défis.

incoming-label = Offres pour vous
incoming-challenges-you = vous défie
incoming-challenge = On vous défie : { $terms }
incoming-rematch = Votre adversaire veut une revanche.
incoming-see = Voir
