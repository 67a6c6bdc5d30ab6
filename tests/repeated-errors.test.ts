import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '~/log';
import { createRepeatedErrors, createRepeatedLines } from '~/repeated-errors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createErrors() {
  const lines: { msg: string; repeated?: number; err: { message: string } }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { errors: createRepeatedErrors(log), said: () => lines.map(({ msg, repeated }) => [msg, repeated]) };
}

test('an error that goes on is said at once, and then once a minute with how often it came', () => {
  const { errors, said } = createErrors();
  const err = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
  for (let count = 0; count < 500; count += 1) errors.error({ err }, 'not claimed');
  expect(said()).toEqual([['not claimed', undefined]]);
  vi.advanceTimersByTime(60_000);
  expect(said().slice(1)).toEqual([['not claimed', 499]]);
  errors.error({ err }, 'not claimed');
  vi.advanceTimersByTime(60_000);
  expect(said().slice(2)).toEqual([['not claimed', 1]]);
});

test('one that stopped is forgotten, and said at once when it comes again', () => {
  const { errors, said } = createErrors();
  errors.error({ err: new Error('a') }, 'failed');
  vi.advanceTimersByTime(60_000);
  errors.error({ err: new Error('a') }, 'failed');
  expect(said()).toEqual([
    ['failed', undefined],
    ['failed', undefined],
  ]);
  expect(vi.getTimerCount()).toBe(1);
});

test('what differs in message, code or text is another error', () => {
  const { errors, said } = createErrors();
  errors.error({ err: new Error('a') }, 'failed');
  errors.error({ err: new Error('b') }, 'failed');
  errors.error({ err: new Error('a') }, 'failed elsewhere');
  errors.error({ err: 'a' }, 'failed elsewhere');
  expect(said()).toHaveLength(3);
});

test('of very many lines that differ, a hundred are told apart', () => {
  const lines: object[] = [];
  const note = createRepeatedLines((details) => lines.push(details));
  for (let host = 0; host < 300; host += 1) note(`host-${host}`, { host }, 'refused');
  note('host-0', { host: 0 }, 'refused');
  expect(lines).toHaveLength(101);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(101)).toEqual([
    { host: 0, repeated: 1 },
    { host: 100, repeated: 199 },
  ]);
});
