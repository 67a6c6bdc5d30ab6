import { createServer, type RequestListener } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { listConnectionCalls } from '~/db/connections/connection-calls';
import { listAttempts } from '~/db/executions/steps';
import { authorizeConnection } from '~/services/connections/authorize';
import { readConnectionById, changeConnection, createConnection } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { isRightKey } from '~/services/installation/key-check';
import { listMaskedLogs } from '~/services/executions/mask-trigger-data';
import { isTokenFresh } from '~/services/connections/obtain-token';
import { runExecution } from '~/services/runs/run-execution';
import { testConnection } from '~/services/test-runs/connection-test';
import { listen } from '../../outbound/loopback';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';
import { type Provider, startProvider } from './token-provider';

let setup: RunSetup;
let provider: Provider;
let id: string;

beforeEach(async () => {
  [setup, provider] = await Promise.all([createRunSetup(), startProvider()]);
  id = await connect();
});

async function connect(config: object = {}, name = 'Shop'): Promise<string> {
  const outcome = await createConnection(setup.context, setup.actor, {
    name,
    kind: 'oauth2_client_credentials',
    baseUrl: provider.api.url,
    config: {
      tokenUrl: provider.tokenUrl,
      clientId: 'my client',
      clientSecret: 'p@ss wörd',
      ...config,
    },
  });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

const authorize = (context = setup.context) => authorizeConnection(context, setup.actor.organizationId, id);

async function readAuthorization(context = setup.context) {
  const authorization = await authorize(context);
  if (authorization.kind === 'granted') return authorization.grant.headers[0]?.[1];
  return authorization.kind === 'refused' ? authorization.message : authorization.outcome.message;
}

/** Another process on the same database. */
function startProcess() {
  return { ...setup.context, tokenRequests: new Map() };
}

async function run(call: object = {}, handling: object[] = []) {
  const authConfig = { type: 'connection', connectionId: id };
  const apiCalls = [{ id: 'a', name: 'Orders', method: 'GET', url: '/orders', authConfig, ...call }];
  const executionId = await setup.accept(await setup.seed({ apiCalls, responseHandlingSteps: handling }));
  await runExecution(setup.context, await setup.claim(), never);
  return { executionId, ...(await setup.findExecution(executionId)) };
}

/** Returns the kind of an execution's failure and the id of the call. */
async function readFailure(executionId: string) {
  const { db } = setup.context;
  const row = await db.first(
    db.build.selectFrom('executions').select('failure').where('id', '=', executionId),
  );
  return row?.failure;
}

async function readLog(executionId: string) {
  const { db } = setup.context;
  const row = await db.first(
    db.build.selectFrom('executions').select('integration_id as id').where('id', '=', executionId),
  );
  const owner = { organizationId: setup.actor.organizationId, integrationId: row?.id ?? '' };
  return (await listMaskedLogs(setup.context, { ...owner, before: undefined, limit: 1 })).logs[0];
}

/** A rule that tries a call once more. */
function retryOn(statusCodes: (number | string)[]) {
  return [
    {
      id: 'rules',
      order: 1.5,
      nextApiCallId: 'a',
      responseHandling: {
        defaultAction: 'continue',
        statusCodeActions: [
          { statusCodes, action: 'retry', retryConfig: { maxRetries: 1, retryDelay: 100 } },
        ],
      },
    },
  ];
}

describe('a token', () => {
  it('is asked for as RFC 6749 says, once, and is stored sealed before it is used', async () => {
    await changeConnection(setup.context, setup.actor, id, { config: { scope: 'a b', audience: 'shop' } });
    let stored: unknown;
    const { length } = provider.api.received;
    await run();
    stored = await findConnectionToken(setup.context.db, id);
    await run();
    expect(provider.asked).toHaveLength(1);
    expect(provider.asked[0]).toMatchObject({
      method: 'POST',
      headers: {
        // Each part is encoded as a form before they are joined (RFC 6749 §2.3.1), where it would be read otherwise.
        authorization: `Basic ${Buffer.from('my+client:p@ss+w%C3%B6rd').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    });
    expect(Object.fromEntries(new URLSearchParams(provider.asked[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'shop',
    });
    expect(stored).toMatchObject({ generation: 1, refreshingUntil: null });
    expect(JSON.stringify(stored)).not.toContain('secret-token');
    const sent = provider.api.received.slice(length).map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer secret-token-1', 'Bearer secret-token-1']);
  });

  // https://developers.zoom.us/docs/internal-apps/s2s-oauth/, https://developer.box.com/guides/authentication/client-credentials/
  it.each([
    [
      'grant_type=account_credentials&account_id=aBc_12-3',
      { grant_type: 'account_credentials', account_id: 'aBc_12-3' },
    ],
    [
      'box_subject_type=enterprise&box_subject_id=7',
      { grant_type: 'client_credentials', box_subject_type: 'enterprise', box_subject_id: '7' },
    ],
  ])('is asked for with what else a provider wants: %s', async (extra, sent) => {
    await changeConnection(setup.context, setup.actor, id, { config: { extra } });
    await authorize();
    expect(Object.fromEntries(new URLSearchParams(provider.asked[0]?.body))).toEqual(sent);
  });

  it('is asked for with the secret in the body where the connection says so', async () => {
    await changeConnection(setup.context, setup.actor, id, { config: { clientAuth: 'post' } });
    await authorize();
    expect(provider.asked[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(provider.asked[0]?.body))).toMatchObject({
      client_id: 'my client',
      client_secret: 'p@ss wörd',
    });
  });

  it('is fetched by one of many runs in two processes, and the others get the same', async () => {
    const processes = [startProcess(), startProcess()];
    const all = processes.flatMap((context) => Array.from({ length: 20 }, () => readAuthorization(context)));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['Bearer secret-token-1']));
    expect(provider.asked).toHaveLength(1);
  });

  it('is fetched once for twenty calls at once of two runs that the API refuses, and each goes out again once', async () => {
    await authorize();
    provider.forget();
    const authConfig = { type: 'connection', connectionId: id };
    const integrationId = await setup.seed({
      apiCalls: [{ id: 'a', name: 'Orders', method: 'GET', url: '/{{entry}}', authConfig }],
      loopSteps: [
        { id: 'l', order: 0.5, throughCallId: 'a', items: 'trigger', itemName: 'entry', atOnce: 10 },
      ],
    });
    const ids: string[] = [];
    for (const first of [0, 10])
      ids.push(
        await setup.accept(integrationId, JSON.stringify(Array.from({ length: 10 }, (_, n) => first + n))),
      );
    const jobs = [await setup.claim(), await setup.claim()];
    await Promise.all(jobs.map((job) => runExecution(setup.context, job, never)));
    for (const each of ids) expect(await setup.findExecution(each)).toMatchObject({ status: 'completed' });
    expect(provider.given()).toBe(2);
    const urls = provider.api.received.map(({ url }) => url);
    expect(new Set(urls).size).toBe(20);
    expect(urls.length).toBeLessThanOrEqual(40);
  });

  it('is fetched by nobody else for 20 s while a process asks for it', async () => {
    const { db, now } = setup.context;
    const until: unknown[] = [];
    provider.answer = (_request, response) =>
      void findConnectionToken(db, id).then((stored) => {
        until.push(stored?.refreshingUntil);
        response.writeHead(503).end();
      });
    await authorize();
    expect(until).toEqual([now() + 20_000]);
  });

  it('is fetched in the place of a process that died while it did', async () => {
    const { db, clock, now } = setup.context;
    await authorize();
    await db.run(
      db.build
        .updateTable('connection_tokens')
        .set({ access: null, refreshing_until: now() + 20_000 })
        .where('connection_id', '=', id),
    );
    const waiting = readAuthorization();
    clock.advance(20_001);
    expect(await waiting).toBe('Bearer secret-token-2');
  });

  it('is fetched at once in the place of a process that died before the clock was set back', async () => {
    const { db, now } = setup.context;
    await authorize();
    await db.run(
      db.build
        .updateTable('connection_tokens')
        .set({ access: null, refreshing_until: now() + 30 * 60_000 })
        .where('connection_id', '=', id),
    );
    expect(await readAuthorization()).toBe('Bearer secret-token-2');
  });

  it.each([
    [3_600, 3_539, false],
    [3_600, 3_200, true],
    [3_600, 3_241, false],
    [300, 239, true],
    [300, 241, false],
    [5, 2, true],
    [5, 3, false],
  ])('of %i s that is %i s old is good: %s', (lifeSeconds, ageSeconds, isGood) => {
    const token = { obtainedAt: 0, expiresAt: lifeSeconds * 1_000 };
    expect(isTokenFresh(token, ageSeconds * 1_000)).toBe(isGood);
  });

  it.each([2 ** 63 / 1000, 1e13])('is used when it is said to be good for %d s', async (seconds) => {
    provider.seconds = seconds;
    await authorize();
    expect(await readAuthorization()).toBe('Bearer secret-token-1');
    expect(await readAuthorization()).toBe('Bearer secret-token-1');
  });

  it('is renewed ahead of its end', async () => {
    await authorize();
    setup.context.clock.advance(3_300_000);
    expect(await readAuthorization()).toBe('Bearer secret-token-2');
  });

  it('of five seconds never reaches the API after its end, from two processes', async () => {
    provider.seconds = 5;
    const { clock, now } = setup.context;
    const givenAt = new Map<string, number>();
    const processes = [startProcess(), startProcess()];
    const ages: number[] = [];
    for (let each = 0; each < 400; each += 1) {
      const both = await Promise.all(processes.map((context) => readAuthorization(context)));
      for (const value of both) {
        if (!givenAt.has(value ?? '')) givenAt.set(value ?? '', now());
        ages.push(now() - (givenAt.get(value ?? '') ?? 0));
      }
      clock.advance(50 + ((each * 37) % 200));
    }
    expect(Math.max(...ages)).toBeLessThan(5_000);
    // One for each stretch of time, whoever asked first.
    expect(provider.given()).toBe(givenAt.size);
    expect(givenAt.size).toBeGreaterThan(10);
  });

  it('obtained with former credentials is not used any more', async () => {
    await authorize();
    await changeConnection(setup.context, setup.actor, id, { config: { clientId: 'another' } });
    expect(await readAuthorization()).toBe('Bearer secret-token-2');
  });

  it('opens with another APP_KEY after a rotation', async () => {
    const { db, config, now } = setup.context;
    await isRightKey(db, config);
    await authorize();
    const next = Buffer.alloc(32, 9);
    await rotateAppKey(db, { former: config.appKey, next }, now());
    config.appKey = next;
    expect(await readAuthorization()).toBe('Bearer secret-token-1');
    expect(provider.asked).toHaveLength(1);
  });
});

describe('a token that the target refuses', () => {
  it.each(['GET', 'POST'])('is renewed and the %s sent once more, which the log says', async (method) => {
    await authorize();
    provider.forget();
    const { executionId, status } = await run({ method });
    expect(status).toBe('completed');
    const sent = provider.api.received.map(({ headers }) => [
      headers.authorization,
      headers['idempotency-key'],
    ]);
    expect(sent).toEqual([
      ['Bearer secret-token-1', `${executionId}.a.1`],
      ['Bearer secret-token-2', `${executionId}.a.2`],
    ]);
    const log = await readLog(executionId);
    expect(log?.apiCallLogs[0]?.request).toMatchObject({
      connection: 'Shop (OAuth 2.0, token until 13:00 UTC)',
      responseHandling: null,
      retryData: {
        retryAttempts: [
          { statusCode: 401, isRenewed: false },
          { statusCode: 200, isRenewed: true },
        ],
      },
    });
    expect(JSON.stringify(log)).not.toContain('secret-token');
  });

  it('is told before why there is no new one, in the order of what happened', async () => {
    await authorize();
    provider.forget();
    provider.answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
    const { executionId, error_message } = await run();
    const link = `${setup.context.config.appUrl}/organization/settings/connections/${id}`;
    const message =
      'The target refused the token, so a new one was asked for. The call was not sent again: ' +
      `the connection Shop has no token. The provider refused (HTTP 400): invalid_grant. Check the connection: ${link}`;
    expect(error_message).toContain(message);
    const [call] = (await readLog(executionId))?.apiCallLogs ?? [];
    expect(call).toMatchObject({ error: message, response: { status: 401 } });
  });

  it('is renewed once: a second refusal is an answer like any other', async () => {
    await setup.context.db.run(
      setup.context.db.build.updateTable('connections').set({ base_url: setup.target.url }),
    );
    setup.answers.handler = (_request, response) => response.writeHead(401).end();
    const { status } = await run();
    expect(status).toBe('error');
    expect(setup.target.received).toHaveLength(2);
    expect(provider.given()).toBe(2);
  });

  it('with what its connection names beside a 401, is renewed for a GET and left as it is for a POST', async () => {
    id = await connect({ expiredField: '.errcode', expiredValue: '40001' }, 'Chat');
    await setup.context.db.run(
      setup.context.db.build.updateTable('connections').set({ base_url: setup.target.url }),
    );
    setup.answers.handler = ({ headers }, response) =>
      response.end(headers.authorization === 'Bearer secret-token-1' ? '{"errcode":40001}' : '{"errcode":0}');
    expect((await run({ method: 'POST' })).status).toBe('completed');
    expect((await run()).status).toBe('completed');
    expect(setup.target.received.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ['POST', 'Bearer secret-token-1'],
      ['GET', 'Bearer secret-token-1'],
      ['GET', 'Bearer secret-token-2'],
    ]);
  });

  it('does not count as one of the tries that a rule asks for', async () => {
    await setup.context.db.run(
      setup.context.db.build.updateTable('connections').set({ base_url: setup.target.url }),
    );
    const statuses = [401, 503, 200];
    setup.answers.handler = (_request, response) => response.writeHead(statuses.shift() ?? 500).end();
    const { executionId } = await run({}, retryOn([503]));
    setup.context.clock.advance(1_000);
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    expect(setup.target.received).toHaveLength(3);
  });

  it('leaves a rule for network errors to a provider that is down', async () => {
    provider.answer = (_request, response) => response.destroy();
    const { executionId, status } = await run({}, retryOn(['network']));
    expect(status).toBe('running');
    provider.answer = undefined;
    setup.context.clock.advance(1_000);
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    const attempts = await listAttempts(setup.context.db, [executionId]);
    expect(attempts[0]?.error_message).toContain('Nothing was sent: the connection Shop has no token.');
  });
});

describe('a provider', () => {
  const html = '<html>Sorry</html>';

  it.each<[string, (...exchange: Parameters<RequestListener>) => unknown, string]>([
    [
      'that shows a page',
      (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
      'The provider’s response is not a token: HTTP 200, text/html.',
    ],
    [
      'that redirects',
      (_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
      'The provider responded with HTTP 307, a redirect, which is not followed.',
    ],
    [
      'that answers more than 64 KiB',
      (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ access_token: 'x'.repeat(70_000), token_type: 'bearer' })),
      'The provider’s response is longer than 64 KiB.',
    ],
    [
      'that repeats the secret while it refuses',
      (_request, response) =>
        response
          .writeHead(400, { 'Content-Type': 'application/json' })
          .end('{"error":"invalid_request","error_description":"not p@ss wörd"}'),
      'The provider refused (HTTP 400): invalid_request: not ••••',
    ],
    [
      'that repeats the header with the secret while it refuses',
      (request, response) =>
        response
          .writeHead(401, { 'Content-Type': 'application/json' })
          .end(`{"error":"invalid_request","error_description":"not ${request.headers.authorization}"}`),
      'The provider refused (HTTP 401): invalid_request: not Basic ••••',
    ],
    [
      'that answers nothing',
      (_request, response) => response.writeHead(204).end(),
      'The provider’s response is not a token: HTTP 204, without a content type.',
    ],
  ])('%s ends in a line that says so', async (_what, answer, message) => {
    const server = createServer((request, response) => void answer(request, response));
    const port = await listen(server);
    onTestFinished(() => void server.close());
    await changeConnection(setup.context, setup.actor, id, {
      config: { tokenUrl: `http://127.0.0.1:${port}/token`, clientSecret: 'p@ss wörd' },
    });
    expect(await readAuthorization()).toBe(`Nothing was sent: the connection Shop has no token. ${message}`);
    const [call] = await listConnectionCalls(setup.context.db, id, 10);
    expect(call?.error).toBe(message);
    const read = await readConnectionById(setup.context, setup.actor.organizationId, id);
    expect(read).toMatchObject({ connection: { status: 'failing', statusReason: message } });
  });

  it('that takes no grant from the client leads to the connection, which nobody has to connect', async () => {
    provider.answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
    const link = `${setup.context.config.appUrl}/organization/settings/connections/${id}`;
    const refused = 'The provider refused (HTTP 400): invalid_grant';
    expect(await authorize()).toEqual({
      kind: 'refused',
      message: `Nothing was sent: the connection Shop has no token. ${refused}. Check the connection: ${link}`,
    });
    const read = await readConnectionById(setup.context, setup.actor.organizationId, id);
    expect(read).toMatchObject({ connection: { status: 'failing', statusReason: refused } });
    expect(setup.context.sentMail).toEqual([]);
  });

  it('in a private network is not asked', async () => {
    await changeConnection(setup.context, setup.actor, id, {
      config: { tokenUrl: 'http://10.0.0.1/token', clientSecret: 'x' },
    });
    expect(await readAuthorization()).toMatch(/has no token\. .*10\.0\.0\.1.* /);
  });

  it('that refuses the client ends the run, whatever the rules say, and works again once it does not', async () => {
    provider.answer = (_request, response) =>
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}');
    const refused = await run();
    expect(refused).toMatchObject({
      status: 'error',
      error_message: expect.stringContaining('The provider refused (HTTP 401): invalid_client'),
    });
    expect(await readFailure(refused.executionId)).toBe('credentials a');
    provider.answer = (_request, response) => response.writeHead(503).end();
    expect(await readFailure((await run()).executionId)).toBe('credentials a');
    provider.answer = (_request, response) =>
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}');
    // The URL of the test is not to blame.
    expect(await testConnection(setup.context, setup.actor, id, '/me')).toMatchObject({
      test: {
        success: false,
        statusCode: 0,
        error:
          'Nothing was sent: the connection Shop has no token. The provider refused (HTTP 401): invalid_client. ' +
          `Check the connection: ${setup.context.config.appUrl}/organization/settings/connections/${id}`,
      },
    });
    provider.answer = undefined;
    expect(await run()).toMatchObject({ status: 'completed' });
    const read = await readConnectionById(setup.context, setup.actor.organizationId, id);
    expect(read).toMatchObject({ connection: { status: 'ready', statusReason: null } });
  });

  it('is named in the last fifty requests', async () => {
    for (let each = 0; each < 52; each += 1) {
      await authorize();
      setup.context.clock.advance(3_600_000);
    }
    expect(await listConnectionCalls(setup.context.db, id, 100)).toHaveLength(50);
  });
});

describe('a test of a connection', () => {
  it('says what its API answered, and is in the audit', async () => {
    const test = (url: string) => testConnection(setup.context, setup.actor, id, url);
    expect(await test('/me')).toMatchObject({
      kind: 'tested',
      test: { success: true, statusCode: 200, body: null },
    });
    expect(provider.api.received[0]?.url).toBe('/me');
    // Every token is refused from now on, a new one too.
    provider.answer = (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"access_token":"unknown","token_type":"Bearer"}');
    provider.forget();
    expect(await test('')).toMatchObject({
      test: { success: false, error: 'HTTP 401: Unauthorized', body: '{"you":"are known"}' },
    });
    expect(await test('https://evil.example.org/')).toEqual({
      kind: 'invalid',
      fields: { url: ['Nothing was sent: the connection Shop does not allow the host evil.example.org.'] },
    });
    const { db } = setup.context;
    const kinds = await db.all(
      db.build.selectFrom('audit').select(['kind', 'detail']).where('kind', '=', 'connection-tested'),
    );
    expect(kinds[0]?.detail).toBe(`Shop: GET 127.0.0.1:${provider.api.port}`);
  });
});
