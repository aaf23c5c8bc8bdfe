import { durationFromMs } from '@bufbuild/protobuf/wkt';
import { html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { Scope } from '../../gen/corners/access/v1/access_pb';
import type { Player } from '../../gen/corners/accounts/v1/player_pb';
import { accounts } from '../../rpc/clients';
import { t } from '../../texts';
import { Unsent } from '../../ui/dirty';
import { CornersElement } from '../../ui/element';
import { Attempt } from './attempt';
import { field, formProblem } from './field';
import { SCOPES, scopeText } from './scopes';
import { styles } from './styles';

const DAY_MS = 86_400_000;
const LIFETIMES = [7, 30, 90, 366] as const;

/** Makes a personal access token. Tells its secret by `corners-token`. */
@customElement('corners-account-new-token')
export class AccountNewToken extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) bots: readonly Player[] = [];
  @state() private account = '';
  @state() private label = '';
  @state() private days: number = 90;
  @state() private scopes: ReadonlySet<Scope> = new Set([Scope.WATCH]);
  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    new Unsent(this, () => this.label !== '');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isGone = this.account !== '' && this.bots.every((bot) => bot.account !== this.account);
    if (changed.has('bots') && isGone) this.choose('');
  }

  protected override render() {
    return html`<form @submit=${this.submit} @input=${this.attempt.forgive}>
      <h3>${t('account-token-new')}</h3>
      ${field({
        id: 'label',
        label: t('account-token-label'),
        autocomplete: 'off',
        value: this.label,
        maxLength: 60,
        input: (value) => {
          this.label = value;
        },
      })}
      ${this.accountChoice()} ${this.scopeChoice()} ${this.lifetimeChoice()} ${formProblem(this.attempt.problem('form'))}
      <button type="submit" ?disabled=${this.attempt.isUnderWay || this.wanted.length === 0}>
        ${t('account-token-create')}
      </button>
    </form>`;
  }

  private accountChoice() {
    const choose = (event: Event) => this.choose((event.target as HTMLSelectElement).value);
    return html`<div class="field">
      <label for="account">${t('account-token-for')}</label>
      <select class="select" id="account" .value=${this.account} @change=${choose}>
        <option value="">${t('account-token-for-me')}</option>
        ${this.bots.map((bot) => html`<option value=${bot.account}>${bot.displayName}</option>`)}
      </select>
    </div>`;
  }

  private scopeChoice() {
    return html`<fieldset>
      <legend>${t('account-token-scopes')}</legend>
      ${this.possible.map(
        (scope) => html`<label class="check">
          <input type="checkbox" .checked=${this.scopes.has(scope)} @change=${() => this.turn(scope)}>
          <span>${scopeText(scope)}</span>
        </label>`,
      )}
    </fieldset>`;
  }

  private lifetimeChoice() {
    const choose = (event: Event) => {
      this.days = Number((event.target as HTMLSelectElement).value);
    };
    return html`<div class="field">
      <label for="lifetime">${t('account-token-lifetime')}</label>
      <select class="select" id="lifetime" @change=${choose}>
        ${LIFETIMES.map((days) => html`<option value=${days} ?selected=${days === this.days}>${t('account-days', { days })}</option>`)}
      </select>
    </div>`;
  }

  private get possible(): readonly Scope[] {
    return this.account === '' ? SCOPES.person : SCOPES.bot;
  }

  private get wanted(): Scope[] {
    return this.possible.filter((scope) => this.scopes.has(scope));
  }

  private choose(account: string): void {
    this.account = account;
    this.scopes = new Set(account === '' ? [Scope.WATCH] : [Scope.BOT, Scope.WATCH]);
  }

  private turn(scope: Scope): void {
    const scopes = new Set(this.scopes);
    if (!scopes.delete(scope)) scopes.add(scope);
    this.scopes = scopes;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { account, label, wanted: scopes } = this;
    const lifetime = durationFromMs(this.days * DAY_MS);
    const answer = await this.attempt.make((requestId) =>
      accounts.createPersonalToken({ requestId, account, label, scopes, lifetime }),
    );
    if (!answer) return;
    this.label = '';
    this.dispatchEvent(new CustomEvent('corners-token', { detail: { text: answer.text } }));
  }
}
