import { css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { nameProblem } from '../../domain/credentials';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { persist } from '../../rpc/calls';
import { accounts } from '../../rpc/clients';
import { explainReason } from '../../rpc/failure';
import { Loader } from '../../state/loader';
import { t } from '../../texts';
import { confirm } from '../../ui/dialog';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { whenLoaded } from '../../ui/loaded';
import { told } from '../../ui/told';
import '../../ui/player-name';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { styles } from './styles';
import './tokens';

/** The player's bots, and their tokens. */
@customElement('corners-account-bots')
export class AccountBots extends CornersElement {
  static override styles = [
    ...styles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
      }
    `,
  ];

  @state() private name = '';
  private readonly attempt = new Attempt(this);
  private readonly bots = new Loader(async () => (await accounts.listBots({})).bots);

  constructor() {
    super();
    new Unsent(this, () => this.name !== '');
    this.follow(this.bots);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.bots.load();
  }

  protected override render() {
    const { value } = this.bots;
    return html`<section class="card">
        <h2>${t('account-bots')}</h2>
        <p class="muted">${t('account-bots-text')}</p>
        ${whenLoaded(this.bots, (bots) => this.list(bots), 1)} ${this.form()}
      </section>
      <corners-account-tokens .bots=${value.kind === 'ready' ? value.value : []}></corners-account-tokens>`;
  }

  private list(bots: readonly Player[]) {
    if (bots.length === 0) return html`<p>${t('account-bots-none')}</p>`;
    return html`<ul class="list">
      ${bots.map(
        (bot) => html`<li class="spread">
          <corners-player-name class="what" .account=${bot.account} .kind=${bot.kind}></corners-player-name>
          <button type="button" class="small" @click=${() => told(this.delete(bot))}>${t('account-bot-delete')}</button>
        </li>`,
      )}
    </ul>`;
  }

  private form() {
    const why = nameProblem(this.name);
    return html`<form @submit=${this.submit} @input=${this.attempt.forgive}>
      ${field({
        id: 'bot',
        label: t('account-bot-name'),
        hint: t('account-name-hint'),
        problem: why ? explainReason('NAME_NOT_ALLOWED', why) : this.attempt.problem('name'),
        autocomplete: 'off',
        value: this.name,
        input: (value) => {
          this.name = value;
        },
      })}
      ${formProblem(this.attempt.problem('form'))}
      <button type="submit" ?disabled=${this.attempt.isUnderWay}>${t('account-bot-create')}</button>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const displayName = this.name;
    const answer = await this.attempt.make((requestId) => accounts.createBot({ requestId, displayName }));
    if (!answer) return;
    this.name = '';
    await this.bots.load();
  }

  private async delete(bot: Player): Promise<void> {
    const isSure = await confirm({
      title: t('account-bot-delete-title', { name: bot.displayName }),
      text: t('account-bot-delete-text'),
      yes: t('account-bot-delete'),
      no: t('account-keep'),
      danger: true,
    });
    if (!isSure) return;
    await persist(() => accounts.deleteBot({ bot: bot.account }));
    await this.bots.load();
  }
}
