import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { accounts } from '../../rpc/clients';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { signedIn } from './signed-in';
import { styles } from './styles';

/** Signs a player in. */
@customElement('corners-account-sign-in')
export class AccountSignIn extends CornersElement {
  static override styles = styles;

  @state() private name = '';
  @state() private password = '';
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.name !== '' || this.password !== '');
  }

  protected override render() {
    return html`<form @submit=${this.submit} @input=${this.attempt.forgive}>
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
        id: 'password',
        label: t('account-password'),
        type: 'password',
        autocomplete: 'current-password',
        value: this.password,
        input: (value) => {
          this.password = value;
        },
      })}
      ${formProblem(this.attempt.problem('form'))}
      <button type="submit" class="primary" ?disabled=${this.attempt.isUnderWay}>${t('account-sign-in')}</button>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { name: displayName, password } = this;
    const answer = await this.attempt.make((requestId) => accounts.signIn({ requestId, displayName, password }));
    if (answer) signedIn(answer);
  }
}
