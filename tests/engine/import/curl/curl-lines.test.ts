import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';
import { ApiCall } from '~/engine/definition/api-call';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { type Echo, startEcho } from '../../../support/echo';
import { type CurlLine, readCurlLines } from './curl-lines';
import { sentFile } from './curl-sent';

const runnable = [...readCurlLines('documentation.sh'), ...readCurlLines('tools.sh')];
const windows = readCurlLines('windows.cmd');

/** A placeholder's value is its own name, which is also what the shell's variable of this name holds. */
const variableNames = new Set(
  runnable.flatMap(({ text }) => [...text.matchAll(/[${<]{1,2}(\w+)[}>]?/g)].map(([, name = '']) => name)),
);
const variables = Object.fromEntries([...variableNames].map((name) => [name, name]));

function importOne({ text, ignores }: CurlLine) {
  const { format, calls, notes } = readImport(text);
  expect(format).toBe('curl');
  expect(calls).toHaveLength(1);
  expect(notes.map(({ message }) => message)).toEqual(ignores.map((part) => expect.stringContaining(part)));
  const [choice] = calls;
  if (!choice) throw new Error('no call');
  const own = choice.notes.filter((note) => !note.includes('became the placeholder'));
  return {
    call: ApiCall.parse({ ...choice.call, id: 'a', order: 1 }),
    notes: own,
  };
}

function build(call: ApiCall) {
  const built = finish(
    buildRequest(call, new Map<string, unknown>(Object.entries({ ...variables, file: sentFile })), 'key'),
  );
  if (built.kind !== 'request') throw new Error(built.message);
  return built.request;
}

it('has a hundred lines', () => {
  expect(runnable.length + windows.length).toBeGreaterThanOrEqual(100);
  const texts = [...runnable, ...windows].map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

describe('the call of a line', () => {
  it.each([...runnable, ...windows].map((line): [string, CurlLine] => [line.name, line]))(
    '%s',
    (_name, line) => {
      const { call, notes } = importOne(line);
      expect(`${call.method} ${call.url}`).toBe(`${line.method} ${line.url}`);
      expect(notes).toEqual(line.notes.map((part) => expect.stringContaining(part)));
      if (line.headers) expect(call.headers).toEqual(line.headers);
      if (line.headers) expect(call.body).toBe(line.body ?? '');
      if (line.basic) expect(call.authConfig).toEqual({ type: 'basic', ...line.basic });
    },
  );
});

describe('what curl itself sends', () => {
  let echo: Awaited<ReturnType<typeof startEcho>>;
  const directory = mkdtempSync(join(tmpdir(), 'curl-lines-'));

  beforeAll(async () => {
    echo = await startEcho();
    const { stdout } = await promisify(execFile)('bash', ['-c', 'type -P curl']);
    // Every host leads to the echo server, whose certificate nobody knows. Neither a proxy nor a settings file counts.
    const wrapper = `exec ${stdout.trim()} -q --noproxy '*' -k --connect-to ::127.0.0.1:${echo.port} "$@"\n`;
    writeFileSync(join(directory, 'curl'), `#!/bin/sh\n${wrapper}`);
    chmodSync(join(directory, 'curl'), 0o755);
    for (const name of ['mydata.jsonl', 'accounts.json']) writeFileSync(join(directory, name), '{}');
  });

  afterAll(async () => {
    await echo.close();
    rmSync(directory, { recursive: true });
  });

  it.each(runnable.map((line): [string, CurlLine] => [line.name, line]))('%s', async (_name, line) => {
    const request = build(importOne(line).call);
    echo.take();
    await promisify(execFile)('bash', ['-c', line.text], {
      cwd: directory,
      env: {
        ...process.env,
        ...variables,
        LC_ALL: 'C.UTF-8',
        PATH: [directory, process.env.PATH].join(delimiter),
        HOME: directory,
      },
    });
    const [sent, ...more] = echo.take();
    if (!sent) throw new Error('curl sent nothing');
    expect(more).toEqual([]);
    const { protocol, host } = new URL(request.url);
    expect(sent.headers.host?.map((name) => name.toLowerCase())).toEqual([host]);
    const ours = describeRequest({
      method: request.method,
      target: request.url,
      headers: groupHeaders(request.headers),
      body: request.body,
    });
    const curls = describeRequest({ ...sent, target: `${protocol}//${host}${sent.target}` });
    const names = [...new Set([...Object.keys(ours), ...Object.keys(curls)])];
    const differing = names.filter((name) => ours[name] !== curls[name]);
    if (differing.join() !== line.differs.join()) expect(ours).toEqual(curls);
    expect(differing).toEqual(line.differs);
  });
});

function groupHeaders(headers: [string, string][]): Echo['headers'] {
  const grouped: Echo['headers'] = {};
  for (const [name, value] of headers) (grouped[name.toLowerCase()] ??= []).push(value);
  return grouped;
}

/** What every client sets by itself says nothing about a line. */
const ownOfClients = new Set([
  'host',
  'content-length',
  'connection',
  'te',
  'accept-encoding',
  'idempotency-key',
]);

/** A request as flat text; in its address, the case of hexadecimal digits does not count (RFC 3986 §6.2.2.1). */
function describeRequest({
  method,
  target,
  headers,
  body,
}: Omit<Echo, 'bytes'>): Record<string, string | undefined> {
  const boundary = /.*boundary=(\S+)/.exec(headers['content-type']?.[0] ?? '')?.[1];
  const level = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  const values = Object.entries(headers).map(([name, all]) => [name, level(all.join(', '))]);
  const kept = values.filter(
    ([name = '', value = '']) =>
      !ownOfClients.has(name) &&
      !(name === 'accept' && value === '*/*') &&
      !(name === 'user-agent' && /^curl\/\d/.test(value)),
  );
  return {
    ...Object.fromEntries(kept),
    method,
    target: new URL(target).href.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase()),
    body: level(body),
  };
}
