import type { ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { insertJob } from '~/db/executions/queue/jobs';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { createLoops, type Loops } from '~/jobs/loops';
import { makeOutbound } from '../outbound/loopback';
import { createTestContext, type TestContext } from '../support/context';
import { startTarget, type Target } from '../support/target';

let context: TestContext;
/** Takes the audit log, and answers when the test releases it. */
let collector: Target;
let held: ServerResponse[];
let loops: Loops;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-loops-'));
  held = [];
  collector = await startTarget((_request, response) => void held.push(response));
  const auditStream = { kind: 'webhook', url: `${collector.url}/audit`, secret: 'of the audit' } as const;
  context = await createTestContext({ outbound: makeOutbound(), config: { dataDir, auditStream } });
  await insertAuditEntry(context.db, { kind: 'login', now: context.now() });
  context.clock.advance(10_000);
  loops = createLoops(context, {});
  onTestFinished(async () => {
    release();
    await loops.stop(60_000);
    await collector.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

function release(): void {
  for (const response of held.splice(0)) response.end();
}

/** Queues a mail that was deleted: a runner that claims the job removes it at once. */
async function queueMail(): Promise<void> {
  const now = context.now();
  await insertJob(context.db, {
    kind: 'email',
    subjectId: 'deleted',
    organizationId: null,
    runAt: now,
    now,
  });
  context.wake();
}

function listJobs() {
  return context.db.all(context.db.build.selectFrom('jobs').select(['subject_id', 'lease_owner']));
}

async function settle(): Promise<void> {
  for (let commit = 0; commit < 20; commit += 1) await context.db.groupCommit(async () => undefined);
}

test('while another loop ends its work after a stop, the runner begins nothing more', async () => {
  loops.start();
  await queueMail();
  await expect.poll(listJobs).toEqual([]);
  await collector.arrived(1);
  const stopped = loops.stop(60_000);
  // A claim that was being written ends.
  await settle();
  await queueMail();
  // A claim and the removal of the job would be among these commits.
  await settle();
  expect(await listJobs()).toEqual([{ subject_id: 'deleted', lease_owner: null }]);
  release();
  await stopped;
});

test('a loop that does not end its work in time holds up no stop', async () => {
  loops.start();
  await collector.arrived(1);
  await loops.stop(0);
  // It still waits for the answer.
  expect(held.map(({ destroyed }) => destroyed)).toEqual([false]);
});
