import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { AccountKind } from '../gen/corners/game/v1/table_pb';
import { playerOf, players } from '../state/names';
import { t } from '../texts';
import { number } from '../texts/formats';
import { controls } from './controls.css';
import { CornersElement } from './element';
import { icon } from './icon';

/**
 * The name of an account, as a link to its page, with a badge for bots and a mark for guests.
 *
 *     html`<corners-player-name .account=${seat.account} .kind=${seat.kind} .rating=${1512.3}></corners-player-name>`
 *
 * `.kind` and `.rating` may be missing; `.plain` shows no link (inside another link or button). Names that are not known
 * yet keep their room.
 */
@customElement('corners-player-name')
export class CornersPlayerName extends CornersElement {
  static override styles = [
    controls,
    css`
      :host {
        display: inline-flex;
        align-items: center;
        gap: 0.35em;
        min-width: 0;
        max-width: 100%;
        vertical-align: bottom;
      }
      .name {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: inherit;
        font-weight: 600;
        text-decoration: none;
      }
      a.name:hover {
        text-decoration: underline;
      }
      .unknown {
        display: inline-block;
        width: 6em;
        height: 0.8em;
        border-radius: var(--radius-small);
        background: var(--surface-sunken);
      }
      .gone {
        font-style: italic;
        font-weight: 400;
      }
      .badge,
      .rating {
        flex: none;
      }
      .short {
        display: none;
      }
      /* On phones the name has the room: the badge is a picture, and is read out all the same. */
      @media (max-width: 30rem) {
        .badge {
          padding: 0.15em;
        }
        .short {
          display: contents;
        }
        .long {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
      .rating {
        color: var(--text-muted);
        font-variant-numeric: tabular-nums lining-nums;
      }
    `,
  ];

  @property() account = '';
  @property({ attribute: false }) kind: AccountKind | undefined;
  @property({ type: Number }) rating: number | undefined;
  @property({ type: Boolean }) plain = false;

  constructor() {
    super();
    this.follow(players);
  }

  override render() {
    const player = playerOf(this.account);
    const kind = this.kind || player?.kind || AccountKind.UNSPECIFIED;
    return html`${this.name(player)}${badge(kind)}${
      this.rating === undefined ? nothing : html`<span class="rating">${number(Math.round(this.rating))}</span>`
    }`;
  }

  private name(player: ReturnType<typeof playerOf>) {
    if (!player) return html`<span class="unknown"></span>`;
    if (player.deleted) return html`<span class="name gone">${t('player-deleted')}</span>`;
    const name = player.displayName || t('guest');
    if (this.plain) return html`<span class="name">${name}</span>`;
    return html`<a class="name" href="/player/${this.account}">${name}</a>`;
  }
}

function badge(kind: AccountKind) {
  switch (kind) {
    case AccountKind.BOT:
      return html`<span class="badge accent" title=${t('bot')}>${icon('bot', '1em')}<span class="long">${t('bot')}</span></span>`;
    case AccountKind.GUEST:
      return html`<span class="badge" title=${t('guest')}><span class="short">${icon('user', '1em')}</span><span class="long">${t('guest')}</span></span>`;
    default:
      return nothing;
  }
}
