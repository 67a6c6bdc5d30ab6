// `npm run bench:pair REF [ROUNDS]`: an earlier commit and this checkout in turns, on one machine in one run. What is
// compared is the work for one delivery and one execution, so the ratios mean something on any machine.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from '../../app/db/core/sqlite.js';
import { nextMessage, runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, startProduct, waitUntilIdle } from './product.js';
import { percentile } from './table.js';

const [ref, rounds = '5'] = process.argv.slice(2);
const integrationCount = 300;
const deliveries = 40_000;
const executions = 8_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wicked-pair-'));
const earlier = join(scratch, 'checkout');
const observer = `--import=${new URL('observe-loop.js', import.meta.url).href}`;
let directories = 0;

/**
 * Runs a command to its end and ends the bench when it fails.
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, command, ...args) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${stderr}`);
}

/** @typedef {Record<string, number>} Figures */

/**
 * What something costs the server: processor time for each in µs, how many a second, and the delay of its event loop in ms.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} what
 * @param {number} count
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Figures>}
 */
async function observe(child, what, count, work) {
  child.send({ observe: true });
  const beganAt = performance.now();
  await work();
  const seconds = (performance.now() - beganAt) / 1000;
  const said = nextMessage(child);
  child.send({ tell: true });
  const { p99, cpu } = /** @type {{ p99: number, cpu: number }} */ (await said);
  return {
    [`${what}: processor time, µs`]: (cpu * 1000) / count,
    [`${what}: a second`]: count / seconds,
    [`${what}: event loop p99, ms`]: p99,
  };
}

/**
 * @param {string} checkout
 * @param {string} target
 * @param {Record<string, string>} [settings] for the part that is measured
 * @param {boolean} [steps]
 */
async function startDeployed(checkout, target, settings = {}, steps = false) {
  directories += 1;
  const dataDir = join(scratch, String(directories));
  const first = await startProduct(dataDir, {}, checkout);
  const paths = await deployIntegrations(first, { target, count: integrationCount, steps });
  await stopProcess(first.child);
  const server = await startProduct(dataDir, { NODE_OPTIONS: observer, ...settings }, checkout);
  return {
    ...server,
    file: join(dataDir, 'wicked.db'),
    order: { url: server.url, paths, headers: deliveryHeaders },
  };
}

/**
 * @param {string} checkout
 * @param {string} target
 */
async function measureAcceptance(checkout, target) {
  const { child, order } = await startDeployed(checkout, target, { RUNNER: 'off' });
  await runLoad({ ...order, count: 10_000 });
  const figures = await observe(child, 'delivery', deliveries, () =>
    runLoad({ ...order, count: deliveries }),
  );
  await stopProcess(child);
  return figures;
}

/**
 * @param {string} checkout
 * @param {string} target
 */
async function measureExecutions(checkout, target) {
  const { child, file, order } = await startDeployed(checkout, target, {}, true);
  await runLoad({ ...order, count: 3_000 });
  await waitUntilIdle(file);
  const db = new Database(file, { readonly: true });
  const count = db.prepare('select sum(total_executions) from integrations').pluck();
  const all = Number(count.get()) + executions;
  const figures = await observe(child, 'execution', executions, async () => {
    const load = runLoad({ ...order, count: executions });
    while (Number(count.get()) < all) await new Promise((resolve) => setTimeout(resolve, 20));
    await load;
  });
  db.close();
  await stopProcess(child);
  return figures;
}

/** @param {number[]} values */
const median = (values) => percentile(values, 0.5);

if (!ref) throw new Error('Usage: npm run bench:pair REF [ROUNDS]');
const target = await startProcess('target.js');
try {
  process.stdout.write(`Building ${ref} …\n`);
  run(root, 'git', 'worktree', 'add', '--detach', earlier, ref);
  run(earlier, 'npm', 'ci');
  run(earlier, 'npm', 'run', 'build');
  /** @type {{ before: Figures[], now: Figures[] }} */
  const figures = { before: [], now: [] };
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [name, checkout] of /** @type {const} */ ([
      ['before', earlier],
      ['now', root],
    ])) {
      figures[name].push({
        ...(await measureAcceptance(checkout, target.url)),
        ...(await measureExecutions(checkout, target.url)),
      });
    }
    process.stdout.write(`round ${round + 1} of ${rounds}\n`);
  }
  process.stdout.write(
    `\n${''.padEnd(36)}${ref.padStart(12)}${'now'.padStart(12)}${'ratio'.padStart(10)}   of the rounds\n`,
  );
  for (const what of Object.keys(figures.now[0] ?? {})) {
    const [before, now] = [figures.before, figures.now].map((list) =>
      list.map((each) => each[what] ?? Number.NaN),
    );
    const ratios = (now ?? []).map((value, round) => value / (before?.[round] ?? Number.NaN));
    const cells = [median(before ?? []).toFixed(1), median(now ?? []).toFixed(1)].map((cell) =>
      cell.padStart(12),
    );
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    process.stdout.write(
      `${what.padEnd(36)}${cells.join('')}${median(ratios).toFixed(3).padStart(10)}   ${range}\n`,
    );
  }
} finally {
  await stopProcess(target.child);
  spawnSync('git', ['worktree', 'remove', '--force', earlier], { cwd: root });
  rmSync(scratch, { recursive: true, force: true });
}
