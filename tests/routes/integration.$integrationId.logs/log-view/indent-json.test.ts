import { assert, json as anyJson, property } from 'fast-check';
import { expect, it } from 'vitest';
import { indentJson, looksLikeJson } from '~/routes/integration.$integrationId.logs/log-view/indent-json';

it('lays out any JSON as JSON.stringify does', () => {
  assert(
    property(anyJson(), (text) => {
      const expected = JSON.stringify(JSON.parse(text), null, 2);
      expect(indentJson(JSON.stringify(JSON.parse(text)), expected.length + 1)).toEqual({
        text: expected,
        cut: false,
      });
    }),
  );
});

it('leaves digits, order and doubled names as they were sent', () => {
  expect(indentJson('{"b":1.10,"a":9007199254740993,"b":-0}', 1000).text).toBe(
    '{\n  "b": 1.10,\n  "a": 9007199254740993,\n  "b": -0\n}',
  );
});

it('lays out the beginning of a text that was cut off', () => {
  expect(indentJson('[{"a":"x, {y', 1000).text).toBe('[\n  {\n    "a": "x, {y');
});

it('writes no more than it may, however deep the text is nested', () => {
  const { text, cut } = indentJson('['.repeat(100_000) + '1,'.repeat(100_000), 5000);
  expect(text).toHaveLength(5000);
  expect(cut).toBe(true);
});

it('takes only objects and lists for JSON', () => {
  const json = ['{}', ' {"a":1}', '[]', '[1', '[{"a', '[true]', '[\n"x"]'];
  const others = ['', 'plain', '<html>', '{{name}}', '{ margin: 0 }', '[info] started', '"text"', '12'];
  expect(json.filter(looksLikeJson)).toEqual(json);
  expect(others.filter(looksLikeJson)).toEqual([]);
});
