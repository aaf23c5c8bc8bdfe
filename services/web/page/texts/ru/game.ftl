### Оконченная партия, ход за ходом.

game-heading = Партия
game-heading-of = { $white } – { $black }
game-board = Доска, внизу { $side }
game-nobody = Никто
game-rating-change = { $change }, теперь рейтинг { $rating }
game-result = Результат
game-rated = рейтинговая
game-casual = товарищеская
game-annulled = Партия аннулирована и не учитывается: { $note }

game-unrated-no-result = Рейтинги не изменились: у партии нет результата.
game-unrated-variant = Рейтинги не изменились: в этом варианте рейтинга нет.
game-unrated-set-up = Рейтинги не изменились: партия началась с другой позиции.
game-unrated-no-opponent = Рейтинги не изменились: партия с самим собой не учитывается.
game-unrated-not-both-moved = Рейтинги не изменились: сделать ход успели не оба игрока.
game-unrated-too-short = Рейтинги не изменились: партия была слишком короткой.
game-unrated-pair-limit = Рейтинги не изменились: эти двое сыграли сегодня достаточно рейтинговых партий.

game-replay = Просмотр
game-first = В начало
game-back = На ход назад
game-play = Воспроизвести
game-pause = Пауза
game-forward = На ход вперёд
game-last = В конец
game-slider = Позиция в партии
game-ply = Ход { $ply } из { $last }

game-share = Поделиться
game-download = Запись партии
game-turn-board = Перевернуть доску

game-on-title = Эта партия ещё идёт
game-on-text = Посмотреть её ход за ходом можно будет, когда она закончится.
game-on-link = К столу
game-none = Такой партии нет. Если она только что закончилась, попробуйте ещё раз чуть позже.
