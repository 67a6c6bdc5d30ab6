import { beforeEach, expect, test } from 'vitest';
import { createLog } from '~/log';
import { makeAnswerToken } from '~/services/answers/answer-address';
import { findGivenAnswer } from '~/services/answers/wait-answers';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { connection, createWholeApp } from './whole-app';

let setup: RunSetup;
let path: string;

const wait = {
  kind: 'answer',
  seconds: 3600,
  message: 'Pay <b>12</b>?',
  choices: ['Approve', 'Reject'],
  saveAs: 'approval',
};

beforeEach(async () => {
  setup = await createRunSetup();
  const second = { ...setup.secondCall, url: `${setup.target.url}/second/{{approval.choice}}`, wait };
  const integrationId = await setup.seed({ apiCalls: [setup.firstCall, second] });
  const executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  const token = makeAnswerToken(setup.context.config, { executionId, callId: 'second' });
  path = `/answer/${token}`;
});

const browser = { Accept: 'text/html,*/*;q=0.8' };

function ask(at: string, init: RequestInit = {}) {
  return createWholeApp(setup.context).request(at, init, connection);
}

function post(at: string, body: string, headers: Record<string, string> = {}) {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  return ask(at, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } });
}

/** The sentence of the page about until when, as it is read. */
async function readDeadline(): Promise<string | undefined> {
  const page = await (await ask(path, { headers: browser })).text();
  return /It can be answered .*?\)\./.exec(page.replace(/\s+/g, ' '))?.[0];
}

test('the page asks, escapes, answers nothing by itself and is kept by nobody', async () => {
  const response = await ask(path, { headers: browser });
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('Pay &lt;b&gt;12&lt;/b&gt;?');
  expect(page).not.toContain('<script');
  expect(page.match(/name="choice"/g)).toHaveLength(2);
  expect(await readDeadline()).toBe('It can be answered once, until 2026-01-05 13:00 UTC (in 1 hour).');
  setup.context.clock.advance(61_000);
  expect(await readDeadline()).toContain('(in 58 minutes)');
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const policy = response.headers.get('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  await ask(`${path}?choice=Approve`, { headers: browser });
  await ask(path, { method: 'HEAD' });
  expect(await (await post(path, '{"choice":"Reject"}')).json()).toEqual({
    status: 'answered',
    choice: 'Reject',
  });
});

const read = async (at: string) => (await ask(at, { headers: browser })).text();

/** Each button's choice, and whether it is filled in. */
function listButtons(page: string) {
  const buttons = [...page.matchAll(/value="(\w+)"\s+class="([^"]*)"/g)];
  return buttons.map(([, choice, look = '']) => [choice, /\bbg-accent\b/.test(look)]);
}

test('the first button alone is filled in: the first choice, or that which the link stands for', async () => {
  expect(listButtons(await read(path))).toEqual([
    ['Approve', true],
    ['Reject', false],
  ]);
  expect(listButtons(await read(`${path}?choice=reject`))).toEqual([
    ['Reject', true],
    ['Approve', false],
  ]);
});

test('its form answers, also from a page without an origin, and a second answer is refused with the reason', async () => {
  const headers = { ...browser, Origin: 'null', 'Sec-Fetch-Site': 'cross-site', Cookie: 'session_token=x' };
  const first = await post(path, 'comment=fine&choice=Approve', headers);
  expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('Approve')]);
  const second = await post(path, 'choice=Reject', headers);
  const refused = await second.text();
  expect([second.status, refused]).toEqual([409, expect.stringContaining('Answered already')]);
  expect(refused).toContain('The answer is Approve.');
  expect(await (await ask(path, { headers: browser })).text()).toContain('Answered: <strong');
});

test('what is incomplete keeps the comment', async () => {
  const response = await post(path, 'comment=%3Cfine', browser);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('&lt;fine');
  const json = await post(path, '{"choice":"Perhaps"}');
  expect(await json.json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { choice: expect.any(Array) },
  });
});

test('what a full disk does not take keeps the comment, too, and counts when it is sent again', async () => {
  const { sqlite } = setup.context.db;
  const comment = 'fine '.repeat(390);
  const form = new URLSearchParams({ comment, choice: 'Approve' }).toString();
  const most = String(sqlite.pragma('max_page_count', { simple: true }));
  sqlite.pragma(`max_page_count = ${String(sqlite.pragma('page_count', { simple: true }))}`);
  const refused = await post(path, form, browser);
  sqlite.pragma(`max_page_count = ${most}`);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30']);
  const page = await refused.text();
  expect(page).toContain('The disk of this server is full');
  expect(page).toContain(comment);
  expect((await post(path, form, browser)).status).toBe(200);
});

test('a comment may have as many characters as the page lets a person type, lines included', async () => {
  // What a browser makes of it (HTML, "Multipart form data" and "URL-encoded form data": line breaks are CRLF).
  const typed = Array.from({ length: 1_000 }, () => 'a').join('\n');
  const form = new URLSearchParams({ comment: `${typed.replaceAll('\n', '\r\n')}\r\n`, choice: 'Approve' });
  expect((await post(path, form.toString(), browser)).status).toBe(200);
  const { db, config } = setup.context;
  const { execution_id: executionId } = (await db.first(db.build.selectFrom('wait_answers').selectAll()))!;
  const given = await findGivenAnswer({ config }, db, { executionId, callId: 'second' });
  expect(given?.value.comment).toBe(typed);
});

test('programs get JSON: unknown, answered, too late, too large, broken', async () => {
  expect((await post('/answer/unknown', '{}')).status).toBe(404);
  const unknown = await ask('/answer/unknown', { headers: browser });
  expect(await unknown.text()).toContain('sent before the encryption key of this installation was changed');
  expect((await post(path, `{"choice":"Approve","x":"${'x'.repeat(70_000)}"}`)).status).toBe(413);
  expect((await post(path, '{"choice"')).status).toBe(400);
  const other = await ask(path, { method: 'PUT' });
  expect([other.status, other.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(await other.json()).toMatchObject({ message: 'PUT is not allowed here. Allowed: GET, HEAD, POST.' });
  await post(path, '{"choice":"Approve"}');
  expect(await (await post(path, '{"choice":"Approve"}')).json()).toMatchObject({ code: 'ANSWERED' });
});

test('the time is over', async () => {
  setup.context.clock.advance(3_600_000);
  expect(await (await post(path, '{"choice":"Approve"}')).json()).toMatchObject({ code: 'GONE' });
  const page = await ask(path, { headers: browser });
  expect([page.status, await page.text()]).toEqual([410, expect.stringMatching(/Seeded.*Too late/s)]);
});

test('guesses are slowed down, and no log names the address', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const app = createWholeApp({ ...setup.context, log });
  let last = 0;
  for (let tried = 0; tried < 201; tried += 1) {
    last = (await app.request(`${path}x`, {}, connection)).status;
  }
  expect(last).toBe(429);
  setup.context.clock.advance(60_000);
  setup.context.db.first = () => Promise.reject(new Error('it broke'));
  expect((await app.request(path, {}, connection)).status).toBe(503);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(path.slice(-48));
});
