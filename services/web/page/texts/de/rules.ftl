### Die Spielregeln.

rules-heading = Regeln
rules-lead = Ein Wettlauf von Ecke zu Ecke: in zwei Minuten gelernt, aber schwer gut zu spielen.
rules-try = Probier es im Übungsraum aus
rules-play = Abspielen
rules-pause = Anhalten

rules-aim = Das Ziel des Spiels
rules-aim-text = Jede Seite hat { $pieces } Steine in ihrem Haus, einer Ecke des Bretts. Fülle als Erster die Ecke gegenüber, das Haus der anderen Seite: Das ist dein Ziel.
rules-aim-turns = Weiß beginnt, danach ziehen beide abwechselnd, immer einen Stein. Geschlagen wird nie.
rules-start-board = Die Ausgangsstellung: das Haus von Weiß unten links, das von Schwarz oben rechts.

rules-moving = Ziehen
rules-step-four = Ein Schritt bringt einen Stein auf ein leeres Feld daneben: vor, zurück oder zur Seite, nie schräg.
rules-step-eight = Ein Schritt bringt einen Stein auf ein leeres Feld daneben, in eine der acht Richtungen.
rules-jump = Ein Sprung bringt ihn über einen Stein daneben, deinen oder einen der anderen Seite, auf das leere Feld gleich dahinter. Der übersprungene Stein bleibt stehen.
rules-chain = Nach einem Sprung darf der Stein weiterspringen, in jede Richtung, in die es auch Schritte gibt, so oft er kann: Das ist eine Kette. Er darf nach jedem Sprung stehen bleiben und landet nie zweimal auf demselben Feld.
rules-must-move = Schritte und Sprünge werden in einem Zug nicht gemischt, und Passen gibt es nicht.
rules-notation = Züge werden mit den Feldern ihres Weges geschrieben: c3-d3 ist ein Schritt, c3-e3-e5 eine Kette aus zwei Sprüngen.

rules-enclosing = Einschließen
rules-enclosing-forbidden = Du darfst Steine der anderen Seite nicht einschließen: Kein Zug darf einen von ihnen ohne jeden Schritt oder Sprung lassen, wenn deine Steine ihn mit festhalten.
rules-enclosing-asked = Das Brett bietet einen solchen Zug nicht an. Wähl sein Feld trotzdem, und das Brett zeigt, welcher Stein eingeschlossen würde.
rules-enclosing-allowed = In dieser Variante darfst du Steine der anderen Seite einschließen.

rules-home = Das Haus verlassen
rules-deadline = Verlass dein Haus bis Zug { $deadline }: Wer nach dem Zug von Schwarz mit dieser Nummer noch einen Stein darin hat, verliert. Haben beide einen, ist es remis.
rules-deadline-exempt = Ein Stein, den Steine der anderen Seite mit im Haus einschließen, zählt nicht.
rules-return = Von da an verliert sofort, wer einen Stein ins eigene Haus zurückbringt. Die Seite fragt nach, bevor sie einen solchen Zug spielt. Eine Kette darf durch das Haus führen, wenn sie außerhalb endet.

rules-endings = Wie eine Partie endet
rules-ending-goal = Du füllst das Haus der anderen Seite: Du gewinnst.
rules-ending-reply = Füllt Weiß es zuerst, hat Schwarz noch den Zug mit derselben Nummer. Füllt dieser Zug das Haus von Weiß, ist es remis.
rules-ending-limit = Nach Zug { $limit } wird gezählt: Wer mehr Steine im Haus der anderen Seite hat, gewinnt; gleich viele sind remis.
rules-ending-repetition = Dieselbe Stellung mit derselben Seite am Zug kommt zum dritten Mal vor: remis.
rules-ending-no-move = Wer am Zug ist, hat gar keinen Zug: remis.
rules-ending-players = Und wie überall: Eine Seite gibt auf, überschreitet die Zeit oder ist zu lange weg, oder beide einigen sich auf Remis.

rules-demo-step = Alle Schritte eines Steins.
rules-demo-jump = Über einen eigenen Stein und über einen der anderen Seite.
rules-demo-chain = Eine Kette aus drei Sprüngen.
rules-demo-enclosing = Verboten: Der schwarze Stein in der Ecke würde eingeschlossen. Ein anderer Zug ist erlaubt.
rules-demo-exempt = Schwarz schließt mit Zug { $deadline } den letzten weißen Stein im Haus ein. Weiß verliert nicht.
rules-demo-goal = Weiß füllt das Ziel. Der letzte Zug von Schwarz füllt das Haus von Weiß nicht: Weiß gewinnt.
rules-demo-deadline = Zug { $deadline }, und Weiß hat noch einen Stein im Haus: Schwarz gewinnt.
rules-demo-return = Nach Zug { $deadline } geht Weiß ins Haus zurück: Schwarz gewinnt.

rules-table = Alle Varianten
rules-table-variant = Variante
rules-table-board = Brett
rules-table-pieces = Steine je Seite
rules-table-directions = Richtungen
rules-table-deadline = Haus verlassen bis Zug
rules-table-limit = Letzter Zug
rules-table-enclosing = Einschließen
rules-table-allowed = erlaubt
rules-table-forbidden = verboten
rules-table-rated = Gewertet
rules-table-yes = ja
rules-table-no = nein
