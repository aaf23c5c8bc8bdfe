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
        [one] Sal de casa antes de acabar la jugada { $deadline } (última)
       *[other] Sal de casa antes de acabar la jugada { $deadline } (quedan { $left })
    }
table-home-deadline-over = La casa está cerrada: quien vuelve pierde

table-seat-free = Asiento libre
table-present = presente
table-away = ausente
table-first-move =
    { $seconds ->
        [one] primera jugada en 1 segundo
       *[other] primera jugada en { $seconds } segundos
    }
table-spectators =
    { $count ->
        [0] Nadie está mirando
        [one] 1 espectador
       *[other] { $count } espectadores
    }

table-your-move = Te toca jugar
table-their-move = Tu rival está pensando
table-side-to-move = Juegan { $side }
table-sending = Tu jugada está en camino.
table-waiting = Falta otro jugador
table-looking-back = Estás mirando hacia atrás. Elige la última jugada para seguir jugando.
table-time-stands = La plataforma no puede recibir jugadas ahora. Todos los relojes están parados.
table-piece-cannot-move = La pieza de { $square } no puede moverse.

table-offer-draw = Ofrecer tablas
table-offer-takeback = Pedir deshacer la jugada
table-resign = Abandonar
table-abort = Anular la partida
table-play-on = Seguir jugando
table-draw-offered = Tu rival ofrece tablas.
table-takeback-offered =
    { $plies ->
        [one] Tu rival pide deshacer la última jugada.
       *[other] Tu rival pide deshacer las últimas { $plies } jugadas, una de ellas tuya.
    }
table-accept = Aceptar
table-decline = Rechazar
table-claimable-in =
    { $seconds ->
        [one] Tu rival se ha ido. Podrás reclamar la victoria en 1 segundo.
       *[other] Tu rival se ha ido. Podrás reclamar la victoria en { $seconds } segundos.
    }
table-claimable = Tu rival se ha ido. Puedes reclamar la victoria o esperar.
table-claim = Reclamar la victoria
table-resign-title = ¿Abandonar la partida?
table-resign-text = Gana tu rival. No se puede deshacer.
table-abort-title = ¿Anular la partida?
table-abort-text = La partida termina sin resultado. Quien anula a menudo tiene que esperar para la siguiente.
table-draw-title = ¿Acordar tablas?
table-draw-text = La partida termina enseguida. No se puede deshacer.
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

said-move = { $side }: { $path }
said-no-move = Aún no se ha jugado nada.
said-clocks = A las blancas les quedan { $white }, a las negras { $black }.
said-no-clocks = En esta partida no hay reloj.
said-draw-offered = Has ofrecido tablas.
said-rival-draw-offered = Tu rival ofrece tablas.
said-draw-declined = { $side } rechazan las tablas.
said-takeback-offered = Has pedido deshacer tu última jugada.
said-rival-takeback-offered = Tu rival pide deshacer una jugada.
said-takeback-declined = { $side } no aceptan deshacer la jugada.
said-taken-back =
    { $plies ->
        [one] { $side } deshacen una jugada.
       *[other] { $side } deshacen una jugada; se anulan { $plies } jugadas.
    }
said-seat-taken = { $side } ya tienen jugador.
said-tail-lost = La plataforma ha perdido las últimas jugadas. El turno empieza de nuevo.
said-credit =
    { $seconds ->
        [one] { $side } reciben 1 segundo, porque la plataforma no podía recibir jugadas.
       *[other] { $side } reciben { $seconds } segundos, porque la plataforma no podía recibir jugadas.
    }
