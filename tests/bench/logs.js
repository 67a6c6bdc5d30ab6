// `npm run build && node tests/bench/logs.js`: the logs of an integration at a thousand and at a million executions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fillExecutions } from './fill.js';
import { stopProcess } from './processes.js';
import { deployIntegrations, logIn, startProduct } from './product.js';

const rounds = 40;
const large = Number(process.env.BENCH_EXECUTIONS ?? 1_000_000);
const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-logs-'));

/** @param {number} count */
async function prepare(count) {
  const dataDir = join(directory, String(count));
  const server = await startProduct(dataDir);
  const [path = ''] = await deployIntegrations(server, { target: 'http://127.0.0.1:9/', count: 1 });
  const { cookie } = await logIn(server);
  await stopProcess(server.child);

  const integrationId = path.split('/').at(-1) ?? '';
  const file = join(dataDir, 'wicked.db');
  const db = new Database(file);
  const organizationId = String(db.prepare('select organization_id from integrations').pluck().get());
  fillExecutions(file, { organizationId, integrationIds: [integrationId], count });
  const deep = Math.max(30, count - 20_000);
  const before = db.prepare('select id from executions where payload_seq = ?').pluck().get(deep);
  db.close();
  // What was filled in must not be pruned while it is measured.
  return { ...(await startProduct(dataDir, { RUNNER: 'off' })), cookie, integrationId, before, count };
}

/** @typedef {Awaited<ReturnType<typeof prepare>>} Prepared */

/** @type {Record<string, (prepared: Prepared) => string>} */
const pages = {
  'First page': () => '',
  // A thousand executions have no page 1,000: of them the end is read.
  'Page 1,000': ({ before }) => `?before=${before}`,
  'Filter: failed': () => '?status=error',
  'Filter: by hand': () => '?trigger=manual',
  'Search: one has it': ({ count }) => `?q=ord_${count - 500}`,
  'Search: all have it': () => '?q=customer+ada',
  'Search: none has both': () => '?q=odd+even',
};

/**
 * The median of a page's times in milliseconds.
 * @param {Prepared} prepared
 * @param {string} search
 */
async function measure({ url, cookie, integrationId }, search) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const beganAt = performance.now();
    const answer = await fetch(`${url}/integration/${integrationId}/logs${search}`, { headers: { cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${search}: ${answer.status}`);
    times.push(performance.now() - beganAt);
  }
  return times.toSorted((a, b) => a - b)[rounds / 2] ?? Number.NaN;
}

try {
  const few = await prepare(1_000);
  const many = await prepare(large);
  for (const [name, address] of Object.entries(pages)) {
    const ofFew = await measure(few, address(few));
    const ofMany = await measure(many, address(many));
    const bar = name.startsWith('Search') ? 200 : 1.2 * ofFew;
    const verdict = ofMany <= bar ? 'holds' : 'MISSED';
    process.stdout.write(
      `${name.padEnd(24)} ${ofFew.toFixed(1).padStart(7)} ms   ${ofMany.toFixed(1).padStart(7)} ms   ` +
        `ratio ${(ofMany / ofFew).toFixed(2)}   bar ≤ ${bar.toFixed(1)} ms   ${verdict}\n`,
    );
    if (ofMany > bar) process.exitCode = 1;
  }
  await stopProcess(few.child);
  await stopProcess(many.child);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
