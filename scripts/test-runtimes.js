// `npm run test:runtimes`: starts the newest Node 22 and 24, each with a fresh checkout. It starts without a compiler, starts
// again after each kill, and passes the unit and server tests there; older Nodes are refused.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './prepare.js';

const tested = ['22', '24'];
const refused = ['18', '22.13'];
const kills = 3;
const startMs = 300_000;

const scratch = mkdtempSync(join(tmpdir(), 'wicked-runtimes-'));
// Some tests start the server as another user.
chmodSync(scratch, 0o755);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Runs a command to its end and returns its standard output.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function read(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`);
  return stdout.trim();
}

/**
 * Installs the newest Node of a line from its package for this system, and returns the path of its program.
 * @param {string} line
 */
function installNode(line) {
  const directory = join(scratch, `node-${line}`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  const { platform, arch } = process;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  read('npm', ['install', '--ignore-scripts', `${name}@${line}`], directory);
  return join(directory, 'node_modules', name, 'bin', 'node');
}

/**
 * Copies the files of this checkout without installed or built ones, and returns the directory of the copy.
 * @param {string} line
 */
function checkOut(line) {
  const directory = join(scratch, `checkout-${line}`);
  const files = read('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root);
  for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, file), join(directory, file));
  // Some tests ask git for the files of a checkout.
  read('git', ['init', '--quiet'], directory);
  return directory;
}

/**
 * Makes a folder for PATH with this Node, npm and a shell, but without a compiler and Python.
 * @param {string} line
 * @param {string} node
 */
function makeBarePath(line, node) {
  const directory = join(scratch, `bin-${line}`);
  mkdirSync(directory);
  symlinkSync(node, join(directory, 'node'));
  for (const name of ['npm', 'sh']) {
    symlinkSync(realpathSync(read('sh', ['-c', `command -v ${name}`], root)), join(directory, name));
  }
  return directory;
}

/**
 * Runs `npm start` until it says where it listens.
 * @param {string} cwd
 * @param {string} path
 */
async function start(cwd, path) {
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PATH: path, PORT: '0', LOG_LEVEL: 'info' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const pid = child.pid ?? fail('npm cannot be started.');
  // Kills npm and the server, which has replaced npm's shell. Both may have ended by themselves.
  const killAll = () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  process.once('exit', killAll);
  void ended.then(() => process.off('exit', killAll));
  const timer = setTimeout(killAll, startMs);
  for await (const text of createInterface({ input: child.stdout })) {
    const port = /listening on [^)]*:(\d+)\)/.exec(text)?.[1];
    if (port === undefined) continue;
    clearTimeout(timer);
    child.stdout.resume();
    const { status } = await fetch(`http://127.0.0.1:${port}/login`);
    if (status !== 200) fail(`/login answers ${status}.`);
    return {
      async kill() {
        killAll();
        await ended;
      },
      async stop() {
        process.kill(pid, 'SIGTERM');
        const [code] = await ended;
        if (code !== 0) fail(`The server ended with ${code} when it was told to stop.`);
      },
    };
  }
  return fail('npm start ended before it listened.');
}

/**
 * Starts for the first time, starts again after each kill, and stops.
 * @param {string} cwd
 * @param {string} path
 */
async function startAgainAndAgain(cwd, path) {
  const began = performance.now();
  let server = await start(cwd, path);
  say(`The first start took ${Math.round((performance.now() - began) / 1000)} s, without a compiler.`);
  for (let killed = 0; killed < kills; killed += 1) {
    await server.kill();
    server = await start(cwd, path);
  }
  await server.stop();
  say(`It started again after each of ${kills} kills, and stopped when it was told to.`);
}

/**
 * Expects that every way to start is refused on an unsupported Node.
 * @param {string} line
 * @param {string} cwd A checkout that is built.
 */
function expectRefusal(line, cwd) {
  const node = installNode(line);
  const guarded = ['-r', './scripts/supported-node.cjs', 'scripts/start.js'];
  for (const args of [['build/server/index.js'], ['build/server/maintenance.js', 'backup'], guarded]) {
    const { status, stdout, stderr } = spawnSync(node, args, { cwd, encoding: 'utf8' });
    const isOneLine = /^Wicked Integrations needs Node .*\n$/.test(stdout + stderr);
    if (status !== 1 || !isOneLine) fail(`Node ${line} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  }
  say(`Node ${read(node, ['--version'], cwd)} is refused in one line.`);
}

/** @type {{ node: string, cwd: string }[]} */
const checkouts = [];
for (const line of tested) {
  const node = installNode(line);
  const cwd = checkOut(line);
  say(`\nNode ${read(node, ['--version'], root)}, a fresh checkout:`);
  await startAgainAndAgain(cwd, makeBarePath(line, node));
  checkouts.push({ node, cwd });
}
for (const line of refused) expectRefusal(line, checkouts[0]?.cwd ?? root);

for (const { node, cwd } of checkouts) {
  say(`\nNode ${read(node, ['--version'], root)}, unit and server tests:`);
  // Tests that start `node` by its name must start this one, too.
  const path = [join(node, '..'), process.env.PATH].join(delimiter);
  // The tests of releases are about the steps of an image and of an upgrade. What a Node has to install, build and start for a
  // release, this one did above.
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'server'];
  const { status } = spawnSync(node, args, {
    cwd,
    env: { ...process.env, PATH: path },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
