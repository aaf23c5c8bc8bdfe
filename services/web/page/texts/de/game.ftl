### Eine beendete Partie, Zug für Zug.

game-heading = Partie
game-heading-of = { $white } – { $black }
game-board = Brett, { $side } unten
game-nobody = Niemand
game-rating-change = { $change }, Wertung jetzt { $rating }
game-result = Ergebnis
game-rated = gewertet
game-casual = ungewertet
game-annulled = Diese Partie wurde annulliert und zählt nicht: { $note }

game-unrated-no-result = Die Wertungen bleiben gleich: Die Partie hat kein Ergebnis.
game-unrated-variant = Die Wertungen bleiben gleich: Diese Variante hat keine.
game-unrated-set-up = Die Wertungen bleiben gleich: Die Partie begann aus einer anderen Stellung.
game-unrated-no-opponent = Die Wertungen bleiben gleich: Eine Partie gegen sich selbst zählt nicht.
game-unrated-not-both-moved = Die Wertungen bleiben gleich: Es haben nicht beide gezogen.
game-unrated-too-short = Die Wertungen bleiben gleich: Die Partie war zu kurz.
game-unrated-pair-limit = Die Wertungen bleiben gleich: Diese beiden haben heute genug gewertete Partien gespielt.

game-replay = Nachspielen
game-first = Zum Anfang
game-back = Einen Zug zurück
game-play = Abspielen
game-pause = Anhalten
game-forward = Einen Zug vor
game-last = Zum Ende
game-slider = Stellung in der Partie
game-ply = { $ply } von { $last } Zügen

game-share = Teilen
game-download = Partie als Text
game-turn-board = Brett drehen

game-on-title = Diese Partie läuft noch
game-on-text = Zug für Zug ansehen kannst du sie, wenn sie zu Ende ist.
game-on-link = Zum Tisch
game-none = Diese Partie gibt es nicht. Wenn sie gerade erst zu Ende ging, versuch es gleich noch einmal.
