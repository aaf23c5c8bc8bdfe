### The table.

clock-label = Осталось времени: { $time }
clock-days = { $days } д { $hours } ч { $minutes } мин

table-heading = Стол
table-board = Доска, внизу { $side }
table-rated = рейтинговая
table-casual = товарищеская
table-move-number = Ход { $number } из { $limit }
table-home-deadline =
    { $left ->
        [1] Покинуть дом не позже хода { $deadline } (последний)
        [one] Покинуть дом не позже хода { $deadline } (ещё { $left } ход)
        [few] Покинуть дом не позже хода { $deadline } (ещё { $left } хода)
       *[other] Покинуть дом не позже хода { $deadline } (ещё { $left } ходов)
    }
table-home-deadline-over = Дом закрыт: кто вернётся, тот проиграет
table-moves-played =
    { $count ->
        [one] Сделан { $count } ход
        [few] Сделано { $count } хода
       *[many] Сделано { $count } ходов
    }

table-seat-free = Свободное место
table-present = на месте
table-away = нет на месте
table-first-move =
    { $seconds ->
        [one] первый ход: ещё { $seconds } секунда
        [few] первый ход: ещё { $seconds } секунды
       *[other] первый ход: ещё { $seconds } секунд
    }
table-spectators =
    { $count ->
        [0] Зрителей нет
        [one] { $count } зритель
        [few] { $count } зрителя
       *[other] { $count } зрителей
    }

table-your-move = Ваш ход
table-their-move = Соперник думает
table-side-to-move = { $side } ходят
table-sending = Ваш ход отправляется.
table-waiting = Ждём второго игрока
table-looking-back = Вы смотрите более раннюю позицию. Выберите последний ход, чтобы играть дальше.
table-time-stands = Платформа сейчас не может принимать ходы. Все часы остановлены.
table-piece-cannot-move = Шашка на { $square } не может ходить.

table-offer-draw = Предложить ничью
table-offer-takeback = Попросить взять ход назад
table-resign = Сдаться
table-abort = Прервать партию
table-play-on = Играть дальше
table-draw-offered = Соперник предлагает ничью.
table-takeback-offered =
    { $plies ->
        [1] Соперник просит взять назад последний ход.
       *[2] Соперник просит взять назад последние ходы ({ $plies }), один из них ваш.
    }
table-accept = Принять
table-decline = Отклонить
table-claimable-in =
    { $seconds ->
        [one] Соперник ушёл. Победу можно потребовать через { $seconds } секунду.
        [few] Соперник ушёл. Победу можно потребовать через { $seconds } секунды.
       *[other] Соперник ушёл. Победу можно потребовать через { $seconds } секунд.
    }
table-claimable = Соперник ушёл. Можно потребовать победу или подождать.
table-claim = Потребовать победу
table-resign-title = Сдаться?
table-resign-text = Соперник победит. Отменить это нельзя.
table-abort-title = Прервать партию?
table-abort-text = Партия закончится без результата. Кто часто прерывает партии, тому придётся ждать следующую.
table-draw-title = Согласиться на ничью?
table-draw-text = Партия сразу закончится. Отменить это нельзя.
table-draw-accept = Ничья

table-return-title = Вернуться в дом?
table-return-text = Срок выхода из дома прошёл: кто возвращает шашку в свой дом, тот сразу проигрывает.
table-return-yes = Вернуться и проиграть
table-return-no = Выбрать другой ход

table-join = Занять свободное место
table-turn-board = Перевернуть доску
table-read-move = Прослушать последний ход
table-read-clocks = Прослушать время
table-review = Разбор
table-new-game = Новая партия
table-rematch = Реванш
table-rematch-accept = Принять реванш
table-rematch-withdraw = Отозвать предложение реванша
table-gone = Этого стола больше нет.
table-gone-review = Найти оконченную партию
table-started = Ваша партия началась.
table-go = К столу
table-sign-in = Войти

verdict-won = Вы выиграли
verdict-lost = Вы проиграли
verdict-draw = Ничья
verdict-none = Без результата
verdict-rating = { $side }: { $change }, теперь рейтинг { $rating }
verdict-rating-awaited = Рейтинг пересчитывается…
verdict-rating-late = Новый рейтинг пока неизвестен. Его покажет разбор партии.

said-move = { $side }: { $path }
said-no-move = Ещё не сделано ни одного хода.
said-clocks = У белых осталось { $white }, у чёрных { $black }.
said-no-clocks = Эта партия идёт без часов.
said-draw-offered = Вы предложили ничью.
said-rival-draw-offered = Соперник предлагает ничью.
said-draw-declined = { $side } отклоняют ничью.
said-takeback-offered = Вы попросили взять назад свой последний ход.
said-rival-takeback-offered = Соперник просит взять ход назад.
said-takeback-declined = { $side } не согласны взять ход назад.
said-taken-back =
    { $plies ->
        [1] { $side } берут ход назад.
       *[2] { $side } берут ход назад; отменено ходов: { $plies }.
    }
said-seat-taken = { $side }: игрок занял место.
said-tail-lost = Платформа потеряла последние ходы. Партия продолжается с позиции на доске.
said-credit =
    { $seconds ->
        [one] { $side } получают { $seconds } секунду: платформа не могла принимать ходы.
        [few] { $side } получают { $seconds } секунды: платформа не могла принимать ходы.
       *[other] { $side } получают { $seconds } секунд: платформа не могла принимать ходы.
    }
