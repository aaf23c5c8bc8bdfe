import { href, parse, type Route } from './routes';
import { Store } from './state/store';

/** The place that is shown. */
export const route = new Store<Route>(parse(new URL(location.href)));

/** Goes to a place; with `replace` the one before is not gone back to. */
export function navigate(to: Route, { replace = false } = {}): void {
  const address = href(to);
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.set(to);
  if (!replace) scrollTo(0, 0);
}

/** Follows the browser's back and forward, and links between places, which need no loading. */
export function followLinks(): void {
  addEventListener('popstate', () => route.set(parse(new URL(location.href))));
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || link.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || (url.hash !== '' && url.pathname === location.pathname)) return;
    const to = parse(url);
    if (to.page === 'missing') return;
    event.preventDefault();
    navigate(to);
  });
}
