### The table.

clock-label = Resterende tijd: { $time }
clock-days = { $days } d { $hours } u { $minutes } min

table-heading = Tafel
table-board = Bord, { $side } onderaan
table-rated = met rating
table-casual = vriendschappelijk
table-move-number = Zet { $number } van { $limit }
table-home-deadline =
    { $left ->
        [one] Verlaat je huis uiterlijk met zet { $deadline } (laatste)
       *[other] Verlaat je huis uiterlijk met zet { $deadline } (nog { $left })
    }
table-home-deadline-over = Het huis is dicht: wie terugkeert, verliest
table-moves-played =
    { $count ->
        [one] 1 zet gespeeld
       *[other] { $count } zetten gespeeld
    }

table-seat-free = Vrije plaats
table-present = aanwezig
table-away = afwezig
table-first-move =
    { $seconds ->
        [one] eerste zet binnen 1 seconde
       *[other] eerste zet binnen { $seconds } seconden
    }
table-spectators =
    { $count ->
        [0] Niemand kijkt mee
        [one] 1 toeschouwer
       *[other] { $count } toeschouwers
    }

table-your-move = Jij bent aan zet
table-their-move = Je tegenstander denkt na
table-side-to-move = { $side } aan zet
table-sending = Je zet is onderweg.
table-waiting = Wachten op een tweede speler
table-looking-back = Je bekijkt een eerdere stelling. Kies de laatste zet om verder te spelen.
table-time-stands = Het platform kan nu geen zetten aannemen. Alle klokken staan stil.
table-piece-cannot-move = De schijf op { $square } kan niet zetten.

table-offer-draw = Remise aanbieden
table-offer-takeback = Vragen om een zet terug te nemen
table-resign = Opgeven
table-abort = Partij afbreken
table-play-on = Doorspelen
table-draw-offered = Je tegenstander biedt remise aan.
table-takeback-offered =
    { $plies ->
        [one] Je tegenstander wil de laatste zet terugnemen.
       *[other] Je tegenstander wil de laatste { $plies } zetten terugnemen, waarvan één van jou.
    }
table-accept = Aannemen
table-decline = Afwijzen
table-claimable-in =
    { $seconds ->
        [one] Je tegenstander is weg. Over 1 seconde kun je de winst opeisen.
       *[other] Je tegenstander is weg. Over { $seconds } seconden kun je de winst opeisen.
    }
table-claimable = Je tegenstander is weg. Je kunt de winst opeisen, of wachten.
table-claim = Winst opeisen
table-resign-title = De partij opgeven?
table-resign-text = Je tegenstander wint. Dit kan niet ongedaan worden gemaakt.
table-abort-title = De partij afbreken?
table-abort-text = De partij eindigt zonder uitslag. Wie vaak afbreekt, moet op de volgende partij wachten.
table-draw-title = Remise overeenkomen?
table-draw-text = De partij eindigt meteen. Dit kan niet ongedaan worden gemaakt.
table-draw-accept = Remise

table-return-title = Terug in je huis?
table-return-text = De termijn om het huis te verlaten is voorbij: wie een schijf terugbrengt, verliest meteen.
table-return-yes = Terugkeren en verliezen
table-return-no = Een andere zet kiezen

table-join = De vrije plaats nemen
table-turn-board = Bord draaien
table-read-move = Laatste zet voorlezen
table-read-clocks = Klokken voorlezen
table-review = Nabekijken
table-new-game = Nieuwe partij
table-rematch = Revanche
table-rematch-accept = Revanche aannemen
table-rematch-withdraw = Revancheaanbod intrekken
table-gone = Deze tafel bestaat niet meer.
table-gone-review = De afgelopen partij zoeken
table-started = Je partij is begonnen.
table-go = Naar de tafel
table-sign-in = Inloggen

verdict-won = Je wint
verdict-lost = Je verliest
verdict-draw = Remise
verdict-none = Geen uitslag
verdict-rating = { $side }: { $change }, nu rating { $rating }
verdict-rating-awaited = De ratings worden berekend…
verdict-rating-late = De nieuwe ratings zijn nog niet bekend. Je ziet ze later bij het nakijken.

said-move = { $side }: { $path }
said-no-move = Er is nog geen zet gedaan.
said-clocks = Wit heeft nog { $white }, Zwart { $black }.
said-no-clocks = Deze partij heeft geen klok.
said-draw-offered = Je hebt remise aangeboden.
said-rival-draw-offered = Je tegenstander biedt remise aan.
said-draw-declined = { $side } wijst de remise af.
said-takeback-offered = Je hebt gevraagd om je laatste zet terug te nemen.
said-rival-takeback-offered = Je tegenstander vraagt om een zet terug te nemen.
said-takeback-declined = { $side } wijst het terugnemen van de zet af.
said-taken-back =
    { $plies ->
        [one] { $side } neemt een zet terug.
       *[other] { $side } neemt een zet terug; { $plies } zetten vervallen.
    }
said-seat-taken = { $side } is gaan zitten.
said-tail-lost = Het platform is de laatste zetten kwijt. De partij gaat verder vanuit de stelling op het bord.
said-credit =
    { $seconds ->
        [one] { $side } krijgt 1 seconde, omdat het platform geen zetten kon aannemen.
       *[other] { $side } krijgt { $seconds } seconden, omdat het platform geen zetten kon aannemen.
    }
