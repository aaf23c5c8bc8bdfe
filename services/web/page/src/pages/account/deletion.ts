import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { accounts } from '../../rpc/clients';
import { kept } from '../../rpc/kept';
import { forget } from '../../rpc/session';
import { t } from '../../texts';
import { confirm } from '../../ui/dialog';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { toast } from '../../ui/toast';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { unwrittenToken } from './signed-in';
import { styles } from './styles';

/** Deletes the account, after the password and a question. */
@customElement('corners-account-deletion')
export class AccountDeletion extends CornersElement {
  static override styles = styles;

  @state() private isWanted = false;
  @state() private password = '';
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.password !== '');
  }

  protected override render() {
    const want = () => {
      this.isWanted = true;
    };
    if (!this.isWanted) return html`<button type="button" @click=${want}>${t('account-delete-wanted')}</button>`;
    return html`<form @submit=${this.submit} @input=${this.attempt.forgive}>
      <p class="notice danger">${t('account-delete-text')}</p>
      ${kept.value?.guest ? '' : this.passwordField()} ${formProblem(this.attempt.problem('form'))}
      <div class="cluster">
        <button type="submit" class="danger" ?disabled=${this.attempt.isUnderWay}>${t('account-delete')}</button>
        <button type="button" @click=${this.giveUp}>${t('account-keep')}</button>
      </div>
    </form>`;
  }

  private passwordField() {
    return field({
      id: 'password',
      label: t('account-password'),
      type: 'password',
      autocomplete: 'current-password',
      value: this.password,
      input: (value) => {
        this.password = value;
      },
    });
  }

  private giveUp(): void {
    this.isWanted = false;
    this.password = '';
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const isSure = await confirm({
      title: t('account-delete-title'),
      text: t('account-delete-text'),
      yes: t('account-delete'),
      no: t('account-keep'),
      danger: true,
    });
    if (!isSure) return;
    const { password } = this;
    const answer = await this.attempt.make(() => accounts.deleteAccount({ password }));
    if (!answer) return;
    toast(t('account-deleted'));
    // A token of an account that is gone opens nothing.
    unwrittenToken.written();
    forget();
  }
}
