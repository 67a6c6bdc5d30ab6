// What a list of 1,000 items costs everybody else: the server's memory, the latency of other integrations while it is
// gone through, and the page of its log. `npm run bench:items`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { observable, observe } from './observe.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signUp, startProduct, waitUntilIdle } from './product.js';
import { noteAtMost, percentile, printTable, tell } from './table.js';

const items = 1_000;
const perSecond = 200;
const seconds = 10;
const pageReads = 100;

/**
 * Two calls for each item of the list that a delivery brings, ten items at once.
 * @param {Awaited<ReturnType<typeof signUp>>} account
 * @param {string} target
 */
async function deployLoop({ call }, target) {
  const toHost = (/** @type {string} */ hostname) => Object.assign(new URL(target), { hostname }).href;
  const { id } = await call('POST', '/api/integrations', {
    name: 'One call for each order',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        secret: deliveryHeaders['X-Webhook-Signature'],
        variables: [{ name: 'orders', jsonPath: '$.orders', required: true }],
      },
    },
    apiCalls: [
      {
        id: 'send',
        name: 'Send',
        order: 1,
        method: 'POST',
        url: toHost('127.0.0.11'),
        body: '{"order": {{order}}}',
      },
      { id: 'read', name: 'Read', order: 2, method: 'GET', url: `${toHost('127.0.0.12')}?id={{order.id}}` },
    ],
    loopSteps: [
      { id: 'each', order: 0, throughCallId: 'read', items: 'orders', itemName: 'order', atOnce: 10 },
    ],
    isActive: false,
  });
  await call('PATCH', `/api/integrations/${id}`, { isActive: true });
  return id;
}

/** MiB of memory that a process holds. @param {number | undefined} pid */
function readMemory(pid) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/**
 * Milliseconds of each of so many reads of a page.
 * @param {string} address
 * @param {string} cookie
 */
async function readPage(address, cookie) {
  const times = [];
  let length = 0;
  for (let read = 0; read < pageReads; read += 1) {
    const beganAt = performance.now();
    const answer = await fetch(address, { headers: { cookie } });
    length = (await answer.text()).length;
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    times.push(performance.now() - beganAt);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), length };
}

const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-items-'));
const target = await startProcess('target.js');
const server = await startProduct(directory, observable);
const { pid } = server.child;
try {
  const account = await signUp(server);
  const id = await deployLoop(account, target.url);
  const paths = await deployIntegrations(server, { target: target.url, count: 20, account });
  const order = { url: server.url, paths, headers: deliveryHeaders, perSecond, seconds };
  const file = join(directory, 'wicked.db');
  const db = new Database(file, { readonly: true });
  const status = db.prepare('select status from executions where id = ?').pluck();
  // Until the load costs no more memory than the load before it.
  for (let round = 0; round < 2; round += 1) await runLoad(order);
  const alone = await runLoad(order);
  await waitUntilIdle(file);
  const before = readMemory(pid);

  let most = before;
  const watching = setInterval(() => (most = Math.max(most, readMemory(pid))), 20);
  const { result, ...delay } = await observe(server.child, async () => {
    const load = runLoad(order);
    const list = Array.from({ length: items }, (_, each) => ({ id: each, note: 'x'.repeat(200) }));
    const beganAt = performance.now();
    const answer = await fetch(`${server.url}/webhook/${id}`, {
      method: 'POST',
      headers: deliveryHeaders,
      body: JSON.stringify({ orders: list }),
    });
    const { executionId } = await answer.json();
    while (['queued', 'running'].includes(String(status.get(executionId))))
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (status.get(executionId) !== 'completed') throw new Error(`It ended as ${status.get(executionId)}.`);
    return { seconds: (performance.now() - beganAt) / 1000, executionId, load: await load };
  });
  clearInterval(watching);
  db.close();
  await waitUntilIdle(file);

  tell(`${items} items with two calls each, beside the load`, `${result.seconds.toFixed(1)} s`);
  noteAtMost('memory above that of before, at most', most - before, 50, 'MiB');
  tell(`acceptance of others at ${perSecond}/s without it, p99`, `${alone.p99.toFixed(1)} ms`);
  noteAtMost(`acceptance of others at ${perSecond}/s beside it, p50`, result.load.p50, 20, 'ms');
  noteAtMost(`acceptance of others at ${perSecond}/s beside it, p99`, result.load.p99, 100, 'ms');
  tell('event loop beside it, p99, max', `${delay.p99.toFixed(1)} ms, ${delay.max.toFixed(1)} ms`);

  const log = `${server.url}/integration/${id}/logs?execution=${result.executionId}`;
  for (const [name, address] of [
    ['first items', log],
    ['item 501', `${log}&of=${result.executionId}&loop=each&item=501`],
  ]) {
    await readPage(address ?? '', account.cookie);
    const { p50, p95, length } = await readPage(address ?? '', account.cookie);
    noteAtMost(`page of its log, ${name}, p95`, p95, 50, 'ms');
    tell(`page of its log, ${name}, p50 and size`, `${p50.toFixed(1)} ms, ${(length / 1024).toFixed(0)} KiB`);
  }
  tell('memory after 400 such pages', `${readMemory(pid).toFixed(0)} MiB`);
} finally {
  await stopProcess(server.child);
  await stopProcess(target.child);
  rmSync(directory, { recursive: true, force: true });
}
printTable();
