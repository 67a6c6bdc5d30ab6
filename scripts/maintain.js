// `npm run backup`, `npm run restore`, `npm run resume`, `npm run reseal` and `npm run admin`: the built commands with the
// settings of the installation. With an existing build nothing is installed or built: a server may be running from it.
import { resolve } from 'node:path';
import { buildWhenNeeded, installWhenNeeded, isBuilt, maintenance, root, runWithSignals } from './prepare.js';
import { requireSettings } from './settings.js';

const [command = '', first, ...more] = process.argv.slice(2);
const namesFile = first !== undefined && command !== 'admin' && !first.startsWith('-');
const asksForHelp = [first, ...more].some((word) => word === '--help' || word === '-h');
// A path is relative to the person's directory, not to the checkout.
const file = namesFile ? [resolve(process.env.INIT_CWD ?? process.cwd(), first)] : [];
const given = namesFile || first === undefined ? file : [first];

process.chdir(root);
if (!asksForHelp) requireSettings(`npm run ${command}`);
process.env.NODE_ENV = 'production';
if (!isBuilt(maintenance)) {
  await installWhenNeeded();
  await buildWhenNeeded();
}
await runWithSignals(process.execPath, [maintenance, command, ...given, ...more]);
