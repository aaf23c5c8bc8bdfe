### La página de la cuenta.

copied = Copiado.
copy-failed = No se ha podido copiar. Selecciona el texto y cópialo tú.

account-guest = Eres { $name }. Crea una cuenta para tener puntuación y conservar tus partidas.
account-player = Has iniciado sesión como { $name }.
account-my-page = Mis puntuaciones y partidas
account-ways = ¿Qué quieres hacer?
account-register = Crear cuenta
account-sign-in = Iniciar sesión
account-recover-way = He olvidado la contraseña
account-recover = Establecer una contraseña nueva
account-recover-text = Tu código de recuperación se mostró al crear la cuenta. Con él puedes establecer una contraseña nueva.
account-name = Nombre
account-name-hint = De 3 a 20 letras y cifras; también _ y -
account-name-too-soon = Podrás volver a cambiar tu nombre el { DATETIME($date, dateStyle: "long") }.
account-password = Contraseña
account-password-hint = Al menos 8 caracteres
account-new-password = Contraseña nueva
account-old-password = Contraseña actual
account-code = Código de recuperación
account-code-hint = Las mayúsculas, los espacios y los guiones no importan.
account-code-text = Apunta este código. Si pierdes la contraseña, es la única forma de volver a entrar en tu cuenta. Solo se muestra esta vez.
account-code-written = Lo he apuntado
account-copy = Copiar
account-go-on = Continuar
account-more = Mostrar más
account-keep = No, conservar

account-change-name = Cambiar nombre
account-new-name = Nombre nuevo
account-change-name-hint = De 3 a 20 letras y cifras; también _ y -. Puedes cambiarlo una vez cada 30 días.
account-name-changed = Ahora te llamas { $name }.
account-change-password = Cambiar contraseña
account-change-password-hint = Se cerrará tu sesión en todos los demás dispositivos.
account-password-changed = Tu contraseña se ha cambiado.

account-sessions = Dónde tienes la sesión abierta
account-sessions-text = Cierra cualquier sesión que no reconozcas o cuyo dispositivo ya no tengas.
account-session-guest = Iniciada como invitado
account-session-register = Cuenta creada
account-session-sign-in = Sesión iniciada
account-session-recover = Recuperada con el código
account-session-identity = Sesión iniciada con otro servicio
account-session-current = Este navegador
account-session-since = Desde el { $time }
account-session-used = Último uso: { $time }
account-session-end = Cerrar

account-blocked = Jugadores bloqueados
account-blocked-text = No se te empareja con los jugadores a los que bloqueas, y ninguno de los dos puede desafiar al otro.
account-blocked-nobody = No has bloqueado a nadie.
account-unblock = Desbloquear

account-bots = Mis bots
account-bots-text = Un bot es un programa que juega con su propio nombre. Todos ven que lo es.
account-bots-none = No tienes bots.
account-bot-name = Nombre del bot
account-bot-create = Crear bot
account-bot-delete = Eliminar
account-bot-delete-title = ¿Eliminar a { $name }?
account-bot-delete-text = Sus claves dejan de funcionar y su nombre desaparece. Sus partidas se conservan. No se puede deshacer.

account-tokens = Claves de acceso
account-tokens-text = Un programa usa una clave para actuar por ti o por uno de tus bots.
account-tokens-none = No tienes claves.
account-token-nameless = Clave sin nombre
account-token-expires = Válida hasta el { $date }
account-token-used = Último uso: { $date }
account-token-revoke = Revocar
account-token-revoke-title = ¿Revocar esta clave?
account-token-revoke-text = Los programas que la usan ya no podrán conectarse. No se puede deshacer.
account-token-once = Esta es la clave nueva. Solo se muestra esta vez: cópiala ahora.
account-token-kept = La he guardado
account-token-new = Clave nueva
account-token-label = Para qué sirve
account-token-for = Actúa en nombre de
account-token-for-me = Mi cuenta
account-token-scopes = Permite
account-token-lifetime = Válida durante
account-token-create = Crear clave
account-days =
    { $days ->
        [one] { $days } día
       *[other] { $days } días
    }
account-scope-play = Jugar
account-scope-bot = Jugar como bot
account-scope-watch = Ver partidas
account-scope-feed = Leer todos los resultados
account-scope-admin = Administrar la plataforma

account-leaving = Cierre de sesión y tus datos
account-sign-out = Cerrar sesión
account-export = Descargar mis datos
account-delete-wanted = Eliminar cuenta…
account-delete = Eliminar cuenta
account-delete-title = ¿Eliminar tu cuenta para siempre?
account-delete-text = Tu nombre, tu contraseña, tus bots y tus claves desaparecerán para siempre. Tus partidas se conservan, sin tu nombre.
account-deleted = Tu cuenta se ha eliminado.
