import { beforeEach, expect, it } from 'vitest';
import { listPreviewRows, maxPayloadLength } from '~/db/executions/logs/execution-previews';
import { addTestCall, createTestExecution, type Owner } from '../../../support/executions';
import { createIntegrationContext } from '../../../support/executions';
import type { TestContext } from '../../../support/context';

let context: TestContext;
let owner: Owner;

beforeEach(async () => {
  ({ context, owner } = await createIntegrationContext());
});

async function preview(
  payload: string | null,
  paths: { name: string; segments: (string | number)[] }[] = [],
) {
  const id = await createTestExecution(context, owner, payload);
  const [row] = await listPreviewRows(context.db, owner, { ids: [id], paths });
  return row?.payloadValue;
}

it('finds the first of the named places that holds a value, and else the first value there is', async () => {
  const paths = [
    { name: 'order', segments: ['order', 'id'] },
    { name: 'last', segments: ['lines', -1, 'a.b'] },
  ];
  expect(await preview('{"x":1,"order":{"id":"o-7"}}', paths)).toBe('["order","o-7"]');
  // What is empty, or no value but a list or an object, tells nothing.
  for (const order of ['""', 'null', '{"deeper":1}', '[1]']) {
    expect(await preview(`{"order":{"id":${order}},"lines":[{},{"a.b":true}]}`, paths)).toBe('["last",true]');
  }
  expect(await preview('{"order":{"number":9007199254740993.10}}', paths)).toBe(
    '["order.number",9007199254740993.10]',
  );
  expect(await preview('[[],{"say \\"hi\\"":"it\\nis"}]')).toMatch(/"it\\nis"\]$/);
  expect(await preview('"only a text"')).toBe('["","only a text"]');
  expect(await preview('{"empty":"","none":null}')).toBeNull();
  expect(await preview(null)).toBeNull();
});

it('shows a value whole or not at all, and looks into no long payload', async () => {
  const long = 'x'.repeat(201);
  expect(await preview(`{"long":"${long}","short":"s"}`)).toBe('["short","s"]');
  expect(await preview(`{"long":"${long}"}`, [{ name: 'long', segments: ['long'] }])).toBeNull();
  expect(await preview(`{"short":"s","rest":"${'x'.repeat(maxPayloadLength)}"}`)).toBeNull();
});

it('tells of the calls in their order, and of no condition', async () => {
  const id = await createTestExecution(context, owner);
  await addTestCall(context, id, { step: 1, name: 'Charge', errorMessage: 'HTTP 402', response: null });
  await addTestCall(context, id, { step: 0, name: 'Read', response: {} });
  await addTestCall(context, id, { step: 2, kind: 'webhook' });
  const [row] = await listPreviewRows(context.db, owner, { ids: [id], paths: [] });
  expect(JSON.parse(row?.steps ?? '')).toEqual([
    { step: 0, kind: 'call', status: 'success', name: 'Read', failedItems: 0 },
    { step: 1, kind: 'call', status: 'error', name: 'Charge', failedItems: 0 },
    { step: 2, kind: 'webhook', status: 'running', name: '', failedItems: 0 },
  ]);
});

it('tells nothing of what belongs to another organization', async () => {
  const id = await createTestExecution(context, owner);
  const { owner: other } = await createIntegrationContext();
  expect(await listPreviewRows(context.db, other, { ids: [id], paths: [] })).toEqual([]);
  expect(
    await listPreviewRows(
      context.db,
      { ...owner, organizationId: other.organizationId },
      { ids: [id], paths: [] },
    ),
  ).toEqual([]);
});
