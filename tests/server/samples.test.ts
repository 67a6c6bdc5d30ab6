import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { type Installation, install } from './installation';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});

afterAll(() => installation.remove());

function ask(method: string, path: string): Promise<Response> {
  const { seed, server } = installation;
  const headers = { Cookie: seed.cookie, 'Sec-Fetch-Site': 'same-origin' };
  return fetch(`${server.url}/api/integrations/${path}`, { method, headers });
}

test('a draft that listens responds with 202 {"captured":true} once, and with 404 before and after', async () => {
  const id = await seedIntegration(installation.seed, { triggerConfig: webhookTrigger(), isActive: false });
  const body = '{"order":{"id":12345678901234567890}}';
  expect((await installation.deliver(id, body)).status).toBe(404);
  expect((await ask('POST', `${id}/sample/listen`)).status).toBe(200);
  const captured = await installation.deliver(id, body);
  expect([captured.status, await captured.text()]).toEqual([202, '{"captured":true}']);
  expect((await installation.deliver(id, body)).status).toBe(404);
  expect(await installation.findExecutions(id)).toEqual([]);
  const found = await (await ask('GET', `${id}/sample`)).text();
  expect(found).toContain(`"payload":${body}`);
  expect(JSON.parse(found)).toMatchObject({ listeningUntil: null, sample: { origin: 'captured' } });
});
