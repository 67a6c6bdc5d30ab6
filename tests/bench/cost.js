// What one delivery and one execution cost the product, so that it can be compared between two checkouts.
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { observable, observe } from './observe.js';
import { runLoad, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, startProduct, waitUntilIdle } from './product.js';

const integrationCount = 300;
const deliveries = 40_000;
const executions = 8_000;

/** @typedef {{ directory: string, target: string, checkout?: string }} Place `directory` is not there yet. */
/** @typedef {{ steps?: boolean, connection?: boolean }} Kind what the integrations do; see `deployIntegrations` */
/** @typedef {{ processorUs: number, perSecond: number, loopMs: number }} Cost loopMs: the event loop's p99 */

/**
 * @param {Place} place
 * @param {Record<string, string>} [settings] for the part that is measured
 * @param {Kind} [kind]
 */
async function startDeployed({ directory, target, checkout }, settings = {}, kind = {}) {
  const first = await startProduct(directory, {}, checkout);
  const paths = await deployIntegrations(first, { target, count: integrationCount, ...kind });
  await stopProcess(first.child);
  const server = await startProduct(directory, { ...observable, ...settings }, checkout);
  return { ...server, order: { url: server.url, paths, headers: deliveryHeaders } };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} count
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Cost>}
 */
async function measure(child, count, work) {
  const beganAt = performance.now();
  const { p99, cpu, result } = await observe(child, async () => {
    await work();
    return (performance.now() - beganAt) / 1000;
  });
  return { processorUs: (cpu * 1000) / count, perSecond: count / result, loopMs: p99 };
}

/** A server that only accepts. @param {Place} place */
export async function measureDeliveries(place) {
  const { child, order } = await startDeployed(place, { RUNNER: 'off' });
  await runLoad({ ...order, count: 10_000 });
  const cost = await measure(child, deliveries, () => runLoad({ ...order, count: deliveries }));
  await stopProcess(child);
  return cost;
}

/**
 * Whole executions with condition, rule and extraction, from the first delivery until the last one is logged.
 * @param {Place} place
 * @param {boolean} [connection] whether their calls sign in by a connection
 */
export async function measureExecutions(place, connection = false) {
  const { child, order } = await startDeployed(place, {}, { steps: true, connection });
  const file = join(place.directory, 'wicked.db');
  await runLoad({ ...order, count: 3_000 });
  await waitUntilIdle(file);
  const db = new Database(file, { readonly: true });
  const count = db.prepare('select sum(total_executions) from integrations').pluck();
  const all = Number(count.get()) + executions;
  const cost = await measure(child, executions, async () => {
    const load = runLoad({ ...order, count: executions });
    while (Number(count.get()) < all) await new Promise((resolve) => setTimeout(resolve, 20));
    await load;
  });
  db.close();
  await stopProcess(child);
  return cost;
}
