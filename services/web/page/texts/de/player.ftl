### Ein Spieler: Wertungen, Verlauf, Partien.

player-heading = Spieler
player-none = Diesen Spieler gibt es nicht
player-kind-player = Spieler
player-bot-owner = ein Programm von
player-guest-unrated = Gäste spielen ohne Wertung.
player-since = dabei seit { $date }
player-banned = gesperrt
player-own = Das bist du: zu deinem Konto

player-challenge = Herausfordern
player-block = Blockieren
player-unblock = Nicht mehr blockieren
player-blocked = Ihr werdet nie zusammengebracht und könnt euch nicht herausfordern.

player-ratings = Wertungen
player-games-rated =
    { $games ->
        [0] noch keine gewertete Partie
        [one] 1 gewertete Partie
       *[other] { $games } gewertete Partien
    }
player-provisional = noch unsicher
player-no-history = Noch keine gewerteten Partien in dieser Variante
player-chart-title = Verlauf der Wertung: { $variant }
player-chart-description =
    { $games ->
        [one] Eine gewertete Partie. Wertung jetzt { $last }.
       *[other] { $games } gewertete Partien. Wertung jetzt { $last }, niedrigste { $lowest }, höchste { $highest }.
    }
player-chart-slider = Partie im Verlauf
player-chart-table = Als Tabelle
player-chart-when = Wann
player-chart-opponent = Gegner
player-chart-rating = Wertung
player-chart-change = Änderung
player-chart-won = gewonnen gegen
player-chart-lost = verloren gegen
player-chart-drawn = remis gegen
player-chart-annulled = annulliert, gegen

player-games = Partien
player-no-games = Noch keine Partien
player-more = Weitere Partien
player-won = Gewonnen gegen
player-lost = Verloren gegen
player-drawn = Remis gegen
player-uncounted = zählt nicht für die Wertung
player-no-result = Ohne Ergebnis
player-alone = Übung
