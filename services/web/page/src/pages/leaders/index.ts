import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { Board } from '../../gen/corners/rating/v1/rating_service_pb';
import type { Route } from '../../routes';
import { persist } from '../../rpc/calls';
import { rating } from '../../rpc/clients';
import { explain } from '../../rpc/failure';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';
import './board';
import './distribution';
import './own-rank';
import '../../ui/spinner';
import '../../ui/variant-tabs';

/** The boards, with the texts that name them. */
const BOARDS = [
  [Board.PEOPLE, 'leaders-people'],
  [Board.BOTS, 'leaders-bots'],
] as const;

/** Leaderboards: one for each variant that has ratings, of people or of programs. */
@customElement('corners-leaders-page')
export class LeadersPage extends CornersElement {
  static override styles = [
    controls,
    css`
      .segments {
        justify-self: start;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
        align-content: start;
        align-items: start;
        min-height: 100vh;
      }
      aside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      @media (min-width: 60rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr) 22rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) route: Route | undefined;
  @state() private rated: readonly string[] | undefined;
  @state() private board: Board = Board.PEOPLE;
  @state() private isListed = false;
  @state() private failure: unknown;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    this.failure = undefined;
    try {
      const { variants } = await persist(() => rating.getRatingSystem({}));
      this.rated = variants.map(({ variant }) => variant);
    } catch (error) {
      this.failure = error;
    }
  }

  protected override render() {
    const variant = this.variant();
    return html`<div class="page">
      <header class="stack tight">
        <h1>${t('leaders-heading')}</h1>
        <p class="lead">${t('leaders-lead')}</p>
      </header>
      ${this.failure ? this.failed() : nothing} ${this.rated && variant ? this.boards(this.rated, variant) : nothing}
      ${this.failure || this.rated ? nothing : html`<corners-spinner class="columns"></corners-spinner>`}
    </div>`;
  }

  /** The variant of the address, or else the first that has ratings. */
  private variant(): string | undefined {
    const wished = this.route?.page === 'leaders' ? this.route.variant : undefined;
    return wished ?? this.rated?.[0];
  }

  private failed() {
    return html`<p class="notice danger" role="alert">${explain(this.failure)}</p>
      <p><button type="button" @click=${() => this.load()}>${t('try-again')}</button></p>`;
  }

  private boards(rated: readonly string[], variant: string) {
    return html`<corners-variant-tabs .page=${'leaders'} .variants=${rated} .chosen=${variant}></corners-variant-tabs>
      <div class="segments" role="radiogroup" aria-label=${t('leaders-board')}>
        ${BOARDS.map(
          ([board, text]) => html`<label
            ><input
              type="radio" name="board" .checked=${board === this.board} @change=${() => this.choose(board)}
            /><span>${t(text)}</span></label
          >`,
        )}
      </div>
      <div class="columns">
        <corners-leaders-board
          .variant=${variant}
          .board=${this.board}
          @corners-listed=${() => this.listed()}
        ></corners-leaders-board>
        <aside ?hidden=${!this.isListed}>
          <corners-rating-distribution .variant=${variant} .board=${this.board}></corners-rating-distribution>
          <corners-own-rank .variant=${variant}></corners-own-rank>
        </aside>
      </div>`;
  }

  private choose(board: Board): void {
    this.board = board;
  }

  /** What stands beside the board, on phones below it, is shown when the board's room is known. */
  private listed(): void {
    this.isListed = true;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-leaders-page': LeadersPage;
  }
}
