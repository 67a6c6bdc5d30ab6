// The editor's form, sent as a browser without script does, and what it says of secrets that would go elsewhere.
import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { action as runAction, loader as runLoader } from '~/routes/integration.$integrationId._index/route';
import { findDefinition } from '~/services/integrations/definition-cache';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { seedIntegration, webhookTrigger } from '../../../support/seed';

let context: TestContext;
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  cookie = await signInAs(context, user.id);
  id = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      isActive: false,
      triggerConfig: webhookTrigger({ secret: 'a webhook secret', headers: { 'X-Auth-Token': 'required' } }),
      apiCalls: [
        {
          id: 'a',
          order: 1,
          name: 'First',
          url: 'https://api.example.com/',
          headers: { Accept: 'text/plain', 'X-Api-Key': 'header-secret' },
          authConfig: { type: 'bearer', token: 'bearer-token' },
        },
      ],
    },
  );
});

function argsOf(request: Request): ActionFunctionArgs {
  request.headers.set('Cookie', cookie);
  return {
    request,
    params: { integrationId: id },
    context: { app: context, nonce: '', address: '192.0.2.1' },
  };
}

async function readValues() {
  return (await runLoader(argsOf(new Request(`http://localhost/integration/${id}`)))).values;
}

function append(form: URLSearchParams, name: string, value: unknown): void {
  if (typeof value === 'string') form.append(name, value);
  else if (value === true) form.append(name, 'on');
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) append(form, `${name}[${index}]`, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) append(form, name ? `${name}.${key}` : key, item);
  }
}

/** The page as it is, with changes. */
async function submit(changes: Record<string, string>) {
  const body = new URLSearchParams();
  append(body, '', await readValues());
  for (const [name, value] of Object.entries(changes)) body.set(name, value);
  const request = new Request(`http://localhost/integration/${id}`, { method: 'POST', body });
  const answer = await runAction(argsOf(request));
  if (answer instanceof Response) return { status: answer.status };
  const { error, initialValue } = (
    answer.data as { result: { error?: unknown; initialValue?: { apiCalls: unknown } } }
  ).result;
  return { status: answer.init?.status ?? 200, error, calls: initialValue?.apiCalls };
}

async function readStored(version: number) {
  const found = await findDefinition(context, id, version);
  return found.kind === 'found' ? found.definition.apiCalls : [];
}

const moved = {
  'apiCalls[0].authConfig.token': ['Type the token again: it would now go to another server.'],
  'apiCalls[0].headers[1].value': ['Type this value again: it would now go to another server.'],
};

it('shows credential headers masked, of the trigger too, without the mark that only a switch can set', async () => {
  expect(await readValues()).toMatchObject({
    triggerConfig: { webhook: { headers: [{ name: 'X-Auth-Token', value: '••••ired', secret: false }] } },
    apiCalls: [
      {
        headers: [
          { name: 'Accept', value: 'text/plain', secret: false },
          { name: 'X-Api-Key', value: '••••cret', secret: false },
        ],
      },
    ],
  });
});

it('asks for secrets again at their fields when the address leads elsewhere, and keeps what was typed', async () => {
  const typed = { 'apiCalls[0].url': 'https://b.example/', 'apiCalls[0].name': 'Typed' };
  expect(await submit(typed)).toMatchObject({
    status: 422,
    error: moved,
    calls: [{ name: 'Typed', url: 'https://b.example/', authConfig: { token: '••••oken' } }],
  });
  const again = {
    ...typed,
    'apiCalls[0].authConfig.token': 'bearer-token',
    'apiCalls[0].headers[1].value': 'header-secret',
  };
  expect(await submit(again)).toEqual({ status: 302 });
  expect(await findDefinition(context, id, 2)).toMatchObject({
    definition: { apiCalls: [{ name: 'Typed', headers: { 'X-Api-Key': 'header-secret' } }] },
  });
});

it('says the same when one call is tested', async () => {
  const changes = { intent: 'test:0', 'apiCalls[0].url': 'https://b.example/' };
  expect(await submit(changes)).toMatchObject({ status: 422, error: moved });
});

it('asks for the hosts of a variable at their field, and keeps them as they were typed', async () => {
  const typed = {
    'apiCalls[0].url': 'https://{{host}}/',
    'apiCalls[0].authConfig.token': 'bearer-token',
    'apiCalls[0].headers[1].value': 'header-secret',
  };
  expect(await submit(typed)).toMatchObject({
    status: 422,
    error: {
      'apiCalls[0].allowedHosts': [
        'The host comes from a variable: list the hosts that may get the token and secret headers',
      ],
    },
  });
  expect(await submit({ ...typed, 'apiCalls[0].allowedHosts': 'a.example, b c/d' })).toMatchObject({
    status: 422,
    error: {
      'apiCalls[0].allowedHosts': ['Write hosts like api.example.com, *.example.com or api.example.com:8443'],
    },
    calls: [{ allowedHosts: 'a.example, b c/d' }],
  });
  expect(await submit({ ...typed, 'apiCalls[0].allowedHosts': 'A.example *.b.example' })).toEqual({
    status: 302,
  });
  expect(await readValues()).toMatchObject({ apiCalls: [{ allowedHosts: 'a.example, *.b.example' }] });
});

it('saves a user name and a password, and a body of GET where it is asked for', async () => {
  const form = 'apiCalls[0].';
  const typed = {
    [`${form}authConfig.type`]: 'basic',
    [`${form}authConfig.username`]: 'ada',
    [`${form}authConfig.password`]: 'open sesame',
    [`${form}body`]: '{}',
  };
  expect(await submit(typed)).toMatchObject({ status: 302 });
  const [unasked] = await readStored(2);
  expect(unasked).toMatchObject({
    authConfig: { type: 'basic', username: 'ada', password: 'open sesame' },
    body: '',
  });
  expect(await readValues()).toMatchObject({
    apiCalls: [
      { sendsBody: false, authConfig: { type: 'basic', token: '', username: 'ada', password: '••••same' } },
    ],
  });
  expect(await submit({ [`${form}body`]: '{}', [`${form}sendsBody`]: 'on' })).toMatchObject({ status: 302 });
  const [asked] = await readStored(3);
  expect(asked).toMatchObject({ authConfig: { username: 'ada', password: 'open sesame' }, body: '{}' });
  expect(await readValues()).toMatchObject({ apiCalls: [{ sendsBody: true, body: '{}' }] });
});
