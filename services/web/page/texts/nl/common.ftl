### Words of the whole page.

corners = Corners
guest = Gast
bot = Bot
player-deleted = Verwijderd account
close = Sluiten
loading = Laden…
toasts-label = Meldingen

try-again = Opnieuw proberen
variants = Varianten
