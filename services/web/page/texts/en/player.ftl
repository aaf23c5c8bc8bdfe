### A player: ratings, history, games.

player-heading = Player
player-none = There is no such player
player-kind-player = Player
player-bot-owner = a program of
player-guest-unrated = Guests play without ratings.
player-since = here since { $date }
player-banned = barred
player-own = This is you: go to your account

player-challenge = Challenge
player-block = Block
player-unblock = Unblock
player-blocked = You two are never paired, and cannot challenge each other.

player-ratings = Ratings
player-games-rated =
    { $games ->
        [0] no rated game yet
        [one] 1 rated game
       *[other] { $games } rated games
    }
player-provisional = still uncertain
player-no-history = No rated games in this variant yet
player-chart-title = Rating history: { $variant }
player-chart-description =
    { $games ->
        [one] One rated game. Rating now { $last }.
       *[other] { $games } rated games. Rating now { $last }, lowest { $lowest }, highest { $highest }.
    }
player-chart-slider = Game in the history
player-chart-table = As a table
player-chart-when = When
player-chart-opponent = Opponent
player-chart-rating = Rating
player-chart-change = Change
player-chart-won = won against
player-chart-lost = lost to
player-chart-drawn = drew with
player-chart-annulled = annulled, against

player-games = Games
player-no-games = No games yet
player-more = More games
player-won = Won against
player-lost = Lost to
player-drawn = Draw with
player-uncounted = does not count for rating
player-no-result = No result
player-alone = Practice
