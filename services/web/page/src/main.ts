import { connect } from './live/link';
import { followLinks } from './navigation';
import { followSettings } from './state/appearance';
import { followStarts } from './state/starting';
import { followNotices } from './ui/notices';
import './ui/shell';

followLinks();
followStarts();
followNotices();
await followSettings();
// Put in the page now that there are texts to draw it with.
document.body.prepend(document.createElement('corners-shell'));
await connect();
