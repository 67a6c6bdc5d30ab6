import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, install } from './installation';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});

afterAll(() => installation.remove());

const megabyte = Buffer.alloc(1024 * 1024, ' ');

/** Sends so many MiB, with their length said beforehand or not; the status and code of the answer. */
function upload(
  path: string,
  megabytes: number,
  headers: Record<string, string>,
): Promise<[number?, string?]> {
  const all = { Cookie: installation.seed.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers };
  return new Promise((resolve) => {
    const sent = request(
      installation.server.url + path,
      { method: 'POST', headers: all, agent: false },
      (answer) => {
        void readText(answer).then((text) => {
          const { code } = JSON.parse(text) as { code: string };
          resolve([answer.statusCode, code]);
          sent.destroy();
        });
      },
    );
    // The server may close the connection before all is written.
    sent.on('error', (error) => resolve([undefined, error.message]));
    for (let written = 0; written < megabytes; written += 1) sent.write(megabyte);
    sent.end();
  });
}

const json = { 'Content-Type': 'application/json' };
const lengthOf = (megabytes: number) => ({ 'Content-Length': String(megabytes * megabyte.length) });

test('a body of more than 4 MiB is refused, whether or not it says so', async () => {
  expect(await upload('/api/integrations', 5, { ...json, ...lengthOf(5) })).toEqual([413, 'TOO_LARGE']);
  expect(await upload('/api/integrations', 5, json)).toEqual([413, 'TOO_LARGE']);
  expect(await upload('/api/integrations', 3, json)).toEqual([400, 'BAD_REQUEST']);
});

test('a form has to say its length', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await upload('/login', 1, form)).toEqual([411, 'LENGTH_REQUIRED']);
  expect(await upload('/login', 5, { ...form, ...lengthOf(5) })).toEqual([413, 'TOO_LARGE']);
});
