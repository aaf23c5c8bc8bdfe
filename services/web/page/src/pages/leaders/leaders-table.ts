import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shownRating } from '../../domain/rating-history';
import type { Leader } from '../../gen/corners/rating/v1/rating_service_pb';
import { t } from '../../texts';
import { number } from '../../texts/formats';
import '../../ui/player-name';

/** Ranks in a table; the row of `own` is marked. */
export function leadersTable(leaders: readonly Leader[], own: string | undefined) {
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col" class="number rank">${t('leaders-rank')}</th>
        <th scope="col">${t('leaders-player')}</th>
        <th scope="col" class="number rating">${t('leaders-rating')}</th>
        <th scope="col" class="number games">${t('leaders-games')}</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        leaders,
        ({ player }) => player,
        ({ rank, player, rating }) => html`<tr class=${player === own ? 'own' : ''}>
          <td class="number rank">${number(Number(rank))}</td>
          <td><corners-player-name .account=${player}></corners-player-name></td>
          <td class="number rating"><strong>${number(shownRating(rating?.rating?.rating ?? 0))}</strong></td>
          <td class="number games">${number(rating?.games ?? 0)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
