### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Variante
offer-time = Tiempo
offer-time-real = Reloj
offer-time-days = Días por jugada
offer-time-none = Sin reloj
offer-reserve = Tiempo para la partida
offer-increment = Incremento por jugada
offer-days = Tiempo para cada jugada
offer-days-count =
    { $count ->
        [one] 1 día
       *[other] { $count } días
    }
offer-untimed-hint = El tiempo no corre para nadie: la partida espera lo que haga falta.
offer-rating = Puntuación
offer-rated = Con puntuación
offer-casual = Amistosa
offer-casual-guest = Los invitados juegan partidas amistosas.
offer-casual-untimed = Sin reloj las partidas son amistosas.
offer-casual-variant = Esta variante no tiene puntuación.
offer-colour = Tu bando
offer-colour-either = Cualquiera
offer-you-white = juegas con blancas
offer-you-black = juegas con negras
offer-you-either = bandos por sorteo
offer-range = puntuación de { $lowest } a { $highest }
offer-range-from = puntuación de { $lowest } o más
offer-range-to = puntuación de { $highest } o menos
offer-lowest = Puntuación desde
offer-highest = hasta
offer-any = cualquiera
offer-range-wrong = Escribe números enteros, primero el menor.
offer-cancel = Cancelar
offer-seek-title = Ofrecer una partida a todos
offer-seek-make = Poner en la sala
offer-link-title = Jugar con un amigo
offer-link-make = Crear enlace
offer-player-title = Desafiar a { $name }
offer-player-make = Desafiar
offer-counter-title = Responder con otras condiciones
offer-counter-make = Enviar contraoferta

challenge-heading = Desafío
challenge-you = Tú
challenge-anybody = quien tenga el enlace
challenge-link = Envía este enlace a un amigo
challenge-copy = Copiar
challenge-copied = Enlace copiado.
challenge-copy-yourself = El enlace está seleccionado: cópialo con tu navegador.
challenge-share = Compartir
challenge-share-title = Una partida de Corners
challenge-waiting = Esperando respuesta.
challenge-waiting-link = Esperando a tu amigo. La partida empieza cuando acepte el enlace; deja abierta esta página u otra de Corners.
challenge-ends = Caduca { $when }.
challenge-cancel = Retirar
challenge-accept = Aceptar
challenge-decline = Rechazar
challenge-decline-title = ¿Por qué lo rechazas?
challenge-counter = Otras condiciones…
challenge-registered = Esta partida es con puntuación, y los invitados solo juegan amistosas.
challenge-accepted = El desafío se ha aceptado.
challenge-declined = El desafío se ha rechazado.
challenge-countered = Han respondido al desafío con otras condiciones.
challenge-cancelled = El desafío se ha retirado.
challenge-expired = Nadie ha respondido a tiempo.
challenge-over = El desafío ha terminado.
challenge-to-table = A la mesa
challenge-to-counter = Ver la contraoferta
challenge-home = A la página principal
challenge-missing = Ese desafío no existe
challenge-missing-text = Terminó hace tiempo, o el enlace no está completo.

decline-no-reason = Sin ningún motivo especial.
decline-later = Ahora no, quizá más tarde.
decline-too-fast = Es demasiado rápido para mí.
decline-too-slow = Es demasiado lento para mí.
decline-time-control = Prefiero otro ritmo de juego.
decline-rated = Solo juego partidas con puntuación.
decline-casual = Solo juego partidas amistosas.
decline-variant = Prefiero otra variante.
decline-no-bots = No juego contra programas.
decline-only-bots = Solo juego contra programas.
decline-no-challenges = No acepto desafíos.

incoming-label = Ofertas para ti
incoming-challenges-you = te desafía
incoming-challenge = Te desafían: { $terms }
incoming-rematch = Tu rival quiere la revancha.
incoming-see = Ver
