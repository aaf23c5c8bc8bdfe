### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Variant
offer-time = Tijd
offer-time-real = Klok
offer-time-days = Dagen per zet
offer-time-none = Zonder klok
offer-reserve = Tijd voor de partij
offer-increment = Erbij voor elke zet
offer-days = Tijd voor elke zet
offer-days-count =
    { $count ->
        [one] 1 dag
       *[other] { $count } dagen
    }
offer-untimed-hint = Voor niemand loopt de tijd: de partij wacht zo lang als nodig.
offer-rating = Rating
offer-rated = Met rating
offer-casual = Vriendschappelijk
offer-casual-guest = Gasten spelen vriendschappelijke partijen.
offer-casual-untimed = Zonder klok zijn partijen vriendschappelijk.
offer-casual-variant = Deze variant heeft geen ratings.
offer-colour = Jouw kleur
offer-colour-either = Maakt niet uit
offer-you-white = je speelt met Wit
offer-you-black = je speelt met Zwart
offer-you-either = kleuren door loting
offer-range = rating { $lowest } tot { $highest }
offer-range-from = rating { $lowest } of meer
offer-range-to = rating { $highest } of minder
offer-lowest = Rating van
offer-highest = tot
offer-any = maakt niet uit
offer-range-wrong = Vul hele getallen in, de laagste eerst.
offer-cancel = Annuleren
offer-seek-title = Iedereen een partij aanbieden
offer-seek-make = In de lobby zetten
offer-link-title = Met een vriend spelen
offer-link-make = Link maken
offer-player-title = { $name } uitdagen
offer-player-make = Uitdagen
offer-counter-title = Antwoorden met andere voorwaarden
offer-counter-make = Tegenvoorstel sturen

challenge-heading = Uitdaging
challenge-you = Jij
challenge-anybody = wie de link heeft
challenge-link = Stuur deze link naar een vriend
challenge-copy = Kopiëren
challenge-copied = De link is gekopieerd.
challenge-copy-yourself = De link is geselecteerd: kopieer hem met je browser.
challenge-share = Delen
challenge-share-title = Een partij Corners
challenge-waiting = Wachten op antwoord.
challenge-waiting-link = Wachten op je vriend. De partij begint zodra je vriend de link aanneemt; houd deze of een andere pagina van Corners open.
challenge-ends = Verloopt vanzelf { $when }.
challenge-cancel = Intrekken
challenge-accept = Aannemen
challenge-decline = Afwijzen
challenge-decline-title = Waarom wijs je de uitdaging af?
challenge-counter = Andere voorwaarden…
challenge-registered = Dit is een partij met rating, en gasten spelen alleen vriendschappelijk.
challenge-accepted = De uitdaging is aangenomen.
challenge-declined = De uitdaging is afgewezen.
challenge-countered = De uitdaging is met andere voorwaarden beantwoord.
challenge-cancelled = De uitdaging is ingetrokken.
challenge-expired = Niemand heeft op tijd geantwoord.
challenge-over = De uitdaging is voorbij.
challenge-to-table = Naar de tafel
challenge-to-counter = Tegenvoorstel bekijken
challenge-home = Naar de startpagina
challenge-missing = Er is geen uitdaging met deze link
challenge-missing-text = De uitdaging is al een tijd voorbij, of de link is niet volledig.

decline-no-reason = Zonder bijzondere reden.
decline-later = Niet nu, misschien later.
decline-too-fast = Dit is te snel voor mij.
decline-too-slow = Dit is te langzaam voor mij.
decline-time-control = Ik wil graag een ander tempo.
decline-rated = Ik speel alleen met rating.
decline-casual = Ik speel alleen vriendschappelijk.
decline-variant = Ik wil graag een andere variant.
decline-no-bots = Ik speel niet tegen programma’s.
decline-only-bots = Ik speel alleen tegen programma’s.
decline-no-challenges = Ik neem geen uitdagingen aan.

incoming-label = Uitdagingen voor jou
incoming-challenges-you = daagt je uit
incoming-challenge = Je wordt uitgedaagd: { $terms }
incoming-rematch = Je tegenstander wil revanche.
incoming-see = Bekijken
