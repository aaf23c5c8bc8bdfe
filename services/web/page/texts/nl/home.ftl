### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Corners spelen
home-lead = Een race over het bord: vul als eerste de hoek aan de overkant. Druk op een bedenktijd om te spelen.
home-rules = De regels
home-quick = Snelle partij
home-variant = Variant
home-rated = Met rating
home-bots = Ook tegen programma’s
home-pool-waiting =
    { $count ->
        [one] 1 wacht
       *[other] { $count } wachten
    }
home-pool-usual = ongeveer { $wait }
home-variant-unrated = Deze variant heeft geen ratings: de partijen zijn vriendschappelijk.
home-guest-casual = Je speelt als gast, dus je partijen zijn vriendschappelijk.
home-register = Maak een account om partijen met rating te spelen
home-custom = Eigen partij
home-custom-text = je eigen voorwaarden
home-terms-rated = met rating
home-terms-casual = vriendschappelijk
home-terms-bots = ook tegen programma’s
home-waiting-title = Tegenstander gezocht
home-waiting-starting = Tegenstander gevonden. De partij begint
home-waiting-elapsed = Wachttijd
home-waiting-queueing = Het zoeken begint…
home-waiting-cancel = Annuleren
home-waiting-estimate = nog ongeveer { $wait }
home-waiting-window = tegenstanders van { $lowest } tot { $highest }
home-waiting-count =
    { $count ->
        [one] alleen jij wacht
       *[other] { $count } wachten
    }
home-delayed = Je kunt om { $until } weer een partij zoeken.
home-delayed-aborts = Je hebt de laatste tijd meerdere partijen afgebroken. Je kunt om { $until } weer een partij zoeken.
home-delayed-no-shows = Je hebt de laatste tijd in meerdere partijen je eerste zet niet gedaan. Je kunt om { $until } weer een partij zoeken.
home-delayed-walked-away = Je bent de laatste tijd bij meerdere partijen weggelopen. Je kunt om { $until } weer een partij zoeken.

home-friend = Met een vriend spelen
home-practice = Alleen oefenen
home-move-number = zet { $number }
home-more =
    { $count ->
        [one] nog 1
       *[other] nog { $count }
    }
home-lobby = Lobby
home-lobby-empty = Niemand biedt nu een partij aan
home-lobby-empty-text = Bied er zelf een aan: iedereen hier ziet het meteen.
home-seek-create = Partij aanbieden
home-seek-made = Je aanbod staat in de lobby. Het blijft daar tien minuten staan.
home-seek-accept = Spelen
home-seek-cancel = Intrekken
home-seek-registered = Alleen met account
home-own = Jouw partijen
home-own-empty = Nog geen partijen
home-own-empty-text = Hier verschijnen je partijen en wie er aan zet is.
home-own-finished = Afgelopen
home-own-practice = Oefening
home-own-turn = Jij bent aan zet
home-own-won = Gewonnen
home-own-lost = Verloren
home-own-draw = Remise
home-own-none = Geen uitslag
home-watch = Partijen om te bekijken
home-watch-empty = Er zijn nu geen partijen om te bekijken
home-watch-empty-text = Partijen van anderen verschijnen hier zodra ze beginnen.
home-watch-more = Meer tonen
