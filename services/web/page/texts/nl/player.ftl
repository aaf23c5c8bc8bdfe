### Een speler: ratings, verloop, partijen.

player-heading = Speler
player-none = Deze speler bestaat niet
player-kind-player = Speler
player-bot-owner = een programma van
player-guest-unrated = Gasten spelen zonder rating.
player-since = hier sinds { $date }
player-banned = gesloten
player-own = Dit ben jij: naar je account

player-challenge = Uitdagen
player-block = Blokkeren
player-unblock = Deblokkeren
player-blocked = Jullie worden nooit tegen elkaar ingedeeld en kunnen elkaar niet uitdagen.

player-ratings = Ratings
player-games-rated =
    { $games ->
        [0] nog geen partij met rating
        [one] 1 partij met rating
       *[other] { $games } partijen met rating
    }
player-provisional = nog onzeker
player-no-history = Nog geen partijen met rating in deze variant
player-chart-title = Verloop van de rating: { $variant }
player-chart-description =
    { $games ->
        [one] Eén partij met rating. Rating nu { $last }.
       *[other] { $games } partijen met rating. Rating nu { $last }, laagste { $lowest }, hoogste { $highest }.
    }
player-chart-slider = Partij in het verloop
player-chart-table = Als tabel
player-chart-when = Wanneer
player-chart-opponent = Tegenstander
player-chart-rating = Rating
player-chart-change = Verschil
player-chart-won = gewonnen van
player-chart-lost = verloren van
player-chart-drawn = remise met
player-chart-annulled = ongeldig, tegen

player-games = Partijen
player-no-games = Nog geen partijen
player-more = Meer partijen
player-won = Gewonnen van
player-lost = Verloren van
player-drawn = Remise met
player-uncounted = telt niet voor de rating
player-no-result = Geen uitslag
player-alone = Oefenpartij
