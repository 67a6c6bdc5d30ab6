// Filters between objects and lists, as custom fields, answers of forms and records of two systems need them.
import { describe, expect, test } from 'vitest';
import { stringifyJson } from '~/engine/json/json';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { readVariable } from '~/engine/placeholders/read-variable';

const variables = new Map<string, unknown>(
  Object.entries({
    answers: { Name: 'Ann', utm_source: 'mail', utm_term: null },
    fields: [
      { key: 'vat', value: 'DE1' },
      { key: 'notes', value: null },
      { key: null, value: 'nobody' },
      { key: 'vat', value: 'DE2' },
    ],
    orders: [
      { total: 5, customer: 8 },
      { total: 7, customer: 9 },
    ],
    customers: [{ id: 8, name: 'Bo' }],
    hostile: [{ key: '__proto__', value: 1 }, { key: ['a'] }, { key: '' }],
    text: 'a',
    tags: ['new', 'vip'],
  }),
);

/** The value of an expression as JSON; `nothing` when there is none. */
function read(source: string, given = variables): string {
  const value = readVariable(source, given);
  return value === undefined ? 'nothing' : stringifyJson(value);
}

function findWords(source: string, given = variables): string | undefined {
  const rendered = renderTemplate(`{{${source}}}`, given, 'text');
  return rendered.kind === 'unfiltered' ? rendered.words : undefined;
}

describe('what an object has becomes a list:', () => {
  test.each([
    ['answers | entries | first', '{"key":"Name","value":"Ann"}'],
    [
      `answers | entries | format_each: '{key}: {value}' | join: '; '`,
      '"Name: Ann; utm_source: mail; utm_term: "',
    ],
    [
      "answers | entries | where: 'key', 'starts_with', 'utm_' | index_by: 'key', 'value' | compact",
      '{"utm_source":"mail"}',
    ],
    ['none | default: null | entries', '[]'],
  ])('%s', (source, value) => {
    expect(read(source)).toBe(value);
  });

  test.each([
    ['tags | entries', 'entries needs an object'],
    ['text | entries', 'entries needs an object, or a list of objects'],
  ])('%s stops', (source, words) => {
    expect(findWords(source)).toBe(words);
  });
});

describe('a list becomes an object by the keys of its items:', () => {
  test.each([
    ["fields | index_by: 'key', 'value'", '{"vat":"DE2","notes":null}'],
    ["fields | index_by: 'key', 'value | downcase' | get: 'vat'", '"de2"'],
    ["customers | index_by: 'id'", '{"8":{"id":8,"name":"Bo"}}'],
    ["customers | index_by: 'missing'", '{}'],
    ["tags | index_by: ''", '{"new":"new","vip":"vip"}'],
    [
      `orders | set: 'by_id', customers_by_id | pick: 'total', 'by_id | get: customer | get: "name" as name'`,
      '[{"total":5,"name":"Bo"},{"total":7,"name":null}]',
    ],
    ["hostile | index_by: 'key', 'value'", '{"__proto__":1,"":null}'],
  ])('%s', (source, value) => {
    const given = new Map(variables);
    given.set('customers_by_id', readVariable("customers | index_by: 'id'", given));
    expect(read(source, given)).toBe(value);
    expect(({} as { value?: unknown }).value).toBeUndefined();
  });

  test('only a list does', () => {
    expect(findWords("answers | index_by: 'key'")).toBe('index_by needs a list');
  });

  test('a thousand orders find their customers among ten thousand', () => {
    const customers = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Customer ${id}` }));
    const orders = Array.from({ length: 1_000 }, (_, index) => ({ total: index, customer_id: index * 7 }));
    const given = new Map<string, unknown>(Object.entries({ customers, orders }));
    given.set('by_id', readVariable("customers | index_by: 'id'", given));
    const last = readVariable(
      `orders | set: 'by_id', by_id | pick: 'total', 'by_id | get: customer_id | get: "name" as customer' | last`,
      given,
    );
    expect(last).toEqual({ total: 999, customer: 'Customer 6993' });
  });
});
