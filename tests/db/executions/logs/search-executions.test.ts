import { beforeEach, describe, expect, it } from 'vitest';
import {
  indexLateExecutions,
  indexNextExecutions,
  readSearchTerms,
} from '~/db/executions/search/search-index';
import { maskBeginning } from '~/services/executions/mask-trigger-data';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import { cancelExecution } from '~/db/executions/cancellation';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { explain } from '../../../support/explain';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
  type Owner,
} from '../../../support/executions';
import { times } from '../../../support/in-turn';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext({ now: Date.now });
  owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
});

async function run(payload: string, call: Parameters<typeof addTestCall>[2] = { response: {} }, of = owner) {
  const id = await createTestExecution(context, of, payload);
  await addTestCall(context, id, call);
  await completeTestExecution(context, of, id);
  return id;
}

async function indexAll() {
  const mask = maskBeginning(context);
  while (await indexNextExecutions(context.db, { before: 'g', limit: 2, mask }));
  await indexLateExecutions(context.db, { after: '', limit: 100, mask });
}

async function find(filter: ExecutionFilter, page: { before?: string; limit?: number } = {}) {
  const found = await searchExecutions(context.db, { ...owner, filter, limit: 20, ...page });
  return found.executions.map(({ id }) => id);
}

const search = (text: string) => find({ terms: readSearchTerms(text) });

describe('words', () => {
  it('are found in the payload, the URL, bodies and errors', async () => {
    const id = await run('{"customer":"Ada Lovelace","order":"ord_12345"}', {
      request: { url: 'https://api.example.com/invoices/88', body: '{"note":"line\\nbreak caf\\u00e9"}' },
      response: { body: '{"state":"accepted"}' },
      errorMessage: 'The server hung up',
    });
    await run('{"customer":"Grace Hopper"}');
    await indexAll();
    for (const text of ['lovelace', 'ord_12345', '12345', 'api.example.com/invoices/88', 'break', 'CAFE']) {
      expect([text, await search(text)]).toEqual([text, [id]]);
    }
    expect(await search('hung accepted')).toEqual([id]);
    expect(await search('"ada lovelace"')).toEqual([id]);
    expect(await search('"lovelace ada"')).toEqual([]);
    expect(await search('hopper lovelace')).toEqual([]);
  });

  it('are no expressions, whatever is typed', async () => {
    const id = await run('{"a":"one OR two"}');
    await indexAll();
    expect(await search('one OR two')).toEqual([id]);
    for (const text of ['keys:i', 'NOT', '"', 'a AND', 'x*', '(', "'; drop", '\0one NEAR(two']) {
      await expect(search(text)).resolves.toBeDefined();
    }
    expect(readSearchTerms(' -- "" ?')).toEqual([]);
  });

  it('of binary responses are not indexed', async () => {
    await run('{}', { response: { body: 'QUJDREVG', binary: true } });
    await indexAll();
    expect(await search('QUJDREVG')).toEqual([]);
  });

  it('are those of the integration alone', async () => {
    const other = await createTestIntegration(context, owner.organizationId);
    await run('{"word":"shared"}', { response: {} }, other);
    const id = await run('{"word":"shared"}');
    await indexAll();
    expect(await search('shared')).toEqual([id]);
  });

  it('are found once they are indexed; until then it is said that the index is behind', async () => {
    const id = await run('{"word":"fresh"}');
    const asked = { ...owner, filter: { terms: ['fresh'] }, limit: 20 };
    expect(await searchExecutions(context.db, asked)).toEqual({ executions: [], isBehind: true });
    await indexAll();
    expect(await searchExecutions(context.db, asked)).toMatchObject({
      executions: [{ id }],
      isBehind: false,
    });
  });

  it('go with their execution', async () => {
    await run('{"word":"gone"}');
    await indexAll();
    await deleteSomeExecutions(context.db, owner.integrationId, 10);
    expect(await search('gone')).toEqual([]);
    const id = await run('{"word":"next"}');
    await indexAll();
    expect([await search('gone'), await search('next')]).toEqual([[], [id]]);
  });
});

