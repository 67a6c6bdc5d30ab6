// A version tried on what ran before: each difference is named, and nothing reaches the target.
import type { Compilable } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { backtest, type Backtest } from '~/services/test-runs/backtest';
import { updateIntegration } from '~/services/integrations/integrations';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { observe, type ObservedQuery } from '../../support/explain';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** So many deliveries, run to their ends; `n` counts from 1. */
async function run(id: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    ids.push(await setup.accept(id, JSON.stringify({ n })));
    await runExecution(setup.context, await setup.claim(), never);
  }
  return ids;
}

async function save(id: string, change: object): Promise<void> {
  const saved = await updateIntegration(setup.context, setup.actor, id, change);
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
}

/** The report, once it is certain that nothing was sent for it. */
async function report(id: string, asked: { version?: number; last?: number } = {}): Promise<Backtest> {
  const before = setup.target.received.length;
  const outcome = await backtest(setup.context, setup.actor, id, { last: 200, ...asked });
  if (outcome.kind !== 'backtest') throw new Error(JSON.stringify(outcome));
  expect(setup.target.received).toHaveLength(before);
  return outcome.backtest;
}

describe('a version', () => {
  it('that is the one that ran is the same in all of them', async () => {
    const id = await setup.seed();
    await run(id, 3);
    expect(await report(id)).toEqual({
      version: 1,
      tried: 3,
      same: 3,
      different: 0,
      unfinished: [],
      findings: [],
      left: 0,
    });
  });

  it('with another header, body and path is listed by place, with the executions', async () => {
    const id = await setup.seed();
    const ids = await run(id, 3);
    const { firstCall, secondCall } = setup;
    await save(id, {
      apiCalls: [
        { ...firstCall, headers: { 'X-Team': 'a' }, body: '{"n": {{n}}, "v": 2}' },
        { ...secondCall, url: `${setup.target.url}/third/{{token}}` },
      ],
    });
    const { findings, ...counts } = await report(id, { last: 2 });
    expect(counts).toEqual({ version: 2, tried: 2, same: 0, different: 2, unfinished: [], left: 0 });
    expect(findings).toMatchObject([
      {
        difference: { where: 'Call “First”', field: 'Header x-team', former: 'None', next: 'a' },
        count: 2,
        executionIds: [ids[2], ids[1]],
      },
      { difference: { where: 'Call “First”', field: 'Body' }, count: 2 },
      {
        difference: {
          where: 'Call “Second”',
          field: 'URL',
          former: expect.stringMatching(/\/second\/abc$/),
          next: expect.stringMatching(/\/third\/abc$/),
        },
      },
    ]);
  });

  it('whose condition leaves a call out names the executions that would not send it', async () => {
    const id = await setup.seed();
    const ids = await run(id, 4);
    const condition = { field: 'n', operator: 'greater_than', value: 2 };
    await save(id, {
      conditionalExecutionSteps: [
        {
          id: 'check',
          order: 1.5,
          nextApiCallId: 'second',
          conditionalExecution: { enabled: true, executionTrigger: 'conditional', condition },
        },
      ],
    });
    const { same, findings } = await report(id);
    expect(same).toBe(2);
    expect(findings).toMatchObject([
      { difference: { where: 'Call “Second”', next: 'Not sent' }, executionIds: [ids[1], ids[0]] },
    ]);
  });

  it('with a new call is compared up to it, since nobody knows its answer', async () => {
    const id = await setup.seed();
    await run(id, 1);
    const { firstCall, secondCall } = setup;
    const added = { id: 'new', name: 'New', method: 'GET', url: `${setup.target.url}/new` };
    await save(id, { apiCalls: [firstCall, added, secondCall] });
    expect(await report(id)).toMatchObject({
      same: 0,
      different: 1,
      findings: [{ difference: { where: 'Call “New”', former: 'Not sent' } }],
      unfinished: [{ callName: 'New', reason: 'unrecorded', count: 1 }],
    });
  });

  it('of before is tried just as well', async () => {
    const id = await setup.seed();
    await save(id, { apiCalls: [{ ...setup.firstCall, method: 'PUT' }, setup.secondCall] });
    await run(id, 1);
    expect(await report(id, { version: 1 })).toMatchObject({
      version: 1,
      findings: [{ difference: { field: 'Method', former: 'PUT', next: 'POST' } }],
    });
  });
});

