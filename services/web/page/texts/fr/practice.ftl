### La salle d’entraînement.

practice-text = Jouez vous-même les Blancs et les Noirs, sans pendule, et reprenez les coups à votre guise.
practice-board = Plateau d’entraînement
practice-variant = Variante
practice-start = Partir de
practice-start-position = Position de départ
practice-set-up = Position de votre choix
practice-begin = Commencer l’entraînement
practice-open = Continuer avec
practice-open-one = { $variant }, coup { $number }
practice-end = Terminer
practice-new = Nouvel entraînement

practice-brush = Pion sur la case
practice-brush-white = Blanc
practice-brush-black = Noir
practice-brush-erase = Aucun
practice-brush-hint = Sur le plateau, les touches W, B et E choisissent quoi placer. Les flèches choisissent une case, Entrée la change.
practice-pieces = { $side } : { $count } pions sur { $most }
practice-to-move = Au trait
practice-move-number = Coup
practice-move-number-wrong = Saisissez un nombre entier de 1 à { $most }.
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
practice-looking-back = Vous voyez une position antérieure. Choisissez le dernier coup pour continuer, ou jouez à partir d’ici sur un nouveau plateau.
practice-looking-back-over = Vous voyez une position antérieure. Vous pouvez jouer à partir d’ici sur un nouveau plateau.
