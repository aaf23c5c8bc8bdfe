### La sala de práctica.

practice-text = Juega tú con los dos bandos, sin reloj, y deshaz las jugadas que quieras.
practice-board = Tablero de práctica
practice-variant = Variante
practice-start = Empezar desde
practice-start-position = Posición inicial
practice-set-up = Posición propia
practice-begin = Empezar a practicar
practice-open = Continuar con
practice-open-one = { $variant }, jugada { $number }
practice-end = Terminar
practice-new = Práctica nueva

practice-brush = Pieza en la casilla
practice-brush-white = Blanca
practice-brush-black = Negra
practice-brush-erase = Ninguna
practice-brush-hint = En el tablero, las teclas W, B y E eligen. Las flechas eligen una casilla, Intro la cambia.
practice-pieces = { $side }: { $count } de { $most } piezas
practice-to-move = Turno
practice-move-number = Jugada
practice-move-number-wrong = Escribe un número entero del 1 al { $most }.
practice-clear = Vaciar el tablero
practice-copy-position = Copiar posición
practice-paste = Posición como texto
practice-paste-hint = Por ejemplo, 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Colocar

practice-takeback = Deshacer jugada
practice-continue = Seguir desde aquí
practice-again = Empezar de nuevo
practice-edit = Editar posición
practice-share = Copiar enlace
practice-looking-back = Estás viendo una posición anterior. Elige la última jugada para seguir, o sigue desde aquí en un tablero nuevo.
practice-looking-back-over = Estás viendo una posición anterior. Puedes seguir desde aquí en un tablero nuevo.
