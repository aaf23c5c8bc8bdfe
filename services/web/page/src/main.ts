import { connect } from './live/link';
import { followLinks } from './navigation';
import { followSettings } from './state/appearance';
import { followStarts } from './state/starting';
import { followNotices } from './ui/notices';
import './ui/shell';

followLinks();
followStarts();
followNotices();
const fallback = document.getElementById('not-started');
try {
  await followSettings();
} catch (error) {
  // Without texts nothing can be drawn: what index.html says is all there is.
  fallback?.classList.add('failed');
  throw error;
}
fallback?.remove();
// Put in the page now that there are texts to draw it with.
document.body.prepend(document.createElement('corners-shell'));
await connect();
