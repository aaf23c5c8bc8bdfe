### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Variant
offer-time = Time
offer-time-real = Clock
offer-time-days = Days per move
offer-time-none = No clock
offer-reserve = Time for the game
offer-increment = Added for each move
offer-days = Time for each move
offer-days-count =
    { $count ->
        [one] 1 day
       *[other] { $count } days
    }
offer-untimed-hint = Nobody’s clock runs: the game waits as long as it has to.
offer-rating = Rating
offer-rated = Rated
offer-casual = Casual
offer-casual-guest = Guests play casual games.
offer-casual-untimed = Without a clock games are casual.
offer-casual-variant = This variant has no ratings.
offer-colour = Your side
offer-colour-either = Either
offer-you-white = you play White
offer-you-black = you play Black
offer-you-either = sides drawn by lot
offer-range = for players rated { $lowest } to { $highest }
offer-range-from = for players rated { $lowest } or more
offer-range-to = for players rated { $highest } or less
offer-lowest = Rating from
offer-highest = to
offer-any = any
offer-range-wrong = Enter whole numbers, the lower one first.
offer-cancel = Cancel
offer-seek-title = Offer a game to everybody
offer-seek-make = Put it in the lobby
offer-link-title = Play a friend
offer-link-make = Make a link
offer-player-title = Challenge { $name }
offer-player-make = Challenge
offer-counter-title = Answer with other terms
offer-counter-make = Send the counter-offer

challenge-heading = Challenge
challenge-you = You
challenge-anybody = whoever has the link
challenge-link = Send this link to a friend
challenge-copy = Copy
challenge-copied = The link is copied.
challenge-copy-yourself = The link is selected: copy it with your browser.
challenge-share = Share
challenge-share-title = A game of Corners
challenge-waiting = Waiting for an answer.
challenge-waiting-link = Waiting for your friend. The game starts when the link is accepted; keep this page, or any other page of Corners, open.
challenge-ends = Expires { $when }.
challenge-cancel = Withdraw
challenge-accept = Accept
challenge-decline = Decline
challenge-decline-title = Why are you declining?
challenge-counter = Other terms…
challenge-registered = This game is rated, and guests cannot play rated games.
challenge-accepted = The challenge was accepted.
challenge-declined = The challenge was declined.
challenge-countered = The challenge was answered with other terms.
challenge-cancelled = The challenge was withdrawn.
challenge-expired = Nobody answered in time.
challenge-over = The challenge is over.
challenge-to-table = To the table
challenge-to-counter = See the counter-offer
challenge-home = To the home page
challenge-missing = There is no such challenge
challenge-missing-text = It ended a while ago, or the link is incomplete.

decline-no-reason = For no particular reason.
decline-later = Not now, maybe later.
decline-too-fast = This is too fast for me.
decline-too-slow = This is too slow for me.
decline-time-control = I would like another time control.
decline-rated = I only play rated games.
decline-casual = I only play casual games.
decline-variant = I would like another variant.
decline-no-bots = I do not play against programs.
decline-only-bots = I only play against programs.
decline-no-challenges = I am not taking challenges.

incoming-label = Offers to you
incoming-challenges-you = challenges you
incoming-challenge = You are challenged: { $terms }
incoming-rematch = Your opponent wants a rematch.
incoming-see = See
