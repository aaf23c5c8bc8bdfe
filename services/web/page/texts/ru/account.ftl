### Страница аккаунта.

copied = Скопировано.
copy-failed = Скопировать не удалось. Выделите текст и скопируйте его сами.

account-guest = Вы — { $name }. Создайте аккаунт, чтобы получить рейтинг и сохранить свои партии.
account-player = Вы вошли как { $name }.
account-my-page = Мои рейтинги и партии
account-ways = Что вы хотите сделать?
account-register = Создать аккаунт
account-sign-in = Войти
account-recover-way = Забыли пароль?
account-recover = Задать новый пароль
account-recover-text = Код восстановления был показан при создании аккаунта. С ним можно задать новый пароль.
account-name = Имя
account-name-hint = От 3 до 20 букв и цифр, а также _ и -
account-name-too-soon = Снова изменить имя можно будет { DATETIME($date, dateStyle: "long") }.
account-password = Пароль
account-password-hint = Не меньше 8 символов
account-new-password = Новый пароль
account-old-password = Текущий пароль
account-code = Код восстановления
account-code-hint = Регистр, пробелы и дефисы не важны.
account-code-text = Запишите этот код. Если вы потеряете пароль, только он вернёт вам аккаунт. Он показывается только один раз.
account-code-written = Код записан
account-copy = Скопировать
account-go-on = Дальше
account-more = Показать ещё
account-keep = Нет, оставить

account-change-name = Изменить имя
account-new-name = Новое имя
account-change-name-hint = От 3 до 20 букв и цифр, а также _ и -. Менять имя можно раз в 30 дней.
account-name-changed = Теперь вас зовут { $name }.
account-change-password = Изменить пароль
account-change-password-hint = На всех остальных устройствах вы выйдете из аккаунта.
account-password-changed = Пароль изменён.

account-sessions = Где выполнен вход
account-sessions-text = Завершите сеанс, если не узнаёте его или если у вас больше нет этого устройства.
account-session-guest = Начат гостем
account-session-register = Создан аккаунт
account-session-sign-in = Вход по паролю
account-session-recover = Восстановление по коду
account-session-identity = Вход через другой сервис
account-session-current = Этот браузер
account-session-since = С { $time }
account-session-used = Последнее использование: { $time }
account-session-end = Завершить

account-blocked = Заблокированные игроки
account-blocked-text = С теми, кого вы блокируете, вас не сводят в пару, и никто из вас не может вызвать другого.
account-blocked-nobody = Вы никого не заблокировали.
account-unblock = Разблокировать

account-bots = Мои боты
account-bots-text = Бот — это программа, которая играет под своим именем. Все видят, что это бот.
account-bots-none = У вас нет ботов.
account-bot-name = Имя бота
account-bot-create = Создать бота
account-bot-delete = Удалить
account-bot-delete-title = Удалить бота { $name }?
account-bot-delete-text = Его ключи перестанут действовать, имя исчезнет. Партии останутся. Отменить это нельзя.

account-tokens = Ключи доступа
account-tokens-text = С ключом программа действует от вашего имени или от имени одного из ваших ботов.
account-tokens-none = У вас нет ключей.
account-token-nameless = Ключ без названия
account-token-expires = Действует до { $date }
account-token-used = Последнее использование: { $date }
account-token-revoke = Отозвать
account-token-revoke-title = Отозвать этот ключ?
account-token-revoke-text = Программы, которые им пользуются, больше не смогут подключиться. Отменить это нельзя.
account-token-once = Это новый ключ. Он показывается только один раз: скопируйте его сейчас.
account-token-kept = Ключ сохранён
account-token-new = Новый ключ
account-token-label = Для чего этот ключ
account-token-for = Действует от имени
account-token-for-me = Меня самого
account-token-scopes = Разрешает
account-token-lifetime = Срок действия
account-token-create = Создать ключ
account-days =
    { $days ->
        [one] { $days } день
        [few] { $days } дня
        [many] { $days } дней
       *[other] { $days } дня
    }
account-scope-play = Играть
account-scope-bot = Играть как бот
account-scope-watch = Смотреть партии
account-scope-feed = Читать все результаты
account-scope-admin = Управлять платформой

account-leaving = Выход и ваши данные
account-sign-out = Выйти
account-export = Скачать мои данные
account-delete-wanted = Удалить аккаунт…
account-delete = Удалить аккаунт
account-delete-title = Удалить аккаунт навсегда?
account-delete-text = Имя, пароль, боты и ключи исчезнут навсегда. Партии останутся, но без вашего имени.
account-deleted = Аккаунт удалён.
