### Words of the whole page.

corners = Corners
guest = Invitado
bot = Bot
player-deleted = Cuenta eliminada
close = Cerrar
loading = Cargando…
toasts-label = Avisos

try-again = Volver a intentarlo
variants = Variantes
