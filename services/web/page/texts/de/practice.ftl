### Der Übungsraum.

practice-text = Spiel beide Seiten selbst, ohne Uhr, und nimm Züge zurück, wie du willst.
practice-board = Übungsbrett
practice-variant = Variante
practice-start = Beginnen mit
practice-start-position = Ausgangsstellung
practice-set-up = Eigene Stellung
practice-begin = Üben
practice-open = Weitermachen mit
practice-open-one = { $variant }, Zug { $number }
practice-end = Beenden
practice-new = Neue Übung

practice-brush = Stein auf dem Feld
practice-brush-white = Weiß
practice-brush-black = Schwarz
practice-brush-erase = Keiner
practice-brush-hint = Auf dem Brett wählen die Tasten W, B und E. Pfeiltasten wählen ein Feld, Enter ändert es.
practice-pieces = { $side }: { $count } von { $most } Steinen
practice-to-move = Am Zug
practice-move-number = Zug
practice-move-number-wrong = Gib eine ganze Zahl von 1 bis { $most } ein.
practice-clear = Brett leeren
practice-copy-position = Stellung kopieren
practice-paste = Stellung als Text
practice-paste-hint = Zum Beispiel 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Aufstellen

practice-takeback = Zurücknehmen
practice-continue = Von hier weiterspielen
practice-again = Von vorn
practice-edit = Stellung bearbeiten
practice-share = Link kopieren
practice-looking-back = Du siehst eine frühere Stellung. Wähl den letzten Zug, um weiterzuspielen, oder spiel von hier auf einem neuen Brett weiter.
practice-looking-back-over = Du siehst eine frühere Stellung. Du kannst von hier auf einem neuen Brett weiterspielen.
