// Where the secrets of a call go whose URL goes on from the base URL of its connection.
import { expect, test } from 'vitest';
import { listCallProblems } from '~/engine/checks/checklist';
import { ApiCall } from '~/engine/definition/api-call';
import { keepsOrigin, lacksHosts } from '~/engine/definition/call-origin';

function makeCall(url: string, connectionId = 'c') {
  const authConfig = { type: 'connection', connectionId };
  return ApiCall.parse({ id: 'a', order: 1, url, headers: { 'X-Api-Key': 'k' }, authConfig });
}

test('a mask stands for the secret under another path of the same connection, and not with another one', () => {
  expect(keepsOrigin(makeCall('/orders'), makeCall('/customers/{{id}}'))).toBe(true);
  expect(keepsOrigin(makeCall('/orders'), makeCall('/orders', 'other'))).toBe(false);
  expect(keepsOrigin(makeCall('/orders'), makeCall('https://api.example.com/orders'))).toBe(false);
});

test('the host comes from no variable there', () => {
  expect(lacksHosts(makeCall('/{{path}}'))).toBe(false);
  expect(lacksHosts(makeCall('{{url}}/orders'))).toBe(true);
  expect(lacksHosts(makeCall('{{url}}{{path}}'))).toBe(true);
});

test.each([
  [makeCall('/orders'), []],
  [makeCall('orders'), ['URL must be a valid HTTP/HTTPS URL']],
  [makeCall('/orders', ''), ['Choose a connection']],
  [
    { ...makeCall('/orders'), authConfig: { type: 'none' as const } },
    ['URL must be a valid HTTP/HTTPS URL. For a path, choose a connection under Authentication'],
  ],
])('%o: %j', (call, messages) => {
  expect(listCallProblems(call).map(({ message }) => message)).toEqual(messages);
});
