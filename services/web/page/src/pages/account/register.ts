import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { nameProblem } from '../../domain/credentials';
import { accounts } from '../../rpc/clients';
import { explainReason } from '../../rpc/failure';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { newPasswordProblem } from './new-password';
import { signedIn } from './signed-in';
import { styles } from './styles';

/** Makes a player of the guest, who keeps its games. */
@customElement('corners-account-register')
export class AccountRegister extends CornersElement {
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
        hint: t('account-name-hint'),
        problem: this.problemOfName(),
        autocomplete: 'username',
        value: this.name,
        input: (value) => {
          this.name = value;
        },
      })}
      ${field({
        id: 'password',
        label: t('account-password'),
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
      <button type="submit" class="primary" ?disabled=${this.attempt.isUnderWay}>${t('account-register')}</button>
    </form>`;
  }

  private problemOfName(): string {
    const why = nameProblem(this.name);
    return why ? explainReason('NAME_NOT_ALLOWED', why) : this.attempt.problem('name');
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { name: displayName, password } = this;
    const answer = await this.attempt.make((requestId) => accounts.register({ requestId, displayName, password }));
    if (answer) signedIn(answer);
  }
}
