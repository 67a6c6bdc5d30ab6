import { describe, expect, it } from 'vitest';
import { formatJsonBody } from '~/routes/integration.$integrationId._index/chain/call/format-json-body';
import { toSnakeCase } from '~/routes/integration.$integrationId._index/form/normalize-input';
import { findVariable } from '~/routes/integration.$integrationId._index/form/variable-scope';
import { measureProcessorMs, onceOverMs } from '../../../support/processor-time';

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
