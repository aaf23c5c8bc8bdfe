### Les règles du jeu.

rules-heading = Règles
rules-lead = Une course d’un coin à l’autre : on l’apprend en deux minutes, mais bien jouer est difficile.
rules-try = Essayez dans la salle d’entraînement
rules-play = Lecture
rules-pause = Pause

rules-aim = Le but du jeu
rules-aim-text = Chaque joueur a { $pieces } pions dans son camp, un coin du plateau. Soyez le premier à remplir le coin opposé, le camp de l’adversaire : c’est votre but.
rules-aim-turns = Les Blancs commencent, puis chacun joue à son tour, un pion à la fois. On ne prend jamais de pion.
rules-start-board = La position de départ : le camp des Blancs en bas à gauche, celui des Noirs en haut à droite.

rules-moving = Les coups
rules-step-four = Un pas mène un pion sur une case vide voisine : en avant, en arrière ou de côté, jamais en diagonale.
rules-step-eight = Un pas mène un pion sur une case vide voisine, dans l’une des huit directions.
rules-jump = Un saut le mène par-dessus un pion voisin, le vôtre ou celui de l’adversaire, sur la case vide juste derrière. Le pion sauté reste où il est.
rules-chain = Après un saut, le pion peut sauter encore, dans toute direction permise aux pas, aussi souvent qu’il le peut : c’est une chaîne. Il peut s’arrêter après chaque saut et ne retombe jamais deux fois sur la même case.
rules-must-move = Pas et sauts ne se mélangent pas dans un coup, et on ne peut pas passer son tour.
rules-notation = Un coup s’écrit avec les cases de son chemin : c3-d3 est un pas, c3-e3-e5 une chaîne de deux sauts.

rules-enclosing = Enfermement
rules-enclosing-forbidden = Il est interdit d’enfermer les pions de l’adversaire : aucun coup ne peut laisser l’un d’eux sans pas ni saut si vos pions contribuent à l’enfermer.
rules-enclosing-asked = Le plateau ne propose pas un tel coup. Choisissez quand même sa case, et le plateau montrera quel pion serait enfermé.
rules-enclosing-allowed = Dans cette variante, vous pouvez enfermer les pions de l’adversaire.

rules-home = Quitter le camp
rules-deadline = Quittez votre camp au plus tard au coup { $deadline } : le joueur qui y a encore un pion après le coup des Noirs portant ce numéro perd. Si les deux en ont un, la partie est nulle.
rules-deadline-exempt = Un pion enfermé dans son camp avec le concours de pions adverses ne compte pas.
rules-return = Ensuite, le joueur qui ramène un pion dans son propre camp perd aussitôt. La page demande confirmation avant de jouer un tel coup. Une chaîne peut traverser le camp si elle finit dehors.

rules-endings = La fin de la partie
rules-ending-goal = Vous remplissez le camp de l’adversaire : vous gagnez.
rules-ending-reply = Si les Blancs le remplissent d’abord, les Noirs jouent encore leur coup du même numéro. Si ce coup remplit le camp des Blancs, la partie est nulle.
rules-ending-limit = Après le coup { $limit }, on compte : celui qui a le plus de pions dans le camp adverse gagne ; à égalité, la partie est nulle.
rules-ending-repetition = La même position, avec le même joueur au trait, revient pour la troisième fois : nulle.
rules-ending-no-move = Le joueur au trait n’a aucun coup : nulle.
rules-ending-players = Et comme partout : un joueur abandonne, dépasse son temps ou s’absente trop longtemps, ou les deux conviennent de la nulle.

rules-demo-step = Tous les pas d’un pion.
rules-demo-jump = Par-dessus un pion à soi, et un pion de l’adversaire.
rules-demo-chain = Une chaîne de trois sauts.
rules-demo-enclosing = Interdit : le pion noir du coin serait enfermé. Un autre coup convient.
rules-demo-exempt = Les Noirs enferment le dernier pion blanc resté dans son camp, au coup { $deadline }. Les Blancs ne perdent pas.
rules-demo-goal = Les Blancs remplissent le but. Le dernier coup des Noirs ne remplit pas le camp des Blancs : les Blancs gagnent.
rules-demo-deadline = Coup { $deadline }, et les Blancs ont encore un pion dans leur camp : les Noirs gagnent.
rules-demo-return = Après le coup { $deadline }, les Blancs reviennent dans leur camp : les Noirs gagnent.

rules-table = Toutes les variantes
rules-table-variant = Variante
rules-table-board = Plateau
rules-table-pieces = Pions par joueur
rules-table-directions = Directions
rules-table-deadline = Quitter le camp au plus tard au coup
rules-table-limit = Dernier coup
rules-table-enclosing = Enfermement
rules-table-allowed = permis
rules-table-forbidden = interdit
rules-table-rated = Classée
rules-table-yes = oui
rules-table-no = non
