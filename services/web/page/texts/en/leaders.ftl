### Leaderboards.

leaders-heading = Leaderboards
leaders-lead = The best by rating, among those who have played enough for it to be certain.
leaders-board = Which leaderboard
leaders-people = People
leaders-bots = Bots
leaders-count =
    { $count ->
        [0] Nobody is on this leaderboard.
        [one] 1 player is on this leaderboard.
       *[other] { $count } players are on this leaderboard.
    }
leaders-rank = Rank
leaders-player = Player
leaders-players = Players
leaders-rating = Rating
leaders-games = Games
leaders-more = More
leaders-none = Nobody is here yet
leaders-none-text = Play rated games until your rating is certain enough, and be the first.
leaders-own = Where you stand
leaders-own-rank = Rank { $rank } of { $players }
leaders-own-uncertain = Your rating of { $rating } is not certain enough yet. A few more rated games, and you have a rank.
leaders-own-none = You have not played a rated game in this variant yet.
leaders-own-guest = Guests play without ratings.
leaders-own-register = Create account
leaders-distribution = Rating distribution
leaders-distribution-none = Nobody has a rating in this variant yet.
leaders-distribution-text =
    { $count ->
        [one] 1 player. Most have a rating from { $from } to { $to }.
       *[other] { $count } players. Most have a rating from { $from } to { $to }.
    }
leaders-distribution-table = As a table
