import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Game, isOver, isPlaying } from '../../domain/game';
import { replayOf } from '../../domain/replay';
import { positionTextAt } from '../../domain/set-up';
import { href } from '../../routes';
import { t } from '../../texts';
import { copy } from '../../ui/copy';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { styles } from './styles';

/** What can be done at a table of the practice room besides moving. Tells what is wanted by events. */
@customElement('corners-practice-tools')
export class PracticeTools extends CornersElement {
  static override styles = [
    ...styles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        align-content: start;
      }
    `,
  ];

  @property({ attribute: false }) game: Game | undefined;
  /** How many plies are shown; undefined for the game as it is. */
  @property({ attribute: false }) ply: number | undefined;
  /** Whether the answer to something is waited for. */
  @property({ attribute: false }) isBusy = false;

  protected override render() {
    const { game } = this;
    if (!game) return html``;
    return html`<div class="cluster">
        ${isOver(game) ? this.review(game) : this.takeback(game)}
        <button type="button" @click=${() => this.want('corners-flip')}>${icon('flip')} ${t('table-turn-board')}</button>
        <button type="button" ?disabled=${this.ply === undefined} @click=${() => this.want('corners-continue')}>
          ${icon('play')} ${t('practice-continue')}
        </button>
      </div>
      <div class="cluster">
        <button type="button" class="small" @click=${() => this.want('corners-again')}>${t('practice-again')}</button>
        <button type="button" class="small" @click=${() => this.want('corners-edit')}>${t('practice-edit')}</button>
        <a class="button small" href=${href({ page: 'practice' })}>${t('practice-new')}</a>
        <button type="button" class="small" @click=${() => copy(this.position(game))}>
          ${icon('copy')} ${t('practice-copy-position')}
        </button>
        <button type="button" class="small" ?disabled=${!isOver(game)} @click=${() => copy(reviewOf(game).href)}>
          ${icon('link')} ${t('practice-share')}
        </button>
      </div>`;
  }

  private takeback(game: Game) {
    const isPossible = isPlaying(game) && game.moves.length > 0 && !this.isBusy;
    return html`<button type="button" ?disabled=${!isPossible} @click=${() => this.want('corners-takeback')}>
      ${icon('undo')} ${t('practice-takeback')}
    </button>`;
  }

  /** In the place of the takeback, which a game that is over does not have. */
  private review(game: Game) {
    return html`<a class="button primary" href=${reviewOf(game).pathname}>${icon('eye')} ${t('table-review')}</a>`;
  }

  private position({ table, moves }: Game): string {
    return positionTextAt(replayOf(table.startPosition, moves), this.ply ?? moves.length);
  }

  private want(what: string): void {
    this.dispatchEvent(new CustomEvent(what));
  }
}

/** Where everybody can look at the game that is over. */
function reviewOf({ table }: Game): URL {
  return new URL(href({ page: 'game', table: table.id }), location.origin);
}
