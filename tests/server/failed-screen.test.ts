// A form that a browser sends by itself while the database refuses to write, as on a full disk: the page in its place says
// why, names the request as the log does, and sends again what was typed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Seed, seedOwner } from '../support/seed';
import { startServer, type TestServer } from '../support/server';
import { install } from './installation';
import { createSmallDisk, fillUp, mayMount } from './small-disk';

interface Visit {
  seed: Seed;
  server: TestServer;
}

function send({ seed, server }: Visit, path: string, fields: [string, string][]) {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { Accept: 'text/html', Cookie: seed.cookie, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Until the returned function is called. */
function refuseIntegrations({ sqlite }: Seed['context']['db']): () => void {
  sqlite.exec(
    "CREATE TRIGGER refusal BEFORE INSERT ON integrations BEGIN SELECT RAISE(FAIL, 'no space'); END",
  );
  return () => void sqlite.exec('DROP TRIGGER refusal');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function readText(html: string): string {
  return html.replaceAll(/&([#\w]+);/g, (_all, name: string) => entities[name] ?? '');
}

/** What the page's form would send. */
function readFields(page: string): { action: string; fields: [string, string][] } {
  const [, action = '', content = ''] =
    /<form method="post" action="([^"]*)" data-sent-form="">(.*?)<\/form>/s.exec(page) ?? [];
  const fields = content.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g);
  return {
    action: readText(action),
    fields: [...fields].map(([, name = '', value = '']) => [readText(name), readText(value)]),
  };
}

function findRequestId(page: string): string | undefined {
  return /<code data-request-id=""[^>]*>([^<]*)</.exec(page)?.[1];
}

const typed: [string, string][] = [
  ['name', `Orders "fast" & <b>'safe'</b>`],
  ['description', 'One line\r\nand another'],
];

test('what was typed is sent again, and the request is named as in the log', async () => {
  const installation = await install();
  onTestFinished(() => installation.remove());
  const allow = refuseIntegrations(installation.seed.context.db);
  const path = '/integration?index&token=of-a-mailed-link';
  const answer = await send(installation, path, typed);
  allow();
  const page = await answer.text();
  expect(answer.status).toBe(500);
  const id = findRequestId(page) ?? 'none';
  expect(id).toBe(answer.headers.get('X-Request-Id'));
  const lines = installation.server.output().split('\n');
  expect(lines.filter((line) => line.includes(`"requestId":"${id}"`))).toEqual([
    expect.stringContaining('"msg":"a screen failed"'),
  ]);
  expect(installation.server.output()).not.toContain('mailed-link');
  const { action, fields } = readFields(page);
  expect({ action, fields }).toEqual({ action: path, fields: typed });
  expect((await send(installation, action, fields)).headers.get('Location')).toMatch(
    /^\/integration\/[0-9a-f-]{36}$/,
  );
});

test.skipIf(!mayMount)(
  'on a full disk the page stands in the product’s frame, says why, and sends again once there is room',
  async () => {
    const dataDir = createSmallDisk(64);
    const seed = await seedOwner(dataDir);
    const server = await startServer({ dataDir, env: { LOG_LEVEL: 'fatal' } });
    const visit = { seed, server };
    const filler = join(dataDir, 'filler');
    // What is free within the database's own files is used up first.
    async function sendUntilFull(path: string): Promise<Response> {
      for (;;) {
        fillUp(filler);
        const answer = await send(visit, path, typed);
        if (answer.status >= 500) return answer;
      }
    }
    const answer = await sendUntilFull('/integration?index');
    const page = await answer.text();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('30');
    const why = 'The disk of this server is full, so nothing was saved.';
    expect(answer.headers.get('X-Refused')).toContain(why);
    expect(page).toContain(why);
    expect(page).toContain('Try again');
    expect(page).toContain('Edit Profile');
    expect(findRequestId(page)).toBe(answer.headers.get('X-Request-Id'));
    const { action, fields } = readFields(page);
    expect({ action, fields }).toEqual({ action: '/integration?index', fields: typed });
    // With script the page stays as it is, and says why.
    const byScript = await sendUntilFull('/integration.data?index');
    expect(byScript.headers.get('X-Refused')).toContain(why);
    rmSync(filler);
    expect((await send(visit, action, fields)).headers.get('Location')).toMatch(
      /^\/integration\/[0-9a-f-]{36}$/,
    );
    await seed.close();
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  },
);
