// `npm run bench:tabs`: fifty tabs follow one integration that is executed a hundred times a second. No row may be
// missing from a reading or stand there twice, and the server's event loop has to stay free.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from '../../app/db/core/sqlite.js';
import { observable, observe } from './observe.js';
import { nextMessage, runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signIn, startProduct } from './product.js';

const tabs = 50;
const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const perSecond = 100;
const maxDelayMs = 100;
/** One session has 20 streams at most. */
const sessions = 3;

const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-tabs-'));

/** @typedef {{ id: string, status: string }} Row */
/** @typedef {{ tab: number, milliseconds: number, rows: Row[] }} Reading */
/** @typedef {{ events: number, readings: Reading[] }} Followed */

/**
 * Of all readings: how many rows stand twice in one, and how many executions are missing between the newest and the
 * oldest of one.
 * @param {Reading[]} readings
 * @param {string[]} all newest first
 */
function checkReadings(readings, all) {
  const places = new Map(all.map((id, place) => [id, place]));
  let doubled = 0;
  let missed = 0;
  for (const { rows } of readings) {
    const ids = new Set(rows.map(({ id }) => id));
    doubled += rows.length - ids.size;
    const [first, last] = [rows[0], rows.at(-1)].map((row) => places.get(row?.id ?? '') ?? 0);
    missed += (last ?? 0) - (first ?? 0) + 1 - ids.size;
  }
  return { doubled, missed };
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

const target = await startProcess('target.js');
const server = await startProduct(directory, observable);
try {
  const [path = ''] = await deployIntegrations(server, { target: target.url, count: 1 });
  const cookies = [];
  for (let count = 0; count < sessions; count += 1) cookies.push(await signIn(server));
  const integrationId = path.split('/').at(-1) ?? '';
  const order = { url: server.url, paths: [path], headers: deliveryHeaders, perSecond };
  await runLoad({ ...order, seconds: 3 });

  const followers = fork(fileURLToPath(new URL('followers.js', import.meta.url)));
  followers.send({ url: server.url, cookies, integrationId, tabs });
  await nextMessage(followers);
  const { result: load, ...delay } = await observe(server.child, () => runLoad({ ...order, seconds }));
  // Everything has ended, and every tab has read it since.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  followers.send({ end: true });
  const { events, readings } = /** @type {Followed} */ (await nextMessage(followers));

  const db = new Database(join(directory, 'wicked.db'), { readonly: true });
  const all = db.prepare('select id, status from executions order by id desc').all();
  db.close();
  const rows = /** @type {Row[]} */ (all);
  const { doubled, missed } = checkReadings(
    readings,
    rows.map(({ id }) => id),
  );
  const newest = JSON.stringify(rows.slice(0, 20));
  const last = new Map(readings.map((reading) => [reading.tab, JSON.stringify(reading.rows)]));
  const behind = Array.from({ length: tabs }, (_, tab) => tab).filter(
    (tab) => last.get(tab) !== newest,
  ).length;
  const milliseconds = readings.map((reading) => reading.milliseconds);
  const isRight = doubled === 0 && missed === 0 && behind === 0 && load.refused === 0;
  const isFree = delay.p99 <= maxDelayMs;
  process.stdout.write(
    `${tabs} tabs, ${(load.answered / load.seconds).toFixed(0)} executions/s for ${load.seconds.toFixed(0)} s   ` +
      `${events} events, ${readings.length} readings (p50 ${quantile(milliseconds, 0.5).toFixed(0)} ms, p99 ${quantile(milliseconds, 0.99).toFixed(0)} ms)\n` +
      `Rows missed ${missed}, doubled ${doubled}, tabs behind at the end ${behind}, deliveries refused ${load.refused}   ` +
      `(bar 0)   ${isRight ? 'holds' : 'MISSED'}\n` +
      `Event loop delay   p50 ${delay.p50.toFixed(1)} ms   p99 ${delay.p99.toFixed(1)} ms (bar ≤ ${maxDelayMs})   ` +
      `max ${delay.max.toFixed(1)} ms   ${isFree ? 'holds' : 'MISSED'}\n`,
  );
  if (!isRight || !isFree) process.exitCode = 1;
} finally {
  await stopProcess(server.child);
  await stopProcess(target.child);
  rmSync(directory, { recursive: true, force: true });
}
