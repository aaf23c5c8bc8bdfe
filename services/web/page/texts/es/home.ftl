### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Jugar a Corners
home-quick = Partida rápida
home-variant = Variante
home-rated = Con puntuación
home-bots = También contra programas
home-pool-waiting =
    { $count ->
        [one] 1 esperando
       *[other] { $count } esperando
    }
home-pool-usual = unos { $wait }
home-variant-unrated = Esta variante no tiene puntuación: sus partidas son amistosas.
home-guest-casual = Juegas como invitado, así que tus partidas son amistosas.
home-register = Regístrate para jugar con puntuación
home-custom = A tu gusto
home-custom-text = tus condiciones
home-terms-rated = con puntuación
home-terms-casual = amistosa
home-terms-bots = también contra programas
home-waiting-title = Buscando rival
home-waiting-starting = Rival encontrado. La partida va a empezar
home-waiting-elapsed = Tiempo de espera
home-waiting-queueing = Entrando en la cola…
home-waiting-cancel = Cancelar
home-waiting-estimate = faltan unos { $wait }
home-waiting-window = puntuación de { $lowest } a { $highest }
home-waiting-count =
    { $count ->
        [one] solo esperas tú
       *[other] { $count } esperando
    }
home-delayed = Podrás buscar partida de nuevo a las { $until }.
home-delayed-aborts = Has anulado varias partidas últimamente. Podrás buscar partida de nuevo a las { $until }.
home-delayed-no-shows = En varias partidas recientes no hiciste la primera jugada. Podrás buscar partida de nuevo a las { $until }.
home-delayed-walked-away = Has abandonado la mesa en varias partidas últimamente. Podrás buscar partida de nuevo a las { $until }.

home-friend = Jugar con un amigo
home-practice = Practicar a solas
home-move-number = jugada { $number }
home-more =
    { $count ->
        [one] 1 más
       *[other] { $count } más
    }
home-lobby = Sala
home-lobby-empty = Ahora nadie ofrece una partida
home-lobby-empty-text = Haz tu propia oferta: todos aquí la ven al instante.
home-seek-create = Ofrecer partida
home-seek-made = Tu oferta está en la sala. Se queda diez minutos.
home-seek-accept = Jugar
home-seek-cancel = Retirar
home-seek-registered = Solo registrados
home-own = Tus partidas
home-own-empty = Aún no hay partidas
home-own-empty-text = Aquí aparecen tus partidas y a quién le toca jugar.
home-own-finished = Terminadas
home-own-practice = Práctica
home-own-turn = Te toca
home-own-won = Ganada
home-own-lost = Perdida
home-own-draw = Tablas
home-own-none = Sin resultado
home-watch = Partidas para ver
home-watch-empty = Ahora no hay partidas que ver
home-watch-empty-text = Las partidas de otros aparecen aquí en cuanto empiezan.
home-watch-more = Mostrar más
