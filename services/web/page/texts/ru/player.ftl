### Игрок: рейтинги, их история, партии.

player-heading = Игрок
player-none = Такого игрока нет
player-kind-player = Игрок
player-bot-owner = программа игрока
player-guest-unrated = Гости играют без рейтинга.
player-since = здесь с { $date }
player-banned = игра запрещена
player-own = Это вы: перейти к своему аккаунту

player-challenge = Вызвать
player-block = Заблокировать
player-unblock = Разблокировать
player-blocked = Вас никогда не сведут в пару, и вы не можете вызывать друг друга.

player-ratings = Рейтинги
player-games-rated =
    { $games ->
        [0] рейтинговых партий пока нет
        [one] { $games } рейтинговая партия
        [few] { $games } рейтинговые партии
       *[many] { $games } рейтинговых партий
    }
player-provisional = ещё не надёжен
player-no-history = Рейтинговых партий в этом варианте пока нет
player-chart-title = История рейтинга: { $variant }
player-chart-description =
    { $games ->
        [one] { $games } рейтинговая партия. Рейтинг сейчас { $last }, самый низкий { $lowest }, самый высокий { $highest }.
        [few] { $games } рейтинговые партии. Рейтинг сейчас { $last }, самый низкий { $lowest }, самый высокий { $highest }.
       *[many] { $games } рейтинговых партий. Рейтинг сейчас { $last }, самый низкий { $lowest }, самый высокий { $highest }.
    }
player-chart-slider = Партия в истории
player-chart-table = В виде таблицы
player-chart-when = Когда
player-chart-opponent = Соперник
player-chart-rating = Рейтинг
player-chart-change = Изменение
player-chart-won = победа, соперник
player-chart-lost = поражение, соперник
player-chart-drawn = ничья, соперник
player-chart-annulled = аннулирована, соперник

player-games = Партии
player-no-games = Партий пока нет
player-more = Ещё партии
player-won = Победа, соперник
player-lost = Поражение, соперник
player-drawn = Ничья, соперник
player-uncounted = не идёт в рейтинг
player-no-result = Без результата
player-alone = Тренировка
