import { html, nothing } from 'lit';
import { homesOf } from '../../domain/colours';
import { type Demo, type DemoName, demosOf } from '../../domain/demos';
import { parsePosition } from '../../domain/placement';
import type { Variant } from '../../gen/corners/game/v1/variant_pb';
import { t } from '../../texts';
import './demo';
import '../../ui/board/board';

/** What each demonstration shows. */
const CAPTIONS: Readonly<Record<DemoName, string>> = {
  step: 'rules-demo-step',
  jump: 'rules-demo-jump',
  chain: 'rules-demo-chain',
  enclosing: 'rules-demo-enclosing',
  exempt: 'rules-demo-exempt',
  goal: 'rules-demo-goal',
  deadline: 'rules-demo-deadline',
  return: 'rules-demo-return',
};

/** The numbers that texts are told with. */
type Numbers = Record<'pieces' | 'deadline' | 'limit', number>;

/** The rules of a variant, in the order in which one meets them. */
export function rulesOf(variant: Variant) {
  const numbers = { pieces: variant.pieces, deadline: variant.homeDeadline, limit: variant.moveLimit };
  const demos = demosOf(variant);
  const boards = (...names: DemoName[]) => demonstrations(variant, demos, names, numbers);
  return html`
    ${section(t('rules-aim'), paragraphs([t('rules-aim-text', numbers), t('rules-aim-turns')]), start(variant))}
    ${section(t('rules-moving'), moving(variant), boards('step', 'jump', 'chain'))}
    ${section(t('rules-enclosing'), enclosing(variant), boards('enclosing'))}
    ${section(t('rules-home'), home(variant, numbers), boards('deadline', 'exempt', 'return'))}
    ${section(t('rules-endings'), endings(numbers), boards('goal'))}
  `;
}

function section(heading: string, text: unknown, pictures: unknown) {
  return html`<section>
    <h2>${heading}</h2>
    ${text} ${pictures}
  </section>`;
}

function paragraphs(sentences: readonly string[]) {
  return html`<div class="text">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`;
}

/** Where everything stands at the start, and both homes. */
function start(variant: Variant) {
  const label = t('rules-start-board');
  const { placement } = parsePosition(variant.startPosition);
  return html`<div class="boards">
    <figure>
      <corners-board .placement=${placement} .homes=${homesOf(variant)} .label=${label} .still=${true}></corners-board>
      <figcaption>${label}</figcaption>
    </figure>
  </div>`;
}

function moving({ directions }: Variant) {
  const step = t(directions === 8 ? 'rules-step-eight' : 'rules-step-four');
  return paragraphs([step, t('rules-jump'), t('rules-chain'), t('rules-must-move'), t('rules-notation')]);
}

function enclosing({ enclosingAllowed }: Variant) {
  if (enclosingAllowed) return paragraphs([t('rules-enclosing-allowed')]);
  return paragraphs([t('rules-enclosing-forbidden'), t('rules-enclosing-asked')]);
}

function home({ enclosingAllowed }: Variant, numbers: Numbers) {
  const exempt = enclosingAllowed ? [t('rules-deadline-exempt')] : [];
  return paragraphs([t('rules-deadline', numbers), ...exempt, t('rules-return', numbers)]);
}

function endings(numbers: Numbers) {
  return html`<ul>
    <li>${t('rules-ending-goal')}</li>
    <li>${t('rules-ending-reply')}</li>
    <li>${t('rules-ending-limit', numbers)}</li>
    <li>${t('rules-ending-repetition')}</li>
    <li>${t('rules-ending-no-move')}</li>
    <li>${t('rules-ending-players')}</li>
  </ul>`;
}

function demonstrations(variant: Variant, demos: readonly Demo[], names: readonly DemoName[], numbers: Numbers) {
  const shown = names.flatMap((name) => demos.filter((demo) => demo.name === name));
  if (shown.length === 0) return nothing;
  const homes = homesOf(variant);
  return html`<div class="boards">
    ${shown.map(
      (demo) => html`<corners-rules-demo
        .demo=${demo} .homes=${homes} .caption=${t(CAPTIONS[demo.name], numbers)}
      ></corners-rules-demo>`,
    )}
  </div>`;
}
