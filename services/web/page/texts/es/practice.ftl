### La sala de práctica.

practice-text = Juega tú los dos lados, sin reloj, y deshaz las jugadas que quieras.
practice-board = Tablero de práctica
practice-variant = Variante
practice-start = Empezar desde
practice-start-position = Posición inicial
practice-set-up = Posición propia
practice-begin = Empezar a practicar
practice-open = Continuar con
practice-open-one = { $variant }, jugada { $number }
practice-end = Terminar
practice-new = Otra práctica

practice-brush = Al pulsar una casilla
practice-brush-white = Blancas
practice-brush-black = Negras
practice-brush-erase = Borrar
practice-brush-hint = En el tablero, las teclas W, B y E eligen. Las flechas eligen una casilla, Intro la cambia.
practice-pieces = { $side }: { $count } de { $most } piezas
practice-to-move = Juegan
practice-move-number = Jugada
practice-move-number-wrong = Escribe un número entero del 1 al { $most }.
practice-clear = Vaciar el tablero
practice-copy-position = Copiar posición
practice-paste = Posición como texto
practice-paste-hint = Por ejemplo, 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Colocar

practice-takeback = Deshacer
practice-continue = Seguir desde aquí
practice-again = Empezar de nuevo
practice-edit = Editar posición
practice-share = Copiar enlace
practice-looking-back = Estás mirando hacia atrás. Elige la última jugada para seguir, o sigue desde aquí en un tablero nuevo.
practice-looking-back-over = Estás mirando hacia atrás. Puedes seguir desde aquí en un tablero nuevo.
