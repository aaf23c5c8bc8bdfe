### Таблицы лидеров.

leaders-heading = Таблицы лидеров
leaders-lead = Лучшие по рейтингу среди тех, кто сыграл достаточно, чтобы он был надёжным.
leaders-board = Какая таблица
leaders-people = Люди
leaders-bots = Боты
leaders-count =
    { $count ->
        [0] В этой таблице никого нет.
        [one] В этой таблице { $count } игрок.
        [few] В этой таблице { $count } игрока.
       *[many] В этой таблице { $count } игроков.
    }
leaders-rank = Место
leaders-player = Игрок
leaders-players = Игроки
leaders-rating = Рейтинг
leaders-games = Партии
leaders-more = Ещё
leaders-none = Здесь пока никого нет
leaders-none-text = Играйте рейтинговые партии, пока рейтинг не станет достаточно надёжным, и будьте здесь первым.
leaders-own = Ваше место
leaders-own-rank = Место { $rank } из { $players }
leaders-own-uncertain = Ваш рейтинг { $rating } ещё недостаточно надёжен. Ещё несколько рейтинговых партий — и у вас будет место.
leaders-own-none = Вы ещё не играли рейтинговых партий в этом варианте.
leaders-own-guest = Гости играют без рейтинга.
leaders-own-register = Создать аккаунт
leaders-distribution = Распределение рейтингов
leaders-distribution-none = В этом варианте рейтинга ещё ни у кого нет.
leaders-distribution-text =
    { $count ->
        [one] { $count } игрок. У большинства рейтинг от { $from } до { $to }.
        [few] { $count } игрока. У большинства рейтинг от { $from } до { $to }.
       *[many] { $count } игроков. У большинства рейтинг от { $from } до { $to }.
    }
leaders-distribution-table = В виде таблицы
