import { expect, it } from 'vitest';
import { findCalls } from '~/routes/integration.$integrationId._index/chain/nodes/find-calls';
import { listNodes } from '~/routes/integration.$integrationId._index/chain/nodes/list-nodes';

const form = {
  apiCalls: [
    { id: 'a', name: 'Read order', method: 'GET', url: 'https://shop.example.com/orders' },
    {
      id: 'b',
      name: 'Charge card',
      method: 'POST',
      url: 'https://pay.example.com/charges',
      conditional: [{}],
    },
    { id: 'c', name: '', method: 'POST', url: '/orders/{{id}}' },
  ],
} as never;

it.each([
  ['a name, in any case', 'CHARGE', [1]],
  ['the name that a call without one has', 'call 3', [2]],
  ['a method', 'post', [1, 2]],
  ['a host', 'shop.example', [0]],
  ['several words, in whatever part each is', 'orders post', [2]],
  ['nothing', 'refund', []],
])('finds calls by %s', (_, typed, found) => {
  expect([...(findCalls(listNodes(form), form, typed) ?? [])]).toEqual(found);
});

it('filters nothing while no word is typed', () => {
  expect(findCalls(listNodes(form), form, '  ')).toBeUndefined();
});
