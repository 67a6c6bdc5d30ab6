// Which origins an old browser, which sends no Fetch Metadata, may change something from.
import { expect, test } from 'vitest';
import { createTestContext } from '../../support/context';
import { connection, createWholeApp } from '../whole-app';

test.each([
  ['APP_URL', 'https://hooks.example.com', 'hooks.example.com', true],
  ['APP_URL, behind a proxy with a Host of its own', 'https://hooks.example.com', '127.0.0.1:3000', true],
  ['the host of APP_URL by plain http', 'http://hooks.example.com', 'hooks.example.com', false],
  ['another address of this server', 'http://192.0.2.7:3000', '192.0.2.7:3000', true],
  ['another port of it', 'http://192.0.2.7:8080', '192.0.2.7:3000', false],
  ['a page of nobody', 'null', 'hooks.example.com', false],
])('a change from %s', async (_name, origin, host, isTaken) => {
  const context = await createTestContext({ config: { appUrl: 'https://hooks.example.com' } });
  const headers = { Cookie: 'session_token=x', Origin: origin, Host: host };
  const init = { method: 'POST', headers };
  const { status } = await createWholeApp(context).request('/auth/logout', init, connection);
  expect(status !== 403).toBe(isTaken);
});
