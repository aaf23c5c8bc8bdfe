import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatPosition, type Position, parsePosition } from '../../domain/placement';
import { type Brush, cleared, moveNumberOf, piecesOf, readPosition } from '../../domain/set-up';
import type { Colour } from '../../domain/squares';
import { Side, type Variant } from '../../gen/corners/game/v1/variant_pb';
import { explainReason } from '../../rpc/failure';
import { t } from '../../texts';
import { sideName } from '../../texts/terms';
import { copy } from '../../ui/copy';
import { CornersElement } from '../../ui/element';
import { icon } from '../../ui/icon';
import { styles } from './styles';

/** What the keys on the board choose. */
const KEYS: Readonly<Record<string, Brush>> = { w: 'white', b: 'black', e: 'erase', Delete: 'erase' };

/** The tools to set a position up: pieces, side to move, move number, text. Tells the next position by `corners-set-up`. */
@customElement('corners-set-up-tools')
export class SetUpTools extends CornersElement {
  static override styles = [
    ...styles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      .disc {
        width: 1.1em;
        height: 1.1em;
        border: 2px solid var(--piece-white-rim);
        border-radius: 50%;
        background: var(--piece-white);
      }
      .disc.black {
        border-color: var(--piece-black-ornament);
        background: var(--piece-black);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 7rem;
        gap: var(--space-3);
      }
      .told {
        grid-column: 1 / -1;
        min-height: 1.4rem;
      }
    `,
  ];

  @property({ attribute: false }) position: Position | undefined;
  @property({ attribute: false }) variant: Variant | undefined;
  /** What a press on a square does. */
  @state() brush: Brush = 'white';
  /** What stands in the field of the move number. */
  @state() private numberText = '';
  @state() private text = '';
  @state() private problem = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    const number = this.position?.moveNumber;
    // A position that came from elsewhere, not from the field.
    if (changed.has('position') && number !== changed.get('position')?.moveNumber)
      this.numberText = String(number ?? '');
  }

  /** Takes a key that was pressed on the board. */
  key(event: KeyboardEvent): void {
    const brush = KEYS[event.key];
    if (brush === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    this.brush = brush;
  }

  protected override render() {
    const { position, variant } = this;
    if (!position || !variant) return html``;
    return html`${this.palette()} ${this.counts(position, variant)} ${this.turn(position, variant)}
      <div class="cluster">
        <button type="button" class="small" @click=${() => this.tell(cleared(position))}>${t('practice-clear')}</button>
        <button type="button" class="small" @click=${() => this.replace(parsePosition(variant.startPosition))}>
          ${t('practice-start-position')}
        </button>
        <button
          type="button" class="small" ?disabled=${this.isNumberWrong} @click=${() => copy(formatPosition(position))}
        >
          ${icon('copy')} ${t('practice-copy-position')}
        </button>
      </div>
      ${this.pasting(variant)}`;
  }

  private palette() {
    const choice = (brush: Brush, text: string, disc: unknown) => html`<label>
      <input type="radio" name="brush" .checked=${this.brush === brush} @change=${() => this.take(brush)}><span>${disc} ${text}</span>
    </label>`;
    return html`<fieldset class="field">
      <legend>${t('practice-brush')}</legend>
      <div class="segments">
        ${choice('white', t('practice-brush-white'), html`<i class="disc"></i>`)}
        ${choice('black', t('practice-brush-black'), html`<i class="disc black"></i>`)}
        ${choice('erase', t('practice-brush-erase'), icon('close'))}
      </div>
      <p class="hint">${t('practice-brush-hint')}</p>
    </fieldset>`;
  }

  private counts({ placement }: Position, { pieces }: Variant) {
    const count = (colour: Colour, side: Side) =>
      t('practice-pieces', { side: sideName(side), count: piecesOf(placement, colour), most: pieces });
    return html`<p class="numbers" aria-live="polite">${count('white', Side.WHITE)}<br>${count('black', Side.BLACK)}</p>`;
  }

  private turn(position: Position, { moveLimit }: Variant) {
    const side = (toMove: Colour, text: string) => html`<label>
      <input
        type="radio" name="side" .checked=${position.toMove === toMove}
        @change=${() => this.tell({ ...position, toMove })}
      ><span>${text}</span>
    </label>`;
    return html`<div class="two">
      <fieldset class="field">
        <legend>${t('practice-to-move')}</legend>
        <div class="segments">${side('white', sideName(Side.WHITE))} ${side('black', sideName(Side.BLACK))}</div>
      </fieldset>
      <div class="field">
        <label for="number">${t('practice-move-number')}</label>
        <input
          class="input" id="number" inputmode="numeric" autocomplete="off" maxlength="9" .value=${this.numberText}
          aria-invalid=${this.isNumberWrong} aria-describedby="number-told" @input=${this.writeNumber}
        >
      </div>
      <p class="problem told" id="number-told" aria-live="polite">
        ${this.isNumberWrong ? t('practice-move-number-wrong', { most: moveLimit }) : nothing}
      </p>
    </div>`;
  }

  /** Whether what stands in the field of the move number is no move number of the variant: nothing can begin with it. */
  get isNumberWrong(): boolean {
    return moveNumberOf(this.numberText, this.variant?.moveLimit ?? 0) === undefined;
  }

  /** Takes the player to what is wrong. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#number')?.focus();
  }

  private readonly writeNumber = (event: InputEvent): void => {
    this.numberText = (event.target as HTMLInputElement).value;
    const moveNumber = moveNumberOf(this.numberText, this.variant?.moveLimit ?? 0);
    if (this.position && moveNumber !== undefined) this.tell({ ...this.position, moveNumber });
  };

  private pasting({ boardSize }: Variant) {
    const paste = (event: SubmitEvent) => {
      event.preventDefault();
      const position = readPosition(this.text, boardSize);
      this.problem = position ? '' : explainReason('INVALID_POSITION');
      if (!position) return;
      this.text = '';
      this.replace(position);
    };
    const write = (event: InputEvent) => {
      this.text = (event.target as HTMLInputElement).value;
      this.problem = '';
    };
    return html`<form class="stack tight" @submit=${paste}>
      <div class="field">
        <label for="text">${t('practice-paste')}</label>
        <input
          class="input" id="text" required maxlength="400" autocomplete="off" autocapitalize="none" spellcheck="false"
          aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="text-told" .value=${this.text} @input=${write}
        >
        <p class=${this.problem ? 'problem' : 'hint'} id="text-told" aria-live="polite">
          ${this.problem || t('practice-paste-hint')}
        </p>
      </div>
      <div class="cluster"><button type="submit" class="small">${t('practice-paste-apply')}</button></div>
    </form>`;
  }

  private take(brush: Brush): void {
    this.brush = brush;
  }

  /** Another position altogether, with its own move number. */
  private replace(position: Position): void {
    this.numberText = String(position.moveNumber);
    this.tell(position);
  }

  private tell(position: Position): void {
    this.dispatchEvent(new CustomEvent('corners-set-up', { detail: position }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'corners-set-up-tools': SetUpTools;
  }
}
