import { html, type TemplateResult } from 'lit';
import { explain } from '../rpc/failure';
import type { Loader } from '../state/loader';
import { t } from '../texts';
import './spinner';

/** What a loader has, once it is there; until then grey rows, and where it fails, why, with a button to try again. */
export function whenLoaded<T>(loader: Loader<T>, draw: (value: T) => TemplateResult, rows = 2): TemplateResult {
  const { value } = loader;
  switch (value.kind) {
    case 'loading':
      return html`<corners-skeleton .rows=${rows}></corners-skeleton>`;
    case 'failed':
      return html`<div class="cluster" role="alert">
        <p>${explain(value.error)}</p>
        <button type="button" @click=${() => loader.load()}>${t('try-again')}</button>
      </div>`;
    case 'ready':
      return draw(value.value);
  }
}
