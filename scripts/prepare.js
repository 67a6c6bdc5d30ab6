// The steps of `npm start`, `npm test` and `npm run demo` on a machine that has only Node and this checkout.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The built maintenance commands of an installation. */
export const maintenance = join(root, 'build', 'server', 'maintenance.js');

/** The file that is there from the first step of a build to its last one, so that an interrupted build is not taken for a whole one. */
export const unfinishedBuild = join(root, 'build', 'unfinished');

/**
 * Checks whether a file of the build is there, and the build is whole.
 * @param {string} file
 */
export function isBuilt(file) {
  return existsSync(file) && !existsSync(unfinishedBuild);
}

/**
 * Runs a command in the checkout and shows what it prints. Ends this process when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function run(command, args, environment = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

/** @type {NodeJS.Signals[]} */
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a command that asks nothing and may take minutes, like `run`. A signal that ends this process ends the command and all
 * that it started, which npm alone would leave behind.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
export async function runWithSignals(command, args, environment = process.env) {
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment };
  // The command gets a process group of its own, so that one signal reaches all of it.
  const child = spawn(command, args, { ...options, detached: true });
  /** @type {NodeJS.Signals | undefined} */
  let ending;
  /** @param {NodeJS.Signals} signal */
  function pass(signal) {
    ending = signal;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The command has ended by itself.
    }
  }
  for (const signal of endings) process.on(signal, pass);
  const [code] = await once(child, 'exit').catch((error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    return [1];
  });
  for (const signal of endings) process.off(signal, pass);
  if (ending) process.exit(128 + constants.signals[ending]);
  if (code !== 0) process.exit(code ?? 1);
}

/** Installs the packages of the lock file unless they are there, and compiles what this Node needs. */
export async function installWhenNeeded() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    process.stdout.write('Installing packages …\n');
    await runWithSignals('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  }
  await runWithSignals(process.execPath, [join(root, 'scripts', 'compile-sqlite.js')]);
}

const sources = [
  'app',
  'docs',
  'CHANGELOG.md',
  'migrations',
  'public',
  'server.ts',
  'maintenance.ts',
  'import-worker.ts',
  'vite.config.ts',
  'scripts/vite',
  'scripts/client-files.js',
  'scripts/runtime-packages.js',
  'remix.config.js',
  'package-lock.json',
];

/**
 * Returns the time of the newest change below a path, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    status.mtimeMs,
  );
}

/** Builds unless the last build is newer than all of its sources. */
export async function buildWhenNeeded() {
  const built = join(root, 'build', 'server', 'index.js');
  const changed = sources
    .map((name) => join(root, name))
    .filter(existsSync)
    .map(newestChange);
  if (isBuilt(built) && statSync(built).mtimeMs >= Math.max(...changed)) return;
  process.stdout.write('Building …\n');
  await runWithSignals('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    ...process.env,
    NODE_ENV: 'production',
  });
}

/** Starts the server in this process, so that signals reach it. Resolves once it listens. */
export async function startServer() {
  await import(pathToFileURL(join(root, 'build', 'server', 'index.js')).href);
}
