### Ranglijsten.

leaders-heading = Ranglijsten
leaders-lead = De besten op rating, van wie genoeg heeft gespeeld om die zeker te laten zijn.
leaders-board = Welke ranglijst
leaders-people = Mensen
leaders-bots = Bots
leaders-count =
    { $count ->
        [0] Niemand staat op deze ranglijst.
        [one] 1 speler staat op deze ranglijst.
       *[other] { $count } spelers staan op deze ranglijst.
    }
leaders-rank = Plaats
leaders-player = Speler
leaders-players = Spelers
leaders-rating = Rating
leaders-games = Partijen
leaders-more = Meer
leaders-none = Hier staat nog niemand
leaders-none-text = Speel partijen met rating tot je rating zeker genoeg is, en sta hier als eerste.
leaders-own = Jouw plaats
leaders-own-rank = Plaats { $rank } van { $players }
leaders-own-uncertain = Je rating van { $rating } is nog niet zeker genoeg. Nog een paar partijen met rating en je hebt een plaats.
leaders-own-none = Je hebt in deze variant nog geen partij met rating gespeeld.
leaders-own-guest = Gasten spelen zonder rating.
leaders-own-register = Account maken
leaders-distribution = Verdeling van de ratings
leaders-distribution-none = In deze variant heeft nog niemand een rating.
leaders-distribution-text =
    { $count ->
        [one] 1 speler. De meesten hebben een rating van { $from } tot { $to }.
       *[other] { $count } spelers. De meesten hebben een rating van { $from } tot { $to }.
    }
leaders-distribution-table = Als tabel
