/**
 * Says something to a screen reader.
 *
 *     announce(t('table-your-turn'));          // when it has finished speaking
 *     announceNow(t('clock-low', { side }));   // at once
 */

/** How long a text stays in its region: long enough to be read, and not found later by browsing. */
const STAYS_MS = 5_000;

const regions = new Map<'polite' | 'assertive', HTMLElement>();
const clearing = new Map<HTMLElement, ReturnType<typeof setTimeout>>();

/** Says a text when the reader has finished what it says. */
export function announce(text: string): void {
  say(region('polite'), text);
}

/** Says a text at once: only what cannot wait. */
export function announceNow(text: string): void {
  say(region('assertive'), text);
}

/** Puts the regions in the page, empty: readers tell only of changes of regions that were there before. */
export function prepareAnnouncements(): void {
  region('polite');
  region('assertive');
}

function say(place: HTMLElement, text: string): void {
  // A paragraph of its own: the same text twice is news twice, and two texts at once are both said.
  const line = document.createElement('p');
  line.textContent = text;
  place.append(line);
  clearTimeout(clearing.get(place));
  clearing.set(
    place,
    setTimeout(() => place.replaceChildren(), STAYS_MS),
  );
}

function region(politeness: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(politeness);
  if (known) return known;
  const made = document.createElement('div');
  made.setAttribute('aria-live', politeness);
  made.setAttribute('aria-relevant', 'additions');
  made.className = 'announcements';
  document.body.append(made);
  regions.set(politeness, made);
  return made;
}
