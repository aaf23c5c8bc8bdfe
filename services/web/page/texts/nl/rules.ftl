### De spelregels.

rules-heading = Spelregels
rules-lead = Een race van hoek naar hoek: in twee minuten geleerd, moeilijk om goed te spelen.
rules-try = Probeer het in de oefenruimte
rules-play = Afspelen
rules-pause = Pauze

rules-aim = Het doel
rules-aim-text = Elke kant heeft { $pieces } schijven in zijn huis, een hoek van het bord. Vul als eerste de hoek aan de overkant, het huis van de ander: dat is je doel.
rules-aim-turns = Wit begint, daarna zetten beide kanten om de beurt, één schijf tegelijk. Er wordt nooit iets geslagen.
rules-start-board = De beginstelling: het huis van Wit linksonder, dat van Zwart rechtsboven.

rules-moving = Zetten
rules-step-four = Een stap brengt een schijf naar een leeg veld ernaast: vooruit, achteruit of opzij, nooit schuin.
rules-step-eight = Een stap brengt een schijf naar een leeg veld ernaast, in een van de acht richtingen.
rules-jump = Een sprong brengt hem over één schijf ernaast, van jou of van de ander, naar het lege veld vlak erachter. De schijf waar overheen is gesprongen, blijft staan.
rules-chain = Na een sprong mag de schijf verder springen, in elke richting waarin ook stappen mogen, zo vaak als het kan: dat is een keten. Hij mag na elke sprong stoppen en landt nooit twee keer op hetzelfde veld.
rules-must-move = Stappen en sprongen gaan niet samen in één zet, en passen mag niet.
rules-notation = Zetten worden geschreven met de velden waar de schijf langskomt: c3-d3 is een stap, c3-e3-e5 een keten van twee sprongen.

rules-enclosing = Insluiten
rules-enclosing-forbidden = Je mag schijven van de ander niet insluiten: geen zet mag er een zonder enige stap of sprong laten als jouw schijven meehelpen om hem vast te houden.
rules-enclosing-asked = Het bord biedt zo’n zet niet aan. Kies het veld toch, en het bord laat zien welke schijf ingesloten zou worden.
rules-enclosing-allowed = In deze variant mag je schijven van de ander insluiten.

rules-home = Het huis verlaten
rules-deadline = Verlaat je huis uiterlijk met zet { $deadline }: wie er na de zet van Zwart met dat nummer nog een schijf heeft, verliest. Hebben beide kanten er een, dan is het remise.
rules-deadline-exempt = Een schijf die met hulp van schijven van de ander in zijn huis is ingesloten, telt niet.
rules-return = Daarna verliest meteen wie een schijf in het eigen huis terugbrengt. De pagina vraagt om bevestiging voordat ze zo’n zet speelt. Een keten mag door het huis gaan als hij erbuiten eindigt.

rules-endings = Hoe een partij eindigt
rules-ending-goal = Je vult het huis van de ander: je wint.
rules-ending-reply = Vult Wit het als eerste, dan heeft Zwart nog de zet met hetzelfde nummer. Vult die zet het huis van Wit, dan is het remise.
rules-ending-limit = Na zet { $limit } wordt geteld: wie meer schijven in het huis van de ander heeft, wint; evenveel is remise.
rules-ending-repetition = Dezelfde stelling met dezelfde kant aan zet komt voor de derde keer voor: remise.
rules-ending-no-move = Wie aan zet is, heeft geen enkele zet: remise.
rules-ending-players = En zoals overal: een kant geeft op, heeft geen tijd meer of is te lang weg, of beide kanten spreken remise af.

rules-demo-step = Alle stappen van een schijf.
rules-demo-jump = Over een eigen schijf, en over een van de ander.
rules-demo-chain = Een keten van drie sprongen.
rules-demo-enclosing = Verboden: de zwarte schijf in de hoek zou ingesloten worden. Een andere zet mag wel.
rules-demo-exempt = Zwart sluit met zet { $deadline } de laatste witte schijf in het huis in. Wit verliest niet.
rules-demo-goal = Wit vult het doel. De laatste zet van Zwart vult het huis van Wit niet: Wit wint.
rules-demo-deadline = Zet { $deadline }, en Wit heeft nog een schijf in zijn huis: Zwart wint.
rules-demo-return = Na zet { $deadline } gaat Wit terug in zijn huis: Zwart wint.

rules-table = Alle varianten
rules-table-variant = Variant
rules-table-board = Bord
rules-table-pieces = Schijven per kant
rules-table-directions = Richtingen
rules-table-deadline = Huis verlaten uiterlijk met zet
rules-table-limit = Laatste zet
rules-table-enclosing = Insluiten
rules-table-allowed = toegestaan
rules-table-forbidden = verboden
rules-table-rated = Met rating
rules-table-yes = ja
rules-table-no = nee
