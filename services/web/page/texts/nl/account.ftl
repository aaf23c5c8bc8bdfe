### De pagina van het account.

copied = Gekopieerd.
copy-failed = Kopiëren is niet gelukt. Selecteer de tekst en kopieer die zelf.

account-guest = Je bent { $name }. Maak een account om een rating te krijgen en je partijen te bewaren.
account-player = Je bent ingelogd als { $name }.
account-my-page = Mijn ratings en partijen
account-ways = Wat wil je doen?
account-register = Account maken
account-sign-in = Inloggen
account-recover-way = Wachtwoord vergeten
account-recover = Nieuw wachtwoord instellen
account-recover-text = Je herstelcode is getoond toen je je account maakte. Daarmee stel je een nieuw wachtwoord in.
account-name = Naam
account-name-hint = 3 tot 20 letters en cijfers, ook _ en -
account-name-too-soon = Je kunt je naam weer veranderen op { DATETIME($date, dateStyle: "long") }.
account-password = Wachtwoord
account-password-hint = Minstens 8 tekens
account-new-password = Nieuw wachtwoord
account-old-password = Huidig wachtwoord
account-code = Herstelcode
account-code-hint = Hoofdletters, spaties en streepjes maken niet uit.
account-code-text = Schrijf deze code op. Als je je wachtwoord kwijtraakt, is dit de enige weg terug naar je account. Hij wordt alleen deze keer getoond.
account-code-written = Ik heb hem opgeschreven
account-copy = Kopiëren
account-go-on = Verder
account-more = Meer tonen
account-keep = Nee, behouden

account-change-name = Naam veranderen
account-new-name = Nieuwe naam
account-change-name-hint = 3 tot 20 letters en cijfers, ook _ en -. Je kunt hem eens per 30 dagen veranderen.
account-name-changed = Je heet nu { $name }.
account-change-password = Wachtwoord veranderen
account-change-password-hint = Overal elders word je uitgelogd.
account-password-changed = Je wachtwoord is veranderd.

account-sessions = Waar je bent ingelogd
account-sessions-text = Beëindig een sessie die je niet herkent of waarvan je het apparaat niet meer hebt.
account-session-guest = Begonnen als gast
account-session-register = Account gemaakt
account-session-sign-in = Ingelogd
account-session-recover = Hersteld met de code
account-session-identity = Ingelogd via een andere dienst
account-session-current = Deze browser
account-session-since = Sinds { $time }
account-session-used = Laatst gebruikt op { $time }
account-session-end = Beëindigen

account-blocked = Geblokkeerde spelers
account-blocked-text = Je wordt niet ingedeeld tegen spelers die je blokkeert, en jullie kunnen elkaar niet uitdagen.
account-blocked-nobody = Je hebt niemand geblokkeerd.
account-unblock = Deblokkeren

account-bots = Mijn bots
account-bots-text = Een bot is een programma dat onder een eigen naam speelt. Iedereen ziet dat het een bot is.
account-bots-none = Je hebt geen bots.
account-bot-name = Naam van de bot
account-bot-create = Bot maken
account-bot-delete = Verwijderen
account-bot-delete-title = { $name } verwijderen?
account-bot-delete-text = De sleutels werken niet meer en de naam verdwijnt. De partijen blijven. Dit kan niet ongedaan worden gemaakt.

account-tokens = Toegangssleutels
account-tokens-text = Een programma gebruikt een sleutel om voor jou of een van je bots te handelen.
account-tokens-none = Je hebt geen sleutels.
account-token-nameless = Sleutel zonder naam
account-token-expires = Geldig tot { $date }
account-token-used = Laatst gebruikt op { $date }
account-token-revoke = Intrekken
account-token-revoke-title = Deze sleutel intrekken?
account-token-revoke-text = Programma’s die hem gebruiken, kunnen geen verbinding meer maken. Dit kan niet ongedaan worden gemaakt.
account-token-once = Dit is de nieuwe sleutel. Hij wordt alleen deze keer getoond: kopieer hem nu.
account-token-kept = Ik heb hem bewaard
account-token-new = Nieuwe sleutel
account-token-label = Waar hij voor is
account-token-for = Handelt voor
account-token-for-me = Mij
account-token-scopes = Staat toe
account-token-lifetime = Geldigheidsduur
account-token-create = Sleutel maken
account-days =
    { $days ->
        [one] { $days } dag
       *[other] { $days } dagen
    }
account-scope-play = Spelen
account-scope-bot = Spelen als bot
account-scope-watch = Partijen bekijken
account-scope-feed = Alle uitslagen lezen
account-scope-admin = Het platform beheren

account-leaving = Uitloggen en je gegevens
account-sign-out = Uitloggen
account-export = Mijn gegevens downloaden
account-delete-wanted = Account verwijderen…
account-delete = Account verwijderen
account-delete-title = Je account voorgoed verwijderen?
account-delete-text = Je naam, wachtwoord, bots en sleutels verdwijnen voorgoed. Je partijen blijven, zonder je naam.
account-deleted = Je account is verwijderd.
