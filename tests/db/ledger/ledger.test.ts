// What every ledger does, however it writes.
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyHoldings } from '~/db/executions/queue/claim-capacity';
import { freeJobsOf, holdsLease } from '~/db/executions/queue/jobs';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { updateListening } from '~/db/executions/samples';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { findIntegrationState } from '~/db/integrations/integration-state';
import type { NewDelivery } from '~/db/ledger/deliveries';
import type { Change } from '~/db/ledger/changes';
import { createLedger, type Ledger } from '~/db/ledger/ledger';
import { createTestUser } from '../../support/accounts';
import type { TestContext } from '../../support/context';
import {
  createIntegrationContext,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../support/executions';
import { times } from '../../support/in-turn';

/** The same ledger, asked and answered by messages, as another thread would be. */
function byMessages(ledger: Ledger): Ledger {
  return {
    accept: async (...args) => structuredClone(await ledger.accept(...structuredClone(args))),
    claim: async (...args) => structuredClone(await ledger.claim(...structuredClone(args))),
    record: async (...args) => structuredClone(await ledger.record(...structuredClone(args))),
    beat: async (...args) => structuredClone(await ledger.beat(...structuredClone(args))),
    recover: async (...args) => structuredClone(await ledger.recover(...structuredClone(args))),
    release: async (...args) => structuredClone(await ledger.release(...structuredClone(args))),
  };
}

const leaseMs = 30_000;

describe.each([
  ['in the thread that asks', createLedger],
  ['asked by messages', (db: Parameters<typeof createLedger>[0]) => byMessages(createLedger(db))],
])('a ledger %s', (_where, make) => {
  let context: TestContext;
  let owner: Owner;
  let ledger: Ledger;

  beforeEach(async () => {
    ({ context, owner } = await createIntegrationContext());
    ledger = make(context.db);
  });

  async function arrive(over: Partial<NewDelivery> = {}): Promise<NewDelivery> {
    const { integrationId } = owner;
    const seen = await findIntegrationState(context.db, integrationId);
    if (!seen) throw new Error('There is no such integration');
    const delivery = { integrationId, seen, json: '{"n":1.0}', key: undefined, hops: 0 };
    return { ...delivery, rejection: undefined, at: context.now(), ...over };
  }

  async function claim(by = 'a', limit = 10): Promise<ClaimedJob[]> {
    const room = { holdings: emptyHoldings(64), at: 0 };
    return (await ledger.claim({ owner: by, limit, now: context.now(), leaseMs, room })).jobs;
  }

  async function claimOne(): Promise<ClaimedJob> {
    const [job] = await claim();
    if (!job) throw new Error('There was nothing to claim');
    return job;
  }

  const listExecutions = () =>
    context.db.all(context.db.build.selectFrom('executions').select(['id', 'status']).orderBy('id'));

  const countTotal = async () =>
    (await context.db.first(context.db.build.selectFrom('integrations').select('total_executions as total')))
      ?.total;

  function end(executionId: string): Change {
    const { integrationId, organizationId } = owner;
    const ending = { id: executionId, integrationId, status: 'completed' as const, errorMessage: null };
    const completed = { ...ending, completedAt: context.now() };
    return { kind: 'execution-ended', ending: completed, organizationId, hops: 0, mails: [] };
  }

  describe('accepting', () => {
    test('stores a queued execution', async () => {
      const stored = await ledger.accept(await arrive());
      expect(stored).toEqual({ kind: 'stored', executionId: expect.any(String), isRejected: false });
      expect(await listExecutions()).toMatchObject([{ status: 'queued' }]);
    });

    test('stores nothing when the integration has changed since it was looked up', async () => {
      const delivery = await arrive();
      await updateListening(context.db, { id: owner.integrationId, ...owner }, context.now());
      expect(await ledger.accept(delivery)).toEqual({ kind: 'stale' });
      expect(await listExecutions()).toEqual([]);
    });

    test('of deliveries of one moment with one key, one is stored', async () => {
      const delivery = await arrive({ key: 'k' });
      const stored = await Promise.all(Array.from({ length: 5 }, () => ledger.accept(delivery)));
      const ids = stored.map((each) => (each.kind === 'stored' ? each.executionId : 'stale'));
      expect(new Set(ids).size).toBe(1);
      expect(await listExecutions()).toHaveLength(1);
    });

    test('of a delivery that may not run, an execution in error, which is counted', async () => {
      const delivery = await arrive({ rejection: { kind: 'missing-variables', message: 'No.' } });
      expect(await ledger.accept(delivery)).toMatchObject({ kind: 'stored', isRejected: true });
      expect([await listExecutions(), await countTotal()]).toMatchObject([[{ status: 'error' }], 1]);
    });
  });

  describe('recording', () => {
    test('writes all that happened, in its order', async () => {
      const id = await createTestExecution(context, owner);
      const job = await claimOne();
      const place = { executionId: id, step: 0 };
      const row = { execution_id: id, step: 0 };
      const step = { ...row, kind: 'call' as const, call_id: 'c', name: 'C', status: 'running' as const };
      const nothing = { detail: null, page: null, loop_id: null, item: null };
      const begun = { ...step, error_message: null, extractions: null, saved: null, ...nothing };
      const attempt = { ...row, attempt: 1, request: '{}', started_at: context.now() };
      const response = { response: null, statusCode: 200, errorMessage: null, durationMs: 7, ruling: null };
      const ended = { ...place, status: 'success' as const, errorMessage: null, extractions: null };
      const outcome = await ledger.record(job, [
        { kind: 'step-begun', step: begun },
        { kind: 'attempt-begun', attempt },
        { kind: 'attempt-ended', ending: { ...place, attempt: 1, ...response } },
        { kind: 'step-ended', ending: { ...ended, saved: null, detail: null } },
      ]);
      expect(outcome).toEqual({ kind: 'stored', queuedIntegrationIds: [] });
      expect(await listSteps(context.db, [id])).toMatchObject([{ step: 0, status: 'success' }]);
      expect(await listAttempts(context.db, [id])).toMatchObject([{ status_code: 200, sends: 1 }]);
      expect(await holdsLease(context.db, job)).toBe(true);
    });

    test('writes nothing for a runner that lost the lease', async () => {
      const id = await createTestExecution(context, owner);
      const job = await claimOne();
      await freeJobsOf(context.db, 'a');
      const [next] = await claim('b');
      expect(await ledger.record(job, [end(id)])).toEqual({ kind: 'lost' });
      expect(await listExecutions()).toMatchObject([{ status: 'running' }]);
      expect(next && (await holdsLease(context.db, next))).toBe(true);
    });

    test('asked again, not knowing how it went, it changes nothing', async () => {
      const id = await createTestExecution(context, owner);
      const job = await claimOne();
      expect(await ledger.record(job, [end(id)])).toEqual({ kind: 'stored', queuedIntegrationIds: [] });
      expect(await ledger.record(job, [end(id)])).toEqual({ kind: 'lost' });
      expect([await listExecutions(), await countTotal()]).toMatchObject([[{ status: 'completed' }], 1]);
    });

    test('gives a job back, to be claimed when it is due', async () => {
      await createTestExecution(context, owner);
      const job = await claimOne();
      await ledger.record(job, [{ kind: 'job-released', runAt: context.now() + 1_000, failed: true }]);
      expect(await claim()).toEqual([]);
      context.clock.advance(1_000);
      expect(await claim()).toMatchObject([{ jobId: job.jobId, failures: 1 }]);
    });
  });

  describe('leases', () => {
    test('a heartbeat renews those that are named, and no others', async () => {
      await times(2, () => createTestExecution(context, owner));
      const [kept, forgotten] = await claim();
      if (!kept || !forgotten) throw new Error('Two were to be claimed');
      context.clock.advance(leaseMs - 1);
      await ledger.beat([kept], context.now() + leaseMs);
      context.clock.advance(1);
      expect(await ledger.recover([], { owner: 'b', now: context.now() })).toBe(1);
      expect([await holdsLease(context.db, kept), await holdsLease(context.db, forgotten)]).toEqual([
        true,
        false,
      ]);
    });

    test('of a dead runner are freed before they run out', async () => {
      await createTestExecution(context, owner);
      await claim('dead');
      expect(await ledger.recover(['dead'], { owner: 'b', now: context.now() })).toBe(1);
      expect(await claim('b')).toMatchObject([{ deaths: 1 }]);
    });

    test('of a runner that stops are given back, and that is no death', async () => {
      await createTestExecution(context, owner);
      await claim('a');
      await ledger.release('a');
      expect(await claim('b')).toMatchObject([{ deaths: 0 }]);
    });
  });

  test('claims take turns between organizations from one to the next', async () => {
    const { organizationId } = await createTestUser(context);
    const other = await createTestIntegration(context, organizationId);
    for (const each of [owner, owner, other, other]) await createTestExecution(context, each);
    const turns = await times(4, () => claim('a', 1));
    const [first, second] = turns.flat().map((job) => job.organizationId);
    expect(new Set([first, second]).size).toBe(2);
    expect(turns.flat().map((job) => job.organizationId)).toEqual([first, second, first, second]);
  });
});
