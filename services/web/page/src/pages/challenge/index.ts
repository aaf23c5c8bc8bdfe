import { timestampMs } from '@bufbuild/protobuf/wkt';
import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { counterTo, isForRegistered, isOpen, roleIn } from '../../domain/challenge';
import { otherWish } from '../../domain/terms';
import { type Challenge, ChallengeStatus } from '../../gen/corners/matchmaking/v1/challenge_pb';
import { href, type Route } from '../../routes';
import { reasonOf } from '../../rpc/failure';
import { kept } from '../../rpc/kept';
import { account } from '../../state/account';
import { acceptChallenge, cancelChallenge } from '../../state/offers';
import { t } from '../../texts';
import { relative } from '../../texts/formats';
import { declineText, sideText, statusText } from '../../texts/offers';
import { timeControlText, variantName } from '../../texts/terms';
import { explainOffer } from '../../texts/waits';
import { announce } from '../../ui/announce';
import { Asked } from '../../ui/asked';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import '../../ui/empty';
import '../../ui/offer-dialog';
import '../../ui/player-name';
import '../../ui/spinner';
import './decline';
import { ChallengeStore } from './store';
import './share';

/** A challenge: for who made it, for who received it, and for whoever has its link. */
@customElement('corners-challenge-page')
export class ChallengePage extends CornersElement {
  static override styles = [
    controls,
    css`
      .loading {
        min-height: 20rem;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--space-1) var(--space-4);
        margin: 0;
      }
      dt {
        color: var(--text-muted);
      }
      dd {
        margin: 0;
        font-weight: 600;
      }
      .deeds {
        min-height: 2.75rem;
      }
    `,
  ];

  @property({ attribute: false }) route: Route | undefined;
  @state() private isCountering = false;
  private readonly asked = new Asked(this);
  private store: ChallengeStore | undefined;
  private close: (() => void) | undefined;
  private told = ChallengeStatus.OPEN;

  constructor() {
    super();
    this.follow(kept);
    this.follow(account);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close?.();
    this.store = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const id = this.route?.page === 'challenge' ? this.route.challenge : undefined;
    if (changed.has('route') && id !== undefined && id !== this.store?.id) this.open(id);
    this.announceEnd();
  }

  private open(id: string): void {
    this.close?.();
    const store = new ChallengeStore(id);
    const stops = [store.subscribe(() => this.requestUpdate()), store.open()];
    this.store = store;
    this.close = () => {
      for (const stop of stops) stop();
    };
  }

  /** What has become of the challenge while it was looked at. */
  private announceEnd(): void {
    const challenge = this.store?.value.challenge;
    if (!challenge || challenge.status === this.told) return;
    this.told = challenge.status;
    announce(statusText(challenge.status));
  }

  protected override render() {
    return html`<div class="page narrow">${this.content()}</div>`;
  }

  private content() {
    const { challenge, failure } = this.store?.value ?? {};
    if (challenge) return this.challenge(challenge);
    if (failure === undefined)
      return html`<h1 class="visually-hidden">${t('challenge-heading')}</h1>
        <corners-spinner class="loading"></corners-spinner>`;
    // The id of an address that was mistyped is none at all.
    const isMissing = ['CHALLENGE_NOT_FOUND', 'INVALID_ARGUMENT'].includes(reasonOf(failure));
    return html`<h1>${t('challenge-heading')}</h1>
      <corners-empty
        icon="warning"
        .heading=${isMissing ? t('challenge-missing') : explainOffer(failure)}
        .text=${isMissing ? t('challenge-missing-text') : ''}
        ><a class="button" href="/">${t('challenge-home')}</a></corners-empty
      >`;
  }

  private challenge(challenge: Challenge) {
    return html`<h1>${t('challenge-heading')}</h1>
      <section class="card stack">
        ${this.people(challenge)} ${this.terms(challenge)} ${isOpen(challenge) ? this.opened(challenge) : this.over(challenge)}
      </section>
      ${
        this.isCountering && isOpen(challenge)
          ? html`<corners-offer-dialog .offer=${{ to: 'challenger', challenge }} @corners-close=${this.stopCountering}></corners-offer-dialog>`
          : nothing
      }`;
  }

