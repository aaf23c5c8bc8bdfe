### Un jugador: puntuaciones, historial, partidas.

player-heading = Jugador
player-none = Ese jugador no existe
player-kind-player = Jugador
player-bot-owner = un programa de
player-guest-unrated = Los invitados juegan sin puntuación.
player-since = aquí desde el { $date }
player-banned = cerrada
player-own = Eres tú: ve a tu cuenta

player-challenge = Desafiar
player-block = Bloquear
player-unblock = Desbloquear
player-blocked = Nunca se os emparejará y no podéis desafiaros.

player-ratings = Puntuaciones
player-games-rated =
    { $games ->
        [0] aún sin partidas con puntuación
        [one] 1 partida con puntuación
       *[other] { $games } partidas con puntuación
    }
player-provisional = aún no fiable
player-no-history = Aún no hay partidas con puntuación en esta variante
player-chart-title = Historial de puntuación: { $variant }
player-chart-description =
    { $games ->
        [one] Una partida con puntuación. Puntuación actual: { $last }.
       *[other] { $games } partidas con puntuación. Puntuación actual: { $last }; mínima: { $lowest }; máxima: { $highest }.
    }
player-chart-slider = Partida en el historial
player-chart-table = En una tabla
player-chart-when = Cuándo
player-chart-opponent = Rival
player-chart-rating = Puntuación
player-chart-change = Cambio
player-chart-won = ganó a
player-chart-lost = perdió contra
player-chart-drawn = tablas con
player-chart-annulled = invalidada, contra

player-games = Partidas
player-no-games = Aún no hay partidas
player-more = Más partidas
player-won = Ganó a
player-lost = Perdió contra
player-drawn = Tablas con
player-uncounted = no cuenta para la puntuación
player-no-result = Sin resultado
player-alone = Práctica
