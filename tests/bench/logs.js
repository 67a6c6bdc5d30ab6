// The pages of an integration at a thousand and at a million executions, in turns, so that whatever else the machine does
// slows both: `npm run bench:logs`, and the end of `npm run bench`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from '../../app/db/core/sqlite.js';
import { fillExecutions } from './fill.js';
import { stopProcess } from './processes.js';
import { deployIntegrations, signIn, startProduct } from './product.js';
import { note, noteAtMost, percentile } from './table.js';

const rounds = 60;
const large = Number(process.env.BENCH_EXECUTIONS ?? 1_000_000);
const hourMs = 3_600_000;
const endedAt = Date.now() - hourMs;
const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-logs-'));

/** @param {number} count */
async function prepare(count) {
  const dataDir = join(directory, String(count));
  const server = await startProduct(dataDir);
  const [path = ''] = await deployIntegrations(server, { target: 'http://127.0.0.1:9/', count: 1 });
  const cookie = await signIn(server);
  await stopProcess(server.child);

  const integrationId = path.split('/').at(-1) ?? '';
  const file = join(dataDir, 'wicked.db');
  const db = new Database(file);
  const organizationId = String(db.prepare('select organization_id from integrations').pluck().get());
  fillExecutions(file, { organizationId, integrationIds: [integrationId], count, endedAt });
  const deep = Math.max(30, count - 20_000);
  const before = db.prepare('select id from executions where payload_seq = ?').pluck().get(deep);
  db.close();
  // What was filled in must not be pruned while it is measured.
  return { ...(await startProduct(dataDir, { RUNNER: 'off' })), cookie, integrationId, before, count };
}

/** @typedef {Awaited<ReturnType<typeof prepare>>} Prepared */

/** @type {Record<string, (prepared: Prepared) => string>} */
const pages = {
  Dashboard: () => '/',
  'Test & Deploy': ({ integrationId }) => `/integration/${integrationId}/deploy`,
  'First page': logs(() => ''),
  // A thousand executions have no page 1,000: of them the end is read.
  'Page 1,000': logs(({ before }) => `?before=${before}`),
  'Filter: 25 failed': logs(() => '?status=error'),
  'Filter: 25 by hand': logs(() => '?trigger=manual'),
  'Filter: nearly all': logs(() => '?status=completed&trigger=webhook'),
  'Filter: an hour': logs(() => `?from=${minuteOf(endedAt - hourMs)}&to=${minuteOf(endedAt)}`),
  'Search: one has it': logs(({ count }) => `?q=ord_${count - 500}`),
  'Search: all have it': logs(() => '?q=customer+ada'),
  'Search: none has both': logs(() => '?q=odd+even'),
};

/** @param {(prepared: Prepared) => string} search */
function logs(search) {
  return (/** @type {Prepared} */ prepared) =>
    `/integration/${prepared.integrationId}/logs${search(prepared)}`;
}

/** @param {number} at */
function minuteOf(at) {
  return new Date(at).toISOString().slice(0, 16);
}

/**
 * Milliseconds that a page takes.
 * @param {Prepared} prepared
 * @param {string} path
 */
async function measure({ url, cookie }, path) {
  const beganAt = performance.now();
  const answer = await fetch(url + path, { headers: { cookie } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - beganAt;
}

/** @param {number[]} times */
function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

try {
  const few = await prepare(1_000);
  const many = await prepare(large);
  const warmUp = Object.values(pages).flatMap((address) => Array.from({ length: 20 }, () => address));
  for (const address of warmUp) for (const each of [few, many]) await measure(each, address(each));
  /** @type {number[]} */
  const rendered = [];
  for (const [name, address] of Object.entries(pages)) {
    /** @type {[number[], number[]]} */
    const times = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times[0].push(await measure(few, address(few)));
      times[1].push(await measure(many, address(many)));
    }
    const [ofFew, ofMany] = [median(times[0]), median(times[1])];
    const bar = name.startsWith('Search') ? 200 : 1.2 * ofFew;
    const verdict = ofMany <= bar ? 'holds' : 'MISSED';
    process.stdout.write(
      `${name.padEnd(24)} ${ofFew.toFixed(1).padStart(7)} ms   ${ofMany.toFixed(1).padStart(7)} ms   ` +
        `ratio ${(ofMany / ofFew).toFixed(2)}   bar ≤ ${bar.toFixed(1)} ms   ${verdict}\n`,
    );
    note(`${name} at ${large.toLocaleString('en')} executions`, {
      figure: name.startsWith('Search')
        ? `${ofMany.toFixed(1)} ms`
        : `${(ofMany / ofFew).toFixed(2)} × 1,000's`,
      bar: name.startsWith('Search') ? '≤ 200 ms' : '≤ 1.2 ×',
      holds: ofMany <= bar,
    });
    rendered.push(...(name.startsWith('Search') ? [] : [percentile(times[0], 0.95)]));
  }
  noteAtMost('Render of the slowest page at 1,000 executions, p95', Math.max(...rendered), 50, 'ms');
  await stopProcess(few.child);
  await stopProcess(many.child);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
