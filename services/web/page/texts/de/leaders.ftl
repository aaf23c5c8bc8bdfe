### Ranglisten.

leaders-heading = Ranglisten
leaders-lead = Die Besten nach Wertung unter allen, die genug gespielt haben, dass sie sicher ist.
leaders-board = Welche Rangliste
leaders-people = Menschen
leaders-bots = Bots
leaders-count =
    { $count ->
        [0] Niemand steht auf dieser Rangliste.
        [one] 1 Spieler steht auf dieser Rangliste.
       *[other] { $count } Spieler stehen auf dieser Rangliste.
    }
leaders-rank = Rang
leaders-player = Spieler
leaders-players = Spieler
leaders-rating = Wertung
leaders-games = Partien
leaders-more = Mehr
leaders-none = Hier ist noch niemand
leaders-none-text = Spiel gewertete Partien, bis deine Wertung sicher genug ist, und sei hier der Erste.
leaders-own = Wo du stehst
leaders-own-rank = Rang { $rank } von { $players }
leaders-own-uncertain = Deine Wertung von { $rating } ist noch nicht sicher genug. Noch ein paar gewertete Partien, und du hast einen Rang.
leaders-own-none = Du hast in dieser Variante noch keine gewertete Partie gespielt.
leaders-own-guest = Gäste spielen ohne Wertung.
leaders-own-register = Konto anlegen
leaders-distribution = Verteilung der Wertungen
leaders-distribution-none = In dieser Variante hat noch niemand eine Wertung.
leaders-distribution-text =
    { $count ->
        [one] 1 Spieler. Die meisten haben eine Wertung von { $from } bis { $to }.
       *[other] { $count } Spieler. Die meisten haben eine Wertung von { $from } bis { $to }.
    }
leaders-distribution-table = Als Tabelle
