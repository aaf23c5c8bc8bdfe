### Offers with terms: the form, challenges and their page, what comes in.

offer-variant = Вариант
offer-time = Время
offer-time-real = Часы
offer-time-days = Дней на ход
offer-time-none = Без часов
offer-reserve = Время на партию
offer-increment = Прибавка за ход
offer-days = Время на ход
offer-days-count =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
        [many] { $count } дней
       *[other] { $count } дня
    }
offer-untimed-hint = Время ни у кого не идёт: партия ждёт сколько нужно.
offer-rating = Рейтинг
offer-rated = Рейтинговая
offer-casual = Товарищеская
offer-casual-guest = Гости играют только товарищеские партии.
offer-casual-untimed = Партии без часов — товарищеские.
offer-casual-variant = В этом варианте нет рейтинга.
offer-colour = Ваша сторона
offer-colour-either = Любая
offer-you-white = вы играете белыми
offer-you-black = вы играете чёрными
offer-you-either = стороны по жребию
offer-range = рейтинг от { $lowest } до { $highest }
offer-range-from = рейтинг от { $lowest }
offer-range-to = рейтинг до { $highest }
offer-lowest = Рейтинг от
offer-highest = до
offer-any = любой
offer-range-wrong = Введите целые числа, сначала меньшее.
offer-cancel = Отмена
offer-seek-title = Предложить партию всем
offer-seek-make = Поместить в лобби
offer-link-title = Играть с другом
offer-link-make = Создать ссылку
offer-player-title = Вызвать игрока { $name }
offer-player-make = Вызвать
offer-counter-title = Ответить другими условиями
offer-counter-make = Отправить встречное предложение

challenge-heading = Вызов
challenge-you = Вы
challenge-anybody = любой, у кого есть ссылка
challenge-link = Отправьте эту ссылку другу
challenge-copy = Скопировать
challenge-copied = Ссылка скопирована.
challenge-copy-yourself = Ссылка выделена: скопируйте её средствами браузера.
challenge-share = Поделиться
challenge-share-title = Партия в уголки
challenge-waiting = Ждём ответа.
challenge-waiting-link = Ждём вашего друга. Партия начнётся, когда он примет вызов; оставьте открытой эту или другую страницу «Уголков».
challenge-ends = Вызов истечёт { $when }.
challenge-cancel = Отозвать
challenge-accept = Принять
challenge-decline = Отклонить
challenge-decline-title = Почему вы отказываетесь?
challenge-counter = Другие условия…
challenge-registered = Это рейтинговая партия, а гости играют только товарищеские.
challenge-accepted = Вызов принят.
challenge-declined = Вызов отклонён.
challenge-countered = На вызов ответили другими условиями.
challenge-cancelled = Вызов отозван.
challenge-expired = Никто не ответил вовремя.
challenge-over = Вызов завершён.
challenge-to-table = К столу
challenge-to-counter = Посмотреть встречное предложение
challenge-home = На главную
challenge-missing = Такого вызова нет
challenge-missing-text = Он давно завершён, или ссылка неполная.

decline-no-reason = Без особой причины.
decline-later = Не сейчас, может быть, позже.
decline-too-fast = Для меня это слишком быстро.
decline-too-slow = Для меня это слишком медленно.
decline-time-control = Я хочу другой контроль времени.
decline-rated = Я играю только рейтинговые партии.
decline-casual = Я играю только товарищеские партии.
decline-variant = Я хочу другой вариант.
decline-no-bots = Я не играю с программами.
decline-only-bots = Я играю только с программами.
decline-no-challenges = Я не принимаю вызовы.

incoming-label = Предложения вам
incoming-challenges-you = вызывает вас
incoming-challenge = Вам брошен вызов: { $terms }
incoming-rematch = Соперник хочет сыграть реванш.
incoming-see = Посмотреть
