### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Play Corners
home-heading = Play Corners
home-quick = Quick game
home-variant = Variant
home-rated = Rated
home-bots = Also against programs
home-pool-waiting =
    { $count ->
        [one] 1 waiting
       *[other] { $count } waiting
    }
home-pool-usual = about { $wait }
home-variant-unrated = This variant has no ratings: its games are casual.
home-guest-casual = You play as a guest, so games are casual.
home-register = Register to play rated games
home-terms-rated = rated
home-terms-casual = casual
home-terms-bots = also against programs
home-waiting-title = Looking for an opponent
home-waiting-starting = Opponent found. The game is starting
home-waiting-elapsed = Time waited
home-waiting-queueing = Joining the queue…
home-waiting-cancel = Cancel
home-waiting-estimate = about { $wait } to go
home-waiting-window = rated { $lowest } to { $highest }
home-waiting-count =
    { $count ->
        [one] only you are waiting
       *[other] { $count } waiting
    }
home-delayed = You can look for a game again at { $until }.
home-delayed-aborts = You have aborted several games lately. You can look for a game again at { $until }.
home-delayed-no-shows = You did not make your first move in several games lately. You can look for a game again at { $until }.
home-delayed-walked-away = You have walked away from several games lately. You can look for a game again at { $until }.
