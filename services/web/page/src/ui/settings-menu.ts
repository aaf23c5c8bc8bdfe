import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { choose, settings, type Theme } from '../state/settings';
import { isLanguage, LANGUAGES, language, t } from '../texts';
import { controls } from './controls.css';
import { CornersElement } from './element';
import './menu';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** The settings of this browser: language, light or dark, sounds. */
@customElement('corners-settings-menu')
export class CornersSettingsMenu extends CornersElement {
  static override styles = [
    controls,
    css`
      form {
        width: min(17rem, calc(100vw - 4rem));
      }
    `,
  ];

  constructor() {
    super();
    this.follow(settings);
  }

  override render() {
    return html`<corners-menu icon="settings" label=${t('settings')}>
      <form class="stack" @submit=${(event: Event) => event.preventDefault()}>
        ${this.languages()} ${this.themes()}
        <label class="check">
          <input type="checkbox" .checked=${settings.value.sounds} @change=${this.soundsChosen} />
          ${t('settings-sounds')}
        </label>
      </form>
    </corners-menu>`;
  }

  private languages() {
    return html`<div class="field">
      <label for="language">${t('settings-language')}</label>
      <select id="language" class="select" @change=${this.languageChosen}>
        ${Object.entries(LANGUAGES).map(
          ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language.value}>${name}</option>`,
        )}
      </select>
    </div>`;
  }

  private themes() {
    return html`<fieldset class="field">
      <legend>${t('settings-theme')}</legend>
      <div class="segments">
        ${THEMES.map(
          (theme) => html`<label>
            <input
              type="radio"
              name="theme"
              value=${theme}
              .checked=${settings.value.theme === theme}
              @change=${() => choose({ theme })}
            /><span>${t(`settings-theme-${theme}`)}</span>
          </label>`,
        )}
      </div>
    </fieldset>`;
  }

  private languageChosen({ target }: Event): void {
    const tag = target instanceof HTMLSelectElement ? target.value : '';
    if (isLanguage(tag)) choose({ language: tag });
  }

  private soundsChosen({ target }: Event): void {
    if (target instanceof HTMLInputElement) choose({ sounds: target.checked });
  }
}
