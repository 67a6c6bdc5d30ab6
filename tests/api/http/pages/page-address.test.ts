import { expect, test } from 'vitest';
import { createApp } from '~/api/app';
import { createTestContext } from '../../../support/context';
import { connection } from '../../whole-app';

/** The status, and the address that the screens were asked for. */
async function ask(path: string, init: RequestInit = {}) {
  const asked: string[] = [];
  const app = createApp(await createTestContext(), {
    isDevelopment: false,
    stylesheet: '/app.css',
    handlePage: (request) => {
      asked.push(request.url.replace('http://localhost:3000', ''));
      return Promise.resolve(new Response('a page'));
    },
  });
  const { status } = await app.request(`http://localhost:3000${path}`, init, connection);
  return [status, ...asked];
}

const uuid = '0197a0c4-5d2e-7c31-9b1a-2f6f6b0c1d3e';
const paths = (count: number) => Array.from({ length: count }, (_, index) => `p=/${index}`).join('&');

test.each([
  ['a path of many segments', `/${'a/'.repeat(7500)}`],
  ['a path of many slashes', `/${'/'.repeat(15_000)}x`],
  ['a long path', `/docs/${'a'.repeat(15_000)}`],
  ['the data of one', `/${'a/'.repeat(7500)}x.data`],
  ['links to many paths', `/__manifest?version=1&${paths(1000)}`],
  ['a link of many segments', `/__manifest?version=1&p=/${'a/'.repeat(3000)}`],
])('%s is not even compared with the screens', async (_what, path) => {
  expect(await ask(path)).toEqual([404]);
});

test('a form that is sent to an address with too many segments is answered 404, too', async () => {
  expect(await ask(`/${'a/'.repeat(7500)}`, { method: 'POST', body: new URLSearchParams('a=1') })).toEqual([
    404,
  ]);
});

test.each([
  '/',
  `/integration/${uuid}/tests/${uuid}.data?index`,
  '/organization/settings/alerts/new',
  '/nothing/here',
])('%s is', async (path) => {
  expect(await ask(path)).toEqual([200, path]);
});

test('the links of a page are looked up once for each screen that they lead to', async () => {
  const links = Array.from(
    { length: 50 },
    (_, index) => `/integration/${uuid.slice(0, -2)}${index + 10}/logs`,
  );
  links.push(`/integration/${uuid}/logs/${uuid}.json`);
  const query = new URLSearchParams([
    ['version', '1'],
    ['p', '/profile'],
    ...links.map((link) => ['p', link]),
  ]);
  expect(await ask(`/__manifest?${query}`)).toEqual([
    200,
    `/__manifest?version=1&${new URLSearchParams([
      ['p', '/profile'],
      ['p', '/integration/-/logs'],
      ['p', '/integration/-/logs/-.json'],
    ])}`,
  ]);
});
