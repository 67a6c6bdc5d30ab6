import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createTestContext } from '../../../support/context';
import { connection } from '../../whole-app';

const whole = `<!doctype html>${'<p>The same again.</p>'.repeat(1000)}`;

let page: string;
let type: string;
let ask: (headers: Record<string, string>, method?: string) => Promise<Response>;

beforeEach(async () => {
  page = whole;
  type = 'text/html; charset=utf-8';
  const app = createApp(await createTestContext(), {
    isDevelopment: false,
    stylesheet: '/app.css',
    handlePage: () => Promise.resolve(new Response(page, { headers: { 'Content-Type': type } })),
  });
  ask = async (headers, method = 'GET') => app.request('/login', { method, headers }, connection);
});

const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

test.each([
  ['typed or kept as a bookmark', { 'Sec-Fetch-Site': 'none' }],
  ['asked for by a page of the product', { 'Sec-Fetch-Site': 'same-origin' }],
  ['asked for where browsers do not say by whom, as over plain http', {}],
])('a page %s comes compressed', async (_how, headers) => {
  const answer = await ask({ ...browser, ...headers });
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('Cache-Control')).toBeNull();
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(sent.length).toBeLessThan(page.length / 10);
  expect(gunzipSync(sent).toString()).toBe(page);
});

test('a page that is compressed beside the event loop is the same', async () => {
  page = `<!doctype html>${'<p>Once more the same.</p>'.repeat(20_000)}`;
  const answer = await ask(browser);
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(page);
});

test('the data that script reads of a screen comes compressed, too', async () => {
  type = 'text/x-script';
  expect((await ask(browser)).headers.get('Content-Encoding')).toBe('gzip');
});

test.each([
  ['another site', 'cross-site'],
  ['a site beside it', 'same-site'],
])('of a page that %s has a browser ask for, the length tells nothing of its content', async (_who, site) => {
  const answer = await ask({ ...browser, 'Sec-Fetch-Site': site });
  expect(answer.headers.get('Content-Encoding')).toBeNull();
  expect(await answer.text()).toBe(page);
  // A proxy in front may not compress it, either. What else the header says stays.
  expect(answer.headers.get('Cache-Control')).toBe('no-transform');
  const personal = await ask({ ...browser, 'Sec-Fetch-Site': site, Cookie: 'session_token=x' });
  expect(personal.headers.get('Cache-Control')).toBe('no-store, no-transform');
});

test.each([
  ['who cannot read it', 'identity'],
  ['who refuses it', 'br, gzip;q=0'],
])('nothing is compressed for one %s', async (_who, accepted) => {
  const answer = await ask({ 'Accept-Encoding': accepted });
  expect(answer.headers.get('Content-Encoding')).toBeNull();
  expect(await answer.text()).toBe(page);
});

test('what is short stays as it is', async () => {
  page = 'a page';
  const answer = await ask(browser);
  expect(answer.headers.get('Content-Encoding')).toBeNull();
  expect(await answer.text()).toBe('a page');
});

test('a document that is compressed in itself stays as it is', async () => {
  type = 'application/pdf';
  expect((await ask(browser)).headers.get('Content-Encoding')).toBeNull();
});
