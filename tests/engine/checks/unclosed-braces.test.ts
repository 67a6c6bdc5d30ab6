// Placeholders that nothing closes, names in single braces, and bodies that are no JSON.
import { describe, expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { makeChain } from '../run/run-steps';

function warnOf(call: object): string[] {
  const first = { method: 'GET', responseMapping: { saveAs: 'order' } };
  return listWarnings(makeChain([first, { name: 'Send', method: 'POST', ...call }]));
}

const unclosed = (shown: string, place: string) =>
  `Send: ${shown} in ${place} has no }} behind it, so it would be sent as text.`;
const noJson = (fault: string) => `Send: the body is not valid JSON, and would be sent as it is: ${fault}`;
const comma = ' A comma stands before a closing bracket: leave it out.';

describe('a placeholder without its end', () => {
  test.each([
    [{ url: 'https://api.test.dev/{{order.id' }, unclosed('{{order.id', 'the URL')],
    [{ url: 'https://api.test.dev/{{order.id}/x' }, unclosed('{{order.id', 'the URL')],
    [{ headers: { 'X-A': '{{order.id}} {{order.n' } }, unclosed('{{order.n', 'the header X-A')],
    [{ body: '{"a": "{{order.id"}' }, unclosed('{{order.id', 'the body')],
    [
      { body: '{"a": "{{order[\'Unit price\'] | round"}' },
      unclosed("{{order['Unit price'] | round", 'the body'),
    ],
    [{ headers: { 'X-Api-Key': 'k7{{order' } }, unclosed('a placeholder', 'the header X-Api-Key')],
  ])('is warned of: %j', (call, text) => expect(warnOf(call)).toEqual([text]));

  test.each([
    { url: 'https://api.test.dev/{{order.id}}' },
    { body: `{"a": "{{'{{'}} {{order.id}}", "b": {"c": {}}}` },
    { body: '{"query": "{ orders { id } }"}' },
  ])('is not warned of: %j', (call) => expect(warnOf(call)).toEqual([]));
});

describe('a name in single braces', () => {
  test('is warned of in a URL, when it is a variable', () => {
    expect(warnOf({ url: 'https://api.test.dev/{order}/{other}?a={{order}}' })).toEqual([
      'Send: {order} in the URL would be sent as text. To fill it in, write {{order}}.',
    ]);
  });

  test('is no mistake in a body', () => {
    expect(warnOf({ body: '{"query": "{order}"}' })).toEqual([]);
  });
});

describe('a body that looks like JSON', () => {
  test.each([
    ['{"a": 1,}', `line 1, column 9 is wrong.${comma}`],
    ['{\n  "a": {{order.a}},\n}', `line 3, column 1 is wrong.${comma}`],
    ['{\n  "a": [{{order.a}}, 2,]\n}', `line 2, column 24 is wrong.${comma}`],
    ['{"a": Order {{order.a}}}', 'line 1, column 7 is wrong.'],
    ['{"a": "{{order.a}}}', 'it ends too early, at line 1, column 20.'],
    ["{'a': 1}", 'line 1, column 2 is wrong.'],
    ['{"a": {{order.a}} "b": 1}', 'line 1, column 19 is wrong.'],
    ['{"a": "x,}", "b": 1', 'it ends too early, at line 1, column 20.'],
  ])('and is none is warned of, with the place: %s', (body, fault) => {
    expect(warnOf({ body })).toEqual([noJson(fault)]);
    expect(warnOf({ body, headers: { 'Content-Type': 'application/problem+json' } })).toEqual([
      noJson(fault),
    ]);
  });

  test.each([
    { body: '{"a": {{order.a}}, "b": "{{order.b | default: "x"}}", "c": ["{{order.c}}", {{order.d}}]}' },
    { body: '{"a": "{{order.b\n}}"}' },
    { body: '{"a": "{{order.a | default: \\"x\\"}}", "n": -1.5e3}' },
    { body: '[{{order.a}}]' },
    { body: '{{order}}' },
    { body: '{{order.a}} {{order.b}}' },
    { body: '{"a": 1,}', headers: { 'Content-Type': 'text/plain' } },
    { body: '{"a": 1}\n{"a": 2}', headers: { 'Content-Type': 'application/x-ndjson' } },
  ])('and is or may be is not warned of: %j', (call) => expect(warnOf(call)).toEqual([]));
});
