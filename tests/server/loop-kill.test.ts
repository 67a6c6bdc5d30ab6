import { randomInt } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget, type Target } from '../support/target';
import { awaitEnded, keyOf, listExecutionRows, listRepeated, noteRecorded, openForReading } from './records';

/** How often the server is killed, and how many items there are; the full length is 50 and 1,000. */
const rounds = Number(process.env.LOOP_KILL_ROUNDS ?? 5);
const items = Number(process.env.LOOP_KILL_ITEMS ?? 200);

let dataDir: string;
let target: Target;
let integrationId: string;

beforeEach(async () => {
  dataDir = createDataDir();
  target = await startTarget((_request, response) => {
    setTimeout(() => response.end('{"n":1}'), randomInt(0, 10));
  });
  const seed = await seedOwner(dataDir);
  integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      {
        id: 'one',
        name: 'One',
        method: 'GET',
        url: `${target.url}/one/{{entry}}`,
        responseMapping: { extractFields: [{ jsonPath: '.n', saveAs: 'n' }] },
      },
      { id: 'end', name: 'End', method: 'POST', url: `${target.url}/end`, body: '{{all}}' },
    ],
    loopSteps: [
      {
        id: 'l1',
        order: 0.5,
        throughCallId: 'one',
        items: 'trigger',
        itemName: 'entry',
        atOnce: 5,
        collect: [{ from: 'n', saveAs: 'all' }],
      },
    ],
  });
  await seed.close();
});

afterEach(() => target.close());

test(
  `${rounds} kills amid ${items} items lose none, and send none again that was answered`,
  async () => {
    /** For each call whose answer was on disk at a kill: how many requests had arrived by then. */
    const recorded = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      if (round === 0) {
        const list = Array.from({ length: items }, (_, index) => index);
        await fetch(`${server.url}/webhook/${integrationId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(list),
        });
      }
      const enough = target.received.length + Math.max(1, Math.floor(items / (rounds + 2)));
      await target.arrived(enough);
      await server.kill('SIGKILL');
      noteRecorded(recorded, dataDir, target.received);
    }
    const server = await startServer({ dataDir });
    const db = openForReading(dataDir);
    await awaitEnded(db);
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    expect(listExecutionRows(db).map(({ status }) => status)).toEqual(['completed']);
    db.close();
    const keys = new Set(target.received.map(keyOf));
    expect(keys.size).toBe(items + 1);
    expect(listRepeated(target.received, recorded)).toEqual([]);
    expect(JSON.parse(target.received.at(-1)?.body ?? '')).toHaveLength(items);
    console.info(
      `${rounds} kills amid ${items} items: ${target.received.length - items - 1} sent again, outcome unknown`,
    );
  },
  rounds * 10_000 + 60_000,
);
