### Terms of the game: sides, variants, time controls, endings.

side-white = Белые
side-black = Чёрные

variant-classic-3x3 = Классика 3×3
variant-classic-3x3-text = По девять шашек на малой доске, шаги и прыжки по прямой.
variant-classic-3x4 = Классика 3×4
variant-classic-3x4-text = По двенадцать шашек, шаги и прыжки по прямой: теснее и неспешнее.
variant-diagonal-3x3 = Диагональ 3×3
variant-diagonal-3x3-text = По девять шашек, шаги и прыжки ещё и по диагонали: быстро и открыто.
variant-diagonal-3x4 = Диагональ 3×4
variant-diagonal-3x4-text = По двенадцать шашек, шаги и прыжки ещё и по диагонали.
variant-triangle = Треугольник
variant-triangle-text = По десять шашек треугольником, до самого угла.
variant-square-4x4 = Квадрат 4×4
variant-square-4x4-text = По шестнадцать шашек квадратом: тесно на малой доске.
variant-halma-16x16 = Хальма 16×16
variant-halma-16x16-text = По девятнадцать шашек на большой доске, во всех восьми направлениях: длинные цепочки.

time-untimed = Без часов
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } день на ход
        [few] { $days } дня на ход
       *[many] { $days } дней на ход
    }

ending-goal-white = Белые выиграли: дом чёрных заполнен.
ending-goal-black = Чёрные выиграли: дом белых заполнен.
ending-both-goals = Ничья: обе стороны заполнили дом соперника на одном и том же ходу.
ending-returned-home-white = Белые выиграли: после срока чёрные вернули шашку в свой дом.
ending-returned-home-black = Чёрные выиграли: после срока белые вернули шашку в свой дом.
ending-home-deadline-white = Белые выиграли: чёрные не покинули дом к сроку.
ending-home-deadline-black = Чёрные выиграли: белые не покинули дом к сроку.
ending-home-deadline-draw = Ничья: ни одна сторона не покинула дом к сроку.
ending-move-limit-white = Белые выиграли: сделан последний ход, и в цели больше шашек белых.
ending-move-limit-black = Чёрные выиграли: сделан последний ход, и в цели больше шашек чёрных.
ending-move-limit-draw = Ничья: сделан последний ход, и у обеих сторон в цели поровну шашек.
ending-repetition = Ничья: одна и та же позиция возникла в третий раз.
ending-no-move = Ничья: у того, чей ход, не осталось ходов.
ending-resignation-white = Белые выиграли: чёрные сдались.
ending-resignation-black = Чёрные выиграли: белые сдались.
ending-timeout-white = Белые выиграли: у чёрных вышло время.
ending-timeout-black = Чёрные выиграли: у белых вышло время.
ending-draw-agreement = Ничья по соглашению.
ending-abandonment-white = Белые выиграли: чёрные отсутствовали слишком долго.
ending-abandonment-black = Чёрные выиграли: белые отсутствовали слишком долго.
ending-aborted = Прервана до того, как обе стороны сходили: без результата.
ending-aborted-white = Без результата: белые прервали партию.
ending-aborted-black = Без результата: чёрные прервали партию.
ending-no-show-white = Без результата: белые не сделали первый ход вовремя.
ending-no-show-black = Без результата: чёрные не сделали первый ход вовремя.
ending-closed = Закрыта администрацией платформы: без результата.
ending-other = Партия окончена.
