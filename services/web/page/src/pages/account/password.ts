import { html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { accounts } from '../../rpc/clients';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { toast } from '../../ui/toast';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { newPasswordProblem } from './new-password';
import { styles } from './styles';

/** Another password for the player. Tells `corners-account-changed`: the other sessions have ended. */
@customElement('corners-account-password')
export class AccountPassword extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) player: Player | undefined;
  @state() private old = '';
  @state() private next = '';
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.old !== '' || this.next !== '');
  }

  protected override render() {
    const name = this.player?.displayName ?? '';
    return html`<form class="card" @submit=${this.submit} @input=${this.attempt.forgive}>
      <h2>${t('account-change-password')}</h2>
      <input hidden name="username" autocomplete="username" .value=${name}>
      ${field({
        id: 'old',
        label: t('account-old-password'),
        type: 'password',
        autocomplete: 'current-password',
        value: this.old,
        input: (value) => {
          this.old = value;
        },
      })}
      ${field({
        id: 'new',
        label: t('account-new-password'),
        hint: t('account-password-hint'),
        problem: this.problem(name),
        type: 'password',
        autocomplete: 'new-password',
        value: this.next,
        input: (value) => {
          this.next = value;
        },
      })}
      <p class="hint">${t('account-change-password-hint')}</p>
      ${formProblem(this.attempt.problem('form'))}
      <button type="submit" ?disabled=${this.attempt.isUnderWay}>${t('account-change-password')}</button>
    </form>`;
  }

  private problem(name: string): string {
    return newPasswordProblem(this.next, name) || this.attempt.problem('password');
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { old: oldPassword, next: newPassword } = this;
    const answer = await this.attempt.make((requestId) =>
      accounts.changePassword({ requestId, oldPassword, newPassword }),
    );
    if (!answer) return;
    this.old = '';
    this.next = '';
    toast(t('account-password-changed'), { kind: 'success' });
    this.dispatchEvent(new CustomEvent('corners-account-changed', { bubbles: true, composed: true }));
  }
}
