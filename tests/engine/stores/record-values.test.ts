// What the values of records are made of: merged objects, and the time when they end.
import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { readExpiry } from '~/engine/stores/expiry';
import { mergePatch } from '~/engine/stores/merge-patch';

/** The examples of RFC 7396, appendix A, as far as the patch is an object, and some of our own. */
test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ['{"a":1.10}', '{"b":9007199254740993}', '{"a":1.10,"b":9007199254740993}'],
  ['{"a":1}', '{"__proto__":{"b":1.10}}', '{"a":1,"__proto__":{"b":1.10}}'],
])('%s and %s make %s', (target, patch, merged) => {
  const before = parseJson(target);
  expect(stringifyJson(mergePatch(before, parseJson(patch)))).toBe(merged);
  expect(stringifyJson(before)).toBe(target);
});

test('an end is a number and a unit', () => {
  expect(readExpiry('7d')).toEqual({ ms: 7 * 86_400_000 });
  expect(readExpiry('90s')).toEqual({ ms: 90_000 });
  expect(readExpiry('3650d')).toEqual({ ms: 3_650 * 86_400_000 });
  for (const text of ['', '0d', '7', 'd', '7w', '-1d', '1.5h', '3651d', ' 7d', '7D', '99999999999s'])
    expect(readExpiry(text), text).toEqual({
      problem: 'expires is a whole number with s, m, h or d behind it, such as 7d, of at most 3,650 days.',
    });
});
