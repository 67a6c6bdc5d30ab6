// The key changes without a stop, as docs/operations.md tells: two servers on one directory, each restarted in its turn, and the
// command beside both, under load all the while.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInstallation } from '~/db/core/installation';
import { isRightKey, opensKeyCheck } from '~/services/installation/key-check';
import { maintain } from '../support/command';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, testKeys, type TestServer } from '../support/server';
import { startTarget } from '../support/target';
import { waitFor } from '../support/wait-for';
import { awaitEnded, listExecutionRows, openForReading } from './records';

const former = testKeys.appKey.toString('base64');
const next = Buffer.alloc(32, 9).toString('base64');
const secret = 'a secret of the webhook';
const token = 'a token that calls carry';

test('two servers change the key in turns and with one command, and each delivery and call goes on', async () => {
  const dataDir = createDataDir();
  const target = await startTarget();
  const seed = await seedOwner(dataDir);
  const { db } = seed.context;
  await isRightKey(db, testKeys);
  const integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger({ secret }),
    apiCalls: [{ id: 'a', method: 'POST', url: target.url, authConfig: { type: 'bearer', token } }],
  });
  let env: Record<string, string> = { APP_KEY: former, OTHER_APP_KEY: next };
  const start = () => startServer({ dataDir, env });
  const servers = await Promise.all([start(), start()]);

  /** As a balancer does: the other one when one does not answer. */
  async function deliver(): Promise<number> {
    for (const server of servers) {
      const status = await post(server).catch(() => 503);
      if (status === 202) return status;
    }
    return 503;
  }
  async function post({ url }: TestServer): Promise<number> {
    const headers = { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret };
    const answer = await fetch(`${url}/webhook/${integrationId}`, { method: 'POST', headers, body: '{}' });
    await answer.arrayBuffer();
    return answer.status;
  }
  const statuses: number[] = [];
  const stopping = new AbortController();
  const sending = (async () => {
    while (!stopping.signal.aborted) {
      statuses.push(await deliver());
      await sleep(20);
    }
  })();
  async function restart(settings: Record<string, string>): Promise<void> {
    env = settings;
    for (const index of [0, 1]) {
      expect(await servers[index]?.kill('SIGTERM'), servers[index]?.output()).toBe(0);
      servers[index] = await start();
    }
  }
  const opensWith = async (key: string) => {
    const { keyCheck } = await readInstallation(db);
    return keyCheck !== null && opensKeyCheck(keyCheck, Buffer.from(key, 'base64'));
  };

  const rotated = await maintain(dataDir, ['rotate-key'], { NEW_APP_KEY: next });
  expect([rotated.code, rotated.stderr]).toEqual([
    1,
    expect.stringContaining('A server or another command uses'),
  ]);
  expect(await opensWith(former)).toBe(true);

  await restart({ APP_KEY: next, OTHER_APP_KEY: former });
  const resealed = await maintain(dataDir, ['reseal'], env);
  expect(resealed.code, resealed.stderr).toBe(0);
  await restart({ APP_KEY: next });
  expect([await opensWith(former), await opensWith(next)]).toEqual([false, true]);
  const { length } = statuses;
  await waitFor('five more answers', () => statuses.length >= length + 5);
  stopping.abort();
  await sending;

  const rows = openForReading(dataDir);
  await awaitEnded(rows);
  expect(new Set(statuses)).toEqual(new Set([202]));
  const ends = listExecutionRows(rows).map(({ status }) => status);
  rows.close();
  expect(ends).toEqual(statuses.map(() => 'completed'));
  expect(new Set(target.received.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Bearer ${token}`]),
  );
  for (const server of servers) expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  await seed.close();
  await target.close();
});
