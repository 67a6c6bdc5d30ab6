import { describe, expect, it } from 'vitest';
import { formatJsonBody } from '~/routes/integration.$integrationId._index/chain/call/format-json-body';
import { toSnakeCase } from '~/routes/integration.$integrationId._index/form/normalize-input';

describe('variable names', () => {
  it.each([
    ['Order ID', 'order_id'],
    ['userName', 'user_name'],
    ['HTTPStatus', 'http_status'],
    ['  a--b__c ', 'a_b_c'],
    ['_edge_', 'edge'],
  ])('%s becomes %s', (typed, kept) => expect(toSnakeCase(typed)).toBe(kept));
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
