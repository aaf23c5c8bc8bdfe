### The table.

clock-label = Restzeit: { $time }
clock-days = { $days } T { $hours } Std { $minutes } Min

table-heading = Tisch
table-board = Brett, { $side } unten
table-rated = gewertet
table-casual = ungewertet
table-move-number = Zug { $number } von { $limit }
table-home-deadline =
    { $left ->
        [one] Haus bis Zug { $deadline } verlassen (letzter)
       *[other] Haus bis Zug { $deadline } verlassen (noch { $left })
    }
table-home-deadline-over = Das Haus ist zu: Wer zurückkehrt, verliert
table-moves-played =
    { $count ->
        [one] 1 Zug gespielt
       *[other] { $count } Züge gespielt
    }

table-seat-free = Freier Platz
table-present = anwesend
table-away = abwesend
table-first-move =
    { $seconds ->
        [one] für den ersten Zug noch 1 Sekunde
       *[other] für den ersten Zug noch { $seconds } Sekunden
    }
table-spectators =
    { $count ->
        [0] Niemand schaut zu
        [one] 1 Zuschauer
       *[other] { $count } Zuschauer
    }

table-your-move = Du bist am Zug
table-their-move = Dein Gegner denkt nach
table-side-to-move = { $side } am Zug
table-sending = Dein Zug ist unterwegs.
table-waiting = Warten auf einen zweiten Spieler
table-looking-back = Du siehst eine frühere Stellung. Wähl den letzten Zug, um weiterzuspielen.
table-time-stands = Die Plattform kann gerade keine Züge annehmen. Alle Uhren stehen still.
table-piece-cannot-move = Der Stein auf { $square } kann nicht ziehen.

table-offer-draw = Remis anbieten
table-offer-takeback = Um Zugrücknahme bitten
table-resign = Aufgeben
table-abort = Partie abbrechen
table-play-on = Weiterspielen
table-draw-offered = Dein Gegner bietet Remis an.
table-takeback-offered =
    { $plies ->
        [one] Dein Gegner möchte den letzten Zug zurücknehmen.
       *[other] Dein Gegner möchte die letzten { $plies } Züge zurücknehmen, einer davon ist deiner.
    }
table-accept = Annehmen
table-decline = Ablehnen
table-claimable-in =
    { $seconds ->
        [one] Dein Gegner ist weg. In 1 Sekunde kannst du den Sieg beanspruchen.
       *[other] Dein Gegner ist weg. In { $seconds } Sekunden kannst du den Sieg beanspruchen.
    }
table-claimable = Dein Gegner ist weg. Du kannst den Sieg beanspruchen oder warten.
table-claim = Sieg beanspruchen
table-resign-title = Partie aufgeben?
table-resign-text = Dein Gegner gewinnt. Das lässt sich nicht rückgängig machen.
table-abort-title = Partie abbrechen?
table-abort-text = Die Partie endet ohne Ergebnis. Wer oft abbricht, muss auf die nächste Partie warten.
table-draw-title = Remis vereinbaren?
table-draw-text = Die Partie endet sofort. Das lässt sich nicht rückgängig machen.
table-draw-accept = Remis

table-return-title = Ins Haus zurückkehren?
table-return-text = Die Frist zum Verlassen des Hauses ist vorbei: Wer einen Stein zurückbringt, verliert sofort.
table-return-yes = Zurückkehren und verlieren
table-return-no = Anderen Zug wählen

table-join = Den freien Platz nehmen
table-turn-board = Brett drehen
table-read-move = Letzten Zug vorlesen
table-read-clocks = Uhren vorlesen
table-review = Ansehen
table-new-game = Neue Partie
table-rematch = Revanche
table-rematch-accept = Revanche annehmen
table-rematch-withdraw = Revancheangebot zurückziehen
table-gone = Diesen Tisch gibt es nicht mehr.
table-gone-review = Die beendete Partie suchen
table-started = Deine Partie hat begonnen.
table-go = Zum Tisch
table-sign-in = Anmelden

verdict-won = Du gewinnst
verdict-lost = Du verlierst
verdict-draw = Remis
verdict-none = Ohne Ergebnis
verdict-rating = { $side }: { $change }, jetzt mit { $rating } gewertet
verdict-rating-awaited = Die Wertung wird berechnet …
verdict-rating-late = Die neue Wertung steht noch nicht fest. Du siehst sie später bei der Partie.

said-move = { $side }: { $path }
said-no-move = Es wurde noch kein Zug gespielt.
said-clocks = Weiß hat noch { $white }, Schwarz { $black }.
said-no-clocks = Diese Partie läuft ohne Uhr.
said-draw-offered = Du hast Remis angeboten.
said-rival-draw-offered = Dein Gegner bietet Remis an.
said-draw-declined = { $side } lehnt Remis ab.
said-takeback-offered = Du hast darum gebeten, deinen letzten Zug zurückzunehmen.
said-rival-takeback-offered = Dein Gegner bittet um eine Zugrücknahme.
said-takeback-declined = { $side } lehnt die Zugrücknahme ab.
said-taken-back =
    { $plies ->
        [one] { $side } nimmt einen Zug zurück.
       *[other] { $side } nimmt einen Zug zurück; { $plies } Züge entfallen.
    }
said-seat-taken = { $side } hat sich gesetzt.
said-tail-lost = Die Plattform hat die letzten Züge verloren. Es geht mit der Stellung auf dem Brett weiter.
said-credit =
    { $seconds ->
        [one] { $side } erhält 1 Sekunde, weil die Plattform keine Züge annehmen konnte.
       *[other] { $side } erhält { $seconds } Sekunden, weil die Plattform keine Züge annehmen konnte.
    }
