import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Game, isOver, isPlaying } from '../../domain/game';
import { replayOf } from '../../domain/replay';
import { positionTextAt } from '../../domain/set-up';
import { href } from '../../routes';
import { t } from '../../texts';
import { endingText } from '../../texts/terms';
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
    const canTakeBack = isPlaying(game) && game.moves.length > 0 && !this.isBusy;
    const canContinue = this.ply !== undefined;
    return html`${this.ending(game)}
      <div class="cluster">
        <button type="button" ?disabled=${!canTakeBack} @click=${() => this.want('corners-takeback')}>
          ${icon('undo')} ${t('practice-takeback')}
        </button>
        <button type="button" @click=${() => this.want('corners-flip')}>${icon('flip')} ${t('table-turn-board')}</button>
        <button type="button" ?disabled=${!canContinue} @click=${() => this.want('corners-continue')}>
          ${icon('play')} ${t('practice-continue')}
        </button>
      </div>
      <div class="cluster">
        <button type="button" class="small" @click=${() => this.want('corners-again')}>${t('practice-again')}</button>
        <button type="button" class="small" @click=${() => this.want('corners-edit')}>${t('practice-edit')}</button>
        <button type="button" class="small" @click=${() => copy(this.position(game))}>
          ${icon('copy')} ${t('practice-copy-position')}
        </button>
        <a class="button small" href=${href({ page: 'practice' })}>${t('practice-new')}</a>
      </div>`;
  }

  /** How the game has ended, and how to look at it and show it to others. */
  private ending({ table, state }: Game) {
    if (!this.game || !isOver(this.game) || !state.ending) return nothing;
    const review = href({ page: 'game', table: table.id });
    return html`<section class="notice stack tight">
      <p>${endingText(state.ending)}</p>
      <div class="cluster">
        <a class="button small" href=${review}>${t('table-review')}</a>
        <button type="button" class="small" @click=${() => copy(new URL(review, location.origin).href)}>
          ${icon('link')} ${t('practice-share')}
        </button>
      </div>
    </section>`;
  }

  private position({ table, moves }: Game): string {
    return positionTextAt(replayOf(table.startPosition, moves), this.ply ?? moves.length);
  }

  private want(what: string): void {
    this.dispatchEvent(new CustomEvent(what));
  }
}
