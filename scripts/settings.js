// Where the scripts find the settings of this installation: in the environment, and in one file, which is `.env` in the
// checkout unless ENV_FILE names another. What the environment says wins.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './prepare.js';

/** From where the person stands, not from the checkout. */
const named = process.env.ENV_FILE && resolve(process.env.INIT_CWD ?? process.cwd(), process.env.ENV_FILE);

export const settingsFile = named || join(root, '.env');

/** Reads the file, which need not be there unless it was named. Writes nothing. */
export function loadSettings() {
  if (named || existsSync(settingsFile)) {
    try {
      process.loadEnvFile(settingsFile);
    } catch (error) {
      process.stderr.write(
        `The settings cannot be read: ${error instanceof Error ? error.message : String(error)}\n`,
      );
      process.exit(1);
    }
  }
  // Without an address of its own, a server is for the machine it runs on.
  if (!process.env.APP_URL && answersLocally(process.env.HOST)) {
    process.env.APP_URL = `http://localhost:${process.env.PORT || 3000}`;
  }
}

/** @param {string | undefined} host */
function answersLocally(host) {
  return !host || ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host);
}

/** The same for a first start: keys that are nowhere are made, and kept in a `.env`. */
export function loadOrWriteSettings() {
  if (!existsSync(settingsFile) && !named && listMissingKeys().length > 0) {
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    const filled = listMissingKeys().reduce(
      (text, name) => text.replace(`\n${name}=\n`, `\n${name}=${makeKey(name)}\n`),
      example,
    );
    writeFileSync(settingsFile, filled, { mode: 0o600 });
    process.stdout.write(
      'Wrote .env with fresh keys. Keep a copy: without APP_KEY, stored secrets cannot be read.\n',
    );
  }
  loadSettings();
}

/**
 * The same for a command that keeps an installation, which has settings already. Ends this process when they are elsewhere.
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
