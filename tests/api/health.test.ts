import { createTestDatabase } from '../support/database';
import { describe, expect, test } from 'vitest';
import { findWritten } from '~/db/core/self-check';
import { runManually } from '~/services/runs/control';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext, type TestOverrides } from '../support/context';
import { seedIntegration } from '../support/seed';
import { connectFrom, createWholeApp } from './whole-app';

interface Asked {
  headers?: Record<string, string>;
  /** The connection's other end. */
  peer?: string;
}

function ask(context: TestContext, path: string, { headers = {}, peer = '192.0.2.1' }: Asked = {}) {
  return createWholeApp(context).request(path, { headers }, connectFrom(peer));
}

async function read(context: TestContext, name: string): Promise<string | undefined> {
  const text = await (await ask(context, '/metrics', { peer: '127.0.0.1' })).text();
  return text.split('\n').find((line) => line.startsWith(`${name} `));
}

const token = 'a token of sixteen';

describe('metrics are served', () => {
  const withToken: TestOverrides = { config: { metricsToken: token } };
  const behindProxy: TestOverrides = { config: { trustedProxies: ['127.0.0.1'] } };

  test.each<[string, number, TestOverrides, Asked]>([
    ['this machine', 200, {}, { peer: '127.0.0.1' }],
    ['this machine by IPv6', 200, {}, { peer: '::1' }],
    ['this machine by a mapped address', 200, {}, { peer: '::ffff:127.0.0.1' }],
    ['another machine', 404, {}, { peer: '192.0.2.1' }],
    ['whom a proxy here speaks for', 404, {}, { peer: '127.0.0.1', headers: { 'X-Forwarded-For': '::1' } }],
    ['whom a trusted proxy is silent about', 404, behindProxy, { peer: '127.0.0.1' }],
    ['whoever has the token', 200, withToken, { headers: { Authorization: `Bearer ${token}` } }],
    ['this machine by its name', 200, {}, { peer: '127.0.0.1', headers: { Host: 'localhost:3000' } }],
    ['this machine by its address', 200, {}, { peer: '::1', headers: { Host: '[::1]:3000' } }],
    [
      'a page whose name leads to this machine',
      404,
      {},
      { peer: '127.0.0.1', headers: { Host: 'evil.test' } },
    ],
    [
      'a name that looks like an address',
      404,
      {},
      { peer: '127.0.0.1', headers: { Host: '127.0.0.1.evil.test' } },
    ],
    ['this machine without the token', 401, withToken, { peer: '127.0.0.1' }],
    ['a wrong token', 401, withToken, { headers: { Authorization: `Bearer ${token}!` } }],
  ])('to %s: %i', async (_who, status, overrides, asked) => {
    const context = await createTestContext(overrides);
    expect((await ask(context, '/metrics', asked)).status).toBe(status);
  });
});

test('metrics tell what was counted and what waits', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { context, userId: user.id, organizationId };
  const integrationId = await seedIntegration(actor, {
    apiCalls: [{ name: 'A', method: 'GET', url: 'https://a.example.com/' }],
  });
  await runManually(context, actor, { integrationId, triggerData: null });
  const queuedAt = context.now();
  for (const status of [202, 202, 401]) context.metrics.countDelivery(status);
  context.metrics.countExecution('error');
  context.metrics.countCall(503, 40);
  context.metrics.countCall(null, 40);
  expect(await read(context, 'wicked_webhook_deliveries_total{status="202"}')).toMatch(/ 2$/);
  expect(await read(context, 'wicked_webhook_deliveries_total{status="401"}')).toMatch(/ 1$/);
  expect(await read(context, 'wicked_executions_total{status="error"}')).toMatch(/ 1$/);
  expect(await read(context, 'wicked_call_duration_seconds_bucket{le="0.05",answer="5xx"}')).toMatch(/ 1$/);
  expect(await read(context, 'wicked_call_duration_seconds_count{answer="none"}')).toMatch(/ 1$/);
  expect(await read(context, 'wicked_queue_depth')).toMatch(/ 1$/);
  expect(await read(context, 'wicked_paused')).toMatch(/ 0$/);
  context.clock.advance(90_000 + queuedAt - context.now());
  expect(await read(context, 'wicked_queue_oldest_age_seconds')).toMatch(/ 90$/);
  const bytes = Number((await read(context, 'wicked_database_bytes'))?.split(' ')[1]);
  expect(bytes).toBeGreaterThan(100_000);
  // No nightly backup was made yet.
  expect(await read(context, 'wicked_last_backup_timestamp_seconds')).toBeUndefined();
});

