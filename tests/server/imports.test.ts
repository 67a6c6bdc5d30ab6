// Documents are read beside the server's event loop: what is sent meanwhile is answered.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeLargeApi } from '../support/large-api.js';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { type Installation, install } from './installation';

const mebibyte = 1024 * 1024;
const call = { name: 'Call', url: 'http://127.0.0.1:9/' };
let installation: Installation;

beforeAll(async () => {
  // Nothing is called: what counts is that deliveries are taken in.
  installation = await install({ env: { RUNNER: 'off' } });
});

afterAll(() => installation.remove());

function request(body: object): Promise<Response> {
  return fetch(`${installation.server.url}/api/integrations/import`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Cookie: installation.seed.cookie,
      Origin: 'http://localhost:3000',
    },
    body: JSON.stringify(body),
  });
}

/** As the form of the screen sends it with script. */
function upload(path: string, text: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([text], 'api.yaml'));
  return fetch(installation.server.url + path, {
    method: 'POST',
    headers: { Cookie: installation.seed.cookie, Origin: installation.server.url },
    body: form,
    redirect: 'manual',
  });
}

test('many webhooks get their responses, one after the other, while one document is read', async () => {
  const id = await seedIntegration(installation.seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [call],
  });
  const text = describeLargeApi({ bytes: 3 * mebibyte, format: 'yaml' });
  const reading = new AbortController();
  const answering = request({ text, dryRun: true, limit: 1 }).then(async (answer) => {
    reading.abort();
    return { status: answer.status, preview: (await answer.json()) as { total: number; format: string } };
  });
  let answered = 0;
  let answeredBefore = 0;
  while (!reading.signal.aborted) {
    const { status } = await installation.deliver(id, '{}');
    expect([202, 429]).toContain(status);
    answered += 1;
    if (!reading.signal.aborted) answeredBefore = answered;
  }
  const { status, preview } = await answering;
  expect([status, preview.format]).toEqual([200, 'openapi']);
  expect(preview.total).toBeGreaterThan(3_000);
  // On the event loop it would be two or three: one that came before, one after.
  expect(answeredBefore).toBeGreaterThan(20);
});

test(
  'a document of 16 MiB is kept for its screen; beyond that its form is rejected in words',
  { timeout: 240_000 },
  async () => {
    const id = await seedIntegration(installation.seed, { apiCalls: [call] });
    const path = `/integration/${id}/import`;
    const answer = await upload(path, describeLargeApi({ bytes: 16 * mebibyte, format: 'json' }));
    expect(answer.status).toBe(302);
    const kept = answer.headers.get('Location') ?? '';
    expect(kept).toMatch(new RegExp(`^${path}\\?document=[0-9a-f-]{36}$`));
    expect(readdirSync(join(installation.seed.context.config.dataDir, 'imports'))).toHaveLength(1);

    const page = await fetch(`${installation.server.url}${kept}&search=thing+4711`, {
      headers: { Cookie: installation.seed.cookie },
    });
    expect(await page.text()).toContain('Change part of thing 4711');

    const refused = await upload(path, ' '.repeat(25 * mebibyte));
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain('This is longer than 16 MiB.');
  },
);
