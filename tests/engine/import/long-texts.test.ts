// Texts that are pasted into a form are read where everybody waits.
import { expect, test } from 'vitest';
import { unwrapCommand } from '~/engine/import/curl/pasted-command';
import { readPastedRequest } from '~/engine/import/pasted-request';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const length = 64 * 1024;

test.each([
  ['blanks within a header', `GET / HTTP/1.1\na: x${' '.repeat(length)}x`],
  ['tabs before a header’s last sign', `POST /a HTTP/1.1\nx-a:${'\t'.repeat(length)}!`],
  ['a brace that does not end', `curl https://a.example/{${','.repeat(length)}`],
  ['a boundary in a form', `curl https://a.example -F a=form-boundary${'-x'.repeat(length)}`],
  ['a fence of tildes', '~'.repeat(length)],
  ['a fence of backticks', '`'.repeat(length)],
])('%s takes no longer than other texts', (_what, text) => {
  expect(measureProcessorMs(() => readPastedRequest(text))).toBeLessThan(onceOverMs);
  expect(measureProcessorMs(() => unwrapCommand(text))).toBeLessThan(onceOverMs);
});
