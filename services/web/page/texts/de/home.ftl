### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Corners spielen
home-lead = Ein Wettlauf über das Brett: Fülle als Erster die gegenüberliegende Ecke. Drücke auf eine Bedenkzeit, um zu spielen.
home-rules = Die Regeln
home-quick = Schnelle Partie
home-variant = Variante
home-rated = Gewertet
home-bots = Auch gegen Programme
home-pool-waiting =
    { $count ->
        [one] 1 wartet
       *[other] { $count } warten
    }
home-pool-usual = etwa { $wait }
home-variant-unrated = Diese Variante hat keine Wertung: Ihre Partien sind ungewertet.
home-guest-casual = Du spielst als Gast, deshalb sind deine Partien ungewertet.
home-register = Leg ein Konto an, um gewertet zu spielen
home-custom = Eigene Partie
home-custom-text = deine Bedingungen
home-terms-rated = gewertet
home-terms-casual = ungewertet
home-terms-bots = auch gegen Programme
home-waiting-title = Gegner wird gesucht
home-waiting-starting = Gegner gefunden. Die Partie beginnt
home-waiting-elapsed = Wartezeit
home-waiting-queueing = Die Suche beginnt …
home-waiting-cancel = Abbrechen
home-waiting-estimate = noch etwa { $wait }
home-waiting-window = Gegner mit { $lowest } bis { $highest }
home-waiting-count =
    { $count ->
        [one] nur du wartest
       *[other] { $count } warten
    }
home-delayed = Um { $until } kannst du wieder eine Partie suchen.
home-delayed-aborts = Du hast zuletzt mehrere Partien abgebrochen. Um { $until } kannst du wieder eine Partie suchen.
home-delayed-no-shows = Du hast zuletzt in mehreren Partien den ersten Zug nicht gemacht. Um { $until } kannst du wieder eine Partie suchen.
home-delayed-walked-away = Du hast zuletzt mehrere Partien einfach verlassen. Um { $until } kannst du wieder eine Partie suchen.

home-friend = Mit Freunden spielen
home-practice = Allein üben
home-move-number = Zug { $number }
home-more =
    { $count ->
        [one] 1 weiteres
       *[other] { $count } weitere
    }
home-lobby = Lobby
home-lobby-empty = Gerade bietet niemand eine Partie an
home-lobby-empty-text = Biete selbst eine an: Alle hier sehen sie sofort.
home-seek-create = Partie anbieten
home-seek-made = Dein Angebot steht in der Lobby. Es bleibt dort zehn Minuten.
home-seek-accept = Spielen
home-seek-cancel = Zurückziehen
home-seek-registered = Nur mit Konto
home-own = Deine Partien
home-own-empty = Noch keine Partien
home-own-empty-text = Hier erscheinen deine Partien, und wer am Zug ist.
home-own-finished = Beendet
home-own-practice = Übung
home-own-turn = Du bist am Zug
home-own-won = Gewonnen
home-own-lost = Verloren
home-own-draw = Remis
home-own-none = Ohne Ergebnis
home-watch = Partien zum Zuschauen
home-watch-empty = Gerade gibt es keine Partie zum Zuschauen
home-watch-empty-text = Partien anderer erscheinen hier, sobald sie beginnen.
home-watch-more = Mehr zeigen
