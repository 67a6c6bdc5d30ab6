// The recipes that read what another system writes for them, run against stand-ins that answer as it does.
import { expect, test } from 'vitest';
import { createRunSetup } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy, runNow } from './recipe';

/** Stands in for Shopify: the export has ended in this way. Waiting has tests of its own. */
async function prepareExport(done: { status: string; lines?: string[] }) {
  const setup = await createRunSetup();
  setup.answers.handler = ({ url, method, body }, response) => {
    if (method === 'PUT') return answerJson({})({} as never, response);
    if (url === '/file.jsonl') {
      return response.writeHead(200, { 'Content-Type': 'application/jsonl' }).end(done.lines?.join('\n'));
    }
    const { query, variables } = JSON.parse(body) as { query: string; variables: { id?: string } };
    if (query.startsWith('mutation')) {
      const bulkOperation = { id: 'gid://shopify/BulkOperation/1' };
      return answerJson({ data: { bulkOperationRunQuery: { bulkOperation, userErrors: [] } } })(
        {} as never,
        response,
      );
    }
    const node = { status: done.status, url: done.lines ? `${setup.target.url}/file.jsonl` : null };
    answerJson({ data: { node: variables.id === 'gid://shopify/BulkOperation/1' ? node : null } })(
      {} as never,
      response,
    );
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
])('an export that is %s without a file ends the run as %s', async (status, ending) => {
  const { setup, id } = await prepareExport({ status });
  expect(await runNow(setup, id)).toMatchObject({ status: ending });
  expect(setup.target.received.filter(({ method }) => method !== 'POST')).toEqual([]);
});
