// The first step of `npm run build`. The build empties its folder, but a server that runs from it, and the pages that are open,
// still need the browser's files of the former build.
import { keepAssets } from './former-assets.js';
import { root } from './prepare.js';

keepAssets(root, root);
