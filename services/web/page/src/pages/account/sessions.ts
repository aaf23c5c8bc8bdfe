import { timestampDate } from '@bufbuild/protobuf/wkt';
import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Session } from '../../gen/corners/accounts/v1/player_pb';
import { persist } from '../../rpc/calls';
import { accounts } from '../../rpc/clients';
import { Loader } from '../../state/loader';
import { t } from '../../texts';
import { dateTime } from '../../texts/formats';
import { CornersElement } from '../../ui/element';
import { whenLoaded } from '../../ui/loaded';
import { told } from '../../ui/told';
import { styles } from './styles';

/** Where the player is signed in, and how to end that. */
@customElement('corners-account-sessions')
export class AccountSessions extends CornersElement {
  static override styles = styles;

  private readonly sessions = new Loader(async () => (await accounts.listSessions({})).sessions);

  constructor() {
    super();
    this.follow(this.sessions);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.sessions.load();
  }

  /** Looks again: they may have been ended. */
  reload(): void {
    void this.sessions.load();
  }

  protected override render() {
    return html`<section class="card">
      <h2>${t('account-sessions')}</h2>
      <p class="muted">${t('account-sessions-text')}</p>
      ${whenLoaded(this.sessions, (sessions) => html`<ul class="list">${sessions.map((session) => this.row(session))}</ul>`)}
    </section>`;
  }

  private row(session: Session) {
    const { createTime, refreshTime, current } = session;
    return html`<li class="spread">
      <div class="what">
        <p>${textOfOrigin(session.origin)} ${current ? html`<span class="badge accent">${t('account-session-current')}</span>` : nothing}</p>
        ${
          createTime
            ? html`<p class="muted small">
                ${t('account-session-since', { time: dateTime(timestampDate(createTime)) })}${
                  refreshTime
                    ? html`<br>${t('account-session-used', { time: dateTime(timestampDate(refreshTime)) })}`
                    : nothing
                }
              </p>`
            : nothing
        }
      </div>
      ${
        current
          ? nothing
          : html`<button type="button" class="small" @click=${() => told(this.revoke(session.id))}>${t('account-session-end')}</button>`
      }
    </li>`;
  }

  private async revoke(session: string): Promise<void> {
    await persist(() => accounts.revokeSession({ session }));
    await this.sessions.load();
  }
}

function textOfOrigin(origin: string): string {
  switch (origin) {
    case 'guest':
      return t('account-session-guest');
    case 'register':
      return t('account-session-register');
    case 'recover':
      return t('account-session-recover');
    case 'identity':
      return t('account-session-identity');
    default:
      return t('account-session-sign-in');
  }
}
