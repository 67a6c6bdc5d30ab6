// Whether the server stays awake while it has more to do than it can: its event loop and the dashboard at full load, on
// this disk and on one whose syncs are slow; and what one delivery and one execution cost. `npm run build && node
// tests/bench/full-load.js`, and a part of `npm run bench`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureDeliveries, measureExecutions } from './cost.js';
import { observable, observe } from './observe.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signIn, startProduct } from './product.js';
import { prepareSlowDisk } from './slow-disk.js';
import { leaveOut, noteAtMost, percentile, printTable, tell } from './table.js';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const integrationCount = 300;
const seconds = 20;
/** One person looks at the dashboard as often as this. */
const readEveryMs = 200;
const slowSyncMs = 300;
const loopBarMs = 15;
const dashboardBarMs = 50;

/**
 * Reads the dashboard again and again until told to stop; the milliseconds of each reading.
 * @param {{ url: string, cookie: string }} server
 * @param {AbortSignal} stopped
 */
async function readDashboard({ url, cookie }, stopped) {
  const times = /** @type {number[]} */ ([]);
  while (!stopped.aborted) {
    const beganAt = performance.now();
    const response = await fetch(url, { headers: { cookie } });
    const page = await response.text();
    if (!page.includes('Your integrations')) throw new Error(`No dashboard, but ${response.status}`);
    times.push(performance.now() - beganAt);
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
  }
  return times;
}

/**
 * As many deliveries as are answered, each of which is executed, and the dashboard meanwhile.
 * @param {{ dataDir: string, paths: string[], cookie: string, settings: Record<string, string> }} installation
 */
async function measureFullLoad({ dataDir, paths, cookie, settings }) {
  const server = await startProduct(dataDir, { ...observable, ...settings });
  const order = { url: server.url, paths, headers: deliveryHeaders };
  await runLoad({ ...order, seconds: 3 });
  const { p99, max, result } = await observe(server.child, async () => {
    const loaded = new AbortController();
    const reading = readDashboard({ url: server.url, cookie }, loaded.signal);
    const load = await runLoad({ ...order, seconds });
    loaded.abort();
    return { load, times: await reading };
  });
  await stopProcess(server.child);
  const { load, times } = result;
  process.stdout.write(
    `  ${(load.answered / load.seconds).toFixed(0)} deliveries/s accepted, ${load.refused} refused, ` +
      `${times.length} dashboards, event loop at most ${max.toFixed(0)} ms\n`,
  );
  return { loopMs: p99, dashboardMs: percentile(times, 0.95) };
}

/**
 * @param {string} when
 * @param {{ loopMs: number, dashboardMs: number }} figures
 */
function noteFullLoad(when, { loopMs, dashboardMs }) {
  noteAtMost(`Event loop delay ${when}, p99 (idle: 5 ms)`, loopMs, loopBarMs, 'ms');
  noteAtMost('… dashboard meanwhile, p95', dashboardMs, dashboardBarMs, 'ms');
}

/**
 * What one delivery and one execution cost, in the median of the rounds.
 * @param {string} directory
 * @param {string} target
 */
async function measureCosts(directory, target) {
  const delivery = /** @type {number[]} */ ([]);
  const execution = /** @type {number[]} */ ([]);
  for (let round = 0; round < rounds; round += 1) {
    const place = (/** @type {string} */ name) => ({
      directory: join(directory, `${name}-${round}`),
      target,
    });
    delivery.push((await measureDeliveries(place('delivery'))).processorUs);
    execution.push((await measureExecutions(place('execution'))).processorUs);
  }
  tell('Processor time for a delivery', `${percentile(delivery, 0.5).toFixed(0)} µs`);
  const name = 'Processor time for an execution with condition, rule, extraction';
  tell(name, `${percentile(execution, 0.5).toFixed(0)} µs`);
}

export async function measureUnderLoad() {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-full-load-'));
  const target = await startProcess('target.js');
  try {
    const install = async (/** @type {string} */ name) => {
      const dataDir = join(directory, name);
      const server = await startProduct(dataDir);
      const wanted = { target: target.url, count: integrationCount, steps: true };
      const paths = await deployIntegrations(server, wanted);
      const cookie = await signIn(server);
      await stopProcess(server.child);
      return { dataDir, paths, cookie };
    };
    const usual = await install('usual');
    noteFullLoad('at full load', await measureFullLoad({ ...usual, settings: {} }));
    const slow = await install('slow');
    const settings = prepareSlowDisk(directory, { dataDir: slow.dataDir, ms: slowSyncMs });
    const when = `at full load while a sync takes ${slowSyncMs} ms`;
    if (settings) noteFullLoad(when, await measureFullLoad({ ...slow, settings }));
    else leaveOut(`Event loop delay and dashboard ${when}`, 'no C compiler (cc) for the slow disk');
    await measureCosts(directory, target.url);
  } finally {
    await stopProcess(target.child);
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureUnderLoad();
  printTable();
}
