import { beforeEach, expect, it } from 'vitest';
import { createTestUser, signInAs } from '../../support/accounts';
import { type Owner, signInOwner } from './owner';

let { context, app, cookie, ask, create } = {} as Owner;

beforeEach(async () => {
  ({ context, app, cookie, ask, create } = await signInOwner());
});

const fields = [
  { name: 'email', label: 'Email', description: 'Of the customer', required: true },
  { name: 'amount', type: 'number', required: true },
  { name: 'plan', type: 'choice', choices: ['small', 'large'], default: 'small' },
];

const refund = {
  triggerConfig: { type: 'manual', manual: { fields } },
  apiCalls: [{ order: 1, name: 'Refund', method: 'GET', url: 'https://a.example/{{email}}/{{amount}}' }],
};

/** Returns the trigger data of an execution as its log shows it. */
async function readData(id: string, executionId: string): Promise<unknown> {
  return (await ask('GET', `/${id}/executions/${executionId}`)).body.triggerData;
}

it('an integration without a form has none, and takes any trigger data', async () => {
  const id = await create({ ...refund, triggerConfig: { type: 'manual' } });
  expect((await ask('GET', `/${id}`)).body.triggerConfig).toEqual({ type: 'manual' });
  expect((await ask('POST', `/${id}/run`, { triggerData: ['anything'] })).status).toBe(202);
});

it('responds with the whole form', async () => {
  const id = await create(refund);
  const { body } = await ask('GET', `/${id}`);
  expect(body.triggerConfig.manual.fields).toEqual([
    { type: 'text', default: '', choices: [], accept: '', ...fields[0] },
    { label: '', description: '', default: '', choices: [], accept: '', ...fields[1] },
    { label: '', description: '', required: false, accept: '', ...fields[2] },
  ]);
});

it('names what is wrong with a form by field', async () => {
  const wrong = [
    { name: 'email' },
    { name: 'Email', type: 'number', default: 'x' },
    { name: 'n', type: 'list' },
  ];
  const { status, body } = await ask('POST', '', {
    name: 'Refund',
    triggerConfig: { type: 'manual', manual: { fields: wrong } },
  });
  expect([status, Object.keys(body.fields)]).toEqual([
    422,
    ['triggerConfig.manual.fields.1.default', 'triggerConfig.manual.fields.2.type'],
  ]);
});

it('runs with the values of the fields, and 422 names each that is missing or wrong', async () => {
  const id = await create(refund);
  const run = (triggerData?: unknown) => ask('POST', `/${id}/run`, { triggerData });
  expect(await run({ amount: 'ten', plan: 'huge' })).toMatchObject({
    status: 422,
    body: {
      code: 'VALIDATION_FAILED',
      fields: {
        'triggerData.email': ['“Email” is required'],
        'triggerData.amount': ['“amount” must be a number'],
        'triggerData.plan': ['“plan” must be small or large'],
      },
    },
  });
  expect((await run('text')).body.fields).toEqual({
    triggerData: ['Trigger data must be an object with the fields of the form'],
  });
  expect((await ask('POST', `/${id}/run`)).body.fields).toHaveProperty(['triggerData.email']);
  const { status, body } = await run({ email: 'a@b.example', amount: 12, order: 'X1' });
  expect(status).toBe(202);
  expect(await readData(id, body.executionId)).toEqual({
    email: 'a@b.example',
    amount: 12,
    plan: 'small',
    order: 'X1',
  });
});

it('a test takes the example of the form, and refuses data that does not fit', async () => {
  const id = await create(refund);
  const refused = await ask('POST', `/${id}/test?wait=0`, { triggerData: { email: 'a@b.example' } });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { 'triggerData.amount': ['“amount” is required'] } },
  });
  const { status, body } = await ask('POST', `/${id}/test?wait=0`, {});
  expect(status).toBe(202);
  expect(await readData(id, body.executionId)).toEqual({ email: 'sample Email', amount: 1, plan: 'small' });
});

it('takes a file as a delivered form has it, which its log offers', async () => {
  const id = await create({
    ...refund,
    triggerConfig: { type: 'manual', manual: { fields: [{ name: 'list', type: 'file', accept: '.csv' }] } },
    apiCalls: [{ ...refund.apiCalls[0], url: 'https://a.example/{{list.name}}' }],
  });
  const list = { filename: 'a.csv', contentType: 'text/csv', size: 3, base64: 'YWJj' };
  const run = (file: unknown) => ask('POST', `/${id}/run`, { triggerData: { list: file } });
  expect((await run({ ...list, filename: 'a.pdf' })).body.fields).toEqual({
    'triggerData.list': ['The type of “list” must be .csv'],
  });
  expect((await run({ filename: 'a.csv' })).status).toBe(422);
  const { status, body } = await run(list);
  expect(status).toBe(202);
  expect(await readData(id, body.executionId)).toEqual({ list });
  const place = `/api/integrations/${id}/executions/${body.executionId}/file?path=.list`;
  await ask('POST', `/${id}/executions/${body.executionId}/cancel`);
  const replay = await ask('POST', `/${id}/executions/${body.executionId}/replay`, { from: 'start' });
  expect(await readData(id, replay.body.executionId)).toEqual({ list });
  expect(await (await app.request(place, { headers: { Cookie: cookie } })).text()).toBe('abc');
});

it('a run keeps to the deployed form, a test to the newest one', async () => {
  const id = await create({ ...refund, isActive: true, autoDeploy: false });
  const { version } = (await ask('GET', `/${id}`)).body;
  await ask('PATCH', `/${id}`, {
    version,
    triggerConfig: { type: 'manual', manual: { fields: [{ name: 'reason', required: true }] } },
    apiCalls: [{ ...refund.apiCalls[0], id: 'refund', url: 'https://a.example/{{reason}}' }],
  });
  const triggerData = { email: 'a@b.example', amount: 1 };
  expect((await ask('POST', `/${id}/run`, { triggerData })).status).toBe(202);
  expect((await ask('POST', `/${id}/test?wait=0`, { triggerData })).body.fields).toEqual({
    'triggerData.reason': ['“reason” is required'],
  });
});

it('a copy and an exported file have the form', async () => {
  const id = await create(refund);
  const { triggerConfig } = (await ask('GET', `/${id}`)).body;
  const file = (await ask('GET', `/${id}/export`)).body;
  expect(file.definition.triggerConfig).toEqual(triggerConfig);
  const copy = await ask('POST', `/${id}/duplicate`);
  expect(copy.body.triggerConfig).toEqual(triggerConfig);
  const other = await create({ ...refund, triggerConfig: { type: 'manual' } });
  const applied = await ask('PUT', `/${other}/file`, file);
  expect([applied.status, applied.body.triggerConfig]).toEqual([200, triggerConfig]);
  const misspelled = structuredClone(file);
  misspelled.definition.triggerConfig.manual.fields[0].lable = 'Email';
  expect(Object.keys((await ask('PUT', `/${other}/file`, misspelled)).body.fields)).toEqual([
    'definition.triggerConfig.manual.fields.0.lable',
  ]);
});

it('is nothing to a stranger', async () => {
  const id = await create(refund);
  const stranger = await createTestUser(context, { email: 'eve@example.com' });
  const asStranger = await signInAs(context, stranger.user.id);
  const answer = await ask('POST', `/${id}/run`, { triggerData: {} }, asStranger);
  expect([answer.status, answer.body.fields]).toEqual([404, undefined]);
});
