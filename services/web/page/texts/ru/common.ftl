### Words of the whole page.

corners = Уголки
guest = Гость
bot = Бот
player-deleted = Удалённый аккаунт
close = Закрыть
loading = Загрузка…
toasts-label = Уведомления

try-again = Попробовать ещё раз
variants = Варианты