  private people({ challenger, challenged }: Challenge) {
    const who = (name: string, kind = challenger?.kind, rating = challenger?.rating?.rating) =>
      html`<corners-player-name .account=${name} .kind=${kind} .rating=${rating}></corners-player-name>`;
    const isOwn = challenger?.account === kept.value?.account;
    return html`<p class="cluster">
      <strong>${isOwn ? t('challenge-you') : who(challenger?.account ?? '')}</strong>
      <span aria-hidden="true">→</span>
      <strong>
        ${
          challenged === kept.value?.account
            ? t('challenge-you')
            : challenged
              ? html`<corners-player-name .account=${challenged}></corners-player-name>`
              : t('challenge-anybody')
        }
      </strong>
    </p>`;
  }

  private terms({ terms, colour, challenger }: Challenge) {
    const own = challenger?.account === kept.value?.account ? colour : otherWish(colour);
    return html`<dl>
      <dt>${t('offer-variant')}</dt>
      <dd>${variantName(terms?.variant ?? '')}</dd>
      <dt>${t('offer-time')}</dt>
      <dd>${timeControlText(terms?.timeControl)}</dd>
      <dt>${t('offer-rating')}</dt>
      <dd>${t(terms?.rated ? 'offer-rated' : 'offer-casual')}</dd>
      <dt>${t('offer-colour')}</dt>
      <dd>${sideText(own)}</dd>
    </dl>`;
  }

  private opened(challenge: Challenge) {
    switch (roleIn(challenge, kept.value?.account)) {
      case 'challenger':
        return this.own(challenge);
      case 'challenged':
        return this.answers(challenge, true);
      default:
        return this.answers(challenge, false);
    }
  }

  private own(challenge: Challenge) {
    const { id, challenged } = challenge;
    return html`${challenged ? nothing : html`<corners-share .challenge=${id}></corners-share>`}
      <p role="status">
        ${t(challenged ? 'challenge-waiting' : 'challenge-waiting-link')} <span class="muted">${ends(challenge)}</span>
      </p>
      <div class="cluster deeds">
        <button type="button" ?disabled=${this.asked.has('cancel')} @click=${() => this.asked.ask('cancel', () => this.cancel(id))}>
          ${t('challenge-cancel')}
        </button>
      </div>`;
  }

  /** The answers that there are: of who was challenged all, of who has come by a link yes. */
  private answers(challenge: Challenge, isNamed: boolean) {
    const isClosed = isForRegistered(challenge, kept.value?.guest ?? true);
    return html`<p class="muted">${ends(challenge)}</p>
      ${
        isClosed
          ? html`<p class="notice">
              ${t('challenge-registered')} <a href=${href({ page: 'account' })}>${t('home-register')}</a>
            </p>`
          : nothing
      }
      <div class="cluster deeds">
        <button
          type="button"
          class="primary large"
          ?disabled=${isClosed || this.asked.has('accept')}
          @click=${() => this.asked.ask('accept', () => this.accept(challenge.id))}
        >
          ${t('challenge-accept')}
        </button>
        ${
          isNamed
            ? html`<corners-decline .challenge=${challenge.id} @corners-declined=${() => this.store?.read()}></corners-decline>
                <button type="button" @click=${this.counter}>${t('challenge-counter')}</button>`
            : nothing
        }
      </div>`;
  }

  private over(challenge: Challenge) {
    const reason = declineText(challenge.declineReason);
    const counter = counterTo(account.value.challenges, challenge.id);
    return html`<p class="notice" role="status">
        ${statusText(challenge.status)} ${reason ? html`<strong>${reason}</strong>` : nothing}
      </p>
      <div class="cluster deeds">
        ${challenge.table ? link({ page: 'table', table: challenge.table }, t('challenge-to-table'), true) : nothing}
        ${counter ? link({ page: 'challenge', challenge: counter.id }, t('challenge-to-counter'), true) : nothing}
        ${link({ page: 'home' }, t('challenge-home'), false)}
      </div>`;
  }

  private async accept(id: string): Promise<void> {
    try {
      await acceptChallenge(id);
    } finally {
      await this.store?.read();
    }
  }

  private async cancel(id: string): Promise<void> {
    try {
      await cancelChallenge(id);
    } finally {
      await this.store?.read();
    }
  }

  private counter(): void {
    this.isCountering = true;
  }

  private stopCountering(): void {
    this.isCountering = false;
  }
}

function link(to: Route, text: string, isMain: boolean) {
  return html`<a class="button ${isMain ? 'primary' : ''}" href=${href(to)}>${text}</a>`;
}

function ends({ expireTime }: Challenge): string {
  return expireTime ? t('challenge-ends', { when: relative(timestampMs(expireTime), Date.now()) }) : '';
}
