// A client made of the document by openapi-typescript and openapi-fetch does everything through the API alone, against
// the built server; each answer is held against the document.
import createClient, { type Middleware } from 'openapi-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnswer } from '../api/checked-app';
import type { paths } from '../generated/api-types';
import { startServer, type TestServer } from '../support/server';
import { answerJson, startTarget, type Target } from '../support/target';

let server: TestServer;
let target: Target;

beforeAll(async () => {
  target = await startTarget(answerJson({ number: 42 }));
  server = await startServer();
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await target.close();
});

function create(token?: string) {
  const cookies = new Map<string, string>();
  const client = createClient<paths>({ baseUrl: server.url });
  const middleware: Middleware = {
    onRequest({ request }) {
      if (token) request.headers.set('Authorization', `Bearer ${token}`);
      if (cookies.size === 0) return;
      request.headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      request.headers.set('Origin', server.url);
    },
    async onResponse({ request, response }) {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      await checkAnswer(request.method, request.url, response);
    },
  };
  client.use(middleware);
  return client;
}

/** What was answered; a failure fails the test. */
async function ask<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (error !== undefined || data === undefined) {
    throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  }
  return data;
}

/** Asks again, a moment later each time, until the answer is as wanted. */
async function askUntil<Data>(read: () => Promise<Data>, isWanted: (data: Data) => boolean): Promise<Data> {
  const answers: Data[] = [];
  await expect.poll(async () => answers[answers.push(await read()) - 1]).toSatisfy(isWanted);
  return answers.at(-1) as Data;
}

/** The token of the link that was mailed, by the transport that prints mails. */
function readMailedToken(): Promise<string> {
  return askUntil(
    async () => /\/verify-email\?token=([\w-]+)/.exec(server.output())?.[1] ?? '',
    (token) => token !== '',
  );
}

const person = { email: 'ada@example.com', password: 'Difference-Engine-1' };