async function connect(name: string, how: object = {}): Promise<string> {
  const made = await createConnection(setup.context, setup.actor, {
    name,
    baseUrl: setup.target.url,
    kind: 'bearer',
    config: { token: `sesame-open-${name}` },
    ...how,
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

function chainWith(connectionId: string) {
  const authConfig = { type: 'connection', connectionId };
  return { apiCalls: [{ ...setup.firstCall, authConfig }, setup.secondCall] };
}

it('names the connection that a call has instead of the one of before', async () => {
  const id = await setup.seed(chainWith(await connect('Shop')));
  await run(id, 1);
  await save(id, chainWith(await connect('Stock')));
  const { different, findings } = await report(id);
  expect(different).toBe(1);
  expect(findings).toMatchObject([
    {
      difference: {
        where: 'Call “First”',
        field: 'Connection',
        former: 'Shop (Bearer token)',
        next: 'Stock (Bearer token)',
      },
    },
  ]);
});

it('plays attempts, failures and the token of a connection as they were', async () => {
  const id = await setup.seed(chainWith(await connect('Shop')));
  await run(id, 1);
  setup.answers.handler = (_request, response) => response.destroy();
  await run(id, 1);
  setup.answers.handler = answerJson({ token: 'abc' });
  expect(await report(id)).toMatchObject({ tried: 2, same: 2, findings: [], unfinished: [] });
});

it.each([
  { kind: 'signed_jwt', config: { key: 'a-shared-secret', scheme: 'Ghost' } },
  { kind: 'hmac', config: { secret: 'a-secret', text: '{{nonce}}', headers: 'X-S: {{signature}}{{nonce}}' } },
  { kind: 'oauth1', config: { consumerKey: 'a', consumerSecret: 'b' } },
])('finds no difference in what $kind makes anew for each call', async (how) => {
  const id = await setup.seed(chainWith(await connect('Shop', how)));
  await run(id, 2);
  expect(await report(id)).toMatchObject({ tried: 2, same: 2, findings: [], unfinished: [] });
});

it('plays each page of a list, and names the page that differs', async () => {
  setup.answers.handler = (request, response) => {
    const page = Number(/page=(\d+)/.exec(request.url)?.[1] ?? 0);
    return answerJson({ data: [1, 2, 3].slice(page * 2 - 2, page * 2) })(request, response);
  };
  const next = { by: 'page', param: 'page', pageSize: 2 };
  const repeat = { kind: 'pages', next, items: '$.data', saveAs: 'orders' };
  const read = { ...setup.firstCall, url: `${setup.target.url}/orders`, repeat };
  const tell = { ...setup.secondCall, url: `${setup.target.url}/tell?n={{orders[2]}}` };
  const id = await setup.seed({ apiCalls: [read, tell] });
  await run(id, 1);
  expect(await report(id)).toMatchObject({ tried: 1, same: 1, findings: [], unfinished: [] });
  await save(id, { apiCalls: [{ ...read, repeat: { ...repeat, maxPages: 1 } }, tell] });
  const { findings } = await report(id);
  expect(findings[0]).toMatchObject({ difference: { where: 'Call “First”, page 2', next: 'Not sent' } });
});

it('stops where the log has cut an answer', async () => {
  setup.answers.handler = (_request, response) => response.end(JSON.stringify('x'.repeat(300 * 1024)));
  const id = await setup.seed();
  await run(id, 1);
  expect(await report(id)).toMatchObject({
    same: 0,
    different: 0,
    unfinished: [{ callName: 'First', reason: 'cut', count: 1 }],
  });
});

it('holds the data of one execution at a time, and goes on when one was removed meanwhile', async () => {
  const id = await setup.seed();
  const ids = await run(id, 3);
  const { db } = setup.context;
  const made: ObservedQuery[] = [];
  const observed = observe(db, made);
  async function first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    const found = await observed.first(query);
    const isFirst = query.compile().parameters.includes(ids[2]);
    if (isFirst) await db.run(db.build.deleteFrom('executions').where('id', '=', ids[1] ?? ''));
    return found;
  }
  const context = { ...setup.context, db: { ...observed, first } };
  const outcome = await backtest(context, setup.actor, id, { last: 200 });
  expect(outcome).toMatchObject({ backtest: { tried: 2, same: 2, left: 0 } });
  const withData = made.filter(({ sql }) => sql.includes('trigger_data'));
  expect(withData.map(({ rows }) => rows)).toEqual([1, 0, 1]);
});

it('is for members of the organization only, of versions that are there', async () => {
  const id = await setup.seed();
  const { user, organizationId } = await createTestUser(setup.context);
  const stranger = { userId: user.id, organizationId };
  expect(await backtest(setup.context, stranger, id, { last: 1 })).toEqual({ kind: 'not-found' });
  expect(await backtest(setup.context, setup.actor, id, { version: 9, last: 1 })).toEqual({
    kind: 'not-found',
  });
});
