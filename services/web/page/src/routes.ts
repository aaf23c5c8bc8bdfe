/** A place in the page. */
export type Route =
  /** With an account that is to be challenged. */
  | { page: 'home'; challenge?: string }
  | { page: 'table'; table: string }
  | { page: 'game'; table: string; ply?: number }
  | { page: 'challenge'; challenge: string }
  | { page: 'player'; account: string }
  | { page: 'leaders'; variant?: string }
  | { page: 'rules'; variant?: string }
  | { page: 'practice'; table?: string }
  | { page: 'account' }
  | { page: 'missing' };

/** What ids in addresses are made of: those of tables, accounts, challenges and variants. */
const ID = /^[a-z0-9-]{1,64}$/;

/** The place that an address stands for. */
export function parse(url: URL): Route {
  const [page = '', id, ...rest] = url.pathname.split('/').filter((part) => part !== '');
  if (rest.length > 0 || (id !== undefined && !ID.test(id))) return { page: 'missing' };
  if (id === undefined) {
    switch (page) {
      case '':
      case 'index.html':
        return { page: 'home', ...challengedOf(url) };
      case 'leaders':
      case 'rules':
      case 'practice':
      case 'account':
        return { page };
      default:
        return { page: 'missing' };
    }
  }
  switch (page) {
    case 'table':
      return { page, table: id };
    case 'game':
      return { page, table: id, ...plyOf(url) };
    case 'challenge':
      return { page, challenge: id };
    case 'player':
      return { page, account: id };
    case 'leaders':
    case 'rules':
      return { page, variant: id };
    case 'practice':
      return { page, table: id };
    default:
      return { page: 'missing' };
  }
}

function plyOf(url: URL): { ply?: number } {
  const ply = url.searchParams.get('ply');
  return ply !== null && /^\d{1,4}$/.test(ply) ? { ply: Number(ply) } : {};
}

function challengedOf(url: URL): { challenge?: string } {
  const challenge = url.searchParams.get('challenge');
  return challenge !== null && ID.test(challenge) ? { challenge } : {};
}

/** The address of a place, without the origin. */
export function href(route: Route): string {
  switch (route.page) {
    case 'home':
      return route.challenge === undefined ? '/' : `/?challenge=${route.challenge}`;
    case 'table':
      return `/table/${route.table}`;
    case 'game':
      return `/game/${route.table}${route.ply === undefined ? '' : `?ply=${route.ply}`}`;
    case 'challenge':
      return `/challenge/${route.challenge}`;
    case 'player':
      return `/player/${route.account}`;
    case 'leaders':
    case 'rules':
      return route.variant === undefined ? `/${route.page}` : `/${route.page}/${route.variant}`;
    case 'practice':
      return route.table === undefined ? '/practice' : `/practice/${route.table}`;
    case 'account':
    case 'missing':
      return `/${route.page}`;
  }
}
