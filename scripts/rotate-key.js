// `npm run rotate-key`: a new APP_KEY for everything that is sealed, and for the file of settings. The new file is on disk
// before the database changes, and replaces the old file afterwards. After an interruption, running this again finishes it.
// Only the key of a new file that is already there is used, since somebody may have edited the settings since.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeFileError } from './file-errors.js';
import { buildWhenNeeded, installWhenNeeded, isBuilt, maintenance, root, runWithSignals } from './prepare.js';
import { readSettings, replaceSetting } from './settings-file.js';
import { loadSettings, requireSettings, settingsFile, syncToDisk } from './settings.js';

// Several checkouts may share one file by links.
const file = existsSync(settingsFile) ? realpathSync(settingsFile) : settingsFile;
const nextFile = `${file}.next`;
const shown = file === join(root, '.env') ? '.env' : file;

/** @param {string} path */
function readKey(path) {
  return existsSync(path) ? readSettings(path).APP_KEY : undefined;
}

/**
 * Writes the file as it is now with the next key: the key of an existing next file, with which the database may already be
 * sealed, or else a new one.
 * @param {string | undefined} former
 */
function writeNext(former) {
  const begun = readKey(nextFile);
  const key = begun && begun !== former ? begun : randomBytes(32).toString('base64');
  const text = replaceSetting(readFileSync(file, 'utf8'), 'APP_KEY', key);
  const unfinished = `${nextFile}.part`;
  rmSync(unfinished, { force: true });
  writeLike(file, unfinished, text);
  renameSync(unfinished, nextFile);
  syncToDisk(dirname(file));
}

/**
 * Writes a file for the user of `model`, and for its group if only that group may read `model`: whole, or not at all.
 * @param {string} model
 * @param {string} path
 * @param {string | Buffer} text
 */
function writeLike(model, path, text) {
  const { uid, gid, mode } = statSync(model);
  try {
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, uid, gid);
    chmodSync(path, (mode & 0o777) === 0o640 ? 0o640 : 0o600);
    syncToDisk(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    throw error;
  }
}

/** @param {unknown} error */
function advise(error) {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  return isForbidden
    ? `Run this again as a user who may write in ${dirname(file)}, such as root.`
    : 'Correct that, then run this again.';
}

const [, , ...words] = process.argv;
if (words.length > 0) {
  const isHelp = words.some((word) => word === '--help' || word === '-h');
  const usage =
    'npm run rotate-key takes no arguments: it encrypts all secrets with a new APP_KEY and writes that';
  (isHelp ? process.stdout : process.stderr).write(`${usage} into ${shown}. Nothing was changed.\n`);
  process.exit(isHelp ? 0 : 1);
}
process.chdir(root);
loadSettings();
const former = readKey(file);
if (former === undefined) {
  process.stderr.write(
    `The key does not come from ${shown}. Name the file it comes from: ENV_FILE=/etc/wicked.env npm run rotate-key. ` +
      'Or give both to the command itself: APP_KEY=… NEW_APP_KEY=… node build/server/maintenance.js rotate-key\n',
  );
  process.exit(1);
}
requireSettings('npm run rotate-key');
if (process.env.APP_KEY !== former) {
  process.stderr.write(`APP_KEY is set beside ${shown}, and differs from it: take one of them away first.\n`);
  process.exit(1);
}
process.env.NODE_ENV = 'production';
if (!isBuilt(maintenance)) {
  await installWhenNeeded();
  await buildWhenNeeded();
}
// Between two keys the command refuses with a message of its own. Then no next file may lie beside the settings.
const isBetweenKeys = Boolean(process.env.OTHER_APP_KEY || process.env.OTHER_APP_KEY_FILE);
try {
  if (!isBetweenKeys) writeNext(former);
} catch (error) {
  process.stderr.write(
    `The new key cannot be written beside ${shown}: ${describeFileError(error)}. Nothing was changed. ${advise(error)}\n`,
  );
  process.exit(1);
}
const NEW_APP_KEY = isBetweenKeys ? undefined : readKey(nextFile);
await runWithSignals(process.execPath, [maintenance, 'rotate-key', '--key-is-kept'], {
  ...process.env,
  NEW_APP_KEY,
});

const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
const formerFile = `${file}.before-${stamp}`;
try {
  writeLike(file, formerFile, readFileSync(file));
  renameSync(nextFile, file);
  syncToDisk(dirname(file));
} catch (error) {
  process.stderr.write(
    `The new key is in ${nextFile}, but ${shown} could not be replaced by it: ${describeFileError(error)}. ` +
      `The server does not start with ${shown} as it is. ${advise(error)}\n`,
  );
  process.exit(1);
}
process.stdout.write(
  `${shown} has the new key as APP_KEY: start the server as before. The former key is in ${formerFile}.\n`,
);
