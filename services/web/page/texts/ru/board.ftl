### Доска: как читаются её поля.

board-label = Доска
board-keys = Стрелки выбирают поле, Enter берёт шашку или делает ход, Escape отменяет.
board-empty = пусто
board-piece-white = белая шашка
board-piece-black = чёрная шашка
board-home-white = дом белых
board-home-black = дом чёрных
board-can-move = может ходить
board-picked = выбрана
board-step = цель шага
board-chain-end = конец цепочки: { $path }
board-returns-home = возвращается в дом и проигрывает
board-last-from = начало последнего хода
board-last-to = конец последнего хода
