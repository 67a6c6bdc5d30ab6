// What an operator feels, beside throughput: latency under slow runs, the first byte out, memory, start and the weight of
// pages. `npm run build && node tests/bench/operation.js`, and a part of `npm run bench`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from '../../app/db/core/sqlite.js';
import { listPageWeights } from '../support/page-weight.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signUp, startProduct } from './product.js';
import { note, noteAtMost, percentile, printTable } from './table.js';

const slowExecutions = 100;
const executions = Number(process.env.BENCH_MEMORY_EXECUTIONS ?? 100_000);
const firstBytes = 200;
const starts = 5;
const mebibyte = 1024 * 1024;

/**
 * @param {string} file
 * @param {string} query
 */
function createCount(file, query) {
  const db = new Database(file, { readonly: true });
  const statement = db.prepare(query).pluck();
  return { read: () => Number(statement.get() ?? 0), close: () => db.close() };
}

/**
 * @param {() => boolean} holds
 * @param {number} everyMs
 */
async function until(holds, everyMs = 20) {
  while (!holds()) await sleep(everyMs);
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A target on every loopback address that answers when it is told; tells when a request arrives. */
async function startSlowTarget() {
  let arrivedAt = 0;
  /** @type {import('node:http').ServerResponse[]} */
  const held = [];
  const server = createServer((req, res) => {
    arrivedAt = performance.now();
    if (req.url === '/slow') held.push(res);
    else res.end('{}');
  });
  await new Promise((resolve) => server.listen(0, '0.0.0.0', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    readArrival: () => arrivedAt,
    close() {
      for (const res of held) res.end('{}');
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} dataDir */
async function measureLatency(dataDir) {
  const target = await startSlowTarget();
  const server = await startProduct(dataDir, { RUNNER_CONCURRENCY: '256' });
  const account = await signUp(server);
  const fast = await deployIntegrations(server, { target: target.url, count: 4, account });
  // 20 calls at once to one host, so each host gets no more than its share.
  const slow = [];
  for (let firstHost = 11; slow.length < slowExecutions / 20; firstHost += 1) {
    const wanted = { target: `${target.url}/slow`, count: 1, firstHost, account };
    slow.push(...(await deployIntegrations(server, wanted)));
  }
  const headers = deliveryHeaders;
  await runLoad({ url: server.url, paths: slow, headers, count: slowExecutions });
  await until(() => target.held.length === slowExecutions);
  const { p50, p99 } = await runLoad({ url: server.url, paths: fast, headers, seconds: 10, perSecond: 200 });
  noteAtMost('Acceptance at 200/s while 100 slow executions run, p50', p50, 20, 'ms');
  noteAtMost('… p99', p99, 100, 'ms');
  target.close();
  await stopProcess(server.child);
}

/** @param {string} dataDir */
async function measureFirstByte(dataDir) {
  const target = await startSlowTarget();
  const server = await startProduct(dataDir);
  const [path = ''] = await deployIntegrations(server, { target: target.url, count: 1 });
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < firstBytes + 20; n += 1) {
    const sentAt = performance.now();
    await fetch(server.url + path, { method: 'POST', headers: deliveryHeaders, body: deliveryBody });
    await until(() => target.readArrival() > sentAt, 1);
    if (n >= 20) times.push(target.readArrival() - sentAt);
    await sleep(20);
  }
  noteAtMost('Webhook to first byte of the call, idle, p50', percentile(times, 0.5), 15, 'ms');
  target.close();
  await stopProcess(server.child);
}

const deliveryBody = JSON.stringify({ repository: { full_name: 'octo/wicked' } });

/** @param {number | undefined} pid */
function readMemory(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / mebibyte;
}

/** @param {string} dataDir */
async function measureMemory(dataDir) {
  const target = await startProcess('target.js');
  const first = await startProduct(dataDir);
  const paths = await deployIntegrations(first, { target: target.url, count: 300 });
  await stopProcess(first.child);
  const server = await startProduct(dataDir);
  await fetch(`${server.url}/login`).then((answer) => answer.text());
  await sleep(5_000);
  noteAtMost('Memory, idle', readMemory(server.child.pid), 150, 'MiB');
  const count = createCount(join(dataDir, 'wicked.db'), 'select sum(total_executions) from integrations');
  for (let done = 0; done < executions;) {
    const batch = Math.min(10_000, executions - done);
    await runLoad({ url: server.url, paths, headers: deliveryHeaders, count: batch });
    done += batch;
    await until(() => count.read() >= done, 100);
  }
  count.close();
  await sleep(5_000);
  const name = `Memory after ${executions.toLocaleString('en')} executions`;
  noteAtMost(name, readMemory(server.child.pid), 300, 'MiB');
  await stopProcess(server.child);
  await stopProcess(target.child);
}

/** @param {string} dataDir An installation that was used. */
async function measureStart(dataDir) {
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < starts; n += 1) {
    const startedAt = performance.now();
    const server = await startProduct(dataDir, { RUNNER: 'off' });
    const answer = await fetch(`${server.url}/healthz`);
    if (answer.status !== 200) throw new Error(`/healthz: ${answer.status}`);
    times.push((performance.now() - startedAt) / 1000);
    await stopProcess(server.child);
  }
  noteAtMost('Start on an existing database to the first 200', percentile(times, 0.5), 2, 's');
}

export async function measureOperation() {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-operation-'));
  try {
    await measureLatency(join(directory, 'latency'));
    await measureFirstByte(join(directory, 'first-byte'));
    await measureMemory(join(directory, 'memory'));
    await measureStart(join(directory, 'memory'));
    const largest = listPageWeights().toSorted((a, b) => b.bytes - a.bytes)[0];
    const kilobytes = (largest?.bytes ?? Number.NaN) / 1024;
    note(`Client script of the heaviest page (${largest?.id})`, {
      figure: `${kilobytes.toFixed(1)} KiB`,
      bar: '≤ 140 KiB',
      holds: kilobytes <= 140,
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureOperation();
  printTable();
}
