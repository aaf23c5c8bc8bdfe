### Het bord: hoe de velden worden voorgelezen.

board-label = Speelbord
board-keys = Pijltjestoetsen kiezen een veld, Enter pakt een schijf of speelt, Escape annuleert.
board-empty = leeg
board-piece-white = witte schijf
board-piece-black = zwarte schijf
board-home-white = huis van Wit
board-home-black = huis van Zwart
board-can-move = kan zetten
board-picked = gekozen
board-step = doel van een stap
board-chain-end = einde van een keten: { $path }
board-returns-home = keert terug in zijn huis en verliest
board-last-from = begin van de laatste zet
board-last-to = einde van de laatste zet
