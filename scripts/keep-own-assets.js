// The first step of `npm run build`. A server that runs from the build, and the pages that are open, still need the browser's files
// of the former build. The rest goes. Remix would empty the whole folder, with what is kept here, so vite.config.ts forbids that.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAssets } from './former-assets.js';
import { root, unfinishedBuild } from './prepare.js';

// The files of a build that was interrupted served no page, and may be cut.
if (!existsSync(unfinishedBuild)) keepAssets(root, root);
mkdirSync(dirname(unfinishedBuild), { recursive: true });
writeFileSync(unfinishedBuild, '');
for (const folder of ['client', 'server'])
  rmSync(join(root, 'build', folder), { recursive: true, force: true });
