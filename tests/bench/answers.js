// How long after the end of its run a sender that waits for the result gets its answer. `npm run build && node tests/bench/answers.js`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopProcess } from './processes.js';
import { signUp, startProduct } from './product.js';
import { noteAtMost, percentile, printTable, tell } from './table.js';

const deliveries = 400;
/** Senders that wait at the same time, for a host that answers after a while. */
const atOnce = 20;
const slowMs = 150;

/** A target that notes when it has answered. */
async function startTarget() {
  /** @type {Map<string, number>} */
  const answered = new Map();
  const server = createServer((req, res) => {
    setTimeout(() => {
      answered.set(req.headers['x-delivery']?.toString() ?? '', performance.now());
      res.end('{"ok":true}');
    }, slowMs);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, answered, close: () => server.close() };
}

/**
 * @param {{ url: string, readOutput: () => string }} server
 * @param {string} target
 */
async function deploy(server, target) {
  const { call } = await signUp(server);
  const integration = await call('POST', '/api/integrations', {
    name: 'Answers',
    triggerConfig: {
      type: 'webhook',
      webhook: {
        respond: { mode: 'result', contentType: 'application/json', body: '{"ok": {{answer.ok}}}' },
      },
    },
    apiCalls: [
      {
        name: 'Read',
        method: 'GET',
        url: target,
        headers: { 'X-Delivery': '{{trigger.n}}' },
        responseMapping: { saveAs: 'answer' },
      },
    ],
    isActive: false,
  });
  await call('PATCH', `/api/integrations/${integration.id}`, { isActive: true });
  return `${server.url}/webhook/${integration.id}`;
}

/** Milliseconds from the end of the last call's answer to the sender's, smallest first. */
async function measureAnswers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'answers-'));
  const target = await startTarget();
  const server = await startProduct(dataDir);
  /** @type {number[]} */
  const waits = [];
  try {
    const url = await deploy(server, target.url);
    let next = 0;
    const send = async () => {
      while (next < deliveries) {
        const n = next++;
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ n }),
        });
        const text = await response.text();
        if (text !== '{"ok": true}') throw new Error(`${response.status} ${text}`);
        waits.push(performance.now() - (target.answered.get(String(n)) ?? 0));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, send));
  } finally {
    await stopProcess(server.child);
    target.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return waits.toSorted((a, b) => a - b);
}

const waits = await measureAnswers();
tell('answer after the last call, p50', `${percentile(waits, 0.5).toFixed(1)} ms`);
noteAtMost('answer after the last call, p95', percentile(waits, 0.95), 50, 'ms');
printTable();
