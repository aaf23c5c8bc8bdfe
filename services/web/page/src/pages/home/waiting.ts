import { durationMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { Waiting } from '../../gen/corners/matchmaking/v1/pool_pb';
import { type Finding, finding, stopFinding } from '../../live/link';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import { timeControlText, variantName } from '../../texts/terms';
import { elapsedText, waitText } from '../../texts/waits';
import { announce } from '../../ui/announce';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';

/** The wait in a pool: what for, how long by now, how it looks. Escape ends it, and the button. */
@customElement('corners-waiting')
export class WaitingPanel extends CornersElement {
  static override styles = [
    controls,
    css`
      .panel {
        display: grid;
        justify-items: center;
        align-content: center;
        gap: var(--space-1);
        height: 100%;
        padding: var(--space-3);
        line-height: 1.35;
        border: 2px solid var(--accent);
        border-radius: var(--radius-large);
        background: var(--surface);
        text-align: center;
      }
      .elapsed {
        font-size: 2rem;
        font-weight: 700;
        line-height: 1.1;
        font-variant-numeric: tabular-nums lining-nums;
      }
      .facts {
        min-height: 1.35em;
      }
    `,
  ];

  private timer: ReturnType<typeof setInterval> | undefined;
  /** When the wait began, by this page's own clock. */
  private began: { wait: string; at: number } | undefined;

  constructor() {
    super();
    this.follow(finding);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 1000);
    addEventListener('keydown', this.hear);
    announce(t('home-waiting-title'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    removeEventListener('keydown', this.hear);
  }

  protected override firstUpdated(): void {
    // The button that was pressed cannot keep the focus.
    if (finding.value?.isOurs) this.renderRoot.querySelector('button')?.focus();
  }

  protected override render() {
    const wait = finding.value;
    if (!wait) return html``;
    const { terms, bots } = wait.request;
    const news = wait.message?.case === 'waiting' ? wait.message.value : undefined;
    const isStarting = news?.starting === true || wait.message?.case === 'found';
    return html`<div class="panel" role="group" aria-labelledby="title">
      <p id="title"><strong>${t(isStarting ? 'home-waiting-starting' : 'home-waiting-title')}</strong></p>
      <p class="muted">
        ${[
          variantName(terms?.variant ?? ''),
          timeControlText(terms?.timeControl),
          t(terms?.rated ? 'home-terms-rated' : 'home-terms-casual'),
          bots ? t('home-terms-bots') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p class="elapsed" role="timer" aria-label=${t('home-waiting-elapsed')}>
        ${elapsedText(performance.now() - this.beganAt(wait, news))}
      </p>
      <p class="facts muted small">${news ? factsText(news) : t('home-waiting-queueing')}</p>
      <button type="button" @click=${stopFinding}>${t('home-waiting-cancel')}</button>
    </div>`;
  }

  /** A tab that comes later counts from when the platform says that the wait began. */
  private beganAt({ request, isOurs }: Finding, news: Waiting | undefined): number {
    if (this.began?.wait !== request.requestId) {
      const before = isOurs || !news?.since ? 0 : Date.now() - timestampMs(news.since);
      this.began = { wait: request.requestId, at: performance.now() - Math.max(0, before) };
    }
    return this.began.at;
  }

  private readonly hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOverlaid(event)) return;
    event.preventDefault();
    stopFinding();
  };
}

/** Whether the key is meant for something that lies over the page, such as a dialog or an open menu. */
function isOverlaid(event: Event): boolean {
  return event
    .composedPath()
    .some((node) => node instanceof HTMLElement && (node instanceof HTMLDialogElement || node.popover === 'auto'));
}

function factsText({ estimate, lowestRating, highestRating, waiting }: Waiting): string {
  const parts = [
    estimate && t('home-waiting-estimate', { wait: waitText(durationMs(estimate)) }),
    t('home-waiting-window', { lowest: number(lowestRating), highest: number(highestRating) }),
    t('home-waiting-count', { count: waiting }),
  ];
  return parts.filter(Boolean).join(' · ');
}
