### Terms of the game: sides, variants, time controls, endings.

side-white = Blancas
side-black = Negras

variant-classic-3x3 = Clásica 3×3
variant-classic-3x3-text = Nueve piezas por bando en un tablero pequeño, con pasos y saltos rectos.
variant-classic-3x4 = Clásica 3×4
variant-classic-3x4-text = Doce piezas por bando, con pasos y saltos rectos: más llena y más lenta.
variant-diagonal-3x3 = Diagonal 3×3
variant-diagonal-3x3-text = Nueve piezas por bando, que también dan pasos y saltos en diagonal: rápida y abierta.
variant-diagonal-3x4 = Diagonal 3×4
variant-diagonal-3x4-text = Doce piezas por bando, que también dan pasos y saltos en diagonal.
variant-triangle = Triángulo
variant-triangle-text = Diez piezas por bando en triángulo, metidas en la punta de la esquina.
variant-square-4x4 = Cuadrado 4×4
variant-square-4x4-text = Dieciséis piezas por bando en cuadrado: una multitud en un tablero pequeño.
variant-halma-16x16 = Halma 16×16
variant-halma-16x16-text = Diecinueve piezas por bando en el tablero grande, en las ocho direcciones: cadenas largas.

time-untimed = Sin reloj
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } día por jugada
       *[other] { $days } días por jugada
    }

ending-goal-white = Ganan las blancas: han llenado la casa de las negras.
ending-goal-black = Ganan las negras: han llenado la casa de las blancas.
ending-both-goals = Tablas: ambos bandos han llenado la casa del otro en la misma jugada.
ending-returned-home-white = Ganan las blancas: las negras han devuelto una pieza a su casa fuera de plazo.
ending-returned-home-black = Ganan las negras: las blancas han devuelto una pieza a su casa fuera de plazo.
ending-home-deadline-white = Ganan las blancas: las negras no han salido de su casa a tiempo.
ending-home-deadline-black = Ganan las negras: las blancas no han salido de su casa a tiempo.
ending-home-deadline-draw = Tablas: ninguno de los dos bandos ha salido de su casa a tiempo.
ending-move-limit-white = Ganan las blancas: se ha jugado la última jugada y tienen más piezas en la meta.
ending-move-limit-black = Ganan las negras: se ha jugado la última jugada y tienen más piezas en la meta.
ending-move-limit-draw = Tablas: se ha jugado la última jugada y ambos bandos tienen igual número de piezas en la meta.
ending-repetition = Tablas: la misma posición se ha dado por tercera vez.
ending-no-move = Tablas: al bando al que le toca jugar no le queda ninguna jugada.
ending-resignation-white = Ganan las blancas: las negras han abandonado.
ending-resignation-black = Ganan las negras: las blancas han abandonado.
ending-timeout-white = Ganan las blancas: a las negras se les ha acabado el tiempo.
ending-timeout-black = Ganan las negras: a las blancas se les ha acabado el tiempo.
ending-draw-agreement = Tablas de común acuerdo.
ending-abandonment-white = Ganan las blancas: las negras han estado ausentes demasiado tiempo.
ending-abandonment-black = Ganan las negras: las blancas han estado ausentes demasiado tiempo.
ending-aborted = Anulada antes de que ambos bandos jugaran: sin resultado.
ending-aborted-white = Sin resultado: las blancas han anulado la partida.
ending-aborted-black = Sin resultado: las negras han anulado la partida.
ending-no-show-white = Sin resultado: las blancas no han hecho a tiempo su primera jugada.
ending-no-show-black = Sin resultado: las negras no han hecho a tiempo su primera jugada.
ending-closed = Cerrada por los responsables de la plataforma: sin resultado.
ending-other = La partida ha terminado.
