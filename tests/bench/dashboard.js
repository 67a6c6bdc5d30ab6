// `npm run build && node tests/bench/dashboard.js`, and at the end of `npm run bench`: the dashboard of 500 integrations
// at a thousand and at a million executions, as a ratio.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { fillExecutions } from './fill.js';
import { stopProcess } from './processes.js';
import { deployIntegrations, signIn, startProduct } from './product.js';
import { note, noteAtMost } from './table.js';

const integrationCount = 500;
const large = Number(process.env.BENCH_EXECUTIONS ?? 1_000_000);
const warmUps = 50;
const rounds = 300;
const bar = 1.2;

/**
 * @param {string} directory
 * @param {number} count
 */
async function prepare(directory, count) {
  const dataDir = join(directory, String(count));
  const server = await startProduct(dataDir);
  const paths = await deployIntegrations(server, { target: 'http://127.0.0.1:9/', count: integrationCount });
  const cookie = await signIn(server);
  await stopProcess(server.child);
  const file = join(dataDir, 'wicked.db');
  const db = new Database(file, { readonly: true });
  const organizationId = String(db.prepare('select organization_id from integrations').pluck().get());
  db.close();
  const integrationIds = paths.map((path) => path.split('/').at(-1) ?? '');
  fillExecutions(file, { organizationId, integrationIds, count, endedAt: Date.now() - 3_600_000 });
  return { ...(await startProduct(dataDir, { RUNNER: 'off' })), cookie };
}

/**
 * How long the page takes to come whole, in milliseconds.
 * @param {{ url: string, cookie: string }} server
 */
async function measureOnce({ url, cookie }) {
  const beganAt = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  const page = await answer.text();
  if (!page.includes('Your integrations')) throw new Error(`No dashboard, but ${answer.status}`);
  return performance.now() - beganAt;
}

/**
 * @param {number[]} times
 * @param {number} share
 */
function percentile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-dashboard-'));
try {
  const few = await prepare(directory, 1_000);
  const many = await prepare(directory, large);
  const ofFew = /** @type {number[]} */ ([]);
  const ofMany = /** @type {number[]} */ ([]);
  // In turn, so that whatever else the machine does slows both.
  for (let round = -warmUps; round < rounds; round += 1) {
    const [less, more] = [await measureOnce(few), await measureOnce(many)];
    if (round < 0) continue;
    ofFew.push(less);
    ofMany.push(more);
  }
  const [less, more] = [percentile(ofFew, 0.95), percentile(ofMany, 0.95)];
  const verdict = more <= bar * less ? 'holds' : 'MISSED';
  process.stdout.write(
    `Dashboard, ${integrationCount} integrations, p95   1,000 executions ${less.toFixed(1)} ms   ` +
      `${large.toLocaleString('en')} ${more.toFixed(1)} ms   ratio ${(more / less).toFixed(2)}   bar ≤ ${bar}   ${verdict}\n` +
      `  its median${' '.repeat(42)}${percentile(ofFew, 0.5).toFixed(1)} ms   ${percentile(ofMany, 0.5).toFixed(1)} ms\n`,
  );
  note(`Dashboard of ${integrationCount} integrations at ${large.toLocaleString('en')} executions, p95`, {
    figure: `${(more / less).toFixed(2)} × 1,000's`,
    bar: `≤ ${bar} ×`,
    holds: more <= bar * less,
  });
  noteAtMost('… its render, p95', more, 50, 'ms');
  await stopProcess(few.child);
  await stopProcess(many.child);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
