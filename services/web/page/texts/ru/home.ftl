### The first page: quick pairing, the lobby, own games and games to watch.

home-title = Играть в уголки
home-heading = Играть в уголки
home-quick = Быстрая игра
home-variant = Вариант
home-rated = Рейтинговая
home-bots = И с программами
home-pool-waiting =
    { $count ->
        [one] { $count } ждёт
        [few] { $count } ждут
        [many] { $count } ждут
       *[other] { $count } ждут
    }
home-pool-usual = примерно { $wait }
home-variant-unrated = В этом варианте нет рейтинга: игры товарищеские.
home-guest-casual = Вы играете как гость, поэтому игры товарищеские.
home-register = Зарегистрируйтесь, чтобы играть на рейтинг
home-terms-rated = рейтинговая
home-terms-casual = товарищеская
home-terms-bots = и с программами
home-waiting-title = Ищем соперника
home-waiting-starting = Соперник найден. Игра начинается
home-waiting-elapsed = Время ожидания
home-waiting-queueing = Встаём в очередь…
home-waiting-cancel = Отменить
home-waiting-estimate = осталось примерно { $wait }
home-waiting-window = рейтинг от { $lowest } до { $highest }
home-waiting-count =
    { $count ->
        [1] ждёте только вы
        [one] { $count } ждёт
        [few] { $count } ждут
        [many] { $count } ждут
       *[other] { $count } ждут
    }
home-delayed = Искать игру снова можно в { $until }.
home-delayed-aborts = В последнее время вы прервали несколько игр. Искать игру снова можно в { $until }.
home-delayed-no-shows = В последнее время вы не сделали первый ход в нескольких играх. Искать игру снова можно в { $until }.
home-delayed-walked-away = В последнее время вы уходили из нескольких игр. Искать игру снова можно в { $until }.
