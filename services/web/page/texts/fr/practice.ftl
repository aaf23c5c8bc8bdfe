### La salle d’entraînement.

practice-text = Jouez les deux côtés vous-même, sans pendule, et reprenez les coups à votre guise.
practice-board = Plateau d’entraînement
practice-variant = Variante
practice-start = Partir de
practice-start-position = Position de départ
practice-set-up = Votre position
practice-begin = Commencer l’entraînement
practice-open = Continuer avec
practice-open-one = { $variant }, coup { $number }
practice-end = Terminer
practice-new = Nouvel entraînement

practice-brush = Une pression sur une case
practice-brush-white = Blanc
practice-brush-black = Noir
practice-brush-erase = Effacer
practice-brush-hint = Sur le plateau, les touches W, B et E choisissent. Les flèches choisissent une case, Entrée la change.
practice-pieces = { $side } : { $count } pions sur { $most }
practice-to-move = Au trait
practice-move-number = Coup
practice-move-number-wrong = Saisis un nombre entier de 1 à { $most }.
practice-clear = Vider le plateau
practice-copy-position = Copier la position
practice-paste = Position en texte
practice-paste-hint = Par exemple 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Placer

practice-takeback = Reprendre
practice-continue = Jouer à partir d’ici
practice-again = Recommencer
practice-edit = Modifier la position
practice-share = Copier le lien
practice-looking-back = Vous regardez en arrière. Choisissez le dernier coup pour continuer, ou jouez à partir d’ici sur un nouveau plateau.
practice-looking-back-over = Vous regardez en arrière. Vous pouvez jouer à partir d’ici sur un nouveau plateau.
