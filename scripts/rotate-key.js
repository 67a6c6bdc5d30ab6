// `npm run rotate-key`: a new APP_KEY for all that is sealed, and for `.env`. The new `.env` is on disk before the
// database changes and takes its place afterwards; whenever this is interrupted, running it again finishes it.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { buildWhenNeeded, installWhenNeeded, loadEnvironment, maintenance, root, run } from './prepare.js';

const file = join(root, '.env');
const nextFile = join(root, '.env.next');
const keyLine = /^APP_KEY=.*$/m;

/** @param {string} path */
function syncToDisk(path) {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Keeps a `.env.next` that is there: the database may be sealed with its key already. */
function writeNext() {
  if (existsSync(nextFile)) return;
  const text = readFileSync(file, 'utf8').replace(keyLine, `APP_KEY=${randomBytes(32).toString('base64')}`);
  const unfinished = `${nextFile}.part`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncToDisk(unfinished);
  renameSync(unfinished, nextFile);
  syncToDisk(root);
}

process.chdir(root);
if (!existsSync(file) || !keyLine.test(readFileSync(file, 'utf8'))) {
  process.stderr.write(
    'The key does not come from .env. Give both to the command itself: APP_KEY=… NEW_APP_KEY=… node build/server/maintenance.js rotate-key\n',
  );
  process.exit(1);
}
const former = parseEnv(readFileSync(file, 'utf8')).APP_KEY;
loadEnvironment();
if (process.env.APP_KEY !== former) {
  process.stderr.write('APP_KEY is set beside .env, and differs from it: take one of them away first.\n');
  process.exit(1);
}
process.env.NODE_ENV = 'production';
if (!existsSync(maintenance)) {
  installWhenNeeded();
  buildWhenNeeded();
}
writeNext();
const NEW_APP_KEY = parseEnv(readFileSync(nextFile, 'utf8')).APP_KEY;
run(process.execPath, [maintenance, 'rotate-key'], { ...process.env, NEW_APP_KEY });

const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
const formerFile = join(root, `.env.before-${stamp}`);
writeFileSync(formerFile, readFileSync(file), { mode: 0o600 });
syncToDisk(formerFile);
renameSync(nextFile, file);
syncToDisk(root);
process.stdout.write(`.env holds the new key; the former .env is ${formerFile}.\n`);
