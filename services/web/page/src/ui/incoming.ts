import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { received, roleIn } from '../domain/challenge';
import { otherWish } from '../domain/terms';
import type { WatchAccountResponse } from '../gen/corners/matchmaking/v1/account_pb';
import {
  type Challenge,
  ChallengeStatus,
  DeclineReason,
  type Rematch,
} from '../gen/corners/matchmaking/v1/challenge_pb';
import { finding, stopFinding } from '../live/link';
import { navigate, route } from '../navigation';
import { href } from '../routes';
import { kept } from '../rpc/kept';
import { account, newsOfAccount } from '../state/account';
import { acceptChallenge, acceptRematch, declineChallenge, declineRematch } from '../state/offers';
import { t } from '../texts';
import { declineText, sideText, statusText, termsText } from '../texts/offers';
import { announce } from './announce';
import { Asked } from './asked';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';
import './player-name';
import { play } from './sounds';
import { toast } from './toast';

/** How many offers are shown at once; the others wait their turn. */
const MOST = 2;

/**
 * What others offer the player, wherever in the page: challenges and rematches, with their answers; and the player's own
 * wait in a pool, away from the page that it began on. At a table it lies over the header, so that the board stays free.
 */
@customElement('corners-incoming')
export class Incoming extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        position: fixed;
        z-index: 15;
        inset: 4rem var(--gutter) auto auto;
        width: min(24rem, calc(100vw - 2 * var(--gutter)));
      }
      :host([at-table]) {
        inset-block-start: 0.25rem;
      }
      ul {
        display: grid;
        gap: var(--space-2);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line-strong);
        border-inline-start: 5px solid var(--accent);
        border-radius: var(--radius);
        background: var(--surface-raised);
        box-shadow: var(--shadow-high);
      }
      p {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .answers {
        display: flex;
        gap: var(--space-2);
      }
      .sign {
        display: none;
      }
      /* One row, as high as the header: signs instead of words. */
      :host([at-table]) .who {
        display: flex;
        align-items: center;
        gap: var(--space-2);
      }
      :host([at-table]) .sign {
        display: flex;
        flex: none;
      }
      :host([at-table]) .what {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
        white-space: nowrap;
      }
      @media (max-width: 30rem) {
        :host(:not([at-table])) li {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  private readonly asked = new Asked(this);
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.follow(account);
    this.follow(kept);
    this.follow(route);
    this.follow(finding);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = newsOfAccount.listen(tell);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  protected override willUpdate(): void {
    this.toggleAttribute('at-table', route.value.page === 'table' || route.value.page === 'practice');
  }

  protected override render() {
    const offers = [
      ...rematchesElsewhere().map((rematch) => ({ id: rematch.table, shown: () => this.rematch(rematch) })),
      ...challengesElsewhere().map((challenge) => ({ id: challenge.id, shown: () => this.challenge(challenge) })),
    ];
    const isWaiting = finding.value !== undefined && route.value.page !== 'home';
    if (offers.length === 0 && !isWaiting) return nothing;
    return html`<aside aria-label=${t('incoming-label')}><ul>
      ${isWaiting ? this.wait() : nothing}
      ${repeat(
        offers.slice(0, MOST),
        ({ id }) => id,
        ({ shown }) => shown(),
      )}
    </ul></aside>`;
  }

  private wait() {
    return html`<li>
      <p><a href=${href({ page: 'home' })}>${t('home-waiting-title')}</a></p>
      <button type="button" class="small" @click=${stopFinding}>${t('home-waiting-cancel')}</button>
    </li>`;
  }

  private challenge({ id, challenger, terms, colour }: Challenge) {
    return html`<li>
      <div>
        <p class="who">
          <span class="sign">${icon('swords')}</span>
          <corners-player-name
            .account=${challenger?.account ?? ''}
            .kind=${challenger?.kind}
            .rating=${challenger?.rating?.rating}
          ></corners-player-name>
          <span class="what">${t('incoming-challenges-you')}</span>
        </p>
        <p class="small what">
          <a href=${href({ page: 'challenge', challenge: id })}>${termsText(terms)} · ${sideText(otherWish(colour))}</a>
        </p>
      </div>
      ${this.answers(
        id,
        () => acceptChallenge(id),
        () => declineChallenge(id, DeclineReason.UNSPECIFIED),
      )}
    </li>`;
  }

  private rematch({ table, offeredBy }: Rematch) {
    return html`<li>
      <div>
        <p class="who">
          <span class="sign">${icon('reload')}</span>
          <corners-player-name .account=${offeredBy}></corners-player-name>
        </p>
        <p class="small what">${t('incoming-rematch')}</p>
      </div>
      ${this.answers(
        table,
        () => acceptRematch(table),
        () => declineRematch(table),
      )}
    </li>`;
  }

  private answers(id: string, accept: () => Promise<void>, decline: () => Promise<void>) {
    const isBusy = this.asked.has(id);
    return html`<div class="answers">
      <button type="button" class="small primary" ?disabled=${isBusy} @click=${() => this.asked.ask(id, accept)}>
        ${t('challenge-accept')}
      </button>
      <button type="button" class="small" ?disabled=${isBusy} @click=${() => this.asked.ask(id, decline)}>
        ${t('challenge-decline')}
      </button>
    </div>`;
  }
}

/** The challenges that are not shown by the page that is open. */
function challengesElsewhere(): readonly Challenge[] {
  const here = route.value.page === 'challenge' ? route.value.challenge : '';
  return received(account.value.challenges, kept.value?.account).filter(({ id }) => id !== here);
}

function rematchesElsewhere(): readonly Rematch[] {
  return account.value.rematches.filter((rematch) => rematch.offeredBy !== kept.value?.account && !isShown(rematch));
}

/** The table itself asks whoever looks at it. */
function isShown({ table }: Rematch): boolean {
  return route.value.page === 'table' && route.value.table === table;
}

/** Says what has come, and what has become of the own challenges. */
function tell(news: WatchAccountResponse['message']): void {
  if (news.case === 'challengeOpened' && roleIn(news.value, kept.value?.account) === 'challenged') {
    announce(t('incoming-challenge', { terms: termsText(news.value.terms) }));
    play('notification');
  }
  if (news.case === 'rematchOffered' && news.value.offeredBy !== kept.value?.account && !isShown(news.value)) {
    announce(t('incoming-rematch'));
    play('notification');
  }
  if (news.case === 'challengeEnded') tellEnd(news.value);
}

/** The own challenge has been answered with no, or with other terms: told where its page is not open. */
function tellEnd(challenge: Challenge): void {
  const { id, status, declineReason } = challenge;
  if (roleIn(challenge, kept.value?.account) !== 'challenger') return;
  if (status !== ChallengeStatus.DECLINED && status !== ChallengeStatus.EXPIRED) return;
  if (route.value.page === 'challenge' && route.value.challenge === id) return;
  const text = [statusText(status), declineText(declineReason)].filter(Boolean).join(' ');
  toast(text, { action: { text: t('incoming-see'), run: () => navigate({ page: 'challenge', challenge: id }) } });
}
