// Where a redirect leads to another site, curl leaves some headers behind and our client others: the import names each one
// that curl would have taken along, and no other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEcho } from '../../../support/echo';
import { describeSent, runByCurl, sendByImport } from './curl-sent';

let first: Awaited<ReturnType<typeof startEcho>>;
let second: Awaited<ReturnType<typeof startEcho>>;
const directory = mkdtempSync(join(tmpdir(), 'curl-redirects-'));

beforeAll(async () => {
  first = await startEcho();
  second = await startEcho();
});

beforeEach(() => {
  first.take();
  second.take();
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  rmSync(directory, { recursive: true });
});

/** The headers that arrive at the second site, after the same request arrived at the first. */
function takeSecond() {
  const [there, ...more] = second.take().map(describeSent);
  if (!there) throw new Error('nothing arrived at the second site');
  expect(more).toEqual([]);
  return { first: first.take().map(describeSent), there };
}

/** The names that a note says to stay behind. */
function readNamed(notes: string[]): string[] {
  const [note = '', ...more] = notes.filter((each) => each.includes('leads to another site'));
  expect(more).toEqual([]);
  const list = /^The headers? (.+?) stays? behind/.exec(note)?.[1];
  return list === undefined ? [] : list.split(/, | and /).map((name) => name.toLowerCase());
}

const key = "-H 'X-Api-Key: k'";
const lines: [options: string, named: string[]][] = [
  ["-H 'X-A: b'", []],
  [key, ['x-api-key']],
  [`${key} -H 'X-A: b' -H 'PRIVATE-TOKEN: t'`, ['x-api-key', 'private-token']],
  [`${key} -H 'X-A: b' -H 'X-Auth: c' -H 'X-Sid: d'`, ['x-api-key', 'x-auth', 'x-sid']],
  // The value is the key's, whatever the name.
  [`${key.replace('k', 'open-sesame')} -H 'X-A: open-sesame'`, ['x-api-key', 'x-a']],
  ["-u ada:open-sesame -H 'X-A: open-sesame'", ['x-a']],
  ["-H 'Authorization: Own x'", []],
  ["-H 'Authorization: Bearer x' -H 'X-A: b'", []],
  ["-H 'cookie: a=b'", []],
  // What -b sends goes everywhere.
  ['-b a=b', ['cookie']],
  ["-b a=b -H 'Cookie: c=d'", []],
  ['-u ada:open-sesame', []],
  ['--oauth2-bearer abc', []],
  ["-H 'Set-Cookie: a' -H 'Cookie2: a'", ['set-cookie', 'cookie2']],
  ['-e https://r.test/ -A me', []],
  ['--location-trusted', []],
  ['--location-trusted -u ada:open-sesame', ['authorization']],
  ["--location-trusted -H 'Authorization: Own x' -H 'Cookie: a=b'", ['authorization', 'cookie']],
  [`--location-trusted --oauth2-bearer abc ${key}`, ['authorization', 'x-api-key']],
];

describe('at another site', () => {
  it.each(lines)('curl -L %s', async (options, named) => {
    const command = `curl -L ${options} http://127.0.0.1:${first.port}/redirect/302/${second.port}`;
    await runByCurl(command, directory);
    const curls = takeSecond();
    const notes = await sendByImport(command);
    const ours = takeSecond();
    expect(ours.first).toEqual(curls.first);

    const missing = curls.there.headers.filter((line) => !ours.there.headers.includes(line));
    expect(missing.map((line) => line.split(':')[0]).toSorted()).toEqual(named.toSorted());
    expect(readNamed(notes).toSorted()).toEqual(named.toSorted());
    expect(ours.there).toEqual({
      ...curls.there,
      headers: curls.there.headers.filter((line) => !missing.includes(line)),
    });
  });

  it.each([301, 303, 307, 308])('a form behind %i', async (status) => {
    const command = `curl -L -d a=b ${key} http://127.0.0.1:${first.port}/redirect/${status}/${second.port}`;
    await runByCurl(command, directory);
    const curls = takeSecond();
    expect(readNamed(await sendByImport(command))).toEqual(['x-api-key']);
    const headers = curls.there.headers.filter((line) => line !== 'x-api-key: k');
    expect(takeSecond()).toEqual({ ...curls, there: { ...curls.there, headers } });
  });
});

describe('where a redirect makes the request a GET', () => {
  it.each([
    ["-H 'Content-Type: application/json' -d '{}'", ['content-type']],
    [
      "-H 'content-type: text/plain' -H 'Content-Language: de' -d hallo",
      ['content-type', 'content-language'],
    ],
    ['-d a=b', []],
  ])('curl -L %s', async (options, named) => {
    const command = `curl -L ${options} http://127.0.0.1:${first.port}/redirect/302/${second.port}`;
    await runByCurl(command, directory);
    const curls = takeSecond().there.headers;
    const notes = await sendByImport(command);
    const ours = takeSecond().there.headers;
    const missing = curls.filter((line) => !ours.includes(line)).map((line) => line.split(':')[0]);
    expect(missing.toSorted()).toEqual(named.toSorted());
    const [, list = ''] = /makes the request a GET, (.+) is left out/.exec(notes.join('\n')) ?? [];
    expect(list.toLowerCase().split(', ').filter(Boolean).toSorted()).toEqual(named.toSorted());
  });
});

it('says nothing of redirects that are not followed', async () => {
  const command = `curl ${key} -b a=b http://127.0.0.1:${first.port}/redirect/302/${second.port}`;
  expect(await sendByImport(command)).toEqual([]);
  expect(second.take()).toEqual([]);
  expect(first.take()).toHaveLength(1);
});
