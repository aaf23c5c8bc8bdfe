### Тренировочная комната.

practice-text = Играйте за обе стороны сами, без часов, и берите ходы назад сколько угодно.
practice-board = Тренировочная доска
practice-variant = Вариант
practice-start = Начать с
practice-start-position = Начальная позиция
practice-set-up = Своя позиция
practice-begin = Начать тренировку
practice-open = Продолжить
practice-open-one = { $variant }, ход { $number }
practice-end = Завершить
practice-new = Новая тренировка

practice-brush = Шашка на поле
practice-brush-white = Белая
practice-brush-black = Чёрная
practice-brush-erase = Нет
practice-brush-hint = На доске то, что ставить, выбирают клавиши W, B и E. Стрелки выбирают поле, Enter меняет его.
practice-pieces = { $side }: шашек { $count } из { $most }
practice-to-move = Чей ход
practice-move-number = Ход
practice-move-number-wrong = Введите целое число от 1 до { $most }.
practice-clear = Очистить доску
practice-copy-position = Скопировать позицию
practice-paste = Позиция в виде текста
practice-paste-hint = Например, 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Расставить

practice-takeback = Взять ход назад
practice-continue = Играть отсюда
practice-again = Начать заново
practice-edit = Изменить позицию
practice-share = Скопировать ссылку
practice-looking-back = Вы смотрите более раннюю позицию. Выберите последний ход, чтобы играть дальше, или играйте отсюда на новой доске.
practice-looking-back-over = Вы смотрите более раннюю позицию. Отсюда можно играть дальше на новой доске.
