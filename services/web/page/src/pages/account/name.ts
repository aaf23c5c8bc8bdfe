import { html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { nameProblem } from '../../domain/credentials';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { accounts } from '../../rpc/clients';
import { explainReason } from '../../rpc/failure';
import { forgetPlayer } from '../../state/names';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { toast } from '../../ui/toast';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { styles } from './styles';

/** Another display name for the player. Tells `corners-account-changed`. */
@customElement('corners-account-name')
export class AccountName extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) player: Player | undefined;
  @state() private name = '';
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.name !== '');
  }

  protected override render() {
    return html`<form class="card" @submit=${this.submit} @input=${this.attempt.forgive}>
      <h2>${t('account-change-name')}</h2>
      ${field({
        id: 'name',
        label: t('account-new-name'),
        hint: t('account-change-name-hint'),
        problem: this.problem(),
        autocomplete: 'off',
        value: this.name,
        input: (value) => {
          this.name = value;
        },
      })}
      ${formProblem(this.attempt.problem('form'))}
      <button type="submit" ?disabled=${this.attempt.isUnderWay}>${t('account-change-name')}</button>
    </form>`;
  }

  private problem(): string {
    const why = nameProblem(this.name);
    return why ? explainReason('NAME_NOT_ALLOWED', why) : this.attempt.problem('name');
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const displayName = this.name;
    const answer = await this.attempt.make((requestId) => accounts.changeDisplayName({ requestId, displayName }));
    if (!answer?.player) return;
    this.name = '';
    forgetPlayer(answer.player.account);
    toast(t('account-name-changed', { name: answer.player.displayName }), { kind: 'success' });
    this.dispatchEvent(new CustomEvent('corners-account-changed', { bubbles: true, composed: true }));
  }
}
