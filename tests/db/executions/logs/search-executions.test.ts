import { beforeEach, describe, expect, it } from 'vitest';
import {
  indexLateExecutions,
  indexNextExecutions,
  readSearchTerms,
} from '~/db/executions/search/search-index';
import { type ExecutionFilter, searchExecutions } from '~/db/executions/logs/search-executions';
import { cancelExecution } from '~/db/executions/executions';
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

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  context = await createTestContext({ now: Date.now });
  owner = createTestIntegration(context, createTestUser(context).organizationId);
});

function run(payload: string, call: Parameters<typeof addTestCall>[2] = { response: {} }, of = owner) {
  const id = createTestExecution(context, of, payload);
  addTestCall(context, id, call);
  completeTestExecution(context, of, id);
  return id;
}

function indexAll() {
  while (indexNextExecutions(context.db, { before: 'g', limit: 2 }) > 0);
  indexLateExecutions(context.db, { after: '', limit: 100 });
}

function find(filter: ExecutionFilter, page: { before?: string; limit?: number } = {}) {
  const found = searchExecutions(context.db, { ...owner, filter, limit: 20, ...page });
  return found.executions.map(({ id }) => id);
}

const search = (text: string) => find({ terms: readSearchTerms(text) });

describe('words', () => {
  it('are found in the payload, the URL, bodies and errors', () => {
    const id = run('{"customer":"Ada Lovelace","order":"ord_12345"}', {
      request: { url: 'https://api.example.com/invoices/88', body: '{"note":"line\\nbreak caf\\u00e9"}' },
      response: { body: '{"state":"accepted"}' },
      errorMessage: 'The server hung up',
    });
    run('{"customer":"Grace Hopper"}');
    indexAll();
    for (const text of ['lovelace', 'ord_12345', '12345', 'api.example.com/invoices/88', 'break', 'CAFE']) {
      expect([text, search(text)]).toEqual([text, [id]]);
    }
    expect(search('hung accepted')).toEqual([id]);
    expect(search('"ada lovelace"')).toEqual([id]);
    expect(search('"lovelace ada"')).toEqual([]);
    expect(search('hopper lovelace')).toEqual([]);
  });

  it('are no expressions, whatever is typed', () => {
    const id = run('{"a":"one OR two"}');
    indexAll();
    expect(search('one OR two')).toEqual([id]);
    for (const text of ['keys:i', 'NOT', '"', 'a AND', 'x*', '(', "'; drop", '\0one NEAR(two']) {
      expect(() => search(text)).not.toThrow();
    }
    expect(readSearchTerms(' -- "" ?')).toEqual([]);
  });

  it('of binary responses are not indexed', () => {
    run('{}', { response: { body: 'QUJDREVG', binary: true } });
    indexAll();
    expect(search('QUJDREVG')).toEqual([]);
  });

  it('are those of the integration alone', () => {
    const other = createTestIntegration(context, owner.organizationId);
    run('{"word":"shared"}', { response: {} }, other);
    const id = run('{"word":"shared"}');
    indexAll();
    expect(search('shared')).toEqual([id]);
  });

  it('are found once they are indexed; until then it is said that the index is behind', () => {
    const id = run('{"word":"fresh"}');
    const asked = { ...owner, filter: { terms: ['fresh'] }, limit: 20 };
    expect(searchExecutions(context.db, asked)).toEqual({ executions: [], isBehind: true });
    indexAll();
    expect(searchExecutions(context.db, asked)).toMatchObject({ executions: [{ id }], isBehind: false });
  });

  it('go with their execution', () => {
    run('{"word":"gone"}');
    indexAll();
    deleteSomeExecutions(context.db, owner.integrationId, 10);
    expect(search('gone')).toEqual([]);
    const id = run('{"word":"next"}');
    indexAll();
    expect([search('gone'), search('next')]).toEqual([[], [id]]);
  });
});

describe('filters', () => {
  it('find what is indexed, what is not yet, and what is queued', () => {
    const early = run('1');
    const late = createTestExecution(context, owner);
    indexAll();
    const fresh = run('2');
    const queued = createTestExecution(context, owner);
    expect(find({ status: 'completed' })).toEqual([fresh, early]);
    expect(find({ status: 'queued' })).toEqual([queued, late]);
    expect(find({ triggerType: 'webhook' })).toEqual([queued, fresh, late, early]);
    expect(find({ triggerType: 'manual' })).toEqual([]);
    const { integrationId } = owner;
    cancelExecution(context.db, { id: late, integrationId, reason: 'Enough', now: context.now() });
    expect(find({ status: 'cancelled' })).toEqual([late]);
    indexAll();
    expect(find({ status: 'cancelled' })).toEqual([late]);
    expect(find({ status: 'cancelled', triggerType: 'webhook', terms: ['Enough'] })).toEqual([late]);
    expect(find({ status: 'completed', terms: ['Enough'] })).toEqual([]);
  });

  it('page by the last id, also through what is indexed and what is not', () => {
    const ids = Array.from({ length: 4 }, () => run('{}'));
    indexAll();
    ids.push(...Array.from({ length: 3 }, () => run('{}')));
    const newestFirst = ids.toReversed();
    const seen: string[] = [];
    for (;;) {
      const before = seen.at(-1);
      const page = find({ status: 'completed' }, { limit: 2, ...(before && { before }) });
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toEqual(newestFirst);
  });

  it('narrow to a time', () => {
    const id = run('{}');
    const startedFrom = context.now() - 60_000;
    const startedBefore = context.now() + 60_000;
    for (const _ of ['not indexed', 'indexed']) {
      expect(find({ startedFrom, startedBefore })).toEqual([id]);
      expect(find({ startedFrom: startedBefore })).toEqual([]);
      expect(find({ startedBefore: startedFrom })).toEqual([]);
      indexAll();
    }
  });

  it('ask indexes alone', () => {
    const filter = { status: 'error', startedFrom: 1, startedBefore: Date.now() } as const;
    const plans = explain(context.db, (queries) => {
      searchExecutions(queries, { ...owner, filter, limit: 20, before: 'f' });
    });
    const walks = plans.filter((step) => step.startsWith('SCAN executions'));
    expect(walks).toEqual([]);
    expect(plans.join('\n')).toContain('executions_by_integration (integration_id=? AND id<?)');
  });
});
