### Las reglas del juego.

rules-heading = Reglas
rules-lead = Una carrera de esquina a esquina: se aprende en dos minutos, pero cuesta jugarla bien.
rules-try = Pruébalo en la sala de práctica
rules-play = Reproducir
rules-pause = Pausa

rules-aim = El objetivo
rules-aim-text = Cada bando tiene { $pieces } piezas en su casa, una esquina del tablero. Sé el primero en llenar la esquina opuesta, la casa del rival: esa es tu meta.
rules-aim-turns = Empiezan las blancas y después se juega por turnos, una pieza cada vez. Nunca se captura nada.
rules-start-board = La posición inicial: la casa de las blancas abajo a la izquierda, la de las negras arriba a la derecha.

rules-moving = Cómo se mueve
rules-step-four = Un paso lleva la pieza a una casilla vacía contigua: adelante, atrás o a los lados, nunca en diagonal.
rules-step-eight = Un paso lleva la pieza a una casilla vacía contigua, en cualquiera de las ocho direcciones.
rules-jump = Un salto la lleva por encima de una pieza contigua, tuya o del rival, a la casilla vacía que está justo detrás. La pieza saltada se queda donde está.
rules-chain = Después de un salto la pieza puede volver a saltar, en cualquier dirección permitida a los pasos, tantas veces como pueda: eso es una cadena. Puede parar después de cada salto y nunca cae dos veces en la misma casilla.
rules-must-move = Pasos y saltos no se mezclan en una jugada, y no se puede pasar el turno.
rules-notation = Las jugadas se escriben con las casillas del camino: c3-d3 es un paso, c3-e3-e5 una cadena de dos saltos.

rules-enclosing = Encerrar
rules-enclosing-forbidden = No puedes encerrar piezas del rival: ninguna jugada puede dejar una de ellas sin ningún paso ni salto si tus piezas ayudan a encerrarla.
rules-enclosing-asked = El tablero no ofrece esas jugadas. Elige la casilla de todos modos y el tablero mostrará qué pieza quedaría encerrada.
rules-enclosing-allowed = En esta variante puedes encerrar piezas del rival.

rules-home = Salir de casa
rules-deadline = Sal de tu casa antes de que acabe la jugada { $deadline }: quien aún tenga una pieza en ella después de la jugada de las negras con ese número pierde. Si la tienen los dos, son tablas.
rules-deadline-exempt = Una pieza encerrada en su casa con ayuda de piezas del rival no cuenta.
rules-return = A partir de entonces, quien devuelve una pieza a su propia casa pierde al instante. La página pregunta antes de hacer una jugada así. Una cadena puede pasar por la casa si termina fuera.

rules-endings = Cómo termina una partida
rules-ending-goal = Llenas la casa del rival: ganas.
rules-ending-reply = Si las blancas la llenan primero, las negras aún hacen su jugada con el mismo número. Si con ella llenan la casa de las blancas, son tablas.
rules-ending-limit = Después de la jugada { $limit } se cuenta: gana quien tiene más piezas en la casa del rival; si tienen las mismas, son tablas.
rules-ending-repetition = La misma posición, con el turno del mismo bando, aparece por tercera vez: tablas.
rules-ending-no-move = El bando al que le toca jugar no tiene ninguna jugada: tablas.
rules-ending-players = Y como en todas partes: un bando abandona, agota su tiempo o se ausenta demasiado, o los dos acuerdan tablas.

rules-demo-step = Todos los pasos de una pieza.
rules-demo-jump = Por encima de una pieza propia y de una del rival.
rules-demo-chain = Una cadena de tres saltos.
rules-demo-enclosing = Prohibido: la pieza negra de la esquina quedaría encerrada. Otra jugada sí vale.
rules-demo-exempt = Las negras encierran la última pieza blanca en su casa, en la jugada { $deadline }. Las blancas no pierden.
rules-demo-goal = Las blancas llenan la meta. La última jugada de las negras no llena la casa de las blancas: ganan las blancas.
rules-demo-deadline = Jugada { $deadline }, y las blancas aún tienen una pieza en casa: ganan las negras.
rules-demo-return = Después de la jugada { $deadline } las blancas vuelven a casa: ganan las negras.

rules-table = Todas las variantes
rules-table-variant = Variante
rules-table-board = Tablero
rules-table-pieces = Piezas por bando
rules-table-directions = Direcciones
rules-table-deadline = Última jugada para salir de casa
rules-table-limit = Última jugada de la partida
rules-table-enclosing = Encerrar
rules-table-allowed = permitido
rules-table-forbidden = prohibido
rules-table-rated = Con puntuación
rules-table-yes = sí
rules-table-no = no
