import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { homesOf } from '../../domain/colours';
import { formatPosition, type Position, parsePosition } from '../../domain/placement';
import { painted, readPosition } from '../../domain/set-up';
import type { Variant } from '../../gen/corners/game/v1/variant_pb';
import { navigate } from '../../navigation';
import { explain } from '../../rpc/failure';
import { beginPractice, chosen } from '../../state/practice';
import { loadVariants, variants } from '../../state/variants';
import { t } from '../../texts';
import { variantName, variantText } from '../../texts/terms';
import { CornersElement } from '../../ui/element';
import type { SetUpTools } from './set-up-tools';
import { styles } from './styles';
import '../../ui/board/board';
import '../../ui/spinner';
import './open-tables';
import './set-up-tools';

/** What is to be practised: the variant, and the position to start from. */
@customElement('corners-practice-start')
export class PracticeStart extends CornersElement {
  static override styles = styles;

  /** The heading takes the focus once it is there. */
  @property({ attribute: false }) takesFocus = false;
  private hadFocus = false;
  /** The position that is set up; undefined for the variant's start. */
  @state() private setUp: Position | undefined;
  @state() private problem = '';
  @state() private isUnderWay = false;
  @state() private hasFailed = false;

  constructor() {
    super();
    this.follow(variants);
    this.follow(chosen);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  protected override updated(): void {
    if (!this.takesFocus || this.hadFocus || !this.variant) return;
    this.hadFocus = true;
    this.renderRoot.querySelector('h1')?.focus({ preventScroll: true });
  }

  protected override render() {
    const { variant } = this;
    if (!variant) return this.loading();
    const position = this.setUp ?? parsePosition(variant.startPosition);
    return html`<div class="page room">
      <div class="head">
        <h1 tabindex="-1">${t('title-practice')}</h1>
        <p class="muted">${t('practice-text')}</p>
        ${this.variantChoice(variant)} ${this.startChoice(variant)}
      </div>
      <div class="main">
        <corners-board
          .placement=${position.placement}
          .homes=${homesOf(variant)}
          .editing=${this.setUp !== undefined}
          .still=${this.setUp === undefined}
          .label=${t('practice-board')}
          @corners-square=${this.press}
          @keydown=${this.key}
        ></corners-board>
      </div>
      <div class="side">
        ${
          this.setUp
            ? html`<corners-set-up-tools
                .position=${this.setUp}
                .variant=${variant}
                @corners-set-up=${(event: CustomEvent<Position>) => this.change(event.detail)}
              ></corners-set-up-tools>`
            : nothing
        }
        <div role="alert">${this.problem ? html`<p class="notice danger">${this.problem}</p>` : nothing}</div>
        <button type="button" class="primary large" ?disabled=${this.isUnderWay} @click=${() => this.begin(variant)}>
          ${t('practice-begin')}
        </button>
        <corners-practice-open></corners-practice-open>
      </div>
    </div>`;
  }

  private loading() {
    return html`<div class="page narrow">
      <h1>${t('title-practice')}</h1>
      ${
        this.hasFailed
          ? html`<div class="cluster" role="alert">
              <p>${this.problem}</p>
              <button type="button" @click=${() => this.load()}>${t('try-again')}</button>
            </div>`
          : html`<corners-spinner></corners-spinner>`
      }
    </div>`;
  }

  private variantChoice(variant: Variant) {
    const choose = (event: Event) => this.choose((event.target as HTMLSelectElement).value);
    return html`<div class="field">
      <label for="variant">${t('practice-variant')}</label>
      <select class="select" id="variant" @change=${choose}>
        ${variants.value.map(({ id }) => html`<option value=${id} ?selected=${id === variant.id}>${variantName(id)}</option>`)}
      </select>
      <p class="hint">${variantText(variant.id)}</p>
    </div>`;
  }

  private startChoice(variant: Variant) {
    const choice = (isSetUp: boolean, text: string) => html`<label>
      <input
        type="radio" name="start" .checked=${(this.setUp !== undefined) === isSetUp}
        @change=${() => this.change(isSetUp ? parsePosition(variant.startPosition) : undefined)}
      ><span>${text}</span>
    </label>`;
    return html`<fieldset class="field">
      <legend>${t('practice-start')}</legend>
      <div class="segments">${choice(false, t('practice-start-position'))} ${choice(true, t('practice-set-up'))}</div>
    </fieldset>`;
  }

  private get variant(): Variant | undefined {
    return variants.value.find(({ id }) => id === chosen.value.variant) ?? variants.value[0];
  }

  private get tools(): SetUpTools | null {
    return this.renderRoot.querySelector('corners-set-up-tools');
  }

  private async load(): Promise<void> {
    this.hasFailed = false;
    try {
      await loadVariants();
    } catch (error) {
      this.problem = explain(error);
      this.hasFailed = true;
      return;
    }
    const { variant } = this;
    if (variant) this.setUp = readPosition(chosen.value.position, variant.boardSize);
  }

  private choose(id: string): void {
    chosen.update((practice) => ({ ...practice, variant: id }));
    const { variant, setUp } = this;
    // Pieces stay where they are as long as the board is as large.
    if (variant && setUp && setUp.placement.size !== variant.boardSize)
      this.change(parsePosition(variant.startPosition));
    this.problem = '';
  }

  private change(setUp: Position | undefined): void {
    this.setUp = setUp;
    this.problem = '';
    chosen.update((practice) => ({ ...practice, position: setUp ? formatPosition(setUp) : '' }));
  }

  private press(event: CustomEvent<{ square: string }>): void {
    const brush = this.tools?.brush;
    if (!this.setUp || brush === undefined) return;
    this.change({ ...this.setUp, placement: painted(this.setUp.placement, event.detail.square, brush) });
  }

  private key(event: KeyboardEvent): void {
    if (this.setUp) this.tools?.key(event);
  }

  private async begin(variant: Variant): Promise<void> {
    if (this.tools?.isNumberWrong) return this.tools.focus();
    this.isUnderWay = true;
    this.problem = '';
    try {
      const table = await beginPractice({ variant: variant.id, position: chosen.value.position });
      navigate({ page: 'practice', table });
    } catch (error) {
      this.problem = explain(error);
    } finally {
      this.isUnderWay = false;
    }
  }
}
