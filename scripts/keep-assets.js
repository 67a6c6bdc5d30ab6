// `npm run keep-assets -- DIRECTORY`: keeps the browser's files of the build in another checkout.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepAssets } from './former-assets.js';
import { root } from './prepare.js';

const [, , directory] = process.argv;
const from = directory && resolve(process.env.INIT_CWD ?? process.cwd(), directory);
if (!from || !existsSync(join(from, 'build', 'client', 'assets'))) {
  process.stderr.write(
    'Name the checkout that the present version runs from: npm run keep-assets -- /srv/wicked/current\n',
  );
  process.exit(1);
}
process.stdout.write(`Kept ${keepAssets(from, root)} files of former builds for the pages that are open.\n`);
