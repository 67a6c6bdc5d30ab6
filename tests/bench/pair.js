// `npm run bench:pair REF [ROUNDS] [connection]`: an earlier commit and this checkout in turns, on one machine in one run. What is
// compared is the work for one delivery and one execution, so the ratios mean something on any machine.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureDeliveries, measureExecutions } from './cost.js';
import { startProcess, stopProcess } from './processes.js';
import { percentile } from './table.js';

const [ref, rounds = '5', option] = process.argv.slice(2);
/** An option, because it changes what an execution costs, and both commits must know connections. */
const hasConnection = option === 'connection';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wicked-pair-'));
const earlier = join(scratch, 'checkout');
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
 * @param {string} what
 * @param {import('./cost.js').Cost} cost
 * @returns {Figures}
 */
function nameFigures(what, { processorUs, perSecond, loopMs }) {
  return {
    [`${what}: processor time, µs`]: processorUs,
    [`${what}: a second`]: perSecond,
    [`${what}: event loop p99, ms`]: loopMs,
  };
}

/**
 * @param {string} checkout
 * @param {string} target
 * @returns {Promise<Figures>}
 */
async function measureBoth(checkout, target) {
  const place = () => ({ directory: join(scratch, String((directories += 1))), target, checkout });
  return {
    ...nameFigures('delivery', await measureDeliveries(place())),
    ...nameFigures('execution', await measureExecutions(place(), hasConnection)),
  };
}

/** @param {number[]} values */
const median = (values) => percentile(values, 0.5);

if (!ref) throw new Error('Usage: npm run bench:pair REF [ROUNDS] [connection]');
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
      figures[name].push(await measureBoth(checkout, target.url));
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
