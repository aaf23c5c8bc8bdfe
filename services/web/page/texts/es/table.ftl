### The table.

clock-label = Tiempo restante: { $time }
clock-days = { $days } d { $hours } h { $minutes } min

table-heading = Mesa
table-board = Tablero, { $side } abajo
table-rated = con puntuación
table-casual = amistosa
table-move-number = Jugada { $number } de { $limit }
table-home-deadline =
    { $left ->
        [one] Sal de casa antes de que acabe la jugada { $deadline } (última)
       *[other] Sal de casa antes de que acabe la jugada { $deadline } (quedan { $left })
    }
table-home-deadline-over = La casa está cerrada: quien vuelve pierde
table-moves-played =
    { $count ->
        [one] 1 jugada hecha
       *[other] { $count } jugadas hechas
    }

table-seat-free = Asiento libre
table-present = presente
table-away = ausente
table-first-move =
    { $seconds ->
        [one] primera jugada: queda 1 segundo
       *[other] primera jugada: quedan { $seconds } segundos
    }
table-spectators =
    { $count ->
        [0] No mira nadie
        [one] 1 espectador
       *[other] { $count } espectadores
    }

table-your-move = Te toca jugar
table-their-move = Tu rival está pensando
table-side-to-move = Turno: { $side }
table-sending = Tu jugada está en camino.
table-waiting = Esperando a un segundo jugador
table-looking-back = Estás viendo una posición anterior. Elige la última jugada para seguir jugando.
table-time-stands = La plataforma no puede recibir jugadas ahora. Todos los relojes están parados.
table-piece-cannot-move = La pieza de { $square } no puede moverse.

table-offer-draw = Ofrecer tablas
table-offer-takeback = Pedir que se deshaga la jugada
table-resign = Abandonar
table-abort = Anular la partida
table-play-on = Seguir jugando
table-draw-offered = Tu rival ofrece tablas.
table-takeback-offered =
    { $plies ->
        [one] Tu rival pide que se deshaga la última jugada.
       *[other] Tu rival pide que se deshagan las últimas { $plies } jugadas, una de ellas tuya.
    }
table-accept = Aceptar
table-decline = Rechazar
table-claimable-in =
    { $seconds ->
        [one] Tu rival se ha ido. Podrás reclamar la victoria dentro de 1 segundo.
       *[other] Tu rival se ha ido. Podrás reclamar la victoria dentro de { $seconds } segundos.
    }
table-claimable = Tu rival se ha ido. Puedes reclamar la victoria o esperar.
table-claim = Reclamar la victoria
table-resign-title = ¿Abandonar la partida?
table-resign-text = Gana tu rival. No se puede deshacer.
table-abort-title = ¿Anular la partida?
table-abort-text = La partida termina sin resultado. Quien anula a menudo tiene que esperar para jugar la siguiente.
table-draw-title = ¿Acordar tablas?
table-draw-text = La partida termina al instante. No se puede deshacer.
table-draw-accept = Tablas

table-return-title = ¿Volver a casa?
table-return-text = El plazo para salir de casa ha pasado: quien devuelve una pieza a su casa pierde al instante.
table-return-yes = Volver y perder
table-return-no = Elegir otra jugada

table-join = Ocupar el asiento libre
table-turn-board = Girar el tablero
table-read-move = Oír la última jugada
table-read-clocks = Oír los relojes
table-review = Repasar
table-new-game = Partida nueva
table-rematch = Revancha
table-rematch-accept = Aceptar la revancha
table-rematch-withdraw = Retirar la oferta de revancha
table-gone = Esta mesa ya no existe.
table-gone-review = Buscar la partida terminada
table-started = Tu partida ha empezado.
table-go = Ir a la mesa
table-sign-in = Iniciar sesión

verdict-won = Ganas
verdict-lost = Pierdes
verdict-draw = Tablas
verdict-none = Sin resultado
verdict-rating = { $side }: { $change }, ahora { $rating }
verdict-rating-awaited = Se está calculando la puntuación…
verdict-rating-late = La nueva puntuación aún no se conoce. La verás más tarde al repasar la partida.

said-move = { $side }: { $path }
said-no-move = Aún no se ha hecho ninguna jugada.
said-clocks = A las blancas les quedan { $white }, a las negras { $black }.
said-no-clocks = Esta partida se juega sin reloj.
said-draw-offered = Has ofrecido tablas.
said-rival-draw-offered = Tu rival ofrece tablas.
said-draw-declined = { $side } rechazan las tablas.
said-takeback-offered = Has pedido que se deshaga tu última jugada.
said-rival-takeback-offered = Tu rival pide que se deshaga una jugada.
said-takeback-declined = { $side } no aceptan deshacer la jugada.
said-taken-back =
    { $plies ->
        [one] { $side } deshacen una jugada.
       *[other] { $side } deshacen una jugada; se anulan { $plies } jugadas.
    }
said-seat-taken = { $side }: ya hay jugador.
said-tail-lost = La plataforma ha perdido las últimas jugadas. La partida sigue desde la posición del tablero.
said-credit =
    { $seconds ->
        [one] { $side } reciben 1 segundo, porque la plataforma no podía recibir jugadas.
       *[other] { $side } reciben { $seconds } segundos, porque la plataforma no podía recibir jugadas.
    }