describe('filters', () => {
  it('find what is indexed, what is not yet, and what is queued', async () => {
    const early = await run('1');
    const late = await createTestExecution(context, owner);
    await indexAll();
    const fresh = await run('2');
    const queued = await createTestExecution(context, owner);
    expect(await find({ status: 'completed' })).toEqual([fresh, early]);
    expect(await find({ status: 'queued' })).toEqual([queued, late]);
    expect(await find({ triggerType: 'webhook' })).toEqual([queued, fresh, late, early]);
    expect(await find({ triggerType: 'manual' })).toEqual([]);
    const { integrationId } = owner;
    await cancelExecution(context.db, { id: late, integrationId, reason: 'Enough', now: context.now() });
    expect(await find({ status: 'cancelled' })).toEqual([late]);
    await indexAll();
    expect(await find({ status: 'cancelled' })).toEqual([late]);
    expect(await find({ status: 'cancelled', triggerType: 'webhook', terms: ['Enough'] })).toEqual([late]);
    expect(await find({ status: 'completed', terms: ['Enough'] })).toEqual([]);
  });

  it('page by the last id, also through what is indexed and what is not', async () => {
    const ids = await times(4, () => run('{}'));
    await indexAll();
    ids.push(...(await times(3, () => run('{}'))));
    const newestFirst = ids.toReversed();
    const seen: string[] = [];
    for (;;) {
      const before = seen.at(-1);
      const page = await find({ status: 'completed' }, { limit: 2, ...(before && { before }) });
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toEqual(newestFirst);
  });

  it('narrow to a time', async () => {
    const id = await run('{}');
    const startedFrom = context.now() - 60_000;
    const startedBefore = context.now() + 60_000;
    for (const _ of ['not indexed', 'indexed']) {
      expect(await find({ startedFrom, startedBefore })).toEqual([id]);
      expect(await find({ startedFrom: startedBefore })).toEqual([]);
      expect(await find({ startedBefore: startedFrom })).toEqual([]);
      await indexAll();
    }
  });

  it('say that the index is behind when it has not come to more than are looked through', async () => {
    const id = await run('{}');
    const copied = context.db.sqlite.prepare(
      `insert into executions
         (id, organization_id, integration_id, integration_version, status, trigger_type, started_at, payload_seq)
       select printf('e%07d', value), organization_id, integration_id, 1, 'running', 'webhook', started_at, payload_seq
       from executions, json_each(?) where executions.id = ?`,
    );
    const copy = (from: number, count: number) =>
      copied.run(JSON.stringify(Array.from({ length: count }, (_, at) => from + at)), id);
    const asked = { ...owner, filter: { status: 'completed' as const }, limit: 2 };
    copy(0, 1_999);
    expect(await searchExecutions(context.db, asked)).toMatchObject({
      executions: [{ id }],
      isBehind: false,
    });
    copy(1_999, 1);
    expect(await searchExecutions(context.db, asked)).toEqual({ executions: [], isBehind: true });
  });

  it('find what waits, however many wait elsewhere and after it', async () => {
    const mine = await createTestExecution(context, owner);
    context.db.sqlite.prepare(`update executions set status = 'running' where id = ?`).run(mine);
    await indexAll();
    const note = context.db.sqlite.prepare(
      `insert or replace into unindexed_executions (execution_id, of_integration_id)
       select printf('f%07d', value), ? from json_each(?)`,
    );
    const noteMany = (integrationId: string) =>
      note.run(integrationId, JSON.stringify(Array.from({ length: 2_000 }, (_, at) => at)));
    noteMany('another');
    expect(await find({ status: 'running' })).toEqual([mine]);
    noteMany(owner.integrationId);
    expect(await find({ status: 'running' }, { before: 'e' })).toEqual([mine]);
  });

  it('ask indexes alone', async () => {
    const filter = { status: 'error', startedFrom: 1, startedBefore: Date.now() } as const;
    const plans = await explain(context.db, async (queries) => {
      await searchExecutions(queries, { ...owner, filter, limit: 20, before: 'f' });
    });
    const walks = plans.filter((step) => step.startsWith('SCAN executions'));
    expect(walks).toEqual([]);
    expect(plans.join('\n')).toContain('SEARCH executions USING PRIMARY KEY (id<?)');
  });
});
