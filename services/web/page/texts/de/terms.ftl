### Terms of the game: sides, variants, time controls, endings.

side-white = Weiß
side-black = Schwarz

variant-classic-3x3 = Klassisch 3×3
variant-classic-3x3-text = Neun Steine je Seite auf kleinem Brett, gerade Schritte und Sprünge.
variant-classic-3x4 = Klassisch 3×4
variant-classic-3x4-text = Zwölf Steine je Seite, gerade Schritte und Sprünge: voller und langsamer.
variant-diagonal-3x3 = Diagonal 3×3
variant-diagonal-3x3-text = Neun Steine je Seite, die auch schräg gehen und springen: schnell und offen.
variant-diagonal-3x4 = Diagonal 3×4
variant-diagonal-3x4-text = Zwölf Steine je Seite, die auch schräg gehen und springen.
variant-triangle = Dreieck
variant-triangle-text = Zehn Steine je Seite im Dreieck, bis in die Spitze der Ecke.
variant-square-4x4 = Quadrat 4×4
variant-square-4x4-text = Sechzehn Steine je Seite im Quadrat: Gedränge auf kleinem Brett.
variant-halma-16x16 = Halma 16×16
variant-halma-16x16-text = Neunzehn Steine je Seite auf großem Brett, in alle acht Richtungen: lange Ketten.

time-untimed = Ohne Uhr
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } Tag je Zug
       *[other] { $days } Tage je Zug
    }

ending-goal-white = Weiß gewinnt: Das Haus von Schwarz ist ganz gefüllt.
ending-goal-black = Schwarz gewinnt: Das Haus von Weiß ist ganz gefüllt.
ending-both-goals = Remis: Beide haben das Haus des anderen im selben Zug gefüllt.
ending-returned-home-white = Weiß gewinnt: Schwarz hat nach der Frist einen Stein ins eigene Haus zurückgebracht.
ending-returned-home-black = Schwarz gewinnt: Weiß hat nach der Frist einen Stein ins eigene Haus zurückgebracht.
ending-home-deadline-white = Weiß gewinnt: Schwarz hat das Haus nicht rechtzeitig verlassen.
ending-home-deadline-black = Schwarz gewinnt: Weiß hat das Haus nicht rechtzeitig verlassen.
ending-home-deadline-draw = Remis: Keine Seite hat das Haus rechtzeitig verlassen.
ending-move-limit-white = Weiß gewinnt: Der letzte Zug ist gespielt, und Weiß hat mehr Steine im Ziel.
ending-move-limit-black = Schwarz gewinnt: Der letzte Zug ist gespielt, und Schwarz hat mehr Steine im Ziel.
ending-move-limit-draw = Remis: Der letzte Zug ist gespielt, und beide haben gleich viele Steine im Ziel.
ending-repetition = Remis: Dieselbe Stellung ist zum dritten Mal entstanden.
ending-no-move = Remis: Wer am Zug ist, hat keinen Zug mehr.
ending-resignation-white = Weiß gewinnt: Schwarz hat aufgegeben.
ending-resignation-black = Schwarz gewinnt: Weiß hat aufgegeben.
ending-timeout-white = Weiß gewinnt: Die Zeit von Schwarz ist abgelaufen.
ending-timeout-black = Schwarz gewinnt: Die Zeit von Weiß ist abgelaufen.
ending-draw-agreement = Remis durch Vereinbarung.
ending-abandonment-white = Weiß gewinnt: Schwarz war zu lange weg.
ending-abandonment-black = Schwarz gewinnt: Weiß war zu lange weg.
ending-aborted = Abgebrochen, bevor beide gezogen hatten: kein Ergebnis.
ending-aborted-white = Kein Ergebnis: Weiß hat die Partie abgebrochen.
ending-aborted-black = Kein Ergebnis: Schwarz hat die Partie abgebrochen.
ending-no-show-white = Kein Ergebnis: Weiß hat den ersten Zug nicht rechtzeitig gespielt.
ending-no-show-black = Kein Ergebnis: Schwarz hat den ersten Zug nicht rechtzeitig gespielt.
ending-closed = Von den Betreibern der Plattform geschlossen: kein Ergebnis.
ending-other = Die Partie ist zu Ende.