test('every series is there before its first event', async () => {
  const context = await createTestContext();
  for (const series of [
    'wicked_webhook_deliveries_total{status="503"}',
    'wicked_executions_total{status="error"}',
    'wicked_backups_total{outcome="failed"}',
    'wicked_call_duration_seconds_count{answer="none"}',
    'wicked_http_request_duration_seconds_count{kind="webhook",status="5xx"}',
    'wicked_queue_wait_seconds_count',
    'wicked_incidents_open',
  ]) {
    expect([series, await read(context, series)]).toEqual([series, `${series} 0`]);
  }
  const info = await read(context, `wicked_build_info{version="0.0.0",node="${process.version}"}`);
  expect(info).toMatch(/ 1$/);
});

test('requests are counted by what they were for', async () => {
  const context = await createTestContext();
  const app = createWholeApp(context);
  for (const path of ['/readyz', '/api/nothing', '/login']) {
    await app.request(path, {}, connectFrom('192.0.2.1'));
  }
  for (const [kind, status] of [
    ['probe', '2xx'],
    ['api', '4xx'],
    ['page', '2xx'],
  ]) {
    const series = `wicked_http_request_duration_seconds_count{kind="${kind}",status="${status}"}`;
    expect([series, await read(context, series)]).toEqual([series, `${series} 1`]);
  }
});

async function expectUnready(context: TestContext, check: string, message: string): Promise<void> {
  const answer = await ask(context, '/readyz');
  const body = (await answer.json()) as { message: string; code: string; checks: object };
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(body).toMatchObject({ message, code: 'UNAVAILABLE', checks: { [check]: false } });
}

describe('readiness', () => {
  test('is there when all is well', async () => {
    const answer = await ask(await createTestContext(), '/readyz');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: { serving: true, database: true, integrity: true, schema: true, disk: true },
      },
    ]);
  });

  test('is missed while another program holds the database', async () => {
    const context = await createTestContext();
    context.db.sqlite.pragma('busy_timeout = 0');
    const { default: Sqlite } = await import('~/db/core/sqlite');
    const other = new Sqlite(context.db.sqlite.name);
    other.exec('begin immediate');
    await expectUnready(context, 'database', 'Not ready: the database cannot be written.');
    other.close();
    // What was found stands for a second.
    context.clock.advance(1_000);
    expect((await ask(context, '/readyz')).status).toBe(200);
  });

  test('is a row that is written and read, once a second however many ask', async () => {
    let commits = 0;
    const db = await createTestDatabase(undefined, { committed: () => (commits += 1) });
    const context = await createTestContext({ db });
    const app = createWholeApp(context);
    const askAll = () =>
      Promise.all(
        Array.from({ length: 20 }, async () => app.request('/readyz', {}, connectFrom('192.0.2.1'))),
      );
    const atFirst = commits;
    expect((await askAll()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(commits - atFirst).toBe(1);
    context.clock.advance(1_000);
    await askAll();
    expect(commits - atFirst).toBe(2);
    expect(await findWritten(context.db)).toBe(context.now());
    // What a transaction without a write would not have noticed.
    context.db.sqlite.pragma('query_only = on');
    context.clock.advance(1_000);
    expect((await askAll()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
  });

  test('is missed when the schema is not that of this build', async () => {
    const context = await createTestContext();
    context.db.sqlite.exec(`insert into kysely_migration values ('9999_tomorrow', 'then')`);
    await expectUnready(context, 'schema', 'Not ready: the database has the schema of another build.');
  });

  test.each(['drop index sessions_by_user', 'alter table sessions add column more text'])(
    'is missed after: %s',
    async (statement) => {
      const context = await createTestContext();
      context.db.sqlite.exec(statement);
      await expectUnready(context, 'schema', 'Not ready: the database has the schema of another build.');
    },
  );

  test('is missed when the runner no longer looks for work', async () => {
    let seenAt = 0;
    const context = await createTestContext({ config: { runner: true }, runnerSeenAt: () => seenAt });
    await expectUnready(context, 'runner', 'Not ready: the runner does not look for work.');
    seenAt = context.now() - 10_000;
    expect((await ask(context, '/readyz')).status).toBe(503);
    seenAt = context.now() - 9_999;
    expect((await ask(context, '/readyz')).status).toBe(200);
  });

  test('is missed as soon as the server is told to stop', async () => {
    const context = await createTestContext();
    void context.shutdown.begin();
    await expectUnready(context, 'serving', 'Not ready: the server is stopping.');
  });

  test('is missed when the disk is nearly full', async () => {
    const disk = { isLow: () => true, isTight: () => true, freeBytes: () => 1, noteFailure: () => false };
    await expectUnready(await createTestContext({ disk }), 'disk', 'Not ready: the disk is nearly full.');
  });
});

describe("a request's name", () => {
  test.each([
    ['as the caller gave it', 'proxy-1:a.b', 'proxy-1:a.b'],
    ['is ours when theirs could not stand in a log line', 'a b', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['is ours when theirs is long', 'a'.repeat(65), expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['is ours when they gave none', undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])('%s', async (_what, given, expected) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'X-Request-Id': given };
    const answer = await ask(await createTestContext(), '/api/nothing', { headers });
    expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([404, expected]);
  });
});
