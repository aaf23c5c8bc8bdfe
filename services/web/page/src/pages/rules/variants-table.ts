import { html, nothing } from 'lit';
import type { Variant } from '../../gen/corners/game/v1/variant_pb';
import { href } from '../../routes';
import { t } from '../../texts';
import { variantName } from '../../texts/terms';

/** All variants with their numbers; the row of `chosen` is marked. */
export function variantsTable(variants: readonly Variant[], chosen: string) {
  return html`<div class="scroll card flush" role="region" aria-label=${t('rules-table')} tabindex="0">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">${t('rules-table-variant')}</th>
          <th scope="col" class="number">${t('rules-table-board')}</th>
          <th scope="col" class="number">${t('rules-table-pieces')}</th>
          <th scope="col" class="number">${t('rules-table-directions')}</th>
          <th scope="col" class="number">${t('rules-table-deadline')}</th>
          <th scope="col" class="number">${t('rules-table-limit')}</th>
          <th scope="col">${t('rules-table-enclosing')}</th>
          <th scope="col">${t('rules-table-rated')}</th>
        </tr>
      </thead>
      <tbody>
        ${variants.map((variant) => row(variant, chosen))}
      </tbody>
    </table>
  </div>`;
}

function row(variant: Variant, chosen: string) {
  const { id, boardSize, pieces, directions, homeDeadline, moveLimit, enclosingAllowed, rated } = variant;
  const isChosen = id === chosen;
  return html`<tr class=${isChosen ? 'own' : ''}>
    <th scope="row">
      <a href=${href({ page: 'rules', variant: id })} aria-current=${isChosen ? 'page' : nothing}>${variantName(id)}</a>
    </th>
    <td class="number">${boardSize}×${boardSize}</td>
    <td class="number">${pieces}</td>
    <td class="number">${directions}</td>
    <td class="number">${homeDeadline}</td>
    <td class="number">${moveLimit}</td>
    <td>${t(enclosingAllowed ? 'rules-table-allowed' : 'rules-table-forbidden')}</td>
    <td>${t(rated ? 'rules-table-yes' : 'rules-table-no')}</td>
  </tr>`;
}
