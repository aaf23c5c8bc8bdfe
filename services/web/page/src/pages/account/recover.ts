import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { accounts } from '../../rpc/clients';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { newPasswordProblem } from './new-password';
import { signedIn } from './signed-in';
import { styles } from './styles';

/** Opens an account whose password is lost, by its recovery code, and gives it another password. */
@customElement('corners-account-recover')
export class AccountRecover extends CornersElement {
  static override styles = styles;

  @state() private name = '';
  @state() private code = '';
  @state() private password = '';
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.name !== '' || this.code !== '' || this.password !== '');
  }

  protected override render() {
    return html`<form @submit=${this.submit} @input=${this.attempt.forgive}>
      <p class="muted">${t('account-recover-text')}</p>
      ${field({
        id: 'name',
        label: t('account-name'),
        autocomplete: 'username',
        value: this.name,
        input: (value) => {
          this.name = value;
        },
      })}
      ${field({
        id: 'code',
        label: t('account-code'),
        hint: t('account-code-hint'),
        autocomplete: 'off',
        value: this.code,
        input: (value) => {
          this.code = value;
        },
      })}
      ${field({
        id: 'password',
        label: t('account-new-password'),
        hint: t('account-password-hint'),
        problem: newPasswordProblem(this.password, this.name) || this.attempt.problem('password'),
        type: 'password',
        autocomplete: 'new-password',
        value: this.password,
        input: (value) => {
          this.password = value;
        },
      })}
      ${formProblem(this.attempt.problem('form'))}
      <button type="submit" class="primary" ?disabled=${this.attempt.isUnderWay}>${t('account-recover')}</button>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { name: displayName, code: recoveryCode, password: newPassword } = this;
    const answer = await this.attempt.make((requestId) =>
      accounts.recoverAccount({ requestId, displayName, recoveryCode, newPassword }),
    );
    if (answer) signedIn(answer);
  }
}
