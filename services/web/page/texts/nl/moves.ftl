### De lijst met zetten van een partij.

moves-label = Zetten
moves-start = Beginstelling
moves-none = Er is nog geen zet gedaan.
moves-move = Zet { $number }, { $side }: { $path }
