### The first page: quick pairing, the lobby, own games and games to watch.

home-heading = Играть в уголки
home-quick = Быстрая партия
home-lead = Гонка через доску: займите противоположный угол первым. Чтобы начать игру, выберите время.
home-rules = Правила
home-variant = Вариант
home-rated = Рейтинговая
home-bots = Также с программами
home-pool-waiting =
    { $count ->
        [one] { $count } ждёт
        [few] { $count } ждут
        [many] { $count } ждут
       *[other] { $count } ждут
    }
home-pool-usual = примерно { $wait }
home-variant-unrated = В этом варианте нет рейтинга: партии товарищеские.
home-guest-casual = Вы играете как гость, поэтому партии товарищеские.
home-register = Создайте аккаунт, чтобы играть на рейтинг
home-custom = Своя партия
home-custom-text = ваши условия
home-terms-rated = рейтинговая
home-terms-casual = товарищеская
home-terms-bots = также с программами
home-waiting-title = Ищем соперника
home-waiting-starting = Соперник найден. Партия начинается
home-waiting-elapsed = Время ожидания
home-waiting-queueing = Поиск начинается…
home-waiting-cancel = Отменить
home-waiting-estimate = осталось примерно { $wait }
home-waiting-window = соперники от { $lowest } до { $highest }
home-waiting-count =
    { $count ->
        [1] ждёте только вы
        [one] { $count } ждёт
        [few] { $count } ждут
        [many] { $count } ждут
       *[other] { $count } ждут
    }
home-delayed = Искать партию снова можно будет в { $until }.
home-delayed-aborts = В последнее время вы прервали несколько партий. Искать партию снова можно будет в { $until }.
home-delayed-no-shows = В последнее время вы не сделали первый ход в нескольких партиях. Искать партию снова можно будет в { $until }.
home-delayed-walked-away = В последнее время вы ушли из нескольких партий. Искать партию снова можно будет в { $until }.

home-friend = Играть с другом
home-practice = Тренироваться одному
home-move-number = ход { $number }
home-more =
    { $count ->
        [one] ещё { $count }
        [few] ещё { $count }
        [many] ещё { $count }
       *[other] ещё { $count }
    }
home-lobby = Лобби
home-lobby-empty = Сейчас никто не предлагает партию
home-lobby-empty-text = Предложите свою: её сразу увидят все.
home-seek-create = Предложить партию
home-seek-made = Ваше предложение в лобби. Оно останется там десять минут.
home-seek-accept = Играть
home-seek-cancel = Отозвать
home-seek-registered = Нужен аккаунт
home-own = Ваши партии
home-own-empty = Партий пока нет
home-own-empty-text = Здесь появятся ваши партии и будет видно, чей в них ход.
home-own-finished = Завершённые
home-own-practice = Тренировка
home-own-turn = Ваш ход
home-own-won = Победа
home-own-lost = Поражение
home-own-draw = Ничья
home-own-none = Без результата
home-watch = Партии для просмотра
home-watch-empty = Сейчас нет партий для просмотра
home-watch-empty-text = Партии других появятся здесь, как только начнутся.
home-watch-more = Показать ещё
