// `npm run bench`: the product beside a bare server that does the least that is as durable, in one run on one
// machine. Ratios mean something on any machine; the figures themselves only on this one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { measureUnderLoad } from './full-load.js';
import { measureImport } from './import.js';
import { measureOperation } from './operation.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, startProduct, waitUntilIdle } from './product.js';
import { note, printTable } from './table.js';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = 4;
/** Enough that the limit of 100 a second for each integration is not what is measured. */
const integrationCount = 300;
const executions = 8_000;
/*
 * Each product process is warmed up before it is measured, until its log of writes has its full size and is written
 * over in place; the floor's, whose log is an eighth of that, is after its first tenth of a second.
 */

const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-'));
let files = 0;
const nextPath = (/** @type {string} */ name) => join(directory, `${++files}-${name}`);

async function measureFloorAcceptance() {
  const server = await startProcess('floor.js', [nextPath('floor.db')]);
  const result = await runLoad({ url: server.url, paths: ['/'], headers: deliveryHeaders, seconds });
  await stopProcess(server.child);
  return result.answered / result.seconds;
}

/** @param {string} target */
async function measureProductAcceptance(target) {
  const dataDir = nextPath('product');
  const first = await startProduct(dataDir);
  const paths = await deployIntegrations(first, { target, count: integrationCount });
  await stopProcess(first.child);
  // The floor only accepts; so does this process, and the jobs wait for a runner elsewhere.
  const server = await startProduct(dataDir, { RUNNER: 'off' });
  await runLoad({ url: server.url, paths, headers: deliveryHeaders, count: 10_000 });
  const result = await runLoad({ url: server.url, paths, headers: deliveryHeaders, seconds });
  await stopProcess(server.child);
  if (result.refused > 0) process.stderr.write(`${result.refused} deliveries were refused\n`);
  return result.answered / result.seconds;
}

/**
 * Executions a second from the first delivery until the last one is logged.
 * @param {{ url: string, file: string, paths: string[], countQuery: string }} subject
 */
async function measureExecutions({ url, file, paths, countQuery }) {
  const db = new Database(file, { readonly: true });
  const count = db.prepare(countQuery).pluck();
  const before = Number(count.get());
  const startedAt = performance.now();
  const load = runLoad({ url, paths, headers: deliveryHeaders, count: executions });
  while (Number(count.get()) < before + executions) await new Promise((resolve) => setTimeout(resolve, 20));
  const took = (performance.now() - startedAt) / 1000;
  await load;
  db.close();
  return executions / took;
}

/** @param {string} target */
async function measureFloorExecutions(target) {
  const file = nextPath('floor.db');
  const server = await startProcess('floor.js', [file, target]);
  const countQuery = 'select coalesce(max(id), 0) from log';
  const rate = await measureExecutions({ url: server.url, file, paths: ['/'], countQuery });
  await stopProcess(server.child);
  return rate;
}

/**
 * @param {string} target
 * @param {boolean} steps Whether the chains have more than a call: a condition, rules and an extraction.
 */
async function measureProductExecutions(target, steps) {
  const dataDir = nextPath('product');
  const server = await startProduct(dataDir);
  const paths = await deployIntegrations(server, { target, count: integrationCount, steps });
  const countQuery = 'select sum(total_executions) from integrations';
  const file = join(dataDir, 'wicked.db');
  await runLoad({ url: server.url, paths, headers: deliveryHeaders, count: 3_000 });
  await waitUntilIdle(file);
  const rate = await measureExecutions({ url: server.url, file, paths, countQuery });
  const latency = await measureLatency(server.url, paths);
  await stopProcess(server.child);
  return { rate, latency };
}

/**
 * The latency of acceptance at 200 deliveries a second, each of which is executed too.
 * @param {string} url
 * @param {string[]} paths
 */
function measureLatency(url, paths) {
  return runLoad({ url, paths, headers: deliveryHeaders, seconds, perSecond: 200 });
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * @param {string} what
 * @param {number[]} product
 * @param {number[]} floor
 * @param {number} bar
 */
function report(what, product, floor, bar) {
  const ratios = product.map((value, index) => value / (floor[index] ?? Number.NaN));
  const ratio = median(ratios);
  const verdict = ratio >= bar ? 'holds' : 'MISSED';
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  process.stdout.write(
    `${what.padEnd(34)} ${median(product).toFixed(0).padStart(7)}/s   floor ${median(floor).toFixed(0).padStart(7)}/s   ` +
      `ratio ${ratio.toFixed(2)} (${range})   bar ≥ ${bar}   ${verdict}\n`,
  );
  note(what, { figure: `${ratio.toFixed(2)} × the floor`, bar: `≥ ${bar} ×`, holds: ratio >= bar });
}

const target = await startProcess('target.js');
try {
  const acceptance = { product: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) };
  const whole = { product: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) };
  const withSteps = /** @type {number[]} */ ([]);
  const latencies = [];
  for (let round = 0; round < rounds; round += 1) {
    acceptance.floor.push(await measureFloorAcceptance());
    acceptance.product.push(await measureProductAcceptance(target.url));
    const floor = await measureFloorExecutions(target.url);
    const plain = await measureProductExecutions(target.url, false);
    const stepped = await measureProductExecutions(target.url, true);
    whole.floor.push(floor);
    whole.product.push(plain.rate);
    withSteps.push(stepped.rate);
    latencies.push(plain.latency);
  }
  report('Webhook acceptance, durable', acceptance.product, acceptance.floor, 0.6);
  report('Whole executions', whole.product, whole.floor, 0.5);
  report('… with condition, rule, extraction', withSteps, whole.floor, 0.5);
  const p50 = median(latencies.map((latency) => latency.p50));
  const p99 = median(latencies.map((latency) => latency.p99));
  process.stdout.write(
    `Acceptance at 200/s while executing    p50 ${p50.toFixed(1)} ms (bar ≤ 20)   p99 ${p99.toFixed(1)} ms (bar ≤ 100)\n`,
  );
} finally {
  await stopProcess(target.child);
  rmSync(directory, { recursive: true, force: true });
}

// How pages grow, from databases of their own.
await import('./logs.js');
await import('./dashboard.js');

await measureUnderLoad();
await measureOperation();
await measureImport();
printTable();
