### Words of the whole page.

corners = Corners
guest = Invité
bot = Bot
player-deleted = Compte supprimé
close = Fermer
loading = Chargement…
toasts-label = Notifications

try-again = Réessayer
variants = Variantes
