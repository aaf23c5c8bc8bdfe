### The first page: quick pairing, the lobby, own games and games to watch.

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
home-custom = Своя игра
home-custom-text = ваши условия
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

home-friend = Играть с другом
home-practice = Играть одному
home-move-number = ход { $number }
home-more =
    { $count ->
        [one] ещё { $count }
        [few] ещё { $count }
        [many] ещё { $count }
       *[other] ещё { $count }
    }
home-lobby = Лобби
home-lobby-empty = Сейчас никто не предлагает игру
home-lobby-empty-text = Предложите свою: её сразу увидят все.
home-seek-create = Предложить игру
home-seek-made = Ваше предложение в лобби. Оно остаётся там десять минут.
home-seek-accept = Играть
home-seek-cancel = Убрать
home-seek-registered = Только для игроков
home-own = Ваши игры
home-own-empty = Игр пока нет
home-own-empty-text = Здесь появятся ваши игры и чей в них ход.
home-own-finished = Завершённые
home-own-practice = Тренировка
home-own-turn = Ваш ход
home-own-won = Победа
home-own-lost = Поражение
home-own-draw = Ничья
home-own-none = Без результата
home-watch = Игры для просмотра
home-watch-empty = Сейчас нет игр для просмотра
home-watch-empty-text = Игры других появятся здесь, как только начнутся.
home-watch-more = Показать ещё
