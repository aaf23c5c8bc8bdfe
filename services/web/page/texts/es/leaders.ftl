### Clasificaciones.

leaders-heading = Clasificaciones
leaders-lead = Los mejores por puntuación, entre quienes han jugado lo bastante para que sea fiable.
leaders-board = Elegir clasificación
leaders-people = Personas
leaders-bots = Bots
leaders-count =
    { $count ->
        [0] No hay nadie en esta clasificación.
        [one] Hay 1 jugador en esta clasificación.
       *[other] Hay { $count } jugadores en esta clasificación.
    }
leaders-rank = Puesto
leaders-player = Jugador
leaders-players = Jugadores
leaders-rating = Puntuación
leaders-games = Partidas
leaders-more = Más
leaders-none = Aún no hay nadie
leaders-none-text = Juega partidas con puntuación hasta que la tuya sea lo bastante fiable y sé el primero aquí.
leaders-own = Tu puesto
leaders-own-rank = Puesto { $rank } de { $players }
leaders-own-uncertain = Tu puntuación de { $rating } aún no es lo bastante fiable. Unas partidas más con puntuación y tendrás un puesto.
leaders-own-none = Aún no has jugado ninguna partida con puntuación en esta variante.
leaders-own-guest = Los invitados juegan sin puntuación.
leaders-own-register = Crear cuenta
leaders-distribution = Distribución de puntuaciones
leaders-distribution-none = Aún nadie tiene puntuación en esta variante.
leaders-distribution-text =
    { $count ->
        [one] 1 jugador. La mayoría tiene una puntuación entre { $from } y { $to }.
       *[other] { $count } jugadores. La mayoría tiene una puntuación entre { $from } y { $to }.
    }
leaders-distribution-table = En una tabla
