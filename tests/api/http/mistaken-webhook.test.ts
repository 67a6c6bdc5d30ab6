import { expect, test } from 'vitest';
import { createTestContext } from '../../support/context';
import { connection, createWholeApp } from '../whole-app';

async function ask(path: string, method: string) {
  const init = {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  };
  const answer = await createWholeApp(await createTestContext()).request(
    `http://localhost:3000${path}`,
    init,
    connection,
  );
  return [answer.status, await answer.text()];
}

test.each(['/webhooks/01a2', '/webhook', '/webhooks', '//webhook/01a2', '/Webhook/01a2'])(
  'the response to a delivery to %s says that nothing is there, and where deliveries go',
  async (path) => {
    expect(await ask(path, 'POST')).toEqual([404, expect.stringContaining('/webhook/{integrationId}')]);
    expect(await ask(path, 'GET')).toEqual([200, 'a page']);
  },
);

test.each(['/webhooksite', '/docs/webhook'])('%s is left to the pages', async (path) => {
  expect(await ask(path, 'POST')).toEqual([415, expect.anything()]);
});
