// The first thing that `npm run build` does: the build empties its folder, but a server that runs from it, and the pages that are
// open, go on with the browser's files of the former build.
import { keepAssets } from './former-assets.js';
import { root } from './prepare.js';

keepAssets(root, root);
