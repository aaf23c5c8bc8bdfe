### La page du compte.

copied = Copié.
copy-failed = La copie a échoué. Sélectionnez le texte et copiez-le vous-même.

account-guest = Vous êtes { $name }. Créez un compte pour être classé et garder vos parties.
account-player = Vous êtes connecté sous le nom { $name }.
account-my-page = Mes classements et mes parties
account-ways = Que voulez-vous faire ?
account-register = Créer un compte
account-sign-in = Se connecter
account-recover-way = Mot de passe oublié
account-recover = Définir un nouveau mot de passe
account-recover-text = Votre code de secours vous a été donné à la création du compte. Il vous permet de définir un nouveau mot de passe.
account-name = Nom
account-name-hint = 3 à 20 lettres et chiffres, ainsi que _ et -
account-name-too-soon = Vous pourrez changer de nom à nouveau le { DATETIME($date, dateStyle: "long") }.
account-password = Mot de passe
account-password-hint = Au moins 8 caractères
account-new-password = Nouveau mot de passe
account-old-password = Mot de passe actuel
account-code = Code de secours
account-code-hint = Les majuscules, les espaces et les traits d’union ne comptent pas.
account-code-text = Notez ce code. Si vous perdez votre mot de passe, c’est le seul moyen de retrouver votre compte. Il n’est affiché qu’une seule fois.
account-code-written = Je l’ai noté
account-copy = Copier
account-go-on = Continuer
account-more = Afficher plus
account-keep = Non, garder

account-change-name = Changer de nom
account-new-name = Nouveau nom
account-change-name-hint = 3 à 20 lettres et chiffres, ainsi que _ et -. Vous pouvez en changer une fois tous les 30 jours.
account-name-changed = Vous vous appelez maintenant { $name }.
account-change-password = Changer le mot de passe
account-change-password-hint = Vous serez déconnecté partout ailleurs.
account-password-changed = Votre mot de passe a été changé.

account-sessions = Où vous êtes connecté
account-sessions-text = Fermez une session que vous ne reconnaissez pas ou dont vous n’avez plus l’appareil.
account-session-guest = Commencée comme invité
account-session-register = Compte créé
account-session-sign-in = Connexion
account-session-recover = Compte retrouvé avec le code
account-session-identity = Connexion par un autre service
account-session-current = Ce navigateur
account-session-since = Depuis le { $time }
account-session-used = Dernière utilisation : { $time }
account-session-end = Fermer

account-blocked = Joueurs bloqués
account-blocked-text = Vous n’êtes jamais apparié aux joueurs que vous bloquez, et aucun de vous ne peut défier l’autre.
account-blocked-nobody = Vous n’avez bloqué personne.
account-unblock = Débloquer

account-bots = Mes bots
account-bots-text = Un bot est un programme qui joue sous son propre nom. Tout le monde voit que c’en est un.
account-bots-none = Vous n’avez pas de bot.
account-bot-name = Nom du bot
account-bot-create = Créer un bot
account-bot-delete = Supprimer
account-bot-delete-title = Supprimer { $name } ?
account-bot-delete-text = Ses jetons ne fonctionnent plus et son nom disparaît. Ses parties restent. C’est définitif.

account-tokens = Jetons d’accès
account-tokens-text = Un programme utilise un jeton pour agir à votre place ou à celle d’un de vos bots.
account-tokens-none = Vous n’avez pas de jeton.
account-token-nameless = Jeton sans nom
account-token-expires = Valable jusqu’au { $date }
account-token-used = Dernière utilisation : { $date }
account-token-revoke = Révoquer
account-token-revoke-title = Révoquer ce jeton ?
account-token-revoke-text = Les programmes qui l’utilisent ne pourront plus se connecter. C’est définitif.
account-token-once = Voici le nouveau jeton. Il n’est affiché qu’une seule fois : copiez-le maintenant.
account-token-kept = Je l’ai gardé
account-token-new = Nouveau jeton
account-token-label = À quoi il sert
account-token-for = Agit pour
account-token-for-me = Moi
account-token-scopes = Permet de
account-token-lifetime = Valable pendant
account-token-create = Créer le jeton
account-days =
    { $days ->
        [one] { $days } jour
       *[other] { $days } jours
    }
account-scope-play = Jouer
account-scope-bot = Jouer en tant que bot
account-scope-watch = Regarder des parties
account-scope-feed = Lire tous les résultats
account-scope-admin = Administrer la plateforme

account-leaving = Déconnexion et données
account-sign-out = Se déconnecter
account-export = Télécharger mes données
account-delete-wanted = Supprimer le compte…
account-delete = Supprimer le compte
account-delete-title = Supprimer votre compte pour toujours ?
account-delete-text = Votre nom, votre mot de passe, vos bots et vos jetons disparaîtront pour toujours. Vos parties restent, sans votre nom.
account-deleted = Votre compte a été supprimé.
