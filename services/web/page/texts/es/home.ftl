### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Jugar a Corners
home-lead = Una carrera por el tablero: llena antes que nadie la esquina opuesta. Pulsa un tiempo para jugar.
home-rules = Las reglas
home-quick = Partida rápida
home-variant = Variante
home-rated = Con puntuación
home-bots = También contra programas
home-pool-waiting =
    { $count ->
        [one] 1 esperando
       *[other] { $count } esperando
    }
home-pool-usual = aprox. { $wait }
home-variant-unrated = Esta variante no tiene puntuación: sus partidas son amistosas.
home-guest-casual = Juegas como invitado, así que tus partidas son amistosas.
home-register = Crea una cuenta para jugar con puntuación
home-custom = Partida a medida
home-custom-text = tus condiciones
home-terms-rated = con puntuación
home-terms-casual = amistosa
home-terms-bots = también contra programas
home-waiting-title = Buscando rival
home-waiting-starting = Rival encontrado. La partida va a empezar
home-waiting-elapsed = Tiempo de espera
home-waiting-queueing = Empezando a buscar…
home-waiting-cancel = Cancelar
home-waiting-estimate = espera aprox.: { $wait }
home-waiting-window = rivales de { $lowest } a { $highest }
home-waiting-count =
    { $count ->
        [one] solo esperas tú
       *[other] { $count } esperando
    }
home-delayed = Podrás buscar partida de nuevo a las { $until }.
home-delayed-aborts = Últimamente has anulado varias partidas. Podrás buscar partida de nuevo a las { $until }.
home-delayed-no-shows = Últimamente no has hecho tu primera jugada en varias partidas. Podrás buscar partida de nuevo a las { $until }.
home-delayed-walked-away = Últimamente te has ido de varias partidas. Podrás buscar partida de nuevo a las { $until }.

home-friend = Jugar con un amigo
home-practice = Practicar a solas
home-move-number = jugada { $number }
home-more =
    { $count ->
        [one] 1 más
       *[other] { $count } más
    }
home-lobby = Sala
home-lobby-empty = Ahora mismo nadie ofrece una partida
home-lobby-empty-text = Ofrece tú una: todos los de aquí la ven al instante.
home-seek-create = Ofrecer partida
home-seek-made = Tu oferta está en la sala. Se queda ahí diez minutos.
home-seek-accept = Jugar
home-seek-cancel = Retirar
home-seek-registered = Solo con cuenta
home-own = Tus partidas
home-own-empty = Aún no tienes partidas
home-own-empty-text = Aquí aparecen tus partidas y a quién le toca jugar.
home-own-finished = Terminadas
home-own-practice = Práctica
home-own-turn = Te toca
home-own-won = Ganada
home-own-lost = Perdida
home-own-draw = Tablas
home-own-none = Sin resultado
home-watch = Partidas para ver
home-watch-empty = Ahora mismo no hay partidas que ver
home-watch-empty-text = Las partidas de otros aparecen aquí en cuanto empiezan.
home-watch-more = Mostrar más
