import { expect, it } from 'vitest';
import { readDoubts } from '~/routes/integration.$integrationId._index/editor/list-doubts';

const listDoubts = (...args: Parameters<typeof readDoubts>) => readDoubts(...args).addresses;

it('says what is doubtful about the addresses of a call', () => {
  const rules = [
    { statusCodes: '4xx', action: 'webhook', webhookURL: 'https://hooks.slack.com/services/' },
    // The address was typed before another action was chosen.
    { statusCodes: '5xx', action: 'continue', webhookURL: 'https://example.com/' },
  ];
  expect(listDoubts({ url: 'http://192.168.1.7/{{order}}' }, [])).toEqual([
    'the URL leads to a local or private address, which may not be accessible from production environments.',
  ]);
  expect(listDoubts({ url: 'https://a.test/', handling: [{ statusCodeActions: rules }] }, [])).toEqual([
    'the webhook URL of a rule is not complete. Write the whole address.',
  ]);
  expect(listDoubts({ url: 'https://{{host}}/' }, [])).toEqual([]);
  expect(listDoubts(undefined, [])).toEqual([]);
});

it('says nothing of a local address that the server opens', () => {
  const call = { url: 'http://192.168.1.7:8080/{{order}}' };
  expect(listDoubts(call, ['192.168.1.7:8080'])).toEqual([]);
  expect(listDoubts(call, ['192.168.1.7'])).toHaveLength(1);
  const plus = { url: 'http://192.168.1.7:8080/?email=ann+news@example.com' };
  expect(listDoubts(plus, ['192.168.1.7:8080'])).toEqual([expect.stringContaining('Write %2B.')]);
});

it('names misspelt filters and placeholders that nothing closes, without the rest of a secret', () => {
  const headers = [
    { name: 'X-A', value: '{{a | upcse}}' },
    { name: 'X-B', value: 'k7{{a', secret: 'on' },
  ];
  expect(readDoubts({ url: 'https://a.test/{{a', headers, body: "{{a | map: 'b | c'}}" }, [])).toEqual({
    unread: [
      { inside: 'a | upcse', problem: 'there is no filter upcse' },
      { inside: "a | map: 'b | c'", problem: 'map has a field that cannot be read: there is no filter c' },
    ],
    unclosed: [
      '{{a in the URL has no }} behind it, so it would be sent as text.',
      'a placeholder in the header X-B has no }} behind it, so it would be sent as text.',
    ],
    addresses: [],
  });
});
