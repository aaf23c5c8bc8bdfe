### Список ходов партии.

moves-label = Ходы
moves-start = Начальная позиция
moves-none = Ещё не сделано ни одного хода.
moves-move = Ход { $number }, { $side }: { $path }
