import { expect, it } from 'vitest';
import {
  readTraceparent,
  spanOfAttempt,
  spanOfExecution,
  writeTraceparent,
} from '~/services/tracing/trace-context';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const given = `00-${traceId}-b7ad6b7169203331-01`;

// The specification's own examples of what is right and wrong.
it.each([
  [given, given],
  [`cc-${traceId}-b7ad6b7169203331-01-what-the-future`, given],
  [undefined, undefined],
  ['', undefined],
  [`ff-${traceId}-b7ad6b7169203331-01`, undefined],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-b7ad6b7169203331-01`, undefined],
  [`${given}-more`, undefined],
  [`${given}\r\nX: y`, undefined],
  [`cc-${traceId}-b7ad6b7169203331-01-${'x'.repeat(300)}`, undefined],
])('%s is kept as %s', (header, kept) => {
  expect(readTraceparent(header)).toBe(kept);
});

it('goes on in the calls of an execution, each with a span of its own and always the same', () => {
  const execution = spanOfExecution('e', given);
  expect(execution).toMatchObject({ traceId, parentId: 'b7ad6b7169203331', flags: '01' });
  const [first, second] = [spanOfAttempt(execution, 'e.a.1'), spanOfAttempt(execution, 'e.a.2')];
  expect(first.spanId).not.toBe(second.spanId);
  expect(spanOfAttempt(spanOfExecution('e', given), 'e.a.1')).toEqual(first);
  expect(first.parentId).toBe(execution.spanId);
  expect(readTraceparent(writeTraceparent(first))).toBe(writeTraceparent(first));
});

it('begins where a delivery named none', () => {
  const { traceId: own, parentId } = spanOfExecution('e', null);
  expect([own, parentId]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined]);
});
