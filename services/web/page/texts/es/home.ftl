### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Jugar a Corners
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
