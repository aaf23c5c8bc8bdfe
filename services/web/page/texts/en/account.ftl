### The account page.

copied = Copied.
copy-failed = It could not be copied. Select the text and copy it yourself.

account-guest = You are { $name }. Create an account to be rated and to keep your games.
account-player = You are signed in as { $name }.
account-my-page = My ratings and games
account-ways = What would you like to do?
account-register = Create account
account-sign-in = Sign in
account-recover-way = Forgot password
account-recover = Set new password
account-recover-text = Your recovery code was shown to you when you created your account. It lets you set a new password.
account-name = Name
account-name-hint = 3 to 20 letters and digits, _ and - too
account-name-too-soon = You can change your name again on { DATETIME($date, dateStyle: "long") }.
account-password = Password
account-password-hint = At least 8 characters
account-new-password = New password
account-old-password = Current password
account-code = Recovery code
account-code-hint = Capitals, spaces and hyphens make no difference.
account-code-text = Write this code down. If you lose your password, it is the only way back into your account. It is shown only once.
account-code-written = I have written it down
account-copy = Copy
account-go-on = Continue
account-more = Show more
account-keep = No, keep it

account-change-name = Change name
account-new-name = New name
account-change-name-hint = 3 to 20 letters and digits, _ and - too. You can change it once every 30 days.
account-name-changed = You are now called { $name }.
account-change-password = Change password
account-change-password-hint = You will be signed out everywhere else.
account-password-changed = Your password is changed.

account-sessions = Where you are signed in
account-sessions-text = End a session if you do not recognise it or no longer have the device.
account-session-guest = Started as a guest
account-session-register = Account created
account-session-sign-in = Signed in
account-session-recover = Recovered with the recovery code
account-session-identity = Signed in through another service
account-session-current = This browser
account-session-since = Since { $time }
account-session-used = Last used { $time }
account-session-end = End

account-blocked = Blocked players
account-blocked-text = You are not paired with players whom you block, and neither of you can challenge the other.
account-blocked-nobody = You have blocked nobody.
account-unblock = Unblock

account-bots = My bots
account-bots-text = A bot is a program that plays under its own name. Everybody sees that it is one.
account-bots-none = You have no bots.
account-bot-name = Name of the bot
account-bot-create = Create bot
account-bot-delete = Delete
account-bot-delete-title = Delete { $name }?
account-bot-delete-text = Its tokens stop working and its name is gone. Its games stay. This cannot be undone.

account-tokens = Access tokens
account-tokens-text = A program uses a token to act for you or for one of your bots.
account-tokens-none = You have no tokens.
account-token-nameless = Token without a name
account-token-expires = Valid until { $date }
account-token-used = Last used on { $date }
account-token-revoke = Revoke
account-token-revoke-title = Revoke this token?
account-token-revoke-text = Programs that use it can no longer connect. This cannot be undone.
account-token-once = This is the new token. It is shown only once: copy it now.
account-token-kept = I have saved it
account-token-new = New token
account-token-label = What it is for
account-token-for = Acts for
account-token-for-me = Me
account-token-scopes = Allows
account-token-lifetime = Valid for
account-token-create = Create token
account-days =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
account-scope-play = Playing
account-scope-bot = Playing as a bot
account-scope-watch = Watching games
account-scope-feed = Reading all results
account-scope-admin = Running the platform

account-leaving = Signing out, and your data
account-sign-out = Sign out
account-export = Download my data
account-delete-wanted = Delete account…
account-delete = Delete account
account-delete-title = Delete your account for good?
account-delete-text = Your name, password, bots and tokens will be gone for good. Your games stay, without your name.
account-deleted = Your account is deleted.
