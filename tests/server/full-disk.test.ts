// A disk of 64 MB that runs full under load, twice: at once, because something else fills it, and slowly by what is
// stored. Mounting such a disk takes root; where that is refused this is skipped, and tests/db/core/open.test.ts shows the
// part that needs no disk.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { startServer, type TestServer } from '../support/server';
import { startTarget } from '../support/target';
import { waitFor } from '../support/wait-for';
import { awaitEnded, listExecutionRows, openForReading } from './records';
import { createSmallDisk, enlarge, fillUp, mayMount } from './small-disk';
import { times } from '../support/in-turn';

const senders = 8;
const payload = JSON.stringify({ text: 'x'.repeat(30_000) });

/** Delivers without a pause until it is stopped, and counts the answers. */
function deliverAlways({ url }: TestServer, integrationIds: string[]) {
  const pool = new Pool(url, { connections: senders });
  const acknowledged: string[] = [];
  const others = new Map<number, number>();
  const counts = { sent: 0, refused: 0 };
  const stopping = new AbortController();
  async function send(): Promise<void> {
    while (!stopping.signal.aborted) {
      const path = `/webhook/${integrationIds[(counts.sent += 1) % integrationIds.length]}`;
      const answer = await pool.request({ method: 'POST', path, body: payload });
      const body = (await answer.body.json()) as { executionId: string };
      if (answer.statusCode === 202) acknowledged.push(body.executionId);
      else if (answer.statusCode === 503 && answer.headers['retry-after']) counts.refused += 1;
      else others.set(answer.statusCode, (others.get(answer.statusCode) ?? 0) + 1);
      if (answer.statusCode !== 202) await sleep(10);
    }
  }
  const done = Promise.all(Array.from({ length: senders }, send));
  return {
    acknowledged,
    others,
    /** Resolves when so many more were refused, or acknowledged, than until now. */
    refuses(count: number) {
      const goal = counts.refused + count;
      return waitFor(
        () => `the refusal of ${goal} deliveries; ${counts.refused} were refused`,
        () => counts.refused >= goal,
      );
    },
    acknowledges(count: number) {
      const goal = acknowledged.length + count;
      return waitFor(
        () => `the 202 of ${goal} deliveries; ${acknowledged.length} came`,
        () => acknowledged.length >= goal,
      );
    },
    async stop() {
      stopping.abort();
      await done;
      await pool.close();
    },
  };
}

test.skipIf(!mayMount)(
  'a full disk rejects what is new, loses nothing that was acknowledged, and works again by itself',
  async () => {
    const dataDir = createSmallDisk(64);
    const target = await startTarget();
    const seed = await seedOwner(dataDir);
    const integrationIds = await times(20, () =>
      seedIntegration(seed, {
        triggerConfig: webhookTrigger(),
        apiCalls: [{ method: 'GET', url: target.url }],
      }),
    );
    await seed.close();
    const server = await startServer({ dataDir, env: { LOG_LEVEL: 'fatal' } });
    const load = deliverAlways(server, integrationIds);
    await load.acknowledges(200);

    const filler = join(dataDir, 'filler');
    fillUp(filler);
    await load.refuses(20);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\nwicked_disk_low 1\n');
    rmSync(filler);
    await load.acknowledges(100);

    await load.refuses(20);
    enlarge(dataDir, 160);
    await load.acknowledges(100);
    await load.stop();
    expect([...load.others.keys()].filter((status) => status !== 429)).toEqual([]);

    const db = openForReading(dataDir);
    await awaitEnded(db);
    const statuses = new Map(listExecutionRows(db).map(({ id, status }) => [id, status]));
    const lost = load.acknowledged.filter((id) => statuses.get(id) !== 'completed');
    expect(lost).toEqual([]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    // What the log holds cannot be brought into the file then.
    fillUp(filler);
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    await target.close();
  },
);
