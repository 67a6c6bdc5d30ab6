// The settings of this installation, for the scripts: from the environment, and from one file, which is `.env` in the checkout
// unless ENV_FILE names another. The environment wins.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describeFileError } from './file-errors.js';
import { root } from './prepare.js';
import { readSettings } from './settings-file.js';

/** The named file, relative to the person's directory and not to the checkout. */
const named = process.env.ENV_FILE && resolve(process.env.INIT_CWD ?? process.cwd(), process.env.ENV_FILE);

export const settingsFile = named || join(root, '.env');

/** Reads the file, which may be missing unless ENV_FILE names it. Writes nothing. */
export function loadSettings() {
  if (named || existsSync(settingsFile)) {
    try {
      for (const [name, value] of Object.entries(readSettings(settingsFile))) process.env[name] ??= value;
    } catch (error) {
      process.stderr.write(`The settings cannot be read: ${describeFileError(error)}\n`);
      process.exit(1);
    }
  }
  // Without an address of its own, a server serves only its machine.
  if (!process.env.APP_URL && answersLocally(process.env.HOST)) {
    process.env.APP_URL = `http://localhost:${process.env.PORT || 3000}`;
  }
}

/** @param {string | undefined} host */
function answersLocally(host) {
  return !host || ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host);
}

/** Loads the settings for a first start: creates missing keys and writes them into a `.env`. */
export function loadOrWriteSettings() {
  if (!existsSync(settingsFile) && !named && listMissingKeys().length > 0) {
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    const filled = listMissingKeys().reduce(
      (text, name) => text.replace(`\n${name}=\n`, `\n${name}=${makeKey(name)}\n`),
      example,
    );
    writeWhole(filled);
    process.stdout.write(
      'Wrote .env with fresh keys. Keep a copy: without APP_KEY, stored secrets cannot be read.\n',
    );
  }
  loadSettings();
}

/**
 * Writes the file, so that it is on disk before anything is stored that only its keys open, and is whole or not there. Ends this
 * process when it cannot be written.
 * @param {string} text
 */
function writeWhole(text) {
  // A link leads to a file that several checkouts are to share.
  const isLink = lstatSync(settingsFile, { throwIfNoEntry: false })?.isSymbolicLink();
  const file = isLink ? resolve(root, readlinkSync(settingsFile)) : settingsFile;
  const unfinished = `${file}.part`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    syncToDisk(dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    process.stderr.write(
      `The fresh keys cannot be written to ${settingsFile}: ${describeFileError(error)}. Nothing was started.\n`,
    );
    process.exit(1);
  }
}

/** @param {string} path */
export function syncToDisk(path) {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Loads the settings for a command that maintains an installation. Ends this process when keys are missing, since the settings
 * are then elsewhere.
 * @param {string} command as it is typed, for the advice
 */
export function requireSettings(command) {
  loadSettings();
  const missing = listMissingKeys();
  if (missing.length === 0) return;
  process.stderr.write(
    `Missing settings: ${missing.join(' and ')}. Neither the environment nor ${settingsFile} has them. ` +
      `Name the file that the server gets its settings from: ENV_FILE=/etc/wicked.env ${command}\n`,
  );
  process.exit(1);
}

/** @param {string} name */
function makeKey(name) {
  return randomBytes(32).toString(name === 'APP_KEY' ? 'base64' : 'hex');
}

function listMissingKeys() {
  return ['SESSION_SECRET', 'APP_KEY'].filter((name) => !process.env[name] && !process.env[`${name}_FILE`]);
}