test('a generated client signs up, builds, deploys, runs, reads and exports', async () => {
  const visitor = create();
  const names = { firstName: 'Ada', lastName: 'Lovelace', organizationName: 'analytical engines' };
  await ask(visitor.POST('/auth/register/user', { body: { ...person, ...names } }));
  await ask(visitor.POST('/auth/verify-email', { body: { token: await readMailedToken() } }));
  const { user } = await ask(visitor.POST('/auth/login/user', { body: person }));
  expect(user).toMatchObject({ email: person.email, emailVerified: true });

  const userId = user.id;
  const [membership] = await ask(
    visitor.GET('/api/organization-memberships/{userId}', { params: { path: { userId } } }),
  );
  const organizationId = membership?.organizationId ?? '';
  const { token } = await ask(
    visitor.POST('/api/organizations/{organizationId}/api-tokens', {
      params: { path: { organizationId } },
      body: { name: 'Deployment', role: 'ADMIN', currentPassword: person.password },
    }),
  );

  const program = create(token);
  const draft = await ask(
    program.POST('/api/integrations', {
      body: {
        name: 'Orders to the warehouse',
        triggerConfig: {
          type: 'webhook',
          webhook: { secret: 'a long random text', variables: [{ name: 'order', jsonPath: '.id' }] },
        },
        apiCalls: [
          {
            name: 'Tell',
            method: 'POST',
            url: `${target.url}/orders/{{order}}`,
            responseMapping: { extractFields: [{ jsonPath: '.number', saveAs: 'number' }] },
          },
        ],
      },
    }),
  );
  const path = { id: draft.id };
  const tested = await ask(
    program.POST('/api/integrations/{id}/test', { params: { path }, body: { triggerData: { id: 1 } } }),
  );
  expect(tested).toMatchObject({ success: true, logs: [{ apiCallName: 'Tell', status: 'success' }] });
  const deployed = await ask(
    program.PATCH('/api/integrations/{id}', {
      params: { path },
      body: { isActive: true, version: draft.version },
    }),
  );
  expect(deployed).toMatchObject({ isActive: true });

  const { secret } = await ask(
    program.POST('/api/integrations/{id}/webhook-secret/reveal', { params: { path } }),
  );
  const delivered = await ask(
    program.POST('/webhook/{integrationId}', {
      params: { path: { integrationId: draft.id }, header: { 'X-Webhook-Signature': secret } },
      body: { id: 7 },
    }),
  );
  const deliveredId = 'executionId' in delivered ? delivered.executionId : '';
  const manual = await ask(
    program.POST('/api/integrations/{id}/run', { params: { path }, body: { triggerData: { id: 8 } } }),
  );
  const ended = await askUntil(
    () =>
      ask(
        program.GET('/api/integrations/{id}/executions', {
          params: { path, query: { status: 'completed' } },
        }),
      ),
    (executions) => executions.length === 3,
  );
  expect(ended.map(({ id, triggerType }) => [id, triggerType])).toEqual([
    [manual.executionId, 'manual'],
    [deliveredId, 'webhook'],
    [tested.executionId, 'manual'],
  ]);
  const log = await ask(
    program.GET('/api/integrations/{id}/executions/{executionId}', {
      params: { path: { ...path, executionId: deliveredId } },
    }),
  );
  expect(log).toMatchObject({
    executionData: { number: 42 },
    apiCallLogs: [{ request: { url: `${target.url}/orders/7` }, response: { status: 200 } }],
  });

  const replayed = await ask(
    program.POST('/api/integrations/{id}/executions/{executionId}/replay', {
      params: { path: { ...path, executionId: deliveredId } },
      body: { from: 'start' },
    }),
  );
  const readReplay = () =>
    ask(
      program.GET('/api/integrations/{id}/executions/{executionId}', {
        params: { path: { ...path, executionId: replayed.executionId } },
      }),
    );
  expect(await askUntil(readReplay, ({ status }) => status === 'completed')).toMatchObject({
    replayOf: deliveredId,
  });
  const logs = await ask(program.GET('/api/integrations/{id}/execution-logs', { params: { path } }));
  expect(logs).toHaveLength(4);

  const file = await ask(program.GET('/api/integrations/{id}/export', { params: { path } }));
  const copy = await ask(
    program.POST('/api/integrations/import', { body: { text: JSON.stringify(file), name: 'A copy' } }),
  );
  expect(copy).toMatchObject({ name: 'A copy', isActive: false });
  const everything = await ask(
    program.GET('/api/organizations/{organizationId}/export', { params: { path: { organizationId } } }),
  );
  expect(everything.integrations.map(({ file: { name } }) => name).toSorted()).toEqual([
    'A copy',
    'Orders to the warehouse',
  ]);
});

test('a generated client cancels what waits for a response', async () => {
  const silent = await startTarget(() => {});
  const visitor = create();
  await ask(visitor.POST('/auth/login/user', { body: person }));
  const { id } = await ask(
    visitor.POST('/api/integrations', {
      body: { name: 'Waits', apiCalls: [{ method: 'GET', url: silent.url }] },
    }),
  );
  const { executionId } = await ask(visitor.POST('/api/integrations/{id}/run', { params: { path: { id } } }));
  await silent.arrived(1);
  const path = { id, executionId };
  const cancelled = await ask(
    visitor.POST('/api/integrations/{id}/executions/{executionId}/cancel', { params: { path } }),
  );
  expect(cancelled).toEqual({ executionId, status: 'cancelled' });
  const again = await visitor.POST('/api/integrations/{id}/executions/{executionId}/cancel', {
    params: { path },
  });
  expect(again.error).toMatchObject({ code: 'CONFLICT' });
  const log = await ask(visitor.GET('/api/integrations/{id}/executions/{executionId}', { params: { path } }));
  expect(log.status).toBe('cancelled');
  await silent.close();
});
