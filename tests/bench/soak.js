// `npm run bench:soak`: half an hour (SOAK_MINUTES) at 50 deliveries a second, each of which is executed. Memory must stay
// flat: the last third's mean at most 1.1 times that of the second third. The log must hold no error, and every accepted
// execution must have ended soon after the last delivery.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, startProduct, waitUntilIdle } from './product.js';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const perSecond = 50;
const sampleMs = 1_000;
const bar = 1.1;

/**
 * Resident memory of a process in MiB.
 * @param {number} pid
 */
function readMemory(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const directory = mkdtempSync(join(tmpdir(), 'wicked-soak-'));
const file = join(directory, 'wicked.db');
const target = await startProcess('target.js');
try {
  const server = await startProduct(directory);
  const paths = await deployIntegrations(server, { target: target.url, count: 10, steps: true });
  const pid = server.child.pid ?? 0;
  /** @type {number[]} */
  const samples = [];
  const sampling = setInterval(() => samples.push(readMemory(pid)), sampleMs);
  const load = await runLoad({
    url: server.url,
    paths,
    headers: deliveryHeaders,
    seconds: minutes * 60,
    perSecond,
  });
  clearInterval(sampling);
  const drainedMs = await waitUntilIdle(file);
  const third = Math.floor(samples.length / 3);
  const [second, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
  await stopProcess(server.child);
  const errors = server
    .readOutput()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line));
  const db = new Database(file, { readonly: true });
  const ended = db.prepare('select status, count(*) as count from executions group by status').all();
  db.close();
  const holds = last <= bar * second && errors.length === 0 && load.refused === 0;
  process.stdout.write(
    `${minutes} minutes at ${perSecond}/s: ${load.answered} accepted, ${load.refused} refused, ` +
      `p50 ${load.p50.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms\n` +
      `executions: ${JSON.stringify(ended)}, the last ended ${(drainedMs / 1000).toFixed(1)} s after the load\n` +
      `memory: second third ${second.toFixed(1)} MiB, last third ${last.toFixed(1)} MiB, ratio ${(last / second).toFixed(3)}, ` +
      `bar ≤ ${bar}, at most ${Math.max(...samples).toFixed(1)} MiB\n` +
      `errors in the log: ${errors.length}\n${errors.slice(0, 5).join('\n')}${holds ? 'holds' : 'MISSED'}\n`,
  );
  if (!holds) process.exitCode = 1;
} finally {
  await stopProcess(target.child);
  rmSync(directory, { recursive: true, force: true });
}
