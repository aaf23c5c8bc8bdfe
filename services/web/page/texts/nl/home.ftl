### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Corners spelen
home-heading = Corners spelen
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
home-guest-casual = Je speelt als gast, dus partijen zijn vriendschappelijk.
home-register = Registreer je om met rating te spelen
home-terms-rated = met rating
home-terms-casual = vriendschappelijk
home-terms-bots = ook tegen programma’s
home-waiting-title = Tegenstander zoeken
home-waiting-starting = Tegenstander gevonden. De partij begint
home-waiting-elapsed = Wachttijd
home-waiting-queueing = Aansluiten in de rij…
home-waiting-cancel = Annuleren
home-waiting-estimate = nog ongeveer { $wait }
home-waiting-window = rating { $lowest } tot { $highest }
home-waiting-count =
    { $count ->
        [one] alleen jij wacht
       *[other] { $count } wachten
    }
home-delayed = Je kunt om { $until } weer een partij zoeken.
home-delayed-aborts = Je hebt de laatste tijd meerdere partijen afgebroken. Je kunt om { $until } weer een partij zoeken.
home-delayed-no-shows = Je hebt in meerdere partijen je eerste zet niet gedaan. Je kunt om { $until } weer een partij zoeken.
home-delayed-walked-away = Je bent de laatste tijd bij meerdere partijen weggelopen. Je kunt om { $until } weer een partij zoeken.
