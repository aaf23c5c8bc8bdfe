### Die Seite des Kontos.

copied = Kopiert.
copy-failed = Das Kopieren hat nicht geklappt. Markiere den Text und kopiere ihn selbst.

account-guest = Du bist { $name }. Leg ein Konto an, um gewertet zu spielen und deine Partien zu behalten.
account-player = Du bist als { $name } angemeldet.
account-my-page = Meine Wertungen und Partien
account-ways = Was möchtest du tun?
account-register = Konto anlegen
account-sign-in = Anmelden
account-recover-way = Passwort vergessen
account-recover = Neues Passwort setzen
account-recover-text = Dein Wiederherstellungscode wurde dir beim Anlegen des Kontos gezeigt. Mit ihm setzt du ein neues Passwort.
account-name = Name
account-name-hint = 3 bis 20 Buchstaben und Ziffern, auch _ und -
account-name-too-soon = Du kannst deinen Namen am { DATETIME($date, dateStyle: "long") } wieder ändern.
account-password = Passwort
account-password-hint = Mindestens 8 Zeichen
account-new-password = Neues Passwort
account-old-password = Aktuelles Passwort
account-code = Wiederherstellungscode
account-code-hint = Groß- und Kleinschreibung, Leerzeichen und Bindestriche spielen keine Rolle.
account-code-text = Schreib diesen Code auf. Wenn du dein Passwort verlierst, ist er der einzige Weg zurück in dein Konto. Er wird nur dieses eine Mal gezeigt.
account-code-written = Ich habe ihn aufgeschrieben
account-copy = Kopieren
account-go-on = Weiter
account-more = Mehr zeigen
account-keep = Nein, behalten

account-change-name = Namen ändern
account-new-name = Neuer Name
account-change-name-hint = 3 bis 20 Buchstaben und Ziffern, auch _ und -. Du kannst ihn einmal in 30 Tagen ändern.
account-name-changed = Du heißt jetzt { $name }.
account-change-password = Passwort ändern
account-change-password-hint = Überall sonst wirst du abgemeldet.
account-password-changed = Dein Passwort ist geändert.

account-sessions = Wo du angemeldet bist
account-sessions-text = Beende eine Sitzung, die du nicht kennst oder deren Gerät du nicht mehr hast.
account-session-guest = Als Gast begonnen
account-session-register = Konto angelegt
account-session-sign-in = Angemeldet
account-session-recover = Mit dem Code wiederhergestellt
account-session-identity = Über einen anderen Dienst angemeldet
account-session-current = Dieser Browser
account-session-since = Seit dem { $time }
account-session-used = Zuletzt benutzt am { $time }
account-session-end = Beenden

account-blocked = Blockierte Spieler
account-blocked-text = Mit Spielern, die du blockierst, wirst du nicht zusammengebracht, und keiner von euch kann den anderen herausfordern.
account-blocked-nobody = Du hast niemanden blockiert.
account-unblock = Nicht mehr blockieren

account-bots = Meine Bots
account-bots-text = Ein Bot ist ein Programm, das unter eigenem Namen spielt. Alle sehen, dass es eines ist.
account-bots-none = Du hast keine Bots.
account-bot-name = Name des Bots
account-bot-create = Bot anlegen
account-bot-delete = Löschen
account-bot-delete-title = { $name } löschen?
account-bot-delete-text = Seine Schlüssel gelten nicht mehr, und sein Name ist weg. Seine Partien bleiben. Das lässt sich nicht rückgängig machen.

account-tokens = Zugangsschlüssel
account-tokens-text = Ein Programm benutzt einen Schlüssel, um für dich oder einen deiner Bots zu handeln.
account-tokens-none = Du hast keine Schlüssel.
account-token-nameless = Schlüssel ohne Namen
account-token-expires = Gültig bis { $date }
account-token-used = Zuletzt benutzt am { $date }
account-token-revoke = Widerrufen
account-token-revoke-title = Diesen Schlüssel widerrufen?
account-token-revoke-text = Programme, die ihn benutzen, können sich nicht mehr verbinden. Das lässt sich nicht rückgängig machen.
account-token-once = Das ist der neue Schlüssel. Er wird nur dieses eine Mal gezeigt: Kopiere ihn jetzt.
account-token-kept = Ich habe ihn gespeichert
account-token-new = Neuer Schlüssel
account-token-label = Wofür er ist
account-token-for = Handelt für
account-token-for-me = Mich
account-token-scopes = Erlaubt
account-token-lifetime = Gültig für
account-token-create = Schlüssel anlegen
account-days =
    { $days ->
        [one] { $days } Tag
       *[other] { $days } Tage
    }
account-scope-play = Spielen
account-scope-bot = Als Bot spielen
account-scope-watch = Partien ansehen
account-scope-feed = Alle Ergebnisse lesen
account-scope-admin = Die Plattform betreiben

account-leaving = Abmelden und deine Daten
account-sign-out = Abmelden
account-export = Meine Daten herunterladen
account-delete-wanted = Konto löschen …
account-delete = Konto löschen
account-delete-title = Dein Konto für immer löschen?
account-delete-text = Dein Name, dein Passwort, deine Bots und Schlüssel sind dann für immer weg. Deine Partien bleiben, ohne deinen Namen.
account-deleted = Dein Konto ist gelöscht.
