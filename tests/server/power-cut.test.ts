// The power fails while deliveries come in: what is left on disk holds everything that was acknowledged, and every answer
// that the next step was taken by. What the disk keeps is made by a library of a few lines, which the C compiler of the
// machine makes for the test.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget } from '../support/target';
import { sendUntilGone } from './load';
import { countUnfinished, listExecutionRows, listRecordedKeys, openForReading } from './records';

/** How often the power fails; the full length is 20. */
const rounds = Number(process.env.POWER_CUT_ROUNDS ?? 3);
const acknowledgedARound = 400;
const secret = 'a secret for the power cut';

function compileShim(): string {
  const library = join(createDataDir(), 'power-cut.so');
  const source = join(import.meta.dirname, 'power-cut.c');
  const args = ['-shared', '-fPIC', '-O1', '-pthread', '-o', library, source];
  const compiled = spawnSync('cc', args, { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(`The library was not compiled: ${compiled.stderr}`);
  return library;
}

test(
  'nothing acknowledged is lost and no recorded call repeated when the power fails',
  async () => {
    const shim = compileShim();
    const received: string[] = [];
    const target = await startTarget((request, response) => {
      received.push(String(request.headers['idempotency-key']));
      response.end('{"token":"t"}');
    });
    let dataDir = createDataDir();
    const seed = await seedOwner(dataDir);
    const integrationId = await seedIntegration(seed, {
      triggerConfig: webhookTrigger({ secret }),
      apiCalls: ['first', 'second'].map((id) => ({
        id,
        name: id,
        method: 'POST',
        url: `${target.url}/${id}`,
      })),
    });
    await seed.close();

    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const left = join(createDataDir(), 'left');
      mkdirSync(left);
      copyFileSync(join(dataDir, 'wicked.db'), join(left, 'wicked.db'));
      const env = {
        LD_PRELOAD: shim,
        POWER_CUT_FROM: dataDir,
        POWER_CUT_TO: left,
        // Or the senders would be refused again and again until they may send what is enough.
        WEBHOOK_RATE: '100000',
        WEBHOOK_BURST: '200000',
      };
      const server = await startServer({ dataDir, env });
      const enough = acknowledged.length + acknowledgedARound;
      await sendUntilGone(server, [integrationId], {
        senders: 16,
        secret,
        acknowledge: (executionId) => {
          acknowledged.push(executionId);
          if (acknowledged.length === enough) void server.kill('SIGKILL');
        },
      });
      const recorded = new Set(listRecordedKeys(left));
      const before = received.length;

      // From here on the machine has nothing but what the disk kept.
      dataDir = left;
      const restarted = await startServer({ dataDir });
      const db = openForReading(dataDir);
      await expect.poll(() => countUnfinished(db), { interval: 20 }).toBe(0);
      const ends = new Map(listExecutionRows(db).map(({ id, status }) => [id, status]));
      expect(acknowledged.filter((id) => ends.get(id) !== 'completed')).toEqual([]);
      expect(received.slice(before).filter((key) => recorded.has(key))).toEqual([]);
      expect(recorded.size).toBeGreaterThan(0);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
      expect(await restarted.kill('SIGTERM'), restarted.output()).toBe(0);
    }
    await target.close();
  },
  rounds * 60_000 + 60_000,
);
