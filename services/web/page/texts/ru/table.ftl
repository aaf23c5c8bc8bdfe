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
        [1] Покинуть дом до конца хода { $deadline } (последний)
        [one] Покинуть дом до конца хода { $deadline } (ещё { $left } ход)
        [few] Покинуть дом до конца хода { $deadline } (ещё { $left } хода)
       *[other] Покинуть дом до конца хода { $deadline } (ещё { $left } ходов)
    }
table-home-deadline-over = Дом закрыт: кто вернётся, проиграет

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
table-side-to-move = Ходят { $side }
table-sending = Ваш ход в пути.
table-waiting = Ждём второго игрока
table-looking-back = Вы смотрите назад. Выберите последний ход, чтобы играть дальше.
table-time-stands = Платформа сейчас не может принимать ходы. Все часы стоят.
table-piece-cannot-move = У шашки на { $square } нет хода.

table-offer-draw = Предложить ничью
table-offer-takeback = Попросить ход назад
table-resign = Сдаться
table-abort = Отменить партию
table-play-on = Играть дальше
table-draw-offered = Соперник предлагает ничью.
table-takeback-offered =
    { $plies ->
        [1] Соперник просит вернуть последний ход.
       *[2] Соперник просит вернуть последние ходы ({ $plies }), один из них ваш.
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
table-resign-title = Сдать партию?
table-resign-text = Соперник победит. Это нельзя отменить.
table-abort-title = Отменить партию?
table-abort-text = Партия закончится без результата. Кто часто отменяет партии, ждёт следующую дольше.
table-draw-title = Согласиться на ничью?
table-draw-text = Партия сразу закончится. Это нельзя отменить.
table-draw-accept = Ничья

table-return-title = Вернуться в дом?
table-return-text = Срок выхода из дома прошёл: кто возвращает шашку в свой дом, сразу проигрывает.
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
table-gone-review = Найти законченную партию
table-started = Ваша партия началась.
table-go = К столу
table-sign-in = Войти

said-move = { $side }: { $path }
said-no-move = Ещё не сделано ни одного хода.
said-clocks = У белых осталось { $white }, у чёрных { $black }.
said-no-clocks = В этой партии нет часов.
said-draw-offered = Вы предложили ничью.
said-rival-draw-offered = Соперник предлагает ничью.
said-draw-declined = { $side } отклоняют ничью.
said-takeback-offered = Вы попросили вернуть свой последний ход.
said-rival-takeback-offered = Соперник просит ход назад.
said-takeback-declined = { $side } не дают вернуть ход.
said-taken-back =
    { $plies ->
        [1] { $side } берут ход назад.
       *[2] { $side } берут ход назад; отменено ходов: { $plies }.
    }
said-seat-taken = { $side }: место занято.
said-tail-lost = Платформа потеряла последние ходы. Ход начинается заново.
said-credit =
    { $seconds ->
        [one] { $side } получают { $seconds } секунду: платформа не могла принимать ходы.
        [few] { $side } получают { $seconds } секунды: платформа не могла принимать ходы.
       *[other] { $side } получают { $seconds } секунд: платформа не могла принимать ходы.
    }
