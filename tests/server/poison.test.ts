// An execution with which the server dies each time that it is run, among many that do no harm.
import { expect, test } from 'vitest';
import { once } from 'node:events';
import { times } from '../support/in-turn';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { startTarget } from '../support/target';
import { awaitEnded, listExecutionRows, openForReading } from './records';

test('what kills the server is ended after three deaths, and nothing that ran beside it', async () => {
  const dataDir = createDataDir();
  let server: TestServer | undefined;
  let deaths = 0;
  const target = await startTarget(({ url }, response) => {
    if (url === '/harmless') setTimeout(() => response.end('{}'), 300);
    else server?.process.kill('SIGKILL');
  });
  const seed = await seedOwner(dataDir);
  const add = (path: string) =>
    seedIntegration(seed, {
      triggerConfig: webhookTrigger(),
      apiCalls: [{ id: 'a', name: 'A', method: 'GET', url: `${target.url}${path}` }],
    });
  const harmless = await times(3, () => add('/harmless'));
  const poisoned = await add('/poison');
  await seed.close();

  server = await startServer({ dataDir });
  const { url } = server;
  for (const id of [...harmless, ...harmless, ...harmless, poisoned]) {
    // The last is answered when it is on disk, or not at all.
    await fetch(`${url}/webhook/${id}`, { method: 'POST', body: '{}' }).catch(() => undefined);
  }
  const db = openForReading(dataDir);
  for (;;) {
    const gone = once(server.process, 'exit').then(() => true);
    const isOver = async () => {
      await awaitEnded(db);
      return false;
    };
    if (!(await Promise.race([gone, isOver()]))) break;
    deaths += 1;
    server = await startServer({ dataDir });
  }
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  const ends = listExecutionRows(db);
  db.close();
  await target.close();
  expect(deaths).toBe(3);
  expect(ends.filter(({ status }) => status === 'completed')).toHaveLength(9);
  expect(ends.filter(({ status }) => status === 'error')).toHaveLength(1);
});
