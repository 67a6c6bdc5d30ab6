import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCheck, makeHandling } from '../engine/run/run-steps';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { type Received, startTarget, type Target } from '../support/target';
import { sendUntilGone } from './load';
import {
  type AttemptRow,
  awaitEnded,
  keyOf,
  letEndangeredFinish,
  listAttemptRows,
  listExecutionRows,
  listRepeated,
  noteRecorded,
  openForReading,
} from './records';
import { times } from '../support/in-turn';

/** How often the server is killed; the full length is 200. */
const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const secret = 'a secret for the kill test';

let dataDir: string;
let target: Target;
let integrationIds: string[];

beforeEach(async () => {
  dataDir = createDataDir();
  target = await startTarget((request, response) => {
    // Some first attempts fail, so that runs wait; a later one never does.
    if (keyOf(request).endsWith('.first.1') && randomInt(0, 4) === 0) response.statusCode = 503;
    // Some calls are always in flight, so that a kill meets them before, in and after each write.
    setTimeout(() => response.end(JSON.stringify({ token: `t${request.body}` })), randomInt(0, 10));
  });
  const seed = await seedOwner(dataDir);
  integrationIds = await times(4, (index) =>
    seedIntegration(seed, {
      name: `Killed ${index}`,
      triggerConfig: webhookTrigger({ secret, variables: [{ name: 'n', jsonPath: '.n', required: true }] }),
      apiCalls: [
        {
          id: 'first',
          name: 'First',
          method: 'POST',
          url: `${target.url}/first`,
          body: '{{n}}',
          responseMapping: { extractFields: [{ jsonPath: '.token', saveAs: 'token' }] },
        },
        { id: 'passed', name: 'Passed', method: 'GET', url: `${target.url}/passed` },
        { id: 'second', name: 'Second', method: 'GET', url: `${target.url}/second/{{token}}` },
        { id: 'left', name: 'Left', method: 'GET', url: `${target.url}/left` },
        { id: 'third', name: 'Third', method: 'GET', url: `${target.url}/third/{{token}}` },
      ],
      conditionalExecutionSteps: [
        makeCheck(
          1,
          { field: 'token', operator: 'starts_with', value: 't' },
          {
            nextApiCallId: 'second',
          },
        ),
        makeCheck(
          3,
          { field: 'token', operator: 'equals', value: 'none' },
          { otherwise: 'go_to', otherwiseApiCallId: 'third' },
        ),
      ],
      responseHandlingSteps: [
        makeHandling('first', [{ statusCodes: [503], action: 'retry', retryConfig: { retryDelay: 100 } }]),
        makeHandling('second', [
          { statusCodes: ['2xx'], action: 'webhook', webhookURL: `${target.url}/notice` },
        ]),
      ],
    }),
  );
  await seed.close();
});

afterEach(() => target.close());

test(
  `${rounds} kills under load lose no acknowledged delivery and repeat no recorded call`,
  async () => {
    const acknowledged: string[] = [];
    /** For each call whose result was on disk at a kill: how many requests had arrived at the target by then. */
    const recorded = new Map<string, number>();

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      await letEndangeredFinish(dataDir);
      const enough = acknowledged.length + randomInt(20, 120);
      const enoughAcknowledged = new Promise<void>((resolve) => {
        void sendUntilGone(server, integrationIds, {
          senders: 16,
          secret,
          acknowledge(executionId) {
            acknowledged.push(executionId);
            if (acknowledged.length === enough) resolve();
          },
        });
      });
      await enoughAcknowledged;
      await sleep(randomInt(0, 30));
      await server.kill('SIGKILL');
      noteRecorded(recorded, dataDir, target.received);
    }

    const server = await startServer({ dataDir });
    const db = openForReading(dataDir);
    await awaitEnded(db);
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);

    const executions = new Map(listExecutionRows(db).map((row) => [row.id, row]));
    const attempts = listAttemptRows(db);
    expect(acknowledged.filter((id) => !executions.has(id))).toEqual([]);
    expect([...executions.values()].filter((row) => row.status !== 'completed')).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 20);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(listRepeated(target.received, recorded)).toEqual([]);
    expect(listOverSent(target.received, attempts)).toEqual([]);
    expect(listDisordered(target.received, attempts)).toEqual([]);
    expect(listIncomplete(attempts)).toEqual([]);
    expect(attempts.some(({ key }) => key.endsWith('.first.2'))).toBe(true);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();

    console.info(
      `${rounds} kills: ${acknowledged.length} acknowledged, ${executions.size} executions, ` +
        `${attempts.length} calls, ${attempts.filter(({ sends }) => sends > 1).length} sent again with their outcome unknown`,
    );
  },
  rounds * 30_000 + 60_000,
);

/** Calls that arrived more often than was written down before sending. */
function listOverSent(received: Received[], attempts: AttemptRow[]): AttemptRow[] {
  const counts = new Map<string, number>();
  for (const request of received) counts.set(keyOf(request), (counts.get(keyOf(request)) ?? 0) + 1);
  return attempts.filter(({ key, sends }) => (counts.get(key) ?? 0) > sends || !counts.has(key));
}

/** Executions of which some request arrived before the last time an earlier one did. */
function listDisordered(received: Received[], attempts: AttemptRow[]): string[] {
  const last = new Map(received.map((request, index) => [keyOf(request), index]));
  const first = new Map(received.map((request, index) => [keyOf(request), index] as const).toReversed());
  return attempts
    .filter(({ execution_id, key }, index) => {
      const before = attempts[index - 1];
      if (before?.execution_id !== execution_id) return false;
      return (last.get(before.key) ?? 0) > (first.get(key) ?? Infinity);
    })
    .map(({ execution_id }) => execution_id);
}

/** Executions that left something out: First, again when it failed, Second, its notice, Third; Passed and Left are jumped over. */
function listIncomplete(attempts: AttemptRow[]): string[] {
  const done = new Map<string, string>();
  for (const { execution_id: id, key } of attempts) {
    done.set(id, `${done.get(id) ?? ''} ${key.slice(id.length + 1)}`);
  }
  const expected = ' first.1 second.1 second-notice.1 third.1';
  return [...done].filter(([, names]) => names.replace(' first.2', '') !== expected).map(([id]) => id);
}
