### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Corners spielen
home-heading = Corners spielen
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
home-variant-unrated = Diese Variante hat keine Wertung: ihre Partien sind freundschaftlich.
home-guest-casual = Du spielst als Gast, deshalb sind Partien freundschaftlich.
home-register = Registriere dich, um gewertet zu spielen
home-terms-rated = gewertet
home-terms-casual = freundschaftlich
home-terms-bots = auch gegen Programme
home-waiting-title = Gegner wird gesucht
home-waiting-starting = Gegner gefunden. Die Partie beginnt
home-waiting-elapsed = Wartezeit
home-waiting-queueing = Du stellst dich an…
home-waiting-cancel = Abbrechen
home-waiting-estimate = noch etwa { $wait }
home-waiting-window = Wertung { $lowest } bis { $highest }
home-waiting-count =
    { $count ->
        [one] nur du wartest
       *[other] { $count } warten
    }
home-delayed = Um { $until } kannst du wieder eine Partie suchen.
home-delayed-aborts = Du hast zuletzt mehrere Partien abgebrochen. Um { $until } kannst du wieder eine Partie suchen.
home-delayed-no-shows = Du hast zuletzt in mehreren Partien den ersten Zug nicht gemacht. Um { $until } kannst du wieder eine Partie suchen.
home-delayed-walked-away = Du hast zuletzt mehrere Partien verlassen. Um { $until } kannst du wieder eine Partie suchen.
