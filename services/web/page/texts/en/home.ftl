### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Play Corners
home-lead = A race across the board: be first to fill the opposite corner. Press a time to play.
home-rules = The rules
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
home-register = Create an account to play rated games
home-custom = Custom game
home-custom-text = your own terms
home-terms-rated = rated
home-terms-casual = casual
home-terms-bots = also against programs
home-waiting-title = Looking for an opponent
home-waiting-starting = Opponent found. The game is starting
home-waiting-elapsed = Time waited
home-waiting-queueing = Joining the queue…
home-waiting-cancel = Cancel
home-waiting-estimate = about { $wait } to go
home-waiting-window = opponents from { $lowest } to { $highest }
home-waiting-count =
    { $count ->
        [one] only you are waiting
       *[other] { $count } waiting
    }
home-delayed = You can look for a game again at { $until }.
home-delayed-aborts = You have aborted several games lately. You can look for a game again at { $until }.
home-delayed-no-shows = You did not make your first move in several games lately. You can look for a game again at { $until }.
home-delayed-walked-away = You have walked away from several games lately. You can look for a game again at { $until }.

home-friend = Play a friend
home-practice = Practice alone
home-move-number = move { $number }
home-more =
    { $count ->
        [one] 1 more
       *[other] { $count } more
    }
home-lobby = Lobby
home-lobby-empty = Nobody offers a game right now
home-lobby-empty-text = Make an offer of your own: everybody here sees it at once.
home-seek-create = Offer a game
home-seek-made = Your offer is in the lobby. It stays there for ten minutes.
home-seek-accept = Play
home-seek-cancel = Withdraw
home-seek-registered = Account needed
home-own = Your games
home-own-empty = No games yet
home-own-empty-text = Your games appear here, with whose turn it is.
home-own-finished = Finished
home-own-practice = Practice
home-own-turn = Your turn
home-own-won = Won
home-own-lost = Lost
home-own-draw = Draw
home-own-none = No result
home-watch = Games to watch
home-watch-empty = No games to watch right now
home-watch-empty-text = Games of others appear here as soon as they begin.
home-watch-more = Show more
