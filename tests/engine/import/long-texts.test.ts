// Texts that are pasted into a form are read where everybody waits.
import { expect, test } from 'vitest';
import { unwrapCommand } from '~/engine/import/curl/pasted-command';
import { parsePostman } from '~/engine/import/postman/postman';
import { readPastedRequest } from '~/engine/import/pasted-request';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const length = 64 * 1024;

test.each([
  ['blanks within a header', `GET / HTTP/1.1\na: x${' '.repeat(length)}x`],
  ['tabs before a header’s last sign', `POST /a HTTP/1.1\nx-a:${'\t'.repeat(length)}!`],
  ['a brace that does not end', `curl https://a.example/{${','.repeat(length)}`],
  ['a boundary in a form', `curl https://a.example -F a=form-boundary${'-x'.repeat(length)}`],
  ['underlines in the name of a form’s file', `curl https://a.example -F a${'_'.repeat(length)}a=@file`],
  ['a fence of tildes', '~'.repeat(length)],
  ['a fence of backticks', '`'.repeat(length)],
])('%s takes no longer than other texts', (_what, text) => {
  expect(measureProcessorMs(() => readPastedRequest(text))).toBeLessThan(onceOverMs);
  expect(measureProcessorMs(() => unwrapCommand(text))).toBeLessThan(onceOverMs);
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
