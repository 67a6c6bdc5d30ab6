import { expect, test } from 'vitest';
import { type JsonOutline, outlineJson, outlineLimits } from '~/components/json/json-outline';

function countValues(outline: JsonOutline): number {
  if (!('entries' in outline)) return 1;
  return outline.entries.reduce((sum, entry) => sum + countValues(entry.value), 1);
}

test('digits stay as they were written', () => {
  expect(outlineJson('9007199254740993')).toEqual({
    kind: 'scalar',
    type: 'number',
    text: '9007199254740993',
  });
  expect(outlineJson('1.10')).toMatchObject({ text: '1.10' });
});

test('strings are quoted and escaped, so that a text "null" differs from null', () => {
  expect(outlineJson('"nul\\nl"')).toMatchObject({ type: 'string', text: '"nul\\nl"' });
  expect(outlineJson('null')).toMatchObject({ type: 'null', text: 'null' });
});

test.each(['', 'OK', '{"a": 1', '<html></html>', '{"a": 1}x'])('%j is not JSON', (text) => {
  expect(outlineJson(text)).toBeUndefined();
});

test('a key named __proto__ is shown like any other', () => {
  expect(outlineJson('{"__proto__": {"admin": true}}')).toMatchObject({
    kind: 'object',
    size: 1,
    entries: [{ key: '__proto__', value: { kind: 'object', size: 1 } }],
  });
});

test('a long list is cut and says how much is left out', () => {
  const outline = outlineJson(JSON.stringify(Array.from({ length: 250 }, (_, at) => at)));
  expect(outline).toMatchObject({ kind: 'list', size: 250, leftOut: 150 });
});

test('a value nested deeper than the limit is named instead of shown', () => {
  const limits = { ...outlineLimits, depth: 2 };
  expect(outlineJson('[[[1]]]', limits)).toMatchObject({
    entries: [{ value: { entries: [{ value: { kind: 'too-deep', size: 1 } }] } }],
  });
  expect(outlineJson('[[1]]', limits)).toMatchObject({
    entries: [{ value: { entries: [{ value: { text: '1' } }] } }],
  });
});

test('a text nested too deeply for any stack is not read at all', () => {
  expect(outlineJson('['.repeat(200_000) + ']'.repeat(200_000))).toBeUndefined();
});

test('no text yields more values than allowed', () => {
  const wide = JSON.stringify(Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => [1, 2])));
  const outline = outlineJson(wide);
  expect(outline && countValues(outline)).toBe(outlineLimits.values);
});

test('a long string is cut', () => {
  const outline = outlineJson(JSON.stringify('x'.repeat(5000)));
  expect(outline).toMatchObject({ text: `"${'x'.repeat(2000)}… (3,000 more)` });
});
