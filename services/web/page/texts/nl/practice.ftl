### De oefenruimte.

practice-text = Speel zelf beide kanten, zonder klok, en neem zetten terug zoals je wilt.
practice-board = Oefenbord
practice-variant = Spelvariant
practice-start = Beginnen vanaf
practice-start-position = Beginstelling
practice-set-up = Eigen stelling
practice-begin = Beginnen met oefenen
practice-open = Verdergaan met
practice-open-one = { $variant }, zet { $number }
practice-end = Beëindigen
practice-new = Nieuwe oefening

practice-brush = Schijf op het veld
practice-brush-white = Wit
practice-brush-black = Zwart
practice-brush-erase = Geen
practice-brush-hint = Op het bord kiezen de toetsen W, B en E. Pijltjes kiezen een veld, Enter verandert het.
practice-pieces = { $side }: { $count } van { $most } schijven
practice-to-move = Aan zet
practice-move-number = Zet
practice-move-number-wrong = Vul een geheel getal van 1 tot en met { $most } in.
practice-clear = Bord leegmaken
practice-copy-position = Stelling kopiëren
practice-paste = Stelling als tekst
practice-paste-hint = Bijvoorbeeld 5bbb/5bbb/5bbb/8/8/www5/www5/www5 w 1
practice-paste-apply = Opzetten

practice-takeback = Terugnemen
practice-continue = Vanaf hier verderspelen
practice-again = Opnieuw beginnen
practice-edit = Stelling bewerken
practice-share = Link kopiëren
practice-looking-back = Je bekijkt een eerdere stelling. Kies de laatste zet om verder te spelen, of speel vanaf hier verder op een nieuw bord.
practice-looking-back-over = Je bekijkt een eerdere stelling. Je kunt vanaf hier verderspelen op een nieuw bord.
