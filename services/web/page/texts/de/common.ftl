### Words of the whole page.

corners = Corners
guest = Gast
bot = Bot
player-deleted = Gelöschtes Konto
close = Schließen
loading = Wird geladen …
toasts-label = Meldungen

try-again = Noch einmal versuchen
variants = Varianten
