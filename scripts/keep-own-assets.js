// The first step of `npm run build`. A server that runs from the build, and the pages that are open, still need the browser's files
// of the former build. The rest goes. Remix would empty the whole folder, with what is kept here, so vite.config.ts forbids that.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepAssets } from './former-assets.js';
import { root } from './prepare.js';

keepAssets(root, root);
for (const folder of ['client', 'server'])
  rmSync(join(root, 'build', folder), { recursive: true, force: true });
