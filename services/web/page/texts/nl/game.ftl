### Een gespeelde partij, zet voor zet.

game-heading = Partij
game-heading-of = { $white } – { $black }
game-board = Bord, { $side } onderaan
game-nobody = Niemand
game-rating-change = { $change }, nu rating { $rating }
game-result = Uitslag
game-rated = met rating
game-casual = vriendschappelijk
game-annulled = Deze partij is ongeldig verklaard en telt niet: { $note }

game-unrated-no-result = De ratings blijven gelijk: de partij heeft geen uitslag.
game-unrated-variant = De ratings blijven gelijk: deze variant heeft er geen.
game-unrated-set-up = De ratings blijven gelijk: de partij begon vanuit een andere stelling.
game-unrated-no-opponent = De ratings blijven gelijk: tegen jezelf spelen telt niet.
game-unrated-not-both-moved = De ratings blijven gelijk: niet beide spelers hebben gezet.
game-unrated-too-short = De ratings blijven gelijk: de partij was te kort.
game-unrated-pair-limit = De ratings blijven gelijk: deze twee hebben vandaag genoeg partijen met rating gespeeld.

game-replay = Naspelen
game-first = Naar het begin
game-back = Een zet terug
game-play = Afspelen
game-pause = Pauze
game-forward = Een zet vooruit
game-last = Naar het einde
game-slider = Stelling in de partij
game-ply = { $ply } van { $last } zetten

game-share = Delen
game-download = Partij als tekst
game-turn-board = Bord draaien

game-on-title = Deze partij is nog bezig
game-on-text = Zodra de partij is afgelopen, kun je die zet voor zet bekijken.
game-on-link = Naar de tafel
game-none = Deze partij bestaat niet. Is de partij net afgelopen, probeer het dan zo nog eens.
