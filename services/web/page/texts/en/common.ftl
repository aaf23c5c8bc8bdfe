### Words of the whole page.

corners = Corners
guest = Guest
bot = Bot
player-deleted = Deleted account
close = Close
loading = Loading…
toasts-label = News

try-again = Try again
variants = Variants
