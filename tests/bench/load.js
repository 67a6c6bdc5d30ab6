// Sends deliveries as fast as they are answered, over 64 connections, as a process of its own. It is told what to
// do by a message { url, paths, headers, seconds } or { …, count } and answers { answered, refused, seconds, latencies }.
import { Pool } from 'undici';

const connections = 64;
const body = JSON.stringify({
  repository: { full_name: 'octo/wicked', id: 35_129_377, private: false },
  text: 'x'.repeat(900),
});

/**
 * @typedef {{ url: string, paths: string[], headers: Record<string, string>, seconds?: number, count?: number,
 *   perSecond?: number }} Order
 */

/** @param {Order} order */
async function load({ url, paths, headers, seconds = 3600, count = Infinity, perSecond }) {
  const pool = new Pool(url, { connections });
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let sent = 0;
  let answered = 0;
  let refused = 0;
  /** @type {number[]} */
  const latencies = [];

  async function sendOne() {
    const path = paths[sent % paths.length] ?? '/';
    sent += 1;
    const at = performance.now();
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.dump();
    latencies.push(performance.now() - at);
    if (answer.statusCode === 202) answered += 1;
    else refused += 1;
  }

  async function sendMany() {
    while (sent < count && performance.now() < endsAt) await sendOne();
  }

  /** @param {number} rate */
  async function sendEvenly(rate) {
    const pending = [];
    while (performance.now() < endsAt) {
      while (sent < ((performance.now() - startedAt) / 1000) * rate) pending.push(sendOne());
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(pending);
  }

  await (perSecond ? sendEvenly(perSecond) : Promise.all(Array.from({ length: connections }, sendMany)));
  const took = (performance.now() - startedAt) / 1000;
  await pool.close();
  latencies.sort((a, b) => a - b);
  return { answered, refused, seconds: took, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

/**
 * @param {number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

// A load that fails ends this process with its error, by Node's rule for a rejected promise.
process.on('message', (order) => {
  void load(/** @type {Order} */ (order)).then((result) => process.send?.(result));
});
