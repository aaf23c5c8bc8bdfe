### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Variante
offer-time = Zeit
offer-time-real = Uhr
offer-time-days = Tage je Zug
offer-time-none = Ohne Uhr
offer-reserve = Zeit für die Partie
offer-increment = Zuschlag für jeden Zug
offer-days = Zeit für jeden Zug
offer-days-count =
    { $count ->
        [one] 1 Tag
       *[other] { $count } Tage
    }
offer-untimed-hint = Für niemanden läuft die Zeit: Die Partie wartet, solange es dauert.
offer-rating = Wertung
offer-rated = Gewertet
offer-casual = Ungewertet
offer-casual-guest = Gäste spielen ungewertet.
offer-casual-untimed = Ohne Uhr sind Partien ungewertet.
offer-casual-variant = Diese Variante hat keine Wertung.
offer-colour = Deine Farbe
offer-colour-either = Egal
offer-you-white = du spielst Weiß
offer-you-black = du spielst Schwarz
offer-you-either = Farben werden ausgelost
offer-range = Wertung { $lowest } bis { $highest }
offer-range-from = Wertung ab { $lowest }
offer-range-to = Wertung bis { $highest }
offer-lowest = Wertung von
offer-highest = bis
offer-any = beliebig
offer-range-wrong = Gib ganze Zahlen an, die kleinere zuerst.
offer-cancel = Abbrechen
offer-seek-title = Allen eine Partie anbieten
offer-seek-make = In die Lobby stellen
offer-link-title = Mit Freunden spielen
offer-link-make = Link erstellen
offer-player-title = { $name } herausfordern
offer-player-make = Herausfordern
offer-counter-title = Mit anderen Bedingungen antworten
offer-counter-make = Gegenangebot senden

challenge-heading = Herausforderung
challenge-you = Du
challenge-anybody = wer den Link hat
challenge-link = Schick diesen Link an Freunde
challenge-copy = Kopieren
challenge-copied = Der Link ist kopiert.
challenge-copy-yourself = Der Link ist markiert: Kopiere ihn mit deinem Browser.
challenge-share = Teilen
challenge-share-title = Eine Partie Corners
challenge-waiting = Warten auf die Antwort.
challenge-waiting-link = Warten auf deinen Gegner. Die Partie beginnt, wenn der Link angenommen wird; lass diese oder eine andere Seite von Corners offen.
challenge-ends = Läuft { $when } ab.
challenge-cancel = Zurückziehen
challenge-accept = Annehmen
challenge-decline = Ablehnen
challenge-decline-title = Warum lehnst du ab?
challenge-counter = Andere Bedingungen …
challenge-registered = Diese Partie ist gewertet, und Gäste spielen nur ungewertet.
challenge-accepted = Die Herausforderung wurde angenommen.
challenge-declined = Die Herausforderung wurde abgelehnt.
challenge-countered = Die Herausforderung wurde mit anderen Bedingungen beantwortet.
challenge-cancelled = Die Herausforderung wurde zurückgezogen.
challenge-expired = Niemand hat rechtzeitig geantwortet.
challenge-over = Die Herausforderung ist vorbei.
challenge-to-table = Zum Tisch
challenge-to-counter = Gegenangebot ansehen
challenge-home = Zur Startseite
challenge-missing = Diese Herausforderung gibt es nicht
challenge-missing-text = Sie ist seit einer Weile vorbei, oder der Link ist unvollständig.

decline-no-reason = Ohne besonderen Grund.
decline-later = Jetzt nicht, vielleicht später.
decline-too-fast = Das ist mir zu schnell.
decline-too-slow = Das ist mir zu langsam.
decline-time-control = Ich möchte eine andere Bedenkzeit.
decline-rated = Ich spiele nur gewertet.
decline-casual = Ich spiele nur ungewertet.
decline-variant = Ich möchte eine andere Variante.
decline-no-bots = Ich spiele nicht gegen Programme.
decline-only-bots = Ich spiele nur gegen Programme.
decline-no-challenges = Ich nehme keine Herausforderungen an.

incoming-label = Angebote an dich
incoming-challenges-you = fordert dich heraus
incoming-challenge = Du wirst herausgefordert: { $terms }
incoming-rematch = Dein Gegner möchte eine Revanche.
incoming-see = Ansehen
