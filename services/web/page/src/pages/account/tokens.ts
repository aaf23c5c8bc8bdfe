import { timestampDate } from '@bufbuild/protobuf/wkt';
import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PersonalToken, Player } from '../../gen/corners/accounts/v1/player_pb';
import { persist } from '../../rpc/calls';
import { accounts } from '../../rpc/clients';
import { kept } from '../../rpc/kept';
import { Loader } from '../../state/loader';
import { t } from '../../texts';
import { date } from '../../texts/formats';
import { copy } from '../../ui/copy';
import { confirm } from '../../ui/dialog';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { whenLoaded } from '../../ui/loaded';
import { told } from '../../ui/told';
import { scopeText } from './scopes';
import { unwrittenToken } from './signed-in';
import { styles } from './styles';
import './new-token';

/** The personal access tokens of the player and its bots. */
@customElement('corners-account-tokens')
export class AccountTokens extends CornersElement {
  static override styles = styles;

  @property({ attribute: false }) bots: readonly Player[] = [];
  private readonly tokens = new Loader(async () => (await accounts.listPersonalTokens({})).tokens);

  constructor() {
    super();
    this.follow(kept);
    this.follow(this.tokens);
    this.follow(unwrittenToken);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A bot that is deleted takes its tokens with it.
    if (changed.has('bots')) void this.tokens.load();
  }

  protected override render() {
    return html`<section class="card">
      <h2>${t('account-tokens')}</h2>
      <p class="muted">${t('account-tokens-text')}</p>
      ${whenLoaded(this.tokens, (tokens) => this.list(tokens), 1)} ${unwrittenToken.text ? this.shown() : nothing}
      <corners-account-new-token .bots=${this.bots} @corners-token=${this.made}></corners-account-new-token>
    </section>`;
  }

  private shown() {
    return html`<div class="notice stack tight" role="status">
      <p>${t('account-token-once')}</p>
      <code>${unwrittenToken.text}</code>
      <div class="cluster">
        <button type="button" @click=${() => copy(unwrittenToken.text)}>${icon('copy')} ${t('account-copy')}</button>
        <button type="button" @click=${unwrittenToken.written}>${t('account-token-kept')}</button>
      </div>
    </div>`;
  }

  private list(tokens: readonly PersonalToken[]) {
    if (tokens.length === 0) return html`<p>${t('account-tokens-none')}</p>`;
    return html`<ul class="list">${tokens.map((token) => this.row(token))}</ul>`;
  }

  private row(token: PersonalToken) {
    const bot = this.bots.find(({ account }) => account === token.account);
    const { expireTime, lastUseTime } = token;
    return html`<li class="spread">
      <div class="what">
        <p>${token.label || t('account-token-nameless')} ${bot ? html`<span class="badge accent">${bot.displayName}</span>` : nothing}</p>
        <p class="muted small">
          ${token.scopes.map(scopeText).join(' · ')}
          ${expireTime ? html`<br>${t('account-token-expires', { date: date(timestampDate(expireTime)) })}` : nothing}
          ${lastUseTime ? html`<br>${t('account-token-used', { date: date(timestampDate(lastUseTime)) })}` : nothing}
        </p>
      </div>
      <button type="button" class="small" @click=${() => told(this.revoke(token))}>${t('account-token-revoke')}</button>
    </li>`;
  }

  private made(event: CustomEvent<{ text: string }>): void {
    unwrittenToken.set({ account: kept.value?.account ?? '', text: event.detail.text });
    void this.tokens.load();
  }

  private async revoke(token: PersonalToken): Promise<void> {
    const isSure = await confirm({
      title: t('account-token-revoke-title'),
      text: t('account-token-revoke-text'),
      yes: t('account-token-revoke'),
      no: t('account-keep'),
      danger: true,
    });
    if (!isSure) return;
    await persist(() => accounts.revokePersonalToken({ token: token.id }));
    await this.tokens.load();
  }
}
