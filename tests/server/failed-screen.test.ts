// A form that a browser sends by itself while the database refuses to write, as on a full disk: the page in its place names
// the request as the log does, and sends again what was typed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, install } from './installation';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});

afterAll(() => installation.remove());

function send(path: string, fields: [string, string][]): Promise<Response> {
  const { seed, server } = installation;
  return fetch(server.url + path, {
    method: 'POST',
    headers: { Cookie: seed.cookie, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Until the returned function is called. */
function refuseIntegrations(): () => void {
  const { sqlite } = installation.seed.context.db;
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

test('what was typed is sent again, and the request is named as in the log', async () => {
  const typed: [string, string][] = [
    ['name', `Orders "fast" & <b>'safe'</b>`],
    ['description', 'One line\r\nand another'],
  ];
  const allow = refuseIntegrations();
  const answer = await send('/integration?index', typed);
  allow();
  const page = await answer.text();
  expect(answer.status).toBe(500);
  const id = findRequestId(page) ?? 'none';
  expect(id).toBe(answer.headers.get('X-Request-Id'));
  const lines = installation.server.output().split('\n');
  expect(lines.filter((line) => line.includes(`"requestId":"${id}"`))).toEqual([
    expect.stringContaining('"msg":"a screen failed"'),
  ]);
  const { action, fields } = readFields(page);
  expect({ action, fields }).toEqual({ action: '/integration?index', fields: typed });
  expect((await send(action, fields)).headers.get('Location')).toMatch(/^\/integration\/[0-9a-f-]{36}$/);
});
