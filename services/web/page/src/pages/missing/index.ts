import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Route } from '../../routes';
import { t } from '../../texts';
import { controls } from '../../ui/controls.css';
import { CornersElement } from '../../ui/element';

/** What is shown at an address that stands for nothing. */
@customElement('corners-missing-page')
export class CornersMissingPage extends CornersElement {
  static override styles = controls;

  @property({ attribute: false }) route: Route = { page: 'missing' };

  override render() {
    return html`<div class="page narrow">
      <h1>${t('missing-title')}</h1>
      <p class="lead">${t('missing-text')}</p>
      <p><a class="button primary" href="/">${t('missing-home')}</a></p>
    </div>`;
  }
}
