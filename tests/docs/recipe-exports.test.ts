// The recipes that read what another system writes for them, run against stand-ins that answer as it does.
import { expect, test } from 'vitest';
import { createRunSetup } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy, runNow } from './recipe';

const operation = 'gid://shopify/BulkOperation/1';

/** Stands in for Shopify, whose export has ended in this way. Waiting has tests of its own. */
async function prepareExport({ status, lines }: { status: string; lines?: string[] }) {
  const setup = await createRunSetup();
  setup.answers.handler = (request, response) => {
    if (request.method === 'PUT') return answerJson({})(request, response);
    if (request.url === '/file.jsonl') {
      return response.writeHead(200, { 'Content-Type': 'application/jsonl' }).end(lines?.join('\n'));
    }
    const { query, variables } = JSON.parse(request.body) as { query: string; variables: { id?: string } };
    if (query.startsWith('mutation')) {
      const begun = { bulkOperation: { id: operation }, userErrors: [] };
      return answerJson({ data: { bulkOperationRunQuery: begun } })(request, response);
    }
    expect(variables.id).toBe(operation);
    if (status === 'THROTTLED') return answerJson({ errors: [{ message: status }] })(request, response);
    const url = lines ? `${setup.target.url}/file.jsonl` : null;
    answerJson({ data: { node: { status, url } } })(request, response);
  };
  return { setup, id: await deploy(setup, 'Shopify bulk export') };
}

test('an export of Shopify is waited for, and each of its lines is sent on', async () => {
  const lines = [
    '{"id":"gid://shopify/Product/7","title":"A \\"b\\"","totalInventory":3}',
    '{"id":"gid://shopify/Product/8","title":"C","totalInventory":0}',
    '',
  ];
  const { setup, id } = await prepareExport({ status: 'COMPLETED', lines });
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  const sent = setup.target.received.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ url, body }) => [url, JSON.parse(body) as unknown])).toEqual([
    ['/api/stock/7', { title: 'A "b"', quantity: 3 }],
    ['/api/stock/8', { title: 'C', quantity: 0 }],
  ]);
});

test.each([
  ['COMPLETED', 'completed'],
  ['FAILED', 'error'],
  ['THROTTLED', 'error'],
])('an export that is %s without a file ends the run as %s', async (status, ending) => {
  const { setup, id } = await prepareExport({ status });
  expect(await runNow(setup, id)).toMatchObject({ status: ending });
  expect(setup.target.received.filter(({ method }) => method !== 'POST')).toEqual([]);
});
