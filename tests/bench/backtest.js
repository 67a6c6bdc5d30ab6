// Whether deliveries are accepted as usual while a version is tried on past executions, which is work of the same event
// loop. `npm run build && node tests/bench/backtest.js`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observable, observe } from './observe.js';
import { runLoad, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signUp, startProduct, waitUntilIdle } from './product.js';
import { note, noteAtMost, percentile, printTable, tell } from './table.js';

const executions = 200;
const callsOfEach = 5;
const answerKilobytes = Number(process.env.BENCH_ANSWER_KIB ?? 16);
const perSecond = 200;
const seconds = 10;

/** A target whose answers are lists of JSON. */
async function startTarget() {
  const item = { id: 4711, name: 'A name of some length', tags: ['red', 'green'], price: 12.5 };
  const count = Math.ceil((answerKilobytes * 1024) / JSON.stringify(item).length);
  const answer = JSON.stringify({ items: Array.from({ length: count }, () => item) });
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * An integration whose calls pass on what the one before them got.
 * @param {Awaited<ReturnType<typeof signUp>>} account
 * @param {string} url
 */
async function deployChain({ call }, url) {
  const integration = await call('POST', '/api/integrations', {
    name: 'Tried',
    triggerConfig: { type: 'webhook', webhook: {} },
    apiCalls: Array.from({ length: callsOfEach }, (_, index) => ({
      name: `Call ${index}`,
      order: index + 1,
      method: 'POST',
      url,
      ...(index > 0 && { body: `{"first": {{items_${index - 1}[0].name}}}` }),
      responseMapping: { extractFields: [{ jsonPath: '$.items', saveAs: `items_${index}` }] },
    })),
    isActive: false,
  });
  await call('PATCH', `/api/integrations/${integration.id}`, { isActive: true });
  return integration.id;
}

const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-backtest-'));
const target = await startTarget();
const server = await startProduct(directory, observable);
try {
  const account = await signUp(server);
  const id = await deployChain(account, target.url);
  const paths = await deployIntegrations(server, { target: target.url, count: 4, account });
  const order = { url: server.url, headers: deliveryHeaders };
  await runLoad({ ...order, paths: [`/webhook/${id}`], perSecond: 50, seconds: executions / 50 });
  await waitUntilIdle(join(directory, 'wicked.db'));

  const withoutBacktest = await runLoad({ ...order, paths, perSecond, seconds });
  /** @type {number[]} */
  const milliseconds = [];
  const loadEnds = new AbortController();
  /** One after the other for as long as the load is there. */
  const backtests = async () => {
    while (!loadEnds.signal.aborted) {
      const beganAt = performance.now();
      const report = await account.call(
        'GET',
        `/api/integrations/${id}/versions/1/backtest?last=${executions}`,
      );
      if (report.same !== executions) throw new Error(JSON.stringify(report));
      milliseconds.push(performance.now() - beganAt);
    }
  };
  const { result: load, ...delay } = await observe(server.child, async () => {
    const trying = backtests();
    const result = await runLoad({ ...order, paths, perSecond, seconds }).finally(() => loadEnds.abort());
    await trying;
    return result;
  });
  tell('acceptance at 200/s, no backtest, p99', `${withoutBacktest.p99.toFixed(1)} ms`);
  noteAtMost(`acceptance at 200/s during ${milliseconds.length} backtests, p99`, load.p99, 100, 'ms');
  tell('acceptance during them, p50', `${load.p50.toFixed(1)} ms`);
  tell('event loop during them, p99, max', `${delay.p99.toFixed(1)} ms, ${delay.max.toFixed(1)} ms`);
  noteAtMost(`a backtest of ${executions} executions, slowest`, percentile(milliseconds, 1) / 1000, 5, 's');
  tell('a backtest, p50', `${(percentile(milliseconds, 0.5) / 1000).toFixed(2)} s`);
  note('deliveries refused', { figure: String(load.refused), bar: '0', holds: load.refused === 0 });
} finally {
  await stopProcess(server.child);
  target.close();
  rmSync(directory, { recursive: true, force: true });
}
printTable();
