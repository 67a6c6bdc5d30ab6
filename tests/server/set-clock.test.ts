// The clock of the machine is set by an hour while calls are under way, attempts are waited for and items of a list run: nothing is
// sent twice, nothing ends for it, and nothing waits for the hour to pass.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHandling } from '../engine/run/run-steps';
import { inTurn } from '../support/in-turn';
import { type SeededDefinition, seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget } from '../support/target';
import { awaitEnded, listExecutionRows, openForReading } from './records';

/** For how long a call is under way, and its next attempt is waited for. */
const slowMs = 1_500;

function compileClock(directory: string): string {
  const library = join(directory, 'set-clock.so');
  const source = join(import.meta.dirname, 'set-clock.c');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(`The library was not compiled: ${compiled.stderr}`);
  return library;
}

const retrying = [
  makeHandling('a', [{ statusCodes: [503], action: 'retry', retryConfig: { retryDelay: slowMs } }]),
];
const eachEntry = [{ order: 0.5, throughCallId: 'a', items: 'trigger.list', itemName: 'entry', atOnce: 2 }];

function listDefinitions(url: string): SeededDefinition[] {
  const call = (path: string) => [{ id: 'a', name: 'A', method: 'POST', url: url + path }];
  return [
    { apiCalls: [...call('/slow'), { id: 'b', name: 'B', method: 'GET', url: `${url}/next` }] },
    { apiCalls: call('/refused'), responseHandlingSteps: retrying },
    { apiCalls: call('/slow/{{entry}}'), loopSteps: eachEntry },
    { apiCalls: call('/refused/{{entry}}'), loopSteps: eachEntry, responseHandlingSteps: retrying },
  ];
}

function deliver(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: '{"list":["x","y"]}' });
}

test.each([3_600, -3_600])('a clock that is set by %s s while executions run', async (seconds) => {
  const dataDir = createDataDir();
  const ahead = join(dataDir, 'ahead');
  writeFileSync(ahead, '0');
  const target = await startTarget((request, response) => {
    const isFirst = String(request.headers['idempotency-key']).endsWith('.1');
    if (request.url.startsWith('/refused') && isFirst) response.statusCode = 503;
    setTimeout(() => response.end('{}'), request.url.startsWith('/slow') ? slowMs : 0);
  });
  const seed = await seedOwner(dataDir);
  const ids = await inTurn(listDefinitions(target.url), (definition) =>
    seedIntegration(seed, { triggerConfig: webhookTrigger(), ...definition }),
  );
  await seed.close();
  const server = await startServer({
    dataDir,
    env: { LD_PRELOAD: compileClock(createDataDir()), CLOCK_AHEAD: ahead },
  });
  const answers = await Promise.all(ids.map((id) => deliver(`${server.url}/webhook/${id}`)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  // A first request of each call and item.
  await target.arrived(6);
  writeFileSync(ahead, String(seconds));

  const db = openForReading(dataDir);
  await awaitEnded(db);
  expect(listExecutionRows(db).map(({ status }) => status)).toEqual(Array(4).fill('completed'));
  db.close();
  expect(target.received).toHaveLength(6 + 1 + 3);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  await target.close();
});
