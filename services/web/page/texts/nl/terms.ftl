### Terms of the game: sides, variants, time controls, endings.

side-white = Wit
side-black = Zwart

variant-classic-3x3 = Klassiek 3×3
variant-classic-3x3-text = Negen schijven per kant op een klein bord, met rechte stappen en sprongen.
variant-classic-3x4 = Klassiek 3×4
variant-classic-3x4-text = Twaalf schijven per kant, met rechte stappen en sprongen: voller en trager.
variant-diagonal-3x3 = Diagonaal 3×3
variant-diagonal-3x3-text = Negen schijven per kant die ook schuin stappen en springen: snel en open.
variant-diagonal-3x4 = Diagonaal 3×4
variant-diagonal-3x4-text = Twaalf schijven per kant die ook schuin stappen en springen.
variant-triangle = Driehoek
variant-triangle-text = Tien schijven per kant in een driehoek, tot diep in de hoek.
variant-square-4x4 = Vierkant 4×4
variant-square-4x4-text = Zestien schijven per kant in een vierkant: dringen op een klein bord.
variant-halma-16x16 = Halma 16×16
variant-halma-16x16-text = Negentien schijven per kant op het grote bord, in alle acht richtingen: lange ketens.

time-untimed = Zonder klok
time-real = { $reserve } + { $increment }
time-days =
    { $days ->
        [one] { $days } dag per zet
       *[other] { $days } dagen per zet
    }

ending-goal-white = Wit wint: het huis van Zwart is gevuld.
ending-goal-black = Zwart wint: het huis van Wit is gevuld.
ending-both-goals = Remise: beide spelers vulden het huis van de ander in dezelfde zet.
ending-returned-home-white = Wit wint: Zwart bracht na de termijn een schijf terug in het eigen huis.
ending-returned-home-black = Zwart wint: Wit bracht na de termijn een schijf terug in het eigen huis.
ending-home-deadline-white = Wit wint: Zwart had het huis niet op tijd verlaten.
ending-home-deadline-black = Zwart wint: Wit had het huis niet op tijd verlaten.
ending-home-deadline-draw = Remise: geen van beide spelers had het huis op tijd verlaten.
ending-move-limit-white = Wit wint: de laatste zet is gespeeld en Wit heeft meer schijven in het doel.
ending-move-limit-black = Zwart wint: de laatste zet is gespeeld en Zwart heeft meer schijven in het doel.
ending-move-limit-draw = Remise: de laatste zet is gespeeld en beide spelers hebben evenveel schijven in het doel.
ending-repetition = Remise: dezelfde stelling kwam voor de derde keer voor.
ending-no-move = Remise: wie aan zet is, heeft geen zet meer.
ending-resignation-white = Wit wint: Zwart heeft opgegeven.
ending-resignation-black = Zwart wint: Wit heeft opgegeven.
ending-timeout-white = Wit wint: de tijd van Zwart is op.
ending-timeout-black = Zwart wint: de tijd van Wit is op.
ending-draw-agreement = Remise door overeenkomst.
ending-abandonment-white = Wit wint: Zwart was te lang weg.
ending-abandonment-black = Zwart wint: Wit was te lang weg.
ending-aborted = Afgebroken voordat beide spelers hadden gezet: geen uitslag.
ending-aborted-white = Geen uitslag: Wit heeft de partij afgebroken.
ending-aborted-black = Geen uitslag: Zwart heeft de partij afgebroken.
ending-no-show-white = Geen uitslag: Wit deed de eerste zet niet op tijd.
ending-no-show-black = Geen uitslag: Zwart deed de eerste zet niet op tijd.
ending-closed = Gesloten door de beheerders van het platform: geen uitslag.
ending-other = De partij is afgelopen.
