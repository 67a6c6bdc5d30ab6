// Texts that are pasted into a form are read where everybody waits.
import { expect, test } from 'vitest';
import { parseCurl } from '~/engine/import/curl/curl';
import { unwrapCommand } from '~/engine/import/curl/pasted-command';
import { parseOpenApi } from '~/engine/import/openapi/openapi';
import { parsePostman } from '~/engine/import/postman/postman';
import { maxPastedLength, readPastedRequest } from '~/engine/import/pasted-request';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const length = 64 * 1024;

test.each([
  ['blanks within a header', `GET / HTTP/1.1\na: x${' '.repeat(length)}x`],
  ['tabs before a header’s last sign', `POST /a HTTP/1.1\nx-a:${'\t'.repeat(length)}!`],
  ['a brace that does not end', `curl https://a.example/{${','.repeat(length)}`],
  ['a boundary in a form', `curl https://a.example -F a=form-boundary${'-x'.repeat(length)}`],
  ['underlines in the name of a form’s file', `curl https://a.example -F a${'_'.repeat(length)}a=@file`],
  [
    'a here-document that is read again and again',
    `curl https://a.example ${'-d@- '.repeat(900)}<<'E'\n${'{{a}}'.repeat(length / 5)}\nE\n`,
  ],
  [
    'a name that a here-document repeats',
    `curl https://a.example -d @- <<E\n${'$a'.repeat(2 * length - 40)}\nE\n`,
  ],
  [
    'names that are each another one',
    `curl https://a.example -d '${Array.from({ length: length / 2 }, (_, index) => `{{a${index.toString(36)}}}`).join('')}'`,
  ],
  ['addresses with one query', `curl ${'a.b '.repeat(990)} -G -d '${'{{a}}'.repeat((3 * length) / 5)}'`],
  ['a fence of tildes', '~'.repeat(length)],
  ['a fence of backticks', '`'.repeat(length)],
])('%s takes no longer than other texts', (_what, text) => {
  expect(measureProcessorMs(() => readPastedRequest(text))).toBeLessThan(onceOverMs);
  expect(measureProcessorMs(() => unwrapCommand(text))).toBeLessThan(onceOverMs);
  expect(text.length).toBeLessThanOrEqual(maxPastedLength);
});

test('files of one field take no longer than other fields', () => {
  const command = `curl https://a.example -F a_3=@b ${'-Fa=@b '.repeat(length / 8)}`;
  expect(measureProcessorMs(() => parseCurl(command))).toBeLessThan(onceOverMs);
  const names = JSON.parse(parseCurl(command).calls[0]?.call.body ?? '').a;
  expect(names.slice(0, 3)).toEqual(['{{a}}', '{{a_2}}', '{{a_4}}']);
  expect(new Set(names).size).toBe(length / 8);
});

const requests = Array.from({ length: 2000 }, () => ({ request: 'https://a.example' }));
const parameters = Array.from({ length: 10_000 }, (_, index) => ({ key: `k${index}`, value: '' }));

test.each([
  [
    'slashes within a protocol',
    { item: [{ request: { url: { protocol: `${'/'.repeat(length)}x`, host: 'a' } } }] },
  ],
  ['parameters that many requests inherit', { item: requests, auth: { type: 'bearer', bearer: parameters } }],
])('%s take no longer than the rest of a Postman collection', (_what, collection) => {
  expect(measureProcessorMs(() => parsePostman(collection))).toBeLessThan(onceOverMs);
});

test('a value that the address of a server repeats takes no longer than the rest of an OpenAPI document', () => {
  const server = {
    url: `https://a.test/${'{a}'.repeat(600)}`,
    variables: { a: { default: 'x'.repeat(16 * length) } },
  };
  const document = { openapi: '3.1.0', servers: [server], paths: { '/x': { get: { summary: 'One' } } } };
  expect(measureProcessorMs(() => parseOpenApi(document))).toBeLessThan(onceOverMs);
  const message = 'This call was left out: URLs must be 8192 characters or less.';
  expect(parseOpenApi(document).notes).toEqual([{ call: 'One', message }]);
});
