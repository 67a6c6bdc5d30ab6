import { describe, expect, it, test } from 'vitest';
import { formatJsonBody } from '~/routes/integration.$integrationId._index/chain/call/format-json-body';
import { toSnakeCase } from '~/routes/integration.$integrationId._index/form/normalize-input';
import { findVariable } from '~/routes/integration.$integrationId._index/form/variable-uses';
import { listHeaders } from '~/engine/connections/header-lines';
import { listParameters } from '~/engine/connections/hmac-config';
import { isBodyBroken } from '~/routes/integration.$integrationId._index/form/json-body';
import { readConditionLines } from '~/routes/integration.$integrationId._index/form/lines/condition-lines';
import { readNamedLines } from '~/routes/integration.$integrationId._index/form/lines/named-lines';
import { measureProcessorMs, onceOverMs } from '../../../support/processor-time';

const length = 64 * 1024;

describe('variable names', () => {
  it.each([
    ['Order ID', 'order_id'],
    ['userName', 'user_name'],
    ['HTTPStatus', 'http_status'],
    ['  a--b__c ', 'a_b_c'],
    ['_edge_', 'edge'],
    ['aHTTPServer2URLs', 'a_http_server2_ur_ls'],
  ])('%s becomes %s', (typed, kept) => expect(toSnakeCase(typed)).toBe(kept));

  it('take little time, however long the text is that a form was sent with', () => {
    const [capitals, blanks] = ['A'.repeat(64 * 1024), ' '.repeat(64 * 1024)];
    expect(measureProcessorMs(() => toSnakeCase(capitals))).toBeLessThan(onceOverMs);
    expect(measureProcessorMs(() => findVariable(`${blanks}!`))).toBeLessThan(onceOverMs);
    expect(['a.b', ' {{ a.b }} ', '{{a', '!a'].map(findVariable)).toEqual(['a', 'a', 'a', undefined]);
  });
});

const isBroken = (body: string) => isBodyBroken({ name: 'a', method: 'POST', body });

test.each<[string, (text: string) => unknown, string]>([
  ['spaces in a condition', readConditionLines, `a${' '.repeat(length)}b`],
  ['a computed variable without its sign', readNamedLines, 'a'.repeat(length)],
  ['quotes in a body', isBroken, '"\\'.repeat(length / 2)],
  ['escaped quotes in a body before a line break', isBroken, `"${'\\"'.repeat(length / 2 - 2)}\\\n`],
  ['quotes in a body to be laid out', formatJsonBody, '"\\'.repeat(length / 2)],
  ['escaped quotes before a line break to be laid out', formatJsonBody, `"${'\\"'.repeat(length)}\\\n`],
  ['the text behind a header', listHeaders, `${'a'.repeat(length)}:\u2028`],
  ['the text behind a parameter', listParameters, `${'a'.repeat(length)}=\u2028`],
])('%s take little time', (_what, read, text) => {
  expect(measureProcessorMs(() => read(text))).toBeLessThan(onceOverMs);
});

describe('beautifying', () => {
  it('keeps digits, and placeholders in and out of strings', () => {
    expect(formatJsonBody('{"n":1.50,"s":"{{a}}","all":{{ b.c }}}')).toBe(
      '{\n  "n": 1.50,\n  "s": "{{a}}",\n  "all": {{ b.c }}\n}',
    );
  });

  it.each(['{"a":', '{{{a}}', 'text'])('gives nothing for %s', (text) => {
    expect(formatJsonBody(text)).toBeUndefined();
  });
});
